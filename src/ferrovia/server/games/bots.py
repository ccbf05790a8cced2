"""Games go on without people: bots answer, in the background, until a person is asked."""

import asyncio
from enum import Enum, auto

import structlog

from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.games import store
from ferrovia.server.games.answering import Answering
from ferrovia.server.games.live import Live
from ferrovia.server.games.progress import Progress, with_what_follows
from ferrovia.server.games.reading import read_action
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.thinkers import Thinkers
from ferrovia.server.turns import Turns

LOG = structlog.get_logger("ferrovia.bots")

STINT = 8
"""Answers that bots give in a row before other games have their turn."""
NOBODY = ""
"""For whom bots think at all the tables at which nobody else sits."""


class Played(Enum):
    """How far the bots of a game have come."""

    UNTIL_ASKED = auto()
    """A person is asked, or the game is over."""
    FOR_A_STINT = auto()
    """They are not done, but it is the turn of others."""
    FOR_NOBODY = auto()
    """The same where only bots sit: all others come first."""
    UNTIL_FAILED = auto()
    """A bot failed, or the log is full."""


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
        self._turns = Turns(at_once=thinkers.at_once)
        """One answer at a time for each host, so whoever has many tables with bots waits for themselves."""
        self._driving: dict[str, asyncio.Task[Played]] = {}

    def drive(self, game: str) -> None:
        """Lets the bots of a game answer until a person is asked."""
        if game not in self._driving:
            task = asyncio.create_task(self.play_on(game, to_the_end=True), name=f"bots of {game}")
            self._driving[game] = task
            task.add_done_callback(lambda _: self._driving.pop(game, None))

    async def start(self) -> None:
        """After a start: games in which a bot's answer is due go on."""
        for game in await self._database.read(store.games_due):
            self.drive(game)

    async def play_on(self, game: str, *, to_the_end: bool = False) -> Played:
        """Answers until a person is asked, or for a stint."""
        answers = 0
        while True:
            try:
                live = await self._shelf.fresh(game)  # other processes may have gone on
                if not live.due(live.game):
                    self._thinkers.think_ahead(live, live.game)
                    return Played.UNTIL_ASKED
                if self._answering.is_full(live):
                    return Played.UNTIL_FAILED
                if answers >= STINT and not to_the_end:
                    return Played.FOR_A_STINT if live.people else Played.FOR_NOBODY
                await asyncio.sleep(self._pause)
                await self._answer(live)
                answers += 1
            except Unavailable:
                await asyncio.sleep(1)
            except Exception as error:
                LOG.error("a bot failed", game=game, exc_info=error)
                return Played.UNTIL_FAILED

    async def _answer(self, live: Live) -> None:
        position = live.now
        ask = position.game.ask
        bot = live.seats[ask.who].bot if ask else None
        if bot is None:
            return
        async with self._turns.of((live.door.host or live.id) if live.people else NOBODY):
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
