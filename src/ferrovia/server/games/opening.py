"""The first positions of a game: dealt, imported, or taken over from another game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ferrovia import By, Game, Title, new_game, state_to_text
from ferrovia.server.clock import now
from ferrovia.server.games import store
from ferrovia.server.games.live import Change, Position, Seat, decode, stored_columns
from ferrovia.server.games.play import of_itself, positions_after


@dataclass(frozen=True, slots=True)
class Opening:
    """What is stored when a game begins."""

    game: str
    entries: Sequence[dict[str, Any]]
    columns: Mapping[str, Any]
    due: bool
    """Whether a bot begins."""

    def store(self, connection: sa.Connection) -> None:
        store.add_entries(connection, self.entries)
        store.set_columns(connection, self.game, self.columns)


def opened(row: Mapping[str, Any], title: Title, seats: Sequence[Seat]) -> Opening:
    """A new game, dealt; answers that are forced or chance's are given at once."""
    first = new_game(title.id, [seat.seat for seat in seats], decode(row["options"]))
    return begun(row["id"], first, of_itself(first), seats)


def begun(game: str, first: Game, answers: Iterable[tuple[Any, By, Game]], seats: Sequence[Seat]) -> Opening:
    """A game from its first position and the answers that follow."""
    start = Position(Change(0, "start", 0, 0, 0, None, "engine", None, first.events), first)
    positions = [start, *positions_after(start, list(answers))]
    last, at = positions[-1], now()
    bots = {seat.seat for seat in seats if seat.kind == "bot"}
    due = last.game.ask is not None and last.game.ask.who in bots
    entries = [p.change.row(game, at, _state(p) if p.change.base == p.change.seq else None) for p in positions]
    columns = stored_columns(last, head=last.change.seq, redo=(), due=due, at=at)
    return Opening(game, entries, columns, due)


def _state(position: Position) -> str:
    return state_to_text(position.game.state)
