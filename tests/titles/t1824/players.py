"""Players of 1824 who bring about what seldom happens."""

from random import Random
from typing import Any

from ferrovia import Game
from ferrovia.bots import at_random
from ferrovia.rules.dividends import PayDividend


def hesitant(game: Game, random: Random) -> Any:
    """Passes most of the first stock round, so that railways stay unsold and Staatsbahnen form without them; and pays
    out what the companies would need for their trains."""
    assert game.ask is not None
    about = game.ask.about
    if about.key == "trade" and about.params["number"] == 1 and random.random() < 0.75:
        return game.offers().passive()
    if about.key == "dividend" and random.random() < 0.5:
        return PayDividend()
    return at_random(game, random)
