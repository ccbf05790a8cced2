"""18ESP: what the recorded actions mean here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action, routes_of, subsidy_of
from ferrovia.interop.following import Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.readings import (
    acts_in_turn,
    card_bought,
    dividend,
    place_of_share,
    run_as_written_down,
    run_by_the_rules,
)
from ferrovia.interop.routes import find_way, pieces_of
from ferrovia.interop.shares import (
    certificates,
    company_of_shares,
    only_share,
    percent_of,
    price_of,
    tell_what_is_not_held,
)
from ferrovia.interop.t18esp.notes import Now
from ferrovia.interop.tiles import tile_named
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import DEPOT, POOL, CertId, CompanyId, FaceId, HexId, Owner, StopId, TrainId, TurnId
from ferrovia.model.route import Route, route_along
from ferrovia.model.state import trains_of
from ferrovia.rules import loans, stations, stock, trains
from ferrovia.rules import track as laying
from ferrovia.rules.rounds import turn_in
from ferrovia.rules.stock import PlaceId
from ferrovia.rules.trains import LetOthersFirst
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
    track,
)
from ferrovia.titles.t18esp.facts import Turn
from ferrovia.titles.t18esp.material import P1, P5, Material, PioneerId, is_in_the_north


def may_act(now: Now, entity: str) -> bool:
    """Also the pioneers of the company."""
    return acts_in_turn(now, entity)


def company_named(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def turn_of(now: Now) -> Turn:
    turn = turn_in(now.game.state)
    if not isinstance(turn, Turn):
        raise Strange("no company operates")
    return turn


# ------------------------------------------------------------------------------------------------- auction and stock


def _bid(now: Now, action: Action) -> Any:
    return auction.Bid(action.amount("price"))


def _par(now: Now, action: Action) -> Any:
    if now.asks_for(auction.ChoosePar):
        return auction.ChoosePar(price_of(action))
    return stock.StartCompany(company_named(action.text("corporation")), price_of(action))


def _buy_shares(now: Now, action: Action) -> Any:
    cert, company = only_share(action, now.notes.box.papers)
    now.notes.named = (cert,)
    return stock.BuyShare(company, place_of_share(now, cert, company, action))


def _sell_shares(now: Now, action: Action) -> Any:
    papers = now.notes.box.papers
    company = company_of_shares(action, papers)
    tell_what_is_not_held(now, action, now.notes.ledger)
    now.notes.named = tuple(certificates(action))
    return stock.SellShares(company, percent_of(action, papers) // papers.unit(company))


def _repay(now: Now, action: Action) -> Any:
    return loans.RepayDebt()


# ------------------------------------------------------------------------------------------------------------ building


def _lay_tile(now: Now, action: Action) -> Any:
    name, hex_id, turn = action.text("tile"), HexId(action.text("hex")), TurnId(action.amount("rotation"))
    tile = tile_named(name, now.game.state.board)
    now.notes.tiles[name] = hex_id
    kind = track.LayTileWithPioneer if action.entity == P1 else laying.LayTile
    return kind(hex_id, tile.id, turn)


def _place_token(now: Now, action: Action) -> Any | None:
    """A station, the space of one, or a base that was placed without asking."""
    stop = _stop(now, action)
    if now.asks_for(homes.ChooseBase):
        return homes.ChooseBase(stop)
    if now.asks_for(homes.ChooseSpace):
        return homes.ChooseSpace(stop)
    company, board = turn_of(now).company, now.game.state.board
    if action.number is None and any(place_of(s)[0] == place_of(stop)[0] for s in board.stations_of(company)):
        return None
    return stations.PlaceStation(stop)


def _stop(now: Now, action: Action) -> StopId:
    """A city is named by its tile, or by its hex where there is none; a tile with one city has only that one."""
    place = action.text("city").rpartition("-")[0]
    hex_id = now.notes.tiles.get(place) or HexId(place.rpartition("-")[0])
    board = now.game.state.board
    if hex_id not in board.map.hexes:
        raise Strange(f"there is no city {action.text('city')!r}")
    cities = [stop for stop in board.stops_on(hex_id) if board.stop(stop).kind == "city"]
    return cities[0] if len(cities) == 1 else stop_id(hex_id, action.part("city", "-", -1))


def _choose(now: Now, action: Action) -> Any | None:
    """A pass, the face of pioneer 2's train, the train with the tender, or what becomes of a minor's station."""
    choice = action.text("choice")
    if now.asks_for(pioneers.ChooseFace):
        return pioneers.ChooseFace(FaceId(choice))
    if now.asks_for(absorption.TakeStation) and choice in ("map", "charter"):
        if choice == "charter":
            return absorption.KeepStation()
        offers = (offer.action for offer in now.game.offers())
        return next((offer for offer in offers if isinstance(offer, absorption.TakeStation)), None)
    if choice in now.notes.box.passes:
        return passes.OpenPass(HexId(choice))
    if now.asks_for(running.RunAsRecorded) and action.number is not None:
        company, number = turn_of(now).company, action.amount("choice")
        runnable = runnable_in_their_eyes(now.game, company)
        if not 0 <= number < len(runnable):
            raise Strange(f"{company} has no train number {number} for the tender")
        now.notes.tender = company, runnable[number]
    return None


def runnable_in_their_eyes(game: Game, company: CompanyId) -> Sequence[TrainId]:
    """The trains that the site counts as able to run, in the order in which they came."""
    state = game.state
    box: Material = game.title.data
    resting = next(f.facts.resting for f in reversed(state.stack) if isinstance(f.facts, Turn))
    hexes = [place_of(stop)[0] for stop in state.board.stations_of(company)]
    on_pass = any(hex_id in box.passes for hex_id in hexes)
    north = on_pass or any(is_in_the_north(hex_id) for hex_id in hexes)
    south = on_pass or any(not is_in_the_north(hex_id) for hex_id in hexes)

    def runs(train: TrainId) -> bool:
        gauge = box.faces[state.trains[train].face].gauge
        if gauge == "narrow":
            return north and not box.is_minor(company)
        return gauge == "both" or south or not box.is_northern(company)

    return [train for train in trains_of(state, company) if train != resting and runs(train)]


def _choose_ability(now: Now, action: Action) -> Any:
    return passes.OpenPassWithPioneer(HexId(action.text("choice")))


def _destination(now: Now, action: Action) -> Any | None:
    """Paid when the record says so; a claim that our own test does not see is told."""
    if now.asks_for(objectives.ClaimDestination):
        return objectives.ClaimDestination()
    now.notices.append(Notice("destination", number=action.listed, company=action.entity))
    claim = objectives.ClaimAsRecorded()
    return claim if now.game.why_not(claim) is None else None


# ------------------------------------------------------------------------------------------------------------- running


def _run_routes(now: Now, action: Action) -> None:
    """The routes as recorded if the rules allow them and count the same; else what was written down."""
    routes, company = routes_of(action), turn_of(now).company
    revenue, subsidy = sum([route.amount("revenue") for route in routes]), subsidy_of(action, routes)

    def differs(after: Game) -> Notice | None:
        earned, paid = after.state.last_revenue[company], _paid_to_treasury(after, company, subsidy or 0)
        if earned == revenue and subsidy in (None, paid):
            return None
        return Notice("earns-with-subsidy", earned=earned, subsidy=paid, revenue=revenue, paid=subsidy or 0)

    try:
        reason = run_by_the_rules(now, [_route(now, route) for route in routes], differs)
    except BadData as error:  # there is no such track
        reason = str(error)
    now.notes.tender = None
    if reason is not None:
        run_as_written_down(now, action, revenue, reason, running.RunAsRecorded(revenue, subsidy or 0))


def _paid_to_treasury(game: Game, company: CompanyId, recorded: int) -> int:
    """What mines and harbours bring in this run: paid at once by the rulebook, noted in the turn on the site."""
    for event in game.events:
        if event.key == "mines-and-harbours" and event.params["company"] == company:
            return event.params["amount"]
    turns = (frame.facts for frame in game.state.stack if isinstance(frame.facts, Turn))
    return next((turn.subsidy for turn in turns if turn.company == company), recorded)


def _route(now: Now, route: Action) -> Route:
    named = [_node(name) for name in route.texts("nodes")] if route.get("nodes") else []
    way = find_way(now.game.state.board, pieces_of(route), named)
    if way is None:
        raise BadData("there is no such track")
    return route_along(_card(now, str(route.get("train"))), way)


def _node(name: str) -> StopId:
    hex_id, _, number = name.rpartition("-")
    return StopId(f"{hex_id}.{number}")


def _merge(now: Now, action: Action) -> Any:
    return absorption.Absorb(company_named(action.text("corporation")))


# -------------------------------------------------------------------------------------------------------------- trains


def _card(now: Now, recorded: str) -> TrainId:
    return now.notes.cards.get(recorded, TrainId(recorded))


def _buy_train(now: Now, action: Action) -> Any:
    recorded, price = action.text("train"), action.amount("price")
    state = now.game.state
    train = card_bought(now, recorded, now.notes.box.top_of_the_pile(state))
    if state.trains[train].owner != DEPOT:
        return trains.TradeTrain(train, price)
    face = FaceId(action.text("variant") if action.get("variant") else state.trains[train].face)
    turn = turn_of(now)
    director = now.notes.box.papers.director(state, turn.company)
    money = state.cash[turn.company] + (state.cash[director] if director else 0)
    return forced.BuyWithLoan(train, face) if money < price else trains.BuyTrain(train, face)


def _discard_train(now: Now, action: Action) -> Any:
    """Of several companies with too many trains any may be the first to discard."""
    train = _card(now, action.text("train"))
    while now.can(LetOthersFirst) and now.game.why_not(phases.DiscardTrain(train)) is not None:
        now.play(LetOthersFirst())
    return phases.DiscardTrain(train)


def _combined_trains(now: Now, action: Action) -> Any:
    face = FaceId(action.text("additional_train_variant"))
    return combining.CombineTrains(_card(now, action.text("base")), face)


def _buy_company(now: Now, action: Action) -> Any:
    return pioneers.BuyPioneer(PioneerId(CertId(action.text("company"))), action.amount("price"))


def _special_buy(now: Now, action: Action) -> Any:
    from_market = "bank" in action.text("description").lower()
    return pioneers.BuyTender(PlaceId(POOL if from_market else P5))


def paid(now: Now, action: Action) -> int | None:
    """For a train of the bank: what is printed on its face."""
    return now.told("train-bought") if action.kind == "buy_train" else None


MEANINGS: Mapping[str, Callable[[Now, Action], Any | None]] = {
    "bid": _bid,
    "par": _par,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "payoff_player_debt": _repay,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "choose": _choose,
    "choose_ability": _choose_ability,
    "destination_connection": _destination,
    "run_routes": _run_routes,
    "dividend": dividend,
    "merge": _merge,
    "buy_train": _buy_train,
    "discard_train": _discard_train,
    "combined_trains": _combined_trains,
    "buy_company": _buy_company,
    "special_buy": _special_buy,
}
