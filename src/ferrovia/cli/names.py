"""What things are called when they are typed: in plain letters, whole or by their beginning."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SILENT = str.maketrans(dict.fromkeys(",;:()«»“”–—", " "))
"""Signs that only part words; a name is the same with or without them."""

GROUPED = re.compile(r"(?<!\w)\d{1,3}(?:[,\N{NARROW NO-BREAK SPACE}]\d{3})+(?!\w)")
"""A number whose thousands are apart; a hex and a tile with a comma between, `E14,205`, are none."""


def plain(text: str) -> str:
    """Without capitals and accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in apart if not unicodedata.combining(character))


def ungrouped(text: str) -> str:
    """A text whose long numbers have their digits together, as `13,231` is typed and `13231` is read."""
    return GROUPED.sub(lambda number: re.sub(r"\D", "", number[0]), text)


def written(text: str) -> list[str]:
    """The words of a text as they stand there."""
    return ungrouped(text).translate(SILENT).split()


def spoken(text: str) -> list[str]:
    """The words of a text, in plain letters."""
    return written(plain(text))


def called(*names: str) -> tuple[str, ...]:
    """How something may be called, by one or several names."""
    return tuple(dict.fromkeys(" ".join(spoken(name.replace("_", " "))) for name in names if name))


Names = Mapping[str, tuple[str, ...]]
"""What each thing may be called, in plain letters."""


@dataclass(frozen=True, slots=True)
class Found:
    """The things that some words may mean, and how many words were used."""

    things: tuple[str, ...]
    used: int


NOTHING = Found((), 0)


def find(names: Names, words: Sequence[str]) -> Found:
    """What the first words mean: as many words as possible; a whole name before the beginning of one."""
    for used in range(min(_longest(names), len(words)), 0, -1):
        said = " ".join(words[:used])
        begun = tuple(thing for thing, known in names.items() if any(name.startswith(said) for name in known))
        if begun:
            return Found(_whole(names, said) or begun, used)
    return NOTHING


def find_all(names: Names, words: Sequence[str]) -> tuple[str, ...]:
    """Everything that the first words may mean."""
    return find(names, words).things


def find_whole(names: Names, words: Sequence[str]) -> Found:
    """What the first words mean, if they are the whole name of something."""
    return next(iter(whole_names(names, words)), NOTHING)


def whole_names(names: Names, words: Sequence[str]) -> list[Found]:
    """Everything that the first words are the whole name of, the longest name first."""
    lengths = range(min(_longest(names), len(words)), 0, -1)
    found = (Found(_whole(names, " ".join(words[:used])), used) for used in lengths)
    return [found_here for found_here in found if found_here.things]


def _whole(names: Names, said: str) -> tuple[str, ...]:
    return tuple(thing for thing, known in names.items() if said in known)


def _longest(names: Names) -> int:
    """The number of words of the longest name."""
    return max((name.count(" ") + 1 for known in names.values() for name in known), default=0)
