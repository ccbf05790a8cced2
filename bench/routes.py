"""How fast the best routes are found and proved: `PYTHONPATH=tests python bench/routes.py`.

Synthetic boards have 90 hexes and 45 stops. The densest board of the recorded games has 1.63 chains for each stop; the
sparse boards here have as many, the dense ones twice as many. With `--positions module:function` other positions are
measured instead: a function that yields lists of `Position` with a title, as `synthetic` does.
Times are processor time of one core, in plain Python.
"""

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from statistics import median

from ferrovia.routing.problem import Problem
from ferrovia.routing.solver import solve
from support.railways import plain_trains

DENSITIES = {"sparse": 1.63, "dense": 2 * 1.63}
"""Chains for each stop."""
TRAINS: dict[str, tuple[int | None, ...]] = {"8-6-5": (8, 6, 5), "10-8-6": (10, 8, 6), "unlimited": (None,)}


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


Source = Callable[[int], Iterator[tuple[str, list[Position]]]]


def synthetic(seeds: int) -> Iterator[tuple[str, list[Position]]]:
    for density, chains_per_stop in DENSITIES.items():
        for name, ranges in TRAINS.items():
            title = f"{density} {name}"
            boards = [Position(f"{title} {s}", plain_trains(s, chains_per_stop, ranges)) for s in range(seeds)]
            yield title, boards


def measure(position: Position, budget: float | None = None) -> Measured:
    answers: list[float] = []
    start = time.process_time()
    solution = solve(
        position.problem,
        budget_seconds=budget,
        on_better=lambda better: answers.append(time.process_time() - start) if better.routes else None,
    )
    seconds = time.process_time() - start
    return Measured(position, solution.revenue, solution.proved, seconds, answers[0] if answers else seconds)


def report(title: str, results: list[Measured]) -> None:
    """How many, how fast, how well; then every position where the best known is not what was found."""
    times = sorted(result.seconds * 1000 for result in results)
    ninety_nine = times[min(len(times) - 1, int(len(times) * 0.99))]
    first = max(result.first for result in results) * 1000
    open_ = sum(not result.proved for result in results)
    line = f"{title:18} {len(results):4} positions   median {median(times):6.1f}   99 % {ninety_nine:6.1f}"
    print(f"{line}   worst {times[-1]:6.1f} ms   first answer ≤ {first:5.1f} ms   not proved {open_}", flush=True)
    for result in results:
        known, ran = result.position.best_known, result.position.run
        if known is not None and result.revenue != known:
            print(f"    {result.position.name}: {result.revenue}, best known {known}, run {ran}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="boards of each kind")
    parser.add_argument("--budget", type=float, default=None, help="seconds for each position")
    parser.add_argument("--positions", default=None, help="module:function that yields other positions")
    options = parser.parse_args()
    source: Source = synthetic
    if options.positions is not None:
        module, function = options.positions.split(":")
        source = getattr(import_module(module), function)
    for title, positions in source(options.seeds):
        report(title, [measure(position, options.budget) for position in positions])
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
