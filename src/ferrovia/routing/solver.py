"""The best routes, at once and proved: a first answer, better ones as they are found, and a bound with each."""

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

from ferrovia.routing.apart.search import Apart
from ferrovia.routing.clock import Clock, OutOfTime, never
from ferrovia.routing.incumbent import Incumbent, OnBetter
from ferrovia.routing.problem import Convoy, Problem, Solution
from ferrovia.routing.together.search import Together
from ferrovia.routing.tuning import TUNING, Tuning


def solve(
    problem: Problem,
    *,
    budget_seconds: float | None = None,
    budget_nodes: int | None = None,
    cancelled: Callable[[], bool] = never,
    on_better: OnBetter | None = None,
    tuning: Tuning = TUNING,
) -> Solution:
    """The routes that are worth most: proved, unless time or nodes ran out or the search was cancelled.

    Without a budget of time and without a listener the answer is the same on every machine.
    """
    incumbent = Incumbent(problem, Clock(budget_seconds, cancelled, budget_nodes), on_better)
    with suppress(OutOfTime), _no_collection():
        if stands_alone(problem):
            Apart(problem, incumbent, tuning.apart).run()
        else:
            Together(problem, incumbent, tuning.together).run()
    return incumbent.solution()


def is_most(problem: Problem, worth: int, *, budget_nodes: int | None = None, tuning: Tuning = TUNING) -> bool:
    """Whether it is proved that no routes are worth more than this."""
    if not stands_alone(problem):
        return solve(problem, budget_nodes=budget_nodes, tuning=tuning).upper_bound <= worth
    with suppress(OutOfTime), _no_collection():
        incumbent = Incumbent(problem, Clock(budget_nodes=budget_nodes))
        return not Apart(problem, incumbent, tuning.apart).exceeds(worth)
    return False


@contextmanager
def _no_collection() -> Generator[None]:
    """A search makes very many tuples and no garbage that waits for the collector, whose visits would look through the
    memory of the whole program and cost more than the search itself."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def stands_alone(problem: Problem) -> bool:
    """Whether each route is worth the same whatever the others do."""
    return not (
        problem.pays_once
        or problem.meeting
        or problem.home
        or problem.must_run
        or any(train.convoy is not Convoy.NEVER for train in problem.trains)
        or any(s.haul is not None or s.hex_pay for train in problem.trains for s in train.services)
    )
