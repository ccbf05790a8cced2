"""A game in memory: the position that counts, the line of answers that led to it, and who sits where."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ferrovia import By, Game, Kept, Title, state_from_json, state_to_text
from ferrovia.model.ids import CHANCE
from ferrovia.model.message import Message
from ferrovia.server.access import Door
from ferrovia.server.encoding import decode, text_of
from ferrovia.server.games.changes import Change, Position
from ferrovia.server.games.seats import Seat, names_of
from ferrovia.server.variants import as_played
from ferrovia.server.words import game_words, title_words
from ferrovia.text import Words

RECENT = 6
"""Positions kept in memory for live updates: few, for what is let go of late has left the processor's memory."""


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
class Stored:
    """A game as the database has it."""

    row: Mapping[str, Any]
    seats: Sequence[Seat]
    line: Sequence[Answered]
    last: Change


class Live:
    """A game that has begun, as this process knows it. Changes only under its lock and after a commit."""

    def __init__(self, stored: Stored) -> None:
        self.lock = asyncio.Lock()
        self.load(stored)

    def load(self, stored: Stored) -> None:
        """Takes over what the database has."""
        row, seats = stored.row, stored.seats
        self.id: str = row["id"]
        self.options: dict[str, str] = decode(row["options"])
        self.title: Title = as_played(row["title"], self.options, len(seats))
        self.hex_fields = hex_fields(self.title)
        self.rules_version: int = row["rules_version"]
        self.hints: bool = row["hints"]
        self.status: str = row["status"]
        self.updated: int = row["updated"]
        self.seats: dict[str, Seat] = {seat.seat: seat for seat in seats}
        self.door = Door.of(row, seats)
        self.seq: int = row["seq"]
        self.info: int = row["info"]
        self.line: list[Answered] = list(stored.line)
        self.redo: list[Again] = msgspec.json.decode(row["redo"], type=list[Again])
        wish = row["undo_request"]
        self.undo_wish: UndoWish | None = msgspec.json.decode(wish, type=UndoWish) if wish else None
        self._said: dict[str, tuple[Words, dict[str, str]]] = {}
        self._stops: dict[str, tuple[Sequence[Message], list[str]]] = {}
        game = Game.at(self.title, state_from_json(self.title, decode(row["state"])))
        if self.seats.keys() != set(game.state.players):
            raise ValueError("not everybody who plays has a seat")
        known = {*self.seats, CHANCE}  # a file may say that chance answered by a player's hand
        if any(answered.by == "player" and answered.who not in known for answered in self.line):
            raise ValueError("somebody has answered who has no seat")
        self.recent = Kept[Position](recent=RECENT)
        self.now = self.remember(Position(stored.last, game))

    def go_on(self, positions: Sequence[Position]) -> None:
        """Answers were stored, here or by another process."""
        for position in positions:
            change = position.change
            self.line.append(Answered(change.seq, change.who or "", change.by))
            self.remember(position)
        self.stand_at(positions[-1], redo=[])

    def stand_at(self, position: Position, *, redo: list[Again]) -> None:
        """Another position is the one that counts."""
        self.now = self.remember(position)
        self.seq = position.change.seq
        self.status = "running" if position.game.ask else "finished"
        self.redo, self.undo_wish, self.updated = redo, None, position.change.at

    def remember(self, position: Position) -> Position:
        return self.recent.keep(position.change.seq, position)

    @property
    def game(self) -> Game:
        return self.now.game

    @property
    def head(self) -> int:
        return self.line[-1].seq if self.line else 0

    @property
    def people(self) -> frozenset[str]:
        return self.door.people

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

    def acting_seat(self, game: Game, user: str | None) -> Any:
        """The seat a person answers for: the one asked if it is theirs, else their first."""
        mine = self.seats_of(user)
        if game.ask is not None and game.ask.who in mine:
            return game.ask.who
        return mine[0] if mine else None

    def due(self, game: Game) -> bool:
        """Whether a bot is asked."""
        seat = self.seats.get(game.ask.who) if game.ask else None
        return seat is not None and seat.kind == "bot"


def hex_fields(title: Title) -> dict[str, list[tuple[str, bool]]]:
    """Which fields of each kind of action name hexes, and whether they name a row of them."""
    return {f.name: [(h.name, h.many) for h in f.fields if h.kind == "hex"] for f in title.forms.values()}


def stored_columns(position: Position, *, head: int, redo: Sequence[Again], due: bool) -> dict[str, Any]:
    """The columns of a game that change with its position."""
    game, course = position.game, position.view.course
    stop, outcome = course.stops[course.at], game.outcome
    return {
        "updated": position.change.at,
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
