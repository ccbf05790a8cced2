"""The most that a company can have: all that it may have got, less the prices that it has paid. What track and stations
cost is left out, and capital is counted as soon as a company is started, so a company has no more than that.

A director helps with one train in a turn; all others, locals, pioneers and tenders are paid by the treasury alone.
1862 is not looked at: there money comes with shares of the treasury, and no action says at which price.

    Treasuries(game, title, players).look(action, begins, seller)      one sentence about what cannot be paid, or None
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from ferrovia import Game

Said = Mapping[str, Any]

OBJECTIVES = 6
"""18ESP: three of them, each brings at most the price of two shares."""
MINOR = 2
"""18ESP: a small company is paid twice its price."""
STATE = 1200
"""1824: what the bank pays for all shares of a Staatsbahn."""
INCOME = {"18CZ": 40, "18ESP": 60}
"""What a local or a pioneer brings in a round at most."""
TENDER = 80


class Treasuries:
    def __init__(self, game: Game, title: str, players: int) -> None:
        self.title, self.players = title, players
        self.box: Any = game.title.data
        self.most: dict[str, int] = defaultdict(int)
        if title.startswith("1824"):
            self.most |= {str(name): STATE for name in self.box.companies if self.box.kind(name) == "staatsbahn"}
        self.later: dict[str, int] = defaultdict(int)
        """What is counted, but may come later: a director who helps does not spend it."""
        self.owned: dict[str, int] = defaultdict(int)
        """How many locals or pioneers a company has bought."""
        self.earned: dict[str, int] = {}
        """The latest run."""
        self.was_helped = False
        """Whether the director has helped to buy a train in this turn."""
        self.companies: set[str] = set()
        """Those that have operated."""
        self._gains: Mapping[str, Callable[[Said, str], None]] = {
            "par": self._start,
            "run_routes": self._run,
            "dividend": self._dividend,
            "merge": self._join,
            "buy_corporation": self._join,
            "sell_company": self._sell_local,
        }

    def look(self, action: Said, begins: bool, seller: str | None) -> str | None:
        if self.title == "1862":
            return None
        kind, by = action["type"], action.get("entity_type")
        if by == "player" and kind == "buy_company":
            self._buy_railway(action)
        if by != "corporation":
            if kind == "par":
                self._start(action, "")
            return None
        company = str(action["entity"])
        self.companies.add(company)
        if begins:
            self.was_helped = False
            self._take_over_railways(company)
            self.most[company] += self.owned[company] * INCOME.get(self.title, 0)
        if kind in self._gains:
            self._gains[kind](action, company)
        return self._spend(action, company, seller)

    # ----------------------------------------------------------------------------------------------------------- coming

    def _start(self, action: Said, _: str) -> None:
        company, price = str(action["corporation"]), int(action["share_price"].partition(",")[0])
        shares = self._shares(company) + OBJECTIVES * (self.title == "18ESP")
        if self.title == "18ESP" and self.box.is_minor(company):
            shares = MINOR
        elif self.title == "18ESP":
            self.later[company] += price * shares
        self.most[company] += price * shares

    def _shares(self, company: str) -> int:
        """At most the price of all of them comes as capital."""
        return 100 // self.box.papers.unit(company)

    def _buy_railway(self, action: Said) -> None:
        """1824: its price is its capital; a coal railway is worth two shares of the company that it becomes."""
        if not self.title.startswith("1824") or action["company"] not in self.box.companies:
            return
        railway, price = str(action["company"]), action["price"]
        self.most[railway] += price
        if self.box.kind(railway) == "coal":
            heir = self._heir(railway)
            self.most[heir] += price * self._shares(heir) // 2

    def _heir(self, company: str) -> str:
        """1824: what a railway becomes."""
        return str(getattr(self.box.companies[company], "becomes", None) or "")

    def _take_over_railways(self, company: str) -> None:
        """1824: by its first turn a company has all that its railways had."""
        for railway in self._railways(company):
            self.most[company] += self.most.pop(railway, 0)

    def _railways(self, company: str) -> list[str]:
        return [str(name) for name in self.box.companies if self._heir(str(name)) == company]

    def _run(self, action: Said, company: str) -> None:
        routes = action["routes"]
        paid = max(sum(route.get("subsidy") or 0 for route in routes), action.get("subsidy") or 0)
        self.earned[company] = sum(route["revenue"] for route in routes) + (action.get("extra_revenue") or 0)
        self.most[company] += self.earned[company] + paid

    def _dividend(self, action: Said, company: str) -> None:
        """Of a dividend a company keeps nothing, half at most in 18ESP, and for two what lies in the pool."""
        if action["kind"] == "payout" and (self.players > 2 or self.title == "18CZ"):
            earned = self.earned.get(company, 0)
            self.most[company] -= earned // 2 if self.title == "18ESP" else earned

    def _join(self, action: Said, company: str) -> None:
        self.most[company] += self.most.pop(str(action["corporation"]), 0)

    def _sell_local(self, action: Said, company: str) -> None:
        self.most[company] += action["price"]

    # ------------------------------------------------------------------------------------------------------------ going

    def _spend(self, action: Said, company: str, seller: str | None) -> str | None:
        kind, price = action["type"], action.get("price", 0)
        if kind not in ("buy_train", "buy_company", "special_buy"):
            return None
        if kind == "buy_train":
            self._pay_seller(price, seller, company)
        if kind == "special_buy":
            price = TENDER
        if price > self.most[company] and self.companies == {company}:
            self.most[company] += self.owned[company] * INCOME.get(self.title, 0)  # its next turn may have begun unseen
        has = self.most[company]
        self.most[company] = max(self.later[company], has - price)
        self.owned[company] += kind == "buy_company"
        if price <= has:
            return None
        may_help, self.was_helped = kind == "buy_train" and not self.was_helped, True
        return None if may_help else f"{company} has {has} at most and pays {price}"

    def _pay_seller(self, price: int, seller: str | None, buyer: str) -> None:
        """Where it is not known whose train it was, anybody may have got the money; in 1824 also a railway."""
        sellers = map(str, self.box.companies) if seller is None else (seller, *self._railways(seller))
        for company in sellers:
            if company != buyer:
                self.most[company] += price
