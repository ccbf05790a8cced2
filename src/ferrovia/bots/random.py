"""Plays anything that is legal."""

from random import Random
from typing import Any

from ferrovia import Game
from ferrovia.bots.thoughts import Thought, because

RAISE = 3
"""A random bid stays this close to the lowest one, or the first auctions would eat all money."""


def think_at_random(game: Game, random: Random) -> Thought:
    return Thought(at_random(game, random), 0.0, because("by-chance"))


def at_random(game: Game, random: Random) -> Any:
    """Any kind of move, any of its offers; what can be grown is grown while a coin shows heads."""
    offer = game.offers().pick(random)
    if offer.amount is not None:
        return offer.with_amount(random.randint(offer.amount.low, min(offer.amount.high, offer.amount.low + RAISE)))
    while offer.open and random.random() < 0.5:
        longer = game.offers().longer(offer.action)
        if not longer:
            break
        offer = longer.pick(random)
    return offer.action
