"""How markers move on the market."""

import pytest

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import Market
from ferrovia.rules.prices import all_in_hands, begin_at, move_marker, raising_sold_out, stepping
from support.bourse import BLUE, BOX, RED, a_bourse


def a_table(held: str = "A: RED 20; B: BLUE 20") -> Table:
    game = a_bourse(held=held, limit=20)
    return Table(game.title, game.state.copy())


def cell(table: Table, company: CompanyId) -> int:
    return table.state.prices[company].cell


def test_a_marker_that_moves_is_told_of_one_that_stays_is_not() -> None:
    table, at_80 = a_table(), BOX.market.cell_of(80)
    assert (move_marker(table, RED, at_80), table.events) == (False, [])
    assert move_marker(table, RED, BOX.market.cell_of(60))
    figures = {"company": RED, "before": 80, "price": 60}
    assert [(event.key, event.params) for event in table.events] == [("price-moved", figures)]


def test_a_step_stops_at_the_edge() -> None:
    table, rise = a_table(), stepping(Market.right)
    for _ in range(5):
        rise(table, RED)
    assert (cell(table, RED), len(table.events)) == (BOX.market.cell_of(100), 2)


def test_whoever_arrives_later_lies_below() -> None:
    """In one cell the earlier marker operates first; one that stays where it is keeps its place."""
    table = a_table()
    assert BOX.operating_order(table.state) == (RED, BLUE)
    stepping(Market.left)(table, RED)
    stepping(Market.right)(table, RED)
    assert BOX.operating_order(table.state) == (BLUE, RED)
    move_marker(table, BLUE, cell(table, BLUE))
    assert BOX.operating_order(table.state) == (BLUE, RED)


def test_a_company_begins_at_its_par() -> None:
    table = a_table(held="")
    begin_at(table, BLUE, 60)
    assert (table.state.pars[BLUE], BOX.price(table.state, BLUE)) == (60, 60)


@pytest.mark.parametrize(("held", "rises"), [("A: RED 60; B: RED 40", True), ("A: RED 60; B: RED 30", False)])
def test_what_is_all_in_hands_is_sold_out(held: str, rises: bool) -> None:
    table = a_table(held=held)
    assert all_in_hands(table, RED) is rises
    raising_sold_out(rise=stepping(Market.right))(table)
    assert BOX.price(table.state, RED) == (90 if rises else 80)


def test_of_several_that_are_sold_out_the_first_in_order_rises_first() -> None:
    """So it stays above the other."""
    table = a_table(held="A: BLUE 20; B: RED 20")
    raising_sold_out(lambda table, company: True, rise=stepping(Market.right))(table)
    assert BOX.operating_order(table.state) == (BLUE, RED)
    assert cell(table, RED) == cell(table, BLUE)
