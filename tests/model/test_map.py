"""The printed maps, as the titles' data have them and as a file could be wrong."""

import json

import pytest
from pydantic import ValidationError

from ferrovia.model.data import data_folder
from ferrovia.model.faces import hex_faces
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.map import Map, MapData, load_map, place_of, stop_id
from ferrovia.model.tiles import TileSet
from support.trackwork import BOARDS, map_of

boards = pytest.mark.parametrize("board", BOARDS)

SIZES = {"18CZ": (107, 76), "1862": (60, 75), "1824": (103, 59), "1824-cisleithania": (65, 55), "18ESP": (162, 138)}


@boards
def test_every_hex_and_tile_is_there(board: str) -> None:
    assert (len(map_of(board).hexes), len(map_of(board).tiles)) == SIZES[board]


@boards
def test_sides_meet_in_pairs(board: str) -> None:
    across = map_of(board).across
    assert all(other == -1 or across[other] == side != other for side, other in enumerate(across))


@boards
def test_two_sides_that_meet_are_one_crossing(board: str) -> None:
    printed = map_of(board)
    used = [bit for bit in printed.crossings if bit]
    assert all(bit.bit_count() == 1 for bit in used)
    assert sorted(used) == sorted([bit for bit in set(used) for _ in range(2)])
    with_track = {
        printed.side_numbers[number][side]
        for number, hex_id in enumerate(printed.names)
        for side in printed.printed(hex_id).gauges
    }
    assert all(printed.crossings[side] == printed.crossings[printed.across[side]] != 0 for side in with_track)


@boards
def test_printed_track_never_leads_nowhere(board: str) -> None:
    printed = map_of(board)
    assert all(printed.printed(hex_id).exits & ~printed.roads[hex_id] == 0 for hex_id in printed.names)


@boards
def test_every_tile_can_be_counted(board: str) -> None:
    tiles = map_of(board).tiles
    assert all(count is None or count > 0 for count in tiles.counts.values())
    assert set(tiles.piece.values()) == set(tiles.counts)


@pytest.mark.parametrize(("board", "pieces"), [("18CZ", 160), ("18ESP", 175)])
def test_how_many_pieces_of_cardboard_there_are(board: str, pieces: int) -> None:
    """[18CZ D-16] [18ESP 8.2] Tiles that are two faces of a piece count once."""
    assert sum(count or 0 for count in map_of(board).tiles.counts.values()) == pieces


def test_what_is_printed_at_the_sides_is_drawn() -> None:
    """Stubs of track towards Praha in 18CZ, closed sides in 1824."""
    praha = {face.id: face.stubs for face in hex_faces(map_of("18CZ")) if face.stubs}
    assert praha == {"D13": (0,), "F13": (2,)}
    closed = {face.id: face.blocked for face in hex_faces(map_of("1824")) if face.blocked}
    assert closed == {hex_id: printed.blocked for hex_id, printed in map_of("1824").hexes.items() if printed.blocked}
    assert closed


def test_terrain_of_18cz() -> None:
    """[18CZ 19.5]"""
    by_cost: dict[int, str] = {}
    for hex_id in sorted(map_of("18CZ").hexes, key=lambda h: (h[0], int(h[1:]))):
        cost = map_of("18CZ").hexes[hex_id].cost
        by_cost[cost] = f"{by_cost[cost]} {hex_id}" if cost in by_cost else hex_id
    assert by_cost[10] == "A10 B9 C10 C12 C18 D11 D13 D15 D17 E12 E16 F11 G10 H11"
    assert by_cost[20] == "A14 B17 D29 E6 E28 F27 G14 G16 G18 H7 H15 H17 J11"
    assert by_cost[40] == "A16 B7 B21 C4 C6 C22 I8"


def test_homes_of_18cz() -> None:
    hexes = map_of("18CZ").hexes
    kept = {str(r.company): (hex_id, r.stop) for hex_id, printed in hexes.items() for r in printed.reservations}
    assert (kept["BN"], kept["NWB"], kept["ATE"]) == (("E12", 1), ("E12", 0), ("B9", None))


def test_areas_of_1862_are_reached_as_the_rules_say() -> None:
    """[1862 16.5] The side by which a hex is entered decides between two areas."""
    printed, entrances = map_of("1862"), dict[str, list[str]]()
    for hex_id, edge_hex in printed.hexes.items():
        for stop, sides in zip(edge_hex.stops, edge_hex.turned(0).stop_sides, strict=True):
            for side in sides:
                entrances.setdefault(stop.groups[0], []).append(f"{printed.neighbours[hex_id][side]}→{hex_id}")
    assert {area: " ".join(sorted(pairs)) for area, pairs in entrances.items()} == {
        "London": "B13→A12 B13→A14 B13→B15 B13→C14 C12→C14 D13→C14 D13→D15 E14→D15",
        "West": "B11→A10 B11→A12 B9→A10 B9→A8",
        "Midlands": "B3→A2 B3→A4 B5→A4 B5→A6 B7→A6 B7→A8",
        "North": "C4→C2",
        "North0": "E2→D1 E2→F1",
        "North1": "F3→F1",
        "NorthEast": "H5→I4 H5→I6",
        "East": "H7→H9 H7→I6 H7→I8",
        "Denmark": "G12→G14 G12→H11 G12→H13",
        "Holland": "F13→F15 F13→G14",
    }


def test_barriers_of_1862_let_no_track_through() -> None:
    """[1862 16.7]"""
    assert map_of("1862").roads[HexId("F13")] == 0b100101


def test_a_map_can_be_loaded_without_some_hexes() -> None:
    """[18CZ 16.1] Two players leave the east out: no track leads there."""
    small = load_map(data_folder("ferrovia.titles.t18cz"), without={HexId("E20"), HexId("D21")})
    assert len(small.hexes) == 105 and HexId("E20") not in small.neighbours[HexId("E18")].values()
    assert small.roads[HexId("E18")] == 0b101111


def test_a_variant_is_laid_over_a_map() -> None:
    """[1824 X.1] [1824 XII.1] What has the name of something printed lies in its place, new things come last."""
    folder = data_folder("ferrovia.titles.t1824")
    printed = load_map(folder, name="cisleithania")
    for_two = load_map(folder, name="cisleithania", over=["cisleithania_two.toml"])
    assert list(for_two.hexes) == list(printed.hexes)
    assert [place for place in printed.hexes if for_two.hexes[place] != printed.hexes[place]] == ["G12"]
    plain, good_times = load_map(folder), load_map(folder, over=["good_times_tiles.json"])
    assert list(good_times.tiles)[: len(plain.tiles)] == list(plain.tiles)
    assert TileId("1-town") in list(good_times.tiles)[len(plain.tiles) :]


def test_names_of_stops() -> None:
    assert place_of(stop_id(HexId("E12"), 1)) == ("E12", 1)


# ---------------------------------------------------------------------------------------------------------- wrong files

PAIR = [{"id": "A1", "colour": "gray", "x": 0, "y": 0}, {"id": "A3", "colour": "gray", "x": 0, "y": 2}]


def a_map(*changes: dict[str, object]) -> Map:
    hexes = [printed | change for printed, change in zip(PAIR, changes, strict=True)]
    text = json.dumps({"orientation": "flat", "hexes": hexes})
    return Map.of(MapData.model_validate_json(text), TileSet())


def test_a_small_map() -> None:
    made = a_map({"tracks": [["e0", "s0"]], "stops": [{"kind": "town"}]}, {})
    assert made.roads == {"A1": 0b000001, "A3": 0b001000}


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ({"tracks": [["e1", "e0"]]}, {}, "A1 has track that leads nowhere"),
        ({"tracks": [["e0", "s0"]], "stops": [{"kind": "town"}], "blocked": [0]}, {"blocked": [3]}, "leads nowhere"),
        ({"blocked": [0]}, {}, "blocked on one side only"),
        ({"id": "A3"}, {}, "one name or one place"),
        ({"y": 2}, {}, "one name or one place"),
        ({"reservations": [{"company": "BN", "stop": 0}]}, {}, "reserves stop 0, which it does not have"),
        ({"stubs": [2]}, {}, "a stub that leads off the map"),
        ({"terrain": [{"cost": -10, "kinds": ["water"]}]}, {}, "greater than 0"),
    ],
)
def test_a_map_that_cannot_be_is_refused(first: dict[str, object], second: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        a_map(first, second)
