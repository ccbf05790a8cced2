"""Positions of 18CZ in the words of its rulebook.

    a_table().phase("d").has("KFN", price=80, held="A40 B20", cash=400, stations="G20").turn_of("KFN").game()

Everything is taken from the box: trains from the stack, markers from the charter, tiles from the supply.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from ferrovia import Game, Offer
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CertId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.state import Frame, Quote, trains_of
from ferrovia.model.upgrades import Upgrade
from ferrovia.rules.rounds import CompanyTurn, GameFacts, OperatingFacts
from ferrovia.rules.stock import StockTurn
from ferrovia.titles.t18cz.facts import DraftFacts
from ferrovia.titles.t18cz.material import VACLAV, Books, Material
from ferrovia.titles.t18cz.title import TITLE
from support.tables import TrackInWriting, a_stock_turn, refused
from titles.t18cz.answers import company_id, local_id

STEPS = {
    "home": "place_home",
    "track": "lay_track",
    "station": "place_station",
    "run": "run_without_asking",
    "dividend": "settle_what_needs_no_decision",
    "acquire": "acquire_companies",
    "trains": "buy_trains",
}
"""What a company is doing, and the step of its turn."""

HOLDING = re.compile(r"(\D+)(\d+)")


class CzTable(TrackInWriting):
    """The set-up of 18CZ, changed by name. The locals lie unsold, no company is started."""

    def __init__(self, players: str, options: Mapping[str, str]) -> None:
        super().__init__(TITLE, players=players, options=options)
        self.round(2)

    @staticmethod
    def on(game: Game) -> "CzTable":
        """The table as a game has left it, to be written on."""
        table = CzTable(" ".join(game.state.players), {})
        table.title, table.state = game.title, game.state.copy()
        table._box = game.title.counts(game.state)
        return table

    @property
    def box(self) -> Material:
        return self.title.data

    @property
    def own(self) -> Books:
        return self.state.extras

    # ------------------------------------------------------------------------------------------------------- the course

    def round(self, number: int) -> Self:
        """The operating round, 1 to 13, as whose local value is shown."""
        self._set, self._round_of_set = next(
            (at, number - sum(map(len, self.box.numbers.course.sets[:at])))
            for at in range(len(self.box.numbers.course.sets))
            if number <= sum(map(len, self.box.numbers.course.sets[: at + 1]))
        )
        values = [value for rounds in self.box.numbers.course.sets for value in rounds]
        return self.keep(local_value=values[number - 1])

    def phase(self, letter: str, *, top: str | None = None) -> Self:
        """The phase, and the letter of the card on top of the stack; the earlier cards are out of the game."""
        self.state.phase = letter
        first = top or letter
        for train in trains_of(self.state, DEPOT):
            if self.box.card_of(train).phase < first:
                self._give(train, SCRAP)
        if letter == first and letter != "a":
            copies = [t for t in self.state.trains if self.box.card_of(t).phase == letter]
            if all(self.state.trains[train].owner == DEPOT for train in copies) and self.box.card_of(copies[0]).count:
                self._give(copies[0], SCRAP)
        return self

    def rusted(self, kinds: str) -> Self:
        return self.keep(rusted=tuple(kinds.split()))

    # -------------------------------------------------------------------------------------------------------- companies

    def has(
        self,
        name: str,
        *,
        price: int,
        held: str,
        start: int | None = None,
        cash: int = 0,
        trains: str = "",
        stations: str = "",
        operated: bool | None = None,
        floated: bool | None = None,
    ) -> Self:
        """A started company: `held="A50 B25"` says who holds how many percent, the director first.

        It is floated if players hold half of it or once did (`floated`). One with stations has operated before. Its
        marker lies under those of companies written earlier.
        """
        company = self.company(name)
        self.state.prices[company] = Quote(self.box.market.cell_of(price), len(self.state.prices) + 1)
        self.state.pars[company] = start or price
        self.held(**{name: held})
        owners = (*self.state.players, VACLAV)
        half = self.box.papers.percent_of_all(self.state, owners, company) >= 50
        if floated or (floated is None and half):
            self.state.floated = (*self.state.floated, company)
        if operated or (operated is None and stations):
            self.state.operated = (*self.state.operated, company)
        if self.box.papers.percent(self.state, VACLAV, company):
            self.keep(vaclavs=(*self.own.vaclavs, company))
        return self.treasury(**{name: cash}).trains(**{name: trains}).stations(**{name: stations})

    def held(self, **rows: str) -> Self:
        """Who holds how many percent of a company, the director first; the rest is in the bank."""
        for name, row in rows.items():
            certs = list(self.box.papers.of[self.company(name)])
            self.state.certs |= {cert.id: IPO for cert in certs}
            for owner, percent in (HOLDING.fullmatch(part).groups() for part in row.split()):  # pyright: ignore[reportOptionalMemberAccess]
                left = int(percent)
                while left:
                    cert = next(cert for cert in certs if cert.percent <= left)
                    certs.remove(cert)
                    left -= cert.percent
                    self.state.certs[cert.id] = VACLAV if owner == VACLAV else self.player(owner)
        return self

    def trains(self, **rows: str) -> Self:
        """Train cards with a face up, by the face's name: `trains(KFN="2+2c 3d")`; `pool` is the pool."""
        for name, row in rows.items():
            owner = POOL if name == "pool" else self.company(name)
            for face in row.split():
                self._give(self._card_with(face), owner, face)
        return self

    def trades(self, one: str, other: str) -> Self:
        """Two companies change their trains."""
        ours, theirs = (trains_of(self.state, self.company(name)) for name in (one, other))
        for train in ours:
            self._give(train, self.company(other))
        for train in theirs:
            self._give(train, self.company(one))
        return self

    def _card_with(self, face: str) -> TrainId:
        """A card that lies in the stack or has left the game; of those without end one from below the top."""
        copies = [t for t in self.state.trains if any(f.name == face for f in self.box.card_of(t).faces)]
        free = [t for t in copies if self.state.trains[t].owner in (SCRAP, DEPOT)]
        card = self.box.card_of(free[0])
        if not card.count:
            return TrainId(f"{card.name}-{100 + sum(t.startswith(card.name) for t in self.state.trains)}")
        return min(free, key=lambda train: self.state.trains[train].owner != SCRAP)

    def locals(self, **rows: str) -> Self:
        """Who owns which locals, players or companies: `locals(A="S1 M2", KFN="L1")`."""
        for name, row in rows.items():
            owner = self.player(name) if name in self.state.players else self.company(name)
            for local in row.split():
                self.state.certs[CertId(local)] = owner
        return self

    def used(self, row: str) -> Self:
        """Locals whose ability is spent."""
        return self.keep(used_locals=tuple(local_id(name) for name in row.split()))

    def owes(self, **debts: int) -> Self:
        """Loans not repaid, each with its penalty."""
        owed = {self.player(name): amount for name, amount in debts.items()}
        self.state.debt = dict(owed)
        return self.keep(penalty=owed)

    def owes_no_more(self) -> Self:
        """Debts are paid; penalties stay."""
        self.state.debt = {}
        return self

    def _in_supply(self, hex_id: HexId) -> list[Upgrade]:
        """Tiles that belong to one company are left out."""
        return [upgrade for upgrade in super()._in_supply(hex_id) if not upgrade.tile.frame]

    # ------------------------------------------------------------------------------------------------------- procedures

    def _game_frame(self, **facts: Any) -> Frame:
        return replace(self.title.frame("game", GameFacts(sets_done=self._set, **facts)), at="play_the_sets")

    def drafting(self, *, turn: int = 0, passed: str = "") -> Self:
        facts = DraftFacts(turn, tuple(self.player(name) for name in passed.split()))
        outer = replace(self.title.frame("game", GameFacts()), at="play_the_sets")
        return self.keep(local_value=0).at(outer, self.title.frame("draft", facts))

    def stock_round(self, number: int, player: str | None = None, **facts: Any) -> Self:
        """The start of a stock round, or a player's turn in one."""
        self._set = number - 1
        frame = self.title.frame("stock round", StockTurn(number))
        if player is not None:
            frame = Frame("stock round", "trade_in_turn", a_stock_turn(self.state, player, number, **facts))
        return self.at(self._game_frame(stock_round_done=True), frame)

    def turn_of(self, name: str, at: str = "track", **facts: Any) -> Self:
        """A company's turn, at a step of it; whoever operates before it has done so."""
        company, companies = self.company(name), self.box.operating_order(self.state)
        turn = CompanyTurn(company, first=company not in self.state.operated, **facts)
        return self.at(
            self._game_frame(stock_round_done=True, rounds_done=self._round_of_set),
            Frame(
                "operating round",
                "operate_in_order",
                OperatingFacts(companies, companies[: companies.index(company) + 1]),
            ),
            Frame("company turn", STEPS[at], turn),
        )

    def operating_round(self) -> Self:
        """The start of an operating round, whose number is one more than the one shown."""
        return self.at(
            self._game_frame(stock_round_done=True, rounds_done=self._round_of_set),
            self.title.frame("operating round", OperatingFacts()),
        )

    def end_of_set(self) -> Self:
        """All operating rounds of the set are over."""
        rounds = len(self.box.numbers.course.sets[self._set])
        return self.at(self._game_frame(stock_round_done=True, rounds_done=rounds))


def a_table(players: str = "A B C", *, profile: str = "rulebook", **options: str) -> CzTable:
    """The set-up for some players; options with _ for -."""
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return CzTable(players, {"profile": profile, **chosen})


# --------------------------------------------------------------------------------------------------- reading a position


def box_of(game: Game) -> Material:
    return game.title.data


def books_of(game: Game) -> Books:
    return game.state.extras


def money(game: Game, owner: str) -> int:
    """The cash of a player, the treasury of a company."""
    return game.state.cash[Owner(owner)]


def owed(game: Game, player: str) -> tuple[int, int]:
    """Debt and penalty."""
    own, name = books_of(game), PlayerId(Owner(player))
    return game.state.debt.get(name, 0), own.penalty.get(name, 0)


def share_price(game: Game, company: str) -> int:
    return box_of(game).price(game.state, company_id(company))


def percent(game: Game, owner: str, company: str) -> int:
    return box_of(game).papers.percent(game.state, Owner(owner), company_id(company))


def in_bank(game: Game, company: str) -> int:
    """The percentage that nobody holds."""
    return percent(game, IPO, company) + percent(game, POOL, company)


def director(game: Game, company: str) -> str | None:
    return box_of(game).papers.director(game.state, company_id(company))


def certificates(game: Game, player: str) -> int:
    return list(game.state.certs.values()).count(Owner(player))


def trains_with(game: Game, owner: str) -> str:
    """The faces of somebody's trains in the order in which they came."""
    return " ".join(game.state.trains[train].face for train in trains_of(game.state, Owner(owner)))


def train_id(game: Game, owner: str, face: str, number: int = 0) -> TrainId:
    """A card by who has it and which face is up."""
    found = [t for t in trains_of(game.state, Owner(owner)) if game.state.trains[t].face == face]
    return found[number]


def top_card(game: Game) -> str:
    """The name of the card on top of the stack."""
    return box_of(game).card_of(trains_of(game.state, DEPOT)[0]).name


def stations_of(game: Game, company: str) -> str:
    return " ".join(sorted(game.state.board.stations_of(company_id(company))))


def markers(game: Game, company: str) -> int:
    """How many station markers lie unplaced."""
    return game.state.tokens[company_id(company)]


def tile_on(game: Game, hex_id: str) -> str:
    laid = game.state.board.tiles.get(HexId(hex_id))
    return "" if laid is None else f"{laid.tile}/{laid.turn}"


def owner_of(game: Game, paper: str) -> str:
    return game.state.certs[CertId(paper)]


def order_of_companies(game: Game) -> str:
    """The operating order."""
    return " ".join(box_of(game).operating_order(game.state))


def why(game: Game, action: Any, by: str | None = None) -> tuple[str, str]:
    """The key and the paragraph by which an action is refused; it is tried, and changes nothing."""
    refused(game, action, by=by)
    refusal = game.why_not(action, None if by is None else PlayerId(Owner(by)))
    assert refusal is not None
    return refusal.rule, refusal.cite.paragraph


def kinds_offered(game: Game) -> set[type[Any]]:
    return {type(offer.action) for offer in game.offers()}


def offers_of(game: Game, kind: type[Any]) -> list[Any]:
    """The actions of one kind that are offered."""
    return [offer.action for offer in game.offers() if isinstance(offer.action, kind)]


def the_offer(game: Game, action: Any) -> Offer:
    """The offer that begins with this action."""
    return next(offer for offer in game.offers() if offer.action == action)
