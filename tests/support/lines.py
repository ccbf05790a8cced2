"""The locals of 18CZ: whose they are, what each of them is used for, once, and what it brings.

Lines(box).look(action)     one sentence about a local that is not there to be used, sold or bought, or None
Lines(box).owner_of(local)  the company that has it now
"""

from collections.abc import Mapping
from typing import Any

Said = Mapping[str, Any]

SIZES = "SML"
PURPLE: Mapping[str, tuple[str, ...]] = {
    "S": ("green",),
    "M": ("green", "brown"),
    "L": ("green", "brown", "gray"),
}
"""The colours of the extra tile that a local of each size brings."""
VALUES = (40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120)
"""What the bank pays for a local in each operating round."""


def is_purple(tile: str) -> bool:
    return tile.rpartition("-")[0].endswith("p")


class Lines:
    def __init__(self, box: Any) -> None:
        self.box = box
        self.companies: dict[str, str] = {}
        """The company that has a local."""
        self.drafted: set[str] = set()
        self.used: set[str] = set()
        self.gone: set[str] = set()
        self.value = VALUES[0]
        """What a local is worth at least by now."""

    def owner_of(self, local: str) -> str | None:
        return self.companies.get(local)

    def look(self, action: Said) -> str | None:
        kind, entity = action["type"], str(action["entity"])
        if kind == "bid":
            return self._drafted(action["company"])
        if kind == "buy_company":
            return self._costs(action["price"]) or self._bought(action["company"], entity)
        if kind == "sell_company":
            return self._brings(action["price"]) or self._sold(action["company"], entity)
        if kind == "buy_corporation":
            other = action["corporation"]
            self.companies = {local: entity if one == other else one for local, one in self.companies.items()}
        if kind != "lay_tile":
            return None
        if action["entity_type"] == "company":
            return self._used(entity, action["tile"])
        return f"{action['tile']} is laid with a local only" if is_purple(action["tile"]) else None

    def _drafted(self, local: str) -> str | None:
        wrong = f"{local} has been bought" if local in self.drafted else None
        self.drafted.add(local)
        return wrong

    def _costs(self, price: int) -> str | None:
        """No more than it is worth, and that only grows."""
        self.value = max(self.value, next((value for value in VALUES if value >= price), VALUES[-1]))
        return None if 1 <= price <= VALUES[-1] else f"no local costs {price}"

    def _brings(self, price: int) -> str | None:
        if price not in VALUES or price < self.value:
            return f"a local brings {self.value} or more, not {price}"
        self.value = price
        return None

    def _bought(self, local: str, company: str) -> str | None:
        if local not in self.drafted or local in self.gone or local in self.companies:
            return f"no player has {local}"
        self.companies[local] = company
        too_large = SIZES.index(local[0]) > SIZES.index(self.box.size(company))
        return f"{local} is too large for {company}" if too_large else None

    def _sold(self, local: str, company: str) -> str | None:
        if self.companies.pop(local, None) != company:
            return f"{local} does not belong to {company}"
        self.gone.add(local)
        return None

    def _used(self, local: str, tile: str) -> str | None:
        if local not in self.companies:
            return f"no company has {local}"
        if local in self.used:
            return f"{local} was used before"
        self.used.add(local)
        colour = self.box.map.tiles[tile.rpartition("-")[0]].colour
        cannot = is_purple(tile) and colour not in PURPLE[local[0]]
        return f"{local} brings no {colour} tile" if cannot else None
