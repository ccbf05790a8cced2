"""One answer on its way through the server."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from ferrovia import By, Game, automatic_answer
from ferrovia.model.message import Message

CHANCE = SystemRandom()


@dataclass(frozen=True, slots=True)
class Progress:
    """A game before and after an answer; what was answered, and who gave it."""

    before: Game
    action: Any
    by: By
    after: Game

    @staticmethod
    def of(before: Game, action: Any, by: By) -> "Progress":
        """Whoever gives it, the answer is played by the rules."""
        return Progress(before, action, by, before.play(action))

    @property
    def events(self) -> tuple[Message, ...]:
        """What the answer did."""
        return self.after.events


def automatic_answers(game: Game) -> list[Progress]:
    """Chance's and forced answers that follow a position."""
    found: list[Progress] = []
    while (given := automatic_answer(game, CHANCE, {})) is not None:
        found.append(Progress.of(game, *given))
        game = found[-1].after
    return found


def with_what_follows(answer: Progress) -> list[Progress]:
    """An answer and the automatic ones after it."""
    return [answer, *automatic_answers(answer.after)]
