"""How fast the best routes are found and proved: `python bench/routes.py [--seeds N]`.

Synthetic boards have 90 hexes and 45 stops. The densest board of the recorded games has 1.63 chains for each stop; the
sparse boards here have as many, the dense ones twice as many. Times are processor time of one core, in plain Python.
"""

import argparse
import resource
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median

from ferrovia.routing.problem import ANY, Chain, Income, Limit, Problem, Service, Stop, Train
from ferrovia.routing.solver import solve

COLUMNS, ROWS, STOPS, TOKENS = 10, 9, 45, 3
EDGES = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
DENSITY = {"sparse": 1.63, "dense": 2 * 1.63}
"""Chains for each stop."""
TRAINS: dict[str, tuple[int | None, ...]] = {"8-6-5": (8, 6, 5), "10-8-6": (10, 8, 6), "unlimited": (None,)}


# ------------------------------------------------------------------------------------------------------------- boards


@dataclass(frozen=True)
class Terrain:
    """Hexes with stops or plain track; `opens` says from which density on a side, or a track between two, is there."""

    neighbours: list[dict[int, int]]
    stops: dict[int, int]
    opens: dict[object, float]

    def is_open(self, key: object, density: float) -> bool:
        return self.opens[key] <= density


def terrain(random: Random) -> Terrain:
    places = [(column, 2 * row + column % 2) for column in range(COLUMNS) for row in range(ROWS)]
    numbers = {place: number for number, place in enumerate(places)}
    neighbours = [
        {edge: numbers[x + dx, y + dy] for edge, (dx, dy) in enumerate(EDGES) if (x + dx, y + dy) in numbers}
        for x, y in places
    ]
    stops = {hex_: number for number, hex_ in enumerate(random.sample(range(len(places)), STOPS))}
    opens: dict[object, float] = {}
    for hex_, around in enumerate(neighbours):
        for edge, other in around.items():
            opens.setdefault(border(hex_, other), random.random())
            for second in range(edge):
                opens[hex_, second, edge] = 2 * random.random()  # a track is there less often than a side is open
    return Terrain(neighbours, stops, opens)


def border(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def chains(board: Terrain, density: float) -> dict[tuple[int, int, int], int]:
    """Every way from stop to stop over open sides: the two stops and the sides used, and the hexes passed."""
    bits = {key: 1 << number for number, key in enumerate(k for k in board.opens if len(k) == 2)}  # pyright: ignore
    found: dict[tuple[int, int, int], int] = {}

    def follow(start: int, hex_: int, edge: int, used: int, hexes: int) -> None:
        there = board.neighbours[hex_].get(edge)
        if there is None or not board.is_open(border(hex_, there), density) or used & bits[border(hex_, there)]:
            return
        used |= bits[border(hex_, there)]
        if there in board.stops:
            end = board.stops[there]
            if end != start:
                found[*border(start, end), used] = hexes | 1 << there
            return
        back = (edge + 3) % 6
        for onward in board.neighbours[there]:
            if onward != back and board.is_open((there, min(onward, back), max(onward, back)), density):
                follow(start, there, onward, used, hexes | 1 << there)

    for hex_, stop in board.stops.items():
        for edge in board.neighbours[hex_]:
            follow(stop, hex_, edge, 0, 1 << hex_)
    return found


def network(random: Random, per_stop: float) -> tuple[tuple[Stop, ...], tuple[Chain, ...], list[int]]:
    """A board with about so many chains for each stop that has any, and what its stops pay."""
    board = terrain(random)
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        ways = chains(board, middle)
        linked = {stop for a, b, _ in ways for stop in (a, b)}
        if len(ways) > per_stop * len(linked):
            high = middle
        else:
            low = middle
    ways = chains(board, low)
    kinds = ["city"] * 22 + ["town"] * 18 + ["offboard"] * 5
    edge_first = sorted(board.stops, key=lambda hex_: -len(board.neighbours[hex_]))
    kind_of = dict(zip((board.stops[hex_] for hex_ in edge_first), kinds, strict=True))
    pay = {"city": (20, 30, 40, 40, 50, 60, 80), "town": (10, 10, 20, 30), "offboard": (30, 40, 50, 60)}
    cities = [stop for stop in range(STOPS) if kind_of[stop] == "city"]
    tokens = set(random.sample(cities, TOKENS))
    blocked = {stop for stop in cities if stop not in tokens and random.random() < 0.15}
    stops = tuple(
        Stop(str(n), kind_of[n], through=kind_of[n] != "offboard" and n not in blocked, token=n in tokens)
        for n in range(STOPS)
    )
    links = tuple(
        Chain((a, b), used, hexes=hexes, moves=used.bit_count()) for (a, b, used), hexes in sorted(ways.items())
    )
    return stops, links, [random.choice(pay[kind_of[n]]) for n in range(STOPS)]


def synthetic(seed: int, density: str, ranges: Iterable[int | None]) -> Problem:
    stops, links, values = network(Random(seed), DENSITY[density])
    pays = tuple((Income(value),) for value in values)
    trains = tuple(
        Train(str(n), (Service(pays=pays, limits=() if n is None else (Limit(ANY, n),)),)) for n in ranges
    )
    return Problem(stops=stops, chains=links, trains=trains)


# ----------------------------------------------------------------------------------------------------------- measures


@dataclass(frozen=True)
class Position:
    """A problem to solve; from a recorded game also what the people ran and the best that is known."""

    name: str
    problem: Problem
    run: int | None = None
    best_known: int | None = None


@dataclass(frozen=True)
class Measured:
    position: Position
    revenue: int
    proved: bool
    seconds: float
    first: float
    """Until the first answer."""


def measure(position: Position, budget: float | None = None) -> Measured:
    first: list[float] = []
    start = time.process_time()
    solution = solve(
        position.problem,
        budget_seconds=budget,
        on_better=lambda better: first.append(time.process_time() - start) if better.routes else None,
    )
    seconds = time.process_time() - start
    return Measured(position, solution.revenue, solution.proved, seconds, first[0] if first else seconds)


def report(title: str, results: list[Measured]) -> None:
    """One line: how many, how fast, how well."""
    times = sorted(result.seconds * 1000 for result in results)
    ninety_nine = times[min(len(times) - 1, int(len(times) * 0.99))]
    first = max(result.first for result in results) * 1000
    open_ = sum(not result.proved for result in results)
    line = f"{title:20} {len(results):4} positions   median {median(times):7.1f}   99 % {ninety_nine:7.1f}"
    print(f"{line}   worst {times[-1]:7.1f} ms   first answer ≤ {first:5.1f} ms   not proved {open_}")
    for result in results:
        known = result.position.best_known
        if known is not None and result.revenue != known:
            print(f"    {result.position.name}: {result.revenue}, best known {known}, run {result.position.run}")


def synthetic_positions(seeds: int) -> Iterator[tuple[str, list[Position]]]:
    for density in DENSITY:
        for name, ranges in TRAINS.items():
            boards = [Position(f"{density} {name} {seed}", synthetic(seed, density, ranges)) for seed in range(seeds)]
            yield f"{density} {name}", boards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--budget", type=float, default=None, help="seconds for each position")
    options = parser.parse_args()
    for title, positions in synthetic_positions(options.seeds):
        report(title, [measure(position, options.budget) for position in positions])
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
