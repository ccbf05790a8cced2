"""[4.7] [4.9] [5.2.1] [6] Trains: buying, duty, forced purchase, loans, combining, phases."""

from dataclasses import replace
from typing import Any

import pytest

from ferrovia import Game
from ferrovia.model.ids import SCRAP, CertId, FaceId, Owner, PlayerId, TrainId
from ferrovia.model.state import Frame
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.stock import PlaceId, SellShares
from ferrovia.rules.trains import BuyTrain, EndTrains, LetOthersFirst, TradeTrain
from ferrovia.titles.t18esp.combining import CombineTrains
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.forced import BuyWithLoan, with_interest
from ferrovia.titles.t18esp.phases import DiscardTrain
from ferrovia.titles.t18esp.pioneers import BuyPioneer, BuyTender
from ferrovia.titles.t18esp.track import EndBuild
from support.tables import asked
from titles.t18esp.tables import (
    EspTable,
    a_table,
    books_of,
    company_id,
    kinds_offered,
    money,
    pioneer_id,
    price,
    top,
    train_id,
    trains_with,
    why,
)

rule = pytest.mark.rule


def buy(game: Game, face: str) -> BuyTrain:
    return BuyTrain(top(game), FaceId(face))


def loan(game: Game, face: str) -> BuyWithLoan:
    return BuyWithLoan(top(game), FaceId(face))


def sell(company: str, shares: int) -> SellShares:
    return SellShares(company_id(company), shares)


def robla(phase: str = "3", cash: int = 500, trains: str = "", **more: Any) -> EspTable:
    """FdLR in Reinosa at its trains."""
    table = a_table().phase(phase).has("FdLR", price=90, held="X40", cash=cash, trains=trains, stations="H8", **more)
    return table.turn_of("FdLR", "trains")


@rule("4.7", "6")
def test_buying_one_at_a_time_up_to_the_limit() -> None:
    game = robla("2", 400).game()
    assert why(game, EndTrains()) == ("train-duty", "4.7")
    assert why(game, buy(game, "3")) == ("face-on-card", "4.4.1")
    assert why(game, BuyTrain(TrainId("3-0"), FaceId("3"))) == ("train-for-sale", "4.7")
    for _ in range(4):
        game = game.play(buy(game, "1+2"))
    assert (money(game, "FdLR"), trains_with(game, "FdLR")) == (0, "1+2 1+2 1+2 1+2")
    assert why(game, buy(game, "1+2")) == ("train-limit", "4.7")
    poor = robla("3", 10, "2+3").game()
    assert why(poor, buy(poor, "2+3")) == ("pay-for-train", "4.7")


@rule("4.7", "4.4.1")
def test_minors_buy_broad_trains_only() -> None:
    table = a_table().has("MS", price=90, held="X100", cash=300, stations="C27").turn_of("MS", "trains")
    game = table.game()
    assert why(game, buy(game, "1+2")) == ("minor-broad", "4.4.1")
    assert game.why_not(buy(game, "2")) is None


@rule("4.7", "5.2.2")
def test_c24_the_duty_is_a_train_that_can_run() -> None:
    """C24: N with a narrow train and no station in the north must buy a broad one; with a station on H12 it need
    not."""
    table = a_table().phase("3").has("N", price=90, held="X40", cash=500, trains="2+3", stations="F24.1")
    game = table.turn_of("N", "trains").game()
    assert why(game, EndTrains()) == ("train-duty", "4.7")
    assert why(game, buy(game, "2+3")) == ("operable-first", "4.7")
    assert game.play(buy(game, "3")).why_not(EndTrains()) is None
    table.open("H12").stations(N="H12").line("H12 H10 H8")
    assert table.turn_of("N", "trains").game().why_not(EndTrains()) is None


@rule("4.7", "4.7.1")
def test_c48_no_room_and_no_train_that_can_run() -> None:
    """C48: Two narrow trains of no use in phase 6: one goes first. A company at its limit with a good train buys
    none."""
    table = a_table().phase("6").has("N", price=90, held="X40", cash=700, trains="4+5 4+5", stations="F24.1")
    game = table.turn_of("N", "trains").game()
    assert kinds_offered(game) == {DiscardTrain}
    game = game.play(DiscardTrain(train_id(game, "N", "4+5")))
    assert game.play(buy(game, "6")).why_not(EndTrains()) is None
    full = a_table().phase("6").has("N", price=90, held="X40", cash=900, trains="5 5", stations="F24.1")
    at_limit = full.turn_of("N", "trains").game()
    assert why(at_limit, buy(at_limit, "6")) == ("train-limit", "4.7")
    assert why(at_limit, DiscardTrain(train_id(at_limit, "N", "5"))) == ("discard-for-room", "4.7.1")


@rule("4.7")
def test_trading_needs_phase_3_and_the_other_side() -> None:
    table = a_table().phase("3").has("FdLR", price=90, held="X40", cash=100, trains="2+3", stations="H8")
    table.has("FdSB", price=80, held="Y40", trains="1+2 2+3", stations="I5").turn_of("FdLR", "trains")
    game = table.game()
    offer = TradeTrain(train_id(game, "FdSB", "1+2"), 60)
    refused = game.play(offer)
    assert asked(refused).who == "Y"
    assert trains_with(refused.play(Reject()), "FdLR") == "2+3"
    done = refused.play(Agree())
    assert (trains_with(done, "FdLR"), money(done, "FdLR", "FdSB")) == ("2+3 1+2", (40, 60))
    assert why(game, TradeTrain(offer.train, 101)) == ("trade-money", "4.7")
    assert why(game, TradeTrain(train_id(game, "FdLR", "2+3"), 5)) == ("train-of-company", "4.7")
    early = a_table().has("FdLR", price=90, held="X40", cash=100, stations="H8")
    early.has("FdSB", price=80, held="Y40", trains="1+2", stations="I5").turn_of("FdLR", "trains")
    assert why(early.game(), TradeTrain(train_id(early.game(), "FdSB", "1+2"), 5)) == ("trade-phase", "4.7")


# --------------------------------------------------------------------------------------------------- forced purchases


def forced(market: int = 20, *, cash: int = 114, profile: str = "rulebook") -> Game:
    """C22: FdLR without a train, an 8 for 800, treasury 300; its director holds three shares of A at 144."""
    table = a_table(profile=profile).phase("7").has("FdLR", price=90, held="X20 Y20", cash=300, stations="H8")
    table.has("A", price=144, held=f"Y20 X30 market{market}", stations="E33").cash(X=cash)
    return table.turn_of("FdLR", "trains").game()


@rule("4.7.1", "4.7.2")
def test_c22_shares_or_a_loan() -> None:
    """C22: shares or a loan."""
    game = forced()
    assert why(game, buy(game, "6+8")) == ("forced-money", "4.7.1")
    lent = game.play(loan(game, "6+8"))
    assert (money(lent, "X", "FdLR"), lent.state.debt[PlayerId(Owner("X"))], with_interest(386)) == ((0, 0), 386, 579)
    sold = game.play(sell("A", 3))
    assert (money(sold, "X"), price(sold, "A")) == (114 + 432, 126)
    assert why(sold, loan(sold, "6+8"))[0] in ("loan-needed", "loan-or-shares")
    bought = sold.play(buy(sold, "6+8"))
    assert (money(bought, "X", "FdLR"), trains_with(bought, "FdLR")) == ((46, 0), "6+8")
    full = forced(market=30)
    assert why(full, sell("A", 2)) == ("shares-must-cover", "4.7.1")
    assert full.why_not(loan(full, "6+8")) is None
    site = forced(profile="site")
    assert site.play(loan(site, "6+8")).state.debt[PlayerId(Owner("X"))] == 579


@rule("4.7.1")
def test_the_director_adds_cash_and_never_sells_a_directorship() -> None:
    rich = forced(cash=600)
    done = rich.play(buy(rich, "6+8"))
    assert money(done, "X", "FdLR") == (100, 0)
    assert why(rich, sell("A", 1)) == ("sale-for-train", "4.7.1")
    table = a_table().phase("7").has("FdLR", price=90, held="X60 Y30", cash=300, stations="H8").cash(X=400)
    own = table.turn_of("FdLR", "trains").game()
    assert why(own, sell("FdLR", 4)) == ("no-change-of-director", "4.7.1")


@rule("4.7.1")
def test_c47_block_by_block() -> None:
    """C47: Gap 415: three X-shares bring 330, one of the other 90. One share alone first is too few."""
    table = a_table().phase("5").has("FdLR", price=90, held="X40", cash=60, stations="H8").cash(X=25)
    table.has("A", price=110, held="Y20 X30 market20", stations="E33")
    table.has("N", price=90, held="Y20 X20 market40", stations="F24.1")
    table.held(FdLR="X20 Y20").turn_of("FdLR", "trains")
    game = table.game()
    assert why(game, sell("A", 1)) == ("shares-must-cover", "4.7.1")
    assert why(game, sell("N", 2)) == ("bank-at-most", "3.1")
    one = game.play(sell("A", 3))
    assert why(one, loan(one, "4+5")) == ("loan-or-shares", "4.7.1")
    done = one.play(sell("N", 1))
    done = done.play(buy(done, "4+5"))
    assert money(done, "X", "FdLR") == (5, 0)
    other = game.play(sell("N", 1)).play(sell("A", 3))
    assert other.why_not(buy(other, "4+5")) is None


@rule("4.7.1")
def test_what_was_raised_is_for_the_train() -> None:
    """Nothing else is bought meanwhile; on the site whoever has nothing left to sell may borrow after all."""

    def sold(profile: str) -> Game:
        table = (
            a_table(profile=profile)
            .phase("4", top="5")
            .has("FdLR", price=90, held="X20 Y10 Z10", cash=250, stations="H8")
        )
        table.has("A", price=144, held="Y20 X20 market20", stations="E33").cash(X=0).pioneers(X="P5")
        game = table.turn_of("FdLR", "trains").game()
        assert game.why_not(BuyTender(PlaceId("P5"))) is None
        return game.play(sell("A", 2 if profile == "rulebook" else 1))

    ours = sold("rulebook")
    assert why(ours, BuyTender(PlaceId("P5"))) == ("sold-for-train", "4.7.1")
    bought = ours.play(buy(ours, "4+5"))
    assert bought.why_not(BuyTender(PlaceId("pool"))) is not None
    site = sold("site")
    assert why(site, loan(site, "4+5")) == ("loan-or-shares", "4.7.1")
    everything = site.play(BuyTender(PlaceId("P5"))).play(sell("A", 1))
    assert everything.why_not(loan(everything, "4+5")) is None


@rule("4.7.1", "5.2.1")
def test_after_a_sale_only_the_bank_sells_the_train() -> None:
    """Neither another company's train nor a combined one is got by a forced purchase; before any sale both are."""
    table = a_table().phase("5").has("FdLR", price=90, held="X20 Y20", cash=450, trains="4", stations="H8").cash(X=0)
    table.lies("E19 L97/0").line("H8 H10 H12").open("H12")
    table.has("A", price=144, held="Y20 X30 market20", stations="E33")
    table.has("FdSB", price=80, held="X40", trains="3+4", stations="I5")
    game = table.turn_of("FdLR", "trains").game()
    trade = TradeTrain(train_id(game, "FdSB", "3+4"), 1)
    union = CombineTrains(train_id(game, "FdLR", "4"), FaceId("1+2"))
    assert why(game, EndTrains()) == ("train-duty", "4.7")
    assert game.why_not(trade) is None and game.why_not(union) is None
    sold = game.play(sell("A", 1))
    assert why(sold, trade) == why(sold, union) == ("sold-for-train", "4.7.1")
    bought = sold.play(buy(sold, "4+5"))
    assert (money(bought, "X", "FdLR"), why(bought, union)[0]) == ((94, 0), "recycle-cost")


@rule("4.7.1")
def test_sell_no_more_than_needed() -> None:
    table = a_table().phase("7").has("FdLR", price=90, held="X40", cash=600, stations="H8").cash(X=100)
    table.has("A", price=144, held="Y20 X30 market20", stations="E33").turn_of("FdLR", "trains")
    assert why(table.game(), sell("A", 2)) == ("sell-just-enough", "4.7.1")
    assert table.game().why_not(sell("A", 1)) is None


# ---------------------------------------------------------------------------------------------------------- combining


@rule("5.2.1", "6")
def test_e12_recycling() -> None:
    """E12: The first 4 ends the 2s; a 1+2 joins it for 200, and goes with it when the first 8 comes."""
    table = a_table().phase("3", top="4").has("A", price=90, held="X40", cash=600, trains="3", stations="E33")
    table.has("FdSB", price=80, held="Y40", trains="1+2", stations="I5").turn_of("A", "trains")
    game = table.game()
    game = game.play(buy(game, "4"))
    assert (game.state.phase, trains_with(game, "FdSB")) == ("4", "")
    game = game.play(CombineTrains(train_id(game, "A", "4"), FaceId("1+2")))
    assert (trains_with(game, "A"), money(game, "A")) == ("3 5+2C", 600 - 300 - 200)
    assert books_of(game).spent_cards == {"2": 1}


@rule("5.2.1")
def test_c25_what_bars_a_combination() -> None:
    """C25: what bars a combination."""

    def at(phase: str, trains: str, cash: int = 900) -> Game:
        table = a_table().phase(phase).has("FdLR", price=90, held="X40", cash=cash, trains=trains, stations="H8")
        return table.turn_of("FdLR", "trains").game()

    def union(game: Game, main: str, other: str) -> CombineTrains:
        return CombineTrains(train_id(game, "FdLR", main), FaceId(other))

    four = at("4", "2+3 2+3 3+4")
    assert four.why_not(union(four, "2+3", "2")) is None
    assert why(four, union(four, "2+3", "1+2")) == ("recycle-gauge", "5.2.1")
    assert why(four, union(four, "2+3", "3")) == ("recycle-obsolete", "5.2.1")
    three = at("3", "2+3")
    assert why(three, union(three, "2+3", "2")) == ("recycle-phase", "6")
    only = at("4", "2+3")
    assert why(only, union(only, "2+3", "2")) == ("recycle-operable", "5.2.1")
    poor = at("4", "2+3 2+3", cash=199)
    assert why(poor, union(poor, "2+3", "2")) == ("recycle-cost", "5.2.1")
    done = four.play(union(four, "2+3", "2"))
    assert why(done, CombineTrains(train_id(done, "FdLR", "4+3C"), FaceId("2"))) == ("recycle-once", "5.2.1")
    spent = a_table().phase("4").has("FdLR", price=90, held="X40", cash=900, trains="2+3 3+4", stations="H8")
    none_left = spent.keep(spent_cards={"2": 11}).turn_of("FdLR", "trains").game()
    assert why(none_left, union(none_left, "2+3", "2")) == ("recycle-card-left", "5.2.1")
    minor = a_table().phase("4").has("MS", price=90, held="X100", cash=900, trains="3", stations="C27")
    small = minor.turn_of("MS", "trains").game()
    assert why(small, CombineTrains(train_id(small, "MS", "3"), FaceId("1+2"))) == ("recycle-major", "5.2.1")
    assert why(four, CombineTrains(TrainId("2P-0"), FaceId("1+2"))) == ("recycle-own-train", "5.2.1")


# ------------------------------------------------------------------------------------------------------------- phases


@rule("6", "2.2")
def test_phase_5_closes_pioneers_and_turns_the_strawberry_train() -> None:
    table = a_table().phase("4", top="5").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    table.has("MCP", price=80, held="Y40", stations="F24").pioneers(MCP="P3", X="P5 P6", Y="P7")
    table.tenders(pioneer=3, FdLR=1, market=1)
    game = table.turn_of("FdLR", "trains").game()
    game = game.play(buy(game, "4+5"))
    assert (game.state.phase, trains_with(game, "MCP")) == ("5", "2P")
    assert {game.state.certs[CertId(pioneer)] for pioneer in ("P3", "P5", "P6", "P7")} == {"scrap"}
    assert books_of(game).tenders == {"FdLR": 1, "pool": 1, "scrap": 3}
    player = a_table().phase("4", top="5").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    bought = player.pioneers(X="P3").turn_of("FdLR", "trains").game()
    bought = bought.play(buy(bought, "4+5"))
    assert trains_with(bought, "FdLR") == "3+4 4+5"


@rule("6", "4.4.1", "4.7")
def test_surplus_trains_go_at_once_the_own_company_first() -> None:
    table = a_table().phase("3", top="4").has("FdSB", price=100, held="Y40", trains="2+3 2+3 2+3 2+3", stations="I5")
    table.has("FdLR", price=90, held="X40", cash=900, trains="2+3 2+3 2+3", stations="H8").turn_of("FdLR", "trains")
    game = table.game()
    game = game.play(buy(game, "3+4"))
    assert (asked(game).who, kinds_offered(game)) == ("X", {DiscardTrain})
    assert why(game, DiscardTrain(train_id(game, "FdSB", "2+3"))) == ("give-up-own-train", "4.4.1")
    game = game.play(DiscardTrain(train_id(game, "FdLR", "2+3")))
    assert asked(game).who == "Y"


@rule("6")
def test_on_the_site_surplus_trains_go_in_any_order() -> None:
    """FdLR lets FdSB go first, once; alone, or a second time, it cannot."""
    table = a_table(profile="site").phase("3", top="4")
    table.has("FdSB", price=100, held="Y40", trains="2+3 2+3 2+3 2+3", stations="I5")
    table.has("FdLR", price=90, held="X40", cash=900, trains="2+3 2+3 2+3", stations="H8").turn_of("FdLR", "trains")
    game = table.game()
    game = game.play(buy(game, "3+4"))
    assert (asked(game).who, kinds_offered(game)) == ("X", {DiscardTrain, LetOthersFirst})
    other = game.play(LetOthersFirst())
    assert asked(other).who == "Y"
    back = other.play(LetOthersFirst())
    assert (asked(back).who, kinds_offered(back)) == ("X", {DiscardTrain})
    assert why(back, LetOthersFirst()) == ("let-others-first", "6")
    done = other.play(DiscardTrain(train_id(other, "FdSB", "2+3")))
    assert (asked(done).who, kinds_offered(done)) == ("X", {DiscardTrain})
    assert why(game, DiscardTrain(train_id(game, "FdSB", "2+3"))) == ("give-up-own-train", "4.4.1")


def test_on_the_site_a_surplus_of_pioneer_2_waits_for_the_earnings() -> None:
    """Bought after them it is discarded at once, before them only when they are settled."""

    def with_face(step: str) -> Game:
        table = (
            a_table(profile="site").phase("3").has("MS", price=90, held="X100", cash=90, trains="3 3", stations="C27")
        )
        game = table.pioneers(X="P2").turn_of("MS", step, paid=step == "trains").game()
        return game.play(BuyPioneer(pioneer_id("P2"), 60))

    assert kinds_offered(with_face("trains")) == {DiscardTrain}
    assert DiscardTrain not in kinds_offered(with_face("build"))
    assert trains_with(with_face("build"), "MS") == "3 3 2"
    ended = with_face("build").play(EndBuild())
    assert kinds_offered(ended) == {DiscardTrain}


def test_a_minor_buys_broad_trains_of_others() -> None:
    """A combined one neither here nor on the site, which sells none of these to anybody."""

    def refusals(profile: str) -> list[object]:
        table = a_table(profile=profile).phase("4").has("MS", price=90, held="X100", cash=90, stations="C27")
        table.has("N", price=80, held="X40", trains="5+2C 3+4 4", stations="F24.1")
        game = table.turn_of("MS", "trains").game()
        trades = [TradeTrain(train_id(game, "N", name), 50) for name in ("5+2C", "3+4", "4")]
        return [game.why_not(trade) and why(game, trade) for trade in trades]

    narrow = ("minor-broad", "4.4.1")
    assert refusals("rulebook") == [narrow, narrow, None]
    assert refusals("site") == [("combined-not-sold", "5.2.1"), narrow, None]


@rule("2.2", "4.7")
def test_c26_c48_the_strawberry_train_counts_for_nothing() -> None:
    """C26, C48: Outside the limit, no help for the duty, never sold and never combined."""
    table = a_table().phase("5").has("MCP", price=90, held="X40", cash=900, trains="2P", stations="F24")
    table.has("N", price=80, held="Y40", cash=500, trains="5", stations="F24.1").turn_of("MCP", "trains")
    game = table.game()
    assert why(game, EndTrains()) == ("train-duty", "4.7")
    assert why(game, CombineTrains(TrainId("2P-0"), FaceId("1+2"))) == ("recycle-own-train", "5.2.1")
    other = table.turn_of("N", "trains").game()
    assert why(other, TradeTrain(TrainId("2P-0"), 5)) == ("train-not-for-trade", "2.2")


@rule("4", "4.7.1")
def test_r20_a_forced_sale_changes_the_order_of_those_to_come() -> None:
    """A falls from 144 to 126 below N at 132: N operates first."""
    table = a_table().phase("7").has("FdLR", price=240, held="X20 Y20", cash=300, stations="H8")
    table.has("A", price=144, held="Y20 X30 market20", trains="5", stations="E33")
    table.has("N", price=132, held="Z40", trains="5", stations="F24.1").cash(X=114)
    game = table.turn_of("FdLR", "trains").game()
    game = game.play(sell("A", 3))
    game = game.play(buy(game, "6+8")).play(EndTrains())
    assert (price(game, "A"), asked(game).about.params["company"]) == (126, "N")


@rule("4.7.1")
def test_c22_the_director_helps_only_at_the_bank_and_sells_no_more_than_needed() -> None:
    """C22: 386 are missing: three shares of A bring 432; then nothing more is sold. No help for another company's
    train."""
    table = a_table().phase("7").has("FdLR", price=90, held="X20 Y20", cash=300, stations="H8").cash(X=114)
    table.has("A", price=144, held="Y20 X30 market20", stations="E33")
    table.has("MCP", price=100, held="Y20 X40", stations="F24")
    table.has("FdSB", price=80, held="Z40", trains="4+5", stations="I5")
    game = table.turn_of("FdLR", "trains").game()
    assert why(game, TradeTrain(train_id(game, "FdSB", "4+5"), 301)) == ("trade-money", "4.7")
    sold = game.play(sell("A", 3))
    assert why(sold, sell("MCP", 1)) == ("sale-for-train", "4.7.1")


@rule("4.7.1")
def test_on_the_site_shares_are_sold_only_where_it_asks_about_trains() -> None:
    """MCP has a train, room and 100, less than the next one costs. Only another company's train makes the site ask."""

    def turn(theirs: str, ours: str = "3") -> Game:
        table = (
            a_table(profile="site").phase("5").has("MCP", price=100, held="X40", cash=100, trains=ours, stations="F24")
        )
        table.has("A", price=144, held="Y20 X30", trains=theirs, stations="E33").cash(X=114)
        return table.turn_of("MCP", "trains").game()

    assert turn("3").why_not(sell("A", 1)) is None
    assert why(turn(""), sell("A", 1)) == ("sale-for-train", "4.7.1")
    assert turn("", ours="").why_not(sell("A", 1)) is None


@rule("4.7.2")
def test_c23_interest_is_on_the_whole_debt() -> None:
    """C23: interest is on the whole debt."""
    assert (with_interest(385), with_interest(101 + 101), with_interest(101) * 2) == (578, 303, 304)


@rule("4.7", "5.2.1")
def test_c24_a_combined_train_needs_an_open_way() -> None:
    """C24: Its only pass is blocked by two others: it does not count for the duty."""

    def barred(others: str) -> Game:
        table = a_table().phase("5").has("FdLR", price=90, held="X40", cash=900, trains="5+2C", stations="H8")
        table.lies("E19 L97/0").line("H8 H10 H12").open("H12")
        for name in others.split():
            table.has(name, price=80, held="Y40", stations="H12")
        return table.turn_of("FdLR", "trains").game()

    assert why(barred("N MCP"), EndTrains()) == ("train-duty", "4.7")
    assert barred("N").why_not(EndTrains()) is None


@rule("4.7", "5.2.1", "2.2")
def test_a_tender_counts_for_what_a_combined_train_can_run() -> None:
    """From Avilés over Gijón, Siero, Langreo, Mieres and the pass to León: seven stops, one more than a 4+2 makes."""

    def far(**tenders: int) -> Game:
        table = a_table().phase("4").has("FdLR", price=90, held="X40", cash=900, trains="4+2C", stations="D4")
        table.line("D4 E3 E5 E7 D8 D10 D12").open("D12").tenders(**tenders)
        return table.turn_of("FdLR", "trains").game()

    assert why(far(), EndTrains()) == ("train-duty", "4.7")
    assert far(FdLR=1).why_not(EndTrains()) is None


@rule("5.2.1", "6")
def test_c25_a_combined_train_goes_with_its_main_train() -> None:
    """C25: Phase 6: the 2+3 leaves together with the 2, and that card is spent for good."""
    table = a_table().phase("5", top="6").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    table.has("FdSB", price=80, held="Y40", trains="4+3C", stations="I5").keep(spent_cards={"2": 1})
    combined = train_id(table.turn_of("FdLR", "trains").game(), "FdSB", "4+3C")
    card = next(t for t in table.state.trains if t.startswith("3-") and table.state.trains[t].owner == "scrap")
    cards = table.state.trains
    spent = replace(cards[combined], owner=SCRAP, face=FaceId("4"))
    table.state.trains = cards.with_card(card, cards[combined]).with_card(combined, spent)
    game = table.turn_of("FdLR", "trains").game()
    assert trains_with(game, "FdSB") == "4+3C"
    game = game.play(buy(game, "5+6"))
    assert (game.state.phase, trains_with(game, "FdSB"), books_of(game).spent_cards) == ("6", "", {"2": 1})


@rule("4.7.1")
def test_c48_a_minor_buys_with_its_directors_cash() -> None:
    """C48: Phase 4: MS without a train holds 30, its director 500: a 4 for 30 and 270."""
    table = a_table().phase("4").has("MS", price=90, held="X100", cash=30, stations="C27").cash(X=500)
    game = table.turn_of("MS", "trains").game()
    done = game.play(buy(game, "4"))
    assert (money(done, "MS", "X"), trains_with(done, "MS")) == ((0, 230), "4")


@rule("4.9", "6")
def test_an_export_makes_over_full_companies_discard_before_the_stock_round() -> None:
    table = a_table().phase("3").pile("4 4").has("FdSB", price=90, held="Y40", trains="2+3 2+3 2+3 2+3", stations="I5")
    done = CycleFacts(sets_done=4, stock_round_done=True, rounds=2, rounds_done=2)
    game = table.at(Frame("game", "play_cycles", done)).game()
    assert (game.state.phase, asked(game).who, kinds_offered(game)) == ("4", "Y", {DiscardTrain})


@rule("4.6.1", "4.7")
def test_frozen_minors_sell_no_trains() -> None:
    table = a_table().phase("5").has("N", price=90, held="X40", cash=900, trains="5", stations="F24.1")
    table.has("MS", price=80, held="X100", trains="4", stations="C27")
    game = table.turn_of("N", "trains").game()
    assert why(game, TradeTrain(train_id(game, "MS", "4"), 5)) == ("train-of-company", "4.7")


@rule("4.7")
def test_a_train_of_another_company_must_fit_and_be_of_use() -> None:
    """Not beyond the limit, and nothing else before a train that can run."""

    def offered(trains: str) -> tuple[Game, TradeTrain]:
        table = a_table().phase("4").has("N", price=90, held="X40", cash=900, trains=trains, stations="F24.1")
        table.has("FdSB", price=80, held="X40", trains="3+4 3+4", stations="I5")
        game = table.turn_of("N", "trains").game()
        return game, TradeTrain(train_id(game, "FdSB", "3+4"), 5)

    assert why(*offered("4 4 4")) == ("train-limit", "4.7")
    assert why(*offered("")) == ("operable-first", "4.7")
    game, trade = offered("4")
    assert game.why_not(trade) is None


@rule("4.6.1")
def test_r44_a_minor_that_begins_phase_5_stops_at_once() -> None:
    table = a_table().phase("4", top="5").has("MS", price=90, held="X100", cash=900, stations="C27")
    table.has("N", price=80, held="Y40", cash=900, trains="4", stations="F24.1")
    game = table.turn_of("MS", "trains").game()
    after = game.play(buy(game, "5"))
    assert (after.state.phase, asked(after).about.params["company"]) == ("5", "N")


@rule("4.7.1")
def test_r56_to_the_last_peseta() -> None:
    """One share that covers the gap exactly is enough; shares that cover it exactly together may be sold."""

    def lacking(gap: int) -> Game:
        table = a_table().phase("5").has("FdLR", price=90, held="X20 Y20", cash=500 - gap, stations="H8").cash(X=0)
        table.has("A", price=110, held="Y20 X30 market20", stations="E33")
        table.has("N", price=90, held="Y20 X20 market40", stations="F24.1")
        return table.turn_of("FdLR", "trains").game()

    assert lacking(110).why_not(sell("A", 1)) is None
    assert why(lacking(110), sell("A", 2)) == ("sell-just-enough", "4.7.1")
    assert lacking(111).why_not(sell("A", 2)) is None
    assert lacking(420).why_not(sell("A", 3)) is None
    assert why(lacking(421), sell("A", 3)) == ("shares-must-cover", "4.7.1")
    enough = forced(cash=500)
    assert enough.why_not(buy(enough, "6+8")) is None
    assert why(enough, loan(enough, "6+8")) == ("loan-needed", "4.7.2")
