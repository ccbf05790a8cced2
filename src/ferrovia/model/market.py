"""The share market: cells with a price, and how a marker moves from one to another.

A cell is its number in the file. A zig-zag market is one line of rising prices drawn in two rows, numbers alternating
between them; a grid has rows one above the other. A move that is not possible leaves the marker where it is, so that a
title can say what happens at the end of a row.

    market.right(cell), left, up, down      to the neighbour in the same row or column
    market.ahead(cell), behind(cell)        zig-zag: one price higher or lower, which is diagonal in the drawing
    market.cells_in("par")                  the cells of a zone
    pile(quotes, cell)                      the markers on a cell, the earlier arrival on top
    in_order(market, quotes)                all markers: higher price first, then further right, then upper marker

Where markers stand is in the state: company → `Quote(cell, since)`; whoever arrives gets a later `since` and so goes
under those that are there.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from pydantic import Field, model_validator

from ferrovia.model.data import Data
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import Quote


class Cell(Data):
    """A space of the market. Rows are counted from the top."""

    row: int = Field(ge=0)
    column: int = Field(ge=0)
    price: int = Field(ge=0)
    zones: tuple[str, ...] = ()


class Market(Data):
    """All cells, by number."""

    form: Literal["zigzag", "grid"]
    cells: tuple[Cell, ...]

    @model_validator(mode="after")
    def _is_well_formed(self) -> "Market":
        if len({(cell.row, cell.column) for cell in self.cells}) != len(self.cells):
            raise ValueError("two cells of the market have one place")
        if self.form == "zigzag":
            prices = [cell.price for cell in self.cells]
            if prices != sorted(set(prices)):
                raise ValueError("the prices of a zig-zag market rise from cell to cell")
            if any((cell.row, cell.column) != (1 - at % 2, at // 2) for at, cell in enumerate(self.cells)):
                raise ValueError("the cells of a zig-zag market alternate between the lower and the upper row")
        return self

    @cached_property
    def _at(self) -> Mapping[tuple[int, int], int]:
        return {(cell.row, cell.column): number for number, cell in enumerate(self.cells)}

    def price(self, cell: int) -> int:
        return self.cells[cell].price

    @cached_property
    def _of_price(self) -> Mapping[int, tuple[int, ...]]:
        prices = dict.fromkeys(cell.price for cell in self.cells)
        return {price: tuple(n for n, cell in enumerate(self.cells) if cell.price == price) for price in prices}

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """For each cell which number it has in operating order: higher price first, then further right."""
        places = [(-cell.price, -cell.column) for cell in self.cells]
        rank = {place: number for number, place in enumerate(sorted({*places}))}
        return tuple(rank[place] for place in places)

    def cell_of(self, price: int) -> int:
        """The first cell with a price."""
        return self._of_price[price][0]

    def cells_of(self, price: int) -> tuple[int, ...]:
        """All cells with a price, in their order; none where no cell has it."""
        return self._of_price.get(price, ())

    def cell_at(self, row: int, column: int) -> int:
        return self._at[row, column]

    def cells_in(self, zone: str) -> tuple[int, ...]:
        return tuple(number for number, cell in enumerate(self.cells) if zone in cell.zones)

    def right(self, cell: int) -> int:
        return self._moved(cell, 0, 1)

    def left(self, cell: int) -> int:
        return self._moved(cell, 0, -1)

    def up(self, cell: int) -> int:
        return self._moved(cell, -1, 0)

    def down(self, cell: int) -> int:
        return self._moved(cell, 1, 0)

    def ahead(self, cell: int) -> int:
        """The next higher price of a zig-zag market."""
        return min(cell + 1, len(self.cells) - 1)

    def behind(self, cell: int) -> int:
        """The next lower price of a zig-zag market."""
        return max(cell - 1, 0)

    def _moved(self, cell: int, rows: int, columns: int) -> int:
        here = self.cells[cell]
        return self._at.get((here.row + rows, here.column + columns), cell)


def pile(quotes: Mapping[CompanyId, Quote], cell: int) -> list[CompanyId]:
    """The markers on a cell from the top: whoever came earlier lies above."""
    return sorted((c for c, quote in quotes.items() if quote.cell == cell), key=lambda c: quotes[c].since)


def in_order(market: Market, quotes: Mapping[CompanyId, Quote]) -> list[CompanyId]:
    """All companies on the market in operating order."""
    ranks = market.ranks

    def place(company: CompanyId) -> tuple[int, int]:
        quote = quotes[company]
        return ranks[quote.cell], quote.since

    return sorted(quotes, key=place)
