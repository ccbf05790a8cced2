"""18ESP: who is asked in the auctions of the pioneers, and what is bid, from the registers (§4, D7, D43).

Before the first bid everybody is asked in turn, also those who cannot pay; once a bid stands, whoever cannot raise it
by five drops out unasked. All money is known until the last pioneer is sold, so all of this is exact.

    PioneerSales(game, ids).look(action)      one sentence about a bid or a pass that the site would refuse, or None
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ferrovia import Game

Said = Mapping[str, Any]

RAISE = 5


class PioneerSales:
    def __init__(self, game: Game, ids: Sequence[str]) -> None:
        box: Any = game.title.data
        self.ids = list(ids)
        self.pioneers = [(str(name), printed.value, printed.income) for name, printed in box.pioneers.items()]
        each: int = box.starting_cash
        self.cash = dict.fromkeys(self.ids, each)
        self.income = dict.fromkeys(self.ids, 0)
        self.number = 0
        """Which pioneer is auctioned."""
        self.chooses: str | None = None
        """Who has won the last one, and chooses the price of the company that comes with it."""
        self._open(self.pioneers[0][1])

    def _open(self, least: int) -> None:
        opener = self.number % len(self.ids)
        self.least, self.leader = least, ""
        self.waiting = [*self.ids[opener:], *self.ids[:opener]]
        """Those still in it, whoever is asked next at the head."""

    @property
    def is_over(self) -> bool:
        return self.number == len(self.pioneers) and self.chooses is None

    def look(self, action: Said) -> str | None:
        kind, who = action["type"], str(action["entity"])
        if self.is_over:
            return "all pioneers are sold" if kind == "bid" else None
        if self.chooses is not None:
            chooser, self.chooses = self.chooses, None
            return None if (kind, who) == ("par", chooser) else f"player {chooser} has to choose a par"
        name = self.pioneers[self.number][0]
        if kind not in ("bid", "pass"):
            return f"{name} is auctioned"
        if who != self.waiting[0]:
            return f"player {self.waiting[0]} is asked about {name}"
        wrong = self._bid(name, who, action) if kind == "bid" else None
        if kind == "pass":
            self.waiting.pop(0)
        self._settle()
        return wrong

    def _bid(self, name: str, who: str, action: Said) -> str | None:
        price = action["price"]
        if action["company"] != name:
            return f"{name} is auctioned, not {action['company']}"
        if not self.least <= price <= self.cash[who]:
            return f"player {who} has {self.cash[who]} and bids {price} for {name}, where {self.least} is the least"
        self.leader, self.least = who, price + RAISE
        rest = [player for player in self.waiting[1:] if self.cash[player] >= self.least]
        self.waiting = [*rest, who]
        return None

    def _settle(self) -> None:
        """The last one left has won. Where nobody is, the first pioneer gets cheaper; for the others pioneers pay."""
        if self.leader and self.waiting == [self.leader]:
            self._sell(self.leader, self.least - RAISE)
        elif not self.waiting and self.number:
            for player in self.ids:
                self.cash[player] += self.income[player]
            self._open(self.least)
        elif not self.waiting and self.least > RAISE:
            self._open(self.least - RAISE)
        elif not self.waiting:
            self._sell(self.ids[0], 0)

    def _sell(self, player: str, price: int) -> None:
        self.cash[player] -= price
        self.income[player] += self.pioneers[self.number][2]
        self.number += 1
        if self.number == len(self.pioneers):
            self.chooses = player
        else:
            self._open(self.pioneers[self.number][1])
