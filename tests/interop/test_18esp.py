"""18ESP: games of ours go out as the site writes them and come in again, by both editions and from both set-ups."""

import json
from random import Random
from typing import Any

import pytest

from ferrovia import Record, fingerprint
from ferrovia.bots import BOTS
from ferrovia.engine.record import automatic_answer
from ferrovia.interop import export_game, import_text
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Following
from ferrovia.interop.t18esp import SITE
from ferrovia.interop.t18esp.writing import slot_of
from ferrovia.model.ids import StopId
from ferrovia.rules.stock import EndStockTurn
from ferrovia.titles.t18esp.pioneers import BuyPioneer, BuyTender, ChooseFace
from ferrovia.titles.t18esp.title import TITLE
from ferrovia.titles.t18esp.track import EndBuild
from support.laws import random_answer
from titles.t18esp.players import industrialist
from titles.t18esp.tables import a_table

KINDS = [
    (profile, set_up, seats) for profile in ("rulebook", "site") for set_up, seats in (("standard", 3), ("random", 4))
]


def a_game(profile: str, set_up: str, seats: int, seed: int) -> Record:
    """A whole game by players with habits."""
    random = Random(f"{profile} {set_up} {seats} {seed}")
    names = [f"p{number}" for number in range(1, seats + 1)]
    record = Record.new(TITLE, names, {"profile": profile, "set-up": set_up})
    while record.game.ask is not None:
        answer = automatic_answer(record.game, random, {}) or (industrialist(record.game, random), "player")
        record.play(*answer)
    return record


def comes_back(record: Record) -> tuple[Any, bool]:
    """What is refused when an export is read again, and whether the end is the same."""
    again = import_text(json.dumps(export_game(record)))
    return again.refused, fingerprint(again.record.game.state) == fingerprint(record.game.state)


@pytest.mark.parametrize(("profile", "set_up", "seats"), KINDS, ids=str)
def test_a_game_goes_out_and_comes_in_again(profile: str, set_up: str, seats: int) -> None:
    assert comes_back(a_game(profile, set_up, seats, 1)) == (None, True)


def test_a_tender_is_bought_before_the_face_of_a_train_is_chosen() -> None:
    """The site lets a company buy more between pioneer 2 and the face of its train; building is not over by that. It
    happens in this game as its 57th answer."""
    random, record = Random("18esp 3 5004 random"), Record.new(TITLE, ["p1", "p2", "p3"], {"profile": "site"})
    while len(record.entries) < 90:
        record.play(*(automatic_answer(record.game, random, {}) or (random_answer(record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    assert [type(answer) for answer in answers[55:58]] == [BuyPioneer, BuyTender, ChooseFace]
    again = import_text(json.dumps(export_game(record))).record
    assert [entry.action for entry in again.entries][:90] == answers


def test_a_pioneer_is_bought_where_the_site_has_gone_on_already() -> None:
    """Nothing more can be built by its tests, so there the purchase comes after the run; here building was not over. It
    happens in this game as its 108th answer."""
    random, names = Random("18esp 5 1009"), [f"Player {number}" for number in range(1, 6)]
    record = Record.new(TITLE, names, {"profile": "site", "set-up": "random"})
    while len(record.entries) < 120:
        record.play(*(automatic_answer(record.game, random, {}) or (BOTS["random"](record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    assert [type(answer) for answer in answers[107:110]] == [BuyPioneer, EndBuild, BuyPioneer]
    again = import_text(json.dumps(export_game(record))).record
    assert [entry.action for entry in again.entries][:120] == answers


def test_a_pass_belongs_to_the_round_in_which_something_can_be_done() -> None:
    """In this game player 1 has too little money for a share at the 57th answer, and passes with more at the 59th."""
    random, names = Random("18esp 3 100"), [f"Player {number}" for number in range(1, 4)]
    record = Record.new(TITLE, names)
    while len(record.entries) < 70:
        record.play(*(automatic_answer(record.game, random, {}) or (random_answer(record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    assert [type(answer) for answer in answers[56:61]] == [EndStockTurn] * 5
    again = import_text(json.dumps(export_game(record))).record
    assert [entry.action for entry in again.entries][:70] == answers


@pytest.mark.parametrize(("phase", "money", "is_asked"), [("2", 140, True), ("2", 139, False), ("3", 140, False)])
def test_the_site_asks_whoever_could_start_a_company_of_the_south_too_early(
    phase: str, money: int, is_asked: bool
) -> None:
    """[19.2] It forgets that these wait for phase 3. Here nothing is left that somebody could do."""
    table = a_table(profile="site").phase(phase).cash(X=money, Y=0, Z=0)
    table.state.closed = tuple(table.box.companies)
    game = table.stock_round("X").game()
    export = Exported("18ESP", {"1": "X", "2": "Y", "3": "Z"}, {}, (), "")
    assert Following(SITE.follow, export, game, {"profile": "site"}).site_would_skip() is not is_asked


def test_a_pass_after_the_end_answers_nothing() -> None:
    """It belongs to no turn; everything before it stands."""
    record = a_game("site", "standard", 3, 1)
    export = export_game(record)
    last = {"type": "pass", "id": len(export["actions"]) + 1, "entity": "p1", "entity_type": "player"}
    again = import_text(json.dumps({**export, "actions": [*export["actions"], last]}))
    assert again.refused is None
    assert fingerprint(again.record.game.state) == fingerprint(record.game.state)


@pytest.mark.parametrize("first", ["MZ", "MZA"])
def test_a_stacked_station_is_written_into_a_slot_that_the_city_has(first: str) -> None:
    """[4.3] MZ and MZA share one space of Madrid, which has one slot; whichever comes second."""
    table = a_table(profile="site").phase("3").stations(**{first: "F24.2"})
    second = next(company for company in ("MZ", "MZA") if company != first)
    table.has(first, price=90, held="X100" if first == "MZ" else "X40", trains="3")
    table.has(second, price=80, held="Y100" if second == "MZ" else "Y40", cash=300, operated=False)
    board = table.turn_of(second, "base").game().state.board
    madrid = StopId("F24.2")
    assert set(board.stations_at(madrid)) == {"MZ", "MZA"}
    assert [slot_of(board, table.company(name), madrid) for name in ("MZ", "MZA")] == [0, 0]


@pytest.mark.long
@pytest.mark.parametrize(("profile", "set_up", "seats"), KINDS, ids=str)
@pytest.mark.parametrize("seed", range(2, 7))
def test_more_games_go_out_and_come_in_again(profile: str, set_up: str, seats: int, seed: int) -> None:
    assert comes_back(a_game(profile, set_up, seats, seed)) == (None, True)
