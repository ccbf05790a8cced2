"""1824: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.facts import present
from ferrovia.interop.t1824.notes import Now
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, PlayerId
from ferrovia.model.state import trains_of
from ferrovia.titles.t1824.course import worth_with_papers
from ferrovia.titles.t1824.material import Material

PHASES = {"1": "2", "2": "2", "7": "8", "8": "10"}
"""What the site calls our phases, where it is something else."""


def facts_at(now: Now) -> dict[str, Any]:
    return present(facts_of(now.game))


def facts_of(game: Game) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    yield "round", _round(game)
    yield "phase", PHASES.get(state.phase, state.phase)
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK]
    yield "next_train", next((box.card_of(t).name for t in trains_of(state, DEPOT) if box.card_of(t).phase), None)
    worth = worth_with_papers(state, box)
    for player in state.players:
        yield f"player.{player}.cash", state.cash[player]
        yield f"player.{player}.value", worth[player]
        yield from _player_facts(game, player)
    for company in box.companies:
        yield from _company_facts(game, company)
    for hex_id, laid in state.board.tiles.items():
        if box.map.tiles[laid.tile].colour != "white":
            yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _round(game: Game) -> str:
    scripts = [frame.script for frame in game.state.stack]
    rounds = ("draft", "stock round", "operating round")
    return next((name for name in reversed(scripts) if name in rounds), "end")


def _player_facts(game: Game, player: PlayerId) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    for company in box.companies:
        percent = box.papers.percent(state, player, company)
        if percent:
            yield f"player.{player}.share.{company}", percent
    yield f"player.{player}.privates", sorted(m for m in box.mountains if state.certs[m] == player)
    if state.debt.get(player):
        yield f"player.{player}.debt", state.debt[player]


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    name = f"company.{company}"
    if company in state.closed:
        return
    if company in state.floated or state.cash[company]:
        yield f"{name}.cash", state.cash[company]
    if company in state.prices:
        yield f"{name}.price", box.price(state, company)
        yield f"{name}.par", box.price(state, company)
    yield f"{name}.trains", [state.trains[train].face for train in trains_of(state, company)]
    yield f"{name}.director", box.director(state, company)
    yield f"{name}.stations", sorted(str(place_of(stop)[0]) for stop in state.board.stations_of(company))
    in_market = box.papers.shares(state, POOL, company)
    if in_market:
        yield f"{name}.in_market", in_market
