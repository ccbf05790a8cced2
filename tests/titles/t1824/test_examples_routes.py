"""[VII.2] [VII.3] [VII.6] to [VII.10] Vectors A and F of the examples: track, stations and routes on small boards."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, StopId
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
from titles.t1824.tables import Table1824, a_table, box_of, events, money, offered, percent, price, why
from titles.t1824.test_operating import run

rule = pytest.mark.rule


def place(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


def earned(game: Game) -> tuple[int, int, tuple[int, ...]]:
    """Revenue, mine income, and the revenue of each route."""
    told = events(game, "trains-run")[0]
    return told["amount"], told["mines"], tuple(told["earned"])


# --------------------------------------------------------------------------------------------- the pictures of the book


@rule("VII.2 ¶", "VII.9.1", "VII.9.2")
def test_a5_what_is_no_route() -> None:
    """A5: reversing at a junction, no own station, a single location: refused."""
    table = a_table().phase("3").open("BK", 90, "A60", at="C12", trains="4").line("B9 B11 C12").line("B9 B11 B13")
    game = table.turn_of("BK", "run").game()
    towns = game.state.board.stops_on(HexId("B13"))
    assert {why(game, run(game, f"4: C12.0 B11 {town}")) for town in towns} == {"VII.2 ¶"}
    assert "VII.9.2" in {why(game, run(game, f"4: B9.0 B11 {town}")) for town in towns}
    assert why(game, run(game, "4: C12.0")) == "VII.9.1"


def page_13() -> Table1824:
    """Letters A to J of page 13 as track; the hexes are a reconstruction."""
    table = a_table().phase("3").tiles("B5 57/2, B5 619/5, B9 57/1, B9 619/4, C12 57/1, C12 14/1, A8 4/1, A8 87/4")
    return table.line("C6 B5 A6 A8 A10 A12").line("A4 B5").line("C6 B7 B9").line("B9 B11 C12").line("C10 C12")


@rule("VII.9 g", "VII.10.1", "VII.3.1", "VII.3.3", "IV.2.9", "IV.2.10")
def test_a6_coal_railways_of_page_13() -> None:
    """A6: EPP 60 + 40, half 50, treasury 50 + 20 from mines; mine to mine is refused. EOD 80, half 40, + 10."""
    table = page_13().railway("EPP", "A", price=120, at="C6", trains="1g 1g").cash(A=0)
    game = table.turn_of("EPP", "run").game()
    ways = "1g: C6.0 B5.0 A6.0 A8.0 A10.0", "1g#1: C6.0 B7 B9.0 A8.0"
    assert why(game, run(game, "1g: C6.0 B5.0 A6.0 A8.0 A10.0 A12.0", ways[1])) == "VII.3.1"
    done = game.play(run(game, *ways))
    assert (earned(done), money(done, "A"), money(done, "EPP")) == ((100, 20, (60, 40)), 50, 70)
    table = page_13().railway("EOD", "A", price=120, at="A12", trains="2g").cash(A=0)
    table.open("BK", 100, "B60", at="B9").open("MS", 90, "C60", at="B9")
    game = table.turn_of("EOD", "run").game()
    done = game.play(run(game, "2g: A12.0 A10.0 A8.0 A6.0 B5.0 A4.0"))
    assert (earned(done), money(done, "A"), money(done, "EOD")) == ((80, 10, (80,)), 40, 50)


@rule("VII.9.6", "VII.10.1", "VII.3.5")
def test_a6_companies_of_page_13() -> None:
    """A6: BK 70 + 80 with 10 from a mine, C used on different tracks; MS 70 + 80."""
    table = page_13().open("BK", 100, "A60", at="B9 B5", trains="3 2g").open("MS", 90, "B60", at="C12", trains="3 4")
    table.stations(MS="B9")
    game = table.turn_of("BK", "run").game()
    done = game.play(run(game, "3: C12.0 B11 B9.0 A8.0", "2g: A12.0 A10.0 A8.0 A6.0 B5.0 A4.0"))
    assert earned(done) == (150, 10, (70, 80))
    game = table.turn_of("MS", "run").game()
    done = game.play(run(game, "3: C10.0 C12.0 B11 B9.0", "4: B9.0 A8.0 A6.0 B5.0"))
    assert earned(done) == (150, 0, (70, 80))


# ------------------------------------------------------------------------------------------------- track and stations


@rule("VII.6.4h", "VII.7.13")
def test_f2_the_first_tile_pays_the_mountain() -> None:
    """F2: the town of A6 costs 40, its upgrade nothing."""
    table = a_table().phase("3").open("BK", 90, "A60", cash=100, at="B5", trains="3").tiles("B5 6/1")
    game = table.turn_of("BK").game()
    laid = game.play(next(a for a in offered(game, LayTile) if a.hex == "A6"))
    assert money(laid, "BK") == 60
    table = a_table().phase("3").open("BK", 90, "A60", cash=100, at="B5", trains="3").line("B5 A6 A8")
    game = table.turn_of("BK").game()
    up = next(a for a in offered(game, LayTile) if a.hex == "A6")
    assert (box_of(game).map.tiles[up.tile].colour, money(game.play(up), "BK")) == ("green", 100)


@rule("VII.8.7", "VII.7.11")
def test_f4_the_home_of_prag_is_kept() -> None:
    """F4: yellow Prag is kept for BK; in green Prag one other may stand; routes pass through meanwhile."""
    table = a_table().phase("3").open("MS", 90, "A60", cash=500, at="C12", trains="3").line("C12 B11 B9 B7 B5")
    game = table.turn_of("MS", "station").game()
    assert why(game, place("B9.0")) == "VII.8.7"
    assert why(table.turn_of("MS", "run").game(), run(game, "3: C12.0 B11 B9.0 B7 B5.0")) == ""
    laid = table.board.tiles[HexId("B9")]
    green = next(u for u in table.box.upgrades.over(HexId("B9"), laid) if u.tile.colour == "green")
    table.tiles(f"B9 {green.tile.id}/{green.turn}")
    game = table.turn_of("MS", "station").game()
    assert why(game, place("B9.0")) == ""
    table.open("CL", 80, "B60", cash=500, at="B5", trains="3").stations(MS="B9")
    assert why(table.turn_of("CL", "station").game(), place("B9.0")) == "VII.8.7"


@rule("VII.8.7", "IV.4.4.6")
def test_f12_which_circle_of_wien_is_kept() -> None:
    """F12: KK1 and KK2 unsold: KK1's circle stays kept for KK, KK2's is open; with KK2 sold its own is kept."""
    table = a_table().tiles("E12 499/0").open("MS", 90, "A60", cash=500, at="C12", trains="2").line("C12 D11 E12")
    game = table.line("C12 C10 D9 E10 E12").turn_of("MS", "station").game()
    assert (why(game, place("E12.2")), why(game, place("E12.1"))) == ("", "VII.8.7")
    sold = a_table().tiles("E12 499/0").open("MS", 90, "A60", cash=500, at="C12", trains="2").line("C12 D11 E12")
    assert why(sold.railway("KK2", "B").turn_of("MS", "station").game(), place("E12.2")) == "VII.8.7"


# --------------------------------------------------------------------------------------------------------------- routes


@rule("VII.9.4", "VII.9.6")
def test_f5_from_wien_to_wien() -> None:
    """F5: one route with two circles of Wien is refused; two trains may use two circles."""
    table = a_table().phase("3").tiles("E12 499/0").open("SD", 120, "A60", row=0, at="E12.0 E8", trains="10 3")
    game = table.line("E12 F11 F9 E10 E12").line("E12 E10 E8").turn_of("SD", "run").game()
    towns = game.state.board.stops_on(HexId("F11"))
    assert "VII.9.4" in {why(game, run(game, f"10: E12.0 {town} F9 E10 E12.1")) for town in towns}
    both = [run(game, f"3: E12.0 {town}", "10: E12.1 E10 E8.0") for town in towns]
    assert "" in {why(game, ways) for ways in both}


@rule("VII.9.3", "VII.9 g")
def test_f9_both_towns_of_a_tile() -> None:
    """F9: a route round through both towns of B13 has three locations; a g-train is paid for both."""

    def with_train(kind: str) -> Game:
        table = a_table().phase("3").tiles("B13 1/1, B15 401/0").line("B15 C14 B13")
        return table.open("MS", 90, "A60", at="B15", trains=kind).turn_of("MS", "run").game()

    game = with_train("2")
    assert why(game, run(game, "2: B13.0 B15.0 C14 B13.1")) == "VII.9.3"
    game = with_train("1g")
    done = game.play(run(game, "1g: A12.0 B13.0 B15.0 C14 B13.1"))
    assert earned(done) == (10 + 30 + 10, 10, (50,))


@rule("VII.9.4")
def test_f6_one_red_zone_twice() -> None:
    """F6: A4 … B3 in one route: both are Dresden."""
    table = a_table().phase("3").tiles("B5 5/1").open("BK", 90, "A60", at="B5", trains="3")
    game = table.turn_of("BK", "run").game()
    assert why(game, run(game, "3: A4.0 B5.0 B3.0")) == "VII.9.4"
    assert why(game, run(game, "3: A4.0 B5.0")) == ""


@rule("VII.3.3", "VII.10 withhold")
@pytest.mark.parametrize(("phase", "mine"), [("4", 20), ("5", 60)])
def test_f10_what_a_mine_is_worth(phase: str, mine: int) -> None:
    """F10: a g-train from H25 brings 20 before the first 5-train, then 60; kept with the revenue."""
    table = a_table().phase(phase).open("SB", 90, "A60", at="G26", trains="3g").line("H25 G26 G24")
    game = table.turn_of("SB", "run").game()
    ran = game.take(next(iter(game.offers())))
    revenue, mines, _ = earned(ran)
    assert mines == mine
    kept = ran.play(Withhold())
    assert (money(kept, "SB"), price(kept, "SB")) == (revenue + mine, "80@3,1")
    table = a_table().open("SB", 90, "A60", at="G26", trains="2g").turn_of("SB", "dividend", revenue=110, subsidy=60)
    assert money(table.game().play(Withhold()), "SB") == 170


@rule("VII.3.5", "VII.8.1", "IV.2.16")
def test_f11_a_mine_without_its_coal_railway() -> None:
    """F11: EOD is gone: g-trains of MS and SD may start at A12, with a station on the route; nobody stands there."""
    table = a_table().phase("3").open("MS", 90, "A60", cash=500, at="C12", trains="2g").line("A12 B13 C12")
    game = table.turn_of("MS", "run").game()
    best = next(iter(offered(game, RunTrains)))
    assert {best.routes[0].stops[0], best.routes[0].stops[-1]} == {"A12.0", "C12.0"}
    assert why(table.turn_of("MS", "station").game(), place("A12.0")) == "VII.8.1"
    state = a_table().phase("4").open("SD", 120, "B60", row=0, cash=500, at="C12", trains="2g").line("A12 B13 C12")
    game = state.turn_of("SD", "run").game()
    assert "A12.0" in offered(game, RunTrains)[0].routes[0].stops


@rule("VII.10 pay", "VII.10.1")
def test_f7_the_first_run_of_eod() -> None:
    """F7: A12 to a town of B13: 10, the mine 10; owner 5, treasury 5 + 10."""
    table = a_table().railway("EOD", "A", price=120, at="A12", trains="1g").line("A12 B13").cash(A=0)
    game = table.turn_of("EOD", "run").game()
    done = game.play(offered(game, RunTrains)[0])
    assert (earned(done)[:2], money(done, "A"), money(done, "EOD")) == ((10, 10), 5, 15)


@rule("VII.10 pay")
def test_i3_a_tenth_for_each_share() -> None:
    """I3: of a dividend of 90 a 10% share gets 9."""
    table = a_table("A B C").open("SB", 90, "C60 A10", at="G26", trains="3").cash(A=25)
    done = table.turn_of("SB", "dividend", revenue=90).game().play(PayDividend())
    assert (money(done, "A"), percent(done, "A", "SB")) == (34, 10)
