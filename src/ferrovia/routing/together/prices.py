"""Lagrangian prices on what pays once: they bound a set and tell which routes cannot be part of a better one.

An item that several trains earn pays once. So a bound stays a bound when each route earns an item less its price, and
every price is added once, whoever earns it; no price is higher than the item's weight. Good prices are found by
subgradient steps: dearer where more than one train wants the item, cheaper where none does. A step follows in part the
one before (a deflected subgradient), else prices would swing to and fro. On the late boards of 1862 that were looked
at, the bound came within a hundredth or so of the best set.
"""

from collections.abc import Sequence

from ferrovia.routing.clock import Clock
from ferrovia.routing.menu import Menu
from ferrovia.routing.together.items import Weigher
from ferrovia.routing.together.ledger import FINE, Ledger, members
from ferrovia.routing.together.options import Option
from ferrovia.routing.tuning import PriceTuning

FULL_STEP = 256
"""Parts of a whole step: it becomes smaller where the bound does not fall."""
WANT = 256
"""Parts of a train that wants an item."""


def surely_earned(menus: Sequence[Menu[Option]]) -> int:
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


class ItemPrices:
    """Menus and prices. Items that are earned in any case pay at once, and no train is paid for them."""

    def __init__(
        self,
        menus: Sequence[Menu[Option]],
        weights: Sequence[int],
        prices: Sequence[int],
        clock: Clock,
        tuning: PriceTuning,
        step_size: int = FULL_STEP,
    ) -> None:
        """Prices are in fine parts of a coin, as everything in here but the floor."""
        self.menus, self._clock, self._tuning = menus, clock, tuning
        self.sure = surely_earned(menus)
        self._weights = [0 if self.sure >> at & 1 else weight * FINE for at, weight in enumerate(weights)]
        self._ledgers = [Ledger(menu.options, self.sure) for menu in menus]
        self._earned = Weigher(list(weights))(self.sure) * FINE
        self._earned += sum(ledger.base * menu.trains for ledger, menu in zip(self._ledgers, menus, strict=True))
        self._prices = [min(price, weight) for price, weight in zip(prices, self._weights, strict=True)]
        self._set_prices(self._prices)
        self._trend = [0] * len(weights)
        self.step_size, self._steps_left = step_size, tuning.stalled_steps
        self._cost = tuning.step_nodes + sum(len(menu.options) for menu in menus) // tuning.options_per_node
        self.bound: int | None = None
        self.prices = self._prices
        """The best ones, with the lowest bound."""
        self.best_counts: list[dict[int, int]] = [{} for _ in menus]
        """For each menu which options were the best at some step, and how often."""

    def _set_prices(self, prices: Sequence[int]) -> None:
        left = [weight - price for weight, price in zip(self._weights, prices, strict=True)]
        for ledger in self._ledgers:
            ledger.set(left)

    def descend(self, floor: int, steps: int) -> bool:
        """Betters the prices; whether any set may be worth more than the floor."""
        floor *= FINE
        for counts in self.best_counts:
            counts.clear()
        for _ in range(steps):
            self._clock.count(self._cost)
            bound, wanted = self._relaxed()
            if self.bound is None or bound < self.bound:
                self.bound, self.prices, self._steps_left = bound, self._prices, self._tuning.stalled_steps
                if bound <= floor:
                    return False
            else:
                self._steps_left -= 1
                if not self._steps_left:
                    self.step_size, self._steps_left = self.step_size * 3 // 4, self._tuning.stalled_steps
            if not self._step(wanted, bound - max(0, floor)):
                break
        return True

    def _relaxed(self) -> tuple[int, list[int]]:
        """The bound at these prices, and how many trains want each item."""
        bound, wanted = self._earned + sum(self._prices), [0] * len(self._weights)
        for ledger, menu, counts in zip(self._ledgers, self.menus, self.best_counts, strict=True):
            earnings = ledger.earnings()
            best = max(earnings)
            at = earnings.index(best)
            bound += best * menu.trains
            counts[at] = counts.get(at, 0) + 1
            for item in members(menu.options[at].items):
                wanted[item] += menu.trains
        return bound, wanted

    def _step(self, wanted: list[int], gap: int) -> bool:
        """New prices; False if there is nothing to change."""
        self._trend = [(3 * old + 2 * WANT * (want - 1)) // 5 for old, want in zip(self._trend, wanted, strict=True)]
        change = [
            trend if weight and (price if trend < 0 else price < weight) else 0
            for trend, price, weight in zip(self._trend, self._prices, self._weights, strict=True)
        ]
        length = sum([c * c for c in change]) * FULL_STEP
        if not length:
            return False
        step = gap * self.step_size * WANT
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

    def narrowed(self, floor: int) -> list[Menu[Option]]:
        """Reduced-cost fixing: without what cannot be part of a set worth more than the floor, in the same order."""
        assert self.bound is not None
        self._prices = self.prices
        self._set_prices(self.prices)
        gap = self.bound - floor * FINE
        found: list[Menu[Option]] = []
        for ledger, menu in zip(self._ledgers, self.menus, strict=True):
            earnings = ledger.earnings()
            least = max(earnings) - gap
            kept = [option for option, earns in zip(menu.options, earnings, strict=True) if earns > least]
            found.append(Menu(kept, menu.trains))
        return found
