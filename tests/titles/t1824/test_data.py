"""The printed material against the tables of the rules, and against the facts where they are at hand."""

import json

import pytest

from ferrovia.model.board import Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.titles.t1824.material import Material
from ferrovia.titles.t1824.numbers import numbers
from ferrovia.titles.t1824.title import TITLE, Variant, material
from support.shared import shared

rule = pytest.mark.rule
BOX: Material = TITLE.data
TWO, THREE = material(Variant(players=2, board="cisleithania")), material(Variant(players=3, board="cisleithania"))

ROSTER = """
2 9 6 8 80 80
3 7 5 6 180 140
4 4 4 4 280 190
5 3 2 3 400 260
6 3 2 3 600 400
8 2 1 2 800 500
10 0 0 0 1000 600
1g 6 3 5 120 120
2g 5 2 4 240 180
3g 4 2 3 360 240
4g 3 1 2 600 420
5g 2 2 2 800 500
"""


@rule("VII.11.3", "VII.11.8", "X.1 ¶", "XI.1 ¶")
def test_trains() -> None:
    """Kind, how many (base, two, three in Cisleithania; 0: any number), price, price between companies."""
    found = [
        f"{name} {card.count} {TWO.cards[name].count} {THREE.cards[name].count} {card.face.price} {card.face.between}"
        for name, card in BOX.cards.items()
    ]
    assert "\n".join(found) == ROSTER.strip()


@rule("VII.11.1", "VII.14.4", "VII.14.6", "IV.2.5", "IV.3.7")
def test_train_limits() -> None:
    limits = [
        tuple(phase.limits[kind] for kind in ("coal", "pre", "regional", "staatsbahn")) for phase in BOX.phases.values()
    ]
    assert limits == [(2, 2, 4, 4)] * 3 + [(2, 2, 3, 4)] * 2 + [(2, 2, 2, 3)] * 3


@rule("VII.8.8", "VII.8.4")
def test_stations() -> None:
    markers = {kind: rules.markers for kind, rules in BOX.numbers.kinds.items()}
    assert markers == {"coal": (0,), "pre": (0,), "regional": (0, 40, 100), "staatsbahn": (0, 40, 100, 100, 100)}


@rule("IV.2.1", "IV.3.1", "IV.4.4.1", "VII.6.4c")
def test_homes() -> None:
    homes = {c.id: (c.home, c.city) for c in BOX.companies.values()}
    assert {c: homes[next(x for x in homes if x == c)] for c in ("EPP", "EOD", "MLB", "SPB")} == {
        "EPP": ("C6", 0),
        "EOD": ("A12", 0),
        "MLB": ("A22", 0),
        "SPB": ("H25", 0),
    }
    sides = BOX.map.printed(HexId("E12")).stop_sides
    assert [sides[homes[next(x for x in homes if x == c)][1]] for c in ("SD1", "KK1", "KK2")] == [(0,), (1,), (2,)]
    mines = [h for h, printed in BOX.map.hexes.items() if any(stop.kind == "mine" for stop in printed.stops)]
    assert sorted(mines) == ["A12", "A22", "C6", "H25"]
    assert all(len(BOX.map.printed(mine).gauges) == 2 for mine in mines)


@rule("VII.10.2", "VII.3.3")
def test_values_by_colour() -> None:
    values = {
        h: tuple(BOX.map.hexes[HexId(h)].stops[0].value(BOX.phases[phase].colours) for phase in "1357")
        for h in ("A4", "A26", "I2", "H27", "J13", "C6", "H25")
    }
    assert values == {
        "A4": (10, 20, 30, 40),
        "A26": (10, 30, 40, 50),
        "I2": (10, 30, 50, 70),
        "H27": (10, 30, 40, 50),
        "J13": (10, 10, 50, 50),
        "C6": (10, 10, 40, 40),
        "H25": (20, 20, 60, 60),
    }


@rule("VII.7.9", "VII.7.1", "VII.7.2", "VII.7.3")
@pytest.mark.parametrize(
    ("hex_id", "chain"),
    [("E12", "499 491 493 496"), ("F17", "498 490 126 495"), ("A18", "401 405 497 494"), ("B9", "57 14 611")],
)
def test_chains_of_upgrades(hex_id: str, chain: str) -> None:
    laid: Laid | None = None
    for tile in chain.split():
        upgrade = next(u for u in BOX.upgrades.over(HexId(hex_id), laid) if u.tile.id == tile)
        laid = Laid(TileId(tile), upgrade.turn)


@rule("VII.7.9")
def test_brown_wien_in_two_turns() -> None:
    turns = [u.turn for u in BOX.upgrades.over(HexId("E12"), Laid(TileId("491"), 0)) if u.tile.id == "493"]
    assert turns == [0, 3]


@rule("VIII.2.1", "VI.4.3")
def test_the_market_is_that_of_the_facts() -> None:
    facts = json.loads(shared("facts/1824.json").read_text("utf-8"))
    grid = [[cell["price"] for cell in row if cell] for row in facts["market"]]
    found = [[c.price for c in BOX.market.cells if c.row == row] for row in range(len(grid))]
    assert found == grid
    assert [c.price for c in BOX.market.cells if "par" in c.zones] == sorted(numbers().stock.start_prices, reverse=True)
