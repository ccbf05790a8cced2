"""Games go on without people: bots answer, in the background, until a person is asked."""

import asyncio

import structlog

from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.games import store
from ferrovia.server.games.answering import Answering
from ferrovia.server.games.live import Live
from ferrovia.server.games.progress import Progress, with_what_follows
from ferrovia.server.games.reading import read_action
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.thinkers import Thinkers

LOG = structlog.get_logger("ferrovia.bots")


class Bots:
    """Answers for every seat that a bot plays."""

    def __init__(
        self, database: Database, shelf: Shelf, answering: Answering, thinkers: Thinkers, *, pause: float
    ) -> None:
        self._database = database
        self._shelf = shelf
        self._answering = answering
        self._thinkers = thinkers
        self._pause = pause
        self._driving: dict[str, asyncio.Task[bool]] = {}

    def drive(self, game: str) -> None:
        """Lets the bots of a game answer until a person is asked."""
        if game not in self._driving:
            task = asyncio.create_task(self.play_on(game), name=f"bots of {game}")
            self._driving[game] = task
            task.add_done_callback(lambda _: self._driving.pop(game, None))

    async def start(self) -> None:
        """After a start: games in which a bot's answer is due go on."""
        for game in await self._database.read(store.games_due):
            self.drive(game)

    async def play_on(self, game: str) -> bool:
        """Answers until a person is asked; False where a bot failed."""
        while True:
            try:
                live = await self._shelf.fresh(game)  # other processes may have gone on
                if not live.due(live.game):
                    self._thinkers.think_ahead(live, live.game)
                    return True
                if self._answering.is_full(live):
                    return False
                await asyncio.sleep(self._pause)
                await self._answer(live)
            except Unavailable:
                await asyncio.sleep(1)
            except Exception as error:
                LOG.error("a bot failed", game=game, exc_info=error)
                return False

    async def _answer(self, live: Live) -> None:
        position = live.now
        ask = position.game.ask
        bot = live.seats[ask.who].bot if ask else None
        if bot is None:
            return
        action = await self._thinkers.answer(live, position.game, bot)
        async with live.lock:
            if live.now is not position:  # taken back, or answered by another process, while it thought
                return
            wanted = read_action(live, action)
            try:
                await self._answering.play(live, lambda: with_what_follows(Progress.of(position.game, wanted, "bot")))
            except Taken:
                await self._shelf.reload(live)

    async def close(self) -> None:
        driving = list(self._driving.values())
        for task in driving:
            task.cancel()
        await asyncio.gather(*driving, return_exceptions=True)
        await self._thinkers.close()
