"""[VIII.7] [VIII.8 ¶1] [VIII.8 ¶2] Routes and what they earn."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId
from ferrovia.rules import revenue as revenue_rules
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t18cz.running import RunAsRecorded
from support.tables import asked
from titles.t18cz.answers import NO_RUN, best, revenue, run
from titles.t18cz.tables import CzTable, a_table, offers_of, why

rule = pytest.mark.rule

# ---------------------------------------------------------------------------------------------------------------- range


@rule("VIII.7.3.a")
def test_c26_a_small_train_counts_every_stop() -> None:
    """City 20, town 10, city 30 make 60; with two towns between it is too far, and none can be skipped."""
    near = a_table().has("EKJ", price=60, held="A50", trains="3c", stations="B11").line("B11 C12 B13")
    game = near.turn_of("EKJ", "run").game()
    assert (revenue(game, "3c: B11 C12 B13"), best(game)) == (60, 60)
    far = a_table().has("EKJ", price=60, held="A50", trains="3c", stations="B11").line("B11 C10 C12 B13")
    game = far.turn_of("EKJ", "run").game()
    assert why(game, run(game, "3c: B11 C10 C12 B13")) == ("run-range", "VIII.7.3.a")
    assert (revenue(game, "3c: B11 C10 C12"), best(game)) == (40, 40)


def plus_train(face: str) -> Game:
    """BTE stands in B13: four cities in a row, six towns behind them, and a red tile next to B9 and A10."""
    table = a_table().phase("j").has("BTE", price=100, held="A60", trains=face, stations="B13")
    table.line("C8 B9 B11 B13 B15 C14 C12 C10 D9 E8 F9 F11 F13").tiles("A8 8896/4").line("A8 A10 B11")
    return table.turn_of("BTE", "run").game()


@rule("VIII.7.3.b", "VIII.7.5")
@pytest.mark.parametrize(
    "way",
    [
        pytest.param("B9 B11 B13 B15 C14 C12", id="3 cities + 3 towns"),
        pytest.param("B11 B13 B15 C14 C12 C10", id="2 cities + 4 towns"),
        pytest.param("A8 A10 B11 B13 B15 C14", id="1 red + 2 cities + 3 towns"),
        pytest.param("B13 B15 C14 C12 C10 D9 E8 F9 F11", id="1 city + 5 towns"),
    ],
)
def test_c27_a_plus_train_reaches(way: str) -> None:
    """3+3: up to three cities and red tiles, and up to six stops in all; towns may use what cities leave."""
    game = plus_train("3+3e")
    assert game.why_not(run(game, f"3+3e: {way}")) is None


@rule("VIII.7.3.b", "VIII.7.5")
@pytest.mark.parametrize(
    "way",
    [
        pytest.param("C8 B9 B11 B13", id="4 cities"),
        pytest.param("B9 B11 B13 B15 C14 C12 C10", id="3 cities + 4 towns"),
        pytest.param("B13 B15 C14 C12 C10 D9 E8 F9 F11 F13", id="1 city + 6 towns"),
    ],
)
def test_c27_a_plus_train_does_not_reach(way: str) -> None:
    game = plus_train("3+3e")
    assert why(game, run(game, f"3+3e: {way}")) == ("run-range-plus", "VIII.7.3.b")


@rule("VIII.7.3.b")
def test_c27_a_larger_plus_train() -> None:
    """5+5: three cities and six towns."""
    game = plus_train("5+5j")
    assert game.why_not(run(game, "5+5j: B9 B11 B13 B15 C14 C12 C10 D9 E8 F9 F11 F13")) is None


def town_of_30(**options: str) -> Game:
    """B9 green OO 40 with a station, B11 yellow 20, C12 town 30, B13 yellow Y 30."""
    table = a_table(**options).phase("g").has("SX", price=100, held="A50", trains="3Ed")
    table.tiles("B9 8859/1, C12 889p/2, B13 621/0").line("B9 B11 C12").stations(SX="B9")
    return table.turn_of("SX", "run").game()


@rule("VIII.7.3.c", "VIII.8 ¶1")
def test_c28_a_town_does_not_oust_a_city() -> None:
    """The three cities count 90, the better town is skipped."""
    game = town_of_30()
    assert (revenue(game, "3Ed: B9 B11 C12 B13"), best(game)) == (90, 90)


@rule("VIII.7.3.c")
def test_c29_counted_towns_are_like_any_stop() -> None:
    """5E from an OO city over four towns: five counted stops, 80."""
    table = a_table().phase("h").has("SX", price=100, held="A50", trains="5Eh")
    table.tiles("C8 8859/1").line("C8 C10 C12 C14 C16 C18 C20").stations(SX="C8")
    game = table.turn_of("SX", "run").game()
    assert (revenue(game, "5Eh: C8 C10 C12 C14 C16 C18 C20"), best(game)) == (80, 80)


@rule("VIII.7.3.c")
def test_c30_an_express_train_skips_towns_only() -> None:
    """3E: four cities are too many; three cities count whatever the number of towns between them."""
    table = a_table().phase("d").has("SX", price=100, held="A50", trains="3Ed")
    towns = "C10 C12 C14 B15 B17 C18 C20 D21 E20 F21 F19 G18 H17"
    table.line(f"B11 A10 B9 C8 {towns} G16 G14 G12").stations(SX="G16")
    stops = [table.board.tile(HexId(name)).stops for name in towns.split()]
    assert sum(1 for on_hex in stops if on_hex and on_hex[0].kind == "town") == 9
    game = table.turn_of("SX", "run").game()
    assert revenue(game, f"3Ed: C8 {towns} G16 G14 G12") == 40 + 20 + 20
    four = run(game, f"3Ed: B11 A10 B9 C8 {towns} G16")
    assert why(game, four) == ("run-range-express", "VIII.7.3.c")


@rule("VIII.7.3.c")
def test_c31_the_literal_text_as_an_option() -> None:
    """Where cities may be skipped, towns may not: 40 + 30 + 30."""
    game = town_of_30(e_trains_skip="cities")
    assert (revenue(game, "3Ed: B9 B11 C12 B13"), best(game)) == (100, 100)


@rule("VIII.7.3.c", "VIII.7.5")
def test_the_literal_text_skips_no_red_tile() -> None:
    """Not even a foreign one: with three towns and the red tile of SX the route is too long for a 3E."""
    table = a_table(e_trains_skip="cities").phase("g").has("BY", price=100, held="A50", trains="3Ed")
    table.tiles("A8 8896/5, C8 8894p/0").line("A8 B7 C8 C10 C12 C14").stations(BY="C8")
    game = table.turn_of("BY", "run").game()
    assert why(game, run(game, "3Ed: A8 B7 C8 C10 C12 C14")) == ("run-range-express", "VIII.7.3.c")
    assert revenue(game, "3Ed: C8 C10 C12 C14") == 30
    assert revenue(game, "3Ed: A8 B7 C8 C10 C12") == 40 + 10 + 10


# ----------------------------------------------------------------------------------------------------------- red tiles


@rule("VIII.7.5", "VIII.7.6", "VIII.8 ¶2", "VIII.12 d")
def test_c32_own_red_tile() -> None:
    """Phase e: town 10, own red tile 30, and 50 for it."""
    table = a_table().phase("e").has("PR", price=100, held="A50", trains="3Ed")
    table.tiles("B19 8897/0").line("B17 B19").stations(PR="B19")
    game = table.turn_of("PR", "run").game()
    assert (revenue(game, "3Ed: B17 B19"), best(game)) == (90, 90)


def foreign_red(face: str) -> Game:
    table = a_table().phase("e").has("KFN", price=100, held="A60", trains=face, stations="D17")
    table.tiles("B19 8897/0").line("E16 D17 C16 B17 B19")
    return table.turn_of("KFN", "run").game()


@rule("VIII.7.5", "VIII.8 ¶2")
def test_c32_foreign_red_tile() -> None:
    """For others it counts 30 without a bonus, and as a city: with E16 and D17 it is one too many for a 2+2."""
    game = foreign_red("3+3e")
    assert revenue(game, "3+3e: D17 C16 B17 B19") == 20 + 10 + 30
    assert revenue(game, "3+3e: E16 D17 C16 B17 B19") == 80
    small = foreign_red("2+2c")
    assert revenue(small, "2+2c: D17 C16 B17 B19") == 60
    assert why(small, run(small, "2+2c: E16 D17 C16 B17 B19")) == ("run-range-plus", "VIII.7.3.b")


@rule("VIII.7.6", "VIII.12 i")
def test_c32_red_tiles_at_both_ends() -> None:
    """From Berlin to Dresden: two red tiles of 50, two towns, three cities."""
    table = a_table().phase("j").has("KFN", price=100, held="A60", trains="5+5j", stations="B13")
    table.tiles("B19 8897/0, A8 8896/5").line("B19 B17 B15 B13 B11 B9 A8")
    game = table.turn_of("KFN", "run").game()
    assert revenue(game, "5+5j: B19 B17 B15 B13 B11 B9 A8") == 50 + 10 + 10 + 30 + 20 + 40 + 50


@rule("VIII.7.6")
def test_c32_no_way_through_a_red_tile() -> None:
    table = a_table().phase("e").has("PR", price=100, held="A50", trains="3Ed")
    table.tiles("B19 8897/0").line("B17 B19 C18 C20").stations(PR="B19")
    game = table.turn_of("PR", "run").game()
    assert why(game, run(game, "3Ed: B17 B19 C18 C20")) == ("run-red-end", "VIII.7.6")


@rule("VIII.8 ¶2", "VIII.12 d", "VIII.12 g", "VIII.12 i")
@pytest.mark.parametrize(
    ("phase", "value"), [("d", 30), ("e", 30), ("f", 30), ("g", 40), ("h", 40), ("i", 50), ("j", 50)]
)
def test_the_value_of_red_tiles_follows_the_phase(phase: str, value: int) -> None:
    table = a_table().phase(phase).has("PR", price=100, held="A50", trains="5Eh")
    game = table.tiles("B19 8897/0").line("B17 B19").stations(PR="B19").turn_of("PR", "run").game()
    assert revenue(game, "5Eh: B17 B19") == 10 + value + 50


# ------------------------------------------------------------------------------------------- runs of a recorded game


@rule("VIII.8 ¶2", "VIII.7.3.c")
def test_g6_the_bonus_is_for_each_train() -> None:
    """PR, phase f: 90 and 180, the town skipped, make 270."""
    table = a_table(profile="site").phase("f").has("PR", price=100, held="A50", trains="3Ed 4Ef")
    table.tiles("B19 8897/0, B17 4/1, E14 55/0, E12 8891/1, E16 15/0, D17 15/0, C18 9/0").stations(PR="B19 D17")
    game = table.turn_of("PR", "run").game()
    assert revenue(game, "3Ed: B17 B19") == 90
    assert revenue(game, "4Ef: E12.2 E14 E16 D17 C18 B19") == 180
    assert (revenue(game, "3Ed: B17 B19", "4Ef: E12.2 E14 E16 D17 C18 B19"), best(game)) == (270, 270)


@rule("VIII.7.3.c", "VIII.8 ¶2")
def test_g7_an_8e() -> None:
    """Phase j: seven cities and the own red tile count, six towns are skipped: 470 + 50."""
    table = a_table(profile="site").phase("j").has("BY", price=100, held="A50", trains="8Ej")
    table.tiles(
        "B9 8895p/4, C8 8894p/0, B11 611/1, C12 887p/1, C14 887p/0, B13 8857p/0, B15 56/4, D17 595p/0, C16 9/2, "
        "E14 55/0, D15 8/4, F13 3/2, E12 8893/0, F11 58/1, F7 216/1, F9 9/1, F3 8898/3, F5 9/1"
    )
    game = table.stations(BY="F3 F7").turn_of("BY", "run").game()
    way = "C8 B9 B11 C12 C14 B13 B15 C16 D17 D15 E14 F13 E12 F11 F9 F7 F5 F3"
    assert (revenue(game, f"8Ej: {way}"), best(game)) == (520, 520)


DRESDEN = "E12 8893/0, F13 3/2, C14 887p/0, D13 9/0, C12 4/1, C10 4/1, C8 8894p/0, B9 8895p/4, A8 8896/5, B7 24/3"


@rule("VIII.7.3.c", "VIII.8 ¶2")
def test_g8_a_4e_with_a_town() -> None:
    """SX, phase i: three cities and the best town of 20: 210 + 50."""
    table = a_table(profile="site").phase("i").has("SX", price=100, held="A50", trains="4Eg")
    game = table.tiles(DRESDEN).stations(SX="A8 C8").turn_of("SX", "run").game()
    assert revenue(game, "4Eg: E12 D13 C14 C12 C10 C8 B7 A8") == 260


@rule("VIII.7.3.b", "VIII.7.5")
def test_g9_a_4_plus_4() -> None:
    """ATE, phase i: four cities with the red tile, and four towns: 300."""
    table = a_table(profile="site").phase("i").has("ATE", price=100, held="A60", trains="4+4f")
    game = table.tiles(DRESDEN).stations(ATE="B9 C8 E12").turn_of("ATE", "run").game()
    assert (revenue(game, "4+4f: F13 E12 D13 C14 C12 C10 C8 B9 A8"), best(game)) == (300, 300)


@rule("VIII.7.4")
def test_g10_a_recorded_run_that_the_rules_forbid() -> None:
    """ATE's 4+4 visits two cities of green Praha: refused, but a recorded revenue is taken as it is."""
    table = a_table(profile="site").phase("f").has("ATE", price=100, held="A60", trains="4+4f")
    table.tiles("E14 55/0, E12 8891/1, E16 15/0, D17 15/0, D15 8/4, F13 3/2").stations(ATE="E12.3 E16")
    game = table.turn_of("ATE", "run").game()
    route = run(game, "4+4f: E12.2 E14 E16 D17 D15 E14 F13 E12.3")
    assert why(game, route) == ("run-stop-once", "VIII.7.4")
    assert game.play(RunAsRecorded(170)).state.last_revenue == {"ATE": 170}
    assert why(game, RunAsRecorded(-1)) == ("recorded-revenue", "VIII.8 ¶1")
    by_the_book = a_table().phase("f").has("ATE", price=100, held="A60", trains="4+4f", stations="E16")
    assert why(by_the_book.turn_of("ATE", "run").game(), RunAsRecorded(170)) == ("not-asked", "VIII.3 ¶1")


# ---------------------------------------------------------------------------------------------------- stops and track


@rule("VIII.7.4")
def test_r7_both_cities_of_an_oo_tile() -> None:
    table = a_table().phase("d").has("BTE", price=100, held="A60", trains="2+2c")
    table.tiles("C8 8859/0, D7 7/3, D9 7/1").stations(BTE="C8")
    game = table.turn_of("BTE", "run").game()
    assert revenue(game, "2+2c: C8.0 D7 D9 C8.1") == 80


@rule("VIII.7.4")
@pytest.mark.parametrize(
    ("tiles", "begin", "end"),
    [
        pytest.param("F13 3/2, E14 56/0, D13 7/5", "E12.0 F13 E14", "D13 E12.1", id="printed"),
        pytest.param("E12 8889/1, F13 3/2, E14 2/5", "E12.1 E14 F13", "E12.2", id="yellow"),
        pytest.param("E12 8891/1, F13 3/2, E14 2/5", "E12.2 E14 F13", "E12.3", id="green"),
    ],
)
def test_r7_never_from_praha_to_praha(tiles: str, begin: str, end: str) -> None:
    """Its cities are one stop, whatever lies there."""
    table = a_table().phase("d").has("NWB", price=100, held="A60", trains="3+3d")
    table.tiles(tiles).stations(NWB=begin.split()[0])
    game = table.turn_of("NWB", "run").game()
    assert game.why_not(run(game, f"3+3d: {begin}")) is None
    assert why(game, run(game, f"3+3d: {begin} {end}")) == ("run-stop-once", "VIII.7.4")


@rule("VIII.7.4")
def test_no_stop_twice() -> None:
    """A ring of three hexes does not lead back into the city."""
    table = a_table().phase("d").has("EKJ", price=100, held="A50", trains="4e", stations="G12")
    table.tiles("G12 5/2, F13 887p/0, F11 3/4")
    game = table.turn_of("EKJ", "run").game()
    assert revenue(game, "4e: G12 F13 F11") == 50
    assert why(game, run(game, "4e: G12 F13 F11 G12.0")) == ("run-stop-once", "VIII.7.4")


def junction(tile: str) -> CzTable:
    """EKJ in G12 with a junction to the east of it."""
    table = a_table().phase("d").has("EKJ", price=100, held="A50", trains="2a 2a", stations="G12")
    return table.tiles(f"G12 5/3, G14 {tile}, G16 57/1")


@rule("VIII.7.11")
def test_c33_two_trains_do_not_share_track() -> None:
    """Two branches of a junction merge, so its common side is used once; two separate tracks may cross."""
    merged = junction("23/1").tiles("H15 8/2, H17 4/1").turn_of("EKJ", "run").game()
    both = run(merged, "2a: G12 G14 G16", "2a: G12 G14 H15 H17")
    assert why(merged, both) == ("run-track-shared", "VIII.7.11")
    crossed = junction("20/0").tiles("H13 9/0, I12 621/0, F15 9/0, E16 57/0").stations(EKJ="I12")
    game = crossed.turn_of("EKJ", "run").game()
    assert revenue(game, "2a: G12 G14 G16", "2a: I12 H13 G14 F15 E16") == 40 + 50


@rule("VIII.7.11", "VIII.7 ¶")
def test_c33_trains_may_meet_in_a_city() -> None:
    """Both begin in G12, on different tracks; each train runs once."""
    game = junction("9/1").tiles("F13 58/0").turn_of("EKJ", "run").game()
    assert (revenue(game, "2a: G12 G14 G16", "2a: G12 F13"), best(game)) == (70, 70)
    first = run(game, "2a: G12 G14 G16").routes[0]
    again = RunTrains((first, run(game, "2a: G12 F13").routes[0]))
    assert why(game, again) == ("run-own-trains", "VIII.7 ¶")


@rule("VIII.7.7", "VIII.7.8", "VIII.6 ¶")
def test_c34_a_blocked_city() -> None:
    """Full of others it can be an end, not a way through; with a free slot it can be passed."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="3d", stations="G12")
    table.has("MW", price=60, held="B50").has("VBW", price=60, held="B50").tiles("G16 14/0").line("G12 G14 G16 G18")
    passing = table.stations(MW="G16").turn_of("EKJ", "run").game()
    assert revenue(passing, "3d: G12 G14 G16 G18") == 60
    blocked = table.stations(VBW="G16").turn_of("EKJ", "run").game()
    assert revenue(blocked, "3d: G12 G14 G16") == 50
    assert why(blocked, run(blocked, "3d: G12 G14 G16 G18")) == ("run-blocked", "VIII.7.7")


@rule("VIII.7.8", "VIII.6.6")
def test_c34_a_slot_kept_for_a_home_is_free_for_routes() -> None:
    """Hradec Králové is BCB's, which has not started: one slot taken, one kept."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="3d", stations="E16")
    table.has("MW", price=60, held="B50").tiles("D17 14/0").line("E16 D17 C18 C20").stations(MW="D17")
    game = table.turn_of("EKJ", "run").game()
    assert revenue(game, "3d: E16 D17 C18 C20") == 20 + 30 + 10


@rule("VIII.7.1", "VIII.7.2")
def test_two_stops_with_an_own_station() -> None:
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="G12").line("G12 G14 G16 G18")
    game = table.turn_of("EKJ", "run").game()
    assert why(game, run(game, "2a: G12")) == ("run-two-stops", "VIII.7.1")
    assert why(game, run(game, "2a: G16 G18")) == ("run-own-station", "VIII.7.2")


@rule("VIII.7.9")
def test_no_track_twice() -> None:
    """Out to C20 and back over the piece between E18 and D19."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="3d")
    table.tiles("E16 57/1, D17 5/5, E18 28/3, D19 23/0, C20 3/5, D21 7/1").stations(EKJ="E16")
    game = table.turn_of("EKJ", "run").game()
    assert revenue(game, "3d: E16 E18 D19 C20") == 30
    back = run(game, "3d: E16 E18 D19 C20 D21 D19 E18 D17")
    assert why(game, back) == ("run-track-once", "VIII.7.9")


@rule("VIII.7.9")
def test_separate_tracks_on_one_tile() -> None:
    """One route may use both tracks of a crossing."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="3d", stations="G12")
    table.tiles("G16 57/1, G14 20/0, G12 5/4, H13 7/2, F15 9/0, E16 57/0")
    game = table.turn_of("EKJ", "run").game()
    assert revenue(game, "3d: G16 G14 G12 H13 G14 F15 E16") == 60


@rule("VIII.7.10", "VIII.7.1")
def test_a_city_is_left_by_any_other_track() -> None:
    """In by one track, out by another; where there is no track, there is no way."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="3d", stations="G12")
    table.tiles("G16 14/0, F17 8/0, E16 57/2").line("G12 G14 G16 G18")
    game = table.turn_of("EKJ", "run").game()
    assert revenue(game, "3d: G12 G14 G16 G18") == 60
    assert revenue(game, "3d: G12 G14 G16 F17 E16") == 70
    assert why(game, run(game, "3d: G12 E16")) == ("run-known-track", "VIII.7.1")


@rule("VIII.3 ¶1")
def test_running_is_a_duty_but_not_at_its_best() -> None:
    """Nothing run is refused while a route earns something; a poorer run is the director's choice."""
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="G12").line("G12 G14 G16").line("G12 F13")
    game = table.turn_of("EKJ", "run").game()
    assert why(game, NO_RUN) == ("run-duty", "VIII.3 ¶1")
    assert (best(game), revenue(game, "2a: G12 F13")) == (40, 30)
    site = a_table(profile="site").has("EKJ", price=60, held="A50", trains="2a", stations="G12").line("G12 G14 G16")
    assert site.turn_of("EKJ", "run").game().why_not(NO_RUN) is None


@rule("VIII.3 ¶1")
def test_without_any_route_nothing_is_run() -> None:
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="G12")
    game = table.turn_of("EKJ", "run").game()
    assert [offer.action for offer in game.offers()] == [NO_RUN]
    assert game.play(NO_RUN).state.last_revenue == {"EKJ": 0}


@rule("VIII.7 ¶")
def test_the_proposal_is_for_the_cards_that_are_there() -> None:
    """The board is as it was, the faces too, but another card of the same kind has come: the old one cannot run."""
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="G12").line("G12 G14 G16")
    before = table.turn_of("EKJ", "run").game()
    old = offers_of(before, RunTrains)[0]
    table.has("MW", price=60, held="B50", trains="2a").trades("EKJ", "MW")
    after = table.turn_of("EKJ", "run").game()
    assert before.why_not(old) is None
    assert why(after, old) == ("run-own-trains", "VIII.7 ¶")
    assert after.why_not(offers_of(after, RunTrains)[0]) is None


@rule("VIII.7 ¶")
def test_a_proposal_is_a_run_however_few_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has no nodes to look for routes must still know whether there are any: running is a duty."""
    monkeypatch.setattr(revenue_rules, "APART", revenue_rules.Nodes(soon=-1, thorough=-1))
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="G12").line("G12 G14 G16")
    game = table.turn_of("EKJ", "run").game()
    assert best(game) == 40
    assert why(game, NO_RUN) == ("run-duty", "VIII.3 ¶1")


@rule("IV.2.b", "IV.2.c", "IV.2.d", "VIII.10.10")
@pytest.mark.parametrize(
    ("company", "idle", "runs", "key"),
    [
        ("KFN", "2b", "2+2b", ("run-medium-trains", "IV.2.c")),
        ("SX", "3+3d", "3Ed", ("run-large-trains", "IV.2.d")),
        ("SX", "3d", "3Ed", ("run-large-trains", "IV.2.d")),
    ],
)
def test_only_trains_of_the_own_size_run(company: str, idle: str, runs: str, key: tuple[str, str]) -> None:
    """Smaller ones may be owned, but stay idle."""
    held = "A60" if company == "KFN" else "A50"
    table = a_table().phase("d").has(company, price=100, held=held, trains=f"{idle} {runs}").line("G12 G14 G16")
    game = table.stations(**{company: "G12"}).turn_of(company, "run").game()
    assert why(game, run(game, f"{idle}: G12 G14 G16")) == key
    assert revenue(game, f"{runs}: G12 G14 G16") == 40
    with_idle_only = a_table().phase("d").has(company, price=100, held=held, trains=idle).line("G12 G14 G16")
    silent = with_idle_only.stations(**{company: "G12"}).turn_of(company, "run").game()
    assert asked(silent).about.key != "run"
    assert silent.state.last_revenue == {company: 0}
