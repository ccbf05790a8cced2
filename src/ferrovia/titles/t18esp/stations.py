"""[4.3] [5.2] Stations: one more in a turn, in a city or on an open pass."""

from ferrovia.engine.play import Check, Move, Refused, Table, refused, rule
from ferrovia.model.board import NOBODY, place_of
from ferrovia.model.ids import BANK, CompanyId, Owner, StopId
from ferrovia.rules.rounds import is_done, operating
from ferrovia.rules.stations import (
    PlaceStation,
    StationAtStop,
    a_slot_is_free,
    has_no_station_on_that_hex,
    is_a_city,
    keeping_room,
    placing,
    station_is_connected,
)
from ferrovia.titles.t18esp.facts import Turn
from ferrovia.titles.t18esp.homes import kept_slots, waiting_for_base
from ferrovia.titles.t18esp.material import MADRID_LINES, box


@rule("one-station")
def has_placed_none(table: Table, action: StationAtStop) -> Refused | None:
    turn = table.here(Turn)
    return refused(company=turn.company) if is_done(table, "stations") else None


@rule("station-available")
def has_a_station_left(table: Table, action: StationAtStop) -> Refused | None:
    company = operating(table)
    return None if table.state.tokens[company] else refused(company=company)


@rule("pass-open")
def is_no_closed_pass(table: Table, action: StationAtStop) -> Refused | None:
    return refused(stop=action.stop) if action.stop in table.state.board.barred else None


def leaving_oo_hexes_until(colour: str) -> Check[StationAtStop]:
    """[4.3] An OO hex is closed to others before its own companies are there, until its tile has a certain colour."""
    early = ("white", "yellow", "green", "brown")[: ("green", "brown", "gray").index(colour) + 2]

    @rule("oo-reserved")
    def leaves_oo_hexes_to_their_companies(table: Table, action: StationAtStop) -> Refused | None:
        hex_id = place_of(action.stop)[0]
        if not box(table).is_oo_hex(hex_id) or table.state.board.tile(hex_id).colour not in early:
            return None
        waiting = waiting_for_base(table, hex_id)
        return refused(stop=action.stop, company=waiting[0]) if waiting else None

    return leaves_oo_hexes_to_their_companies


@rule("slot-reserved")
def leaves_madrid_to_mz(table: Table, action: StationAtStop) -> Refused | None:
    """On the site nobody builds in yellow or green Madrid while MZ is in the game without a station."""
    hex_id = place_of(action.stop)[0]
    several = len(table.state.board.stops_on(hex_id)) > 1
    waits = MADRID_LINES[0] in waiting_for_base(table, hex_id)
    return refused(stop=action.stop) if several and waits else None


def receiver(table: Table, stop: StopId) -> Owner:
    """[5.2] The second station on a pass pays whoever placed the first one; all others pay the bank."""
    present = [company for company in table.state.board.stations_at(stop) if company != NOBODY]
    return present[0] if box(table).is_pass(stop) and present else BANK


def put_station(table: Table, company: CompanyId, stop: StopId) -> None:
    """[5.2] What the bank got for the second station on a pass goes on to whoever placed the first."""
    to, cost = receiver(table, stop), station_cost(table, company)
    table.station(stop, company)
    if to != BANK:
        table.pay(cost, source=BANK, to=to)
        table.tell("station-paid-to", company=to, amount=cost)


def station_cost(table: Table, company: CompanyId) -> int:
    return box(table).numbers.charges.station


def placing_stations(*reservations: Check[StationAtStop]) -> Move[PlaceStation]:
    """[4.3] `reservations`: how bases not placed yet are protected."""
    return placing(
        has_placed_none,
        has_a_station_left,
        is_a_city,
        is_no_closed_pass,
        a_slot_is_free,
        has_no_station_on_that_hex,
        station_is_connected,
        *reservations,
        cost=station_cost,
        put=put_station,
    )


leaves_room_for_bases = keeping_room(kept_slots)
