"""Placing stations: what holds in every title, on the little railway."""

from typing import Any

import pytest

from ferrovia.engine.play import Game, Table
from ferrovia.model.ids import BANK, CompanyId, StopId
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import (
    END_STATIONS,
    EndStations,
    PlaceStation,
    a_slot_is_free,
    clear_station,
    has_home,
    has_no_station_on_that_hex,
    is_a_city,
    keeping_room,
    placing,
    placing_station,
    standing_once,
    station_is_connected,
)
from support.little import ANA, BLUE, RED, a_game, a_table, why

ROW = "a:city/1 b:straight/1 c:town/1 d:city/1"
"""All hexes between the two homes have a tile."""


def place(hex_id: str) -> PlaceStation:
    return PlaceStation(StopId(f"{hex_id}.0"))


# --------------------------------------------------------------------------------------------------------------- checks


@pytest.mark.parametrize(("hex_id", "city"), [("a", True), ("b", False), ("c", False), ("e", True)])
def test_stations_stand_in_cities(hex_id: str, city: bool) -> None:
    """Neither in a town nor on open land."""
    assert (why(is_a_city, a_table(tiles=ROW), place(hex_id)) is None) == city


def test_a_slot_must_be_free() -> None:
    table = a_table(tiles=ROW, stations="RED@a BLUE@e")
    assert why(a_slot_is_free, table, place("e")) == ("slot-free", {"stop": "e.0"})
    assert why(a_slot_is_free, table, place("d")) is None


def test_one_station_on_a_hex() -> None:
    """Of each company: a second slot is for others."""
    table = a_table(tiles=f"{ROW} d:large/1", stations="RED@d")
    assert why(has_no_station_on_that_hex, table, place("d")) == ("one-station-a-hex", {"company": RED, "hex": "d"})
    assert why(has_no_station_on_that_hex, table, place("e")) is None
    assert why(standing_once(lambda table: BLUE), table, place("d")) is None


def test_a_station_is_connected() -> None:
    """Over track, through towns and free cities, not through a city full of others."""
    assert why(station_is_connected, a_table(tiles=ROW), place("e")) is None
    refusal = ("station-connected", {"company": RED, "stop": "e.0"})
    assert why(station_is_connected, a_table(tiles="a:city/1"), place("e")) == refusal
    assert why(station_is_connected, a_table(tiles=ROW, stations="RED@a BLUE@d"), place("e")) == refusal


def one_for_blue(table: Table, stop: StopId, company: CompanyId) -> int:
    return int(company != BLUE)


def test_slots_are_kept_for_homes() -> None:
    """The last one is not free to others; a second one is."""
    check = keeping_room(one_for_blue)
    assert why(check, a_table(tiles=ROW), place("d")) == ("slot-reserved", {"stop": "d.0"})
    assert why(check, a_table(tiles=f"{ROW} d:large/1"), place("d")) is None
    assert why(keeping_room(one_for_blue, lambda table: BLUE), a_table(tiles=ROW), place("d")) is None


def test_whoever_stands_beyond_the_slots_takes_the_place_of_a_station_that_leaves() -> None:
    table = a_table(tiles=ROW, stations="RED@a")
    table.station(StopId("a.0"), BLUE, beyond=True)
    clear_station(table, StopId("a.0"), RED)
    assert (table.state.board.stations_at(StopId("a.0")), table.state.tokens[RED]) == ((BLUE,), 3)


def test_who_has_a_home() -> None:
    """Whoever stands on the map, has operated, or has left the game: a place is kept only for those still to come."""
    table = a_table()
    assert has_home(table, RED) and not has_home(table, BLUE)
    table.note_first_turn(BLUE)
    assert has_home(table, BLUE)
    table = a_table()
    table.close(BLUE)
    assert has_home(table, BLUE)


# ------------------------------------------------------------------------------------------------------------- the step

CHECKS = (is_a_city, a_slot_is_free, has_no_station_on_that_hex, station_is_connected)
PLACE = placing(*CHECKS, cost=lambda table, company: 40)
KEYS = tuple(check.rule for check in PLACE.checks)


def stations(*moves: Any, **written: Any) -> Game:
    step = placing_station(*(moves or (PLACE, END_STATIONS)))
    return a_game(step, PlaceStation, EndStations, keys=KEYS, **({"tiles": ROW} | written))


def test_a_station_is_offered_and_paid() -> None:
    """Every free city in reach; one in a turn."""
    game = stations()
    assert game.ask is not None and (game.ask.who, game.ask.about.params) == (ANA, {"company": RED})
    assert [offer.action for offer in game.offers()] == [place("d"), place("e"), EndStations()]
    after = game.play(place("d"))
    assert after.state.board.stations_at(StopId("d.0")) == (RED,)
    assert (after.state.cash[RED], after.state.cash[BANK], after.state.tokens[RED]) == (60, 40, 1)
    assert [(event.key, event.params["amount"]) for event in after.events] == [("station-placed", 40)]
    assert after.ask is None


def test_a_station_must_be_paid() -> None:
    refusal = stations(cash=39).why_not(place("d"))
    assert refusal is not None and (refusal.rule, refusal.params) == ("station-cost", {"cost": 40, "treasury": 39})
    assert stations(cash=40).why_not(place("d")) is None


def test_ending_places_nothing() -> None:
    after = stations().play(EndStations())
    assert (after.ask, after.state.tokens[RED], after.state.cash[RED]) == (None, 2, 100)


def test_nobody_is_asked_without_a_marker_or_a_second_time() -> None:
    table = a_table(tiles=ROW)
    table.state.tokens[RED] = 0
    step = placing_station(PLACE, END_STATIONS)
    assert step(table) is None
    assert step(a_table(tiles=ROW, done=("stations",))) is None
    assert step(a_table(tiles=ROW)) is not None


def test_a_title_may_keep_books_of_its_stations() -> None:
    def put(table: Table, company: CompanyId, stop: StopId) -> None:
        table.station(stop, company)
        table.tell("noted", company=company)

    after = stations(placing(*CHECKS, cost=lambda table, company: 0, put=put), cash=0).play(place("d"))
    assert [event.key for event in after.events] == ["noted", "station-placed"]
    assert (after.state.cash[RED], after.state.tokens[RED]) == (0, 1)


def test_a_placed_station_is_noted_for_the_turn() -> None:
    table = a_table(tiles=ROW)
    PLACE.apply(table, place("d"))
    assert table.here(CompanyTurn).done == ("stations",)
