"""The catalogues: gettext PO files whose msgid is a key and whose msgstr is the phrase for it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES = ("en", "es")

COMMON = "common"
"""The catalogue of the words that every title shares."""


def read_catalogue(language: str, name: str) -> Catalog:
    """A PO file as it stands; anything that is not PO raises."""
    folder = files(__package__ or "") / "catalogues" / language
    with (folder / f"{name}.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


@cache
def phrases(language: str, name: str) -> Mapping[str, str]:
    """The phrases of one catalogue by key, read at first use."""
    found = {message.id: message.string for message in read_catalogue(language, name) if message.id}
    return MappingProxyType(
        {key: text for key, text in found.items() if isinstance(key, str) and isinstance(text, str)}
    )


@cache
def phrases_for(language: str, title: str | None) -> Mapping[str, str]:
    """Everything that can be said about a title: its own words before the common ones."""
    names = (COMMON,) if title is None else (COMMON, title)
    return MappingProxyType({key: text for name in names for key, text in phrases(language, name).items()})
