"""1862: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ferrovia.engine.play import Game
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, Owner
from ferrovia.titles.t1862 import mergers, merging, parliament
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import Books, Material, is_trainless, share_price, trains_of


class Merged(NamedTuple):
    """What the site still shows of two companies while their holders decide: it joins them only at the end."""

    survivor: CompanyId
    other: CompanyId
    cash: int
    directors: tuple[str | None, str | None]


def before_merger(game: Game, action: mergers.Merge | mergers.Acquire) -> Merged:
    state, papers, survivor = game.state, game.title.data.papers, action.survivor
    turn = next(frame.facts for frame in state.stack if isinstance(frame.facts, CompanyTurn))
    other = turn.company if survivor == action.company else action.company
    return Merged(survivor, other, state.cash[other], (papers.director(state, survivor), papers.director(state, other)))


def still_apart(game: Game, merged: Merged) -> dict[str, Any]:
    if merged.other not in game.state.extras.pars:
        return {}
    told: dict[str, Any] = {f"company.{merged.other}.director": merged.directors[1]}
    if _is_being_decided(game):
        told[f"company.{merged.survivor}.director"] = merged.directors[0]
        told[f"company.{merged.other}.cash"] = merged.cash
        told[f"company.{merged.survivor}.cash"] = game.state.cash[merged.survivor] - merged.cash
    return told


def _is_being_decided(game: Game) -> bool:
    """Whether holders still decide about their shares."""
    return any(isinstance(f.facts, merging.MergingFacts) and f.facts.option for f in game.state.stack)


def facts_of(game: Game) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    own: Books = state.extras
    yield "round", next((f.script for f in reversed(state.stack) if f.script in ROUNDS), "end")
    yield "phase", state.phase
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK] + _subsidy_to_come(game)
    yield "next_train", next((box.band_of(train).name for train in trains_of(state, DEPOT)), None)
    for player in state.players:
        yield from _player_facts(game, player)
    for company in own.pars:
        yield from _company_facts(game, company)
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _subsidy_to_come(game: Game, company: CompanyId | None = None) -> int:
    """The site pays the subsidy together with the dividend."""
    turns = [frame.facts for frame in game.state.stack if isinstance(frame.facts, CompanyTurn)]
    waits = bool(turns) and turns[-1].revenue is not None and not turns[-1].paid
    return turns[-1].subsidy if waits and company in (None, turns[-1].company) else 0


ROUNDS = ("parliament", "stock round", "operating round")


def _player_facts(game: Game, player: Owner) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield f"player.{player}.cash", state.cash[player]
    yield f"player.{player}.value", state.cash[player] + value_of_papers(box, game, player)
    for company in state.extras.pars:
        percent = box.papers.percent(state, player, company)
        if percent:
            yield f"player.{player}.share.{company}", percent
    charters = (frame.facts for frame in state.stack if isinstance(frame.facts, parliament.CharterFacts))
    yield f"player.{player}.privates", [charter.company for charter in charters if charter.player == player]


def value_of_papers(box: Material, game: Game, player: Owner) -> int:
    """Without a train each certificate counts half, rounded down."""
    state, total = game.state, 0
    for company in state.extras.pars:
        price, half = share_price(box, state, company), is_trainless(state, company)
        for cert in box.papers.held(state, player, company):
            whole = price * cert.percent // 10
            total += whole // 2 if half else whole
    return total


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    own: Books = state.extras
    name = f"company.{company}"
    if company in own.launched or company not in own.chartered:
        yield f"{name}.cash", state.cash[company] - _subsidy_to_come(game, company)
    price = share_price(box, state, company)
    yield f"{name}.price", price
    yield f"{name}.par", own.pars[company] if company in own.chartered else price
    yield f"{name}.trains", [state.trains[t].face + "*" * own.warranties.get(t, 0) for t in trains_of(state, company)]
    holder = state.certs[box.papers.directors_certificate(company).id]
    yield f"{name}.director", "Market" if holder == POOL else box.papers.director(state, company)
    yield f"{name}.stations", sorted(_stations(game, company))
    in_market = box.papers.shares(state, POOL, company)
    if in_market:
        yield f"{name}.in_market", in_market


def _stations(game: Game, company: CompanyId) -> list[str]:
    """Without one that waits beside the slots for a larger tile."""
    board = game.state.board
    slots = {stop: board.stations_at(stop)[: board.stop(stop).slots] for stop in board.stations_of(company)}
    return [str(place_of(stop)[0]) for stop, present_there in slots.items() if company in present_there]
