"""Prices on what pays once: they bound what a set can earn, and tell which routes cannot be part of a better one.

An item that several trains earn pays once. So a bound stays a bound when each route earns an item less its price, and
every price is added once, whoever earns it; no price is higher than the item's weight. Good prices are found step by
step: dearer where more than one train wants the item, cheaper where none does. A step follows in part the one before,
else prices would swing to and fro. On the late boards of 1862 that were looked at, the bound came within a
hundredth or so of the best set.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.routing.clock import Clock
from ferrovia.routing.items import Weigher
from ferrovia.routing.ledger import FINE, Ledger, members
from ferrovia.routing.options import Option

BOLD = 256
"""Parts of a step: it becomes smaller where the bound does not fall."""
PATIENCE = 4
"""Steps without a lower bound before that."""
WANT = 256
"""Parts of a train that wants an item."""
STEP_COST, OPTIONS_PER_NODE = 20, 16
"""A step takes as long as so many nodes, and one more for so many options."""


class Menu(NamedTuple):
    """What each of some equal trains may choose."""

    options: Sequence[Option]
    trains: int


def surely_earned(menus: Sequence[Menu]) -> int:
    """Items that are earned whatever is chosen."""
    earned = 0
    for menu in menus:
        common = -1
        for option in menu.options:
            common &= option.items
            if not common:
                break
        earned |= common
    return earned


class Market:
    """Menus and prices. Items that are earned in any case pay at once, and no train is paid for them."""

    def __init__(
        self, menus: Sequence[Menu], weights: Sequence[int], prices: Sequence[int], clock: Clock, boldness: int = BOLD
    ) -> None:
        """Prices are in fine parts of a coin, as everything in here but the floor."""
        self.menus, self._clock = menus, clock
        self.sure = surely_earned(menus)
        self._weights = [0 if self.sure >> at & 1 else weight * FINE for at, weight in enumerate(weights)]
        self._ledgers = [Ledger(menu.options, self.sure) for menu in menus]
        self._earned = Weigher(list(weights))(self.sure) * FINE
        self._earned += sum(ledger.base * menu.trains for ledger, menu in zip(self._ledgers, menus, strict=True))
        self._prices = [min(price, weight) for price, weight in zip(prices, self._weights, strict=True)]
        self._set_prices(self._prices)
        self._trend = [0] * len(weights)
        self.boldness, self._patience = boldness, PATIENCE
        self._cost = STEP_COST + sum(len(menu.options) for menu in menus) // OPTIONS_PER_NODE
        self.bound: int | None = None
        self.prices = self._prices
        """The best ones, with the lowest bound."""
        self.favourites: list[dict[int, int]] = [{} for _ in menus]
        """For each menu which options were the best at some step, and how often."""

    def _set_prices(self, prices: Sequence[int]) -> None:
        left = [weight - price for weight, price in zip(self._weights, prices, strict=True)]
        for ledger in self._ledgers:
            ledger.set(left)

    def settle(self, floor: int, steps: int) -> bool:
        """Betters the prices; whether any set may be worth more than the floor."""
        floor *= FINE
        for favourites in self.favourites:
            favourites.clear()
        for _ in range(steps):
            self._clock.count(self._cost)
            bound, wanted = self._look()
            if self.bound is None or bound < self.bound:
                self.bound, self.prices, self._patience = bound, self._prices, PATIENCE
                if bound <= floor:
                    return False
            else:
                self._patience -= 1
                if not self._patience:
                    self.boldness, self._patience = self.boldness * 3 // 4, PATIENCE
            if not self._move(wanted, bound - max(0, floor)):
                break
        return True

    def _look(self) -> tuple[int, list[int]]:
        """The bound at these prices, and how many trains want each item."""
        bound, wanted = self._earned + sum(self._prices), [0] * len(self._weights)
        for ledger, menu, favourites in zip(self._ledgers, self.menus, self.favourites, strict=True):
            earnings = ledger.earnings()
            best = max(earnings)
            at = earnings.index(best)
            bound += best * menu.trains
            favourites[at] = favourites.get(at, 0) + 1
            for item in members(menu.options[at].items):
                wanted[item] += menu.trains
        return bound, wanted

    def _move(self, wanted: list[int], gap: int) -> bool:
        """New prices; False if there is nothing to change."""
        self._trend = [(3 * old + 2 * WANT * (want - 1)) // 5 for old, want in zip(self._trend, wanted, strict=True)]
        change = [
            trend if weight and (price if trend < 0 else price < weight) else 0
            for trend, price, weight in zip(self._trend, self._prices, self._weights, strict=True)
        ]
        length = sum([c * c for c in change]) * BOLD
        if not length:
            return False
        step = gap * self.boldness * WANT
        prices, lower = list(self._prices), dict[int, int]()
        for item, c in enumerate(change):
            if c:
                price = min(self._weights[item], max(0, prices[item] + c * step // length))
                if price != prices[item]:
                    lower[item], prices[item] = prices[item] - price, price
        self._prices = prices
        for ledger in self._ledgers:
            ledger.change(lower)
        return True

    def left(self) -> list[int]:
        """What each item is worth to a train at the best prices."""
        return [weight - price for weight, price in zip(self._weights, self.prices, strict=True)]

    def narrowed(self, floor: int) -> list[Menu]:
        """The menus without what cannot be part of a set worth more than the floor, in the same order."""
        assert self.bound is not None
        self._prices = self.prices
        self._set_prices(self.prices)
        gap = self.bound - floor * FINE
        found: list[Menu] = []
        for ledger, menu in zip(self._ledgers, self.menus, strict=True):
            earnings = ledger.earnings()
            least = max(earnings) - gap
            kept = [option for option, earns in zip(menu.options, earnings, strict=True) if earns > least]
            found.append(Menu(kept, menu.trains))
        return found
