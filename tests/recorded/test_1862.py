"""The recorded games of 1862: why some runs earn less than by the rules."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ferrovia.bots import BOTS
from ferrovia.interop import read_export
from ferrovia.interop.course import steps
from ferrovia.interop.replay import follower_for
from ferrovia.model.ids import POOL, HexId
from ferrovia.titles.t1862.hauling import HEX_BONUS, HEX_BONUS_AT_PORT, hexes_between
from ferrovia.titles.t1862.title import TITLE
from ferrovia.titles.t1862.trains import TradeTrain
from recorded.games import NOTICES, games_at_random, read
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", recorded_games("1862"), ids=str)

MAP = TITLE.data.map


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
    then = MAP.apart(one, other) - 1
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


def test_a_bot_judges_the_trains_of_a_bankrupt_company() -> None:
    """On the site they stay on sale: random game r03 buys one with action 249, and a bot that plans answers there."""
    (game,) = [game for game in games_at_random("1862") if game.log.stem == "r03"]
    export = read_export(read(game.log))
    follower = follower_for(export)
    next(number for number in steps(follower) if export.actions[number].number == 249)
    owners = {follower.game.state.trains[offer.action.train].owner for offer in follower.game.offers().of(TradeTrain)}
    assert owners == {POOL}
    assert follower.game.why_not(BOTS["policy"](follower.game, Random(1))) is None
