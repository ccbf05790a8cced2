"""Positions of 1862 in the words of its rulebook.

    a_table().phase("C").has("ESR", price=82, held="A4 B2", treasury=1, cash=400, trains="2F 3E*",
                             stations="F11 G12").turn_of("ESR", "dividend", revenue=60).game()

`held` says who holds how many shares, the director first (with the director's certificate); `treasury`, `pool` say how
many the company and the pool hold; the rest lies in the offer. Stars on trains are warranties. Everything is taken from
the box: trains from the pile, money from the bank.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from ferrovia import Game, Offer
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CompanyId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.state import Frame, Quote, trains_of
from ferrovia.model.upgrades import Upgrade
from ferrovia.rules.rounds import CompanyTurn, GameFacts, OperatingFacts
from ferrovia.titles.t1862.material import Books, Material, PermitId
from ferrovia.titles.t1862.parliament import ParliamentFacts
from ferrovia.titles.t1862.title import TITLE
from support.tables import TrackInWriting, a_stock_turn, joins, refused

HOLDING = re.compile(r"(\D+)(\d+)")


class EasternTable(TrackInWriting):
    """The set-up of 1862 with every company on offer in the first row, changed by name."""

    def __init__(self, players: str, options: Mapping[str, str]) -> None:
        super().__init__(TITLE, players=players, options=options)
        companies = tuple(self.box.companies)
        spaces = sum(self.box.numbers.rows) + self.box.variant.added_companies
        kinds = [kind for kind, number in self.box.variant.permits.items() for _ in range(number)]
        permits = {c: PermitId(kinds[at % len(kinds)]) for at, c in enumerate(companies)} if kinds else {}
        self.keep(offer=companies[:spaces], permit_of={c: permits[c] for c in companies[:spaces] if permits})

    @property
    def box(self) -> Material:
        return self.title.data

    @property
    def own(self) -> Books:
        return self.state.extras

    # ------------------------------------------------------------------------------------------------------- the course

    def offers(self, row: str) -> Self:
        """The companies on offer in the order of their spaces; the others are out of the game."""
        return self.keep(offer=tuple(self.company(name) for name in row.split()))

    def permits(self, **kinds: str) -> Self:
        """Original permits, and what a launched company may run: `permits(ESR="freight local")`, the original first."""
        for name, row in kinds.items():
            company, held = self.company(name), tuple(PermitId(kind) for kind in row.split())
            self.keep(permit_of={**self.own.permit_of, company: held[0]})
            if company in self.state.floated:
                self.keep(permits={**self.own.permits, company: held})
        return self

    def phase(self, letter: str) -> Self:
        """The phase: the earlier trains are out of the game, one of this band is sold and gone."""
        self.state.phase = letter
        for train in trains_of(self.state, DEPOT):
            if self.box.card_of(train).name < letter:
                self._give(train, SCRAP)
        if letter not in ("A", "H"):
            first = next(t for t in self.state.trains if self.box.card_of(t).name == letter)
            if self.state.trains[first].owner == DEPOT:
                self._give(first, SCRAP)
        return self

    def priority(self, player: str) -> Self:
        seats, at = self.state.players, self.state.players.index(self.player(player))
        self.state.order = (*seats[at:], *seats[:at])
        return self

    def lner(self, limit: int) -> Self:
        """The LNER has formed."""
        return self.keep(lner_limit=limit)

    # -------------------------------------------------------------------------------------------------------- companies

    def has(
        self,
        name: str,
        *,
        price: int,
        held: str = "",
        par: int | None = None,
        chartered: bool = False,
        launched: bool = True,
        cash: int = 0,
        treasury: int = 0,
        pool: int = 0,
        trains: str = "",
        stations: str = "",
        tokens: int = 0,
        operated: bool | None = None,
        permits: str = "",
        administered: bool = False,
    ) -> Self:
        """A started company; its marker lies under those of companies written earlier. `tokens` lie on its card.

        What is neither held nor in treasury or pool lies in the offer if it is chartered, else in the treasury.
        """
        company = self.company(name)
        if company not in self.own.offer:
            self.keep(offer=(*self.own.offer[:-1], company))
        if launched or not chartered:
            cell = self.box.market.cell_of(price)
            self.state.prices[company] = Quote(cell, len(self.state.prices) + 1)
        self.state.pars[company] = self.box.par_below(price) if par is None else par
        if chartered:
            self.keep(chartered=(*self.own.chartered, company))
        self._hold_shares(company, held, treasury, pool, IPO if chartered else company, administered)
        if launched:
            kinds = permits.split() or [self.own.permit_of.get(company, PermitId("freight"))]
            self.state.floated = (*self.state.floated, company)
            self.keep(permits={**self.own.permits, company: tuple(PermitId(kind) for kind in kinds)})
        if operated or (operated is None and stations):
            self.state.operated = (*self.state.operated, company)
        self.treasury(**{name: cash})
        self.state.tokens[company] = tokens
        return self.trains(name, trains).stations(**{name: stations})

    def _hold_shares(
        self, company: CompanyId, held: str, treasury: int, pool: int, rest: Owner, administered: bool
    ) -> None:
        directors, *ordinary = self.box.papers.of[company]
        certs = self.state.certs
        parts = [(self.player(who), int(n)) for who, n in (HOLDING.fullmatch(part).groups() for part in held.split())]  # pyright: ignore[reportOptionalMemberAccess]
        if administered:
            certs[directors.id] = POOL
        elif parts:
            certs[directors.id] = parts[0][0]
            parts[0] = (parts[0][0], parts[0][1] - 3)
        else:
            certs[directors.id] = rest
        for owner, count in (*parts, (company, treasury), (POOL, pool)):
            for _ in range(count):
                certs[ordinary.pop().id] = owner
        for cert in ordinary:
            certs[cert.id] = rest

    def trains(self, name: str, row: str) -> Self:
        """Train cards by what they were bought as, with a star for each warranty: `trains("ESR", "2F* 2/3E")`."""
        for face in row.split():
            plain = face.rstrip("*")
            train = self._card_with(plain)
            self._give(train, self.company(name), plain)
            if face != plain:
                self.keep(warranties={**self.own.warranties, train: len(face) - len(plain)})
        return self

    def _card_with(self, face: str) -> TrainId:
        band = next(b for b in self.box.cards.values() if any(f.name == face for f in b.faces))
        copies = [t for t in self.state.trains if self.box.card_of(t) == band]
        if not band.count:
            taken = [t for t in copies if self.state.trains[t].owner != DEPOT]
            return TrainId(f"{band.name}-{100 + len(taken)}")
        free = [t for t in copies if self.state.trains[t].owner in (SCRAP, DEPOT)]
        return min(free, key=lambda train: self.state.trains[train].owner != SCRAP)

    def sold_out(self, bands: str) -> Self:
        """No train of these bands is left in the pile."""
        for train in trains_of(self.state, DEPOT):
            if self.box.card_of(train).name in bands.split():
                self._give(train, SCRAP)
        return self

    def stations(self, **rows: str) -> Self:
        """Where a company stands, in the order of placing: `stations(EUR="E12 F11 B15.1")`; London is `B15.1`."""
        for name, row in rows.items():
            for place in row.split():
                self._put_station(self.company(name), place)
                self.keep(placed=(*self.own.placed, (HexId(place.split(".")[0]), self.company(name))))
        return self

    def owes(self, **charters: str) -> Self:
        """[4.3] Who must launch which companies."""
        owed = [(self.player(who), self.company(name)) for who, row in charters.items() for name in row.split()]
        return self.keep(obligations=tuple(owed))

    # ----------------------------------------------------------------------------------------------------------- track

    def line(self, row: str) -> Self:
        """Track along a row of hexes, as far as there is none yet; hexes off the board only say where it leads."""
        hexes = [HexId(name) for name in row.split()]
        for at, hex_id in enumerate(hexes):
            if self.board.map.hexes[hex_id].colour != "white":
                continue
            sides = self._sides_in_line(hexes, at)
            while any(not self.board.exits(hex_id) >> side & 1 for side in sides):
                upgrade = self._joining(hex_id, sides)
                self.state.board = self.board.with_tile(hex_id, upgrade.tile.id, upgrade.turn)
        return self

    def _joining(self, hex_id: HexId, sides: set[int]) -> Upgrade:
        """The first tile in supply that joins these sides; else one that may later."""
        choices = self._in_supply(hex_id)
        if not choices:
            raise LookupError(f"no tile joins {sides} on {hex_id}")
        suited = (upgrade for upgrade in choices if joins(upgrade, sides))
        return next(suited, None) or max(choices, key=lambda u: sum(u.exits >> side & 1 for side in sides))

    # ------------------------------------------------------------------------------------------------------- procedures

    def game_frame(self, **facts: Any) -> Frame:
        given: dict[str, Any] = {"sets_done": 1, "opened": 1} | facts
        return replace(self.title.frame("game", GameFacts(**given)), at="play_the_sets")

    def turn_of(self, name: str, at: str = "", *, first: bool | None = None, **facts: Any) -> Self:
        """A company's turn at a step of its script, by the step's name; whoever operates before it has done so."""
        company, companies = self.company(name), self.box.operating_order(self.state)
        is_first = company not in self.state.operated if first is None else first
        turn = CompanyTurn(company, first=is_first, **facts)
        operated = companies[: companies.index(company) + 1]
        frame = self.title.frame("company turn", turn)
        return self.at(
            self.game_frame(stock_round_done=True, rounds=3, rounds_done=1),
            Frame("operating round", "operate_in_order", OperatingFacts(companies, operated)),
            replace(frame, at=at) if at else frame,
        )

    def operating_round(self, *, rounds: int = 3, done: int = 1) -> Self:
        """The start of an operating round of a set."""
        return self.at(
            self.game_frame(stock_round_done=True, rounds=rounds, rounds_done=done),
            self.title.frame("operating round", OperatingFacts()),
        )

    def parliament(self, player: str = "A", **facts: Any) -> Self:
        """A round of Parliament in which it is this player's turn."""
        return self.at(self.game_frame(), self.title.frame("parliament", ParliamentFacts(self.player(player), **facts)))

    def stock_round(self, player: str = "A", *, number: int = 2, **facts: Any) -> Self:
        """A stock round in which it is this player's turn."""
        frame = self.title.frame("stock round", a_stock_turn(self.state, player, number, **facts))
        return self.at(self.game_frame(stock_round_done=True), replace(frame, at="trade_in_turn"))

    def end_of_set(self) -> Self:
        """All operating rounds of the set are over."""
        return self.at(self.game_frame(stock_round_done=True, rounds=2, rounds_done=2))


def a_table(players: str = "A B C D", *, profile: str = "rulebook", **options: str) -> EasternTable:
    """The set-up for some players; options with _ for -."""
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return EasternTable(players, {"profile": profile, **chosen})


# --------------------------------------------------------------------------------------------------- reading a position


def box_of(game: Game) -> Material:
    return game.title.data


def books_of(game: Game) -> Books:
    return game.state.extras


def company_id(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def player_id(name: str) -> PlayerId:
    return PlayerId(Owner(name))


def money(game: Game, owner: str) -> int:
    """The cash of a player, the treasury of a company."""
    return game.state.cash[Owner(owner)]


def price_of(game: Game, company: str) -> int:
    return box_of(game).price(game.state, company_id(company))


def shares(game: Game, owner: str, company: str) -> int:
    return box_of(game).papers.shares(game.state, Owner(owner), company_id(company))


def holdings(game: Game, company: str) -> dict[str, int]:
    """Who holds how many shares: players, `ipo`, `pool`, and the company itself."""
    owners = (*game.state.players, IPO, POOL, company_id(company))
    return {str(owner): held for owner in owners if (held := shares(game, owner, company))}


def director(game: Game, company: str) -> str | None:
    return box_of(game).papers.director(game.state, company_id(company))


def trains(game: Game, company: str) -> list[str]:
    """What a company's trains were bought as, with a star for each warranty."""
    left = books_of(game).warranties
    cards = game.state.trains
    return [cards[t].face + "*" * left.get(t, 0) for t in trains_of(game.state, company_id(company))]


def offers_of(game: Game, kind: type[Any]) -> list[Any]:
    return [offer.action for offer in game.offers() if isinstance(offer.action, kind)]


def kinds_offered(game: Game) -> set[str]:
    return {type(offer.action).__name__ for offer in game.offers()}


def why(game: Game, action: Any) -> str:
    """The paragraph by which an action is refused."""
    return refused(game, action).split(" ")[0]


def told(game: Game, key: str) -> list[Mapping[str, Any]]:
    """What the events with a key said."""
    return [event.params for event in game.events if event.key == key]


def open_offer(game: Game) -> Offer:
    return next(offer for offer in game.offers() if offer.open)
