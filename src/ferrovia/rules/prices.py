"""How markers move on the market."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Check, Move, Step, Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.market import Market

A = TypeVar("A")


def move_marker(
    table: Table, company: CompanyId, cell: int, put: Callable[[Table, CompanyId, int], None] = Table.move_price
) -> bool:
    """A marker goes to a cell, and everybody is told, unless it is there already; says whether it has moved. `put`:
    what else that means in a title."""
    before = table.state.prices[company].cell
    if cell == before:
        return False
    put(table, company, cell)
    price = table.box.market.price
    table.tell("price-moved", company=company, before=price(before), price=price(cell))
    return True


MarketStep = Callable[[Market, int], int]
"""Where a marker goes from a cell of the market."""


def stepping(step: MarketStep) -> Callable[[Table, CompanyId], None]:
    """A company's marker goes a step."""

    def move_a_step(table: Table, company: CompanyId) -> None:
        move_marker(table, company, step(table.box.market, table.state.prices[company].cell))

    return move_a_step


def par_among(
    action: type[A], prices: Callable[[Table], Sequence[int]], take: Callable[[Table, A], None], *checks: Check[A]
) -> Move[A]:
    """One of some prices as the par of a company; `take`: what follows from it."""
    return choosing(action, "par-price", prices, take, *checks, figures=lambda table: {"prices": prices(table)})


def begin_at(table: Table, company: CompanyId, price: int) -> None:
    """A company's par, and its marker on the cell of that price."""
    table.set_par(company, price)
    table.move_price(company, table.box.market.cell_of(price))


def all_in_hands(table: Table, company: CompanyId) -> bool:
    return table.box.in_hands(table.state, company) == 100


def raising_sold_out(
    is_sold_out: Callable[[Table, CompanyId], bool] = all_in_hands, *, rise: Callable[[Table, CompanyId], None]
) -> Step:
    """At the end of a stock round the price of a company whose shares are all in players' hands rises."""

    def raise_sold_out_companies(table: Table) -> None:
        """In operating order, because whoever comes to a cell earlier lies above."""
        for company in table.box.operating_order(table.state):
            if is_sold_out(table, company):
                rise(table, company)

    return raise_sold_out_companies
