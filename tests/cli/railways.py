"""Positions of 18CZ for the tests of the terminal: a title with tiles, trains and hundreds of answers."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from ferrovia import Game, action_to_json, new_game
from ferrovia.bots import BOTS

PLAYERS = ("Ana", "Ben", "Eva")
SEEDS = range(5, 25)


@lru_cache
def positions(seed: int = SEEDS[0]) -> tuple[Game, ...]:
    """All positions of a game at random, the last one too."""
    game, random = new_game("18cz", PLAYERS), Random(seed)
    found = [game]
    while game.ask is not None:
        game = game.play(BOTS["random"](game, random))
        found.append(game)
    return tuple(found)


def asked(key: str, *, such: Callable[[Game], bool] = lambda game: True) -> Game:
    """The first position with this question, and with whatever else is wanted, in the first game that has one."""
    games = (game for seed in SEEDS for game in positions(seed))
    return next(game for game in games if game.ask and game.ask.about.key == key and such(game))


def most_offers() -> Game:
    return max(positions(), key=lambda game: len(game.offers()))


def kind_of(action: Any) -> dict[str, Any]:
    """The action with a kind of train card in the place of one of its copies."""
    told = action_to_json(action)
    return told | {"train": told["train"].rpartition("-")[0]} if "train" in told else told
