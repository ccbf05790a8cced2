"""[VIII] The market: a grid; at the end of a row a marker goes up or down instead."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import Market
from ferrovia.rules.prices import stepping
from ferrovia.titles.t1824.material import box


def put_marker(table: Table, company: CompanyId, price: int) -> None:
    """[VI.4.4] A regional's first price, in the dark column."""
    market, column = table.box.market, box(table).numbers.stock.start_column
    table.move_price(company, next(at for at in market.cells_of(price) if market.cells[at].column == column))
    table.set_par(company, price)


def right_or_up(market: Market, cell: int) -> int:
    ahead = market.right(cell)
    return ahead if ahead != cell else market.up(cell)


def left_or_down(market: Market, cell: int) -> int:
    back = market.left(cell)
    return back if back != cell else market.down(cell)


step_right = stepping(right_or_up)
"""[VIII.2.1] A dividend was paid: one to the right, at the end of a row one up."""
step_left = stepping(left_or_down)
"""[VIII.2.2] Nothing was paid: one to the left, at the start of a row one down."""
step_down = stepping(Market.down)
"""[VIII.3.1] [VIII.3.3] Shares were sold: one down, however many; the lowest of a column stays."""
step_up = stepping(Market.up)
"""[VIII.3.4] All shares are in players' hands at the end of a stock round."""
