"""The upgrade tables that the rules files print come out of the track alone."""

from collections.abc import Callable, Mapping

import pytest

from ferrovia.model.board import Board, Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.tiles import ALL_SIDES, Colour, Tile, stops_kept
from ferrovia.model.upgrades import Upgrades, grows_into, is_next_colour, lays
from support.trackwork import map_of

NEXT: tuple[Colour, ...] = ("yellow", "green", "brown", "gray")


def becomes(board: str, may_become: Callable[[Tile, Tile], bool]) -> dict[str, set[str]]:
    """For each tile that has an upgrade in some turn: all of them."""
    tiles = map_of(board).tiles.values()
    found = {
        old.id: {
            new.id
            for new in tiles
            if may_become(old, new) and any(stops_kept(old.turned(0), new.turned(turn)) for turn in range(6))
        }
        for old in tiles
    }
    return {str(old): {str(new) for new in over} for old, over in found.items() if over}


def table(text: str) -> dict[str, set[str]]:
    """`5/6→14 15 · 14→611` as a table."""
    rows = [row.split("→") for row in text.replace("\n", " ").split("·")]
    return {old.strip(): set(new.split()) for olds, new in rows for old in olds.split("/")}


def may_become_18cz(old: Tile, new: Tile) -> bool:
    """[18CZ 7.5] Cities of OO and Praha and the two towns of a tile merge."""
    same_kind = {stop.kind for stop in old.stops} == {stop.kind for stop in new.stops}
    return is_next_colour(old, new) and old.label == new.label and same_kind


def may_become_1824(old: Tile, new: Tile) -> bool:
    """[1824 7.3] Only the cities of Wien and Budapest merge; double towns have no upgrade."""
    merges = old.label in ("W", "Bu") and new.label == old.label and is_next_colour(old, new)
    return merges or grows_into(old, new)


PLAIN = table(
    """7→26 27 28 29 30 31 · 8→16 19 23 24 25 28 29 30 31 · 9→19 20 23 24 26 27 · 16→43 70 · 19→45 46 · 20→44 47
    · 23→41 43 45 47 · 24→42 43 46 47 · 25→40 45 46 · 26→42 44 45 · 27→41 44 46 · 28→39 43 46 70 · 29→39 43 45 70
    · 30→42 70 · 31→41 70"""
)
TABLE_18CZ = PLAIN | table(
    """5/6/57→14 15 619 14p 15p · 14/15/619/14p/15p→611 611p · 611/611p→595p
    · 201/202/621→207 208 622 · 207/208/622→216 216p · 216/216p→8857p
    · 8859/8860→8896p · 8885/8863→8894p · 8864/8865→8895p · 8889/8890→8891 · 8891→8892 · 8892→8893
    · 3/4/58→887p 888p 8866p · 1/55→888p · 2/56→887p · 69→8866p · 887p/888p/8866p→889p"""
)
TABLE_1824 = {
    old: over | ({"17"} if old == "8" else set()) | ({"18"} if old in ("7", "9") else set())
    for old, over in PLAIN.items()
} | table(
    """5/6/57→14 15 619 · 14/15/619→611 · 3/4/58→87 88 · 401/447→405 · 405→497 · 497→494 · 499→491 · 491→493 · 493→496
    · 498→490 · 490→126 · 126→495 · 17→47 · 18→43"""
)
TABLE_1862_TOWNS = table(
    "8850→18 21 22 · 8851→16 17 19 21 22 · 8852→18 19 20 · 16/21/22→779 · 17/19→778 · 18→780 · 20→798"
)


def test_18cz() -> None:
    """[18CZ 19.7]; the red home tiles have no upgrade."""
    assert becomes("18CZ", may_become_18cz) == TABLE_18CZ


def test_1824() -> None:
    """[1824 7.3] for cities, towns and the special tiles; plain track as in every game with these tiles."""
    assert becomes("1824", may_become_1824) == TABLE_1824


def test_1862_towns() -> None:
    """[1862 16.6] A town tile is decided by its segments: small stations stay where they are, none is added."""

    def segments_only(old: Tile, new: Tile) -> bool:
        return grows_into(old, new) and all(stop.kind == "town" for stop in old.stops)

    by_piece: dict[str, set[str]] = {}
    for old, over in becomes("1862", segments_only).items():
        by_piece.setdefault(old.partition("_")[0], set()).update(new.partition("_")[0] for new in over)
    assert by_piece == TABLE_1862_TOWNS


MOVED_STATIONS = table(
    """16_2→780_2a · 17_2→780_2b 798_2 · 18_2→779_2a · 19_2→779_2b 779_2c · 20_2→778_2b 780_2b · 21_2→778_2a 779_2b
    · 22_2→778_2a 779_2c · 778_1b→778_2b · 779_1a→779_2c · 779_1b→779_2b · 779_1c→779_2a · 780_1a→780_2b"""
)


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, over in MOVED_STATIONS.items() for new in sorted(over)])
def test_1862_pairs_that_would_move_a_small_station(old: str, new: str) -> None:
    """[1862 16.7]"""
    below, above = map_of("1862").tiles[TileId(old)], map_of("1862").tiles[TileId(new)]
    assert not any(stops_kept(below.turned(0), above.turned(turn)) for turn in range(6))


# ----------------------------------------------------------------------------------------------------- on a certain hex


@pytest.fixture(scope="module")
def upgrades() -> Upgrades:
    return Upgrades(map_of("18CZ"), may_become_18cz)


def over(upgrades: Upgrades, hex_id: str, laid: Laid | None = None) -> set[tuple[str, int]]:
    return {(upgrade.tile.id, upgrade.turn) for upgrade in upgrades.over(HexId(hex_id), laid)}


def test_no_track_leads_off_the_map(upgrades: Upgrades) -> None:
    """C28 has three neighbours, west, south-west and south-east: few yellow towns fit."""
    assert over(upgrades, "C28") == {("3", 0), ("3", 5), ("58", 5)}
    assert all(
        upgrade.exits & ~map_of("18CZ").roads[HexId("C28")] == 0 for upgrade in upgrades.over(HexId("C28"), None)
    )


def test_a_stub_is_always_used(upgrades: Upgrades) -> None:
    """[18CZ 7.1] D13 points at Praha."""
    assert all(upgrade.exits & 1 for upgrade in upgrades.over(HexId("D13"), None))
    assert ("9", 0) in over(upgrades, "D13") and ("9", 1) not in over(upgrades, "D13")


def test_praha_keeps_its_printed_track(upgrades: Upgrades) -> None:
    """[18CZ 19.7] 8889 fits in one turn, 8890 in one that looks different."""
    assert over(upgrades, "E12") == {("8889", 1), ("8890", 1)}
    first = upgrades.find(HexId("E12"), None, TileId("8889"), 1)
    assert first is not None and first.exits == 0b111000 and first.stop_maps == ((2, 0),)


def test_turns_that_look_the_same_are_listed_once_and_found_by_any(upgrades: Upgrades) -> None:
    hex_id, straight = HexId("E24"), TileId("9")
    assert {turn for name, turn in over(upgrades, "E24") if name == "9"} == {0, 1, 2}
    found = [upgrades.find(hex_id, None, straight, turn) for turn in range(6)]
    assert [upgrade and upgrade.exits for upgrade in found] == [0b001001, 0b010010, 0b100100] * 2


def test_what_is_no_upgrade_is_not_found(upgrades: Upgrades) -> None:
    assert upgrades.find(HexId("E24"), None, TileId("23"), 0) is None  # green on an empty hex
    assert upgrades.find(HexId("E24"), Laid(TileId("8"), 0), TileId("23"), 3) is None  # loses the curve
    assert upgrades.find(HexId("E24"), Laid(TileId("8"), 0), TileId("24"), 0) is not None
    assert upgrades.find(HexId("B9"), None, TileId("14"), 0) is None  # label


def test_oo_without_track_leaves_a_choice(upgrades: Upgrades) -> None:
    """[18CZ 7.5.7] A station on the unbuilt hex can go to either city."""
    found = upgrades.find(HexId("C8"), None, TileId("8885"), 0)
    assert found is not None and found.stop_maps == ((0, 1), (1, 0))


def test_lays_need_an_open_side_a_colour_and_a_tile_in_supply(upgrades: Upgrades) -> None:
    board, hex_id = Board(map_of("18CZ"), {}), HexId("E24")
    to_the_west: Mapping[HexId, int] = {hex_id: 0b000010}
    found = lays(board, upgrades, to_the_west, ("yellow",))
    assert {upgrade.tile.id for _, upgrade in found} == {"7", "8", "9"}
    assert all(upgrade.exits & 0b000010 for _, upgrade in found)
    assert lays(board, upgrades, to_the_west, ("green",)) == []
    assert len(lays(board, upgrades, {hex_id: ALL_SIDES}, NEXT)) == len(upgrades.over(hex_id, None))
    for where in ("D21", "D23", "E18", "E20", "F17"):
        board = board.with_tile(HexId(where), TileId("7"), 0)
    assert board.left(TileId("7")) == 0
    assert {upgrade.tile.id for _, upgrade in lays(board, upgrades, to_the_west, ("yellow",))} == {"8", "9"}
