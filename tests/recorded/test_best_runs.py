"""Every run of the recorded games, of every title, against the best that is known."""

import json

import pytest

from ferrovia.interop import read_export
from ferrovia.interop.course import steps
from ferrovia.interop.replay import follower_for
from ferrovia.model.ids import CompanyId, Owner
from recorded.games import NOTICES, TITLES, read
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", [game for title in TITLES for game in recorded_games(title)], ids=str)


def against_the_rules(game: RecordedGame) -> set[int]:
    """The runs that were recorded although the rules refuse them."""
    refused = (notice for notice in NOTICES.get(str(game), ()) if "[" in notice)
    return {int(notice.split(":")[0].removeprefix("action ")) for notice in refused}


@every_game
def test_our_best_runs(game: RecordedGame) -> None:
    """Proved, and never below the best that is known nor below what people ran, but for the runs against the rules."""
    runs = {run["at"]: run for run in map(json.loads, read(game.routes).splitlines())}
    export, forbidden, seen = read_export(read(game.log)), against_the_rules(game), set[int]()
    follower = follower_for(export)
    for number in steps(follower):
        coming = export.actions[number].number if number < len(export.actions) else None
        if coming is None or coming not in runs:
            continue
        seen.add(coming)
        run = runs[coming]
        best = follower.game.best_routes(CompanyId(Owner(run["company"])))
        assert best is not None and best.proved, run
        assert best.revenue >= run["best_known"], run
        assert best.revenue >= run["revenue_run"] or coming in forbidden, run
    assert seen == set(runs)
