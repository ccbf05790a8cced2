"""Import of an export: the game as a record that can be looked at and continued, and its facts after each action."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ferrovia import BadData, IllegalAction, new_game
from ferrovia.engine.record import Record
from ferrovia.interop import t18cz, t1862
from ferrovia.interop.exported import Action, Exported, read_export, with_automatic
from ferrovia.interop.facts import changes
from ferrovia.interop.stepping import Follower, Strange, explained

TITLES: Mapping[str, ModuleType] = {t18cz.NAME: t18cz, t1862.NAME: t1862}


class Refused(BadData):
    """An action of an export that could not be played: its number, what it was, and the rule that refuses it."""

    def __init__(self, number: object, what: str, error: Exception) -> None:
        self.number = str(number)
        self.what = what
        self.refusal = error.refusal if isinstance(error, IllegalAction) else None
        """None where the action cannot even be understood."""
        super().__init__(f"action {number} ({self.what}): {explained(error)}")


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
    return title.Following(export, game, options)


def steps(follower: Follower) -> Iterator[int]:
    """Follows the actions one by one and tells the number of each that was played."""
    actions = follower.export.actions
    all_parts = [with_automatic(action) for action in actions]
    following = _following(all_parts)
    follower.coming = following[0]
    follower.begin()
    yield 0
    for number, (action, parts) in enumerate(zip(actions, all_parts, strict=True), 1):
        part = action
        try:
            for at, part in enumerate(parts, 1):
                follower.coming = _first_move(parts[at:]) or following[number]
                follower.later = number + (at == len(parts))
                follower.follow(part)
        except (IllegalAction, BadData) as error:
            raise Refused(action.get("id", number), _what(part, follower.export), error) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            strange = Strange(f"it lacks something, or says what cannot be: {error!r}")
            raise Refused(action.get("id", number), _what(part, follower.export), strange) from None
        yield number


def _following(all_parts: Sequence[Sequence[Action]]) -> list[Action | None]:
    """For each number of actions played, the next one at the table."""
    found: list[Action | None] = [None]
    for parts in reversed(all_parts):
        found.append(_first_move(parts) or found[-1])
    return found[::-1]


def _first_move(actions: Sequence[Action]) -> Action | None:
    """The first action that was made at the table: not one by which somebody programs later ones."""
    for action in actions:
        if not str(action.get("type")).startswith("program_"):
            return action
    return None


def _what(action: Action, export: Exported) -> str:
    entity = str(action.get("entity"))
    return f"{action.get('type')} by {export.players.get(entity, entity)}"


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

    `notice` is told what could not be played exactly as recorded; an action that is refused raises `Refused`.
    """
    title, follower = known_title(export), follower_for(export)
    yield _line({"setup": title.setup_facts(follower.game, export)})
    before: Mapping[str, Any] = {}
    told = 0
    for number in steps(follower):
        after = follower.facts()
        named = export.actions[number - 1].get("id", number) if number else 0
        yield _line({"after": named, **changes(before, after)})
        before = after
        for line in follower.notices[told:]:
            notice(line)
        told = len(follower.notices)
    if follower.game.outcome is not None:
        result = {standing.player: standing.worth for standing in follower.game.outcome}
        yield _line({"finished": True, "result": result})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
