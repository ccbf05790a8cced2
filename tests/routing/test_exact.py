"""The solver against the slowest way: every path, every choice, every set."""

from random import Random

import pytest

from ferrovia.routing.income import value
from ferrovia.routing.legality import check
from ferrovia.routing.solver import is_most, solve
from support.routes import best_apart, best_together, random_problem, random_problem_together, small_enough


def agrees(seed: int) -> None:
    problem = random_problem(Random(seed))
    solution = solve(problem)
    assert solution.proved, seed
    assert solution.worth == best_apart(problem), seed
    assert not check(problem, solution.routes), seed
    assert value(problem, solution.routes) == solution.income, seed
    assert problem.worth(solution.income) == solution.worth, seed
    assert is_most(problem, solution.worth), seed
    assert not solution.worth or not is_most(problem, solution.worth - 1), seed


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_proved_best_is_the_best_of_all_sets(start: int) -> None:
    """On small random railways no set of routes beats the one that is called proved."""
    for seed in range(start, start + 100):
        agrees(seed)


@pytest.mark.long
@pytest.mark.sampled(each=2)
@pytest.mark.parametrize("start", range(10_000, 14_000, 500))
def test_proved_best_is_the_best_of_all_sets_on_many_more(start: int) -> None:
    for seed in range(start, start + 500):
        agrees(seed)


def agrees_together(seed: int) -> None:
    problem = small_enough(random_problem_together(Random(seed)))
    best = best_together(problem)
    solution = solve(problem)
    assert solution.proved, seed
    assert solution.worth == (best or 0), seed
    assert bool(check(problem, solution.routes)) == (best is None), seed
    assert problem.worth(solution.income) == solution.worth, seed
    assert is_most(problem, solution.worth), seed


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_proved_best_set_is_the_best_of_all_sets(start: int) -> None:
    """The same where stops pay once, routes must meet and trains run end to end as one."""
    for seed in range(start, start + 100):
        agrees_together(seed)


@pytest.mark.long
@pytest.mark.sampled(each=2)
@pytest.mark.parametrize("start", range(10_000, 12_000, 500))
def test_proved_best_set_is_the_best_of_all_sets_on_many_more(start: int) -> None:
    for seed in range(start, start + 500):
        agrees_together(seed)
