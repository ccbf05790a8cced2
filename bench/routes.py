"""How fast the best routes are found and proved: `PYTHONPATH=tests python bench/routes.py [synthetic | recorded]`.

Synthetic boards have 90 hexes and 45 stops. The densest board of the recorded games has 1.63 chains for each stop; the
sparse boards here have as many, the dense ones twice as many. The recorded positions are all runs of the games beside
the project; each one where the best known is not what was found is listed.
Times are processor time of one core, in plain Python.
"""

import argparse
import gc
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from ferrovia.routing import Problem, solve
from support.railways import plain_trains
from support.runs import TITLES, recorded_runs

DENSITIES = {"sparse": 1.63, "dense": 2 * 1.63}
"""Chains for each stop."""
TRAINS: dict[str, tuple[int | None, ...]] = {"8-6-5": (8, 6, 5), "10-8-6": (10, 8, 6), "unlimited": (None,)}


@dataclass(frozen=True)
class Position:
    """A problem to solve; from a recorded game also what the people ran and the best that is known."""

    name: str
    problem: Problem
    ran: int | None = None
    best_known: int | None = None
    times: int = 1


@dataclass(frozen=True)
class Measured:
    position: Position
    revenue: int
    proved: bool
    seconds: float
    first: float
    """Until the first answer."""


def synthetic(seeds: int) -> Iterator[tuple[str, list[Position]]]:
    for density, chains_per_stop in DENSITIES.items():
        for name, ranges in TRAINS.items():
            title = f"{density} {name}"
            boards = [Position(f"{title} {s}", plain_trains(s, chains_per_stop, ranges)) for s in range(seeds)]
            yield title, boards


def recorded() -> Iterator[tuple[str, list[Position]]]:
    for title in TITLES:
        runs = recorded_runs(title)
        yield title, [Position(run.name, run.problem, run.ran, run.best_known, run.times) for run in runs]


def measure(position: Position, budget: float | None) -> Measured:
    answers: list[float] = []
    start = time.process_time()
    solution = solve(
        position.problem,
        budget_seconds=budget,
        on_better=lambda better: answers.append(time.process_time() - start) if better.routes else None,
    )
    seconds = time.process_time() - start
    revenue = solution.revenue * position.times
    return Measured(position, revenue, solution.proved, seconds, answers[0] if answers else seconds)


def report(title: str, results: list[Measured]) -> None:
    """How many, how fast, how well; then every position where the best known is not what was found."""
    times = sorted(result.seconds * 1000 for result in results)
    ninety_nine = times[min(len(times) - 1, int(len(times) * 0.99))]
    first = max(result.first for result in results) * 1000
    open_ = sum(not result.proved for result in results)
    line = f"{title:18} {len(results):4} positions   median {median(times):6.1f}   99 % {ninety_nine:6.1f}"
    print(f"{line}   worst {times[-1]:6.1f} ms   first answer ≤ {first:5.1f} ms   not proved {open_}", flush=True)
    for result in results:
        known, ran = result.position.best_known, result.position.ran
        if known is not None and result.revenue != known:
            print(f"    {result.position.name}: {result.revenue}, best known {known}, run {ran}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["synthetic", "recorded"], help="left out: both")
    parser.add_argument("--seeds", type=int, default=20, help="synthetic boards of each kind")
    parser.add_argument("--budget", type=float, default=None, help="seconds for each position")
    options = parser.parse_args()
    every: list[Measured] = []
    if options.what != "recorded":
        for title, positions in synthetic(options.seeds):
            report(title, [measure(position, options.budget) for position in positions])
    if options.what != "synthetic":
        for title, positions in recorded():
            gc.freeze()  # else the solver would pay for looking through what the bench keeps
            results = [measure(position, options.budget) for position in positions]
            report(title, results)
            every += results
        report("all recorded", [Measured(Position(r.position.name, r.position.problem), *_rest(r)) for r in every])
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _rest(result: Measured) -> tuple[int, bool, float, float]:
    return result.revenue, result.proved, result.seconds, result.first


if __name__ == "__main__":
    main()
