"""[VII.8] Stations: homes and how long a place is kept for them; one more in a turn at a rising price."""

from ferrovia.engine.play import Move, Refused, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.rules import stations
from ferrovia.rules.rounds import operating
from ferrovia.titles.t1824.material import books, box

# ------------------------------------------------------------------------------------------------------------ the home


def home_of(table: Table, company: CompanyId) -> StopId:
    """The circle that its printed home has become."""
    home = box(table).companies[company]
    return table.state.board.grown(home.home, home.city)


def put_home(table: Table, company: CompanyId) -> None:
    stop = home_of(table, company)
    table.station(stop, company, beyond=company in box(table).ways.lapsing_homes)
    table.tell("home-placed", company=company, stop=stop)


def place_home(table: Table) -> None:
    """[VII.8.2] In its first turn, before anything else, for nothing."""
    company = operating(table)
    if not table.state.board.stations_of(company):
        put_home(table, company)


def waiting_homes(table: Table, stop: StopId, but: CompanyId) -> int:
    """[VII.8.7] How many circles of a city are kept for homes that are not placed yet."""
    hex_id = place_of(stop)[0]
    there = (c.id for c in box(table).companies.values() if c.home == hex_id and c.id != but)
    return sum(awaits_home(table, company) and home_of(table, company) == stop for company in there)


def awaits_home(table: Table, company: CompanyId) -> bool:
    """[IV.4.4.6] A Staatsbahn's home is kept where none of its railways was sold."""
    if stations.has_home(table, company):
        return False
    if box(table).kind(company) != "staatsbahn":
        return True
    railways = box(table).predecessors[company]
    return company not in box(table).ways.lapsing_homes and all(railway in table.state.closed for railway in railways)


# ---------------------------------------------------------------------------------------------------------- the others


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
