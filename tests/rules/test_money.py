"""What can be paid for, by the treasury of the operating company and by whoever answers, on the little railway."""

from dataclasses import dataclass

import pytest

from ferrovia.engine.play import Table
from ferrovia.rules.money import company_pays, player_pays, treasury_has_the_amount, treasury_lacks, treasury_pays
from support.little import ANA, BEN, RED, a_little_title, a_state, why


@dataclass(frozen=True, slots=True)
class Buy:
    amount: int


def twice(table: Table, action: Buy) -> int:
    return 2 * action.amount


def a_table() -> Table:
    """RED has 100, Ana 40, Ben 400."""
    state = a_state(cash=100)
    state.cash |= {ANA: 40, BEN: 400}
    return Table(a_little_title(lambda table: None), state, ANA)


@pytest.mark.parametrize(("amount", "refused"), [(50, False), (51, True)])
def test_the_treasury_pays_to_the_last_coin(amount: int, refused: bool) -> None:
    reason = why(treasury_pays("a-rule", twice, "amount"), a_table(), Buy(amount))
    assert reason == (("a-rule", {"amount": amount, "cost": 2 * amount, "treasury": 100}) if refused else None)


@pytest.mark.parametrize(("amount", "refused"), [(20, False), (21, True)])
def test_whoever_answers_pays_to_the_last_coin(amount: int, refused: bool) -> None:
    reason = why(player_pays("a-rule", twice), a_table(), Buy(amount))
    assert reason == (("a-rule", {"cost": 2 * amount, "cash": 40}) if refused else None)


@pytest.mark.parametrize(("amount", "refused"), [(100, False), (101, True)])
def test_an_amount_that_an_action_names_is_in_the_treasury(amount: int, refused: bool) -> None:
    table = a_table()
    reason = why(treasury_has_the_amount("a-rule"), table, Buy(amount))
    assert reason == (("a-rule", {"amount": amount, "treasury": 100}) if refused else None)
    lacking = treasury_lacks(table, amount)
    assert (lacking and lacking.params) == ({"company": RED, "cost": amount, "treasury": 100} if refused else None)


@pytest.mark.parametrize(("amount", "refused"), [(50, False), (51, True)])
def test_a_refusal_may_name_the_company_that_cannot_pay(amount: int, refused: bool) -> None:
    reason = why(company_pays("a-rule", twice), a_table(), Buy(amount))
    assert reason == (("a-rule", {"company": RED, "cost": 2 * amount, "treasury": 100}) if refused else None)
