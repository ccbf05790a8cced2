"""Players of 1824 who bring about what seldom happens."""

from random import Random
from typing import Any

from ferrovia import Game
from ferrovia.bots import at_random
from ferrovia.rules.dividends import PayDividend
from ferrovia.titles.t1824.exchange import ExchangeCoal, ExchangeMountain


def hesitant(game: Game, random: Random) -> Any:
    """Passes most of the first stock round, so that railways stay unsold and Staatsbahnen form without them; and pays
    out what companies would need for their trains."""
    assert game.ask is not None
    about, action = game.ask.about, at_random(game, random)
    if about.key == "trade" and about.params["number"] == 1 and random.random() < 0.75:
        return game.offers().passive() or action
    return PayDividend() if about.key == "dividend" and random.random() < 0.5 else action


def loyal(game: Game, random: Random) -> Any:
    """Keeps mountain and coal railways until they must be exchanged."""
    assert game.ask is not None
    action = at_random(game, random)
    if game.ask.about.key == "trade" and isinstance(action, ExchangeCoal | ExchangeMountain):
        return game.offers().passive() or action
    return action


PLAYERS = (at_random, hesitant, loyal)
