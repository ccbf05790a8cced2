"""[4.4] [4.5] [5.2.1] [7] Running, earning, and the market."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import FaceId, HexId, TileId
from ferrovia.routing.problem import Bonus
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t18esp.market import fall, rise, to_the_last_cell, within_its_row
from ferrovia.titles.t18esp.pioneers import BuyPioneer, ChooseFace
from ferrovia.titles.t18esp.running import on_one_level
from ferrovia.titles.t18esp.title import RULEBOOK_ROUTES, SITE_ROUTES
from titles.t18esp.tables import (
    ALL_NORTH,
    EspTable,
    a_table,
    books_of,
    box_of,
    company_id,
    inside,
    kinds_offered,
    money,
    pioneer_id,
    price,
    run,
    why,
)

rule = pytest.mark.rule


def oviedo(trains: str = "1+2", tender: bool = True, profile: str = "rulebook", phase: str = "2") -> Game:
    """E6: CFEA in Oviedo, a mine on C5, Muros de Nalón and the harbour beyond."""
    table = a_table(profile=profile).phase(phase).has("CFEA", price=90, held="X40", cash=0, trains=trains)
    table.keep(objectives={table.company("CFEA"): ("destination",)}).lies("D6 L132/2, C5 L93/5").stations(CFEA="D6.0")
    table.state.operated = (*table.state.operated, table.company("CFEA"))
    return table.tenders(CFEA=int(tender), pioneer=4).turn_of("CFEA", "run").game()


E6 = "D6.0 C5.0 C3.0 C1.0"


@rule("4.4.3", "4.4.1", "4.2.3", "2.2", "4.5", "5.1.1")
def test_e6_a_narrow_train_with_a_tender() -> None:
    """E6: Mine 30 and harbour 40 to the treasury at once, 40 to share out; one route with both is an objective."""
    game = oviedo()
    game = game.play(run(game, f"1+2: {E6}"))
    assert money(game, "CFEA") == 70 + 2 * 90
    assert game.where()[-1].facts.revenue == 40
    assert books_of(game).objectives[company_id("CFEA")] == ("destination", "harbour")
    paid, kept = game.play(PayDividend()), game.play(Withhold())
    assert (money(paid, "X"), price(paid, "CFEA")) == (650 + 16, 100)
    assert (money(kept, "CFEA"), price(kept, "CFEA")) == (250 + 40, 80)
    assert why(oviedo(tender=False), run(oviedo(tender=False), f"1+2: {E6}")) == ("run-range", "4.4.1")
    site = oviedo(profile="site")
    assert site.play(run(site, f"1+2: {E6}")).where()[-1].facts.subsidy == 60


@rule("4.5")
@pytest.mark.parametrize("profile", ["rulebook", "site"])
def test_keeping_the_revenue_is_a_decision_and_no_pass(profile: str) -> None:
    """It moves the price, so nobody gives this answer by leaving things as they are."""
    game = oviedo(profile=profile)
    game = game.play(run(game, f"1+2: {E6}"))
    assert {PayDividend, Withhold} <= kinds_offered(game)
    assert game.offers().passive() is None


@rule("4.4.1")
def test_e3_c11_ranges() -> None:
    """E3, C11: Of a 1+2 one big stop and three in all; a tender adds a small one; combined trains add both numbers."""
    faces = box_of(oviedo()).faces
    assert [(faces[name].big, faces[name].all) for name in ("1+2", "2+3", "3", "6+8")] == [
        (1, 3),
        (2, 5),
        (3, 3),
        (6, 14),
    ]
    assert [(faces[name].big, faces[name].all) for name in ("5+2C", "8+8C", "6+5C")] == [(5, 7), (8, 16), (6, 11)]
    game = oviedo(tender=False)
    assert game.why_not(run(game, "1+2: D6.0 C5.0 C3.0")) is None
    assert why(game, run(game, f"1+2: {E6}")) == ("run-range", "4.4.1")


@rule("4.4.2", "4.4.3")
def test_what_bars_a_route() -> None:
    game = oviedo()
    assert why(game, run(game, "1+2: C3.0 C1.0")) == ("run-own-station", "4.4.2")
    assert why(game, run(game, "1+2: D6.0")) == ("run-two-stops", "4.4.2")
    assert why(game, run(game, "1+2: D6.0 C3.0")) == ("run-known-track", "4.4.2")
    assert why(game, run(game, "2-9: D6.0 C5.0")) == ("run-own-trains", "4.4.3")
    assert game.why_not(run(game)) is None
    two = oviedo(trains="1+2 1+2")
    assert why(two, run(two, "1+2: D6.0 C5.0", "1+2: D6.0 C5.0 C3.0")) == ("run-track-shared", "4.4.2")


@rule("4.4.3", "5.2.1")
def test_e7_gauges_and_passes() -> None:
    """E7: N runs its broad trains in the south and its narrow one from the open pass, but none across it."""
    table = a_table().phase("3").has("N", price=100, held="X40", cash=0, trains="4 3+4", met="destination")
    table.lies("F24 L83/0, H8 75/0").stations(N="F24.1 H8").line("H12 H10 H8").open("H12").lies("E19 L97/0")
    game = table.turn_of("N", "run").game()
    north = run(game, "3+4: H12.0 H10 H8.0")
    assert game.why_not(north) is None
    assert game.play(north).where()[-1].facts.revenue == 0 + 20
    across = run(game, "3+4: E19.1 E17 E15 F14 G13 H12.0 H10 H8.0")
    assert why(game, across) == ("run-gauge", "4.4.3")
    assert why(game, run(game, "4: H8.0 H10 H12.0")) == ("run-gauge", "4.4.3")
    closed = a_table().phase("3").has("FdLR", price=100, held="X40", cash=0, trains="3+4").lies("H8 75/0")
    closed.keep(objectives={closed.company("FdLR"): ("destination",)}).stations(FdLR="H8").line("H12 H10 H8")
    closed.state.operated = (closed.company("FdLR"),)
    barred = closed.turn_of("FdLR", "run").game()
    assert why(barred, run(barred, "3+4: H12.0 H10 H8.0")) == ("run-closed-pass", "5.2")


@rule("5.2", "4.2.3")
def test_c13_a_pass_pays_whoever_stands_there() -> None:
    """C13: Pajares with an own station is worth 50; León pays as a mine (treasury) or a town."""
    table = a_table().phase("3").has("N", price=100, held="X40", cash=0, trains="2", met="destination")
    table.open("D12").stations(N="D12")
    game = table.turn_of("N", "run").game()
    mine = game.play(run(game, "2: D12.0 D14 D16 D18.1"))
    town = game.play(run(game, "2: D12.0 D14 D16 D18.0"))
    assert (mine.where()[-1].facts.revenue, money(mine, "N")) == (50, 20)
    assert (town.where()[-1].facts.revenue, money(town, "N")) == (80, 0)


@rule("4.2.3", "4.5")
def test_c12_mine_or_town_and_a_minor_halves() -> None:
    """C12: MH: Valladolid and Palencia; as a town 30 to halve, as a mine 20 and 20 for the treasury."""
    table = a_table(without="CFEA CFLG N MZA AVT CM MS AC", carreno="SFVA").phase("3")
    table.has("MH", price=90, held="X100", cash=0, trains="2").line("E21 E19").stations(MH="E21")
    table.state.operated = (table.company("MH"),)
    game = table.turn_of("MH", "run").game()
    town = game.play(run(game, "2: E21.0 E19.1"))
    paid = town.play(PayDividend())
    assert (money(paid, "MH"), money(paid, "X")) == (15, 650 + 15)
    assert books_of(paid).has_run == ("MH",)
    mine = game.play(run(game, "2: E21.0 E19.0"))
    assert (mine.where()[-1].facts.revenue, money(mine, "MH")) == (20, 20)


@rule("4.5")
def test_e8_the_open_market_pays_the_treasury_and_reserved_shares_nothing() -> None:
    """E8: the open market pays the treasury and reserved shares nothing."""
    table = a_table().phase("3").has("CRB", price=132, held="X50 Y20 market20", cash=0, stations="B26")
    game = table.cash(X=0, Y=0).turn_of("CRB", "earnings", revenue=130).game()
    paid, kept = game.play(PayDividend()), game.play(Withhold())
    assert (money(paid, "X", "Y", "CRB"), price(paid, "CRB")) == ((65, 26, 26), 144)
    assert (money(kept, "CRB"), price(kept, "CRB")) == (130, 120)
    nothing = table.turn_of("CRB", "earnings", revenue=0).game()
    assert price(nothing, "CRB") == 120
    assert PayDividend not in kinds_offered(nothing)


@rule("7", "4.5")
def test_c30_the_north_earns_three_times_in_the_very_last_round() -> None:
    """C30: 490 becomes 1470 and the price goes three columns; the site doubles; the south earns as ever."""

    def last(profile: str, company: str = "FdC") -> EspTable:
        table = a_table(profile=profile, without="CFEA CFLG N MZA AVT CM MS AC", carreno="SFVA").phase("7")
        table.has(company, price=151, held="X60 Y10 Z10 market20", cash=0, stations="I5", staged=False, trains="5")
        return table.course(rounds=3, last=True).cash(X=0, Y=0, Z=0)

    table = last("rulebook").turn_of("FdC", "earnings", revenue=1470)
    paid = table.game().play(PayDividend())
    assert (money(paid, "X", "Y", "Z", "FdC"), price(paid, "FdC")) == ((882, 147, 147, 294), 196)
    kept = table.game().play(Withhold())
    assert (money(kept, "FdC"), price(kept, "FdC")) == (1470, 138)
    assert price(last("site").turn_of("FdC", "earnings", revenue=980).game().play(PayDividend()), "FdC") == 180


@rule("7")
def test_c51_the_tripled_revenue_is_in_the_routes() -> None:
    """C51: The stops of a northern company are worth three times as much, its mines are not."""
    table = a_table().phase("7").has("CFEA", price=90, held="X40", cash=0, trains="6+8", staged=False)
    table.lies("D6 L132/2, C5 L93/5").stations(CFEA="D6.0").course(rounds=3, last=True)
    table.state.operated = (table.company("CFEA"),)
    game = table.turn_of("CFEA", "run").game()
    done = game.play(run(game, f"6+8: {E6}"))
    assert (done.where()[-1].facts.revenue, money(done, "CFEA")) == (3 * 40, 0 + 20)
    over = game.state.copy()
    over.stack = []
    best = [at.best_routes(company_id("CFEA")) for at in (game, Game(game.title, over, None))]
    assert [found and found.revenue for found in best] == [3 * 40, 3 * 40]  # still so when the game is over


@rule("4.5", "3.1", "3.3")
def test_c6_the_edges_of_the_market() -> None:
    """C6: the edges of the market."""

    def after(start: int, step: object, columns: int) -> int:
        table = inside(a_table().phase("3").has("N", price=start, held="X40", stations="F24.1").stock_round("X").game())
        step(table, company_id("N"), columns)  # type: ignore[operator]
        return table.box.price(table.state, company_id("N"))

    moves = {(55, -1): 50, (50, -1): 50, (50, 1): 60, (380, 1): 400, (360, 1): 400, (340, 1): 380, (400, 1): 400}
    moves |= {(400, -1): 360, (295, 3): 400, (310, 3): 400, (340, 3): 400, (360, 3): 400, (310, -1): 280}
    assert {key: after(*key[:1], to_the_last_cell, key[1]) for key in moves} == moves
    assert (after(400, fall, 2), after(60, fall, 3)) == (360, 50)
    assert after(380, lambda table, company, _: rise(table, company), 0) == 400
    site = {(55, -1): 55, (380, 1): 380, (310, 2): 380, (340, 2): 380, (360, 2): 400}
    assert {key: after(*key[:1], within_its_row, key[1]) for key in site} == site


@rule("4.4.3")
def test_c15_bonuses() -> None:
    """C15: North–South and East–West 100 each, both together 150; on the site 200."""

    def bonuses(profile: str) -> list[int]:
        table = a_table(profile=profile).phase("7").has("N", price=100, held="X40", stations="F24.1", trains="8")
        game = table.turn_of("N", "run").game()
        rules = SITE_ROUTES if profile == "site" else RULEBOOK_ROUTES
        from ferrovia.routing.graph import graph_of
        from ferrovia.titles.t18esp.running import problem_of

        problem = problem_of(inside(game), company_id("N"), graph_of(game.state.board), rules)
        found: tuple[Bonus, ...] = problem.trains[0].services[0].bonuses
        return [bonus.income.revenue for bonus in found]

    assert bonuses("rulebook") == [100, 100, -50]
    assert bonuses("site") == [100, 100]


@rule("4.4.2")
def test_c34_one_tile_twice_only_where_tracks_cross() -> None:
    """C34: one tile twice only where tracks cross."""
    assert not on_one_level((0, 3), (1, 4))
    assert on_one_level((0, 3), (1, 2))
    assert on_one_level((1, 3), (0, 4))
    assert RULEBOOK_ROUTES.crossing_only
    assert not SITE_ROUTES.crossing_only


@rule("4.4.3", "4.4.2")
def test_minors_stay_away_from_red_areas_and_passes() -> None:
    """From Cáceres to Castelo Branco: not for small companies."""
    table = a_table().phase("3").has("MS", price=90, held="X100", cash=0, trains="3 3", operated=True)
    table.lies("C25 14/2, C27 57/0").stations(MS="C27").open("D12")
    game = table.turn_of("MS", "run").game()
    assert why(game, run(game, "3: C27.0 C25.0 B24.0")) == ("run-red-area", "4.4.3")
    assert not RULEBOOK_ROUTES.minors_use_passes
    assert SITE_ROUTES.minors_use_passes


@rule("2.2", "4.4.3")
def test_c26_the_strawberry_train_goes_to_aranjuez_first() -> None:
    """C26: Madrid–Alcarria is refused before the first run to Aranjuez, and legal after it."""
    table = a_table().phase("5").has("MZA", price=100, held="X40", cash=0, trains="2P 5", stations="F24.2")
    turn = next(t for t in range(6) if table.board.map.tiles[TileId("L79")].turned(t).exits >> 3 & 1)
    table.lies(f"F26 L79/{turn}").line("F24 G23")
    game = table.turn_of("MZA", "run").game()
    sides = game.state.board.picture(HexId("F26")).stop_sides
    aranjuez = next(number for number, reached in enumerate(sides) if 3 in reached)
    assert why(game, run(game, "2P: F24.2 G23.0")) == ("run-strawberry", "2.2")
    assert books_of(game.play(run(game, f"2P: F24.2 F26.{aranjuez}"))).strawberry_ran
    later = table.keep(strawberry_ran=True).turn_of("MZA", "run").game()
    assert later.why_not(run(later, "2P: F24.2 G23.0")) is None


@rule("5.2.1", "5.2.2")
def test_a_combined_train_stops_on_both_maps() -> None:
    table = (
        a_table(without=ALL_NORTH, carreno="FdSB")
        .phase("5")
        .has("FdLR", price=100, held="X40", cash=0, trains="5+2C", met="destination")
    )
    table.lies("H8 75/0, E19 L97/0").stations(FdLR="H8").line("H12 H10 H8").open("H12")
    table.state.operated = (table.company("FdLR"),)
    game = table.turn_of("FdLR", "run").game()
    assert why(game, run(game, "5+2C: H8.0 H10 H12.0")) == ("run-both-maps", "5.2.1")
    across = run(game, "5+2C: H8.0 H10 H12.0 G13 F14 E15 E17 E19.1")
    assert game.play(across).where()[-1].facts.revenue == 20 + 0 + 10


@rule("4.2.3")
def test_c12_a_mine_and_town_is_one_stop() -> None:
    """C12: Not both; and in phase 7 the mine brings nothing but is still a stop."""
    table = a_table(without=ALL_NORTH, carreno="SFVA").phase("3")
    table.has("MH", price=90, held="X100", cash=0, trains="3", operated=True).line("E21 E19").stations(MH="E21")
    game = table.turn_of("MH", "run").game()
    assert why(game, run(game, "3: E19.0 E21.0 E19.1"))[1] == "4.4.2"
    late = a_table().phase("7").has("N", price=90, held="X40", cash=0, trains="5", operated=True, staged=False)
    late.line("E21 E19").stations(N="E21")
    end = late.turn_of("N", "run").game()
    done = end.play(run(end, "5: E21.0 E19.0"))
    assert (done.where()[-1].facts.revenue, money(done, "N")) == (20, 0)


@rule("7", "4.5")
def test_c30_c51_the_last_run_is_tripled_with_its_bonus() -> None:
    """C30, C51: Two trains, 10 of a mine: the revenue three times, the mine once, then three columns."""
    table = a_table().phase("7").has("CFEA", price=310, held="X40", cash=0, trains="6+8 6+8", staged=False)
    table.lies("D6 L115/0, C5 L93/5").line("D6 D4").line("D6 E5").stations(CFEA="D6.0").course(rounds=3, last=True)
    table.state.operated = (table.company("CFEA"),)
    game = table.turn_of("CFEA", "run").game()
    city, town = "6+8: D6.0 D4.0", "6+8: D6.0 E5.0"
    single = sum(game.play(run(game, way)).where()[-1].facts.revenue for way in (city, town))
    done = game.play(run(game, city, town))
    assert (done.where()[-1].facts.revenue, single % 3) == (single, 0)
    assert price(done.play(PayDividend()), "CFEA") == 400
    assert price(done.play(Withhold()), "CFEA") == 280


@rule("4.6.1")
def test_r46_a_minor_that_runs_nothing_has_not_run() -> None:
    table = a_table().phase("3").has("MS", price=90, held="X100", cash=0, trains="3", operated=True)
    table.line("C27 C25").stations(MS="C27")
    game = table.turn_of("MS", "run").game()
    assert books_of(game.play(RunTrains(()))).has_run == ()
    assert books_of(game.play(run(game, "3: C27.0 C25.0"))).has_run == ("MS",)


@rule("7", "4.4.3", "5.2")
def test_in_the_last_round_passes_and_bonuses_are_tripled_too() -> None:
    """Galicia 50, Reinosa 20, Irún 60 and 100 for east and west; a pass with an own station 30."""
    table = a_table().phase("7").has("FdLR", price=90, held="X40", trains="6+8 6+8", operated=True, staged=False)
    table.line("A5 B6 C7 D8 E9 F10 G9 H8 I9 J8 K7 L6 M5").stations(FdLR="H8").course(rounds=3, last=True)
    game = table.turn_of("FdLR", "run").game()
    way = "6+8: A5.0 B6 C7 D8.0 E9.0 F10 G9.0 H8.0 I9 J8 K7 L6 M5.0"
    assert game.play(run(game, way)).where()[-1].facts.revenue == 3 * (50 + 20 + 60 + 100)
    other = a_table().phase("7").has("FdLR", price=90, held="X40", trains="6+8", operated=True, staged=False)
    other.line("H8 H10 H12").stations(FdLR="H8 H12").open("H12").course(rounds=3, last=True)
    end = other.turn_of("FdLR", "run").game()
    assert end.play(run(end, "6+8: H8.0 H10 H12.0")).where()[-1].facts.revenue == 3 * (20 + 30)


@rule("4.2.3", "4.4.2")
def test_the_mine_and_the_town_of_leon_are_one_place() -> None:
    """Round by Zamora back to León: not once as a town and once as a mine."""
    table = a_table().phase("5").has("N", price=90, held="X40", trains="8", operated=True, staged=False)
    table.line("E21 E19 D18").line("D18 D20 C19 D18").stations(N="E21")
    game = table.turn_of("N", "run").game()
    assert game.why_not(run(game, "8: E21.0 E19.1 D18.0 D20.0")) is None
    assert why(game, run(game, "8: E21.0 E19.1 D18.0 D20.0 C19 D18.1")) == ("run-stop-once", "4.4.2")


@rule("2.2")
def test_the_train_of_pioneer_2_rests_in_the_round_in_which_it_came() -> None:
    """The 3 runs, the 2 that has just come does not; a round later it does."""
    table = a_table().phase("3").has("CRB", price=90, held="X40", cash=300, trains="3", operated=True)
    table.line("B26 C27").stations(CRB="B26").pioneers(X="P2")
    game = table.turn_of("CRB", "run").game().play(BuyPioneer(pioneer_id("P2"), 60)).play(ChooseFace(FaceId("2")))
    assert game.why_not(run(game, "3: B26.0 C27.0")) is None
    assert why(game, run(game, "2: B26.0 C27.0")) == ("run-own-trains", "4.4.3")
    table.state = game.state.copy()
    later = table.turn_of("CRB", "run").game()
    assert later.why_not(run(later, "2: B26.0 C27.0")) is None
