"""Prices on what pays once: they tell which routes cannot be part of a better set.

An item that several trains earn pays once. So a bound stays a bound when each route earns an item less its price, and
every price is added once, whoever earns it; no price is higher than the item's weight. Good prices are found step by
step: dearer where more than one train wants the item, cheaper where none does.
"""

from ferrovia.routing.clock import Clock
from ferrovia.routing.items import Weigher
from ferrovia.routing.line import bits
from ferrovia.routing.options import Option

Menus = list[list[Option]]

STEPS = 40
"""How often prices are changed."""
BOLD = 256
"""Parts of a step: it becomes smaller where the bound does not fall."""


class Priced:
    """Menus at good prices, and what can still be earned from them."""

    def __init__(self, menus: Menus, weights: list[int], prices: list[int]) -> None:
        self.menus = menus
        self._weigh, self._price_of, self._in_all = _weigher(weights, prices), Weigher(prices), sum(prices)
        self._values = {
            id(menu): sorted([(o.solo + self._weigh(o.items), o.items) for o in menu], reverse=True) for menu in menus
        }
        self._losses: dict[int, int] = {}

    def most(self, menus: Menus, taken: int) -> int:
        """The most that these menus can add to the items already earned."""
        total, losses, weigh = self._in_all - self._price_of(taken), self._losses, self._weigh
        for menu in menus:
            best = 0
            for value, items in self._values[id(menu)]:
                if value <= best:
                    break
                both = items & taken
                loss = losses.get(both)
                if loss is None:
                    loss = losses[both] = weigh(both)
                if value - loss > best:
                    best = value - loss
            total += best
        return total


def narrowed(menus: Menus, weights: list[int], floor: int, clock: Clock) -> Priced | None:
    """The menus without what cannot be part of a set worth more than the floor; None if nothing can."""
    kinds = {id(menu): menu for menu in menus}
    counts = {key: sum(menu is other for other in menus) for key, menu in kinds.items()}
    prices, boldness = [0] * len(weights), BOLD
    best: tuple[int, list[int]] | None = None
    for _ in range(STEPS):
        weigh = _weigher(weights, prices)
        bound, wanted = sum(prices), [0] * len(weights)
        for key, menu in kinds.items():
            clock.count(len(menu))
            top = max(menu, key=lambda option: option.solo + weigh(option.items))
            bound += counts[key] * (top.solo + weigh(top.items))
            for item in bits(top.items):
                wanted[item] += counts[key]
        if bound <= floor:
            return None
        if best is None or bound < best[0]:
            best = bound, prices
        else:
            boldness = boldness * 3 // 4
        change = [w - 1 if w > 1 or price else 0 for w, price in zip(wanted, prices, strict=True)]
        length = sum([c * c for c in change])
        if not length or not boldness:
            break
        step = (bound - floor) * boldness // (BOLD * length)
        prices = [
            min(weight, max(0, price + c * step)) for weight, price, c in zip(weights, prices, change, strict=True)
        ]
    assert best is not None
    kept = {key: _within(menu, _weigher(weights, best[1]), best[0] - floor) for key, menu in kinds.items()}
    return Priced([kept[id(menu)] for menu in menus], weights, best[1])


def _weigher(weights: list[int], prices: list[int]) -> Weigher:
    return Weigher([weight - price for weight, price in zip(weights, prices, strict=True)])


def _within(menu: list[Option], weigh: Weigher, gap: int) -> list[Option]:
    """What stays less than a gap below the best of a menu."""
    values = [option.solo + weigh(option.items) for option in menu]
    least = max(values) - gap
    return [option for option, value in zip(menu, values, strict=True) if value > least]
