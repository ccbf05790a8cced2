"""The incumbent, which is the best answer so far, and the bound above it; told to whoever watches."""

from collections.abc import Callable, Sequence

from ferrovia.routing.clock import Clock
from ferrovia.routing.income import complete, total_of
from ferrovia.routing.problem import NOTHING, Problem, Route, Solution

OnBetter = Callable[[Solution], None]


class Incumbent:
    """Routes and bound: the first only gets better, the second only lower."""

    def __init__(self, problem: Problem, clock: Clock, on_better: OnBetter | None = None) -> None:
        self.problem, self.clock = problem, clock
        self._on_better = on_better
        self.routes: list[Route] = []
        self._income = NOTHING
        self.worth = 0
        self._bound: int | None = None

    @property
    def is_heard(self) -> bool:
        """Whether anybody wants a good answer before the best one."""
        return self._on_better is not None

    @property
    def bound(self) -> int:
        if self._bound is None:
            self._bound = max(_bound_of_all(self.problem), self.worth)
        return self._bound

    @property
    def proved(self) -> bool:
        return self.bound <= self.worth

    def improve(self, routes: Sequence[Route]) -> None:
        """Takes routes that are worth more than those known."""
        chosen = complete(self.problem, routes)
        income = total_of(self.problem, chosen)
        worth = self.problem.worth(income)
        if worth > self.worth or not self.routes:
            self.routes, self._income, self.worth = chosen, income, worth
            self._tell()

    def lower(self, bound: int) -> None:
        """Nothing is worth more than this."""
        if self._bound is None or bound < self._bound:
            self._bound = max(bound, self.worth)
            if self.routes or self.proved:
                self._tell()

    def _tell(self) -> None:
        if self._on_better is not None:
            self._on_better(self.solution())

    def solution(self) -> Solution:
        clock = self.clock
        return Solution(tuple(self.routes), self._income, self.worth, self.bound, clock.nodes, clock.seconds)


UNKNOWN = 1 << 60
"""Stands for a bound as long as nothing is known."""


def _bound_of_all(problem: Problem) -> int:
    """Every train at every stop, every bonus and every hex: known before anything was searched."""
    hexes = 0
    for chain in problem.chains:
        hexes |= chain.hexes
    total = 0
    for train in problem.trains:
        best = 0
        for service in train.services:
            if service.haul is not None:
                return UNKNOWN
            stops = sum(max((problem.worth(pay) for pay in pays), default=0) for pays in service.pays)
            bonuses = sum(max(0, problem.worth(bonus.income)) for bonus in service.bonuses)
            best = max(best, stops + bonuses + hexes.bit_count() * problem.worth(service.hex_pay))
        total += best
    return total
