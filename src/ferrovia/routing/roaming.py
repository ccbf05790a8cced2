"""Every route that a line allows, without bounds: for trains of which no route can be left out beforehand.

As in `search`, a route is one arm out of an anchor, or two; earlier anchors are forbidden and the second arm starts
with an earlier step than the first, so each route comes once.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.line import Line
from ferrovia.routing.line import Step as LineStep
from ferrovia.routing.search import Path

Step = tuple[int, int, int, int, int, int]
"""To which stop, by which chain, what it locks, what it costs, what it earns, what it gathers."""

Arm = tuple[int, int, int, int, int, Path]
"""Where it stands, what is locked, what is left of the range, what it earned, what it gathered, its chains."""


class Roam(NamedTuple):
    """A route that was met."""

    lock: int
    worth: int
    """What its stops earn."""
    load: int
    """What was gathered on the way."""
    anchor: int
    arm: Path
    other_arm: Path
    ends: tuple[int, int]
    """The last stop of each arm; of an arm that is not there, the anchor."""
    last_chains: tuple[int, int]
    """The chains by which it comes to these."""


class Roaming:
    """The routes of one line. `gain` is what each stop earns; `stop_load` and `chain_load` are bits that are gathered
    on the way, whatever they mean."""

    def __init__(self, line: Line, gain: Sequence[int], stop_load: Sequence[int], chain_load: Sequence[int]) -> None:
        self._line, self._gain, self._load = line, gain, stop_load

        def with_gains(steps: list[LineStep]) -> list[Step]:
            there = [(line.leg_ends[leg][1], chain, lock, cost) for leg, chain, lock, cost in steps]
            return [(to, c, lock, cost, gain[to], stop_load[to] | chain_load[c]) for to, c, lock, cost in there]

        self._onward = [with_gains(steps) for steps in line.steps]
        self._starts = {anchor: with_gains(line.starts[anchor]) for anchor in line.anchors}

    def run(self, met: Callable[[Roam], None], clock: Clock) -> None:
        banned = 0
        for anchor in self._line.anchors:
            if not self._line.own[anchor] & banned:
                self._from_anchor(anchor, banned, met, clock)
            banned |= 1 << anchor

    def _from_anchor(self, anchor: int, banned: int, met: Callable[[Roam], None], clock: Clock) -> None:
        line, onward, fits, may_end = self._line, self._onward, self._line.meter.fits, self._line.may_end
        alone, crossing, own = line.may_end[anchor], line.crossing[anchor], ~banned
        starts, nodes = self._starts[anchor], 0
        lock, left = line.own[anchor] | banned, line.meter.full - line.stop_cost[anchor]
        for position, (to, start, wants, cost, more, gathered) in enumerate(starts):
            earlier = starts[:position] if line.through[anchor] else []
            arms: list[Arm] = []
            if not lock & wants and fits[left - cost]:
                worth, load = self._gain[anchor] + more, self._load[anchor] | gathered
                arms.append((to, lock | wants, left - cost, worth, load, (start, None)))
            while arms:
                at, locked, rest, worth, load, arm = arms.pop()
                nodes += 1
                if may_end[at] and arm is not None:
                    if alone:
                        met(Roam(locked & own, worth, load, anchor, arm, None, (at, anchor), (arm[0], start)))
                    if not locked & crossing:
                        others: list[Arm] = []
                        for to, chain, wants, cost, more, gathered in earlier:
                            if not locked & wants and fits[rest - cost]:
                                both = locked | wants | crossing
                                others.append((to, both, rest - cost, worth + more, load | gathered, (chain, None)))
                        while others:
                            end, both, spare, total, all_load, other = others.pop()
                            nodes += 1
                            if may_end[end] and other is not None:
                                ends, chains = (at, end), (arm[0], other[0])
                                met(Roam(both & own, total, all_load, anchor, arm, other, ends, chains))
                            for to, chain, wants, cost, more, gathered in onward[end]:
                                if not both & wants and fits[spare - cost]:
                                    others.append(
                                        (
                                            to,
                                            both | wants,
                                            spare - cost,
                                            total + more,
                                            all_load | gathered,
                                            (chain, other),
                                        )
                                    )
                for to, chain, wants, cost, more, gathered in onward[at]:
                    if not locked & wants and fits[rest - cost]:
                        arms.append((to, locked | wants, rest - cost, worth + more, load | gathered, (chain, arm)))
                if nodes >= LOOK_EVERY:
                    clock.count(nodes)
                    nodes = 0
        clock.count(nodes)
