"""[6.4.2] [7.1] [7.8.5] The market: one line of prices drawn as a zig-zag, and a pile on each."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import in_order
from ferrovia.model.state import Quote, State
from ferrovia.titles.t1862.material import Books, Material, books, box, lner_formed


def lay_marker(table: Table, company: CompanyId, cell: int) -> None:
    """To the bottom of the pile on a cell, even where it was already there."""
    prices = table.state.prices
    prices[company] = Quote(cell, 1 + max((quote.since for quote in prices.values()), default=0))


def put_marker(table: Table, company: CompanyId, cell: int) -> None:
    """To the bottom of the pile on a cell. [10.1] Whoever comes to the last one brings the end about."""
    lay_marker(table, company, cell)
    if cell == len(box(table).market.cells) - 1 and not books(table).top_reached:
        table.keep(top_reached=True)
        table.tell("top-reached", company=company)


def move_marker(table: Table, company: CompanyId, steps: int) -> None:
    """Along the line of prices; a move past an end stops there. Says so if the price changes."""
    before = table.state.prices[company].cell
    after = min(max(before + steps, 0), len(box(table).market.cells) - 1)
    if after != before:
        put_marker(table, company, after)
        price = box(table).market.price
        table.tell("price-moved", company=company, before=price(before), price=price(after))


def move_right(table: Table, company: CompanyId, steps: int) -> None:
    """[7.8.5] Along its row."""
    move_marker(table, company, 2 * steps)


def move_left(table: Table, company: CompanyId) -> None:
    """[7.8.5] One space along its row."""
    move_marker(table, company, -2)


def fall(table: Table, company: CompanyId, steps: int) -> None:
    """[6.4.2] Shares were sold: zig-zag down; never after the LNER has formed."""
    if not lner_formed(table):
        move_marker(table, company, -steps)


def is_worthless(table: Table, company: CompanyId) -> bool:
    """[7.12] On the lowest cell."""
    quote = table.state.prices.get(company)
    return quote is not None and quote.cell == 0


def running_order(material: Material, state: State) -> tuple[CompanyId, ...]:
    """[7.1] Launched companies, highest price first; in a pile from the top."""
    own: Books = state.extras
    return tuple(company for company in in_order(material.market, state.prices) if company in own.launched)


def operating_order(table: Table) -> tuple[CompanyId, ...]:
    return running_order(box(table), table.state)


def highest_cell_not_above(material: Material, price: int) -> int:
    """[7.5.3] The cell of the highest price that is not above one."""
    return max(at for at, cell in enumerate(material.market.cells) if cell.price <= price)
