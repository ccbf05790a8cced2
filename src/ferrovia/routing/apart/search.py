"""Trains whose routes are worth the same whatever the others do; only track keeps them apart.

Each kind of train has its best route; together these bound the whole. Where they get in each other's way, Lagrangian
prices on the track (`prices`) make the bound tight, and then only few routes can be part of a better answer: these are
listed and packed by branch and bound (`packing`).
"""

from collections.abc import Callable
from contextlib import nullcontext
from functools import cached_property

from ferrovia.routing.apart.kinds import Best, Kind
from ferrovia.routing.apart.packing import Candidate, Packed, Rivals, best_first, pack
from ferrovia.routing.apart.prices import TrackPrices
from ferrovia.routing.clock import GivenUp
from ferrovia.routing.incumbent import Incumbent
from ferrovia.routing.menu import Menu
from ferrovia.routing.problem import Problem, Route
from ferrovia.routing.single.line import UNIT, Coin
from ferrovia.routing.tuning import ApartTuning


class Apart:
    """The search, in the solver's units."""

    def __init__(self, problem: Problem, incumbent: Incumbent, tuning: ApartTuning) -> None:
        self._incumbent, self._clock, self._coin = incumbent, incumbent.clock, Coin(problem)
        self._tuning = tuning
        self._rivals = Rivals(problem)
        self._kinds: list[Kind] = []
        for number, train in enumerate(problem.trains):
            kind = next((kind for kind in self._kinds if kind.services == train.services), None)
            if kind is None:
                kind = Kind(problem, train.services, self._coin, self._rivals, tuning)
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
        self._best_prices = [0] * self._rivals.parts_in_all

    def run(self) -> None:
        try:
            with (
                self._clock.alarm(self._tuning.quick_look_after, self._look_quickly)
                if self._incumbent.is_heard
                else nullcontext()
            ):
                self._without_prices()
            self._close_the_gap()
        finally:
            self._clear()

    def exceeds(self, worth: int) -> bool:
        """Whether any set is worth more: easier to say than which is the best, for it is known how far to look."""
        self._worth = floor = self._coin.units(worth)
        try:
            free = [0] * self._rivals.parts_in_all
            self._tops = [kind.best(free, self._clock, floor=floor * self._is_alone).net for kind in self._kinds]
            self._bound_by_tops()
            if self._is_alone:
                return self._sum > floor
            self._close_the_gap(enough=floor + 1)
        finally:
            self._clear()
        return self._worth > floor

    def _clear(self) -> None:
        for kind in self._kinds:
            kind.clear()

    def _close_the_gap(self, enough: int = 1 << 60) -> None:
        """Lists all routes that can be part of a better answer, and packs them; prices make them fewer. No more is
        sought than is `enough`."""
        reach, ceiling, cost_of_prices = self._sum, self._tuning.listing_nodes, 0
        cost_of_bounds = self._tuning.bound_nodes * self._tuning.price_steps * len(self._kinds)
        while self._worth < min(self._bound, enough):
            reach = min(reach, self._sum - self._worth - UNIT)
            try:
                with self._clock.trial(ceiling):
                    menus = self._within(reach)
            except GivenUp:
                if cost_of_prices > ceiling:
                    ceiling *= 3
                else:
                    nodes, before = self._clock.nodes, self._sum
                    self._better_prices()
                    spent = self._clock.nodes - nodes
                    # what helped shall be tried again; what did not, only when lists have become as dear
                    helped = before - self._sum > self._tuning.price_gain
                    cost_of_prices = 0 if helped else spent + cost_of_bounds
                    ceiling = max(ceiling * 2, spent)
                reach = max(UNIT, self._sum - self._bound, reach // 2)  # less would not lower the bound
                continue
            self._take(pack(menus, self._rivals, self._worth, self._clock))
            self._lower(self._sum - reach - 1)
            reach *= 2

    @cached_property
    def _prices(self) -> TrackPrices:
        return TrackPrices(self._rivals, self._tuning.stalled_steps)

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
        self._bound_by_tops()
        if self._bound <= self._worth:
            return
        order = sorted(zip(self._tops, self._kinds, strict=True), key=lambda found: -found[0])
        self._one_by_one([kind for _, kind in order], lambda kind, used: kind.best(free, self._clock, used))

    def _bound_by_tops(self) -> None:
        self._sum = sum(top * len(kind.trains) for top, kind in zip(self._tops, self._kinds, strict=True))
        self._lower(self._sum)

    def _look_quickly(self) -> None:
        free = [0] * self._rivals.parts_in_all
        self._one_by_one(self._kinds, lambda kind, used: kind.best_soon(free, used))

    def _one_by_one(self, kinds: list[Kind], best: Callable[[Kind, int], Best]) -> None:
        """Train after train takes the best of the track that is left."""
        used = 0
        for kind in kinds:
            for _ in kind.trains:
                candidate = best(kind, used).candidate
                if candidate.find is not None:
                    used |= candidate.find.lock >> kind.lines[0].track_at
        self._pack_pools()

    def _better_prices(self) -> None:
        """Some subgradient steps; the routes that are best on the way may also make a better answer."""
        for _ in range(self._tuning.price_steps):
            prices = self._prices.of_parts()
            tops = [kind.best(prices, self._clock) for kind in self._kinds]
            total = self._prices.total() + sum(
                top.net * len(kind.trains) for top, kind in zip(tops, self._kinds, strict=True)
            )
            if total < self._sum:
                self._sum, self._tops, self._best_prices = total, [top.net for top in tops], prices
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

    def _within(self, reach: int) -> list[Menu[Candidate]]:
        """All routes that can be part of an answer within reach of the bound."""
        return [
            Menu(kind.all_above(top - reach - 1, self._best_prices, self._clock), len(kind.trains))
            for kind, top in zip(self._kinds, self._tops, strict=True)
        ]

    def _take(self, packed: Packed | None) -> None:
        if packed is None:
            return
        self._worth = packed.worth
        waiting = [kind.trains.copy() for kind in self._kinds]
        self._incumbent.improve(
            [
                Route(waiting[menu].pop(0), *candidate.find.way(self._incumbent.problem), candidate.service)
                for menu, candidate in packed.chosen
                if candidate.find is not None
            ]
        )

    def _lower(self, bound: int) -> None:
        self._bound = max(min(self._bound, bound // UNIT * UNIT), self._worth)
        self._incumbent.lower(self._coin.bound(self._bound))
