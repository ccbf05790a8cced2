"""1862: what the recorded actions mean here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action, routes_of, subsidy_of
from ferrovia.interop.following import Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.readings import (
    dividend,
    is_paid_alike,
    keeps_its_face,
    run_as_written_down,
    run_by_the_rules,
)
from ferrovia.interop.routes import find_way, pieces_of
from ferrovia.interop.shares import (
    certificates,
    company_of_shares,
    is_the_whole,
    only_share,
    percent_of,
    price_in_zigzag,
    tell_what_is_not_held,
)
from ferrovia.interop.t1862.notes import Now
from ferrovia.interop.t1862.setup import company_named
from ferrovia.interop.tiles import tile_named
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import DEPOT, IPO, POOL, CertId, CompanyId, FaceId, HexId, Owner, StopId, TrainId, TurnId
from ferrovia.model.route import Route, read_route, route_along
from ferrovia.model.state import trains_of
from ferrovia.model.upgrades import gains_a_stop
from ferrovia.rules import stock
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
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
from ferrovia.titles.t1862.material import sale_value

SURVIVORS = ("first", "last")
CHOICES: Mapping[str, type[Any]] = {
    "redeem": merging.RedeemOption,
    "sell": merging.SellOption,
    "refinance": forced.Refinance,
}


def may_act(now: Now, entity: str) -> bool:
    """The company whose turn it is; in a merger the two companies, and those that hold their shares."""
    for frame in reversed(now.game.state.stack):
        facts = frame.facts
        if isinstance(facts, CompanyTurn):
            return entity == facts.company
        if isinstance(facts, merging.MergingFacts) and entity in (facts.survivor, facts.other, *facts.waiting):
            return True
    return False


def _bid(now: Now, action: Action) -> Any:
    if parliament.StartAuction in now.asked():
        company = action.text("corporation" if action.get("corporation") else "company")
        now.play(parliament.StartAuction(company_named(company)))
    return parliament.Bid(action.amount("price"))


def _par(now: Now, action: Action) -> Any:
    price = price_in_zigzag(now, action, now.notes.box.market)
    if parliament.ChoosePar in now.asked():
        return parliament.ChoosePar(price)
    return stock.StartCompany(company_named(action.text("corporation")), price)


def _buy_shares(now: Now, action: Action) -> Any:
    cert, company = only_share(action, now.notes.box.papers)
    is_the_whole(cert, action, now.notes.box.papers)
    now.notes.named, place = (cert,), _place_of(now, cert, company, action)
    if action.get("entity_type") == "corporation":
        return redeeming.RedeemShare()
    if parliament.EndCharter in now.asked():
        return parliament.BuyFurtherShare()
    return stock.BuyShare(company, place)


def _place_of(now: Now, cert: CertId, company: CompanyId, action: Action) -> stock.PlaceId:
    """Where a bought share lay there; should the record name one that somebody has, that is told."""
    places: dict[Owner | None, str] = {IPO: IPO, company: stock.IN_TREASURY, POOL: POOL}
    owner = now.notes.ledger.get(cert)
    if owner not in places:
        now.notices.append(Notice("not-for-sale", number=action.listed, cert=cert, company=company))
        held = now.notes.box.papers.ordinary
        owner = next((o for o in places if o and held(now.game.state, o, company)), POOL)
    return stock.PlaceId(places[owner])


def _sell_shares(now: Now, action: Action) -> Any:
    company, shares = company_of_shares(action, now.notes.box.papers), percent_of(action, now.notes.box.papers) // 10
    tell_what_is_not_held(now, action, now.notes.ledger)
    now.notes.named = tuple(certificates(action))
    if action.get("entity_type") == "corporation":
        return forced.SellTreasuryShares(shares)
    _tell_what_is_halved(now, company, action)
    return stock.SellShares(company, shares)


def _tell_what_is_halved(now: Now, company: CompanyId, action: Action) -> None:
    """[6.4.1] Where half of the price is paid, the site says so; without a word it pays the whole."""
    state, box = now.game.state, now.notes.box
    if company not in state.pars:
        return
    value = sale_value(box, state, company)
    is_paid_alike(value, action, "share_price")
    if action.get("share_price") is None and value != box.price(state, company):
        now.notices.append(Notice("half-price", number=action.listed, company=company, price=value))


def _choose(now: Now, action: Action) -> Any:
    choice = action.text("choice")
    if now.notes.partner is not None:
        return _survivor_chosen(now, action, choice)
    if launch.BuyTokens in now.asked():
        return launch.BuyTokens(action.amount("choice"))
    if choice not in CHOICES:
        raise Strange(Notice("unknown-choice", title="1862", choice=choice))
    return CHOICES[choice]()


def _survivor_chosen(now: Now, action: Action, choice: str) -> mergers.Merge | mergers.Acquire:
    """The first is whoever has proposed the merger."""
    other, now.notes.partner = now.notes.partner, None
    if other is None or choice not in SURVIVORS:
        raise Strange(Notice("first-or-last", choice=choice))
    return _merger(now, other, other if choice == "last" else company_named(action.entity))


def _merger(now: Now, other: CompanyId, survivor: CompanyId) -> mergers.Merge | mergers.Acquire:
    return (mergers.Merge if mergers.EndMerging in now.asked() else mergers.Acquire)(other, survivor)


def _convert(now: Now, action: Action) -> Any:
    """So the site calls a refinancing that is chosen although shares could be sold."""
    return forced.Refinance()


def _bankrupt(now: Now, action: Action) -> Any:
    return forced.DeclareBankruptcy()


def _merge(now: Now, action: Action) -> Any | None:
    if not {mergers.EndMerging, mergers.EndAcquiring}.intersection(now.asked()):
        raise Strange(Notice("nobody-merges"))
    other = company_named(action.text("corporation"))
    if now.coming is None or now.coming.get("choice") in SURVIVORS:
        now.notes.partner = other
        return None
    return _merger_without_a_choice(now, company_named(action.entity), other)


def _merger_without_a_choice(now: Now, active: CompanyId, other: CompanyId) -> mergers.Merge | mergers.Acquire:
    """Where only one of the two can survive, nobody needs to say which."""
    both = [_merger(now, other, survivor) for survivor in (active, other)]
    return next((merger for merger in both if now.game.why_not(merger) is None), both[0])


def _lay_tile(now: Now, action: Action) -> Any:
    name, hex_id, board = action.text("tile"), HexId(action.text("hex")), now.game.state.board
    tile = tile_named(name, board).id
    now.notes.tiles[name] = hex_id
    marker = hex_id in board.tiles and gains_a_stop(board.tile(hex_id), board.map.tiles[tile])
    kind = track.PlaceSmallStation if marker else LayTile
    return kind(hex_id, tile, TurnId(action.amount("rotation")))


def _place_token(now: Now, action: Action) -> Any:
    stop = stop_of(now, action)
    return track.LinkLondon(stop) if stop in now.notes.box.london else PlaceStation(stop)


def stop_of(now: Now, action: Action) -> StopId:
    """A city is named by its tile; London's by its hex."""
    place = action.text("city").rpartition("-")[0]
    hex_id = now.notes.tiles.get(place) or HexId(place.rsplit("-", 1)[0])
    link = [stop for stop in now.notes.box.london if place_of(stop)[0] == hex_id]
    return link[0] if link else stop_id(hex_id, action.part("city", "-", -1))


def _remove_token(now: Now, action: Action) -> Any:
    return assets.RemoveStation(stop_of(now, action))


def _run_routes(now: Now, action: Action) -> None:
    """The routes as recorded if the rules allow them and count the same; else what was written down."""
    routes = routes_of(action)
    revenue = sum([route.amount("revenue") for route in routes]) + action.amount("extra_revenue", without=0)
    subsidy = subsidy_of(action, routes)

    def differs(after: Game) -> Notice | None:
        told = next(event.params for event in after.events if event.key == "trains-run")
        earned, paid = told["amount"], told["subsidy"]
        if earned == revenue and subsidy in (None, paid):
            return None
        return Notice("earns-with-subsidy", earned=earned, subsidy=paid, revenue=revenue, paid=subsidy or 0)

    reason = _run_apart_or_joined(now, [_route(now, route) for route in routes], differs)
    if reason is not None:
        run_as_written_down(now, action, revenue, reason, running.RunAsRecorded(revenue, subsidy or 0))


def _run_apart_or_joined(now: Now, apart: Sequence[Route], differs: Callable[[Game], Notice | None]) -> str | None:
    """Why the run as it was recorded is not possible, if freight trains that are joined do not make it so."""
    reason = run_by_the_rules(now, apart, differs)
    if reason is None:
        return None
    joined = joined_at_their_ends(now, apart)
    signs = [route.convoy for route in joined if route.convoy]
    if len({*signs}) == len(signs):
        return reason  # each runs for itself after all
    return run_by_the_rules(now, joined, differs) and reason


def joined_at_their_ends(now: Now, routes: Sequence[Route]) -> tuple[Route, ...]:
    """[7.8.1] Permanent freight trains run apart or as one; the site joins those that share an end."""
    freights = [route for route in routes if route.stops and _is_freight(now, route)]
    signs: dict[StopId, str] = {}
    for number, route in enumerate(freights, 1):
        ends = (route.stops[0], route.stops[-1])
        met = {signs[end] for end in ends if end in signs}
        signs = {stop: str(number) if sign in met else sign for stop, sign in signs.items()}
        signs |= dict.fromkeys(ends, str(number))
    return tuple([replace(route, convoy=signs[route.stops[0]]) if route in freights else route for route in routes])


def _is_freight(now: Now, route: Route) -> bool:
    card = now.game.state.trains.get(route.train)
    face = None if card is None else now.notes.box.faces.get(FaceId(card.face))  # one that lies in the pile has none
    return face is not None and face.kind == "freight"


def _route(now: Now, route: Action) -> Route:
    """As a game of ours says it, else found on the board."""
    if "ferrovia" in route:
        try:
            return read_route(route.text("ferrovia"))
        except ValueError as error:
            raise BadData(str(error)) from None
    way = find_way(now.game.state.board, pieces_of(route))
    return route_along(_card(now, str(route.get("train"))), way or ())


def _dividend(now: Now, action: Action) -> Any:
    if action.text("kind") == "hudson":
        hudson = (o.action for o in now.game.offers() if isinstance(o.action, dividends.PayWithHudson))
        return next(hudson, dividends.PayWithHudson(0))
    return dividend(now, action)


def _card(now: Now, recorded: str) -> TrainId:
    return now.notes.cards.get(recorded, TrainId(recorded))


def _buy_train(now: Now, action: Action) -> Any:
    recorded, state = action.text("train"), now.game.state
    train = _card(now, recorded)
    if recorded in now.notes.cards or (train in state.trains and state.trains[train].owner != DEPOT):
        face = state.trains[train].face
        keeps_its_face(train, face, action.text("variant").rstrip("*") if action.get("variant") else face)
        return trains.TradeTrain(train)
    stack = trains_of(state, DEPOT)
    if not stack or now.notes.box.card_of(stack[0]).name != recorded.rpartition("-")[0]:
        raise Strange(Notice("no-such-train", train=recorded))
    now.notes.cards[recorded] = stack[0]
    face = action.text("variant") if action.get("variant") else now.notes.box.card_of(stack[0]).faces[0].name
    return trains.BuyTrain(FaceId(face.rstrip("*")), action.amount("warranties", without=0))


def paid(now: Now, action: Action) -> int | None:
    """For a train of the bank or of another company: what is printed on it, and half of that once it is older.
    Warranties stand apart."""
    bought = now.told("train-bought")
    if action.kind != "buy_train" or bought is None:
        return now.told("train-traded") if action.kind == "buy_train" else None
    return bought - action.amount("warranties", without=0) * now.notes.box.numbers.warranty_cost


MEANINGS: Mapping[str, Callable[[Now, Action], Any | None]] = {
    "bid": _bid,
    "par": _par,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "choose": _choose,
    "bankrupt": _bankrupt,
    "convert": _convert,
    "merge": _merge,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "remove_token": _remove_token,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "buy_train": _buy_train,
}
