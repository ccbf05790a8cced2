"""[7.4] [7.8] [7.8.1] [7.8.2] [7.8.3] Which routes, and which sets of routes, may be run."""

from dataclasses import replace
from typing import NamedTuple

import pytest

from ferrovia import Game
from ferrovia.model.ids import StopId, TrainId
from ferrovia.model.route import Route, read_route
from ferrovia.rules.revenue import RunTrains
from titles.t1862.runs import NO_RUN, built, revenue, run
from titles.t1862.tables import EasternTable, a_table, why

rule = pytest.mark.rule


def refusal(game: Game, *routes: str) -> tuple[str, str]:
    """The rule and the paragraph by which a run is refused; a fault of one route names it."""
    action = run(game, *routes)
    found = game.why_not(action)
    assert found is not None, f"{routes} may be run"
    assert "route" not in found.params or found.params["route"] in action.routes
    assert found.params.get("routes", action.routes) == action.routes
    return found.rule, why(game, action)


def company(name: str, trains: str, permits: str, phase: str = "D", profile: str = "rulebook") -> EasternTable:
    return a_table(profile=profile).phase(phase).has(name, price=100, held="A5", permits=permits, trains=trains)


def running(table: EasternTable, name: str, stations: str) -> Game:
    return table.stations(**{name: stations}).turn_of(name, "run_without_asking").game()


# ------------------------------------------------------------------------------------- the example of the rulebook


def eastern_counties() -> EasternTable:
    """Ely – Newmarket – London; Sudbury – Colchester – Ipswich (full of ESR, WVR, N&B) – Felixstowe – Denmark."""
    table = a_table().phase("D")
    built(table, "C8 30: C10, C10 30: C8 C12, C12: C10 C14, D11 20: E12, E12 60: D11 F11 D13, D13 20: E12 D15")
    built(table, "F11 60: E12 G12 G10, G12 30: F11 H11")
    for name in ("ESR", "WVR", "N&B"):
        table.has(name, price=82, held="B5", stations="F11")
    return table


def of_the_example(name: str, stations: str) -> Game:
    table = eastern_counties().has(name, price=100, held="A5", permits="express", trains="4E")
    return running(table, name, stations)


@rule("7.4")
def test_e11_no_route_to_london_without_a_station_there() -> None:
    game = of_the_example("NGC", "C10")
    assert game.why_not(run(game, "4E: C10 C8")) is None
    assert refusal(game, "4E: C10 C12 C14") == ("run-london", "7.4")
    linked = of_the_example("NGC", "C10 B15.1")
    assert revenue(linked, "4E: C8 C10 C12 C14") == 30 + 30 + 150


@rule("7.4")
def test_e11_a_full_city_stops_a_route() -> None:
    """SVR comes to Ipswich and not beyond; FDR likewise from the other side, from the sea."""
    game = of_the_example("SVR", "D11")
    assert game.why_not(run(game, "4E: D11 E12 F11")) is None
    assert refusal(game, "4E: D11 E12 F11 G12") == ("run-blocked", "7.4")
    game = of_the_example("FDR", "G12")
    assert revenue(game, "4E: H11 G12 F11") == 100 + 30 + 60
    assert refusal(game, "4E: H11 G12 F11 E12") == ("run-blocked", "7.4")


@rule("7.4")
def test_e11_a_station_in_london_starts_nothing() -> None:
    """SVR may go to London, and yet not from there to Newmarket."""
    game = of_the_example("SVR", "D11 B15.1")
    assert game.why_not(run(game, "4E: D11 E12 D13 D15")) is None
    assert refusal(game, "4E: C14 C12 C10") == ("run-own-station", "7.4")


@rule("7.8")
def test_e16_a_city_and_its_port_are_a_route() -> None:
    assert revenue(of_the_example("FDR", "G12"), "4E: G12 H11") == 130


# ----------------------------------------------------------------------------------------------------- single routes


def fens(trains: str = "4E", permits: str = "express", stations: str = "C4", profile: str = "rulebook") -> Game:
    """L&H at King's Lynn: its port, Wisbech, the Midlands by two ways, Hunstanton, Wells and its port."""
    table = built(
        company("LH", trains, permits, "D", profile), "C4 60: C2 B5 B3 D3, B5 30: C4 A4 C6, B3: C4 A4, D3: C4 E2"
    )
    built(table, "E2 30: D3 D1 F3, F3 30: E2 F1 F5, F5 40: F3 E6, C6 30: B5 D5, D5 20: C6 E6, E6: D5 F5")
    return running(table, "LH", stations)


class Fault(NamedTuple):
    way: str
    broken: str
    paragraph: str


@rule("7.4", "7.8", "7.8.3")
@pytest.mark.parametrize(
    "fault",
    [
        Fault("E2 F3", "run-own-station", "7.4"),
        Fault("C4 B5 C6 B5", "run-station-once", "7.4"),
        Fault("C4 D3 C4", "run-station-once", "7.4"),
        Fault("C4 B5 A4 B3", "run-area-at-end", "7.4"),
        Fault("C4", "run-two-stations", "7.8"),
        Fault("C4 D3", "run-large-ends", "7.8"),
        Fault("C2 C4 D3 E2 D1", "run-one-area-of-a-kind", "7.8"),
        Fault("C4 E2", "run-known-track", "7.8"),
        Fault("D3 C4 B5 C6 D5 E6 F5", "run-large-ends", "7.8"),
        Fault("C2 C4 B5 C6 D5", "run-range-express", "7.8.3"),
    ],
)
def test_what_is_no_route(fault: Fault) -> None:
    assert refusal(fens(), f"4E: {fault.way}") == (fault.broken, fault.paragraph)


@rule("7.8")
def test_no_route_from_red_area_to_red_area() -> None:
    """Midlands – Wisbech – March – Cambridge – The West; to the port of Wells it may go."""
    table = built(company("WStI", "6E", "express", "H"), "B5 30: A4 B7 C4, B7 30: B5 B9, B9 60: B7 A10, C4 50: B5 C2")
    game = running(table, "WStI", "B5")
    assert refusal(game, "6E: A4 B5 B7 B9 A10") == ("run-one-area-of-a-kind", "7.8")
    assert revenue(game, "6E: A4 B5 C4 C2") == 140 + 30 + 50 + 100


@rule("7.4")
def test_all_entrances_of_an_area_are_one_place() -> None:
    """From the Midlands to the Midlands, by Wisbech and by March."""
    table = built(company("WStI", "6E", "express", "H"), "B5 30: A4 B7, B7 30: B5 A8")
    assert refusal(running(table, "WStI", "B5"), "6E: A4 B5 B7 A8") == ("run-station-once", "7.4")


@rule("7.8.1")
def test_range_of_a_freight_train() -> None:
    """2F: two steps from hex to hex, whatever lies there."""
    game = fens("2F", "freight")
    assert revenue(game, "2F: C4 D3 E2") == 60 + 30 + 20
    assert refusal(game, "2F: C4 D3 E2 D1") == ("run-range-freight", "7.8.1")


@rule("7.8.2")
def test_range_of_a_local_train() -> None:
    """2L: two large stations, any number of small ones; never a port. 2/3L: three."""
    game = fens("2/3L", "local")
    assert game.why_not(run(game, "2/3L: B5 C4 D3 E2")) is None
    assert refusal(game, "2/3L: B5 C4 D3 E2 F3") == ("run-range-local", "7.8.2")
    assert refusal(game, "2/3L: C2 C4 D3 E2") == ("run-local-no-area", "7.8.2")


@rule("6.5.4.3", "7.8")
def test_a_train_needs_its_permit() -> None:
    game = fens("4E 3L", "express")
    assert refusal(game, "3L: C4 D3 E2") == ("run-permit", "6.5.4.3")
    assert game.why_not(run(game, "4E: C4 D3 E2")) is None


@rule("7.8")
def test_only_own_trains_run_and_each_once() -> None:
    game = fens()
    (route,) = run(game, "4E: C4 D3 E2").routes
    assert why(game, RunTrains((replace(route, train=TrainId("Z-9")),))) == "7.8"
    assert why(game, RunTrains((route, route))) == "7.8"


@rule("7.8")
def test_a_route_that_is_none() -> None:
    game = fens()
    (route,) = run(game, "4E: C4 D3 E2").routes
    assert why(game, RunTrains((read_route("nonsense"),))) == "7.8"
    assert why(game, RunTrains((read_route(f"{route.train}: (C4.9)"),))) == "7.8"
    assert why(game, RunTrains((replace(route, chains=()),))) == "7.8"
    assert why(game, RunTrains((Route(route.train, (), ()),))) == "7.8"
    assert why(game, RunTrains((replace(route, skipped=(StopId("C4.9"),)),))) == "7.8"


# ------------------------------------------------------------------------------------------------------ sets of routes


@rule("7.8")
def test_one_route_comes_home() -> None:
    game = fens("4E 4E", stations="C4 E2")
    assert refusal(game, "4E: E2 D1", "4E: F3 E2") == ("run-home", "7.8")
    assert game.why_not(run(game, "4E: E2 D1", "4E: C4 D3 E2")) is None


@rule("7.8")
def test_nothing_runs_while_the_home_has_no_track() -> None:
    """King's Lynn is not built yet: from Wells a train could run, and yet no route comes home."""
    table = built(company("LH", "4E", "express"), "E2 30: F3, F3 30: E2")
    game = running(table, "LH", "C4 E2")
    assert refusal(game, "4E: E2 F3") == ("run-home", "7.8")
    assert [offer.action for offer in game.offers()] == [NO_RUN]


@rule("7.8")
def test_routes_may_meet_in_a_row() -> None:
    """Each of four routes meets only the next one."""
    table = built(
        company("EUR", "2E* 2E* 2E* 2E*", "express", "C"), "E12 60: F11 D13, F11 60: E12 G12, G12 30: F11 H11"
    )
    game = running(
        built(table, "D13 30: E12 D11, D11 30: D13 C10, C10 30: D11 C8, C8 50: C10"), "EUR", "E12 D13 D11 C10"
    )
    assert game.why_not(run(game, "2E: F11 E12", "2E: E12 D13", "2E: D13 D11", "2E: D11 C10")) is None
    assert refusal(game, "2E: F11 E12", "2E: E12 D13", "2E: D11 C10", "2E: C10 C8") == ("run-meet", "7.8")


def two_ways_to_the_midlands(profile: str) -> Game:
    """WStI at Wisbech and March, which have only the Midlands in common, and Downham Market, to which both lead."""
    table = company("WStI", "2E* 2E*", "express", "C", profile)
    return running(built(table, "B5 30: A4 A6 C6, B7 30: A6 A8 C6, C6 30: B5 B7"), "WStI", "B5 B7")


@rule("7.8")
def test_c16_routes_meet_in_a_large_station() -> None:
    """Two express trains that have only a red area in common do not meet; on the site they do by the same entrance."""
    book, site = two_ways_to_the_midlands("rulebook"), two_ways_to_the_midlands("site")
    assert refusal(book, "2E: B5 A6", "2E: B7 A6") == ("run-meet", "7.8")
    assert revenue(site, "2E: B5 A6", "2E: B7 A6") == 30 + 90 + 30
    assert refusal(site, "2E: B5 A4", "2E: B7 A8") == ("run-meet", "7.8")
    assert revenue(book, "2E: B5 C6", "2E: B7 C6") == 90


@rule("7.8")
def test_c16_a_full_city_links_routes_that_end_there() -> None:
    table = eastern_counties().has("SVR", price=100, held="A5", permits="express", trains="3E 3E")
    game = running(table, "SVR", "D11 G12")
    assert game.why_not(run(game, "3E: D11 E12 F11", "3E: H11 G12 F11")) is None


def three_ends(trains: str, profile: str = "rulebook", phase: str = "D") -> Game:
    """WNR at Wells: ports on both sides, Fakenham, Cromer, Hunstanton and King's Lynn."""
    table = built(company("WNR", trains, "freight express", phase, profile), "E2 40: D1 F1 E4 F3 D3, E4 30: E2 D5")
    built(table, "F3 30: E2 F1 F5, F5 40: F3, D3: E2 C4, C4 50: D3 D5, D5 20: E4 C4")
    return running(table, "WNR", "E2 F3")


@rule("7.8.1")
def test_freights_are_joined_end_to_end() -> None:
    """Both pass Wells and end elsewhere; or both end at one port, which joins nothing; or three end at one station."""
    game = three_ends("2F 2F")
    assert refusal(game, "2F: D1 E2 E4", "2F: E2 F3 F5") == ("run-freight-chain", "7.8.1")
    assert refusal(game, "2F~1: D1 E2 E4", "2F~2: E2 F3 F5") == ("run-freights-joined", "7.8.1")
    assert refusal(game, "2F: D1 E2 E4", "2F: F1 E2 F3") == ("run-freight-joint", "7.8.1")
    branching = three_ends("2F 2F 2F")
    assert refusal(branching, "2F: E2 E4", "2F: E2 F3", "2F: E2 D3 C4") == ("run-freight-chain", "7.8.1")


@rule("7.8.1")
def test_freights_make_no_ring() -> None:
    """R33: Wells – Fakenham – Swaffham – King's Lynn – Wells is no open chain."""
    game = three_ends("5F 5F")
    assert refusal(game, "5F: E2 E4 D5", "5F: D5 C4 D3 E2") == ("run-freight-chain", "7.8.1")
    assert game.why_not(run(game, "5F: E2 E4 D5", "5F: E2 D3 C4")) is None


@rule("7.8.1")
def test_only_freight_trains_are_joined() -> None:
    game = three_ends("2F 2/3E")
    assert refusal(game, "2F~1: E2 E4", "2/3E~1: E2 F3") == ("run-only-freights-join", "7.8.1")


@rule("7.8.1")
def test_each_train_of_a_chain_has_its_own_station() -> None:
    game = three_ends("2F 2F")
    assert refusal(game, "2F: E2 E4", "2F: E4 D5") == ("run-own-station", "7.4")


@rule("7.8.1")
def test_c14_the_only_permanent_freight_joins_the_others() -> None:
    """3F, a warranted 5F and the only 7F form one chain; with two 7F the 3F may stay apart from both."""
    game = three_ends("3F 5F* 7F", phase="F")
    joined = ("3F: D1 E2 E4", "5F: E4 E2 F3", "7F: F3 F5")
    assert revenue(game, *joined) == 100 + 40 + 2 * 30
    assert refusal(game, *joined[:2], "7F: E2 D3 C4") == ("run-freight-chain", "7.8.1")
    assert refusal(game, "3F~1: D1 E2 E4", "5F~1: E4 E2 F3", "7F~2: F3 F5") == ("run-freights-joined", "7.8.1")
    two = three_ends("3F 7F 7F", phase="F")
    apart = ("3F: D1 E2 E4", "7F: F1 F3 F5", "7F: C4 D3 E2 F3")
    assert two.why_not(run(two, *apart)) is None
    assert revenue(two, *apart) == (100 + 30 + 30) + (100 + 40 + 30) + (50 + 30 + 20 * 2)


# -------------------------------------------------------------------------------------------------------- duty to run


@rule("7.8")
def test_a_train_runs_if_it_can() -> None:
    """R31: a train may stay idle only if no route of it can be added; on the site it may."""
    game = fens("4E 4E")
    assert refusal(game) == ("run-duty", "7.8")
    assert refusal(game, "4E: C4 D3 E2") == ("run-duty", "7.8")
    assert game.why_not(run(game, "4E: C4 D3 E2", "4E: C4 D3 E2")) is None
    site = fens("4E 4E", profile="site")
    assert site.why_not(NO_RUN) is None
    assert site.why_not(run(site, "4E: C4 D3 E2")) is None


@rule("7.8")
def test_on_the_site_too_one_route_comes_home() -> None:
    game = fens("4E 4E", stations="C4 E2", profile="site")
    assert refusal(game, "4E: E2 D1") == ("run-home", "7.8")
    assert game.why_not(run(game, "4E: C4 D3 E2", "4E: E2 D1")) is None
