"""What is reached over track: examples, and the same as listing every way."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ferrovia.model.board import Board, stop_id
from ferrovia.model.ids import CompanyId, HexId, Owner, StopId, TileId
from ferrovia.model.map import Hex, Map, places
from ferrovia.model.network import found_in_reach, passable_for, reach, reach_of
from ferrovia.model.tiles import ALL_SIDES, TileSet, stops_kept
from support.trackwork import map_of

ME, YOU = (CompanyId(Owner(name)) for name in ("me", "you"))

# ------------------------------------------------------------------------------------------------------- small examples
#
# A pointy map of three rows. Sides: 0 south-west, 1 west, 2 north-west, 3 north-east, 4 east, 5 south-east.
#
#     a b c d e
#      f g h i
#     j k l m n

PLACES = {name: (2 * at, 0) for at, name in enumerate("abcde")}
PLACES |= {name: (2 * at + 1, 1) for at, name in enumerate("fghi")}
PLACES |= {name: (2 * at, 2) for at, name in enumerate("jklmn")}


def board_of(hexes: Mapping[str, str], stops: Mapping[str, str] | None = None) -> Board:
    """Hexes with track as `"1-4 1-s0"`; kinds of stops as `"city town"`; other hexes are empty."""
    printed: list[Hex] = []
    for name, (x, y) in PLACES.items():
        tracks = [pair.split("-") for pair in hexes.get(name, "").split()]
        kinds = (stops or {}).get(name, "").split()
        printed.append(
            Hex.model_validate(
                {"id": name, "colour": "gray", "x": x, "y": y, "stops": [{"kind": k, "slots": 1} for k in kinds]}
                | {"tracks": [[end if end[0] == "s" else f"e{end}" for end in pair] for pair in tracks]}
            )
        )
    return Board(Map("pointy", places(printed), {h.hex: h for h in printed}, TileSet()), {})


def line(**more: str) -> dict[str, str]:
    """A straight line from a to e, cities at both ends."""
    return {"a": "4-s0", "b": "1-4", "c": "1-4", "d": "1-4", "e": "1-s0"} | more


CITIES = {"a": "city", "e": "city"}


def names(stops: Collection[StopId]) -> str:
    return " ".join(sorted(stop.removesuffix(".0") for stop in stops))


def my_reach(board: Board, *mine: str) -> str:
    for stop in mine:
        board = board.with_station(StopId(f"{stop}.0"), ME)
    return names(reach_of(board, ME).stops)


def test_a_line_is_followed_to_its_end() -> None:
    assert my_reach(board_of(line(), CITIES), "a") == "a e"


def test_a_gap_ends_it() -> None:
    assert my_reach(board_of(line(c="4-1", d=""), CITIES), "a") == "a"


def test_towns_and_cities_with_a_free_slot_let_through() -> None:
    assert my_reach(board_of(line(b="1-s0 4-s0", c="1-s0 4-s0"), CITIES | {"b": "town", "c": "city"}), "a") == "a b c e"


def test_a_city_full_of_others_is_reached_but_not_passed() -> None:
    board = board_of(line(c="1-s0 4-s0"), CITIES | {"c": "city"})
    assert my_reach(board.with_station(StopId("c.0"), YOU), "a") == "a c"
    assert my_reach(board.with_station(StopId("c.0"), YOU).with_station(StopId("c.0"), ME, beyond=True), "a") == "a c e"


def test_an_offboard_place_is_reached_but_not_passed() -> None:
    assert my_reach(board_of(line(c="1-s0 4-s0"), CITIES | {"c": "offboard"}), "a") == "a c"


def test_a_barred_stop_is_reached_but_not_passed_until_it_is_opened() -> None:
    """A mountain pass; its bar stays where it is when tiles and stations change."""
    board = board_of(line(c="1-s0 4-s0"), CITIES | {"c": "city"})
    barred = replace(board, barred=frozenset({StopId("c.0")})).with_station(StopId("e.0"), YOU)
    assert my_reach(barred, "a") == "a c"
    assert my_reach(barred.with_opened(StopId("c.0")), "a") == "a c e"


def test_a_junction_is_not_reversed_at() -> None:
    """From a one comes to c and goes on to d; the branch to h joins from the other direction."""
    branch = {"c": "1-4 4-0", "g": "3-s0"}
    assert my_reach(board_of(line(**branch), CITIES | {"g": "town"}), "a") == "a e"
    assert my_reach(board_of(line(**branch), CITIES | {"g": "town"}), "e") == "a e g"


def test_a_station_may_not_turn_a_way_round() -> None:
    """The dead end behind the junction is a town: nothing comes back from there."""
    branch = {"c": "1-4 4-0", "g": "3-s0", "e": "1-s0"}
    assert my_reach(board_of(line(**branch), {"a": "city", "e": "town", "g": "town"}), "a") == "a e"


def test_a_balloon_loop_does_not_lead_back_over_its_stem() -> None:
    """The stem b-c runs into the loop c-d-h; a and f join the stem in the same direction."""
    hexes = {"a": "4-s0", "b": "1-4 4-0", "c": "1-4 1-5", "d": "1-0", "h": "2-3", "f": "3-s0"}
    board = board_of(hexes, {"a": "city", "f": "town"})
    assert my_reach(board, "a") == "a"
    assert names(reach(board, [StopId("f.0")], lambda _: True).stops) == "f"


def test_a_farther_station_reaches_what_the_nearer_one_cannot() -> None:
    """As above, but there is a way from j over i into the loop: it has not used the stem, and runs it backwards to a.
    From f alone that is not possible, although every side of the loop is reached from there first."""
    hexes = {"a": "4-s0", "b": "1-4 4-0", "c": "1-4 1-5", "d": "1-0", "h": "2-3 3-4", "f": "3-s0"}
    hexes |= {"i": "1-s0 0-s0", "j": "4-s0", "k": "1-4", "l": "1-4", "m": "1-3"}
    board = board_of(hexes, {"a": "town", "f": "city", "i": "city", "j": "city"})
    assert my_reach(board, "f") == "f i j"
    assert my_reach(board, "f", "j") == "a f i j"


def test_the_longer_way_round_reaches_what_the_shorter_one_cannot() -> None:
    """Over g the loop g-h-m-l is entered where c branches off backwards; over k it is entered elsewhere."""
    hexes = {"f": "5-s0 4-s0", "g": "3-5 1-5", "h": "0-5", "k": "2-4", "l": "2-4 1-4 2-3", "m": "1-2", "c": "0-s0"}
    board = board_of(hexes, {"f": "city", "c": "town"})
    assert my_reach(board, "f") == "c f"
    assert my_reach(board_of(hexes | {"k": ""}, {"f": "city", "c": "town"}), "f") == "f"


def test_gauges_do_not_join_except_at_dual_track() -> None:
    esp = Board(map_of("18ESP"), {})
    north = esp.with_tile(HexId("D10"), TileId("79"), 0)
    assert north.connects(HexId("D10"), 0)
    broad = esp.with_tile(HexId("D10"), TileId("9"), 0).with_tile(HexId("D8"), TileId("L100"), 0)
    assert broad.connects(HexId("D10"), 0) and not broad.connects(HexId("D10"), 3)


def test_parallel_lines_through_the_mountains_stay_apart() -> None:
    """[18ESP 8.1] J10 leads to G17, L8 to H16 and so to Bayonne."""
    esp = Board(map_of("18ESP"), {}).with_tile(HexId("G17"), TileId("L97"), 0)
    assert reach(esp, [StopId("J10.0")], lambda _: True).stops == {"J10.0", "G17.0", "G17.1"}
    assert reach(esp, [StopId("L8.0")], lambda _: True).stops == {"L8.0", "H16.0", "I15.0"}


def test_open_sides() -> None:
    """[18CZ 7.2] Where network track ends, where it runs, and every side of a hex with an own station."""
    board = board_of(line(e="", d=""), {"a": "city"}).with_station(StopId("a.0"), ME)
    found = reach_of(board, ME)
    assert found.used_sides == {"a": 0b010000, "b": 0b010010, "c": 0b010010}
    assert found.open_sides == {"a": ALL_SIDES, "b": 0b010010, "c": 0b010010, "d": 0b000010}


def test_an_unbuilt_home_can_be_built() -> None:
    board = Board(map_of("18CZ"), {}).with_station(StopId("G20.0"), ME)
    assert reach_of(board, ME).open_sides == {"G20": ALL_SIDES}
    assert reach_of(board, YOU).open_sides == {} and reach_of(board, YOU).stops == frozenset()


def test_red_tiles_are_an_end_for_others_and_a_start_for_their_owner() -> None:
    """[18CZ 7.2]"""
    board = Board(map_of("18CZ"), {}).with_tile(HexId("A10"), TileId("3"), 0)
    board = board.with_tile(HexId("A8"), TileId("8896"), 4)
    board = board.with_station(StopId("A8.0"), YOU).with_station(StopId("A10.0"), ME, beyond=True)
    assert reach_of(board, ME).stops == {"A10.0", "A8.0"}
    assert reach_of(board, YOU).stops == {"A8.0", "A10.0"}
    assert reach_of(board, ME).used_sides[HexId("A8")] == 0b010000
    assert reach_of(board, YOU).used_sides[HexId("A8")] == 0b110000


# ------------------------------------------------------------------------------------------------- against listing ways


def naive_reach(
    board: Board, starts: Collection[StopId], closed: Collection[StopId]
) -> tuple[set[StopId], dict[HexId, int]]:
    """Stops and sides on every way that uses no side and no stop twice, by listing all of them."""
    neighbours = board.map.neighbours
    stops, sides = set(starts), dict[HexId, int]()

    def ends(hex_id: HexId, end: str) -> list[str]:
        pairs = [track.ends for track in board.map.hexes[hex_id].tracks]
        return [b if a == end else a for a, b in pairs if end in (a, b)]

    def go(hex_id: HexId, end: str, used: frozenset[tuple[HexId, str]]) -> None:
        """Standing at an end of a hex's track, having come from outside or from a stop."""
        for to in ends(hex_id, end):
            if (hex_id, to) in used:
                continue
            now = used | {(hex_id, to)}
            if to[0] == "s":
                stop = stop_id(hex_id, int(to[1]))
                stops.add(stop)
                terminal = board.map.hexes[hex_id].stops[int(to[1])].kind == "offboard"
                if stop not in closed and not terminal:
                    go(hex_id, to, now)
                continue
            sides[hex_id] = sides.get(hex_id, 0) | 1 << int(to[1])
            beyond, across = neighbours[hex_id].get(int(to[1])), f"e{(int(to[1]) + 3) % 6}"
            if beyond and ends(beyond, across) and (beyond, across) not in now:
                sides[beyond] = sides.get(beyond, 0) | 1 << int(across[1])
                go(beyond, across, now | {(beyond, across)})

    for start in starts:
        hex_id, number = start.split(".")
        go(HexId(hex_id), f"s{number}", frozenset({(HexId(hex_id), f"s{number}")}))
    return stops, sides


def random_board(seed: int) -> Board:
    """Track that mostly goes on in the next hex: plain, with switches, or to stops."""
    random = Random(seed)
    sides_of: dict[HexId, list[int]] = {hex_id: [] for hex_id in EMPTY.map.names}
    for hex_id, around in EMPTY.map.neighbours.items():
        for edge, other in around.items():
            if hex_id < other and random.random() < 0.75:
                sides_of[hex_id].append(edge)
                sides_of[other].append((edge + 3) % 6)
    hexes, stops = dict[str, str](), dict[str, str]()
    for hex_id, sides in sides_of.items():
        if random.random() < 0.2:
            number = random.choice((1, 1, 2))
            pairs = {f"{edge}-s{random.randrange(number)}" for edge in sides if random.random() < 0.7}
            stops[hex_id] = " ".join(random.choice(("city", "city", "town", "offboard")) for _ in range(number))
        else:
            few = sides if len(sides) > 1 else []
            drawn = [sorted(random.sample(few, 2)) for _ in range(random.choice((1, 2, 2, 3))) if few]
            pairs = {f"{a}-{b}" for a, b in drawn}
        hexes[hex_id] = " ".join(pairs)
    return board_of(hexes, stops)


EMPTY = board_of({})


seeds = st.integers(0, 10**9)


@settings(max_examples=300, deadline=None)
@given(seeds)
def test_reach_is_what_listing_every_way_gives(seed: int) -> None:
    board, random = random_board(seed), Random(-seed)
    stops = sorted(board.tracks.stops)
    starts = random.sample(stops, min(len(stops), random.choice((1, 1, 2))))
    closed = frozenset(random.sample(stops, min(len(stops), random.randrange(4))))
    found = reach(board, starts, lambda stop: stop not in closed)
    expected, sides = naive_reach(board, starts, closed)
    assert found.stops == expected
    assert found.used_sides == sides


@settings(deadline=None)
@given(seeds)
def test_open_sides_are_the_used_sides_seen_from_both_hexes(seed: int) -> None:
    board = random_board(seed)
    assume(board.tracks.stops)
    start = min(board.tracks.stops)
    found = reach(board, [start], lambda _: True)
    for hex_id in board.map.names:
        around = board.map.neighbours[hex_id].items()
        touching = sum(1 << e for e, other in around if found.used_sides.get(other, 0) >> (e + 3) % 6 & 1)
        here = ALL_SIDES if start.startswith(f"{hex_id}.") else found.used_sides.get(hex_id, 0) | touching
        assert found.open_sides.get(hex_id, 0) == here


@settings(deadline=None)
@given(seeds)
def test_a_single_lay_is_connected_where_its_sides_are_open(seed: int) -> None:
    """It is found out without following every way, and the same when all were followed."""
    board, random = random_board(seed), Random(-seed)
    stops = sorted(board.tracks.stops)
    starts = random.sample(stops, min(len(stops), 2))
    closed = frozenset(random.sample(stops, min(len(stops), random.randrange(4))))
    whole = reach(board, starts, lambda stop: stop not in closed)
    for hex_id in board.map.names:
        open_here = whole.open_sides.get(hex_id, 0)
        for sides in (1 << random.randrange(6), random.randrange(64)):
            fresh = reach(board, starts, lambda stop: stop not in closed)
            assert fresh.opens(hex_id, sides) == whole.opens(hex_id, sides) == bool(open_here & sides)


def test_blocking_is_for_others_only() -> None:
    board = board_of(line(), CITIES).with_station(StopId("a.0"), ME).with_station(StopId("e.0"), YOU)
    mine, yours = passable_for(board, ME), passable_for(board, YOU)
    assert [mine(StopId("a.0")), mine(StopId("e.0")), yours(StopId("a.0")), yours(StopId("e.0"))] == [
        True,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("kind", ["town", "halt"])
def test_small_stops_never_block(kind: str) -> None:
    board = board_of(line(c="1-s0 4-s0"), CITIES | {"c": kind})
    assert my_reach(board, "a") == "a c e"


# --------------------------------------------------------------------------------------- what was found out about reach


def found_anew(before: Board, after: Board, about: object = "trains") -> bool:
    """Whether something about my reach has to be found out again on a later board."""
    asked: list[Board] = []
    found_in_reach(before, ME, "best", "trains", lambda: None)
    found_in_reach(after, ME, "best", about, lambda: asked.append(after))
    return bool(asked)


def test_what_was_found_in_reach_holds_until_something_there_changes() -> None:
    """A tile anywhere matters if my network is another one then, and only then; so do stations where I come to."""
    board = Board(map_of("18CZ"), {}).with_tile(HexId("A10"), TileId("3"), 0)
    board = board.with_tile(HexId("A8"), TileId("8896"), 4).with_station(StopId("A10.0"), ME, beyond=True)
    mine, changes = reach_of(board, ME).used_sides, 0
    for hex_id, tile, turn in product(board.map.names, ("9", "58", "57"), range(6)):
        if hex_id in mine or not stops_kept(board.picture(hex_id), board.map.tiles[TileId(tile)].turned(turn)):
            continue
        later = board.with_tile(hex_id, TileId(tile), turn)
        changed = reach_of(later, ME).used_sides != mine
        assert found_anew(board, later) == changed, (hex_id, tile, turn)
        changes += changed
    assert changes
    assert not found_anew(board, board)
    assert found_anew(board, board, about="other trains")
    assert found_anew(board, board.with_station(StopId("A8.0"), YOU))
    assert found_anew(board, board.with_station(StopId("A8.0"), ME))
    assert found_anew(board, board.without_station(StopId("A10.0"), ME))
