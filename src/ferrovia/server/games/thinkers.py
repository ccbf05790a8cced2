"""Answers that need no person: bots think in processes or threads of their own, never in the event loop."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.synchronize import Event
from random import Random
from typing import Any

import structlog

from ferrovia import Game, action_to_json, state_from_json, state_to_text
from ferrovia.bots import THINKER, answer_ahead, sure_answer
from ferrovia.server.encoding import decode, encode
from ferrovia.server.ending import end_with_parent
from ferrovia.server.games.live import Live
from ferrovia.server.variants import as_played

LOG = structlog.get_logger("ferrovia.bots")

THREADS = 2
"""In which bots think where they have no process of their own."""
TRIES = 2
"""How many processes are given one question."""
SIMPLEST = "simple"
"""Who answers where no process does."""
KEPT_AHEAD = 1_000
"""Answers that are kept for positions that may come."""

_wanted: Event | None = None
"""In a process for bots: whether one that is asked waits for whoever only thinks ahead."""


def think(title: str, options: dict[str, str], players: int, state: str, bot: str) -> bytes:
    """A bot's answer to a position; runs where the bots run, so only plain things go in and out."""
    played = as_played(title, options, players)
    game = Game.at(played, state_from_json(played, decode(state)))
    return encode(action_to_json(sure_answer(bot, game, Random())))


def think_ahead(title: str, options: dict[str, str], players: int, state: str, bots: dict[Any, str]) -> bytes | None:
    """A position that may come, and a bot's answer to it, found while a person thinks."""
    assert _wanted is not None
    played = as_played(title, options, players)
    found = answer_ahead(Game.at(played, state_from_json(played, decode(state))), Random(), bots, _wanted.is_set)
    return None if found is None else encode([state_to_text(found[0].state), action_to_json(found[1])])


class Thinkers:
    """Where bots think."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._executor: Executor | None = None
        self._wanted: Event | None = None
        """Tells the processes that a bot is asked."""
        self._asked = 0
        """How many answers are waited for."""
        self._ahead: asyncio.Task[None] | None = None
        """One game is thought ahead at a time, and only while nobody waits for a bot."""
        self._ready: dict[str, tuple[str, Any]] = {}
        """For a game the position that may come, and the answer to it."""

    @property
    def at_once(self) -> int:
        """How many bots think at the same time."""
        return self._processes or THREADS

    async def answer(self, live: Live, game: Game, bot: str) -> Any:
        """A bot's answer, as an action in JSON."""
        state = state_to_text(game.state)
        foreseen, answer = self._ready.pop(live.id, ("", None))
        if bot == THINKER and foreseen == state:
            return answer
        work = (live.title.id, live.options, len(live.seats), state, bot)
        self._asked += 1
        if self._wanted is not None:
            self._wanted.set()
        try:
            for _ in range(TRIES):
                try:
                    return decode(await self._run(think, work))
                except (BrokenExecutor, OSError):  # killed from outside, or there is no room: the next one takes over
                    self._executor = None
            LOG.error("processes for bots are killed or cannot start: the simple bot answers", game=live.id, bot=bot)
            return decode(await asyncio.to_thread(think, *work[:-1], SIMPLEST))
        finally:
            self._asked -= 1

    def think_ahead(self, live: Live, game: Game) -> None:
        """A person is asked: a bot that plays there may use the time, if no other bot wants it. Not in a thread of the
        server: there everybody would want it."""
        bots = {seat: sitting.bot for seat, sitting in live.seats.items() if sitting.bot is not None}
        is_free = self._processes > 0 and self._asked == 0 and self._ahead is None
        if is_free and game.ask is not None and THINKER in bots.values():
            if self._wanted is not None:
                self._wanted.clear()
            work = (live.title.id, live.options, len(live.seats), state_to_text(game.state), bots)
            self._ahead = asyncio.create_task(self._foresee(live.id, work), name=f"ahead in {live.id}")

    async def _foresee(self, game: str, work: tuple[Any, ...]) -> None:
        try:
            found = await self._run(think_ahead, work)
        except BrokenExecutor:
            self._executor = None
        except Exception as error:  # when it is really asked, a simpler bot will answer
            LOG.warning("thinking ahead failed", game=game, exc_info=error)
        else:
            if found is not None:
                state, action = decode(found)
                self._ready[game] = (state, action)
                if len(self._ready) > KEPT_AHEAD:
                    del self._ready[next(iter(self._ready))]
        finally:
            self._ahead = None

    async def _run(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._executor is None:
            self._executor = self._start()
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *arguments)

    def _start(self) -> Executor:
        if self._processes == 0:
            return ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        context = multiprocessing.get_context("spawn")
        self._wanted = context.Event()
        return ProcessPoolExecutor(
            self._processes, mp_context=context, initializer=_begin_process, initargs=(self._wanted,)
        )

    async def close(self) -> None:
        """A bot that still thinks is interrupted: its answer would come too late."""
        executor, self._executor = self._executor, None
        if self._ahead is not None:
            self._ahead.cancel()
        if executor is not None:
            for process in multiprocessing.active_children():
                process.terminate()
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)


def _begin_process(wanted: Event) -> None:
    global _wanted
    _wanted = wanted
    end_with_parent()
