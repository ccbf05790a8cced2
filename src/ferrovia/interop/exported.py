"""An export file of 18xx.games: the actions that count, after undo and redo, with those added automatically."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ferrovia import BadData

MESSAGE, LOG = "message", "log"
TALK = (MESSAGE, LOG)
"""Actions that change nothing on the table. A message is never undone, a line of the log is."""

ASKED = "asked"
"""Under this key a game of ours names the question that it asked where the site has gone on already."""

ADDED_TO = "added_to"
"""Under this key an action that was added to another gets that one's number."""

OVER = ("finished", "archived")
"""What the site says about a game that is over."""


class Action(dict[str, Any]):
    """What a recorded action says; what it does not say, or says in a form that makes no sense, is named."""

    def __missing__(self, key: str) -> Any:
        raise BadData(f"it lacks {key!r}")

    @property
    def kind(self) -> str:
        return self["type"]

    @property
    def number(self) -> Any:
        """Its number in the record; none of those that the site adds to others by itself."""
        return self.get("id")

    @property
    def listed(self) -> Any:
        """The number under which it is found in the record, also where it was added to another."""
        return self.get("id", self.get(ADDED_TO))

    @property
    def entity(self) -> str:
        """Who acts: the id of a player, or the name of a company or private."""
        return self.text("entity")

    @property
    def is_by_player(self) -> bool:
        return self.get("entity_type") == "player"

    def text(self, key: str) -> str:
        """What it names there: a piece, a person, a choice."""
        said = self[key]
        if not isinstance(said, str | int):
            raise BadData(f"its {key} {said!r} is no name")
        return str(said)

    def texts(self, key: str) -> list[str]:
        """The names that it lists there."""
        said = self[key]
        if not isinstance(said, list) or not all(isinstance(name, str | int) for name in said):  # pyright: ignore[reportUnknownVariableType]
            raise BadData(f"its {key} {said!r} are no names")
        return [str(name) for name in said]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    def amount(self, key: str, without: int | None = None) -> int:
        """The number that it says there, or another where it may be left out."""
        if without is not None and self.get(key) is None:
            return without
        said = self[key]
        if isinstance(said, float) and not said.is_integer():
            raise BadData(f"its {key} {said!r} is no whole number")
        try:
            return int(said)
        except (TypeError, ValueError):
            raise BadData(f"its {key} {said!r} is no number") from None

    def ours(self, key: str) -> list[str]:
        """The names that only a game of ours says about it: what the site leaves open."""
        said = self.get("ferrovia")
        return [] if said is None else list(map(str, _as_list(_as_mapping(said).get(key))))

    def part(self, key: str, separator: str, at: int) -> int:
        """A number inside what it says, as the price in `100,0,5`."""
        said = self.text(key)
        try:
            return int(said.split(separator)[at])
        except (IndexError, ValueError):
            raise BadData(f"its {key} {said!r} cannot be taken apart") from None


class Wrong(Action):
    """An action that makes no sense, and why."""

    def __init__(self, said: Mapping[str, Any], reason: str) -> None:
        super().__init__(said)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export says: the title, the people in seat order, the settings, and what was done."""

    title: str
    players: Mapping[str, str]
    """Names by id; ids are written as text, and whoever has none is known by name."""
    settings: Mapping[str, Any]
    actions: tuple[Action, ...]
    id: str
    result: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What everybody had in the end, by id."""

    over: bool = False
    """Whether it says that the game is over."""

    def name(self, entity: object) -> str:
        return self.players[str(entity)]

    def player_of(self, action: Action) -> str | None:
        """Which player acts. A company may have the name by which a player without an id is known."""
        return self.players.get(action.entity) if action.get("entity_type") in (None, "player") else None

    @property
    def optional_rules(self) -> tuple[str, ...]:
        """A list, one text with commas, or what is switched on by name."""
        said = self.settings.get("optional_rules")
        if isinstance(said, str):
            return tuple(rule.strip() for rule in said.split(",") if rule.strip())
        if isinstance(said, dict):
            return tuple(rule for rule, is_on in _as_mapping(said).items() if is_on)  # pyright: ignore[reportUnknownArgumentType]
        return tuple(map(str, _as_list(said)))

    @property
    def ours(self) -> Mapping[str, Any]:
        """What only a game that we have exported says about itself."""
        return _as_mapping(self.settings.get("ferrovia"))


def read_export(text: str) -> Exported:
    """Reads an export; what is missing or wrong is said in one sentence."""
    try:
        data = json.loads(text)
    except ValueError:
        raise BadData("this is not a complete export: it ends too early or is no JSON") from None
    except RecursionError:
        raise BadData("an export is not nested as deeply as this") from None
    if not _can_be_written(data, text):
        raise BadData("the export has half of a character in it")
    if not isinstance(data, dict):
        raise BadData("an export is an object with title, players and actions")
    game: dict[str, Any] = {**data}
    for key in ("title", "players", "actions"):
        if key not in game:
            raise BadData(f"the export lacks {key!r}")
    try:
        people = [(player.get("id"), str(player["name"])) for player in game["players"]]
    except (AttributeError, KeyError, TypeError):
        raise BadData("a player of the export has no name") from None
    players = {name if known_as is None else str(known_as): name for known_as, name in people}
    if len(players) < len(people):
        raise BadData("two players of the export have one id")
    if len(set(players.values())) != len(players):
        raise BadData("two players of the export have one name")
    actions: list[Any] = game["actions"]
    if not isinstance(actions, list):  # pyright: ignore[reportUnnecessaryIsInstance]  # the file may say anything
        raise BadData("the export's actions are no list")
    ids = {name: known_as for known_as, name in players.items() if name not in players}
    return Exported(
        title=str(game["title"]),
        players=players,
        settings=_as_mapping(game.get("settings")),
        actions=tuple(_by_id(action, ids) for action in effective(actions)),
        id=str(game.get("id", "")),
        result=_as_mapping(game.get("result")),
        over=bool(game.get("result")) or game.get("status") in OVER,
    )


def _can_be_written(data: object, text: str) -> bool:
    """Whether all of it can be saved and shown: JSON may name one half of a character that takes two."""
    if "\\ud" not in text and "\\uD" not in text:
        return True
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _by_id(action: Action, ids: Mapping[str, str]) -> Action:
    """Whoever is called by name in an action, in those added to it as well, is known by id from here on."""
    for said in (action, *_added_to(action)):
        if said.get("entity_type") == "player" and str(said.get("entity")) in ids:
            said["entity"] = ids[str(said["entity"])]
    return action


def effective(actions: Iterable[Any]) -> list[Action]:
    """The actions that stand: undone ones left out, redone ones put back, talk dropped. What makes no sense stays where
    it is, so that everything before it can be played."""
    done: list[Action] = []
    undone: list[list[Action]] = []
    """What each undo took back, the latest last."""
    for number, said in enumerate(actions, 1):
        action = _read(said, number)
        kind = action.kind
        if kind == MESSAGE:
            continue
        if kind == "undo":
            undone.append(_undone(done, action))
        elif kind == "redo" and undone:
            done += undone.pop()
        elif kind == "redo":
            done.append(Wrong(action, "it redoes what was not undone"))
        else:
            done.append(action)
            undone.clear()
    return [action for action in done if action.kind != LOG]


def _read(said: Any, number: int) -> Action:
    """One action, with a number if it has none of its own."""
    if not isinstance(said, dict):
        return Wrong({"type": "", "id": number}, "it has no type")
    action = Action({"id": number, **said})
    if not isinstance(action.get("type"), str):
        return Wrong({**action, "type": ""}, "it has no type")
    if any(not isinstance(added, dict) or not isinstance(added.get("type"), str) for added in _added_to(action)):  # pyright: ignore[reportUnknownMemberType]
        return Wrong({**action, "auto_actions": []}, "an action that was added to it automatically has no type")
    return action


def _undone(done: list[Action], action: Action) -> list[Action]:
    """What an undo takes back; one that does not say sensibly up to where stays among the actions."""
    to = action.get("action_id")
    try:
        return _taken_back(done, None if to is None else action.amount("action_id"))
    except BadData as error:
        done.append(Wrong(action, str(error)))
        return []


def _taken_back(done: list[Action], to: int | None) -> list[Action]:
    """Takes back the last action, or everything after a certain one: a redo brings all of it again."""
    stays = len(done) - 1 if to is None else sum(_is_up_to(action.number, to) for action in done)
    taken = done[max(0, stays) :]
    del done[max(0, stays) :]
    return taken


def _is_up_to(number: Any, last: int) -> bool:
    return not isinstance(number, int) or number <= last


def with_automatic(action: Action) -> list[Action]:
    """An action and those that the site added behind it by itself."""
    added = _added_to(action)
    under = {ADDED_TO: action.listed}
    return [action, *(Action(under | a) for a in added if a["type"] not in TALK)] if added else [action]


def _added_to(action: Action) -> list[Any]:
    return _as_list(action.get("auto_actions"))


def _as_list(said: Any) -> list[Any]:
    """What a file lists; nothing where it says something else there."""
    return cast("list[Any]", said) if isinstance(said, list) else []


def _as_mapping(said: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", said) if isinstance(said, dict) else {}


def routes_of(action: Action) -> list[Action]:
    """What each train has run."""
    routes: Any = action["routes"]
    if not isinstance(routes, list) or not all(isinstance(route, dict) for route in routes):  # pyright: ignore[reportUnknownVariableType]
        raise BadData("its routes are no list of routes")
    return [Action(route) for route in routes]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def subsidy_of(action: Action, routes: Iterable[Action]) -> int | None:
    """What a run brings the treasury besides its revenue, as its routes or the run itself say; None where neither does:
    then the site works it out."""
    said = [route.amount("subsidy") for route in routes if route.get("subsidy") is not None]
    if any(said) or action.get("subsidy") is None:
        return sum(said) if said else None
    return action.amount("subsidy")
