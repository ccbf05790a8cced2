"""[2.2] [4.1] [4.8] [4.9] [6] [7] Pioneers in companies' hands, the course of the game and its end."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import FaceId, Owner, PlayerId
from ferrovia.model.state import Frame
from ferrovia.rules.consent import Agree
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stock import EndStockTurn, PlaceId
from ferrovia.rules.trains import BuyTrain, EndTrains, TradeTrain
from ferrovia.titles.t18esp.course import final_scores
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.forced import with_interest
from ferrovia.titles.t18esp.pioneers import BuyPioneer, BuyTender, ChooseFace
from support.tables import asked
from titles.t18esp.tables import (
    EspTable,
    a_table,
    books_of,
    box_of,
    kinds_offered,
    money,
    owner_of,
    pioneer_id,
    price,
    top,
    train_id,
    trains_with,
    why,
)

rule = pytest.mark.rule


def merida(phase: str = "3", cash: int = 300, owner: str = "X") -> EspTable:
    table = a_table().phase(phase).has("CRB", price=90, held="X40", cash=cash, trains="3", stations="B26")
    if phase in "234":
        table.pioneers(**{owner: "P1 P2 P3 P4 P5 P6 P7"})
    return table.cash(X=0).turn_of("CRB", "trains")


def buy(pioneer: str, amount: int) -> BuyPioneer:
    return BuyPioneer(pioneer_id(pioneer), amount)


# ------------------------------------------------------------------------------------------------------------ pioneers


@rule("4.8", "2.2")
def test_c27_what_a_pioneer_may_cost() -> None:
    """C27: what a pioneer may cost."""
    game = merida("3").game()
    assert why(game, buy("P2", 61)) == ("pioneer-price", "4.8")
    assert why(game, buy("P6", 0)) == ("pioneer-price", "4.8")
    assert why(game, buy("P7", 10)) == ("pioneer-7-stays", "2.2")
    assert why(merida("3", cash=50).game(), buy("P6", 51)) == ("pioneer-money", "4.8")
    assert why(merida("5").game(), buy("P2", 10)) == ("pioneer-phase", "4.8")
    late = merida("4").game().play(buy("P2", 80))
    assert (money(late, "CRB", "X"), trains_with(late, "CRB"), owner_of(late, "P2")) == ((220, 80), "3", "scrap")
    assert ChooseFace not in kinds_offered(late)
    done = game.play(buy("P4", 150))
    assert owner_of(done, "P4") == "CRB"
    assert why(done, buy("P4", 1)) == ("pioneer-from-player", "2.2")


@rule("2.2")
def test_pioneer_2_brings_its_train_which_rests_in_this_turn() -> None:
    game = merida("3").game().play(buy("P2", 60))
    assert ChooseFace in kinds_offered(game)
    assert why(game, ChooseFace(FaceId("3"))) == ("face-on-card", "4.4.1")
    done = game.play(ChooseFace(FaceId("1+2")))
    assert (trains_with(done, "CRB"), owner_of(done, "P2")) == ("3 1+2", "scrap")
    assert done.where()[-1].facts.resting == "2-0"


@rule("2.2", "1.6")
def test_another_player_must_agree() -> None:
    game = merida("3", owner="Y").game().play(buy("P4", 100))
    assert asked(game).who == "Y"
    assert money(game.play(Agree()), "Y") == 650 + 100


@rule("2.2")
def test_c53_tenders() -> None:
    """C53: Four for sale at 80, of which the owner gets 20; whoever buys pioneer 5 gets one, the rest go to the
    market."""
    game = merida("3").game()
    bought = game.play(BuyTender(PlaceId("P5")))
    assert (money(bought, "CRB", "X"), books_of(bought).tenders) == ((220, 20), {"P5": 4, "CRB": 1})
    assert why(bought, BuyTender(PlaceId("P5"))) == ("one-tender", "2.2")
    assert why(game, BuyTender(PlaceId("pool"))) == ("tender-for-sale", "2.2")
    assert why(merida("3", cash=79).game(), BuyTender(PlaceId("P5"))) == ("tender-cost", "2.2")
    last = merida("3").tenders(pioneer=1, FdLR=1, FdSB=1, A=1, N=1).turn_of("CRB", "trains").game()
    assert why(last, BuyTender(PlaceId("P5"))) == ("tender-for-sale", "2.2")
    owner = bought.play(buy("P5", 195))
    assert books_of(owner).tenders == {"CRB": 1, "pool": 4}
    first = game.play(buy("P5", 195))
    assert books_of(first).tenders == {"CRB": 1, "pool": 4}
    assert owner_of(first, "P5") == "scrap"


@rule("2.2")
def test_pioneer_7_closes_with_the_first_train_of_its_company() -> None:
    table = a_table(carreno="FdLR").has("FdLR", price=90, held="X40", cash=300, stations="H8").pioneers(X="P7")
    game = table.turn_of("FdLR", "trains").game()
    assert owner_of(game.play(BuyTrain(top(game), FaceId("1+2"))), "P7") == "scrap"


@rule("4.1")
def test_pioneers_pay_their_owners_at_the_start_of_a_round() -> None:
    table = a_table().phase("3").has("CRB", price=90, held="X40", cash=0, trains="3", stations="B26")
    game = table.pioneers(X="P1 P7", CRB="P3").cash(X=0).operating_round().game()
    assert money(game, "X", "CRB") == (35, 15)


# ---------------------------------------------------------------------------------------------------------- the course


def end_of_cycle(table: EspTable, rounds: int = 1, done: int | None = None, **facts: bool) -> Game:
    game = CycleFacts(sets_done=4, stock_round_done=True, rounds=rounds, rounds_done=done or rounds, **facts)
    return table.at(Frame("game", "play_cycles", game)).game()


@rule("4.9", "6", "1.5.1")
def test_c49_the_export_chain() -> None:
    """C49: The last 2 is exported: still phase 2; the first 3 exported begins phase 3; the first 4 ends all 2s."""
    game = end_of_cycle(a_table().pile("2 3 3 4"))
    assert (game.state.phase, box_of(game).card_of(top(game)).name) == ("2", "3")
    assert (asked(game).about.key, asked(game).about.params["number"]) == ("trade", 6)
    assert end_of_cycle(a_table().pile("3 3 4")).state.phase == "3"
    four = a_table().phase("3").pile("4 4").has("FdSB", price=90, held="X40", trains="1+2 2+3", stations="I5")
    assert trains_with(end_of_cycle(four), "FdSB") == "2+3"
    site = end_of_cycle(a_table(profile="site").pile("3 3 4"))
    assert site.state.phase == "2"


@rule("6")
def test_c28_the_number_of_rounds_is_read_when_the_stock_round_ends() -> None:
    """C28: the number of rounds is read when the stock round ends."""

    def rounds(phase: str) -> int:
        table = a_table().phase(phase).has("FdLR", price=90, held="X40", cash=100, trains="5+6", stations="H8")
        game = table.stock_round("X").game()
        for _ in range(4):
            game = game.play(EndStockTurn())
        return game.where()[0].facts.rounds

    assert [rounds(phase) for phase in "234567"] == [1, 2, 2, 3, 3, 3]


def last_trains(company: str = "FdLR") -> EspTable:
    """Phase 7: the first 8 has left; the next one founds RENFE."""
    table = a_table().phase("7").has(company, price=90, held="X40", cash=900, stations="H8", staged=False)
    return table.course(cycle=6, rounds=3)


@rule("7", "4.9")
def test_c29_c50_the_second_8_founds_renfe() -> None:
    """C29, C50: Bought in the first of three rounds: the others and the export fall away, then a last stock round."""
    table = last_trains()
    table.at(
        Frame("game", "play_cycles", CycleFacts(sets_done=6, stock_round_done=True, rounds=3, rounds_done=1)),
        Frame("operating round", "operate_in_order", OperatingFacts(operated=(table.company("FdLR"),))),
        Frame("company turn", "buy_trains", table.turn_of("FdLR", "trains").state.stack[-1].facts),
    )
    game = table.game()
    game = game.play(BuyTrain(top(game), FaceId("6+8"))).play(EndTrains())
    assert (asked(game).about.key, top(game), game.where()[0].facts.is_last) == ("trade", "8-2", True)
    for _ in range(4):
        game = game.play(EndStockTurn())
    assert (game.where()[0].facts.rounds, game.where()[0].facts.rounds_done) == (3, 1)


@rule("7", "7.1")
def test_after_the_last_round_the_game_is_over() -> None:
    game = end_of_cycle(a_table().phase("7").cash(X=700), rounds=3, is_last=True)
    assert (game.ask, game.outcome is not None) == (None, True)


@rule("7.1")
def test_c31_scoring() -> None:
    """C31: scoring."""
    table = a_table(without="CFEA CFLG N MZA A CM AC SC", carreno="SFVA").phase("7").cash(X=1240).owes(X=385)
    table.has("SFVA", price=204, held="X60", stations="D6", staged=False).unreserved("CRB")
    table.has("CRB", price=158, held="Y20 X30", stations="B26", staged=False)
    table.has("MS", price=151, held="X100", stations="C27").ran("MS")
    game = table.stock_round("X").game()
    assert final_scores(game.state, box_of(game), with_interest)[PlayerId(Owner("X"))] == 1240 + 1224 + 474 + 302 - 578
    assert price(game, "MS") == 151


@rule("7.1")
def test_c52_ties_go_to_the_holder_of_the_dearest_northern_company_then_to_the_lower_card() -> None:
    """C52: ties go to the holder of the dearest northern company then to the lower card."""
    table = a_table().phase("7").order("W X Y Z").has("FdLR", price=240, held="X30 Y20", stations="H8", staged=False)
    table.has("FdSB", price=240, held="Y20 X10", stations="I5", staged=False).cash(X=1000, Y=1000, Z=1720, W=1720)
    standings = table.stock_round("X").game().standings()
    assert [(s.player, s.worth, s.rank) for s in standings] == [
        ("X", 1960, 1),
        ("Y", 1960, 2),
        ("W", 1720, 3),
        ("Z", 1720, 4),
    ]


@rule("7.1")
def test_ties_look_at_northern_companies_that_were_never_launched_too() -> None:
    """FdSB has a price of 100 without ever having run, the others stand lower."""
    table = a_table().phase("7").has("FdLR", price=60, held="X40 Y20", stations="H8", staged=False)
    table.has("FdSB", price=100, held="Y20 X10", floated=False).cash(X=1040, Y=1060, Z=0, W=0)
    standings = table.stock_round("X").game().standings()
    assert [(s.player, s.worth, s.rank) for s in standings][:2] == [("Y", 1380, 1), ("X", 1380, 2)]


@rule("7", "4.9")
def test_c29_c50_renfe_by_export() -> None:
    """C29, C50: The first 8 exported begins phase 7; the second one exported: the last stock round follows at once."""
    first = end_of_cycle(a_table().phase("6").pile("").has("N", price=90, held="X40", trains="4", stations="F24.1"), 3)
    assert (first.state.phase, trains_with(first, "N"), first.where()[0].facts.is_last) == ("7", "", False)
    second = end_of_cycle(a_table().phase("7"), 3)
    assert (top(second), asked(second).about.key, second.where()[0].facts.is_last) == ("8-2", "trade", True)


@rule("7", "4.9")
def test_c50_bought_in_the_last_round_the_cycle_is_whole() -> None:
    """C50: Then a train is exported as ever; a third or later 8 changes nothing."""
    table = last_trains()
    table.at(
        Frame("game", "play_cycles", CycleFacts(sets_done=6, stock_round_done=True, rounds=3, rounds_done=3)),
        Frame("operating round", "operate_in_order", OperatingFacts(operated=(table.company("FdLR"),))),
        Frame("company turn", "buy_trains", table.turn_of("FdLR", "trains").state.stack[-1].facts),
    )
    game = table.game()
    game = game.play(BuyTrain(top(game), FaceId("6+8"))).play(EndTrains())
    assert (top(game), game.where()[0].facts.is_last, game.where()[0].facts.sets_done) == ("8-3", True, 7)


@rule("2.2")
def test_c53_tenders_of_pioneer_5_by_number() -> None:
    """C53: Two sold, one of them to CRB: with the pioneer three go to the market; to one without a tender, two."""
    with_one = merida("3").tenders(pioneer=3, CRB=1, FdLR=1).turn_of("CRB", "trains").game().play(buy("P5", 195))
    assert books_of(with_one).tenders == {"CRB": 1, "FdLR": 1, "pool": 3}
    without = merida("3").tenders(pioneer=3, FdSB=1, FdLR=1).turn_of("CRB", "trains").game().play(buy("P5", 195))
    assert books_of(without).tenders == {"CRB": 1, "FdSB": 1, "FdLR": 1, "pool": 2}
    market = merida("3").tenders(pioneer=4, market=1).turn_of("CRB", "trains").game()
    bought = market.play(BuyTender(PlaceId("pool")))
    assert money(bought, "CRB", "X") == (220, 0)


@rule("4.9", "6")
def test_c28_a_phase_in_mid_cycle_adds_no_round() -> None:
    """C28: The first 5 exported at the end of the fifth cycle: phase 5 at once, then a stock round and three rounds."""
    table = a_table().phase("4").pile("5 5").has("N", price=90, held="X40", trains="4", stations="F24.1")
    game = end_of_cycle(table, rounds=2)
    assert (game.state.phase, asked(game).about.key) == ("5", "trade")
    for _ in range(4):
        game = game.play(EndStockTurn())
    assert game.where()[0].facts.rounds == 3
    bought = a_table().phase("4").pile("5 5").has("N", price=90, held="X40", cash=900, trains="4", stations="F24.1")
    bought.at(
        Frame("game", "play_cycles", CycleFacts(sets_done=4, stock_round_done=True, rounds=2, rounds_done=1)),
        Frame("operating round", "operate_in_order", OperatingFacts(operated=(bought.company("N"),))),
        Frame("company turn", "buy_trains", bought.turn_of("N", "trains").state.stack[-1].facts),
    )
    first = bought.game()
    first = first.play(BuyTrain(top(first), FaceId("5"))).play(EndTrains())
    assert (first.state.phase, first.where()[0].facts.rounds, first.where()[0].facts.rounds_done) == ("5", 2, 2)


@rule("2.2")
def test_pioneer_7_also_closes_with_a_train_of_pioneer_2_or_of_another_company() -> None:
    table = a_table(carreno="FdLR").phase("3").has("FdLR", price=90, held="X40", cash=300, stations="H8")
    table.has("FdSB", price=80, held="X40", trains="2+3 2+3", stations="I5").pioneers(X="P2 P7")
    game = table.turn_of("FdLR", "trains").game()
    assert owner_of(game.play(buy("P2", 60)).play(ChooseFace(FaceId("1+2"))), "P7") == "scrap"
    assert owner_of(game.play(TradeTrain(train_id(game, "FdSB", "2+3"), 5)), "P7") == "scrap"
