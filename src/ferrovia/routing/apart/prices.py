"""Lagrangian prices on track: a bound stays a bound when routes pay for their track and each price is added once."""

from ferrovia.routing.apart.packing import Rivals
from ferrovia.routing.single.line import UNIT

FULL_STEP = 8
"""Parts of a whole subgradient step."""


class TrackPrices:
    """What track costs: one price for each set of chains of which only one can be used, bettered by subgradient steps.

    After that many stalled steps, which did not lower the bound, they become smaller.
    """

    def __init__(self, rivals: Rivals, stalled_steps: int) -> None:
        self._within: list[list[int]] = [[] for _ in range(rivals.parts_in_all)]
        cliques = rivals.cliques()
        for index, clique in enumerate(cliques):
            for part in clique:
                self._within[part].append(index)
        self._levels = [0] * len(cliques)
        self._step = FULL_STEP
        self._stalled_steps = self._steps_left = stalled_steps

    def total(self) -> int:
        return sum(self._levels)

    def of_parts(self) -> list[int]:
        return [sum([self._levels[clique] for clique in cliques]) for cliques in self._within]

    def better(self) -> None:
        """The bound fell: these are the best prices yet."""
        self._steps_left = self._stalled_steps

    def no_better(self) -> None:
        self._steps_left -= 1
        if not self._steps_left:
            self._step = max(1, self._step // 2)
            self._steps_left = self._stalled_steps

    def move(self, taken: list[tuple[int, ...]], gap: int) -> bool:
        """Dearer where more than one route wants the track, cheaper where none does; False: nothing to change."""
        wanted = [0] * len(self._levels)
        for parts in taken:
            for part in parts:
                for clique in self._within[part]:
                    wanted[clique] += 1
        change = [w - 1 if w > 1 or level else 0 for w, level in zip(wanted, self._levels, strict=True)]
        length = sum([c * c for c in change]) * FULL_STEP
        if not length:
            return False
        step = max(gap, UNIT) * self._step
        self._levels = [max(0, level + c * step // length) for level, c in zip(self._levels, change, strict=True)]
        return True
