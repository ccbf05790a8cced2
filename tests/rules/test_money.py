"""What can be paid for, by the treasury of the operating company and by whoever answers, on the little railway."""

from dataclasses import dataclass

import pytest

from ferrovia.engine.play import Table
from ferrovia.rules.money import (
    amount_at_least,
    amount_in_steps,
    company_pays,
    player_has_the_amount,
    player_pays,
    treasury_has_the_amount,
    treasury_lacks,
    treasury_pays,
)
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


@pytest.mark.parametrize(("amount", "refused"), [(40, False), (41, True)])
def test_an_amount_that_an_action_names_is_in_the_purse(amount: int, refused: bool) -> None:
    reason = why(player_has_the_amount("a-rule"), a_table(), Buy(amount))
    assert reason == (("a-rule", {"amount": amount, "cash": 40}) if refused else None)


@pytest.mark.parametrize(("amount", "low", "odd"), [(9, True, True), (10, False, False), (11, False, True)])
def test_amounts_have_a_least_and_a_step(amount: int, low: bool, odd: bool) -> None:
    table, action = a_table(), Buy(amount)
    reason = why(amount_at_least("a-rule", lambda table: 10), table, action)
    assert reason == (("a-rule", {"amount": amount, "least": 10}) if low else None)
    reason = why(amount_in_steps("a-rule", 5), table, action)
    assert reason == (("a-rule", {"amount": amount, "step": 5}) if odd else None)
