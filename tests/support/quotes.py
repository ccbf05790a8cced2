"""Prices of companies, and the order in which they operate.

Written from the registers: a price moves with a dividend, with a sale, and at the end of a stock round when players
hold the whole company. Where actions do not show what happened (formations, mergers of 1862, shares that came by other
ways, a company that operates alone), the price is not known any more, and nothing is said about that company.

    Quotes(game, title).look(action, begins)    one sentence about who should have operated before, or None
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ferrovia import Game

Said = Mapping[str, Any]

FIRST = {"coal": 0, "pre": 1}
"""1824: kinds that operate before the others, as they stand in the list."""

AFTER_DIVIDENDS = ("buy_train", "sell_shares", "merge", "combined_trains", "buy_corporation")
IN_STOCK_ROUNDS = ("pass", "par", "buy_shares", "special_buy", "payoff_player_debt", "payoff_player_debt_partial")
LAST_OF_1862 = "H"
"""With this train the LNER forms: after that sales do not move prices."""
LATE = ("6", "8")
"""18ESP: trains with which the last rounds may come."""


class Place(NamedTuple):
    """Where a marker is: for a market that zigzags the number of the cell, else row and column."""

    row: int
    column: int
    since: int


class Quotes:
    def __init__(self, game: Game, title: str, players: int) -> None:
        self.title = title
        self.box: Any = game.title.data
        self.is_followed = players > 2 or title == "1862"
        cells = self.box.market.cells
        self.zigzags = self.box.market.form == "zigzag"
        self.prices = {
            (0, number) if self.zigzags else (cell.row, cell.column): cell.price for number, cell in enumerate(cells)
        }
        self.places: dict[str, Place | None] = {}
        """None: not known any more."""
        self.held: dict[str, int] = defaultdict(int)
        """What players hold of each company, in percent, at least."""
        self.perhaps: dict[str, int] = defaultdict(int)
        """What they may hold besides."""
        self.bought: set[str] = set()
        self.moves = 0
        self.done: list[str] = []
        """The companies that have operated in this round."""
        self.known: set[str] = set()
        """Those that have ever operated."""
        self.behind: set[str] = set()
        """Those that stood behind the operating one when its turn began, or of which it is not known."""
        self.operating: str | None = None
        self.paid = False
        self.earned = 0
        """What the operating company has run for."""
        self.last = ""
        """The kind of the latest action."""
        self.trading = False
        self.perhaps_traded = False
        """1824: whether it may have been a stock round in which nobody has bought anything."""
        self.perhaps_done: set[str] = set()
        """1824: companies that have operated in this round, if it was none."""
        self.late = False
        """18ESP: whether it may be the last round."""

    # ----------------------------------------------------------------------------------------------------------- moving

    def _start(self, company: str, row: int, column: int) -> None:
        self.moves += 1
        self.places[company] = Place(row, column, self.moves)

    def _move(self, company: str, rows: int, columns: int) -> None:
        """A marker that does not move keeps its place in the pile."""
        place = self.places.get(company)
        if place is None:
            return
        to = (place.row + rows, place.column + columns)
        if to in self.prices:
            self.moves += 1
            self.places[company] = Place(*to, self.moves)

    def _right(self, company: str) -> None:
        if self.zigzags:
            steps = self.box.rules(company).steps_for_dividend if self.title == "18CZ" else 1
            for _ in range(steps):
                self._move(company, 0, 2)
            return
        self._along(company, 1)

    def _left(self, company: str) -> None:
        if self.title == "1862":
            self._step(company, -2)
        elif self.zigzags:
            self._move(company, 0, -2)
        else:
            self._along(company, -1)

    def _along(self, company: str, columns: int) -> None:
        """1824: at the end of a row up, at its beginning down."""
        place = self.places.get(company)
        if place is not None and (place.row, place.column + columns) not in self.prices:
            self._move(company, -columns, 0)
        else:
            self._move(company, 0, columns)

    # ---------------------------------------------------------------------------------------------------------- reading

    def look(self, action: Said, begins: bool) -> str | None:
        """An action; whether it begins the turn of its company."""
        if not self.is_followed:
            return None
        kind, entity, by = action["type"], str(action["entity"]), action.get("entity_type")
        wrong = None
        if begins:
            self._close_turn()
            wrong = self._begin(entity)
        if by == "player" and kind in IN_STOCK_ROUNDS and self._is_stock_round(kind):
            self._close_turn()
            self.trading = True
        elif by == "player" and kind == "pass":
            self.perhaps_traded = True
        if kind in AFTER_DIVIDENDS and not (self.title == "1862" and kind == "merge"):
            self._fall_without_dividend()
        read = getattr(self, f"_read_{kind}", None)
        if read is not None:
            read(action)
        self.last = kind
        return wrong

    def known_prices(self) -> dict[str, int]:
        places = ((company, place) for company, place in self.places.items() if place is not None)
        return {company: self.prices[place.row, place.column] for company, place in places}

    def _is_stock_round(self, kind: str) -> bool:
        """1824: owners of mountain railways may also pass in an operating round."""
        return kind != "pass" or not self.title.startswith("1824")

    def _read_par(self, action: Said) -> None:
        company = str(action["corporation"])
        _, row, column = action["share_price"].split(",")
        self._start(company, 0 if self.zigzags else int(row), int(column))
        self.held[company] += self.box.papers.by_id[f"{company}_0"].percent

    def _read_buy_company(self, action: Said) -> None:
        """1824: the price of a coal railway is that of two shares of the company that it becomes."""
        charter = self.box.companies.get(action["company"])
        if not self.title.startswith("1824") or charter is None:
            return
        if charter.kind == "coal":
            column = self.box.numbers.stock.start_column
            rows = [row for (row, at), price in self.prices.items() if at == column and 2 * price == action["price"]]
            if rows:
                self._start(str(charter.becomes), rows[-1], column)
            self.perhaps[str(charter.becomes)] += 20

    def _read_special_buy(self, action: Said) -> None:
        if self.title.startswith("1824"):
            company = str(self.box.companies[action["description"]].becomes)
            self.perhaps[company] -= 20
            self.held[company] += 20

    def _read_buy_shares(self, action: Said) -> None:
        company = self.box.papers.by_id[action["shares"][0]].company
        self.bought.update(action["shares"])
        self.held[str(company)] += self.box.papers.by_id[action["shares"][0]].percent

    def _read_sell_shares(self, action: Said) -> None:
        company = str(self.box.papers.by_id[action["shares"][0]].company)
        whole = sum(self.box.papers.by_id[cert].percent for cert in action["shares"])
        sold = action.get("percent") or whole
        self.held[company] -= whole  # 1824: the whole of a certificate may have gone for the price of one half
        self.perhaps[company] += whole - sold
        strange = (cert for cert in action["shares"] if cert not in self.bought and not cert.endswith("_0"))
        self.perhaps[company] += sum(self.box.papers.by_id[cert].percent for cert in strange)
        if self.title == "1862":
            self._sold_in_1862(company, sold // 10, action)
            return
        if self.title.startswith("1824"):
            self._move(company, 1, 0)
            return
        for _ in range(sold // 10 if self.title == "18ESP" else 1):
            self._move(company, 0, -1)

    def _sold_in_1862(self, company: str, shares: int, action: Said) -> None:
        """Nothing moves before a company is launched, and in some zones less if it was not the director who sold."""
        place = self.places.get(company)
        if place is None:
            return
        if company not in self.known or action.get("entity_type") != "player" or not 40 <= self._price(company) <= 200:
            self.places[company] = None
        else:
            self._step(company, -shares)

    def _price(self, company: str) -> int:
        place = self.places[company]
        assert place is not None
        return self.prices[place.row, place.column]

    def _step(self, company: str, cells: int) -> None:
        """1862: a move past an end stops there; the first cell is bankruptcy."""
        place = self.places.get(company)
        if place is not None and cells:
            to = min(max(0, place.column + cells), len(self.prices) - 1)
            self._move(company, 0, to - place.column)
            if to == 0:
                self._gone(company)  # bankrupt

    def _read_run_routes(self, action: Said) -> None:
        self.earned = sum(route["revenue"] for route in action["routes"]) + (action.get("extra_revenue") or 0)

    def _dividend_of_1862(self, company: str, kind: str) -> None:
        """One step to the right for each time that the dividend is the price, at most four."""
        if self.places.get(company) is None:
            return
        if kind == "withhold":
            self._step(company, -2)
        else:
            self._step(company, 2 * min(4, self.earned // self._price(company) if kind == "payout" else 1))

    def _read_merge(self, action: Said) -> None:
        """18ESP: its director may get a share of the other company. 1862: the new price depends on trains, too."""
        if self.title == "1862":
            self.places[str(action["entity"])] = self.places[str(action["corporation"])] = None
            return
        self.perhaps[str(action["entity"])] += 10
        self._gone(str(action["corporation"]))

    def _read_buy_corporation(self, action: Said) -> None:
        self._gone(str(action["corporation"]))

    def _read_dividend(self, action: Said) -> None:
        company, self.paid = str(action["entity"]), True
        if self.title == "1862":
            self._dividend_of_1862(company, action["kind"])
        elif action["kind"] == "payout" and self.late and self.box.is_northern(company):
            self.places[company] = None  # in the last round it moves twice
        elif action["kind"] == "payout":
            self._right(company)
        else:
            self._left(company)

    def _read_buy_train(self, action: Said) -> None:
        if self.title == "1862":
            self.is_followed = not action["train"].startswith(LAST_OF_1862)
            if self.last == "pass":
                self.places[str(action["entity"])] = None  # shares of the treasury may have been sold for it
            return
        self.late = self.late or (self.title == "18ESP" and action["train"].startswith(LATE))

    def _gone(self, company: str) -> None:
        self.places.pop(company, None)

    # ------------------------------------------------------------------------------------------------- whose turn it is

    def _close_turn(self) -> None:
        self._fall_without_dividend()
        self.operating = None

    def _fall_without_dividend(self) -> None:
        """Before shares are sold for a train: whoever comes to a price later lies below."""
        if self.operating is not None and not self.paid:
            self._left(self.operating)
            self.paid = True

    def _begin(self, company: str) -> str | None:
        if self.trading:
            self._end_trading()
        if self.done[-1:] == [company]:
            self.places[company] = None  # where it operates alone, it is not sure where its turns end
        if self.perhaps_traded:
            self._perhaps_end_trading()
        late = company not in self.behind and self._key(company) is not None
        if company in self.perhaps_done:
            self.perhaps_done, self.done = set(), []
        if company in self.done or (late and company not in self.known):
            self._forget_the_silent()
            self.done = []  # a new round, which may begin with a company that has opened in the one before
        wrong = f"{company} operates before {self.done[-1]}" if self.done and late else None
        self.done.append(company)
        self.known.add(company)
        mine = self._key(company)
        self.behind = {
            other for other in self.box.companies if mine is None or (key := self._key(other)) is None or key > mine
        }
        self.operating, self.paid = company, False
        return wrong

    def _forget_the_silent(self) -> None:
        """1862: companies without a director and without a run fall without an action."""
        if self.title == "1862":
            self.places |= {company: None for company in self.known if company not in self.done}

    def _key(self, company: str) -> tuple[int, ...] | None:
        """By kind, price, the right one first, the upper marker first; smaller keys operate earlier."""
        kind = getattr(self.box.companies[company], "kind", "")
        if kind in FIRST and self.title.startswith("1824"):
            return (FIRST[kind], list(self.box.companies).index(company))
        place = self.places.get(company)
        if place is None:
            return None
        return (2, -self.prices[place.row, place.column], 0 if self.zigzags else -place.column, place.since)

    def _from_pioneer(self, company: str) -> int:
        """18ESP: a share comes with pioneer 6, and no action says of which company."""
        return 10 if self.title == "18ESP" and f"{company}_1" not in self.bought else 0

    def _is_minor(self, company: str) -> bool:
        return getattr(self.box.companies[company], "kind", "") == "minor"

    def _perhaps_end_trading(self) -> None:
        """Then it is not known who has risen."""
        self.perhaps_done |= {*self.done}
        self.perhaps_traded, self.done, self.behind = False, [], set()
        whole = [company for company in self.held if self.held[company] + self.perhaps[company] >= 100]
        self.places |= dict.fromkeys(whole)

    def _end_trading(self) -> None:
        """Companies that players hold completely rise, in operating order; not in 1862."""
        self._forget_the_silent()
        self.trading, self.perhaps_traded, self.done, self.behind = False, False, [], set()
        self.perhaps_done = set()
        if self.title == "1862":
            return
        companies = [company for company in self.held if not self._is_minor(company)]
        for company in sorted(companies, key=lambda company: self._key(company) or (9,)):
            if self.held[company] >= 100:
                self._move(company, *((0, 1) if self.zigzags else (-1, 0)))
            elif self.held[company] + self.perhaps[company] + self._from_pioneer(company) >= 100:
                self.places[company] = None
