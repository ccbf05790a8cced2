"""Answers that need no person: bots think in processes or threads of their own, never in the event loop."""

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from random import Random
from typing import Any

from ferrovia import Game, action_to_json, state_from_json, state_to_text
from ferrovia.bots import sure_answer
from ferrovia.server.encoding import decode, encode
from ferrovia.server.games.live import Live
from ferrovia.server.variants import as_played


def think(title: str, options: dict[str, str], players: int, state: str, bot: str) -> bytes:
    """A bot's answer to a position; runs where the bots run, so only plain things go in and out."""
    played = as_played(title, options, players)
    game = Game.at(played, state_from_json(played, decode(state)))
    return encode(action_to_json(sure_answer(bot, game, Random())))


class Thinkers:
    """Where bots think."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._executor: Executor | None = None

    async def answer(self, live: Live, game: Game, bot: str) -> Any:
        """A bot's answer, as an action in JSON."""
        work = (live.title.id, live.options, len(live.seats), state_to_text(game.state), bot)
        try:
            return decode(await self._think(work))
        except BrokenExecutor:  # a process was killed from outside: the next one takes over
            self._executor = None
            return decode(await self._think(work))

    async def _think(self, work: tuple[Any, ...]) -> bytes:
        if self._executor is None:
            self._executor = self._start()
        return await asyncio.get_running_loop().run_in_executor(self._executor, think, *work)

    def _start(self) -> Executor:
        if self._processes == 0:
            return ThreadPoolExecutor(2, thread_name_prefix="bot")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_end_with_parent)

    async def close(self) -> None:
        """A bot that still thinks is interrupted: its answer would come too late."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in multiprocessing.active_children():
                process.terminate()
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)


def _end_with_parent() -> None:
    """A bot's process must not outlive a server that was killed."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
