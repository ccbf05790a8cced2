"""Bounds for the search: the most that a walk can still earn, by dynamic programming over what is left of the range.

A walk may touch a stop twice, a route may not: so no route earns more than the best walk.
"""

from collections.abc import Iterator
from typing import Protocol

from ferrovia.routing.line import NEVER, Line

Priced = tuple[int, int, int, int, int]
"""A leg, by which chain, what it locks, what it costs, what it earns after prices."""

Arm = tuple[int, int]
"""What a second arm may use up, and what it then earns."""


Onward = tuple[int, list[tuple[int, int, int, int, int]], list[tuple[int, int]]]
"""What ending at a stop earns; the legs from there, where they lead, what they cost, earn, and earn if counted; the
legs that lead there, and from where."""


class Walks:
    """`rows[left][leg]`: the most that a walk can earn after a leg with what is left of the range.

    A leg leads from one stop to the next. After it a walk does not turn back, so that it cannot go to and fro between
    two rich stops; longer rings it can.
    """

    def __init__(self, line: Line, prices: list[int]) -> None:
        self.line = line
        self.gain = gain = [
            (0 if line.optional >> stop & 1 else line.count_gain[stop]) + line.touch_gain[stop] - line.granted[stop]
            for stop in range(line.stops)
        ]
        ends = line.leg_ends
        priced: list[list[Priced]] = [
            [(leg, chain, lock, cost, gain[ends[leg][1]] - prices[chain]) for leg, chain, lock, cost in steps]
            for steps in line.steps
        ]
        self.steps: list[list[Priced]] = [
            [step for step in priced[to] if ends[step[0]][1] != start] for start, to in ends
        ]
        """What may follow each leg."""
        self.starts: list[list[Priced]] = [
            [(leg, chain, lock, cost, gain[ends[leg][1]] - prices[chain]) for leg, chain, lock, cost in starts]
            for starts in line.starts
        ]
        self.may_end = [line.may_end[to] for _, to in ends]
        self._counted = [line.count_gain[to] if line.optional >> to & 1 else 0 for _, to in ends]
        self._free = any(not step[3] for steps in priced for step in steps)
        self._is_simple = len(line.meter.strides) == 1
        self._plan = list(self._planned(priced))
        self._splits: list[Split] = []
        nothing = [NEVER] * len(ends)
        self.rows: list[list[int]] = []
        for left in range(line.meter.size):
            self.rows.append(self._row(left) if line.meter.fits[left] else nothing)

    def clear(self) -> None:
        """Drops everything that takes room."""
        for table in (self.rows, self.steps, self.starts, self._plan, *self._splits):
            table.clear()

    def _row(self, left: int) -> list[int]:
        """Steps that use up no range earn nothing by themselves, so passing their worth on comes to an end: it begins
        with what less range can earn, where there is but one kind of it."""
        if not self._free:
            return self._passed_on(left, None)
        row = self.rows[left - 1] if self._is_simple and left > self.line.meter.zero else self._passed_on(left, None)
        while (better := self._passed_on(left, row)) != row:
            row = better
        return row

    def _passed_on(self, left: int, same: list[int] | None) -> list[int]:
        """From what can be earned after each step; `same` is the row itself, for steps that use up no range."""
        rows = self.rows
        row = [NEVER] * len(self.line.leg_ends)
        for idle, steps, arrivals in self._plan:
            best = other = idle
            best_to = -1
            for leg, to, cost, net, counted in steps:
                if cost:
                    worth = net + rows[left - cost][leg]
                else:
                    worth = NEVER if same is None else net + same[leg]
                if counted and (taken := net + counted + rows[left - cost - 1][leg]) > worth:
                    worth = taken
                if worth > other:
                    if worth <= best:
                        if to != best_to:
                            other = worth
                    else:
                        if to != best_to:
                            other = best
                        best, best_to = worth, to
            for leg, start in arrivals:
                row[leg] = other if start == best_to else best
        return row

    def _planned(self, priced: list[list[Priced]]) -> Iterator[Onward]:
        """For each stop that a walk can come to: how it may go on, of chains that cost the same only the cheapest."""
        line, ends = self.line, self.line.leg_ends
        for stop, arrivals in enumerate(line.legs_to):
            if arrivals:
                nets: dict[tuple[int, int], int] = {}
                for leg, _, _, cost, net in priced[stop]:
                    nets[leg, cost] = max(net, nets.get((leg, cost), net))
                steps = [(leg, ends[leg][1], cost, net, self._counted[leg]) for (leg, cost), net in nets.items()]
                yield 0 if line.may_end[stop] else NEVER, steps, [(leg, ends[leg][0]) for leg in arrivals]

    def splits(self, starts: list[Priced], alone: bool, through: bool) -> Iterator["Rows"]:
        """The same for a first arm by each of these steps, when what is left may also serve a second arm by an earlier
        step. `alone` says whether the route may do without a second arm, `through` whether there may be one."""
        meter = self.line.meter
        idle = 0 if alone else NEVER
        best = [idle] * len(meter.uses)
        """For each use of the range what a second arm by the steps so far can earn."""
        for number in range(len(starts)):
            if through and number:
                self._add_arm(best, starts[number - 1])
            if any(best):
                self._splits.append(Split(self, self._worthwhile(best)))
                yield self._splits[-1]
            else:
                yield self.rows

    def _add_arm(self, best: list[int], start: Priced) -> None:
        leg, _, _, cost, net = start
        rows, counted, zero = self.rows, self._counted[leg], self.line.meter.zero
        for index, use in enumerate(self.line.meter.uses):
            worth = net + rows[zero + use - cost][leg]
            if counted and (taken := net + counted + rows[zero + use - cost - 1][leg]) > worth:
                worth = taken
            if worth > best[index]:
                best[index] = worth

    def _worthwhile(self, best: list[int]) -> list[Arm]:
        """Those uses of the range that earn more than every smaller one."""
        return [
            (use, worth)
            for use, worth, smaller in zip(self.line.meter.uses, best, self.line.meter.smaller, strict=True)
            if all(worth > best[index] for index in smaller)
        ]


class Rows(Protocol):
    """What a bound is looked up in: by what is left, then by leg."""

    def __getitem__(self, left: int, /) -> "Row": ...


class Row(Protocol):
    def __getitem__(self, leg: int, /) -> int: ...


class Split(dict[int, "SplitRow"]):
    """Rows for two arms that share what is left, made when asked for."""

    def __init__(self, walks: Walks, arms: list[Arm]) -> None:
        super().__init__()
        self._walks, self._arms = walks, arms

    def __missing__(self, left: int) -> "SplitRow":
        rows, enough = self._walks.rows, self._walks.line.meter.can_use(left)
        fitting = [(rows[left - use], worth) for use, worth in self._arms if enough(use)]
        row = self[left] = SplitRow(fitting)
        return row


class SplitRow(dict[int, int]):
    """For each leg the most that both arms can earn, found when asked for."""

    def __init__(self, arms: list[tuple[list[int], int]]) -> None:
        super().__init__()
        self._arms = arms

    def __missing__(self, leg: int) -> int:
        worth = self[leg] = max([row[leg] + worth for row, worth in self._arms], default=NEVER)
        return worth
