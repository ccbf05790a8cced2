"""A second opinion: games of both set-ups by both editions, judged answer by answer by a model of their own."""

from collections import Counter
from random import Random

import pytest

from ferrovia.engine.record import start
from ferrovia.titles.t18esp.title import TITLE
from titles.t18esp.model import Model
from titles.t18esp.players import industrialist

SEEN = ("PayDividend", "SellShares", "BuyTrain", "LayTile", "objective", "RunTrains", "building", "best run")


def judge(profile: str, set_up: str, seats: int, seed: int, *, most: int | None = None) -> Counter[str]:
    """A game answer by answer, or as far as `most` of them; says what was judged how often."""
    random, model = Random(f"{profile} {set_up} {seats} {seed}"), Model(site=profile == "site")
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
    assert all(judged[kind] for kind in SEEN)


@pytest.mark.long
@pytest.mark.parametrize("profile", ["rulebook", "site"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("set_up", ["standard", "random"])
@pytest.mark.parametrize("seed", range(2, 5))
def test_the_model_agrees_with_whole_games(profile: str, set_up: str, seats: int, seed: int) -> None:
    judge(profile, set_up, seats, seed)
