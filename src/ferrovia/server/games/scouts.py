"""Scouts look for best routes in threads of their own: never in the event loop, and only while somebody waits."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor

from ferrovia import Search
from ferrovia.model.ids import CompanyId
from ferrovia.model.view import BestRoutes
from ferrovia.server.games.changes import Position

SCOUTS = 4
"""More would not be quicker: they share the time of one core."""


class Scouts:
    """A few threads that search, each for one reader at a time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(SCOUTS, thread_name_prefix="scout")
        self._stopped = threading.Event()

    async def better_and_better(
        self, position: Position, company: CompanyId, budget_seconds: float
    ) -> AsyncGenerator[BestRoutes]:
        """Ever better routes of a company, the last being proved best unless the time is over.

        Whoever is slow to read hears only of the latest. The search ends with its reader.
        """
        known: BestRoutes | None = position.said.get(("routes", company))
        if known is not None:
            yield known
            return
        loop, news, gone = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
        latest: BestRoutes | None = None

        def tell(found: BestRoutes) -> None:
            nonlocal latest
            latest = found
            loop.call_soon_threadsafe(news.set)

        search = Search(budget_seconds, cancelled=lambda: gone.is_set() or self._stopped.is_set(), on_better=tell)
        work = loop.run_in_executor(self._pool, position.game.best_routes, company, search)
        work.add_done_callback(lambda _: news.set())
        try:
            while not work.done():
                await news.wait()
                news.clear()
                if latest is not None and not work.done():
                    yield latest
            last = await work
            if last is not None:
                if last.proved:
                    position.said["routes", company] = last
                yield last
        finally:
            gone.set()
            work.cancel()  # if it still waits for a thread

    async def close(self) -> None:
        """Ends every search: the server stops."""
        self._stopped.set()
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
