"""18CZ: our answers written as the site's actions."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import ASKED
from ferrovia.interop.routes import route_as_recorded, written_route
from ferrovia.interop.site import Sheet, Written
from ferrovia.interop.slots import Slots
from ferrovia.interop.t18cz.asking import AFTER_TRACK, FOLLOW, track_still_asked, trains_still_asked
from ferrovia.interop.t18cz.bookkeeping import alike_in_pool, certificates_of, names_after_sale
from ferrovia.interop.t18cz.meanings import KEPT
from ferrovia.interop.t18cz.notes import Notes
from ferrovia.interop.t18cz.setup import NAME
from ferrovia.interop.writer import Writer, without_a_word_there
from ferrovia.model.board import place_of
from ferrovia.model.ids import CHANCE, CertId, CompanyId, StopId, TrainId
from ferrovia.rules import consent, loans, stock
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.lots import generator
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import BuyTrain, EndTrains, SurplusFacts, TradeTrain
from ferrovia.titles.t18cz import (
    acquisition,
    draft,
    homes,
    phases,
    running,
    track,
)
from ferrovia.titles.t18cz.facts import AcquisitionFacts
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import Material
from ferrovia.titles.t18cz.vaclav import DrawCompany


def write(record: Record) -> Sheet:
    """A whole game, with just the passes that the site would wait for."""
    settings = {"seed": seed(record), "optional_rules": list[str](), "ferrovia": record.options}
    theirs = {"e-trains-skip": "towns"} | ({"cash-for-three": "380"} if len(record.players) == 3 else {})
    return Sheet(NAME, settings, _Writer(record).write(), without_a_word_there(record, theirs))


def seed(record: Record) -> int:
    """A seed with which the site's generator draws Vaclav's companies as they were drawn here."""
    draws = [(entry.action, record.at(at)) for at, entry in enumerate(record.entries) if entry.who == CHANCE]
    choices = [[offer.action for offer in before.offers()] for _, before in draws]
    drawn = [row.index(action) for row, (action, _) in zip(choices, draws, strict=True)]
    return next(
        number
        for number in count()
        if drawn == [value % len(row) for row, value in zip(choices, generator(number), strict=False)]
    )


class _Writer(Writer[Notes]):
    def __init__(self, record: Record) -> None:
        super().__init__(record, FOLLOW, NAME)
        self.box: Material = record.title.data
        self.slots = Slots()
        self.cards: dict[TrainId, TrainId] = {}
        """What the site calls a train card of ours, where it sold another one of the same kind."""
        self.kept_trains = False
        """Whether a pass will say so."""
        self.kept: list[TrainId] = []
        """Those of which nothing is written yet."""
        self.asked: list[str] = []
        """Our present question, if the site has gone on already."""
        self.named: list[CertId] = []
        """The certificates that the present answer is about."""
        self.waiting: list[Written] = []
        """A deal that the other side has not agreed to yet."""

    def write(self) -> Iterator[Written]:
        for entry in self.record.entries:
            action, before = entry.action, self.game
            self.slots.look(before.state.board)
            yield from self._passes_before(action)
            site_has_gone_on = isinstance(action, (*SKIPPED, *FREE)) and self.follower.site_would_skip()
            self.named = certificates_of(self.follower, before, action)
            question = self.follower.question()
            self.asked = [question.__name__] if site_has_gone_on and question is not None else []
            self.follower.play(action)
            if isinstance(action, FREE) or not site_has_gone_on:
                yield from self._written(before, action)

    def _passes_before(self, action: Any) -> Iterator[Written]:
        """Passes for questions of the site that we do not ask: more track with a local, a local after the trains."""
        facts, follower = self.game.where()[-1].facts, self.follower
        FOLLOW.look(follower)
        if follower.question() is EndTrains:
            trains_still_asked(follower)
        if follower.site_would_skip() or not isinstance(facts, CompanyTurn):
            return
        if type(action) in AFTER_TRACK and not isinstance(action, EndTrack) and track_still_asked(follower):
            follower.notes.track_passed = True
            yield self._company_pass(facts.company)
        if isinstance(action, EndTrains) and not follower.site_would_skip() and not follower.notes.trains_passed:
            follower.notes.trains_passed = True
            yield self._company_pass(facts.company)

    def _written(self, before: Game, action: Any) -> Iterator[Written]:
        if isinstance(action, consent.Agree):
            yield from self.waiting
            self.waiting = []
            return
        if isinstance(action, consent.Reject):
            self.kept = [train for written in self.waiting for train in written.get("ferrovia", {}).get(KEPT, ())]
            self.waiting = []
            return
        writer: Callable[[_Writer, Game, Any], Written | None] = WRITING[type(action)]
        written = self._remarked(writer(self, before, action))
        if written is not None and self.game.where() and self.game.where()[-1].script == "consent":
            self.waiting = [written]
        elif written is not None:
            yield written
        yield from self._end_of_decisions(before)

    def _end_of_decisions(self, before: Game) -> Iterator[Written]:
        """A pass, once all trains of an acquired company are decided on and some were kept as they are."""
        over = not any(frame.script == "acquisition" for frame in self.game.where())
        if over and self.kept_trains:
            self.kept_trains = False
            passed = self._remarked(self._company_pass(self._buyer(before)))
            assert passed is not None
            yield passed

    def _remarked(self, written: Written | None) -> Written | None:
        """With what the site leaves open: the trains that were kept just before, and what was asked where it has gone
        on already."""
        said = {KEPT: self.kept, ASKED: self.asked}
        if written is None or not any(said.values()):
            return written
        self.kept, self.asked = [], []
        return {**written, "ferrovia": {key: names for key, names in said.items() if names}}

    # ------------------------------------------------------------------------------------------------------ the pieces

    def _city(self, stop: StopId) -> str:
        hex_id, number = place_of(stop)
        return f"{self.copies.laid.get(hex_id, f'{hex_id}-0')}-{number}"

    # --------------------------------------------------------------------------------------------------- kind by kind

    def buy_in_draft(self, game: Game, action: draft.DraftLocal | draft.DraftAsRecorded) -> Written:
        printed = self.box.locals[action.local].price
        paid = action.amount if isinstance(action, draft.DraftAsRecorded) else printed
        return self._by_player(game, "bid", company=action.local, price=paid)

    def player_pass(self, game: Game, action: Any) -> Written:
        return self._by_player(game, "pass")

    def start(self, game: Game, action: stock.StartCompany) -> Written:
        column = self.box.market.cell_of(action.price)
        return self._by_player(game, "par", corporation=action.company, share_price=f"{action.price},0,{column}")

    def buy_share(self, game: Game, action: stock.BuyShare) -> Written:
        percent = self.box.papers.unit(action.company)
        return self._by_player(game, "buy_shares", shares=self.named, percent=percent)

    def sell_shares(self, game: Game, action: stock.SellShares) -> Written:
        percent = action.shares * self.box.papers.unit(action.company)
        return self._by_player(game, "sell_shares", shares=self.named, percent=percent)

    def repay(self, game: Game, action: loans.RepayDebt) -> Written:
        assert game.ask is not None
        paid = min(game.state.cash[game.ask.who], game.state.debt[game.ask.who])
        return self._by_player(game, "special_buy", description="Payoff all debt", cost=paid)

    def _turn(self, game: Game) -> CompanyId:
        return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, CompanyTurn))

    def red_tile(self, game: Game, action: homes.LayRedTile) -> Written:
        company = self._turn(game)
        tile = next(t.id for t in self.box.map.tiles.values() if t.colour == "red" and t.label == company)
        name = self.copies.lay(tile, action.hex)
        return self._by_company(company, "lay_tile", hex=action.hex, tile=name, rotation=action.turn)

    def token(self, game: Game, action: Any) -> Written:
        company = self._turn(game)
        slot = self._slot(self.game, action.stop, company)
        return self._by_company(company, "place_token", city=self._city(action.stop), slot=slot)

    def _slot(self, game: Game, stop: StopId, company: CompanyId) -> int:
        there = game.state.board.stations_at(stop)
        return there.index(company) if company in there else 0

    def lay(self, game: Game, action: LayTile) -> Written:
        name = self.copies.lay(action.tile, action.hex)
        return self._by_company(self._turn(game), "lay_tile", hex=action.hex, tile=name, rotation=action.turn)

    def lay_by_local(self, game: Game, action: track.LayTileWithLocal | track.LayPurpleTile) -> Written:
        name = self.copies.lay(action.tile, action.hex)
        lay: Written = {"type": "lay_tile", "entity": action.local, "entity_type": "company"}
        return {**lay, "hex": action.hex, "tile": name, "rotation": action.turn}

    def company_pass(self, game: Game, action: Any) -> Written:
        return self._company_pass(self._turn(game))

    def run(self, game: Game, action: RunTrains) -> Written:
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        routes: list[Written] = [
            {**written_route(route, self._card(route.train)), "revenue": earned or 0}
            for route, earned in zip(action.routes, told["earned"], strict=True)
        ]
        return self._run(game, routes)

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> Written:
        return self._run(game, [route_as_recorded(game, self._turn(game), action.amount)])

    def _run(self, game: Game, routes: list[Written]) -> Written:
        return self._by_company(self._turn(game), "run_routes", routes=routes, extra_revenue=0, subsidy=0)

    def pay(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="payout")

    def withhold(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="withhold")

    def acquire(self, game: Game, action: acquisition.Acquire) -> Written:
        company = self._turn(game)
        return self._by_company(company, "buy_corporation", corporation=action.company, price=action.amount)

    def _buyer(self, game: Game) -> CompanyId:
        return next(f.facts.buyer for f in reversed(game.where()) if isinstance(f.facts, AcquisitionFacts))

    def _joining(self, game: Game) -> tuple[CompanyId, ...]:
        """Those of whose stations one is taken away."""
        facts = next(f.facts for f in reversed(game.where()) if isinstance(f.facts, AcquisitionFacts))
        return facts.buyer, facts.target

    def keep_train(self, game: Game, action: acquisition.KeepTrain) -> None:
        self.kept_trains = True
        self.kept.append(self._card(action.train))

    def flip_train(self, game: Game, action: acquisition.FlipTrain) -> Written:
        return self._by_company(self._buyer(game), "swap_train", train=self._card(action.train))

    def scrap_train(self, game: Game, action: acquisition.ScrapTrain) -> Written:
        return self._by_company(self._buyer(game), "discard_train", train=self._card(action.train))

    def remove_station(self, game: Game, action: acquisition.RemoveStation) -> Written:
        buyer = self._buyer(game)
        slot = self.slots.of(action.stop, *self._joining(game))
        return self._by_company(buyer, "remove_token", city=self._city(action.stop), slot=slot)

    def return_train(self, game: Game, action: phases.ReturnTrain) -> Written:
        facts: SurplusFacts = game.where()[-1].facts
        company = game.state.trains[action.train].owner if facts else ""
        return self._by_company(company, "discard_train", train=self._card(action.train))

    def buy_train(self, game: Game, action: BuyTrain) -> Written:
        before = self._card(action.train)
        self._name_first_in_pool(game, action.train)
        price, train = self.box.faces[action.face].price, self._card(action.train)
        bought = self._by_company(self._turn(game), "buy_train", train=train, price=price, variant=action.face)
        return bought if train == before else {**bought, "ferrovia": action.train}

    def trade_train(self, game: Game, action: TradeTrain) -> Written:
        face, train = game.state.trains[action.train].face, self._card(action.train)
        return self._by_company(self._turn(game), "buy_train", train=train, price=action.amount, variant=face)

    def _card(self, train: TrainId) -> TrainId:
        return self.cards.get(train, train)

    def _name_first_in_pool(self, game: Game, train: TrainId) -> None:
        alike = alike_in_pool(game, train)
        self.cards |= names_after_sale(alike, [self._card(card) for card in alike], train)

    def buy_local(self, game: Game, action: BuyLocal) -> Written:
        return self._by_company(self._turn(game), "buy_company", company=action.local, price=action.amount)

    def sell_local(self, game: Game, action: SellLocal) -> Written:
        value = game.state.extras.local_value
        return self._by_company(self._turn(game), "sell_company", company=action.local, price=value)

    def nothing(self, game: Game, action: Any) -> None:
        assert game.ask is not None and game.ask.who == CHANCE


SKIPPED = (
    stock.EndStockTurn,
    homes.ChooseHomeCity,
    EndStations,
    RunTrains,
    EndTrains,
    DrawCompany,
)
"""Answers that the site may give by itself."""

FREE = (BuyLocal, SellLocal, track.LayPurpleTile)
"""What can be done at any moment of a turn."""

WRITING: Mapping[type[Any], Any] = {
    draft.DraftLocal: _Writer.buy_in_draft,
    draft.DraftAsRecorded: _Writer.buy_in_draft,
    draft.PassDraft: _Writer.player_pass,
    stock.StartCompany: _Writer.start,
    stock.BuyShare: _Writer.buy_share,
    stock.SellShares: _Writer.sell_shares,
    loans.RepayDebt: _Writer.repay,
    stock.EndStockTurn: _Writer.player_pass,
    homes.LayRedTile: _Writer.red_tile,
    homes.ChooseHomeCity: _Writer.token,
    homes.AssignStation: _Writer.token,
    PlaceStation: _Writer.token,
    EndStations: _Writer.company_pass,
    LayTile: _Writer.lay,
    track.LayTileWithLocal: _Writer.lay_by_local,
    track.LayPurpleTile: _Writer.lay_by_local,
    EndTrack: _Writer.company_pass,
    RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    PayDividend: _Writer.pay,
    Withhold: _Writer.withhold,
    acquisition.Acquire: _Writer.acquire,
    acquisition.EndAcquisitions: _Writer.company_pass,
    acquisition.KeepTrain: _Writer.keep_train,
    acquisition.FlipTrain: _Writer.flip_train,
    acquisition.ScrapTrain: _Writer.scrap_train,
    acquisition.RemoveStation: _Writer.remove_station,
    phases.ReturnTrain: _Writer.return_train,
    BuyTrain: _Writer.buy_train,
    TradeTrain: _Writer.trade_train,
    EndTrains: _Writer.company_pass,
    BuyLocal: _Writer.buy_local,
    SellLocal: _Writer.sell_local,
}
