"""Stations: where one may be placed, what it costs, and the places that are kept for homes.

placing(*checks, cost=, put=)            the ordinary station
placing_station(*moves, asked=)          the step that asks for one in a turn
keeping_room(kept)                       the check that leaves slots to companies that are still to come
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.board import NOBODY, place_of
from ferrovia.model.ids import BANK, CompanyId, StopId
from ferrovia.model.message import Message
from ferrovia.model.values import made_often
from ferrovia.rules.rounds import Asked, CompanyTurn, ask_director, ending, finish, operating


@made_often
@dataclass(frozen=True, slots=True)
class PlaceStation:
    stop: StopId


@dataclass(frozen=True, slots=True)
class EndStations:
    pass


class StationAtStop(Protocol):
    """An action that places a station."""

    @property
    def stop(self) -> StopId: ...


# --------------------------------------------------------------------------------------------------------------- checks


@rule("station-in-city")
def is_a_city(table: Table, action: StationAtStop) -> Refused | None:
    hex_id, number = place_of(action.stop)
    stops = table.state.board.tile(hex_id).stops
    return None if number < len(stops) and stops[number].kind == "city" else refused(stop=action.stop)


@rule("slot-free")
def a_slot_is_free(table: Table, action: StationAtStop) -> Refused | None:
    return None if table.state.board.free_slots(action.stop) else refused(stop=action.stop)


Whose = Callable[[Table], CompanyId]
"""Whose station is placed."""


def standing_once(whose: Whose) -> Check[StationAtStop]:
    @rule("one-station-a-hex")
    def does_not_stand_there(table: Table, action: StationAtStop) -> Refused | None:
        company, hex_id = whose(table), place_of(action.stop)[0]
        there = any(place_of(stop)[0] == hex_id for stop in table.state.board.stations_of(company))
        return refused(company=company, hex=hex_id) if there else None

    return does_not_stand_there


has_no_station_on_that_hex = standing_once(operating)


@rule("station-connected")
def station_is_connected(table: Table, action: StationAtStop) -> Refused | None:
    company = operating(table)
    return None if action.stop in table.reach(company).stops else refused(company=company, stop=action.stop)


def keeping_room(kept: Callable[[Table, StopId, CompanyId], int], whose: Whose = operating) -> Check[StationAtStop]:
    """`kept`: how many slots of a stop are kept for others than a company."""

    @rule("slot-reserved")
    def leaves_room_for_homes(table: Table, action: StationAtStop) -> Refused | None:
        reserved = kept(table, action.stop, whose(table))
        return refused(stop=action.stop) if table.state.board.free_slots(action.stop) <= reserved else None

    return leaves_room_for_homes


def has_home(table: Table, company: CompanyId) -> bool:
    """Whether its home station was placed; a company that has operated or closed keeps no place."""
    state = table.state
    return company in (*state.operated, *state.closed) or bool(state.board.stations_of(company))


# --------------------------------------------------------------------------------------------------- leaving the map


def clear_station(table: Table, stop: StopId, company: CompanyId) -> None:
    """A station goes back to its charter."""
    take_station(table, stop, company)
    table.give_tokens(company, 1)


def take_station(table: Table, stop: StopId, company: CompanyId) -> None:
    """A station leaves the map; one that stood beyond the slots takes the first that is free now."""
    table.remove_station(stop, company)
    present, slots = table.state.board.stations_at(stop), table.state.board.stop(stop).slots
    if len(present) > slots and NOBODY in present[:slots]:
        seats = list(present)
        waiting = seats.pop(slots)
        seats[seats.index(NOBODY)] = waiting
        table.seat_stations(stop, tuple(seats))


# ---------------------------------------------------------------------------------------------------------- the station

MarkerCost = Callable[[Table, CompanyId], int]


def reachable_cities(table: Table) -> Iterator[Offer]:
    board = table.state.board
    for stop in sorted(table.reach(operating(table)).stops):
        if board.stop(stop).kind == "city" and board.free_slots(stop):
            yield Offer(PlaceStation(stop))


def put_station(table: Table, company: CompanyId, stop: StopId) -> None:
    table.station(stop, company)


def placing(
    *checks: Check[StationAtStop],
    cost: MarkerCost,
    put: Callable[[Table, CompanyId, StopId], None] = put_station,
) -> Move[PlaceStation]:
    """`cost`: what the next marker of a company costs; `put`: how it goes from the charter to the map."""

    @rule("station-cost")
    def treasury_pays_station(table: Table, action: StationAtStop) -> Refused | None:
        company = operating(table)
        price, treasury = cost(table, company), table.state.cash[company]
        return refused(cost=price, treasury=treasury) if price > treasury else None

    def place(table: Table, action: PlaceStation) -> None:
        company = operating(table)
        price = cost(table, company)
        table.pay(price, source=company, to=BANK)
        put(table, company, action.stop)
        finish(table, "stations")
        table.tell("station-placed", company=company, stop=action.stop, amount=price)

    return Move(PlaceStation, reachable_cities, (*checks, treasury_pays_station), place)


# ------------------------------------------------------------------------------------------------------------- the step

END_STATIONS = ending(EndStations, "stations")


def placing_station(*moves: Move[Any], asked: Asked = ask_director) -> Step:
    """One in a turn; nobody is `asked` where there is none to place."""

    def place_station(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if "stations" in turn.done or not table.state.tokens[turn.company]:
            return None
        return asked(table, turn.company, moves, Message("station", {"company": turn.company}))

    return place_station
