"""In which language the program speaks, and how it says in one line what went wrong."""

import os
from collections.abc import Iterable, Mapping

from ferrovia import Title
from ferrovia.text import LANGUAGES, Words


class Trouble(Exception):
    """Something the user asked for cannot be done; the text says in one line what was wrong and what is possible."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the terminal, if we speak it."""
    wanted = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return next((language for language in LANGUAGES if wanted.startswith(language)), LANGUAGES[0])


def chosen_language(wanted: str | None) -> str:
    usual = language_of(os.environ)
    if wanted is None:
        return usual
    if wanted not in LANGUAGES:
        raise Trouble(Words(usual).ui("no-such-language", language=wanted, known=", ".join(LANGUAGES)))
    return wanted


def common_words(language: str) -> Words:
    """The words that do not need a game."""
    return Words(language)


def words_of(title: Title, language: str, players: Iterable[str] = ()) -> Words:
    """Around one screen the players' ids are their names."""
    names = {name: printable(name) for name in players}
    return Words(language, title=title.id, layout=title.layout, currency=title.currency, names=names)


def printable(text: str) -> str:
    """Without the characters by which a name from a foreign file could steer the terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)
