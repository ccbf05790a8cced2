"""The hexes that are drawn for the distance of freight are those that are paid for."""

from itertools import pairwise, product

import pytest

from ferrovia.model.ids import HexId
from ferrovia.titles.t1862.hauling import End, counted_hexes, hexes_between
from ferrovia.titles.t1862.title import TITLE

MAP = TITLE.data.map
BOARD = [hex_id for hex_id, printed in MAP.hexes.items() if printed.colour == "white"]


@pytest.mark.rule("7.8.1")
def test_as_many_hexes_are_drawn_as_are_counted() -> None:
    """Between any two cities or entrances, whether the ends are areas or not."""
    for one, other, first, second in product(BOARD, BOARD, (False, True), (False, True)):
        drawn = counted_hexes(MAP, End(one, first), End(other, second))
        assert len(drawn) == max(0, hexes_between(MAP, one, other, first + second)), (one, other, first, second)


@pytest.mark.rule("7.8.1")
def test_the_line_goes_step_by_step() -> None:
    line = MAP.line(HexId("B13"), HexId("F5"))
    assert (line[0], line[-1]) == ("B13", "F5")
    assert [MAP.apart(a, b) for a, b in pairwise(line)] == [1] * (len(line) - 1)


@pytest.mark.rule("7.8.1")
@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        (End(HexId("F5"), False), End(HexId("E2"), False), ("F3",)),
        (End(HexId("F5"), False), End(HexId("E2"), True), ("F3", "E2")),
        (End(HexId("G12"), False), End(HexId("G12"), True), ()),
    ],
    ids=["Norwich to Wells", "Norwich to the port of Wells", "Felixstowe to its port"],
)
def test_the_examples_of_the_rulebook(one: End, other: End, hexes: tuple[str, ...]) -> None:
    assert counted_hexes(MAP, one, other) == hexes
