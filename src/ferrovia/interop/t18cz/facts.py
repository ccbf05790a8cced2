"""18CZ: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.facts import present
from ferrovia.interop.t18cz.notes import Now
from ferrovia.interop.t18cz.setup import VACLAVS_NAME
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, PlayerId, StopId
from ferrovia.model.state import trains_of
from ferrovia.titles.t18cz.facts import AcquisitionFacts, AssignFacts
from ferrovia.titles.t18cz.material import VACLAV, Material


def facts_at(now: Now) -> dict[str, Any]:
    told = dict(facts_of(_with_the_price_that_waits(now), now.notes.vaclavs_money))
    if now.notes.before_acquisition is not None:
        told |= _still_apart(now.game, now.notes.before_acquisition)
    return present(iter(told.items()))


def _with_the_price_that_waits(now: Now) -> Game:
    """Where a company cannot run, its price falls here after its track; the site waits while it asks about that."""
    waits, game = now.notes.price_that_waits, now.game
    if waits is None:
        return game
    state = game.state.copy()
    state.prices[waits.company] = waits.quote
    return replace(game, state=state)


def _still_apart(game: Game, before: Board) -> dict[str, Any]:
    """While one of two stations is chosen, the site has joined the trains, but not the stations: it has only taken the
    buyer's away where both stood in one city."""
    state, deal = game.state, game.state.stack[-1].facts
    assert isinstance(deal, AcquisitionFacts)
    trains = [state.trains[train].face for company in (deal.buyer, deal.target) for train in trains_of(state, company)]
    targets = before.stations_of(deal.target)
    stations = {
        deal.buyer: [stop for stop in before.stations_of(deal.buyer) if stop not in targets],
        deal.target: targets,
    }
    told = {f"company.{c}.stations": sorted(str(place_of(stop)[0]) for stop in there) for c, there in stations.items()}
    return told | {f"company.{deal.buyer}.trains": trains, f"company.{deal.target}.trains": []}


def facts_of(game: Game, vaclavs_money: int) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    yield "round", _round(game)
    yield "phase", state.phase
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK] - vaclavs_money
    yield "next_train", box.card_of(trains_of(state, DEPOT)[0]).name
    for player in state.players:
        yield from _player_facts(game, player)
    if len(state.players) == 2:
        yield from _facts_of_vaclav(game, vaclavs_money)
    for company in box.companies:
        if company in state.prices:
            yield from _company_facts(game, company)
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _round(game: Game) -> str:
    scripts = [frame.script for frame in game.state.stack]
    return next((name for name in reversed(scripts) if name in ("draft", "stock round", "operating round")), "end")


def _player_facts(game: Game, player: PlayerId) -> Iterator[tuple[str, Any]]:
    state, own = game.state, game.state.extras
    box: Material = game.title.data
    shares = {c: box.papers.percent(state, player, c) for c in state.prices}
    value = sum(box.papers.shares(state, player, c) * box.price(state, c) for c in state.prices)
    privates = [local for local in box.locals if state.certs[local] == player]
    debt = state.debt.get(player, 0)
    yield f"player.{player}.cash", state.cash[player]
    worth = sum(own.local_value or box.locals[local].price for local in privates)
    yield f"player.{player}.value", state.cash[player] + value + worth - debt - own.penalty.get(player, 0)
    for company, percent in shares.items():
        if percent:
            yield f"player.{player}.share.{company}", percent
    yield f"player.{player}.privates", sorted(privates)
    if debt:
        yield f"player.{player}.debt", debt


def _facts_of_vaclav(game: Game, money: int) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    name, companies = f"player.{VACLAVS_NAME}", state.extras.vaclavs
    value = sum(box.papers.shares(state, VACLAV, company) * box.price(state, company) for company in companies)
    yield f"{name}.cash", money
    yield f"{name}.value", money + value
    for company in companies:
        yield f"{name}.share.{company}", box.papers.percent(state, VACLAV, company)


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state, own = game.state, game.state.extras
    box: Material = game.title.data
    name = f"company.{company}"
    if company in state.floated:
        yield f"{name}.cash", state.cash[company]
    yield f"{name}.price", box.price(state, company)
    yield f"{name}.par", box.price(state, company)
    yield f"{name}.trains", [state.trains[train].face for train in trains_of(state, company)]
    is_vaclavs = company in own.vaclavs
    yield f"{name}.director", VACLAVS_NAME if is_vaclavs else box.papers.director(state, company)
    yield f"{name}.stations", sorted(str(place_of(stop)[0]) for stop in _stations(game, company))
    in_market = len(box.papers.held(state, POOL, company))
    if in_market:
        yield f"{name}.in_market", in_market
    yield f"{name}.privates", sorted(local for local in box.locals if state.certs[local] == company)


def _stations(game: Game, company: CompanyId) -> list[StopId]:
    """Without one that waits for its city."""
    waiting = {f.facts.hex for f in game.state.stack if isinstance(f.facts, AssignFacts) and f.facts.company == company}
    return [stop for stop in game.state.board.stations_of(company) if place_of(stop)[0] not in waiting]
