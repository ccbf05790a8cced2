"""The printed material against the tables of the rules, and against the facts where they are at hand."""

import json
from functools import lru_cache
from typing import Any

import pytest

from ferrovia.model.board import Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.titles.t18esp.material import Material, is_in_the_north
from ferrovia.titles.t18esp.title import material
from support.shared import shared

rule = pytest.mark.rule
BOX, SITE = material(4, "rulebook"), material(4, "site")
both_editions = pytest.mark.parametrize("box", [BOX, SITE], ids=["rulebook", "site"])


@lru_cache
def facts() -> dict[str, Any]:
    return json.loads(shared("facts/18ESP.json").read_text("utf-8"))


@rule("1.5.1", "3.1.2")
def test_cash_and_certificates() -> None:
    """Tables 1 and 4, by the number of players."""
    found = {n: (material(n, "rulebook").starting_cash, material(n, "rulebook").certificate_limit) for n in range(3, 7)}
    assert found == {3: (860, 27), 4: (650, 20), 5: (520, 16), 6: (440, 13)}


TRAINS = """
2P 1 2P 0
2 11 2,1+2 100 4
3 9 3,2+3 200 6
4 7 4,3+4 300 7
5 5 5,4+5 500
6 3 6,5+6 600
8 0 8,6+8 800
"""


@rule("4.4.1", "4.7", "6")
def test_trains() -> None:
    """Kind, how many (0: any number; one 2 lies with pioneer 2), faces, price, and the phase that ends it."""
    found = [
        f"{c.name} {c.count} {','.join(face.name for face in c.faces)} {c.price} {c.obsolete_in}".strip()
        for c in BOX.numbers.trains
    ]
    assert "\n".join(found) == TRAINS.strip()
    assert all(face.all == face.big for c in BOX.numbers.trains for face in c.faces if face.gauge == "broad")


PHASES = """
2 1 30 100 40 4 2/4 yellow
3 2 20 150 40 4 2/4 green
4 2 20 200 40 4 1/3 green
5 3 10 0 60 10 1/3 brown
6 3 10 0 60 10 1/2 brown
7 3 0 0 60 10 1/2 gray
"""


@rule("6", "4.2.3", "4.8", "3.2.2", "4.4.1")
def test_phases() -> None:
    """Rounds, a mine, pioneers in percent, what launches a major, its first capital, train limits, newest colour."""
    found = [
        f"{p.name} {p.rounds} {p.mine} {p.pioneer_percent} {p.launch_percent} {p.capital_shares} "
        f"{p.limits.get('minor', 0)}/{p.limits['north']} {p.colours[-1]}"
        for p in BOX.phases.values()
    ]
    assert "\n".join(found) == PHASES.strip()
    assert all(phase.limits["north"] == phase.limits["south"] for phase in BOX.phases.values())


@rule("2.2", "1.4")
def test_pioneers_and_tenders() -> None:
    """Value and income; the later edition prints other values for three of them, and one tender more."""
    ours = [(p.value, p.income) for p in BOX.pioneers.values()]
    assert ours == [(10, 5), (40, 10), (70, 15), (100, 20), (130, 10), (160, 20), (190, 30)]
    assert [p.value for p in SITE.pioneers.values()] == [20, 60, 70, 100, 130, 160, 170]
    assert (BOX.edition.tenders, SITE.edition.tenders) == (5, 6)


@rule("1.4", "3.2.2")
def test_stations() -> None:
    """One for a minor, five in the north, six in the south, where the later edition has five."""
    assert {
        kind: BOX.stations_for(c.id)
        for kind in ("minor", "north", "south")
        for c in BOX.companies.values()
        if c.kind == kind
    } == {
        "minor": 1,
        "north": 5,
        "south": 6,
    }
    assert SITE.stations_for(next(c.id for c in SITE.companies.values() if c.kind == "south")) == 5


@rule("1.4", "4.2")
def test_pieces() -> None:
    """193 tiles with two faces each, but for those of Madrid and Barcelona; the later edition has 175."""

    def pieces(box: Material) -> int:
        return sum({tile.piece or tile.id: tile.count or 0 for tile in box.map.tiles.values()}.values())

    assert (pieces(BOX), pieces(SITE)) == (193, 175)


@rule("4.2.3", "5.2", "4.3")
def test_special_hexes() -> None:
    """Twenty mines to be laid, four passes, three OO hexes, and the letters."""
    mines = {h for h in BOX.map.hexes if BOX.is_mine_hex(h)}
    alone = {h for h in mines if {stop.kind for stop in BOX.map.hexes[h].stops} == {"halt"}}
    assert " ".join(sorted(alone)) == "C23 C5 C9 D32 E31 E9 G21 G9 H30 H6 I23 I7"
    assert " ".join(sorted(mines - alone)) == "B30 D8 E19 E7 F30 G17 I21 J24"
    assert {p.hex: (p.cost, p.value) for p in BOX.passes.values()} == {
        "D12": (100, 50),
        "H12": (60, 30),
        "J10": (80, 40),
        "L8": (80, 40),
    }
    labels = {h: printed.label for h, printed in BOX.map.hexes.items() if printed.label in ("M", "B", "Y", "OO")}
    assert labels == {
        **dict.fromkeys(("D6", "C31", "J20"), "OO"),
        **dict.fromkeys(("K5", "E3", "E33", "K25", "I29"), "Y"),
        "F24": "M",
        "M21": "B",
    }


VALUES = """
A5 30 40 50, A9 30 40 40, A11 30 50 60, M5 30 50 60, C21 30 50 60, B24 20 40 50, A25 30 50 60, A27 30 50 60
A29 20 40 50, A31 20 40 50, I15 30 50 60, J16 50 60 80, K15 50 60 80, L16 30 50 60, M17 30 50 60, N18 30 40 50
C1 40 30 20 20, E1 20 30 40 50, K3 30 40 50, L26 20 30 50 60, I33 20 30 30 40, K31 40 30 30 40, F34 30 30 40
B34 40 30 30 40, N22 20 30 50 60
"""


@rule("4.4.3")
def test_values_of_red_areas_and_harbours() -> None:
    """By colour, yellow only where it is printed."""
    table = {row.split()[0]: tuple(map(int, row.split()[1:])) for row in VALUES.replace("\n", ", ").split(", ") if row}

    def printed(box: Material, hex_id: str) -> tuple[int, ...]:
        (stop,) = box.map.hexes[HexId(hex_id)].stops
        assert not isinstance(stop.revenue, int)
        return tuple(stop.revenue.values())

    assert {hex_id: printed(BOX, hex_id) for hex_id in table} == table
    differing = {hex_id for hex_id in table if printed(SITE, hex_id) != table[hex_id]}
    assert differing == {"C1", "E1", "K3", "A25", "K15"}


@both_editions
@rule("3.2.1", "3.2.2", "1.4")
def test_companies_are_those_of_the_facts(box: Material) -> None:
    """Home, space and destination of all 24."""
    theirs = {c["sym"]: (c["home"], c.get("city", 0), c.get("destination", "")) for c in facts()["companies"]}
    ours = {str(c.id): (str(c.home), c.city, c.destination) for c in box.companies.values()}
    assert ours.keys() == theirs.keys()
    assert {name: (home, goal) for name, (home, _, goal) in ours.items()} == {
        name: (home, goal) for name, (home, _, goal) in theirs.items()
    }
    several = [name for name, (home, *_) in ours.items() if home in ("F24", "M21")]
    assert {name: ours[name][1] for name in several} == {name: theirs[name][1] for name in several}


@rule("4.5", "3.2.2")
def test_the_market_is_that_of_the_facts() -> None:
    """42 prices in zig-zag order; par from 70 to 100."""
    (row,) = facts()["market"]
    assert [cell.price for cell in BOX.market.cells] == [cell["price"] for cell in row]
    assert [BOX.market.price(cell) for cell in BOX.market.cells_in("par")] == [70, 75, 80, 85, 90, 95, 100]


@rule("4.2.1")
def test_terrain_is_that_of_the_facts() -> None:
    """What a hex costs, hex by hex."""
    theirs = {h["id"]: sum(t.get("cost", 0) for t in h.get("terrain", ())) for h in facts()["hexes"]}
    assert {str(h): printed.cost for h, printed in BOX.map.hexes.items()} == theirs


@both_editions
@rule("4.2", "4.2.1")
def test_each_map_has_its_faces(box: Material) -> None:
    """Whatever can be laid has narrow track in the north and broad track in the south."""
    for hex_id in box.map.hexes:
        gauges = {track.gauge for u in box.upgrades.over(hex_id, None) for track in u.tile.tracks}
        assert gauges <= ({"narrow"} if is_in_the_north(hex_id) else {"standard"}), hex_id


@rule("4.2.2", "4.2.3", "4.3")
@pytest.mark.parametrize(
    ("hex_id", "chain"),
    [
        ("F24", "L83 L86 L88"),
        ("M21", "L84 L85 L87"),
        ("J20", "L129 8858 216 L116"),
        ("D6", "L132 L101 L126 L117"),
        ("K5", "L111 L126 L117"),
        ("C27", "57 14 611 455"),
        ("C5", "L93 678"),
        ("E19", "L97 88"),
    ],
)
def test_chains_of_upgrades(hex_id: str, chain: str) -> None:
    """Letter hexes to the last colour; a mine only to a green tile without one."""
    laid: set[Laid | None] = {None}
    for tile in chain.split():
        laid = {
            Laid(u.tile.id, u.turn)
            for each in laid
            for u in BOX.upgrades.over(HexId(hex_id), each)
            if u.tile.id == tile
        }
        assert laid, f"{tile} of {chain} cannot come"
    if "L9" in chain:
        assert not any(u.tile.id == TileId("L93") for each in laid for u in BOX.upgrades.over(HexId(hex_id), each))
