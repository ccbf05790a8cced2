"""Markets: how markers move, pile up and operate."""

import pytest
from pydantic import ValidationError

from ferrovia.model.data import data_folder, load
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.market import Market, in_order, pile
from ferrovia.model.state import Quote


def market_of(package: str) -> Market:
    return load(data_folder(f"ferrovia.titles.{package}") / "market.json", Market)


def cell(market: Market, price: int) -> int:
    return next(number for number, printed in enumerate(market.cells) if printed.price == price)


A, B, C, D = (CompanyId(Owner(name)) for name in "ABCD")


@pytest.mark.parametrize(
    ("move", "start", "end"),
    [
        ("right", 40, 50), ("right", 45, 53), ("right", 320, 350), ("right", 350, 350), ("right", 335, 370),
        ("left", 50, 40), ("left", 40, 40), ("left", 45, 45),
        ("ahead", 40, 45), ("ahead", 45, 50), ("ahead", 370, 370),
        ("behind", 50, 45), ("behind", 40, 40),
        ("up", 40, 45), ("up", 45, 45), ("down", 45, 40),
    ],
)  # fmt: skip
def test_two_rows(move: str, start: int, end: int) -> None:
    """[18CZ 10.4]"""
    market = market_of("t18cz")
    assert market.price(getattr(market, move)(cell(market, start))) == end


def test_rows_of_18cz() -> None:
    """[18CZ 19.2]"""
    market = market_of("t18cz")
    assert [c.price for c in market.cells if c.row == 1][-3:] == [290, 320, 350]
    assert [c.price for c in market.cells if c.row == 0][:3] == [45, 53, 58]


@pytest.mark.parametrize(
    ("move", "start", "end"),
    [
        *(("right", (0, 13), (0, 13)), ("right", (6, 4), (6, 4)), ("right", (6, 0), (6, 1)), ("left", (3, 0), (3, 0))),
        *(("up", (3, 10), (2, 10)), ("up", (0, 2), (0, 2)), ("down", (2, 13), (2, 13)), ("down", (5, 4), (6, 4))),
    ],
)
def test_a_grid(move: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    """[1824 8.2] [1824 8.3] What happens at the end of a row is the title's to say."""
    market = market_of("t1824")
    assert getattr(market, move)(market.cell_at(*start)) == market.cell_at(*end)


def test_the_cells_of_a_price() -> None:
    """On a grid several rows have it, the upper one first."""
    market = market_of("t1824")
    assert [(market.cells[at].row, market.cells[at].column) for at in market.cells_of(50)] == [(5, 0), (6, 1)]
    assert (market.cell_of(50), market.cells_of(51)) == (market.cells_of(50)[0], ())


def test_zones() -> None:
    market = market_of("t1862")
    assert [market.price(number) for number in market.cells_in("par")] == [54, 58, 62, 68, 74, 82, 90, 100]


def test_whoever_arrives_goes_under_the_pile() -> None:
    quotes = {A: Quote(4, since=9), B: Quote(4, since=2), C: Quote(6, since=5)}
    assert pile(quotes, 4) == [B, A]
    assert pile(quotes, 5) == []


def test_operating_order() -> None:
    """[1824 6.1] Highest price, then further right, then the upper marker."""
    market = market_of("t1824")
    left, right = market.cell_at(0, 0), market.cell_at(2, 2)
    assert market.price(left) == market.price(right) == 100
    quotes = {A: Quote(left, 1), B: Quote(right, 7), C: Quote(right, 3), D: Quote(market.cell_at(0, 13), 8)}
    assert in_order(market, quotes) == [D, C, B, A]


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ([(1, 0, 40), (0, 0, 40)], "prices of a zig-zag market rise"),
        ([(0, 0, 40), (1, 0, 45)], "alternate"),
        ([(1, 0, 40), (1, 0, 45)], "one place"),
    ],
)
def test_a_market_that_cannot_be_is_refused(cells: list[tuple[int, int, int]], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        Market.model_validate(
            {
                "form": "zigzag",
                "cells": [{"row": row, "column": column, "price": price} for row, column, price in cells],
            }
        )
