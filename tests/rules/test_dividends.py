"""What becomes of revenue: without any nobody is asked; what goes to the treasury in any case does so once."""

import pytest

from ferrovia.engine.play import Ask, Table
from ferrovia.model.ids import BANK
from ferrovia.rules.dividends import PayDividend, Withhold, bank_subsidy, keep_revenue, settling_dividend
from ferrovia.rules.rounds import ask_director
from support.little import ANA, RED, a_table


def pay(table: Table) -> None:
    table.note(paid=True)
    table.tell("paid")


KEEP, DECIDE = settling_dividend(pay, keep_revenue, asked=ask_director)


def test_without_revenue_there_is_nothing_to_decide() -> None:
    table = a_table(revenue=0)
    KEEP(table)
    assert (DECIDE(table), [event.key for event in table.events]) == (None, ["withheld"])


@pytest.mark.parametrize(("action", "told", "treasury"), [(PayDividend(), "paid", 100), (Withhold(), "withheld", 160)])
def test_the_director_pays_or_withholds(action: object, told: str, treasury: int) -> None:
    table = a_table(revenue=60)
    KEEP(table)
    asked = DECIDE(table)
    assert isinstance(asked, Ask) and (asked.who, asked.about.params["amount"]) == (ANA, 60)
    next(move for move in asked.moves if move.action is type(action)).apply(table, action)
    assert ([event.key for event in table.events], table.state.cash[RED]) == ([told], treasury)


def test_a_subsidy_is_banked_once() -> None:
    table = a_table(revenue=60, subsidy=20)
    bank_subsidy(table, "mines")
    bank_subsidy(table, "mines")
    assert (table.state.cash[RED], table.state.cash[BANK]) == (120, -20)
    assert [event.params for event in table.events] == [{"company": RED, "amount": 20}]
