"""18CZ: what the recorded actions mean here."""

from collections.abc import Callable, Mapping
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action, routes_of
from ferrovia.interop.following import Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.readings import (
    acts_in_turn,
    card_bought,
    dividend,
    is_paid_alike,
    keeps_its_face,
    place_of_share,
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
from ferrovia.interop.t18cz.bookkeeping import alike_in_pool, names_after_sale
from ferrovia.interop.t18cz.notes import Now
from ferrovia.interop.tiles import tile_named
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import DEPOT, POOL, CertId, CompanyId, FaceId, HexId, Owner, StopId, TrainId, TurnId
from ferrovia.model.route import Route, route_along
from ferrovia.model.state import trains_of
from ferrovia.rules import loans, stock
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import BuyTrain, TradeTrain
from ferrovia.titles.t18cz import acquisition, draft, homes, phases, running, track
from ferrovia.titles.t18cz.facts import AcquisitionFacts, AssignFacts
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import LocalId

KEPT = "kept"
"""Under this key a game of ours names the trains that were kept."""


def may_act(now: Now, entity: str) -> bool:
    """A station may wait for its city."""
    return acts_in_turn(now, entity, AssignFacts)


def _bid(now: Now, action: Action) -> Any:
    local = local_named(action.text("company"))
    material = now.notes.box.locals.get(local)
    if material is None or material.price == (there := action.amount("price", without=material.price)):
        return draft.DraftLocal(local)
    now.notices.append(Notice("price", number=action.listed, what=local, here=material.price, there=there))
    return draft.DraftAsRecorded(local, there)


def _par(now: Now, action: Action) -> Any:
    price = price_in_zigzag(now, action, now.notes.box.market)
    return stock.StartCompany(company_named(action.text("corporation")), price)


def _buy_shares(now: Now, action: Action) -> Any:
    cert, company = only_share(action, now.notes.box.papers)
    is_the_whole(cert, action, now.notes.box.papers)
    now.notes.named = (cert,)
    return stock.BuyShare(company, place_of_share(now, cert, company, action))


def _sell_shares(now: Now, action: Action) -> Any:
    papers = now.notes.box.papers
    company, percent = company_of_shares(action, papers), percent_of(action, papers)
    tell_what_is_not_held(now, action, now.notes.ledger)
    now.notes.named = tuple(certificates(action))
    return stock.SellShares(company, percent // papers.unit(company))


def _special_buy(now: Now, action: Action) -> Any:
    state, ask = now.game.state, now.game.ask
    assert ask is not None
    is_paid_alike(min(state.cash[ask.who], state.debt.get(ask.who, 0)), action, "cost")
    return loans.RepayDebt()


def _lay_tile(now: Now, action: Action) -> Any:
    name, hex_id, turn = action.text("tile"), HexId(action.text("hex")), TurnId(action.amount("rotation"))
    tile = tile_named(name, now.game.state.board)
    now.notes.tiles[name] = hex_id
    keep_trains(now, action)
    if tile.colour == "red":
        return homes.LayRedTile(hex_id, turn)
    if action.get("entity_type") != "company":
        return LayTile(hex_id, tile.id, turn)
    local = local_named(action.entity)
    if track.is_purple(tile):
        return track.LayPurpleTile(local, hex_id, tile.id, turn)
    return track.LayTileWithLocal(hex_id, tile.id, turn, local)


def _place_token(now: Now, action: Action) -> Any:
    stop = _stop(now, action)
    asked = now.asked()
    if homes.ChooseHomeCity in asked:
        return homes.ChooseHomeCity(_home_city(now, stop))
    return homes.AssignStation(stop) if homes.AssignStation in asked else PlaceStation(stop)


def _home_city(now: Now, named: StopId) -> StopId:
    """On a hex without a tile the site has two cities for a station that waits for its own; here they are one."""
    hex_id, board = place_of(named)[0], now.game.state.board
    offered = [offer.action.stop for offer in now.game.offers()]
    alike = [stop for stop in offered if place_of(stop)[0] == hex_id and not board.exits(hex_id)]
    return alike[0] if alike and named not in offered else named


def _stop(now: Now, action: Action) -> StopId:
    """A city is named by its tile, or by its hex where there is none."""
    place = action.text("city").rpartition("-")[0]
    hex_id = now.notes.tiles.get(place) or HexId(place.rpartition("-")[0])
    return stop_id(hex_id, action.part("city", "-", -1))


def _run_routes(now: Now, action: Action) -> None:
    """The routes as recorded if the rules allow them and count the same; else the revenue that was written down."""
    routes, company = routes_of(action), company_named(action.entity)
    if company not in now.notes.box.companies:
        raise Strange(Notice("trainless", company=company))
    revenue = sum([route.amount("revenue") for route in routes]) + action.amount("extra_revenue", without=0)

    def differs(after: Game) -> Notice | None:
        earned = after.state.last_revenue[company]
        return None if earned == revenue else Notice("earns", earned=earned)

    reason = run_by_the_rules(now, [_route(now, route) for route in routes], differs)
    if reason is not None:
        run_as_written_down(now, action, revenue, reason, running.RunAsRecorded(revenue))


def _route(now: Now, route: Action) -> Route:
    way = find_way(now.game.state.board, pieces_of(route))
    return route_along(_card(now, str(route.get("train"))), way or ())


def _buy_corporation(now: Now, action: Action) -> Any:
    now.notes.has_kept = False
    return acquisition.Acquire(company_named(action.text("corporation")), action.amount("price"))


def keep_trains(now: Now, action: Action) -> None:
    """A game of ours says which trains of an acquired company were kept before something else was done; the site does
    not record it."""
    for train in action.ours(KEPT):
        now.play(acquisition.KeepTrain(_card(now, train)))
        now.notes.has_kept = True


def _swap_train(now: Now, action: Action) -> Any:
    keep_trains(now, action)
    return acquisition.FlipTrain(_card(now, action.text("train")))


def _discard_train(now: Now, action: Action) -> Any:
    keep_trains(now, action)
    train = _card(now, action.text("train"))
    handling = isinstance(now.game.state.stack[-1].facts, AcquisitionFacts)
    return acquisition.ScrapTrain(train) if handling else phases.ReturnTrain(train)


def _remove_token(now: Now, action: Action) -> Any:
    return acquisition.RemoveStation(_stop(now, action))


def _buy_train(now: Now, action: Action) -> Any:
    if "ferrovia" in action:
        _name_card(now, action.text("train"), TrainId(action.text("ferrovia")))
    train = _bought(now, action)
    card = now.game.state.trains[train]
    shown = action.text("variant") if action.get("variant") else card.face
    if card.owner in (DEPOT, POOL):
        return BuyTrain(train, _face_bought(now, train, shown, action))
    if shown in now.notes.box.faces:
        keeps_its_face(train, card.face, shown)
    else:
        _tell_the_name(now, shown, card.face, action)
    return TradeTrain(train, action.amount("price"))


def _card(now: Now, recorded: str) -> TrainId:
    return now.notes.cards.get(recorded, TrainId(recorded))


def _name_card(now: Now, recorded: str, ours: TrainId) -> None:
    """A game of ours says which of several equal cards it was."""
    names = {card: name for name, card in now.notes.cards.items()}
    alike = alike_in_pool(now.game, ours)
    there = names_after_sale(alike, [TrainId(names.get(card, card)) for card in alike], ours)
    now.notes.cards |= {name: card for card, name in there.items()} | {recorded: ours}


def _face_bought(now: Now, train: TrainId, shown: str, action: Action) -> FaceId:
    """An older record may call it otherwise: then the price tells which face it is."""
    faces = now.notes.box.card_of(train).faces
    if not shown:
        return FaceId(faces[0].name)
    alike = [face.name for face in faces if face.price == action.amount("price", without=0)]
    if len(alike) != 1 or shown in now.notes.box.faces:
        return FaceId(shown)
    _tell_the_name(now, shown, alike[0], action)
    return FaceId(alike[0])


def _bought(now: Now, action: Action) -> TrainId:
    """An older record may call it otherwise: a card that nobody has heard of is the top one, if that costs as much."""
    recorded, top = action.text("train"), next(iter(trains_of(now.game.state, DEPOT)), None)
    kinds = {card.rpartition("-")[0] for card in now.game.state.trains}
    if top is not None and recorded not in now.notes.cards and recorded.rpartition("-")[0] not in kinds:
        if action.get("price") in [face.price for face in now.notes.box.card_of(top).faces]:
            _tell_the_name(now, recorded, top, action)
            now.notes.cards[recorded] = top
            return top
    return card_bought(now, recorded, top)


def _tell_the_name(now: Now, there: str, here: str, action: Action) -> None:
    now.notices.append(Notice("old-name", number=action.listed, there=there, here=here))


def _buy_company(now: Now, action: Action) -> Any:
    keep_trains(now, action)
    return BuyLocal(local_named(action.text("company")), action.amount("price"))


def _sell_company(now: Now, action: Action) -> Any:
    keep_trains(now, action)
    return SellLocal(local_named(action.text("company")))


MEANINGS: Mapping[str, Callable[[Now, Action], Any | None]] = {
    "bid": _bid,
    "par": _par,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "special_buy": _special_buy,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "run_routes": _run_routes,
    "dividend": dividend,
    "buy_corporation": _buy_corporation,
    "swap_train": _swap_train,
    "discard_train": _discard_train,
    "remove_token": _remove_token,
    "buy_train": _buy_train,
    "buy_company": _buy_company,
    "sell_company": _sell_company,
}


SOLD = {"buy_train": "train-bought", "sell_company": "local-sold"}
"""What is told here of a deal at a price that stands on a card or follows from the round."""


def paid(now: Now, action: Action) -> int | None:
    return now.told(SOLD[action.kind]) if action.kind in SOLD else None


def company_named(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def local_named(name: str) -> LocalId:
    return LocalId(CertId(name))
