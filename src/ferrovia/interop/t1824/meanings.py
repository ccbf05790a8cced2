"""1824: what the recorded actions mean here."""

from collections.abc import Callable, Mapping
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action, routes_of, subsidy_of
from ferrovia.interop.following import Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.readings import card_bought, dividend, place_of_share, run_as_written_down, run_by_the_rules
from ferrovia.interop.routes import find_way, pieces_of
from ferrovia.interop.shares import (
    certificates,
    company_of_shares,
    only_share,
    percent_of,
    price_of,
    tell_what_is_not_held,
)
from ferrovia.interop.t1824.notes import Now, turn_of
from ferrovia.interop.tiles import tile_named
from ferrovia.model.board import stop_id
from ferrovia.model.ids import DEPOT, CertId, CompanyId, HexId, Owner, StopId, TrainId, TurnId
from ferrovia.model.route import Route, route_along
from ferrovia.model.state import trains_of
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import BuyShare, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import LetOthersFirst, SurplusFacts, TradeTrain
from ferrovia.titles.t1824 import (
    directorless,
    exchange,
    first_round,
    formation,
    loans,
    phases,
    running,
    strayed,
    trains,
)
from ferrovia.titles.t1824.material import MountainId

TAKEN_BACK = {"Return one token": "KK1", "Return the other token": "KK2"}
"""Whose station goes back, by the words of the choice."""


def may_act(now: Now, entity: str) -> bool:
    """The company whose turn it is; who has too many trains; a mountain railway for its owner."""
    ask, facts = now.game.ask, now.game.state.stack[-1].facts
    if ask is not None and now.game.state.certs.get(mountain_named(entity)) == ask.who:
        return True
    if isinstance(facts, SurplusFacts):
        return entity in facts.companies
    if isinstance(facts, formation.FormationFacts):
        return entity == facts.company
    turn = turn_of(now)
    return turn is not None and turn.company == entity


def _buy_company(now: Now, action: Action) -> Any:
    name = action.text("company")
    if mountain_named(name) in now.notes.box.mountains:
        return first_round.BuyMountain(mountain_named(name))
    return first_round.BuyRailway(company_named(name), action.amount("price"))


def _par(now: Now, action: Action) -> Any:
    return StartCompany(company_named(action.text("corporation")), price_of(action))


def _buy_shares(now: Now, action: Action) -> Any:
    papers = now.notes.box.papers
    cert, company = only_share(action, papers)
    now.notes.named = (cert,)
    if mountain_named(action.entity) in now.notes.box.mountains:
        return exchange.ExchangeMountain(mountain_named(action.entity), company)
    if cert == papers.directors_certificate(company).id:
        return directorless.BuyDouble(company)
    return BuyShare(company, place_of_share(now, cert, company, action))


def _sell_shares(now: Now, action: Action) -> Any:
    papers = now.notes.box.papers
    company = company_of_shares(action, papers)
    tell_what_is_not_held(now, action, now.notes.ledger)
    now.notes.named = tuple(certificates(action))
    named, shares = certificates(action), percent_of(action, papers) // papers.unit(company)
    if papers.directors_certificate(company).id in named:
        kind = directorless.SellDouble if shares > len(named) else strayed.SellHalf
        if now.game.why_not(kind(company, len(named) - 1)) is None:
            if kind is strayed.SellHalf:
                now.notices.append(Notice("stray-certificate", number=action.listed, company=company))
            return kind(company, len(named) - 1)
    return SellShares(company, shares)


def _special_buy(now: Now, action: Action) -> Any:
    return exchange.ExchangeCoal(company_named(action.text("description")))


def _repay(now: Now, action: Action) -> Any:
    ask, state = now.game.ask, now.game.state
    assert ask is not None
    most = min(state.cash[ask.who], state.debt.get(ask.who, 0))
    if action.kind == "payoff_player_debt":
        return RepayDebt()
    return loans.RepayPart(min(most, action.amount("amount")))


def _lay_tile(now: Now, action: Action) -> Any:
    name, hex_id, turn = action.text("tile"), HexId(action.text("hex")), TurnId(action.amount("rotation"))
    tile = tile_named(name, now.game.state.board)
    now.notes.tiles[name] = hex_id
    return LayTile(hex_id, tile.id, turn)


def _place_token(now: Now, action: Action) -> Any:
    stop = _stop(now, action)
    asked = now.asked()
    return (directorless.PlaceFreeStation if directorless.PlaceFreeStation in asked else PlaceStation)(stop)


def _stop(now: Now, action: Action) -> StopId:
    """A city is named by its tile, or by its hex where there is none; printed circles are counted in twos."""
    place, number = action.text("city").rpartition("-")[0], action.part("city", "-", -1)
    hex_id = now.notes.tiles.get(place)
    if hex_id is not None:
        return stop_id(hex_id, number)
    printed = HexId(place.rpartition("-")[0])
    several = len(now.game.state.board.stops_on(printed)) > 1 if printed in now.notes.box.map.hexes else False
    return stop_id(printed, number // 2 if several else number)


def _run_routes(now: Now, action: Action) -> None:
    """The routes as recorded if the rules allow them and count the same; else what was written down."""
    routes = routes_of(action)
    revenue, mines = sum([route.amount("revenue") for route in routes]), subsidy_of(action, routes)

    def differs(after: Game) -> Notice | None:
        told = next(event.params for event in after.events if event.key == "trains-run")
        if told["amount"] == revenue and mines in (None, told["mines"]):
            return None
        return Notice("earns-with-mines", earned=told["amount"], mines=told["mines"])

    reason = run_by_the_rules(now, [_route(now, route) for route in routes], differs)
    if reason is not None:
        run_as_written_down(now, action, revenue, reason, running.RunAsRecorded(revenue, mines or 0))


def _route(now: Now, route: Action) -> Route:
    way = find_way(now.game.state.board, pieces_of(route))
    return route_along(_card(now, str(route.get("train"))), way or ())


def _discard_train(now: Now, action: Action) -> Any:
    """There companies with too many trains discard in any order."""
    given = phases.DiscardTrain(_card(now, action.text("train")))
    while now.game.why_not(given) is not None and now.can(LetOthersFirst):
        now.play(LetOthersFirst())
    return given


def _buy_train(now: Now, action: Action) -> Any:
    train = _bought(now, action.text("train"))
    if now.game.state.trains[train].owner != DEPOT:
        return TradeTrain(train, action.amount("price"))
    if action.get("exchange"):
        return trains.TradeIn(train, _card(now, action.text("exchange")))
    return trains.BuyTrain(train)


def _card(now: Now, recorded: str) -> TrainId:
    return now.notes.cards.get(recorded, TrainId(recorded))


def _bought(now: Now, recorded: str) -> TrainId:
    """Of several piles in the bank one is of its kind."""
    state, kind = now.game.state, recorded.rpartition("-")[0]
    left = (card for card in trains_of(state, DEPOT) if state.trains[card].face == kind)
    return card_bought(now, recorded, next(left, None))


def _choose(now: Now, action: Action) -> Any:
    railway = TAKEN_BACK.get(action.text("choice"))
    if railway is None:
        raise Strange(f"1824 knows no choice {action.text('choice')!r}")
    home = now.notes.box.companies[company_named(railway)]
    return formation.TakeBackStation(now.game.state.board.grown(home.home, home.city))


MEANINGS: Mapping[str, Callable[[Now, Action], Any | None]] = {
    "buy_company": _buy_company,
    "par": _par,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "special_buy": _special_buy,
    "payoff_player_debt": _repay,
    "payoff_player_debt_partial": _repay,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "run_routes": _run_routes,
    "dividend": dividend,
    "buy_train": _buy_train,
    "discard_train": _discard_train,
    "choose": _choose,
}


def paid(now: Now, action: Action) -> int | None:
    """For a train of the bank: what is printed on it, less for one that is handed in."""
    return now.told("train-bought") if action.kind == "buy_train" else None


def company_named(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def mountain_named(name: str) -> MountainId:
    return MountainId(CertId(name))
