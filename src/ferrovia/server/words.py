"""Which language somebody reads, and the words in it."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection
from litestar.types import Scope

from ferrovia import Title, find_title
from ferrovia.text import LANGUAGES, Words

USUAL_LENGTH = 100
"""Bytes of what browsers send: only that is remembered, so that nobody can fill the memory."""

Connection = ASGIConnection[Any, Any, Any, Any]


def language_of(connection: Connection) -> str:
    return language_in(connection.scope)


def language_in(scope: Scope) -> str:
    """By the query `lang`, else by what the browser accepts, else English."""
    asked = language_asked(scope["query_string"])
    if asked in LANGUAGES:
        return asked
    for name, value in scope["headers"]:
        if name == b"accept-language":
            return accepted(value.decode("latin-1"))
    return LANGUAGES[0]


def language_asked(query: bytes) -> str | None:
    """What a query string says about the language, known or not."""
    return _usual_query(query) if len(query) <= USUAL_LENGTH else _language_in(query)


def _language_in(query: bytes) -> str | None:
    found = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("lang") if b"lang" in query else None
    return found[-1] if found else None


def accepted(header: str) -> str:
    """The first of our languages in an Accept-Language header, by its weights."""
    return _usual_header(header) if len(header) <= USUAL_LENGTH else _accepted(header)


def _accepted(header: str) -> str:
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        language = tag.strip().lower().partition("-")[0]
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        if language in LANGUAGES and quality > 0:
            wishes.append((-quality, language))
    return min(wishes, default=(0.0, "en"), key=lambda wish: wish[0])[1]


_usual_query = lru_cache(maxsize=1024)(_language_in)
_usual_header = lru_cache(maxsize=1024)(_accepted)


@cache
def plain_words(language: str) -> Words:
    """The server's own sentences, about no game."""
    return Words(language)


def title_words(title: Title, language: str) -> Words:
    """The words of a title before anybody sits down."""
    return _title_words(title.id, language)


@cache
def _title_words(title: str, language: str) -> Words:
    return game_words(find_title(title), language, {})


def game_words(title: Title, language: str, names: Mapping[str, str]) -> Words:
    """The words of a title with the people who play."""
    return Words(language, title=title.id, layout=title.layout, currency=title.currency, names=names)
