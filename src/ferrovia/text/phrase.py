"""A phrase is text with slots in braces, filled from parameters:

- `{name}` the value as it is, `{amount:$}` money, `{prices:amounts}` several amounts;
- `{who:player}`, `{who:players}`, `{who:owner}` (a player, a company, a place such as the pool) the names of people;
- `{company:company}`, `{hex:hex}`, `{hexes:hexes}`, `{stop:stop}`, `{stops:stops}`, `{local:local}`, `{tile:tile}`,
  `{train:train}` (a card or a face), `{train:card}`, `{routes:routes}` the names of things, `{subject:subject}` what a
  deal is about;
- `{subsidy:$||, with a subsidy of $}` what is said of no money, and of some;
- `{dial:dial}` and any other kind: the term `dial.<value>` of the catalogue;
- `{left:#|share|shares}` a number with its noun; `#` puts the number elsewhere (`#|queda #|quedan #`), and a form more
  in front stands for zero (`#|no share|share|shares`).

In a question, `[, or go on|: it must]` is the first part where one may go on without a choice, else the second.
"""

import re
from dataclasses import dataclass
from functools import cache

SLOT = re.compile(r"\{(\w+)(?::([^{}]+))?\}")
COUNT = "#|"
SUM = "$|"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to be filled: which parameter, and as what kind of thing."""

    name: str
    kind: str | None


@cache
def pieces_of(phrase: str) -> tuple[str | Slot, ...]:
    """The phrase taken apart into text and slots."""
    pieces: list[str | Slot] = []
    at = 0
    for match in SLOT.finditer(phrase):
        pieces += [phrase[at : match.start()], Slot(match[1], match[2])]
        at = match.end()
    pieces.append(phrase[at:])
    if any(isinstance(piece, str) and ("{" in piece or "}" in piece) for piece in pieces):
        raise ValueError(f"a brace that is no slot: {phrase!r}")
    return tuple(piece for piece in pieces if piece)


def slots_of(phrase: str) -> frozenset[str]:
    """The parameters a phrase speaks of."""
    return frozenset(piece.name for piece in pieces_of(phrase) if isinstance(piece, Slot))


def counted(number: int, forms: str) -> str:
    """A number with its noun, as `counted(3, "share|shares")`."""
    *zero, one, other = forms.split("|")
    if zero and number == 0:
        return zero[-1]
    form = one if number == 1 else other
    return form.replace("#", str(number)) if "#" in form else f"{number} {form}"


EITHER = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")


def either(sentence: str, *, first: bool) -> str:
    """Of what stands in brackets, `[, or go on|: it must]`, the first part or the second; there may be no second."""
    return EITHER.sub(lambda match: match[1] if first else match[2] or "", sentence)


NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
"""Parts the groups of a long number in Spanish."""


def grouped(number: int, language: str) -> str:
    """A number with its thousands apart: 13,231; in Spanish by a space, and only from five digits on."""
    if language == "es":
        return f"{number:,}".replace(",", NARROW_SPACE) if abs(number) >= 10_000 else str(number)
    return f"{number:,}"


SOUNDS_LIKE_I = re.compile(r"h?i(?![aeou])|y(?![aeiou])", re.IGNORECASE)


def and_in_spanish(before: str) -> str:
    """«y», but «e» before the sound of i: Q3 y R4, H5 e I6."""
    return "e" if SOUNDS_LIKE_I.match(before) else "y"


def listed(items: list[str], language: str) -> str:
    """Things in a row: with commas, and the last one with "and"."""
    if len(items) < 2:
        return "".join(items)
    word = and_in_spanish(items[-1]) if language == "es" else "and"
    return f"{', '.join(items[:-1])} {word} {items[-1]}"
