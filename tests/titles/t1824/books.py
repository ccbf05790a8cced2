"""What the ledger of 1824 writes down: money, papers, prices, trains and stations, and what changes them.

Nothing here is a rule of the game's own code; it is written once more from the rulebook.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ferrovia import Game
from titles.t1824.model import HEIR, REGIONAL, ROWS, STATE, Space, down, half_up, left

COAL = tuple(HEIR)
PRE = ("SD1", "SD2", "SD3", "UG1", "UG2", "KK1", "KK2")
NORMAL = ("2", "3", "4", "5", "6", "8", "10")
PHASE = {face: phase for phase, face in enumerate(NORMAL, 2)}
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
SETTLING = ("take-back-station", "give-up-train", "exchange-mountain")
"""Questions in which no money moves to the bank: the table may look at it after them."""


def face_of(train: str) -> str:
    return train.rsplit("-", 1)[0]


def value(railway: str) -> int:
    """How many shares of its Staatsbahn a Pre-Staatsbahn is worth."""
    return 2 if railway.endswith("1") else 1


class Books:
    def __init__(self, game: Game) -> None:
        self.now = game
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
        self.reached: list[tuple[str, str]] = []
        """Who has come to 20% of what, in this stock round, in the order in which it happened."""

    def compare_table(self, game: Game) -> None:
        """Everything that is written here lies on the table."""
        state = game.state
        cash = {str(owner): amount for owner, amount in state.cash.items()}
        assert {owner: cash[owner] for owner in self.cash} == self.cash
        assert cash["bank"] + sum(min(0, cash[player]) for player in self.players) == self.bank()
        if game.ask is None or game.ask.about.key not in SETTLING:
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
        if game.ask is None:
            assert {str(one.player): one.worth for one in game.standings()} == self.scores()

    def scores(self) -> dict[str, int]:
        """[IX.2] Cash, and shares at their price."""
        priced = [company for company in self.double if company in self.space]
        return {p: self.cash[p] + sum(self.held(p, c) // 10 * self.price(c) for c in priced) for p in self.players}

    def is_stuck(self) -> bool:
        """Nothing earns money or will, and nobody has enough for a share."""
        alone = {c for c in STATE if c in self.open and self.double[c] not in self.players}
        earning = self.open - self.closed - alone or {*self.mountains.values()} & {*self.players}
        to_come = self.phase > 1 and not {c for c in STATE if c in self.double} <= self.open
        falling = any(left(self.space[company]) != self.space[company] for company in alone)
        rich = max(self.cash[player] for player in self.players) >= min(map(self.price, self.par))
        return not (earning or to_come or falling or rich)

    # -------------------------------------------------------------------------------------------------- small questions

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

    def decides(self, company: str) -> str:
        director = self.director(company)
        assert director is not None, company
        return director

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

    def railways_of(self, company: str) -> Iterator[str]:
        for railway in self.private:
            if railway[:2] == company and self.owner[railway] in self.players and railway not in self.building:
                yield railway

    def was_last(self, train: str) -> bool:
        return not any(face_of(other) == face_of(train) for other in self.fleet("depot"))

    def is_empty(self, hex_id: Any) -> bool:
        """Town tokens are no tiles."""
        board = self.now.state.board
        return hex_id not in board.tiles or board.tiles[hex_id].tile.endswith("-town")

    def move(self, company: str, to: Space) -> None:
        """[VIII.1.2] Under those that are there already; a marker that stays where it is keeps its place."""
        if to != self.space.get(company):
            self.space[company], self.since[company] = to, 1 + max(self.since.values())

    # ----------------------------------------------------------------------------------------------------------- papers

    def _reserve(self, railway: str) -> None:
        heir = HEIR.get(railway, railway[:2])
        if railway in COAL or railway.endswith("1"):
            self.double[heir] = railway
        else:
            self.single[heir].subtract(["ipo"])
            self.single[heir][railway] = 1

    def release(self, railway: str) -> None:
        heir = HEIR.get(railway, railway[:2])
        if self.double[heir] == railway:
            self.double[heir] = "ipo"
        self.single[heir]["ipo"] += self.single[heir].pop(railway, 0)

    def swap(self, company: str, new: str) -> None:
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
            self.swap(company, next(p for p in self.after(old) if self.held(p, company) == most))

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

    def buy_mountain(self, player: str, action: Any) -> None:
        if type(action).__name__ == "BuyMountain":
            self.cash[player] -= 120
            self.mountains[action.mountain] = player

    def remove_mountains(self) -> None:
        self.mountains = {m: GONE if owner == "ipo" else owner for m, owner in self.mountains.items()}

    def leave(self, railway: str) -> None:
        self.owner[railway] = GONE
        self.stations[railway] = 0
        self.closed.add(railway)

    def end_first_round(self) -> None:
        """[VI.3.10] [side 8] What nobody has bought leaves the game; whoever came to 20% first has the certificate."""
        self.remove_mountains()
        for railway in [railway for railway, owner in self.owner.items() if owner == "ipo"]:
            self.release(railway)
            self.leave(railway)
        for player, company in self.reached:
            if company in self.state:
                self.claim(player, company)

    def sell(self, player: str, company: str, singles: int, *, double: bool = False) -> None:
        """[VI.8] [VI.6.3] One sale, one step down; a director who falls behind gives up the certificate first."""
        self.pay(player, (singles + 2 * double) * self.price(company))
        into = "pool" if self.two else "ipo"
        remaining = self.held(player, company) - 10 * singles
        if self.director(company) == player:
            most = max(self.held(other, company) for other in self.after(player))
            if most >= 20 and most > remaining:
                self.swap(company, next(p for p in self.after(player) if self.held(p, company) == most))
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
            self.swap(company, player)

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
                self.buy_mountain(player, action)
            case "ExchangeMountain":
                self.exchange_mountain(player, action.mountain, action.company)
            case "ExchangeCoal":
                self.open_if_due(self.exchange_coal(action.company))
            case kind:
                raise AssertionError(kind)

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
        self.merge(coal, regional)
        self.leave(coal)
        self.settle(regional)
        return regional

    def merge(self, railway: str, company: str) -> None:
        self.cash[company] += self.cash[railway]
        self.cash[railway] = 0
        for train in self.fleet(railway):
            self.trains[train] = company

    # ----------------------------------------------------------------------------------------------------------- trains

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
