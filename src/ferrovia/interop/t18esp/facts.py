"""18ESP: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.facts import present
from ferrovia.interop.t18esp.notes import Now
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, POOL, CompanyId, PlayerId, StopId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.titles.t18esp.facts import CarrenoFacts, SpaceFacts
from ferrovia.titles.t18esp.material import Material

THEIR_PHASES = {"7": "8"}


def facts_at(now: Now) -> dict[str, Any]:
    tender = now.notes.tender[1] if now.notes.tender else None
    return present(facts_of(now.game, tender))


def facts_of(game: Game, tender: TrainId | None) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield "round", _round(game)
    yield "phase", THEIR_PHASES.get(state.phase, state.phase)
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK]
    yield "next_train", box.card_of(box.top_of_the_pile(state)).name
    for player in state.players:
        yield from _player_facts(game, player)
    for company in box.companies:
        if company not in state.closed:
            yield from _company_facts(game, company, tender)
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _round(game: Game) -> str:
    scripts = [frame.script for frame in game.state.stack]
    return next((name for name in reversed(scripts) if name in ("auction", "stock round", "operating round")), "end")


def _player_facts(game: Game, player: PlayerId) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    waiting = {frame.facts.company for frame in state.stack if isinstance(frame.facts, CarrenoFacts)}
    shown = [company for company in box.companies if company not in state.closed and company not in waiting]
    held = {company: box.papers.percent(state, player, company) for company in shown}
    pioneers = [pioneer for pioneer in box.pioneers if state.certs[pioneer] == player]
    debt = state.debt.get(player, 0)
    worth = sum(box.pioneers[pioneer].value for pioneer in pioneers)
    for company in state.prices:
        times = 2 if box.is_minor(company) else 1
        worth += times * box.papers.shares(state, player, company) * box.price(state, company)
    yield f"player.{player}.cash", state.cash[player]
    yield f"player.{player}.value", state.cash[player] + worth - debt
    yield f"player.{player}.debt", debt or None
    yield f"player.{player}.privates", list(pioneers)
    for company, percent in held.items():
        yield f"player.{player}.share.{company}", percent or None


def _company_facts(game: Game, company: CompanyId, tender: TrainId | None) -> Iterator[tuple[str, Any]]:
    state = game.state
    box: Material = game.title.data
    faces = [state.trains[train].face + ("+1" if train == tender else "") for train in trains_of(state, company)]
    yield f"company.{company}.cash", state.cash[company] if company in state.floated else None
    if company in state.prices:
        yield f"company.{company}.price", box.price(state, company)
        yield f"company.{company}.par", state.pars[company]
        yield f"company.{company}.director", box.papers.director(state, company)
    yield f"company.{company}.trains", faces
    yield f"company.{company}.stations", sorted(_hexes(game, company))
    yield f"company.{company}.in_market", box.papers.shares(state, POOL, company) or None
    yield f"company.{company}.privates", [p for p in box.pioneers if state.certs[p] == company]


def _hexes(game: Game, company: CompanyId) -> Iterator[str]:
    """Where it stands; a station that waits for its space on a new tile is off the map there."""
    waiting = [f.facts.hex for f in game.state.stack if isinstance(f.facts, SpaceFacts) and company in f.facts.waiting]
    hexes = (place_of(StopId(stop))[0] for stop in game.state.board.stations_of(company))
    return (hex_id for hex_id in hexes if hex_id not in waiting)
