"""All routes of one train that are worth more than a floor: branch and bound over two arms from each anchor.

Every route touches an anchor (a token, as a rule): it is one arm out of it, or two. Anchors are taken in fixed order
and earlier ones are then forbidden, and the second arm starts with an earlier step than the first: so each route comes
once. An arm goes on only if the best walk that the range still allows could lift the route above the floor.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.line import Line, bits
from ferrovia.routing.problem import Problem
from ferrovia.routing.walks import Priced, Rows, Walks

EVERYTHING = -(1 << 40)
"""A floor below every route, above what cannot be."""
SATISFIED = 1 << 40
"""A floor above every route: the search ends."""

Path = tuple[int, "Path"] | None
"""The chains of an arm, from its end inwards."""


class Find(NamedTuple):
    """A route as the search meets it."""

    net: int
    """Worth less prices."""
    lock: int
    """Its stops, groups, clashes and track; see `Line`."""
    anchor: int
    arm: Path
    other_arm: Path
    ends: tuple[int, int]
    """The last stop of each arm; of an arm that is not there, the anchor."""

    def chains(self) -> tuple[int, ...]:
        """In order from the end of the first arm to that of the other."""
        return (*_outside_in(self.arm), *reversed(_outside_in(self.other_arm)))

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


def explore(line: Line, prices: list[int], floor: int, found: Found, clock: Clock, used_track: int = 0) -> None:
    """Hands over every route worth more than the floor after prices, clear of the track that is used already."""
    walks = Walks(line, prices)
    explore_by(walks, floor, found, clock, used_track)
    walks.clear()  # the functions of the search know each other: they would keep all this until the next collection


def explore_by(walks: Walks, floor: int, found: Found, clock: Clock, used_track: int = 0) -> None:
    """The same with bounds that are known already; who keeps them clears them in the end."""
    line = walks.line
    banned = used_track << line.track_at
    search = _skipping if line.optional else _counting_all
    for anchor in line.anchors:
        if not line.own[anchor] & banned:
            floor = search(walks, anchor, banned, floor, found, clock)
        banned |= 1 << anchor


class _Judge:
    """Decides at the end of a route whether it is one, and what it is worth."""

    def __init__(self, walks: Walks, anchor: int, banned: int, found: Found) -> None:
        self.line, self.anchor, self.found = walks.line, anchor, found
        line = self.line
        self.own = ~banned
        self.all_stops = (1 << line.stops) - 1
        self.ahead = line.grant + line.room
        """What the search has granted in advance."""
        self.needs = tuple(need for need in line.needs if not need >> anchor & 1)

    def __call__(self, worth: int, lock: int, arms: tuple[Path, Path], ends: tuple[int, int], floor: int) -> int:
        line = self.line
        lock &= self.own
        stops = lock & self.all_stops
        net = worth - self.ahead
        if line.is_free:
            for stop in bits(stops & line.is_free):
                net += line.granted[stop]
        if line.extras:
            net += line.extra(stops, ends)
        if net <= floor or not all(stops & need for need in self.needs):
            return floor
        return self.found(Find(net, lock, self.anchor, *arms, ends))


def _counting_all(walks: Walks, anchor: int, banned: int, floor: int, found: Found, clock: Clock) -> int:
    """Trains that count every stop they touch."""
    line, rows, steps = walks.line, walks.rows, walks.steps
    judge = _Judge(walks, anchor, banned, found)
    may_end, alone, crossing = walks.may_end, line.may_end[anchor], line.crossing[anchor]
    last = [to for _, to in line.leg_ends]
    nodes = 0
    head = anchor
    """Where the first arm ends while the second is being laid."""

    def second(leg: int, lock: int, left: int, worth: int, arm: Path, other_arm: Path) -> None:
        nonlocal floor, nodes
        nodes += 1
        if nodes >= LOOK_EVERY:
            count, nodes = nodes, 0
            clock.count(count)
        if worth > floor and may_end[leg]:
            floor = judge(worth, lock, (arm, other_arm), (head, last[leg]), floor)
        for to, chain, wants, cost, net in steps[leg]:
            if lock & wants or worth + net + rows[left - cost][to] <= floor:
                continue
            second(to, lock | wants, left - cost, worth + net, arm, (chain, other_arm))

    def first(leg: int, lock: int, left: int, worth: int, arm: Path) -> None:
        nonlocal floor, nodes, head
        nodes += 1
        if nodes >= LOOK_EVERY:
            count, nodes = nodes, 0
            clock.count(count)
        if may_end[leg]:
            if alone and worth > floor:
                floor = judge(worth, lock, (arm, None), (last[leg], anchor), floor)
            if not lock & crossing:
                head = last[leg]
                for to, chain, wants, cost, net in earlier:
                    if lock & wants or worth + net + rows[left - cost][to] <= floor:
                        continue
                    second(to, lock | wants | crossing, left - cost, worth + net, arm, (chain, None))
        for to, chain, wants, cost, net in steps[leg]:
            if lock & wants or worth + net + split[left - cost][to] <= floor:
                continue
            first(to, lock | wants, left - cost, worth + net, (chain, arm))

    starts = walks.starts[anchor]
    lock, left = line.own[anchor] | banned, line.meter.full - line.stop_cost[anchor]
    worth = walks.gain[anchor] + judge.ahead
    splits = walks.splits(starts, alone, line.through[anchor])
    for position, (to, chain, wants, cost, net) in enumerate(starts):
        earlier: list[Priced] = starts[:position] if line.through[anchor] else []
        split = next(splits)
        if lock & wants or worth + net + split[left - cost][to] <= floor:
            continue
        first(to, lock | wants, left - cost, worth + net, (chain, None))
    clock.count(nodes)
    return floor


def _skipping(walks: Walks, anchor: int, banned: int, floor: int, found: Found, clock: Clock) -> int:
    """Trains that may leave stops uncounted: at every point the best choice so far is known, never which it will be."""
    line, rows, steps = walks.line, walks.rows, walks.steps
    is_optional = [bool(line.optional >> to & 1) for _, to in line.leg_ends]
    gain_of = [line.count_gain[to] for _, to in line.leg_ends]
    judge = _Judge(walks, anchor, banned, found)
    may_end, alone, crossing = walks.may_end, line.may_end[anchor], line.crossing[anchor]
    spare = [remaining[-1] for remaining in line.meter.remaining]
    last = [to for _, to in line.leg_ends]
    nodes = 0
    head = anchor

    def with_stop(tops: tuple[int, ...], gain: int) -> tuple[int, ...]:
        """The sums of the best 0, 1, 2 … stops to choose from, one more being there."""
        gains = sorted([*(b - a for a, b in pairwise(tops)), gain], reverse=True)
        sums = [0]
        for one in gains[: spare[line.meter.full]]:
            sums.append(sums[-1] + one)
        return tuple(sums)

    def best(row_of: Rows, left: int, to: int, tops: tuple[int, ...]) -> int:
        """Some of the counts for stops already passed, the others for stops to come."""
        most = min(spare[left], len(tops) - 1)
        return max([tops[taken] + row_of[left - taken][to] for taken in range(most + 1)])

    def chosen(left: int, tops: tuple[int, ...]) -> int:
        return tops[min(spare[left], len(tops) - 1)]

    def second(leg: int, lock: int, left: int, worth: int, tops: tuple[int, ...], arm: Path, other_arm: Path) -> None:
        nonlocal floor, nodes
        nodes += 1
        if nodes >= LOOK_EVERY:
            count, nodes = nodes, 0
            clock.count(count)
        if may_end[leg] and (now := worth + chosen(left, tops)) > floor:
            floor = judge(now, lock, (arm, other_arm), (head, last[leg]), floor)
        for to, chain, wants, cost, net in steps[leg]:
            if lock & wants or not line.meter.fits[left - cost]:
                continue
            more = with_stop(tops, gain_of[to]) if is_optional[to] else tops
            if worth + net + best(rows, left - cost, to, more) > floor:
                second(to, lock | wants, left - cost, worth + net, more, arm, (chain, other_arm))

    def first(leg: int, lock: int, left: int, worth: int, tops: tuple[int, ...], arm: Path) -> None:
        nonlocal floor, nodes, head
        nodes += 1
        if nodes >= LOOK_EVERY:
            count, nodes = nodes, 0
            clock.count(count)
        if may_end[leg]:
            if alone and (now := worth + chosen(left, tops)) > floor:
                floor = judge(now, lock, (arm, None), (last[leg], anchor), floor)
            if not lock & crossing:
                head = last[leg]
                for to, chain, wants, cost, net in earlier:
                    if lock & wants or not line.meter.fits[left - cost]:
                        continue
                    more = with_stop(tops, gain_of[to]) if is_optional[to] else tops
                    if worth + net + best(rows, left - cost, to, more) > floor:
                        second(to, lock | wants | crossing, left - cost, worth + net, more, arm, (chain, None))
        for to, chain, wants, cost, net in steps[leg]:
            if lock & wants or not line.meter.fits[left - cost]:
                continue
            more = with_stop(tops, gain_of[to]) if is_optional[to] else tops
            if worth + net + best(split, left - cost, to, more) > floor:
                first(to, lock | wants, left - cost, worth + net, more, (chain, arm))

    starts = walks.starts[anchor]
    lock, left = line.own[anchor] | banned, line.meter.full - line.stop_cost[anchor]
    worth = walks.gain[anchor] + judge.ahead
    tops = with_stop((0,), line.count_gain[anchor]) if line.optional >> anchor & 1 else (0,)
    splits = walks.splits(starts, alone, line.through[anchor])
    for position, (to, chain, wants, cost, net) in enumerate(starts):
        earlier: list[Priced] = starts[:position] if line.through[anchor] else []
        split = next(splits)
        if lock & wants or not line.meter.fits[left - cost]:
            continue
        more = with_stop(tops, gain_of[to]) if is_optional[to] else tops
        if worth + net + best(split, left - cost, to, more) > floor:
            first(to, lock | wants, left - cost, worth + net, more, (chain, None))
    clock.count(nodes)
    return floor
