"""Whole games by the rulebook beside a second set of books: after every answer both say the same."""

from collections import Counter
from random import Random

import pytest

from ferrovia import Bot, find_title
from ferrovia.bots import at_random
from ferrovia.engine.record import start
from titles.t1824.ledger import Ledger
from titles.t1824.players import PLAYERS

TITLE = find_title("1824")
FREE = {"scenario": "good-times-free", "town-tokens": "7"}
SET_UPS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (6, {}),
    (3, {"scenario": "cisleithania"}),
    (5, {"scenario": "good-times"}),
    (4, FREE),
]
every_set_up = pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)


def kept_beside(seats: int, options: dict[str, str], seed: int, player: Bot, most: int = 100_000) -> Counter[str]:
    """A game, or its first answers, with both sets of books; tells what happened."""
    random, game = Random(seed), start(TITLE, [f"p{number}" for number in range(1, seats + 1)], options)
    ledger, seen = Ledger(game, int(options.get("town-tokens", 0))), Counter[str]()
    ledger.compare(game)
    for _ in range(most):
        if game.ask is None:
            return seen
        action = player(game, random)
        game = ledger.follow(action, game.play(action))
        seen.update(event.key for event in game.events)
        ledger.compare(game)
    return seen


@every_set_up
def test_the_first_answers_are_booked_alike(seats: int, options: dict[str, str]) -> None:
    seen = kept_beside(seats, options, 3, at_random, most=400)
    assert seen["share-bought"] and seen["train-bought"] and seen["price-moved"]


@pytest.mark.long
@pytest.mark.sampled(each=4)
@every_set_up
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seed", range(10))
def test_whole_games_are_booked_alike(seats: int, options: dict[str, str], player: Bot, seed: int) -> None:
    seen = kept_beside(seats, options, seed, player)
    assert seen["bank-broken"] == (seen["train-bought"] > 0), "only where nothing runs a game ends otherwise"
