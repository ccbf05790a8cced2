"""On every run of the recorded games: proved, legal, and never below what the people ran or what is known."""

import pytest

from ferrovia.routing import check, solve
from support.runs import TITLES, recorded_runs

ILLEGAL = {"18CZ/1 345 ATE 3+3e 4+4f": "a route with two cities of Praha [VIII.7.4]"}
"""Runs of the people that the rules forbid."""


@pytest.mark.parametrize("title", TITLES)
def test_best_routes_of_recorded_runs(title: str) -> None:
    runs = list(recorded_runs(title))
    assert runs
    for run in runs:
        solution = solve(run.problem)
        revenue = solution.revenue * run.times
        assert solution.proved, run.name
        assert not check(run.problem, solution.routes), run.name
        assert revenue >= run.ran or run.name in ILLEGAL, run.name
        assert revenue == run.best_known or (not run.is_exact and revenue > run.best_known), run.name
