"""The most that a player can have at any moment: the money of the beginning, dividends on what he holds, income, sales;
less shares, charters, railways. What is not known is counted in the player's favour: prices that no action shows are
the highest of the market where he sells and the lowest where he buys, and what a director adds to a train is left out.

    Wallets(game, title, ids).look(action, prices)      one sentence about what a player cannot pay, or None
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ferrovia import Game

Said = Mapping[str, Any]

INCOME: Mapping[str, int] = {
    **{f"{size}{number}": paid for size, paid in (("S", 5), ("M", 10), ("L", 20)) for number in range(1, 7)},
    **{f"P{number}": paid for number, paid in enumerate((5, 10, 15, 20, 10, 20, 30), 1)},
    **{f"B{number}": 25 for number in range(1, 7)},
}
"""What a local of 18CZ, a pioneer of 18ESP, a mountain railway of 1824 brings its owner in each operating round."""
UNSEEN: Mapping[str, int] = {"18ESP": 6}
"""How many operating rounds there may have been of which no action tells, but for those between passes of all: in 18ESP
nobody may be able to do anything for some rounds."""
TENDER = 20
"""18ESP: what a tender brings whoever has pioneer 5."""
DUES = 10
"""18ESP: what comes with pioneer 6, in percent of a company that is not named. An absorption brings as much."""


class Wallets:
    def __init__(self, game: Game, title: str, ids: Sequence[str]) -> None:
        self.title, self.ids = title, list(ids)
        self.box: Any = game.title.data
        self.most = dict(zip(ids, map(game.state.cash.__getitem__, game.state.players), strict=True))
        cells: list[int] = [cell.price for cell in self.box.market.cells if cell.price > 0]
        self.low, self.high = min(cells), max(cells)
        self.pars: dict[str, int] = {str(company): price for company, price in game.state.pars.items()}
        self.held: dict[str, dict[str, int]] = {player: defaultdict(int) for player in ids}
        """What a player may hold of each company, in percent."""
        self.owner: dict[str, str] = {}
        """Whose a local, a pioneer, a railway or a small company is."""
        self.bid: tuple[str, str, int] | None = None
        """What is auctioned, who has bid last, and how much."""
        self.is_free: str | None = None
        """18ESP: who chooses the price of the company that comes with pioneer 7."""
        self.passes = 0
        """How many players have passed one after the other."""
        self.acted: set[str] = set()
        """The companies that have had their turn in this round."""
        self.closed: set[str] = set()
        """18ESP: small companies for which the bank may have paid."""
        self.falling: str | None = None
        self.refinanced: str | None = None
        """1862: the company that may have been refinanced in its turn, as far as it is known."""
        self.ever_refinanced: set[str] = set()
        """Those that may have been so before: holders may have given up half of their shares."""
        self.earned: dict[str, int] = {}
        self.prices: Mapping[str, int] = {}
        self._reads: Mapping[str, Callable[[Said, str], int]] = {
            "bid": self._bids,
            "par": self._starts,
            "buy_shares": self._buys,
            "sell_shares": self._sells,
            "buy_company": self._buys_company,
            "special_buy": self._buys_tender,
            "run_routes": self._runs,
            "dividend": self._pays,
            "buy_corporation": self._is_acquired,
            "merge": self._is_merged,
            "buy_train": self._sees_a_train,
        }

    def look(self, action: Said, begins: bool, prices: Mapping[str, int], falling: str | None) -> str | None:
        """An action, whether it begins a company's turn, the prices that are known before it, and whose will have
        fallen, unless it pays a dividend."""
        kind, who = action["type"], str(action["entity"])
        self.prices, self.falling = prices, falling
        self._count_rounds(kind, action, begins)
        if self.title == "1862":
            self._follow_refinancing(action, begins)
        reads = self._reads.get(kind)
        cost = 0 if reads is None else reads(action, who)
        if action.get("entity_type") != "player" or not cost:
            return None
        has = self.most[who]
        if cost > has:
            return f"player {who} has {has} at most and pays {cost}"
        if kind != "bid" or self.title == "18CZ":
            self.most[who] = has - cost
        return None

    # ----------------------------------------------------------------------------------------------------------- prices

    def _at_most(self, company: str) -> int:
        """Nothing rises before it has run, but what nobody has yet begun may come by other ways."""
        highest = self.high
        if self.title == "1862" and company not in self.earned:
            highest = self.pars.get(company, self.high)
        return self.prices.get(company, highest)

    def _at_least(self, company: str) -> int:
        """In 18ESP and 1862 shares that were never sold cost what they cost at first."""
        now = self.low if company == self.falling else self.prices.get(company, self.low)
        return min(now, self.pars.get(company, self.low)) if self.title in ("18ESP", "1862") else now

    def _unit(self, company: str) -> int:
        unit: int = self.box.papers.unit(company)
        return unit

    def _percent(self, action: Said) -> int:
        whole: int = sum(self.box.papers.by_id[cert].percent for cert in action["shares"])
        percent: int | None = action.get("percent")
        return percent or whole

    def _company(self, action: Said) -> str:
        return str(self.box.papers.by_id[action["shares"][0]].company)

    # ----------------------------------------------------------------------------------------------------------- buying

    def _bids(self, action: Said, who: str) -> int:
        """18CZ: a purchase in the draft. Elsewhere whoever bid last pays when the next thing is done."""
        subject = str(action.get("company") or action.get("corporation"))
        if self.title == "18CZ":
            self.owner[subject] = who
            self._income_of(subject, UNSEEN.get(self.title, 2))
            return action["price"]
        if self.bid is not None and self.bid[0] != subject:
            self._settle()
        self.bid = (subject, who, action["price"])
        return action["price"]

    def _settle(self) -> None:
        if self.bid is None:
            return
        subject, who, price = self.bid
        self.bid = None
        self.most[who] -= price
        if self.title == "18ESP":
            self.owner[subject] = who
            self._income_of(subject, UNSEEN.get(self.title, 2))
            if subject == "P6":
                self._gets_of_all(who)
            if subject == "P7":
                self.is_free = who

    def _gets_of_all(self, who: str) -> None:
        for company in self.box.companies:
            self.held[who][str(company)] += DUES

    def _starts(self, action: Said, who: str) -> int:
        self._settle()
        company, price = str(action["corporation"]), int(action["share_price"].partition(",")[0])
        self.pars[company] = price
        percent = self.box.papers.by_id[f"{company}_0"].percent
        for player in self.ids:
            self.held[player][company] = min(self.held[player][company], DUES)  # 1862: it may begin anew
        self.held[who][company] += percent
        self.owner[company] = who
        if self.is_free == who:
            self.is_free = None
            return 0
        if self.title == "18ESP" and self.box.is_minor(company):
            return 2 * price
        return price * percent // self._unit(company)

    def _buys(self, action: Said, who: str) -> int:
        company, percent = self._company(action), self._percent(action)
        by = action.get("entity_type")
        if by == "company":  # 1824: a mountain railway is exchanged
            for player in [self.owner.get(who)] if who in self.owner else self.ids:
                self.held[str(player)][company] += percent
            self.owner.pop(who, None)
        if by != "player":
            return 0
        self._settle()
        self.held[who][company] += percent
        return self._at_least(company) * percent // self._unit(company)

    def _buys_company(self, action: Said, who: str) -> int:
        name, price = str(action["company"]), action["price"]
        if action.get("entity_type") == "player":  # 1824: a railway, which may become shares
            self.owner[name] = who
            self._income_of(name, UNSEEN.get(self.title, 2))
            heir = getattr(self.box.companies.get(name), "becomes", None)
            if heir is not None:
                self.held[who][str(heir)] += 20
            return price
        for player in [self.owner.pop(name)] if name in self.owner else self.ids:
            self.most[player] += price
        return 0

    def _buys_tender(self, action: Said, who: str) -> int:
        """18ESP: whoever has pioneer 5 gets a part. Elsewhere a debt is paid, or a share comes that was counted with
        its railway."""
        if action.get("entity_type") == "corporation" and "P5" in self.owner:
            self.most[self.owner["P5"]] += TENDER
        return 0

    # ---------------------------------------------------------------------------------------------------------- earning

    def _sells(self, action: Said, who: str) -> int:
        if action.get("entity_type") != "player":
            return 0
        company, percent = self._company(action), self._percent(action)
        self.most[who] += self._at_most(company) * percent // self._unit(company)
        self.held[who][company] = max(0, self.held[who][company] - percent)
        return 0

    def _runs(self, action: Said, company: str) -> int:
        self.earned[company] = sum(route["revenue"] for route in action["routes"]) + (action.get("extra_revenue") or 0)
        kind = getattr(self.box.companies.get(company), "kind", "")
        if kind in ("coal", "pre") and self.title.startswith("1824"):
            for player in [self.owner[company]] if company in self.owner else self.ids:
                self.most[player] += self.earned[company]
        return 0

    def _pays(self, action: Said, company: str) -> int:
        """18CZ rounds up for each holder. With Hudson's manoeuvre the dividend is the price of a share, or a little
        more."""
        if action["kind"] == "withhold":
            return 0
        earned = self.earned.get(company, 0)
        if action["kind"] == "hudson":
            earned = max(earned, self._at_most(company)) + 10
        if self.title == "18ESP" and self.box.is_minor(company):
            for player in [self.owner[company]] if company in self.owner else self.ids:
                self.most[player] += earned
            return 0
        for player, held in self.held.items():
            self.most[player] += -(-earned * min(100, held[company]) // 100)
        return 0

    def _is_acquired(self, action: Said, company: str) -> int:
        """18CZ: so much for every share."""
        other = str(action["corporation"])
        for player, held in self.held.items():
            self.most[player] += action["price"] * held.pop(other, 0) // self._unit(other)
        return 0

    def _is_merged(self, action: Said, company: str) -> int:
        """18ESP: the director of the small company gets its price and a share. 1862: shares that cannot be exchanged
        are sold."""
        other = str(action["corporation"])
        if self.title == "18ESP":
            for player in [self.owner[other]] if other in self.owner else self.ids:
                self.most[player] += self._at_most(other)
                self.held[player][company] += DUES
            return 0
        for player in self.ids:
            both = min(100, self.held[player][company] + self.held[player][other])
            self.held[player][company] = self.held[player][other] = both
            self.most[player] += both // 10 * (self._at_most(company) + self._at_most(other))
        return 0

    def _follow_refinancing(self, action: Said, begins: bool) -> None:
        """1862: where it is the only way to a train nobody says so, and options that nobody can redeem are sold by
        themselves, for half of the price. A company that has run owns a train; should its last one be lost just after,
        that is said."""
        kind, who = action["type"], str(action["entity"])
        is_over = begins or (action.get("entity_type") == "player" and kind != "choose")
        if is_over and self.refinanced is not None:
            self.ever_refinanced.add(self.refinanced)
            for player, held in self.held.items():
                self.most[player] += -(-self._at_most(self.refinanced) // 2) if held[self.refinanced] else 0
        if is_over:
            self.refinanced = who if begins else None
        elif kind == "run_routes":
            self.refinanced = None
        elif kind == "convert":
            self.refinanced = who

    def _sees_a_train(self, action: Said, company: str) -> int:
        if self.title == "18ESP" and str(action["train"]).startswith("5-"):
            self.close_small_companies()
        return 0

    def close_small_companies(self) -> None:
        """18ESP: with the first 5, bought or exported, the bank pays for all of them."""
        for name, player in self.owner.items():
            if name in self.box.companies and self.box.is_minor(name) and name not in self.closed:
                self.closed.add(name)
                self.most[player] += self._at_most(name)

    # ----------------------------------------------------------------------------------------------------------- income

    def _income_of(self, name: str, rounds: int) -> None:
        self.most[self.owner[name]] += INCOME.get(name, 0) * rounds

    def _count_rounds(self, kind: str, action: Said, begins: bool) -> None:
        """A company operates once in a round. Where all players have passed, a round may come in which none does; in
        the auction of 18ESP pioneers bring income then."""
        by_player = action.get("entity_type") == "player"
        if begins:
            company = str(action["entity"])
            self._pay_income(company in self.acted or not self.acted)
            self.acted = {company} if company in self.acted else {*self.acted, company}
        if by_player:
            self.acted.clear()
        self.passes = self.passes + 1 if kind == "pass" and by_player else 0
        if self.passes == len(self.ids):
            self.passes = 0
            self._pay_income(True)

    def _pay_income(self, is_due: bool) -> None:
        if is_due:
            for name in self.owner:
                self._income_of(name, 1)
