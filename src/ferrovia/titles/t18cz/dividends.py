"""[VIII.8] Paying out or keeping what the trains have earned."""

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Table
from ferrovia.rules.dividends import PayDividend, Withhold, keep_revenue, pay_players, revenue_of
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t18cz.market import step_left, step_right
from ferrovia.titles.t18cz.material import box
from ferrovia.titles.t18cz.vaclav import is_vaclavs


def pay_out(table: Table) -> None:
    """[VIII.8 pay a–d] Each player gets his part, rounded up once on the whole holding; the bank keeps its own."""
    company, revenue = table.here(CompanyTurn).company, revenue_of(table)
    pay_players(table, lambda percent: -(-revenue * percent // 100))
    step_right(table, company, box(table).rules(company).steps_for_dividend)
    table.note(paid=True)


def withhold(table: Table) -> None:
    """[VIII.8 withhold] The revenue goes to the treasury, the price one space left."""
    keep_revenue(table)
    step_left(table, table.here(CompanyTurn).company)


PAY = plain(PayDividend, lambda table, action: pay_out(table))
WITHHOLD = plain(Withhold, lambda table, action: withhold(table))


def settle_what_needs_no_decision(table: Table) -> None:
    """[VIII.8 withhold] Without revenue nothing is paid; Vaclav's companies always pay."""
    if not revenue_of(table):
        withhold(table)
    elif is_vaclavs(table, table.here(CompanyTurn).company):
        pay_out(table)
