"""[VIII.6] Stations: one more in a turn, in a city that the company reaches."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, CompanyId, PlayerId, StopId
from ferrovia.model.message import Message
from ferrovia.model.network import reach_of
from ferrovia.rules.stations import a_slot_is_free, is_a_city, one_station_a_hex
from ferrovia.titles.t18cz.consent import asked_of, director_of
from ferrovia.titles.t18cz.facts import CompanyTurn, operating
from ferrovia.titles.t18cz.homes import has_home, reserved_slots
from ferrovia.titles.t18cz.material import books, box
from ferrovia.titles.t18cz.vaclav import decides_station, is_vaclavs

DEAR_MARKER = 100
"""[VIII.6.3] [VIII.9.5] What every marker costs but the first one beyond the home."""

MarkerCost = Callable[[Table, CompanyId], int]


@dataclass(frozen=True, slots=True)
class PlaceStation:
    stop: StopId


@dataclass(frozen=True, slots=True)
class EndStations:
    pass


def cost_by_stations_on_board(table: Table, company: CompanyId) -> int:
    """[VIII.6.3] With only its home on the map an own marker costs 40; all others, and all taken over, 100."""
    own_left = table.state.tokens[company] - books(table).gained_markers.get(company, 0)
    first = len(table.state.board.stations_of(company)) == 1
    return box(table).rules(company).markers[1] if first and own_left > 0 else DEAR_MARKER


def cost_by_acquisitions(table: Table, company: CompanyId) -> int:
    """The site's way: after any acquisition every marker costs 100."""
    if company in books(table).acquirers:
        return DEAR_MARKER
    markers = box(table).rules(company).markers
    return markers[len(markers) - table.state.tokens[company]]


def cost_of(table: Table, marker_cost: MarkerCost) -> int:
    company = operating(table)
    return 0 if is_vaclavs(table, company) else marker_cost(table, company)


# ----------------------------------------------------------------------------------------------------------- checks


@rule("station-connected")
def station_is_connected(table: Table, action: PlaceStation) -> Refused | None:
    company = operating(table)
    reached = action.stop in reach_of(table.state.board, company).stops
    return None if reached else refused(company=company, stop=action.stop)


@rule("slot-reserved")
def leaves_room_for_homes(table: Table, action: PlaceStation) -> Refused | None:
    kept = reserved_slots(table, action.stop, for_others_than=operating(table))
    return refused(stop=action.stop) if table.state.board.free_slots(action.stop) <= kept else None


@rule("ate-first")
def whole_home_hex_is_free_to_use(table: Table, action: PlaceStation) -> Refused | None:
    """[VIII.6.7.b] On a hex with two home cities to choose from, nobody before its own company."""
    hex_id = place_of(action.stop)[0]
    printed = table.state.board.map.hexes[hex_id]
    for reservation in printed.reservations:
        company = reservation.company
        if reservation.stop is None and company in box(table).companies and company != operating(table):
            if not has_home(table, company):
                return refused(stop=action.stop, company=company)
    return None


def station_decider(table: Table, company: CompanyId) -> PlayerId:
    return decides_station(table, company) if is_vaclavs(table, company) else director_of(table, company)


def reachable_cities(table: Table) -> Iterator[Offer]:
    board = table.state.board
    for stop in sorted(reach_of(board, operating(table)).stops):
        if board.stop(stop).kind == "city" and board.free_slots(stop):
            yield Offer(PlaceStation(stop))


def placing(*, cost: MarkerCost, reservations: tuple[Check[PlaceStation], ...]) -> Move[PlaceStation]:
    """[VIII.6] `cost`: what the next marker costs; `reservations`: how homes not placed yet are protected."""

    @rule("station-cost")
    def treasury_pays_station(table: Table, action: PlaceStation) -> Refused | None:
        price, treasury = cost_of(table, cost), table.state.cash[operating(table)]
        return refused(cost=price, treasury=treasury) if price > treasury else None

    def place(table: Table, action: PlaceStation) -> None:
        company, price = operating(table), cost_of(table, cost)
        own_left = table.state.tokens[company] - books(table).gained_markers.get(company, 0)
        if not own_left or price == DEAR_MARKER:
            spend_gained_marker(table, company)
        table.pay(price, source=company, to=BANK)
        table.state.tokens[company] -= 1
        table.state.board = table.state.board.with_station(action.stop, company)
        table.note(station_done=True)
        table.tell("station-placed", company=company, stop=action.stop, amount=price)

    checks = (
        is_a_city,
        a_slot_is_free,
        one_station_a_hex(operating),
        station_is_connected,
        *reservations,
        treasury_pays_station,
    )
    return Move(PlaceStation, reachable_cities, checks, place)


def spend_gained_marker(table: Table, company: CompanyId) -> None:
    """At the same price a marker that was taken over goes first, so that the cheap one stays."""
    gained = books(table).gained_markers
    if gained.get(company, 0):
        table.keep(gained_markers={**gained, company: gained[company] - 1})


END_STATIONS = Move(
    EndStations,
    lambda table: (Offer(EndStations()),),
    (),
    lambda table, action: table.note(station_done=True),
    passive=True,
)


def placing_station(place: Move[PlaceStation], *others: Move[Any]) -> Step:
    """[VIII.6.2] One in a turn; not asked where there is none to place."""

    def place_station(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.station_done or not table.state.tokens[turn.company]:
            return None
        about = Message("station", {"company": turn.company})
        return asked_of(station_decider(table, turn.company), (place, *others), about)

    return place_station
