"""Trains that run end to end as one: only the two ends of the whole convoy pay."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from ferrovia.routing.clock import Clock
from ferrovia.routing.problem import Convoy, Problem, Service, Terminal
from ferrovia.routing.together.items import Items, Weigher, best_worth
from ferrovia.routing.together.options import Haulage, Kind, Option, Seed, undominated
from ferrovia.routing.tuning import TogetherTuning


class Part(NamedTuple):
    """A convoy, or the beginning of one: where it starts and stands, all ends and joints, what it has used."""

    start: Terminal
    at: Terminal
    ends: int
    extra: int
    items: int
    touch: int
    track: int
    uses: int
    seeds: tuple[Seed, ...]


class Convoys:
    """Everything that several trains may run end to end as one.

    What a convoy earns depends on its two ends alone. So only those pairs of ends are looked at that earn enough.
    """

    def __init__(self, problem: Problem, kinds: list[Kind], items: Items, clock: Clock, tuning: TogetherTuning) -> None:
        self._problem, self._kinds, self._clock, self._tuning = problem, kinds, clock, tuning
        self._items = items
        hauling = [s for kind in kinds if kind.convoy is not Convoy.NEVER for s in kind.services]
        self._hauls = list(dict.fromkeys(service.haul for service in hauling if service.haul is not None))
        self._hauling = hauling
        self._known: dict[tuple[int, ...], tuple[int, list[Option]]] = {}
        """For each unit the convoys that earn at least an amount."""
        self.price(items.weigh)

    def price(self, weigh: Weigher) -> None:
        """From now on items have these prices: bounds, and the least that convoys earn, take them into account."""
        self._weigh = weigh
        self._end_worth = [
            max([self._worth_of_end(service, stop) for service in self._hauling], default=0)
            for stop in range(len(self._problem.stops))
        ]
        self._pairs: dict[tuple[Terminal, Terminal], int] = {}
        self._best_pairs: dict[tuple[int, int], int] = {}
        self._extras: dict[int, int] = {}
        self._known.clear()

    def _worth_of_end(self, service: Service, stop: int) -> int:
        if self._problem.pays_once:
            return self._weigh(self._items.of_stop(service, stop))
        return best_worth(self._problem, service, stop)

    def bound(self, unit: tuple[int, ...]) -> int:
        """No convoy of these kinds earns more."""
        pairs = {(min(pair), max(pair)) for pair in combinations(unit, 2)}
        return max(self._best_pair(pair) for pair in pairs) + self._extra(unit)

    def _best_pair(self, kinds: tuple[int, int]) -> int:
        """What a convoy earns at most that begins with a train of one kind and ends with one of another."""
        known = self._best_pairs.get(kinds)
        if known is None:
            ones, others = (self._kinds[number].terminals() for number in kinds)
            pairs = [self._pair(one, other) for one in ones for other in others if one.stop != other.stop]
            known = self._best_pairs[kinds] = max(pairs, default=0)
        return known

    def _extra(self, unit: tuple[int, ...]) -> int:
        """What the trains earn at most beside the ends of the convoy."""
        return sum(self._extra_of(number) for number in unit)

    def _extra_of(self, number: int) -> int:
        if number not in self._extras:
            loads = {(haul.extra, haul.items) for haul in self._kinds[number].hauls}
            self._extras[number] = max((extra + self._weigh(items) for extra, items in loads), default=0)
        return self._extras[number]

    def _pair(self, one: Terminal, other: Terminal) -> int:
        """What a convoy between these ends earns at most, if nothing is earned yet."""
        known = self._pairs.get((one, other))
        if known is None:
            known = max([self._problem.worth(haul(one, other)) for haul in self._hauls], default=0)
            known += self._end_worth[one.stop] + self._end_worth[other.stop]
            self._pairs[one, other] = self._pairs[other, one] = known
        return known

    def options(self, unit: tuple[int, ...], least: int) -> list[Option]:
        """The convoys of trains of these kinds that earn at least an amount, if nothing is earned yet; perhaps more."""
        known = self._known.get(unit)
        if known is None or least < known[0]:
            known = self._known[unit] = least, self._find(unit, least)
        return known[1]

    def _find(self, unit: tuple[int, ...], least: int) -> list[Option]:
        found: dict[tuple[int, ...], Option] = {}
        for order in {min(order, order[::-1]) for order in permutations(unit)}:
            for part in {part[:-1]: part for part in self._parts(order, least)}.values():
                option = self._option(part)
                key = (option.items, option.touch, option.track, option.uses, option.ends)
                if key not in found or found[key].solo < option.solo:
                    found[key] = option
        return undominated(list(found.values()), self._tuning)

    def _parts(self, order: tuple[int, ...], least: int) -> Iterator[Part]:
        last = self._kinds[order[-1]].terminals()
        least -= self._extra(order)
        goals = {
            start: [end for end in last if end.stop != start.stop and self._pair(start, end) >= least]
            for start in self._kinds[order[0]].terminals()
        }
        parts = [
            Part(start, at, 1 << start.stop | 1 << at.stop, *haul[1:-1], (haul.seed,))
            for haul in self._kinds[order[0]].hauls
            for start, at in (haul.ends, haul.ends[::-1])
            if goals[start]
        ]
        for number in order[1:-1]:
            longer: dict[tuple[object, ...], Part] = {}
            for part in parts:
                hauls = self._kinds[number].hauls_from(part.at.stop)
                for at in hauls:
                    for new in self._longer(part, at, hauls[at]):
                        longer[new[:-1]] = new
            parts = _widest(longer.values())
        for part in parts:
            hauls = self._kinds[order[-1]].hauls_from(part.at.stop)
            for goal in goals[part.start]:
                if goal in hauls:
                    yield from self._longer(part, goal, hauls[goal])

    def _longer(self, part: Part, at: Terminal, hauls: list[Haulage]) -> Iterator[Part]:
        """The convoy with one more train, joined where it stands."""
        if part.ends >> at.stop & 1 or (self._problem.meeting and not self._problem.meeting >> part.at.stop & 1):
            return
        self._clock.count(len(hauls))
        for haul in hauls:
            if not (part.track & haul.track or part.uses & haul.uses):
                yield Part(
                    part.start,
                    at,
                    part.ends | 1 << at.stop,
                    part.extra + haul.extra,
                    part.items | haul.items,
                    part.touch | haul.touch,
                    part.track | haul.track,
                    part.uses | haul.uses,
                    (*part.seeds, haul.seed),
                )

    def _option(self, part: Part) -> Option:
        first, last = self._service(part.seeds[0]), self._service(part.seeds[-1])
        assert first.haul is not None
        solo = part.extra + self._problem.worth(first.haul(part.start, part.at))
        if not self._problem.pays_once:
            solo += best_worth(self._problem, first, part.start.stop) + best_worth(self._problem, last, part.at.stop)
        items = part.items | self._items.of_stop(first, part.start.stop) | self._items.of_stop(last, part.at.stop)
        full = solo + self._items.weigh(items)
        return Option(full, solo, items, part.touch, part.track, part.uses, part.ends, part.seeds)

    def _service(self, seed: Seed) -> Service:
        return self._kinds[seed.kind].services[seed.service]


def _widest(parts: Iterable[Part]) -> list[Part]:
    """Without those that differ from another only by touching less."""
    groups: dict[tuple[object, ...], list[Part]] = {}
    for part in sorted(parts, key=lambda part: -part.touch.bit_count()):
        alike = groups.setdefault((part[:5], part.track, part.uses), [])
        if all(part.touch & ~other.touch for other in alike):
            alike.append(part)
    return [part for alike in groups.values() for part in alike]
