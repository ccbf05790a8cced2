"""[VII] The stock round."""

import pytest

from ferrovia.model.ids import IPO, POOL
from ferrovia.rules.stock import BuyShare, EndStockTurn, SellShares, StartCompany
from support.tables import asked
from titles.t18cz.answers import AGREE, PASS, REPAY, buy, buy_local, sell, sell_local, start
from titles.t18cz.tables import (
    CzTable,
    a_table,
    certificates,
    director,
    in_bank,
    kinds_offered,
    money,
    offers_of,
    order_of_companies,
    owed,
    percent,
    share_price,
    why,
)

rule = pytest.mark.rule


# ------------------------------------------------------------------------------------------------- order and turns


@rule("VII.2.3")
def test_g2_tie_after_a_stock_round() -> None:
    """Order P2, P1, P3 with 5, 0, 0: the tie keeps P1 before P3."""
    table = a_table("P1 P2 P3", profile="site").order("P2 P1 P3").cash(P1=0, P2=5, P3=0)
    assert table.stock_round(1, "P3", passes=2).game().play(PASS).state.order == ("P2", "P1", "P3")


@rule("VII.2.3")
def test_c3_most_cash_first() -> None:
    game = a_table("A B C D").cash(A=40, B=90, C=90, D=10).stock_round(2, "D", passes=3).game().play(PASS)
    assert game.state.order == ("B", "C", "A", "D")


@rule("VII.2.1", "VII.2.2", "VII.1.6", "VII.3.9")
def test_it_goes_round_until_all_pass_one_after_the_other() -> None:
    """Any purchase gives everybody another turn; whoever has passed may act again."""
    game = a_table().order("B C A").stock_round(1).game()
    for player in "BC":
        assert asked(game).who == player
        game = game.play(PASS)
    game = game.play(start("EKJ", 50))
    for player in "BCA":
        assert (asked(game).who, asked(game).about.key) == (player, "trade")
        game = game.play(PASS)
    assert asked(game).about.key != "trade"


@rule("VII.2.2", "VII.3.9")
def test_a_sale_gives_everybody_another_turn_too() -> None:
    table = a_table().has("SX", price=100, held="A50 B10", operated=True).stock_round(6, "B", passes=2)
    game = table.game().play(sell("SX")).play(PASS)
    assert game.where()[-1].facts.passed == ()
    assert asked(game).who == "C"


@rule("VII.1.2", "VII.6.3.c", "VII.1.6")
def test_trades_are_with_the_bank_only() -> None:
    """Start, buy, sell, pass are all there is; a local cannot be sold."""
    table = a_table().has("EKJ", price=60, held="A50 B25").locals(A="S1").cash(A=300).stock_round(2, "A")
    game = table.game()
    assert kinds_offered(game) <= {StartCompany, BuyShare, SellShares, EndStockTurn}
    assert {action.place for action in offers_of(game, BuyShare)} == {IPO}
    assert why(game, sell_local("S1")) == ("no-local-sale", "VII.6.3.c")
    assert why(game, buy_local("S1", 1)) == ("not-asked", "VIII.3 ¶1")


# ------------------------------------------------------------------------------------------------ starting and floating


@rule("VII.3.1", "VII.3.2", "VII.3.4", "VII.3.5", "VII.3.7", "VII.5.1", "VII.5.2", "IV.2.a.4")
def test_c4_start_of_a_small_company() -> None:
    """VBW at 65 costs 130, lies under the marker already there, and is floated at once with 260."""
    game = a_table().has("EKJ", price=65, held="B50").cash(A=130).stock_round(1, "A").game()
    assert why(game, start("VBW", 70)) == ("pay-for-start", "VII.3.7")
    assert why(game, start("BN", 60)) == ("medium-released", "VII.3.2")
    assert why(game, start("VBW", 80)) == ("start-price", "VII.5.2")
    assert why(game, start("EKJ", 50)) == ("start-once", "VII.3.4")
    assert why(game, buy("VBW")) == ("company-trades", "VII.3.4")
    done = game.play(start("VBW", 65))
    assert (money(done, "A"), director(done, "VBW"), percent(done, "A", "VBW")) == (0, "A", 50)
    assert (share_price(done, "VBW"), order_of_companies(done), money(done, "VBW")) == (65, "EKJ VBW", 260)


@rule("VII.3.3", "VII.3.2", "VIII.12 b", "VIII.12 d")
def test_sizes_are_released_one_after_the_other() -> None:
    """Medium companies from phase b, large ones from phase d."""
    in_b = a_table().phase("b").stock_round(2, "A").game()
    assert why(in_b, start("SX", 90)) == ("large-released", "VII.3.3")
    assert director(in_b.play(start("BN", 60)), "BN") == "A"
    in_d = a_table().phase("d").stock_round(2, "A").game()
    assert director(in_d.play(start("SX", 90)), "SX") == "A"


@rule("VII.5.2", "VII.3.5")
def test_the_start_prices_of_each_size() -> None:
    game = a_table().phase("d").cash(A=1000).stock_round(5, "A").game()
    offered = {(a.company, a.price) for a in offers_of(game, StartCompany)}
    assert sorted(price for company, price in offered if company == "EKJ") == [50, 55, 60, 65, 70]
    assert sorted(price for company, price in offered if company == "KFN") == [60, 70, 80, 90, 100]
    assert sorted(price for company, price in offered if company == "kk") == [90, 100, 110, 120]


@rule("VII.3.11", "VII.5.3", "VII.5.a")
def test_c5_a_medium_company_floats_at_60_percent() -> None:
    """40 % are less than half; the next 20 % float it with 400."""
    game = a_table().phase("b").stock_round(2, "A").game().play(start("KFN", 80))
    assert (money(game, "A"), game.state.floated, money(game, "KFN")) == (220, (), 0)
    floated = game.play(buy("KFN"))
    assert (money(floated, "B"), floated.state.floated, money(floated, "KFN")) == (300, ("KFN",), 400)


@rule("VII.5.a", "VII.3.11")
def test_c6_capital_comes_from_the_start_price() -> None:
    """A share sold to the bank does not count towards half; the capital is 10 × 120 although the price is 115."""
    table = a_table().phase("d").has("BY", price=120, held="A20 B20").cash(A=500, B=0, C=500).stock_round(5, "B")
    game = table.game().play(sell("BY")).play(PASS)
    assert (money(game, "B"), share_price(game, "BY"), in_bank(game, "BY")) == (120, 115, 70)
    game = game.play(buy("BY"))
    assert (money(game, "C"), game.state.floated) == (385, ())
    game = game.play(buy("BY"))
    assert (money(game, "A"), game.state.floated, money(game, "BY")) == (385, ("BY",), 1200)


@rule("VII.5.a", "VII.5.3")
@pytest.mark.parametrize(
    ("company", "price", "rest", "capital"), [("EKJ", 60, 0, 240), ("KFN", 80, 1, 400), ("SX", 100, 3, 1000)]
)
def test_r6_capitalisation(company: str, price: int, rest: int, capital: int) -> None:
    """4 × 60, 5 × 80, 10 × 100, once it is floated."""
    game = a_table().phase("d").cash(A=500, B=500, C=500).stock_round(5, "A").game().play(start(company, price))
    for _ in range(rest):
        assert money(game, company) == 0
        game = game.play(buy(company))
    assert money(game, company) == capital


@rule("VII.5.4", "VII.3.11")
def test_floated_stays_floated_and_operates_in_the_next_operating_round() -> None:
    """Players hold 40 % after a sale: it operates nevertheless, first placing its home station."""
    table = a_table().phase("b").has("KFN", price=80, held="A40 B20").stock_round(2, "B", passes=2)
    game = table.game().play(sell("KFN")).play(PASS).play(PASS).play(PASS).play(PASS)
    assert game.state.floated == ("KFN",)
    assert (asked(game).about.key, asked(game).about.params["company"]) == ("home", "KFN")


# ------------------------------------------------------------------------------------------------------ buying, selling


@rule("VII.1.3", "VII.3.6", "VII.1.4")
def test_shares_cost_what_the_market_says() -> None:
    """Also those never sold before; one certificate a turn."""
    game = a_table().has("SX", price=132, start=100, held="A50").cash(B=500).stock_round(5, "B").game()
    done = game.play(buy("SX"))
    assert (money(done, "B"), percent(done, "B", "SX"), asked(done).who) == (368, 10, "C")
    assert share_price(done, "SX") == 132


@rule("VII.3.6")
def test_what_is_not_there_cannot_be_bought() -> None:
    game = a_table().has("EKJ", price=60, held="A75 B25").stock_round(2, "C").game()
    assert why(game, buy("EKJ")) == ("share-is-there", "VII.3.6")
    poor = a_table().has("EKJ", price=60, held="A50").cash(C=59).stock_round(2, "C").game()
    assert why(poor, buy("EKJ")) == ("pay-for-share", "VII.3.7")


@rule("IX.3.1", "VII.6.2", "VII.6.3", "VII.1.4")
@pytest.mark.parametrize(("shares", "gets"), [(3, 396), (1, 132)])
def test_c7_one_drop_a_sale(shares: int, gets: int) -> None:
    """One step down, however many shares."""
    game = a_table().has("SX", price=132, held="B40 A30").cash(A=0).stock_round(5, "A").game()
    done = game.play(sell("SX", shares))
    assert (money(done, "A"), share_price(done, "SX"), in_bank(done, "SX")) == (gets, 126, 30 + 10 * shares)


@rule("IX.3.1")
def test_g3_two_shares_of_ofe() -> None:
    """Two 25 % shares at 70: +140, and the price falls to 68."""
    game = a_table(profile="site").has("OFE", price=70, held="C50 B50").cash(B=0).stock_round(4, "B").game()
    done = game.play(sell("OFE", 2))
    assert (money(done, "B"), share_price(done, "OFE")) == (140, 68)


@rule("IX.3.1")
def test_a_company_is_sold_once_in_a_turn() -> None:
    """All shares of one company form one sale; the site lets each lot drop the price again, into a pool of its own."""
    game = a_table().has("SX", price=132, held="B40 A30").stock_round(5, "A").game().play(sell("SX"))
    assert why(game, sell("SX")) == ("one-sale-a-company", "IX.3.1")
    site = a_table(profile="site").has("SX", price=132, held="B40 A30").stock_round(5, "A").game()
    twice = site.play(sell("SX")).play(sell("SX"))
    assert (share_price(twice, "SX"), percent(twice, POOL, "SX")) == (120, 20)


@rule("VII.6.4", "VII.1.4", "VII.6.3")
def test_several_companies_are_sold_in_any_order() -> None:
    """Also such as are not floated, and shares bought in the same round; the bank may hold any number."""
    table = a_table().has("SX", price=100, held="A20 B10").has("EKJ", price=60, held="A50 B25").cash(B=0)
    for row in (("SX", "EKJ"), ("EKJ", "SX")):
        game = table.stock_round(5, "B").game().play(sell(row[0])).play(sell(row[1]))
        assert (money(game, "B"), in_bank(game, "SX"), in_bank(game, "EKJ")) == (160, 80, 50)
    bought = a_table().has("SX", price=100, held="A20").cash(B=100).stock_round(5, "B").game().play(buy("SX"))
    again = bought.play(PASS).play(PASS).play(sell("SX"))
    assert money(again, "B") == 100


@rule("VII.6.3")
def test_only_own_shares_can_be_sold() -> None:
    game = a_table().has("SX", price=100, held="A20 B20").stock_round(5, "B").game()
    assert why(game, sell("SX", 3)) == ("own-what-you-sell", "VII.6.3")
    assert why(game, sell("SX", 0)) == ("own-what-you-sell", "VII.6.3")
    assert why(game, sell("EKJ", 1)) == ("own-what-you-sell", "VII.6.3")


@rule("VII.3.8")
def test_c9_no_buying_back() -> None:
    """Whoever has sold ATE buys none in this stock round, but may in the next one."""
    table = a_table().phase("d").has("ATE", price=80, held="A40 B20").cash(B=500)
    game = table.stock_round(5, "B", sold=((table.player("B"), table.company("ATE")),)).game()
    assert why(game, buy("ATE")) == ("no-buying-back", "VII.3.8")
    assert percent(table.stock_round(6, "B").game().play(buy("ATE")), "B", "ATE") == 40
    sold_now = table.stock_round(5, "B").game().play(sell("ATE"))
    assert why(sold_now, buy("ATE")) == ("no-buying-back", "VII.3.8")


@rule("VII.6.3.a")
def test_c10_no_sale_in_the_first_round() -> None:
    game = a_table().has("EKJ", price=60, held="A50 B25").stock_round(1, "B").game()
    assert why(game, sell("EKJ")) == ("no-sale-in-first-round", "VII.6.3.a")


@rule("VII.1.5")
def test_c11_no_sale_after_the_purchase() -> None:
    """The purchase ends the turn; before it everything may be sold."""
    game = a_table().has("SX", price=100, held="A30 B20").stock_round(5, "B").game()
    bought = game.play(sell("SX")).play(start("EKJ", 50))
    assert why(bought, sell("SX"), by="B") == ("sell-before-buying", "VII.1.5")
    assert why(bought, sell("SX"), by="A") == ("whose-turn", "VII.2.1")


# --------------------------------------------------------------------------------------------------------------- limits


@rule("VII.4.4")
@pytest.mark.parametrize(
    ("company", "held", "more", "limit"), [("EKJ", 50, 75, 75), ("KFN", 40, 60, 60), ("SX", 50, 60, 60)]
)
def test_c12_holding_limits(company: str, held: int, more: int, limit: int) -> None:
    """75 % of a small company, 60 % of others; one certificate more is refused."""
    table = a_table().has(company, price=100, held=f"A{held}").cash(A=500)
    assert percent(table.stock_round(5, "A").game().play(buy(company)), "A", company) == more
    game = table.held(**{company: f"A{limit}"}).stock_round(5, "A").game()
    assert why(game, buy(company)) == ("holding-limit", "VII.4.4")


@rule("VII.4.4", "2P")
def test_c12_with_two_players_70_percent() -> None:
    game = a_table("A B").has("SX", price=100, held="A60").cash(A=500).stock_round(5, "A").game()
    assert percent(game.play(buy("SX")), "A", "SX") == 70
    full = a_table("A B").has("SX", price=100, held="A70").cash(A=500).stock_round(5, "A").game()
    assert why(full, buy("SX")) == ("holding-limit", "VII.4.4")


def five_players_at_the_limit() -> CzTable:
    """A has 4 locals, 5 share certificates and a director's certificate."""
    table = a_table("A B C D E").phase("b").has("SX", price=100, held="B20 A50").has("EKJ", price=60, held="A50")
    return table.has("KFN", price=60, held="B60", cash=50).locals(A="S1 S2 M1 M2").cash(A=500)


@rule("VII.4.1", "VII.4.2", "VII.4.3")
def test_c13_certificate_limit() -> None:
    """Ten of ten: nothing can be bought. Once a company has bought a local from him, he may buy again."""
    full = five_players_at_the_limit().stock_round(3, "A").game()
    assert certificates(full, "A") == 10
    assert why(full, buy("EKJ")) == ("certificate-limit", "VII.4.1")
    assert why(full, start("VBW", 50)) == ("certificate-limit", "VII.4.1")
    trading = five_players_at_the_limit().turn_of("KFN", "trains").game().play(buy_local("S1", 1)).play(AGREE)
    assert certificates(trading, "A") == 9
    sold = five_players_at_the_limit().locals(KFN="S1").stock_round(3, "A").game()
    assert certificates(sold.play(buy("EKJ")), "A") == 10


def a_loses_kfn() -> CzTable:
    """A is at the limit of 14 with the director's certificate of KFN; B is about to hold more."""
    everything = "S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 L1"
    table = a_table().phase("b").has("KFN", price=80, held="A40 B40", stations="G20", trains="2+2b")
    return table.locals(A=everything).cash(A=100, B=100, C=0)


@rule("VII.3.10", "VII.5.b.1", "VII.5.b.2", "VII.4.5")
def test_c14_takeover_by_purchase() -> None:
    """Equal holdings change nothing; with 60 % B takes the certificate for two others. A keeps 15 for this round."""
    game = a_loses_kfn().stock_round(3, "B").game()
    assert (director(game, "KFN"), certificates(game, "A")) == ("A", 14)
    taken = game.play(buy("KFN"))
    assert (director(taken, "KFN"), percent(taken, "B", "KFN"), percent(taken, "A", "KFN")) == ("B", 60, 40)
    assert (certificates(taken, "A"), certificates(taken, "B")) == (15, 2)
    of_a = taken.play(PASS)
    assert why(of_a, start("EKJ", 50)) == ("over-certificate-limit", "VII.4.5")
    assert of_a.why_not(PASS) is None


@rule("VII.4.5")
def test_c14_the_next_round_begins_with_selling_down() -> None:
    """At his first turn A must sell before anything else, then may go on as usual."""
    game = a_loses_kfn().held(KFN="B60 A40").order("A B C").stock_round(4).game()
    assert why(game, PASS) == ("must-sell-down", "VII.4.5")
    assert why(game, start("EKJ", 50)) == ("over-certificate-limit", "VII.4.5")
    sold = game.play(sell("KFN"))
    assert certificates(sold, "A") == 14
    assert asked(sold.play(PASS)).who == "B"


@rule("VII.4.5", "IX.3.1")
def test_selling_down_goes_on_in_the_next_turn_if_one_sale_was_not_enough() -> None:
    """Each company is sold once a turn: who still has too many may end the turn, but not the next one."""
    game = a_loses_kfn().locals(A="L2").held(KFN="B60 A40").order("A B C").stock_round(4).game()
    once = game.play(sell("KFN"))
    assert certificates(once, "A") == 15
    assert [offer.action for offer in once.offers()] == [PASS]
    again = once.play(PASS).play(PASS).play(PASS)
    assert (asked(again).who, why(again, PASS)) == ("A", ("must-sell-down", "VII.4.5"))
    assert asked(again.play(sell("KFN")).play(PASS)).who == "B"


@rule("VII.4.5")
def test_what_cannot_be_sold_stays() -> None:
    """Fifteen locals and a director's certificate: nothing is sellable, so the turn may end."""
    everything = "S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 L1 L2"
    game = a_table().has("EKJ", price=60, held="A50").locals(A=everything).stock_round(2).game()
    assert certificates(game, "A") == 15
    assert [offer.action for offer in game.offers()] == [PASS]


@rule("VII.4.5")
def test_the_site_only_bars_buying() -> None:
    table = a_table(profile="site").phase("b").has("KFN", price=80, held="B60 A40")
    everything = "S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 L1"
    game = table.locals(A=everything).order("A B C").stock_round(4).game()
    assert game.why_not(PASS) is None
    assert why(game, start("EKJ", 50)) == ("over-certificate-limit", "VII.4.5")


# --------------------------------------------------------------------------------------------------- change of director


@rule("VII.5.b.3")
def test_c15_dump_of_a_large_company() -> None:
    """Order B, A, C: of B and C with 20 % each the next after A is C, who gives two shares for the certificate."""
    game = a_table().order("B A C").has("SX", price=100, held="A30 B20 C20").cash(A=0).stock_round(5, "A").game()
    done = game.play(sell("SX", 3))
    assert (director(done, "SX"), money(done, "A")) == ("C", 300)
    assert [percent(done, p, "SX") for p in "ABC"] == [0, 20, 20]
    assert (certificates(done, "C"), in_bank(done, "SX")) == (1, 60)


@rule("VII.5.b.3")
def test_c16_partial_dump_of_a_small_company() -> None:
    """B hands over two 25 % certificates, one to the bank and one to A."""
    game = a_table().has("EKJ", price=60, held="A50 B50").cash(A=0).stock_round(2, "A").game()
    done = game.play(sell("EKJ"))
    assert (director(done, "EKJ"), money(done, "A"), share_price(done, "EKJ")) == ("B", 60, 58)
    assert (percent(done, "A", "EKJ"), percent(done, "B", "EKJ"), in_bank(done, "EKJ")) == (25, 50, 25)
    assert (certificates(done, "A"), certificates(done, "B")) == (1, 1)


@rule("VII.6.3.b")
def test_c17_no_dump() -> None:
    """With the director's certificate alone, and B at 25 %, nothing can be sold."""
    game = a_table().has("EKJ", price=60, held="A50 B25").stock_round(2, "A").game()
    assert why(game, sell("EKJ")) == ("directors-certificate-stays", "VII.6.3.b")
    assert why(game, sell("EKJ", 2)) == ("directors-certificate-stays", "VII.6.3.b")
    assert offers_of(game, SellShares) == []


@rule("VII.5.b.3", "VII.6.3.b")
@pytest.mark.parametrize(
    ("company", "holding", "enough", "less"), [("EKJ", 50, 50, 25), ("KFN", 40, 40, 20), ("SX", 20, 20, 10)]
)
def test_r10_what_the_successor_must_hold(company: str, holding: int, enough: int, less: int) -> None:
    """50 % of a small, 40 % of a medium, 20 % of a large company."""
    table = a_table().has(company, price=100, held=f"A{holding} B{enough}")
    assert director(table.stock_round(5, "A").game().play(sell(company)), company) == "B"
    game = table.held(**{company: f"A{holding} B{less}"}).stock_round(5, "A").game()
    assert why(game, sell(company)) == ("directors-certificate-stays", "VII.6.3.b")


@rule("VII.5.b.3")
def test_g4_dump_of_pr() -> None:
    """PR at 196, A 60 %, C 30 %, B 10 %: A sells 5 shares for 980; C is director, the bank has 50 %."""
    game = a_table(profile="site").has("PR", price=196, held="A60 C30 B10").cash(A=0).stock_round(8, "A").game()
    done = game.play(sell("PR", 5))
    assert (money(done, "A"), share_price(done, "PR"), director(done, "PR")) == (980, 188, "C")
    assert [percent(done, p, "PR") for p in "ABC"] == [10, 10, 30]
    assert in_bank(done, "PR") == 50


@rule("VII.5.b.1")
def test_selling_below_another_holder_hands_over_the_company() -> None:
    """A keeps the 20 % certificate's worth but B has 30 %: B is director, A has two ordinary shares."""
    game = a_table().has("SX", price=100, held="A40 B30").stock_round(5, "A").game()
    assert director(game.play(sell("SX")), "SX") == "A"
    done = game.play(sell("SX", 2))
    assert (director(done, "SX"), percent(done, "A", "SX"), certificates(done, "A")) == ("B", 20, 2)


# ------------------------------------------------------------------------------------------------------ sold out, debt


@rule("IX.3.2")
@pytest.mark.parametrize(("before", "after"), [(85, 90), (350, 370), (370, 370), (45, 50)])
def test_c18_sold_out(before: int, after: int) -> None:
    """All shares with players at the end of the stock round: one step up."""
    table = a_table().has("EKJ", price=before, held="A75 B25", stations="D5", trains="2a")
    assert share_price(table.stock_round(2, "C", passes=2).game().play(PASS), "EKJ") == after


@rule("IX.3.2", "IX.3 ¶")
def test_c18_two_sold_out_companies_keep_their_order_under_those_already_there() -> None:
    table = a_table().has("BCB", price=110, held="A50").has("EKJ", price=105, held="A50 B50")
    table.has("MW", price=105, held="A50 B50").has("OFE", price=105, held="A50 B25")
    game = table.stock_round(2, "C", passes=2).game().play(PASS)
    assert order_of_companies(game) == "BCB EKJ MW OFE"
    assert [share_price(game, c) for c in ("BCB", "EKJ", "MW", "OFE")] == [110, 110, 110, 105]


@rule("VIII.11.6", "VII.3.7")
def test_c19_debt() -> None:
    """A debt bars buying until it is repaid; the penalty stays."""
    table = a_table().has("SX", price=70, held="B20").owes(A=130)
    game = table.cash(A=200).stock_round(5, "A").game()
    assert why(game, buy("SX")) == ("debt-bars-buying", "VIII.11.6")
    assert why(game, start("EKJ", 50)) == ("debt-bars-buying", "VIII.11.6")
    repaid = game.play(REPAY)
    assert (money(repaid, "A"), owed(repaid, "A")) == (70, (0, 130))
    assert money(repaid.play(buy("SX")), "A") == 0
    assert why(repaid, REPAY) == ("debt-to-repay", "VIII.11.6")


@rule("VIII.11.6")
def test_c19_partial_repayment() -> None:
    """With 100 of 130 he still owes 30 and stays barred; the turn counts as a pass."""
    table = a_table().has("SX", price=70, held="B20").owes(A=130).cash(A=100)
    repaid = table.stock_round(5, "A", passes=1).game().play(REPAY)
    assert (money(repaid, "A"), owed(repaid, "A")) == (0, (30, 130))
    still = a_table().owes(A=30).cash(A=100).stock_round(5, "A").game()
    assert why(still, start("EKJ", 50)) == ("debt-bars-buying", "VIII.11.6")
    assert repaid.play(PASS).where()[-1].facts.passed == ("C", "A")


@rule("VIII.11.6")
def test_a_debtor_may_sell_and_then_repay() -> None:
    table = a_table().has("SX", price=70, held="B20 A10").owes(A=60).cash(A=0)
    game = table.stock_round(5, "A").game().play(sell("SX")).play(REPAY)
    assert (money(game, "A"), owed(game, "A")) == (10, (0, 60))
