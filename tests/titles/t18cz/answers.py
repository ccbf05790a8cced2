"""Answers of 18CZ in few words: `start("VBW", 65)`, `lay("D5 57/0")`, `run(game, "3d: E16 D17")`."""

from collections.abc import Iterator

from ferrovia import Game
from ferrovia.model.board import Board, stop_id
from ferrovia.model.ids import (
    DEPOT,
    IPO,
    POOL,
    CertId,
    CompanyId,
    FaceId,
    HexId,
    Owner,
    StopId,
    TileId,
    TrainId,
    TurnId,
)
from ferrovia.model.route import Route, route_along
from ferrovia.model.state import trains_of
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.stock import BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import BuyTrain, EndTrains, TradeTrain
from ferrovia.titles.t18cz.acquisition import (
    Acquire,
    EndAcquisitions,
    FlipTrain,
    KeepTrain,
    RemoveStation,
    ScrapTrain,
)
from ferrovia.titles.t18cz.draft import DraftLocal, PassDraft
from ferrovia.titles.t18cz.homes import AssignStation, ChooseHomeCity, LayRedTile
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import LocalId, Material
from ferrovia.titles.t18cz.phases import ReturnTrain
from ferrovia.titles.t18cz.track import LayPurpleTile, LayTileWithLocal

PASS_DRAFT = PassDraft()
PASS = EndStockTurn()
REPAY = RepayDebt()
NO_TRACK = EndTrack()
NO_STATION = EndStations()
NO_RUN = RunTrains(())
PAY = PayDividend()
WITHHOLD = Withhold()
NO_ACQUISITION = EndAcquisitions()
NO_TRAIN = EndTrains()
AGREE = Agree()
REJECT = Reject()


def company_id(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def local_id(name: str) -> LocalId:
    return LocalId(CertId(name))


# ------------------------------------------------------------------------------------------------------ draft and stock


def draft(local: str) -> DraftLocal:
    return DraftLocal(local_id(local))


def start(company: str, price: int) -> StartCompany:
    return StartCompany(company_id(company), price)


def buy(company: str, place: Owner = IPO) -> BuyShare:
    return BuyShare(company_id(company), PlaceId(place))


def sell(company: str, shares: int = 1) -> SellShares:
    return SellShares(company_id(company), shares)


# --------------------------------------------------------------------------------------------------- track and stations


def _laid(text: str) -> tuple[HexId, TileId, TurnId]:
    hex_id, laid = text.split()
    tile, _, turn = laid.partition("/")
    return HexId(hex_id), TileId(tile), TurnId(int(turn))


def lay(text: str) -> LayTile:
    """`lay("D5 57/0")`: the hex, the tile, its turn."""
    return LayTile(*_laid(text))


def lay_with(local: str, text: str) -> LayTileWithLocal:
    return LayTileWithLocal(*_laid(text), local_id(local))


def purple(local: str, text: str) -> LayPurpleTile:
    return LayPurpleTile(local_id(local), *_laid(text))


def red(hex_id: str, turn: int) -> LayRedTile:
    return LayRedTile(HexId(hex_id), TurnId(turn))


def home(stop: str) -> ChooseHomeCity:
    return ChooseHomeCity(StopId(stop))


def assign(stop: str) -> AssignStation:
    return AssignStation(StopId(stop))


def place(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


# -------------------------------------------------------------------------------------------------------------- running


def run(game: Game, *routes: str) -> RunTrains:
    """Routes as `run(game, "3d: E16 D17 C18 C20")`: the face of a train, then the hexes. Of several stops on a hex the
    one is meant that the way leads through; `C8.1` names one."""
    company = game.where()[-1].facts.company
    left = trains_of(game.state, company)
    found: list[Route] = []
    for text in routes:
        face, _, way = text.partition(":")
        train = next(t for t in left if game.state.trains[t].face == face)
        left.remove(train)
        found.append(route_along(train, _way(game.state.board, way.split())))
    return RunTrains(tuple(found))


def _way(board: Board, row: list[str]) -> Iterator[str]:
    hexes = [HexId(name.partition(".")[0]) for name in row]
    for at, hex_id in enumerate(hexes):
        stops = board.picture(hex_id).stop_sides
        if "." in row[at] or not stops:
            yield row[at]
            continue
        near = hexes[at - 1 : at] + hexes[at + 1 : at + 2] if at else hexes[1:2]
        sides = {side for side, other in board.map.neighbours[hex_id].items() if other in near}
        yield stop_id(hex_id, next((n for n, reached in enumerate(stops) if sides <= set(reached)), 0))


def revenue(game: Game, *routes: str) -> int:
    """What a run earns."""
    company = game.where()[-1].facts.company
    return game.play(run(game, *routes)).state.last_revenue[company]


def best(game: Game) -> int:
    """What the proposed run earns."""
    company = game.where()[-1].facts.company
    proposed = next(offer.action for offer in game.offers() if isinstance(offer.action, RunTrains))
    return game.play(proposed).state.last_revenue[company]


# -------------------------------------------------------------------------------------- acquisitions, trains and locals


def card(game: Game, owner: Owner, face: str, number: int = 0) -> TrainId:
    """A card by who has it and which face is up."""
    return [train for train in trains_of(game.state, owner) if game.state.trains[train].face == face][number]


def acquire(company: str, amount: int) -> Acquire:
    return Acquire(company_id(company), amount)


def _acquired(game: Game, face: str, number: int) -> TrainId:
    deal = game.where()[-1].facts
    return [train for train in deal.trains if game.state.trains[train].face == face][number]


def keep(game: Game, face: str, number: int = 0) -> KeepTrain:
    return KeepTrain(_acquired(game, face, number))


def flip(game: Game, face: str, number: int = 0) -> FlipTrain:
    return FlipTrain(_acquired(game, face, number))


def scrap(game: Game, face: str, number: int = 0) -> ScrapTrain:
    return ScrapTrain(_acquired(game, face, number))


def remove(stop: str) -> RemoveStation:
    return RemoveStation(StopId(stop))


def buy_train(game: Game, face: str, *, pool: bool = False) -> BuyTrain:
    """The top card of the stack, or the first card in the pool that has this face."""
    box: Material = game.title.data
    cards = trains_of(game.state, POOL if pool else DEPOT)
    cards = [t for t in cards if any(f.name == face for f in box.card_of(t).faces)] if pool else cards
    return BuyTrain(cards[0], FaceId(face))


def trade(game: Game, seller: str, face: str, amount: int) -> TradeTrain:
    return TradeTrain(card(game, Owner(seller), face), amount)


def give_back(game: Game, company: str, face: str) -> ReturnTrain:
    return ReturnTrain(card(game, Owner(company), face))


def buy_local(local: str, amount: int) -> BuyLocal:
    return BuyLocal(local_id(local), amount)


def sell_local(local: str) -> SellLocal:
    return SellLocal(local_id(local))
