"""1862: shares of a company without a train are sold for half, and the site pays the whole price unless it is told so.

Surely without a train is a company that was started after the latest operating round; not if its director's certificate
was sold, for then it may have operated without an action.

    Halves().look(action)       one sentence about a sale at the wrong price, or None
"""

from collections.abc import Mapping
from typing import Any

Said = Mapping[str, Any]


class Halves:
    def __init__(self) -> None:
        self.started: dict[str, int | None] = {}
        """The price of each company that has not operated; None: shares were sold, so it may have fallen."""

    def look(self, action: Said) -> str | None:
        kind = action["type"]
        if action.get("entity_type") == "corporation":
            self.started = {}
        if kind == "par":
            self.started[str(action["corporation"])] = int(action["share_price"].partition(",")[0])
        return self._sold(action) if kind == "sell_shares" else None

    def _sold(self, action: Said) -> str | None:
        company = action["shares"][0].rpartition("_")[0]
        if company not in self.started:
            return None
        price, told = self.started[company], action.get("share_price")
        self.started[company] = None
        if f"{company}_0" in action["shares"]:
            del self.started[company]
        if told is None:
            return f"{company} has no train, and nothing is said of half a price"
        return f"half of {price} is not {told}" if price is not None and told != price // 2 else None
