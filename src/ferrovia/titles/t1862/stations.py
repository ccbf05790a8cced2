"""[7.7] Stations: one more in a turn, in a city on a route of the company."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.model.message import Message
from ferrovia.rules.stations import a_slot_is_free, is_a_city, one_station_a_hex
from ferrovia.titles.t1862.companies import is_london, put_station
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import Variant, director
from ferrovia.titles.t1862.network import routes_of
from ferrovia.titles.t1862.untimely import open_turn, refusing, why_nothing_is_built


@dataclass(frozen=True, slots=True)
class PlaceStation:
    stop: StopId


@dataclass(frozen=True, slots=True)
class EndStations:
    pass


ACTIONS: tuple[type[Any], ...] = (PlaceStation, EndStations)


def operating(table: Table) -> CompanyId:
    return table.here(CompanyTurn).company


@rule("london-by-link")
def is_not_london(table: Table, action: PlaceStation) -> Refused | None:
    """[7.6.5] A station in London is built in the track step."""
    return refused(stop=action.stop) if is_london(table, action.stop) else None


@rule("station-on-route")
def is_on_a_route(table: Table, action: PlaceStation) -> Refused | None:
    company = operating(table)
    return None if action.stop in routes_of(table, company).stops else refused(company=company, stop=action.stop)


def reachable_cities(table: Table) -> Iterator[Offer]:
    board = table.state.board
    for stop in sorted(routes_of(table, operating(table)).stops):
        if board.stop(stop).kind == "city" and board.free_slots(stop):
            yield Offer(PlaceStation(stop))


def place(table: Table, action: PlaceStation) -> None:
    """[7.7] Paid for long ago."""
    put_station(table, operating(table), action.stop)
    table.note(station_done=True)
    table.tell("station-placed", company=operating(table), stop=action.stop)


PLACE_STATION = Move(
    PlaceStation,
    reachable_cities,
    (is_a_city, is_not_london, one_station_a_hex(operating), a_slot_is_free, is_on_a_route),
    place,
)

END_STATIONS = Move(
    EndStations,
    lambda table: (Offer(EndStations()),),
    (),
    lambda table, action: table.note(station_done=True),
    passive=True,
)


@rule("station-time")
def it_is_time_for_a_station(table: Table, action: PlaceStation) -> Refused | None:
    """[7.1] [7.7] In a company's turn, one beside the home, after building and before its trains run."""
    reason, turn = why_nothing_is_built(table), open_turn(table)
    if reason is None and turn is not None and turn.station_done:
        return refused_by("one-station-a-turn", company=turn.company)
    if reason is None and turn is not None and not table.state.tokens[turn.company]:
        return refused_by("station-token", company=turn.company)
    return reason or refused()


UNTIMELY: tuple[Move[Any], ...] = (refusing(PlaceStation, it_is_time_for_a_station),)


def place_station(table: Table) -> Ask | None:
    """[7.7] One in a turn beside the home; not asked where there is none on the card."""
    turn = table.here(CompanyTurn)
    who = director(table, turn.company)
    if turn.station_done or who is None or not table.state.tokens[turn.company]:
        return None
    return Ask(who, (PLACE_STATION, END_STATIONS), Message("station", {"company": turn.company}))


def steps(rules: Variant) -> tuple[Step, ...]:
    return (place_station,)
