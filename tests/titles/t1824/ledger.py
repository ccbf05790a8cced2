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
from collections.abc import Generator
from typing import Any

from ferrovia import Game
from titles.t1824.books import COAL, GONE, NORMAL, PRE, Books, face_of, value
from titles.t1824.model import HEIR, LISTED, STATE, half_up, left, right

ROUNDS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3}

Question = tuple[str, str]
"""Who is asked, and about what."""
Course = Generator[Question, Any, None]


class Ledger(Books):
    def __init__(self, game: Game, towns: int = 0) -> None:
        super().__init__(game)
        self.towns = towns
        self._course = self.course()
        self.asks: Question | None = next(self._course)

    def follow(self, action: Any, after: Game) -> Game:
        """Writes down an answer that has been played; gives the game back."""
        self.now = after
        try:
            self.asks = self._course.send(action)
        except StopIteration:
            self.asks = None
        return after

    def compare(self, game: Game) -> None:
        """Who is asked what, and everything that lies on the table."""
        assert (None if game.ask is None else (str(game.ask.who), game.ask.about.key)) == self.asks
        self.compare_table(game)

    def is_asked(self, about: str) -> bool:
        """Whether the map has led to a question: a route to run, a circle to place a station."""
        return self.now.ask is not None and self.now.ask.about.key == about

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

    def draft(self) -> Course:
        """[X.3] [X.5]"""
        coal = (yield "chance", "draw-pile").company
        small = (yield "chance", "draw-pile").company
        self.building, self.directorless = (coal, small), HEIR[coal]
        self.release(small)
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
            self.buy_mountain(player, (yield player, "offer-mountain"))
        self.remove_mountains()

    # ----------------------------------------------------------------------------------------------------- stock rounds

    def stock_round(self, number: int) -> Course:
        order, turn, last = self.by_priority(), 0, ""
        passed: set[str] = set()
        self.reached = []
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
            self.merge(railway, company)
            self.stations[company] += self.stations[railway]
            self.leave(railway)
        most = max(self.held(player, company) for player in self.players)
        if most >= 20:
            first = next(p for p in (*founders, *self.by_priority()) if self.held(p, company) == most)
            if self.double[company] != first:
                self.swap(company, first)
        self.stations[company] = max(1, self.stations[company])
        if company == "KK" and len(railways) == 2:
            if self.is_asked("take-back-station"):
                yield self.decides(company), "take-back-station"
            self.stations[company] -= 1
        yield from self.discard([company])

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
