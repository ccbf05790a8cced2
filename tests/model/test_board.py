"""The board: tiles, stations, and what is kept about its track."""

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.codec import BadData, fingerprint, state_from_json, state_to_json
from ferrovia.model.board import NOBODY, Board, Laid
from ferrovia.model.ids import CompanyId, HexId, Owner, StopId, TileId
from ferrovia.model.map import Grid, Tracks
from ferrovia.model.upgrades import Upgrades, grows_into
from ferrovia.titles import TITLES
from support.trackwork import map_of

BN, NWB, ATE, KFN = (CompanyId(Owner(name)) for name in ("BN", "NWB", "ATE", "KFN"))
PRAHA, TEPLICE, BRNO, OLOMOUC = (HexId(name) for name in ("E12", "B9", "G20", "E22"))


def stop(name: str) -> StopId:
    return StopId(name)


def tile(name: str) -> TileId:
    return TileId(name)


@pytest.fixture
def board() -> Board:
    return Board(map_of("18CZ"), {})


# ---------------------------------------------------------------------------------------------------------------- tiles


def test_an_empty_hex_shows_what_is_printed(board: Board) -> None:
    assert board.tile(PRAHA).id == "E12" and board.exits(PRAHA) == 0b101000
    assert board.stops_on(PRAHA) == ("E12.0", "E12.1") and board.stop(stop("E12.1")).revenue == 20


def test_laying_makes_a_new_board(board: Board) -> None:
    later = board.with_tile(OLOMOUC, tile("57"), 1)
    assert later.tiles == {OLOMOUC: Laid(tile("57"), 1)} and not board.tiles
    assert later.exits(OLOMOUC) == 0b010010 and later.stop(stop("E22.0")).revenue == 20
    assert (board.left(tile("57")), later.left(tile("57"))) == (4, 3)


def test_a_tile_that_loses_track_cannot_be_laid(board: Board) -> None:
    with pytest.raises(ValueError, match="does not keep what is on E12"):
        board.with_tile(PRAHA, tile("8889"), 0)


def test_track_connects_where_both_hexes_have_it(board: Board) -> None:
    one = board.with_tile(OLOMOUC, tile("57"), 1)
    both = one.with_tile(HexId("E20"), tile("9"), 1)
    assert not one.connects(OLOMOUC, 1)
    assert both.connects(OLOMOUC, 1) and both.connects(HexId("E20"), 4)


def test_parallel_tracks_do_not_meet_each_other() -> None:
    """[1824 7.1] Sarajevo has six entries; the two through J11 stay apart."""
    bosnia = Board(map_of("1824"), {})
    assert bosnia.connects(HexId("J11"), 4)
    tracks, number = bosnia.tracks, map_of("1824").numbers[HexId("J11")]
    one, other = (tracks.entered[6 * number + side].ways for side in (2, 3))
    assert len(one) == len(other) == 1 and one != other


def test_printed_stops_are_found_again(board: Board) -> None:
    """[18CZ 8.3] The home of BN has the north-eastern exit, whatever tile lies there."""
    assert board.grown(PRAHA, 1) == "E12.1"
    yellow = board.with_tile(PRAHA, tile("8889"), 1)
    assert (yellow.grown(PRAHA, 0), yellow.grown(PRAHA, 1)) == ("E12.2", "E12.0")
    brown = yellow.with_tile(PRAHA, tile("8891"), 1).with_tile(PRAHA, tile("8892"), 0)
    assert brown.grown(PRAHA, 0) == brown.grown(PRAHA, 1) == "E12.0"


# ------------------------------------------------------------------------------------------------------------- stations


def test_stations_fill_slots(board: Board) -> None:
    green = board.with_tile(BRNO, tile("621"), 0).with_tile(BRNO, tile("208"), 0)
    one = green.with_station(stop("G20.0"), KFN)
    assert one.stations_at(stop("G20.0")) == (KFN, NOBODY) and one.free_slots(stop("G20.0")) == 1
    full = one.with_station(stop("G20.0"), BN)
    assert full.free_slots(stop("G20.0")) == 0 and full.stations_of(BN) == ["G20.0"]
    with pytest.raises(ValueError):
        full.with_station(stop("G20.0"), ATE)
    crowded = full.with_station(stop("G20.0"), ATE, beyond=True)
    assert crowded.stations_at(stop("G20.0")) == (KFN, BN, ATE)
    assert crowded.without_station(stop("G20.0"), ATE) == full
    assert full.without_station(stop("G20.0"), KFN).stations_at(stop("G20.0")) == (NOBODY, BN)
    assert one.without_station(stop("G20.0"), KFN).stations == {}


def test_stations_move_along_with_their_city(board: Board) -> None:
    """[18CZ 7.5.4] Praha: yellow and green keep the cities apart, brown has one with four slots."""
    printed = board.with_station(stop("E12.0"), NWB).with_station(stop("E12.1"), BN)
    yellow = printed.with_tile(PRAHA, tile("8889"), 1)
    assert yellow.stations == {"E12.0": (BN,), "E12.2": (NWB,)}
    green = yellow.with_tile(PRAHA, tile("8891"), 1).with_station(stop("E12.0"), KFN)
    brown = green.with_tile(PRAHA, tile("8892"), 3)
    assert brown.stations_at(stop("E12.0")) == (KFN, BN, NWB, NOBODY)


def test_a_station_without_track_goes_where_the_layer_says(board: Board) -> None:
    """[18CZ 7.5.7]"""
    waiting = board.with_station(stop("B9.0"), ATE)
    assert waiting.with_tile(TEPLICE, tile("8865"), 0).stations_of(ATE) == ["B9.0"]
    assert waiting.with_tile(TEPLICE, tile("8865"), 0, (1, 0)).stations_of(ATE) == ["B9.1"]


def test_a_slot_is_kept(board: Board) -> None:
    yellow = board.with_tile(BRNO, tile("621"), 0).with_tile(BRNO, tile("208"), 0)
    second = yellow.with_station(stop("G20.0"), BN).with_station(stop("G20.0"), KFN).without_station(stop("G20.0"), BN)
    assert second.with_tile(BRNO, tile("216"), 0).stations_at(stop("G20.0")) == (NOBODY, KFN)


# --------------------------------------------------------------------------------------------------- what is remembered


def tracks_as_data(tracks: Tracks) -> tuple[object, ...]:
    return (tracks.entered, tracks.stops, [(p.tile.id, p.turn) for p in tracks.pictures])


@lru_cache
def upgrades_of(name: str) -> Upgrades:
    return Upgrades(map_of(name), grows_into)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(("18CZ", "1824", "18ESP")))
def test_track_kept_up_to_date_is_track_made_anew(data: st.DataObject, name: str) -> None:
    upgrades = upgrades_of(name)
    board = Board(map_of(name), {})
    hexes = [h for h in map_of(name).names if upgrades.over(h, None)]
    for _ in range(data.draw(st.integers(1, 12))):
        hex_id = data.draw(st.sampled_from(hexes[:25]))
        choices = upgrades.over(hex_id, board.tiles.get(hex_id))
        if choices:
            upgrade = data.draw(st.sampled_from(choices))
            board = board.with_tile(hex_id, upgrade.tile.id, upgrade.turn, upgrade.stop_maps[0])
        if data.draw(st.booleans()):
            board.tracks  # noqa: B018 - made now, so that the next lay starts from it
    assert tracks_as_data(board.tracks) == tracks_as_data(Board(map_of(name), {}, board.tiles).tracks)


def test_what_is_remembered_belongs_to_one_board(board: Board) -> None:
    assert board.remember("answer", lambda: 1) == board.remember("answer", lambda: 2) == 1
    assert board.with_station(stop("E12.0"), NWB).remember("answer", lambda: 3) == 3
    assert board.with_tile(OLOMOUC, tile("57"), 1).remember("answer", lambda: 4) == 4


def test_what_was_forgotten_is_found_again(board: Board) -> None:
    later = board.with_tile(OLOMOUC, tile("57"), 1)
    before = tracks_as_data(later.tracks)
    later.forget()
    assert tracks_as_data(later.tracks) == before and later.remember("answer", lambda: 5) == 5


def test_a_game_without_tiles_has_tokens_only() -> None:
    plain = Board(Grid("flat", {HexId("A1"): (0, 0), HexId("A3"): (0, 2)}), {HexId("A1"): (BN,)})
    assert plain.touches(BN, HexId("A3")) and plain.with_token(BN, HexId("A3")).hexes_of(BN) == ["A1", "A3"]
    with pytest.raises(TypeError):
        plain.tile(HexId("A1"))


# ------------------------------------------------------------------------------------------------------------ as a file

TITLE = replace(TITLES["chicago-express"], grid=map_of("18CZ"))


def test_tiles_and_stations_survive_saving(board: Board) -> None:
    state = TITLE.setup(TITLE, tuple("ABC"), {option.key: option.choices[0] for option in TITLE.options})  # pyright: ignore[reportArgumentType]
    state.board = replace(
        board.with_station(stop("E12.1"), BN).with_tile(PRAHA, tile("8889"), 1), tokens={}
    ).with_station(stop("E12.1"), KFN)
    again = state_from_json(TITLE, state_to_json(state))
    assert again == state and again.board.stations_of(BN) == ["E12.0"] and fingerprint(again) == fingerprint(state)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"tiles": {"E24": {"tile": "9", "turn": 6}}}, "no tile '9' turned 6"),
        ({"tiles": {"Z9": {"tile": "9", "turn": 0}}}, "'Z9'"),
        ({"tiles": {"E24": {"tile": "no", "turn": 0}}}, "no tile 'no'"),
        ({"stations": {"E24.0": ["BN"]}}, "'E24.0'"),
        ({"stations": {"E12.0": []}}, "'E12.0'"),
        ({"stations": {"E12": ["BN"]}}, "'E12'"),
    ],
)
def test_a_file_with_an_impossible_board_is_refused(wrong: dict[str, object], says: str) -> None:
    state = TITLE.setup(TITLE, tuple("ABC"), {option.key: option.choices[0] for option in TITLE.options})  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadData, match=says):
        state_from_json(TITLE, state_to_json(state) | wrong)


def test_an_older_file_without_tiles_is_read() -> None:
    title = TITLES["chicago-express"]
    state = title.setup(title, tuple("ABC"), {option.key: option.choices[0] for option in title.options})  # pyright: ignore[reportArgumentType]
    older = {key: value for key, value in state_to_json(state).items() if key not in ("tiles", "stations")}
    assert state_from_json(title, older) == state
