"""Import of an export: the game as a record that can be looked at and continued, and its facts after each action."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import Any

from ferrovia import BadData, new_game
from ferrovia.engine.record import Record
from ferrovia.interop import t18cz, t1862
from ferrovia.interop.course import Refused, steps
from ferrovia.interop.exported import Exported, read_export
from ferrovia.interop.facts import changes
from ferrovia.interop.stepping import Follower

TITLES: Mapping[str, ModuleType] = {t18cz.NAME: t18cz, t1862.NAME: t1862}


@dataclass(frozen=True, slots=True)
class Imported:
    """A game read from an export. Where an action was refused, the part before it stands."""

    record: Record
    notices: tuple[str, ...]
    stopped: Refused | None = None
    """The action at which the import ended."""

    @property
    def refused(self) -> str | None:
        """Which action could not be played, and by which rule."""
        return None if self.stopped is None else str(self.stopped)


def known_title(export: Exported) -> ModuleType:
    if export.title not in TITLES:
        raise BadData(f"exports of {export.title!r} cannot be read; those of {', '.join(TITLES)} can")
    return TITLES[export.title]


def follower_for(export: Exported) -> Follower:
    title = known_title(export)
    options = title.options(export)
    game = new_game(title.TITLE, list(export.players.values()), options)
    follower: Follower = title.Following(export, game, options)
    follower.notices += [f"the optional rule {rule!r} is not known here" for rule in title.unknown_rules(export)]
    return follower


def import_steps(export: Exported) -> Iterator[int]:
    """Imports a game action by action and tells the number of each; one that is refused raises `Refused`."""
    return steps(follower_for(export))


def import_game(export: Exported) -> Imported:
    follower = follower_for(export)
    stopped: Refused | None = None
    try:
        for _ in steps(follower):
            pass
    except Refused as error:
        stopped = error
    return Imported(follower.record, tuple(follower.notices), stopped)


def import_text(text: str) -> Imported:
    return import_game(read_export(text))


def replay_facts(export: Exported, notice: Callable[[str], object] = str) -> Iterator[str]:
    """The lines of a trace: the set-up, the start, one after each action, the result.

    `notice` is told what could not be played exactly as recorded; an action that is refused raises `Refused`, after the
    lines up to it.
    """
    title, follower = known_title(export), follower_for(export)
    yield _line({"setup": title.setup_facts(follower.game, export)})
    positions: list[Mapping[str, Any]] = []
    stopped: Refused | None = None
    try:
        for number in steps(follower):
            del positions[number:]  # where a guess was wrong, it is told once more
            positions.append(follower.facts())
    except Refused as error:
        stopped = error
    for line in follower.notices:
        notice(line)
    for number, (before, after) in enumerate(pairwise(({}, *positions))):
        named = export.actions[number - 1]["id"] if number else 0
        yield _line({"after": named, **changes(before, after)})
    if stopped is not None:
        raise stopped
    if follower.was_ended or follower.game.outcome is not None:
        yield _line({"finished": True, "result": _result(follower, positions[-1])})


def _result(follower: Follower, last: Mapping[str, Any]) -> dict[str, int]:
    """What everybody has in the end; where people have ended the game, what they had then."""
    if follower.game.outcome is None:
        return {player: last[f"player.{player}.value"] for player in follower.game.state.players}
    return {standing.player: standing.worth for standing in follower.game.outcome}


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
