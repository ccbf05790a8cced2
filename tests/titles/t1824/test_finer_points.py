"""Rules by the rulebook that would break unnoticed by the vectors of the examples."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import DEPOT, CertId, StopId
from ferrovia.rules.stock import IN_IPO, BuyShare, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import DiscardTrain, EndTrains
from ferrovia.titles.t1824.directorless import PlaceFreeStation
from ferrovia.titles.t1824.exchange import ExchangeCoal, ExchangeMountain
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
    price,
    train,
    trains_with,
    why,
)
from titles.t1824.test_ending import poor_bank
from titles.t1824.test_formation import formed

rule = pytest.mark.rule


def sale(company: str, shares: int = 1) -> SellShares:
    return SellShares(name(company), shares)


def purchase(company: str) -> BuyShare:
    return BuyShare(name(company), IN_IPO)


# ------------------------------------------------------------------------------------------------------ stock rounds


@rule("IV.2.15", "IV.4.2.2", "VI.5.1")
def test_half_of_the_shares_do_not_open_a_regional_without_its_certificate() -> None:
    """Five shares of MS are sold, EOD is not exchanged: MS waits. The exchange opens it."""
    table = a_table().phase("3").railway("EOD", "A", price=180, cash=75, trains="2g", at="A12").shares(MS="B B B B")
    game = table.stock_round("B").game().play(purchase("MS"))
    assert (percent(game, "B", "MS"), "MS" in game.state.floated, money(game, "MS")) == (50, False, 0)
    owner = table.shares(MS="B").stock_round("A").game().play(ExchangeCoal(name("EOD")))
    assert ("MS" in owner.state.floated, money(owner, "MS"), director(owner, "MS")) == (True, 8 * 90 + 75, "B")


@rule("side 8", "IV.4.4.4")
def test_before_the_formation_the_certificate_stays_where_it_is() -> None:
    """Without KK1 A had 20% first and has the certificate; B comes to 30% and directs only once the k&k has formed."""
    table = a_table().phase("4").railway("KK2", "C", at="E12.2").held(KK="A20").shares(KK="B B").cash(B=120)
    game = table.stock_round("B").game().play(purchase("KK"))
    assert (percent(game, "B", "KK"), game.state.certs[CertId("KK_0")]) == (30, "A")
    table.state = game.state.copy()
    table.state.phase = "6"
    done = formed(table, "KK")
    assert (director(done, "KK"), [certificates(done, p) for p in "AB"]) == ("B", [2, 2])


@rule("VII.12.6")
def test_whoever_owes_something_is_told_so_before_anything_else() -> None:
    game = a_table().phase("3").cash(A=-1).stock_round("A").game()
    assert [why(game, action) for action in (purchase("SD"), StartCompany(name("BH"), 60))] == ["VII.12.6", "VII.12.6"]


@rule("VI.7.3")
def test_over_the_limit_nothing_is_exchanged_before_a_sale() -> None:
    """A holds 17 certificates of 16 and a mountain railway in phase 3: shares of CL must be sold first."""
    table = a_table().phase("3").open("CL", 90, "A60").mountains(A="B1")
    papers = [f"{company}_{n}" for company in ("SD", "UG") for n in range(1, 9)]
    for cert in papers[:12]:
        table.state.certs[CertId(cert)] = table.player("A")
    game = table.stock_round("A").game()
    assert certificates(game, "A") == 17
    assert why(game, ExchangeMountain(mountain("B1"), name("BK"))) == "VI.7.3"


# ---------------------------------------------------------------------------------------------------------- formation


@rule("IV.4.4.4")
def test_of_equals_the_owner_of_the_lower_number_directs_whoever_has_the_priority() -> None:
    table = a_table().phase("4").railway("SD1", "C").railway("SD2", "B").shares(SD="B").order("B C D A")
    assert director(formed(table, "SD"), "SD") == "C"
    table = a_table().phase("4").railway("SD2", "D").railway("SD3", "B").shares(SD="B D").order("B C D A")
    assert director(formed(table, "SD"), "SD") == "D"
    table = a_table().phase("4").railway("SD3", "D").shares(SD="A A D").order("A B C D")
    assert director(formed(table, "SD"), "SD") == "D"


@rule("IX.1.1", "VII.15.3", "IV.3.4")
def test_a_formation_after_an_export_breaks_the_bank() -> None:
    """The first 6 is exported, the k&k forms, the bank cannot pay its capital: the game ends with that set."""
    for left, goes_on in ((960, True), (959, False)):
        table = a_table().phase("5").sold_out("5").railway("KK1", "A", at="E12.1")
        game = poor_bank(table, left).end_of_set().game()
        assert (game.state.phase, "KK" in game.state.floated, game.ask is not None) == ("6", True, goes_on)


@rule("side 7", "VII.11.11")
def test_trains_that_nobody_could_give_up_go_with_the_first_director() -> None:
    """SD had four trains when the limit became three, and nobody to choose; A buys a second share and gives one up."""
    table = a_table("A B C").phase("6").open("SD", 100, "", row=0, operated=False, trains="4 4 5 5", at="G10 G4")
    game = table.shares(SD="A B").cash(A=100).stock_round("A").game().play(purchase("SD"))
    assert (asked(game).who, asked(game).about.key) == ("A", "give-up-train")
    done = game.play(DiscardTrain(train(game, "4", "SD")))
    assert (asked(done).who, trains_with(done, "SD")) == ("B", "4 5 5")


# ----------------------------------------------------------------------------------------------------- operating rounds


@rule("VII.4.4", "VII.4.5", "VIII.3.1")
def test_a_sale_for_a_train_changes_who_operates_next() -> None:
    """CL lies above MS; its price falls while BK pays for a train, so MS comes first."""
    table = a_table("A B C").phase("4").sold_out("2g", "3g", "1g").cash(A=0)
    table.open("BK", 110, "A60", row=2, cash=200, at="B9").open("CL", 100, "B50 A20", at="B23", trains="4")
    table.open("MS", 100, "C60", at="C12", trains="4")
    game = table.turn_of("BK", "trains").game().play(sale("CL"))
    assert price(game, "CL") == "90@3,2"
    game = game.play(BuyTrain(train(game, "4"))).play(EndTrains())
    assert asked(game).about.params["company"] == "MS"


def in_need(players: str = "A B C") -> Table1824:
    """UG2 of A without a train and with 100, only 4-trains for 280 in the bank."""
    table = a_table(players).phase("4").sold_out("1g", "2g", "3g").cash(A=0)
    return table.railway("UG2", "A", cash=100, at="H15")


def asked_for_trains(table: Table1824) -> Game:
    return table.turn_of("UG2", "trains").game()


@rule("VII.12.1")
def test_no_share_is_sold_that_is_not_needed() -> None:
    """100 in the treasury, 280 for the train: two shares at 90 bring 280, the third is one too many."""
    game = asked_for_trains(in_need().open("CL", 90, "B50 A40"))
    assert [why(game, sale("CL", shares)) for shares in (1, 2, 3)] == ["", "", "VII.12.1"]


@rule("VIII.3.1")
def test_for_a_train_too_a_company_is_sold_once() -> None:
    game = asked_for_trains(in_need().open("CL", 90, "B50 A40").open("MS", 80, "C50 A20"))
    sold = game.play(sale("CL"))
    assert (why(sold, sale("CL")), why(sold, sale("MS"))) == ("VIII.3.1", "")


@rule("VI.8.1b")
def test_for_a_train_too_only_what_has_operated_is_sold() -> None:
    game = asked_for_trains(in_need().open("CL", 90, "B50 A40", operated=False))
    assert why(game, sale("CL")) == "VI.8.1b"


@rule("VII.12.3", "VI.8.1d")
def test_for_a_train_the_directors_certificate_is_not_touched() -> None:
    """A directs CL with 20%, all others have 10%: no half of the certificate is sold, though nobody would take over."""
    game = asked_for_trains(in_need("A B C D E F").open("CL", 90, "A20 B10 C10 D10 E10 F10"))
    assert why(game, sale("CL")) == "VII.12.3"


@rule("VII.13.1")
def test_only_a_less_powerful_train_is_traded_in() -> None:
    table = a_table().phase("4").open("BK", 90, "A60", cash=900, at="B9", trains="3 4 5")
    game = table.turn_of("BK", "trains").game()
    found = [why(game, TradeIn(train(game, "4"), train(game, old, "BK"))) for old in ("3", "4", "5")]
    assert found == ["", "VII.13.1", "VII.13.1"]


@rule("VII.14.4", "VII.11.5")
def test_the_first_3g_takes_the_1g_out_of_the_bank_too() -> None:
    table = a_table().phase("4").open("BK", 90, "A60", cash=900, at="B9", trains="4")
    game = table.turn_of("BK", "trains").game()
    old = BuyTrain(train(game, "1g"))
    done = game.play(BuyTrain(train(game, "3g")))
    assert (why(game, old), why(done, old), "1g" in trains_with(done, DEPOT)) == ("", "VII.11.5", False)


@rule("VII.11.11")
def test_the_buyer_gives_up_trains_before_everybody_else() -> None:
    """MS has the higher price, but BK has bought the first 4-train."""
    table = a_table("A B C").phase("3").sold_out("3").open("BK", 60, "A60", cash=300, at="B9", trains="3 2g 2g")
    game = table.open("MS", 100, "B60", at="C12", trains="3 3 2g 2g").turn_of("BK", "trains").game()
    game = game.play(BuyTrain(train(game, "4")))
    assert asked(game).about.params["company"] == "BK"
    game = game.play(DiscardTrain(train(game, "2g", "BK")))
    assert (asked(game).about.key, asked(game).about.params["company"]) == ("give-up-train", "MS")


@rule("side 7", "VII.11.11")
def test_nobody_is_asked_for_trains_of_what_nobody_directs() -> None:
    table = a_table("A B C").phase("5").sold_out("5").open("BK", 60, "A60", cash=600, at="B9", trains="4")
    table.open("SD", 100, "", row=0, operated=False, trains="4 4 5 5", at="G10 G4").shares(SD="B C")
    game = table.turn_of("BK", "trains").game()
    game = game.play(BuyTrain(train(game, "6")))
    assert (asked(game).about.key, trains_with(game, "SD")) == ("buy-trains", "4 4 5 5")


# ------------------------------------------------------------------------------------------------------------- variants


@rule("X.4.4", "VII.8.7")
def test_the_second_station_leaves_the_homes_of_others_alone() -> None:
    """The only circle of Prag is kept for BK, which is not open yet."""
    table = a_table("A B").phase("4").keep(directorless=name("MS")).priced("MS", 50, row=6).stations(MS="C12")
    table.state.floated = (*table.state.floated, name("MS"))
    table.sold_out("4").in_bank("4-3").open("CL", 90, "A60", cash=900, at="B23", trains="3")
    game = table.turn_of("CL", "trains").game()
    due = game.play(BuyTrain(train(game, "4")))
    assert [why(due, PlaceFreeStation(StopId(stop))) for stop in ("B9.0", "C12.0", "E8.0")] == [
        "VII.8.7",
        "VII.8.1",
        "",
    ]


@rule("XII.2.5", "VII.6.4h")
def test_the_first_tile_on_a_town_token_pays_for_the_mountain() -> None:
    table = a_table("A B C", scenario="good-times-free", town_tokens="1").line("B23 C22 D21")
    game = table.lies("D21 1-town/0").open("CL", 90, "A60", cash=100, at="B23", trains="2").turn_of("CL").game()
    lays = [action for action in offered(game, LayTile) if action.hex == "D21"]
    assert lays
    assert {money(game.play(action), "CL") for action in lays} == {60}
