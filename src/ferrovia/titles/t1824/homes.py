"""[VII.8.2] [VII.8.7] Homes: where they are, and how long a place is kept for them."""

from ferrovia.engine.play import Table
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.rules.rounds import operating
from ferrovia.rules.stations import has_home
from ferrovia.titles.t1824.material import box


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
    if has_home(table, company):
        return False
    if box(table).kind(company) != "staatsbahn":
        return True
    railways = box(table).predecessors[company]
    return company not in box(table).ways.lapsing_homes and all(railway in table.state.closed for railway in railways)
