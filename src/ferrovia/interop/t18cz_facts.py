"""18CZ: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, Owner, StopId
from ferrovia.titles.t18cz.facts import AssignFacts
from ferrovia.titles.t18cz.material import price, trains_of

VACLAVS_NAME = "Vaclav"
"""What the site calls the owner who never decides."""


def facts_of(game: Game) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield "round", _round(game)
    yield "phase", state.phase
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK]
    yield "next_train", box.card_of(trains_of(state, DEPOT)[0]).card
    for player in state.players:
        yield from _player_facts(game, player)
    for company in box.companies:
        if company in state.prices:
            yield from _company_facts(game, company)
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _round(game: Game) -> str:
    scripts = [frame.script for frame in game.state.stack]
    return next((name for name in reversed(scripts) if name in ("draft", "stock round", "operating round")), "end")


def _player_facts(game: Game, player: Owner) -> Iterator[tuple[str, Any]]:
    state, box, own = game.state, game.title.data, game.state.extras
    shares = {c: box.papers.percent(state, player, c) for c in state.prices}
    value = sum(box.papers.shares(state, player, c) * price(box, state, c) for c in state.prices)
    privates = [local for local in box.locals if state.certs[local] == player]
    debt = own.debt.get(player, 0)
    yield f"player.{player}.cash", state.cash[player]
    worth = sum(own.local_value or box.locals[local].price for local in privates)
    yield f"player.{player}.value", state.cash[player] + value + worth - debt - own.penalty.get(player, 0)
    for company, percent in shares.items():
        if percent:
            yield f"player.{player}.share.{company}", percent
    yield f"player.{player}.privates", sorted(privates)
    if debt:
        yield f"player.{player}.debt", debt


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state, box, own = game.state, game.title.data, game.state.extras
    name = f"company.{company}"
    if company in own.floated:
        yield f"{name}.cash", state.cash[company]
    yield f"{name}.price", price(box, state, company)
    yield f"{name}.par", price(box, state, company)
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
