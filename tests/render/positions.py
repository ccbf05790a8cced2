"""Positions to draw and to describe."""

from functools import lru_cache
from random import Random

from ferrovia import Game, new_game
from ferrovia.bots import BOTS
from ferrovia.text import Words


@lru_cache
def a_late_position(title: str, seed: int = 3) -> Game:
    """The end of a game at random: much lies on the board."""
    game, random = new_game(title, ["Ana", "Ben", "Eva"]), Random(seed)
    while game.ask is not None:
        game = game.play(BOTS["random"](game, random))
    return game


def words_for(game: Game, language: str = "en") -> Words:
    return Words(language, title=game.title.id, layout=game.title.layout, currency=game.title.currency)
