"""Three hundred games at random, whatever is answered: each ends, and nothing is made or lost on the way."""

from random import Random

import pytest

from ferrovia import find_title
from ferrovia.bots import at_random
from ferrovia.engine.record import start

TITLE = find_title("18cz")


@pytest.mark.long
@pytest.mark.sampled(each=3)
@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_games_end_with_everything_kept(seats: int, first: int) -> None:
    for seed in range(first, first + 15):
        random, game = Random(seed), start(TITLE, [f"p{number}" for number in range(1, seats + 1)])
        held = game.title.counts(game.state)
        while game.ask is not None:
            game = game.play(at_random(game, random))
            assert game.title.counts(game.state) == held
        assert game.outcome is not None
