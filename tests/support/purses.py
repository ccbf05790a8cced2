"""What players have spent before the first company operates: until then nobody earns anything, so the sum of the prices
that are named cannot be more than what everybody began with. Where no price is named, nothing is counted.

    Purses(game, title, ids).look(action)   one sentence about what cannot be paid, or None
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ferrovia import Game
from ferrovia.model.ids import CompanyId

Said = Mapping[str, Any]


class Purses:
    def __init__(self, game: Game, title: str, ids: Sequence[str]) -> None:
        self.papers: Any = game.title.data.papers
        self.title = title
        self.begins = dict(zip(ids, map(game.state.cash.__getitem__, game.state.players), strict=True))
        self.prices: dict[str, int] = {str(company): price for company, price in game.state.pars.items()}
        self.spent: dict[str, int] = defaultdict(int)
        self.bids: dict[str, tuple[str, int]] = {}
        """The latest bid for what is auctioned."""
        self.passes = 0
        """How many players have passed one after the other."""
        self.closed = False
        self._costs: Mapping[str, Callable[[Said], int]] = {
            "bid": self._bid,
            "buy_company": lambda action: action["price"],
            "par": self._par,
            "buy_shares": self._shares,
        }

    def look(self, action: Said) -> str | None:
        if self.closed or self._begins_to_earn(action):
            self.closed = True
            return None
        costs, who = self._costs.get(action["type"]), str(action["entity"])
        if costs is None or action.get("entity_type") != "player":
            return None
        cost, has = costs(action), self.begins[who] - self.spent[who]
        if cost > has:
            return f"player {who} has {has} and pays {cost}"
        if action["type"] != "bid" or self.title == "18CZ":
            self.spent[who] += cost
        return None

    def _begins_to_earn(self, action: Said) -> bool:
        """In 18CZ what was bought in the draft pays after it, in 18ESP when everybody has passed, in 1824 in a round
        without companies, after players have passed."""
        self.passes = self.passes + 1 if action["type"] == "pass" else 0
        if action.get("entity_type") == "corporation" or action["type"] == "sell_shares":
            return True
        if self.title == "18ESP":
            return action["type"] == "par" or self.passes == len(self.begins)
        if self.title == "18CZ":
            return action["type"] != "bid"
        return self.title != "1862" and self.passes > 0

    def _bid(self, action: Said) -> int:
        """18CZ: a purchase in the draft. Elsewhere whoever bid last pays when the next thing is auctioned."""
        if self.title != "18CZ":
            subject = str(action.get("company") or action.get("corporation"))
            if subject not in self.bids:
                self._settle()
            self.bids[subject] = str(action["entity"]), action["price"]
        return action["price"]

    def _settle(self) -> None:
        for player, price in self.bids.values():
            self.spent[player] += price
        self.bids = {subject: (player, 0) for subject, (player, _) in self.bids.items()}

    def _par(self, action: Said) -> int:
        self._settle()
        company, price = action["corporation"], int(action["share_price"].split(",")[0])
        self.prices[company] = price
        return self._units(f"{company}_0") * price

    def _shares(self, action: Said) -> int:
        return sum(self._units(cert) * self.prices.get(cert.rpartition("_")[0], 0) for cert in action["shares"])

    def _units(self, cert: str) -> int:
        paper = self.papers.by_id.get(cert)
        return 0 if paper is None else paper.percent // self.papers.unit(CompanyId(paper.company))
