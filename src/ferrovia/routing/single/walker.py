"""All routes of one train that are worth more than a floor: branch and bound, depth first, over two arms.

Every route touches an anchor (a token, as a rule): it is one arm out of it, or two. Anchors are taken in fixed order
and earlier ones are then forbidden, and the second arm starts with an earlier step than the first: so each route comes
once. An arm goes on only if its bound could lift the route above the floor (`bounds`).
"""

from collections.abc import Callable
from typing import NamedTuple

from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.problem import Problem
from ferrovia.routing.single.bounds import Bounds, Priced, Rows
from ferrovia.routing.single.line import NEVER

EVERYTHING = -(1 << 40)
"""A floor below every route, above what cannot be."""
SATISFIED = 1 << 40
"""A floor above every route: the search ends."""

Path = tuple[int, "Path"] | None
"""The chains of an arm, from its end inwards."""


class Find(NamedTuple):
    """A route as the walker meets it."""

    net: int
    """Worth less prices."""
    lock: int
    """Its stops, groups, clashes and track; see `Line`."""
    anchor: int
    arm: Path
    other_arm: Path
    ends: tuple[int, int]
    """The last stop of each arm; of an arm that is not there, the anchor."""
    load: int = 0
    """What was gathered on the way."""

    def chains(self) -> tuple[int, ...]:
        """In order from the end of the first arm to that of the other."""
        chains = _outside_in(self.arm)
        if self.other_arm is not None:
            chains += _outside_in(self.other_arm)[::-1]
        return tuple(chains)

    def way(self, problem: Problem) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Stops and chains in order."""
        head, tail = _stops_along(problem, self.anchor, self.arm), _stops_along(problem, self.anchor, self.other_arm)
        return (*reversed(head), self.anchor, *tail), self.chains()

    def last_chains(self) -> tuple[int, int]:
        """The chains at the two ends."""
        assert self.arm is not None
        if self.other_arm is not None:
            return self.arm[0], self.other_arm[0]
        return self.arm[0], _outside_in(self.arm)[-1]


def _outside_in(path: Path) -> list[int]:
    found: list[int] = []
    while path is not None:
        found.append(path[0])
        path = path[1]
    return found


def _stops_along(problem: Problem, start: int, path: Path) -> list[int]:
    stops: list[int] = []
    for chain in reversed(_outside_in(path)):
        start = sum(problem.chains[chain].ends) - start
        stops.append(start)
    return stops


Found = Callable[[Find], int]
"""Takes a route worth more than the floor and gives the new floor."""


def walk(bounds: Bounds, floor: int, found: Found, clock: Clock, used_track: int = 0) -> None:
    """Hands over every route worth more than the floor, clear of the track that is used already."""
    line = bounds.line
    banned = used_track << line.track_at
    for anchor in line.anchors:
        if not line.own[anchor] & banned:
            floor = _from_anchor(bounds, anchor, banned, floor, found, clock)
        banned |= 1 << anchor


def _from_anchor(bounds: Bounds, anchor: int, banned: int, floor: int, found: Found, clock: Clock) -> int:
    """The routes that touch an anchor and no earlier one; gives the new floor."""
    line, rows, steps = bounds.line, bounds.rows, bounds.steps
    last, may_end = line.leg_to, line.leg_may_end
    alone, crossing = line.may_end[anchor], line.crossing[anchor]
    needs = [need for need in line.needs if not need >> anchor & 1]
    all_stops, own = (1 << line.stops) - 1, ~banned
    optional, best_sums, fits = bounds.optional & ~banned, bounds.best_sums, line.meter.fits
    counts_left = [remaining[-1] for remaining in line.meter.remaining] if optional else []
    nodes = 0
    head = anchor
    """Where the first arm ends while the second is being laid."""

    def chosen(lock: int, left: int) -> int:
        """What the best of the optional stops passed so far earn: as many as may be counted."""
        sums = best_sums[lock & optional]
        return sums[min(counts_left[left], len(sums) - 1)]

    def best(ahead: Rows, lock: int, left: int, to: int) -> int:
        """Some of the counts for optional stops already passed, the others for stops to come."""
        if not fits[left]:
            return NEVER
        sums = best_sums[lock & optional]
        most = min(counts_left[left], len(sums) - 1)
        return max([sums[taken] + ahead[left - taken][to] for taken in range(most + 1)])

    def judge(worth: int, lock: int, load: int, arm: Path, other_arm: Path, ends: tuple[int, int]) -> int:
        """Whether what was laid is a route, and what it is worth; gives the new floor."""
        lock &= own
        stops = lock & all_stops
        for need in needs:
            if not stops & need:
                return floor
        net = worth + bounds.settled(stops, ends)
        return found(Find(net, lock, anchor, arm, other_arm, ends, load)) if net > floor else floor

    def lay(leg: int, lock: int, left: int, worth: int, load: int, arm: Path, first: Path, ahead: Rows) -> None:
        """An arm has come to the end of a leg; `first` is the other arm if this is the second."""
        nonlocal floor, nodes, head
        nodes += 1
        if nodes >= LOOK_EVERY:
            count, nodes = nodes, 0
            clock.count(count)
        if may_end[leg]:
            total = worth + chosen(lock, left) if optional else worth
            if first is not None:
                if total > floor:
                    floor = judge(total, lock, load, first, arm, (head, last[leg]))
            else:
                if alone and total > floor:
                    floor = judge(total, lock, load, arm, None, (last[leg], anchor))
                if not lock & crossing:
                    head = last[leg]
                    for to, chain, wants, cost, net, gathered in earlier:
                        if lock & wants:
                            continue
                        rest = best(rows, lock | wants, left - cost, to) if optional else rows[left - cost][to]
                        if worth + net + rest > floor:
                            both = lock | wants | crossing
                            lay(to, both, left - cost, worth + net, load | gathered, (chain, None), arm, rows)  # noqa: F821
        for to, chain, wants, cost, net, gathered in steps[leg]:
            if lock & wants:
                continue
            rest = best(ahead, lock | wants, left - cost, to) if optional else ahead[left - cost][to]
            if worth + net + rest > floor:
                lay(to, lock | wants, left - cost, worth + net, load | gathered, (chain, arm), first, ahead)  # noqa: F821

    starts = bounds.starts[anchor]
    lock, left = line.own[anchor] | banned, line.meter.full - line.stop_cost[anchor]
    worth, load = bounds.gain[anchor] + bounds.ahead, bounds.load[anchor]
    try:
        for position, (start, split) in enumerate(zip(starts, bounds.splits(anchor), strict=True)):
            to, chain, wants, cost, net, gathered = start
            earlier: list[Priced] = starts[:position] if line.through[anchor] else []
            if lock & wants:
                continue
            rest = best(split, lock | wants, left - cost, to) if optional else split[left - cost][to]
            if worth + net + rest > floor:
                lay(to, lock | wants, left - cost, worth + net, load | gathered, (chain, None), None, split)
        clock.count(nodes)
    finally:
        del lay  # it knows itself: only the collector would free it, with all that the search has found
    return floor
