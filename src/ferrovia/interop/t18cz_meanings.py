"""18CZ: what the recorded actions mean here."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ferrovia.engine.play import Game, IllegalAction
from ferrovia.interop.exported import Action, Exported, routes_of, whole_number
from ferrovia.interop.routes import find_way
from ferrovia.interop.shares import company_of_shares, only_share, percent_of
from ferrovia.interop.stepping import Follower, Strange
from ferrovia.model.board import stop_id
from ferrovia.model.ids import DEPOT, IPO, POOL, CertId, CompanyId, HexId, Owner, StopId, TileId, TrainId
from ferrovia.titles.t18cz import acquisition, dividends, draft, homes, phases, running, stations, stock, track, trains
from ferrovia.titles.t18cz.facts import AcquisitionFacts, AssignFacts, CompanyTurn, SurplusFacts
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import FaceId, LocalId, Material, TurnId, trains_of

DIVIDENDS: Mapping[str, type[Any]] = {"payout": dividends.PayDividend, "withhold": dividends.Withhold}
LATER_THAN_TRACK = (
    stations.PlaceStation,
    running.RunTrains,
    running.RunAsRecorded,
    acquisition.Acquire,
    trains.BuyTrain,
    trains.TradeTrain,
)


class Meanings(Follower):
    """Our actions for the recorded ones, and what they name: tiles, train cards, certificates."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.box: Material = game.title.data
        self.tiles: dict[str, HexId] = {}
        """Where each single tile lies, by its number in the recording."""
        self.cards: dict[str, TrainId] = {}
        """Our train card for a recorded one of another number."""
        self.in_market: set[CertId] = set()
        """Certificates that were sold, by their numbers in the recording."""
        self.track_passed = False

    def translate(self, action: Action) -> Any | None:
        if action["type"] == "dividend" and action["entity"] in self.game.state.extras.vaclavs:
            return None  # always paid, so nobody is asked here
        ours = super().translate(action)
        if isinstance(ours, LATER_THAN_TRACK):
            self.track_passed = True
        return ours

    def may_act(self, entity: str) -> bool:
        """The company whose turn it is with its locals; who has too many trains; whose station waits for its city."""
        for frame in reversed(self.game.state.stack):
            facts = frame.facts
            if isinstance(facts, CompanyTurn):
                return facts.company in (entity, self.game.state.certs.get(local_named(entity)))
            if isinstance(facts, SurplusFacts) and entity in facts.companies:
                return True
            if isinstance(facts, AssignFacts) and entity == facts.company:
                return True
        return False

    def _bid(self, action: Action) -> Any:
        return draft.DraftLocal(local_named(action["company"]))

    def _par(self, action: Action) -> Any:
        return stock.StartCompany(company_named(action["corporation"]), int(str(action["share_price"]).split(",")[0]))

    def _buy_shares(self, action: Action) -> Any:
        cert, company = only_share(action)
        place = POOL if cert in self.in_market else IPO
        if not self.box.papers.ordinary(self.game.state, place, company):
            place = IPO if place == POOL else POOL
        self.in_market.discard(cert)
        return stock.BuyShare(company, stock.PlaceId(place))

    def _sell_shares(self, action: Action) -> Any:
        company = company_of_shares(action)
        self.in_market.update(CertId(cert) for cert in action["shares"])
        return stock.SellShares(company, percent_of(action, self.box.papers) // self.box.papers.unit(company))

    def _special_buy(self, action: Action) -> Any:
        return stock.RepayDebt()

    def _lay_tile(self, action: Action) -> Any:
        tile, _, number = str(action["tile"]).rpartition("-")
        hex_id = HexId(action["hex"])
        self.tiles[f"{tile}-{number}"] = hex_id
        turn = TurnId(whole_number(action, "rotation"))
        if self.game.state.board.map.tiles[TileId(tile)].colour == "red":
            return homes.LayRedTile(hex_id, turn)
        if action["entity_type"] != "company":
            return track.LayTile(hex_id, TileId(tile), turn)
        local = local_named(action["entity"])
        if track.is_purple(self.game.state.board.map.tiles[TileId(tile)]):
            return track.LayPurpleTile(local, hex_id, TileId(tile), turn)
        return track.LayTileWithLocal(hex_id, TileId(tile), turn, local)

    def _place_token(self, action: Action) -> Any:
        stop = self._stop(action)
        asked = self.asked()
        if homes.ChooseHomeCity in asked:
            return homes.ChooseHomeCity(stop)
        return homes.AssignStation(stop) if homes.AssignStation in asked else stations.PlaceStation(stop)

    def _stop(self, action: Action) -> StopId:
        """A city is named by its tile, or by its hex where there is none."""
        place, _, city = str(action["city"]).rpartition("-")
        return stop_id(self.tiles.get(place) or HexId(place.rpartition("-")[0]), int(city))

    def _run_routes(self, action: Action) -> None:
        """The routes as recorded if the rules allow them and count the same; else the revenue that was written down."""
        revenue = sum([whole_number(route, "revenue") for route in routes_of(action)])
        self.track_passed = True
        reason = self._run_by_the_rules(action, revenue)
        if reason is not None:
            number = action.get("id")
            self.notices.append(f"action {number}: {action['entity']} runs for {revenue} as recorded; {reason}")
            self.play(running.RunAsRecorded(revenue))

    def _run_by_the_rules(self, action: Action, revenue: int) -> str | None:
        """Plays a recorded run as routes; where that is not possible it says why, and nothing has changed."""
        answers = len(self.record.entries)
        texts = tuple([self._route(route) for route in routes_of(action)])
        try:
            self.play(running.RunTrains(texts))
        except IllegalAction as error:
            return f"[{error.refusal.cite}] {error.refusal.rule}"
        earned = self.game.state.extras.last_revenue[action["entity"]]
        if earned == revenue:
            return None
        self.take_back(answers)
        return f"by the rules it earns {earned}"

    def _route(self, route: Action) -> running.RouteId:
        way = find_way(self.game.state.board, route.get("connections") or ())
        return running.RouteId(f"{self._card(str(route.get('train')))}: {' '.join(way or ())}")

    def _dividend(self, action: Action) -> Any:
        if action["kind"] not in DIVIDENDS:
            raise Strange(f"18CZ knows no dividend {action['kind']!r}")
        return DIVIDENDS[action["kind"]]()

    def _buy_corporation(self, action: Action) -> Any:
        return acquisition.Acquire(company_named(action["corporation"]), whole_number(action, "price"))

    def _swap_train(self, action: Action) -> Any:
        return acquisition.FlipTrain(self._card(action["train"]))

    def _discard_train(self, action: Action) -> Any:
        train = self._card(action["train"])
        handling = isinstance(self.game.state.stack[-1].facts, AcquisitionFacts)
        return acquisition.ScrapTrain(train) if handling else phases.ReturnTrain(train)

    def _remove_token(self, action: Action) -> Any:
        return acquisition.RemoveStation(self._stop(action))

    def _buy_train(self, action: Action) -> Any:
        train = self._bought(str(action["train"]))
        if self.game.state.trains[train].owner in (DEPOT, POOL):
            return trains.BuyTrain(train, FaceId(action.get("variant") or self.box.card_of(train).faces[0].name))
        return trains.TradeTrain(train, whole_number(action, "price"))

    def _card(self, recorded: str) -> TrainId:
        return self.cards.get(recorded, TrainId(recorded))

    def _bought(self, recorded: str) -> TrainId:
        """Our card for one that is bought. Copies on the stack are all the same: the top one is taken."""
        train, cards = self._card(recorded), self.game.state.trains
        if train not in cards or cards[train].owner == DEPOT:
            train = trains_of(self.game.state, DEPOT)[0]
            if recorded.rpartition("-")[0] != train.rpartition("-")[0]:
                raise Strange(f"there is no train {recorded!r} to be had")
            self.cards[recorded] = train
        return train

    def _buy_company(self, action: Action) -> Any:
        return BuyLocal(local_named(action["company"]), whole_number(action, "price"))

    def _sell_company(self, action: Action) -> Any:
        return SellLocal(local_named(action["company"]))

    MEANINGS: ClassVar[Mapping[str, Callable[[Any, Action], Any | None]]] = {
        "bid": _bid,
        "par": _par,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "special_buy": _special_buy,
        "lay_tile": _lay_tile,
        "place_token": _place_token,
        "run_routes": _run_routes,
        "dividend": _dividend,
        "buy_corporation": _buy_corporation,
        "swap_train": _swap_train,
        "discard_train": _discard_train,
        "remove_token": _remove_token,
        "buy_train": _buy_train,
        "buy_company": _buy_company,
        "sell_company": _sell_company,
    }


def company_named(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def local_named(name: str) -> LocalId:
    return LocalId(CertId(name))
