"""[6.4.2] [7.1] [7.8.5] The market: one line of prices drawn as a zig-zag, and a pile on each."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.rules import prices
from ferrovia.titles.t1862.material import Material, books, box, lner_formed


def lay_marker(table: Table, company: CompanyId, cell: int) -> None:
    """To the bottom of the pile on a cell, even where it was already there."""
    table.move_price(company, cell, anew=True)


def put_marker(table: Table, company: CompanyId, cell: int) -> None:
    """To the bottom of the pile on a cell. [10.1] Whoever comes to the last one brings the end about."""
    lay_marker(table, company, cell)
    if cell == len(box(table).market.cells) - 1 and not books(table).top_reached:
        table.keep(top_reached=True)
        table.tell("top-reached", company=company)


def move_marker(table: Table, company: CompanyId, steps: int) -> None:
    """Along the line of prices, of which every second one is in the same row; a move past an end stops there."""
    cell = min(max(table.state.prices[company].cell + steps, 0), len(box(table).market.cells) - 1)
    prices.move_marker(table, company, cell, put_marker)


def move_down(table: Table, company: CompanyId, steps: int) -> None:
    move_marker(table, company, -steps)


def fall(table: Table, company: CompanyId, steps: int) -> None:
    """[6.4.2] Shares were sold: zig-zag down; never after the LNER has formed."""
    if not lner_formed(table):
        move_down(table, company, steps)


def is_worthless(table: Table, company: CompanyId) -> bool:
    """[7.12] On the lowest cell."""
    quote = table.state.prices.get(company)
    return quote is not None and quote.cell == 0


def highest_cell_not_above(material: Material, price: int) -> int:
    """[7.5.3] The cell of the highest price that is not above one."""
    return max(at for at, cell in enumerate(material.market.cells) if cell.price <= price)
