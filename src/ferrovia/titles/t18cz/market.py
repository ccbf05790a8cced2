"""[IX] The market: two interleaved rows, a step in the row or a diagonal one; at the end of its row a marker stays."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.rules.prices import move_marker


def step_right(table: Table, company: CompanyId, steps: int) -> None:
    """[IX.2.1] [VIII.8 pay c] A dividend was paid: one space in the row, two for a large company."""
    for _ in range(steps):
        move_marker(table, company, table.box.market.right(table.state.prices[company].cell))


def step_left(table: Table, company: CompanyId) -> None:
    """[IX.2.2] No dividend was paid."""
    move_marker(table, company, table.box.market.left(table.state.prices[company].cell))


def step_down(table: Table, company: CompanyId, shares: int) -> None:
    """[IX.3.1] Shares were sold: one diagonal step, however many."""
    move_marker(table, company, table.box.market.behind(table.state.prices[company].cell))


def step_up(table: Table, company: CompanyId) -> None:
    """[IX.3.2] All shares are in players' hands at the end of a stock round."""
    move_marker(table, company, table.box.market.ahead(table.state.prices[company].cell))
