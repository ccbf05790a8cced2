"""1862: what the recorded actions mean here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from ferrovia.engine.play import Game, IllegalAction
from ferrovia.interop.exported import Action, Exported, routes_of, whole_number
from ferrovia.interop.routes import find_way
from ferrovia.interop.shares import company_of_shares, only_share, percent_of
from ferrovia.interop.stepping import Follower, Strange
from ferrovia.interop.t1862_setup import company_named
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import DEPOT, IPO, POOL, CertId, CompanyId, HexId, Owner, StopId, TileId, TrainId
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
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import FaceId, Material, TurnId, trains_of

DIVIDENDS: Mapping[str, type[Any]] = {"payout": dividends.PayDividend, "withhold": dividends.Withhold}
SURVIVORS = ("first", "last")
CHOICES: Mapping[str, type[Any]] = {
    "redeem": merging.RedeemOption,
    "sell": merging.SellOption,
    "refinance": forced.Refinance,
}


class Meanings(Follower):
    """Our actions for the recorded ones, and what they name: tiles, train cards, certificates."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.box: Material = game.title.data
        self.tiles: dict[str, HexId] = {}
        """Where each single tile lies, by its number in the recording."""
        self.cards: dict[str, TrainId] = {}
        """Our train card for each recorded one."""
        self.names: dict[CertId, CertId] = {}
        """Our certificate for a recorded one, where it is not the one of the same name."""
        self.partner: CompanyId | None = None
        """With whom a merger was recorded, before it was said who survives."""

    def may_act(self, entity: str) -> bool:
        """The company whose turn it is; in a merger the two companies, and those that hold their shares."""
        for frame in reversed(self.game.state.stack):
            facts = frame.facts
            if isinstance(facts, CompanyTurn):
                return entity == facts.company
            if isinstance(facts, merging.MergingFacts) and entity in (facts.survivor, facts.other, *facts.waiting):
                return True
        return False

    def _bid(self, action: Action) -> Any:
        if parliament.StartAuction in self.asked():
            company = action.get("corporation") or action["company"]
            self.play(parliament.StartAuction(company_named(company)))
        return parliament.Bid(whole_number(action, "price"))

    def _par(self, action: Action) -> Any:
        price = int(str(action["share_price"]).split(",")[0])
        if parliament.ChoosePar in self.asked():
            return parliament.ChoosePar(price)
        return stock.StartCompany(company_named(action["corporation"]), price)

    def _buy_shares(self, action: Action) -> Any:
        cert, company = only_share(action)
        if action["entity_type"] == "corporation":
            self._name_first(cert, company, POOL)
            return redeeming.RedeemShare()
        if parliament.EndCharter in self.asked():
            self._name_first(cert, company, IPO)
            return parliament.BuyFurtherShare()
        place = self._place_of(cert, company)
        self._name_first(cert, company, company if place == stock.TREASURY else Owner(place))
        return stock.BuyShare(company, place)

    # The site names every certificate, we take the first of a place. So that a name still says where a share lies, each
    # recorded name stands for one of our certificates. Who gives up which one in a merger is not recorded.

    def _ours(self, cert: CertId) -> CertId:
        return self.names.get(cert, cert)

    def _name(self, cert: CertId, ours: CertId) -> None:
        """From now on a recorded name means this certificate of ours; whose name that was gets the other one."""
        before = self._ours(cert)
        if before != ours:
            company = company_named(ours.rsplit("_", 1)[0])
            other = next(c.id for c in self.box.papers.of[company] if self._ours(c.id) == ours)
            self.names[cert], self.names[other] = ours, before

    def _name_first(self, cert: CertId, company: CompanyId, owner: Owner) -> None:
        """The recorded certificate is the one that we take from a place."""
        there = self.box.papers.ordinary(self.game.state, owner, company)
        if there and cert in self.box.papers.by_id:
            self._name(cert, there[0].id)

    def _place_of(self, cert: CertId, company: CompanyId) -> stock.PlaceId:
        """Where a bought share lay. One that we think in somebody's hands was given up in a merger."""
        places: dict[Owner | None, str] = {POOL: POOL, IPO: IPO, company: stock.TREASURY}
        owner = self.game.state.certs.get(self._ours(cert))
        if owner not in places:
            held = self.box.papers.ordinary
            owner = next((o for o in places if o and held(self.game.state, o, company)), POOL)
        return stock.PlaceId(places[owner])

    def _sell_shares(self, action: Action) -> None:
        company, sold = company_of_shares(action), [CertId(cert) for cert in action["shares"]]
        shares, before = percent_of(action, self.box.papers) // 10, self.game.state.certs
        if action["entity_type"] == "corporation":
            self.play(forced.SellTreasuryShares(shares))
        else:
            self.play(stock.SellShares(company, shares))
        after = self.game.state.certs
        new = [c.id for c in self.box.papers.of[company] if after[c.id] == POOL and before[c.id] != POOL]
        self._name_sold([cert for cert in sold if cert in self.box.papers.by_id], new)

    def _name_sold(self, sold: Sequence[CertId], new: Sequence[CertId]) -> None:
        """What was sold is what is new in the pool; directors' certificates are never mistaken."""
        by_id = self.box.papers.by_id
        unnamed = [c for c in new if not by_id[c].is_directors and c not in {self._ours(cert) for cert in sold}]
        for cert in sold:
            if unnamed and not by_id[cert].is_directors and self._ours(cert) not in new:
                self._name(cert, unnamed.pop())

    def _choose(self, action: Action) -> Any:
        choice = str(action["choice"])
        if self.partner is not None:
            return self._survivor_chosen(action, choice)
        if launch.BuyTokens in self.asked():
            return launch.BuyTokens(int(choice))
        if choice not in CHOICES:
            raise Strange(f"1862 knows no choice {choice!r}")
        return CHOICES[choice]()

    def _survivor_chosen(self, action: Action, choice: str) -> mergers.Merge | mergers.Acquire:
        """The first is who has proposed the merger."""
        other, self.partner = self.partner, None
        if other is None or choice not in SURVIVORS:
            raise Strange(f"of two companies the first or the last survives, not {choice!r}")
        return self._merger(other, other if choice == "last" else company_named(action["entity"]))

    def _merger(self, other: CompanyId, survivor: CompanyId) -> mergers.Merge | mergers.Acquire:
        return (mergers.Merge if mergers.EndMerging in self.asked() else mergers.Acquire)(other, survivor)

    def _bankrupt(self, action: Action) -> Any:
        return forced.DeclareBankruptcy()

    def _merge(self, action: Action) -> None:
        if not {mergers.EndMerging, mergers.EndAcquiring}.intersection(self.asked()):
            raise Strange("a merger is recorded where nobody may merge")
        self.partner = company_named(action["corporation"])
        if self.coming is not None and self.coming.get("choice") not in SURVIVORS:
            self._merge_without_a_choice(company_named(action["entity"]))

    def _merge_without_a_choice(self, active: CompanyId) -> None:
        """Where only one of the two can survive, nobody needs to say which."""
        other, self.partner = self.partner, None
        both = [self._merger(other, survivor) for survivor in (active, other)] if other else []
        self.play(next((merger for merger in both if self.game.why_not(merger) is None), both[0]))

    def _lay_tile(self, action: Action) -> Any:
        tile, _, number = str(action["tile"]).rpartition("-")
        hex_id, board = HexId(action["hex"]), self.game.state.board
        self.tiles[f"{tile}-{number}"] = hex_id
        pieces, laid = board.map.tiles.piece, board.tiles.get(hex_id)
        marker = laid is not None and pieces[laid.tile] == pieces[TileId(tile)]
        kind = track.PlaceSmallStation if marker else track.LayTile
        return kind(hex_id, TileId(tile), TurnId(whole_number(action, "rotation")))

    def _place_token(self, action: Action) -> Any:
        stop = self._stop(action)
        return track.LinkLondon(stop) if stop in self.box.london else stations.PlaceStation(stop)

    def _stop(self, action: Action) -> StopId:
        """A city is named by its tile; London's by its hex."""
        place, _, city = str(action["city"]).rpartition("-")
        hex_id = self.tiles.get(place) or HexId(place.rsplit("-", 1)[0])
        link = [stop for stop in self.box.london if place_of(stop)[0] == hex_id]
        return link[0] if link else stop_id(hex_id, int(city))

    def _remove_token(self, action: Action) -> Any:
        return assets.RemoveStation(self._stop(action))

    def _run_routes(self, action: Action) -> None:
        """The routes as recorded if the rules allow them and count the same; else what was written down."""
        routes = routes_of(action)
        revenue = sum([whole_number(route, "revenue") for route in routes]) + int(action.get("extra_revenue") or 0)
        subsidy = sum([int(route.get("subsidy") or 0) for route in routes]) or int(action.get("subsidy") or 0)
        reason = self._run_by_the_rules(action, revenue, subsidy)
        if reason is not None:
            number = action.get("id")
            self.notices.append(f"action {number}: {action['entity']} runs for {revenue} as recorded; {reason}")
            self.play(running.RunAsRecorded(revenue, subsidy))

    def _run_by_the_rules(self, action: Action, revenue: int, subsidy: int) -> str | None:
        """Plays a recorded run as routes; where that is not possible it says why, and nothing has changed."""
        answers = len(self.record.entries)
        texts = tuple([self._route(route) for route in routes_of(action)])
        try:
            self.play(running.RunTrains(texts))
        except IllegalAction as error:
            return f"[{error.refusal.cite}] {error.refusal.rule}"
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        if (told["amount"], told["subsidy"]) == (revenue, subsidy):
            return None
        self.take_back(answers)
        return f"by the rules it earns {told['amount']} and {told['subsidy']} subsidy, not {revenue} and {subsidy}"

    def _route(self, route: Action) -> running.RouteId:
        """As a game of ours says it, else found on the board."""
        if "ferrovia" in route:
            return running.RouteId(str(route["ferrovia"]))
        way = find_way(self.game.state.board, route.get("connections") or ())
        return running.RouteId(f"{self._card(str(route.get('train')))}: {' '.join(way or ())}")

    def _dividend(self, action: Action) -> Any:
        if action["kind"] == "hudson":
            hudson = (o.action for o in self.game.offers() if isinstance(o.action, dividends.PayWithHudson))
            return next(hudson, dividends.PayWithHudson(0))
        if action["kind"] not in DIVIDENDS:
            raise Strange(f"1862 knows no dividend {action['kind']!r}")
        return DIVIDENDS[action["kind"]]()

    def _card(self, recorded: str) -> TrainId:
        return self.cards.get(recorded, TrainId(recorded))

    def _buy_train(self, action: Action) -> Any:
        recorded, state = str(action["train"]), self.game.state
        train = self._card(recorded)
        if recorded in self.cards or (train in state.trains and state.trains[train].owner != DEPOT):
            return trains.TradeTrain(train)
        stack = trains_of(state, DEPOT)
        if not stack or self.box.band_of(stack[0]).name != recorded.rpartition("-")[0]:
            raise Strange(f"there is no train {recorded!r} to be had")
        self.cards[recorded] = stack[0]
        face = str(action.get("variant") or self.box.band_of(stack[0]).faces[0].name).rstrip("*")
        return trains.BuyTrain(FaceId(face), int(action.get("warranties") or 0))

    MEANINGS: ClassVar[Mapping[str, Callable[[Any, Action], Any | None]]] = {
        "bid": _bid,
        "par": _par,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "choose": _choose,
        "bankrupt": _bankrupt,
        "merge": _merge,
        "lay_tile": _lay_tile,
        "place_token": _place_token,
        "remove_token": _remove_token,
        "run_routes": _run_routes,
        "dividend": _dividend,
        "buy_train": _buy_train,
    }
