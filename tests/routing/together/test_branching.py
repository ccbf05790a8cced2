"""Menus may be priced, narrowed, merged and branched on at any moment: the best set is still found."""

from dataclasses import replace
from random import Random

import pytest

from ferrovia.routing.clock import Clock
from ferrovia.routing.legality import check
from ferrovia.routing.menu import Menu
from ferrovia.routing.single.walker import Find
from ferrovia.routing.solver import solve
from ferrovia.routing.together.branching import Bonds, without_dominated
from ferrovia.routing.together.items import Weigher
from ferrovia.routing.together.ledger import FINE, Ledger
from ferrovia.routing.together.options import IDLE, Option, Seed
from ferrovia.routing.together.prices import ItemPrices, surely_earned
from ferrovia.routing.tuning import PriceTuning, TogetherTuning, Tuning
from support.routes import best_together, random_problem_together, small_enough

SOME_ROUTE = (Seed(Find(0, 0, 0, None, None, (0, 0)), 0, 0),)


def option(worth: int, items: int, *, solo: int = 0, touch: int = 0) -> Option:
    return Option(worth, solo, items, touch, 0, 0, 0, SOME_ROUTE)


RICH, MIDDLE, POOR = option(100, 0b001), option(30, 0b010), option(10, 0b100)
WEIGHTS = [100, 30, 10]
MENUS = [Menu([RICH, MIDDLE, POOR], 1), Menu([RICH, POOR], 1)]


def without_prices() -> ItemPrices:
    return ItemPrices(MENUS, WEIGHTS, [0, 0, 0], Clock(), PriceTuning())


def test_what_cannot_be_part_of_a_better_set_is_left_out() -> None:
    """Two trains want the same item of 100: with the 30 beside it they earn 130, with the 10 only 110."""
    prices = without_prices()
    assert prices.descend(120, 100)
    kept = prices.narrowed(120)
    assert MIDDLE in kept[0].options and POOR not in kept[0].options
    assert not without_prices().descend(130, 100)


def test_a_bound_is_never_below_the_best_set() -> None:
    random = Random(5)
    for _ in range(50):
        weights = [random.randrange(1, 9) * 10 for _ in range(8)]
        weigh = Weigher(weights)
        sets = [[random.randrange(1, 256) for _ in range(6)] for _ in range(2)]
        menus = [Menu([option(weigh(items), items) for items in one], 1) for one in sets]
        best = max(weigh(one | other) for one in sets[0] for other in sets[1])
        prices = ItemPrices(menus, weights, [0] * 8, Clock(), PriceTuning())
        assert prices.descend(best - 1, 60)
        assert prices.bound is not None and best * FINE <= prices.bound
        kept = prices.narrowed(best - 1)
        assert best == max(weigh(one.items | other.items) for one in kept[0].options for other in kept[1].options)


def test_a_ledger_keeps_what_each_option_earns() -> None:
    options = [option(0, 0b011, solo=-5), option(0, 0b110, solo=7), option(0, 0)]
    ledger = Ledger(options, ignored=0b010)
    ledger.set([100 * FINE, 50 * FINE, 10 * FINE])
    assert [entry + ledger.base for entry in ledger.earnings()] == [95 * FINE, 17 * FINE, 0]
    ledger.change({0: -30 * FINE, 1: FINE, 2: 5 * FINE})
    assert [entry + ledger.base for entry in ledger.earnings()] == [65 * FINE, 22 * FINE, 0]


def test_what_is_earned_in_any_case_does_not_count() -> None:
    """The first train earns the first item whatever it does: the second gains nothing by it."""
    menus = [Menu([option(110, 0b101), option(130, 0b011)], 1), Menu([RICH, MIDDLE, IDLE], 1)]
    assert surely_earned(menus) == 0b001
    assert [*without_dominated(menus, Bonds(0, 0, False), TogetherTuning())[1].options] == [MIDDLE, IDLE]


def test_a_meeting_place_may_be_worth_more_than_money() -> None:
    """The poorer route stays where it touches a stop that others may need, and goes where all meet in any case."""
    rich, poor = option(130, 0b011, touch=0b01), option(100, 0b001, touch=0b11)
    alone = [Menu([rich, poor], 1)]
    assert [
        *without_dominated(
            [*alone, Menu([option(10, 0b100, touch=0b10), POOR], 1)], Bonds(0b11, 0, False), TogetherTuning()
        )[0].options
    ] == [
        rich,
        poor,
    ]
    meeting_anyway = Menu([option(10, 0b100, touch=0b01)], 1)
    assert [*without_dominated([*alone, meeting_anyway], Bonds(0b11, 0, False), TogetherTuning())[0].options] == [rich]


PRICES_FROM_THE_FIRST = TogetherTuning(
    tried_nodes=-1,
    trains_tried=1,
    groupings_without_prices=0,
    price_rounds=1,
    price_steps=3,
    branch_steps=2,
    choices_tried=1,
)


@pytest.mark.parametrize("merged", [0, 10_000], ids=["branched", "merged"])
@pytest.mark.parametrize("start", range(0, 400, 100))
def test_prices_from_the_first(start: int, merged: int) -> None:
    """No choice is simply tried: all are priced, and merged or branched on down to the last."""
    tuning = Tuning(together=replace(PRICES_FROM_THE_FIRST, merged_pairs=merged))
    for seed in range(start, start + 100):
        problem = small_enough(random_problem_together(Random(seed)))
        best, solution = best_together(problem), solve(problem, tuning=tuning)
        assert solution.proved, seed
        assert solution.worth == (best or 0), seed
        assert bool(check(problem, solution.routes)) == (best is None), seed
