"""[V] [VII.1] [VII.4] [IX] The course of the game: stock rounds and sets of operating rounds; how it ends."""

from dataclasses import replace
from typing import Any

from ferrovia.engine.play import END, End, First, Move, Table, Then
from ferrovia.model.ids import BANK, CompanyId, PlayerId
from ferrovia.model.state import State
from ferrovia.rules.ending import cash_and_shares
from ferrovia.rules.rounds import GameFacts, OperatingFacts, as_fixed, operating, operating_by, set_is_done
from ferrovia.rules.stock import StockTurn
from ferrovia.titles.t1824 import exchange
from ferrovia.titles.t1824.companies import Turn, is_construction, is_uncontrolled
from ferrovia.titles.t1824.draft import DraftFacts
from ferrovia.titles.t1824.formation import form_what_is_due
from ferrovia.titles.t1824.market import left_or_down, step_left
from ferrovia.titles.t1824.material import Material, books, box
from ferrovia.titles.t1824.phases import discard_of_all
from ferrovia.titles.t1824.towns import TownFacts


def begin_stock_round(table: Table, number: int) -> StockTurn:
    return StockTurn(number=number, passed=books(table).declined if number == 1 else ())


def rounds_of_set(table: Table, game: GameFacts) -> int:
    """[VII.1.3] By the phase at the end of the stock round."""
    return box(table).phases[table.state.phase].rounds


def bank_is_broken(table: Table, game: GameFacts) -> bool:
    """[IX.1.1] The present set is finished."""
    return books(table).broken and set_is_done(game)


def is_over(table: Table, game: GameFacts) -> bool:
    return bank_is_broken(table, game) or (set_is_done(game) and is_stuck(table))


def is_stuck(table: Table) -> bool:
    """Nobody owns a railway or directs an open company, and nobody can pay for a share: nothing would happen again.

    The rulebook is silent: it does not think of players who leave railways unsold and spend everything on shares.
    Once a train was sold exports go on, until every Staatsbahn has formed; without a director it falls to the lowest
    price, and as it never has a turn its shares cannot be sold.
    """
    state, material = table.state, box(table)
    if exchange.mountains_left(table) or not all(is_uncontrolled(table, company) for company in state.running):
        return False
    trains_leave = material.is_reached(state, material.numbers.course.exports)
    if trains_leave and not set(material.of_kind["staatsbahn"]) <= set(state.floated):
        return False
    cells = [state.prices[company].cell for company in state.running]
    if any(left_or_down(material.market, cell) != cell for cell in cells):
        return False
    cheapest = min(material.price(state, company) for company in state.pars)
    return max(state.cash[player] for player in state.players) < cheapest


def end_with_broken_bank(table: Table) -> End | None:
    """[IX.1.1] What broke the bank at the end of a set broke it in that set."""
    return END if books(table).broken else None


def place_the_towns(table: Table) -> Then:
    """[XII.2] Before anything else."""
    return Then("towns", TownFacts())


def hold_the_draft(table: Table) -> Then:
    """[X.5] Once, at the start of the first stock round."""
    return Then("draft", DraftFacts())


# ------------------------------------------------------------------------------------------------------ operating round


def as_prices_are_now(table: Table, playing: OperatingFacts) -> list[CompanyId]:
    """[VII.4] After the railways the next is always the company with the highest price now: sales for trains may have
    changed it."""
    waiting = [company for company in as_fixed(table, playing) if company not in playing.operated]
    if len(waiting) < 2 or waiting[0] in box(table).private:
        return waiting
    return [company for company in box(table).operating_order(table.state) if company in waiting]


def kind_of_turn(table: Table, company: CompanyId) -> str:
    if is_construction(table, company):
        return "construction turn"
    if company == books(table).directorless:
        return "directorless turn"
    if is_uncontrolled(table, company):
        return "uncontrolled turn"
    return "railway turn" if box(table).kind(company) in ("coal", "pre") else "company turn"


operate_in_order = operating_by(as_prices_are_now, Turn, kind_of_turn)


def fall_without_director(table: Table) -> None:
    """[side 7] A Staatsbahn that nobody directs does nothing but lose value."""
    step_left(table, operating(table))


# -------------------------------------------------------------------------------------- the end of a round, on the site


def form_unless_over(table: Table) -> First | None:
    """The site counts before the last formations."""
    return None if books(table).broken and set_is_done(table.outer(GameFacts)) else form_what_is_due(table)


def discard_between_rounds(table: Table) -> Then | None:
    """After the last round of a set the site exports first."""
    return None if set_is_done(table.outer(GameFacts)) else discard_of_all(table)


# ------------------------------------------------------------------------------------------------------------- the bank


def pay_mountain_income(table: Table) -> None:
    """[IV.1.3] [IX.1.2] It may be more than the bank has."""
    exchange.pay_mountain_income(table)
    watch_the_bank(table)


def money_in_bank(state: State) -> int:
    """[IX.1.2] What is really there: what players owe is not."""
    cash = state.cash
    return cash[BANK] + sum([cash[player] for player in state.players if cash[player] < 0])


def watch_the_bank(table: Table) -> None:
    """[IX.1.2] A payment that it cannot make ends the game with the set; it is made on paper."""
    if not books(table).broken and money_in_bank(table.state) < 0:
        table.keep(broken=True)
        table.tell("bank-broken")


def watched(move: Move[Any]) -> Move[Any]:
    """A move after which the bank may have run out of money."""

    def play(table: Table, action: Any) -> None:
        move.apply(table, action)
        watch_the_bank(table)

    return replace(move, apply=play)


# ------------------------------------------------------------------------------------------------------------ the score


def worth_with_papers(state: State, material: Material) -> dict[PlayerId, int]:
    """The site also counts what was paid for railways, and takes debts away."""
    worth = cash_and_shares(state, material)
    for player in state.players:
        worth[player] -= state.debt.get(player, 0)
        worth[player] += material.numbers.mountain.price * sum(state.certs[m] == player for m in material.mountains)
        for railway in material.private:
            if material.papers.director(state, railway) == player:
                worth[player] += paid_for(state, material, railway)
    return worth


def paid_for(state: State, material: Material, railway: CompanyId) -> int:
    if material.kind(railway) == "pre":
        return material.companies[railway].price
    prices = material.numbers.coal.prices
    return prices[0] if railway in state.extras.construction else 2 * state.pars[material.heir(railway)]
