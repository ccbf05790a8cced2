"""[VII.10] Revenue: railways share it with their owner, companies pay it out or keep it."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import BANK, POOL
from ferrovia.rules.directors import director_of
from ferrovia.rules.dividends import bank_subsidy, keep_revenue, pay_players, revenue_of
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t1824.market import step_left, step_right
from ferrovia.titles.t1824.material import box


def bank_mine_income(table: Table) -> None:
    """[IV.2.9] [VII.3.3] What the mines bring goes to the treasury, whatever becomes of the revenue."""
    bank_subsidy(table, "mine-income")


def share_with_owner(table: Table) -> None:
    """[IV.2.10] [IV.3.10] Half to the owner, half to the treasury, without a choice."""
    bank_mine_income(table)
    company, half = table.here(CompanyTurn).company, revenue_of(table) // 2
    if half:
        owner = director_of(table, company)
        table.pay(half, source=BANK, to=owner)
        table.pay(half, source=BANK, to=company)
        table.tell("revenue-shared", company=company, player=owner, amount=half)


def pay_out(table: Table) -> None:
    """[VII.10] A tenth of the revenue for each share; the bank keeps what falls to its own."""
    bank_mine_income(table)
    revenue = revenue_of(table)
    pay_players(table, lambda percent: revenue * percent // 100)
    step_right(table, table.here(CompanyTurn).company)
    table.note(paid=True)


def pay_out_with_pool(table: Table) -> None:
    """The site pays a company for its shares in the pool."""
    company = table.here(CompanyTurn).company
    in_pool = box(table).papers.percent(table.state, POOL, company)
    table.pay(revenue_of(table) * in_pool // 100, source=BANK, to=company)
    pay_out(table)


def withhold(table: Table) -> None:
    """[VII.10] [VIII.2.2] Everything to the treasury, the price one to the left."""
    bank_mine_income(table)
    keep_revenue(table)
    step_left(table, table.here(CompanyTurn).company)
