"""The printed material against the tables of the rules: §19, [T1] to [T4], [XI]."""

import pytest

from ferrovia.model.board import Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.map import mask
from ferrovia.titles.t18cz.material import Material, Size
from ferrovia.titles.t18cz.title import TITLE, material
from ferrovia.titles.t18cz.track import may_become

rule = pytest.mark.rule

BOX: Material = TITLE.data


def hexes_with(kind: str) -> str:
    found = [h.id for h in BOX.map.hexes.values() if any(kind in terrain.kinds for terrain in h.terrain)]
    return " ".join(sorted(found, key=lambda name: (name[0], int(name[1:]))))


# ------------------------------------------------------------------------------------------------------------ companies

HOMES = {
    "EKJ": ("S", "D5", "Karlovy Vary"),
    "OFE": ("S", "C26", "Ostrava"),
    "BCB": ("S", "D17", "Hradec Králové"),
    "MW": ("S", "F23", "Přerov"),
    "VBW": ("S", "I10", "Strakonice"),
    "BN": ("M", "E12", "Praha"),
    "NWB": ("M", "E12", "Praha"),
    "ATE": ("M", "B9", "Teplice & Ústí nad Labem"),
    "BTE": ("M", "D3", "Cheb"),
    "KFN": ("M", "G20", "Brno"),
    "SX": ("L", "A8 B5", ""),
    "PR": ("L", "A22 B19", ""),
    "BY": ("L", "F3 H5", ""),
    "kk": ("L", "I18 J15", ""),
    "Ug": ("L", "G28 I24", ""),
}


@rule("T2", "T3", "T4", "XI.5", "XI.6", "XI.7")
def test_companies_and_their_homes() -> None:
    found = {c.id: (c.size, " ".join(sorted(c.homes)), BOX.map.hexes[c.homes[0]].name) for c in BOX.companies.values()}
    assert found == HOMES


@rule("XI.5", "T2")
def test_the_site_plays_bcb_from_pardubice() -> None:
    assert BOX.companies[next(c for c in BOX.companies if c == "BCB")].homes == ("D17",)
    site = material(4, "E16", "380")
    assert site.companies[next(c for c in site.companies if c == "BCB")].homes == ("E16",)


@rule("XI.6", "T3")
def test_the_two_cities_of_praha() -> None:
    """BN has the exit to the north-east (3), NWB that to the south-east (5)."""
    sides = BOX.map.printed(HexId("E12")).stop_sides
    exits = {c.id: sides[c.city] for c in BOX.companies.values() if c.homes == ("E12",)}
    assert exits == {"BN": (3,), "NWB": (5,)}


@rule("IV.2.b", "IV.2.c", "IV.2.d", "VII.4.4", "VIII.6.3", "XI.5", "XI.6", "XI.7")
@pytest.mark.parametrize(
    ("size", "percents", "capital", "markers", "limit"),
    [
        ("S", (50, 25, 25), 4, (0, 40, 100), 75),
        ("M", (40, 20, 20, 20), 5, (0, 40, 100), 60),
        ("L", (20, *[10] * 8), 10, (0, 40), 60),
    ],
)
def test_sizes(size: Size, percents: tuple[int, ...], capital: int, markers: tuple[int, ...], limit: int) -> None:
    """Certificates, capital in shares, markers with their cost, holding limit."""
    rules = BOX.numbers.sizes[size]
    assert (rules.percents, rules.capital_shares, rules.markers, rules.holding_limit) == (
        percents,
        capital,
        markers,
        limit,
    )
    assert sum(percents) == 100


@rule("XI.1", "XI.2", "XI.3", "XI.4", "T1", "III.3.4", "IV.1.1")
def test_locals() -> None:
    """Six of each size: income 5, 10, 20; prices of the pre-stock round; the names of the appendix."""
    table = {
        size: [(local.price, local.income) for local in BOX.locals.values() if local.size == size] for size in "SML"
    }
    assert table == {
        "S": [(price, 5) for price in (25, 30, 35, 40, 45, 50)],
        "M": [(price, 10) for price in (40, 45, 50, 55, 60, 65)],
        "L": [(price, 20) for price in (55, 60, 65, 70, 75, 80)],
    }
    names = {local.id: local.name for local in BOX.locals.values()}
    assert (names[next(n for n in names if n == "S6")], names[next(n for n in names if n == "M1")]) == (
        "Starkenbach – Rochlitz",
        "Raudnitz – Hospozín",
    )


# --------------------------------------------------------------------------------------------------------------- trains

CARDS = """
a 5 2:70
b 4 2:70 2+2:80
c 4 3:120 2+2:80
d 4 3:120 3+3:180 3E:250
e 4 4:250 3+3:180 3E:250
f 4 4:250 4+4:400 4E:350
g 4 5:350 4+4:400 4E:350
h 2 5:350 5+5:500 5E:700
i 2 5:350 5+5:500 6E:800
j 0 5:350 5+5:500 8E:1000
"""


@rule("VIII.10.4", "VIII.12 j")
def test_train_cards() -> None:
    """Letter, number (0: as many as are wanted), faces with their prices; sizes in order S, M, L."""
    found = [
        " ".join([card.phase, str(card.count), *(f"{face.kind}:{face.price}" for face in card.faces)])
        for card in BOX.numbers.trains
    ]
    assert found == CARDS.split("\n")[1:-1]
    for card in BOX.numbers.trains:
        assert [face.size for face in card.faces] == ["S", "M", "L"][: len(card.faces)]
        for face in card.faces:
            assert (
                face.kind == {"S": f"{face.range}", "M": f"{face.range}+{face.range}", "L": f"{face.range}E"}[face.size]
            )


# --------------------------------------------------------------------------------------------------------------- market


@rule("IX.2.1", "VII.5.2")
def test_market() -> None:
    lower = "40 50 55 60 65 70 80 90 100 110 120 132 144 158 172 188 204 222 240 260 290 320 350"
    upper = "45 53 58 63 68 75 85 95 105 115 126 138 151 165 180 196 213 231 250 275 305 335 370"
    prices = [cell.price for cell in BOX.market.cells]
    assert " ".join(map(str, prices[::2])) == lower
    assert " ".join(map(str, prices[1::2])) == upper


# ------------------------------------------------------------------------------------------------------------------ map


@rule("VIII.4.3.g")
def test_terrain() -> None:
    assert hexes_with("water") == "A10 B9 C10 C12 C18 D11 D13 D15 D17 E12 E16 F11 G10 H11"
    assert hexes_with("hill") == "A14 B17 D29 E6 E28 F27 G14 G16 G18 H7 H15 H17 J11"
    assert hexes_with("mountain") == "A16 B7 B21 C4 C6 C22 I8"
    costs = {(terrain.kinds, terrain.cost) for h in BOX.map.hexes.values() for terrain in h.terrain}
    assert costs == {(("water",), 10), (("hill",), 20), (("mountain",), 40)}


@rule("VIII.4.3.e", "VIII.4.3.d", "VIII.4.1", "VIII.4.3.k")
def test_special_hexes() -> None:
    labels = {label: {h.id for h in BOX.map.hexes.values() if h.label == label} for label in ("Y", "P", "OO")}
    assert labels == {"Y": {"B13", "I12", "F7", "C26", "G20"}, "P": {"E12"}, "OO": {"B9", "C8", "D27"}}
    double = {h.id for h in BOX.map.hexes.values() if [stop.kind for stop in h.stops] == ["town", "town"]}
    assert double == {"B15", "E14", "F21"}
    assert {h.id: h.stubs for h in BOX.map.hexes.values() if h.stubs} == {"D13": (0,), "F13": (2,)}
    grey = BOX.map.hexes[HexId("D1")]
    assert (grey.colour, grey.stops[0].revenue, BOX.map.printed(HexId("D1")).exits) == ("gray", 10, mask((4, 5)))


SUPPLY = """
yellow 1:1 2:1 55:1 56:1 69:1 3:4 4:4 58:4 5:4 6:4 57:4 201:2 202:2 621:2 7:5 8:14 9:13 8889:1 8890:1
green 16:1 19:1 20:1 28:1 29:1 30:1 31:1 23:3 24:3 25:2 26:2 27:2 14:4 15:4 619:4 207:2 208:2 622:2
green 8859:1 8860:1 8863:1 8864:1 8865:1 8885:1 8891:1
brown 39:1 40:1 41:1 42:1 43:1 44:1 45:1 46:1 47:1 70:1 611:7 216:3 8892:1
gray 8893:1
red 8894:1 8895:1 8896:1 8897:1 8898:1
green 14p:1 15p:1 887p:4 888p:2 8866p:2
brown 611p:1 216p:1 889p:2 8894p:1 8895p:1 8896p:1
gray 595p:2 8857p:1
"""


@rule("VIII.5.13", "III.3.6")
def test_tile_supply() -> None:
    """Counts and colours; purple frames are those whose number ends with p."""
    wanted = {
        tile.split(":")[0]: (row.split()[0], int(tile.split(":")[1]))
        for row in SUPPLY.strip().split("\n")
        for tile in row.split()[1:]
    }
    assert {tile.id: (tile.colour, tile.count) for tile in BOX.map.tiles.values()} == wanted
    assert {tile.id for tile in BOX.map.tiles.values() if tile.frame} == {name for name in wanted if name.endswith("p")}


VALUES = {
    "yellow": "57:20/1 621:30/1 8889:30/1/1/1 4:10 55:10",
    "green": "14:30/2 208:40/2 8863:40/1/1 8891:40/1/1/1/1 15p:30/2 887p:20",
    "brown": "611:40/2 216:50/2 8892:60/4 8894p:60/2 889p:30 216p:50/2",
    "gray": "8893:80/4 595p:60/2 8857p:70/3",
}


@rule("VIII.5.11", "VIII.8 ¶1")
def test_values_and_slots() -> None:
    for row in VALUES.values():
        for entry in row.split():
            name, _, rest = entry.partition(":")
            value, *slots = rest.split("/")
            stops = BOX.map.tiles[TileId(name)].stops
            assert [stop.revenue for stop in stops] == [int(value)] * len(stops)
            assert [stop.slots for stop in stops if stop.slots] == [int(slot) for slot in slots]


# ------------------------------------------------------------------------------------------------------------- upgrades

UPGRADES = """
7 > 26 27 28 29 30 31
8 > 16 19 23 24 25 28 29 30 31
9 > 19 20 23 24 26 27
16 > 43 70
19 > 45 46
20 > 44 47
23 > 41 43 45 47
24 > 42 43 46 47
25 > 40 45 46
26 > 42 44 45
27 > 41 44 46
28 > 39 43 46 70
29 > 39 43 45 70
30 > 42 70
31 > 41 70
5 6 57 > 14 15 619 14p 15p
14 15 619 14p 15p > 611 611p
611 611p > 595p
201 202 621 > 207 208 622
207 208 622 > 216 216p
216 216p > 8857p
8859 8860 > 8896p
8885 8863 > 8894p
8864 8865 > 8895p
8889 8890 > 8891
8891 > 8892
8892 > 8893
3 4 58 > 887p 888p 8866p
1 55 > 888p
2 56 > 887p
69 > 8866p
887p 888p 8866p > 889p
"""
PLACES = {"city": "D5", "Y": "B13", "OO": "C8", "P": "E12", "town": "F11", "towns": "E14", "plain": "H13"}


def place_for(tile: str) -> HexId:
    """A hex on which a tile may lie in every turn but for Praha."""
    shown = BOX.map.tiles[TileId(tile)]
    if shown.label:
        return HexId(PLACES[shown.label])
    kinds = [stop.kind for stop in shown.stops]
    return HexId(PLACES["plain" if not kinds else "towns" if len(kinds) == 2 else kinds[0]])


@rule("VIII.5.1", "VIII.5.2", "VIII.5.3", "VIII.5.9", "VIII.5.10", "VIII.5.14")
@pytest.mark.parametrize("row", UPGRADES.strip().split("\n"))
def test_upgrade_chart(row: str) -> None:
    """What a tile becomes in some turn is what the chart says, neither more nor less."""
    olds, news = (side.split() for side in row.split(">"))
    for old in olds:
        turns = (1,) if BOX.map.tiles[TileId(old)].label == "P" and old != "8892" else range(6)
        laid = [Laid(TileId(old), turn) for turn in turns]
        found = {upgrade.tile.id for lies in laid for upgrade in BOX.upgrades.over(place_for(old), lies)}
        assert found == set(news), old


@rule("VIII.5.14", "VIII.4.1")
def test_first_tiles() -> None:
    """On OO green ones; in Praha 8889 with one way to lie and 8890."""
    oo = {upgrade.tile.id for upgrade in BOX.upgrades.over(HexId("C8"), None)}
    assert oo == {"8859", "8860", "8863", "8864", "8865", "8885"}
    praha = {(upgrade.tile.id, upgrade.exits) for upgrade in BOX.upgrades.over(HexId("E12"), None)}
    assert praha == {("8889", mask((3, 4, 5))), ("8890", mask((1, 3, 5)))}


@rule("VIII.5.3", "VIII.5.7")
def test_nothing_follows_the_last_tiles() -> None:
    """Grey tiles, brown plain track and brown OO and town tiles are final."""
    for old in ("8893", "595p", "8857p", "889p", "8894p", "8895p", "8896p", "39", "47", "70"):
        assert not [new.id for new in BOX.map.tiles.values() if may_become(BOX.map.tiles[TileId(old)], new)], old
