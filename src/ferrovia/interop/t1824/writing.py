"""1824: our answers written as the site's actions."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.notices import Remark
from ferrovia.interop.routes import route_as_recorded, written_route
from ferrovia.interop.site import Sheet, Written
from ferrovia.interop.t1824.asking import FOLLOW
from ferrovia.interop.t1824.bookkeeping import certificates_of, percent_sold
from ferrovia.interop.t1824.meanings import TAKEN_BACK
from ferrovia.interop.t1824.notes import Notes
from ferrovia.interop.t1824.setup import CISLEITHANIA, GOOD_TIMES, NAME, drawn_railways
from ferrovia.interop.writer import Writer
from ferrovia.model.board import place_of
from ferrovia.model.ids import CHANCE, CertId, CompanyId, StopId
from ferrovia.model.route import Route
from ferrovia.rules import consent
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.stock import BuyShare, EndStockTurn, SellShares, StartCompany
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import EndTrains, LetOthersFirst, TradeTrain
from ferrovia.titles.t1824 import (
    directorless,
    draft,
    exchange,
    first_round,
    formation,
    loans,
    phases,
    running,
    strayed,
    trains,
)
from ferrovia.titles.t1824.material import Material
from ferrovia.titles.t1824.title import CASH_FOR_THREE


def write(record: Record) -> Sheet:
    """A whole game, with just the passes that the site would wait for."""
    scenario = record.options["scenario"]
    if scenario == "good-times-free":
        raise BadData("the site knows the printed towns of the Good Times only")
    cisleithania = scenario == "cisleithania" or len(record.players) == 2
    rules = [GOOD_TIMES] if scenario == "good-times" else []
    settings = {"seed": _seed(record), "optional_rules": rules, "ferrovia": dict(record.options)}
    title = CISLEITHANIA if cisleithania else NAME
    return Sheet(title, settings, _Writer(record).write(), tuple(_dealt_otherwise(record, title)))


def _dealt_otherwise(record: Record, title: str) -> Iterator[Remark]:
    """With three players on the small map the site has an amount of its own."""
    there, here = CASH_FOR_THREE["site"], record.at(0).state.cash[record.game.state.players[0]]
    is_theirs = record.options["profile"] == "site" and title == CISLEITHANIA and len(record.players) == 3
    if is_theirs and here != there:
        yield Remark("cash", here=here, there=there)


def _seed(record: Record) -> int:
    """A seed with which the site's generator draws the first pile as it was drawn here."""
    drawn = tuple(entry.action.company for entry in record.entries if isinstance(entry.action, draft.DrawRailway))
    if not drawn:
        return 0
    return next(seed for seed in count() if drawn_railways(seed, record.title.data) == drawn)


class _Writer(Writer[Notes]):
    def __init__(self, record: Record) -> None:
        super().__init__(record, FOLLOW, NAME)
        self.box: Material = record.title.data
        self.named: list[CertId] = []
        """The certificates that the present answer is about."""
        self.waiting: list[Written] = []
        """A deal that the other side has not agreed to yet."""

    def write(self) -> Iterator[Written]:
        for entry in self.record.entries:
            before, action = self.game, entry.action
            skipped = isinstance(action, SKIPPED) and self.follower.site_would_skip()
            self.named = certificates_of(self.follower, before, action)
            self.follower.play(action)
            if not skipped and entry.who != CHANCE:
                yield from self._written(before, action)

    def _written(self, before: Game, action: Any) -> Iterator[Written]:
        if isinstance(action, LetOthersFirst):
            return  # who discards first is told by the discards themselves
        if isinstance(action, consent.Agree | consent.Reject):
            agreed, self.waiting = self.waiting, []
            yield from agreed if isinstance(action, consent.Agree) else ()
            return
        writer: Callable[[_Writer, Game, Any], Written] = WRITING[type(action)]
        written = writer(self, before, action)
        where = self.game.where()
        if where and where[-1].script == "consent":
            self.waiting = [written]
        else:
            yield written

    # --------------------------------------------------------------------------------------------------- the pieces

    def _by_turn(self, game: Game, what: str, **more: Any) -> Written:
        return self._by_company(_turn(game), what, **more)

    def _city(self, game: Game, stop: StopId) -> str:
        """By its tile, or by its hex where there is none."""
        hex_id = place_of(stop)[0]
        return f"{self.copies.laid.get(hex_id, f'{hex_id}-0')}-{self._number(game, stop)}"

    def _number(self, game: Game, stop: StopId) -> int:
        """Printed circles are counted in twos."""
        hex_id, number = place_of(stop)
        printed = hex_id not in self.copies.laid and len(game.state.board.stops_on(hex_id)) > 1
        return 2 * number if printed else number

    def _nodes(self, game: Game, route: Route) -> list[str]:
        return [f"{place_of(stop)[0]}-{self._number(game, stop)}" for stop in route.stops]

    # ----------------------------------------------------------------------------------------------- by the players

    def player_pass(self, game: Game, action: Any) -> Written:
        return self._by_player(game, "pass")

    def railway(self, game: Game, action: first_round.BuyRailway) -> Written:
        return self._by_player(game, "buy_company", company=action.company, price=action.price)

    def mountain(self, game: Game, action: first_round.BuyMountain) -> Written:
        return self._by_player(game, "buy_company", company=action.mountain, price=self.box.numbers.mountain.price)

    def start(self, game: Game, action: StartCompany) -> Written:
        cell = self.box.market.cells[self.game.state.prices[action.company].cell]
        at = f"{cell.price},{cell.row},{cell.column}"
        return self._by_player(game, "par", corporation=action.company, share_price=at)

    def buy(self, game: Game, action: BuyShare | directorless.BuyDouble) -> Written:
        percent = self.box.papers.by_id[self.named[0]].percent
        return self._by_player(game, "buy_shares", shares=self.named, percent=percent)

    def sell(self, game: Game, action: SellShares | directorless.SellDouble | strayed.SellHalf) -> Written:
        return self._by_player(game, "sell_shares", shares=self.named, percent=percent_sold(action))

    def exchange_mountain(self, game: Game, action: exchange.ExchangeMountain) -> Written:
        exchanged: Written = {"type": "buy_shares", "entity": action.mountain, "entity_type": "company"}
        return {**exchanged, "shares": self.named, "percent": 10, "share_price": 0}

    def exchange_coal(self, game: Game, action: exchange.ExchangeCoal) -> Written:
        return self._by_player(game, "special_buy", description=action.company, cost=0)

    def repay(self, game: Game, action: RepayDebt) -> Written:
        return self._by_player(game, "payoff_player_debt")

    def repay_part(self, game: Game, action: loans.RepayPart) -> Written:
        return self._by_player(game, "payoff_player_debt_partial", amount=action.amount)

    def take_back(self, game: Game, action: formation.TakeBackStation) -> Written:
        board = game.state.board
        homes = {r: self.box.companies[r] for r in self.box.companies if r in TAKEN_BACK.values()}
        railway = next(r for r, home in homes.items() if board.grown(home.home, home.city) == action.stop)
        return self._by_player(game, "choose", choice=next(c for c, r in TAKEN_BACK.items() if r == railway))

    # ---------------------------------------------------------------------------------------------- by the companies

    def company_pass(self, game: Game, action: Any) -> Written:
        return self._by_turn(game, "pass")

    def lay(self, game: Game, action: LayTile) -> Written:
        name = self.copies.lay(action.tile, action.hex)
        return self._by_turn(game, "lay_tile", hex=action.hex, tile=name, rotation=action.turn)

    def token(self, game: Game, action: PlaceStation | directorless.PlaceFreeStation) -> Written:
        placed: CompanyId = game.where()[-1].facts.company
        slot = self.game.state.board.stations_at(action.stop).index(placed)
        return self._by_turn(game, "place_token", city=self._city(game, action.stop), slot=slot)

    def run(self, game: Game, action: RunTrains) -> Written:
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        routes = [
            {**written_route(route, route.train), "revenue": told["earned"][number], "nodes": self._nodes(game, route)}
            for number, route in enumerate(action.routes)
        ]
        return self._by_turn(game, "run_routes", routes=routes, subsidy=told["mines"], extra_revenue=0)

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> Written:
        route = route_as_recorded(game, _turn(game), action.amount)
        return self._by_turn(game, "run_routes", routes=[route], subsidy=action.mines, extra_revenue=0)

    def pay(self, game: Game, action: Any) -> Written:
        return self._by_turn(game, "dividend", kind="payout")

    def withhold(self, game: Game, action: Any) -> Written:
        return self._by_turn(game, "dividend", kind="withhold")

    def buy_train(self, game: Game, action: trains.BuyTrain) -> Written:
        face = self.box.card_of(action.train).face
        return self._by_turn(game, "buy_train", train=action.train, price=face.price, variant=face.name)

    def trade_in(self, game: Game, action: trains.TradeIn) -> Written:
        face, old = self.box.card_of(action.train).face, self.box.card_of(action.given).face
        price = face.price - old.price // 2
        return self._by_turn(
            game, "buy_train", train=action.train, price=price, variant=face.name, exchange=action.given
        )

    def trade_train(self, game: Game, action: TradeTrain) -> Written:
        face = self.box.card_of(action.train).face.name
        return self._by_turn(game, "buy_train", train=action.train, price=action.amount, variant=face)

    def discard(self, game: Game, action: phases.DiscardTrain) -> Written:
        return self._by_company(game.state.trains[action.train].owner, "discard_train", train=action.train)


def _turn(game: Game) -> CompanyId:
    return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, CompanyTurn))


SKIPPED = (EndStockTurn, EndStations, EndTrains)
"""Answers that the site may give by itself."""

WRITING: Mapping[type[Any], Any] = {
    first_round.BuyRailway: _Writer.railway,
    first_round.BuyMountain: _Writer.mountain,
    draft.DeclineMountain: _Writer.player_pass,
    StartCompany: _Writer.start,
    BuyShare: _Writer.buy,
    SellShares: _Writer.sell,
    directorless.BuyDouble: _Writer.buy,
    directorless.SellDouble: _Writer.sell,
    strayed.SellHalf: _Writer.sell,
    exchange.ExchangeMountain: _Writer.exchange_mountain,
    exchange.GiveUpMountain: _Writer.player_pass,
    exchange.ExchangeCoal: _Writer.exchange_coal,
    RepayDebt: _Writer.repay,
    loans.RepayPart: _Writer.repay_part,
    EndStockTurn: _Writer.player_pass,
    LayTile: _Writer.lay,
    EndTrack: _Writer.company_pass,
    PlaceStation: _Writer.token,
    EndStations: _Writer.company_pass,
    directorless.PlaceFreeStation: _Writer.token,
    directorless.DeclineStation: _Writer.company_pass,
    RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    PayDividend: _Writer.pay,
    Withhold: _Writer.withhold,
    trains.BuyTrain: _Writer.buy_train,
    trains.TradeIn: _Writer.trade_in,
    TradeTrain: _Writer.trade_train,
    EndTrains: _Writer.company_pass,
    phases.DiscardTrain: _Writer.discard,
    formation.TakeBackStation: _Writer.take_back,
}
