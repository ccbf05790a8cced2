"""Chance is a player. It is asked like everybody and answers at random; its answers are logged like any other, so a
log replays without any random generator."""

from random import Random
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.model.ids import CHANCE


def draw(game: Game, random: Random) -> Any:
    """An answer of chance: each offer as likely as any other, and each amount of a span, unless the title has its own
    way to draw."""
    drawn = None if game.title.lots is None else game.title.lots(game, random)
    if drawn is not None:
        return drawn
    offer = random.choice(game.offers())
    span = offer.amount
    return offer.action if span is None else offer.with_amount(random.randint(span.low, span.high))


def is_asked(game: Game) -> bool:
    return game.ask is not None and game.ask.who == CHANCE


def only_answer(game: Game) -> Any | None:
    """The answer that needs no thought because there is no other; None where there is a choice."""
    offer = game.offers().only()
    if offer is None or offer.open or (offer.amount is not None and offer.amount.low < offer.amount.high):
        return None
    return offer.action


def forced_answer(game: Game) -> Any | None:
    """The only answer that somebody has; None where they choose, and where chance is asked."""
    return None if game.ask is None or is_asked(game) else only_answer(game)
