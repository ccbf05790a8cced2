"""How 18xx.games draws lots: all from one seed. With a seed it deals only some of all deals; a game that is to be told
there must be dealt as one of them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ferrovia.engine.play import Game

MODULUS = 2**31
SEEDS = 4_000
"""How many seeds a new game in profile `site` is dealt from."""


def generator(seed: int) -> Iterator[int]:
    """The numbers in the order in which they are drawn."""
    state = seed % MODULUS
    while True:
        state = (1103515245 * state + 12345) % MODULUS
        yield state


def shuffled(things: Sequence[Any], numbers: Iterator[int]) -> list[Any]:
    """By a number for each thing."""
    return [thing for _, _, thing in sorted((next(numbers), at, thing) for at, thing in enumerate(things))]


def next_lot(deals: Sequence[Sequence[str]], drawn: Sequence[str], random: Random) -> str | None:
    """What is drawn next, so that in the end it is one of the deals; None if what was drawn is part of none."""
    done = tuple(drawn)
    fitting = [deal for deal in deals if tuple(deal[: len(done)]) == done]
    return random.choice(fitting)[len(done)] if fitting else None


def drawn_as_offered(game: Game, *answers: Any) -> Any | None:
    """The one of some answers that chance may give now; None where it may give none of them."""
    return next((offer.action for offer in game.offers() if offer.action in answers), None)
