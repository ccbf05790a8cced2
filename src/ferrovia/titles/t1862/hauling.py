"""[7.4] [7.8] [7.8.1] [7.8.2] [7.8.3] A company's network and its trains, written down for the search of routes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from ferrovia.engine.play import Table
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, FaceId, HexId, StopId, TrainId
from ferrovia.model.map import Map
from ferrovia.model.network import passable_for
from ferrovia.routing.graph import Graph, graph_along, graph_of
from ferrovia.routing.problem import NOTHING, Convoy, Haul, Income, Limit, Problem, Service, Stop, Terminal
from ferrovia.routing.problem import Train as Runner
from ferrovia.titles.t1862.companies import has_london, home_stop
from ferrovia.titles.t1862.material import Face, Kind, Material, box, face_of, permits_of

LONDON = "London"
HEX_SUBSIDY = Income(subsidy=10)
"""[7.8.2] For each hex that local trains visit."""
HEX_BONUS = 20
HEX_BONUS_AT_PORT = 30
"""[7.8.1] For each hex between the ends of a freight train's way, if neither end is a port, and if one is."""


REVENUE_FIRST = Income(revenue=1000, subsidy=1)
"""What is best for a director: no subsidy makes up for revenue."""
ALL_INCOME = Income(revenue=1, subsidy=1)
"""[8] What is best for the state."""


class RouteRules(NamedTuple):
    """What the rulebook asks of a set of routes and the site does not."""

    meet_in_cities: bool
    """[7.8] Routes meet in large stations; on the site in any stop that is the same for both, so not in an area that is
    come to by different entrances."""
    duty: bool
    """[7.8] Whether every train that can run must."""


# --------------------------------------------------------------------------------------------------------- what can run


def runnable_trains(table: Table, company: CompanyId) -> list[TrainId]:
    """[6.5.4.3] [7.8] The trains for which the company has a permit."""
    faces, permits, cards = box(table).faces, permits_of(table, company), table.state.trains.items()
    return sorted([train for train, c in cards if c.owner == company and faces[c.face].kind in permits])


def has_home_station(table: Table, company: CompanyId) -> bool:
    """[7.8] One route visits the home station: without it nothing runs."""
    return company in table.state.board.stations_at(home_stop(table, company))


def is_permanent(material: Material, train: TrainId) -> bool:
    """[7.8.1] [11.2] Never scrapped."""
    return not material.variant.scraps(material.card_of(train))


# ------------------------------------------------------------------------------------------------------------ the graph


def whole_graph(board: Board) -> Graph:
    """[7.4] All track; all entrances of an area are one place."""
    return board.remember("areas joined", lambda: graph_of(board).merged(partial(_area, board)))


def graph_for(table: Table, company: CompanyId) -> Graph:
    """All track as the company's trains see it: only local trains know small stations. [7.8.1] [7.8.3]"""
    board = table.state.board
    if any(face_of(table, train).kind == "local" for train in runnable_trains(table, company)):
        return whole_graph(board)
    return board.remember(
        "no towns", lambda: graph_of(board).without(partial(_is_town, board)).merged(partial(_area, board))
    )


def graph_of_ways(board: Board, ways: Iterable[Sequence[str]], home: StopId) -> Graph:
    """Only what some written ways name, and the home station, which one of them must visit."""
    return graph_along(board, [*ways, [home]]).merged(partial(_area, board))


def _is_town(board: Board, stop: StopId) -> bool:
    return board.stop(stop).kind == "town"


def _area(board: Board, stop: StopId) -> str | None:
    return next(iter(board.stop(stop).groups), None)


# ---------------------------------------------------------------------------------------------------------- the problem


class Stations(NamedTuple):
    """Sets of stops by kind, and what each stop is worth."""

    worth: tuple[tuple[Income], ...]
    cities: int
    towns: int
    ports: int
    red: int
    london: int

    @property
    def areas(self) -> int:
        return self.ports | self.red

    def pays(self, stops: int) -> tuple[tuple[Income, ...], ...]:
        """What each stop pays a train that counts these."""
        return tuple([worth if stops >> at & 1 else () for at, worth in enumerate(self.worth)])


ONE_OF_EACH = {"port": 1, "red": 2}
"""[7.8] As groups: no route from port to port, nor from red area to red area."""


def problem_of(table: Table, company: CompanyId, graph: Graph, rules: RouteRules) -> Problem:
    """[7.8] The rules of routes for a company that has its home station."""
    stops, stations = _seen_by(table, company, graph)
    closed = 0 if has_london(table, company) else stations.london
    faces, material = {train: face_of(table, train) for train in runnable_trains(table, company)}, box(table)
    haul = hauling(material.map, stations)
    services: dict[FaceId, Service] = {}
    for face in faces.values():
        if face.name not in services:
            services[face.name] = SERVICES[face.kind](face, stations, closed, haul)
    convoys = _convoys(material, {train: face.kind for train, face in faces.items()})
    # a home without track is a stop that no route comes to
    home = graph.numbers.get(home_stop(table, company), len(stops))
    return Problem(
        stops=stops,
        chains=graph.chains,
        trains=tuple([Runner(train, (services[face.name],), convoys[train]) for train, face in faces.items()]),
        weights=REVENUE_FIRST,
        shared_track=True,
        pays_once=True,
        meeting=stations.cities if rules.meet_in_cities else _places_of_one_entrance(graph),
        home=1 << home,
        must_run=rules.duty,
    )


def _places_of_one_entrance(graph: Graph) -> int:
    """All stops but areas that are come to from several hexes: there two routes need not meet."""
    members = graph.members or [(stop,) for stop in graph.stops]
    return sum(1 << at for at, stops in enumerate(members) if len(stops) == 1)


def _seen_by(table: Table, company: CompanyId, graph: Graph) -> tuple[tuple[Stop, ...], Stations]:
    """The stops as a company sees them. [7.4] Stations in London lie beside the track: they start nothing."""
    board, material = table.state.board, box(table)
    phase = material.phases[table.state.phase]
    own, passable = set(board.stations_of(company)), passable_for(board, company)
    tracks, pictures = board.tracks.stops, board.tracks.pictures
    found: list[Stop] = []
    worth: list[tuple[Income]] = []
    sets = {"city": 0, "town": 0, "port": 0, "red": 0, LONDON: 0}
    for at, stop in enumerate(graph.stops):
        halting = tracks[stop]
        printed = pictures[halting.hex].tile.stops[place_of(stop)[1]]
        area = material.areas[printed.groups[0]] if printed.groups else None
        kind = printed.kind if area is None else area.kind
        worth.append((Income(printed.value(phase.colours) if area is None else area.values[phase.edge]),))
        through = area is None and halting.passable and passable(stop)
        found.append(Stop(stop, kind, through, stop in own, ONE_OF_EACH.get(kind, 0)))
        sets[kind] |= 1 << at
        if area is not None and area.id == LONDON:
            sets[LONDON] |= 1 << at
    by_kind = (sets[kind] for kind in ("city", "town", "port", "red", LONDON))
    return tuple(found), Stations(tuple(worth), *by_kind)


def _convoys(material: Material, kinds: Mapping[TrainId, Kind]) -> Mapping[TrainId, Convoy]:
    """[7.8.1] Freight trains run end to end as one; two or more permanent ones may also run each for itself."""
    freights = [train for train, kind in kinds.items() if kind == "freight"]
    permanent = [train for train in freights if is_permanent(material, train)]
    may = permanent if len(permanent) > 1 else ()
    return {
        train: Convoy.NEVER if train not in freights else Convoy.MAY if train in may else Convoy.MUST for train in kinds
    }


# ------------------------------------------------------------------------------------------------------------- services


def _freight(face: Face, stations: Stations, closed: int, haul: Haul) -> Service:
    """[7.8.1] A number of steps from hex to hex; the two ends pay, and the hexes between them."""
    large = stations.cities | stations.areas
    return Service(pays=stations.pays(large), moves=face.visits, banned=closed, ends=large, haul=haul)


def _local(face: Face, stations: Stations, closed: int, haul: Haul) -> Service:
    """[7.8.2] A number of large stations, all small ones on the way, no areas; a subsidy for each hex."""
    return _counting(face, stations, stations.cities, also=stations.towns, banned=stations.areas, hex_pay=HEX_SUBSIDY)


def _express(face: Face, stations: Stations, closed: int, haul: Haul) -> Service:
    """[7.8.3] A number of large stations and areas; small stations do not matter."""
    return _counting(face, stations, stations.cities | stations.areas, banned=closed)


def _counting(
    face: Face, stations: Stations, large: int, *, also: int = 0, banned: int, hex_pay: Income = NOTHING
) -> Service:
    """An N/M train visits up to M and counts N of them, whichever."""
    skips = large if face.counted < face.visits else 0
    return Service(
        pays=stations.pays(large | also),
        limits=(Limit(large, face.visits),),
        counted=Limit(large, face.counted) if skips else None,
        skips=skips,
        banned=banned,
        ends=large,
        hex_pay=hex_pay,
    )


SERVICES: Mapping[Kind, Callable[[Face, Stations, int, Haul], Service]] = {
    "freight": _freight,
    "local": _local,
    "express": _express,
}


# ------------------------------------------------------------------------------------------------------------- distance


def hexes_between(map_: Map, one: HexId, other: HexId, areas: int) -> int:
    """[7.8.1] The hexes between two ends, a number of them areas: these stand for the hex they are entered from."""
    return map_.apart(one, other) - 1 + areas if one != other else max(0, areas - 1)


class End(NamedTuple):
    """Where a freight train's way ends: the hex of a city, or the one from which an area at the edge is entered."""

    hex: HexId
    is_area: bool


def counted_hexes(map_: Map, one: End, other: End) -> tuple[HexId, ...]:
    """[7.8.1] Those hexes, to be drawn: by the straightest way, whatever track or barriers lie there."""
    line = map_.line(one.hex, other.hex)
    if len(line) == 1:
        return tuple(line) if one.is_area and other.is_area else ()
    return tuple(line[0 if one.is_area else 1 : len(line) if other.is_area else -1])


def hauling(map_: Map, stations: Stations) -> Haul:
    """[7.8.1] What a freight train earns for the hexes between its ends."""
    names, areas, ports = map_.names, stations.areas, stations.ports

    @cache
    def haul(one: Terminal, other: Terminal) -> Income:
        ends = 1 << one.stop | 1 << other.stop
        between = hexes_between(map_, names[one.gate], names[other.gate], (ends & areas).bit_count())
        return Income(between * (HEX_BONUS_AT_PORT if ends & ports else HEX_BONUS))

    return haul
