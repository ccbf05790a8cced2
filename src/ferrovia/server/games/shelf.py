"""The games that have begun, as this process has them in memory; and any position of theirs."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

import sqlalchemy as sa

from ferrovia import IllegalAction
from ferrovia.server.clock import now
from ferrovia.server.database import Database, Row
from ferrovia.server.errors import Fault
from ferrovia.server.games import store
from ferrovia.server.games.aside import aside
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.changes import SPACING, Change, Position, later_positions, replayed
from ferrovia.server.games.damage import as_stored
from ferrovia.server.games.live import Answered, Live, Stored
from ferrovia.server.games.seats import Seat
from ferrovia.server.metrics import Metrics

STALLED = 5_000
"""Milliseconds after which a bot's answer is overdue: the process that drove the game is gone."""


class Shelf:
    """Finds games; keeps those in memory that were wanted last."""

    def __init__(
        self, database: Database, bus: Bus, metrics: Metrics, *, room: int, wake_bots: Callable[[str], None]
    ) -> None:
        self._database = database
        self._bus = bus
        self._metrics = metrics
        self._room = room
        self._wake_bots = wake_bots
        self._live: OrderedDict[str, Live] = OrderedDict()

    async def at_hand(self, game: str) -> Live:
        """A game as this process knows it; perhaps another process has gone on already."""
        live = self._live.get(game)
        if live is None:
            live = await self._load(game)
        self._live.move_to_end(game)
        return live

    async def pulse(self, game: str) -> Pulse:
        """How far the database has a game."""
        pulse = await self._database.glance(lambda c: store.pulse_of(c, game))
        if pulse is None:
            raise Fault("not-found", "no-such-game")
        return Pulse(*pulse)

    async def fresh(self, game: str, *, pulse: Pulse | None = None) -> Live:
        """A game as far as the database has it, or as it is known to be."""
        known = pulse or await self.pulse(game)
        live = await self.at_hand(game)
        if live.seq < known.seq or live.info < known.info:
            async with live.lock:
                if live.seq < known.seq or live.info < known.info:
                    await self.reload(live)
        if live.due(live.game) and now() - live.updated > STALLED:
            self._wake_bots(game)
        return live

    async def _load(self, game: str) -> Live:
        with as_stored(game):
            opened = Live(await self._database.read(lambda c: _stored(c, game)))
        if game not in self._live:  # somebody else may have been quicker meanwhile
            self._live[game] = opened
            while len(self._live) > self._room:
                self._live.popitem(last=False)
            self._metrics.live_games = len(self._live)
        return self._live[game]

    async def reload(self, live: Live) -> None:
        """Takes over what another process has done. Under the game's lock."""
        news = await self._database.look_up(store.NEWS, (live.id, live.seq))
        with as_stored(live.id):
            later = _answers_in(news or [], live)
            if later:
                with suppress(IllegalAction):
                    live.go_on(await aside(live.title, lambda: later_positions(live.title, live.now, later)))
                    return
            live.load(await self._database.read(lambda c: _stored(c, live.id)))

    def forget(self, game: str) -> None:
        """Whoever asks next reads the game anew."""
        self._live.pop(game, None)

    async def refresh(self, game: str) -> None:
        """Something about a game besides its moves has changed: whoever follows it learns so."""
        pulse = await self.pulse(game)
        if game in self._live:
            await self.fresh(game, pulse=pulse)
        self._bus.publish(game, pulse)

    async def position(self, live: Live, seq: int) -> Position:
        """Any position of a game, a few answers away from a stored one."""
        if seq == live.seq:
            return live.now
        if (known := live.recent.get(seq)) is not None:
            return known
        if seq > live.seq:
            raise Fault("not-found", "no-such-position")
        with as_stored(live.id):
            return live.remember(await self._database.read(lambda c: _position_at(c, live, seq)))


def _answers_in(news: Sequence[Row], live: Live) -> list[Change]:
    """The answers that have followed, if they are few and nothing else has happened."""
    if len(news) > SPACING or any(row["info"] != live.info or row["kind"] != "answer" for row in news):
        return []
    return [Change.of(row) for row in news]


def _stored(connection: sa.Connection, game: str) -> Stored:
    row = store.find_game(connection, game)
    if row is None:
        raise Fault("not-found", "no-such-game")
    if row["status"] == "open":
        raise Fault("conflict", "not-begun")
    seats = [Seat.of(seat) for seat in store.seats_of(connection, [game])]
    line = [Answered(*answered) for answered in store.line_of(connection, game)]
    last = store.entry_at(connection, game, row["seq"])
    if last is None:
        raise ValueError("the latest entry of the log is missing")
    return Stored(row, seats, line, Change.of(last))


def _position_at(connection: sa.Connection, live: Live, seq: int) -> Position:
    row = store.entry_at(connection, live.id, seq)
    if row is None:
        raise Fault("not-found", "no-such-position")
    change = Change.of(row)
    rows = store.way_to(connection, live.id, base=change.base, seq=change.leads_to)
    try:
        return Position(change, replayed(live.title, rows, change.leads_to))
    except IllegalAction:
        raise Fault("conflict", "older-rules") from None
