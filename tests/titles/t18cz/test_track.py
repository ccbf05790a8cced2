"""[VIII.4] [VIII.5] Yellow tiles, upgrades, red home tiles."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, TileId
from ferrovia.rules.track import LayTile
from ferrovia.titles.t18cz.homes import ChooseHomeCity, LayRedTile
from support.tables import asked
from titles.t18cz.answers import NO_RUN, NO_STATION, NO_TRACK, NO_TRAIN, assign, buy_train, home, lay, lay_with, red
from titles.t18cz.tables import (
    a_table,
    box_of,
    money,
    offers_of,
    share_price,
    stations_of,
    tile_on,
    why,
)

rule = pytest.mark.rule


def lays_on(game: Game, hex_id: str) -> set[str]:
    return {f"{a.tile}/{a.turn}" for a in offers_of(game, LayTile) if a.hex == hex_id}


def left(game: Game, tile: str) -> int | None:
    return game.state.board.left(TileId(tile))


# ------------------------------------------------------------------------------------------------------- first turns


@rule("VIII.4.2", "VIII.4.4")
def test_r8_first_turn_of_a_large_company() -> None:
    """The red tile and two yellow ones; but not the red tile, a yellow one and an upgrade."""
    start = a_table().phase("d").has("SX", price=100, held="A50", cash=1000).turn_of("SX", "home").game()
    game = start.play(red("A8", 4)).play(lay("A10 4/1"))
    assert why(game, lay("B9 8859/0")) == ("track-allowance", "VIII.4.2")
    game = game.play(lay("A12 9/1"))
    assert [tile_on(game, hex_id) for hex_id in ("A8", "A10", "A12")] == ["8896/4", "4/1", "9/1"]
    assert asked(game).about.key == "station"
    upgraded = start.play(red("A8", 4)).play(lay("B9 8859/0"))
    assert (tile_on(upgraded, "B9"), asked(upgraded).about.key) == ("8859/0", "station")


@rule("VIII.4.2")
def test_later_turns_have_one_tile() -> None:
    table = a_table().has("EKJ", price=60, held="A50", cash=100, stations="D5").tiles("D5 57/1, D7 9/1")
    game = table.turn_of("EKJ").game().play(lay("D9 9/1"))
    assert asked(game).about.key == "station"


@rule("VIII.4.2")
def test_the_allowance_of_a_first_turn_is_lost_if_unused() -> None:
    """Home tile only, then the next turn: one tile."""
    table = a_table().has("EKJ", price=60, held="A50", cash=100, operated=True).line("D5 D7").stations(EKJ="D5")
    assert asked(table.turn_of("EKJ").game()).about.params["left"] == 1


@rule("VIII.5.15", "VIII.5.14", "VIII.4.1", "VIII.6.7.a")
def test_r9_ate_on_its_untouched_hex() -> None:
    """Phase d, B9 without a tile: one green OO tile and nothing else, at 10 for the river."""
    game = a_table().phase("d").has("ATE", price=80, held="A60", cash=400).turn_of("ATE", "home").game()
    assert [offer.action for offer in game.offers()] == [home("B9.0")]
    game = game.play(home("B9.0"))
    assert {a.hex for a in offers_of(game, LayTile)} == {"B9"}
    assert {box_of(game).map.tiles[a.tile].colour for a in offers_of(game, LayTile)} == {"green"}
    assert why(game, lay("B9 57/0")) == ("oo-begins-green", "VIII.5.14")
    assert why(game, lay("B11 57/1")) == ("track-connected", "VIII.4.3.b")
    game = game.play(lay("B9 8859/0")).play(assign("B9.1"))
    assert (stations_of(game, "ATE"), money(game, "ATE"), asked(game).about.key) == ("B9.1", 390, "station")


@rule("VIII.5.15", "VIII.6.7.a")
def test_r9_ate_on_a_green_hex() -> None:
    """It chooses its city, then two yellow tiles or one upgrade."""
    table = a_table().phase("d").has("ATE", price=80, held="A60", cash=400).tiles("B9 8859/1")
    game = table.turn_of("ATE", "home").game()
    assert offers_of(game, ChooseHomeCity) == [home("B9.0"), home("B9.1")]
    game = game.play(home("B9.0")).play(lay("B11 57/1")).play(lay("B13 621/1"))
    assert asked(game).about.key == "station"


@rule("VIII.5.15")
def test_c39_ate_before_green_tiles() -> None:
    """Phase c: a station on the bare hex, no track, no run; the price falls, and a 2+2 must be bought."""
    table = a_table().phase("c").has("ATE", price=80, held="A60", cash=400).turn_of("ATE", "home")
    game = table.game().play(home("B9.0"))
    assert [offer.action for offer in game.offers()] == [NO_TRACK]
    game = game.play(NO_TRACK).play(NO_STATION)
    assert (stations_of(game, "ATE"), share_price(game, "ATE")) == ("B9.0", 70)
    assert why(game, NO_TRAIN) == ("train-duty", "VIII.10 ¶1")
    done = game.play(buy_train(game, "2+2c")).play(NO_TRAIN)
    assert done.state.operated == ("ATE",)


@rule("VIII.5.14", "VIII.6.7.a")
@pytest.mark.parametrize("stop", ["B9.0", "B9.1"])
def test_c39_whoever_lays_the_tile_assigns_the_station(stop: str) -> None:
    """Phase d: another company lays the green tile on B9; its director says where ATE stands."""
    table = a_table().phase("d").has("ATE", price=80, held="A60", trains="2+2c", stations="B9")
    table.has("BTE", price=90, held="B60", cash=100, trains="2+2c", stations="B11").tiles("B11 57/1")
    game = table.turn_of("BTE").game().play(lay("B9 8859/1"))
    assert (asked(game).who, asked(game).about.key) == ("B", "assign-station")
    assert why(game, assign("B11.0")) == ("assign-here", "VIII.6.7.a")
    assert stations_of(game.play(assign(stop)), "ATE") == stop


# ------------------------------------------------------------------------------------------------------ terrain, Praha


@rule("VIII.4.3.g", "VIII.5.16")
def test_c35_terrain() -> None:
    """The first tile on the mountain B7 costs 40, its upgrade nothing; Praha and B9 cost 10 for the river."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=100, trains="3Ed")
    table.tiles("A8 8896/5").stations(SX="A8")
    game = table.turn_of("SX").game()
    assert money(game.play(lay("B7 8/3")), "SX") == 60
    assert money(game.play(lay("B9 8859/2")), "SX") == 90
    upgrade = table.tiles("B7 8/3").turn_of("SX").game().play(lay("B7 24/3"))
    assert (tile_on(upgrade, "B7"), money(upgrade, "SX")) == ("24/3", 100)
    praha = a_table().phase("b").has("NWB", price=80, held="A60", cash=400, stations="E12").turn_of("NWB").game()
    assert money(praha.play(lay("E12 8889/1")), "NWB") == 390


@rule("VIII.4.3.g")
def test_c35_whoever_cannot_pay_cannot_lay() -> None:
    """5 in the treasury do not pay for the river at C12; nothing is owed for the open land at A12."""
    table = a_table().has("EKJ", price=60, held="A50", cash=5, stations="B11").tiles("B11 57/2")
    game = table.turn_of("EKJ").game()
    assert why(game, lay("C12 4/2")) == ("terrain-cost", "VIII.4.3.g")
    dry = a_table().has("EKJ", price=60, held="A50", cash=5, stations="B11").tiles("B11 57/0").turn_of("EKJ").game()
    assert money(dry.play(lay("A12 7/0")), "EKJ") == 5


@rule("VIII.3 ¶1", "VIII.5 ¶1", "VIII.4.1")
def test_c36_yellow_praha_is_an_upgrade() -> None:
    """8889 lies with exits NE, E, SE; it was the track action. The site lets a yellow tile follow."""

    def laid(profile: str) -> Game:
        table = a_table(profile=profile).phase("b").has("NWB", price=80, held="A60", cash=400).turn_of("NWB", "home")
        return table.game().play(home("E12.0"))

    game = laid("rulebook")
    assert lays_on(game, "E12") == {"8889/1", "8890/1"}
    done = game.play(lay("E12 8889/1"))
    assert (stations_of(done, "NWB"), asked(done).about.key) == ("E12.2", "station")
    assert why(done, lay("F13 3/2")) == ("not-asked", "VIII.3 ¶1")
    after_yellow = game.play(lay("F13 3/2"))
    assert why(after_yellow, lay("E12 8889/1")) == ("track-allowance", "VIII.4.2")
    site = laid("site").play(lay("E12 8889/1")).play(lay("F13 3/2"))
    assert tile_on(site, "F13") == "3/2"


@rule("VIII.4.3.k")
def test_c37_stub() -> None:
    """A town tile on F13 without an exit to Praha is refused; so is a tile on D13."""
    game = a_table().phase("b").has("NWB", price=80, held="A60", cash=400, stations="E12").turn_of("NWB").game()
    assert why(game, lay("F13 4/1")) == ("stub", "VIII.4.3.k")
    assert lays_on(game, "F13") == {"3/1", "3/2", "58/0", "58/2", "4/2"}
    north = a_table().phase("b").has("BN", price=80, held="A60", cash=400, stations="E12.1").turn_of("BN").game()
    assert why(north, lay("D13 9/1")) == ("stub", "VIII.4.3.k")


# ------------------------------------------------------------------------------------------------------------ home duty


@rule("VIII.4.3.a", "VII.5.4")
def test_c38_home_duty() -> None:
    """EKJ must lay a tile on D5 in its first turn; NWB in Praha need not; nor does who finds a tile there."""
    game = a_table().has("EKJ", price=60, held="A50", cash=240).turn_of("EKJ", "home").game().play(home("D5.0"))
    assert why(game, NO_TRACK) == ("home-tile", "VIII.4.3.a")
    assert {a.hex for a in offers_of(game, LayTile)} == {"D5"}
    laid = game.play(lay("D5 57/1"))
    assert asked(laid.play(NO_TRACK)).about.key == "station"
    praha = a_table().phase("b").has("NWB", price=80, held="A60", cash=400).turn_of("NWB", "home").game()
    assert asked(praha.play(home("E12.0")).play(NO_TRACK)).about.key == "station"
    tiled = a_table().has("EKJ", price=60, held="A50", cash=240).tiles("D5 57/1").turn_of("EKJ", "home").game()
    assert asked(tiled.play(home("D5.0")).play(NO_TRACK)).about.key == "station"


@rule("VIII.4.3.a")
def test_the_home_duty_is_one_of_the_first_turn_only() -> None:
    """A company that could not lay its home tile in its first turn may leave it in the second."""
    table = a_table().has("EKJ", price=60, held="A50", cash=240, stations="D5", operated=True)
    game = table.turn_of("EKJ").game()
    assert "D5" in {action.hex for action in offers_of(game, LayTile)}
    assert asked(game.play(NO_TRACK)).about.key == "station"


@rule("VIII.4.3.a")
def test_c38_the_site_does_not_mind() -> None:
    table = a_table(profile="site").has("EKJ", price=60, held="A50", cash=240).turn_of("EKJ", "home")
    assert asked(table.game().play(home("D5.0")).play(NO_TRACK)).about.key == "station"


@rule("VIII.4.3.a", "IV.1.6.b")
def test_a_local_that_waives_the_fee_keeps_the_home_duty() -> None:
    """BCB has spent everything on locals and cannot pay for the river at home: one of them does."""
    table = a_table().phase("b").has("BCB", price=60, held="A50", cash=9)
    game = table.turn_of("BCB", "home").game().play(home("D17.0"))
    assert game.why_not(NO_TRACK) is None
    game = table.locals(BCB="S1").turn_of("BCB", "home").game().play(home("D17.0"))
    assert why(game, lay("D17 57/0")) == ("terrain-cost", "VIII.4.3.g")
    assert why(game, NO_TRACK) == ("home-tile", "VIII.4.3.a")
    assert tile_on(game.play(lay_with("S1", "D17 57/0")), "D17") == "57/0"
    assert table.used("S1").turn_of("BCB", "home").game().play(home("D17.0")).why_not(NO_TRACK) is None


@rule("VIII.4.3.a")
def test_a_home_tile_that_is_not_in_the_box_cannot_be_a_duty() -> None:
    """All yellow Y tiles are on the map: OFE lays nothing in Ostrava."""
    table = a_table().has("OFE", price=60, held="A50", cash=240)
    game = table.turn_of("OFE", "home").game().play(home("C26.0"))
    assert why(game, NO_TRACK) == ("home-tile", "VIII.4.3.a")
    # six tiles for five places: the sixth lies where it could never be laid, to empty the supply
    table.tiles("B13 201/0, I12 201/2, F7 202/0, G20 202/1").lies("D5 621/0, D3 621/0")
    assert table.turn_of("OFE", "home").game().play(home("C26.0")).why_not(NO_TRACK) is None


# ----------------------------------------------------------------------------------------------------------- connection


def past_d3(*, blocked: bool) -> Game:
    """EKJ's line from D5 leads through Cheb, where BTE stands or not."""
    table = a_table().phase("b").has("EKJ", price=60, held="A50", cash=100, stations="D5").tiles("D5 57/1, D3 6/4")
    if blocked:
        table.has("BTE", price=60, held="B60", stations="D3")
    return table.turn_of("EKJ").game()


@rule("VIII.4.3.b", "VIII.5.12")
def test_track_extends_the_companys_line() -> None:
    """Through a city with a free slot, even one kept for a home, but not through one full of others."""
    game = past_d3(blocked=False)
    assert tile_on(game.play(lay("E2 3/3")), "E2") == "3/3"
    assert why(game, lay("F5 9/0")) == ("track-connected", "VIII.4.3.b")
    assert why(past_d3(blocked=True), lay("E2 3/3")) == ("track-connected", "VIII.4.3.b")


@rule("VIII.5.8", "VIII.5.12")
def test_a_blocked_city_can_still_be_upgraded() -> None:
    """A train can end there; the new track need not be of use to the company."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=100, stations="D5").tiles("D5 57/1, D3 6/4")
    table.has("BTE", price=60, held="B60", stations="D3")
    assert lays_on(table.turn_of("EKJ").game(), "D3")


@rule("VIII.5.8")
def test_an_upgrade_needs_track_that_the_company_can_use() -> None:
    """A tile out of reach cannot be upgraded; one in reach can, though the new branch leads elsewhere."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=100, stations="D5")
    game = table.tiles("D5 57/1, D7 9/1, G10 9/1").turn_of("EKJ").game()
    assert why(game, lay("G10 23/1")) == ("upgrade-usable", "VIII.5.8")
    assert tile_on(game.play(lay("D7 23/4")), "D7") == "23/4"


# --------------------------------------------------------------------------------------------------- what suits a hex


def ekj_at(hex_id: str, tile: str, phase: str = "a") -> Game:
    table = a_table().phase(phase).has("EKJ", price=60, held="A50", cash=200, stations=hex_id)
    return table.tiles(f"{hex_id} {tile}").turn_of("EKJ").game()


@rule("VIII.4.3.c")
def test_towns() -> None:
    game = ekj_at("B11", "57/2")
    assert lays_on(game, "C12") == {"3/1", "3/2", "58/0", "58/2", "4/2"}
    for tile in ("9/2", "57/2", "55/2"):
        assert why(game, lay(f"C12 {tile}")) == ("tile-for-town", "VIII.4.3.c")


@rule("VIII.4.3.d")
def test_double_towns() -> None:
    """Only tiles with two tracks and two towns; one of the tracks must be connected."""
    game = ekj_at("E16", "57/1")
    assert {name.partition("/")[0] for name in lays_on(game, "E14")} == {"1", "2", "55", "56", "69"}
    for tile in ("4/1", "9/1", "57/1"):
        assert why(game, lay(f"E14 {tile}")) == ("tile-for-two-towns", "VIII.4.3.d")
    assert tile_on(game.play(lay("E14 55/0")), "E14") == "55/0"


@rule("VIII.4.3.e")
def test_cities_and_their_letters() -> None:
    """Y tiles on Y cities and nowhere else, P tiles in Praha and nowhere else."""
    liberec = ekj_at("B11", "57/1")
    assert {name.partition("/")[0] for name in lays_on(liberec, "B13")} == {"201", "202", "621"}
    for tile in ("57/1", "8889/1", "4/1"):
        assert why(liberec, lay(f"B13 {tile}")) == ("tile-for-city", "VIII.4.3.e")
    hradec = ekj_at("E16", "57/0")
    assert why(hradec, lay("D17 621/0")) == ("tile-for-city", "VIII.4.3.e")
    assert hradec.why_not(lay("D17 57/0")) is None
    praha = a_table().phase("b").has("NWB", price=80, held="A60", cash=400, stations="E12").turn_of("NWB").game()
    assert why(praha, lay("E12 57/2")) == ("tile-for-city", "VIII.4.3.e")


@rule("VIII.4.3.f", "VIII.5.10")
def test_open_land() -> None:
    game = ekj_at("D5", "57/1")
    assert {name.partition("/")[0] for name in lays_on(game, "D7")} == {"7", "8", "9"}
    for tile in ("4/1", "57/1"):
        assert why(game, lay(f"D7 {tile}")) == ("tile-for-open-land", "VIII.4.3.f")


@rule("VIII.4.3.h")
def test_no_track_off_the_map() -> None:
    game = ekj_at("B11", "57/0")
    assert why(game, lay("A12 9/0")) == ("track-on-map", "VIII.4.3.h")


@rule("VIII.4.3.i", "VIII.4.3.j")
def test_track_may_point_at_red_spaces_and_at_nothing() -> None:
    """A10 towards the empty space of SX; B13 next to B11 although the tracks do not meet."""
    game = ekj_at("B11", "6/2")
    assert tile_on(game.play(lay("A10 58/5")), "A10") == "58/5"
    table = a_table().has("EKJ", price=60, held="A50", cash=200, stations="G12").tiles("G12 57/1, G14 9/1, G18 4/0")
    assert tile_on(table.turn_of("EKJ").game().play(lay("G16 57/1")), "G16") == "57/1"


@rule("VIII.4.1", "VIII.5.14")
def test_no_yellow_tile_on_oo() -> None:
    game = ekj_at("B11", "57/1")
    assert why(game, lay("B9 57/1")) == ("oo-begins-green", "VIII.5.14")
    assert lays_on(game, "B9") == set()


@rule("VIII.4.1")
def test_the_grey_town_west_of_cheb_never_changes() -> None:
    game = ekj_at("D3", "57/1", "g")
    assert why(game, lay("D1 58/4")) == ("yellow-on-empty", "VIII.4.1")
    assert lays_on(game, "D1") == set()


# ------------------------------------------------------------------------------------------------------------ red tiles


@rule("VIII.4.4", "VIII.4.3.h", "VIII.4.3.i")
def test_c43_red_tile_choice() -> None:
    """Sx on A8 to A10 and B9, or B9 and B7; or on B5. The other space stays empty, track may still point at it."""
    game = a_table().phase("d").has("SX", price=100, held="A50", cash=1000).turn_of("SX", "home").game()
    assert {(a.hex, a.turn) for a in offers_of(game, LayRedTile)} == {("A8", 4), ("A8", 5), ("B5", 5), ("B5", 4)}
    assert why(game, red("A8", 1)) == ("track-on-map", "VIII.4.3.h")
    assert why(game, red("B19", 0)) == ("red-space", "VIII.4.4")
    done = game.play(red("A8", 5))
    assert (stations_of(done, "SX"), tile_on(done, "A8"), tile_on(done, "B5")) == ("A8.0", "8896/5", "")
    assert why(done, lay("B5 8896/4")) == ("red-tile", "VIII.4.4")
    for hex_id in ("A8", "B5", "F3"):
        assert why(done, lay(f"{hex_id} 9/0")) == ("only-red-tile", "VIII.4.4")
    assert tile_on(done.play(lay("B7 8/1")), "B7") == "8/1"


@rule("VIII.4.4", "XI.7", "T4")
def test_all_places_of_red_tiles() -> None:
    """Each pair of neighbouring exits that leads to the map."""
    pairs = {
        "SX": {"A8": "A10+B9 B9+B7", "B5": "B7+C6 C6+C4"},
        "PR": {"B19": "C18+B17 B21+C20 C20+C18", "A22": "B21+B23"},
        "BY": {"F3": "E2+E4 E4+F5 F5+G4", "H5": "G4+G6 G6+H7"},
        "kk": {"I18": "H17+H19 H19+I20", "J15": "J13+I14"},
        "Ug": {"I24": "I22+H23 H23+H25", "G28": "G26+F27"},
    }
    for company, spaces in pairs.items():
        game = a_table().phase("d").has(company, price=100, held="A50", cash=1000).turn_of(company, "home").game()
        found = {(a.hex, frozenset(_reached(game, a))) for a in offers_of(game, LayRedTile)}
        wanted = {(h, frozenset(pair.split("+"))) for h, row in spaces.items() for pair in row.split()}
        assert found == wanted


def _reached(game: Game, action: LayRedTile) -> list[str]:
    board = game.play(action).state.board
    return [other for side, other in board.map.neighbours[action.hex].items() if board.exits(action.hex) >> side & 1]


# ------------------------------------------------------------------------------------------------------------- upgrades


@rule("VIII.5.1", "VIII.5.2", "VIII.5.3", "VIII.5.4", "VIII.5.5", "VIII.5.6", "VIII.12 d", "VIII.12 g", "VIII.12 i")
@pytest.mark.parametrize(
    ("hex_id", "old", "new", "first", "key"),
    [
        ("D5", "57/1", "14/0", "d", ("tile-green", "VIII.5.4")),
        ("D5", "14/0", "611/0", "g", ("tile-brown", "VIII.5.5")),
        ("E12", "8892/0", "8893/0", "i", ("tile-gray", "VIII.5.6")),
    ],
)
def test_colours_follow_each_other_and_the_phases(
    hex_id: str, old: str, new: str, first: str, key: tuple[str, str]
) -> None:
    """Green from phase d, brown from g, grey from i."""
    for phase in "abcdefghij":
        game = ekj_at(hex_id, old, phase)
        if phase < first:
            assert why(game, lay(f"{hex_id} {new}")) == key
        else:
            assert tile_on(game.play(lay(f"{hex_id} {new}")), hex_id) == new


@rule("VIII.4.1", "VIII.5.1", "VIII.5.2", "VIII.5.3")
def test_no_colour_is_left_out() -> None:
    game = ekj_at("D5", "57/1", "g")
    assert why(game, lay("D5 611/0")) == ("brown-on-green", "VIII.5.2")
    assert why(game, lay("D5 6/1")) == ("yellow-on-empty", "VIII.4.1")
    assert why(game, lay("D7 23/1")) == ("green-on-yellow", "VIII.5.1")
    praha = ekj_at("E12", "8891/1", "i")
    assert why(praha, lay("E12 8893/0")) == ("gray-on-brown", "VIII.5.3")


@rule("VIII.5.9", "VIII.5.10")
def test_track_and_stops_stay() -> None:
    """Of all turns only those that keep the old track; a city stays a city of its letter."""
    game = ekj_at("D5", "57/1", "d")
    assert why(game, lay("D5 15/0")) == ("track-kept", "VIII.5.9")
    assert lays_on(game, "D5") == {"14/0", "14/1", "15/1", "15/4", "619/1", "619/4"}
    assert why(game, lay("D5 208/0")) == ("tile-for-city", "VIII.4.3.e")
    assert why(game, lay("D5 23/1")) == ("stops-stay", "VIII.5.10")
    plain = a_table().phase("d").has("EKJ", price=60, held="A50", stations="D5").tiles("D5 57/1, D7 9/1, C6 4/2")
    assert why(plain.turn_of("EKJ").game(), lay("D7 14/0")) == ("stops-stay", "VIII.5.10")
    assert why(plain.turn_of("EKJ").game(), lay("C6 14/0")) == ("stops-stay", "VIII.5.10")


@rule("VIII.5.11", "VIII.5.10")
def test_new_slots_and_stations_stay() -> None:
    """One slot becomes two; who stands there keeps standing. Praha's four cities become one with four slots."""
    game = ekj_at("D5", "57/1", "d").play(lay("D5 14/0"))
    assert (game.state.board.stations_at(game.state.board.stops_on(HexId("D5"))[0])) == ("EKJ", "")
    table = a_table().phase("g").has("NWB", price=80, held="A60", cash=9).has("BN", price=80, held="B60")
    table.tiles("E12 8891/1").stations(NWB="E12.3", BN="E12.1")
    praha = table.turn_of("NWB").game().play(lay("E12 8892/0"))
    assert sorted(praha.state.board.stations_at(praha.state.board.stops_on(HexId("E12"))[0])) == ["", "", "BN", "NWB"]


@rule("VIII.5.13", "III.3.6")
def test_replaced_tiles_come_back() -> None:
    """The only tile 16 lies elsewhere: none is left. An upgraded tile can be laid again."""
    game = ekj_at("D5", "57/1", "d")
    assert (left(game, "57"), left(game.play(lay("D5 14/0")), "57")) == (3, 4)
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=200, stations="D5")
    table.tiles("D5 57/1, D7 8/1, G14 16/0")
    assert why(table.turn_of("EKJ").game(), lay("D7 16/1")) == ("tile-supply", "VIII.5.13")


@rule("VIII.5.7")
def test_purple_tiles_are_not_for_the_track_action() -> None:
    assert why(ekj_at("D5", "57/1", "d"), lay("D5 15p/0")) == ("purple-needs-local", "VIII.5.7")


@rule("VIII.3 ¶1")
def test_the_steps_of_a_turn_come_in_order() -> None:
    """Track, station, trains run, dividend, train purchase; what is over does not come back."""
    table = a_table().has("EKJ", price=60, held="A50", cash=200, trains="2a", stations="D5").tiles("D5 57/1")
    game, seen = table.turn_of("EKJ").game(), list[str]()
    for answer in (NO_TRACK, NO_STATION, NO_RUN, NO_TRAIN):
        seen.append(asked(game).about.key)
        game = game.play(answer)
    assert seen == ["track", "station", "run", "buy-trains"]
    assert why(table.turn_of("EKJ", "station").game(), lay("D7 9/1")) == ("not-asked", "VIII.3 ¶1")
