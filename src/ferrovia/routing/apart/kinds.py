"""What trains that run alike may run: the best route at some prices, and all that come near it."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ferrovia.model.values import changed
from ferrovia.routing.apart.packing import IDLE, Candidate, Rivals, best_first
from ferrovia.routing.clock import LOOK_EVERY, Clock, GivenUp
from ferrovia.routing.problem import Problem, Service
from ferrovia.routing.single.bounds import WalkBounds
from ferrovia.routing.single.line import Coin, Line
from ferrovia.routing.single.sweep import longest
from ferrovia.routing.single.walker import Find, Found, walk
from ferrovia.routing.tuning import ApartTuning

QUICK_NODES = LOOK_EVERY - 1
"""Nodes of a quick look for one train: until the clock is looked at."""


@dataclass(slots=True)
class Best:
    """The best route so far, and what it earns after prices."""

    net: int = 0
    candidate: Candidate = IDLE


def cases_of(problem: Problem, service: Service) -> list[Service]:
    """A bonus for both ends of a route must be granted to every route while it grows, and with it the search goes far
    for nothing. So routes that end where it is paid are sought by themselves, and all others without it."""
    paid = [bonus for bonus in service.bonuses if bonus.ends is not None]
    ends = {bonus.ends for bonus in paid if bonus.ends is not None}
    least = sum([min(0, worth) if b.touches else worth for b in paid if (worth := problem.worth(b.income))])
    if len(ends) != 1 or least < 0:
        return [service]
    (one, other), free = ends.pop(), tuple([bonus for bonus in service.bonuses if bonus.ends is None])
    if not one or not other:
        return [changed(service, bonuses=free)]
    there = changed(service, ends=service.ends & (one | other), needs=(*service.needs, one, other))
    return [there, changed(service, bonuses=free)]


class Kind:
    """Trains that run alike."""

    def __init__(
        self, problem: Problem, services: tuple[Service, ...], coin: Coin, rivals: Rivals, tuning: ApartTuning
    ) -> None:
        self.trains: list[int] = []
        self._tuning = tuning
        self.services = services
        cases = [(number, case) for number, service in enumerate(services) for case in cases_of(problem, service)]
        self.lines = [Line(problem, case, coin) for _, case in cases]
        self._service_of = [number for number, _ in cases]
        """Which service each line belongs to."""
        self.pool: dict[tuple[int, ...], Candidate] = {(): IDLE}
        """Routes met so far, by what they take."""
        self._rivals = rivals
        self._prices: list[int] = []
        self._bounds: dict[int, WalkBounds] = {}
        """The bounds of each line at these prices."""

    def best(self, prices: list[int], clock: Clock, used_track: int = 0, floor: int = 0) -> Best:
        """The route that earns most after prices; none that earns no more than the floor."""
        best = self._best_known(prices, used_track, floor)
        for number, line in enumerate(self.lines):
            keep = self._keeper(best, number, prices)
            if line.is_boundless:
                longest(line, prices, best.net, keep, clock, self._tuning.sweep_widths, used_track)
            else:
                walk(self._bounds_at(prices, number), best.net, keep, clock, used_track)
        return best

    def best_soon(self, prices: list[int], used_track: int) -> Best:
        """The best route that a quick look finds."""
        best = self._best_known(prices, used_track)
        for number, line in enumerate(self.lines):
            keep, clock = self._keeper(best, number, prices), Clock()
            if line.is_boundless:
                longest(line, prices, best.net, keep, clock, self._tuning.quick_sweep_widths, used_track)
            else:
                with suppress(GivenUp), clock.trial(QUICK_NODES):
                    walk(self._bounds_at(prices, number), best.net, keep, clock, used_track)
        return best

    def _bounds_at(self, prices: list[int], number: int) -> WalkBounds:
        """Several searches at the same prices have the same bounds."""
        if prices != self._prices:
            self.clear()
            self._prices = prices
        if number not in self._bounds:
            self._bounds[number] = WalkBounds(self.lines[number], prices)
        return self._bounds[number]

    def clear(self) -> None:
        """Drops what takes room."""
        for bounds in self._bounds.values():
            bounds.clear()
        self._bounds.clear()

    def _best_known(self, prices: list[int], used_track: int, floor: int = 0) -> Best:
        best = Best(floor)
        if not used_track:
            for known in self.pool.values():
                if (worth := known.worth - sum([prices[part] for part in known.parts])) > best.net:
                    best.net, best.candidate = worth, known
        return best

    def _keeper(self, best: Best, number: int, prices: list[int]) -> Found:
        def keep(find: Find) -> int:
            best.net, best.candidate = find.net, self._candidate(find, number, prices)
            self.pool[tuple(sorted(best.candidate.parts))] = best.candidate
            return best.net

        return keep

    def all_above(self, floor: int, prices: list[int], clock: Clock) -> list[Candidate]:
        """Every route that earns more than the floor after prices, of two that take the same only the better."""
        found: dict[tuple[int, int], tuple[Find, int]] = {}

        def keep(number: int, line: Line, find: Find) -> int:
            key = (find.lock >> line.track_at, line.service.uses)
            known = found.get(key)
            if known is None or known[0].net < find.net:
                found[key] = (find, number)
            return floor

        for number, line in enumerate(self.lines):
            walk(self._bounds_at(prices, number), floor, partial(keep, number, line), clock)
        candidates, prices = list[Candidate](), prices if any(prices) else []
        for find, number in found.values():
            candidates.append(self._candidate(find, number, prices))
            if len(candidates) % LOOK_EVERY == 0:
                clock.look()
        if floor < 0:
            candidates.append(IDLE)
        return sorted(candidates, key=best_first)

    def _candidate(self, find: Find, number: int, prices: list[int]) -> Candidate:
        """What a find is worth before prices, and what it takes; no prices: nothing was paid."""
        chains, service = find.chains(), self._service_of[number]
        paid = sum([prices[chain] for chain in chains]) if prices else 0
        return Candidate(find.net + paid, self._rivals.parts(chains, self.services[service].uses), service, find)
