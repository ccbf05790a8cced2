"""18ESP: our answers written as the site's actions."""

from collections.abc import Callable, Mapping
from typing import Any

from ferrovia.engine.play import Game, Table
from ferrovia.engine.record import Record
from ferrovia.interop.exported import ASKED
from ferrovia.interop.notices import Remark
from ferrovia.interop.routes import route_as_recorded, written_route
from ferrovia.interop.site import Sheet, Written
from ferrovia.interop.t18esp.asking import FOLLOW, last_question
from ferrovia.interop.t18esp.bookkeeping import certificates_of
from ferrovia.interop.t18esp.meanings import runnable_in_their_eyes
from ferrovia.interop.t18esp.notes import Notes
from ferrovia.interop.t18esp.setup import CORE, NAME, deals
from ferrovia.interop.writer import Writer
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CHANCE, CertId, CompanyId, StopId
from ferrovia.model.route import Route
from ferrovia.rules import consent, loans, stations, stock, trains
from ferrovia.rules import track as laying
from ferrovia.rules.consent import ConsentFacts
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t18esp import (
    absorption,
    auction,
    combining,
    forced,
    homes,
    objectives,
    passes,
    phases,
    pioneers,
    running,
    setup,
    track,
)
from ferrovia.titles.t18esp.facts import AbsorptionFacts, CarrenoFacts, Turn
from ferrovia.titles.t18esp.material import MADRID_LINES, P1, P4, P5, Material
from ferrovia.titles.t18esp.title import RULEBOOK_RUNNING, SITE_RUNNING

SEEDS = 300_000
"""How many seeds are tried."""
MZ = MADRID_LINES[0]
"""The minor whose base in Madrid the site places by an action of its own."""


def write(record: Record) -> Sheet:
    """A whole game, with just the passes that the site would wait for."""
    random = record.options.get("set-up", "standard") != "standard"
    drawn = _drawn(record)
    seed = next((number for number in range(SEEDS) if deals(number, drawn, random=random)), None)
    settings = {
        "seed": seed or 0,
        "optional_rules": list[str]() if random else [CORE],
        "ferrovia": {**record.options, **drawn},
    }
    return Sheet(NAME, settings, _Writer(record).write(), (Remark("not-dealt"),) if seed is None else ())


def _drawn(record: Record) -> dict[str, Any]:
    """What chance has drawn."""
    drawn = [entry.action for entry in record.entries if entry.who == CHANCE]
    shares = [action.company for action in drawn if isinstance(action, setup.DrawShare)]
    without = [action.company for action in drawn if isinstance(action, setup.LeaveOut)]
    return {"without": without, "shares": shares}


TurnKey = tuple[CompanyId, int, int]
"""A company's turn: whose, in which cycle and round."""


def slot_of(board: Board, company: CompanyId, stop: StopId) -> int:
    """In which slot a station stands. One that is stacked, as MZ or MZA in Madrid, is written into the first: there is
    no slot beyond those of the city."""
    there = board.stations_at(stop)
    slot = there.index(company) if company in there else 0
    return slot if slot < board.stop(stop).slots else 0


class _Writer(Writer[Notes]):
    def __init__(self, record: Record) -> None:
        super().__init__(record, FOLLOW, NAME, ours=_drawn(record))
        self.box: Material = record.title.data
        self.named: list[CertId] = []
        """The certificates that the present answer is about."""
        self.written: list[Written] = []
        self.absorbed: TurnKey | None = None
        """The latest turn in which the site's question about absorptions is over."""
        self.asked: type[Any] | None = None
        """Our present question, if the site has gone on already."""
        self.waiting: Written | None = None
        """A deal that the other side has not agreed to yet."""

    def write(self) -> list[Written]:
        for entry in self.record.entries:
            action, before = entry.action, self.game
            FOLLOW.look(self.follower)
            self.asked = self._asked_too_late(action)
            self._pass_absorption_before(action)
            self._last_passes(action)
            skipped = isinstance(action, SKIPPED) and self.follower.site_would_skip()
            self.named = certificates_of(self.follower, before, action)
            self.follower.play(action)
            turn = self.follower.notes.turn if any(isinstance(f.facts, Turn) for f in before.where()) else None
            FOLLOW.look(self.follower)
            if not skipped:
                self._write(before, action)
            self._automatic_answers(before, action, turn)
        return [{key: value for key, value in one.items() if key != "auto_actions" or value} for one in self.written]

    def _pass_absorption_before(self, action: Any) -> None:
        """What is bought while we ask about something that the site leaves out is bought after that there."""
        turn = self.follower.notes.turn
        if turn is None or turn == self.absorbed or not isinstance(action, pioneers.BuyPioneer | pioneers.BuyTender):
            return
        here = self.follower.remember()
        self.follower.go_on()
        if self._absorptions_are_over(turn):
            self.absorbed = turn
            self._add_automatic(self._remarked(self._by_company(turn[0], "pass")))
        self.follower.go_back(here)

    def _asked_too_late(self, action: Any) -> type[Any] | None:
        """The question during which something is bought or sold, where the site has left it out."""
        trades = isinstance(action, pioneers.BuyPioneer | pioneers.BuyTender | stock.SellShares)
        question = self.follower.question() if trades else None
        return question if question is not stock.EndStockTurn and self.follower.site_would_skip() else None

    def _last_passes(self, action: Any) -> None:
        """At the end of a turn the site asks up to three times what we ask once."""
        closing = isinstance(action, trains.EndTrains)
        until = 1 if isinstance(action, combining.CombineTrains) else 3 if closing else 0
        while until and self._is_at_trains() and (asked := last_question(self.follower)) is not None and asked < until:
            self.follower.notes.closed = asked + 1
            self._add(self._by_company(self._turn(self.game), "pass"))

    def _is_at_trains(self) -> bool:
        return self.follower.question() is trains.EndTrains

    def _automatic_answers(self, before: Game, action: Any, turn: TurnKey | None) -> None:
        """What the site adds by itself: the base of MZ, the face of pioneer 2's train for a minor, the fate of a
        minor's station where there is no choice, and a pass where there is nothing to absorb, or nothing more."""
        for event in self.game.events:
            if event.key == "base-placed" and event.params["company"] == MZ:
                self._add_automatic(self._token(MZ, event.params["stop"]))
            if event.key == "face-chosen" and not isinstance(action, pioneers.ChooseFace):
                company, face = event.params["company"], event.params["face"]
                self._add_automatic(self._by_company(company, "choose", choice=face))
        if isinstance(action, absorption.Absorb) and not self._is_absorbing():
            self._add_automatic(self._by_company(self._turn(before), "choose", choice="charter"))
        if turn is None or turn == self.absorbed or not self._absorptions_are_over(turn):
            return
        self.absorbed = turn
        if not isinstance(action, absorption.EndAbsorption):
            self._add_automatic(self._by_company(turn[0], "pass"))

    def _is_absorbing(self) -> bool:
        return any(isinstance(frame.facts, AbsorptionFacts | ConsentFacts) for frame in self.game.where())

    def _absorptions_are_over(self, turn: TurnKey) -> bool:
        now = next((f.facts for f in self.game.where() if isinstance(f.facts, Turn)), None)
        if now is None or self.follower.notes.turn != turn:
            return True
        return now.paid and not self._is_absorbing() and self.follower.question() is not absorption.EndAbsorption

    def _add_automatic(self, written: Written) -> None:
        if self.written:
            self.written[-1]["auto_actions"].append(written)

    def _write(self, before: Game, action: Any) -> None:
        if isinstance(action, consent.Agree | consent.Reject):
            if self.waiting is not None and isinstance(action, consent.Agree):
                self._add(self.waiting)
            self.waiting = None
            return
        writer: Callable[[_Writer, Game, Any], Written | None] = WRITING[type(action)]
        written = writer(self, before, action)
        if written is None:
            return
        written = self._remarked(written)
        if self.game.where() and self.game.where()[-1].script == "consent" and self.game.ask is not None:
            self.waiting = written
        else:
            self._add(written)

    def _remarked(self, written: Written) -> Written:
        """With the question that we ask where the site has gone on already."""
        return written if self.asked is None else {**written, "ferrovia": {ASKED: [self.asked.__name__]}}

    def _add(self, written: Written) -> None:
        self.written.append({**written, "auto_actions": list[Written]()})

    # ------------------------------------------------------------------------------------------------------ the pieces

    def _by_pioneer(self, entity: str, what: str, **more: Any) -> Written:
        return {"type": what, "entity": entity, "entity_type": "company", **more}

    def _turn(self, game: Game) -> CompanyId:
        return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, Turn))

    def _city(self, stop: StopId) -> str:
        hex_id, number = place_of(stop)
        return f"{self.copies.laid.get(hex_id, f'{hex_id}-0')}-{number}"

    # --------------------------------------------------------------------------------------------------- kind by kind

    def nothing(self, game: Game, action: Any) -> None:
        assert game.ask is not None and game.ask.who == CHANCE

    def nobody_asked(self, game: Game, action: trains.LetOthersFirst) -> None:
        """Who discards first is told by the discards themselves."""

    def bid(self, game: Game, action: auction.Bid) -> Written:
        pioneer = game.where()[-1].facts.subject
        return self._by_player(game, "bid", company=pioneer, price=action.amount)

    def player_pass(self, game: Game, action: Any) -> Written:
        return self._by_player(game, "pass")

    def _par(self, game: Game, company: CompanyId, price: int) -> Written:
        place = f"{price},0,{self.box.market.cell_of(price)}"
        return self._by_player(game, "par", corporation=company, share_price=place)

    def choose_par(self, game: Game, action: auction.ChoosePar) -> Written:
        carreno: CarrenoFacts = game.where()[-1].facts
        return self._par(game, carreno.company, action.price)

    def start(self, game: Game, action: stock.StartCompany) -> Written:
        return self._par(game, action.company, action.price)

    def buy_share(self, game: Game, action: stock.BuyShare) -> Written:
        return self._by_player(game, "buy_shares", shares=self.named, percent=10)

    def sell_shares(self, game: Game, action: stock.SellShares) -> Written:
        return self._by_player(game, "sell_shares", shares=self.named, percent=10 * action.shares)

    def repay(self, game: Game, action: loans.RepayDebt) -> Written:
        return self._by_player(game, "payoff_player_debt")

    def token(self, game: Game, action: Any) -> Written:
        return self._token(self._turn(game), action.stop)

    def _token(self, company: CompanyId, stop: StopId) -> Written:
        slot = slot_of(self.game.state.board, company, stop)
        return self._by_company(company, "place_token", city=self._city(stop), slot=slot)

    def space(self, game: Game, action: homes.ChooseSpace) -> Written:
        owner = game.where()[-1].facts.waiting[0]
        return {**self.token(game, action), "tokener": owner}

    def lay(self, game: Game, action: Any) -> Written:
        more = {"hex": action.hex, "tile": self.copies.lay(action.tile, action.hex), "rotation": action.turn}
        if isinstance(action, track.LayTileWithPioneer):
            return self._by_pioneer(P1, "lay_tile", **more)
        return self._by_company(self._turn(game), "lay_tile", **more)

    def open_pass(self, game: Game, action: passes.OpenPass) -> Written:
        return self._by_company(self._turn(game), "choose", choice=action.hex)

    def open_with_pioneer(self, game: Game, action: passes.OpenPassWithPioneer) -> Written:
        return self._by_pioneer(P4, "choose_ability", choice=action.hex)

    def company_pass(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "pass")

    def claim(self, game: Game, action: objectives.ClaimDestination | objectives.ClaimAsRecorded) -> None:
        """The site adds it to what has joined the company with its destination."""
        company = self._turn(game)
        self._add_automatic(self._by_company(company, "destination_connection", corporations=[company]))

    def run(self, game: Game, action: RunTrains) -> Written:
        table, company = Table(game.title, game.state), self._turn(game)
        ran_by = SITE_RUNNING if self.record.options["profile"] == "site" else RULEBOOK_RUNNING
        earned = ran_by.reading(table, company, action.routes).by_route
        self._tender(game, company, action.routes)
        routes = [self._route(table, company, route, earned[at] or 0) for at, route in enumerate(action.routes)]
        return self._run(company, routes)

    def _route(self, table: Table, company: CompanyId, route: Route, revenue: int) -> Written:
        subsidy = sum(income.treasury for income in running.incomes(table, company, route.stops))
        return {**written_route(route, route.train), "revenue": revenue, "subsidy": subsidy}

    def _tender(self, game: Game, company: CompanyId, routes: tuple[Route, ...]) -> None:
        """The train that is too short for its route without a tender carries it."""
        for route in routes:
            if len(route.stops) > self.box.faces[game.state.trains[route.train].face].all:
                index = list(runnable_in_their_eyes(game, company)).index(route.train)
                self._add(self._by_company(company, "choose", choice=str(index)))

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> Written:
        route = route_as_recorded(game, self._turn(game), action.amount)
        return self._run(self._turn(game), [{**route, "subsidy": action.treasury}])

    def _run(self, company: CompanyId, routes: list[Written]) -> Written:
        subsidy = sum(route["subsidy"] for route in routes)
        return self._by_company(company, "run_routes", routes=routes, extra_revenue=0, subsidy=subsidy)

    def pay(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="payout")

    def withhold(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="withhold")

    def absorb(self, game: Game, action: absorption.Absorb) -> Written:
        return self._by_company(self._turn(game), "merge", corporation=action.company)

    def station_of_minor(self, game: Game, action: Any) -> Written:
        choice = "map" if isinstance(action, absorption.TakeStation) else "charter"
        return self._by_company(self._turn(game), "choose", choice=choice)

    def buy_train(self, game: Game, action: Any) -> Written:
        price = self.box.card_of(action.train).price
        return self._by_company(self._turn(game), "buy_train", train=action.train, price=price, variant=action.face)

    def trade_train(self, game: Game, action: trains.TradeTrain) -> Written:
        face = game.state.trains[action.train].face
        return self._by_company(self._turn(game), "buy_train", train=action.train, price=action.amount, variant=face)

    def combine(self, game: Game, action: combining.CombineTrains) -> Written:
        card = self.box.card_of_face[action.face].name
        more = {"base": action.train, "additional_train": f"{card}-0", "additional_train_variant": action.face}
        return self._by_company(self._turn(game), "combined_trains", **more)

    def discard(self, game: Game, action: phases.DiscardTrain) -> Written:
        return self._by_company(game.state.trains[action.train].owner, "discard_train", train=action.train)

    def buy_pioneer(self, game: Game, action: pioneers.BuyPioneer) -> Written:
        return self._by_company(self._turn(game), "buy_company", company=action.pioneer, price=action.amount)

    def buy_tender(self, game: Game, action: pioneers.BuyTender) -> Written:
        source = game.state.certs[P5] if action.place == P5 else "bank"
        return self._by_company(self._turn(game), "special_buy", description=f"Tender from {source}", cost=80)

    def face(self, game: Game, action: pioneers.ChooseFace) -> Written:
        return self._by_company(self._turn(game), "choose", choice=action.face)


SKIPPED = (auction.PassBid, stock.EndStockTurn, track.EndBuild, RunTrains, trains.EndTrains)
"""Answers that the site may give by itself; the passes at the end of a turn are written before it."""

WRITING: Mapping[type[Any], Any] = {
    setup.LeaveOut: _Writer.nothing,
    setup.DrawShare: _Writer.nothing,
    auction.Bid: _Writer.bid,
    auction.PassBid: _Writer.player_pass,
    auction.ChoosePar: _Writer.choose_par,
    stock.StartCompany: _Writer.start,
    stock.BuyShare: _Writer.buy_share,
    stock.SellShares: _Writer.sell_shares,
    loans.RepayDebt: _Writer.repay,
    stock.EndStockTurn: _Writer.player_pass,
    homes.ChooseBase: _Writer.token,
    homes.ChooseSpace: _Writer.space,
    stations.PlaceStation: _Writer.token,
    laying.LayTile: _Writer.lay,
    track.LayTileWithPioneer: _Writer.lay,
    passes.OpenPass: _Writer.open_pass,
    passes.OpenPassWithPioneer: _Writer.open_with_pioneer,
    track.EndBuild: _Writer.company_pass,
    objectives.ClaimDestination: _Writer.claim,
    objectives.ClaimAsRecorded: _Writer.claim,
    RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    PayDividend: _Writer.pay,
    Withhold: _Writer.withhold,
    absorption.Absorb: _Writer.absorb,
    absorption.EndAbsorption: _Writer.company_pass,
    absorption.TakeStation: _Writer.station_of_minor,
    absorption.KeepStation: _Writer.station_of_minor,
    trains.BuyTrain: _Writer.buy_train,
    forced.BuyWithLoan: _Writer.buy_train,
    trains.TradeTrain: _Writer.trade_train,
    combining.CombineTrains: _Writer.combine,
    phases.DiscardTrain: _Writer.discard,
    trains.LetOthersFirst: _Writer.nobody_asked,
    pioneers.BuyPioneer: _Writer.buy_pioneer,
    pioneers.BuyTender: _Writer.buy_tender,
    pioneers.ChooseFace: _Writer.face,
}
