"""What one company takes over from another, and how the other leaves the game."""

from ferrovia.engine.play import Table
from ferrovia.model.board import NOBODY
from ferrovia.model.ids import SCRAP, Owner, StopId, TrainId
from ferrovia.model.state import Quote, Train, trains_of
from ferrovia.rules.takeover import (
    doubled_stations,
    leave_the_game,
    replace_station,
    retire,
    take_trains,
    take_treasury,
)
from support.little import BLUE, BOX, RED, a_table

D = StopId("d.0")


def with_trains(table: Table, **owners: str) -> Table:
    for name, owner in owners.items():
        table.state.trains = table.state.trains.with_card(TrainId(name), Train(Owner(owner), "2"))
    return table


def test_all_money_goes_over() -> None:
    table = a_table(cash=70)
    take_treasury(table, RED, to=BLUE)
    assert (table.state.cash[RED], table.state.cash[BLUE]) == (0, 140)


def test_trains_lie_behind_those_that_are_there() -> None:
    table = with_trains(a_table(), one="RED", two="BLUE", three="RED")
    assert take_trains(table, RED, to=BLUE) == ("one", "three")
    assert (trains_of(table.state, BLUE), trains_of(table.state, RED)) == (["two", "one", "three"], [])


def test_a_station_takes_the_very_slot_of_another() -> None:
    table = a_table(tiles="d:large/1", stations="RED@d")
    table.seat_stations(D, (NOBODY, RED))
    replace_station(table, D, RED, by=BLUE)
    assert table.state.board.stations_at(D) == (NOBODY, BLUE)


def test_two_stations_in_one_city_are_named_once() -> None:
    table = a_table(tiles="d:large/1", stations="RED@d BLUE@d RED@e")
    assert doubled_stations(table, RED) == []
    replace_station(table, D, BLUE, by=RED)
    assert doubled_stations(table, RED) == [D]


def test_whoever_retires_leaves_papers_and_marker_whoever_leaves_its_stations_too() -> None:
    """Stations go back to the charter: none is lost."""
    table = a_table(stations="RED@a BLUE@e")
    table.state.prices[RED] = Quote(0, 1)
    before = BOX.counts(table.state)["stations"]
    retire(table, RED)
    assert {table.state.certs[cert.id] for cert in BOX.papers.of[RED]} == {SCRAP}
    assert (table.state.closed, table.state.prices) == ((RED,), {})
    assert list(table.state.board.stations_of(RED)) == [StopId("a.0")]
    leave_the_game(table, BLUE)
    assert (list(table.state.board.stations_of(BLUE)), table.state.tokens[BLUE]) == ([], 3)
    assert BOX.counts(table.state)["stations"] == before
