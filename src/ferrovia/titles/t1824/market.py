"""[VIII] The market: a grid; at the end of a row a marker goes up or down instead."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.rules.prices import move_marker
from ferrovia.titles.t1824.material import box


def put_marker(table: Table, company: CompanyId, price: int) -> None:
    """[VI.4.4] A regional's first price, in the dark column."""
    market, column = table.box.market, box(table).numbers.stock.start_column
    row = next(cell.row for cell in market.cells if cell.column == column and cell.price == price and cell.row > 0)
    table.move_price(company, market.cell_at(row, column))
    table.set_par(company, price)


def step_right(table: Table, company: CompanyId) -> None:
    """[VIII.2.1] A dividend was paid: one to the right, at the end of a row one up."""
    market, here = table.box.market, table.state.prices[company].cell
    ahead = market.right(here)
    move_marker(table, company, ahead if ahead != here else market.up(here))


def step_left(table: Table, company: CompanyId) -> None:
    """[VIII.2.2] Nothing was paid: one to the left, at the start of a row one down."""
    market, here = table.box.market, table.state.prices[company].cell
    back = market.left(here)
    move_marker(table, company, back if back != here else market.down(here))


def step_down(table: Table, company: CompanyId) -> None:
    """[VIII.3.1] [VIII.3.3] Shares were sold: one down, however many; the lowest of a column stays."""
    move_marker(table, company, table.box.market.down(table.state.prices[company].cell))


def step_up(table: Table, company: CompanyId) -> None:
    """[VIII.3.4] All shares are in players' hands at the end of a stock round."""
    move_marker(table, company, table.box.market.up(table.state.prices[company].cell))
