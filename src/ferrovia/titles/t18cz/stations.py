"""[VIII.6] Stations: one more in a turn, in a city that the company reaches."""

from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Refused, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.model.message import Message
from ferrovia.rules import stations
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import asked_of, operating
from ferrovia.titles.t18cz.homes import reserved_slots
from ferrovia.titles.t18cz.material import books, box
from ferrovia.titles.t18cz.vaclav import decides_station, is_vaclavs

DEAR_MARKER = 100
"""[VIII.6.3] [VIII.9.5] What every marker costs but the first one beyond the home."""


def cost_by_stations_on_board(table: Table, company: CompanyId) -> int:
    """[VIII.6.3] With only its home on the map one of its own markers costs 40; all others, and all taken over, 100."""
    own_left = table.state.tokens[company] - books(table).gained_markers.get(company, 0)
    first = len(table.state.board.stations_of(company)) == 1
    return box(table).rules(company).markers[1] if first and own_left > 0 else DEAR_MARKER


def cost_by_acquisitions(table: Table, company: CompanyId) -> int:
    """The site's way: after any acquisition every marker costs 100."""
    if company in books(table).acquirers:
        return DEAR_MARKER
    markers = box(table).rules(company).markers
    return markers[len(markers) - table.state.tokens[company]]


@rule("ate-first")
def whole_home_hex_is_free_to_use(table: Table, action: stations.StationAtStop) -> Refused | None:
    """[VIII.6.7.b] On a hex with two home cities to choose from, nobody before its own company."""
    hex_id = place_of(action.stop)[0]
    printed = table.state.board.map.hexes[hex_id]
    for reservation in printed.reservations:
        company = reservation.company
        if reservation.stop is None and company in box(table).companies and company != operating(table):
            if not stations.has_home(table, company):
                return refused(stop=action.stop, company=company)
    return None


leaves_room_for_homes = stations.keeping_room(reserved_slots)


def placing_marker(
    *, cost: stations.MarkerCost, reservations: tuple[Check[stations.StationAtStop], ...]
) -> Move[stations.PlaceStation]:
    """[VIII.6.3] [VIII.6.6] `cost`: of the next marker; `reservations`: how homes not placed yet are protected."""

    def cost_of(table: Table, company: CompanyId) -> int:
        return 0 if is_vaclavs(table, company) else cost(table, company)

    def put(table: Table, company: CompanyId, stop: StopId) -> None:
        if cost_of(table, company) == DEAR_MARKER:
            spend_gained_marker(table, company)
        stations.put_station(table, company, stop)

    return stations.placing(
        stations.is_a_city,
        stations.a_slot_is_free,
        stations.has_no_station_on_that_hex,
        stations.station_is_connected,
        *reservations,
        cost=cost_of,
        put=put,
    )


def spend_gained_marker(table: Table, company: CompanyId) -> None:
    """At the same price a marker that was taken over goes first, so that the cheap one stays."""
    gained = books(table).gained_markers
    if gained.get(company, 0):
        table.keep(gained_markers={**gained, company: gained[company] - 1})


def ask_whoever_places(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    """The director; for Vaclav's companies one of the two players."""
    vaclavs = is_vaclavs(table, company)
    return asked_of(decides_station(table, company) if vaclavs else director_of(table, company), moves, about)
