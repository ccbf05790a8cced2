"""Tiles: turning, and what may lie over what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ferrovia.model.ids import TileId
from ferrovia.model.tiles import SIDES, Picture, Stop, Tile, TileSet, opposite, stops_kept, turned_side
from support.trackwork import BOARDS, map_of

TILES = [(board, tile) for board in BOARDS for tile in map_of(board).tiles]
turns = st.integers(0, 5)
any_tile = st.sampled_from(TILES)


def a_tile(tracks: str = "", stops: str = "", **more: object) -> Tile:
    """A tile from pairs of ends, as `"0-2 0-s0"`; `stops` are letters: c city, t town, h halt."""
    kinds = {"c": "city", "t": "town", "h": "halt"}
    ends = [[end if end[0] == "s" else f"e{end}" for end in pair.split("-")] for pair in tracks.split()]
    return Tile.model_validate(
        {"id": "x", "colour": "yellow", "tracks": ends, "stops": [{"kind": kinds[s], "slots": 1} for s in stops]} | more
    )


def tile(board: str, name: str) -> Tile:
    return map_of(board).tiles[TileId(name)]


# -------------------------------------------------------------------------------------------------------------- turning


@given(st.integers(0, SIDES - 1), turns, turns)
def test_turning_twice_is_turning_by_the_sum(side: int, first: int, second: int) -> None:
    assert turned_side(turned_side(side, first), second) == turned_side(side, (first + second) % 6)


@given(st.integers(0, SIDES - 1))
def test_the_opposite_of_the_opposite_is_the_side_itself(side: int) -> None:
    assert opposite(opposite(side)) == side
    assert (opposite(side) - side) % 6 == 3


@given(any_tile, turns, turns)
def test_a_turned_tile_has_its_track_turned(named: tuple[str, TileId], start: int, turn: int) -> None:
    printed = map_of(named[0]).tiles[named[1]]
    before, after = printed.turned(start), printed.turned((start + turn) % 6)
    assert {turned_side(side, turn) for side in before.gauges} == set(after.gauges)
    for old, new in zip(before.stop_sides, after.stop_sides, strict=True):
        assert {turned_side(side, turn) for side in old} == set(new)


@given(any_tile, turns)
def test_the_lowest_turn_looks_the_same_and_knows_the_stops(named: tuple[str, TileId], turn: int) -> None:
    printed = map_of(named[0]).tiles[named[1]]
    lowest, places = printed.lowest_turn(turn)
    picture, same = printed.turned(turn), printed.turned(lowest)
    assert lowest <= turn and lowest in printed.distinct_turns
    assert (picture.plain, picture.exits) == (same.plain, same.exits)
    assert [same.stop_sides[place] for place in places] == list(picture.stop_sides)


@pytest.mark.parametrize(
    ("board", "name", "turns"),
    [
        *(("18CZ", "7", 6), ("18CZ", "9", 3), ("18CZ", "16", 6), ("18CZ", "20", 3), ("18CZ", "40", 2)),
        *(("18CZ", "8892", 1), ("18CZ", "8860", 3), ("18CZ", "8890", 2)),
        *(("1862", "53y", 2), ("1862", "798", 1), ("1862", "798_1", 3)),
    ],
)
def test_how_many_turns_look_different(board: str, name: str, turns: int) -> None:
    assert len(tile(board, name).distinct_turns) == turns


def test_a_turn_that_looks_the_same_may_exchange_the_stops() -> None:
    """8860 turned half round is the same picture; its two cities have changed places."""
    assert tile("18CZ", "8860").lowest_turn(3) == (0, (1, 0))
    assert tile("18CZ", "8859").lowest_turn(3) == (0, (0, 1))


# ------------------------------------------------------------------------------------------------------ checked on load


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"tracks": [["e0", "s0"]]}, "has track to s0, which it does not have"),
        ({"tracks": [["e0", "e6"]]}, "should match pattern"),
        ({"tracks": [["e0", "e0"]]}, "joins no side"),
        ({"tracks": [["e0", "e1"], ["e1", "e0"]]}, "has a track twice"),
        ({"tracks": [{"ends": ["e0", "e1"], "terminal": True}]}, "ends at no stop"),
        ({"count": 0}, "greater than 0"),
        ({"size": 3}, "Extra inputs"),
        (
            {"stops": [{"kind": "town"}], "tracks": [["e1", "s0"], {"ends": ["e0", "s0"], "terminal": True}]},
            "some routes end at s0, some do not",
        ),
        ({"tracks": [["e0", "e1"], {"ends": ["e0", "e2"], "gauge": "narrow"}]}, "two gauges at e0"),
    ],
)
def test_a_tile_that_cannot_be_is_refused(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        Tile.model_validate({"id": "x", "colour": "yellow"} | wrong)


def test_tiles_of_one_piece_share_its_count() -> None:
    broad, narrow = a_tile(id="3", piece="3/72", count=2), a_tile(id="72", piece="3/72", count=2)
    assert TileSet([broad, narrow]).counts == {"3/72": 2}
    with pytest.raises(ValueError, match="differ in number"):
        TileSet([broad, narrow.model_copy(update={"count": 3})])
    with pytest.raises(ValueError, match="twice"):
        TileSet([broad, broad])


def test_the_value_of_a_stop_follows_the_period() -> None:
    red = Stop(kind="offboard", revenue={"yellow": 10, "brown": 50})
    assert [red.value(("yellow", "green", "brown")[:n]) for n in range(4)] == [0, 10, 10, 50]
    assert Stop(kind="town", revenue=20).value(()) == 20


# ------------------------------------------------------------------------------------------------ one tile over another


@pytest.mark.parametrize(
    ("claim", "old", "new", "maps"),
    [
        ("plain track is kept", "0-2", "0-2 0-3", [()]),
        ("plain track is lost", "0-2", "0-3 2-3", []),
        ("a city keeps its track", "0-s0 | c", "0-s0 1-s0 | c", [(0,)]),
        ("a city loses track", "0-s0 | c", "1-s0 | c", []),
        ("a city stays a city", "| c", "1-s0 | t", []),
        ("a stop does not vanish", "| t", "0-2", []),
        ("two cities without track: a choice", "| cc", "0-s0 3-s1 | cc", [(0, 1), (1, 0)]),
        ("two cities become one", "0-s0 3-s1 | cc", "0-s0 3-s0 | c", [(0, 0)]),
        ("three cities become two", "0-s0 1-s1 2-s2 | ccc", "0-s0 1-s1 2-s1 | cc", [(0, 1, 1)]),
        ("the order of stops may change", "0-s0 3-s1 | tt", "3-s0 0-s1 | tt", [(1, 0)]),
        ("a mine is dismantled", "0-s0 2-s0 | h", "0-2 0-3", [(None,)]),
        ("its track must stay", "0-s0 2-s0 | h", "0-3 2-3", []),
        ("a mine beside a town goes, the town stays", "0-s0 2-s0 0-s1 2-s1 | ht", "0-s0 2-s0 3-s0 | t", [(None, 0)]),
        ("track gets a stop of its own", "0-2", "0-s0 2-s0 | t", [()]),
        ("the stop of another track is none of its own", "0-2 1-s0 | t", "0-s0 2-s0 1-s0 | t", []),
    ],
)
def test_what_becomes_of_the_stops(claim: str, old: str, new: str, maps: list[tuple[int | None, ...]]) -> None:
    below, above = (a_tile(*(part.strip() for part in shape.split("|"))).turned(0) for shape in (old, new))
    assert list(stops_kept(below, above)) == maps, claim


def test_track_of_another_gauge_is_not_the_same_track() -> None:
    assert not stops_kept(tile("18ESP", "9").turned(0), tile("18ESP", "961").turned(0))
    assert stops_kept(tile("18ESP", "79").turned(0), tile("18ESP", "961").turned(0)) == ((),)


@given(any_tile, any_tile, turns, turns, turns)
def test_turning_both_tiles_changes_nothing(
    old: tuple[str, TileId], new: tuple[str, TileId], first: int, second: int, turn: int
) -> None:
    below, above = map_of(old[0]).tiles[old[1]], map_of(new[0]).tiles[new[1]]
    assert stops_kept(below.turned(first), above.turned(second)) == stops_kept(
        below.turned((first + turn) % 6), above.turned((second + turn) % 6)
    )


@given(any_tile, turns)
def test_every_tile_keeps_what_it_has(named: tuple[str, TileId], turn: int) -> None:
    picture: Picture = map_of(named[0]).tiles[named[1]].turned(turn)
    assert tuple(range(len(picture.tile.stops))) in stops_kept(picture, picture)
