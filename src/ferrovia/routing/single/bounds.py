"""What the walker goes by: steps with what they earn, and bounds on what may still come.

`WalkBounds` finds the bounds by dynamic programming over what is left of the range. A walk may touch a stop twice, a
route may not: so no route earns more than the best walk. `NoBounds` lets the walker go everywhere.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Protocol

from ferrovia.routing.single.line import NEVER, Line, Meter, Step, bits

Priced = tuple[int, int, int, int, int, int]
"""A leg, by which chain, what it locks, what it costs, what it earns after prices, what it gathers."""

Arm = tuple[int, int]
"""What a second arm may use up, and what it then earns."""


Onward = tuple[int, list[tuple[int, int, int, int, int]], list[tuple[int, int]]]
"""What ending at a stop earns; the legs from there, where they lead, what they cost, earn, and earn if counted; the
legs that lead there, and from where."""


class Bounds(Protocol):
    """Steps, and the most that can still be earned after each of them."""

    line: Line
    gain: Sequence[int]
    """What each stop earns where a route starts."""
    load: Sequence[int]
    """What each stop gives to be gathered where a route starts."""
    steps: list[list[Priced]]
    """What may follow each leg."""
    starts: list[list[Priced]]
    ahead: int
    """What every route is granted in advance; `settled` takes it back."""
    optional: int
    """Stops of which a route counts only the best, as many as are left to be counted."""
    best_sums: "BestSums"

    @property
    def rows(self) -> "Rows":
        """By what is left of the range and by leg: the most that may still come."""
        ...

    def splits(self, anchor: int) -> Sequence["Rows"]:
        """The same for a first arm by each step from an anchor, when what is left may also serve a second arm by an
        earlier one."""
        ...

    def settled(self, stops: int, ends: tuple[int, int]) -> int:
        """What a finished route earns beside its steps, less what was granted in advance."""
        ...


class BestSums(dict[int, tuple[int, ...]]):
    """For a set of optional stops: what the best 0, 1, 2 … of them earn."""

    def __init__(self, gain: Sequence[int], most: int) -> None:
        super().__init__()
        self._gain, self._most = gain, most

    def __missing__(self, stops: int) -> tuple[int, ...]:
        gains = sorted([self._gain[stop] for stop in bits(stops)], reverse=True)
        sums = self[stops] = tuple(accumulate(gains[: self._most], initial=0))
        return sums


class NoBounds:
    """Every route is wanted, or the first that suits: nothing is cut off but what the range forbids.

    `gain` is what each stop earns; `stop_load` and `chain_load` are bits that are gathered on the way, whatever they
    mean.
    """

    def __init__(
        self, line: Line, gain: Sequence[int], stop_load: Sequence[int] = (), chain_load: Sequence[int] = ()
    ) -> None:
        self.line, self.gain = line, gain
        self.load = stop_load = stop_load or [0] * line.stops
        chain_load = chain_load or [0] * len(line.problem.chains)
        ends = line.leg_ends

        def with_gains(steps: list[Step]) -> list[Priced]:
            there = [(leg, chain, lock, cost, ends[leg][1]) for leg, chain, lock, cost in steps]
            return [(leg, c, lock, cost, gain[to], stop_load[to] | chain_load[c]) for leg, c, lock, cost, to in there]

        onward = [with_gains(steps) for steps in line.steps]
        self.steps = [onward[to] for _, to in ends]
        self.starts = [with_gains(starts) for starts in line.starts]
        self.ahead = self.optional = 0
        self.best_sums = BestSums((), 0)
        anything, nothing = [0] * len(ends), [NEVER] * len(ends)
        self.rows: Rows = [anything if fits else nothing for fits in line.meter.fits]

    def splits(self, anchor: int) -> Sequence["Rows"]:
        return [self.rows] * len(self.starts[anchor])

    def settled(self, stops: int, ends: tuple[int, int]) -> int:
        return 0


class WalkBounds:
    """`rows[left][leg]`: the most that a walk can earn after a leg with what is left of the range.

    A leg leads from one stop to the next. After it a walk does not turn back, so that it cannot go to and fro between
    two rich stops; longer rings it can.
    """

    def __init__(self, line: Line, prices: list[int]) -> None:
        self.line = line
        self.load: Sequence[int] = [0] * line.stops
        self.ahead = line.grant + line.room
        self.optional = line.optional
        self.best_sums = BestSums(line.count_gain, line.meter.remaining[line.meter.full][-1] if line.optional else 0)
        self.gain: Sequence[int] = [
            (0 if line.optional >> stop & 1 else line.count_gain[stop]) + line.touch_gain[stop] - line.granted[stop]
            for stop in range(line.stops)
        ]
        gain, ends = self.gain, line.leg_ends
        priced: list[list[Priced]] = [
            [(leg, chain, lock, cost, gain[ends[leg][1]] - prices[chain], 0) for leg, chain, lock, cost in steps]
            for steps in line.steps
        ]
        self.steps: list[list[Priced]] = [
            [step for step in priced[to] if ends[step[0]][1] != start] for start, to in ends
        ]
        self.starts: list[list[Priced]] = [
            [(leg, chain, lock, cost, gain[ends[leg][1]] - prices[chain], 0) for leg, chain, lock, cost in starts]
            for starts in line.starts
        ]
        self._counted = [line.count_gain[to] if line.optional >> to & 1 else 0 for _, to in ends]
        self._free = any(not step[3] for steps in priced for step in steps)
        self._is_simple = len(line.meter.strides) == 1
        self._plan = list(self._planned(priced))
        self._splits: dict[int, list[Rows]] = {}
        nothing = [NEVER] * len(ends)
        self.rows: list[list[int]] = []
        for left, same in enumerate(line.meter.same_as):
            if same < left and line.meter.fits[left]:
                self.rows.append(self.rows[same])
            else:
                self.rows.append(self._row(left) if line.meter.fits[left] else nothing)

    def settled(self, stops: int, ends: tuple[int, int]) -> int:
        line, worth = self.line, -self.ahead
        if line.is_free:
            for stop in bits(stops & line.is_free):
                worth += line.granted[stop]
        if line.extras:
            worth += line.extra(stops, ends)
        return worth

    def clear(self) -> None:
        """Drops everything that takes room."""
        for table in (self.rows, self.steps, self.starts, self._plan, self._splits):
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
                for leg, _, _, cost, net, _ in priced[stop]:
                    nets[leg, cost] = max(net, nets.get((leg, cost), net))
                steps = [(leg, ends[leg][1], cost, net, self._counted[leg]) for (leg, cost), net in nets.items()]
                yield 0 if line.may_end[stop] else NEVER, steps, [(leg, ends[leg][0]) for leg in arrivals]

    def splits(self, anchor: int) -> Sequence["Rows"]:
        """Several walks at the same prices have the same."""
        if anchor not in self._splits:
            self._splits[anchor] = list(self._split(anchor))
        return self._splits[anchor]

    def _split(self, anchor: int) -> Iterator["Rows"]:
        line, starts = self.line, self.starts[anchor]
        best = [0 if line.may_end[anchor] else NEVER] * len(line.meter.uses)
        """For each use of the range what a second arm by the steps so far can earn, or none where there need not be
        one."""
        for number in range(len(starts)):
            if line.through[anchor] and number:
                self._add_arm(best, starts[number - 1])
            yield Split(self.rows, line.meter, self._worthwhile(best)) if any(best) else self.rows

    def _add_arm(self, best: list[int], start: Priced) -> None:
        leg, _, _, cost, net, _ = start
        rows, counted, zero = self.rows, self._counted[leg], self.line.meter.zero
        for index, use in enumerate(self.line.meter.uses):
            worth = net + rows[zero + use - cost][leg]
            if counted and (taken := net + counted + rows[zero + use - cost - 1][leg]) > worth:
                worth = taken
            if worth > best[index]:
                best[index] = worth

    def _worthwhile(self, best: list[int]) -> list[Arm]:
        """Those uses of the range that earn more than every smaller one."""
        found: list[Arm] = []
        for use, worth, smaller in zip(self.line.meter.uses, best, self.line.meter.smaller, strict=True):
            for index in smaller:
                if worth <= best[index]:
                    break
            else:
                found.append((use, worth))
        return found


class Rows(Protocol):
    """What a bound is looked up in: by what is left, then by leg."""

    def __getitem__(self, left: int, /) -> "Row": ...


class Row(Protocol):
    def __getitem__(self, leg: int, /) -> int: ...


class Split(dict[int, "SplitRow"]):
    """Rows for two arms that share what is left, made when asked for."""

    def __init__(self, rows: list[list[int]], meter: Meter, arms: list[Arm]) -> None:
        super().__init__()
        self._rows, self._meter, self._arms = rows, meter, arms

    def __missing__(self, left: int) -> "SplitRow":
        rows, enough = self._rows, self._meter.can_use(left)
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
