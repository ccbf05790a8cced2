"""Everything behind the addresses, put together."""

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from typing import cast

import structlog
from litestar import Litestar, Request
from litestar.datastructures import State

from ferrovia import __version__
from ferrovia.server.access import Reader
from ferrovia.server.accounts.service import Accounts, Person
from ferrovia.server.counters import OwnCounters, SharedCounters
from ferrovia.server.database import READERS, Database
from ferrovia.server.ending import before_stopping
from ferrovia.server.games.answering import Answering
from ferrovia.server.games.bots import Bots
from ferrovia.server.games.bus import Bus
from ferrovia.server.games.fanout import FanOut
from ferrovia.server.games.files import Files
from ferrovia.server.games.history import History
from ferrovia.server.games.queue import BotQueue
from ferrovia.server.games.reading import Reading
from ferrovia.server.games.scouts import SCOUTS, Scouts
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.stream import Streams
from ferrovia.server.games.takeback import TakingBack
from ferrovia.server.games.talk import Talk
from ferrovia.server.games.thinkers import Thinkers
from ferrovia.server.gate import network_in, reader_in
from ferrovia.server.limits import Limiter, limits_of_a_day
from ferrovia.server.lobby.service import Lobby
from ferrovia.server.lobby.substitutes import Substitutes
from ferrovia.server.metrics import Metrics
from ferrovia.server.migrations import migrate
from ferrovia.server.networks import Lines
from ferrovia.server.quotas import Quotas
from ferrovia.server.settings import Settings
from ferrovia.server.tidying import Tidying
from ferrovia.server.turns import Turns
from ferrovia.server.words import language_of

LOG = structlog.get_logger("ferrovia.server")

THREADS = 16
"""For work beside the event loop: more than all turns and hashes together, so that a move always finds one."""
LISTS = READERS // 2
"""Lists that are read at once: a search looks through all games, and others want to read as well."""

AppRequest = Request[Person | None, str | None, State]


class Services:
    """Everything behind the addresses, put together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.database = Database(settings.database)
        self.bus = Bus(self.metrics)
        self.counters = SharedCounters(settings.redis) if settings.redis else OwnCounters()
        limiter = self.limiter = Limiter(
            self.counters, active=settings.rate_limits, scale=settings.limit_scale, day=limits_of_a_day(settings)
        )
        self.lines = Lines(self.counters, most=settings.lines_per_address if settings.rate_limits else 0)
        self.turns = Turns(at_once=2)  # they share the time of one core with everything else
        self.replays = Turns(at_once=2)  # whoever looks at a game waits for none of these
        self.lists = Turns(at_once=LISTS)
        self.searches = Turns(at_once=SCOUTS, each=SCOUTS // 2)
        self.accounts = Accounts(self.database, limiter, session_days=settings.session_days)
        self.shelf = Shelf(self.database, self.bus, self.metrics, room=settings.live_games, wake_bots=self._wake_bots)
        self.history = History(self.database)
        self.reading = Reading(self.shelf, self.history)
        quotas = Quotas.of(settings)
        self.answering = Answering(
            self.database,
            self.shelf,
            self.reading,
            self.bus,
            self.metrics,
            longest=settings.max_entries,
            wake_bots=self._wake_bots,
        )
        self.taking_back = TakingBack(self.database, self.shelf, self.reading, self.answering, self.bus, limiter)
        self.bots = self._bots_here() if settings.bots == "here" else BotQueue(self.database.url)
        self.lobby = Lobby(self.database, self.shelf, limiter, quotas, wake_bots=self._wake_bots)
        self.substitutes = Substitutes(
            self.database, self.shelf, self.lobby, limiter, settings=settings, wake_bots=self._wake_bots
        )
        self.talk = Talk(self.database, self.bus, limiter, quotas)
        self.files = Files(self.database, self.lobby, limiter, longest=settings.max_entries)
        self.scouts = Scouts()
        self.tidying = Tidying(self.database, self.shelf, self.substitutes, settings)
        self.streams = Streams(self.shelf, self.reading, self.lobby, self.talk, self.bus, self.lines)
        self.fanout = FanOut(self.database, self.bus, poll=settings.poll)

    def _bots_here(self) -> Bots:
        thinkers = Thinkers(self.settings.bot_processes)
        return Bots(self.database, self.shelf, self.answering, thinkers, pause=self.settings.bot_pause)

    def _wake_bots(self, game: str) -> None:
        self.bots.drive(game)

    @asynccontextmanager
    async def running(self, _app: Litestar) -> AsyncGenerator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="beside"))
        migrate(self.database.writing)
        LOG.info("server ready", database=self.database.kind, version=__version__)
        before_stopping(self.bus.close)
        self.fanout.start()
        self.tidying.start()
        await self.bots.start()
        with self.metrics.told_at(self.settings.metrics) if self.settings.metrics else nullcontext():
            yield
        LOG.info("server stops")
        self.bus.close()
        await self.scouts.close()
        await self.fanout.close()
        await self.tidying.close()
        await self.bots.close()
        await self.counters.close()
        await self.database.close()


def services(request: AppRequest) -> Services:
    return cast(Services, request.app.state.services)


def reader_of(request: AppRequest, invite: str | None = None) -> Reader:
    """Whoever sends this request, signed in or not."""
    return reader_in(request.scope, invite)


def signed_in(request: AppRequest) -> Person:
    """Whoever sends this request; refuses whoever is not signed in."""
    return reader_of(request).signed_in


def player_of(request: AppRequest, invite: str | None = None) -> Reader:
    """Somebody who is signed in, as a reader."""
    return Reader(signed_in(request), language_of(request), invite, network_in(request.scope))
