"""[7.2] [7.7] Stations: the home in a company's first turn, then one more in a turn, in a city on one of its routes."""

from ferrovia.engine.play import Ask, Move, Refused, Step, Table, refused, rule
from ferrovia.model.message import Message
from ferrovia.rules import stations
from ferrovia.rules.rounds import CompanyTurn, finish, operating
from ferrovia.rules.track import LayTile, in_any_turn
from ferrovia.titles.t1862 import companies
from ferrovia.titles.t1862.material import Variant, lner_formed
from ferrovia.titles.t1862.track import laying_tile

# ------------------------------------------------------------------------------------------------------------- the home


def place_home(table: Table) -> None:
    """[7.2] On the empty hex, in a free slot, or beside the slots of a full tile. [10.3] At the end only in a slot.

    A company that was run by the state before it had a home places it as soon as it has a director.
    """
    company = table.here(CompanyTurn).company
    stop, board = companies.home_stop(table, company), table.state.board
    full = not board.free_slots(stop)
    if company in board.stations_at(stop) or not table.state.tokens[company] or (full and lner_formed(table)):
        return
    companies.put_station(table, company, stop, beyond=full)
    table.tell("home-placed", company=company, stop=stop)


def making_room(*, site: bool) -> Step:
    """[7.2] Where no upgrade is possible at all, the station that came last gives way at once. The site asks for no
    upgrade that brings no slot, and takes whoever stands in the last slot."""
    leaves = companies.in_highest_slot if site else companies.last_placed

    def make_room_for_the_home(table: Table) -> None:
        company, board = table.here(CompanyTurn).company, table.state.board
        hex_id = companies.unhoused(board, company)
        if hex_id is None or hex_id not in board.tiles:
            return
        if not companies.a_tile_has_room(table, hex_id, stations=companies.standing_on(table, hex_id) if site else 0):
            companies.displace(table, hex_id, leaves(table, hex_id, company), by=company)

    return make_room_for_the_home


def upgrading_home(lay: Move[LayTile]) -> Step:
    """The site's way: a full home is upgraded before anything else, even a merger."""

    def upgrade_home(table: Table) -> Ask | None:
        turn, board = table.here(CompanyTurn), table.state.board
        home, who = companies.home_of(table, turn.company), table.box.director(table.state, turn.company)
        is_full = home in board.tiles and companies.unhoused(board, turn.company) == home
        if who is None or lner_formed(table) or not is_full:
            return None
        return Ask(who, (lay,), Message("home-upgrade", {"company": turn.company, "hex": home}))

    return upgrade_home


def home_steps(rules: Variant) -> tuple[Step, ...]:
    upgrade = (upgrading_home(in_any_turn(laying_tile(home_first=True))),) if rules.site else ()
    return place_home, making_room(site=rules.site), *upgrade


# ----------------------------------------------------------------------------------------------------------- the others


@rule("london-by-link")
def is_not_london(table: Table, action: stations.StationAtStop) -> Refused | None:
    """[7.6.5] A station in London is built in the track step."""
    return refused(stop=action.stop) if companies.is_london(table, action.stop) else None


def place(table: Table, action: stations.PlaceStation) -> None:
    """[7.7] Paid for long ago."""
    companies.put_station(table, operating(table), action.stop)
    finish(table, "stations")
    table.tell("station-placed", company=operating(table), stop=action.stop)


IS_ON_A_ROUTE = stations.station_is_connected.under("station-on-route")
PLACE_STATION = Move(
    stations.PlaceStation,
    stations.reachable_cities,
    (stations.is_a_city, is_not_london, stations.has_no_station_on_that_hex, stations.a_slot_is_free, IS_ON_A_ROUTE),
    place,
)


place_station = stations.placing_station(PLACE_STATION, stations.END_STATIONS)
"""[7.7] One in a turn beside the home; not asked where there is none on the card."""
