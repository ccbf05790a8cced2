"""What nobody comes back for is removed after documented times: idle guests, games that never began, old analyses."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa
import structlog

from ferrovia.server.accounts import store as people
from ferrovia.server.clock import DAY, HOUR, now
from ferrovia.server.database import Database, Unavailable
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.lobby import store as lobby
from ferrovia.server.lobby.substitutes import Substitutes
from ferrovia.server.settings import Settings
from ferrovia.server.tables import GAMES, SEATS, USERS

LOG = structlog.get_logger("ferrovia.tidying")

EVERY = 600.0
"""Seconds between rounds."""
JUMP = HOUR
"""Milliseconds by which no clock is corrected between two rounds."""
AT_ONCE = 100
"""Things removed in one transaction: nobody waits long behind it."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """What a round has removed."""

    guests: int = 0
    unbegun: int = 0
    analyses: int = 0


class Steadiness:
    """Whether the clock on the wall goes as time does. One that was set a year ahead by mistake would remove everybody
    at once: where it has jumped, it is believed only after a day in which it has not."""

    def __init__(self, wall: Callable[[], int] = now, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._ahead = self._difference()
        self._doubted_until = self._steady()

    def _difference(self) -> int:
        return self._wall() - int(self._steady() * 1_000)

    def is_believed(self) -> bool:
        """Asked in every round."""
        ahead, before = self._difference(), self._ahead
        self._ahead = ahead
        if abs(ahead - before) > JUMP:
            self._doubted_until = self._steady() + DAY / 1_000
            LOG.warning("the clock has jumped: nothing is tidied for a day", seconds=(ahead - before) // 1_000)
        return self._steady() >= self._doubted_until


class Tidying:
    """Goes round from time to time; several processes may do so."""

    def __init__(self, database: Database, shelf: Shelf, substitutes: Substitutes, settings: Settings) -> None:
        self._database = database
        self._shelf = shelf
        self._substitutes = substitutes
        self._settings = settings
        self._clock = Steadiness()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._again_and_again(), name="tidying")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _again_and_again(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.once()
            except Unavailable:
                pass
            except Exception as error:  # the next round may do better; without one nothing would ever be tidied again
                LOG.error("tidying failed", exc_info=error)

    async def once(self) -> Tidied:
        """One round."""
        if not self._clock.is_believed():
            return Tidied()
        await self._substitutes.decide_overdue()
        at, settings = now(), self._settings
        unbegun = await self._remove_games(unbegun_since(at - settings.open_days * DAY))
        analyses = await self._remove_games(analyses_since(at - settings.analysis_days * DAY))
        guests = await self._remove_guests(at - settings.guest_days * DAY)
        tidied = Tidied(guests=guests, unbegun=unbegun, analyses=analyses)
        if tidied != Tidied():
            LOG.info("tidied", guests=guests, unbegun=unbegun, analyses=analyses)
        return tidied

    async def _remove_games(self, which: sa.ColumnElement[bool]) -> int:
        removed = 0
        while games := await self._database.write(lambda c: _remove(c, GAMES.c.id, which, lobby.delete_game)):
            for game in games:
                self._shelf.forget(game)
            removed += len(games)
        return removed

    async def _remove_guests(self, before: int) -> int:
        removed = 0
        while guests := await self._database.write(
            lambda c: _remove(c, USERS.c.id, idle_guests(before), people.delete_user)
        ):
            removed += len(guests)
        return removed


def unbegun_since(before: int) -> sa.ColumnElement[bool]:
    """Games for which nobody has done anything since, and which never began."""
    return sa.and_(GAMES.c.status == "open", GAMES.c.updated < before)


def analyses_since(before: int) -> sa.ColumnElement[bool]:
    """Imported games and copies to try things out that nobody has touched since."""
    return sa.and_(GAMES.c.analysis, GAMES.c.updated < before)


def idle_guests(before: int) -> sa.ColumnElement[bool]:
    """Guests who were not seen since and are awaited nowhere; whoever finds their seat taken over may come back to
    it."""
    playing, coming_back = (
        sa.exists().where(whose == USERS.c.id, SEATS.c.game == GAMES.c.id, GAMES.c.status == "running")
        for whose in (SEATS.c.user, SEATS.c.former)
    )
    return sa.and_(USERS.c.account.is_(None), USERS.c.seen < before, ~playing, ~coming_back)


def _remove(
    connection: sa.Connection,
    column: sa.Column[str],
    which: sa.ColumnElement[bool],
    delete: Callable[[sa.Connection, str], None],
) -> list[str]:
    """Some of what nobody wants any longer. It is looked for and locked where it is removed: a guest who comes back or
    a game that begins in this moment stays."""
    unwanted = sa.select(column).where(which).limit(AT_ONCE).with_for_update()
    found = list(connection.execute(unwanted).scalars())
    for one in found:
        delete(connection, one)
    return found
