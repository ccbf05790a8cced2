"""[7.6] Yellow tiles, upgrades, small stations, London."""

from collections.abc import Iterator

import pytest

from ferrovia import Game
from ferrovia.model.board import Board, Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.tiles import Picture
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.titles.t1862.title import TITLE
from ferrovia.titles.t1862.track import LinkLondon, PlaceSmallStation
from support.tables import asked
from titles.t1862.mapwork import lay, link, marker, station, stations_of, tile_on, tokens_of
from titles.t1862.tables import EasternTable, a_table, kinds_offered, offers_of, told, why

rule = pytest.mark.rule

BOX = TITLE.data
MAP = BOX.map
INLAND_TOWN = HexId("E10")
"""Track can lead over all its sides."""


def colchester(phase: str = "A", *, tokens: int = 1, **options: str) -> EasternTable:
    """The EUR in Colchester, with track towards Harwich, Witham, Sudbury and Ipswich."""
    table = a_table(**options).phase(phase).has("EUR", price=82, held="A5", stations="E12", tokens=tokens)
    return table.lies("E12 790/1")


def track_of(table: EasternTable, name: str) -> Game:
    return table.turn_of(name, "lay_track").game()


def lays_on(game: Game, hex_id: str) -> set[str]:
    return {f"{a.tile}/{a.turn}" for a in offers_of(game, LayTile) if a.hex == hex_id}


def tiles_over(hex_id: str, lies: str = "") -> set[str]:
    """Which tiles may be laid there by what the tiles and hexes are."""
    tile, _, turn = lies.partition("/")
    laid = Laid(TileId(tile), int(turn)) if lies else None
    return {upgrade.tile.id for upgrade in BOX.upgrades.over(HexId(hex_id), laid)}


@rule("2.4", "7.6.4")
def test_a_tile_with_a_small_station_is_the_same_piece_but_not_on_the_site() -> None:
    """There are two tiles 16: the site takes those with a small station for others."""
    maps = [a_table(profile=profile).box.map for profile in ("rulebook", "site")]
    lying = {HexId("E10"): Laid(TileId("16"), 0)}
    left = [Board(of, {}, lying).left(TileId("16_1b")) for of in maps]
    assert left == [1, 2]


# -------------------------------------------------------------------------------------------------------- the allowance


@rule("7.6", "7.6.2")
def test_c27_two_yellow_tiles_without_n() -> None:
    """A yellow Y tile and a plain one; then the step is over."""
    game = track_of(colchester(), "EUR").play(lay("F13 202/0"))
    assert (asked(game).about.key, asked(game).about.params["left"]) == ("track", 1)
    game = game.play(lay("D13 57/1"))
    assert (tile_on(game, "F13"), tile_on(game, "D13"), asked(game).about.key) == ("202/0", "57/1", "station")


@rule("7.6", "7.6.2")
def test_c27_an_n_tile_is_the_only_one() -> None:
    first = track_of(colchester("B"), "EUR")
    after_yellow = first.play(lay("D13 57/1"))
    assert why(after_yellow, lay("F11 790/1")) == "7.6.2"
    assert not lays_on(after_yellow, "F11")
    after_n = first.play(lay("F11 790/1"))
    assert asked(after_n).about.key == "station"
    assert why(after_n, lay("D13 57/1")) == "7.6"


@rule("7.6")
def test_c27_yellow_and_upgrade_do_not_mix() -> None:
    first = track_of(colchester("B"), "EUR")
    assert why(first.play(lay("D13 57/1")), lay("E12 791/1")) == "7.6"
    assert {MAP.tiles[a.tile].colour for a in offers_of(first.play(lay("D13 57/1")), LayTile)} == {"yellow"}
    assert asked(first.play(lay("E12 791/1"))).about.key == "station"


@rule("7.6")
def test_nothing_need_be_built() -> None:
    game = track_of(colchester(), "EUR").play(EndTrack())
    assert asked(game).about.key == "station"


@rule("7.6.2")
def test_the_second_tile_may_follow_the_first() -> None:
    """They are laid one after the other: the second is reached over the first."""
    first = track_of(colchester(), "EUR")
    assert why(first, lay("D15 57/0")) == "7.6.1"
    assert why(first, lay("C14 57/0")) == "7.6.1"
    assert why(first, lay("C12 8852/2")) == "7.6.1"
    game = first.play(lay("D13 6/2"))
    assert game.play(lay("C12 8852/2")).state.board.tiles[HexId("C12")] == Laid(TileId("8852"), 2)


# ----------------------------------------------------------------------------------------------------------- what suits


@rule("7.6.1")
def test_tiles_suit_what_is_printed() -> None:
    game = track_of(colchester(), "EUR")
    assert why(game, lay("D13 8852/1")) == "7.6.1"  # a town tile in a city
    assert why(game, lay("D13 621/1")) == "7.6.1"  # Y on a plain city
    assert why(game, lay("F13 57/2")) == "7.6.1"  # plain on Y
    assert why(game, lay("F11 57/1")) == "7.6.1"  # plain on N
    assert why(game, lay("D15 57/0")) == "7.6.1"  # London is no place for tiles
    tiptree = track_of(colchester().lies("E12 790/0"), "EUR")
    assert why(tiptree, lay("E14 57/0")) == "7.6.1"  # a city tile in a town


@rule("7.6.1")
def test_tiptree_between_sea_and_barrier() -> None:
    """Its eastern sides are the sea and Harwich's barrier."""
    game = track_of(colchester().lies("E12 790/0"), "EUR")
    for action in offers_of(game, LayTile):
        if action.hex == "E14":
            assert not MAP.tiles[action.tile].turned(action.turn).exits & 0b110000
    assert why(game, lay("E14 8850/5")) == "7.6.1"
    assert why(game, lay("E14 8850/4")) == "7.6.1"


@rule("7.6.1")
def test_harwich_has_three_usable_sides() -> None:
    """South, south-east and north-west; its green is 793, its brown 797."""
    game = track_of(colchester(), "EUR")
    for turn in range(6):
        exits = MAP.tiles[TileId("621")].turned(turn).exits
        refusal = game.why_not(lay(f"F13 621/{turn}"))
        assert (refusal is None) == (not exits & ~0b100101 and bool(exits & 0b100)), turn
    assert why(game, lay("F13 202/1")) == "7.6.1"
    assert lays_on(game, "F13") == {"202/0", "621/2"}
    assert tiles_over("F13", "202/0") == {"793"}
    assert tiles_over("F13", "793/5") == {"797"}


@rule("7.6.1")
def test_ipswich_and_harwich_have_brown_tiles_of_their_own() -> None:
    assert tiles_over("F11", "791/1") == {"795"}
    assert tiles_over("B9", "791/1") == tiles_over("F5", "791/1") == {"794"}
    assert tiles_over("D9", "793/1") <= {"61y", "796", "891y"}
    assert "797" not in tiles_over("C8", "793/2") | tiles_over("C8", "792/2") | tiles_over("C8", "53y/0")
    game = track_of(a_table().phase("D").has("EUR", price=82, held="A5", stations="F11").lies("F11 791/1"), "EUR")
    assert why(game, lay("F11 794/0")) == "7.6.1"
    assert lays_on(game, "F11") and all(text.startswith("795") for text in lays_on(game, "F11"))
    elsewhere = track_of(a_table().phase("D").has("EUR", price=82, held="A5", stations="E12").lies("E12 791/1"), "EUR")
    assert why(elsewhere, lay("E12 795/0")) == "7.6.1"
    harwich = a_table().phase("D").has("EUR", price=82, held="A5", stations="F13").lies("F13 793/5")
    assert why(track_of(harwich, "EUR"), lay("F13 796/0")) == "7.6.1"
    assert lays_on(track_of(harwich, "EUR"), "F13") == {"797/2"}


@rule("7.6.1")
def test_no_road_leads_to_sea_or_red_without_a_connection() -> None:
    """The entrances of the areas at the edge, as the map shows them."""
    entrances = {
        "London": "B13A12 B13A14 B13B15 B13C14 C12C14 D13C14 D13D15 E14D15",
        "West": "B9A8 B9A10 B11A10 B11A12",
        "Midlands": "B3A2 B3A4 B5A4 B5A6 B7A6 B7A8",
        "North": "C4C2",
        "North0": "E2D1 E2F1",
        "North1": "F3F1",
        "NorthEast": "H5I4 H5I6",
        "East": "H7I6 H7I8 H7H9",
        "Denmark": "G12H11 G12H13 G12G14",
        "Holland": "F13G14 F13F15",
    }
    found: dict[str, set[str]] = {area: set() for area in entrances}
    for hex_id, printed in MAP.hexes.items():
        for side, area_hex in MAP.neighbours[hex_id].items():
            if printed.colour == "white" and MAP.hexes[area_hex].colour != "white" and MAP.roads[hex_id] >> side & 1:
                stops = MAP.printed(area_hex).at[(side + 3) % 6][1]
                assert len(stops) == 1
                found[MAP.hexes[area_hex].stops[stops[0]].groups[0]].add(f"{hex_id}{area_hex}")
    assert found == {area: set(pairs.split()) for area, pairs in entrances.items()}


@rule("7.6.3", "9")
def test_colours_open_with_the_phases() -> None:
    assert why(track_of(colchester("A"), "EUR"), lay("E12 791/1")) == "7.6.3"
    assert "791/1" in lays_on(track_of(colchester("B"), "EUR"), "E12")
    green = a_table().has("EUR", price=82, held="A5", stations="E12").lies("E12 791/1")
    assert why(track_of(green.phase("C"), "EUR"), lay("E12 794/0")) == "7.6.3"
    assert lays_on(track_of(green.phase("D"), "EUR"), "E12") == {"794/0"}


@rule("7.6.3")
def test_no_colour_is_left_out() -> None:
    game = track_of(colchester("D"), "EUR")
    assert why(game, lay("E12 794/0")) == "7.6.3"
    assert why(game, lay("D13 14/0")) == "7.6.3"


@rule("7.6.3")
def test_track_stays_on_its_sides() -> None:
    game = track_of(colchester("B"), "EUR")
    assert why(game, lay("E12 791/3")) == "7.6.3"
    assert lays_on(game, "E12") == {"791/1", "791/4"}


@rule("2.4")
def test_tiles_are_limited() -> None:
    """Four yellow N tiles; a tile that is replaced comes back."""
    table = colchester("B").lies("F5 790/0, B9 790/0, D9 790/0")
    game = track_of(table, "EUR")
    assert why(game, lay("F11 790/1")) == "2.4"
    after = game.play(lay("E12 791/1"))
    assert after.state.board.left(TileId("790")) == 1


@rule("2.4", "7.6.4")
def test_markers_do_not_use_up_tiles() -> None:
    """A tile with small stations and one with more of them are the same piece of cardboard."""
    table = colchester("B").lies("E10 16_1b/5, B3 16_2/0")
    assert table.board.left(TileId("16")) == table.board.left(TileId("16_2")) == 0
    game = track_of(table, "EUR").play(marker("E10 16_2/5"))
    assert game.state.board.left(TileId("16")) == 0


# ----------------------------------------------------------------------------------------------------------- on a route


@rule("7.6.1")
def test_new_track_must_be_on_a_route() -> None:
    game = track_of(colchester(), "EUR")
    assert why(game, lay("D13 57/0")) == "7.6.1"
    assert why(game, lay("F5 790/0")) == "7.6.1"
    assert {a.hex for a in offers_of(game, LayTile)} == {"D11", "D13", "F11", "F13"}


@rule("7.6.3", "7.6.2")
def test_e15_upgrade_order() -> None:
    """Felixstowe first; then the town tile north of it, which keeps its station where it was."""
    table = a_table().phase("B").has("FDR", price=82, held="A5", stations="G12").lies("G12 57/2, G10 8851/3")
    game = track_of(table, "FDR")
    assert why(game, lay("G10 16_1b/0")) == "7.6.3"
    game = game.play(lay("G12 14/2"))
    assert "LayTile" not in kinds_offered(game)
    again = track_of(table.lies("G12 14/2"), "FDR")
    assert lays_on(again, "G10") == {"16_1b/0"}
    assert tile_on(again.play(lay("G10 16_1b/0")), "G10") == "16_1b/0"


@rule("7.6.3")
def test_old_track_on_a_route_is_not_enough_for_a_town() -> None:
    """The route runs through the town, but the new track touches none; a city needs only its station on a route."""
    table = a_table().phase("B").has("EUR", price=82, held="A5", stations="E12")
    table.lies("E12 790/0, E10 8852/0, E8 57/0")
    game = track_of(table, "EUR")
    assert why(game, lay("E10 20_1/0")) == "7.6.3"
    assert not lays_on(game, "E10")
    assert "14/0" in lays_on(game, "E8")


@rule("7.6.3", "7.4")
def test_a_full_city_may_be_upgraded_but_not_passed() -> None:
    table = a_table().phase("B").has("EUR", price=82, held="A5", stations="E12").has("ESR", price=90, stations="D11")
    table.lies("E12 790/1, D11 57/2, C10 57/2")
    game = track_of(table, "EUR")
    assert lays_on(game, "D11")
    assert not lays_on(game, "C10")
    assert why(game, lay("C10 14/2")) == "7.6.3"


@rule("7.6.3")
def test_upgrades_bring_no_small_station() -> None:
    table = a_table().phase("B").has("EUR", price=82, held="A5", stations="E12")
    game = track_of(table.lies("E12 790/0, E10 8851/1, D9 201/5"), "EUR")
    for action in offers_of(game, LayTile):
        assert len(MAP.tiles[action.tile].stops) == 1
    assert why(game, lay("E10 16_2/5")) == "7.6.3"
    assert why(game, lay("E10 16/5")) == "7.6.3"


@rule("7.6.3")
def test_stations_keep_their_places() -> None:
    table = a_table().phase("B").lies("E12 790/1").has("EUR", price=82, held="A5", stations="E12")
    table.has("ESR", price=90, stations="E12")
    game = track_of(table, "EUR").play(lay("E12 791/1"))
    assert game.state.board.stations_at(MAP.stop_ids[MAP.numbers[HexId("E12")]][0]) == ("EUR", "ESR", "")


def test_a_tile_is_laid_in_the_lowest_turn_that_looks_alike() -> None:
    game = track_of(colchester(), "EUR").play(lay("D13 57/4"))
    assert tile_on(game, "D13") == "57/1"
    assert tile_on(track_of(colchester(profile="site"), "EUR").play(lay("D13 57/4")), "D13") == "57/4"
    assert told(game, "tile-laid") == [{"company": "EUR", "hex": "D13", "tile": "57", "turn": 1}]


# ---------------------------------------------------------------------------------------------------------- tile chains

CHAINS = {
    "8850": "18 21 22",
    "8851": "16 17 19 21 22",
    "8852": "18 19 20",
    "16": "779",
    "17": "778",
    "18": "780",
    "19": "778",
    "20": "798",
    "21": "779",
    "22": "779",
}


def town_tiles(*colours: str) -> Iterator[TileId]:
    """Town tiles as they can lie: at least the station of the yellow tile is on them."""
    for tile in MAP.tiles.values():
        if tile.colour in colours and tile.stops and tile.stops[0].kind == "town":
            yield tile.id


@rule("7.6.3")
def test_town_tiles_grow_by_their_track() -> None:
    """The only chains that geometry allows."""
    piece = MAP.tiles.piece
    found: dict[str, set[str]] = {}
    for tile in town_tiles("yellow", "green"):
        for turn in range(6):
            over = tiles_over(INLAND_TOWN, f"{tile}/{turn}")
            found.setdefault(piece[tile], set()).update(piece[TileId(new)] for new in over)
    assert found == {old: set(new.split()) for old, new in CHAINS.items()}


IMPOSSIBLE = """16_2>780_2a 17_2>780_2b 17_2>798_2 18_2>779_2a 19_2>779_2b 19_2>779_2c 20_2>778_2b 20_2>780_2b
21_2>778_2a 21_2>779_2b 22_2>778_2a 22_2>779_2c"""
IMPOSSIBLE_MARKERS = "778_1b>778_2b 779_1a>779_2c 779_1b>779_2b 779_1c>779_2a 780_1a>780_2b"


@rule("7.6.3", "7.6.4")
def test_small_stations_never_move_to_other_track() -> None:
    """Pairs that a list by names would allow."""
    for old, new in (pair.split(">") for pair in IMPOSSIBLE.split()):
        assert new not in tiles_over(INLAND_TOWN, f"{old}/0"), (old, new)
    for old, new in (pair.split(">") for pair in IMPOSSIBLE_MARKERS.split()):
        marked = BOX.small_stations.over(INLAND_TOWN, Laid(TileId(old), 0))
        assert new not in {upgrade.tile.id for upgrade in marked}, (old, new)


def segments(picture: Picture) -> dict[tuple[int, ...], bool]:
    """Each piece of track by its sides, and whether a station is on it."""
    return {tuple(pair): False for pair in picture.plain} | dict.fromkeys(picture.stop_sides, True)


@rule("7.6.3")
def test_every_upgrade_of_a_town_keeps_each_station_on_its_track() -> None:
    for tile in town_tiles("yellow", "green"):
        for turn in range(6):
            old = segments(MAP.tiles[tile].turned(turn))
            upgrades = BOX.upgrades.over(INLAND_TOWN, Laid(tile, turn))
            assert upgrades, (tile, turn)
            for upgrade in upgrades:
                new = segments(upgrade.tile.turned(upgrade.turn))
                assert len(new) == len(old) + 1
                assert {sides: new.get(sides) for sides in old} == old
                assert sum(new.values()) == sum(old.values())


# ------------------------------------------------------------------------------------------------------- small stations


@rule("7.6.4")
def test_every_free_track_of_a_town_tile_can_get_a_marker() -> None:
    """One way for each: the tile lies as before, and the station is on that track."""
    for tile in town_tiles("yellow", "green", "brown"):
        for turn in range(6):
            old = segments(MAP.tiles[tile].turned(turn))
            marked = BOX.small_stations.over(INLAND_TOWN, Laid(tile, turn))
            new = [segments(upgrade.tile.turned(upgrade.turn)) for upgrade in marked]
            expected = [old | {sides: True} for sides, taken in old.items() if not taken]
            assert sorted(map(str, map(sorted_items, new))) == sorted(map(str, map(sorted_items, expected)))


def sorted_items(found: dict[tuple[int, ...], bool]) -> list[tuple[tuple[int, ...], bool]]:
    return sorted(found.items())


@rule("7.6.4")
def test_c27_small_stations() -> None:
    """Anywhere on the map, no route needed; instead of track."""
    table = colchester("D").lies("B3 8851/5, G6 18_1b/1, E6 798_2/0, F9 798_3/0, D7 18_2/0")
    game = track_of(table, "EUR")
    assert {a.hex for a in offers_of(game, PlaceSmallStation)} == {"G6", "E6"}
    assert why(game, marker("B3 8851/5")) == "7.6.4"
    assert why(game, marker("D7 18_2/0")) == "7.6.4"
    assert why(game, marker("F9 798_3/0")) == "7.6.4"
    assert why(game, marker("E12 18_2/0")) == "7.6.4"
    assert why(game, marker("D13 18_2/0")) == "7.6.4"
    assert why(game, marker("G6 18_2/2")) == "7.6.4"
    third = game.play(marker("E6 798_3/0"))
    assert (tile_on(third, "E6"), asked(third).about.key) == ("798_3/0", "station")
    assert tile_on(game.play(marker("G6 18_2/1")), "G6") == "18_2/1"


@rule("7.6", "7.6.4")
def test_c27_yellow_and_small_station_do_not_mix() -> None:
    game = track_of(colchester("B").lies("G6 18_1b/1"), "EUR").play(lay("D13 57/1"))
    assert why(game, marker("G6 18_2/1")) == "7.6"
    assert not offers_of(game, PlaceSmallStation)


# --------------------------------------------------------------------------------------------------------------- London


def towards_london(*, tokens: int = 1, others: int = 3, **options: str) -> EasternTable:
    table = colchester(tokens=tokens, **options)
    rivals = ("ESR", "WVR", "NB", "FDR")[:others]
    for name, space in zip(rivals, ("B15.1", "B15.1", "D15.1", "D15.1"), strict=False):
        table.has(name, price=74, stations=space)
    return table


@rule("7.6.5")
def test_c26_london_instead_of_track_and_station() -> None:
    """Three of four spaces are taken; after the link neither tile nor station."""
    game = track_of(towards_london(tokens=2).lies("D13 6/4"), "EUR")
    assert [a.stop for a in offers_of(game, LinkLondon)] == ["D15.1"]
    game = game.play(link("D15.1"))
    assert (stations_of(game, "EUR"), tokens_of(game, "EUR")) == ("D15.1 E12.0", 1)
    assert told(game, "london-linked") == [{"company": "EUR", "stop": "D15.1"}]
    assert not {"LayTile", "PlaceStation", "PlaceSmallStation"} & kinds_offered(game)
    assert why(game, station("D13.0")) == why(game, lay("F13 202/0")) == "7.6.5"


@rule("7.6.5")
def test_c26_no_link_after_a_tile() -> None:
    game = track_of(towards_london().lies("D13 6/4"), "EUR").play(lay("F13 202/0"))
    assert why(game, link("D15.1")) == "7.6.5"


@rule("7.6.5")
def test_c26_four_companies_fill_london() -> None:
    game = track_of(towards_london(others=4).lies("D13 6/4"), "EUR")
    assert not offers_of(game, LinkLondon)
    assert why(game, link("D15.1")) == why(game, link("B15.1")) == "7.6.5"


@rule("7.6.5")
def test_london_needs_a_token_a_route_and_no_station_there() -> None:
    reached = towards_london(others=0).lies("D13 6/4")
    assert {a.stop for a in offers_of(track_of(reached, "EUR"), LinkLondon)} == {"B15.1", "D15.1"}
    assert why(track_of(reached, "EUR"), link("D13.0")) == "7.6.5"
    assert why(track_of(towards_london(tokens=0).lies("D13 6/4"), "EUR"), link("D15.1")) == "7.6.5"
    assert why(track_of(towards_london(others=0).lies("D13 6/2"), "EUR"), link("D15.1")) == "7.6.5"
    twice = towards_london(others=0).lies("D13 6/4").stations(EUR="B15.1")
    assert why(track_of(twice, "EUR"), link("D15.1")) == "7.6.5"


# ----------------------------------------------------------------------------------------------------------------- ends


@rule("10.3", "8")
@pytest.mark.parametrize("case", ["lner", "administered"])
def test_no_track_after_the_lner_nor_under_administration(case: str) -> None:
    table = a_table().phase("H" if case == "lner" else "B").lies("E12 790/1, D13 57/1")
    table.has("EUR", price=82, held="A5", stations="E12", tokens=2, administered=case == "administered")
    if case == "lner":
        table.lner(12)
    game = table.turn_of("EUR", "lay_track").game()
    assert not {"LayTile", "LinkLondon", "PlaceStation", "PlaceSmallStation"} & kinds_offered(game)
    # the state has had its whole turn by now
    paragraph = "10.3" if case == "lner" else "7.1"
    assert why(game, station("D13.0")) == why(game, lay("F13 202/0")) == paragraph
