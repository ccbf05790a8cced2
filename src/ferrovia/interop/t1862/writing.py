"""1862: our answers written as the site's actions."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.notices import Remark
from ferrovia.interop.routes import route_as_recorded, written_route
from ferrovia.interop.site import Sheet, Written, by_itself
from ferrovia.interop.slots import Slots
from ferrovia.interop.t1862.asking import (
    FOLLOW,
    RAISING,
    can_raise_money_in_one_way,
    merging_is_over,
    way_to_raise_money,
)
from ferrovia.interop.t1862.bookkeeping import certificates_of
from ferrovia.interop.t1862.notes import Notes
from ferrovia.interop.t1862.setup import LENGTHS, NAME, Dealt, deals
from ferrovia.interop.writer import Writer, without_a_word_there
from ferrovia.model.board import place_of
from ferrovia.model.ids import DEPOT, CertId, CompanyId, HexId, StopId, TrainId
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of
from ferrovia.rules import consent, stock
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1862 import (
    assets,
    dividends,
    forced,
    launch,
    mergers,
    merging,
    parliament,
    redeeming,
    running,
    track,
    trains,
)
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.hauling import HEX_SUBSIDY
from ferrovia.titles.t1862.material import Books, Material, sale_value

EIGHT_STATIONS = "eight_tokens"
OPTIONS: Mapping[str, str] = {
    "train-kinds": "all",
    "shorter-game": "no",
    "newcomers": "no",
    "home-duty": "yes",
    "h-trains": "unlimited",
}
"""What the site plays where we have options and it has none."""
FEW = 6
"""With more players companies are added there."""
SEEDS = 60_000
"""How many seeds are tried."""
LONDON_CITIES = {HexId("B15"): 3, HexId("D15"): 4}
"""The numbers of the cities in which the site puts the stations of London."""


def write(record: Record) -> Sheet:
    """A whole game, with just the passes that the site would wait for."""
    seed = _seed(record)
    theirs = {**OPTIONS} | ({"extra-companies": "yes"} if len(record.players) > FEW else {})
    remarks = without_a_word_there(record, theirs) + ((Remark("not-dealt"),) if seed is None else ())
    return Sheet(NAME, _settings(record, seed), _Writer(record).write(), remarks)


def _settings(record: Record, seed: int | None) -> Written:
    """The options as far as the site has them, and how the game was dealt."""
    own: Books = record.game.state.extras
    rules = [rule for rule, length in LENGTHS.items() if record.options["length"] == length]
    if record.options["eight-stations"] == "yes":
        rules.append(EIGHT_STATIONS)
    deal = {"offer": list(own.offer), "permits": dict(own.permit_of)}
    return {"seed": seed or 0, "optional_rules": rules, "ferrovia": {**record.options, **deal}}


def _seed(record: Record) -> int | None:
    """A seed with which the site deals just so; there are far more deals than seeds."""
    own: Books = record.game.state.extras
    wanted = Dealt(own.offer, own.permit_of)
    return next((seed for seed in range(SEEDS) if deals(seed, len(record.players), wanted)), None)


class _Writer(Writer[Notes]):
    def __init__(self, record: Record) -> None:
        super().__init__(record, FOLLOW, NAME, ours=dict(record.options))
        self.box: Material = record.title.data
        self.slots = Slots()
        self.named: list[CertId] = []
        """The certificates that the present answer is about."""
        self.waiting: list[Written] = []
        """A deal that the other side has not agreed to yet."""

    def write(self) -> Iterator[Written]:
        follower = self.follower
        FOLLOW.look(follower)
        for entry in self.record.entries:
            before, action = self.game, entry.action
            self.slots.look(before.state.board)
            yield from self._merger_declined()
            skipped = isinstance(action, SKIPPED) and follower.site_would_skip()
            way = way_to_raise_money(follower) if isinstance(action, RAISING) else None
            self.named = certificates_of(follower, before, action)
            follower.play(action)
            if way == action:
                if not can_raise_money_in_one_way(before):
                    yield self._company_pass(_turn(before))
            elif not skipped:
                yield from self._written(before, action)
            FOLLOW.look(follower)
            yield from self._acquisition_declined()

    def _merger_declined(self) -> Iterator[Written]:
        """The site asks about a merger even where there is nobody to merge with; before that a home is upgraded."""
        asked = [move.action for move in self.game.ask.moves] if self.game.ask else []
        if EndTrack not in asked:
            return
        company = _turn(self.game)
        if not merging_is_over(self.follower, self.game.where()[-1].facts):
            self.follower.notes.merging_asked = True
            yield by_itself(self._company_pass(company))

    def _acquisition_declined(self) -> Iterator[Written]:
        """The same at the end of a turn."""
        company, self.follower.notes.acquisition_owed = self.follower.notes.acquisition_owed, None
        if company is not None:
            yield by_itself(self._company_pass(company))

    def _written(self, before: Game, action: Any) -> Iterator[Written]:
        if isinstance(action, consent.Agree):
            yield from self.waiting
        if isinstance(action, consent.Agree | consent.Reject):
            self.waiting = []
            return
        writer: Callable[[_Writer, Game, Any], list[Written]] = WRITING[type(action)]
        written = writer(self, before, action)
        if self.game.ask is not None and any(move.action is consent.Agree for move in self.game.ask.moves):
            self.waiting = written
        else:
            yield from written

    # ------------------------------------------------------------------------------------------------------ the pieces

    def _city(self, stop: StopId) -> str:
        hex_id, number = place_of(stop)
        if stop in self.box.london:
            number = LONDON_CITIES[hex_id]
        return f"{self.copies.laid.get(hex_id, f'{hex_id}-0')}-{number}"

    def _slot(self, game: Game, stop: StopId, company: CompanyId) -> int:
        there = game.state.board.stations_at(stop)
        return there.index(company) if company in there else 0

    def _bought(self) -> Written:
        return {"shares": self.named, "percent": 10}

    def _sold(self, game: Game, company: CompanyId, shares: int) -> Written:
        """Where half of the price is paid, the site wants to be told."""
        sold: Written = {"shares": self.named, "percent": 10 * shares}
        value = sale_value(self.box, game.state, company)
        return sold if value == self.box.price(game.state, company) else {**sold, "share_price": value}

    # ------------------------------------------------------------------------------------------------------- by players

    def nothing(self, game: Game, action: Any) -> list[Written]:
        """Chance, or what is written with the next answer."""
        return []

    def player_pass(self, game: Game, action: Any) -> list[Written]:
        return [self._by_player(game, "pass")]

    def bid(self, game: Game, action: parliament.Bid) -> list[Written]:
        company = game.where()[-1].facts.subject
        return [self._by_player(game, "bid", corporation=company, price=action.price)]

    def par(self, game: Game, action: parliament.ChoosePar) -> list[Written]:
        return [self._par(game, game.where()[-1].facts.company, action.price)]

    def start(self, game: Game, action: stock.StartCompany) -> list[Written]:
        return [self._par(game, action.company, action.price)]

    def _par(self, game: Game, company: CompanyId, price: int) -> Written:
        share_price = f"{price},0,{self.box.market.cell_of(price)}"
        return self._by_player(game, "par", corporation=company, share_price=share_price)

    def further_share(self, game: Game, action: parliament.BuyFurtherShare) -> list[Written]:
        return [self._by_player(game, "buy_shares", **self._bought())]

    def buy_share(self, game: Game, action: stock.BuyShare) -> list[Written]:
        return [self._by_player(game, "buy_shares", **self._bought())]

    def sell_shares(self, game: Game, action: stock.SellShares) -> list[Written]:
        return [self._by_player(game, "sell_shares", **self._sold(game, action.company, action.shares))]

    def tokens(self, game: Game, action: launch.BuyTokens) -> list[Written]:
        return [self._by_player(game, "choose", choice=action.amount)]

    # ----------------------------------------------------------------------------------------------------- by companies

    def company_pass(self, game: Game, action: Any) -> list[Written]:
        return [self._company_pass(_turn(game))]

    def no_merger(self, game: Game, action: Any) -> list[Written]:
        """Where nobody is there to merge with, the site passes by itself."""
        declined = self._company_pass(_turn(game))
        return [by_itself(declined) if len(game.offers()) == 1 else declined]

    def lay(self, game: Game, action: LayTile | track.PlaceSmallStation) -> list[Written]:
        name = self.copies.lay(action.tile, action.hex)
        return [self._by_company(_turn(game), "lay_tile", hex=action.hex, tile=name, rotation=action.turn)]

    def station(self, game: Game, action: PlaceStation) -> list[Written]:
        return [self._token(game, action.stop)]

    def _token(self, game: Game, stop: StopId) -> Written:
        company = _turn(game)
        slot = self._slot(self.game, stop, company)
        return self._by_company(company, "place_token", city=self._city(stop), slot=slot)

    def link(self, game: Game, action: track.LinkLondon) -> list[Written]:
        """There it is a station that is placed after the track was passed."""
        return [self._company_pass(_turn(game)), self._token(game, action.stop)]

    def run(self, game: Game, action: RunTrains) -> list[Written]:
        """[7.8.2] A hex is paid for with the first local train that visits it."""
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        routes, seen = list[Written](), set[str]()
        for route, earned in zip(action.routes, told["earned"], strict=True):
            new = {name.partition(".")[0] for name in route.way} - seen if self._is_local(game, route) else set[str]()
            seen |= new
            paid = {"revenue": earned or 0, "subsidy": HEX_SUBSIDY.subsidy * len(new)}
            routes.append({**_route(route), **paid, "nodes": [self._node(stop) for stop in route.stops]})
        assert sum(route["subsidy"] for route in routes) == told["subsidy"]
        return [self._run(game, routes, told["subsidy"])]

    def _node(self, stop: StopId) -> str:
        """The entrances of an area are counted in twos."""
        hex_id, number = place_of(stop)
        return f"{hex_id}-{number if hex_id in self.copies.laid else 2 * number}"

    def _is_local(self, game: Game, route: Route) -> bool:
        return self.box.faces[game.state.trains[route.train].face].kind == "local"

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> list[Written]:
        route = route_as_recorded(game, _turn(game), action.amount)
        return [self._run(game, [{**route, "subsidy": action.subsidy}], action.subsidy)]

    def _run(self, game: Game, routes: list[Written], subsidy: int) -> Written:
        return self._by_company(_turn(game), "run_routes", routes=routes, extra_revenue=0, subsidy=subsidy)

    def dividend(self, game: Game, action: Any) -> list[Written]:
        return [self._by_company(_turn(game), "dividend", kind=DIVIDENDS[type(action)])]

    def buy_train(self, game: Game, action: trains.BuyTrain) -> list[Written]:
        train = trains_of(game.state, DEPOT)[0]
        band = self.box.card_of(train)
        variant = self._variant(train, action.face)
        bought = {"train": train, "price": band.price, "variant": variant, "warranties": action.amount}
        return [self._by_company(_turn(game), "buy_train", **bought)]

    def trade_train(self, game: Game, action: trains.TradeTrain) -> list[Written]:
        phases, band = list(self.box.phases), self.box.card_of(action.train)
        price = band.price // 2 if phases.index(game.state.phase) > phases.index(band.name) else band.price
        variant = self._variant(action.train, game.state.trains[action.train].face)
        return [self._by_company(_turn(game), "buy_train", train=action.train, price=price, variant=variant)]

    def _variant(self, train: TrainId, face: str) -> str:
        return face + "*" * self.box.card_of(train).free_warranties

    def sell_treasury(self, game: Game, action: forced.SellTreasuryShares) -> list[Written]:
        company = _turn(game)
        return [self._by_company(company, "sell_shares", **self._sold(game, company, action.shares))]

    def refinance(self, game: Game, action: forced.Refinance) -> list[Written]:
        """Where shares of the treasury could be sold instead."""
        return [self._by_company(_turn(game), "convert")]

    def bankrupt(self, game: Game, action: forced.DeclareBankruptcy) -> list[Written]:
        return [self._by_company(_turn(game), "bankrupt")]

    def redeem_share(self, game: Game, action: redeeming.RedeemShare) -> list[Written]:
        return [self._by_company(_turn(game), "buy_shares", **self._bought())]

    # ---------------------------------------------------------------------------------------------------------- mergers

    def merge(self, game: Game, action: mergers.Merge | mergers.Acquire) -> list[Written]:
        active = _turn(game)
        choice = "first" if action.survivor == active else "last"
        return [
            self._by_company(active, "merge", corporation=action.company),
            self._by_company(active, "choose", choice=choice),
        ]

    def option(self, game: Game, action: merging.RedeemOption | merging.SellOption) -> list[Written]:
        facts: merging.MergingFacts = game.where()[-1].facts
        choice = "redeem" if isinstance(action, merging.RedeemOption) else "sell"
        if facts.waiting[0] in self.numbers:
            return [self._by_player(game, "choose", choice=choice)]
        return [self._by_company(facts.active, "choose", choice=choice)]

    def remove_station(self, game: Game, action: assets.RemoveStation) -> list[Written]:
        facts: merging.MergingFacts = game.where()[-1].facts
        slot = self.slots.of(action.stop, facts.survivor, facts.other or facts.survivor)
        return [self._by_company(facts.survivor, "remove_token", city=self._city(action.stop), slot=slot)]


def _turn(game: Game) -> CompanyId:
    return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, CompanyTurn))


def _route(route: Route) -> Written:
    """A route of ours: hexes from station to station, and in our words, which know which stations are counted."""
    written = written_route(route, str(route.train))
    return {**written, "subsidy": 0, "ferrovia": str(route)}


SKIPPED = (
    DrawCompany,
    DrawPermit,
    parliament.Pass,
    stock.EndStockTurn,
    EndStations,
    RunTrains,
    EndTrains,
    redeeming.EndRedeeming,
)
"""Answers that the site may give by itself."""

DIVIDENDS: Mapping[type[Any], str] = {
    PayDividend: "payout",
    dividends.PayWithHudson: "hudson",
    Withhold: "withhold",
}

WRITING: Mapping[type[Any], Callable[[_Writer, Game, Any], list[Written]]] = {
    DrawCompany: _Writer.nothing,
    DrawPermit: _Writer.nothing,
    parliament.StartAuction: _Writer.nothing,
    parliament.Bid: _Writer.bid,
    parliament.Pass: _Writer.player_pass,
    parliament.ChoosePar: _Writer.par,
    parliament.BuyFurtherShare: _Writer.further_share,
    parliament.EndCharter: _Writer.player_pass,
    stock.StartCompany: _Writer.start,
    stock.BuyShare: _Writer.buy_share,
    stock.SellShares: _Writer.sell_shares,
    stock.EndStockTurn: _Writer.player_pass,
    launch.BuyTokens: _Writer.tokens,
    mergers.Merge: _Writer.merge,
    mergers.EndMerging: _Writer.no_merger,
    mergers.Acquire: _Writer.merge,
    mergers.EndAcquiring: _Writer.no_merger,
    merging.RedeemOption: _Writer.option,
    merging.SellOption: _Writer.option,
    assets.RemoveStation: _Writer.remove_station,
    LayTile: _Writer.lay,
    track.PlaceSmallStation: _Writer.lay,
    track.LinkLondon: _Writer.link,
    EndTrack: _Writer.company_pass,
    PlaceStation: _Writer.station,
    EndStations: _Writer.company_pass,
    RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    PayDividend: _Writer.dividend,
    dividends.PayWithHudson: _Writer.dividend,
    Withhold: _Writer.dividend,
    trains.BuyTrain: _Writer.buy_train,
    trains.TradeTrain: _Writer.trade_train,
    EndTrains: _Writer.company_pass,
    forced.SellTreasuryShares: _Writer.sell_treasury,
    forced.Refinance: _Writer.refinance,
    forced.DeclareBankruptcy: _Writer.bankrupt,
    redeeming.RedeemShare: _Writer.redeem_share,
    redeeming.EndRedeeming: _Writer.company_pass,
}
