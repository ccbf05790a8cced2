"""A service compiled for the search: where it can go, what each step locks, costs and earns.

A *lock* is an int that holds everything a route may have only once: stops, groups, clashes, track. A step is legal
when its lock and the route's have no bit in common. What is left of a train's range is one int, too, kept by a `Meter`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import gcd

from ferrovia.routing.problem import Bonus, Limit, Problem, Service

NEVER = -(1 << 60)
"""Worth of what cannot be."""

UNIT = 16
"""Inside the solver the smallest difference between two answers is this much: room for prices between whole coins."""

Step = tuple[int, int, int, int]
"""Which leg, by which chain, what it locks, what it costs. A leg leads from one stop to the next, by any chain."""


def bits(mask: int) -> list[int]:
    """The members of a set."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Coin:
    """Turns worth into the solver's units and bounds back into worth."""

    def __init__(self, problem: Problem) -> None:
        services = {id(service): service for train in problem.trains for service in train.services}
        self.size = gcd(
            *(problem.worth(income) for s in services.values() for pays in s.pays for income in pays),
            *(problem.worth(bonus.income) for s in services.values() for bonus in s.bonuses),
        )
        self.size = self.size or 1

    def units(self, worth: int) -> int:
        return worth // self.size * UNIT

    def bound(self, units: int) -> int:
        """The most a set of routes can be worth whose worth in units is at most this."""
        return units // UNIT * self.size


class Meter:
    """What is left of several allowances, packed into one int so that a step costs one subtraction.

    Each allowance has a margin below zero as wide as its dearest step: a step too far ends there, where `fits` is
    false, and never borrows from the next allowance.

    `within` are pairs of allowances of which the second is used by whatever uses the first (cities, and all stops): of
    the first never more matters than is left of the second.
    """

    def __init__(self, allowances: tuple[tuple[int, int], ...], within: tuple[tuple[int, int], ...] = ()) -> None:
        widths = [most + margin + 1 for most, margin in allowances]
        margins = [margin for _, margin in allowances]
        strides: list[int] = []
        self.size = 1
        for width in reversed(widths):
            strides.insert(0, self.size)
            self.size *= width
        self.strides = tuple(strides)
        self.full = self.size - 1
        self.zero = sum(margin * stride for margin, stride in zip(margins, strides, strict=True))
        self.remaining = [
            tuple(
                left // stride % width - margin for stride, width, margin in zip(strides, widths, margins, strict=True)
            )
            for left in range(self.size)
        ]
        """What is left of each allowance."""
        self.fits = [min(remaining, default=0) >= 0 for remaining in self.remaining]
        self.same_as = [
            left - sum(max(0, parts[one] - parts[other]) * strides[one] for one, other in within)
            for left, parts in enumerate(self.remaining)
        ]
        """What is left without that of which nothing can be used."""
        spare = [(one, other, allowances[other][0] - allowances[one][0]) for one, other in within]
        self.uses = [
            left - self.zero
            for left, used in enumerate(self.remaining)
            if self.fits[left] and all(0 <= used[other] - used[one] <= more for one, other, more in spare)
        ]
        """Every way to use some of it, but for those that use more of something else for the same, or leave what then
        cannot be used."""
        place = {use: index for index, use in enumerate(self.uses)}
        self.smaller = [[place[use - stride] for stride in strides if use - stride in place] for use in self.uses]
        """For each use those that use one less of one allowance, by their place in `uses`."""
        self._high = sum(1 << HIGH_BIT * (index + 1) - 1 for index in range(len(strides)))
        self._wide = [
            sum(max(0, part) << HIGH_BIT * index for index, part in enumerate(remaining))
            for remaining in self.remaining
        ]

    def can_use(self, left: int) -> Callable[[int], bool]:
        """Tells whether enough is left for a use, of each allowance."""
        room, high, wide, zero = self._wide[left] | self._high, self._high, self._wide, self.zero
        return lambda use: (room - wide[zero + use]) & high == high


HIGH_BIT = 16
"""Room for an allowance when all of them are compared at once."""


@lru_cache(maxsize=256)
def meter_of(allowances: tuple[tuple[int, int], ...], within: tuple[tuple[int, int], ...]) -> Meter:
    """Trains of one kind have the same meter in every position."""
    return Meter(allowances, within)


@dataclass(frozen=True, slots=True)
class Extra:
    """A bonus in units."""

    worth: int
    touches: tuple[int, ...]
    ends: tuple[int, int] | None


class Line:
    """A service on its network."""

    def __init__(self, problem: Problem, service: Service, coin: Coin) -> None:
        self.problem = problem
        self.service = service
        self.stops = len(problem.stops)
        self._shift = _Shift(problem)
        self.track_at = self._shift.track
        self.through = [stop.through for stop in problem.stops]
        self.may_end = [bool(service.ends >> index & 1) for index in range(self.stops)]
        self.own = [1 << index | stop.groups << self._shift.groups for index, stop in enumerate(problem.stops)]
        self.crossing = [stop.crossed << self._shift.groups for stop in problem.stops]
        self.needs = ((problem.tokens,) if problem.needs_token else ()) + service.needs
        self.chains = [index for index, chain in enumerate(problem.chains) if chain.gauge & service.gauges]
        self.chains = self._within_stops(~service.banned)
        self.reach = self._reachable()
        self.chains = self._within_stops(self.reach)
        self.anchors = self._anchors()
        self.skips = service.skips & self.reach if service.counted is not None else 0
        self.count_gain = [0] * self.stops
        for index in bits(self.reach):
            pay = best_pay(problem, service, index)
            if pay is not None:
                self.count_gain[index] = coin.units(problem.worth(service.pays[index][pay]))
        self.touch_gain = [0] * self.stops
        self.extras: list[Extra] = []
        for bonus in service.bonuses:
            self._add_bonus(bonus, coin)
        self.room = sum(max(0, extra.worth) for extra in self.extras)
        """The most that bonuses can add to a route."""
        self._measure()
        self._grant_free_stops()
        self.steps, self.starts = self._steps()

    @property
    def is_boundless(self) -> bool:
        """Whether nothing but the track limits a route, and each stop pays for itself."""
        return self.meter.size == 1 and not self.optional and not self.extras

    def _within_stops(self, stops: int) -> list[int]:
        """The chains that link two of these stops."""
        chains = self.problem.chains
        return [index for index in self.chains if stops >> chains[index].ends[0] & stops >> chains[index].ends[1] & 1]

    def _reachable(self) -> int:
        """Stops that can be on a route at all: within range of a stop of every set that the route needs."""
        near = [0] * self.stops
        for index in self.chains:
            a, b = self.problem.chains[index].ends
            near[a] |= 1 << b
            near[b] |= 1 << a
        reach = sum([1 << index for index in range(self.stops) if near[index]])
        limits = self._limits() or [Limit(0, 0)]
        for need in self.needs:
            start = need & reach
            for limit in limits:
                reach &= self._within(start, limit, near)
        return reach

    def _limits(self) -> list[Limit]:
        """How many stops a route may touch; those that need not be counted are free."""
        counted = self.service.counted
        return [*self.service.limits, *([Limit(counted.stops & ~self.service.skips, counted.most)] if counted else [])]

    def _within(self, start: int, limit: Limit, near: list[int]) -> int:
        """Stops that can be linked with one of the first ones by a way that keeps the limit."""
        seen, edge, dearer = 0, start & ~limit.stops, start & limit.stops
        for _ in range(limit.most + 1):
            while edge:
                seen |= edge
                beyond = 0
                for stop in bits(edge):
                    if self.through[stop] or start >> stop & 1:
                        beyond |= near[stop]
                beyond &= ~seen
                dearer |= beyond & limit.stops
                edge = beyond & ~limit.stops
            edge, dearer = dearer & ~seen, 0
        return seen

    def _anchors(self) -> list[int]:
        """Every route touches one of these: the smallest set that it needs, best connected first."""
        sets = [need & self.reach for need in self.needs] or [self.reach]
        degree = [0] * self.stops
        for index in self.chains:
            for end in self.problem.chains[index].ends:
                degree[end] += 1
        return sorted(bits(min(sets, key=int.bit_count)), key=lambda stop: -degree[stop])

    def _add_bonus(self, bonus: Bonus, coin: Coin) -> None:
        worth = coin.units(self.problem.worth(bonus.income))
        if len(bonus.touches) == 1 and bonus.touches[0].bit_count() == 1 and bonus.ends is None:
            self.touch_gain[bits(bonus.touches[0])[0]] += worth
        elif all(touch & self.reach for touch in bonus.touches):
            self.extras.append(Extra(worth, bonus.touches, bonus.ends))

    def _measure(self) -> None:
        """Sets up the meter: one allowance for each limit that can matter, for moves, and last for counts to choose."""
        service, reach = self.service, self.reach
        limits = list(service.limits)
        if service.counted is not None and not self.skips:
            limits.append(service.counted)
        binding = _strictest([Limit(limit.stops & reach, limit.most) for limit in limits])
        allowances = [(limit.most, 1) for limit in binding]
        masks = [limit.stops for limit in binding]
        if service.moves is not None:
            allowances.append(
                (service.moves, max((self.problem.chains[chain].moves for chain in self.chains), default=0))
            )
            masks.append(0)
        self.optional = 0
        """Stops that cost something only if they are counted."""
        if service.counted is not None and self.skips:
            allowances.append((min(service.counted.most, (service.counted.stops & reach).bit_count()), 1))
            masks.append(service.counted.stops & ~self.skips)
            self.optional = self.skips & service.counted.stops
        within = [(one, other) for one, other in permutations(range(len(binding)), 2) if not masks[one] & ~masks[other]]
        self.meter = meter_of(tuple(allowances), tuple(within))
        self._moves_stride = self.meter.strides[len(binding)] if service.moves is not None else 0
        self.stop_cost = [0] * self.stops
        for stride, mask in zip(self.meter.strides, masks, strict=True):
            for index in bits(mask & reach):
                self.stop_cost[index] += stride

    def _grant_free_stops(self) -> None:
        """What stops pay that cost no range is granted in advance: else a walk could gather it without end."""
        self.granted = [0] * self.stops
        if not self._moves_stride or any(not self.problem.chains[chain].moves for chain in self.chains):
            for index in bits(self.reach):
                if not self.stop_cost[index]:
                    counted = 0 if self.optional >> index & 1 else self.count_gain[index]
                    self.granted[index] = max(0, counted + self.touch_gain[index])
        self.grant = sum(self.granted)
        self.is_free = sum([1 << index for index, granted in enumerate(self.granted) if granted])

    def _steps(self) -> tuple[list[list[Step]], list[list[Step]]]:
        """From each stop: going on beyond it, and starting at it."""
        steps: list[list[Step]] = [[] for _ in range(self.stops)]
        starts: list[list[Step]] = [[] for _ in range(self.stops)]
        legs: dict[tuple[int, int], int] = {}
        for index in self.chains:
            chain = self.problem.chains[index]
            if chain.ends[0] == chain.ends[1]:
                continue
            lock = self._shift.lock(chain.track, chain.clash)
            for here, there in (chain.ends, chain.ends[::-1]):
                leg = legs.setdefault((here, there), len(legs))
                cost = self.stop_cost[there] + chain.moves * self._moves_stride
                starts[here].append((leg, index, lock | self.own[there], cost))
                if self.through[here]:
                    steps[here].append((leg, index, lock | self.own[there] | self.crossing[here], cost))
        self.leg_ends = list(legs)
        self.leg_to = [to for _, to in legs]
        self.leg_may_end = [self.may_end[to] for to in self.leg_to]
        self.legs_to: list[list[int]] = [[] for _ in range(self.stops)]
        for (_, to), leg in legs.items():
            self.legs_to[to].append(leg)
        return steps, starts

    def extra(self, stops: int, ends: tuple[int, int]) -> int:
        """What the bonuses add to a route."""
        total = 0
        for extra in self.extras:
            if extra.ends is None or joins(extra.ends, *ends):
                if all(stops & touch for touch in extra.touches):
                    total += extra.worth
        return total


def _strictest(limits: list[Limit]) -> list[Limit]:
    """The limits that can matter: not those that all stops together keep, nor those that another one implies."""
    found: list[Limit] = []
    for limit in sorted(set(limits), key=lambda limit: (limit.most, -limit.stops.bit_count())):
        if limit.stops.bit_count() > limit.most and all(limit.stops & ~other.stops for other in found):
            found.append(limit)
    return found


def best_pay(problem: Problem, service: Service, stop: int) -> int | None:
    """Which of a stop's payments is worth most; None where it pays nothing."""
    pays = service.pays[stop]
    if len(pays) < 2:
        return 0 if pays else None
    return max(range(len(pays)), key=lambda index: (problem.worth(pays[index]), -index))


def joins(ends: tuple[int, int], one: int, other: int) -> bool:
    """Whether a route has one end in each of two sets."""
    first, second = ends
    return bool(first >> one & second >> other & 1 or first >> other & second >> one & 1)


class _Shift:
    """Where groups, clashes and track begin in a lock."""

    def __init__(self, problem: Problem) -> None:
        self.groups = len(problem.stops)
        self.clash = self.groups + max(((s.groups | s.crossed).bit_length() for s in problem.stops), default=0)
        self.track = self.clash + max((chain.clash.bit_length() for chain in problem.chains), default=0)

    def lock(self, track: int, clash: int) -> int:
        return track << self.track | clash << self.clash
