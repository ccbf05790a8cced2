"""Random games by the rulebook, judged answer by answer by a model that shares no rule with them."""

from collections import Counter
from random import Random

import pytest

from ferrovia import Game, find_title
from ferrovia.bots import at_random
from ferrovia.engine.record import start
from ferrovia.titles.t1824.running import RUNNING
from titles.t1824 import lawyer
from titles.t1824.model import TooLarge, best_revenue, judge, judge_position

TITLE = find_title("1824")
SET_UPS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {}),
    (4, {"scenario": "good-times"}),
    (5, {"scenario": "good-times-free"}),
    (6, {}),
    (3, {"scenario": "cisleithania"}),
]


def judged(seats: int, options: dict[str, str], seed: int, most: int, every: int = 1) -> Counter[str]:
    """How often each arithmetic agreed in a game, or in its first answers; what is legal is compared now and then."""
    random, seen = Random(seed), Counter[str]()
    game = start(TITLE, [f"p{number}" for number in range(1, seats + 1)], options)
    for number in range(most):
        if game.ask is None:
            break
        if number % every == 0:
            seen[compared(game)] += 1
        if game.ask.about.key == "run":
            company = game.where()[-1].facts.company
            try:
                found = RUNNING.best(game._table(), company).income.revenue
                assert best_revenue(game, company) == found, company
                seen["best run"] += 1
            except TooLarge:
                seen["too large"] += 1
        action = at_random(game, random)
        after = game.play(action)
        judge_position(after)
        seen[judge(game, action, after)] += 1
        seen.update(e.key for e in after.events if e.key in ("staatsbahn-formed", "interest"))
        game = after
    return seen


def compared(game: Game) -> str:
    """Whether exactly what the rulebook allows is offered, where the question is one that it is asked about."""
    assert game.ask is not None
    try:
        law = lawyer.options(game)
    except TooLarge:
        return "too large"
    if law is None:
        return ""
    offered = lawyer.spoken(game)
    assert (game.ask.about, law - offered, offered - law) == (game.ask.about, set(), set())
    return f"legal {game.ask.about.key}"


@pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)
def test_the_first_answers_agree(seats: int, options: dict[str, str]) -> None:
    seen = judged(seats, options, 7, 250)
    assert seen["BuyShare"] and seen["best run"]
    assert all(seen[f"legal {question}"] for question in ("trade", "track", "buy-trains"))


@pytest.mark.long
@pytest.mark.sampled(each=3)
@pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_agree(seats: int, options: dict[str, str], seed: int) -> None:
    seen = judged(seats, options, seed, 10_000, every=4)
    assert {
        "BuyShare",
        "LayTile",
        "best run",
        "legal trade",
        "legal track",
        "legal station",
        "legal buy-trains",
    } <= set(seen)
