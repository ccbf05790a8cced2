"""The track on a board, contracted to stops and the chains between them.

graph_of(board)             every stop with track and every chain, found once for a board
graph_reached(board, …)     only what a company reaches
graph_along(board, ways)    only what some written ways name
leads_on(board, stop)       whether any chain leaves a stop
graph.find(way)             the stops and chains of a written way, as "E16.0 F15 F13.1"
graph.locate(route)         the same for a route
graph.write(stops, chains)  a route as such a text: stops by name, the hexes between them
graph.merged(place_of_stop) the same graph, stops that are one place being one
graph.without(passed_over)  the same graph, some stops being mere places on the way
seen_by(board, graph, …)    the graph's stops as a company sees them, for a `Problem`
problem_from_board(…)       graph and stops in one, for a title to complete with its trains
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from ferrovia.model.board import Board, Tracks
from ferrovia.model.ids import CompanyId, HexId, StopId
from ferrovia.model.network import passable_for, reach_of
from ferrovia.model.route import Route
from ferrovia.model.tiles import Gauge, Picture
from ferrovia.model.values import changed
from ferrovia.routing.problem import Chain, Problem, Stop, Train

GAUGES: Mapping[Gauge, int] = {"standard": 1, "narrow": 2, "dual": 3}
"""A chain can be run by whatever can run on each piece of it."""

Clash = Callable[[tuple[int, int], tuple[int, int]], bool]
"""Whether one route may not use both of two tracks, given by their sides, of a tile without stops."""


@dataclass(frozen=True)
class Graph:
    """Stops by number; for each chain the stops at its ends by name and the hexes it passes between them."""

    stops: tuple[StopId, ...]
    chains: tuple[Chain, ...]
    between: tuple[tuple[HexId, ...], ...]
    ends: tuple[tuple[StopId, StopId], ...]
    members: tuple[tuple[StopId, ...], ...] = ()
    """Where stops were merged: all stops that each one stands for."""

    @cached_property
    def numbers(self) -> Mapping[StopId, int]:
        own = {stop: number for number, stop in enumerate(self.stops)}
        for number, stops in enumerate(self.members):
            own |= dict.fromkeys(stops, number)
        return own

    @cached_property
    def _by_way(self) -> Mapping[tuple[StopId, tuple[HexId, ...], StopId], int]:
        found: dict[tuple[StopId, tuple[HexId, ...], StopId], int] = {}
        for number, ((a, b), hexes) in enumerate(zip(self.ends, self.between, strict=True)):
            found[a, hexes, b] = number
            found[b, hexes[::-1], a] = number
        return found

    def locate(self, route: Route) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The stops and chains of a route; None if there is no such track."""
        if len(route.chains) + 1 != len(route.stops):
            return None
        try:
            stops = tuple([self.numbers[stop] for stop in route.stops])
            ways = zip(route.stops, route.chains, route.stops[1:], strict=False)
            return stops, tuple([self._by_way[way] for way in ways])
        except KeyError:
            return self.find(route.way)  # some of its stops may be mere places on the way here

    def find(self, way: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The stops and chains of a way given by stops and the hexes between them; None if there is no such track."""
        stops: list[StopId] = []
        chains: list[int] = []
        between: list[HexId] = []
        for name in way:
            if StopId(name) not in self.numbers:
                if not stops:
                    return None
                between.append(HexId(name))
                continue
            if stops:
                chain = self._by_way.get((stops[-1], tuple(between), StopId(name)))
                if chain is None:
                    return None
                chains.append(chain)
            stops.append(StopId(name))
            between = []
        return None if between or not stops else (tuple(self.numbers[stop] for stop in stops), tuple(chains))

    def write(self, stops: Sequence[int], chains: Sequence[int]) -> tuple[str, ...]:
        """The way of a route in words: each stop, and the hexes passed before the next one."""
        if not chains:
            return tuple(self.stops[stop] for stop in stops)
        names: list[str] = []
        for at, chain in enumerate(chains):
            forward = self.chains[chain].ends == (stops[at], stops[at + 1])
            (start, end), hexes = self.ends[chain], self.between[chain]
            names += (start, *hexes) if forward else (end, *hexes[::-1])
            if at == len(chains) - 1:
                names.append(end if forward else start)
        return tuple(names)

    def merged(self, place: Callable[[StopId], Hashable | None]) -> "Graph":
        """The same graph with all stops of one place made one. Only for places where every route ends."""
        number_of: dict[Hashable, int] = {}
        members: list[list[StopId]] = []
        renumbered: list[int] = []
        for stop in self.stops:
            key = place(stop)
            number = number_of.setdefault(stop if key is None else ("place", key), len(members))
            if number == len(members):
                members.append([])
            members[number].append(stop)
            renumbered.append(number)
        if len(members) == len(self.stops):
            return self
        chains = tuple(
            changed(chain, ends=(renumbered[chain.ends[0]], renumbered[chain.ends[1]])) for chain in self.chains
        )
        return replace(
            self, stops=tuple(m[0] for m in members), chains=chains, members=tuple(tuple(m) for m in members)
        )

    def without(self, passed_over: Callable[[StopId], bool]) -> "Graph":
        """The same graph where some stops are mere places on the way. Each of them lies on one line, not at a junction;
        nothing was merged yet."""
        at: list[list[int]] = [[] for _ in self.stops]
        for number, chain in enumerate(self.chains):
            for end in chain.ends:
                at[end].append(number)
        kept = [old for old, stop in enumerate(self.stops) if not passed_over(stop)]
        new = {old: number for number, old in enumerate(kept)}
        found = [self._line(new, at, start, first) for start in kept for first in at[start]]
        lines = [(chain, between) for chain, between in found if chain.ends[1] in new and chain.ends[0] < chain.ends[1]]
        return Graph(
            tuple([self.stops[old] for old in kept]),
            tuple([changed(chain, ends=(new[chain.ends[0]], new[chain.ends[1]])) for chain, _ in lines]),
            tuple([between for _, between in lines]),
            tuple([(self.stops[chain.ends[0]], self.stops[chain.ends[1]]) for chain, _ in lines]),
        )

    def _line(
        self, kept: Mapping[int, int], at: list[list[int]], start: int, first: int
    ) -> tuple[Chain, tuple[HexId, ...]]:
        """The track that leaves a stop by a chain, up to the next stop that is kept, and the hexes between them."""
        last, whole = first, _turned(self.chains[first], start)
        between = self.between[first] if self.chains[first].ends[0] == start else self.between[first][::-1]
        while (here := whole.ends[1]) not in kept and (onward := [number for number in at[here] if number != last]):
            last = onward[0]
            chain, hexes = _turned(self.chains[last], here), self.between[last]
            hexes = hexes if self.chains[last].ends[0] == here else hexes[::-1]
            between = (*between, HexId(self.stops[here]), *hexes)
            whole = Chain(
                (start, chain.ends[1]),
                whole.track | chain.track,
                whole.clash | chain.clash,
                whole.gauge & chain.gauge,
                whole.hexes | chain.hexes,
                whole.moves + chain.moves,
                (whole.gates[0], chain.gates[1]),
            )
        return whole, between


def _turned(chain: Chain, start: int) -> Chain:
    """A chain as it is run from one of its ends."""
    return chain if chain.ends[0] == start else changed(chain, ends=chain.ends[::-1], gates=chain.gates[::-1])


def graph_of(board: Board, clash: Clash | None = None) -> Graph:
    """The whole graph. `clash` must be one and the same function for all boards of a title."""
    return board.remember(("graph", clash), lambda: _contract(board.tracks, board.tracks.stops, clash))


def graph_reached(board: Board, company: CompanyId, clash: Clash | None = None) -> Graph:
    """The part of the graph on which a company's routes lie: whatever is not reached, none of them can use."""
    return board.remember(
        ("graph", clash, company), lambda: _contract(board.tracks, reach_of(board, company).stops, clash)
    )


def graph_along(board: Board, ways: Iterable[Sequence[str]], clash: Clash | None = None) -> Graph:
    """The stops and chains that some ways name, as far as there is such track."""
    tracks = board.tracks
    stops: dict[StopId, int] = {}
    chains = _Chains(tracks, clash)
    for way in ways:
        before: StopId | None = None
        between: list[HexId] = []
        for name in way:
            stop = StopId(name)
            if stop not in tracks.stops:
                between.append(HexId(name))
                continue
            stops.setdefault(stop, len(stops))
            if before is not None:
                stretch = _stretch_along(tracks, before, tuple(between), stop)
                if stretch is not None:
                    chains.add(before, stop, stretch)
            before, between = stop, []
    return chains.graph(tuple(stops))


class _Stretch(NamedTuple):
    """The track of a chain as it lies on the map, whatever graph it comes into."""

    sides: tuple[int, ...]
    """By which it enters hexes."""
    used: int
    """The crossings of these sides."""
    hexes: int
    gauge: int
    gates: tuple[int, int]
    between: tuple[HexId, ...]
    pictures: tuple[tuple[int, Picture], ...]
    """What lies on each of its hexes, by number."""


def _stretch_along(tracks: Tracks, start: StopId, between: tuple[HexId, ...], end: StopId) -> _Stretch | None:
    """The track between two stops over these hexes. Most is found as it was run before, on an earlier board."""
    key, pictures = (start, between, end), tracks.pictures
    known: _Stretch | None = tracks.stretches.get(key)
    if known is not None:
        for number, picture in known.pictures:
            if pictures[number] is not picture:
                break
        else:
            return known
    sides = _sides_along(tracks, start, between, end)
    if not sides:
        return None
    found = tracks.stretches[key] = _stretch(tracks, start, end, sides, sum([tracks.map.crossings[s] for s in sides]))
    return found


def _stretch(tracks: Tracks, start: StopId, end: StopId, sides: tuple[int, ...], used: int) -> _Stretch:
    places, names, first = tracks.map.sides, tracks.map.names, tracks.stops[start].hex
    hexes = [first, *[places[side][0] for side in sides]]
    touched = 0
    for number in hexes:
        touched |= 1 << number
    gates = (_gate(tracks, start, hexes[1], first), _gate(tracks, end, hexes[-2], hexes[-1]))
    between = tuple([names[number] for number in hexes[1:-1]])
    pictures = tuple([(number, tracks.pictures[number]) for number in hexes])
    return _Stretch(sides, used, touched, _gauge(tracks, sides), gates, between, pictures)


def _gate(tracks: Tracks, stop: StopId, before: int, own: int) -> int:
    """Where every route ends, the hex it comes from is the entrance; elsewhere it is one and the same place."""
    return own if tracks.stops[stop].passable else before


def _gauge(tracks: Tracks, sides: tuple[int, ...]) -> int:
    """What can run along the whole chain."""
    gauge, map_ = 3, tracks.map
    for side in sides:
        for number in (side, map_.across[side]):
            hex_number, here = map_.sides[number]
            gauge &= GAUGES[tracks.pictures[hex_number].gauges[here]]
    return gauge


def _sides_along(tracks: Tracks, start: StopId, between: Sequence[HexId], end: StopId) -> tuple[int, ...]:
    """The sides by which the chain between two stops over these hexes enters them; () if there is none."""
    numbers, crossings, entered = tracks.map.numbers, tracks.map.crossings, tracks.entered
    ways = [(side,) for side in tracks.stops[start].ways]
    for hex_id in between:
        number, arrived = numbers.get(hex_id, -1), list[tuple[int, ...]]()
        for sides in ways:
            there = entered[sides[-1]]
            if there.hex == number:
                used = sum([crossings[side] for side in sides])
                arrived += [(*sides, side) for side in there.ways if not used & crossings[side]]
        ways = arrived
    return next((sides for sides in ways if end in entered[sides[-1]].stops), ())


def leads_on(board: Board, stop: StopId) -> bool:
    """Whether track leads from a stop to any other."""
    return next(_ways_from(board.tracks, stop), None) is not None


def _contract(tracks: Tracks, among: Collection[StopId], clash: Clash | None) -> Graph:
    """The chains among some stops."""
    stops = tuple(sorted([stop for stop in among if tracks.stops[stop].sides]))
    chains = _Chains(tracks, clash)
    for start in stops:
        for end, way in _ways_from(tracks, start):
            if start < end and end in among:  # the other half is the same from the other end
                chains.add(start, end, _stretch(tracks, start, end, *way))
    return chains.graph(stops)


class _Way(NamedTuple):
    """A way that has left a stop: the sides it entered hexes by, and the crossings used."""

    sides: tuple[int, ...]
    used: int


def _ways_from(tracks: Tracks, start: StopId) -> Iterator[tuple[StopId, _Way]]:
    """Every chain that leaves a stop: the stop it reaches, and its way."""
    crossings, entered = tracks.map.crossings, tracks.entered
    open_ways = [_Way((side,), crossings[side]) for side in tracks.stops[start].ways]
    while open_ways:
        way = open_ways.pop()
        there = entered[way.sides[-1]]
        for stop in there.stops:
            if stop != start:
                yield stop, way
        for side in there.ways:
            if not way.used & crossings[side]:
                open_ways.append(_Way((*way.sides, side), way.used | crossings[side]))


class _Chains:
    """Collects chains, each once although it may be found from both ends."""

    def __init__(self, tracks: Tracks, clash: Clash | None) -> None:
        self._tracks, self._clash = tracks, clash
        self._found: dict[tuple[StopId, StopId, int], tuple[StopId, StopId, _Stretch]] = {}
        self._clash_bits: dict[tuple[int, tuple[int, int], tuple[int, int]], int] = {}

    def add(self, start: StopId, end: StopId, stretch: _Stretch) -> None:
        key = (start, end, stretch.used) if start < end else (end, start, stretch.used)
        self._found.setdefault(key, (start, end, stretch))

    def graph(self, stops: tuple[StopId, ...]) -> Graph:
        numbers = {stop: number for number, stop in enumerate(stops)}
        chains: list[Chain] = []
        between: list[tuple[HexId, ...]] = []
        ends: list[tuple[StopId, StopId]] = []
        for start, end, (sides, used, hexes, gauge, gates, passed, _) in self._found.values():
            clash = self._clash_mask(sides) if self._clash is not None else 0
            if clash is None:
                continue
            chains.append(Chain((numbers[start], numbers[end]), used, clash, gauge, hexes, len(sides), gates))
            between.append(passed)
            ends.append((start, end))
        return Graph(stops, tuple(chains), tuple(between), tuple(ends))

    def _clash_mask(self, sides: tuple[int, ...]) -> int | None:
        """What one route may not use twice on tiles without stops; None if the chain does so itself."""
        map_, mask = self._tracks.map, 0
        used: list[tuple[int, tuple[int, int]]] = []
        for side, following in pairwise(sides):
            hex_number, entered = map_.sides[side]
            left = map_.sides[map_.across[following]][1]
            track = (min(entered, left), max(entered, left))
            if any(number == hex_number and self._forbids(track, other) for number, other in used):
                return None
            used.append((hex_number, track))
            picture = self._tracks.pictures[hex_number]
            if not picture.tile.stops:
                for other in picture.plain:
                    if other != track and self._forbids(track, other):
                        pair = (hex_number, min(track, other), max(track, other))
                        mask |= 1 << self._clash_bits.setdefault(pair, len(self._clash_bits))
        return mask

    def _forbids(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        return self._clash is not None and self._clash(one, other)


# ----------------------------------------------------------------------------------------------------------- problems


def seen_by(
    board: Board,
    graph: Graph,
    company: CompanyId,
    *,
    passable: Callable[[StopId], bool] | None = None,
    groups: Callable[[StopId], Iterable[Hashable]] = lambda stop: (),
) -> tuple[Stop, ...]:
    """The stops as a company sees them: where it stands, what blocks it, and which stops are one place for a route.

    `passable` says where a route may go on (left out: the ordinary blocking); the track has its say as well. The stops
    of one group, as printed or as `groups` says, come at most once in a route.
    """
    passable = passable or passable_for(board, company)
    own, tracks = set(board.stations_of(company)), board.tracks.stops
    group_bits: dict[Hashable, int] = {}
    stops: list[Stop] = []
    for number, stop in enumerate(graph.stops):
        members, mask = graph.members[number] if graph.members else (stop,), 0
        for member in members:
            for group in (*tracks[member].printed.groups, *groups(member)):
                mask |= 1 << group_bits.setdefault(group, len(group_bits))
        there = tracks[stop]
        through = len(members) == 1 and there.passable and passable(stop)
        stops.append(Stop(stop, there.printed.kind, through, not own.isdisjoint(members), mask))
    return tuple(stops)


def problem_from_board(
    board: Board,
    company: CompanyId,
    trains: Callable[[Graph], tuple[Train, ...]],
    *,
    graph: Graph | None = None,
    passable: Callable[[StopId], bool] | None = None,
    groups: Callable[[StopId], Iterable[Hashable]] = lambda stop: (),
    **rules: Any,
) -> Problem:
    """What a company's trains can earn on a board. `rules` are the further fields of `Problem`."""
    graph = graph or graph_of(board)
    stops = seen_by(board, graph, company, passable=passable, groups=groups)
    return Problem(stops=stops, chains=graph.chains, trains=trains(graph), **rules)
