"""An export file of 18xx.games: the actions that count, after undo and redo, with those added automatically."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia import BadData

Action = Mapping[str, Any]

TALK = ("message", "log")
"""Actions that change nothing on the table."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export says: the title, the people in seat order, the settings, and what was done."""

    title: str
    players: Mapping[str, str]
    """Names by id; ids are written as text."""
    settings: Mapping[str, Any]
    actions: tuple[Action, ...]
    id: str

    def name(self, entity: object) -> str:
        return self.players[str(entity)]

    @property
    def optional_rules(self) -> tuple[str, ...]:
        return tuple(self.settings.get("optional_rules") or ())


def read_export(text: str) -> Exported:
    """Reads an export; what is missing or wrong is said in one sentence."""
    try:
        data = json.loads(text)
    except ValueError:
        raise BadData("this is not a complete export: it ends too early or is no JSON") from None
    if not isinstance(data, dict):
        raise BadData("an export is an object with title, players and actions")
    game: dict[str, Any] = {**data}
    for key in ("title", "players", "actions"):
        if key not in game:
            raise BadData(f"the export lacks {key!r}")
    try:
        players = {str(player["id"]): str(player["name"]) for player in game["players"]}
    except (KeyError, TypeError):
        raise BadData("a player of the export has no id or no name") from None
    if len(set(players.values())) != len(players):
        raise BadData("two players of the export have one name")
    actions: list[Any] = game["actions"]
    if not isinstance(actions, list):  # pyright: ignore[reportUnnecessaryIsInstance]  # the file may say anything
        raise BadData("the export's actions are no list")
    settings: Any = game.get("settings")
    return Exported(
        title=str(game["title"]),
        players=players,
        settings=settings if isinstance(settings, dict) else {},  # pyright: ignore[reportUnknownArgumentType]
        actions=_standing(actions),
        id=str(game.get("id", "")),
    )


def _standing(actions: Iterable[Any]) -> tuple[Action, ...]:
    try:
        return tuple(effective(actions))
    except BadData:
        raise
    except (TypeError, ValueError):
        raise BadData("an undo or an id of the export is no number") from None


def effective(actions: Iterable[Any]) -> list[Action]:
    """The actions that stand: undone ones left out, redone ones put back, talk dropped."""
    done: list[Action] = []
    undone: list[list[Action]] = []
    """What each undo took back, the latest last."""
    for number, said in enumerate(actions, 1):
        if not isinstance(said, dict) or not isinstance(said.get("type"), str):  # pyright: ignore[reportUnknownMemberType]
            raise BadData(f"action {number} of the export has no type")
        action: dict[str, Any] = {**said}
        kind: str = action["type"]
        if not all(isinstance(added, dict) and "type" in added for added in action.get("auto_actions") or ()):
            raise BadData(f"action {number} of the export brings an automatic one without a type")
        if kind in TALK:
            continue
        if kind == "undo":
            undone.append(_taken_back(done, action.get("action_id")))
        elif kind == "redo":
            if not undone:
                raise BadData(f"action {number} of the export redoes what was not undone")
            done += undone.pop()
        else:
            done.append(action)
            undone.clear()
    return done


def _taken_back(done: list[Action], to: object) -> list[Action]:
    """Takes back the last action, or everything after a certain one: a redo brings all of it again."""
    stays = len(done) - 1 if to is None else sum(int(action.get("id") or 0) <= int(str(to)) for action in done)
    taken = done[max(0, stays) :]
    del done[max(0, stays) :]
    return taken


def with_automatic(action: Action) -> list[Action]:
    """An action and those that the site added behind it by itself."""
    added: Sequence[Action] = action.get("auto_actions") or ()
    if not added:
        return [action]
    return [action, *(a for a in added if a.get("type") not in TALK)]
