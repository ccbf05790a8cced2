"""Menus may be narrowed by prices at any moment: the best set is still found."""

from random import Random

import pytest

from ferrovia.routing import together
from ferrovia.routing.clock import Clock
from ferrovia.routing.legality import check
from ferrovia.routing.options import Option
from ferrovia.routing.pricing import narrowed
from ferrovia.routing.solver import solve
from support.routes import best_together, random_problem_together, small_enough


def option(worth: int, items: int) -> Option:
    return Option(worth, 0, items, 0, 0, 0, 0, ())


def test_what_cannot_be_part_of_a_better_set_is_left_out() -> None:
    """Two trains want the same item of 100: the second best of each is worth at most 130 with it, and 120 is known."""
    rich, poor = option(100, 0b001), option(10, 0b100)
    middle = option(30, 0b010)
    menus = [[rich, middle, poor], [rich, poor]]
    kept = narrowed(menus, [100, 30, 10], 120, Clock())
    assert kept is not None and middle in kept.menus[0] and poor not in kept.menus[0]
    assert narrowed(menus, [100, 30, 10], 130, Clock()) is None


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_narrowed_at_once(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "PATIENCE", 0)
    for seed in range(start, start + 100):
        problem = small_enough(random_problem_together(Random(seed)))
        best, solution = best_together(problem), solve(problem)
        assert solution.proved, seed
        assert solution.worth == (best or 0), seed
        assert bool(check(problem, solution.routes)) == (best is None), seed
