"""Everything behind the addresses, put together."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import cast

import structlog
from litestar import Litestar, Request
from litestar.datastructures import State

from ferrovia import __version__
from ferrovia.server.accounts.service import Accounts, Person
from ferrovia.server.database import Database
from ferrovia.server.games.bus import Bus
from ferrovia.server.games.fanout import FanOut
from ferrovia.server.games.files import Files
from ferrovia.server.games.history import History
from ferrovia.server.games.scouts import Scouts
from ferrovia.server.games.service import Games
from ferrovia.server.games.stream import Streams
from ferrovia.server.games.talk import Talk
from ferrovia.server.limits import Limiter
from ferrovia.server.lobby.service import Lobby
from ferrovia.server.metrics import Metrics
from ferrovia.server.migrations import migrate
from ferrovia.server.settings import Settings

LOG = structlog.get_logger("ferrovia.server")

AppRequest = Request[Person | None, str | None, State]


class Services:
    """Everything behind the addresses, put together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.database = Database(settings.database)
        self.bus = Bus(self.metrics)
        limiter = Limiter(active=settings.rate_limits)
        self.accounts = Accounts(self.database, limiter, session_days=settings.session_days)
        self.games = Games(self.database, self.bus, self.metrics, settings)
        self.lobby = Lobby(self.database, self.games, limiter, settings)
        self.talk = Talk(self.database, self.bus, limiter)
        self.history = History(self.database)
        self.files = Files(self.database, self.lobby, limiter)
        self.scouts = Scouts()
        self.streams = Streams(self.games, self.lobby, self.talk, self.bus)
        self.fanout = FanOut(self.database, self.bus, poll=settings.poll)

    @asynccontextmanager
    async def running(self, _app: Litestar) -> AsyncGenerator[None]:
        migrate(self.database.writing)
        LOG.info("server ready", database=self.database.kind, version=__version__)
        self.fanout.start()
        await self.games.drive_all_due()
        yield
        LOG.info("server stops")
        self.bus.close()
        await self.scouts.close()
        await self.fanout.close()
        await self.games.close()
        await self.database.close()


def services(request: AppRequest) -> Services:
    return cast(Services, request.app.state.services)
