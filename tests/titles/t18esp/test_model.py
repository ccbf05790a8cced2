"""A second opinion: games of both set-ups by both editions, judged answer by answer by a model of their own."""

from collections import Counter
from random import Random

import pytest

from ferrovia.engine.record import start
from ferrovia.titles.t18esp.title import TITLE
from titles.t18esp.model import Model
from titles.t18esp.players import industrialist

ON_THE_MAP = ("LayTile", "RunTrains", "building", "best run")
SEEN = ("PayDividend", "SellShares", "BuyTrain", "objective", "offers of trade", "offers of buy-trains")
RARE = ("minor-absorbed", "offers of absorb", "BuyWithLoan", "CombineTrains", "train-traded")


def judge(
    profile: str, set_up: str, seats: int, seed: int, *, most: int | None = None, beside_the_map: bool = False
) -> Counter[str]:
    """A game answer by answer, or as far as `most` of them; says what was judged how often."""
    random = Random(f"{profile} {set_up} {seats} {seed}")
    model = Model(site=profile == "site", beside_the_map=beside_the_map)
    game = start(TITLE, [f"p{number}" for number in range(1, seats + 1)], {"profile": profile, "set-up": set_up})
    answers = 0
    while game.ask is not None and answers != most:
        model.look(game)
        action = industrialist(game, random)
        after = game.play(action)
        model.judge(game, action, after)
        game, answers = after, answers + 1
    return model.judged


@pytest.mark.rule("4.5", "5.1.2", "4.6", "4.7.1", "4.2.1", "4.2.2", "4.2.3", "4.3", "4.4.2", "4.4.3", "5.2")
@pytest.mark.parametrize(("profile", "set_up", "seats"), [("rulebook", "random", 5), ("site", "standard", 3)])
def test_the_model_agrees(profile: str, set_up: str, seats: int) -> None:
    judged = judge(profile, set_up, seats, 1, most=300)
    assert all(judged[kind] for kind in (*SEEN, *ON_THE_MAP))


@pytest.mark.long
@pytest.mark.rule(
    "3.1", "3.1.1", "3.1.2", "3.2", "3.3", "4.6", "4.6.1", "4.7", "4.7.1", "4.8", "5.1.1", "5.1.3", "5.2.1", "6"
)
def test_the_model_agrees_beside_the_map() -> None:
    """A whole game: who is offered what, and where papers, trains, tenders and stations go, also what is rare."""
    judged = judge("rulebook", "standard", 3, 104, beside_the_map=True)
    assert all(judged[kind] for kind in (*SEEN, *RARE))


@pytest.mark.long
@pytest.mark.parametrize("profile", ["rulebook", "site"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("set_up", ["standard", "random"])
@pytest.mark.parametrize("seed", range(2, 5))
def test_the_model_agrees_with_whole_games(profile: str, set_up: str, seats: int, seed: int) -> None:
    judge(profile, set_up, seats, seed)
