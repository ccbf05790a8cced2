"""What may be bought and sold, worked out once more: in stock rounds, for trains, for small companies. See `model`."""

from collections import Counter
from typing import Any

from titles.t18esp.buildmodel import MINORS, NORTH
from titles.t18esp.runmodel import FACES, Runs, TooMany

LOWER = [50, 60, 70, 80, 90, 100, 110, 120, 132, 144, 158, 172, 188, 204, 222, 240, 260, 280, 310, 340, 380]
UPPER = [55, 65, 75, 85, 95, 105, 115, 126, 138, 151, 165, 180, 196, 213, 231, 250, 270, 295, 325, 360, 400]
PRICES = [price for pair in zip(LOWER, UPPER, strict=True) for price in pair]
TRAIN = {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}
CARDS = {"2": 11, "3": 9, "4": 7}
GONE_IN = {"2": "4", "3": "6", "4": "7"}
"""[4.4.1] The phases in which types become obsolete."""
FACES_OF = {"2": "1+2", "3": "2+3", "4": "3+4", "5": "4+5", "6": "5+6", "8": "6+8"}
VALUES = {"P1": 10, "P2": 40, "P3": 70, "P4": 100, "P5": 130, "P6": 160}
VALUES_ON_THE_SITE = VALUES | {"P1": 20, "P2": 60}
CAPS = {"2": 100, "3": 150, "4": 200}
"""[4.8] The most that a pioneer costs, in percent of its value."""
LOOK_AROUND = 10_000
"""Steps of the search for a route at all."""
MOST_CERTIFICATES = {3: 27, 4: 20, 5: 16, 6: 13}


def train_limit(phase: str, company: str) -> int:
    """[4.4.1] table 8."""
    return (2 if phase in "23" else 1) if company in MINORS else {"2": 4, "3": 4, "4": 3, "5": 3}.get(phase, 2)


class Memory:
    """What the model has seen of a game so far."""

    def __init__(self) -> None:
        self.operated: set[str] = set()
        self.has_run: set[str] = set()
        self.staged: set[str] = set()
        self.absorbed: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.round: Any = None
        self.sold: set[tuple[str, str]] = set()
        self.turn: Any = None
        self.raised = self.recycled = self.asked_to_absorb = False
        self.declined: set[str] = set()

    def look(self, game: Any, turn: Any) -> None:
        """A new stock round or turn begins."""
        now = (game.where()[0].facts.sets_done, game.ask.about.key == "trade")
        if now != self.round:
            self.round, self.sold = now, set()
        if turn != self.turn:
            self.turn = turn
            self.raised = self.recycled = self.asked_to_absorb = False
            self.declined = set()
        self.asked_to_absorb |= game.ask.about.key == "absorb"

    def remember(self, before: Any, action: Any, after: Any) -> None:
        who, company = str(before.ask.who), self.turn[0] if self.turn else ""
        match type(action).__name__:
            case "SellShares":
                self.sold.add((who, str(action.company)))
                self.raised |= bool(self.turn)
            case "PayDividend":
                self.operated.add(company)
            case "RunTrains" if action.routes and company in MINORS:
                self.has_run.add(company)
            case "CombineTrains":
                self.recycled = True
                self.spent[next(card for card, narrow in FACES_OF.items() if action.face in (card, narrow))] += 1
            case "Absorb":
                self.declined.add(str(action.company))
            case _:
                pass
        for event in after.events:
            if event.key == "withheld":
                self.operated.add(str(event.params["company"]))
            elif event.key == "company-floated" and before.state.phase in "234":
                self.staged.add(str(event.params["company"]))
            elif event.key == "minor-absorbed":
                self.absorbed[str(event.params["company"])] += 1


class Desk:
    """What lies on the table beside the map, as it is seen by whoever is asked."""

    def __init__(self, game: Any, memory: Memory, *, site: bool) -> None:
        self.game, self.memory, self.site = game, memory, site
        state = game.state
        self.phase = str(state.phase)
        self.players = [str(player) for player in state.players]
        self.cash = {str(owner): held for owner, held in state.cash.items()}
        self.certs = {str(cert): str(owner) for cert, owner in state.certs.items()}
        self.pars = {str(company): par for company, par in state.pars.items() if company not in state.closed}
        self.cells = {str(company): quote.cell for company, quote in state.prices.items()}
        self.debt = {str(player): owed for player, owed in state.debt.items()}
        self.trains = {str(train): (str(card.owner), str(card.face)) for train, card in state.trains.items()}
        self.tenders = {str(owner): count for owner, count in state.extras.tenders.items()}
        self.closed = {str(company) for company in state.closed}
        self.ways: list[Any] | None = None

    # ----------------------------------------------------------------------------------------------------------- papers

    def percent(self, owner: str, company: str) -> int:
        held = [cert for cert, by in self.certs.items() if by == owner and cert.startswith(f"{company}_")]
        return sum(20 if cert.endswith("_0") else 10 for cert in held)

    def price(self, company: str) -> int:
        return PRICES[self.cells[company]]

    def certificates(self, player: str) -> int:
        """[3.1.2] Pioneers, shares, minors; frozen minors are nothing."""
        frozen = {f"{minor}_0" for minor in MINORS} if self.phase in "567" else set[str]()
        return sum(by == player and cert not in frozen for cert, by in self.certs.items())

    def most_others_hold(self, company: str, but_for: str) -> int:
        return max(self.percent(player, company) for player in self.players if player != but_for)

    def sales(self, player: str) -> dict[str, int]:
        """[3.1] How many shares of each company may be sold; where there is any number, all below are possible, too."""
        found: dict[str, int] = {}
        for company in self.pars:
            if company in MINORS or company not in self.memory.operated:
                continue
            most = min(self.percent(player, company), 50 - self.percent("pool", company))
            if self.certs[f"{company}_0"] == player and self.most_others_hold(company, player) < 20:
                most = min(most, self.percent(player, company) - 20)
            if most > 0:
                found[company] = most // 10
        return found

    def told_sales(self, player: str) -> set[str]:
        return {f"SellShares {c} {n}" for c, most in self.sales(player).items() for n in range(1, most + 1)}

    # ------------------------------------------------------------------------------------------------------ stock round

    def trading(self, player: str) -> set[str]:
        """[3] Everything that a player may do in a stock round."""
        found = self.told_sales(player)
        held, most = self.certificates(player), MOST_CERTIFICATES[len(self.players)]
        must_sell = held > most and bool(found)
        owed = self.debt.get(player, 0)
        if not must_sell:
            due = owed if self.site else owed + (owed + 1) // 2
            repays = 0 < due <= self.cash[player]
            if not (self.site and repays and not found):  # there, whoever can only repay does not pass
                found.add("EndStockTurn")
            if repays:
                found.add("RepayDebt")
        if held >= most or owed:
            return found
        return found | self.purchases(player) | self.launches(player)

    def purchases(self, player: str) -> set[str]:
        """[3.2] One share, from the bank at par or from the open market at its price."""
        found: set[str] = set()
        for company, par in self.pars.items():
            if company in MINORS or self.percent(player, company) >= 60 or (player, company) in self.memory.sold:
                continue
            for place, price in (("ipo", par), ("pool", self.price(company))):
                there = any(by == place and cert.startswith(f"{company}_") for cert, by in self.certs.items())
                if there and price <= self.cash[player]:
                    found.add(f"BuyShare {company} {place}")
        return found

    def launches(self, player: str) -> set[str]:
        """[3.2.1] [3.2.2] Minors before phase 5, the south from phase 3 on."""
        found: set[str] = set()
        for company in {cert.removesuffix("_0") for cert in self.certs if cert.endswith("_0")}:
            if company in self.pars or company in self.closed:
                continue
            if self.phase in "567" if company in MINORS else company not in NORTH and self.phase == "2":
                continue
            highest = 90 if self.site and company in NORTH and self.phase == "2" else 100
            pars = (par for par in range(70, highest + 1, 5) if 2 * par <= self.cash[player])
            found |= {f"StartCompany {company} {par}" for par in pars}
        return found

    # ----------------------------------------------------------------------------------------------------------- trains

    def own_trains(self, company: str) -> dict[str, str]:
        """[2.2] [4.7] But for the strawberry train."""
        return {train: face for train, (by, face) in self.trains.items() if by == company and train != "2P-0"}

    def is_operable(self, company: str, *faces: str) -> bool:
        """[4.7] [5.2.2] Whether one of these trains can run: of the home gauge always, any other one with a route at
        this moment; on the site always."""
        if self.site or any("C" not in face and ("+" in face) == (company in NORTH) for face in faces):
            return bool(faces)
        if company in MINORS or not faces:
            return False
        runs = Runs(self.game, company, site=False, most_steps=LOOK_AROUND)
        if self.ways is None:
            self.ways = runs.ways()
        tender = bool(self.tenders.get(company))
        return any(runs.fits(way, "", face, tender=tender) for face in faces for way in self.ways)

    def buying(self, company: str) -> set[str]:
        """[4.7] Everything that a company may do about trains."""
        own, memory = self.own_trains(company), self.memory
        room = len(own) < train_limit(self.phase, company)
        can_run = self.is_operable(company, *own.values())
        director = self.certs[f"{company}_0"]
        pile = (train for train, (by, _) in self.trains.items() if by == "depot")
        top = min(pile, key=lambda train: [int(part) for part in train.split("-")])
        card, price = top.split("-")[0], TRAIN[top.split("-")[0]]
        gap = price - self.cash[company] - self.cash[director]
        found = self.free_purchases(company) if self.site or not memory.raised or can_run else set[str]()
        if can_run:
            found.add("EndTrains")
        elif not room and not self.site:
            found |= {f"DiscardTrain {train}" for train in own}
        if self.site and memory.recycled:
            return found | self.unions(company, own)
        faces = [card] if company in MINORS else [card, FACES_OF[card]]
        for face in faces:
            if room and (can_run or self.is_operable(company, face)):
                if price <= self.cash[company] or (not can_run and gap <= 0):
                    found.add(f"BuyTrain {top} {face}")
                if not can_run and gap > 0 and self.may_borrow(director):
                    found.add(f"BuyWithLoan {top} {face}")
        if self.site or not memory.raised or can_run:
            found |= self.unions(company, own)
            if room:
                found |= self.trades(company, director, can_run=can_run)
        if gap > 0 and self.site and (not own or (room and self.cash[company] >= self.least_price(company, price))):
            found |= self.told_sales(director)
        if gap > 0 and not self.site and not can_run:
            found |= self.blocks(director, gap)
        return found

    def least_price(self, company: str, of_the_bank: int) -> int:
        """On the site one peseta might buy a train of another company, as soon as any has one."""
        launched = {str(name) for name in self.game.state.floated} - {company}
        used = any(owner in launched and train != "2P-0" for train, (owner, _) in self.trains.items())
        return 1 if used else of_the_bank

    def may_borrow(self, director: str) -> bool:
        """[4.7.1] Not after a sale; on the site, whoever has nothing left to sell."""
        return not self.memory.raised or (self.site and not self.sales(director))

    def blocks(self, director: str, gap: int) -> set[str]:
        """[4.7.1] Shares of one company at a time: no more than needed, none that leads nowhere, no director leaves."""
        able = dict(self.sales(director))
        for company in able:
            if self.certs[f"{company}_0"] == director:
                keeps = max(20, self.most_others_hold(company, director))
                able[company] = min(able[company], (self.percent(director, company) - keeps) // 10)
        found: set[str] = set()
        for company, most in able.items():
            for shares in range(1, most + 1):
                rest = gap - shares * self.price(company)
                fallen = PRICES[max(0, self.cells[company] - shares)]
                others = sum(self.price(other) * number for other, number in able.items() if other != company)
                if rest + self.price(company) > 0 and rest <= others + fallen * (most - shares):
                    found.add(f"SellShares {company} {shares}")
        return found

    def trades(self, company: str, director: str, *, can_run: bool) -> set[str]:
        """[4.7] From other companies, for the treasury's money; on the site the director helps; none is combined."""
        if self.phase == "2":
            return set()
        found: set[str] = set()
        launched = {str(name) for name in self.game.state.floated}
        for train, (seller, face) in self.trains.items():
            if seller == company or seller not in launched or train == "2P-0":
                continue
            if not self.site and (train == "2-0" or (seller in MINORS and self.phase in "567")):
                continue
            if (self.site and face.endswith("C")) or (company in MINORS and "+" in face):
                continue
            most, printed = self.cash[company], TRAIN[train.split("-")[0]]
            if self.site and not can_run and most < printed:
                most = min(printed, most + self.cash[director])
            if most and (can_run or self.is_operable(company, face)):
                found.add(f"TradeTrain {train} 1..{most}")
        return found

    def unions(self, company: str, own: dict[str, str]) -> set[str]:
        """[5.2.1] A single train of a major, an obsolete one of the other gauge for twice its price."""
        found: set[str] = set()
        if company in MINORS:
            return found
        for train, face in own.items():
            for card, phase in GONE_IN.items():
                if face.endswith("C") or self.phase < phase or 2 * TRAIN[card] > self.cash[company]:
                    continue
                for other in (card, FACES_OF[card]):
                    if self.site or (("+" in other) != ("+" in face) and self.leaves_one(company, own, train, other)):
                        found.add(f"CombineTrains {train} {other}")
        return found

    def leaves_one(self, company: str, own: dict[str, str], train: str, other: str) -> bool:
        card = next(name for name, narrow in FACES_OF.items() if other in (name, narrow))
        if self.memory.spent[card] >= CARDS[card]:
            return False
        (a, b), (c, d) = FACES[own[train]], FACES[other]
        after = {**own, train: f"{a + c}+{b + d}C"}
        return self.is_operable(company, *after.values())

    # --------------------------------------------------------------------------------------------- pioneers and tenders

    def free_purchases(self, company: str) -> set[str]:
        """[2.2] [4.8] Pioneers of players, but for the seventh, and one tender."""
        found: set[str] = set()
        treasury, values = self.cash[company], VALUES_ON_THE_SITE if self.site else VALUES
        if self.phase in CAPS and treasury:
            for pioneer, value in values.items():
                if self.certs[pioneer] in self.players:
                    found.add(f"BuyPioneer {pioneer} 1..{min(treasury, value * CAPS[self.phase] // 100)}")
        if treasury >= 80 and not self.tenders.get(company):
            if self.certs["P5"] in self.players and self.tenders.get("P5", 0) > 1:
                found.add("BuyTender P5")
            if self.tenders.get("pool"):
                found.add("BuyTender pool")
        return found

    # ------------------------------------------------------------------------------------------------------- absorption

    def absorbable(self, company: str) -> set[str]:
        """[4.6] [4.6.1] Which minors a southern company may take over now."""
        memory = self.memory
        if company in MINORS | NORTH or company not in memory.staged or self.phase == "2":
            return set()
        if not self.site and memory.absorbed[company]:
            return set()
        if self.site and sum(self.percent(player, company) for player in self.players) == 100:
            return set()
        found: set[str] = set()
        for minor in MINORS - self.closed - memory.declined:
            cost = self.price(minor) if minor in self.pars else 100
            ready = minor in memory.operated if self.site else minor in memory.has_run or self.phase in "567"
            if ready and cost <= self.cash[company]:
                found.add(f"Absorb {minor}")
        return found

    # ------------------------------------------------------------------------------------------------------------ judge

    def judge(self, turn: Any) -> str | None:
        """Whether exactly that is offered; says what was judged."""
        key = self.game.ask.about.key
        company = turn[0] if turn else ""
        match key:
            case "trade":
                told = self.trading(str(self.game.ask.who))
            case "absorb":
                told = self.absorbable(company) | {"EndAbsorption"} | self.free_purchases(company)
            case "buy-trains":
                assert self.memory.asked_to_absorb or not self.absorbable(company), (company, "may absorb")
                try:
                    told = self.buying(company)
                except TooMany:
                    return "too many routes to try"
            case _:
                return None
        ours = {_in_words(offer) for offer in self.game.offers()}
        assert ours == told, (key, company, "offered", ours - told, "missing", told - ours)
        return f"offers of {key}"


def _in_words(offer: Any) -> str:
    """An answer as a name and its fields; a span of amounts as its ends."""
    action = offer.action
    fields = [str(getattr(action, name)) for name in type(action).__dataclass_fields__]
    if offer.amount is not None:
        fields[-1] = f"{offer.amount.low}..{offer.amount.high}"
    return " ".join((type(action).__name__, *fields))
