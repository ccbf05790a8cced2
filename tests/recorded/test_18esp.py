"""The recorded game of 18ESP: the positions that section D of the examples tells with their figures."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ferrovia.engine.play import Table
from ferrovia.interop import import_text, read_export, replay_facts
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.network import reach
from ferrovia.rules.rounds import turn_in
from ferrovia.titles.t18esp.objectives import ClaimDestination, joined_to_any_station
from recorded.games import games_at_random, read
from recorded.test_replay import apply
from support.recorded import recorded_games

CHECKED: dict[int, dict[str, Any]] = {
    90: {"company.MZ.cash": 160, "player.Player 4.cash": 0},
    95: {"company.SFVA.cash": 350, "company.SFVA.stations": None, "hex.D6": "L132/2"},
    96: {"company.SFVA.stations": ["D6"]},
    97: {"company.SFVA.cash": 350 - 30 + 90},
    98: {"company.SFVA.cash": 330, "player.Player 5.cash": 45},
    121: {"company.MZ.stations": ["F24"]},
    143: {"company.SFVA.cash": 80 + 2 * 90},
    144: {"company.SFVA.cash": 260 + 60, "company.SFVA.price": 90},
    147: {"company.SFVA.cash": 320 - 60, "company.SFVA.trains": ["1+2", "1+2", "2"]},
    151: {"company.FdSB.cash": 125, "hex.I7": "L94/1"},
    305: {"company.SFVA.cash": 330 - 100},
    306: {"company.SFVA.cash": 230 - 50, "company.SFVA.stations": ["D12", "D4", "D6"]},
    310: {"company.SFVA.cash": 180 + 100 + 23, "company.SFVA.price": 115},
    333: {"company.MH.trains": ["2"], "company.MH.cash": 130 - 128},
    464: {"company.GSSR.cash": 440 - 132 + 85, "player.Player 4.share.GSSR": 50},
    466: {"company.GSSR.cash": 393 - 158 + 300, "player.Player 4.share.GSSR": 60},
    472: {"company.FdLR.cash": 400 + 100},
    475: {"company.FdLR.cash": 410 - 30, "hex.E19": "88/2"},
    571: {"phase": "5", "company.MCP.trains": ["3", "2P"], "company.CSE.price": None, "company.MS.price": None},
    828: {"company.FdSB.trains": ["6+5C"], "company.FdSB.cash": 300 - 200},
    834: {"company.FdLR.trains": ["6+8"], "company.FdLR.cash": 0, "player.Player 5.debt": 579},
    970: {"company.FdC.price": 180, "company.FdC.cash": 362},
}
"""By the number of an action: what is told after it; None where nothing is."""


def positions() -> Iterator[tuple[int, dict[str, Any]]]:
    """The facts after every action of the one recorded game."""
    (game,) = recorded_games("18ESP")
    facts: dict[str, Any] = {}
    for line in map(json.loads, replay_facts(read_export(read(game.log)))):
        apply(line, facts)
        yield line.get("after", 0), facts


@pytest.mark.rule("1.5.2", "4.6", "5.1.1", "5.2", "5.2.1", "4.7.2", "7")
def test_d_the_checked_positions() -> None:
    """Objectives, tender, pass, pioneers, two absorptions in a turn, phase 5, a combined train, a loan, the last round
    doubled."""
    told = {
        number: {key: facts.get(key) for key in CHECKED[number]} for number, facts in positions() if number in CHECKED
    }
    assert told == CHECKED


@pytest.mark.rule("1.5.2", "7.1")
def test_d_the_set_up_and_the_result() -> None:
    """What the site's generator leaves out and lays on the pioneers; the five results."""
    (game,) = recorded_games("18ESP")
    lines = [json.loads(line) for line in replay_facts(read_export(read(game.log)))]
    setup, result = lines[0]["setup"], lines[-1]["result"]
    assert not set(setup["companies_in_play"]) & {"CFLG", "CFEA", "N", "A", "MZA", "SC", "CM", "CA"}
    shares = {pioneer["sym"]: pioneer["comes_with"] for pioneer in setup["privates"] if "comes_with" in pioneer}
    assert shares == {"P6": [["CRB", 10]], "P7": [["SFVA", 20]]}
    assert sorted(result.values(), reverse=True) == [7276, 6629, 5723, 5634, 5078]


@pytest.mark.rule("5.1.1")
def test_d10_the_site_goes_through_a_red_area_to_a_destination() -> None:
    """In a game at random MCP is paid for Cáceres when track leads into Castelo Branco and out of it again."""
    record = import_text(read(games_at_random("18ESP")[0].log)).record
    paid = (number for number, entry in enumerate(record.entries) if isinstance(entry.action, ClaimDestination))
    games = (record.at(number) for number in paid)
    game = next(game for game in games if (turn := turn_in(game.state)) is not None and turn.company == "MCP")
    board, caceres = game.state.board, game.title.data.companies["MCP"].destination
    assert caceres not in reach(board, board.stations_of(CompanyId(Owner("MCP"))), lambda stop: True).used_sides
    assert joined_to_any_station(Table(game.title, game.state), CompanyId(Owner("MCP")), caceres)
