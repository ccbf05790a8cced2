"""[7.7] Stations: one more in a turn, in a city on a route of the company."""

from ferrovia.engine.play import Move, Refused, Table, refused, rule
from ferrovia.rules import stations
from ferrovia.rules.rounds import finish, operating
from ferrovia.titles.t1862.companies import is_london, put_station


@rule("london-by-link")
def is_not_london(table: Table, action: stations.StationAtStop) -> Refused | None:
    """[7.6.5] A station in London is built in the track step."""
    return refused(stop=action.stop) if is_london(table, action.stop) else None


def place(table: Table, action: stations.PlaceStation) -> None:
    """[7.7] Paid for long ago."""
    put_station(table, operating(table), action.stop)
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
