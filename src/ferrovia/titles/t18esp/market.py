"""[4.5] [3.1] [3.3] The market: two interleaved rows, so a column is two places and a zig-zag step one."""

from collections.abc import Callable

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import Market
from ferrovia.rules.prices import move_marker, stepping

ColumnStep = Callable[[Table, CompanyId, int], None]
"""Moves a marker a number of columns to the right, or to the left if the number is negative."""


def to_the_last_cell(table: Table, company: CompanyId, columns: int) -> None:
    """[4.5] At the end of its row a marker goes to the last price of all: from 380 to 400, from 55 to 50."""
    last = len(table.box.market.cells) - 1
    cell = table.state.prices[company].cell
    move_marker(table, company, min(max(cell + 2 * columns, 0), last))


def within_its_row(table: Table, company: CompanyId, columns: int) -> None:
    """The site leaves a marker where it is at the end of its row."""
    market, cell = table.box.market, table.state.prices[company].cell
    for _ in range(abs(columns)):
        cell = market.right(cell) if columns > 0 else market.left(cell)
    move_marker(table, company, cell)


def fall(table: Table, company: CompanyId, steps: int) -> None:
    """[3.1] A zig-zag step to the left for each share sold."""
    move_marker(table, company, max(table.state.prices[company].cell - steps, 0))


rise = stepping(Market.ahead)
"""[3.3] A zig-zag step to the right for a company that is sold out."""
