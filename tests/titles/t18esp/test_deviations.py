"""Where the later edition, as 18xx.games plays it, differs from the rulebook: one table each, played by both.

Further ones stand beside the rules they change, in the other files of this folder.
"""

from collections.abc import Callable
from typing import TypeVar

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, StopId, TileId, TrainId
from ferrovia.model.state import Frame, Train
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import EndStockTurn, SellShares
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import BuyTrain, EndTrains, TradeTrain
from ferrovia.titles.t18esp.absorption import Absorb
from ferrovia.titles.t18esp.combining import CombineTrains
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.objectives import ClaimAsRecorded, joined_to_any_station, joined_to_base
from ferrovia.titles.t18esp.running import on_one_level
from titles.t18esp.tables import (
    ALL_NORTH,
    EspTable,
    a_table,
    books_of,
    company_id,
    face,
    inside,
    markers,
    money,
    offers_of,
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
T = TypeVar("T")


def by_both(find: Callable[[str], T]) -> tuple[T, T]:
    """What the rulebook says, and what the site does."""
    return find("rulebook"), find("site")


def refusal(game: Game, action: object) -> str | None:
    found = game.why_not(action)
    return None if found is None else found.rule


# -------------------------------------------------------------------------------------------------- set-up and building


@rule("1.5.2", "2.2", "3.2.2")
def test_d6_d11_tenders_and_stations() -> None:
    """Five tenders or six; six southern stations or five."""
    assert by_both(
        lambda profile: sum(books_of(a_table(profile=profile).stock_round("X").game()).tenders.values())
    ) == (
        5,
        6,
    )
    boxes = by_both(lambda profile: a_table(profile=profile).box)
    assert [box.stations_for(company_id("N")) for box in boxes] == [6, 5]
    assert [box.companies[company_id("CA")].home for box in boxes] == ["J20", "J20"]


@rule("4.2.1")
def test_d15_the_second_tile_of_a_northern_company_in_phase_2() -> None:
    def second(profile: str) -> int:
        table = a_table(profile=profile).has("FdSB", price=85, held="X40", cash=500, stations="I5", met="destination")
        game = table.turn_of("FdSB", "build").game()
        game = game.play(next(a for a in offers_of(game, LayTile) if a.hex == "H4"))
        return len([a for a in offers_of(game, LayTile) if a.hex == "J4"])

    ours, theirs = by_both(second)
    assert ours
    assert not theirs


@rule("4.2.1")
def test_d46_small_companies_in_the_north() -> None:
    """Through an open pass, on the site only."""

    def hexes(profile: str) -> set[str]:
        table = a_table(profile=profile, without=ALL_NORTH, carreno="FdSB").phase("3")
        table.has("MH", price=90, held="X100", cash=300, trains="3", operated=True).open("H12")
        table.line("E21 E19").lies("E19 L97/0").stations(MH="E21")
        return {str(a.hex) for a in offers_of(table.turn_of("MH", "build").game(), LayTile)}

    ours, theirs = by_both(hexes)
    assert "H10" not in ours
    assert theirs - ours == {"H10"}


@rule("4.3")
def test_d40_mz_and_mza_on_brown_madrid() -> None:
    """One slot for both; on the site a slot each while there is room."""

    def free(profile: str) -> int:
        table = a_table(profile=profile).phase("5").lies("F24 L86/0")
        table.has("MZ", price=90, held="X100", operated=True).stations(MZ="F24.0")
        table.has("MZA", price=100, held="X60", cash=1000, trains="5", operated=False, staged=False)
        game = table.turn_of("MZA", "base").game()
        assert stations_of(game, "MZA") == "F24.0"
        return game.state.board.free_slots(StopId("F24.0"))

    assert by_both(free) == (3, 2)


@rule("5.1.1")
def test_d10_a_destination_as_recorded() -> None:
    """A record is believed where our own test sees no track, once; by the rulebook nobody can say so."""

    def oviedo(profile: str) -> Game:
        table = a_table(profile=profile).phase("3").has("CFLG", price=90, held="X40", cash=0, stations="E3")
        return table.turn_of("CFLG", "build").game()

    game = oviedo("site")
    assert not offers_of(game, ClaimAsRecorded)
    paid = game.play(ClaimAsRecorded())
    assert (money(paid, "CFLG"), markers(paid, "CFLG")) == (90, (2, 2))
    assert why(paid, ClaimAsRecorded()) == ("recorded-destination", "5.1.1")
    assert why(oviedo("rulebook"), ClaimAsRecorded())[0] == "not-asked"


# --------------------------------------------------------------------------------------------------------------- routes


def at_the_pass(profile: str, company: str, trains: str, *, opened: bool) -> Game:
    """Palencia and Valladolid, with the line to Alar del Rey."""
    table = a_table(profile=profile, without=ALL_NORTH, carreno="FdSB").phase("3")
    held = "X100" if company == "MH" else "X40"
    table.has(company, price=90, held=held, trains=trains, operated=True).line("E21 E19").lies("E19 L97/0")
    table.stations(**{company: "E21"})
    if opened:
        table.open("H12")
    return table.turn_of(company, "run").game()


TO_THE_PASS = "E21.0 E19.1 E17 E15 F14 G13 H12.0"


@rule("5.2", "4.4.3")
def test_d19_a_closed_pass_as_an_end() -> None:
    """No location; on the site an end worth nothing."""

    def ends(profile: str) -> str | None:
        game = at_the_pass(profile, "GSSR", "3", opened=False)
        return refusal(game, run(game, f"3: {TO_THE_PASS}"))

    assert by_both(ends) == ("run-closed-pass", None)
    game = at_the_pass("site", "GSSR", "3", opened=False)
    assert game.play(run(game, f"3: {TO_THE_PASS}")).where()[-1].facts.revenue == 20 + 10


@rule("4.4.2")
def test_d22_a_small_company_at_a_pass() -> None:
    def ends(profile: str) -> str | None:
        game = at_the_pass(profile, "MH", "3", opened=True)
        return refusal(game, run(game, f"3: {TO_THE_PASS}"))

    assert by_both(ends) == ("run-minor-pass", None)


@rule("4.4.3")
def test_d20_toledo_and_aranjuez_on_one_route() -> None:
    """Two locations; on the site the hex comes once."""

    def visits(profile: str) -> str | None:
        table = a_table(profile=profile).phase("5").has("MZA", price=100, held="X40", trains="8", staged=False)
        picture = table.board.map.tiles[TileId("L79")]
        turn = next(
            t for t in range(6) if all(any(s in (2, 3) for s in sides) for sides in picture.turned(t).stop_sides)
        )
        table.lies(f"F26 L79/{turn}").line("F24 E25 F26").stations(MZA="F24.0 F24.2")
        table.state.operated = (table.company("MZA"),)
        game = table.turn_of("MZA", "run").game()
        towns = game.state.board.picture(HexId("F26")).stop_sides
        north, west = (next(n for n, sides in enumerate(towns) if side in sides) for side in (3, 2))
        assert north != west
        rules = game.title.routes.__self__.network(inside(game), company_id("MZA"), None)  # pyright: ignore
        stops = {stop.name: stop.groups for stop in rules.problem.stops}
        return "together" if not stops[f"F26.{north}"] & stops[f"F26.{west}"] else "once"

    assert by_both(visits) == ("together", "once")


@rule("4.4.2")
def test_d21_one_plain_tile_twice() -> None:
    """Green 18 (0–3 and 1–2): tracks that do not cross are one use by the rulebook."""
    from ferrovia.titles.t18esp.title import RULEBOOK_ROUTES, SITE_ROUTES

    assert on_one_level((0, 3), (1, 2))
    assert (RULEBOOK_ROUTES.crossing_only, SITE_ROUTES.crossing_only) == (True, False)


@rule("5.2.2")
def test_d36_passes_on_a_route() -> None:
    """A narrow route from pass to pass; on the site one pass in any role."""

    def two(profile: str) -> str | None:
        table = a_table(profile=profile).phase("5").has("FdLR", price=90, held="X40", trains="5+6", staged=False)
        table.line("H12 H10 H8 I9 J8 J10").open("H12 J10").stations(FdLR="H8")
        table.state.operated = (table.company("FdLR"),)
        game = table.turn_of("FdLR", "run").game()
        best = game.offers()[0].action
        way = "5+6: H12.0 H10 H8.0 I9 J8.0 J10.0"
        tried = [
            way,
            way.replace("J8.0", "J8"),
            way.replace("I9", "I9.0"),
            way.replace("I9", "I9.0").replace("J8.0", "J8"),
        ]
        keys = [refusal(game, run(game, one)) for one in tried]
        assert best.routes
        return next(key for key in keys if key != "run-known-track")

    assert by_both(two) == (None, "run-one-pass")


@rule("4.2.3")
def test_d41_the_mine_of_leon() -> None:
    """On every way; on the site by two sides only."""

    def ways(profile: str) -> set[int]:
        board = a_table(profile=profile).board
        return set(board.picture(HexId("D18")).stop_sides[1])

    assert by_both(ways) == ({0, 1, 3, 5}, {3, 5})


@rule("5.1.1")
def test_d11_a_harbour_alone() -> None:
    """An objective of the site; the rulebook wants a mine on the same route."""

    def reached(profile: str) -> tuple[str, ...]:
        table = a_table(profile=profile).phase("3").has("CFLG", price=90, held="X40", trains="2+3", operated=True)
        table.line("E3 D4").lies("E3 L81/3").stations(CFLG="E3")
        game = table.turn_of("CFLG", "run").game()
        return game.play(run(game, "2+3: E1.0 E3.0")).state.extras.objectives.get(company_id("CFLG"), ())

    ours, theirs = by_both(reached)
    assert "harbour" not in ours
    assert "harbour" in theirs


@rule("2.2")
def test_d4_the_first_run_of_the_strawberry_train() -> None:
    """Aranjuez; on the site its hex and Madrid."""

    def needs(profile: str) -> int:
        table = a_table(profile=profile).phase("5").has("MZA", price=100, held="X40", trains="2P 5", stations="F24.2")
        turn = next(t for t in range(6) if table.board.map.tiles[TileId("L79")].turned(t).exits >> 3 & 1)
        game = table.lies(f"F26 L79/{turn}").turn_of("MZA", "run").game()
        found = game.title.routes.__self__.network(inside(game), company_id("MZA"), None)  # pyright: ignore
        strawberry = next(train for train in found.problem.trains if train.name == "2P-0")
        return len(strawberry.services[0].needs)

    assert by_both(needs) == (1, 2)


# --------------------------------------------------------------------------------------------------------------- trains


@rule("4.7", "5.2.2")
def test_d25_which_trains_count_for_the_duty() -> None:
    """A narrow train without a way in the north; on the site any train will do."""

    def may_end(profile: str) -> str | None:
        table = (
            a_table(profile=profile).phase("4").has("N", price=90, held="X40", cash=900, trains="2+3", stations="F24.1")
        )
        return refusal(table.turn_of("N", "trains").game(), EndTrains())

    assert by_both(may_end) == ("train-duty", None)


@rule("2.2", "4.7")
def test_d38_the_train_of_pioneer_2_between_companies() -> None:
    def sells(profile: str) -> str | None:
        table = (
            a_table(profile=profile).phase("3").has("MS", price=90, held="X100", cash=90, trains="3", stations="C27")
        )
        table.has("N", price=80, held="X40", trains="3", stations="F24.1")
        train = TrainId("2-0")
        table.state.trains = table.state.trains.with_card(train, Train(table.company("N"), face("2")))
        return refusal(table.turn_of("MS", "trains").game(), TradeTrain(train, 50))

    assert by_both(sells) == ("train-not-for-trade", None)


@rule("5.2.1")
def test_combined_trains_stay_where_they_are_on_the_site() -> None:
    """In recorded games nobody buys one, though some 30 would have been chosen among the trains for sale."""

    def sells(profile: str) -> str | None:
        table = a_table(profile=profile).phase("5").has("FdSB", price=80, held="X40", trains="4+5 6+2C", stations="I5")
        table.has("N", price=90, held="X40", cash=90, trains="5", stations="F24.1")
        game = table.turn_of("N", "trains").game()
        return refusal(game, TradeTrain(train_id(game, "FdSB", "6+2C"), 50))

    assert by_both(sells) == (None, "combined-not-sold")


@rule("4.7.1")
def test_d31_the_director_helps_with_another_companys_train() -> None:
    """Up to its printed price, if the company has none; by the rulebook the treasury alone pays."""

    def offer(profile: str, amount: int) -> tuple[Game, TradeTrain]:
        table = (
            a_table(profile=profile).phase("3").has("MS", price=90, held="X100", cash=20, stations="C27").cash(X=300)
        )
        table.has("N", price=80, held="X40", trains="3 3", stations="F24.1")
        game = table.turn_of("MS", "trains").game()
        return game, TradeTrain(train_id(game, "N", "3"), amount)

    assert by_both(lambda profile: refusal(*offer(profile, 150))) == ("trade-money", None)
    assert refusal(*offer("site", 201)) == "trade-money"
    game, trade = offer("site", 150)
    assert money(game.play(trade), "MS", "X", "N") == (0, 300 - 130, 150)


@rule("5.2.1")
def test_d27_d44_recycling_without_end_and_after_the_last_train() -> None:
    """The site's cards never run out and need no route; after recycling it sells no train."""

    def table(profile: str) -> EspTable:
        made = (
            a_table(profile=profile).phase("4").has("N", price=90, held="X40", cash=2000, trains="4", stations="F24.1")
        )
        return made.keep(spent_cards={"2": 11}).turn_of("N", "trains")

    def recycles(profile: str) -> str | None:
        game = table(profile).game()
        return refusal(game, CombineTrains(train_id(game, "N", "4"), face("1+2")))

    assert by_both(recycles) == ("recycle-card-left", None)
    game = table("site").game()
    done = game.play(CombineTrains(train_id(game, "N", "4"), face("1+2")))
    assert trains_with(done, "N") == "5+2C"
    assert refusal(done, BuyTrain(top(done), face("4"))) == "not-asked"


# ------------------------------------------------------------------------------------------------- absorptions, phase 5


@rule("4.6", "4.6.1")
def test_d28_d29_who_is_absorbed() -> None:
    """The site asks for a turn, not for a run; a company that players hold whole absorbs nobody, an empty bank gives
    no share."""

    def absorbs(profile: str, held: str = "X40") -> Game:
        table = a_table(profile=profile).phase("4").has("CRB", price=95, par=90, held=held, cash=500, stations="B26")
        table.has("MS", price=100, held="X100", cash=80, trains="4", stations="C27")
        return table.turn_of("CRB", "absorb").game()

    assert by_both(lambda profile: refusal(absorbs(profile), Absorb(company_id("MS")))) == ("absorb-has-run", None)
    waiting = absorbs("site").why_not(Absorb(company_id("ZP")))
    assert waiting is not None and waiting.rule == "absorb-had-turn"
    whole = absorbs("site", "X50 Y50")
    assert refusal(whole, Absorb(company_id("MS"))) == "absorb-sold-out"
    rest = absorbs("site", "X40 Y30 market30").play(Absorb(company_id("MS")))
    rest = rest if not rest.ask or rest.ask.about.key != "take-station" else rest.play(rest.offers()[-1].action)
    assert percent(rest, "X", "CRB") == 40


@rule("4.6.1", "6")
def test_d30_minors_in_phase_5() -> None:
    """They stand still; on the site they close, those that have had a turn for their price."""

    def after(profile: str) -> Game:
        table = a_table(profile=profile).phase("4", top="5").cash(X=0, Y=0)
        table.has("MS", price=110, held="X100", cash=40, trains="4", stations="C27")
        table.has("ZP", price=80, held="Y100", cash=160)
        table.has("N", price=90, held="X40", cash=700, trains="4", stations="F24.1").turn_of("N", "trains")
        game = table.game()
        return game.play(BuyTrain(top(game), face("5")))

    ours, theirs = by_both(after)
    assert (money(ours, "X", "Y", "MS"), stations_of(ours, "MS")) == ((0, 0, 40), "C27.0")
    assert (money(theirs, "X", "Y", "MS"), stations_of(theirs, "MS")) == ((110, 0, 0), "")
    assert {"MS", "ZP", "AC"} <= set(theirs.state.closed)


# ----------------------------------------------------------------------------------------------------- shares, the end


@rule("3.3")
def test_d34_sold_out() -> None:
    """90 with the reserved share; the site has none."""

    def rises(profile: str, held: str) -> int:
        table = a_table(profile=profile).phase("3").has("N", price=100, held=held, stations="F24.1")
        game = table.stock_round("X").game()
        for _ in range(4):
            game = game.play(EndStockTurn())
        return price(game, "N")

    assert by_both(lambda profile: rises(profile, "X50 Y40")) == (105, 100)
    assert rises("site", "X50 Y50") == 105


@rule("4.9", "7")
def test_d26_the_export_of_a_cycle_that_renfe_cuts_short() -> None:
    """None by the rulebook; the site exports."""

    def trains_gone(profile: str) -> int:
        table = a_table(profile=profile).phase("7").has("N", price=90, held="X40", trains="8", stations="F24.1")
        table._next_of_the_last()  # pyright: ignore[reportPrivateUsage]
        before = int(str(top(table.turn_of("N").game())).split("-")[1])
        facts = CycleFacts(sets_done=4, stock_round_done=True, rounds=3, rounds_done=1)
        return int(str(top(table.at(Frame("game", "play_cycles", facts)).game())).split("-")[1]) - before

    assert by_both(trains_gone) == (0, 1)


@rule("7.1")
def test_d37_ties() -> None:
    titles = by_both(lambda profile: a_table(profile=profile).title)
    assert [title.tie_break is None for title in titles] == [False, True]


@rule("5.1.1")
def test_d10_a_destination_through_a_red_area() -> None:
    """From Badajoz into Lisboa and out again to Ciudad Real: a red area ends a way, but not on the site."""

    def joined(profile: str) -> bool:
        table = a_table(profile=profile).phase("3").line("C27 B26 A27").line("A27 B28 C29 D28 E27 F28")
        table.has("CRB", price=90, held="X40", stations="B26")
        test = joined_to_any_station if profile == "site" else joined_to_base
        return test(inside(table.turn_of("CRB", "trains").game()), company_id("CRB"), HexId("F28"))

    assert by_both(joined) == (False, True)


@rule("4.7.1")
def test_on_the_site_shares_are_sold_where_a_train_is_asked_about() -> None:
    """A company without a train may always; one that has a train needs room, another company with a train, and
    something in its treasury."""

    def sells(trains: str, cash: int) -> str | None:
        table = a_table(profile="site").phase("4").has("FdLR", price=90, held="X40 Y20", cash=cash, stations="H8")
        table.has("A", price=100, held="Y20 X20", stations="E33").trains(FdLR=trains, A="3/2+3").cash(X=0)
        return refusal(table.turn_of("FdLR", "trains").game(), SellShares(company_id("A"), 1))

    assert (sells("", 0), sells("3+4", 5)) == (None, None)
    assert (sells("3+4", 0), sells("3+4 3+4 3+4", 5), sells("3+4", 900)) == ("sale-for-train",) * 3


@rule("4.3")
def test_d40_nobody_builds_in_madrid_before_mz() -> None:
    """N is not in the game, so its space is free; on the site only once MZ stands in Madrid."""

    def places(profile: str, mz: str = "") -> str | None:
        table = a_table(profile=profile, without="SFVA FdC N GSSR AVT CM MS AC", carreno="CFEA").phase("3")
        table.has("A", price=90, held="X40", cash=300, met="destination", operated=True).line("E21 E23 F24")
        table.has("MZ", price=80, held="Y100", operated=bool(mz)).stations(A="E21", MZ=mz)
        return refusal(table.turn_of("A").game(), PlaceStation(StopId("F24.1")))

    assert by_both(places) == (None, "slot-reserved")
    assert places("site", "F24.2") is None


@rule("4.7.2")
def test_whoever_can_only_repay_does_not_pass_on_the_site() -> None:
    """It offers nothing else to somebody in debt who can pay, and has no share that may be sold."""

    def owing(profile: str, cash: int, shares: str = "") -> str:
        table = a_table(profile=profile).owes(X=50).cash(X=cash)
        table = table.has("N", price=100, held=shares, operated=True) if shares else table
        return refusal(table.stock_round("X").game(), EndStockTurn()) or ""

    assert by_both(lambda profile: owing(profile, 100)) == ("", "must-repay")
    assert owing("site", 49) == owing("site", 0) == ""
    assert owing("site", 100, "X30 Y20") == ""
