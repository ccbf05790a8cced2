"""Positions of 18ESP in the words of its rulebook.

    a_table().phase("3").has("CRB", price=132, held="X50 Y20 market20", trains="3 3", stations="B26").turn_of("CRB")

Everything is taken from the box: trains from the pile, stations from the charter, tiles from the supply.
"""

import re
from collections.abc import Mapping
from typing import Any, Self

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.board import stop_id
from ferrovia.model.ids import (
    DEPOT,
    IPO,
    POOL,
    SCRAP,
    CertId,
    CompanyId,
    FaceId,
    HexId,
    Owner,
    PlayerId,
    TrainId,
)
from ferrovia.model.route import read_route
from ferrovia.model.state import Frame, Quote, trains_of
from ferrovia.rules.auction import auction_of
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stock import StockTurn
from ferrovia.titles.t18esp.facts import CycleFacts, Turn
from ferrovia.titles.t18esp.launch import FIRST_STATIONS
from ferrovia.titles.t18esp.material import Books, Material, PioneerId
from ferrovia.titles.t18esp.setup import DrawShare, LeaveOut
from ferrovia.titles.t18esp.title import TITLE
from support.tables import TrackInWriting, refused

STEPS = {
    "base": "place_base_without_choice",
    "build": "build",
    "run": "run_without_asking",
    "earnings": "keep_nothing",
    "absorb": "absorb_a_minor",
    "trains": "buy_trains",
}
"""What a company is doing, and the step of its turn."""

HOLDING = re.compile(r"([A-Za-z]+?)(\d+)")
PLACES = {"market": POOL, "bank": IPO}


def company_id(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def pioneer_id(name: str) -> PioneerId:
    return PioneerId(CertId(name))


class EspTable(TrackInWriting):
    """The set-up of 18ESP, changed by name: nobody owns a pioneer, no company is started."""

    def __init__(self, players: str, options: Mapping[str, str], carreno: str, without: str) -> None:
        super().__init__(TITLE, players=players, options=options)
        game = Game.at(self.title, self.state)
        for name in without.split():
            game = game.play(LeaveOut(company_id(name)))
        game = game.play(DrawShare(company_id(carreno)))
        if game.state.stack[-1].script == "game":
            game = game.play(DrawShare(company_id(carreno)))
        self.state = game.state.copy()
        self._cycle, self._rounds, self._last = 3, 1, False

    @property
    def box(self) -> Material:
        return self.title.data

    @property
    def own(self) -> Books:
        return self.state.extras

    # ------------------------------------------------------------------------------------------------------- the course

    def phase(self, name: str, *, top: str | None = None) -> Self:
        """The phase, and the type of the train on top of the pile; earlier ones are out of the game, and the first of
        the phase's own has left."""
        self.state.phase = name
        cards = [card for card in self.box.numbers.trains if card.phase]
        first = next(card for card in cards if (card.name == top if top else card.phase == name))
        for card in cards[: cards.index(first)]:
            for train in trains_of(self.state, DEPOT):
                if self.box.card_of(train) is card:
                    self._give(train, SCRAP)
        if first.phase == name and name != "2" and first.count:
            self._give(trains_of(self.state, DEPOT)[0], SCRAP)
        if first.phase == name == "7":
            self._next_of_the_last()
        if name in "4567":
            self._give(TrainId("2-0"), SCRAP)
        if name in "567":
            for pioneer in self.box.pioneers:
                self.state.certs[pioneer] = SCRAP
        return self

    def _next_of_the_last(self) -> None:
        """One train of the type without number leaves the pile."""
        train = trains_of(self.state, DEPOT)[0]
        name, number = train.rsplit("-", 1)
        self._give(train, SCRAP)
        self._give(TrainId(f"{name}-{int(number) + 1}"), DEPOT, self.box.cards[name].faces[0].name)

    def pile(self, row: str) -> Self:
        """The trains of the pile that are left, as types: `pile("2 3 3")`; all others are out of the game."""
        wanted = row.split()
        for train in trains_of(self.state, DEPOT):
            name = self.box.card_of(train).name
            if name in wanted:
                wanted.remove(name)
            elif self.box.card_of(train).count:
                self._give(train, SCRAP)
        return self

    def course(self, *, cycle: int = 3, rounds: int = 1, last: bool = False) -> Self:
        self._cycle, self._rounds, self._last = cycle, rounds, last
        return self

    # -------------------------------------------------------------------------------------------------------- companies

    def has(
        self,
        name: str,
        *,
        price: int,
        held: str,
        par: int | None = None,
        cash: int = 0,
        trains: str = "",
        stations: str = "",
        operated: bool | None = None,
        floated: bool = True,
        staged: bool = True,
        met: str = "",
    ) -> Self:
        """A started company: `held="X40 Y20 market10"`, the director first; the rest is in the bank.

        One with stations has operated before. A major was launched before phase 5 (`staged`) with its first stations,
        and has `met` some objectives.
        """
        company = self.company(name)
        self.state.prices[company] = Quote(self.box.market.cell_of(price), len(self.state.prices) + 1)
        self.state.pars[company] = par or (price if 70 <= price <= 100 else 100)
        self.held(**{name: held})
        if floated:
            self.state.floated = (*self.state.floated, company)
            if staged and not self.box.is_minor(company):
                self._lock(company, met.split())
        if operated or (operated is None and stations):
            self.state.operated = (*self.state.operated, company)
        return self.treasury(**{name: cash}).trains(**{name: trains}).stations(**{name: stations})

    def _lock(self, company: CompanyId, met: list[str]) -> None:
        unlocked = len(met) + ("absorption" in met)
        locked = self.state.tokens[company] - FIRST_STATIONS - unlocked
        self.state.tokens[company] -= locked
        self.keep(
            staged=(*self.own.staged, company),
            locked={**self.own.locked, company: locked},
            objectives={**self.own.objectives, company: tuple(met)},
            absorptions={**self.own.absorptions, company: int("absorption" in met)},
        )

    def held(self, **rows: str) -> Self:
        """Who holds how many percent, the director first; the rest is in the bank, a reserved share on the charter."""
        for name, row in rows.items():
            company = self.company(name)
            certs = [c for c in self.box.papers.of[company] if self.state.certs[c.id] != company]
            self.state.certs |= {cert.id: IPO for cert in certs}
            for match in map(HOLDING.fullmatch, row.split()):
                assert match is not None
                owner = PLACES[match[1]] if match[1] in PLACES else self.player(match[1])
                self._hand(certs, owner, int(match[2]))
        return self

    def _hand(self, certs: list[Any], owner: Owner, percent: int) -> None:
        while percent:
            cert = next(c for c in certs if c.percent <= percent and not (owner in (POOL, IPO) and c.is_directors))
            certs.remove(cert)
            percent -= cert.percent
            self.state.certs[cert.id] = owner

    def unreserved(self, row: str) -> Self:
        """Southern companies whose reserved share is in the bank."""
        for name in row.split():
            for cert in self.box.papers.held(self.state, self.company(name), self.company(name)):
                self.state.certs[cert.id] = IPO
        return self

    def trains(self, **rows: str) -> Self:
        """Train cards with a face up: `trains(CRB="3 2+3 6+5C")`; of a combined train any card of its type."""
        for name, row in rows.items():
            for face in row.split():
                self._give(self._card_for(face), self.company(name), face)
        return self

    def _card_for(self, face: str) -> TrainId:
        card = self.box.card_of_face.get(face) or self.box.cards["4"]
        if card.name == "2P":
            return TrainId("2P-0")
        copies = [t for t in self.state.trains if self.box.card_of(t) is card and t != "2-0"]
        free = [t for t in copies if self.state.trains[t].owner in (SCRAP, DEPOT)]
        if not card.count:
            return TrainId(f"{card.name}-{100 + len(copies)}")
        return min(free, key=lambda train: self.state.trains[train].owner != SCRAP)

    def pioneers(self, **rows: str) -> Self:
        """Who owns which pioneers, players or companies."""
        for name, row in rows.items():
            owner = self.player(name) if name in self.state.players else self.company(name)
            for pioneer in row.split():
                self.state.certs[pioneer_id(pioneer)] = owner
        return self

    def tenders(self, **counts: int) -> Self:
        """Where the tenders are: companies, `pioneer`, `market`; the rest has left the game."""
        places: dict[str, Owner] = {"pioneer": Owner("P5"), "market": POOL}
        tenders = {places.get(name) or self.company(name): number for name, number in counts.items() if number}
        gone = self.box.edition.tenders - sum(tenders.values())
        return self.keep(tenders={**tenders, **({SCRAP: gone} if gone else {})})

    def ran(self, row: str) -> Self:
        """Minors that have run a train."""
        return self.keep(has_run=tuple(self.company(name) for name in row.split()))

    def open(self, row: str) -> Self:
        """Passes that are open."""
        for hex_id in row.split():
            self.state.board = self.board.with_opened(stop_id(HexId(hex_id), 0))
        return self

    def owes(self, **debts: int) -> Self:
        self.state.debt = {self.player(name): amount for name, amount in debts.items()}
        return self

    # ------------------------------------------------------------------------------------------------------- procedures

    def _game_frame(self, **facts: Any) -> Frame:
        game = CycleFacts(sets_done=self._cycle, is_last=self._last, **facts)
        return Frame("game", "play_cycles", game)

    def auction(self, pioneer: str, opener: str) -> Self:
        """The auction of a pioneer begins; those before it are sold."""
        least = self.box.pioneers[pioneer_id(pioneer)].value
        frame = auction_of(Table(self.title, self.state), pioneer, opener=self.player(opener), least=least)
        for before in self.box.pioneers:
            if before < pioneer and self.state.certs[before] == IPO:
                self.state.certs[before] = SCRAP
        outer = Frame("game", "play_cycles", CycleFacts())
        return self.at(outer, self.title.frame("pioneers", None), self.title.frame("auction", frame))

    def stock_round(self, player: str, **facts: Any) -> Self:
        """A player's turn in a stock round."""
        turn = self.state.order.index(self.player(player))
        stock = StockTurn(number=self._cycle + 1, turn=turn, **facts)
        return self.at(self._game_frame(stock_round_done=True), Frame("stock round", "trade_in_turn", stock))

    def turn_of(self, name: str, at: str = "build", **facts: Any) -> Self:
        """A company's turn, at a step of it; whoever operates before it has done so."""
        company, order = self.company(name), self.box.operating_order(self.state)
        done = order[: order.index(company) + 1]
        turn = Turn(company, first=company not in self.state.operated, **facts)
        return self.at(
            self._game_frame(stock_round_done=True, rounds=self._rounds, rounds_done=self._rounds),
            Frame("operating round", "operate_in_order", OperatingFacts(operated=done)),
            Frame("company turn", STEPS[at], turn),
        )

    def operating_round(self) -> Self:
        return self.at(
            self._game_frame(stock_round_done=True, rounds=self._rounds, rounds_done=self._rounds),
            self.title.frame("operating round", OperatingFacts()),
        )


STANDARD = {"profile": "rulebook", "set-up": "standard"}


def a_table(
    players: str = "X Y Z W", *, profile: str = "rulebook", carreno: str = "CFLG", without: str = ""
) -> EspTable:
    """The standard set-up, or a random one `without` some companies, northern ones first."""
    options = {"profile": profile, "set-up": "random" if without else "standard"}
    return EspTable(players, options, carreno, without)


ALL_NORTH = "CFEA CFLG N MZA AVT CM MS AC"
"""A random set-up with SFVA and FdC, without MZA and N, with MH, CSE and CA."""


# --------------------------------------------------------------------------------------------------- reading a position


def inside(game: Game) -> Table:
    """The table of a position, for questions about it."""
    return Table(game.title, game.state)


def box_of(game: Game) -> Material:
    return game.title.data


def books_of(game: Game) -> Books:
    return game.state.extras


def money(game: Game, *owners: str) -> Any:
    """The cash of players, the treasuries of companies."""
    found = tuple(game.state.cash[Owner(owner)] for owner in owners)
    return found[0] if len(found) == 1 else found


def price(game: Game, company: str) -> int:
    return box_of(game).price(game.state, company_id(company))


def percent(game: Game, owner: str, company: str) -> int:
    return box_of(game).papers.percent(game.state, PLACES.get(owner, Owner(owner)), company_id(company))


def director(game: Game, company: str) -> str | None:
    return box_of(game).papers.director(game.state, company_id(company))


def trains_with(game: Game, owner: str) -> str:
    return " ".join(game.state.trains[train].face for train in trains_of(game.state, Owner(owner)))


def train_id(game: Game, owner: str, face: str) -> TrainId:
    return next(t for t in trains_of(game.state, Owner(owner)) if game.state.trains[t].face == face)


def top(game: Game) -> TrainId:
    return trains_of(game.state, DEPOT)[0]


def stations_of(game: Game, company: str) -> str:
    return " ".join(sorted(game.state.board.stations_of(company_id(company))))


def markers(game: Game, company: str) -> tuple[int, int]:
    """Stations available and locked."""
    return game.state.tokens[company_id(company)], books_of(game).locked.get(company_id(company), 0)


def owner_of(game: Game, paper: str) -> str:
    return game.state.certs[CertId(paper)]


def order_of_companies(game: Game) -> str:
    return " ".join(box_of(game).operating_order(game.state))


def kinds_offered(game: Game) -> set[type[Any]]:
    return {type(offer.action) for offer in game.offers()}


def offers_of(game: Game, kind: type[Any]) -> list[Any]:
    return [offer.action for offer in game.offers() if isinstance(offer.action, kind)]


def why(game: Game, action: Any, by: str | None = None) -> tuple[str, str]:
    """The key and the paragraph by which an action is refused; it is tried, and changes nothing."""
    refused(game, action, by=by)
    refusal = game.why_not(action, None if by is None else PlayerId(Owner(by)))
    assert refusal is not None
    return refusal.rule, refusal.cite.paragraph


def run(game: Game, *ways: str) -> RunTrains:
    """Routes as `2-1: F24.0 F26.0`; a train may be named by its face: `3+4: H12.0 H8.0`."""
    company = game.where()[-1].facts.company
    routes = []
    for way in ways:
        face, _, rest = way.partition(":")
        taken = [route.train for route in routes]
        cards = [t for t in trains_of(game.state, company) if game.state.trains[t].face == face and t not in taken]
        routes.append(read_route(f"{cards[0] if cards else face}:{rest}"))
    return RunTrains(tuple(routes))


def face(name: str) -> FaceId:
    return FaceId(name)
