"""1862: the facts of a position in the words of the recorded traces."""

from collections.abc import Iterator
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.facts import present
from ferrovia.interop.t1862.notes import Merged, Now
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, PlayerId
from ferrovia.model.state import trains_of
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.trains import is_trainless
from ferrovia.titles.t1862 import mergers, merging, parliament
from ferrovia.titles.t1862.material import Books, Material


def facts_at(now: Now) -> dict[str, Any]:
    told = present(facts_of(now.game))
    merge = next((f.facts for f in now.game.state.stack if isinstance(f.facts, merging.MergingFacts)), None)
    if merge is not None and merge.other is None:
        told[f"company.{merge.survivor}.director"] = merge.initiator
    elif merge is not None and now.notes.merged is not None:
        told |= still_apart(now.game, now.notes.merged)
    return told


def before_merger(game: Game, action: mergers.Merge | mergers.Acquire) -> Merged:
    state, papers, survivor = game.state, game.title.data.papers, action.survivor
    turn = next(frame.facts for frame in state.stack if isinstance(frame.facts, CompanyTurn))
    other = turn.company if survivor == action.company else action.company
    return Merged(survivor, other, state.cash[other], (papers.director(state, survivor), papers.director(state, other)))


def still_apart(game: Game, merged: Merged) -> dict[str, Any]:
    if merged.other not in game.state.pars:
        return {}
    told: dict[str, Any] = {f"company.{merged.other}.director": merged.directors[1]}
    merge = next((f.facts for f in game.state.stack if isinstance(f.facts, merging.MergingFacts)), None)
    if merge is not None and merge.option:
        told[f"company.{merged.survivor}.director"] = merged.directors[0]
        whole = game.state.cash[merged.survivor]
        told |= {f"company.{company}.cash": cash for company, cash in _purses(merge, merged, whole).items()}
    return told


def _purses(merge: merging.MergingFacts, merged: Merged, whole: int) -> dict[CompanyId, int]:
    """What the site shows in the two treasuries while holders decide. The company decides last, and the one whose turn
    it is does so with the money of both."""
    if merge.waiting[:1] == (merge.survivor,):
        return {merged.survivor: 0, merged.other: 0} | {merge.active: whole}
    return {merged.survivor: whole - merged.cash, merged.other: merged.cash}


def facts_of(game: Game) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield "round", next((f.script for f in reversed(state.stack) if f.script in ROUNDS), "end")
    yield "phase", state.phase
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK] + _subsidy_to_come(game)
    yield "next_train", next((box.card_of(train).name for train in trains_of(state, DEPOT)), None)
    for player in state.players:
        yield from _player_facts(game, player)
    for company in state.pars:
        yield from _company_facts(game, company)
    for company, cash in _left_by_bankrupts(game):
        yield f"company.{company}.cash", cash
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _left_by_bankrupts(game: Game) -> Iterator[tuple[CompanyId, int]]:
    """What was paid for the trains of companies that are not in play; the LNER takes them out of the game."""
    own: Books = game.state.extras
    if not own.lner_limit:
        idle = (company for company in own.offer if company not in game.state.pars)
        yield from ((company, game.state.cash[company]) for company in idle if game.state.cash[company])


def _subsidy_to_come(game: Game, company: CompanyId | None = None) -> int:
    """The site pays the subsidy together with the dividend."""
    turns = [frame.facts for frame in game.state.stack if isinstance(frame.facts, CompanyTurn)]
    waits = bool(turns) and turns[-1].revenue is not None and not turns[-1].paid
    return turns[-1].subsidy if waits and company in (None, turns[-1].company) else 0


ROUNDS = ("parliament", "stock round", "operating round")


def _player_facts(game: Game, player: PlayerId) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield f"player.{player}.cash", state.cash[player]
    yield f"player.{player}.value", state.cash[player] + value_of_papers(box, game, player)
    for company in state.pars:
        percent = box.papers.percent(state, player, company)
        if percent:
            yield f"player.{player}.share.{company}", percent
    yield f"player.{player}.privates", sorted(_charters(game, player))


def _charters(game: Game, player: PlayerId) -> set[str]:
    """The companies that a player has to launch."""
    own: Books = game.state.extras
    bought = (frame.facts for frame in game.state.stack if isinstance(frame.facts, parliament.CharterFacts))
    charters = {str(charter.company) for charter in bought if charter.player == player}
    return charters | {str(company) for debtor, company in own.obligations if debtor == player}


def value_of_papers(box: Material, game: Game, player: PlayerId) -> int:
    """Without a train each certificate counts half, rounded down."""
    state, total = game.state, 0
    for company in state.pars:
        price, half = box.price(state, company), is_trainless(state, company)
        for cert in box.papers.held(state, player, company):
            whole = price * cert.percent // 10
            total += whole // 2 if half else whole
    return total


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    own: Books = state.extras
    name = f"company.{company}"
    if company in state.floated or company not in own.chartered:
        yield f"{name}.cash", state.cash[company] - _subsidy_to_come(game, company)
    price = box.price(state, company)
    yield f"{name}.price", price
    yield f"{name}.par", state.pars[company] if company in own.chartered else price
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
