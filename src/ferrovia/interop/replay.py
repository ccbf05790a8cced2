"""Import of an export: the game as a record that can be looked at and continued, and its facts after each action."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ferrovia import BadData, IllegalAction, new_game
from ferrovia.engine.record import Record
from ferrovia.interop import t18cz
from ferrovia.interop.exported import Action, Exported, read_export, with_automatic
from ferrovia.interop.facts import changes
from ferrovia.interop.stepping import Follower, Strange, explained

TITLES: Mapping[str, ModuleType] = {t18cz.NAME: t18cz}


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
    following = _following(actions)
    follower.coming = following[0]
    follower.begin()
    yield 0
    for number, action in enumerate(actions, 1):
        part = action
        try:
            parts = with_automatic(action)
            for at, part in enumerate(parts, 1):
                follower.coming = next(_moves(parts[at:]), following[number])
                follower.later = number + (at == len(parts))
                follower.follow(part)
        except (IllegalAction, BadData) as error:
            raise Refused(action.get("id", number), _what(part, follower.export), error) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            strange = Strange(f"it lacks something, or says what cannot be: {error!r}")
            raise Refused(action.get("id", number), _what(part, follower.export), strange) from None
        yield number


def _following(actions: Sequence[Action]) -> list[Action | None]:
    """For each number of actions played, the next one at the table."""
    found: list[Action | None] = [None]
    for action in reversed(actions):
        found.append(next(_moves(with_automatic(action)), found[-1]))
    return found[::-1]


def _moves(actions: Iterable[Action]) -> Iterator[Action]:
    """The actions that were made at the table: not those by which somebody programs later ones."""
    return (action for action in actions if not str(action.get("type")).startswith("program_"))


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
        after = title.facts(follower.game, export.players)
        yield _line({"after": number, **changes(before, after)})
        before = after
        for line in follower.notices[told:]:
            notice(line)
        told = len(follower.notices)
    if follower.game.outcome is not None:
        result = {standing.player: standing.worth for standing in follower.game.outcome}
        yield _line({"finished": True, "result": result})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
