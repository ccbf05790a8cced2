"""A second 1824 by the rulebook, on paper: it keeps its own books through a whole game and shares no rule with ours.

    ledger = Ledger(game)
    while game.ask:                     # or ledger.asks is None
        ledger.compare(game)
        game = ledger.follow(action, game.play(action))

The course of the game is one generator: it says who is asked what, is told the answer, and writes down what follows
from it: money, papers, prices, trains, phases, stations, openings, formations, debts, the end. Of the table it reads
only what the map decides: what trains have earned, what terrain costs, whether stations meet.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from ferrovia import Game
from titles.t1824.model import HEIR, LISTED, REGIONAL, ROWS, STATE, Space, down, half_up, left, right

COAL = tuple(HEIR)
PRE = ("SD1", "SD2", "SD3", "UG1", "UG2", "KK1", "KK2")
NORMAL = ("2", "3", "4", "5", "6", "8", "10")
PHASE = {face: phase for phase, face in enumerate(NORMAL, 2)}
ROUNDS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3}
ENDS = {
    "4": ("2",),
    "6": ("3",),
    "8": ("4",),
    "10": ("5",),
    "3g": ("1g",),
    "4g": ("1g", "2g"),
    "5g": ("1g", "2g", "3g"),
}
CASH = {3: 820, 4: 680, 5: 560, 6: 460}
MOUNTAINS = {3: 4, 4: 6, 5: 6, 6: 4}
PILES = {
    "all": "2×9 3×7 4×4 5×3 6×3 8×2 10×1 1g×6 2g×5 3g×4 4g×3 5g×2",
    "two": "2×6 3×5 4×4 5×2 6×2 8×1 10×1 1g×3 2g×2 3g×2 4g×1 5g×2",
    "three": "2×8 3×6 4×4 5×3 6×3 8×2 10×1 1g×5 2g×4 3g×3 4g×2 5g×2",
}
"""How many trains of each type lie in the bank; under a 10-train there is always another."""
GONE = "gone"

Question = tuple[str, str]
"""Who is asked, and about what."""
Course = Generator[Question, Any, None]


def face_of(train: str) -> str:
    return train.rsplit("-", 1)[0]


def value(railway: str) -> int:
    """How many shares of its Staatsbahn a Pre-Staatsbahn is worth."""
    return 2 if railway.endswith("1") else 1


class Ledger:
    def __init__(self, game: Game, towns: int = 0) -> None:
        self.now, self.towns = game, towns
        self.players = [str(player) for player in game.state.players]
        self.two, standard = len(self.players) == 2, "F17" in game.title.data.map.hexes
        used = "all" if standard else "two" if self.two else "three"
        without = {"two": ("UG", "SB", "BH", "SPB"), "three": ("UG2", "SB", "BH", "SPB"), "all": ()}[used]

        def in_play(names: tuple[str, ...]) -> list[str]:
            return [name for name in names if name not in without and not (self.two and name.startswith("UG"))]

        self.regional, self.state, self.private = in_play(REGIONAL), in_play(STATE), in_play((*COAL, *PRE))
        self.total = {"all": 12000, "two": 4000, "three": 9000}[used]
        each = CASH[len(self.players)] if standard else 830 if self.two else 680
        self.cash = dict.fromkeys((*self.private, *self.regional, *self.state), 0) | dict.fromkeys(self.players, each)
        self.owner = dict.fromkeys(self.private, "ipo")
        count = MOUNTAINS[len(self.players)] if standard else len(self.players)
        self.mountains = {f"B{number}": "ipo" for number in range(1, count + 1)}
        self.double = dict.fromkeys((*self.regional, *self.state), "ipo")
        self.single = {company: Counter({"ipo": 8}) for company in self.double}
        for railway in self.private:
            self._reserve(railway)
        self.par = dict.fromkeys(self.state, 120)
        self.space: dict[str, Space] = dict.fromkeys(self.state, (0, 2))
        self.since = {company: number for number, company in enumerate(self.state)}
        piles = (pile.split("×") for pile in PILES[used].split())
        self.trains = {f"{face}-{n}": "depot" for face, number in piles for n in range(int(number))}
        self.phase, self.first = 1, 0
        self.open: set[str] = set()
        self.closed: set[str] = set()
        self.operated: set[str] = set()
        self.linked: set[str] = set()
        self.due: set[str] = set()
        self.opening: list[str] = []
        self.stations: Counter[str] = Counter({"UG1": 1} if used == "three" else {})
        self.building: tuple[str, ...] = ()
        self.directorless = ""
        self.second_station = "4"
        self.broken = False
        self._course = self.course()
        self.asks: Question | None = next(self._course)

    # -------------------------------------------------------------------------------------------------- the comparison

    def follow(self, action: Any, after: Game) -> Game:
        """Writes down an answer that has been played; gives the game back."""
        self.now = after
        try:
            self.asks = self._course.send(action)
        except StopIteration:
            self.asks = None
        return after

    def compare(self, game: Game) -> None:
        """Everything that is written here lies on the table."""
        state, ask = game.state, game.ask
        assert (None if ask is None else (str(ask.who), ask.about.key)) == self.asks
        cash = {str(owner): amount for owner, amount in state.cash.items()}
        assert {owner: cash[owner] for owner in self.cash} == self.cash
        assert cash["bank"] + sum(min(0, cash[player]) for player in self.players) == self.bank()
        assert state.extras.broken == self.broken
        for company in self.double:
            owners = Counter(str(state.certs[f"{company}_{n}"]) for n in range(1, 9))  # pyright: ignore[reportArgumentType]
            assert owners == +self.single[company], company
            assert state.certs[f"{company}_0"] == self.double[company], company  # pyright: ignore[reportArgumentType]
        for mountain, owner in self.mountains.items():
            assert state.certs[mountain] == owner.replace(GONE, "scrap")  # pyright: ignore[reportArgumentType]
        cells = game.title.data.market.cells
        found = {str(c): (cells[quote.cell].row, cells[quote.cell].column) for c, quote in state.prices.items()}
        assert found == self.space
        assert {str(company): price for company, price in state.pars.items()} == self.par
        assert {str(t): str(c.owner) for t, c in state.trains.items() if c.owner != "scrap"} == self.trains
        assert int(state.phase) == self.phase
        assert set(map(str, state.floated)) == self.open
        assert set(map(str, state.closed)) == self.closed
        assert set(map(str, state.operated)) == self.operated
        standing = Counter(str(company) for present in state.board.stations.values() for company in present if company)
        assert standing == +self.stations
        if ask is None:
            assert {str(one.player): one.worth for one in game.standings()} == self.scores()

    def scores(self) -> dict[str, int]:
        """[IX.2] Cash, and shares at their price."""
        priced = [company for company in self.double if company in self.space]
        return {p: self.cash[p] + sum(self.held(p, c) // 10 * self.price(c) for c in priced) for p in self.players}

    # ------------------------------------------------------------------------------------------------ small questions

    def bank(self) -> int:
        """What is not in anybody's hands; whoever owes something holds nothing."""
        return self.total - sum(max(0, amount) for amount in self.cash.values())

    def pay(self, owner: str, amount: int) -> None:
        """[IX.1.2] By the bank, which may run out of money."""
        self.cash[owner] += amount
        self.broken = self.broken or self.bank() < 0

    def held(self, player: str, company: str) -> int:
        return 20 * (self.double[company] == player) + 10 * self.single[company][player]

    def price(self, company: str) -> int:
        row, column = self.space[company]
        return ROWS[row][column]

    def director(self, company: str) -> str | None:
        owner = self.owner.get(company) or self.double[company]
        return owner if owner in self.players and company != self.directorless else None

    def after(self, player: str) -> list[str]:
        at = self.players.index(player)
        return self.players[at + 1 :] + self.players[:at]

    def by_priority(self) -> list[str]:
        return self.players[self.first :] + self.players[: self.first]

    def fleet(self, company: str) -> list[str]:
        return [train for train, owner in self.trains.items() if owner == company]

    def limit(self, company: str) -> int:
        if company in self.private:
            return 2
        return (
            (4 if self.phase < 6 else 3)
            if company in self.state
            else 4
            if self.phase < 4
            else 3
            if self.phase < 6
            else 2
        )

    def on_market(self) -> list[str]:
        """[VII.4] The highest price first, then the one further right, then the upper marker."""
        companies = [company for company in self.double if company in self.open]
        return sorted(companies, key=lambda c: (-self.price(c), -self.space[c][1], self.since[c]))

    def in_order(self) -> list[str]:
        return [r for r in self.private if r in self.open and r not in self.closed] + self.on_market()

    def is_asked(self, about: str) -> bool:
        """Whether the map has led to a question: a route to run, a circle to place a station."""
        return self.now.ask is not None and self.now.ask.about.key == about

    def move(self, company: str, to: Space) -> None:
        """[VIII.1.2] Under those that are there already; a marker that stays where it is keeps its place."""
        if to != self.space.get(company):
            self.space[company], self.since[company] = to, 1 + max(self.since.values())

    # ------------------------------------------------------------------------------------------------------- papers

    def _reserve(self, railway: str) -> None:
        heir = HEIR.get(railway, railway[:2])
        if railway in COAL or railway.endswith("1"):
            self.double[heir] = railway
        else:
            self.single[heir].subtract(["ipo"])
            self.single[heir][railway] = 1

    def _release(self, railway: str) -> None:
        heir = HEIR.get(railway, railway[:2])
        if self.double[heir] == railway:
            self.double[heir] = "ipo"
        self.single[heir]["ipo"] += self.single[heir].pop(railway, 0)

    def _swap(self, company: str, new: str) -> None:
        old = self.double[company]
        self.single[company][old] += 2
        self.single[company][new] -= 2
        self.double[company] = new

    def settle(self, company: str) -> None:
        """[VI.6] Whoever has more than the director; of several the largest, of equals the next after the director."""
        old = self.director(company)
        if old is None:
            return
        most = max(self.held(player, company) for player in self.players)
        if most > self.held(old, company) and most >= 20:
            self._swap(company, next(p for p in self.after(old) if self.held(p, company) == most))

    def open_if_due(self, company: str) -> None:
        """[VI.5.1] Half of it is in players' hands, the director's certificate too."""
        in_hands = sum(self.held(player, company) for player in self.players)
        if company in self.regional and company in self.par and company not in self.open:
            if self.director(company) and in_hands >= 50:
                self.open.add(company)
                self.pay(company, (8 if company in self.linked else 10) * self.par[company])

    def start(self, company: str, price: int) -> None:
        row = next(row for row in range(2, 7) if ROWS[row][2] == price)
        self.par[company] = price
        self.space[company], self.since[company] = (row, 2), 1 + max(self.since.values())

    def take_railway(self, player: str, railway: str, price: int) -> None:
        self.cash[player] -= price
        self.owner[railway] = player
        self.open.add(railway)
        if railway in self.building:
            return
        self.cash[railway] += price
        if railway in COAL:
            self.cash[railway] -= 120
            self.trains[next(t for t in self.fleet("depot") if face_of(t) == "1g")] = railway
            self.start(HEIR[railway], price // 2)
            self.linked.add(HEIR[railway])

    def leave(self, railway: str) -> None:
        self.owner[railway] = GONE
        self.stations[railway] = 0
        self.closed.add(railway)

    def sell(self, player: str, company: str, singles: int, *, double: bool = False) -> None:
        """[VI.8] [VI.6.3] One sale, one step down; a director who falls behind gives up the certificate first."""
        self.pay(player, (singles + 2 * double) * self.price(company))
        into = "pool" if self.two else "ipo"
        remaining = self.held(player, company) - 10 * singles
        if self.director(company) == player:
            most = max(self.held(other, company) for other in self.after(player))
            if most >= 20 and most > remaining:
                self._swap(company, next(p for p in self.after(player) if self.held(p, company) == most))
        if double:
            self.double[company] = into
        self.single[company][player] -= singles
        self.single[company][into] += singles
        assert self.single[company][player] >= 0
        self.move(company, down(self.space[company]))

    def buy(self, player: str, company: str, place: str) -> None:
        self.cash[player] -= self.price(company)
        self.single[company][place] -= 1
        self.single[company][player] += 1
        if company == self.directorless:
            return
        if company in self.state and not (company in self.open and self.director(company)):
            self.claim(player, company)
        else:
            self.settle(company)
            self.open_if_due(company)

    def claim(self, player: str, company: str) -> None:
        """[side 8] Two shares for the director's certificate that number 1 has left behind."""
        if self.double[company] == "ipo" and self.held(player, company) >= 20:
            self._swap(company, player)

    def exchange_mountain(self, player: str, mountain: str, company: str) -> None:
        place = "ipo" if self.single[company]["ipo"] else "pool"
        self.mountains[mountain] = GONE
        self.single[company][place] -= 1
        self.single[company][player] += 1
        assert self.single[company][place] >= 0
        self.settle(company)
        self.open_if_due(company)

    def exchange_coal(self, coal: str) -> str:
        owner, regional = self.owner[coal], HEIR[coal]
        self.double[regional] = owner
        self._merge(coal, regional)
        self.leave(coal)
        self.settle(regional)
        return regional

    def _merge(self, railway: str, company: str) -> None:
        self.cash[company] += self.cash[railway]
        self.cash[railway] = 0
        for train in self.fleet(railway):
            self.trains[train] = company

    # ------------------------------------------------------------------------------------------- the course of the game

    def course(self) -> Course:
        for number in range(self.towns):
            lap, at = divmod(number, len(self.players))
            yield self.players[-1 - at if lap % 2 else at], "place-town"
        if self.two:
            yield from self.draft()
        for number in range(1, 1000):
            yield from self.stock_round(number)
            for _ in range(ROUNDS[self.phase]):
                yield from self.operating_round()
            if self.broken or self.is_stuck():
                return
            yield from self.end_of_set()
            if self.broken:
                return

    def is_stuck(self) -> bool:
        """Nothing earns money, and nobody has enough for a share."""
        earning = self.open - self.closed or {*self.mountains.values()} & {*self.players}
        rich = max(self.cash[player] for player in self.players) >= min(map(self.price, self.par))
        return self.phase == 1 and not earning and not rich

    def draft(self) -> Course:
        """[X.3] [X.5]"""
        coal = (yield "chance", "draw-pile").company
        small = (yield "chance", "draw-pile").company
        self.building, self.directorless = (coal, small), HEIR[coal]
        self._release(small)
        self.double[self.directorless] = "pool"
        self.single[self.directorless] = Counter({"pool": 8})
        self.par[self.directorless] = 50
        self.space[self.directorless], self.since[self.directorless] = (6, 1), 1 + max(self.since.values())
        self.open.add(self.directorless)
        self.stations[self.directorless] = 1
        others = [r for r in self.private if r not in (coal, small, "SD1", "KK1")]
        piles = [{coal, small}, {"SD1", "KK1"}, {r for r in others if r in PRE}, {r for r in others if r in COAL}]
        for picker in (0, 1, 1, 0):
            taken = yield self.players[picker], "draft"
            pile = next(pile for pile in piles if taken.company in pile)
            piles.remove(pile)
            self.take_railway(self.players[picker], taken.company, taken.price)
            other = yield self.players[1 - picker], "draft-rest"
            assert {taken.company, other.company} == pile
            self.take_railway(self.players[1 - picker], other.company, other.price)
        for player in self.players:
            self._buy_mountain(player, (yield player, "offer-mountain"))
        self._remove_mountains()

    def _buy_mountain(self, player: str, action: Any) -> None:
        if type(action).__name__ == "BuyMountain":
            self.cash[player] -= 120
            self.mountains[action.mountain] = player

    def _remove_mountains(self) -> None:
        self.mountains = {m: GONE if owner == "ipo" else owner for m, owner in self.mountains.items()}

    # --------------------------------------------------------------------------------------------------- stock rounds

    def stock_round(self, number: int) -> Course:
        order, turn, last = self.by_priority(), 0, ""
        passed: set[str] = set()
        self.reached: list[tuple[str, str]] = []
        while len(passed) < len(order):
            lap, at = divmod(turn, len(order))
            player = order[-1 - at] if number == 1 and lap == 0 and not self.two else order[at]
            acted = yield from self.stock_turn(player)
            passed = set() if acted else {*passed, player}
            last, turn = player if acted else last, turn + 1
        if number == 1:
            self.end_first_round()
        for company in self.on_market():
            row, column = self.space[company]
            if sum(self.held(player, company) for player in self.players) == 100 and row:
                self.move(company, (row - 1, column))
        for player in self.players:
            self.cash[player] -= half_up(max(0, -self.cash[player]))
        if last:
            self.first = self.players.index(self.after(last)[0])

    def stock_turn(self, player: str) -> Generator[Question, Any, bool]:
        """Sales, then one purchase or exchange; tells whether anything was done."""
        acted = False
        while True:
            action = yield player, "trade"
            match type(action).__name__:
                case "EndStockTurn":
                    return acted
                case "SellShares":
                    self.sell(player, action.company, action.shares)
                case "SellDouble":
                    self.sell(player, action.company, action.shares, double=True)
                case _:
                    self.purchase(player, action)
                    yield from self.discard(list(self.state))
                    return True
            acted = True

    def purchase(self, player: str, action: Any) -> None:
        match type(action).__name__:
            case "BuyShare":
                self.buy(player, action.company, action.place)
                if self.held(player, action.company) == 20:
                    self.reached.append((player, action.company))
            case "BuyDouble":
                self.cash[player] -= 2 * self.price(action.company)
                self.double[action.company] = player
            case "StartCompany":
                self.cash[player] -= 2 * action.price
                self.double[action.company] = player
                self.start(action.company, action.price)
                self.settle(action.company)
                self.open_if_due(action.company)
            case "BuyRailway":
                self.take_railway(player, action.company, action.price)
            case "BuyMountain":
                self._buy_mountain(player, action)
            case "ExchangeMountain":
                self.exchange_mountain(player, action.mountain, action.company)
            case "ExchangeCoal":
                self.open_if_due(self.exchange_coal(action.company))
            case kind:
                raise AssertionError(kind)

    def end_first_round(self) -> None:
        """[VI.3.10] [side 8] What nobody has bought leaves the game; whoever came to 20% first has the certificate."""
        self._remove_mountains()
        for railway in [railway for railway, owner in self.owner.items() if owner == "ipo"]:
            self._release(railway)
            self.leave(railway)
        for player, company in self.reached:
            if company in self.state:
                self.claim(player, company)

    # ------------------------------------------------------------------------------------------------- operating rounds

    def operating_round(self) -> Course:
        for owner in self.mountains.values():
            if owner in self.players:
                self.pay(owner, 25)
        waiting = set(self.in_order())
        while company := next((c for c in self.in_order() if c in waiting), None):
            waiting.remove(company)
            yield from self.turn(company)
        yield from self.form_what_is_due()
        for company in self.opening:
            self.open_if_due(company)
        self.opening = []

    def turn(self, company: str) -> Course:
        if company == self.directorless:
            for player in self.players:
                self.pay(player, -(-self.held(player, company) * self.price(company) // 100))
            self.move(company, right(self.space[company]))
            return
        if company in self.state and self.director(company) is None:
            self.move(company, left(self.space[company]))
            return
        self.stations[company] = max(1, self.stations[company])
        yield from self.lay_track(company)
        if company not in self.building:
            if company in self.double and self.stations[company] < (5 if company in self.state else 3):
                action = yield self.decides(company), "station"
                if type(action).__name__ == "PlaceStation":
                    self.cash[company] -= 40 if self.stations[company] == 1 else 100
                    self.stations[company] += 1
            yield from self.run(company)
            yield from self.buy_trains(company)
        self.operated.add(company)

    def decides(self, company: str) -> str:
        director = self.director(company)
        assert director is not None, company
        return director

    def lay_track(self, company: str) -> Course:
        empty = {hex_id for hex_id in self.now.state.board.map.hexes if self.is_empty(hex_id)}
        action = yield self.decides(company), "track"
        if type(action).__name__ != "LayTile":
            return
        if action.hex in empty and company not in self.building:
            self.cash[company] -= self.now.title.data.map.hexes[action.hex].cost
        if self.directorless and action.hex == "E12" and action.tile == "493" and self.is_asked("free-station"):
            yield self.decides(company), "free-station"
            self.stations[self.directorless] += 1

    def is_empty(self, hex_id: Any) -> bool:
        """Town tokens are no tiles."""
        board = self.now.state.board
        return hex_id not in board.tiles or board.tiles[hex_id].tile.endswith("-town")

    def run(self, company: str) -> Course:
        revenue = mines = 0
        if self.fleet(company) and self.is_asked("run"):
            yield self.decides(company), "run"
            told = next(event.params for event in self.now.events if event.key == "trains-run")
            revenue, mines = told["amount"], told["mines"]
        if company in self.private:
            self.pay(self.decides(company), revenue // 2)
            self.pay(company, revenue // 2 + mines)
            return
        action = (yield self.decides(company), "dividend") if revenue else None
        self.pay(company, mines)
        if type(action).__name__ == "PayDividend":
            for player in self.players:
                self.pay(player, revenue // 10 * (self.held(player, company) // 10))
            self.move(company, right(self.space[company]))
        else:
            self.pay(company, revenue)
            self.move(company, left(self.space[company]))

    # ----------------------------------------------------------------------------------------------------------- trains

    def buy_trains(self, company: str) -> Course:
        while True:
            action = yield self.decides(company), "buy-trains"
            match type(action).__name__:
                case "EndTrains":
                    return
                case "SellShares":
                    self.sell(self.decides(company), action.company, action.shares)
                case "SellDouble":
                    self.sell(self.decides(company), action.company, action.shares, double=True)
                case "BuyTrain":
                    self.charge(company, LISTED[face_of(action.train)])
                    yield from self.take(company, action.train)
                case "TradeIn":
                    self.charge(company, LISTED[face_of(action.train)] - LISTED[face_of(action.given)] // 2)
                    del self.trains[action.given]
                    yield from self.take(company, action.train)
                case "TradeTrain":
                    yield from self.trade(company, action.train, action.amount)
                case kind:
                    raise AssertionError(kind)

    def charge(self, company: str, cost: int, seller: str = "") -> None:
        """[VII.12] The treasury, then the director; what the director has not is a debt with half of it on top."""
        missing = max(0, cost - self.cash[company])
        self.cash[company] -= cost - missing
        if missing:
            assert not self.fleet(company)
            director = self.decides(company)
            debt = max(0, missing - max(0, self.cash[director]))
            self.cash[director] -= missing + half_up(debt)
        if seller:
            self.pay(seller, cost)

    def trade(self, company: str, train: str, amount: int) -> Course:
        seller = self.trains[train]
        if self.director(seller) != self.director(company):
            answer = yield self.decides(seller), "consent-train"
            if type(answer).__name__ == "Reject":
                return
        self.charge(company, amount, seller)
        self.trains[train] = company

    def take(self, company: str, train: str) -> Course:
        self.trains[train] = company
        if self.leaves_pile(train, at_once=False):
            yield from self.discard([company, *self.in_order()])
            yield from self.exchange_mountains()
        if self.directorless and self.was_last(train) and self.second_station == face_of(train):
            self.second_station = ""
            action = yield self.decides(company), "free-station"
            self.stations[self.directorless] += type(action).__name__ == "PlaceFreeStation"

    def was_last(self, train: str) -> bool:
        return not any(face_of(other) == face_of(train) for other in self.fleet("depot"))

    def leaves_pile(self, train: str, *, at_once: bool) -> bool:
        """[VII.14] Trains that become obsolete, and what a new phase brings; tells whether one has begun."""
        face = face_of(train)
        self.trains = {t: owner for t, owner in self.trains.items() if face_of(t) not in ENDS.get(face, ())}
        if face == "10":
            self.trains[f"10-{int(train.split('-')[1]) + 1}"] = "depot"
        if PHASE.get(face, 0) <= self.phase:
            return False
        self.phase = PHASE[face]
        forming = {"4": "SD", "5": "KK" if self.two else "UG", "6": "" if self.two else "KK"}.get(face, "")
        if forming:
            self.due.add(forming)
        if forming and forming in [railway[:2] for railway in self.building]:
            for railway in self.building:
                self.leave(railway)
            self.building = ()
        if face == "5":
            for coal in [c for c in COAL if self.owner.get(c) in self.players and c not in self.building]:
                regional = self.exchange_coal(coal)
                if at_once:
                    self.open_if_due(regional)
                else:
                    self.opening.append(regional)
        return True

    def discard(self, companies: list[str]) -> Course:
        """[VII.11.11] Each director chooses what leaves the game."""
        for company in companies:
            while self.director(company) and len(self.fleet(company)) > self.limit(company):
                action = yield self.decides(company), "give-up-train"
                assert self.trains.pop(action.train) == company

    def exchange_mountains(self) -> Course:
        """[IV.1.5] [IV.1.6] [IV.1.8] In the order of their numbers, while shares are left."""
        for mountain in self.mountains:
            owner = self.mountains[mountain]
            if self.phase < 4 or owner not in self.players:
                continue
            if any(self.single[c]["ipo"] + self.single[c]["pool"] for c in self.regional):
                action = yield owner, "exchange-mountain"
                assert action.mountain == mountain
                self.exchange_mountain(owner, mountain, action.company)
            else:
                self.mountains[mountain] = GONE

    # -------------------------------------------------------------------------------------------------------- formation

    def form_what_is_due(self) -> Course:
        for company in [company for company in STATE if company in self.due]:
            self.due.remove(company)
            yield from self.form(company)

    def form(self, company: str) -> Course:
        """[IV.4.4]"""
        railways = list(self.railways_of(company))
        founders = [self.owner[railway] for railway in railways]
        self.open.add(company)
        self.pay(company, 120 * (10 - sum(map(value, railways))))
        for railway, owner in zip(railways, founders, strict=True):
            if value(railway) == 2:
                self.double[company] = owner
            else:
                self.single[company][owner] += self.single[company].pop(railway)
            self._merge(railway, company)
            self.stations[company] += self.stations[railway]
            self.leave(railway)
        most = max(self.held(player, company) for player in self.players)
        if most >= 20:
            first = next(p for p in (*founders, *self.by_priority()) if self.held(p, company) == most)
            if self.double[company] != first:
                self._swap(company, first)
        self.stations[company] = max(1, self.stations[company])
        if company == "KK" and len(railways) == 2:
            if self.is_asked("take-back-station"):
                yield self.decides(company), "take-back-station"
            self.stations[company] -= 1
        yield from self.discard([company])

    def railways_of(self, company: str) -> Iterator[str]:
        for railway in self.private:
            if railway[:2] == company and self.owner[railway] in self.players and railway not in self.building:
                yield railway

    def end_of_set(self) -> Course:
        """[VII.15] Export, and what it sets off."""
        if self.phase >= 2:
            train = next(t for face in NORMAL for t in self.fleet("depot") if face_of(t) == face)
            del self.trains[train]
            if self.was_last(train) and face_of(train) == self.second_station:
                self.second_station = {"4": "5"}.get(self.second_station, "")
            self.leaves_pile(train, at_once=True)
        yield from self.form_what_is_due()
        yield from self.discard(self.in_order())
        yield from self.exchange_mountains()
