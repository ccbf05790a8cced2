"""An answer at any time: what is told on the way, and what is left when the time is up."""

from dataclasses import replace
from itertools import pairwise

import pytest

from ferrovia.routing import ANY, Chain, Income, Limit, Problem, Service, Solution, Stop, Train, check, solve
from ferrovia.routing.clock import LOOK_EVERY
from ferrovia.routing.tuning import ApartTuning, Tuning
from support.railways import Size, plain_trains, skipping_trains

SMALL = Size(columns=6, rows=5, cities=8, towns=5, offboards=2, tokens=2)
HARD = plain_trains(3, 2.8, (8, 6, 5), SMALL)
SHARED = plain_trains(3, 1.8, (5, 4, 3), SMALL)
TOGETHER = replace(
    SHARED,
    shared_track=True,
    pays_once=True,
    must_run=True,
    meeting=sum(1 << n for n, stop in enumerate(SHARED.stops) if stop.kind == "city"),
)
BOUNDLESS = plain_trains(1, 3.26, (None,), SMALL)


def test_nothing_to_run() -> None:
    """The empty set, proved."""
    for empty in (
        Problem(stops=(), chains=(), trains=()),
        replace(HARD, trains=()),
        replace(HARD, chains=()),
        replace(HARD, stops=tuple(replace(stop, token=False) for stop in HARD.stops)),
        replace(TOGETHER, chains=()),
        replace(BOUNDLESS, chains=()),
    ):
        solution = solve(empty)
        assert (solution.routes, solution.income, solution.proved) == ((), Income(), True)


@pytest.mark.parametrize("problem", [HARD, TOGETHER, BOUNDLESS], ids=["apart", "together", "boundless"])
def test_answers_get_better_and_bounds_lower(problem: Problem) -> None:
    told: list[Solution] = []
    last = solve(problem, on_better=told.append)
    assert last.proved
    assert last.nodes > 0
    assert (told[-1].routes, told[-1].worth, told[-1].upper_bound) == (last.routes, last.worth, last.upper_bound)
    for before, after in pairwise(told):
        assert before.worth <= after.worth
        assert before.upper_bound >= after.upper_bound
        assert (before.worth, before.upper_bound) != (after.worth, after.upper_bound)
        assert before.seconds <= after.seconds
    for solution in told:
        assert solution.worth <= last.worth <= solution.upper_bound
        assert not check(problem, solution.routes)
        assert solution.worth == problem.worth(solution.income)


class AfterSomeQuestions:
    """Cancels when it was asked a number of times."""

    def __init__(self, questions: int) -> None:
        self.left = questions

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("problem", [HARD, TOGETHER, BOUNDLESS], ids=["apart", "together", "boundless"])
def test_cancelled_at_any_moment(problem: Problem) -> None:
    """What is there is legal, and the bound is one."""
    best = solve(problem).worth
    unproved = 0
    for questions in (*range(12), 20, 30, 50, 80):
        solution = solve(problem, cancelled=AfterSomeQuestions(questions))
        assert solution.worth <= best <= solution.upper_bound
        assert not check(problem, solution.routes) or not solution.routes
        unproved += not solution.proved
    assert unproved > 0


LARGE = {
    "plain": plain_trains(1, 3.26, (10, 8, 6)),
    "skipping": skipping_trains(1, 3.26, (6, 5, 4)),
    "boundless": plain_trains(1, 3.26, (None, None)),
}


@pytest.mark.parametrize("problem", LARGE.values(), ids=LARGE.keys())
def test_a_first_good_answer_on_hard_boards(problem: Problem) -> None:
    """Where the search goes on for long, a quick look gives each train a good route after a few hundred nodes."""
    at_once = Tuning(apart=ApartTuning(quick_look_after=0.0))
    told: list[Solution] = []
    first = solve(problem, on_better=told.append, cancelled=lambda: bool(told and told[0].routes), tuning=at_once)
    assert not first.proved
    assert told[0].nodes <= LOOK_EVERY
    assert sorted(route.train for route in told[0].routes) == [*range(len(problem.trains))]
    assert not check(problem, told[0].routes)
    later = solve(problem, cancelled=AfterSomeQuestions(200))
    assert told[0].worth >= 0.8 * later.worth


def test_no_time_at_all() -> None:
    solution = solve(HARD, budget_seconds=0)
    assert not solution.proved
    assert solution.routes == ()
    assert solution.upper_bound >= solve(HARD).worth


def test_enough_time() -> None:
    assert solve(HARD, budget_seconds=600).worth == solve(HARD).worth


def test_trains_are_told_apart_by_number() -> None:
    """Of three equal trains each runs its own route; the worst track is left to nobody in particular."""
    stops = tuple(Stop(str(n), "city", token=n == 0) for n in range(4))
    chains = tuple(Chain((0, n), 1 << n) for n in (1, 2, 3))
    two = Service(pays=tuple((Income(10 * n),) for n in (1, 2, 3, 4)), limits=(Limit(ANY, 2),))
    solution = solve(Problem(stops=stops, chains=chains, trains=(Train("2", (two,)),) * 3))
    assert sorted(route.train for route in solution.routes) == [0, 1, 2]
    assert solution.revenue == 30 + 20 + 30 + 40
