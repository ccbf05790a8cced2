"""A second opinion on money, prices, building and running that shares no code with the rules.

It knows the tables of the rulebook by heart and reads only what lies on the table: who holds which paper, where markers
stand, what was answered and told. Whatever anybody has more or less after an answer, whatever price has moved, wherever
a paper, a train, a tender or a station has gone must be what the model expects (`thingsmodel`); whatever is offered to
builders (`buildmodel`) and to whoever trades, absorbs or buys trains (`deskmodel`) must be what it finds, and no run is
better than the suggested one (`runmodel`).
"""

from collections import Counter
from typing import Any

from ferrovia import Game
from titles.t18esp.buildmodel import MINORS, Builder, Tally, judge_building
from titles.t18esp.deskmodel import PRICES, TRAIN, Desk, Memory
from titles.t18esp.mapmodel import PASSES, tile
from titles.t18esp.runmodel import Runs, judge_run
from titles.t18esp.thingsmodel import Things

INCOME = dict(zip(("P1", "P2", "P3", "P4", "P5", "P6", "P7"), (5, 10, 15, 20, 10, 20, 30), strict=True))
Money = Counter[str]


def price(game: Game, company: str) -> int:
    return PRICES[next(quote.cell for name, quote in game.state.prices.items() if name == company)]


def percent(game: Game, owner: str, company: str) -> int:
    """Certificate 0 is the director's 20, the others 10 each."""
    held = [str(cert) for cert, by in game.state.certs.items() if by == owner and str(cert).startswith(f"{company}_")]
    return sum(20 if cert.endswith("_0") else 10 for cert in held)


def owner_of(game: Game, paper: str) -> str:
    return next(str(by) for cert, by in game.state.certs.items() if cert == paper)


def par(game: Game, company: str) -> int | None:
    return next((par for name, par in game.state.pars.items() if name == company), None)


class Model:
    """What everybody should have gained by an answer, and where prices should stand."""

    def __init__(self, *, site: bool, beside_the_map: bool = False) -> None:
        """`beside_the_map`: what may be built and the best runs, which take most of the time, are left out."""
        self.site, self.beside_the_map = site, beside_the_map
        self.tally = Tally()
        self.memory = Memory()
        self.things: Things | None = None
        self.objectives: Counter[str] = Counter()
        self.debts: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()
        self.subsidy = self.revenue = 0

    # ------------------------------------------------------------------------------------------------------- one answer

    def look(self, game: Game) -> None:
        """Judges what a position offers to builders and to trains, to whoever buys and sells."""
        assert game.ask is not None
        self.tally.look(game)
        self.memory.look(game, self.tally.turn)
        if self.things is None and game.ask.who != "chance":
            self.things = Things(game, self.memory, site=self.site)
        if self.things is not None and game.ask.about.key == "build":
            self.things.look_at_destination(self.tally.turn[0])
        judged = Desk(game, self.memory, site=self.site).judge(self.tally.turn)
        if judged is not None:
            self.judged[judged] += 1
        if self.beside_the_map:
            return
        if game.ask.about.key == "build":
            self.judged[judge_building(game, self.tally, site=self.site)] += 1
        elif any(type(offer.action).__name__ == "RunTrains" for offer in game.offers()):
            self.judged[judge_run(game, self.tally.turn[0], site=self.site)] += 1

    def judge(self, before: Game, action: Any, after: Game) -> None:
        """Judges what an answer has changed."""
        change = {str(o): after.state.cash[o] - held for o, held in before.state.cash.items() if o != "bank"}
        told = [event.key for event in after.events]
        expected = self.expected(before, action, after)
        assert {o: n for o, n in change.items() if n} == {o: n for o, n in expected.items() if n}, (action, told)
        where = {str(company): quote.cell for company, quote in after.state.prices.items()}
        cells = self.cells(before, action, after)
        assert where == {company: cells.get(company, cell) for company, cell in where.items()}, (action, told)
        owed = {str(player): debt for player, debt in after.state.debt.items() if debt}
        assert owed == {player: debt for player, debt in self.debts.items() if debt}, (action, told)
        self.tally.count(before, action, site=self.site)
        self.memory.remember(before, action, after)
        if self.things is not None:
            self.things.follow(before, action, after, self.tally.turn[0] if self.tally.turn else "")

    def expected(self, before: Game, action: Any, after: Game) -> Money:
        change: Money = Counter()
        assert before.ask is not None
        turn: Any = next((frame.facts for frame in reversed(before.where()) if hasattr(frame.facts, "paid")), None)
        company = str(turn.company) if turn is not None else ""
        self.by_action(change, before, action, str(before.ask.who), company, turn)
        if type(action).__name__ == "RunTrains":
            assert turn is not None and after.state.last_revenue[turn.company] == self.revenue, action
        for event in after.events:
            self.by_event(change, before, after, event.key, event.params)
        return change

    def cells(self, before: Game, action: Any, after: Game) -> dict[str, int]:
        """[4.5] [3.1] [3.3] Where markers stand that were there before, told event by event."""
        cells = {str(company): quote.cell for company, quote in before.state.prices.items()}
        if type(action).__name__ == "PayDividend":
            company = self.tally.turn[0]
            cells[company] = self.column(cells[company], Runs(before, company, site=self.site).factor())
        for event in after.events:
            said = event.params
            if event.key == "withheld":
                cells[said["company"]] = self.column(cells[said["company"]], -1)
            elif event.key == "shares-sold":
                cells[said["company"]] = max(0, cells[said["company"]] - said["shares"])
            elif event.key == "new-order":
                for company in (str(c) for c in before.state.floated if c not in MINORS and c in cells):
                    held = sum(percent(before, player, company) for player in (*before.state.players, company))
                    cells[company] = min(cells[company] + (held == 100), len(PRICES) - 1)
        return cells

    def column(self, cell: int, columns: int) -> int:
        for _ in range(abs(columns)):
            there = cell + (2 if columns > 0 else -2)
            if 0 <= there < len(PRICES):
                cell = there
            elif not self.site:
                cell = min(max(there, 0), len(PRICES) - 1)
        return cell

    # --------------------------------------------------------------------------------------------------- by the answer

    def by_action(self, change: Money, game: Game, action: Any, who: str, company: str, turn: Any) -> None:
        """What the answer itself costs or brings."""
        kind = type(action).__name__
        match kind:
            case "SellShares":
                change[who] += action.shares * price(game, action.company)
            case "BuyShare":
                value = par(game, action.company) if action.place == "ipo" else price(game, action.company)
                change[who] -= value or 0
            case "StartCompany":
                change[who] -= 2 * action.price
                if action.company in MINORS:
                    change[action.company] += 2 * action.price
            case "RepayDebt":
                debt = self.debts.pop(who)
                change[who] -= debt if self.site else debt + (debt + 1) // 2
            case "PayDividend":
                self.dividend(change, game, company, turn.revenue)
            case "RunTrains":
                runs = Runs(game, company, site=self.site)
                earned = [runs.income(tuple(str(stop) for stop in route.stops)) for route in action.routes]
                self.revenue, self.subsidy = (sum(column) for column in zip(*earned, (0, 0), strict=True))
                if not self.site:
                    self.pay_subsidy(change, company)
            case "OpenPass":
                change[company] -= PASSES[action.hex][0]
            case "OpenPassWithPioneer":
                change[company] -= 0 if action.hex == "H12" else PASSES[action.hex][0] - 40
            case "BuyTrain" | "BuyWithLoan":
                self.train(change, game, company, TRAIN[str(action.train).split("-")[0]], loan=kind == "BuyWithLoan")
            case "CombineTrains":
                card = {"2": "2", "1+2": "2", "3": "3", "2+3": "3", "4": "4", "3+4": "4"}[action.face]
                change[company] -= 2 * TRAIN[card]
            case "BuyTender":
                change[company] -= 80
                if action.place == "P5":
                    change[owner_of(game, "P5")] += 20
            case "PlaceStation":
                change[company] -= 50
                there = [str(one) for one in game.state.board.stations_at(action.stop) if one]
                if str(action.stop).split(".")[0] in PASSES and there:
                    change[there[0]] += 50
            case "LayTile" | "LayTileWithPioneer":
                change[company] -= self.lay(game, action, pioneer=kind == "LayTileWithPioneer")
            case _:
                return
        self.judged[kind] += 1

    def lay(self, game: Game, action: Any, *, pioneer: bool) -> int:
        builder = Builder(game, self.tally, site=self.site)
        old, new = builder.position.drawn(str(action.hex)), tile(str(action.tile), int(action.turn))
        cost = builder.cost(str(action.hex), old, new)
        return cost if not pioneer else 0 if self.site else cost - 30

    def pay_subsidy(self, change: Money, company: str) -> None:
        change[company] += self.subsidy
        self.subsidy = 0

    def dividend(self, change: Money, game: Game, company: str, revenue: int) -> None:
        self.pay_subsidy(change, company)
        if company in MINORS:
            change[company] += revenue // 2
            change[owner_of(game, f"{company}_0")] += revenue // 2
            return
        for player in game.state.players:
            change[player] += revenue // 10 * percent(game, player, company) // 10
        change[company] += revenue // 10 * percent(game, "pool", company) // 10

    def train(self, change: Money, game: Game, company: str, cost: int, *, loan: bool) -> None:
        """[4.7.1] The treasury first, then the director's cash; a loan leaves both empty."""
        cash = {str(owner): held for owner, held in game.state.cash.items()}
        director = owner_of(game, f"{company}_0")
        own = min(cost, cash[company])
        change[company] -= own
        change[director] -= min(cost - own, cash[director])
        missing = max(0, cost - own - cash[director])
        assert bool(missing) == loan
        self.debts[director] += missing + (missing + 1) // 2 if self.site else missing

    # ----------------------------------------------------------------------------------------------------- on the way

    def by_event(self, change: Money, before: Game, after: Game, key: str, said: Any) -> None:
        """What is paid on the way: income, objectives, capital, mines, deals, absorptions."""
        match key:
            case "pioneer-paid":
                change[said["owner"]] += INCOME[said["pioneer"]]
            case "withheld":
                change[said["company"]] += self.revenue if said["amount"] else 0
                assert said["amount"] in (0, self.revenue)
                self.pay_subsidy(change, said["company"])
            case "objective":
                assert self.things is not None
                if said["objective"] == "destination":
                    self.things.look_at_map(after.state.board)
                    assert self.things.is_joined(said["company"]) is not False, said
                self.objectives[said["company"]] += 1
                change[said["company"]] += self.objectives[said["company"]] * (par(before, said["company"]) or 0)
            case "company-floated":
                value = par(before, said["company"]) or said["amount"] // 4
                change[said["company"]] += value * (4 if before.state.phase in "234" else 10)
            case "pioneer-won":
                change[said["player"]] -= said["amount"]
            case "pioneer-bought":
                change[said["company"]] -= said["amount"]
                change[said["player"]] += said["amount"]
            case "train-traded":
                self.trade(change, before, said["company"], said["seller"], said["amount"])
            case "minor-absorbed":
                self.absorption(change, before, said["company"], said["minor"], said["case"])
            case "minor-bought-out":
                change[said["player"]] += price(before, said["company"])
            case "minor-gone":
                self.forget(change, before, said["company"])
            case _:
                return
        self.judged[key] += 1

    def trade(self, change: Money, game: Game, buyer: str, seller: str, amount: int) -> None:
        """[4.7] The treasury pays; only on the site its director may add to it."""
        treasury = next(held for owner, held in game.state.cash.items() if owner == buyer)
        helped = max(0, amount - treasury)
        assert not helped or self.site
        change[buyer] -= amount - helped
        change[owner_of(game, f"{buyer}_0")] -= helped
        change[seller] += amount

    def absorption(self, change: Money, game: Game, company: str, minor: str, case: int) -> None:
        """[4.6] [4.6.1] Cases 1 and 2: the price to its director; 3: 100 to the bank. What it has comes along."""
        launched, ran = minor in game.state.floated, minor in game.state.extras.has_run
        assert case == (3 if not launched else 1 if ran else 2)
        cost = 100 if case == 3 else price(game, minor)
        change[company] -= cost
        if case != 3:
            change[owner_of(game, f"{minor}_0")] += cost
        treasury = next(held for owner, held in game.state.cash.items() if owner == minor)
        change[company] += treasury
        change[minor] -= treasury

    def forget(self, change: Money, game: Game, minor: str) -> None:
        """A minor that leaves otherwise than by absorption loses what it has."""
        there = next(held for owner, held in game.state.cash.items() if owner == minor)
        change[minor] -= there + change[minor]
