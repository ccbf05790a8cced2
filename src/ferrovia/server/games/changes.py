"""The log of a game: what changed it, one entry after another, and the position to which each led."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import msgspec

from ferrovia import By, Game, Title, action_from_json, action_to_json, played_on, state_from_json, state_to_text
from ferrovia.model.message import Message
from ferrovia.model.route import as_route
from ferrovia.model.view import View
from ferrovia.server.clock import now
from ferrovia.server.database import Row
from ferrovia.server.encoding import decode, text_of
from ferrovia.server.games.progress import Progress

SPACING = 16
"""After this many answers a position is stored, so that any other is a few answers away."""

Kind = Literal["start", "answer", "undo", "redo"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_read_action = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the log."""

    seq: int
    kind: Kind
    parent: int
    base: int
    depth: int
    who: str | None
    by: By
    action: Mapping[str, Any] | None
    events: tuple[Message, ...]
    at: int

    @staticmethod
    def of(row: Mapping[str, Any]) -> "Change":
        """As it was stored; raises where that is damaged."""
        if row["kind"] not in KINDS or (row["kind"] == "answer") != bool(row["action"]):
            raise ValueError(f"entry {row['seq']} of the log is of no kind that there is")
        return Change(
            seq=int(row["seq"]),
            kind=row["kind"],
            parent=int(row["parent"]),
            base=int(row["base"]),
            depth=int(row["depth"]),
            who=row["who"],
            by=row["by"],
            action=_read_action(row["action"]) if row["action"] else None,
            events=tuple(_event(key, params) for key, params in decode(row["events"])),
            at=row["at"],
        )

    @staticmethod
    def start(first: Game) -> "Change":
        """The entry with which a log begins."""
        return Change(0, "start", 0, 0, 0, None, "engine", None, first.events, now())

    def row(self, game: str, state: str | None) -> dict[str, Any]:
        """As it is stored."""
        return {
            "game": game,
            "seq": self.seq,
            "kind": self.kind,
            "parent": self.parent,
            "base": self.base,
            "depth": self.depth,
            "who": self.who,
            "by": self.by,
            "action": None if self.action is None else text_of(self.action),
            "events": text_of([(event.key, event.params) for event in self.events]),
            "undone": False,
            "at": self.at,
            "state": state,
        }

    @property
    def leads_to(self) -> int:
        """The answer at whose position one stands after this change."""
        return self.seq if self.kind in ("answer", "start") else self.parent

    @property
    def keeps_its_position(self) -> bool:
        """Whether the position is stored with the entry."""
        return self.base == self.seq


def _event(key: str, params: Mapping[str, Any]) -> Message:
    """An event as it was stored; routes are data again, also those stored as text before they were."""
    routes = {"routes": tuple(map(as_route, params["routes"]))} if "routes" in params else {}
    return Message(key, {**params, **routes})


@dataclass(slots=True)
class Position:
    """A position with the change that led to it, and what has been worked out about it."""

    change: Change
    game: Game
    _view: View | None = None
    said: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """What was already put into words or bytes, by language and reader."""

    @property
    def view(self) -> View:
        if self._view is None:
            self._view = self.game.view()
        return self._view

    @property
    def is_viewed(self) -> bool:
        """Whether the view is worked out already."""
        return self._view is not None

    def forget(self) -> None:
        """Lets go of what can be worked out again: hundreds of small objects that nobody may ever ask for."""
        self._view = None
        self.said.clear()

    def after(self, progress: Progress) -> "Position":
        """The position to which an answer leads."""
        before, ask = self.change, progress.before.ask
        assert ask is not None
        seq, depth = before.seq + 1, before.depth + 1
        change = Change(
            seq=seq,
            kind="answer",
            parent=before.leads_to,
            base=seq if depth % SPACING == 0 else before.base,
            depth=depth,
            who=ask.who,
            by=progress.by,
            action=action_to_json(progress.action),
            events=progress.events,
            at=now(),
        )
        return Position(change, progress.after)


def positions_after(start: Position, answers: Sequence[Progress]) -> list[Position]:
    """The positions to which answers lead, one after another."""
    positions: list[Position] = []
    before = start
    for answer in answers:
        before = before.after(answer)
        positions.append(before)
    return positions


def later_positions(title: Title, start: Position, answers: Sequence[Change]) -> list[Position]:
    """The positions to which stored answers lead, one after another."""
    positions: list[Position] = []
    game = start.game
    for change in answers:
        game = game.play(action_from_json(title, change.action))
        positions.append(Position(change, game))
    return positions


def entry_rows(game: str, positions: Sequence[Position], last_state: str) -> list[dict[str, Any]]:
    """What is stored in the log; the state of the last position is known already."""
    last = positions[-1]
    return [position.change.row(game, _kept_state(position, last, last_state)) for position in positions]


def _kept_state(position: Position, last: Position, last_state: str) -> str | None:
    if not position.change.keeps_its_position:
        return None
    return last_state if position is last else state_to_text(position.game.state)


def replayed(title: Title, rows: Sequence[Row], seq: int) -> Game:
    """The position after an answer, from the kept one at the start of its line."""
    by_seq = {row["seq"]: row for row in rows}
    actions: list[Any] = []
    row = by_seq[seq]
    while row["state"] is None:
        actions.append(action_from_json(title, decode(row["action"])))
        row = by_seq[row["parent"]]
    kept = Game.at(title, state_from_json(title, decode(row["state"])))
    return played_on(kept, reversed(actions))
