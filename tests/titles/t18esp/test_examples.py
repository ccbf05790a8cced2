"""The parts of the examples that no other test of 18ESP shows: by their numbers, with their figures."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.engine.beginning import Beginning
from ferrovia.engine.play import Table
from ferrovia.model.ids import FaceId, HexId, Owner, PlayerId, StopId, TileId, TrainId, TurnId
from ferrovia.model.state import Frame
from ferrovia.routing.graph import graph_of
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.prices import raising_sold_out
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import BuyTrain, EndTrains, TradeTrain
from ferrovia.titles.t18esp.absorption import Absorb, KeepStation, TakeStation
from ferrovia.titles.t18esp.combining import CombineTrains
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.forced import BuyWithLoan
from ferrovia.titles.t18esp.homes import ChooseSpace
from ferrovia.titles.t18esp.market import rise
from ferrovia.titles.t18esp.objectives import joined_to_base
from ferrovia.titles.t18esp.passes import OpenPass
from ferrovia.titles.t18esp.phases import DiscardTrain
from ferrovia.titles.t18esp.pioneers import BuyTender
from ferrovia.titles.t18esp.running import problem_of
from ferrovia.titles.t18esp.stock import is_sold_out
from ferrovia.titles.t18esp.title import RULEBOOK_ROUTES
from ferrovia.titles.t18esp.track import LayTileWithPioneer
from support.tables import asked
from titles.t18esp.tables import (
    ALL_NORTH,
    EspTable,
    a_table,
    books_of,
    box_of,
    company_id,
    inside,
    kinds_offered,
    markers,
    money,
    offers_of,
    order_of_companies,
    owner_of,
    percent,
    price,
    run,
    stations_of,
    top,
    train_id,
    trains_with,
    why,
)

rule = pytest.mark.rule


def lay(hex_id: str, tile: str, turn: int) -> LayTile:
    return LayTile(HexId(hex_id), TileId(tile), TurnId(turn))


def place(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


def buy(game: Game, face: str) -> BuyTrain:
    return BuyTrain(top(game), FaceId(face))


def sell(company: str, shares: int) -> SellShares:
    return SellShares(company_id(company), shares)


def at_round(table: EspTable, company: str, *, rounds: int, done: int) -> Game:
    """A company at its trains, in a certain round of a cycle."""
    turn = table.turn_of(company, "trains").state.stack[-1].facts
    return table.at(
        Frame("game", "play_cycles", CycleFacts(sets_done=1, stock_round_done=True, rounds=rounds, rounds_done=done)),
        Frame("operating round", "operate_in_order", OperatingFacts(operated=(company_id(company),))),
        Frame("company turn", "buy_trains", turn),
    ).game()


def all_pass(game: Game) -> Game:
    while asked(game).about.key == "trade":
        game = game.play(EndStockTurn())
    return game


# -------------------------------------------------------------------------------------------------- what a train visits


def may_visit(face: str, big: int, small: int, *, tender: bool = False) -> bool:
    """Whether this many stops are within a train's numbers."""
    table = a_table().phase("7").has("N", price=90, held="X40", trains=face, stations="F24.1", staged=False)
    game = table.tenders(N=int(tender), pioneer=4).turn_of("N", "run").game()
    graph, board = graph_of(game.state.board), game.state.board
    problem = problem_of(inside(game), company_id("N"), graph, RULEBOOK_ROUTES)
    kinds = [board.stop(stop).kind in ("town", "halt") for stop in graph.stops]
    bits = [1 << number for number, is_small in enumerate(kinds) if not is_small][:big]
    bits += [1 << number for number, is_small in enumerate(kinds) if is_small][:small]
    visited = sum(bits)
    assert len(bits) == big + small
    return any(
        all((visited & limit.stops).bit_count() <= limit.most for limit in service.limits)
        for service in problem.trains[0].services
    )


@rule("4.4.1", "2.2")
def test_e3_c11_the_numbers_of_a_train() -> None:
    """E3, C11: a 1+2; a 2+3 and a 3 with a tender; a 6+8 combined with a 2."""
    assert [may_visit("1+2", *stops) for stops in ((1, 2), (0, 3), (1, 1))] == [True] * 3
    assert [may_visit("1+2", *stops) for stops in ((2, 0), (1, 3), (0, 4))] == [False] * 3
    assert [may_visit("2+3", *stops, tender=True) for stops in ((2, 4), (0, 6), (3, 1))] == [True, True, False]
    assert [may_visit("3", *stops, tender=True) for stops in ((3, 1), (4, 0), (0, 4))] == [True, False, True]
    assert [may_visit("8+8C", *stops) for stops in ((8, 8), (9, 0), (8, 9))] == [True, False, False]


@rule("4.4.3")
def test_e6_other_ends_than_the_harbour() -> None:
    """E6: the tender's fourth stop may be Luarca or Candás as well."""
    table = a_table().phase("2").has("CFEA", price=90, held="X40", trains="1+2", operated=True)
    table.keep(objectives={table.company("CFEA"): ("destination",)}).lies("D6 L132/2, C5 L93/5").stations(CFEA="D6.0")
    table.line("C3 B4").line("C3 D2")
    game = table.tenders(CFEA=1, pioneer=4).turn_of("CFEA", "run").game()
    for end in ("B4.0", "D2.0", "C1.0"):
        assert game.why_not(run(game, f"1+2: D6.0 C5.0 C3.0 {end}")) is None


@rule("5.2.1", "6")
def test_e12_a_combined_train_leaves_with_its_main_train() -> None:
    """E12: the first 8 ends the 4 and what was joined to it."""
    table = a_table().phase("6").pile("").has("FdSB", price=90, held="X40", cash=900, trains="5+6", stations="I5")
    table.has("A", price=80, held="Y40", trains="5+2C 5", stations="E33").turn_of("FdSB", "trains")
    game = table.game()
    game = game.play(buy(game, "6+8"))
    assert (game.state.phase, trains_with(game, "A")) == ("7", "5")


# --------------------------------------------------------------------------------------------------------- stock rounds


@rule("3.2.2", "4.6.1")
def test_c5_launched_in_phase_5_a_company_absorbs_nothing() -> None:
    """C5: half of it sold is not enough; at 60% the whole capital and every station, but no absorption."""
    table = a_table().phase("5").unreserved("MZA").has("MZA", price=100, held="X20 Y20", floated=False)
    table.has("MS", price=90, held="Y100", trains="4", stations="C27").ran("MS").cash(W=300, X=300)
    half = table.stock_round("W").game().play(BuyShare(company_id("MZA"), PlaceId("ipo")))
    assert (percent(half, "W", "MZA"), "MZA" in half.state.floated) == (10, False)
    table.state = half.state.copy()
    whole = table.stock_round("X").game().play(BuyShare(company_id("MZA"), PlaceId("ipo")))
    assert (money(whole, "MZA"), markers(whole, "MZA"), books_of(whole).staged) == (1000, (6, 0), ())
    table.state = whole.state.copy()
    told = table.turn_of("MZA", "absorb").game().why_not(Beginning(Absorb, {"company": "MS"}))
    assert told is not None
    assert (told.rule, told.params["case"], told.cite.paragraph) == ("absorb-case-4", 4, "4.6.1")


@rule("4.6.1", "3.3", "3.2.2")
def test_c41_what_a_released_share_changes() -> None:
    """C41: MZA launches at 60% with everything; N, its share released, is sold out only with all ten."""
    table = a_table().phase("4", top="5").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    table.has("N", price=100, held="X60 Y30", stations="F24.1").has("MZA", price=100, held="Y30", floated=False)
    table.has("MS", price=90, held="Y100", trains="4", stations="C27").ran("MS")
    game = table.turn_of("FdLR", "trains").game()
    game = game.play(buy(game, "4+5"))
    rising = raising_sold_out(is_sold_out, rise=rise)
    kept = Table(game.title, game.state.copy())
    rising(kept)
    assert kept.box.price(kept.state, company_id("N")) == 105
    table.state = game.state.copy()
    absorbed = table.has("A", price=95, held="Z40", cash=200, trains="5", stations="E33").turn_of("A", "absorb").game()
    gone = absorbed.play(Absorb(company_id("MS"))).play(KeepStation())
    assert (percent(gone, "N", "N"), percent(gone, "bank", "N")) == (0, 10)
    left = Table(gone.title, gone.state.copy())
    rising(left)
    assert left.box.price(left.state, company_id("N")) == 100
    table.state = gone.state.copy()
    for buyer in ("Z", "W", "X"):
        table.cash(Z=500, W=500, X=500)
        shop = table.stock_round(buyer).game().play(BuyShare(company_id("MZA"), PlaceId("ipo")))
        table.state = shop.state.copy()
    launched = table.stock_round("X").game()
    assert (money(launched, "MZA"), markers(launched, "MZA")) == (1000, (6, 0))


@rule("4", "4.5")
def test_c52_a_marker_that_arrives_lies_below() -> None:
    """C52: A stands on 100, N came later, and FdLR pays from 90 to 100: A, N, FdLR."""
    table = a_table().phase("3").has("A", price=100, held="X40", stations="E33")
    table.has("N", price=100, held="X40", stations="F24.1").has("FdLR", price=90, held="X40", stations="H8")
    game = table.turn_of("FdLR", "earnings", revenue=100).game().play(PayDividend())
    assert (price(game, "FdLR"), order_of_companies(game)) == (100, "A N FdLR")


@rule("4.7.2", "3.2")
def test_c23_two_loans_are_one_debt() -> None:
    """C23: twice 101 is repaid with 303; on the site each loan was rounded, 304; a debt is repaid whole."""
    game = a_table().owes(X=202).cash(X=303).stock_round("X").game()
    assert money(game.play(RepayDebt()), "X") == 0
    assert why(a_table().owes(X=202).cash(X=302).stock_round("X").game(), RepayDebt()) == ("debt-to-repay", "4.7.2")
    site = a_table(profile="site").owes(X=304).cash(X=304).stock_round("X").game()
    assert money(site.play(RepayDebt()), "X") == 0
    assert why(game, StartCompany(company_id("MS"), 70)) == ("debt-bars-buying", "3.2")


# ------------------------------------------------------------------------------------------------------------- building


@rule("5.1.1")
def test_c18_stations_of_others_do_not_break_the_track() -> None:
    """C18: Bilbao is full of others when FdSB's track reaches it: reached all the same, without any train."""
    table = a_table().phase("3").has("FdSB", price=85, held="X40", cash=340, stations="I5")
    table.has("CFLG", price=80, held="Y40", stations="E3 K5")
    game = table.turn_of("FdSB").game()
    assert game.state.board.free_slots(StopId("K5.0")) == 0
    game = game.play(lay("J4", "73", 5))
    assert (money(game, "FdSB"), books_of(game).objectives[company_id("FdSB")]) == (425, ("destination",))


def langreo(*, operated: bool) -> EspTable:
    """C45: the track from Gijón points at Langreo; SFVA will lay the mine that joins it."""
    table = a_table(without="FdC CFEA AVT MZA TBF CM MS AC", carreno="FdSB").phase("3")
    table.has("SFVA", price=100, held="Y40", cash=300, operated=True, met="destination")
    table.has("CFLG", price=90, held="X40", cash=50, operated=operated)
    return table.lies("D6 L115/0, E3 L115/0, E5 74/1").stations(SFVA="D6.0")


@rule("5.1.1")
def test_c45_others_complete_the_track() -> None:
    """C45: nothing in SFVA's turn; CFLG's par at the start of its own, before it builds."""
    table = langreo(operated=True).stations(CFLG="E3")
    table.lies("E5 L112/0")
    game = table.turn_of("SFVA").game()
    laid = next(
        after
        for after in (game.play(action) for action in offers_of(game, LayTile) if action.hex == "E7")
        if _joined(after, "CFLG")
    )
    assert (money(laid, "CFLG"), money(game, "CFLG")) == (50, 50)
    table.state = laid.state.copy()
    own = table.turn_of("CFLG", "base").game()
    assert (money(own, "CFLG"), asked(own).about.key) == (50 + 90, "build")
    assert markers(own, "CFLG") == (2, 2)
    table.state = laid.state.copy()
    table.keep(staged=(company_id("SFVA"),))
    assert money(table.turn_of("CFLG", "base").game(), "CFLG") == 50


def _joined(game: Game, company: str) -> bool:
    return joined_to_base(inside(game), company_id(company), HexId("E7"))


@rule("5.1.1")
def test_c45_without_a_base_nothing_is_reached() -> None:
    """C45: as long as the base is not on the map there is no track from it."""
    table = langreo(operated=False).lies("E5 L112/0, E7 L99/0")
    assert not _joined(table.turn_of("SFVA").game(), "CFLG")


@rule("4.3")
def test_c32_yellow_green_brown_and_grey_oo_hexes() -> None:
    """C32: CFEA and SFVA wait for Oviedo: closed until grey, and of three grey slots two stay theirs."""

    def oviedo(tile: str, others: str = "") -> Game:
        made = a_table(without="FdC CFLG AVT MZA TBF CM MS AC", carreno="FdSB").phase("7").lies(f"D4 L115/0, D6 {tile}")
        made.has("FdLR", price=80, held="Y40", cash=300, stations="D4", met="destination")
        for name in others.split():
            made.has(name, price=75, held="Z40", stations="D6.0", staged=False)
        return made.turn_of("FdLR").game()

    for tile in ("L134/0", "L101/0", "L126/0"):
        game = oviedo(tile)
        reached = [stop for stop in game.reach(company_id("FdLR")) if stop.startswith("D6")]
        assert {why(game, place(stop)) for stop in reached} == {("oo-reserved", "4.3")}
    assert oviedo("L117/0").state.board.free_slots(StopId("D6.0")) == 3
    assert oviedo("L117/0").why_not(place("D6.0")) is None
    assert why(oviedo("L117/0", "FdSB"), place("D6.0")) == ("slot-reserved", "4.3")
    assert oviedo("L117/0", "CFEA").why_not(place("D6.0")) is None
    assert why(oviedo("L117/0", "CFEA FdSB"), place("D6.0")) == ("slot-reserved", "4.3")
    assert oviedo("L117/0", "CFEA SFVA").why_not(place("D6.0")) is None


@rule("4.3")
def test_c21_brown_madrid_keeps_four_slots_for_three_bases_and_one_more() -> None:
    """C21 (d): MCP, N, and MZA with MZ in one slot; one slot is free."""
    table = a_table().phase("5").has("MZ", price=90, held="X100", trains="4")
    for name, par in (("MZA", 80), ("N", 75), ("MCP", 70)):
        table.has(name, price=par, held="Y40", cash=300, operated=True, met="destination")
    table.lies("F24 L83/0").stations(MZ="F24.2", MZA="F24.2", N="F24.1", MCP="F24.0")
    laid = table.turn_of("MZA").game().play(lay("F24", "L86", 0))
    present = laid.state.board.stations_at(StopId("F24.0"))
    assert (sorted(present[:4]), present[4:]) == (["", "MCP", "MZA", "N"], ("MZ",))
    assert laid.state.board.free_slots(StopId("F24.0")) == 1


def pajares(trains: str = "1+2", profile: str = "rulebook", pioneers: str = "") -> EspTable:
    """SFVA in Oviedo with track to Pajares, N in Madrid and MCP in Valladolid."""
    table = a_table(profile=profile, without="CFEA FdC MZA AVT TBF CM MS AC", carreno="FdSB").phase("3")
    table.has("SFVA", price=90, held="X40", cash=300, trains=trains, operated=True, met="destination red-area")
    table.has("N", price=80, held="Y40", cash=300, operated=True, met="destination red-area")
    table.has("MCP", price=70, held="Z40", cash=300, trains="4", operated=True, met="destination")
    table.lies("D6 L134/0, D8 L100/0, D10 79/0").line("D18 E19 E21 E23 F24").lies("F24 L83/0, E21 14/0")
    table.stations(SFVA="D6.0", N="F24.1", MCP="E21").pioneers(SFVA=pioneers)
    return table


@rule("5.2", "4.2.3", "4.4.2")
def test_c13_the_economy_of_a_pass() -> None:
    """C13: SFVA opens Pajares for 100 and places for 50; D8–D12 brings 50 and the mine's 20; N pays SFVA its 50; then
    MCP may neither cross nor build beyond."""
    table = pajares()
    opened = table.turn_of("SFVA").game().play(OpenPass(HexId("D12"))).play(place("D12.0"))
    assert money(opened, "SFVA") == 150
    assert why(opened, OpenPass(HexId("H12"))) == ("one-pass", "5.2")
    table.state = opened.state.copy()
    ran = table.turn_of("SFVA", "run").game()
    done = ran.play(run(ran, "1+2: D8.0 D10 D12.0"))
    assert (done.where()[-1].facts.revenue, money(done, "SFVA")) == (50, 170)
    free = table.turn_of("MCP").game()
    assert any(action.hex in ("D8", "C9", "E9") for action in offers_of(free, LayTile))
    second = table.turn_of("N").game().play(place("D12.0"))
    assert money(second, "N", "SFVA") == (250, 200)
    table.state = second.state.copy()
    barred = table.turn_of("MCP").game()
    assert not any(action.hex in ("D8", "C9", "E9") for action in offers_of(barred, LayTile))
    end = table.turn_of("MCP", "run").game()
    done = end.play(run(end, "4: D12.0 D14 D16 D18.0 E19.1 E21.0"))
    assert done.where()[-1].facts.revenue == 0 + 30 + 10 + 30


@rule("2.2", "4.2.3")
def test_c54_the_mine_of_pioneer_1_is_the_mine_of_this_turn() -> None:
    """C54: for nothing, and a second mine is refused; on the site it is legal for 30."""

    def after(profile: str) -> Game:
        table = pajares(profile=profile, pioneers="P1").lies("D6 L115/0, C7 78/1")
        game = table.turn_of("SFVA").game()
        mine = next(action for action in offers_of(game, LayTileWithPioneer) if action.hex == "C5")
        return game.play(mine)

    ours = after("rulebook")
    assert (money(ours, "SFVA"), owner_of(ours, "P1")) == (300, "scrap")
    theirs = after("site")
    second = next(action for action in offers_of(theirs, LayTile) if action.hex in ("C9", "E9", "E7"))
    assert why(ours, second) == ("mine-once", "4.2.3")
    assert money(theirs, "SFVA") - money(theirs.play(second), "SFVA") == 30


# ------------------------------------------------------------------------------------------------------------ absorbing


@rule("4.6")
def test_c38_before_phase_5_the_other_director_is_asked() -> None:
    """C38 in phase 4: Y is asked first; nothing has happened yet."""
    table = a_table().phase("4").has("CRB", price=95, par=80, held="X30 Y30 Z20 market10", cash=300, stations="B26")
    table.has("MS", price=151, held="Y100", cash=60, trains="3", stations="C27").ran("MS")
    game = table.turn_of("CRB", "absorb").game().play(Absorb(company_id("MS")))
    assert (asked(game).who, money(game, "CRB"), "MS" in game.state.closed) == ("Y", 300, False)


@rule("4.6.1", "4.3", "5.1.1")
def test_c40_a_station_on_the_bare_hex_of_an_oo() -> None:
    """C40 (a): when N lays the tile, A picks its space; the station is not track from Málaga, so no destination."""
    table = a_table().phase("5").has("A", price=95, par=90, held="X60", cash=200, trains="5", stations="E33")
    table.has("N", price=90, held="Y40", cash=300, trains="5", met="destination red-area")
    table.lies("C27 57/0, C29 9/0").stations(N="C27")
    game = table.turn_of("A", "absorb").game().play(Absorb(company_id("SC"))).play(TakeStation(StopId("C31.0")))
    table.state = game.state.copy()
    assert "destination" not in books_of(table.turn_of("A", "base").game()).objectives[company_id("A")]
    other = table.turn_of("N").game()
    tile = next(action for action in offers_of(other, LayTile) if action.hex == "C31")
    laid = other.play(tile)
    assert (asked(laid).who, kinds_offered(laid)) == ("X", {ChooseSpace})
    assert asked(laid.play(ChooseSpace(StopId("C31.1")))).who == "Y"


@rule("4.6.1", "5.1.1")
def test_c40_track_from_malaga_reaches_sevilla() -> None:
    """C40: the destination is reached over track from the base."""
    table = a_table().phase("5").has("A", price=95, par=90, held="X60", cash=0, trains="5", stations="E33")
    table.lies("C31 8859/2").line("E33 D32 D30 C31")
    game = table.turn_of("A", "base").game()
    assert books_of(game).objectives[company_id("A")] == ("destination",)


# --------------------------------------------------------------------------------------------------------------- trains


@rule("4.7.1")
def test_c47_the_loan_instead_and_a_fuller_treasury() -> None:
    """C47: 415 borrowed are repaid with 623; with a treasury of 80 both companies' shares are still needed."""

    def table(treasury: int) -> Game:
        made = a_table().phase("5").has("FdLR", price=90, held="X20 Y20", cash=treasury, stations="H8").cash(X=25)
        made.has("A", price=110, held="Y20 X30 market20", stations="E33")
        made.has("N", price=90, held="Y20 X20 market40", stations="F24.1")
        return made.turn_of("FdLR", "trains").game()

    game = table(60)
    lent = game.play(BuyWithLoan(top(game), FaceId("4+5")))
    assert (lent.state.debt[PlayerId(Owner("X"))], money(lent, "X", "FdLR")) == (415, (0, 0))
    debtor = a_table().owes(X=415).cash(X=623).stock_round("X").game()
    assert money(debtor.play(RepayDebt()), "X") == 0
    fuller = table(80)
    one = fuller.play(sell("A", 3))
    assert why(one, buy(one, "4+5")) == ("forced-money", "4.7.1")
    assert one.play(sell("N", 1)).why_not(buy(one, "4+5")) is None
    assert why(fuller, sell("N", 2)) == ("bank-at-most", "3.1")


@rule("4.7", "4.7.1")
def test_c48_a_train_of_another_company_fulfils_the_duty() -> None:
    """C48 (b): room made by a discard, a broad train comes from another company, with treasury money only."""
    table = a_table().phase("6").has("N", price=90, held="X40", cash=300, trains="4+5 4+5", stations="F24.1")
    table.has("A", price=80, held="X40", cash=0, trains="5 5", stations="E33")
    game = table.turn_of("N", "trains").game()
    game = game.play(DiscardTrain(train_id(game, "N", "4+5")))
    assert why(game, EndTrains()) == ("train-duty", "4.7")
    assert why(game, TradeTrain(train_id(game, "A", "5"), 301)) == ("trade-money", "4.7")
    done = game.play(TradeTrain(train_id(game, "A", "5"), 300))
    assert (money(done, "N", "A"), done.why_not(EndTrains())) == ((0, 300), None)


@rule("5.2.1")
def test_c25_another_card_of_the_type_may_be_taken() -> None:
    """C25: ten of the eleven 2-cards are spent: one is left, then none."""
    table = a_table().phase("4").has("FdLR", price=90, held="X40", cash=900, trains="3+4 3+4 2+3", stations="H8")
    game = table.keep(spent_cards={"2": 10}).turn_of("FdLR", "trains").game()
    one, other = (train for train in game.state.trains if game.state.trains[train].face == "3+4")
    after = game.play(CombineTrains(one, FaceId("2")))
    assert (books_of(after).spent_cards, money(after, "FdLR")) == ({"2": 11}, 700)
    assert why(after, CombineTrains(other, FaceId("2"))) == ("recycle-card-left", "5.2.1")


@rule("2.2")
def test_c53_the_open_market_sells_on_in_phase_5() -> None:
    """C53: the tenders of a player's pioneer are gone, those in the open market are not."""
    table = a_table().phase("4", top="5").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    table.pioneers(W="P5").tenders(pioneer=3, market=2)
    game = table.turn_of("FdLR", "trains").game()
    game = game.play(buy(game, "4+5"))
    assert why(game, BuyTender(PlaceId("P5"))) == ("tender-for-sale", "2.2")
    bought = game.play(BuyTender(PlaceId("pool")))
    assert (money(game, "FdLR") - money(bought, "FdLR"), money(bought, "W")) == (80, 650)


# ---------------------------------------------------------------------------------------------- the course of the game


@rule("4.9", "6")
def test_c28_the_first_3_bought_in_the_only_round() -> None:
    """C28: export, a stock round, then two rounds."""
    table = a_table().pile("3 3 3 4").has("FdLR", price=90, held="X40", cash=400, stations="H8")
    game = at_round(table, "FdLR", rounds=1, done=1)
    game = game.play(buy(game, "2+3"))
    assert game.state.phase == "3"
    after = game.play(EndTrains())
    assert (asked(after).about.key, len([t for t in after.state.trains if after.state.trains[t].owner == "depot"])) == (
        "trade",
        3,
    )
    assert all_pass(after).where()[0].facts.rounds == 2


@rule("4.9", "6", "3.2.2")
def test_c49_after_the_export_the_south_can_be_launched() -> None:
    """C49: the first 3 exported: phase 3 in the stock round that follows; the card of pioneer 2 is never exported."""
    table = a_table().pile("2 3 3 4").cash(X=400).has("FdLR", price=90, held="Y40", trains="3+4", stations="H8")
    first = table.at(
        Frame("game", "play_cycles", CycleFacts(stock_round_done=True, rounds=1, rounds_done=1)),
    ).game()
    assert (first.state.phase, first.state.trains[TrainId("2-0")].owner) == ("2", "P2")
    table.state = first.state.copy()
    second = table.at(
        Frame("game", "play_cycles", CycleFacts(sets_done=1, stock_round_done=True, rounds=1, rounds_done=1)),
    ).game()
    assert (second.state.phase, asked(second).who) == ("3", "X")
    assert second.why_not(StartCompany(company_id("N"), 100)) is None
    assert all_pass(second).where()[0].facts.rounds == 2


def last_cycle(company: str, done: int, **facts: Any) -> EspTable:
    """The last cycle, in one of its three rounds."""
    table = a_table(without=ALL_NORTH, carreno="SFVA").phase("7")
    table.unreserved("A").has(
        company, price=151, held="X60 Y10 Z10 market20", staged=False, trains="6+8", operated=True
    )
    turn = table.cash(X=0, Y=0, Z=0).turn_of(company, "earnings", **facts).state.stack[-1].facts
    cycle = CycleFacts(sets_done=7, stock_round_done=True, rounds=3, rounds_done=done, is_last=True)
    return table.at(
        Frame("game", "play_cycles", cycle),
        Frame("operating round", "operate_in_order", OperatingFacts(operated=(company_id(company),))),
        Frame("company turn", "keep_nothing", turn),
    )


@rule("7", "4.5")
def test_c30_c50_only_the_north_and_only_in_the_very_last_round() -> None:
    """C30, C50: in 8.2 and for southern companies one column; in 8.3 three; nothing earned or kept: one to the left."""
    prices = {
        (company, done): price(last_cycle(company, done, revenue=490).game().play(PayDividend()), company)
        for company in ("FdC", "A")
        for done in (2, 3)
    }
    assert prices == {("FdC", 2): 165, ("FdC", 3): 196, ("A", 2): 165, ("A", 3): 165}
    kept = last_cycle("FdC", 3, revenue=1470).game().play(Withhold())
    assert (money(kept, "FdC"), price(kept, "FdC")) == (1470, 138)


@rule("7", "4.4.3")
def test_c51_two_trains_and_a_mine() -> None:
    """C51: 120 and 80 become 600 to share out; what mines bring is not tripled."""
    done = last_cycle("FdC", 3, revenue=600).game().play(PayDividend())
    assert money(done, "X", "FdC", "Y") == (360, 120, 60)


@rule("2.2", "6")
def test_c31_shares_of_a_company_without_par_are_worth_nothing() -> None:
    """C31: the certificate of pioneer 6 counts nothing before CRB has a price."""
    table = a_table().phase("7").cash(X=100)
    table.held(CRB="X10")
    game = table.stock_round("X").game()
    assert next(standing.worth for standing in game.standings() if standing.player == "X") == 100
    assert box_of(game).papers.percent(game.state, PlayerId(Owner("X")), company_id("CRB")) == 10


@rule("4.3", "5.2")
def test_c42_the_opener_gets_nothing_and_may_only_end_there() -> None:
    """C42: FdLR opened the pass, N and FdSB stand on it: FdLR may end there for nothing and not cross."""
    table = a_table().phase("6").has("FdLR", price=90, held="X40", cash=40, trains="7+3C", stations="H8", staged=False)
    table.has("N", price=80, held="Y40", cash=0, stations="F24.1 H12", staged=False)
    table.has("FdSB", price=70, held="Z40", cash=50, stations="I5 K5", staged=False).open("H12").lies("E19 L97/0")
    table.line("H8 H10 H12").line("K5 J6 I7 H8")
    placed = table.turn_of("FdSB").game().play(place("H12.0"))
    assert money(placed, "FdLR", "N", "FdSB") == (40, 50, 0)
    table.state = placed.state.copy()
    game = table.turn_of("FdLR", "run").game()
    assert why(game, run(game, "7+3C: H8.0 H10 H12.0 G13 F14 E15 E17 E19.1")) == ("run-blocked", "4.4.2")
    assert stations_of(placed, "FdSB") == "H12.0 I5.0 K5.0"
