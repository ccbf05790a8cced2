"""Word of changes made through other processes on the same database."""

import asyncio
from contextlib import suppress

import psycopg
import structlog

from ferrovia.server.database import BETWEEN_WORDS, CHANNEL, Database, Unavailable
from ferrovia.server.engines import KEEP_ALIVE
from ferrovia.server.games import store
from ferrovia.server.games.bus import Bus, Pulse

LOG = structlog.get_logger("ferrovia.fanout")

PAUSE = 1.0
"""Seconds before PostgreSQL is tried again after it was gone."""


class FanOut:
    """Listens to PostgreSQL, or looks at SQLite from time to time, for the games that are followed here."""

    def __init__(self, database: Database, bus: Bus, *, poll: float) -> None:
        self._database = database
        self._bus = bus
        self._poll = poll
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        work = self._look_again_and_again() if self._database.kind == "sqlite" else self._listen_again_and_again()
        self._task = asyncio.create_task(work, name="fan-out")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _catch_up(self) -> None:
        """Publishes how far every followed game is, and which of them are gone."""
        games = self._bus.games()
        if not games:
            return
        pulses = await self._database.read(lambda c: store.pulses_of(c, games))
        for game in games:
            if game in pulses:
                self._bus.publish(game, Pulse(*pulses[game]))
            else:
                self._bus.bury(game)

    # SQLite

    async def _look_again_and_again(self) -> None:
        version = -1
        while True:
            await asyncio.sleep(self._poll)
            try:
                if self._bus.games():
                    found = await self._database.version()
                    if found != version:
                        version = found
                        await self._catch_up()
            except Unavailable:
                pass
            except Exception as error:  # a damaged row: word of other games goes on
                LOG.error("word of changes failed", exc_info=error)

    # PostgreSQL

    async def _listen_again_and_again(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, Unavailable, OSError) as error:
                LOG.warning("no word from the database", error=str(error))
                await asyncio.sleep(PAUSE)
            except Exception as error:  # a damaged row: word of other games goes on
                LOG.error("word of changes failed", exc_info=error)
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True, **KEEP_ALIVE) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._catch_up()  # what happened before we listened
            async for notice in connection.notifies():
                for word in notice.payload.split(BETWEEN_WORDS):
                    await self._heed(word)

    async def _heed(self, word: str) -> None:
        game, _, seq = word.partition(" ")
        if not self._bus.is_followed(game):
            return
        if seq:
            self._bus.publish(game, Pulse(seq=int(seq)))
        else:  # something besides its moves has changed
            await self._catch_up()
