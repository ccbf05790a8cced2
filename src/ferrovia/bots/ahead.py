"""Thinking while others do: what they will answer is guessed, and an answer to that is ready if they do.

Most answers of people are what the policy bot would give, passes above all. A guess that fails costs nothing: the bot
then thinks when it is asked, as always.
"""

import logging
from collections.abc import Callable, Mapping
from math import inf
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

from ferrovia import Game, automatic_answer
from ferrovia.bots.policy import policy
from ferrovia.bots.search import search
from ferrovia.model.ids import PlayerId

THINKER = "search"
"""The bot to whom more time means a better answer."""
GUESSES = 12
"""Answers of others that are guessed in a row: beyond them hardly anything comes as it was guessed."""
BUDGET = 3.0
"""Seconds for an answer that nobody waits for yet."""

Foreseen = tuple[Game, Any]
"""A position, and the answer to give there."""


def answer_ahead(
    game: Game, random: Random, bots: Mapping[PlayerId, str], is_wanted: Callable[[], bool] = lambda: False
) -> Foreseen | None:
    """Where the thinker expects to be asked next, and what it will answer. None where chance comes in between, where
    it is too far to guess, and where the thinking was broken off because the processor is wanted for something else."""
    for _ in range(GUESSES):
        if game.ask is None or is_wanted():
            return None
        answer = automatic_answer(game, random, {})
        if answer is not None:
            if answer[1] == "chance":
                return None
            game = game.play(answer[0])
        elif bots.get(game.ask.who) == THINKER:
            found = search(game, random, BUDGET, lambda: inf if is_wanted() else monotonic())
            return None if is_wanted() else (game, found)
        else:
            game = game.play(policy(game, random))
    return None


class Ahead:
    """Thinks in a thread, where there is nobody but one person to wait for."""

    def __init__(self, bots: Mapping[PlayerId, str]) -> None:
        self._bots = bots
        self._wanted = Event()
        self._thread: Thread | None = None
        self._found: Foreseen | None = None

    def begin(self, game: Game) -> None:
        """Somebody else is asked: there is time."""
        self.end()
        if THINKER in self._bots.values():
            self._wanted.clear()
            self._thread = Thread(target=self._think, args=(game,), daemon=True, name="ahead")
            self._thread.start()

    def end(self) -> None:
        """There is none any longer; what was found stays."""
        self._wanted.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def answer(self, game: Game) -> Any:
        """What was found for exactly this position; None if nothing was."""
        self.end()
        found, self._found = self._found, None
        if found is None or found[0].state != game.state or game.why_not(found[1]) is not None:
            return None
        return found[1]

    def _think(self, game: Game) -> None:
        try:
            found = answer_ahead(game, Random(), self._bots, self._wanted.is_set)
        except Exception:  # when it is really asked, somebody simpler will answer
            logging.getLogger(__name__).exception("thinking ahead failed in %s", game.title.id)
        else:
            self._found = found or self._found
