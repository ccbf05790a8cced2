"""[4.5] Paying out or keeping what the trains have earned."""

from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Move, Step, Table
from ferrovia.model.ids import BANK, POOL, CompanyId, Owner
from ferrovia.rules.directors import director_of
from ferrovia.rules.dividends import PayDividend, Withhold, deciding_dividend, keep_revenue, revenue_of
from ferrovia.rules.rounds import ask_and_explain, note_the_first_turn, operating
from ferrovia.titles.t18esp.market import ColumnStep
from ferrovia.titles.t18esp.material import box
from ferrovia.titles.t18esp.running import factor_of, pay_mines_and_harbours


def share_out(table: Table, company: CompanyId, revenue: int) -> None:
    """[4.5] Players by their shares, the company for those in the open market; a minor halves with its director."""
    papers = box(table).papers
    if box(table).is_minor(company):
        parts: list[tuple[Owner, int]] = [(company, revenue // 2), (director_of(table, company), revenue // 2)]
    else:
        holders = (*((player, Owner(player)) for player in table.state.players), (company, POOL))
        parts = [(to, revenue * papers.percent(table.state, holder, company) // 100) for to, holder in holders]
    for to, amount in parts:
        if amount:
            table.pay(amount, source=BANK, to=to)
            table.tell("dividend", company=company, owner=to, amount=amount)


def withhold(table: Table, step: ColumnStep) -> None:
    """[4.5] All goes to the treasury, the price one column left."""
    pay_mines_and_harbours(table)
    keep_revenue(table)
    step(table, operating(table), -1)


def deciding_earnings(step: ColumnStep, *others: Move[Any]) -> tuple[Step, ...]:
    """[4.5] `step`: how a marker moves at the end of its row."""

    def pay(table: Table, action: PayDividend) -> None:
        company = operating(table)
        pay_mines_and_harbours(table)
        share_out(table, company, revenue_of(table))
        step(table, company, factor_of(table, company))
        table.note(paid=True)

    pay_dividend = plain(PayDividend, pay)
    withhold_all = plain(Withhold, lambda table, action: withhold(table, step))

    def keep_what_is_nothing(table: Table) -> None:
        """[4.5] Without revenue the price falls."""
        if not revenue_of(table):
            withhold(table, step)

    decide = deciding_dividend(pay_dividend, withhold_all, *others, asked=ask_and_explain)
    return keep_what_is_nothing, decide, note_the_first_turn
