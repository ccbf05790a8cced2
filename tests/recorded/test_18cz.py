"""The recorded games of 18CZ: every run against the best that is known."""

import json

import pytest

from ferrovia.engine.play import Table
from ferrovia.interop import read_export
from ferrovia.interop.course import steps
from ferrovia.interop.replay import follower_for
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.routing.graph import graph_of
from ferrovia.routing.solver import solve
from ferrovia.titles.t18cz.running import problem_of
from recorded.games import NOTICES, read
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", recorded_games("18CZ"), ids=str)


@every_game
def test_our_best_runs(game: RecordedGame) -> None:
    """Proved, and never below the best that is known nor below what people ran, but for the runs against the rules."""
    runs = {run["at"]: run for run in map(json.loads, read(game.routes).splitlines())}
    forbidden = [int(notice.split(":")[0].removeprefix("action ")) for notice in NOTICES.get(str(game), [])]
    follower = follower_for(read_export(read(game.log)))
    seen = 0
    for number in steps(follower):
        run = runs.get(number + 1)
        if run is None:
            continue
        seen += 1
        now, company = follower.game, CompanyId(Owner(run["company"]))
        problem = problem_of(Table(now.title, now.state), company, "towns", graph_of(now.state.board))
        solution = solve(problem)
        assert solution.proved
        assert solution.revenue >= run["best_known"], run
        assert solution.revenue >= run["revenue_run"] or run["at"] in forbidden, run
    assert seen == len(runs)
