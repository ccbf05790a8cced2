"""Figures of companies and players as the terminal writes them."""

from collections.abc import Mapping

from ferrovia.text import Words

MONEY = frozenset(
    {
        "treasury",
        "income",
        "opening-bid",
        "dividend",
        "next-dividend",
        "price",
        "par",
        "start-price",
        "last-revenue",
        "debt",
        "penalty",
        "capital",
        "value",
    }
)
"""The figures that are amounts of money."""
LIMITED = {"certificates": "certificate-limit"}
"""Figures that are shown with their limit: `5/14`."""


def figure_in_words(words: Words, name: str, value: int) -> str:
    return words.money(value) if name in MONEY else str(value)


def limited(words: Words, name: str, figures: Mapping[str, int]) -> str:
    """A figure of a player, with its limit if it has one; a player may not have it at all."""
    if name not in figures:
        return ""
    limit = figures.get(LIMITED.get(name, ""))
    return figure_in_words(words, name, figures[name]) + ("" if limit is None else f"/{limit}")
