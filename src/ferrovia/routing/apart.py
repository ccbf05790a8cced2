"""Trains whose routes are worth the same whatever the others do; only track keeps them apart.

Each kind of train has its best route; together these bound the whole. Where they get in each other's way, track is
given *prices*: a bound stays a bound when every route pays for its track and all prices are added once. Good prices
make it tight, and then only few routes can be part of a better answer: these are listed and packed.
"""

from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property, partial

from ferrovia.routing.answer import Answer
from ferrovia.routing.clock import LOOK_EVERY, Clock, GivenUp
from ferrovia.routing.line import UNIT, Coin, Line
from ferrovia.routing.packing import IDLE, Candidate, Menu, Packed, Rivals, best_first, pack
from ferrovia.routing.problem import Problem, Route, Service
from ferrovia.routing.search import Find, Found, explore_by
from ferrovia.routing.sweep import NARROW, longest
from ferrovia.routing.walks import Walks

FIRST_TRIAL = 3000
"""Nodes for the first try at listing all routes that matter."""
TURNS = 4
"""How often prices are bettered between two tries."""
HOPE = UNIT // 8
"""Prices that lower the bound by less have not helped."""
COST_OF_BOUNDS = 500 * TURNS
"""Finding the bounds of a train at some prices takes as long as so many nodes."""
PATIENCE = 2
"""Turns without a better bound before the steps become smaller."""


EARLY = 0.01
"""Seconds after which a quick look at all trains gives a first answer, if the search for the best still goes on."""
QUICK = LOOK_EVERY - 1
"""Nodes of a quick look for one train: until the clock is looked at."""


@dataclass(slots=True)
class Leader:
    """The best route so far, and what it earns after prices."""

    net: int = 0
    candidate: Candidate = IDLE


class Kind:
    """Trains that run alike."""

    def __init__(self, problem: Problem, services: tuple[Service, ...], coin: Coin, rivals: Rivals) -> None:
        self.trains: list[int] = []
        self.services = services
        self.lines = [Line(problem, service, coin) for service in services]
        self.pool: dict[tuple[int, ...], Candidate] = {(): IDLE}
        """Routes met so far, by what they take."""
        self._rivals = rivals
        self._prices: list[int] = []
        self._walks: dict[int, Walks] = {}
        """The bounds of each line at these prices."""

    def best(self, prices: list[int], clock: Clock, used_track: int = 0) -> Leader:
        """The route that earns most after prices."""
        leader = self._best_known(prices, used_track)
        for number, line in enumerate(self.lines):
            keep = self._keeper(leader, number, prices)
            if line.is_boundless:
                longest(line, prices, leader.net, keep, clock, used_track)
            else:
                explore_by(self._walks_at(prices, number), leader.net, keep, clock, used_track)
        return leader

    def best_soon(self, prices: list[int], used_track: int) -> Leader:
        """The best route that a quick look finds."""
        leader = self._best_known(prices, used_track)
        for number, line in enumerate(self.lines):
            keep, clock = self._keeper(leader, number, prices), Clock()
            if line.is_boundless:
                longest(line, prices, leader.net, keep, clock, used_track, NARROW)
            else:
                with suppress(GivenUp), clock.trial(QUICK):
                    explore_by(self._walks_at(prices, number), leader.net, keep, clock, used_track)
        return leader

    def _walks_at(self, prices: list[int], number: int) -> Walks:
        """Several searches at the same prices have the same bounds."""
        if prices != self._prices:
            self.clear()
            self._prices = prices
        if number not in self._walks:
            self._walks[number] = Walks(self.lines[number], prices)
        return self._walks[number]

    def clear(self) -> None:
        """Drops what takes room."""
        for walks in self._walks.values():
            walks.clear()
        self._walks.clear()

    def _best_known(self, prices: list[int], used_track: int) -> Leader:
        leader = Leader()
        if not used_track:
            for known in self.pool.values():
                if (worth := known.worth - sum([prices[part] for part in known.parts])) > leader.net:
                    leader.net, leader.candidate = worth, known
        return leader

    def _keeper(self, leader: Leader, number: int, prices: list[int]) -> Found:
        def keep(find: Find) -> int:
            leader.net, leader.candidate = find.net, self._candidate(find, number, prices)
            self.pool[tuple(sorted(leader.candidate.parts))] = leader.candidate
            return leader.net

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
            explore_by(self._walks_at(prices, number), floor, partial(keep, number, line), clock)
        candidates: list[Candidate] = []
        for find, number in found.values():
            candidates.append(self._candidate(find, number, prices))
            if len(candidates) % LOOK_EVERY == 0:
                clock.look()
        if floor < 0:
            candidates.append(IDLE)
        return sorted(candidates, key=best_first)

    def _candidate(self, find: Find, number: int, prices: list[int]) -> Candidate:
        chains = find.chains()
        paid = sum([prices[chain] for chain in chains])
        return Candidate(find.net + paid, self._rivals.parts(chains, self.services[number].uses), number, find)


class Prices:
    """What track costs: one price for each set of chains of which only one can be used."""

    def __init__(self, rivals: Rivals) -> None:
        self._within: list[list[int]] = [[] for _ in range(rivals.parts_in_all)]
        cliques = rivals.cliques()
        for index, clique in enumerate(cliques):
            for part in clique:
                self._within[part].append(index)
        self._levels = self._best = [0] * len(cliques)
        self._boldness = 8
        self._patience = PATIENCE

    def total(self) -> int:
        return sum(self._levels)

    def of_parts(self) -> list[int]:
        return [sum([self._levels[clique] for clique in cliques]) for cliques in self._within]

    def best_of_parts(self) -> list[int]:
        return [sum([self._best[clique] for clique in cliques]) for cliques in self._within]

    def better(self) -> None:
        """The bound fell: these are the best prices yet."""
        self._best = self._levels
        self._patience = PATIENCE

    def no_better(self) -> None:
        self._patience -= 1
        if not self._patience:
            self._boldness = max(1, self._boldness // 2)
            self._patience = PATIENCE

    def move(self, taken: list[tuple[int, ...]], gap: int) -> bool:
        """Dearer where more than one route wants the track, cheaper where none does; False: nothing to change."""
        wanted = [0] * len(self._levels)
        for parts in taken:
            for part in parts:
                for clique in self._within[part]:
                    wanted[clique] += 1
        change = [w - 1 if w > 1 or level else 0 for w, level in zip(wanted, self._levels, strict=True)]
        length = sum([c * c for c in change]) * 8
        if not length:
            return False
        step = max(gap, UNIT) * self._boldness
        self._levels = [max(0, level + c * step // length) for level, c in zip(self._levels, change, strict=True)]
        return True


class Apart:
    """The search, in the solver's units."""

    def __init__(self, problem: Problem, answer: Answer) -> None:
        self._answer, self._clock, self._coin = answer, answer.clock, Coin(problem)
        self._rivals = Rivals(problem)
        self._kinds: list[Kind] = []
        for number, train in enumerate(problem.trains):
            kind = next((kind for kind in self._kinds if kind.services == train.services), None)
            if kind is None:
                kind = Kind(problem, train.services, self._coin, self._rivals)
                self._kinds.append(kind)
            kind.trains.append(number)
        self._is_alone = len(problem.trains) == 1
        """Whether there is nothing to pack."""
        self._worth = 0
        self._bound = 1 << 60
        self._tops: list[int] = []
        """What the best route of each kind earns at the best prices."""
        self._sum = 0
        """The bound at the best prices, not rounded."""

    def run(self) -> None:
        try:
            with self._clock.alarm(EARLY, self._look_quickly) if self._answer.is_heard else nullcontext():
                self._without_prices()
            self._close_the_gap()
        finally:
            for kind in self._kinds:
                kind.clear()

    def _close_the_gap(self) -> None:
        """Lists all routes that can be part of a better answer, and packs them; prices make them fewer."""
        reach, ceiling, cost_of_prices = self._sum, FIRST_TRIAL, 0
        while self._bound > self._worth:
            reach = min(reach, self._sum - self._worth - UNIT)
            try:
                with self._clock.trial(ceiling):
                    menus = self._within(reach)
            except GivenUp:
                if cost_of_prices > ceiling:
                    ceiling *= 3
                else:
                    nodes, before = self._clock.nodes, self._sum
                    self._turn_prices()
                    spent = self._clock.nodes - nodes
                    # what helped shall be tried again; what did not, only when lists have become as dear
                    cost_of_prices = 0 if before - self._sum > HOPE else spent + COST_OF_BOUNDS * len(self._kinds)
                    ceiling = max(ceiling * 2, spent)
                reach = max(UNIT, self._sum - self._bound, reach // 2)  # less would not lower the bound
                continue
            self._take(pack(menus, self._rivals, self._worth, self._clock))
            self._lower(self._sum - reach - 1)
            reach *= 2

    @cached_property
    def _prices(self) -> Prices:
        return Prices(self._rivals)

    def _without_prices(self) -> None:
        """Each kind for itself gives a bound; train after train, on what track is left, gives an answer."""
        free = [0] * self._rivals.parts_in_all
        for kind in self._kinds:
            top = kind.best(free, self._clock)
            self._tops.append(top.net)
            if self._is_alone:
                self._take(Packed(top.net, [(0, top.candidate)]) if top.net else None)
            else:
                self._pack_pools()
        self._sum = sum(top * len(kind.trains) for top, kind in zip(self._tops, self._kinds, strict=True))
        self._lower(self._sum)
        if self._bound <= self._worth:
            return
        order = sorted(zip(self._tops, self._kinds, strict=True), key=lambda found: -found[0])
        self._one_by_one([kind for _, kind in order], lambda kind, used: kind.best(free, self._clock, used))

    def _look_quickly(self) -> None:
        free = [0] * self._rivals.parts_in_all
        self._one_by_one(self._kinds, lambda kind, used: kind.best_soon(free, used))

    def _one_by_one(self, kinds: list[Kind], best: Callable[[Kind, int], Leader]) -> None:
        """Train after train takes the best of the track that is left."""
        used = 0
        for kind in kinds:
            for _ in kind.trains:
                candidate = best(kind, used).candidate
                if candidate.find is not None:
                    used |= candidate.find.lock >> kind.lines[candidate.service].track_at
        self._pack_pools()

    def _turn_prices(self) -> None:
        """Some turns of better prices; the routes that are best on the way may also make a better answer."""
        for _ in range(TURNS):
            prices = self._prices.of_parts()
            tops = [kind.best(prices, self._clock) for kind in self._kinds]
            total = self._prices.total() + sum(
                top.net * len(kind.trains) for top, kind in zip(tops, self._kinds, strict=True)
            )
            if total < self._sum:
                self._sum, self._tops = total, [top.net for top in tops]
                self._prices.better()
                self._lower(total)
            else:
                self._prices.no_better()
            taken = [top.candidate.parts for top, kind in zip(tops, self._kinds, strict=True) for _ in kind.trains]
            if self._bound <= self._worth or not self._prices.move(taken, total - self._worth):
                break
        self._pack_pools()

    def _pack_pools(self) -> None:
        menus = [Menu(sorted(kind.pool.values(), key=best_first), len(kind.trains)) for kind in self._kinds]
        self._take(pack(menus, self._rivals, self._worth, self._clock))

    def _within(self, reach: int) -> list[Menu]:
        """All routes that can be part of an answer within reach of the bound."""
        prices = self._prices.best_of_parts()
        return [
            Menu(kind.all_above(top - reach - 1, prices, self._clock), len(kind.trains))
            for kind, top in zip(self._kinds, self._tops, strict=True)
        ]

    def _take(self, packed: Packed | None) -> None:
        if packed is None:
            return
        self._worth = packed.worth
        waiting = [kind.trains.copy() for kind in self._kinds]
        self._answer.improve(
            [
                Route(waiting[menu].pop(0), *candidate.find.way(self._answer.problem), candidate.service)
                for menu, candidate in packed.chosen
                if candidate.find is not None
            ]
        )

    def _lower(self, bound: int) -> None:
        self._bound = max(min(self._bound, bound // UNIT * UNIT), self._worth)
        self._answer.lower(self._coin.bound(self._bound))
