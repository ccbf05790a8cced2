"""Ways to group trains into convoys: what each of them may choose from, and the most it can be worth."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations

from ferrovia.routing.incumbent import UNKNOWN
from ferrovia.routing.problem import Convoy
from ferrovia.routing.single.walker import EVERYTHING
from ferrovia.routing.together.convoys import Convoys
from ferrovia.routing.together.items import Weigher
from ferrovia.routing.together.options import IDLE, Kind, Option


class OptionPrices:
    """A Lagrangian price for each item, in coins: what routes earn after them plus all of them bounds a set."""

    def __init__(self, weights: list[int], prices: list[int]) -> None:
        self.weigh = Weigher([weight - price for weight, price in zip(weights, prices, strict=True)])
        self.in_all = sum(prices)
        self._menus: dict[int, list[tuple[int, int, Option]]] = {}

    def _menu(self, kind: Kind) -> list[tuple[int, int, Option]]:
        """All options of a kind by what they earn after prices, the best first."""
        if kind.number not in self._menus:
            found = [
                (-option.solo - self.weigh(option.items), at, option) for at, option in enumerate(kind.menu(EVERYTHING))
            ]
            self._menus[kind.number] = sorted(found)
        return self._menus[kind.number]

    def top(self, kind: Kind) -> int:
        """What the best of a kind's options earns."""
        if not self.in_all or not kind.options:
            return kind.top
        return -self._menu(kind)[0][0]

    def menu(self, gap: int, kind: Kind) -> list[Option]:
        """What stays at most so far below the best, in the order of the kind's own menu."""
        if not self.in_all:
            return kind.menu(kind.top - gap)
        menu = self._menu(kind)
        count = bisect_right(menu, gap - self.top(kind), key=lambda entry: entry[0])
        return [option for _, _, option in sorted(menu[:count], key=lambda entry: entry[1])]


class Grouping:
    """One way to group trains: kinds of those that run alone, some of which may stay idle, and convoys."""

    def __init__(self, alone: list[Kind], idle: list[Kind], units: list[tuple[int, ...]], ends_matter: bool) -> None:
        self._alone, self._idle, self._units, self.ends_matter = alone, idle, units, ends_matter
        self._singles = (*alone, *idle)
        self.convoys = len(units)
        self.trains = len(alone) + sum(len(unit) for unit in units)
        self.bound = UNKNOWN

    def lower_bound_by(self, prices: OptionPrices, convoys: Convoys) -> None:
        """No set of this grouping is worth more, by these prices."""
        tops = sum(max(0, prices.top(kind)) for kind in self._idle) + sum(prices.top(kind) for kind in self._alone)
        self.bound = min(self.bound, prices.in_all + tops + sum(convoys.bound(unit) for unit in self._units))

    def menus(self, menu_of: Callable[[Kind], list[Option]]) -> list[Sequence[Option]]:
        """One menu for each train that runs for itself, from those of the kinds."""
        menus = {kind.number: menu_of(kind) for kind in self._singles}
        idle = {kind.number: [*menus[kind.number], IDLE] for kind in self._idle}
        return [*(menus[kind.number] for kind in self._alone), *(idle[kind.number] for kind in self._idle)]

    def menus_within(self, gap: int, slack: int, prices: OptionPrices, convoys: Convoys) -> list[Sequence[Option]]:
        """A menu for each train and each convoy with what stays no further below the best; convoys within the slack."""
        menus: list[Sequence[Option]] = [convoys.options(unit, convoys.bound(unit) - slack) for unit in self._units]
        return menus + self.menus(partial(prices.menu, gap)) if all(menus) else []


def groupings(kinds: Sequence[Convoy], trains: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to run some trains, named by their kinds: alone, end to end, or not at all."""
    if not trains:
        yield ()
        return
    first, others = trains[0], trains[1:]
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            rest = tuple(train for index, train in enumerate(others) if index not in chosen)
            unit = (first, *(others[index] for index in chosen))
            for units in groupings(kinds, rest):
                if sum(any(kinds[train] is Convoy.MUST for train in u) for u in (unit, *units)) < 2:
                    yield (unit, *units)
    yield from groupings(kinds, others)
