"""[4.5] Paying out or keeping what the trains have earned."""

from functools import partial
from typing import Any

from ferrovia.engine.play import Move, Step, Table
from ferrovia.model.ids import BANK, POOL, CompanyId, Owner
from ferrovia.rules.directors import director_of
from ferrovia.rules.dividends import keep_revenue, revenue_of, settling_dividend
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

    def pay(table: Table) -> None:
        company = operating(table)
        pay_mines_and_harbours(table)
        share_out(table, company, revenue_of(table))
        step(table, company, factor_of(table, company))
        table.note(paid=True)

    keep = partial(withhold, step=step)
    return *settling_dividend(pay, keep, *others, asked=ask_and_explain), note_the_first_turn
