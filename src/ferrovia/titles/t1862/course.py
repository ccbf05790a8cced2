"""[3] [7.1] [7.9] [10] The course of the game: sets of Parliament, stock round, operating rounds; how it ends."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from ferrovia.engine.play import END, Ask, End, First, Step, Table, Then
from ferrovia.model.ids import IPO, POOL, PlayerId
from ferrovia.model.state import State
from ferrovia.titles.t1862 import parliament, stock
from ferrovia.titles.t1862.facts import CompanyTurn, GameFacts, OperatingFacts
from ferrovia.titles.t1862.market import operating_order
from ferrovia.titles.t1862.material import (
    Material,
    books,
    box,
    is_administered,
    is_launched,
    lner_formed,
    price,
    share_price,
    variant,
)

FINAL_ROUNDS = 3
"""[10.3] Operating rounds after the LNER has formed."""


def play_the_sets(table: Table) -> First | End:
    """[2.4.4] [3] Parliament (twice at the start), a stock round, operating rounds; after the LNER no Parliament.

    [10] The highest price ends the game with the operating round, an empty bank with the set, the LNER with the next.
    """
    game, own = table.here(GameFacts), books(table)
    if not lner_formed(table) and game.parliaments_done < (2 if game.sets_done == 0 else 1):
        facts = parliament.begin(table)
        return First("parliament", facts, remember=replace(game, parliaments_done=game.parliaments_done + 1))
    if not game.stock_round_done:
        facts = stock.begin(table, number=game.sets_done + 1)
        return First("stock round", facts, remember=replace(game, stock_round_done=True))
    rounds = game.rounds or _rounds_of_set(table)
    if game.rounds_done < rounds and not own.top_reached:
        return First(
            "operating round", OperatingFacts(), remember=replace(game, rounds=rounds, rounds_done=game.rounds_done + 1)
        )
    if own.top_reached or own.bank_broken or lner_formed(table) or is_stuck(table):
        return END
    return First("end of set", remember=GameFacts(sets_done=game.sets_done + 1))


def is_stuck(table: Table) -> bool:
    """No company operates, nobody has a share, and nobody can pay for one: nothing would ever happen again.

    The rulebook is silent: it does not think of players who ruin every company.
    """
    own, papers, state = books(table), box(table).papers, table.state
    if own.launched or any(papers.shares(state, player, c) for c in own.pars for player in state.players):
        return False
    cheapest = min((price(table, company) for company in own.pars), default=box(table).numbers.least_charter)
    return max(state.cash[player] for player in state.players) < min(cheapest, box(table).numbers.least_charter)


def _rounds_of_set(table: Table) -> int:
    """[7.9] By the phase at the end of the stock round."""
    return FINAL_ROUNDS if lner_formed(table) else box(table).phases[table.state.phase].rounds


def form_lner_if_due(table: Table) -> None:
    """[10.3] At the end of the set in which the last band was reached. [6.5.2] The limit is fixed now."""
    if not box(table).is_reached(table.state, variant(table).last_band):
        return
    papers = box(table).papers
    started = books(table).pars
    held = [sum(papers.shares(table.state, player, c) for c in started) for player in table.state.players]
    table.keep(lner_limit=max(*held, 1))
    for company in started:
        for cert in papers.held(table.state, IPO, company):
            table.hand_over(cert.id, to=POOL)
    table.tell("lner-formed", limit=books(table).lner_limit)


# ----------------------------------------------------------------------------------------------------- operating round


def fix_the_order(table: Table) -> None:
    """[7.1] Nothing changes the price of a company that still waits for its turn, so the order is fixed now."""
    table.note(companies=operating_order(table))


def operate_in_order(table: Table) -> First | None:
    """[7.1] One turn each; who was merged or went bankrupt before its turn has none."""
    operating = table.here(OperatingFacts)
    waiting = (c for c in operating.companies if c not in operating.operated and is_launched(table, c))
    company = next(waiting, None)
    if company is None:
        return None
    turn = CompanyTurn(company, first=company not in books(table).has_operated)
    return First("company turn", turn, remember=replace(operating, operated=(*operating.operated, company)))


def note_the_first_turn(table: Table) -> None:
    """[7.2] The turn in which the home was placed; the state places none."""
    turn, own = table.here(CompanyTurn), books(table)
    if is_administered(table, turn.company) and not table.state.board.stations_of(turn.company):
        return
    if is_launched(table, turn.company) and turn.company not in own.has_operated:
        table.keep(has_operated=(*own.has_operated, turn.company))


def mark_operated(table: Table, company: str) -> None:
    """A merger has made this company one that has operated in this round, or operates now."""
    stack = table.state.stack
    at = next(n for n, frame in enumerate(stack) if frame.script == "operating round")
    facts: OperatingFacts = stack[at].facts
    if company not in facts.operated:
        stack[at] = replace(stack[at], facts=replace(facts, operated=(*facts.operated, company)))


def has_operated_now(table: Table, company: str) -> bool:
    """[5.1.1] Whether a company has had its turn in this operating round, or has it now."""
    frames = [frame for frame in table.state.stack if frame.script == "operating round"]
    return bool(frames) and company in frames[-1].facts.operated


# --------------------------------------------------------------------------------------------------- parts of the turn


def _only(step: Step, holds: Callable[[Table, CompanyTurn], bool]) -> Step:
    @wraps(step)
    def guarded(table: Table) -> Ask | First | Then | End | None:
        return step(table) if holds(table, table.here(CompanyTurn)) else None

    return guarded


def while_operating(step: Step) -> Step:
    """A step of the turn, unless it has ended at once."""
    return _only(step, lambda table, turn: not turn.over)


def with_director(step: Step) -> Step:
    """A step of the turn that the state does not take. [8]"""
    return _only(step, lambda table, turn: not turn.over and not is_administered(table, turn.company))


def under_administration(step: Step) -> Step:
    """A step of the turn that the state takes in place of a director. [8]"""
    return _only(step, lambda table, turn: not turn.over and is_administered(table, turn.company))


def before_lner(step: Step) -> Step:
    """A step of the turn of a company with a director that ends with the formation of the LNER. [10.3]"""
    return _only(
        step,
        lambda table, turn: not turn.over and not is_administered(table, turn.company) and not lner_formed(table),
    )


# ------------------------------------------------------------------------------------------------------------ the score

Halving = Callable[[int, int], int]
"""What so many shares on one certificate are worth, at a price, without a train."""


def by_share(shares: int, full: int) -> int:
    """[6.4.1] Each share is rounded down."""
    return shares * (full // 2)


def by_certificate(shares: int, full: int) -> int:
    """The site rounds the whole certificate down."""
    return shares * full // 2


def final_scores(state: State, material: Material, halved: Halving = by_share) -> dict[PlayerId, int]:
    """[10.4] Cash and shares at what they bring: half without a train."""
    scores = {player: state.cash[player] for player in state.players}
    owners = {card.owner for card in state.trains.values()}
    for company in state.extras.pars:
        full = share_price(material, state, company)
        for cert in material.papers.of[company]:
            owner = PlayerId(state.certs[cert.id])
            if owner in scores:
                shares = cert.percent // material.papers.unit(company)
                scores[owner] += shares * full if company in owners else halved(shares, full)
    return scores
