"""How 18xx.games draws lots: all from one seed. With a seed it deals only some of all deals; a game that is to be told
there must be dealt as one of them."""

from collections.abc import Callable, Iterator, Sequence
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


def draw_next(
    game: Game, deals: Sequence[Sequence[str]], drawn: Sequence[str], random: Random, *kinds: Callable[[Any], Any]
) -> Any | None:
    """The next lot of one of the deals, as an answer of whichever of some `kinds` chance gives now; None where what was
    drawn is part of no deal, or nothing of the kind is asked."""
    lot = next_lot(deals, drawn, random)
    answers = [] if lot is None else [kind(lot) for kind in kinds]
    return next((offer.action for offer in game.offers() if offer.action in answers), None) if answers else None
