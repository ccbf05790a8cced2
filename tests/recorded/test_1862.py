"""The recorded games of 1862: every run against the best that is known, and why some earn less than by the rules."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from ferrovia.interop import read_export
from ferrovia.interop.course import steps
from ferrovia.interop.replay import follower_for
from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.titles.t1862.hauling import HEX_BONUS, HEX_BONUS_AT_PORT, hexes_apart, hexes_between
from ferrovia.titles.t1862.title import TITLE
from recorded.games import NOTICES, read
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", recorded_games("1862"), ids=str)

MAP = TITLE.data.map


@every_game
def test_our_best_runs(game: RecordedGame) -> None:
    """Proved, and never below the best that is known nor below what people ran."""
    runs = {run["at"]: run for run in map(json.loads, read(game.routes).splitlines())}
    export = read_export(read(game.log))
    follower = follower_for(export)
    seen = 0
    for number in steps(follower):
        coming: Mapping[str, Any] = export.actions[number] if number < len(export.actions) else {}
        run = runs.get(coming.get("id", 0))
        if run is None or coming["type"] != "run_routes":
            continue
        seen += 1
        found = follower.game.best_routes(CompanyId(Owner(run["company"])))
        assert found is not None
        assert found.proved, run
        assert found.revenue >= max(run["best_known"], run["revenue_run"]), run
    assert seen == len(runs)


# ---------------------------------------------------------------------------------------------------- the older formula


def freight_ends(routes: list[dict[str, Any]]) -> Iterator[tuple[HexId, HexId]]:
    """The two ends of freight trains that run as one, each with the hex from which it is entered."""
    ends = Counter(end for route in routes for end in (route["hexes"][0], route["hexes"][-1]))
    for route in routes:
        for end in (route["hexes"][0], route["hexes"][-1]):
            if ends[end] == 1:
                piece = next(piece for piece in route["connections"] if end in (piece[0], piece[-1]))
                yield HexId(end), HexId(piece[1] if piece[0] == end else piece[-2])


def lost_by_the_older_formula(routes: list[dict[str, Any]]) -> int:
    """It measured from the hexes of the areas themselves; now it is measured from where they are entered."""
    (one, gate), (other, other_gate) = freight_ends(routes)
    colours = [MAP.hexes[end].colour for end in (one, other)]
    areas = [colour in ("red", "blue") for colour in colours]
    now = hexes_between(MAP, gate if areas[0] else one, other_gate if areas[1] else other, sum(areas))
    then = hexes_apart(MAP, one, other) - 1
    return (now - then) * (HEX_BONUS_AT_PORT if "blue" in colours else HEX_BONUS)


@pytest.mark.rule("7.8.1")
@every_game
def test_recorded_revenues_that_differ_follow_the_older_formula(game: RecordedGame) -> None:
    """What lacks is just what the other way to measure makes for freight trains."""
    actions = {action["id"]: action for action in read_export(read(game.log)).actions}
    bought = {a["train"]: a["variant"].rstrip("*") for a in actions.values() if "variant" in a}
    for notice in NOTICES.get(str(game), []):
        words = notice.replace(":", "").replace(",", "").split()
        freights = [route for route in actions[int(words[1])]["routes"] if bought[route["train"]].endswith("F")]
        assert int(words[words.index("earns") + 1]) - int(words[5]) == lost_by_the_older_formula(freights), notice
