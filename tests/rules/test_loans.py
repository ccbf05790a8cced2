"""Debts: how a director comes to one, and how it is repaid."""

import pytest

from ferrovia.engine.play import Game, Table
from ferrovia.model.ids import PlayerId
from ferrovia.rules.loans import RepayDebt, add_from_director, borrow, debt_of, help_at_need, no_loan, repaying
from support.bourse import RED, a_bourse
from support.tables import asked


def half(amount: int) -> int:
    return -(-amount // 2)


def all_at_once(debt: int, cash: int) -> int:
    return debt if debt + half(debt) <= cash else 0


def on(game: Game) -> tuple[Table, PlayerId]:
    return Table(game.title, game.state.copy(), asked(game).who), asked(game).who


@pytest.mark.parametrize(("cash", "left", "debt"), [(130, 30, 0), (100, 0, 0), (70, 0, 30), (0, 0, 100)])
def test_the_director_adds_exactly_what_is_missing_and_borrows_the_rest(cash: int, left: int, debt: int) -> None:
    table, director = on(a_bourse(held="A: RED 20", cash={"A": cash}))
    add_from_director(table, RED, 100, lend=borrow)
    assert (table.state.cash[director], table.state.cash[RED], debt_of(table.state, director)) == (left, 100, debt)
    assert sum(table.state.cash.values()) == cash + 1000
    assert [event.key for event in table.events] == [*["loan-taken"] * bool(debt), "director-helped"]


def test_the_director_helps_only_where_the_treasury_lacks_something() -> None:
    table, director = on(a_bourse(held="A: RED 20", cash={"A": 130}))
    table.pay(100, source=director, to=RED)
    help_at_need(table, RED, 100, lend=no_loan)
    assert (table.state.cash[director], table.events) == (30, [])
    help_at_need(table, RED, 110, lend=no_loan)
    assert (table.state.cash[director], table.state.cash[RED]) == (20, 110)
    with pytest.raises(LookupError):
        help_at_need(table, RED, 200, lend=no_loan)


@pytest.mark.parametrize(("cash", "left", "debt"), [(200, 130, 0), (70, 0, 0), (40, 0, 30)])
def test_as_much_as_possible_is_repaid(cash: int, left: int, debt: int) -> None:
    """Repaying does not end the turn, and is no trade: ending it is a pass."""
    game = a_bourse(debt={"A": 70}, cash={"A": cash}).play(RepayDebt())
    player = asked(game).who
    assert (player, game.state.cash[player], debt_of(game.state, player)) == ("A", left, debt)
    assert game.where()[-1].facts.acted is False


@pytest.mark.parametrize(("cash", "legal"), [(107, True), (106, False)])
def test_interest_may_be_due_and_all_at_once(cash: int, legal: bool) -> None:
    """71 and half of it, rounded up; a title says what a repayment means for the turn."""
    repay = repaying(all_at_once, interest=half, then=lambda table: table.note(acted=True))
    table, player = on(a_bourse(debt={"A": 71}, cash={"A": cash}))
    assert (repay.checks[0].holds(table, RepayDebt()) is None) is legal
    if legal:
        repay.apply(table, RepayDebt())
        assert (table.state.cash[player], debt_of(table.state, player)) == (0, 0)
        assert table.state.stack[-1].facts.acted is True
