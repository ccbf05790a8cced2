"""The recorded games of 18CZ: every action against its trace, every run against the best that is known."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.play import Table
from ferrovia.interop import import_text, read_export, replay_facts
from ferrovia.interop.replay import follower_for, steps
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.routing.graph import graph_of
from ferrovia.routing.solver import solve
from ferrovia.titles import TITLES
from ferrovia.titles.t18cz.running import problem_of
from ferrovia.titles.t18cz.title import TITLE
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", recorded_games("18CZ"), ids=str)

OUR_OWN_WORDS = ("acting", "round")
"""Keys that may be named differently."""

NOTICES = {
    "18CZ/1": ["action 345: ATE runs for 260 as recorded; [VIII.7.4 «Operar los trenes»] run-stop-once"],
}
"""Runs that the rules forbid, taken as they were recorded: this one visits two cities of Praha."""


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports find the title by its name."""
    monkeypatch.setitem(TITLES, TITLE.id, TITLE)


@lru_cache
def read(path: Path) -> str:
    return path.read_text("utf-8")


def apply(line: Mapping[str, Any], facts: dict[str, Any]) -> None:
    facts |= line.get("set", {})
    for key in line.get("gone", ()):
        facts.pop(key, None)


@every_game
def test_every_key_after_every_action(game: RecordedGame) -> None:
    """The facts are those of the trace; the runs that the rules forbid are the only notices; so is the result."""
    notices: list[str] = []
    ours = [json.loads(line) for line in replay_facts(read_export(read(game.log)), notices.append)]
    theirs = [json.loads(line) for line in read(game.trace).splitlines()]
    assert len(ours) == len(theirs)
    assert ours[0] == theirs[0]
    here: dict[str, Any] = {}
    there: dict[str, Any] = {}
    for mine, its in zip(ours[1:-1], theirs[1:-1], strict=True):
        assert mine["after"] == its["after"]
        apply(mine, here)
        apply(its, there)
        differing = {
            key: (here.get(key), there.get(key))
            for key in here.keys() | there.keys()
            if key not in OUR_OWN_WORDS and here.get(key) != there.get(key)
        }
        assert (mine["after"], differing) == (mine["after"], {})
    assert ours[-1] == theirs[-1]
    assert notices == NOTICES[str(game)]


@every_game
def test_the_imported_game_is_one_of_ours(game: RecordedGame) -> None:
    """Nothing is refused; it is over, with the recorded result."""
    imported = import_text(read(game.log))
    assert (imported.refused, list(imported.notices)) == (None, NOTICES[str(game)])
    outcome = imported.record.game.outcome
    assert outcome is not None
    result = json.loads(read(game.trace).splitlines()[-1])["result"]
    assert {standing.player: standing.worth for standing in outcome} == result


@every_game
def test_our_best_runs(game: RecordedGame) -> None:
    """Proved, and never below the best that is known nor below what people ran, but for the runs against the rules."""
    runs = {run["at"]: run for run in map(json.loads, read(game.routes).splitlines())}
    forbidden = [int(notice.split(":")[0].removeprefix("action ")) for notice in NOTICES[str(game)]]
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
