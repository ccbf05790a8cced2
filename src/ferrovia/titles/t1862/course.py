"""[3] [7.1] [7.9] [10] The course of the game: sets of Parliament, stock round, operating rounds; how it ends."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from ferrovia.engine.play import Ask, End, First, Step, Table, Then
from ferrovia.model.ids import IPO, POOL, CompanyId, PlayerId
from ferrovia.model.state import State
from ferrovia.rules.ending import cash_and_shares
from ferrovia.rules.rounds import CompanyTurn, GameFacts, set_is_done, sets
from ferrovia.rules.stock import at_market_price, first_turn
from ferrovia.titles.t1862 import parliament
from ferrovia.titles.t1862.material import Material, books, box, is_administered, is_launched, lner_formed, variant

FINAL_ROUNDS = 3
"""[10.3] Operating rounds after the LNER has formed."""


def rounds_of_set(table: Table, game: GameFacts) -> int:
    """[7.9] By the phase at the end of the stock round."""
    return FINAL_ROUNDS if lner_formed(table) else box(table).phases[table.state.phase].rounds


def is_over(table: Table, game: GameFacts) -> bool:
    """[10] The highest price ends the game with the operating round, an empty bank with the set, the LNER with the
    next."""
    own = books(table)
    return own.top_reached or (set_is_done(game) and (own.bank_broken or lner_formed(table) or is_stuck(table)))


play_stock_and_operating_rounds = sets(stock=first_turn, rounds=rounds_of_set, is_over=is_over)


def play_the_sets(table: Table) -> Ask | First | Then | End | None:
    """[2.4.4] [3] Parliament (twice at the start), a stock round, operating rounds; after the LNER no Parliament."""
    game = table.here(GameFacts)
    if not lner_formed(table) and game.opened < (2 if game.sets_done == 0 else 1):
        return First("parliament", parliament.begin(table), remember=replace(game, opened=game.opened + 1))
    return play_stock_and_operating_rounds(table)


def is_stuck(table: Table) -> bool:
    """No company operates, nobody has a share, and nobody can pay for one: nothing would ever happen again.

    The rulebook is silent: it does not think of players who ruin every company.
    """
    papers, state, least = box(table).papers, table.state, box(table).numbers.least_charter
    if state.floated or any(papers.shares(state, player, c) for c in state.pars for player in state.players):
        return False
    cheapest = min([least, *(at_market_price(table, company) for company in state.pars)])
    return max(state.cash[player] for player in state.players) < cheapest


def form_lner_if_due(table: Table) -> None:
    """[10.3] At the end of the set in which the last band was reached. [6.5.2] The limit is fixed now."""
    if not box(table).is_reached(table.state, variant(table).last_band):
        return
    papers = box(table).papers
    started = table.state.pars
    held = [sum(papers.shares(table.state, player, c) for c in started) for player in table.state.players]
    table.keep(lner_limit=max(*held, 1))
    for company in started:
        table.hand_over_all(papers.held(table.state, IPO, company), to=POOL)
    table.tell("lner-formed", limit=books(table).lner_limit)


# ----------------------------------------------------------------------------------------------------- operating round


def note_the_first_turn(table: Table) -> None:
    """[7.2] The turn in which the home was placed; the state places none."""
    company = table.here(CompanyTurn).company
    is_placed = table.state.board.stations_of(company) or not is_administered(table, company)
    if is_placed and is_launched(table, company):
        table.note_first_turn(company)


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
    return _only(with_director(step), lambda table, turn: not lner_formed(table))


# ------------------------------------------------------------------------------------------------------------ the score

Halving = Callable[[int, int], int]
"""What a certificate of n shares is worth, at a price, without a train."""


def by_share(shares: int, full: int) -> int:
    """[6.4.1] Each share is rounded down."""
    return shares * (full // 2)


def by_certificate(shares: int, full: int) -> int:
    """The site rounds the whole certificate down."""
    return shares * full // 2


def final_scores(state: State, material: Material, halved: Halving = by_share) -> dict[PlayerId, int]:
    """[10.4] Cash and shares at what they bring: half without a train."""
    with_trains = {card.owner for card in state.trains.values()}

    def worth(company: CompanyId, price: int, shares: int) -> int:
        return shares * price if company in with_trains else halved(shares, price)

    return cash_and_shares(state, material, worth)
