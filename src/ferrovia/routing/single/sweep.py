"""The best route of a train without any limit: dynamic programming along a frontier of stops, not a search over paths.

Stops are taken one after the other. What lies behind is forgotten but for its *loose ends*: stops ahead to which some
piece of the route leads, and where the other end of that piece is. Of all ways to have the same loose ends only the
best is kept. A narrow sweep, which keeps few states, finds a good route at once; the full one then proves the best.
"""

from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.problem import Chain
from ferrovia.routing.single.line import Line, bits
from ferrovia.routing.single.walker import Find, Found, Path
from ferrovia.routing.tuning import Widths

END = -1
"""The other end of a piece of route is an end of the whole."""

Trace = tuple[tuple[int, ...], "Trace"] | None
"""The chains chosen, the latest first."""

Shape = tuple[tuple[tuple[int, int], ...], int, int, int, int]
"""Loose ends with the other end of each; stops ahead that are finished; ends; needs met; groups locked."""

Layer = dict[tuple[Shape, int], tuple[int, int, Trace]]
"""By shape and by the chains ahead that can no longer be used: worth, worth earned ahead, how it came about."""


Draft = tuple[dict[int, int], int, int, int, int, int, int, int, bool]
"""A state being changed: loose ends, stops finished, ends, needs met, groups locked, chains blocked, worth, worth
earned ahead, and whether the route is complete. A mere tuple, because very many are made."""

Ahead = tuple[int, int, int, int]
"""A chain to a stop ahead: which stop, which chain, the chains it excludes, its price."""


def longest(
    line: Line,
    prices: list[int],
    floor: int,
    found: Found,
    clock: Clock,
    widths: Widths,
    used_track: int = 0,
) -> None:
    """Hands over ever better routes, the last being the one that is worth most after prices, if above the floor."""
    sweep = _Sweep(line, prices, used_track)
    for width in widths:
        floor = sweep.run(floor, width, found, clock)


class _Sweep:
    def __init__(self, line: Line, prices: list[int], used_track: int) -> None:
        self.line = line
        self.order = _order(line)
        place = {stop: index for index, stop in enumerate(self.order)}
        self.gain = [line.count_gain[stop] + line.touch_gain[stop] for stop in range(line.stops)]
        self.groups = [own & ~((1 << line.stops) - 1) for own in line.own]
        chains = line.problem.chains
        self.banned = sum(1 << chain for chain in line.chains if chains[chain].track & used_track)
        self.ahead: dict[int, list[tuple[int, int, int, int]]] = {stop: [] for stop in self.order}
        self.at = [0] * line.stops
        """The chains of each stop."""
        for stop in self.order:
            for leg, chain, _, _ in line.starts[stop]:
                to = line.leg_ends[leg][1]
                self.at[stop] |= 1 << chain
                if place[to] > place[stop]:
                    rivals = sum(1 << other for other in line.chains if _collide(chains[chain], chains[other]))
                    self.ahead[stop].append((to, chain, rivals, prices[chain]))
        self.met = [sum(1 << n for n, need in enumerate(line.needs) if need >> stop & 1) for stop in range(line.stops)]
        self.all_met = (1 << len(line.needs)) - 1
        self.rest = [(0, 0, 0)]
        """What the stops ahead can still earn: with no end left to place, with one, with two."""
        self.later = [0]
        """Chains between stops ahead."""
        self.groups_later = [0]
        for stop in reversed(self.order):
            self.rest.append(self._with_stop(self.rest[-1], stop))
            self.later.append(self.later[-1] | sum(1 << chain for _, chain, _, _ in self.ahead[stop]))
            self.groups_later.append(self.groups_later[-1] | self.groups[stop] | line.crossing[stop])
        self.rest.reverse()
        self.later.reverse()
        self.groups_later.reverse()
        self.through_gain = [max(0, g) if t else 0 for g, t in zip(self.gain, line.through, strict=True)]

    def _with_stop(self, rest: tuple[int, int, int], stop: int) -> tuple[int, int, int]:
        """A stop where every route ends is earned only by an end."""
        gain, (none, one, two) = max(0, self.gain[stop]), rest
        if self.line.through[stop]:
            return none + gain, one + gain, two + gain
        return none, max(one, none + gain), max(two, one + gain)

    def run(self, floor: int, width: int | None, found: Found, clock: Clock) -> int:
        layer: Layer = {(((), 0, 0, 0, 0), self.banned): (0, 0, None)}
        for index, stop in enumerate(self.order):
            clock.count(len(layer) % LOOK_EVERY)
            ahead: Layer = {}
            rest, later, groups = self.rest[index + 1], self.later[index + 1], self.groups_later[index + 1]
            for number, (((loose, finished, ends, met, lock), blocked), (worth, earned, trace)) in enumerate(
                layer.items()
            ):
                if number % LOOK_EVERY == LOOK_EVERY - 1:
                    clock.count(LOOK_EVERY)
                draft = (dict(loose), finished, ends, met, lock, blocked, worth, earned, False)
                for (loose_, finished_, ends_, met_, lock_, blocked_, worth_, earned_, complete), chains in self._ways(
                    stop, draft
                ):
                    if complete:
                        if worth_ > floor and not loose_ and met_ == self.all_met:
                            floor = found(self._find(worth_, _unroll((chains, trace))))
                    elif worth_ + rest[2 - ends_] - earned_ > floor:
                        shape = (tuple(sorted(loose_.items())), finished_, ends_, met_, lock_ & groups)
                        key = (shape, self._matters(blocked_ & later, finished_))
                        known = ahead.get(key)
                        if known is None or known[0] < worth_:
                            ahead[key] = (worth_, earned_, (chains, trace) if chains else trace)
            layer = _undominated(ahead)
            if width is not None and len(layer) > width:
                layer = dict(sorted(layer.items(), key=lambda item: -item[1][0])[:width])
        return floor

    def _matters(self, blocked: int, finished: int) -> int:
        """A chain to a finished stop is of no use, blocked or not."""
        while finished and blocked:
            low = finished & -finished
            blocked &= ~self.at[low.bit_length() - 1]
            finished ^= low
        return blocked

    def _find(self, worth: int, chains: tuple[int, ...]) -> Find:
        """The route as seen from one of its ends."""
        ends = [self.line.problem.chains[chain].ends for chain in chains]
        links: dict[int, list[int]] = {}
        lock = 0
        for number, (pair, chain) in enumerate(zip(ends, chains, strict=True)):
            for stop in pair:
                links.setdefault(stop, []).append(number)
                lock |= 1 << stop
            lock |= self.line.problem.chains[chain].track << self.line.track_at
        start = stop = next(stop for stop, chains in links.items() if len(chains) == 1)
        arm: Path = None
        last = -1
        while ahead := [number for number in links[stop] if number != last]:
            last = ahead[0]
            stop = sum(ends[last]) - stop
            arm = (chains[last], arm)
        return Find(worth, lock, start, arm, None, (stop, start))

    def _ways(self, stop: int, now: Draft) -> list[tuple[Draft, tuple[int, ...]]]:
        """Everything that can be done at a stop, and the chains it takes."""
        loose, finished, ends, met, lock, blocked, worth, earned, _ = now
        if finished >> stop & 1:
            earned -= self.through_gain[stop]
            return [((loose, finished ^ 1 << stop, ends, met, lock, blocked, worth, earned, False), ())]
        if stop in loose:
            return self._from_loose_end(stop, now)
        if lock & self.groups[stop]:
            return [(now, ())]
        return [(now, ()), *self._from_here(stop, now)]

    def _from_loose_end(self, stop: int, now: Draft) -> list[tuple[Draft, tuple[int, ...]]]:
        """A piece of the route comes in here: it ends or goes on."""
        loose, finished, ends, met, lock, blocked, worth, earned, _ = now
        loose = loose.copy()
        other = loose.pop(stop)
        earned -= self.through_gain[stop]
        found: list[tuple[Draft, tuple[int, ...]]] = []
        if self.line.may_end[stop] and ends < 2:
            closed = (loose, finished, ends, met, lock, blocked, worth, earned, False)
            found.append((_closed(closed, other), ()))
        if not lock & self.line.crossing[stop]:
            lock |= self.line.crossing[stop]
            onward = (loose, finished, ends, met, lock, blocked, worth, earned, False)
            for step in self.ahead[stop]:
                after = self._joined(onward, other, step)
                if after is not None:
                    found.append((after, (step[1],)))
        return found

    def _from_here(self, stop: int, now: Draft) -> list[tuple[Draft, tuple[int, ...]]]:
        """The route begins at this stop, or passes it between two stops ahead."""
        loose, finished, ends, met, lock, blocked, worth, earned, _ = now
        line, ahead = self.line, self.ahead[stop]
        met, lock, worth = met | self.met[stop], lock | self.groups[stop], worth + self.gain[stop]
        found: list[tuple[Draft, tuple[int, ...]]] = []
        if line.may_end[stop] and ends < 2:
            begun = (loose, finished, ends + 1, met, lock, blocked, worth, earned, False)
            for step in ahead:
                after = self._joined(begun, END, step)
                if after is not None:
                    found.append((after, (step[1],)))
        if not line.through[stop] or lock & line.crossing[stop]:
            return found
        passed = (loose, finished, ends, met, lock | line.crossing[stop], blocked, worth, earned, False)
        for index, step in enumerate(ahead):
            half = self._joined(passed, stop, step)
            if half is None:
                continue
            other = half[0].pop(stop)
            for second in ahead[:index]:
                after = self._joined(half, other, second)
                if after is not None:
                    found.append((after, (step[1], second[1])))
        return found

    def _joined(self, now: Draft, other: int, step: Ahead) -> Draft | None:
        """A piece of route with this other end is led to a stop ahead."""
        to, chain, rivals, price = step
        loose, finished, ends, met, lock, blocked, worth, earned, _ = now
        if blocked >> chain & 1 or to == other or finished >> to & 1:
            return None
        line = self.line
        if to in loose:
            if lock & line.crossing[to]:
                return None
            loose = loose.copy()
            beyond = loose.pop(to)
            if other != END:
                loose[other] = beyond
            if beyond != END:
                loose[beyond] = other
            finished, lock = finished | 1 << to, lock | line.crossing[to]
            complete = other == beyond == END
            return loose, finished, ends, met, lock, blocked | rivals, worth - price, earned, complete
        if lock & self.groups[to]:
            return None
        lock, met, worth = lock | self.groups[to], met | self.met[to], worth + self.gain[to] - price
        earned += self.through_gain[to]
        loose = loose.copy()
        if line.through[to]:
            loose[to] = other
            if other != END:
                loose[other] = to
            return loose, finished, ends, met, lock, blocked | rivals, worth, earned, False
        if not line.may_end[to] or ends >= 2:
            return None
        return _closed((loose, finished | 1 << to, ends, met, lock, blocked | rivals, worth, earned, False), other)


def _collide(one: Chain, other: Chain) -> bool:
    return bool(one.track & other.track or one.clash & other.clash)


def _undominated(layer: Layer) -> Layer:
    """Without the states that block more chains than a better one of the same shape."""
    shapes: dict[Shape, list[tuple[int, int]]] = {}
    for (shape, blocked), (worth, _, _) in layer.items():
        shapes.setdefault(shape, []).append((-worth, blocked))
    kept: Layer = {}
    for shape, states in shapes.items():
        states.sort()
        best: list[int] = []
        for _, blocked in states:
            if all(other & ~blocked for other in best):
                best.append(blocked)
                kept[shape, blocked] = layer[shape, blocked]
    return kept


def _closed(now: Draft, other: int) -> Draft:
    """A piece of route ends: its other end is the only one that can go on."""
    loose, finished, ends, met, lock, blocked, worth, earned, _ = now
    if other == END:
        return loose, finished, ends + 1, met, lock, blocked, worth, earned, True
    return {**loose, other: END}, finished, ends + 1, met, lock, blocked, worth, earned, False


def _unroll(trace: Trace) -> tuple[int, ...]:
    chains: list[int] = []
    while trace is not None:
        chains.extend(trace[0])
        trace = trace[1]
    return tuple(chains)


def _order(line: Line) -> list[int]:
    """Stops in an order in which few are ever ahead and yet linked with what lies behind: the best greedy try."""
    near = [0] * line.stops
    for stop in bits(line.reach):
        for leg, *_ in line.starts[stop]:
            near[stop] |= 1 << line.leg_ends[leg][1]
    best, least = bits(line.reach), 1 << 60
    for start in bits(line.reach):
        order, cost = _order_from(start, near, line.reach, least)
        if cost < least:
            best, least = order, cost
    return best


def _order_from(start: int, near: list[int], reach: int, most: int) -> tuple[list[int], int]:
    """Always the stop that leaves fewest links ahead; the cost stands for the number of states."""
    order, cost, waiting, edge, stop = list[int](), 0, reach, 0, start
    while True:
        order.append(stop)
        waiting &= ~(1 << stop)
        edge = (edge | near[stop]) & waiting
        cost += 3 ** edge.bit_count()
        if not waiting or cost >= most:
            return order, cost
        least = 1 << 60
        for other in bits(waiting):
            links = 2 * ((edge | near[other]) & waiting).bit_count() - (3 if edge >> other & 1 else 0)
            if links < least:
                least, stop = links, other
