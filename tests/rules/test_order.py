"""In which order players have their turns."""

from collections.abc import Callable

import pytest

from ferrovia.engine.play import Table
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.rules.drafting import snake
from ferrovia.rules.order import clockwise_from, from_the_priority_deal, give_priority, poorest_first, richest_first
from support.bourse import a_bourse

A, B, C = (PlayerId(Owner(name)) for name in "ABC")


def a_table(**cash: int) -> Table:
    game = a_bourse(cash=cash)
    return Table(game.title, game.state.copy())


@pytest.mark.parametrize(("first", "order"), [(A, (A, B, C)), (B, (B, C, A)), (C, (C, A, B))])
def test_clockwise_from_somebody(first: PlayerId, order: tuple[PlayerId, ...]) -> None:
    """By seats, whatever the order of turns has become."""
    table = a_table()
    table.set_order((C, B, A))
    assert clockwise_from(table, first) == order
    assert from_the_priority_deal(table) == (C, A, B)


@pytest.mark.parametrize(("settle", "order"), [(richest_first, (B, A, C)), (poorest_first, (A, C, B))])
def test_by_cash_among_equals_the_earlier_stays_earlier(
    settle: Callable[[Table], None], order: tuple[PlayerId, ...]
) -> None:
    table = a_table(A=100, B=300, C=100)
    settle(table)
    assert table.state.order == order
    assert [(event.key, event.params) for event in table.events] == [("new-order", {"players": order})]


def test_the_priority_goes_to_somebody_and_turns_go_on_clockwise() -> None:
    table = a_table()
    give_priority(table, B)
    assert table.state.order == (B, C, A)
    assert [(event.key, event.params) for event in table.events] == [("priority", {"player": B})]


def test_a_draft_turns_round_at_each_end() -> None:
    assert "".join(snake((A, B, C), turn) for turn in range(9)) == "ABCCBAABC"
