"""Synthetic boards: random hexes with stops, track between them, as dense as one likes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from ferrovia.routing.problem import ANY, Chain, Income, Limit, Problem, Service, Stop, Train

EDGES = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
PAYS: Mapping[str, tuple[int, ...]] = {
    "city": (20, 30, 40, 40, 50, 60, 80),
    "town": (10, 10, 20, 30),
    "offboard": (30, 40, 50, 60),
}


@dataclass(frozen=True, slots=True)
class Size:
    columns: int
    rows: int
    cities: int
    towns: int
    offboards: int
    tokens: int

    @property
    def stops(self) -> int:
        return self.cities + self.towns + self.offboards


LARGE = Size(columns=10, rows=9, cities=22, towns=18, offboards=5, tokens=3)
"""90 hexes with 45 stops."""


@dataclass(frozen=True)
class Ground:
    """Which hexes have stops, and from which density on a side of a hex, or a track through it, is there."""

    neighbours: list[dict[int, int]]
    stops: dict[int, int]
    sides: dict[tuple[int, int], float]
    tracks: dict[tuple[int, int, int], float]


def ground(random: Random, size: Size) -> Ground:
    places = [(column, 2 * row + column % 2) for column in range(size.columns) for row in range(size.rows)]
    numbers = {place: number for number, place in enumerate(places)}
    neighbours = [
        {edge: numbers[x + dx, y + dy] for edge, (dx, dy) in enumerate(EDGES) if (x + dx, y + dy) in numbers}
        for x, y in places
    ]
    stops = {hex_: number for number, hex_ in enumerate(random.sample(range(len(places)), size.stops))}
    sides: dict[tuple[int, int], float] = {}
    tracks: dict[tuple[int, int, int], float] = {}
    for hex_, around in enumerate(neighbours):
        for edge, other in around.items():
            sides.setdefault(border(hex_, other), random.random())
            for second in range(edge):
                tracks[hex_, second, edge] = 2 * random.random()  # open sides are more frequent than tracks
    return Ground(neighbours, stops, sides, tracks)


def border(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


class Ways:
    """Every way from stop to stop at some density."""

    def __init__(self, land: Ground, density: float) -> None:
        self._land, self._density = land, density
        self._bits = {side: 1 << number for number, side in enumerate(land.sides)}
        self.found: dict[tuple[int, int, int], int] = {}
        """The two stops and the sides used, and the hexes passed."""
        for hex_, stop in land.stops.items():
            for edge in land.neighbours[hex_]:
                self._follow(stop, hex_, edge, 0, 1 << hex_)

    def _follow(self, start: int, hex_: int, edge: int, used: int, hexes: int) -> None:
        there = self._land.neighbours[hex_][edge]
        side = border(hex_, there)
        if self._land.sides[side] > self._density or used & self._bits[side]:
            return
        used |= self._bits[side]
        hexes |= 1 << there
        end = self._land.stops.get(there)
        if end is not None:
            if end != start:
                self.found[*border(start, end), used] = hexes
            return
        back = (edge + 3) % 6
        for onward in self._land.neighbours[there]:
            if onward != back and self._land.tracks[there, min(onward, back), max(onward, back)] <= self._density:
                self._follow(start, there, onward, used, hexes)

    @property
    def chains_per_stop(self) -> float:
        linked = {stop for a, b, _ in self.found for stop in (a, b)}
        return len(self.found) / len(linked) if linked else 0.0


def network(
    random: Random, chains_per_stop: float, size: Size
) -> tuple[tuple[Stop, ...], tuple[Chain, ...], list[int]]:
    """A board with about this many chains for each stop that has any, and what its stops pay."""
    land = ground(random, size)
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        if Ways(land, middle).chains_per_stop > chains_per_stop:
            high = middle
        else:
            low = middle
    kinds = ["city"] * size.cities + ["town"] * size.towns + ["offboard"] * size.offboards
    inside_first = sorted(land.stops, key=lambda hex_: -len(land.neighbours[hex_]))
    kind = [""] * size.stops
    for hex_, name in zip(inside_first, kinds, strict=True):
        kind[land.stops[hex_]] = name
    cities = [stop for stop in range(size.stops) if kind[stop] == "city"]
    tokens = set(random.sample(cities, size.tokens))
    blocked = {stop for stop in cities if stop not in tokens and random.random() < 0.15}
    stops = tuple(
        Stop(str(n), kind[n], through=kind[n] != "offboard" and n not in blocked, token=n in tokens)
        for n in range(size.stops)
    )
    chains = tuple(
        Chain((a, b), used, hexes=hexes, moves=used.bit_count())
        for (a, b, used), hexes in sorted(Ways(land, low).found.items())
    )
    return stops, chains, [random.choice(PAYS[kind[n]]) for n in range(size.stops)]


def plain_trains(seed: int, chains_per_stop: float, ranges: Iterable[int | None], size: Size = LARGE) -> Problem:
    """Trains that count every stop; None is a train without a limit."""
    stops, chains, values = network(Random(seed), chains_per_stop, size)
    pays = tuple((Income(value),) for value in values)
    trains = tuple(Train(str(n), (Service(pays=pays, limits=() if n is None else (Limit(ANY, n),)),)) for n in ranges)
    return Problem(stops=stops, chains=chains, trains=trains)


def skipping_trains(seed: int, chains_per_stop: float, counts: Iterable[int], size: Size = LARGE) -> Problem:
    """Trains that pass towns freely and count some of them."""
    stops, chains, values = network(Random(seed), chains_per_stop, size)
    towns = sum(1 << n for n, stop in enumerate(stops) if stop.kind == "town")
    pays = tuple((Income(value),) for value in values)
    trains = tuple(Train(f"{n}E", (Service(pays=pays, counted=Limit(ANY, n), skips=towns),)) for n in counts)
    return Problem(stops=stops, chains=chains, trains=trains)
