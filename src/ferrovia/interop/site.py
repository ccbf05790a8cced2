"""A title on 18xx.games: how it is called there, how its records are read here, and how ours are written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Follow, Following, N
from ferrovia.interop.notices import Remark

Written = dict[str, Any]
"""An action in their words; it gets its number at the end."""


BY_ITSELF = "by_itself"


def by_itself(action: Written) -> Written:
    """An action that the site adds to the one before it."""
    return {**action, BY_ITSELF: True}


def numbered(actions: Iterable[Written]) -> list[Written]:
    """The actions with their numbers; those that the site adds by itself stand with the action before them."""
    written: list[Written] = []
    for action in actions:
        said = {key: value for key, value in action.items() if key != BY_ITSELF}
        if BY_ITSELF in action and written:
            written[-1].setdefault("auto_actions", []).append(said)
        else:
            written.append({**said, "id": len(written) + 1})
    return written


class Chosen(NamedTuple):
    """Our options for a recorded game, and those of its optional rules that are not known here."""

    options: Mapping[str, str]
    unknown_rules: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """A game of ours as it is written down there."""

    title: str
    settings: Mapping[str, Any]
    actions: Iterable[Written]
    remarks: tuple[Remark, ...] = ()
    """What cannot be said there, each in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site(Generic[N]):
    """Everything that import, facts and export must know about one title."""

    title: str
    """Our id."""
    names: tuple[str, ...]
    """What its games are called there; a variant may have a name of its own."""
    options: Callable[[Exported], Chosen]
    setup: Callable[[Exported, Game], dict[str, Any]]
    """The set-up in the words of the traces."""
    follow: Follow[N]
    facts: Callable[[Following[N]], dict[str, Any]]
    """The position in the words of the traces."""
    write: Callable[[Record], Sheet]
