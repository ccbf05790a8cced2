"""Import of an export: the game as a record that can be looked at and continued, and its facts after each action."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ferrovia import Title, find_title, new_game
from ferrovia.engine.record import Record
from ferrovia.interop.course import ActionRefused, steps
from ferrovia.interop.exported import Exported, read_export
from ferrovia.interop.facts import changes
from ferrovia.interop.following import Following
from ferrovia.interop.notices import Notice
from ferrovia.interop.sites import site_of
from ferrovia.model.ids import RESERVED


@dataclass(frozen=True, slots=True)
class Imported:
    """A game read from an export. Where an action was refused, the part before it stands."""

    record: Record
    notices: tuple[Notice, ...]
    stopped: ActionRefused | None = None
    """The action at which the import ended."""

    @property
    def refused(self) -> str | None:
        """Which action could not be played, and by which rule."""
        return None if self.stopped is None else str(self.stopped)


def follower_for(export: Exported) -> Following[Any]:
    """Who will play an export, at its start."""
    site = site_of(export)
    chosen, seated = site.options(export), _with_free_names(export, find_title(site.title))
    game = new_game(site.title, list(seated.players.values()), chosen.options)
    follower = Following(site.follow, seated, game, chosen.options)
    follower.notices += [Notice("unknown-rule", rule=rule) for rule in chosen.unknown_rules]
    if export.settings.get("pin"):
        follower.notices.append(Notice("pinned", version=export.settings["pin"]))
    changed = ((name, seated.players[player]) for player, name in export.players.items())
    follower.notices += [Notice("renamed", there=there, here=here) for there, here in changed if there != here]
    return follower


def _with_free_names(export: Exported, title: Title) -> Exported:
    """There somebody may be called as a company is called here, or have no name at all."""
    taken = RESERVED | {face.id for face in (*title.layout.companies, *title.layout.privates)}
    names = {
        player: name if name.strip() and name not in taken else f"{name.strip() or 'Player'} ({seat})"
        for seat, (player, name) in enumerate(export.players.items(), 1)
    }
    return replace(export, players=names)


def import_steps(export: Exported) -> Iterator[int]:
    """Imports a game action by action and tells the number of each; one that is refused raises `ActionRefused`."""
    return steps(follower_for(export))


def import_game(export: Exported, played: Callable[[int], object] = int) -> Imported:
    """The whole game; `played` is told the number of each action on the way."""
    follower = follower_for(export)
    stopped: ActionRefused | None = None
    try:
        for number in steps(follower):
            played(number)
    except ActionRefused as error:
        stopped = error
    return Imported(follower.record, tuple(follower.notices), stopped)


def import_text(text: str) -> Imported:
    return import_game(read_export(text))


def replay_facts(export: Exported, notice: Callable[[Notice], object] = str) -> Iterator[str]:
    """The lines of a trace: the set-up, the start, one after each action, the result.

    `notice` is told what could not be played exactly as recorded; one that is refused raises `ActionRefused`, after
    the lines up to it.
    """
    site, follower = site_of(export), follower_for(export)
    yield _line({"setup": site.setup(export, follower.game)})
    positions: list[Mapping[str, Any]] = []
    stopped: ActionRefused | None = None
    try:
        for number in steps(follower):
            del positions[number:]  # where a guess was wrong, it is told once more
            positions.append(site.facts(follower))
    except ActionRefused as error:
        stopped = error
    for line in follower.notices:
        notice(line)
    for number, (before, after) in enumerate(pairwise(({}, *positions))):
        named = export.actions[number - 1].number if number else 0
        yield _line({"after": named, **changes(before, after)})
    if stopped is not None:
        raise stopped
    if follower.was_ended or follower.game.outcome is not None:
        yield _line({"finished": True, "result": _result(follower, positions[-1])})


def _result(follower: Following[Any], last: Mapping[str, Any]) -> dict[str, int]:
    """What everybody has in the end; where people have ended the game, what they had then."""
    if follower.game.outcome is None:
        return {player: last[f"player.{player}.value"] for player in follower.game.state.players}
    return {standing.player: standing.worth for standing in follower.game.outcome}


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
