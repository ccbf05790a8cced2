"""The first positions of a game: dealt, imported, or taken over from another game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ferrovia import Game, Title, new_game
from ferrovia.server.encoding import decode
from ferrovia.server.games import store
from ferrovia.server.games.changes import Change, Position, entry_rows, positions_after
from ferrovia.server.games.live import stored_columns
from ferrovia.server.games.progress import Progress, automatic_answers
from ferrovia.server.games.seats import Seat


@dataclass(frozen=True, slots=True)
class Opening:
    """What is stored when a game begins."""

    game: str
    entries: Sequence[dict[str, Any]]
    columns: Mapping[str, Any]
    due: bool
    """Whether a bot begins."""

    @property
    def size(self) -> int:
        """About how many bytes are stored."""
        return store.size_of(self.entries)

    def store(self, connection: sa.Connection) -> None:
        store.add_entries(connection, self.entries)
        store.set_columns(connection, self.game, {**self.columns, "size": self.size})


def opened(row: Mapping[str, Any], title: Title, seats: Sequence[Seat]) -> Opening:
    """A new game, dealt; answers that are forced or chance's are given at once."""
    first = new_game(title.id, [seat.seat for seat in seats], decode(row["options"]))
    return begun(row["id"], first, automatic_answers(first), seats)


def begun(game: str, first: Game, answers: Sequence[Progress], seats: Sequence[Seat]) -> Opening:
    """A game from its first position and the answers that follow."""
    start = Position(Change.start(first), first)
    positions = [start, *positions_after(start, answers)]
    last = positions[-1]
    bots = {seat.seat for seat in seats if seat.kind == "bot"}
    due = last.game.ask is not None and last.game.ask.who in bots
    columns = stored_columns(last, head=last.change.seq, redo=(), due=due)
    return Opening(game, entry_rows(game, positions, columns["state"]), columns, due)
