"""Random games of every set-up: each ends, nothing is made or lost, and what is rare happens somewhere."""

from collections import Counter
from random import Random

import pytest

from ferrovia import find_title
from ferrovia.bots import at_random
from ferrovia.engine.record import start

TITLE = find_title("1824")
SET_UPS = [
    (2, {}),
    (3, {}),
    (6, {}),
    (3, {"scenario": "cisleithania"}),
    (4, {"scenario": "good-times"}),
    (5, {"scenario": "good-times-free"}),
    (4, {"profile": "site"}),
    (2, {"profile": "site"}),
]
EXPECTED = ("staatsbahn-formed", "coal-exchanged", "mountain-exchanged", "interest", "train-exported", "bank-broken")


def heard_in(seats: int, options: dict[str, str], seed: int) -> Counter[str]:
    """How often everything happened in a game."""
    random, game = Random(seed), start(TITLE, [f"p{number}" for number in range(1, seats + 1)], options)
    held, heard = game.title.counts(game.state), Counter[str]()
    while game.ask is not None:
        game = game.play(at_random(game, random))
        heard.update(event.key for event in game.events)
        assert game.title.counts(game.state) == held
    assert game.outcome is not None
    return heard


@pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)
def test_a_random_game_ends(seats: int, options: dict[str, str]) -> None:
    assert heard_in(seats, options, 1)["bank-broken"] == 1


@pytest.mark.long
@pytest.mark.sampled(each=2)
@pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)
@pytest.mark.parametrize("first", range(0, 300, 30))
def test_random_games_end_with_everything_kept(seats: int, options: dict[str, str], first: int) -> None:
    heard = sum((heard_in(seats, options, seed) for seed in range(first, first + 30)), Counter[str]())
    assert [key for key in EXPECTED if not heard[key]] == []
