"""[7.8] [7.8.1] [7.8.2] [7.8.3] [7.8.4] What runs earn, who decides them, and the best of them."""

import pytest

from ferrovia import Game, Search
from ferrovia.model.ids import BANK
from ferrovia.routing.problem import Income
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t1862.running import RunAsRecorded, can_run
from support.tables import asked
from titles.t1862.runs import NO_RUN, best, built, income, last_revenue, revenue, run
from titles.t1862.tables import EasternTable, a_table, company_id, money, offers_of, told, why

rule = pytest.mark.rule


def a_company(
    name: str, trains: str, permits: str, phase: str, *, profile: str = "rulebook", **more: str
) -> EasternTable:
    return a_table(profile=profile, **more).phase(phase).has(name, price=100, held="A5", permits=permits, trains=trains)


def running(table: EasternTable, name: str, stations: str) -> Game:
    return table.stations(**{name: stations}).turn_of(name, "run_without_asking").game()


# ------------------------------------------------------------------------------------------------------------ freight


def coast(trains: str, stations: str = "F3 E2") -> Game:
    """ENR at Cromer: its port, Norwich, Wells and the port of Wells."""
    table = a_company("ENR", trains, "freight", "B")
    return running(built(table, "E2 30: D1 F3, F3 30: F1 E2 F5, F5 40: F3"), "ENR", stations)


@rule("7.8.1")
def test_e17_norwich_to_wells() -> None:
    """Two steps, one hex between: +20; to the port next to Wells: two hexes of 30."""
    game = coast("3F")
    assert revenue(game, "3F: F5 F3 E2") == 40 + 30 + 20
    assert revenue(game, "3F: F5 F3 E2 D1") == 40 + 80 + 60


@rule("7.8.1")
def test_c17_the_fewest_hexes_between() -> None:
    """A station and its port, and neighbours, have none; the port one step further has one."""
    assert revenue(coast("1F"), "1F: F3 F1") == 30 + 80
    assert revenue(coast("1F"), "1F: E2 F3") == 30 + 30
    assert revenue(coast("2F"), "2F: D1 E2 F3") == 80 + 30 + 30


@rule("7.8.1")
def test_c17_only_the_shortest_way_counts() -> None:
    """Four steps from Newmarket to Thetford, which are two apart: one hex."""
    table = built(
        a_company("NGC", "5F", "freight", "D"), "C10 20: C8, C8 30: C10 D7, D7: C8 D9, D9 30: D7 E8, E8 20: D9"
    )
    game = running(table, "NGC", "C10")
    assert revenue(game, "5F: C10 C8 D7 D9 E8") == 20 + 20 + 20


@rule("7.8.1")
def test_e17_london_by_two_entrances() -> None:
    """Colchester to London: entered from Witham one hex, from Bishop's Stortford three."""
    table = built(a_company("EUR", "5F", "freight", "D"), "E12 60: D13 D11, D13 20: E12 D15, D11 20: E12 C12")
    game = running(built(table, "C12: D11 B13, B13 20: C12 B15"), "EUR", "E12 B15.1")
    assert revenue(game, "5F: E12 D13 D15") == 60 + 150 + 20
    assert revenue(game, "5F: E12 D11 C12 B13 B15") == 60 + 150 + 60


def from_london_to_denmark(trains: str) -> Game:
    """Phase C: Witham, Colchester, Ipswich, Felixstowe; FDR stands in all but Ipswich."""
    table = built(a_company("FDR", trains, "freight", "C"), "D13 20: D15 E12, E12 40: D13 F11, F11 60: E12 G12")
    return running(built(table, "G12 30: F11 H11"), "FDR", "G12 E12 D13 B15.1")


@rule("7.8.1")
@pytest.mark.parametrize(
    ("trains", "routes"),
    [
        ("2F 3F", ["2F: D15 D13 E12", "3F: E12 F11 G12 H11"]),
        ("1F* 1F* 3F", ["1F: D15 D13", "1F: D13 E12", "3F: E12 F11 G12 H11"]),
    ],
)
def test_e18_freights_run_as_one(trains: str, routes: list[str]) -> None:
    """A 2 and a 3, or two 1 and a 3, are a 5: London 150, Denmark 100, four hexes of 30."""
    game = from_london_to_denmark(trains)
    assert revenue(game, *routes) == 150 + 100 + 4 * 30 == best(game).revenue


@rule("7.8.1")
def test_x1_from_the_west_to_denmark() -> None:
    """Phase D, 3F and 5F: West 100, Denmark 100, six hexes of 30."""
    table = built(a_company("ESR", "3F 5F", "freight", "D"), "B9 60: A10 C10, C10 30: B9 D11, D11 30: C10 E12")
    game = running(built(table, "E12 60: D11 F11, F11 60: E12 G12, G12 30: F11 H11"), "ESR", "F11 C10")
    assert revenue(game, "3F: A10 B9 C10", "5F: C10 D11 E12 F11 G12 H11") == 380 == best(game).revenue


@rule("7.8.1")
def test_x2_a_warranted_train_and_the_only_permanent_one() -> None:
    """Phase H: Midlands 140, Denmark 130, seven hexes of 30."""
    table = built(
        a_company("ECR", "5F* 7F", "freight", "H"), "B5 20: A4 B7, B7 30: B5 C8, C8 50: B7 C10, C10 30: C8 D11"
    )
    built(table, "D11 30: C10 D13, D13 30: D11 E12, E12 60: D13 F11, F11 60: E12 G12, G12 30: F11 H11")
    game = running(table, "ECR", "D13 C8")
    routes = ("7F: A4 B5 B7 C8 C10 D11", "5F: D11 D13 E12 F11 G12 H11")
    assert revenue(game, *routes) == 140 + 130 + 7 * 30 == best(game).revenue
    assert why(game, run(game, "7F: A4 B5 B7 C8 C10 D11", "5F: D13 E12 F11 G12 H11")) == "7.8"


@rule("7.8.1")
def test_x7_two_ports_in_one_hex() -> None:
    """Phase H: Wells port – London and Cromer port – The West, each 9F for itself; both ports lie in F1."""
    table = built(
        a_company("EUR", "9F 9F", "freight", "H"), "E2 30: F1 E4, E4 40: E2 E6 F3 D5, E6: E4 E8, E8 30: E6 E10"
    )
    built(table, "E10: E8 E12, E12 60: E10 D11, D11 30: E12 C12, C12: D11 C14, F3 30: F1 E4, D5 30: E4 C6")
    built(table, "C6 30: D5 B7, B7 30: C6 B9, B9 60: B7 A10")
    game = running(table, "EUR", "E12 E4 B15.1")
    wells, cromer = "9F: F1 E2 E4 E6 E8 E10 E12 D11 C12 C14", "9F: F1 F3 E4 D5 C6 B7 B9 A10"
    assert revenue(game, wells, cromer) == 510 + 400 == best(game).revenue


@rule("7.8.1")
def test_x12_distance_by_the_entrance() -> None:
    """Three 1F from Cromer port to Wells port: 80 + 80 + two hexes of 30."""
    game = coast("1F 1F 1F")
    assert revenue(game, "1F: F1 F3", "1F: F3 E2", "1F: E2 D1") == 220 == best(game).revenue


def holland(trains: str = "6F 7F", phase: str = "F", **options: str) -> Game:
    """London – Witham – Colchester – Harwich – Holland."""
    table = a_company("ECR", trains, "freight", phase, **options)
    return running(built(table, "D13 20: D15 E12, E12 80: D13 F13, F13 50: E12 G14"), "ECR", "D13 E12 B15.1")


@rule("7.8.1")
def test_c15_two_permanent_freights_with_a_common_end() -> None:
    """420 and 110: Holland counts once. They are not joined there, for a port joins nothing."""
    game = holland()
    assert revenue(game, "6F: D15 D13 E12 F13 G14", "7F: G14 F13 E12") == 420 + 110
    assert why(game, run(game, "6F~1: D15 D13 E12 F13 G14", "7F~1: G14 F13 E12")) == "7.8.1"


@rule("7.8.1")
def test_two_permanent_freights_may_be_joined() -> None:
    """London – Witham, Witham – Holland: as one with the same sign, else each for itself."""
    game = holland()
    one, other = "D15 D13", "D13 E12 F13 G14"
    assert revenue(game, f"6F~1: {one}", f"7F~1: {other}") == 200 + 130 + 3 * 30
    for apart in ((f"6F: {one}", f"7F: {other}"), (f"6F~1: {one}", f"7F~2: {other}")):
        assert revenue(game, *apart) == 200 + 20 + 130 + 2 * 30


@rule("7.8.1", "11.2")
def test_five_is_permanent_in_the_shorter_game() -> None:
    """D trains are never scrapped there: a 5F and a 6F run each for itself."""
    routes = ("5F: D15 D13", "6F: D13 E12 F13 G14")
    shorter = holland("5F 6F", "E", shorter_game="yes", length="short")
    assert revenue(shorter, *routes) == 200 + 20 + 130 + 2 * 30
    assert revenue(holland("5F* 6F", "F"), *routes) == 200 + 130 + 3 * 30


# -------------------------------------------------------------------------------------------------------------- local


def wells(face: str) -> Game:
    """WNR at Wells 30; a small station at Hunstanton, Swaffham 30, Fakenham 30."""
    table = built(a_company("WNR", face, "local", "C"), "E2 30: D3, D3: E2 D5, D5 30: D3 E4, E4 30: D5")
    return running(table.treasury(WNR=100), "WNR", "E2")


@rule("7.8.2")
def test_e19_local_train() -> None:
    """Three large stations of 30 and a small one: 110, and 40 into the treasury at once, whatever comes then."""
    game = wells("3L")
    assert income(game, "3L: E2 D3 D5 E4") == Income(110, subsidy=40) == best(game)
    after = game.play(run(game, "3L: E2 D3 D5 E4"))
    turn = after.where()[-1].facts
    assert (money(after, "WNR"), turn.subsidy, turn.revenue) == (140, 40, 110)
    assert money(game, BANK) - money(after, BANK) == 40
    assert [(t["amount"], t["subsidy"]) for t in told(after, "trains-run")] == [(110, 40)]
    assert last_revenue(after, "WNR") == 110


@rule("7.8.2")
def test_e20_a_local_n_m_train() -> None:
    """2/3 over three large stations: any two count, even without the home; small ones always do."""
    game = wells("2/3L")
    assert income(game, "2/3L: E2 D3 D5 E4") == Income(80, subsidy=40)
    assert income(game, "2/3L: (E2) D3 D5 E4") == Income(80, subsidy=40)
    assert why(game, run(game, "2/3L: (E2) D3 D5 (E4)")) == "7.8.2"
    assert why(game, run(game, "2/3L: E2 (D3) D5 E4")) == "7.8.2"


@rule("7.8.3")
def test_e20_an_express_n_m_train() -> None:
    """4/5 over five stations: the poorest is left out, unless brackets name another; four are too few to skip two."""
    table = built(a_company("NGC", "4/5E", "express", "E"), "B9 60: C10, C10 30: B9 D9, D9 50: C10 E8, E8 20: D9 F7")
    game = running(built(table, "F7 20: E8"), "NGC", "C10")
    assert revenue(game, "4/5E: B9 C10 D9 E8 F7") == 60 + 30 + 50 + 20
    assert revenue(game, "4/5E: B9 (C10) D9 E8 F7") == 60 + 50 + 20 + 20
    plain = built(a_company("NGC", "3E", "express", "D"), "B9 60: C10, C10 30: B9 D9, D9 50: C10")
    assert why(running(plain, "NGC", "C10"), run(running(plain, "NGC", ""), "3E: B9 (C10) D9")) == "7.8.3"


def felixstowe(trains: str) -> Game:
    """FDR at Felixstowe and Ipswich: a line north to Yarmouth, one west to Ely, one south to Witham."""
    table = a_company("FDR", trains, "local", "D")
    built(table, "G12 30: F11 G10, G10: G12 G8, G8 30: G10 G6, G6: G8 H5, H5 30: G6, F11 60: G12 E10 E12")
    built(table, "E10: F11 D9, D9 50: E10 D7, D7: D9 C8, C8 50: D7, E12 60: F11 E14, E14: E12 D13, D13 30: E14")
    return running(table, "FDR", "G12 F11")


NORTH, WEST, SOUTH = "3L: G12 G10 G8 G6 H5", "4L: G12 F11 E10 D9 D7 C8", "3L: F11 E12 E14 D13"


@rule("7.8.2")
def test_c37_each_hex_is_subsidized_once() -> None:
    """Two local trains over five and six hexes, one of them common: 100."""
    assert income(felixstowe("3L 4L"), NORTH, WEST).subsidy == 100


@rule("7.8.2")
def test_x6_three_local_trains() -> None:
    """A third one over four hexes, one of them common: 130."""
    assert income(felixstowe("3L 4L 3L"), NORTH, WEST, SOUTH).subsidy == 130


@rule("7.8.2")
def test_x5_small_stations_between_large_ones() -> None:
    """Phase F, 4L: Ely 30, two small ones, Norwich 40, Cromer 30, Fakenham 20: 160, and 60 for six hexes."""
    table = built(a_company("ENR", "4L*", "local", "F"), "C8 30: D7, D7: C8 E6, E6: D7 F5, F5 40: E6 F3, F3 30: F5 E4")
    game = running(built(table, "E4 20: F3"), "ENR", "F3")
    assert income(game, "4L: C8 D7 E6 F5 F3 E4") == Income(160, subsidy=60) == best(game)


# ------------------------------------------------------------------------------------------------------------ express


@rule("7.8.3", "9")
def test_e21_express_train() -> None:
    """Phase C: port 90, King's Lynn 50, Wells 30; the small station on the way counts nothing."""
    game = running(built(a_company("WNR", "3E", "express", "C"), "C4 50: C2 D3, D3: C4 E2, E2 30: D3"), "WNR", "E2")
    assert income(game, "3E: C2 C4 D3 E2") == Income(170) == best(game)


@rule("9")
@pytest.mark.parametrize(("phase", "port"), [("A", 80), ("B", 80), ("C", 90), ("D", 90), ("E", 100), ("H", 100)])
def test_areas_pay_by_phase(phase: str, port: int) -> None:
    game = running(built(a_company("WNR", "6E", "express", phase), "E2 30: D1"), "WNR", "E2")
    assert revenue(game, "6E: E2 D1") == 30 + port


def colchester(trains: str, permits: str = "express", phase: str = "B", worth: str = "40") -> EasternTable:
    table = a_company("EUR", trains, permits, phase)
    return built(table, f"E12 {worth}: F13 F11, F13 30: E12 F15, F11 {worth}: E12 G10, G10: F11 G8, G8 20: G10")


@rule("7.8.3", "7.8")
def test_x3_stations_count_once_and_trains_choose_together() -> None:
    """Phase B, two 2/3E that both visit Colchester: Harwich 30 + Holland 70, Ipswich 40 + Colchester 40."""
    game = running(colchester("2/3E 2/3E"), "EUR", "E12")
    assert revenue(game, "2/3E: E12 F13 F15", "2/3E: G8 G10 F11 E12") == 180 == best(game).revenue


@rule("7.8.4")
def test_x4_express_and_freight() -> None:
    """Phase C: 90 + 210 + 190."""
    table = built(colchester("2/3E 2/3E 3F", "express freight", "C", "60"), "E12 60: F13 F11 D13, D13 30: E12 D15")
    game = running(built(table, "G8 30: G10"), "EUR", "E12 B15.1")
    routes = ("2/3E: G8 G10 F11 E12", "2/3E: E12 D13 D15", "3F: F15 F13 E12 D13")
    assert revenue(game, *routes) == 490


@rule("7.8.4", "7.8")
def test_e22_three_kinds_of_trains() -> None:
    """L&H in phase C: local 130 and 40, freight 300, express 210 that meets the freight in Wisbech."""
    table = built(
        a_company("LH", "3L 5F* 4E*", "local freight express", "C"), "C4 50: D3 B5, D3: C4 E2, E2 30: D3 E4 F1"
    )
    built(table, "E4 30: E2, B5 30: A4 C4 B7, B7 20: B5 B9, B9 60: B7 A8")
    game = running(table, "LH", "C4 B5")
    assert income(game, "3L: C4 D3 E2 E4", "5F: A4 B5 C4 D3 E2 F1", "4E: A8 B9 B7 B5") == Income(640, subsidy=40)


# ----------------------------------------------------------------------------------------------------------- who runs


@rule("7.8")
def test_nothing_is_asked_without_a_train_that_may_run() -> None:
    """[6.5.4.3] A local train without the permit for it: no revenue, and no question about running."""
    game = running(built(a_company("WNR", "3L", "freight", "C"), "E2 30: E4, E4 30: E2"), "WNR", "E2")
    assert asked(game).about.key != "run"
    assert last_revenue(game, "WNR") == 0


@rule("7.8")
def test_nothing_runs_without_the_home_station() -> None:
    game = running(built(a_company("WNR", "3E", "express", "C"), "E2 30: E4, E4 30: E2"), "WNR", "E4")
    assert asked(game).about.key != "run"
    assert last_revenue(game, "WNR") == 0
    found = game.best_routes(company_id("WNR"))
    assert found is not None and found.proved and not found.routes


@rule("7.8")
def test_no_route_at_all() -> None:
    """The director is asked, and only the empty run is left."""
    game = running(built(a_company("WNR", "3E", "express", "C"), "E2 20: D3 E4"), "WNR", "E2")
    assert asked(game).about.key == "run" and not can_run(game)
    assert offers_of(game, RunTrains) == [NO_RUN]
    assert last_revenue(game.play(NO_RUN), "WNR") == 0
    best_routes = game.best_routes(company_id("WNR"))
    assert best_routes is not None and best_routes.proved and best_routes.revenue == 0


def administered(profile: str) -> Game:
    """Phase C; a 4/5L may reach Fakenham over Hunstanton and Swaffham; B has the most shares."""
    table = a_table(profile=profile).phase("C").priority("C")
    table.has("WNR", price=100, held="A1 B2", pool=4, administered=True, permits="local", trains="3L", cash=100)
    built(table, "E2 30: D3, D3: E2 D5, D5 30: D3 E4, E4 30: D5")
    return running(table, "WNR", "E2")


@rule("7.3", "8")
def test_the_state_runs_the_best() -> None:
    """Nobody is asked: 110 and 40; the revenue is not the holders' to decide."""
    game = administered("rulebook")
    first = told(game, "trains-run")[0]
    assert (first["company"], first["amount"], first["subsidy"]) == ("WNR", 110, 40)


@rule("8")
def test_on_the_site_the_largest_holder_runs_for_the_state() -> None:
    game = administered("site")
    assert (asked(game).who, asked(game).about.key) == ("B", "run")


# ---------------------------------------------------------------------------------------------------- the best, shown


@rule("7.8")
def test_the_best_routes_are_proved_and_shared_out() -> None:
    """What the routes are said to earn adds up; a convoy's revenue stands at its first train."""
    game = from_london_to_denmark("2F 3F")
    found = game.best_routes(company_id("FDR"), Search())
    assert found is not None and found.proved and (found.revenue, found.upper_bound) == (370, 370)
    assert sorted(route.revenue for route in found.routes) == [0, 370]
    assert all(face.route.convoy == "1" for face in found.routes)
    assert found.revenue == best(game).revenue
    after = game.play(run(game, "2F: D15 D13 E12", "3F: E12 F11 G12 H11"))
    assert [event["earned"] for event in told(after, "trains-run")] == [(370, None)]
    express = running(colchester("2/3E 2/3E"), "EUR", "E12")
    found = express.best_routes(company_id("EUR"))
    assert found is not None and sum(route.revenue for route in found.routes) == found.revenue == 180


@rule("7.8")
def test_the_written_way_names_small_stations() -> None:
    """A proposed route can be read again although express trains ignore towns."""
    game = running(colchester("3E", phase="C"), "EUR", "E12")
    (proposed,) = offers_of(game, RunTrains)
    assert game.why_not(proposed) is None
    assert revenue(game, "3E: G8 G10 F11 E12") == 20 + 40 + 40


# ------------------------------------------------------------------------------------------------------ recorded games


@rule("7.8")
def test_a_recorded_run_is_taken_as_it_was_written() -> None:
    """Only in the profile of the site, and never as a negative amount."""
    table = built(a_company("WNR", "3L", "local", "C", profile="site"), "E2 30: E4, E4 30: E2")
    game = running(table, "WNR", "E2")
    after = game.play(RunAsRecorded(amount=120, subsidy=30))
    assert (last_revenue(after, "WNR"), money(after, "WNR")) == (120, 30)
    assert why(game, RunAsRecorded(amount=-10, subsidy=0)) == "7.8"
    assert why(game, RunAsRecorded(amount=10, subsidy=-10)) == "7.8"
    assert not offers_of(game, RunAsRecorded)
    assert wells("3L").why_not(RunAsRecorded(amount=120, subsidy=30)) is not None
