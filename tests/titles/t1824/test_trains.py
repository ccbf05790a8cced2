"""[VII.11] to [VII.15] Trains, phases, emergencies: the vectors E and I of the examples."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import CertId
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn, SellShares
from ferrovia.rules.trains import EndTrains, TradeTrain
from ferrovia.titles.t1824.exchange import ExchangeMountain
from ferrovia.titles.t1824.phases import DiscardTrain, on_offer
from ferrovia.titles.t1824.trains import BuyTrain, TradeIn
from support.tables import asked
from titles.t1824.tables import (
    a_table,
    director,
    events,
    money,
    mountain,
    name,
    offered,
    percent,
    price,
    train,
    trains_with,
    why,
)

rule = pytest.mark.rule
END, PASS = EndTrains(), EndStockTurn()


def bank(game: Game, face: str) -> BuyTrain:
    return BuyTrain(train(game, face))


# ---------------------------------------------------------------------------------------------------- buying, trade-in


@rule("VII.11.1", "VII.11.2", "VII.13.1", "VII.13.4", "VII.14.4")
def test_e1_at_the_limit() -> None:
    table = a_table().phase("3").sold_out("3").open("MS", 90, "A60", cash=500, trains="2 2 3 3", at="C12")
    game = table.turn_of("MS", "trains").game()
    assert why(game, bank(game, "4")) == "VII.11.2"
    done = game.play(TradeIn(train(game, "4"), train(game, "3", "MS")))
    assert (money(done, "MS"), trains_with(done, "MS"), done.state.phase) == (310, "3 4", "4")


@rule("VII.13.1")
def test_e2_trade_in_over_two_types() -> None:
    table = a_table().phase("5").open("MS", 90, "A60", cash=400, trains="3 2g", at="C12")
    game = table.turn_of("MS", "trains").game()
    assert money(game.play(TradeIn(train(game, "5"), train(game, "3", "MS"))), "MS") == 90
    assert why(game, TradeIn(train(game, "5"), train(game, "2g", "MS"))) == "VII.13.1"


@rule("VII.13.2", "VII.13.3", "VII.11.3", "VII.11.4", "III.4.4", "VII.14.6", "IV.3.4")
def test_a7_a_train_just_bought_is_traded_in() -> None:
    table = a_table().phase("5").open("SD", 120, "A60", row=0, cash=800, at="E12.0")
    table.sold_out("5").in_bank("5-2")
    game = table.turn_of("SD", "trains").game()
    game = game.play(bank(game, "5"))
    done = game.play(TradeIn(train(game, "6"), train(game, "5", "SD")))
    assert (money(done, "SD"), trains_with(done, "SD"), done.state.phase) == (0, "6", "6")
    assert done.state.extras.due == ("KK",)
    assert why(done, TradeIn(train(done, "6"), train(done, "6", "SD"))) == "VII.13.2"


@rule("VII.11.6", "VII.11.7", "VII.11.8", "VII.11.9")
def test_e3_between_companies() -> None:
    early = a_table().phase("2").open("MS", 90, "A60", cash=500, trains="2", at="C12").open("BK", 70, "B60", trains="2")
    game = early.turn_of("MS", "trains").game()
    assert why(game, TradeTrain(train(game, "2", "BK"), 80)) == "VII.11.6"
    table = a_table().phase("4").open("MS", 90, "A60", cash=500, trains="4", at="C12").open("BK", 70, "B60", trains="3")
    table.open("CL", 60, "A60", trains="3g")
    game = table.turn_of("MS", "trains").game()
    other, own = train(game, "3", "BK"), train(game, "3g", "CL")
    assert [why(game, TradeTrain(other, n)) for n in (139, 140, 180)] == ["VII.11.8", "", "VII.11.8"]
    assert [why(game, TradeTrain(own, n)) for n in (0, 1, 500, 501)] == ["VII.11.7", "", "", "VII.12.10"]
    asking = game.play(TradeTrain(other, 140))
    assert asked(asking).who == "B"
    assert (money(asking.play(Agree()), "BK"), trains_with(asking.play(Reject()), "MS")) == (140, "4")
    assert trains_with(game.play(TradeTrain(own, 1)), "MS") == "3g 4"
    site = a_table(profile="site").phase("4").open("MS", 90, "A60", cash=500, trains="4", at="C12")
    game = site.open("BK", 70, "B60", trains="3").turn_of("MS", "trains").game()
    assert trains_with(game.play(TradeTrain(train(game, "3", "BK"), 180)), "MS") == "3 4"


@rule("VII.11.5", "IV.2.5", "IV.2.6", "IV.2.7", "side 14", "VII.11 ¶")
def test_e4_the_chain_of_g_trains() -> None:
    table = a_table().phase("4").railway("EPP", "A", price=140, cash=55, trains="1g", at="C6").cash(A=500)
    table.open("MS", 90, "A60", cash=400, trains="4", at="C12")
    game = table.turn_of("MS", "trains").game()
    done = game.play(bank(game, "3g"))
    assert (trains_with(done, "EPP"), trains_with(done, "MS")) == ("", "3g 4")
    table = a_table().phase("4").railway("EPP", "A", price=140, cash=55, at="C6").cash(A=500).sold_out("1g")
    game = table.turn_of("EPP", "trains").game()
    assert [why(game, action) for action in (END, bank(game, "4"))] == ["VII.11 ¶", "IV.2.7"]
    assert money(game.play(bank(game, "2g")), "A") == 315
    free = a_table().phase("4").railway("EPP", "A", price=140, cash=55, at="C6").sold_out("1g", "2g", "3g")
    assert why(free.turn_of("EPP", "trains").game(), END) == ""


@rule("VII.11.4", "VII.11.5", "VII.14.1", "VII.14.2")
def test_what_the_bank_offers() -> None:
    table = a_table().open("MS", 90, "A60", cash=900, at="C12", trains="2")
    game = table.turn_of("MS", "trains").game()
    assert [why(game, bank(game, kind)) for kind in ("2", "3", "1g")] == ["", "VII.11.4", "VII.11.5"]
    done = game.play(bank(game, "2"))
    assert (done.state.phase, why(done, bank(done, "1g"))) == ("2", "")


@rule("VII.11.11", "VII.11.10")
def test_e20_excess_at_phase_4() -> None:
    table = a_table().phase("3").sold_out("3").open("BK", 100, "A60", cash=400, trains="3 2 1g", at="B9")
    table.open("MS", 90, "B60", trains="3 3 2g 2g", at="C12")
    game = table.turn_of("BK", "trains").game()
    done = game.play(bank(game, "4"))
    assert (asked(done).who, {type(a) for a in [o.action for o in done.offers()]}) == ("B", {DiscardTrain})
    assert why(done, DiscardTrain(train(done, "4", "BK"))) == "VII.11.11"
    after = done.play(DiscardTrain(train(done, "3", "MS")))
    assert (asked(after).who, trains_with(after, "MS"), trains_with(after, "BK")) == ("A", "2g 2g 3", "1g 3 4")


# ------------------------------------------------------------------------------------------------------------ export


@rule("VII.15.1", "VII.15.3", "VII.15.4", "VII.14.4", "IV.3.2", "IV.3.5", "IV.1.5")
def test_e5_the_export_starts_a_phase() -> None:
    table = a_table().phase("3").sold_out("3").railway("SD1", "A", cash=30, trains="2", at="E12.0").mountains(B="B1")
    game = table.end_of_set().game()
    assert (game.state.phase, trains_with(game, "SD"), money(game, "SD")) == ("4", "", 960 + 30)
    assert (asked(game).who, director(game, "SD")) == ("B", "A")
    quiet = a_table().phase("3").end_of_set().game()
    assert (quiet.state.phase, events(quiet, "train-exported")) == ("3", [{"train": "3"}])


@rule("VII.15.1")
def test_e19_no_export_before_the_first_2_train() -> None:
    assert events(a_table().end_of_set().game(), "train-exported") == []
    assert len(events(a_table(profile="site").end_of_set().game(), "train-exported")) == 1


@rule("VII.14.3", "VII.14.5", "VII.14.7", "VII.14.8", "VII.1.3")
@pytest.mark.parametrize(
    ("phase", "kind", "gone", "rounds", "site"),
    [("2", "3", "", 2, 2), ("4", "5", "", 2, 3), ("5", "6", "3", 3, 3), ("6", "8", "4", 3, 3), ("7", "10", "5", 3, 3)],
)
def test_e6_phases(phase: str, kind: str, gone: str, rounds: int, site: int) -> None:
    table = a_table().phase(phase).sold_out("2", "3", "4", "5", "6", "8")
    if kind in ("3", "5", "6", "8"):
        table.in_bank(f"{kind}-0")
    table.open("MS", 90, "A60", cash=1000, trains=gone, at="C12")
    game = table.turn_of("MS", "trains").game()
    done = game.play(bank(game, kind))
    box = done.title.data
    assert (trains_with(done, "MS"), box.phases[done.state.phase].rounds) == (kind, rounds)
    assert a_table(profile="site").box.phases[done.state.phase].rounds == site


# --------------------------------------------------------------------------------------------------------- emergency


def in_need(treasury: int, cash: int) -> Game:
    """UG2 of A has no train."""
    table = a_table("A B C").phase("4").railway("UG2", "A", cash=treasury, at="H15").cash(A=cash)
    return table.turn_of("UG2", "trains").game()


@rule("VII.12.1", "VII.12.10", "VII.11.12", "IV.3.7", "IV.3.8")
def test_e7_cash_suffices() -> None:
    game = in_need(150, 200)
    assert why(game, END) == "VII.11 ¶"
    done = game.play(bank(game, "4"))
    assert (money(done, "A"), money(done, "UG2"), trains_with(done, "UG2")) == (70, 0, "4")


@rule("VII.12.2", "VII.12.4")
@pytest.mark.parametrize(("treasury", "cash", "left"), [(100, 100, -120), (100, 99, -122), (0, -120, -540)])
def test_e8_e9_e13_overdraft(treasury: int, cash: int, left: int) -> None:
    game = in_need(treasury, cash)
    assert money(game.play(bank(game, "4")), "A") == left


@rule("VII.12.6", "VII.12.7")
def test_e8_interest_and_what_is_barred() -> None:
    table = a_table("A B C").cash(A=-70, B=500).open("BK", 100, "B60")
    game = table.stock_round("A").game()
    assert why(game, BuyShare(name("BK"), IN_IPO)) == "VII.12.6"
    done = game.play(PASS).play(PASS).play(PASS)
    assert money(done, "A") == -105
    rich = a_table("A B C", profile="site").cash(A=900).open("BK", 100, "B60")
    rich.state.debt[rich.player("A")] = 40
    assert why(rich.stock_round("A").game(), BuyShare(name("BK"), IN_IPO)) == "VII.12.6"


@rule("VII.12.5", "VII.12.1", "VIII.3.1")
def test_e10_e15_partial_sale() -> None:
    table = a_table("A B C").phase("4").railway("UG2", "A", cash=100, at="H15").cash(A=100).open("CL", 90, "B40 A20")
    game = table.turn_of("UG2", "trains").game().play(SellShares(name("CL"), 1))
    assert (money(game, "A"), price(game, "CL")) == (190, "80@4,2")
    assert money(game.play(bank(game, "4")), "A") == 10
    table = a_table("A B C").phase("5").railway("UG2", "A", cash=119, at="H15").cash(A=100)
    game = table.open("CL", 110, "B40 A20", row=1).turn_of("UG2", "trains").game().play(SellShares(name("CL"), 1))
    assert money(game.play(bank(game, "5")), "A") == -107


@rule("VII.12.3", "VI.8.5", "VI.8.1c")
def test_e17_what_may_not_be_sold() -> None:
    table = a_table("A B C").phase("4").railway("UG2", "A", cash=0, at="H15").cash(A=0)
    game = table.open("CL", 60, "A30 B30").open("BK", 60, "B40 A20").turn_of("UG2", "trains").game()
    assert why(game, SellShares(name("CL"), 1)) == "VII.12.3"
    assert [why(game, SellShares(name("BK"), n)) for n in (1, 2)] == ["", "VI.8.1c"]


@rule("VII.12.1", "VII.12.8")
def test_e16_when_a_sale_is_open() -> None:
    table = a_table("A B C").phase("4").sold_out("1g").railway("UG2", "A", cash=300, at="H15").cash(A=0)
    game = table.open("CL", 70, "B40 A20").turn_of("UG2", "trains").game()
    sold = game.play(SellShares(name("CL"), 1))
    assert [why(sold, bank(sold, kind)) for kind in ("4", "2g", "3g")] == ["VII.12.1", "VII.12.1", ""]
    closed = a_table("A B C").phase("4").sold_out("1g", "3g").railway("UG2", "A", cash=300, at="H15").cash(A=0)
    game = closed.open("CL", 70, "B40 A20").turn_of("UG2", "trains").game()
    assert why(game, SellShares(name("CL"), 1)) == "VII.12.1"


@rule("VII.12.10", "VII.12.9")
def test_e11_no_extra_financing() -> None:
    table = a_table().phase("3").open("MS", 90, "A60", cash=50, trains="3", at="C12").cash(A=900)
    game = table.turn_of("MS", "trains").game()
    assert [why(game, action) for action in (bank(game, "3"), SellShares(name("MS"), 1))] == ["VII.12.10"] * 2
    needy = a_table().phase("3").open("MS", 90, "A60", cash=50, at="C12").open("BK", 80, "A60", trains="3", at="B9")
    game = needy.cash(A=900).turn_of("MS", "trains").game()
    assert [why(game, TradeTrain(train(game, "3", "BK"), n)) for n in (180, 181)] == ["", "VII.12.9"]


@rule("VII.12.8")
def test_e12_a_dearer_train_by_choice() -> None:
    table = a_table().phase("7").sold_out("8").open("BH", 90, "A60", cash=960, trains="", at="J13").cash(A=100)
    game = table.turn_of("BH", "trains").game()
    assert {game.title.data.card_of(t).name for t in on_offer(game._table())} == {"10", "1g", "2g", "3g", "4g", "5g"}
    done = game.play(bank(game, "10"))
    assert (money(done, "A"), money(done, "BH"), done.state.phase) == (60, 0, "8")


# ---------------------------------------------------------------------------------------------- compulsory exchanges


@rule("IV.1.5", "IV.1.6", "IV.1.8")
def test_i1_i2_order_and_shares_that_run_out() -> None:
    table = a_table("A B C").phase("3").sold_out("3").mountains(A="B1", B="B2", C="B4").railway("SD1", "A", at="E12.0")
    for company in ("MS", "CL", "SB", "BH"):
        table.shares(**{company: "A A A A B B B B"})
    table.shares(BK="C C C C C C C")
    game = table.treasury(SD1=300).turn_of("SD1", "trains").game()
    due = game.play(bank(game, "4"))
    assert (asked(due).who, why(due, ExchangeMountain(mountain("B2"), name("BK")))) == ("A", "IV.1.6")
    done = due.play(ExchangeMountain(mountain("B1"), name("BK")))
    assert len(events(done, "mountain-removed")) == 2
    assert asked(done).who == "A"


@rule("IV.1.7", "IV.4.1.7")
def test_i3_dividend_at_once() -> None:
    table = a_table("A B C").phase("3").sold_out("3").mountains(A="B1").open("MS", 100, "B60", cash=300, at="C12")
    table.open("SB", 90, "C60", at="G26", trains="3").cash(A=0)
    game = table.turn_of("MS", "trains").game()
    game = game.play(bank(game, "4")).play(ExchangeMountain(mountain("B1"), name("SB")))
    assert percent(game, "A", "SB") == 10


@rule("IV.4.2.2", "VI.5.1")
def test_i4_opening_in_the_middle_of_a_round() -> None:
    table = a_table("A B C").phase("3").sold_out("3").mountains(A="B1").railway("SD1", "A", cash=300, at="E12.0")
    table.priced("BK", 70).held(BK="B40").keep(linked=(name("BK"),)).treasury(BK=30)
    game = table.turn_of("SD1", "trains").game()
    done = game.play(bank(game, "4")).play(ExchangeMountain(mountain("B1"), name("BK")))
    assert (money(done, "BK"), "BK" in done.where()[1].facts.companies) == (590, False)


@rule("IV.2.14", "VII.14.5", "IV.4.2.3")
def test_a8_i9_compulsory_coal_exchange() -> None:
    table = (
        a_table("A B C").phase("4").railway("EOD", "A", price=180, cash=60, trains="2g", at="A12").shares(MS="B B B")
    )
    table.railway("MLB", "B", price=160, cash=135, at="A22").shares(CL="C").sold_out("4")
    table.open("BK", 100, "C60", cash=500, at="B9", trains="4")
    game = table.turn_of("BK", "trains").game()
    done = game.play(bank(game, "5"))
    assert (percent(done, "A", "MS") + percent(done, "B", "MS"), "MS" in done.state.floated) == (50, False)
    end = done.play(END)
    assert ("MS" in end.state.floated, money(end, "MS")) == (True, 8 * 90 + 60)
    assert (money(end, "CL"), "CL" in end.state.floated) == (135, False)


@rule("VI.6.2", "IV.1.6")
def test_i5_the_director_changes_under_the_buyer() -> None:
    table = a_table("A B C").phase("3").sold_out("3").mountains(B="B2").open("MS", 100, "A30 B30", cash=900, at="C12")
    game = table.turn_of("MS", "trains").game()
    done = game.play(bank(game, "4")).play(ExchangeMountain(mountain("B2"), name("MS")))
    assert (director(done, "MS"), asked(done).who, done.state.certs[CertId("MS_0")]) == ("B", "B", "B")
    assert offered(done, BuyTrain)
