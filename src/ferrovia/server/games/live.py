"""A game in memory: the position that counts, the line of answers that led to it, and who sits where."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any, Literal

import msgspec

from ferrovia import By, Game, Title, action_from_json, action_to_json, state_from_json, state_to_text
from ferrovia.model.message import Message
from ferrovia.model.view import View
from ferrovia.server.database import Row
from ferrovia.server.errors import Fault
from ferrovia.server.variants import as_played
from ferrovia.server.words import game_words, title_words
from ferrovia.text import Words

SPACING = 16
"""After so many answers a position is stored, so that any other is a few answers away."""
RECENT = 6
"""Positions kept in memory for live updates: few, for what is let go of late has left the processor's memory."""

Kind = Literal["start", "answer", "undo", "redo"]

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


def text_of(value: Any) -> str:
    return encode(value).decode()


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat. A human seat without a person is a former player's."""

    seat: str
    kind: Literal["human", "bot", "open"]
    user: str | None
    name: str
    bot: str | None

    @staticmethod
    def of(row: Mapping[str, Any]) -> "Seat":
        return Seat(row["seat"], row["kind"], row["user"], row["name"], row["bot"])


def names_of(seats: Iterable[Seat], words: Words) -> dict[str, str]:
    """What each seat is called; no two are called alike."""
    names: dict[str, str] = {}
    for seat in seats:
        name = _name_of(seat, words)
        alike = sum(other == name or other.startswith(f"{name} (") for other in names.values())
        names[seat.seat] = f"{name} ({alike + 1})" if alike else name
    return names


def _name_of(seat: Seat, words: Words) -> str:
    if seat.kind == "bot":
        return words.term("bot", seat.bot or "").partition(":")[0]
    if seat.kind == "open":
        return words.ui("server.open-seat")
    return seat.name or words.ui("server.former-player")


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that counts: its place in the log, the seat asked, and who gave it."""

    seq: int
    who: str
    by: By


@dataclass(frozen=True, slots=True)
class Again:
    """A line that was taken back and can be given again: where it led, and the seats of the people who answered."""

    head: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoWish:
    """A request to go back that needs the consent of others."""

    by: str
    """The seat."""
    user: str
    to: int
    agreed: tuple[str, ...]
    """The people who agreed."""


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

    @staticmethod
    def of(row: Mapping[str, Any]) -> "Change":
        return Change(
            seq=row["seq"],
            kind=row["kind"],
            parent=row["parent"],
            base=row["base"],
            depth=row["depth"],
            who=row["who"],
            by=row["by"],
            action=decode(row["action"]) if row["action"] else None,
            events=tuple(Message(key, params) for key, params in decode(row["events"])),
        )

    def row(self, game: str, at: int, state: str | None) -> dict[str, Any]:
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
            "at": at,
            "state": state,
        }

    @property
    def leads_to(self) -> int:
        """The answer at whose position one stands after this change."""
        return self.seq if self.kind in ("answer", "start") else self.parent


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

    def forget(self) -> None:
        """Lets go of what can be worked out again: hundreds of small objects that nobody may ever ask for."""
        self._view = None
        self.said.clear()


class Live:
    """A game that has begun, as this process knows it. Changes only under its lock and after a commit."""

    def __init__(self, row: Mapping[str, Any], seats: Sequence[Seat], line: Iterable[Answered], last: Change) -> None:
        self.lock = asyncio.Lock()
        self.load(row, seats, line, last)

    def load(self, row: Mapping[str, Any], seats: Sequence[Seat], line: Iterable[Answered], last: Change) -> None:
        """Takes over what the database has."""
        self.id: str = row["id"]
        self.options: dict[str, str] = decode(row["options"])
        self.title: Title = as_played(row["title"], self.options, len(seats))
        self.hex_fields = hex_fields(self.title)
        self.rules_version: int = row["rules_version"]
        self.host: str | None = row["host"]
        self.public: bool = row["public"]
        self.invite: str = row["invite"]
        self.status: str = row["status"]
        self.updated: int = row["updated"]
        self.seats: dict[str, Seat] = {seat.seat: seat for seat in seats}
        self.seq: int = row["seq"]
        self.info: int = row["info"]
        self.line: list[Answered] = list(line)
        self.redo: list[Again] = msgspec.json.decode(row["redo"], type=list[Again])
        wish = row["undo_request"]
        self.undo_wish: UndoWish | None = msgspec.json.decode(wish, type=UndoWish) if wish else None
        self.people = frozenset(s.user for s in seats if s.kind == "human" and s.user is not None)
        self._said: dict[str, tuple[Words, dict[str, str]]] = {}
        self._stops: dict[str, tuple[Sequence[Message], list[str]]] = {}
        game = Game.at(self.title, state_from_json(self.title, decode(row["state"])))
        self.recent: OrderedDict[int, Position] = OrderedDict()
        self.now = self.remember(Position(last, game))

    def remember(self, position: Position) -> Position:
        self.recent[position.change.seq] = position
        while len(self.recent) > RECENT:
            self.recent.popitem(last=False)
        return position

    @property
    def game(self) -> Game:
        return self.now.game

    @property
    def head(self) -> int:
        return self.line[-1].seq if self.line else 0

    def words_in(self, language: str) -> Words:
        return self._words_and_names(language)[0]

    def names_in(self, language: str) -> dict[str, str]:
        """What each seat is called."""
        return self._words_and_names(language)[1]

    def _words_and_names(self, language: str) -> tuple[Words, dict[str, str]]:
        found = self._said.get(language)
        if found is None:
            names = names_of(self.seats.values(), title_words(self.title, language))
            found = self._said[language] = game_words(self.title, language, names), names
        return found

    def stops_in(self, language: str, stops: Sequence[Message]) -> list[str]:
        """The words for the course of the game, which hardly ever changes."""
        known = self._stops.get(language)
        if known is None or known[0] != stops:
            words = self.words_in(language)
            known = self._stops[language] = stops, [words.stop(stop) for stop in stops]
        return known[1]

    def seats_of(self, user: str | None) -> list[str]:
        """The seats a person plays, in order."""
        return [] if user is None else [seat.seat for seat in self.seats.values() if seat.user == user]

    def refuse_strangers(self, user: str | None, invite: str | None) -> None:
        """A game by invitation is not there for others."""
        invited = invite is not None and compare_digest(invite.encode(), self.invite.encode())
        if not (self.public or invited or (user is not None and (user == self.host or user in self.people))):
            raise Fault("not-found", "no-such-game")

    def due(self, game: Game) -> bool:
        """Whether a bot is asked."""
        seat = self.seats.get(game.ask.who) if game.ask else None
        return seat is not None and seat.kind == "bot"


def hex_fields(title: Title) -> dict[str, list[tuple[str, bool]]]:
    """Which fields of each kind of action name hexes, and whether they name a row of them."""
    return {f.name: [(h.name, h.many) for h in f.fields if h.kind == "hex"] for f in title.forms.values()}


def stored_columns(position: Position, *, head: int, redo: Sequence[Again], due: bool, at: int) -> dict[str, Any]:
    """The columns of a game that change with its position."""
    game, course = position.game, position.view.course
    stop, outcome = course.stops[course.at], game.outcome
    return {
        "updated": at,
        "seq": position.change.seq,
        "head": head,
        "asked": game.ask.who if game.ask else None,
        "due": due,
        "course": text_of((stop.key, stop.params)),
        "winners": text_of([s.player for s in outcome if s.rank == 1] if outcome else []),
        "status": "running" if game.ask else "finished",
        "redo": text_of(redo),
        "state": state_to_text(game.state),
    }


def answer(before: Change, game_before: Game, action: Any, by: By, after: Game) -> Change:
    """The entry of an answer that was given."""
    assert game_before.ask is not None
    seq, depth = before.seq + 1, before.depth + 1
    return Change(
        seq=seq,
        kind="answer",
        parent=before.leads_to,
        base=seq if depth % SPACING == 0 else before.base,
        depth=depth,
        who=game_before.ask.who,
        by=by,
        action=action_to_json(action),
        events=after.events,
    )


def replayed(title: Title, rows: Sequence[Row], seq: int) -> Game:
    """The position after an answer, from the kept one at the start of its line."""
    by_seq = {row["seq"]: row for row in rows}
    actions: list[Any] = []
    row = by_seq[seq]
    while row["state"] is None:
        actions.append(action_from_json(title, decode(row["action"])))
        row = by_seq[row["parent"]]
    game = Game.at(title, state_from_json(title, decode(row["state"])))
    for action in reversed(actions):
        game = game.play(action)
    return game
