"""A process in which only bots answer: any number of them, on any host, beside any number of servers."""

import asyncio
from contextlib import suppress
from time import monotonic

import structlog

from ferrovia import __version__
from ferrovia.server.clock import now
from ferrovia.server.database import Database
from ferrovia.server.ending import when_told_to_stop
from ferrovia.server.games import store
from ferrovia.server.games.answering import Answering
from ferrovia.server.games.bots import Bots, Played
from ferrovia.server.games.bus import Bus
from ferrovia.server.games.history import History
from ferrovia.server.games.queue import GONE, BotQueue
from ferrovia.server.games.reading import Reading
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.thinkers import Thinkers
from ferrovia.server.metrics import Metrics
from ferrovia.server.settings import Settings

LOG = structlog.get_logger("ferrovia.worker")

EACH = 8
"""Games that a worker has in hand for each process in which its bots think: most of the time goes into the pause
before an answer."""
LOOK_EVERY = 0.5
OVERDUE = 1_500
"""Milliseconds after which a game in which a bot must answer, and which is in no hands, is put into the queue."""
LET_BE = 60.0
"""Seconds for which a game in which a bot failed is left alone."""
PAUSE = 1.0
"""Seconds before the database is tried again after it was gone."""


class Worker:
    """Sees to the games in which bots must answer."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        metrics = Metrics()
        self._database = Database(settings.database)
        bus = Bus(metrics)
        shelf = Shelf(self._database, bus, metrics, room=settings.live_games, wake_bots=_let_it)
        reading = Reading(shelf, History(self._database))
        answering = Answering(
            self._database, shelf, reading, bus, metrics, longest=settings.max_entries, wake_bots=_let_it
        )
        thinkers = Thinkers(settings.bot_processes)
        self._bots = Bots(self._database, shelf, answering, thinkers, pause=settings.bot_pause)
        self._queue = BotQueue(self._database.url, self._play_on)
        self._failed: dict[str, float] = {}

    async def run(self) -> None:
        """Until it is cancelled."""
        await self._queue.start()
        LOG.info("bots ready", version=__version__)
        looking = asyncio.create_task(self._look_again_and_again(), name="what is due")
        try:
            await self._work()
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            await self._bots.close()
            await self._queue.close()
            await self._database.close()
            LOG.info("bots stop")

    async def _work(self) -> None:
        at_once = EACH * max(1, self._settings.bot_processes)
        while True:
            try:
                await self._queue.work(at_once=at_once)
                LOG.warning("the queue has given up")  # it does so when the database was away, and back at once
            except GONE as error:
                LOG.warning("no word from the database", error=str(error))
            await asyncio.sleep(PAUSE)

    async def _play_on(self, game: str) -> None:
        played = await self._bots.play_on(game)
        if played is Played.UNTIL_FAILED:
            self._failed[game] = monotonic()
        elif played is not Played.UNTIL_ASKED:
            with suppress(*GONE):  # else it is found among what is due
                await self._queue.put(game, last=played is Played.FOR_NOBODY)

    async def _look_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self._queue.take_back()
                await self._put_back()
            except GONE as error:
                LOG.warning("no word from the database", error=str(error))
                await asyncio.sleep(PAUSE)

    async def _put_back(self) -> None:
        """What is due and in nobody's hands: a worker was killed, or its server could not reach the queue."""
        before = now() - OVERDUE
        due = await self._database.read(lambda c: store.games_due(c, before=before))
        if not due:
            return
        in_hands = await self._queue.waiting()
        self._failed = {game: at for game, at in self._failed.items() if monotonic() - at < LET_BE}
        for game in due:
            if game not in in_hands and game not in self._failed:
                await self._queue.put(game)


def _let_it(_game: str) -> None:
    """Whoever plays a game on here sees by himself that a bot is asked again."""


async def _run(settings: Settings) -> None:
    working = asyncio.create_task(Worker(settings).run(), name="worker")
    when_told_to_stop(working.cancel)
    with suppress(asyncio.CancelledError):
        await working


def run_worker(settings: Settings) -> None:
    """Lets bots answer until the process is told to stop."""
    asyncio.run(_run(settings))
