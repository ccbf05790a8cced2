"""What the site plays otherwise, as far as no vector of the examples shows it: profile `site` does so, `rulebook` does
not. The number in a name is that of the table of deviations."""

from dataclasses import replace

import pytest

from ferrovia import Game, new_game
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CertId, HexId, StopId, TileId, TurnId
from ferrovia.rules.consent import Agree
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import LetOthersFirst, TradeTrain
from ferrovia.titles.t1824.directorless import DeclineStation, PlaceFreeStation, SellDouble
from ferrovia.titles.t1824.draft import DeclineMountain, DrawRailway
from ferrovia.titles.t1824.exchange import ExchangeMountain
from ferrovia.titles.t1824.first_round import BuyMountain, BuyRailway
from ferrovia.titles.t1824.formation import TakeBackStation
from ferrovia.titles.t1824.loans import RepayPart
from ferrovia.titles.t1824.phases import DiscardTrain
from ferrovia.titles.t1824.strayed import SellHalf
from ferrovia.titles.t1824.trains import BuyTrain, TradeIn
from support.tables import asked
from titles.t1824.tables import (
    Table1824,
    a_table,
    certificates,
    director,
    money,
    mountain,
    name,
    offered,
    percent,
    stations,
    train,
    trains_with,
    why,
)
from titles.t1824.test_examples_formation import next_cost, with_railways
from titles.t1824.test_examples_trains import bank
from titles.t1824.test_formation import formed

rule = pytest.mark.rule
PROFILES = ("rulebook", "site")
CISLEITHANIA = {"scenario": "cisleithania"}


def undirected(profile: str, phase: str = "4") -> Table1824:
    """Two players, MS without a director, BK of A with a 3-train."""
    table = a_table("A B", profile=profile).phase(phase).keep(directorless=name("MS")).priced("MS", 50, row=6)
    table.state.floated = (*table.state.floated, name("MS"))
    return table.stations(MS="C12").open("BK", 90, "A60", cash=900, at="B9", trains="3")


@rule("VI.7.4", "VI.4.2")
def test_deviation_28_a_directors_certificate_above_the_limit() -> None:
    """Whoever has 50% buys it by the rulebook; on the site 40% are the most. There nobody with 50% is asked for it."""
    for profile, cites in zip(PROFILES, (["", ""], ["", "VI.7.4"]), strict=True):
        held = [a_table("A B", profile=profile).shares(BK=" ".join("A" * number)) for number in (4, 5)]
        games = [table.cash(A=120).stock_round("A").game() for table in held]
        assert [why(game, StartCompany(name("BK"), 60)) for game in games] == cites


@rule("VII.11.2", "VII.13.4")
def test_on_the_site_a_company_at_its_limit_buys_only_where_it_is_asked() -> None:
    """It is asked if it could trade a train in; then it may also buy one and give one up."""
    for treasury, cite in ((139, "VII.11.2"), (180, "")):
        table = (
            a_table(profile="site")
            .phase("3")
            .sold_out("2")
            .railway("SD1", "A", at="E12.0", cash=treasury, trains="2 2")
        )
        game = table.open("BK", 90, "A60", at="B9", trains="3 3").turn_of("SD1", "trains").game()
        found = [why(game, action) for action in (TradeTrain(train(game, "3", "BK"), 1), bank(game, "3"))]
        assert found == [cite, cite]


@rule("VII.13.1")
def test_deviation_3_only_the_type_before_is_traded_in() -> None:
    for profile, cite in zip(PROFILES, ("", "VII.13.1"), strict=True):
        table = a_table(profile=profile).phase("5").open("BK", 90, "A60", cash=900, at="B9", trains="3")
        game = table.turn_of("BK", "trains").game()
        assert why(game, TradeIn(train(game, "5"), train(game, "3", "BK"))) == cite


@rule("VI.7.1", "IV.1.4")
def test_deviation_4_an_exchange_keeps_the_count() -> None:
    """15 shares and B1 are 16 certificates of 16 on the site: nothing is bought, but B1 becomes a share."""
    for profile, cite in zip(PROFILES, ("", "VI.7.1"), strict=True):
        table = a_table(profile=profile).phase("3").mountains(A="B1").cash(A=500)
        for cert in [f"{company}_{number}" for company in ("SD", "UG", "KK") for number in range(1, 6)]:
            table.state.certs[CertId(cert)] = table.player("A")
        game = table.stock_round("A").game()
        assert why(game, BuyShare(name("SD"), IN_IPO)) == cite
        assert certificates(game.play(ExchangeMountain(mountain("B1"), name("BK"))), "A") == 16


@rule("VII.12.6")
def test_deviation_9_a_part_of_the_debt_is_repaid() -> None:
    """190 in cash, 220 owed: up to 190 may be repaid; the turn goes on, and ending it is no pass."""
    table = a_table("A B C", profile="site").cash(A=190).open("BK", 100, "B60")
    table.state.debt[table.player("A")] = 220
    game = table.stock_round("A").game()
    assert [why(game, RepayPart(amount)) for amount in (0, 1, 190, 191)] == ["VII.12.6", "", "", "VII.12.6"]
    done = game.play(RepayPart(30))
    assert (money(done, "A"), done.state.debt[table.player("A")], asked(done).who) == (160, 190, "A")
    assert [event.key for event in done.play(EndStockTurn()).events][:1] == ["stock-turn-ended"]
    assert why(a_table("A B C").cash(A=-50).stock_round("A").game(), RepayPart(1)) == "VII.5 ¶"


@rule("VII.12.6")
def test_deviation_9_whoever_can_only_repay_does_not_pass() -> None:
    """100 would pay for a share of BK, if there were no debt, so the site offers a pass; 90 would not. A sale or an
    exchange is something else to do, too."""

    def owing(cash: int, phase: str = "6") -> Table1824:
        table = a_table("A B C", profile="site").phase(phase).cash(A=cash).open("BK", 100, "B60")
        table.state.debt[table.player("A")] = 120
        return table

    passes = {cash: why(owing(cash).stock_round("A").game(), EndStockTurn()) for cash in (100, 90, 0)}
    assert passes == {100: "", 90: "VII.12.6", 0: ""}
    assert why(owing(90).open("MS", 60, "A20 B40").stock_round("A").game(), EndStockTurn()) == ""
    assert why(owing(90, "3").mountains(A="B1").stock_round("A").game(), EndStockTurn()) == ""
    assert why(owing(90).stock_round("A").game().play(RepayDebt()), EndStockTurn()) == ""
    assert why(a_table("A B C").cash(A=-50).stock_round("A").game(), EndStockTurn()) == ""


@rule("VI.7.3")
def test_deviation_9_whoever_must_sell_does_not_repay() -> None:
    """17 certificates of 16."""
    table = a_table("A B C D", profile="site").cash(A=90).open("BK", 100, "A20 B40", at="B9")
    for cert in [f"{company}_{number}" for company in ("SD", "UG", "KK") for number in range(3, 9)][:16]:
        table.state.certs[CertId(cert)] = table.player("A")
    table.state.debt[table.player("A")] = 120
    game = table.held(BK="A10").stock_round("A").game()
    assert [why(game, answer) for answer in (RepayDebt(), RepayPart(1))] == ["VI.7.3", "VI.7.3"]


@rule("side 7")
def test_deviation_11_track_of_what_nobody_directs_in_cisleithania() -> None:
    """SD formed out of SD2 alone: its shareholder lays track on that map only."""
    for options, key in ((CISLEITHANIA, "track"), ({}, "station")):
        table = a_table("A B C", profile="site", **options).phase("4").railway("SD2", "B", at="G10", trains="3")
        game = formed(table.line("G10 F9"), "SD")
        assert (asked(game).who, asked(game).about.key, director(game, "SD")) == ("B", key, None)


@rule("IV.4.4.6", "VII.8.2")
def test_deviation_12_a_free_home_at_the_first_turn() -> None:
    for profile, home in zip(PROFILES, ("E12.0", ""), strict=True):
        table = a_table("A B C", profile=profile).phase("4").shares(SD="A A")
        game = formed(table.open("BK", 155, "A60", row=0, at="B9", trains="3"), "SD")
        assert stations(game, "SD") == home


@rule("IV.2.16", "VII.11.6")
def test_deviation_14_trains_of_what_is_not_open() -> None:
    for profile, cite in zip(PROFILES, ("VII.11.6", ""), strict=True):
        table = a_table(profile=profile).phase("4").open("BK", 90, "A60", cash=900, at="B9", trains="4")
        game = table.priced("MS", 90).held(MS="A20").trains(MS="2g").turn_of("BK", "trains").game()
        assert why(game, TradeTrain(train(game, "2g", "MS"), 240)) == cite


@rule("VII.10.3")
def test_deviation_17_any_run_will_do() -> None:
    for profile, cite in zip(PROFILES, ("VII.10.3", ""), strict=True):
        table = a_table(profile=profile).phase("3").open("BK", 90, "A60", at="B9", trains="3").line("B9 C10 D11")
        assert why(table.turn_of("BK", "run").game(), RunTrains(())) == cite


@rule("X.4.2d")
def test_deviation_21_the_pool_takes_half() -> None:
    for profile, cites in zip(PROFILES, (["", ""], ["", "VI.8.1c"]), strict=True):
        table = undirected(profile).held(MS="A60")
        for cert in table.box.papers.ordinary(table.state, IPO, name("MS")):
            table.state.certs[cert.id] = POOL if cert.id != "MS_8" else table.player("B")
        game = table.stock_round("A").game()
        assert [why(game, SellShares(name("MS"), n)) for n in (2, 3)] == cites
        assert [why(game, SellDouble(name("MS"), n)) for n in (0, 1)] == cites  # it is two shares by itself


@rule("X.4.4")
def test_deviation_22_the_second_station_is_compulsory() -> None:
    for profile, cite in zip(PROFILES, ("", "VII.5 ¶"), strict=True):
        game = undirected(profile).sold_out("4").in_bank("4-3").turn_of("BK", "trains").game()
        game = game.play(BuyTrain(train(game, "4")))
        assert (asked(game).about.key, why(game, DeclineStation())) == ("free-station", cite)


@rule("XI.3.1", "VII.8.4")
def test_deviation_23_the_token_of_a_railway_that_is_not_there() -> None:
    """Three in Cisleithania, without UG2: on the site its token is lost, and the next after UG1's costs 100."""
    for profile, cost in zip(PROFILES, (40, 100), strict=True):
        table = a_table("A B C", profile=profile, **CISLEITHANIA).phase("5").railway("UG1", "A", at="G12")
        assert next_cost(formed(table.open("BK", 90, "B60", at="B9", trains="5"), "UG"), "UG") == cost
        placing = a_table("A B C", profile=profile, **CISLEITHANIA).phase("5").line("G10 F9 E8")
        game = placing.open("UG", 120, "A60", row=0, cash=500, at="G10", trains="5").turn_of("UG", "station").game()
        assert money(game.play(PlaceStation(StopId("E8.0"))), "UG") == 500 - cost


@rule("X.3 ¶")
def test_deviation_24_railways_that_only_build_as_certificates() -> None:
    for profile, held in zip(PROFILES, (0, 1), strict=True):
        table = (
            a_table("A B", profile=profile).railway("EOD", "A", price=120, at="A12").keep(construction=(name("EOD"),))
        )
        assert certificates(table.operating_round().game(), "A") == held


@rule("X.4.3")
def test_deviation_25_home_of_what_nobody_directs() -> None:
    for profile, home in zip(PROFILES, ("C12.0", ""), strict=True):
        game = new_game("1824", ["A", "B"], {"profile": profile}).play(DrawRailway(name("EOD")))
        assert stations(game.play(DrawRailway(name("SD3"))), "MS") == home


@rule("VII.11.6")
def test_deviation_33_consent_is_taken_for_granted() -> None:
    for profile, asks, amount in zip(PROFILES, (True, False), (140, 180), strict=True):
        table = a_table(profile=profile).phase("4").open("MS", 90, "A60", cash=500, trains="4", at="C12")
        game = table.open("BK", 70, "B60", trains="3").turn_of("MS", "trains").game()
        game = game.play(TradeTrain(train(game, "3", "BK"), amount))
        assert (asked(game).who == "B", trains_with(game, "MS") == "4") == (asks, asks)
        assert trains_with(game.play(Agree()) if asks else game, "MS") == "3 4"


@rule("VII.11.2")
def test_at_its_limit_a_company_buys_and_gives_one_up_on_the_site() -> None:
    for profile, cite in zip(PROFILES, ("VII.11.2", ""), strict=True):
        table = a_table(profile=profile).phase("4").open("BK", 90, "A60", cash=900, at="B9", trains="3 3 4")
        game = table.turn_of("BK", "trains").game()
        assert why(game, BuyTrain(train(game, "4"))) == cite
        if not cite:
            assert asked(game.play(BuyTrain(train(game, "4")))).about.key == "give-up-train"


@rule("VII.11.11")
def test_deviation_36_who_gives_up_trains_first() -> None:
    """The acting company, then in operating order; on the site in the order of its list, and others may come first."""
    found: list[list[str]] = []
    for profile in PROFILES:
        table = a_table("A B C", profile=profile).phase("3").sold_out("3")
        table.open("SB", 60, "A60", cash=300, at="G26", trains="3 3")
        table.open("BH", 100, "C60", at="J13", trains="3 3 2g 2g").open(
            "BK", 110, "B60", row=2, trains="3 3 2g 2g", at="B9"
        )
        game = table.turn_of("SB", "trains").game()
        game = game.play(BuyTrain(train(game, "4")))
        assert (why(game, LetOthersFirst()) == "") == (profile == "site")
        if profile == "site":
            other = game.play(LetOthersFirst())
            assert (asked(other).who, offered(other, DiscardTrain)[0].train in game.state.trains) == ("B", True)
            assert why(other.play(LetOthersFirst()), LetOthersFirst()) == "VII.11.11"
        found.append([])
        while offered(game, DiscardTrain):
            found[-1].append(asked(game).who)
            game = game.play(offered(game, DiscardTrain)[0])
    assert found == [["B", "C"], ["C", "B"]]


@rule("IV.2.13", "VI.6.1")
def test_deviation_37_the_strayed_certificate_does_not_follow_the_next_director() -> None:
    """A has the certificate of MS, B directs it with three shares; C buys a fourth and directs it without the
    certificate."""
    table = a_table("A B C", profile="site").phase("4").open("MS", 90, "A20 B30 C30", at="C12", trains="4").cash(C=90)
    game = table.keep(directors={name("MS"): table.player("B")}).stock_round("C").game()
    assert director(game, "MS") == "B"
    done = game.play(BuyShare(name("MS"), IN_IPO))
    assert (director(done, "MS"), done.state.certs[CertId("MS_0")]) == ("C", "A")


@rule("VII.12.2")
def test_deviation_38_no_sales_for_a_train_in_cisleithania() -> None:
    for profile, sells in zip(PROFILES, (True, False), strict=True):
        table = a_table("A B C", profile=profile, **CISLEITHANIA).phase("4").open("CL", 90, "B40 A20").cash(A=0)
        game = table.open("BK", 70, "A60", at="B9").turn_of("BK", "trains").game()
        assert bool(offered(game, SellShares)) is sells


@rule("VII.12.1")
def test_deviation_38_the_dearest_train_may_be_one_that_is_not_allowed() -> None:
    """EPP may own the 2g for 240 only, but the site looks at the 4 for 280: a fourth share at 80 may be sold."""
    for profile, cite in zip(PROFILES, ("VII.12.1", ""), strict=True):
        table = a_table("A B C", profile=profile).phase("4").sold_out("1g", "3g").cash(A=0).open("CL", 80, "B50 A40")
        game = table.railway("EPP", "A", price=140, at="C6").turn_of("EPP", "trains").game()
        assert why(game, SellShares(name("CL"), 4)) == cite


@rule("VII.12.1")
def test_deviation_38_a_sale_does_not_bar_what_the_treasury_pays() -> None:
    """After a sale the site minds only purchases with the director's money."""
    for profile, cite in zip(PROFILES, ("VII.12.1", ""), strict=True):
        table = a_table("A B C", profile=profile).phase("4").cash(A=0).open("CL", 80, "B50 A30")
        table.open("BK", 70, "A60", trains="3", at="B9").railway("UG2", "A", cash=100, at="H15")
        game = table.turn_of("UG2", "trains").game().play(SellShares(name("CL"), 1))
        assert why(game, TradeTrain(train(game, "3", "BK"), 50)) == cite


@rule("VII.12.10")
def test_deviation_38_no_sale_where_the_site_does_not_ask() -> None:
    """BK has no room for another train and no money to trade one in."""
    for trains, cite in (("3 3 4", "VII.12.10"), ("3 4", "")):
        table = a_table("A B C", profile="site").phase("4").cash(A=0).open("CL", 80, "B50 A20", at="B23", trains="4")
        game = table.open("BK", 70, "A60", cash=1, trains=trains, at="B9").turn_of("BK", "trains").game()
        assert why(game, SellShares(name("CL"), 1)) == cite


@rule("IV.2.13")
def test_deviation_37_half_of_a_strayed_certificate_goes_on_counting() -> None:
    """A, who does not direct MS, sells its certificate for the price of one share and is credited with the other."""
    table = a_table("A B C", profile="site").phase("4").open("MS", 90, "A20 B30 C20", at="C12", trains="4").cash(A=0)
    game = table.keep(directors={name("MS"): table.player("B")}).stock_round("A").game()
    done = game.play(SellHalf(name("MS"), 0))
    assert (money(done, "A"), percent(done, "A", "MS"), director(done, "MS")) == (90, 0, "B")
    assert done.state.extras.credited == (("A", "MS", 10),)


@rule("IV.4.4.6")
def test_deviation_41_whose_home_is_kept() -> None:
    """Without KK1 and KK2 the circle of KK1 is kept for the k&k; on the site it is not, and the home goes beside it."""
    for profile, cite in zip(PROFILES, ("VII.8.7", ""), strict=True):
        table = (
            a_table("A B C", profile=profile).phase("4").open("SD", 120, "A60", row=0, cash=500, at="G10", trains="4")
        )
        game = table.line("G10 F9 E10 E12").turn_of("SD", "station").game()
        assert why(game, PlaceStation(StopId("E12.1"))) == cite
        if not cite:
            taken = formed(table.stations(SD="E12.1").shares(KK="A A"), "KK")
            table.state = taken.state.copy()
            home = table.turn_of("KK", "home").game()
            assert stations(home, "KK") == "E12.1"


@rule("IV.4.4.6")
def test_deviation_41_pest_is_not_kept_either() -> None:
    for profile, cite in zip(PROFILES, ("VII.8.7", ""), strict=True):
        table = a_table("A B C", profile=profile).phase("4").line("D19 E18 F17")
        game = table.open("BK", 90, "A60", cash=500, at="D19", trains="4").turn_of("BK", "station").game()
        assert why(game, PlaceStation(StopId("F17.1"))) == cite


@rule("X.5 ¶2")
def test_deviation_43_declining_takes_a_mountain_railway_away() -> None:
    for profile, cite in zip(PROFILES, ("", "VI.3.3"), strict=True):
        game = _drafted(profile).play(DeclineMountain())
        assert (why(game, BuyMountain(mountain("B1"))), why(game, BuyMountain(mountain("B2")))) == ("", cite)
        both = game.play(DeclineMountain())
        assert {both.state.certs[CertId(m)] for m in ("B1", "B2")} == {SCRAP}


def _drafted(profile: str) -> Game:
    game = (
        new_game("1824", ["A", "B"], {"profile": profile}).play(DrawRailway(name("EOD"))).play(DrawRailway(name("SD3")))
    )
    for railway in ("KK1", "SD1", "EPP", "MLB", "KK2", "SD2", "SD3", "EOD"):
        game = game.play(BuyRailway(name(railway), 240 if railway in ("KK1", "SD1") else 120))
    return game


@rule("X.4.4")
def test_deviation_44_a_4_of_another_company_counts_as_the_last() -> None:
    for profile, key in zip(PROFILES, ("buy-trains", "free-station"), strict=True):
        table = undirected(profile).sold_out("4").open("CL", 60, "A60", trains="4", at="B23")
        game = table.turn_of("BK", "trains").game()
        assert asked(game.play(TradeTrain(train(game, "4", "CL"), 1))).about.key == key


@rule("X.4.4", "X.4.5")
def test_deviation_44_a_second_station_in_wien() -> None:
    """By the rulebook it stands for the third too; on the site another is placed, and none when Wien turns brown."""
    for profile, key in zip(PROFILES, ("buy-trains", "free-station"), strict=True):
        table = undirected(profile).tiles("E12 499/0, E12 491/0").sold_out("4").in_bank("4-3")
        game = table.turn_of("BK", "trains").game()
        game = game.play(BuyTrain(train(game, "4"))).play(PlaceFreeStation(StopId("E12.2")))
        assert asked(game).about.key == key
        if profile == "site":
            game = game.play(PlaceFreeStation(StopId("E8.0")))
        table.state = game.state.copy()
        table.state.phase = "5"
        brown = table.line("B9 C10 D11 E12").turn_of("BK", "track").game().play(_brown_wien())
        assert asked(brown).about.key != "free-station"


def _brown_wien() -> LayTile:
    return LayTile(HexId("E12"), TileId("493"), TurnId(0))


@rule("VII.8.5", "VII.8.4")
def test_deviation_46_the_last_station_for_nothing() -> None:
    """D15: after KK1's went back 40, 100, 100, 0 on the site; after KK2's, and by the rulebook, 40, 100, 100, 100."""
    costs = {("site", "E12.1"): 0, ("site", "E12.2"): 100, ("rulebook", "E12.1"): 100}
    for (profile, back), last in costs.items():
        table = with_railways(a_table(profile=profile).phase("6").tiles("E12 499/0, E12 491/0"), "KK1", "KK2")
        table.open("BK", 90, "A60", at="B9", trains="6")
        game = formed(table, "KK").play(TakeBackStation(StopId(back)))
        found = [next_cost(game, "KK")]
        for stop in ("B5.0", "F7.0", "H15.0"):
            table.state = game.state.copy()
            table.stations(KK=stop)
            game = table.operating_round().game()
            found.append(next_cost(game, "KK"))
        assert found == [40, 100, 100, last]


@rule("VII.5 ¶")
def test_deviation_47_asked_without_a_route() -> None:
    """A coal railway whose mine leads to a normal company's city only by a route that its trains cannot run."""
    table = a_table(profile="site").phase("3").open("BK", 90, "A60", at="B9", trains="2g").line("B9 C10")
    game = table.turn_of("BK", "run").game()
    assert [offer.action for offer in game.offers().of(RunTrains)] == [RunTrains(())]


@rule("VII.11.4")
def test_the_site_has_twenty_10_trains() -> None:
    """By the rulebook another lies under each that is sold; on the site one is left and is the last."""
    for profile, left in zip(PROFILES, (1, 0), strict=True):
        table = a_table(profile=profile).phase("8").sold_out("10").in_bank("10-19" if profile == "site" else "10-0")
        game = table.open("BK", 90, "A60", cash=1000, at="B9", trains="8").turn_of("BK", "trains").game()
        done = game.play(BuyTrain(train(game, "10")))
        assert trains_with(done, DEPOT).split().count("10") == left


@rule("VI.7.3")
def test_over_the_limit_the_strayed_certificate_is_a_sale_too() -> None:
    """Whoever has too many papers sells what the site lets him sell, if nothing else a certificate that has strayed."""
    table = undirected("site").held(MS="A20").priced("SD", 120, row=0)
    certs = [c.id for company in ("SD", "KK", "CL") for c in table.box.papers.of[name(company)][1:]]
    for cert in certs[:14]:
        table.state.certs[cert] = table.player("A")
    game = table.stock_round("A").game()
    assert certificates(game, "A") > table.box.certificate_limit
    assert (why(game, EndStockTurn()), why(game, SellDouble(name("MS"), 0))) == ("VI.7.3", "")


@rule("VII.12.1", "VII.12.2")
def test_a_strayed_certificate_is_sold_only_for_a_train_that_cannot_be_paid() -> None:
    """On the site, too, money is left to be raised for the dearest train; else none could be bought after the sale."""
    table = a_table("A B C", profile="site").phase("3").railway("UG2", "A", cash=100, at="H15")
    table.open("MS", 80, "A20 B40")
    table.state.extras = replace(table.state.extras, directors={name("MS"): table.player("B")})
    sale = SellHalf(name("MS"), 0)
    assert why(table.cash(A=140).turn_of("UG2", "trains").game(), sale) == "VII.12.1"
    game = table.cash(A=139).turn_of("UG2", "trains").game()
    assert why(game, sale) == ""
    assert game.play(sale).offers().of(BuyTrain)


def test_whoever_cannot_sell_the_certificate_is_told_of_its_shares_too() -> None:
    """It was said that 0 shares cannot be sold."""
    game = a_table("A B C", profile="site").open("MS", 80, "A20 B40").stock_round("C").game()
    refusals = [game.why_not(SellHalf(name("MS"), 0)), game.why_not(SellDouble(name("MS"), 1))]
    assert [refusal and refusal.params["shares"] for refusal in refusals] == [2, 3]


@rule("VII.12.1", "VII.12.2")
def test_an_overdrawn_director_sells_nothing_for_what_the_treasury_pays() -> None:
    """The account is 100 below zero: the treasury of 300 still pays for the dearest train, so nothing is sold; with 250
    one share is, and then only the train that 250 would not have paid."""
    table = a_table("A B C").phase("4").sold_out("1g", "3g").railway("UG2", "A", cash=300, at="H15").cash(A=-100)
    table.open("CL", 90, "B40 A20")
    assert why(table.turn_of("UG2", "trains").game(), SellShares(name("CL"), 1)) == "VII.12.1"
    game = table.treasury(UG2=250).turn_of("UG2", "trains").game()
    sold = game.play(SellShares(name("CL"), 1))
    assert [why(sold, BuyTrain(train(sold, face))) for face in ("2g", "4")] == ["VII.12.1", ""]
    assert money(sold.play(BuyTrain(train(sold, "4"))), "A") == -100 + 90 - 30 - 15
