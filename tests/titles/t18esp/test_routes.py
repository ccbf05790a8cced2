"""[4.4] Routes on the map, with the figures of the rulebook's examples."""

import pytest

from ferrovia import Game
from ferrovia.engine.play import Search
from ferrovia.model.ids import CompanyId
from titles.t18esp.tables import EspTable, a_table, books_of, company_id, money, run, why

rule = pytest.mark.rule


def earned(game: Game, *ways: str) -> tuple[int, int]:
    """What a run brings to share out, and to the treasury at once."""
    company: CompanyId = game.where()[-1].facts.company
    before = game.state.cash[company]
    done = game.play(run(game, *ways))
    return done.where()[-1].facts.revenue, done.state.cash[company] - before


# ------------------------------------------------------------------------------------------------- ways that are barred


def bilbao(company: str, trains: str) -> Game:
    """E5: Bilbao and Reinosa are full, Alar del Rey is open and empty."""
    table = a_table().phase("6")
    for name in ("FdSB", "FdLR", "N"):
        table.has(name, price=100, held="X40", trains=trains if name == company else "", operated=True, staged=False)
    table.line("H4 I5 J4 K5 L4 M5").line("K5 J6 I7 H8 H10 H12").line("E19 E21").lies("H8 L107/0, E19 L97/0")
    table.stations(FdSB="I5 K5", FdLR="H8 K5", N="F24.1 H8").open("H12")
    return table.turn_of(company, "run").game()


E5_NORTH = "K5.0 J6.0 I7.0 H8.0"
E5_PASS = "H8.0 H10 H12.0 G13 F14 E15 E17 E19.1"


@rule("4.4.2")
def test_e5_fdsb_ends_where_others_block() -> None:
    """E5: fdsb ends where others block."""
    game = bilbao("FdSB", "5+6")
    assert game.why_not(run(game, "5+6: H4.0 I5.0 J4.0 K5.0 L4 M5.0")) is None
    assert game.why_not(run(game, f"5+6: H4.0 I5.0 J4.0 {E5_NORTH}")) is None
    assert why(game, run(game, f"5+6: J4.0 {E5_NORTH} H10 H12.0")) == ("run-blocked", "4.4.2")


@rule("4.4.2", "4.4.3")
def test_e5_n_comes_from_the_south_as_far_as_bilbao() -> None:
    """E5: n comes from the south as far as bilbao."""
    game = bilbao("N", "7+3C")
    north = "E19.1 E17 E15 F14 G13 H12.0 H10 H8.0 I7.0 J6.0 K5.0"
    assert game.why_not(run(game, f"7+3C: {north}")) is None
    assert why(game, run(game, f"7+3C: {north} L4 M5.0")) == ("run-blocked", "4.4.2")
    assert why(game, run(game, f"7+3C: {north} J4.0")) == ("run-blocked", "4.4.2")


@rule("4.4.2", "5.2.1")
def test_e5_fdlr_goes_on_to_both_ends() -> None:
    """E5: fdlr goes on to both ends."""
    game = bilbao("FdLR", "7+3C")
    north = "E19.1 E17 E15 F14 G13 H12.0 H10 H8.0 I7.0 J6.0 K5.0"
    assert game.why_not(run(game, f"7+3C: {north} L4 M5.0")) is None
    assert game.why_not(run(game, f"7+3C: {north} J4.0 I5.0 H4.0")) is None


# -------------------------------------------------------------------------------------------------- two gauges, one run


def norte(stations: str = "F24.1 H8") -> Game:
    """E7: N with two 4-trains, a 3+4 and a tender."""
    table = a_table().phase("3").has("N", price=100, held="X40", trains="4 4 3+4", operated=True, staged=False)
    table.has("FdSB", price=90, held="X40", operated=True).has("FdLR", price=80, held="X40", operated=True)
    table.lies("F24 L83/0").line("F24 E23 E21 D22 C21").lies("H8 L107/0, K5 L110/1").line(
        "H12 H10 H8 I7 J6 K5 J4"
    ).line("E21 E19")
    table.lies("E19 L97/0").stations(N=stations, FdSB="K5", FdLR="K5").open("H12").tenders(N=1, pioneer=4)
    return table.turn_of("N", "run").game()


E7_NARROW = "3+4: H12.0 H10 H8.0 I7.0 J6.0 K5.0"
E7_BROAD = "4: F24.1 E23 E21.0 D22.0 C21.0"


@rule("4.4.3", "5.2.1", "4.4.2")
def test_e7_broad_and_narrow_routes_of_one_company() -> None:
    """E7: broad and narrow routes of one company."""
    game = norte()
    assert earned(game, E7_NARROW) == (0 + 30 + 10 + 40, 20)
    assert earned(game, E7_BROAD) == (40 + 30 + 20 + 30, 0)
    assert earned(game, E7_NARROW, E7_BROAD) == (200, 20)
    assert why(game, run(game, f"{E7_NARROW} J4.0")) == ("run-blocked", "4.4.2")
    for train in ("4", "3+4"):
        across = run(game, f"{train}: E21.0 E19.1 E17 E15 F14 G13 H12.0 H10 H8.0")
        assert why(game, across) == ("run-gauge", "4.4.3")


@rule("4.4.3")
def test_e7_nothing_better_and_the_second_4_stays_idle() -> None:
    """E7: nothing better and the second 4 stays idle."""
    best = norte().best_routes(company_id("N"), Search())
    assert best is not None and best.proved
    assert (best.revenue, len(best.routes)) == (200, 2)


@rule("4.4.3", "5.2")
def test_e7_with_a_station_on_the_pass() -> None:
    """E7: with a station on the pass."""
    assert earned(norte("F24.1 H12"), "4: H12.0 G13 F14 E15 E17 E19.1 E21.0") == (30 + 10 + 30, 0)


@rule("4.4.3", "4.2", "4.2.1")
def test_c43_a_train_keeps_to_its_gauge() -> None:
    """C43: FdLR's narrow train ends on the pass; its broad one runs only from a station in the south or on a pass."""

    def reinosa(stations: str) -> Game:
        table = a_table().phase("3").has("FdLR", price=90, held="X40", trains="2+3 3", operated=True, met="destination")
        table.line("H8 H10 H12").lies("E19 L97/0").line("E19 E21").stations(FdLR=stations).open("H12")
        return table.turn_of("FdLR", "run").game()

    south = "H12.0 G13 F14 E15 E17 E19.1"
    game = reinosa("H8")
    assert game.why_not(run(game, "2+3: H8.0 H10 H12.0")) is None
    assert why(game, run(game, f"2+3: H8.0 H10 {south}")) == ("run-gauge", "4.4.3")
    assert why(game, run(game, f"3: {south} E21.0")) == ("run-own-station", "4.4.2")
    on_the_pass = reinosa("H8 H12")
    assert earned(on_the_pass, f"3: {south} E21.0") == (30 + 10 + 20, 0)


# --------------------------------------------------------------------------------------------------------------- ranges


@rule("4.4.1", "2.2")
def test_e3_c11_what_a_train_may_visit() -> None:
    """E3, C11: From Santander to Gijón there are towns enough: 1+2, 2+3, and what a tender adds."""

    def coast(trains: str, *, tender: bool = False) -> Game:
        table = a_table().phase("3").has("FdSB", price=90, held="X40", trains=trains, operated=True, met="destination")
        table.line("E3 F4 G5 H4 I5 J4 K5").stations(FdSB="I5").tenders(FdSB=int(tender), pioneer=4)
        return table.turn_of("FdSB", "run").game()

    short = coast("1+2")
    for way in ("I5.0 H4.0 G5.0", "I5.0 H4.0"):
        assert short.why_not(run(short, f"1+2: {way}")) is None
    for way in ("I5.0 J4.0 K5.0", "I5.0 H4.0 G5.0 F4.0"):
        assert why(short, run(short, f"1+2: {way}")) == ("run-range", "4.4.1")
    long = coast("2+3", tender=True)
    assert long.why_not(run(long, "2+3: J4.0 I5.0 H4.0 G5.0 F4.0 E3.0")) is None
    assert why(long, run(long, "2+3: K5.0 J4.0 I5.0 H4.0 G5.0 F4.0 E3.0")) == ("run-range", "4.4.1")
    assert why(coast("2+3"), run(coast("2+3"), "2+3: J4.0 I5.0 H4.0 G5.0 F4.0 E3.0")) == ("run-range", "4.4.1")


@rule("4.4.1", "2.2")
def test_c11_a_tender_adds_no_city() -> None:
    """C11: A 3 with a tender: three cities and a town, never four cities."""
    table = a_table().phase("3").has("MCP", price=90, held="X40", trains="3", operated=True, met="destination")
    table.line("D20 D22 E21 E23 F24").line("C25 C27").line("E21 F20 F18").stations(MCP="E21").tenders(MCP=1, pioneer=4)
    game = table.turn_of("MCP", "run").game()
    assert game.why_not(run(game, "3: D20.0 D22.0 E21.0 E23 F24.1")) is None
    assert why(game, run(game, "3: F24.1 E23 E21.0 F20 F18.0 G17.1")) == ("run-known-track", "4.4.2")
    plain = table.tenders(pioneer=5).turn_of("MCP", "run").game()
    assert why(plain, run(plain, "3: D20.0 D22.0 E21.0 E23 F24.1")) == ("run-range", "4.4.1")


# -------------------------------------------------------------------------------------------------------------- bonuses

COAST_TO_COAST = (
    "A5.0 B6 C5.0 D4.0 E3.0 E5.0 E7.0 D8.0 D10 D12.0 D14 D16 D18.1 E19.0 F20 F22 F24.0 "
    "G25 H24 I23.0 J22 K21 L20 M21.0 N22.0"
)


def whole_spain(profile: str = "rulebook") -> Game:
    """C15: from Galicia over Pajares to the harbour of Barcelona; every mine on the way is worth nothing in phase 7."""
    table = a_table(profile=profile).phase("7")
    table.has("CFLG", price=100, held="X40", trains="8+8C", operated=True, staged=False)
    table.line("A5 B6 C5 D4 E3").lies("E3 L117/0").line("E3 E5 E7 D8 D10 D12")
    table.line("D18 E19 F20 F22 F24").lies("F24 L88/0, M21 L87/0").line("F24 G25 H24 I23 J22 K21 L20 M21")
    return table.stations(CFLG="E3 D12").open("D12").turn_of("CFLG", "run").game()


@rule("4.4.3")
@pytest.mark.parametrize(("profile", "both"), [("rulebook", 150), ("site", 200)])
def test_c15_north_south_and_east_west(profile: str, both: int) -> None:
    """C15: 50 + 60 + 50 + 80 + 70, Avilés 20 and Siero 10 on the way; 60 of the harbour to the treasury."""
    game = whole_spain(profile)
    way = COAST_TO_COAST
    done = game.play(run(game, f"8+8C: {way}"))
    assert done.where()[-1].facts.revenue == 310 + 30 + both
    harbour = money(done, "CFLG") if profile == "rulebook" else done.where()[-1].facts.subsidy
    assert harbour == 60
    inner = way.removeprefix("A5.0 B6 C5.0 D4.0 ").removesuffix(" N22.0")
    assert game.play(run(game, f"8+8C: {inner}")).where()[-1].facts.revenue == 260 + 10 + 100


@rule("4.4.3")
def test_c15_a_narrow_train_from_west_to_east() -> None:
    """C15: Galicia 40, Reinosa 20, Irún 50 and 100 for east and west; three mines bring 10 each."""
    table = a_table().phase("5").has("FdLR", price=90, held="X40", trains="4+5", operated=True, staged=False)
    table.line("A5 B6 C7 D8 E9 F10 G9 H8 I9 J8 K7 L6 M5").stations(FdLR="H8")
    game = table.turn_of("FdLR", "run").game()
    assert earned(game, "4+5: A5.0 B6 C7 D8.0 E9.0 F10 G9.0 H8.0 I9 J8 K7 L6 M5.0") == (210, 30)


@rule("4.4.3")
def test_c16_no_route_from_one_coast_to_the_same() -> None:
    """C16: no route from one coast to the same."""
    east = a_table().phase("5").has("ZPB", price=90, held="X40", trains="5", operated=True, staged=False)
    east.line("L26 K25 K23 K21 L20 M21").stations(ZPB="M21.1")
    game = east.turn_of("ZPB", "run").game()
    assert why(game, run(game, "5: L26.0 K25.0 K23 K21 L20 M21.1 N22.0")) == ("run-ends", "4.4.3")
    assert game.why_not(run(game, "5: L26.0 K25.0 K23 K21 L20 M21.1")) is None
    west = a_table().phase("5").has("A", price=90, held="X40", trains="5", operated=True, staged=False)
    west.lies("C31 8859/1").line("A27 B28 C29 C31 C33 B34").stations(A="C31.1")
    game = west.turn_of("A", "run").game()
    assert why(game, run(game, "5: A27.0 B28 C29 C31.1 C33.0 B34.0")) == ("run-ends", "4.4.3")
    assert game.why_not(run(game, "5: A27.0 B28 C29 C31.1 C33.0")) is None


@rule("4.4.3")
def test_c16_from_lisboa_to_valencia() -> None:
    """C16: Lisboa 50, Ciudad Real 10, Alcázar 30, Valencia 30 and 100; its harbour 50 to the treasury."""
    table = a_table().phase("5").has("MZA", price=90, held="X40", trains="5", operated=True, staged=False)
    table.line("A27 B28 C29 D28 E27 F28 G27 H26 I25 J26 K25 L26").stations(MZA="G27")
    game = table.turn_of("MZA", "run").game()
    way = "A27.0 B28 C29 D28 E27 F28.0 G27.0 H26 I25 J26 K25.0 L26.0"
    assert earned(game, f"5: {way}") == (50 + 10 + 30 + 30 + 100, 50)


# --------------------------------------------------------------------------------------------------- the same hex twice


def albacete(tile: str, trains: str = "5") -> EspTable:
    """A tile on H26 with Albacete in the south and Alcázar in the south-west; loops lead from its north side back."""
    table = a_table().phase("5").has("MZA", price=90, held="X40", trains=trains, operated=True, staged=False)
    return table.lies(f"H28 57/0, H26 {tile}").stations(MZA="G27")


@rule("4.4.2")
def test_c34_a_crossing_may_be_used_twice() -> None:
    """C34: Green 20: over and under. Brown 47: its straight tracks cross, its curves do not."""
    game = albacete("20/0").line("H26 H24 I25 H26").turn_of("MZA", "run").game()
    assert game.why_not(run(game, "5: H28.0 H26 H24 I25 H26 G27.0")) is None
    brown = albacete("47/0").line("H26 H24 I25 H26").turn_of("MZA", "run").game()
    assert brown.why_not(run(brown, "5: H28.0 H26 H24 I25 H26 G27.0")) is None
    assert why(brown, run(brown, "5: G27.0 H26 H24 I25 H26 H28.0")) == ("run-crossing", "4.4.2")


@rule("4.4.2")
def test_c34_side_by_side_only_for_two_trains() -> None:
    """C34: Green 18 has 0–3 and 1–2: not both for one route, but for two."""
    table = albacete("18/0", "5 5").line("H26 H24 G23 G25 H26").turn_of("MZA", "run")
    table.stations(MZA="H28").turn_of("MZA", "run")
    game = table.game()
    one, other = "H28.0 H26 H24 G23.0", "G23.0 G25 H26 G27.0"
    assert why(game, run(game, f"5: {one} G25 H26 G27.0")) == ("run-crossing", "4.4.2")
    assert game.why_not(run(game, f"5: {one}", f"5: {other}")) is None


@rule("4.4.3")
def test_c35_both_spaces_of_an_oo_tile_pay() -> None:
    """C35: Teruel 10, then Zaragoza twice, 40 each; they are two big stops."""

    def zaragoza(trains: str) -> Game:
        table = a_table().phase("3").has("ZPB", price=90, held="X40", trains=trains, operated=True, staged=False)
        table.lies("J20 8859/0").line("J24 J22 J20 J18 I19 J20 K21").stations(ZPB="J20.0")
        return table.turn_of("ZPB", "run").game()

    game = zaragoza("3")
    way = "J24.1 J22 J20.0 J18 I19 J20.1"
    assert earned(game, f"3: {way}") == (10 + 40 + 40, 0)
    assert why(zaragoza("2"), run(zaragoza("2"), f"2: {way}")) == ("run-range", "4.4.1")


@rule("4.4.2", "4.4.3")
def test_c35_madrid_is_one_place() -> None:
    """C35: Through the space of N and later through that of MZA: refused."""
    table = a_table().phase("3").has("N", price=90, held="X40", trains="4", operated=True, staged=False)
    table.lies("F24 L83/0").line("E21 E23 F24 F22 G23 F24").stations(N="F24.1")
    game = table.turn_of("N", "run").game()
    assert why(game, run(game, "4: E21.0 E23 F24.1 F22 G23.0 F24.2")) == ("run-stop-once", "4.4.2")
    assert game.why_not(run(game, "4: E21.0 E23 F24.1 F22 G23.0")) is None


# ------------------------------------------------------------------------------------------------------------ dividends


@rule("4.4.3", "4.5")
def test_e8_two_routes_of_crb() -> None:
    """E8: Lisboa 30, Badajoz 30, Mérida 20; Badajoz 30, Cáceres 20 and a mine: 130 in all, 20 at once."""
    table = a_table().phase("3").has("CRB", price=132, held="X50 Y20 market20", trains="3 3", operated=True)
    table.keep(objectives={table.company("CRB"): ("red-area",)})
    table.lies("B26 14/1").line("A27 B26 C27").line("B26 C25 C23").line("A25 B26").stations(CRB="B26").cash(X=0, Y=0)
    game = table.turn_of("CRB", "run").game()
    one, other = "3: A27.0 B26.0 C27.0", "3: B26.0 C25.0 C23.0"
    assert (earned(game, one), earned(game, other), earned(game, one, other)) == ((80, 0), (50, 20), (130, 20))
    assert earned(game, one, "3: A25.0 B26.0 C25.0") == (80 + 80, 0)


# ----------------------------------------------------------------------------------------------------------- objectives


def oviedo(phase: str = "3", *, staged: bool = True) -> Game:
    """CFEA in Oviedo and Gijón, with mines on C5 and in Mieres, and two harbours."""
    table = a_table().phase(phase).has("CFEA", price=90, held="X40", trains="2+3 2+3", operated=True, staged=staged)
    table.lies("D6 L115/0").line("D8 D6 C5 C3").line("D6 D4 C3").line("E3 E1").stations(CFEA="D6 E3")
    table.keep(objectives={table.company("CFEA"): ()})
    return table.turn_of("CFEA", "run").game()


def met(game: Game, *ways: str) -> tuple[str, ...]:
    return books_of(game.play(run(game, *ways))).objectives.get(company_id("CFEA"), ())


@rule("5.1.1")
def test_c46_mine_and_harbour_on_one_route() -> None:
    """C46: mine and harbour on one route."""
    game = oviedo()
    assert met(game, "2+3: D6.0 C5.0 C3.0", "2+3: E3.0 E1.0") == ()
    assert met(game, "2+3: D6.0 C5.0 C3.0 C1.0") == ("harbour",)
    assert met(game, "2+3: D8.1 D6.0 D4.0 C3.0 C1.0") == ()
    assert met(game, "2+3: D8.0 D6.0 D4.0 C3.0 C1.0") == ("harbour",)
    assert met(oviedo("7"), "2+3: D6.0 C5.0 C3.0 C1.0") == ("harbour",)


@rule("5.1.2", "5.1.1", "6")
def test_c46_objectives_never_expire() -> None:
    """C46: Launched in phase 4, the first objective in phase 6: once the par. Launched in phase 5: nothing."""
    late = oviedo("6")
    done = late.play(run(late, "2+3: D6.0 C5.0 C3.0 C1.0"))
    assert money(done, "CFEA") - money(late, "CFEA") == 90 + 10 + 20
    never = oviedo("6", staged=False)
    done = never.play(run(never, "2+3: D6.0 C5.0 C3.0 C1.0"))
    assert money(done, "CFEA") - money(never, "CFEA") == 10 + 20
    assert books_of(done).objectives.get(company_id("CFEA"), ()) == ()


WITH_SFVA = "CFEA CFLG AVT MZA TBF CM MS AC"


@rule("5.2", "4.4.2")
def test_c13_a_pass_without_an_own_station() -> None:
    """C13: With one station of others Pajares may be crossed and is worth nothing; with two it may only be an end."""

    def pajares(others: str) -> Game:
        table = a_table(without=WITH_SFVA, carreno="FdSB").phase("6")
        table.has("MCP", price=90, held="X40", trains="7+3C", operated=True, staged=False)
        for name in others.split():
            table.has(name, price=80, held="X40", operated=True, staged=False).stations(**{name: "D12"})
        table.line("D8 D10 D12").line("D18 E19 E21 E23 F24").lies("F24 L83/0").stations(MCP="E21").open("D12")
        return table.turn_of("MCP", "run").game()

    way = "E21.0 E19.1 D18.0 D16 D14 D12.0"
    one = pajares("SFVA")
    assert earned(one, f"7+3C: {way} D10 D8.1") == (20 + 10 + 30 + 0 + 10, 0)
    two = pajares("SFVA N")
    assert why(two, run(two, f"7+3C: {way} D10 D8.1")) == ("run-blocked", "4.4.2")
