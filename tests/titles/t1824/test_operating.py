"""[VII.1] to [VII.10] [VIII.2] Operating rounds: order, track, stations, routes, income; vectors C and F."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, StopId, TileId, TurnId
from ferrovia.model.route import read_route
from ferrovia.model.state import trains_of
from ferrovia.routing import Graph
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import DiscardTrain
from ferrovia.titles.t1824.companies import operating_order
from ferrovia.titles.t1824.running import problem_of
from support.tables import asked, refused
from titles.t1824.tables import a_table, events, money, name, offered, price, stations, why

rule = pytest.mark.rule
PAY, KEEP = PayDividend(), Withhold()


def lay(hex_id: str, tile: str, turn: int = 0) -> LayTile:
    return LayTile(HexId(hex_id), TileId(tile), TurnId(turn))


def place(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


def run(game: Game, *routes: str) -> RunTrains:
    """Routes by kind of train: `run(game, "1g: A12.0 B13.0")`; the second of a kind has a number, `1g#1`."""
    company, found = game.where()[-1].facts.company, []
    for text in routes:
        kind, _, way = text.partition(":")
        face, _, number = kind.partition("#")
        cards = sorted(t for t, c in game.state.trains.items() if c.owner == company and c.face == face)
        found.append(read_route(f"{cards[int(number or 0)]}: {way}"))
    return RunTrains(tuple(found))


# ---------------------------------------------------------------------------------------------------------------- order


@rule("VII.4.1", "VII.4.2", "VII.4.3", "IV.1.3", "V ¶1", "VII.1.1")
def test_b6_who_operates_after_whom() -> None:
    table = a_table().mountains(A="B1 B2").cash(A=0)
    for railway in ["KK2", "KK1", "UG2", "UG1", "SD3", "SD2", "SD1", "SPB", "MLB", "EOD", "EPP"]:
        table.railway(railway, "A", price=120)
    game = table.operating_round().game()
    order = next(f.facts for f in game.where() if isinstance(f.facts, OperatingFacts)).companies
    assert " ".join(order) == "EPP EOD MLB SPB SD1 SD2 SD3 UG1 UG2 KK1 KK2"
    assert money(game, "A") == 50


@rule("VII.4.4", "VII.4.5", "VII.4.6", "VIII.1.2")
def test_c5_by_price() -> None:
    table = (
        a_table()
        .open("KK", 120, "", row=0)
        .open("SD", 120, "", row=1)
        .open("CL", 120, "", row=2)
        .open("BK", 125, "", row=3)
    )
    assert " ".join(operating_order(table.state, table.box)) == "BK CL SD KK"
    table.open("UG", 110, "", row=1).priced("SD", 110, row=1)
    assert " ".join(operating_order(table.state, table.box)) == "BK CL KK UG SD"


# ------------------------------------------------------------------------------------------------------------ dividends


@rule("VIII.2.1", "VII.10 pay")
@pytest.mark.parametrize(
    ("at", "row", "after"),
    [
        (80, 6, "90@5,4"),
        (120, 5, "130@4,6"),
        (170, 4, "180@3,8"),
        (220, 3, "240@2,10"),
        (330, 2, "340@1,13"),
        (350, 0, "350@0,13"),
    ],
)
def test_c3_right_ends(at: int, row: int, after: str) -> None:
    table = a_table().open("BK", at, "A60", row=row, at="B9", trains="2").cash(A=0)
    done = table.turn_of("BK", "dividend", revenue=100).game().play(PAY)
    assert (price(done, "BK"), money(done, "A"), money(done, "BK")) == (after, 60, 0)


@rule("VIII.2.2", "VII.10 withhold")
@pytest.mark.parametrize(("at", "row", "after"), [(80, 2, "70@3,0"), (40, 6, "40@6,0"), (110, 0, "100@0,0")])
def test_c3_left_ends(at: int, row: int, after: str) -> None:
    table = a_table().open("BK", at, "A60", row=row, at="B9", trains="2")
    done = table.turn_of("BK", "dividend", revenue=100).game().play(KEEP)
    assert (price(done, "BK"), money(done, "BK")) == (after, 100)
    assert price(table.turn_of("BK", "dividend", revenue=0).game(), "BK") == after


@rule("VII.1.2", "V ¶3")
def test_only_the_director_decides() -> None:
    game = a_table().open("BK", 80, "A60 B20", at="B9", trains="2").turn_of("BK", "dividend", revenue=100).game()
    assert refused(game, PAY, by="B").startswith("VII.1.2")


@rule("IV.2.9", "IV.2.10", "IV.3.10", "VII.3.3")
def test_f10_mines_pay_the_treasury() -> None:
    table = a_table().open("SB", 90, "A60", at="G26", trains="2g")
    done = table.turn_of("SB", "dividend", revenue=110, subsidy=60).game().play(KEEP)
    assert money(done, "SB") == 170
    table = a_table().railway("EOD", "A", price=140, trains="1g", at="A12").cash(A=0)
    done = table.turn_of("EOD", "half", revenue=100, subsidy=20).game()
    assert (money(done, "A"), money(done, "EOD")) == (50, 70)


# ---------------------------------------------------------------------------------------------------------------- track


@rule("VII.6.4a", "VII.6.2", "VII.8.2", "VII.5 ¶")
def test_f1_first_tile() -> None:
    game = a_table().railway("SD2", "A", cash=100, trains="2").turn_of("SD2", "home").game()
    assert stations(game, "SD2") == "G10.0"
    assert (why(game, lay("F9", "9")), why(game, lay("G10", "57"))) == ("VII.6.4a", "")
    wien = a_table().railway("SD1", "A", cash=100, trains="2").turn_of("SD1", "home").game()
    assert any(action.hex == "F11" for action in offered(wien, LayTile))


@rule("VII.6.3", "VII.8.3")
def test_one_tile_in_a_turn() -> None:
    game = a_table().open("BK", 90, "A60", cash=500, at="B9", trains="2").turn_of("BK").game()
    done = game.play(lay("B9", "57"))
    assert asked(done).about.key != "track"
    assert refused(done, lay("B11", "9")).startswith("VII.6.3")
    assert why(a_table().stock_round("A").game(), lay("B11", "9")) == "VII.6.3"


@rule("VII.8.3", "VII.11.10")
def test_one_station_in_a_turn_and_no_train_given_up_at_will() -> None:
    table = a_table().phase("3").open("MS", 90, "A60", cash=500, at="C12", trains="3")
    game = table.line("C12 B11 B9").turn_of("MS", "station").game()
    done = game.play(EndStations())
    assert why(done, place("B9.0")) == "VII.8.3"
    assert why(done, DiscardTrain(trains_of(done.state, name("MS"))[0])) == "VII.11.10"


@rule("VII.6.4h", "VII.7.13", "VII.7.12")
def test_f2_terrain() -> None:
    table = a_table().phase("3").railway("UG1", "A", cash=100, at="F17.1", trains="3")
    yellow = table.turn_of("UG1").game().play(lay("F17", "498"))
    assert money(yellow, "UG1") == 80
    table = a_table().phase("3").tiles("F17 498/0").railway("UG1", "A", cash=100, at="F17.1", trains="3")
    green = next(a for a in offered(table.turn_of("UG1").game(), LayTile) if a.tile == "490")
    done = table.turn_of("UG1").game().play(green)
    assert (money(done, "UG1"), done.state.board.left(TileId("498"))) == (100, 1)
    poor = a_table().railway("UG1", "A", cash=10, at="F17.1", trains="2").turn_of("UG1").game()
    assert why(poor, lay("F17", "498")) == "VII.6.4h"


@rule("VII.6.1", "VII.6.4d", "VII.6.4e", "VII.6.4f", "VII.6.4g", "VII.6.4i", "VII.6.4j", "VII.6.4b")
def test_tiles_that_do_not_suit() -> None:
    game = a_table().open("BK", 90, "A60", cash=500, at="B9", trains="2").line("B9 B11 C12").turn_of("BK").game()
    tried = {"C10": "9", "B13": "4", "B15": "9", "A18": "57", "C14": "57", "C6": "9", "A4": "9"}
    found = {hex_id: why(game, lay(hex_id, tile)) for hex_id, tile in tried.items()}
    assert found == {
        "C10": "VII.6.4d",
        "B13": "VII.6.4e",
        "B15": "VII.6.4f",
        "A18": "VII.6.4f",
        "C14": "VII.6.4g",
        "C6": "VII.6.1",
        "A4": "VII.6.1",
    }
    assert why(game, lay("H21", "9")) == "VII.6.4b"
    off = a_table().railway("SD3", "A", cash=100, at="G4", trains="2").turn_of("SD3").game()
    straight = [why(off, lay("G4", "57", turn)) for turn in range(6)]
    assert straight == ["VII.6.4i", "", "VII.6.4i", "VII.6.4i", "", "VII.6.4i"]  # it has no neighbours at sides 2 and 3
    twice = a_table().railway("SD3", "A", cash=100, at="G4", trains="2").line("G4 G2").turn_of("SD3").game()
    assert {why(twice, lay("G4", "57", turn)) for turn in range(6)} == {"VII.6.2"}
    edge = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g").turn_of("EOD").game()
    assert "VII.6.4i" in {why(edge, lay("A10", "3", turn)) for turn in range(6)}
    assert all(action.hex in ("A10", "B13") for action in offered(edge, LayTile))


@rule("VII.6.4c", "VII.6.4k", "VII.6.4l", "VII.6.4m")
def test_mines_printed_track_and_stations() -> None:
    edge = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g").turn_of("EOD").game()
    assert {action.hex for action in offered(edge, LayTile)} == {"A10", "B13"}
    game = a_table().railway("SD1", "A", cash=100, at="E12.0", trains="2").turn_of("SD1").game()
    assert [a.turn for a in offered(game, LayTile) if a.hex == "E12"] == [0]
    done = game.play(lay("E12", "499"))
    assert stations(done, "SD1") == "E12.0"


@rule("VII.7.1", "VII.7.2", "VII.7.3", "VII.7.4", "VII.7.5", "VII.7.6", "VII.7.8", "VII.7.9", "VII.7.10")
@pytest.mark.parametrize(("phase", "cite"), [("2", "VII.7.4"), ("3", ""), ("5", ""), ("7", "")])
def test_colours_and_what_is_kept(phase: str, cite: str) -> None:
    table = a_table().phase(phase).tiles("B9 57/0").open("BK", 90, "A60", cash=500, at="B9", trains="10")
    game = table.turn_of("BK").game()
    assert why(game, lay("B9", "14", 0)) == cite
    assert why(game, lay("B9", "611")) == ("VII.7.1" if phase in "57" else "VII.7.5")
    assert [why(game, lay("B9", "15", turn)) for turn in (0, 1)] == [cite, cite or "VII.7.8"]
    assert why(game, lay("B9", "23")) == (cite or "VII.7.9")
    grey = a_table().phase(phase).open("BK", 90, "A60", cash=500, at="B9", trains="10").turn_of("BK").game()
    assert why(grey, lay("A18", "494")) == ("VII.7.1" if phase == "7" else "VII.7.6")


@rule("VII.7.7")
def test_f3_permissive_upgrade() -> None:
    """No new track need be usable: the two new sides of B11 lead nowhere."""
    table = a_table().phase("3").open("BK", 90, "A60", cash=500, at="B9", trains="3").line("B9 B11 C12")
    game = table.turn_of("BK").game()
    assert [a for a in offered(game, LayTile) if a.hex == "B11"]
    assert why(game, lay("H21", "9")) == "VII.6.4b"
    apart = (
        a_table().phase("3").tiles("H21 9/1").open("BK", 90, "A60", cash=500, at="B9", trains="3").turn_of("BK").game()
    )
    assert why(apart, lay("H21", "20", 1)) == "VII.7.7"


@rule("VII.6.4e", "VII.6.4k")
def test_one_track_of_two_towns_is_enough() -> None:
    """The other track leads from nowhere to nowhere, and no neighbour has track that it meets."""
    table = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g")
    lays = [action for action in offered(table.turn_of("EOD").game(), LayTile) if action.hex == "B13"]
    assert lays and all(len(table.state.board.map.tiles[action.tile].stops) == 2 for action in lays)


@rule("VII.6.4i", "VII.6.4j")
def test_track_into_a_printed_hex() -> None:
    """B11 lies beside the mine A12, which has no arrow there; A10 lies at the edge."""
    game = a_table().tiles("B9 57/1").open("BK", 90, "A60", cash=500, at="B9", trains="2").turn_of("BK").game()
    assert {why(game, lay("B11", "8", turn)) for turn in range(6)} == {"", "VII.6.4b", "VII.6.4j"}
    edge = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g").turn_of("EOD").game()
    assert {why(edge, lay("A10", "58", turn)) for turn in range(6)} == {"", "VII.6.4b", "VII.6.4i"}


@rule("VII.7.7")
def test_the_site_wants_new_track_to_be_open() -> None:
    """A second line across B11 is legal by the rulebook; the site wants one that the company can come to."""
    for profile, cite in (("rulebook", ""), ("site", "VII.7.7")):
        table = a_table(profile=profile).phase("3").open("BK", 90, "A60", cash=500, at="B9", trains="3")
        game = table.line("B9 B11 C12").turn_of("BK").game()
        at = game.state.board.picture(HexId("B11"))
        tiles = game.state.board.map.tiles
        crossing = [
            lay("B11", tile, turn)
            for tile in ("16", "19", "20")
            for turn in range(6)
            if tile in tiles and at.plain < (new := tiles[TileId(tile)].turned(turn)).plain
            if not any(side in pair for side in next(iter(at.plain)) for pair in new.plain - at.plain)
        ]
        assert crossing
        assert {why(game, action) for action in crossing} - {"VII.6.4j"} == {cite}


# ------------------------------------------------------------------------------------------------------------- stations


@rule("VII.8.1", "VII.8.4", "VII.8.6", "VII.8.7", "VII.7.11", "VII.8.8", "VII.8.5")
def test_f4_a4_stations() -> None:
    table = a_table().open("MS", 90, "A60", cash=500, at="C12", trains="2").line("C12 B11 B9 B7 B5")
    game = table.turn_of("MS", "station").game()
    assert (why(game, place("B9.0")), why(game, place("B5.0")), why(game, place("C12.0"))) == ("VII.8.7", "", "VII.8.1")
    assert (why(game, place("C6.0")), why(game, place("G26.0"))) == ("VII.8.1", "VII.8.6")
    done = game.play(place("B5.0"))
    assert money(done, "MS") == 460
    table = a_table().phase("3").open("MS", 90, "A60", cash=90, at="C12 B5", trains="3").line("C12 B11 B9 B7 B5")
    assert why(table.turn_of("MS", "station").game(), place("B9.0")) == "VII.8.7"
    formed = a_table().phase("4").open("SD", 120, "A60", row=0, cash=100, at="E12.0 G10 G4", trains="4")
    assert formed.state.tokens[name("SD")] == 2
    poor = formed.treasury(SD=99).line("G10 G8 F7").turn_of("SD", "station").game()
    assert (why(poor, place("F7.0")), why(poor, place("H15.0"))) == ("VII.8.4", "VII.8.6")


@rule("VII.8.7", "IV.4.4.6")
def test_f12_homes_in_wien() -> None:
    table = a_table().tiles("E12 499/0").railway("KK1", "B", at="E12.1")
    table.open("MS", 90, "A60", cash=500, at="C12", trains="2").line("C12 D11 E12")
    game = table.turn_of("MS", "station").game()
    assert why(game, place("E12.2")) == ""
    none = a_table().tiles("E12 499/0").open("MS", 90, "A60", cash=500, at="C12", trains="2").line("C12 D11 E12")
    assert why(none.turn_of("MS", "station").game(), place("E12.2")) == ""
    assert why(none.turn_of("MS", "station").game(), place("E12.1")) == "VII.8.6"
    kept = none.line("C12 D11 E10 E12").turn_of("MS", "station").game()
    assert why(kept, place("E12.1")) == "VII.8.7"


# --------------------------------------------------------------------------------------------------------------- routes


@rule("VII.9 g", "VII.3.2", "VII.10.1", "VII.3.5")
def test_f7_a_g_train_without_a_city() -> None:
    table = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g").line("A12 B13 C12").cash(A=0)
    game = table.turn_of("EOD", "run").game()
    best = offered(game, RunTrains)[0]
    assert best.routes
    short = {why(game, run(game, f"1g: A12.0 {town}")) for town in ("B13.0", "B13.1")}
    assert "VII.10.3" in short
    alone = a_table().railway("EOD", "A", price=120, cash=100, at="A12", trains="1g").line("A12 B13").cash(A=0)
    game = alone.turn_of("EOD", "run").game()
    stop = next(s for s in ("B13.0", "B13.1") if why(game, run(game, f"1g: A12.0 {s}")) == "")
    done = game.play(run(game, f"1g: A12.0 {stop}"))
    assert (money(done, "A"), money(done, "EOD")) == (5, 100 + 5 + 10)


@rule(
    "VII.9.1", "VII.9.2", "VII.9.3", "VII.9 normal", "VII.2 ¶", "VII.3.1", "VII.3.4", "VII.3.6", "VII.10.3", "VII.10.2"
)
def test_what_is_no_route() -> None:
    table = a_table().phase("2").open("MS", 90, "A60", cash=100, at="C12", trains="2 1g").line("A12 B13 C12 B11 B9")
    game = table.turn_of("MS", "run").game()
    town = next(s for s in ("B13.0", "B13.1") if why(game, run(game, f"2: {s} C12.0")) != "VII.2 ¶")
    tried = {
        "2: C12.0": "VII.9.1",
        f"2: A12.0 {town}": "VII.9.2",
        f"2: {town} C12.0 B11 B9.0": "VII.9.3",
        f"2: A12.0 {town} C12.0": "VII.9 normal",
        "1g: C12.0 B11 B9.0": "VII.9 g",
        "2: C12.0 H21 B9.0": "VII.2 ¶",
    }
    assert {text: why(game, run(game, text)) for text in tried} == tried
    assert why(game, RunTrains(())) == "VII.10.3"
    assert refused(game, RunTrains(())).startswith("VII.10.3")


@rule("VII.9.4", "VII.9.5", "VII.9.6", "VII.2 ¶")
def test_f5_f8_track_is_used_once() -> None:
    table = a_table().railway("EPP", "A", price=120, cash=100, at="C6", trains="1g 1g").line("C6 B5").line("C6 B7 B9")
    game = table.turn_of("EPP", "run").game()
    both = run(game, "1g: C6.0 B5.0", "1g#1: C6.0 B7 B9.0")
    assert why(game, both) == ""
    twice = run(game, "1g: C6.0 B5.0", "1g#1: C6.0 B5.0")
    assert why(game, twice) == "VII.9.6"
    assert events(game.play(both), "mine-income") == [{"company": "EPP", "amount": 20}]


@rule("VII.3.4")
def test_a_coal_railway_runs_from_its_own_mine() -> None:
    table = a_table().railway("EPP", "A", price=120, cash=100, at="C6", trains="1g").line("C6 B7 B9")
    game = table.line("A12 B13 C12 B11 B9").turn_of("EPP", "run").game()
    from_another = {why(game, run(game, f"1g: A12.0 {town} C12.0")) for town in ("B13.0", "B13.1")}
    assert from_another - {"VII.2 ¶"} == {"VII.3.4"}
    assert why(game, run(game, "1g: C6.0 B7 B9.0")) == ""


@rule("VII.9.4")
def test_f5_f6_one_circle_and_one_red_zone() -> None:
    game = a_table().open("MS", 90, "A60", cash=500, at="C12", trains="2").turn_of("MS").game()
    stops = tuple(map(StopId, ("E12.0", "E12.1", "E12.2", "A4.0", "B3.0", "B5.0")))
    problem = problem_of(game._table(), name("MS"), Graph(stops, chains=(), between=(), ends=()))
    groups = {stop.name: stop.groups for stop in problem.stops}

    def places(*names: str) -> set[int]:
        return {groups[name] for name in names}

    wien, dresden = places("E12.0", "E12.1", "E12.2"), places("A4.0", "B3.0")
    assert (len(wien), len(dresden), wien & dresden) == (1, 1, set())
    assert places("B5.0") == {0} and not {0} & (wien | dresden)


@rule("VII.8.2")
def test_going_on_without_a_station() -> None:
    table = a_table().open("MS", 90, "A60", cash=500, at="C12", trains="2").turn_of("MS")
    assert asked(table.game().play(EndTrack())).about.key == "station"
    assert asked(table.game().play(EndTrack()).play(EndStations())).about.key == "buy-trains"
