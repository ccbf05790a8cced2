"""The market in characters."""

from ferrovia.model.view import MarketCell
from ferrovia.render.market import market_rows


def cells(*places: tuple[int, int, int]) -> list[MarketCell]:
    return [MarketCell(price, row, column, ()) for price, row, column in places]


ZIGZAG = cells((40, 1, 0), (45, 0, 1), (50, 1, 2), (53, 0, 3), (100, 1, 4))
GRID = cells((60, 0, 0), (70, 0, 1), (50, 1, 0), (60, 1, 1))


def test_cells_of_a_zigzag_market_stand_between_each_other() -> None:
    assert list(market_rows(ZIGZAG, {}, 80)) == ["  45  53", "40  50  100"]


def test_markers_stand_under_their_price_the_uppermost_first() -> None:
    rows = list(market_rows(ZIGZAG, {2: ["MW", "BCB"], 4: ["VBW"]}, 80))
    assert rows == ["  45  53", "40  50  100", "    MW  VBW", "    BCB"]


def test_a_grid_has_columns() -> None:
    assert list(market_rows(GRID, {1: ["A"], 2: ["B"]}, 80)) == ["60   70", "     A", "50   60", "B"]


def test_a_market_wider_than_the_terminal_is_shown_in_parts() -> None:
    rows = list(market_rows(ZIGZAG, {4: ["VBW"]}, 10))
    assert rows == ["  45", "40  50", "53", "  100", "  VBW"]
