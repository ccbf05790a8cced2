"""1862: our answers written as the site's actions."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count, pairwise
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Exported
from ferrovia.interop.t1862 import Following
from ferrovia.interop.t1862_setup import LENGTHS, NAME, TITLE
from ferrovia.model.board import place_of
from ferrovia.model.ids import DEPOT, IPO, POOL, CertId, CompanyId, HexId, Owner, StopId, TileId
from ferrovia.rules import consent
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
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import Books, Material, trains_of

__all__ = ["NAME", "TITLE", "actions", "settings"]

Written = dict[str, Any]

EIGHT_STATIONS = "eight_tokens"
LONDON_CITIES = {HexId("B15"): 3, HexId("D15"): 4}
"""The numbers of the cities in which the site puts the stations of London."""


def actions(record: Record) -> Iterator[Written]:
    """The site's actions for a whole game, with just the passes that the site would wait for."""
    return _Writer(record).write()


def settings(record: Record) -> Written:
    """The options as far as the site has them, and how the game was dealt: no seed of the site deals just so."""
    own: Books = record.game.state.extras
    rules = [rule for rule, length in LENGTHS.items() if record.options["length"] == length]
    if record.options["eight-stations"] == "yes":
        rules.append(EIGHT_STATIONS)
    deal = {"offer": list(own.offer), "permits": dict(own.permit_of)}
    return {"seed": 0, "optional_rules": rules, "ferrovia": {**record.options, **deal}}


class _Writer:
    """Follows our game as the import does, so that both agree on where the site asks."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.box: Material = record.title.data
        self.numbers: Mapping[str, int] = {name: number for number, name in enumerate(record.players, 1)}
        self.follower = Following(Exported(NAME, {}, {}, (), ""), record.at(0), record.options)
        self.tile_names: dict[HexId, str] = {}
        self.waiting: list[Written] = []
        """A deal that the other side has not agreed to yet."""

    @property
    def game(self) -> Game:
        return self.follower.game

    def write(self) -> Iterator[Written]:
        follower = self.follower
        follower.look()
        for entry in self.record.entries:
            before, action = self.game, entry.action
            yield from self._merger_declined()
            skipped = isinstance(action, SKIPPED) and follower.site_would_skip()
            way = follower.way_to_raise_money() if isinstance(action, RAISING) else None
            follower.play(action)
            if way == action:
                yield self._company_pass(_turn(before))
            elif not skipped:
                yield from self._written(before, action)
            follower.look()
            yield from self._acquisition_declined()

    def _merger_declined(self) -> Iterator[Written]:
        """The site asks about a merger even where there is nobody to merge with; before that a home is upgraded."""
        asked = [move.action for move in self.game.ask.moves] if self.game.ask else []
        if track.EndTrack not in asked:
            return
        company = _turn(self.game)
        if not self.follower.merging_is_over(self.game.where()[-1].facts):
            self.follower.merging_asked = True
            yield self._company_pass(company)

    def _acquisition_declined(self) -> Iterator[Written]:
        """The same at the end of a turn."""
        company, self.follower.acquisition_owed = self.follower.acquisition_owed, None
        if company is not None:
            yield self._company_pass(company)

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

    def _by_player(self, game: Game, kind: str, **more: Any) -> Written:
        assert game.ask is not None
        return {"type": kind, "entity": self.numbers[game.ask.who], "entity_type": "player", **more}

    def _by_company(self, entity: str, what: str, **more: Any) -> Written:
        return {"type": what, "entity": entity, "entity_type": "corporation", **more}

    def _company_pass(self, company: CompanyId) -> Written:
        return self._by_company(company, "pass")

    def _tile_name(self, tile: TileId, hex_id: HexId) -> str:
        """A copy of the tile that does not lie on the map."""
        self.tile_names.pop(hex_id, None)
        laid = set(self.tile_names.values())
        self.tile_names[hex_id] = next(name for n in count() if (name := f"{tile}-{n}") not in laid)
        return self.tile_names[hex_id]

    def _city(self, stop: StopId) -> str:
        hex_id, number = place_of(stop)
        if stop in self.box.london:
            number = LONDON_CITIES[hex_id]
        return f"{self.tile_names.get(hex_id, f'{hex_id}-0')}-{number}"

    def _first_share(self, game: Game, company: CompanyId, owner: Owner) -> Written:
        cert = self.box.papers.ordinary(game.state, owner, company)[0]
        return {"shares": [cert.id], "percent": cert.percent}

    def _sold(self, game: Game, company: CompanyId, owner: Owner, shares: int) -> Written:
        """The certificates that are new in the pool; of a company that failed with the sale some that were held."""
        before, after, papers = game.state.certs, self.game.state.certs, self.box.papers
        sold = [c.id for c in papers.of[company] if after[c.id] == POOL != before[c.id]]
        held: list[CertId] = [c.id for c in papers.of[company] if before[c.id] == owner]
        return {"shares": sold or held[-shares:], "percent": shares * papers.unit(company)}

    # ------------------------------------------------------------------------------------------------------- by players

    def nothing(self, game: Game, action: Any) -> list[Written]:
        """Chance, or what is written with the next answer."""
        return []

    def player_pass(self, game: Game, action: Any) -> list[Written]:
        return [self._by_player(game, "pass")]

    def bid(self, game: Game, action: parliament.Bid) -> list[Written]:
        company = game.where()[-1].facts.company
        return [self._by_player(game, "bid", corporation=company, price=action.price)]

    def par(self, game: Game, action: parliament.ChoosePar) -> list[Written]:
        return [self._par(game, game.where()[-1].facts.company, action.price)]

    def start(self, game: Game, action: stock.StartCompany) -> list[Written]:
        return [self._par(game, action.company, action.price)]

    def _par(self, game: Game, company: CompanyId, price: int) -> Written:
        share_price = f"{price},0,{self.box.cells[price]}"
        return self._by_player(game, "par", corporation=company, share_price=share_price)

    def further_share(self, game: Game, action: parliament.BuyFurtherShare) -> list[Written]:
        company = game.where()[-1].facts.company
        return [self._by_player(game, "buy_shares", **self._first_share(game, company, IPO))]

    def buy_share(self, game: Game, action: stock.BuyShare) -> list[Written]:
        owner = stock.owner_at(action.company, action.place)
        return [self._by_player(game, "buy_shares", **self._first_share(game, action.company, owner))]

    def sell_shares(self, game: Game, action: stock.SellShares) -> list[Written]:
        assert game.ask is not None
        sold = self._sold(game, action.company, game.ask.who, action.shares)
        return [self._by_player(game, "sell_shares", **sold)]

    def tokens(self, game: Game, action: launch.BuyTokens) -> list[Written]:
        return [self._by_player(game, "choose", choice=action.amount)]

    # ----------------------------------------------------------------------------------------------------- by companies

    def company_pass(self, game: Game, action: Any) -> list[Written]:
        return [self._company_pass(_turn(game))]

    def lay(self, game: Game, action: track.LayTile | track.PlaceSmallStation) -> list[Written]:
        name = self._tile_name(action.tile, action.hex)
        return [self._by_company(_turn(game), "lay_tile", hex=action.hex, tile=name, rotation=action.turn)]

    def station(self, game: Game, action: stations.PlaceStation) -> list[Written]:
        return [self._by_company(_turn(game), "place_token", city=self._city(action.stop), slot=0)]

    def link(self, game: Game, action: track.LinkLondon) -> list[Written]:
        """There it is a station that is placed after the track was passed."""
        company = _turn(game)
        station = self._by_company(company, "place_token", city=self._city(action.stop), slot=0)
        return [self._company_pass(company), station]

    def run(self, game: Game, action: running.RunTrains) -> list[Written]:
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        routes = [_route(game, text) for text in action.routes]
        if routes:
            routes[0] |= {"revenue": told["amount"], "subsidy": told["subsidy"]}
        return [self._by_company(_turn(game), "run_routes", routes=routes)]

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> list[Written]:
        route: Written = {"train": "", "connections": [], "hexes": []}
        route |= {"revenue": action.amount, "subsidy": action.subsidy}
        return [self._by_company(_turn(game), "run_routes", routes=[route])]

    def dividend(self, game: Game, action: Any) -> list[Written]:
        return [self._by_company(_turn(game), "dividend", kind=DIVIDENDS[type(action)])]

    def buy_train(self, game: Game, action: trains.BuyTrain) -> list[Written]:
        train = trains_of(game.state, DEPOT)[0]
        band = self.box.band_of(train)
        variant = action.face + "*" * band.free_warranties
        bought = {"train": train, "price": band.price, "variant": variant, "warranties": action.amount}
        return [self._by_company(_turn(game), "buy_train", **bought)]

    def trade_train(self, game: Game, action: trains.TradeTrain) -> list[Written]:
        phases, band = list(self.box.phases), self.box.band_of(action.train)
        price = band.price // 2 if phases.index(game.state.phase) > phases.index(band.name) else band.price
        return [self._by_company(_turn(game), "buy_train", train=action.train, price=price)]

    def sell_treasury(self, game: Game, action: forced.SellTreasuryShares) -> list[Written]:
        company = _turn(game)
        return [self._by_company(company, "sell_shares", **self._sold(game, company, company, action.shares))]

    def refinance(self, game: Game, action: forced.Refinance) -> list[Written]:
        """Where the site would sell shares of the treasury."""
        return [self._by_company(_turn(game), "choose", choice="refinance")]

    def bankrupt(self, game: Game, action: forced.DeclareBankruptcy) -> list[Written]:
        return [self._by_company(_turn(game), "bankrupt")]

    def redeem_share(self, game: Game, action: redeeming.RedeemShare) -> list[Written]:
        company = _turn(game)
        return [self._by_company(company, "buy_shares", **self._first_share(game, company, POOL))]

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
        return [self._by_company(facts.waiting[0], "choose", choice=choice)]

    def remove_station(self, game: Game, action: assets.RemoveStation) -> list[Written]:
        facts: merging.MergingFacts = game.where()[-1].facts
        return [self._by_company(facts.survivor, "remove_token", city=self._city(action.stop), slot=0)]


def _turn(game: Game) -> CompanyId:
    return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, CompanyTurn))


def _route(game: Game, text: str) -> Written:
    """A route of ours: hexes from station to station, and in our words, which know which stations are counted."""
    head, _, way = text.partition(":")
    names, board = way.replace("(", "").replace(")", "").split(), game.state.board
    hexes = [str(place_of(StopId(name))[0]) if _is_stop(name) else name for name in names]
    at = [number for number, name in enumerate(names) if _is_stop(name) and StopId(name) in board.tracks.stops]
    return {
        "train": head.partition("~")[0].strip(),
        "connections": [hexes[one : other + 1] for one, other in pairwise(at)],
        "hexes": [hexes[number] for number in at],
        "revenue": 0,
        "subsidy": 0,
        "ferrovia": text,
    }


def _is_stop(name: str) -> bool:
    return "." in name


SKIPPED = (
    DrawCompany,
    DrawPermit,
    parliament.Pass,
    stock.EndStockTurn,
    stations.EndStations,
    running.RunTrains,
    trains.EndTrains,
    redeeming.EndRedeeming,
)
"""Answers that the site may give by itself."""

RAISING = (forced.SellTreasuryShares, forced.Refinance, forced.DeclareBankruptcy)
"""What a pass stands for where a company needs money for a train."""

DIVIDENDS: Mapping[type[Any], str] = {
    dividends.PayDividend: "payout",
    dividends.PayWithHudson: "hudson",
    dividends.Withhold: "withhold",
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
    mergers.EndMerging: _Writer.company_pass,
    mergers.Acquire: _Writer.merge,
    mergers.EndAcquiring: _Writer.company_pass,
    merging.RedeemOption: _Writer.option,
    merging.SellOption: _Writer.option,
    assets.RemoveStation: _Writer.remove_station,
    track.LayTile: _Writer.lay,
    track.PlaceSmallStation: _Writer.lay,
    track.LinkLondon: _Writer.link,
    track.EndTrack: _Writer.company_pass,
    stations.PlaceStation: _Writer.station,
    stations.EndStations: _Writer.company_pass,
    running.RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    dividends.PayDividend: _Writer.dividend,
    dividends.PayWithHudson: _Writer.dividend,
    dividends.Withhold: _Writer.dividend,
    trains.BuyTrain: _Writer.buy_train,
    trains.TradeTrain: _Writer.trade_train,
    trains.EndTrains: _Writer.company_pass,
    forced.SellTreasuryShares: _Writer.sell_treasury,
    forced.Refinance: _Writer.refinance,
    forced.DeclareBankruptcy: _Writer.bankrupt,
    redeeming.RedeemShare: _Writer.redeem_share,
    redeeming.EndRedeeming: _Writer.company_pass,
}
