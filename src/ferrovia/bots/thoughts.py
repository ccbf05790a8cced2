"""What a bot thinks of an answer: what it is worth, and why, in figures of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from ferrovia import Game
from ferrovia.model.message import Message


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, its worth by the bot's own measure, and the reason; the words are made in `text`."""

    action: Any
    worth: float
    why: Message


Thinking = Callable[[Game, Random], Thought]


def because(key: str, **params: Any) -> Message:
    return Message(key, params)


def rounded(amount: float) -> int:
    """A figure as it is told."""
    return round(amount)


def more_in_the_end(gain: float) -> Message:
    """By how much somebody will have more, or less."""
    figure = rounded(gain)
    if figure < 0:
        return because("worth-less", loss=-figure)
    return because("worth-more", gain=figure) if figure else because("worth-the-same")


def stands_better(gain: float) -> Message:
    """By how much somebody will stand better against the others, or worse."""
    figure = rounded(gain)
    return because("looks-best", gain=figure) if figure >= 0 else because("looks-worse", loss=-figure)
