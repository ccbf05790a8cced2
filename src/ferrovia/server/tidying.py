"""What nobody comes back for is removed after documented times: idle guests, games that never began, old analyses."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa
import structlog

from ferrovia.server.accounts import store as people
from ferrovia.server.clock import DAY, now
from ferrovia.server.database import Database, Unavailable
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.lobby import store as lobby
from ferrovia.server.lobby.substitutes import Substitutes
from ferrovia.server.settings import Settings
from ferrovia.server.tables import GAMES, SEATS, USERS

LOG = structlog.get_logger("ferrovia.tidying")

EVERY = 600.0
"""Seconds between rounds."""
AT_ONCE = 100
"""Things removed in one transaction: nobody waits long behind it."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """What a round has removed."""

    guests: int = 0
    unbegun: int = 0
    analyses: int = 0


class Tidying:
    """Goes round from time to time; several processes may do so."""

    def __init__(self, database: Database, shelf: Shelf, substitutes: Substitutes, settings: Settings) -> None:
        self._database = database
        self._shelf = shelf
        self._substitutes = substitutes
        self._settings = settings
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
        while games := await self._database.read(lambda c: _some(c, GAMES.c.id, which)):
            await self._database.write(lambda c, games=games: [lobby.delete_game(c, game) for game in games])
            for game in games:
                self._shelf.forget(game)
            removed += len(games)
        return removed

    async def _remove_guests(self, before: int) -> int:
        removed = 0
        while guests := await self._database.read(lambda c: _some(c, USERS.c.id, idle_guests(before))):
            await self._database.write(lambda c, guests=guests: [people.delete_user(c, guest) for guest in guests])
            removed += len(guests)
        return removed


def unbegun_since(before: int) -> sa.ColumnElement[bool]:
    """Games for which nobody has done anything since, and which never began."""
    return sa.and_(GAMES.c.status == "open", GAMES.c.updated < before)


def analyses_since(before: int) -> sa.ColumnElement[bool]:
    """Imported games and copies to try things out that nobody has touched since."""
    return sa.and_(GAMES.c.analysis, GAMES.c.updated < before)


def idle_guests(before: int) -> sa.ColumnElement[bool]:
    """Guests who were not seen since and are awaited nowhere."""
    running = sa.exists().where(SEATS.c.user == USERS.c.id, SEATS.c.game == GAMES.c.id, GAMES.c.status == "running")
    return sa.and_(USERS.c.account.is_(None), USERS.c.seen < before, ~running)


def _some(connection: sa.Connection, column: sa.Column[str], which: sa.ColumnElement[bool]) -> list[str]:
    return list(connection.execute(sa.select(column).where(which).limit(AT_ONCE)).scalars())
