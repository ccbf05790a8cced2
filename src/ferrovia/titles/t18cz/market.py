"""[IX] The market: two interleaved rows, a step in the row or a diagonal one; at the end of its row a marker stays."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import Market
from ferrovia.rules.prices import stepping

step_in_row = stepping(Market.right)
step_left = stepping(Market.left)
"""[IX.2.2] No dividend was paid."""
step_behind = stepping(Market.behind)
step_up = stepping(Market.ahead)
"""[IX.3.2] All shares are in players' hands at the end of a stock round."""


def step_right(table: Table, company: CompanyId, steps: int) -> None:
    """[IX.2.1] [VIII.8 pay c] A dividend was paid: one space in the row, two for a large company."""
    for _ in range(steps):
        step_in_row(table, company)


def step_down(table: Table, company: CompanyId, shares: int) -> None:
    """[IX.3.1] Shares were sold: one diagonal step, however many."""
    step_behind(table, company)
