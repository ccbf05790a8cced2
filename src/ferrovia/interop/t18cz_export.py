"""18CZ: our answers written as the site's actions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.drawing import generator
from ferrovia.interop.exported import Exported
from ferrovia.interop.t18cz import NAME, TITLE, Following
from ferrovia.model.board import place_of
from ferrovia.model.ids import CHANCE, IPO, POOL, CompanyId, HexId, StopId, TileId
from ferrovia.routing.graph import graph_along
from ferrovia.rules import consent
from ferrovia.titles.t18cz import (
    acquisition,
    dividends,
    draft,
    homes,
    phases,
    running,
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t18cz.facts import AcquisitionFacts, CompanyTurn, SurplusFacts
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import Material
from ferrovia.titles.t18cz.vaclav import DrawCompany

__all__ = ["NAME", "TITLE", "actions", "seed"]

Written = dict[str, Any]


def actions(record: Record) -> Iterator[Written]:
    """The site's actions for a whole game, with just the passes that the site would wait for."""
    return _Writer(record).write()


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


class _Writer:
    """Follows our game as the import does, so that both agree on where the site asks."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.box: Material = record.title.data
        self.numbers = {name: number for number, name in enumerate(record.players, 1)}
        first = record.at(0)
        self.follower = Following(Exported(NAME, {}, {}, (), ""), first, record.options)
        self.copies: Counter[str] = Counter()
        self.tile_names: dict[HexId, str] = {}
        self.kept_trains = False
        self.waiting: list[Written] = []
        """A deal that the other side has not agreed to yet."""

    @property
    def game(self) -> Game:
        return self.follower.game

    def write(self) -> Iterator[Written]:
        for entry in self.record.entries:
            action, before = entry.action, self.game
            yield from self._passes_before(action)
            skipped = isinstance(action, SKIPPED) and self.follower.site_would_skip()
            if isinstance(action, AFTER_TRACK):
                self.follower.track_passed = True
            self.follower.play(action)
            if not skipped:
                yield from self._written(before, action)

    def _passes_before(self, action: Any) -> Iterator[Written]:
        """Passes for questions of the site that we do not ask: more track with a local, a local after the trains."""
        facts, follower = self.game.where()[-1].facts, self.follower
        follower.look()
        if follower.site_would_skip() or not isinstance(facts, CompanyTurn):
            return
        if isinstance(action, AFTER_TRACK) and not isinstance(action, track.EndTrack) and follower.track_still_asked():
            follower.track_passed = True
            yield self._company_pass(facts.company)
        if isinstance(action, trains.EndTrains) and not follower.site_would_skip() and not follower.trains_passed:
            follower.trains_passed = True
            yield self._company_pass(facts.company)

    def _written(self, before: Game, action: Any) -> Iterator[Written]:
        if isinstance(action, consent.Agree):
            yield from self.waiting
            self.waiting = []
            return
        if isinstance(action, consent.Reject):
            self.waiting = []
            return
        writer: Callable[[_Writer, Game, Any], Written | None] = WRITING[type(action)]
        written = writer(self, before, action)
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
            yield self._company_pass(self._buyer(before))

    # ------------------------------------------------------------------------------------------------------ the pieces

    def _by_player(self, game: Game, kind: str, **more: Any) -> Written:
        assert game.ask is not None
        return {"type": kind, "entity": self.numbers[game.ask.who], "entity_type": "player", **more}

    def _by_company(self, entity: str, what: str, **more: Any) -> Written:
        return {"type": what, "entity": entity, "entity_type": "corporation", **more}

    def _company_pass(self, company: CompanyId) -> Written:
        return self._by_company(company, "pass")

    def _tile_name(self, tile: TileId, hex_id: HexId) -> str:
        name = f"{tile}-{self.copies[tile]}"
        self.copies[tile] += 1
        self.tile_names[hex_id] = name
        return name

    def _city(self, stop: StopId) -> str:
        hex_id, number = place_of(stop)
        return f"{self.tile_names.get(hex_id, f'{hex_id}-0')}-{number}"

    # --------------------------------------------------------------------------------------------------- kind by kind

    def draft(self, game: Game, action: draft.DraftLocal) -> Written:
        return self._by_player(game, "bid", company=action.local, price=self.box.locals[action.local].price)

    def player_pass(self, game: Game, action: Any) -> Written:
        return self._by_player(game, "pass")

    def start(self, game: Game, action: stock.StartCompany) -> Written:
        column = self.box.numbers.market.prices.index(action.price)
        return self._by_player(game, "par", corporation=action.company, share_price=f"{action.price},0,{column}")

    def buy_share(self, game: Game, action: stock.BuyShare) -> Written:
        cert = self.box.papers.ordinary(game.state, IPO if action.place == IPO else POOL, action.company)[0]
        return self._by_player(game, "buy_shares", shares=[cert.id], percent=cert.percent)

    def sell_shares(self, game: Game, action: stock.SellShares) -> Written:
        banks = (IPO, POOL)
        certs = self.box.papers.of[action.company]
        sold = [c.id for c in certs if self.game.state.certs[c.id] in banks and game.state.certs[c.id] not in banks]
        percent = action.shares * self.box.papers.unit(action.company)
        return self._by_player(game, "sell_shares", shares=sold, percent=percent)

    def repay(self, game: Game, action: stock.RepayDebt) -> Written:
        return self._by_player(game, "special_buy")

    def _turn(self, game: Game) -> CompanyId:
        return next(f.facts.company for f in reversed(game.where()) if isinstance(f.facts, CompanyTurn))

    def red_tile(self, game: Game, action: homes.LayRedTile) -> Written:
        company = self._turn(game)
        tile = next(t.id for t in self.box.map.tiles.values() if t.colour == "red" and t.label == company)
        name = self._tile_name(tile, action.hex)
        return self._by_company(company, "lay_tile", hex=action.hex, tile=name, rotation=action.turn)

    def token(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "place_token", city=self._city(action.stop), slot=0)

    def lay(self, game: Game, action: track.LayTile) -> Written:
        name = self._tile_name(action.tile, action.hex)
        return self._by_company(self._turn(game), "lay_tile", hex=action.hex, tile=name, rotation=action.turn)

    def lay_by_local(self, game: Game, action: track.LayTileWithLocal | track.LayPurpleTile) -> Written:
        name = self._tile_name(action.tile, action.hex)
        lay: Written = {"type": "lay_tile", "entity": action.local, "entity_type": "company"}
        return {**lay, "hex": action.hex, "tile": name, "rotation": action.turn}

    def company_pass(self, game: Game, action: Any) -> Written:
        return self._company_pass(self._turn(game))

    def run(self, game: Game, action: running.RunTrains) -> Written:
        ways = [text.partition(":") for text in action.routes]
        graph = graph_along(game.state.board, (way.split() for _, _, way in ways))
        revenue = running.revenue_of(game, action)
        routes: list[Written] = [
            {
                "train": train.strip(),
                "connections": _pieces(way.split(), graph.numbers),
                "hexes": [str(place_of(StopId(s))[0]) for s in way.split() if StopId(s) in graph.numbers],
                "revenue": 0,
            }
            for train, _, way in ways
        ]
        if routes:
            routes[0]["revenue"] = revenue
        return self._by_company(self._turn(game), "run_routes", routes=routes)

    def run_as_recorded(self, game: Game, action: running.RunAsRecorded) -> Written:
        route: Written = {"train": "", "connections": [], "hexes": [], "revenue": action.amount}
        return self._by_company(self._turn(game), "run_routes", routes=[route])

    def pay(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="payout")

    def withhold(self, game: Game, action: Any) -> Written:
        return self._by_company(self._turn(game), "dividend", kind="withhold")

    def acquire(self, game: Game, action: acquisition.Acquire) -> Written:
        company = self._turn(game)
        return self._by_company(company, "buy_corporation", corporation=action.company, price=action.amount)

    def _buyer(self, game: Game) -> CompanyId:
        return next(f.facts.buyer for f in reversed(game.where()) if isinstance(f.facts, AcquisitionFacts))

    def keep_train(self, game: Game, action: acquisition.KeepTrain) -> None:
        self.kept_trains = True

    def flip_train(self, game: Game, action: acquisition.FlipTrain) -> Written:
        return self._by_company(self._buyer(game), "swap_train", train=action.train)

    def scrap_train(self, game: Game, action: acquisition.ScrapTrain) -> Written:
        return self._by_company(self._buyer(game), "discard_train", train=action.train)

    def remove_station(self, game: Game, action: acquisition.RemoveStation) -> Written:
        return self._by_company(self._buyer(game), "remove_token", city=self._city(action.stop), slot=0)

    def return_train(self, game: Game, action: phases.ReturnTrain) -> Written:
        facts: SurplusFacts = game.where()[-1].facts
        company = game.state.trains[action.train].owner if facts else ""
        return self._by_company(company, "discard_train", train=action.train)

    def buy_train(self, game: Game, action: trains.BuyTrain) -> Written:
        price = self.box.faces[action.face].price
        company = self._turn(game)
        return self._by_company(company, "buy_train", train=action.train, price=price, variant=action.face)

    def trade_train(self, game: Game, action: trains.TradeTrain) -> Written:
        face = game.state.trains[action.train].face
        company = self._turn(game)
        return self._by_company(company, "buy_train", train=action.train, price=action.amount, variant=face)

    def buy_local(self, game: Game, action: BuyLocal) -> Written:
        return self._by_company(self._turn(game), "buy_company", company=action.local, price=action.amount)

    def sell_local(self, game: Game, action: SellLocal) -> Written:
        value = game.state.extras.local_value
        return self._by_company(self._turn(game), "sell_company", company=action.local, price=value)

    def nothing(self, game: Game, action: Any) -> None:
        assert game.ask is not None and game.ask.who == CHANCE


def _pieces(names: list[str], stops: Mapping[StopId, int]) -> list[list[str]]:
    """A way cut at its stops: for each piece the hexes from stop to stop."""
    pieces: list[list[str]] = []
    for name in names:
        is_stop = StopId(name) in stops
        hex_id = str(place_of(StopId(name))[0]) if is_stop else name
        if pieces:
            pieces[-1].append(hex_id)
        if is_stop:
            pieces.append([hex_id])
    return pieces[:-1]


AFTER_TRACK = (
    track.EndTrack,
    stations.PlaceStation,
    stations.EndStations,
    running.RunTrains,
    running.RunAsRecorded,
    acquisition.Acquire,
    acquisition.EndAcquisitions,
    trains.BuyTrain,
    trains.TradeTrain,
    trains.EndTrains,
)
"""With these the site's question about track is over."""

SKIPPED = (
    stock.EndStockTurn,
    homes.ChooseHomeCity,
    stations.EndStations,
    running.RunTrains,
    trains.EndTrains,
    DrawCompany,
)
"""Answers that the site may give by itself."""

WRITING: Mapping[type[Any], Any] = {
    draft.DraftLocal: _Writer.draft,
    draft.PassDraft: _Writer.player_pass,
    stock.StartCompany: _Writer.start,
    stock.BuyShare: _Writer.buy_share,
    stock.SellShares: _Writer.sell_shares,
    stock.RepayDebt: _Writer.repay,
    stock.EndStockTurn: _Writer.player_pass,
    homes.LayRedTile: _Writer.red_tile,
    homes.ChooseHomeCity: _Writer.token,
    homes.AssignStation: _Writer.token,
    stations.PlaceStation: _Writer.token,
    stations.EndStations: _Writer.company_pass,
    track.LayTile: _Writer.lay,
    track.LayTileWithLocal: _Writer.lay_by_local,
    track.LayPurpleTile: _Writer.lay_by_local,
    track.EndTrack: _Writer.company_pass,
    running.RunTrains: _Writer.run,
    running.RunAsRecorded: _Writer.run_as_recorded,
    dividends.PayDividend: _Writer.pay,
    dividends.Withhold: _Writer.withhold,
    acquisition.Acquire: _Writer.acquire,
    acquisition.EndAcquisitions: _Writer.company_pass,
    acquisition.KeepTrain: _Writer.keep_train,
    acquisition.FlipTrain: _Writer.flip_train,
    acquisition.ScrapTrain: _Writer.scrap_train,
    acquisition.RemoveStation: _Writer.remove_station,
    phases.ReturnTrain: _Writer.return_train,
    trains.BuyTrain: _Writer.buy_train,
    trains.TradeTrain: _Writer.trade_train,
    trains.EndTrains: _Writer.company_pass,
    BuyLocal: _Writer.buy_local,
    SellLocal: _Writer.sell_local,
}
