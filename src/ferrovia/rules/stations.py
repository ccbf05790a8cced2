"""Stations: where one may be placed."""

from collections.abc import Callable
from typing import Protocol

from ferrovia.engine.play import Check, Refused, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, StopId


class StationAtStop(Protocol):
    """An action that places a station."""

    @property
    def stop(self) -> StopId: ...


@rule("station-in-city")
def is_a_city(table: Table, action: StationAtStop) -> Refused | None:
    hex_id, number = place_of(action.stop)
    stops = table.state.board.tile(hex_id).stops
    return None if number < len(stops) and stops[number].kind == "city" else refused(stop=action.stop)


@rule("slot-free")
def a_slot_is_free(table: Table, action: StationAtStop) -> Refused | None:
    return None if table.state.board.free_slots(action.stop) else refused(stop=action.stop)


def one_station_a_hex(operating: Callable[[Table], CompanyId]) -> Check[StationAtStop]:
    """`operating` says whose station is placed."""

    @rule("one-station-a-hex")
    def has_no_station_on_that_hex(table: Table, action: StationAtStop) -> Refused | None:
        company, hex_id = operating(table), place_of(action.stop)[0]
        there = any(place_of(stop)[0] == hex_id for stop in table.state.board.stations_of(company))
        return refused(company=company, hex=hex_id) if there else None

    return has_no_station_on_that_hex
