"""Every title is an environment that passes PettingZoo's own tests."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ferrovia import titles
from ferrovia.env import railway, run

pytest.importorskip("pettingzoo", reason="ferrovia[env] is not installed")

EVERY_TITLE = [title.id for title in titles()]


def by_chance(seed: int) -> Any:
    random = np.random.default_rng(seed)

    def choose(seen: Sequence[dict[str, Any]], agents: Sequence[str]) -> list[int]:
        return [int(random.choice(np.flatnonzero(one["action_mask"]))) for one in seen]

    return choose


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("title", EVERY_TITLE)
def test_it_passes_pettingzoos_api_test(title: str) -> None:
    from pettingzoo.test import api_test

    api_test(railway(title, players=3, most_steps=40), num_cycles=20)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("title", EVERY_TITLE)
def test_it_passes_pettingzoos_seed_test(title: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: railway(title, players=3, most_steps=30), num_cycles=15)


def test_the_rewards_of_a_whole_game_cancel_out() -> None:
    (result,) = run(lambda: railway("chicago-express"), by_chance(1), [5])
    assert result.ended
    assert sum(result.rewards.values()) == pytest.approx(0, abs=1e-6)
    assert max(result.rewards.values()) > 0


def test_games_side_by_side_are_the_games_one_by_one() -> None:
    """A player that does not look at chance plays the same game, however many are played at once."""

    def first(seen: Sequence[dict[str, Any]], agents: Sequence[str]) -> list[int]:
        return [int(np.flatnonzero(one["action_mask"])[-1]) for one in seen]

    def make() -> Any:
        return railway("chicago-express", most_steps=60)

    assert run(make, first, [1, 2, 3], width=3) == run(make, first, [1, 2, 3], width=1)


def test_an_answer_that_is_not_offered_is_refused() -> None:
    env = railway("chicago-express")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not the number of one of"):
        env.step(511)


def test_it_wants_a_number_of_players_that_fits() -> None:
    with pytest.raises(ValueError, match="3 to 6 players"):
        railway("18esp", players=2)
