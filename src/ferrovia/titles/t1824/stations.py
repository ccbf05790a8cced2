"""[VII.8] Stations: one in a turn at a rising price, after the home."""

from ferrovia.engine.play import Move, Refused, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId
from ferrovia.rules import stations
from ferrovia.titles.t1824.homes import waiting_homes
from ferrovia.titles.t1824.material import books, box


def cost_by_stations_on_map(table: Table, company: CompanyId) -> int:
    """[VII.8.4] By how many of its stations are on the map."""
    markers = box(table).numbers.kinds[box(table).kind(company)].markers
    return markers[len(table.state.board.stations_of(company))]


def cost_by_tokens_left(table: Table, company: CompanyId) -> int:
    """The site's way: by how many of its tokens are left."""
    markers, left = box(table).numbers.kinds[box(table).kind(company)].markers, table.state.tokens[company]
    return 0 if left == 1 and company == books(table).last_for_nothing else markers[len(markers) - left]


@rule("station-in-city")
def is_no_red_zone(table: Table, action: stations.StationAtStop) -> Refused | None:
    red = table.state.board.tile(place_of(action.stop)[0]).colour == "red"
    return refused(stop=action.stop) if red else None


def placing_by(cost: stations.MarkerCost) -> Move[stations.PlaceStation]:
    """[VII.8.3] `cost`: what the next station of a company costs."""
    return stations.placing(
        stations.is_a_city,
        is_no_red_zone,
        stations.a_slot_is_free,
        stations.has_no_station_on_that_hex,
        stations.station_is_connected,
        stations.keeping_room(waiting_homes),
        cost=cost,
    )
