"""[VIII.6] Stations: homes, reservations, what a marker costs."""

import pytest

from ferrovia import Game
from ferrovia.rules.stations import PlaceStation
from ferrovia.titles.t18cz.homes import ChooseHomeCity
from support.tables import asked
from titles.t18cz.answers import NO_STATION, acquire, home, place
from titles.t18cz.tables import CzTable, a_table, markers, money, offers_of, stations_of, why

rule = pytest.mark.rule


@rule("VIII.6.1", "VII.5.4")
def test_the_home_station_comes_first_and_is_free() -> None:
    game = a_table().has("EKJ", price=60, held="A50", cash=240).turn_of("EKJ", "home").game()
    assert [offer.action for offer in game.offers()] == [home("D5.0")]
    assert why(game, home("D3.0")) == ("home-city", "VIII.6.1")
    done = game.play(home("D5.0"))
    assert (stations_of(done, "EKJ"), money(done, "EKJ"), markers(done, "EKJ")) == ("D5.0", 240, 2)


@rule("VIII.6.1")
@pytest.mark.parametrize(("company", "stop"), [("NWB", "E12.0"), ("BN", "E12.1")])
def test_the_two_homes_in_praha(company: str, stop: str) -> None:
    """NWB has the city with the exit to the south-east, BN that to the north-east; on each tile and merged."""
    for tiles, there in (("", stop), ("E12 8889/1", {"NWB": "E12.2", "BN": "E12.0"}[company]), ("E12 8892/0", "E12.0")):
        table = a_table().phase("g").has(company, price=80, held="A60", cash=400)
        game = (table.tiles(tiles) if tiles else table).turn_of(company, "home").game()
        assert offers_of(game, ChooseHomeCity) == [home(there)]


@rule("VIII.6.2")
def test_one_station_a_turn_beside_the_home() -> None:
    """Also in the first turn; without a marker nobody is asked."""
    table = a_table().has("EKJ", price=60, held="A50", cash=240).line("G12 G14 G16 G18").stations(EKJ="G12")
    game = table.turn_of("EKJ", "station").game().play(place("G16.0"))
    assert (stations_of(game, "EKJ"), asked(game).about.key) == ("G12.0 G16.0", "buy-trains")
    used = a_table().has("EKJ", price=60, held="A50", cash=240, stations="G12 D5 E16").line("G12 G14 G16")
    assert asked(used.turn_of("EKJ", "station").game()).about.key == "buy-trains"


# --------------------------------------------------------------------------------------------------------------- places


@rule("VIII.6.4")
def test_c42_one_station_a_hex() -> None:
    """OFE in one city of green D27: its other city is refused."""
    table = a_table().phase("d").has("OFE", price=60, held="A50", cash=240, stations="C26")
    table.tiles("C26 202/0, D27 8860/2, D25 7/3")
    table.stations(OFE="D27.0")
    game = table.turn_of("OFE", "station").game()
    assert why(game, place("D27.1")) == ("one-station-a-hex", "VIII.6.4")


@rule("VIII.6.2")
def test_stations_stand_in_free_slots_of_cities() -> None:
    table = a_table().has("EKJ", price=60, held="A50", cash=240, stations="G12").line("G12 G14 G16 G18")
    table.has("MW", price=60, held="B50", stations="G16")
    game = table.turn_of("EKJ", "station").game()
    assert why(game, place("G18.0")) == ("station-in-city", "VIII.6.2")
    assert why(game, place("G16.0")) == ("slot-free", "VIII.6.2")
    assert [offer.action for offer in game.offers()] == [NO_STATION]


@rule("VIII.6.2", "VIII.7.6")
def test_no_station_on_a_red_tile_of_another() -> None:
    table = a_table().phase("d").has("SX", price=100, held="B50").tiles("A8 8896/4").stations(SX="A8")
    table.has("EKJ", price=60, held="A50", cash=240, stations="B11").line("B11 A10 A8")
    assert why(table.turn_of("EKJ", "station").game(), place("A8.0")) == ("slot-free", "VIII.6.2")


@rule("VIII.6.5")
def test_a_station_is_connected_without_reversing() -> None:
    """From G16 to G12 over a junction, but not round its corner to E16."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=240, stations="G16")
    game = table.tiles("G16 57/1, G14 24/1, G12 57/1, F15 9/0, E16 57/0").turn_of("EKJ", "station").game()
    assert offers_of(game, PlaceStation) == [place("G12.0")]
    assert why(game, place("E16.0")) == ("station-connected", "VIII.6.5")


@rule("VIII.6.5")
def test_not_through_a_blocked_city() -> None:
    """G16 lies between; once MW fills its only slot, E16 cannot be reached."""
    table = a_table().has("EKJ", price=60, held="A50", cash=240, stations="G12").line("G12 G14 G16 F17 E16")
    assert place("E16.0") in offers_of(table.turn_of("EKJ", "station").game(), PlaceStation)
    table.has("MW", price=60, held="B50", stations="G16")
    assert why(table.turn_of("EKJ", "station").game(), place("E16.0")) == ("station-connected", "VIII.6.5")


# -------------------------------------------------------------------------------------------------------- reservations


def at_cheb(tile: str, *, others: str = "") -> Game:
    """EKJ's line reaches Cheb, the home of BTE, which has not started."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=240, stations="D5").tiles(f"D5 57/1, D3 {tile}")
    for company in others.split():
        table.has(company, price=60, held="B50", stations="D3")
    return table.turn_of("EKJ", "station").game()


@rule("VIII.6.6")
def test_c40_a_place_is_kept_for_a_home() -> None:
    """One slot: nobody else. Two slots: one other company, not a second one."""
    assert why(at_cheb("57/1"), place("D3.0")) == ("slot-reserved", "VIII.6.6")
    assert stations_of(at_cheb("14/0").play(place("D3.0")), "EKJ") == "D3.0 D5.0"
    assert why(at_cheb("14/0", others="MW"), place("D3.0")) == ("slot-reserved", "VIII.6.6")


@rule("VIII.6.6")
def test_a_home_once_placed_keeps_no_second_place() -> None:
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=240, stations="D5").tiles("D5 57/1, D3 14/0")
    table.has("BTE", price=60, held="B60", stations="D3")
    assert stations_of(table.turn_of("EKJ", "station").game().play(place("D3.0")), "EKJ") == "D3.0 D5.0"


def at_teplice(profile: str, tile: str) -> Game:
    table = a_table(profile=profile).phase("g").has("EKJ", price=60, held="A50", cash=240, stations="B11")
    return table.tiles(f"B11 57/1, B9 {tile}").turn_of("EKJ", "station").game()


@rule("VIII.6.7.b")
def test_c40_nobody_on_b9_before_ate() -> None:
    """Green or brown, ATE not started: refused. The site lets one company into the brown tile."""
    for tile, stop in (("8859/1", "B9.0"), ("8895p/4", "B9.0")):
        assert why(at_teplice("rulebook", tile), place(stop)) == ("ate-first", "VIII.6.7.b")
    assert stations_of(at_teplice("site", "8895p/4").play(place("B9.0")), "EKJ") == "B11.0 B9.0"
    assert why(at_teplice("site", "8859/1"), place("B9.0")) == ("slot-reserved", "VIII.6.6")


@rule("VIII.6.7.b")
def test_after_ate_everybody_may_enter_b9() -> None:
    table = (
        a_table().phase("g").has("EKJ", price=60, held="A50", cash=240, stations="B11").tiles("B11 57/1, B9 8895p/4")
    )
    table.has("ATE", price=60, held="B60", stations="B9")
    assert stations_of(table.turn_of("EKJ", "station").game().play(place("B9.0")), "EKJ") == "B11.0 B9.0"


def in_praha(tile: str, **stations: str) -> CzTable:
    """EKJ stands in E14's neighbour E16 with a line to Praha from the east."""
    table = a_table().phase("g").has("EKJ", price=60, held="A50", cash=240, stations="E16")
    table.tiles(f"E16 57/1, E14 55/0, E12 {tile}")
    for company, stop in stations.items():
        table.has(company, price=60, held="B60" if company == "NWB" else "B50", stations=stop)
    return table.turn_of("EKJ", "station")


@rule("VIII.6.6")
def test_c75_brown_praha_keeps_a_slot_for_bn() -> None:
    """Three of four slots are taken, the fourth is BN's; BN itself gets it."""
    table = in_praha("8892/0", NWB="E12", MW="E12", VBW="E12")
    assert why(table.game(), place("E12.0")) == ("slot-reserved", "VIII.6.6")
    table.has("BN", price=80, held="C60", cash=400)
    assert stations_of(table.turn_of("BN", "home").game().play(home("E12.0")), "BN") == "E12.0"
    both_free = in_praha("8892/0", MW="E12", VBW="E12")
    assert why(both_free.game(), place("E12.0")) == ("slot-reserved", "VIII.6.6")
    assert stations_of(in_praha("8892/0", MW="E12").game().play(place("E12.0")), "EKJ") == "E12.0 E16.0"


@rule("VIII.6.6")
def test_c75_green_praha_keeps_the_two_home_cities() -> None:
    """From the east into the city that is nobody's home; the homes of BN and NWB are kept."""
    assert stations_of(in_praha("8891/1").game().play(place("E12.2")), "EKJ") == "E12.2 E16.0"
    north = a_table().phase("d").has("EKJ", price=60, held="A50", cash=240, stations="B13")
    north.tiles("B13 202/3, C14 58/0, D13 9/0, E12 8891/1")
    assert why(north.turn_of("EKJ", "station").game(), place("E12.1")) == ("slot-reserved", "VIII.6.6")


@rule("VIII.6.6")
def test_a_home_that_is_full_cannot_be_taken() -> None:
    """It cannot come to that by the rules; a position that claims it is told so."""
    table = a_table().phase("d").has("BTE", price=60, held="A60", cash=300).has("MW", price=60, held="B50")
    game = table.tiles("D3 57/1").stations(MW="D3").turn_of("BTE", "home").game()
    assert why(game, home("D3.0")) == ("home-city-free", "VIII.6.6")


# ----------------------------------------------------------------------------------------------------------------- cost


def kfn() -> CzTable:
    """KFN in Brno with a line to the west and MW in Přerov; all directed by A."""
    table = a_table().phase("d").has("KFN", price=80, held="A60", cash=400, trains="2+2c", stations="G20")
    return table.tiles("G20 621/1").line("G20 G18 G16 G14 G12")


@rule("VIII.6.3")
def test_c41_the_first_costs_40_the_next_100() -> None:
    table = kfn()
    first = table.turn_of("KFN", "station").game().play(place("G16.0"))
    assert money(first, "KFN") == 360
    second = CzTable.on(first).turn_of("KFN", "station").game().play(place("G12.0"))
    assert money(second, "KFN") == 260


@rule("VIII.6.3")
def test_whoever_cannot_pay_places_none() -> None:
    game = kfn().treasury(KFN=39).turn_of("KFN", "station").game()
    assert why(game, place("G16.0")) == ("station-cost", "VIII.6.3")


@rule("VIII.6.3", "VIII.9.5")
def test_c41_after_acquiring_a_station_100() -> None:
    """Two stations are on the map, so the next costs 100 although the 40 marker was never used."""
    table = kfn().has("MW", price=60, held="A50", stations="F23")
    bought = table.turn_of("KFN", "acquire").game().play(acquire("MW", 30))
    assert stations_of(bought, "KFN") == "F23.0 G20.0"
    done = CzTable.on(bought).treasury(KFN=300).turn_of("KFN", "station").game().play(place("G16.0"))
    assert money(done, "KFN") == 200


@rule("VIII.6.3", "VIII.9.5")
def test_c41_after_acquiring_only_markers_the_own_one_is_still_40() -> None:
    """MW never operated: its three markers cost 100 each, KFN's own next one 40. The site takes 100 for all."""
    table = kfn().has("MW", price=60, held="A50")
    bought = table.turn_of("KFN", "acquire").game().play(acquire("MW", 30))
    first = CzTable.on(bought).treasury(KFN=300).turn_of("KFN", "station").game().play(place("G16.0"))
    assert money(first, "KFN") == 260
    second = CzTable.on(first).turn_of("KFN", "station").game().play(place("G12.0"))
    assert money(second, "KFN") == 160
    site = a_table(profile="site").phase("d").has("KFN", price=80, held="A60", cash=400, trains="2+2c", stations="G20")
    site.tiles("G20 621/1").line("G20 G18 G16").has("MW", price=60, held="A50")
    bought = site.turn_of("KFN", "acquire").game().play(acquire("MW", 30))
    done = CzTable.on(bought).treasury(KFN=300).turn_of("KFN", "station").game().play(place("G16.0"))
    assert money(done, "KFN") == 200
