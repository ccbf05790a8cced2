"""Positions of 1824 in the words of its rulebook.

    a_table().phase("4").railway("SD1", "A").open("MS", 90, "A20 B30", cash=400).turn_of("MS", "trains").game()

Everything is taken from the box: trains from the piles, stations from the charter, tiles from the supply.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from ferrovia import Game
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CertId, CompanyId, Owner, PlayerId, TrainId
from ferrovia.model.state import Frame, Quote, trains_of
from ferrovia.rules.rounds import GameFacts, OperatingFacts
from ferrovia.titles.t1824.companies import Turn, operating_order
from ferrovia.titles.t1824.material import Books, Material, MountainId
from ferrovia.titles.t1824.title import TITLE
from support.tables import TrackInWriting, a_stock_turn

STEPS = {
    "home": "place_home",
    "track": "lay_track",
    "station": "place_station",
    "run": "run_without_asking",
    "dividend": "keep_nothing",
    "half": "share_with_owner",
    "trains": "buy_trains",
    "fall": "fall_without_director",
    "pay": "pay_directorless_dividend",
}
"""What a company is doing, and the step of its turn."""
HOLDING = re.compile(r"(\D+)(\d+)")


class Table1824(TrackInWriting):
    """The set-up of 1824 after a first stock round in which nothing was sold but what is written."""

    def __init__(self, players: str, options: Mapping[str, str]) -> None:
        super().__init__(TITLE, players=players, options=options)
        self.rounds = 1
        for railway in self.box.private:
            self.state.certs[self.box.papers.directors_certificate(railway).id] = SCRAP
            self.state.certs[self.box.reserved[railway]] = IPO
            self._lift(railway)
        self.state.closed = tuple(self.box.private)
        for mountain in self.box.mountains:
            self.state.certs[mountain] = SCRAP

    def _lift(self, company: CompanyId) -> None:
        for stop in self.board.stations_of(company):
            self.state.board = self.board.without_station(stop, company)
            self.state.tokens[company] += 1

    @property
    def box(self) -> Material:
        return self.title.data

    @property
    def own(self) -> Books:
        return self.state.extras

    # ------------------------------------------------------------------------------------------------------ railways

    def railway(self, name: str, owner: str, *, cash: int = 0, trains: str = "", price: int = 0, at: str = "") -> Self:
        """A coal railway (bought at a price) or Pre-Staatsbahn of a player; `at`: where its station stands."""
        railway = self.company(name)
        self.state.closed = tuple(other for other in self.state.closed if other != railway)
        self.state.certs[self.box.papers.directors_certificate(railway).id] = self.player(owner)
        self.state.certs[self.box.reserved[railway]] = railway
        self.state.floated = (*self.state.floated, railway)
        heir = self.box.companies[railway].becomes
        if self.box.kind(railway) == "coal":
            assert heir is not None
            self.priced(heir, price // 2)
            self.keep(linked=(*self.own.linked, heir))
        if at:
            self.state.operated = (*self.state.operated, railway)
        return self.treasury(**{name: cash}).trains(**{name: trains}).stations(**{name: at})

    def mountains(self, **rows: str) -> Self:
        """Who owns which mountain railways: `mountains(A="B1 B3")`."""
        for name, row in rows.items():
            for mountain in row.split():
                self.state.certs[CertId(mountain)] = self.player(name)
        return self

    # ----------------------------------------------------------------------------------------------------- companies

    def priced(self, name: str, price: int, row: int | None = None) -> Self:
        """The marker on a price: of a regional in the start column, or in a row."""
        company, cells = self.company(name), self.box.market.cells
        cell = next(
            n for n, c in enumerate(cells) if c.price == price and (c.row == row if row is not None else c.zones)
        )
        since = 1 + max(quote.since for quote in self.state.prices.values())
        self.state.prices[company] = Quote(cell, since)
        self.state.pars.setdefault(company, price)
        return self

    def held(self, **rows: str) -> Self:
        """Who holds how many percent of a company, the holder of the director's certificate first; the rest stays."""
        for name, row in rows.items():
            company = self.company(name)
            certs = [c for c in self.box.papers.of[company] if self.state.certs[c.id] in (IPO, POOL)]
            for owner, percent in (HOLDING.fullmatch(part).groups() for part in row.split()):  # pyright: ignore[reportOptionalMemberAccess]
                left = int(percent)
                while left:
                    cert = next(cert for cert in certs if cert.percent <= left)
                    certs.remove(cert)
                    left -= cert.percent
                    self.state.certs[cert.id] = self.player(owner)
        return self

    def shares(self, **rows: str) -> Self:
        """Ordinary shares only, one name a share."""
        for name, row in rows.items():
            free = self.box.papers.ordinary(self.state, IPO, self.company(name))
            for cert, owner in zip(free, row.split(), strict=False):
                self.state.certs[cert.id] = self.player(owner)
        return self

    def open(
        self,
        name: str,
        price: int,
        held: str,
        *,
        row: int | None = None,
        cash: int = 0,
        trains: str = "",
        at: str = "",
        operated: bool = True,
    ) -> Self:
        """A company that operates: its price (in a row of the market), holders, treasury, trains, stations."""
        company = self.company(name)
        self.priced(name, price, row).held(**{name: held})
        self.state.floated = (*self.state.floated, company)
        if operated:
            self.state.operated = (*self.state.operated, company)
        return self.treasury(**{name: cash}).trains(**{name: trains}).stations(**{name: at})

    def phase(self, name: str) -> Self:
        """The phase; trains before those of the phase are gone, one of its own was sold."""
        self.state.phase = name
        order = list(self.box.phases)
        for train in trains_of(self.state, DEPOT):
            begins = self.box.card_of(train).phase
            if begins and order.index(begins) < order.index(name):
                self._give(train, SCRAP)
        first = next((t for t in trains_of(self.state, DEPOT) if self.box.card_of(t).phase == name), None)
        if first is not None and self.box.card_of(first).count:
            self._give(first, SCRAP)
        return self

    def sold_out(self, *kinds: str) -> Self:
        """Kinds of trains of which none is left in the bank."""
        for train in trains_of(self.state, DEPOT):
            if self.state.trains[train].face in kinds:
                self._give(train, SCRAP)
        return self

    def in_bank(self, *cards: str) -> Self:
        """Cards that are not sold yet."""
        for card in cards:
            self._give(TrainId(card), DEPOT)
        return self

    def trains(self, **rows: str) -> Self:
        for name, row in rows.items():
            for face in row.split():
                copies = [t for t, c in self.state.trains.items() if c.face == face and c.owner in (SCRAP, DEPOT)]
                gone = [t for t in copies if self.state.trains[t].owner == SCRAP]
                if self.box.cards[face].count:
                    self._give((gone or copies[::-1])[0], self.company(name))
                else:
                    number = 100 + sum(t.startswith(f"{face}-") for t in self.state.trains)
                    self._give(TrainId(f"{face}-{number}"), self.company(name), face)
        return self

    # ---------------------------------------------------------------------------------------------------- procedures

    def _game(self, **facts: Any) -> Frame:
        sets = GameFacts(sets_done=3, **facts)
        return replace(self.title.frame("game", sets), at="play_the_sets")

    def stock_round(self, player: str, number: int = 4, **facts: Any) -> Self:
        turn = a_stock_turn(self.state, player, number, **facts)
        return self.at(self._game(stock_round_done=True), Frame("stock round", "trade_in_turn", turn))

    def operating_round(self, at: str = "pay_mountain_income", *, rounds: int = 2, done: int = 1) -> Self:
        frame = self.title.frame("operating round", OperatingFacts())
        game = self._game(stock_round_done=True, rounds=rounds, rounds_done=done)
        return self.at(game, replace(frame, at=at))

    def end_of_set(self) -> Self:
        return self.at(self._game(stock_round_done=True, rounds=2, rounds_done=2))

    def turn_of(self, name: str, at: str = "track", *, script: str = "", rounds: int = 2, **facts: Any) -> Self:
        """A company's turn, at a step of it; whoever operates before it has done so."""
        company, companies = self.company(name), operating_order(self.state, self.box)
        private = self.box.kind(company) in ("coal", "pre")
        turn = Turn(company, first=company not in self.state.operated, **facts)
        done = companies[: companies.index(company) + 1]
        return self.at(
            self._game(stock_round_done=True, rounds=rounds, rounds_done=1),
            Frame("operating round", "operate_in_order", OperatingFacts(companies, done)),
            Frame(script or ("railway turn" if private else "company turn"), STEPS[at], turn),
        )


def a_table(players: str = "A B C D", *, profile: str = "rulebook", **options: str) -> Table1824:
    """The set-up for some players; options with _ for -."""
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return Table1824(players, {"profile": profile, **chosen})


# ------------------------------------------------------------------------------------------------- reading a position


def name(text: str) -> CompanyId:
    return CompanyId(Owner(text))


def mountain(text: str) -> MountainId:
    return MountainId(CertId(text))


def box_of(game: Game) -> Material:
    return game.title.data


def money(game: Game, owner: str) -> int:
    return game.state.cash[Owner(owner)]


def price(game: Game, company: str) -> str:
    """The price with row and column, as 120@0,2."""
    cell = box_of(game).market.cells[game.state.prices[name(company)].cell]
    return f"{cell.price}@{cell.row},{cell.column}"


def percent(game: Game, owner: str, company: str) -> int:
    return box_of(game).papers.percent(game.state, Owner(owner), name(company))


def director(game: Game, company: str) -> str | None:
    return box_of(game).director(game.state, name(company))


def certificates(game: Game, player: str) -> int:
    return box_of(game).certificates_of(game.state, PlayerId(Owner(player)))


def trains_with(game: Game, owner: str) -> str:
    return " ".join(sorted(game.state.trains[t].face for t in trains_of(game.state, Owner(owner))))


def train(game: Game, face: str, owner: str = DEPOT) -> TrainId:
    """The first card of a kind that somebody has."""
    found = [t for t in trains_of(game.state, Owner(owner)) if game.state.trains[t].face == face]
    return min(found, key=lambda t: int(t.rsplit("-", 1)[1]))


def stations(game: Game, company: str) -> str:
    return " ".join(sorted(game.state.board.stations_of(name(company))))


def offered(game: Game, kind: type[Any]) -> list[Any]:
    return [offer.action for offer in game.offers() if type(offer.action) is kind]


def why(game: Game, action: Any) -> str:
    """The paragraph by which an action is refused; empty if it is legal."""
    refusal = game.why_not(action)
    return "" if refusal is None else refusal.cite.paragraph


def events(game: Game, key: str) -> list[Mapping[str, Any]]:
    return [event.params for event in game.events if event.key == key]
