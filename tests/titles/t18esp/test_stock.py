"""[3] The stock round."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import CertId, Owner, PlayerId
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.order import richest_first
from ferrovia.rules.prices import raising_sold_out
from ferrovia.rules.stock import BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.titles.t18esp.market import rise
from ferrovia.titles.t18esp.stock import is_sold_out
from support.tables import asked
from titles.t18esp.tables import (
    EspTable,
    a_table,
    books_of,
    box_of,
    company_id,
    director,
    inside,
    markers,
    money,
    order_of_companies,
    percent,
    price,
    why,
)

rule = pytest.mark.rule

sold_out = raising_sold_out(is_sold_out, rise=rise)

BANK, MARKET = PlaceId("ipo"), PlaceId("pool")


def sell(company: str, shares: int) -> SellShares:
    return SellShares(company_id(company), shares)


def buy(company: str, place: PlaceId = BANK) -> BuyShare:
    return BuyShare(company_id(company), place)


def start(company: str, at: int) -> StartCompany:
    return StartCompany(company_id(company), at)


def mza(market: int = 20, held: int = 30) -> EspTable:
    table = a_table().phase("3").has("MZA", price=144, held=f"Y20 X{held} market{market}", stations="F24.2", cash=10)
    return table.cash(X=0, Y=500, Z=500, W=500).stock_round("X")


@rule("3.1")
def test_e1_selling_pays_the_price_and_it_falls_a_step_for_each() -> None:
    """E1: selling pays the price and it falls a step for each."""
    game = mza().game().play(sell("MZA", 3))
    assert (money(game, "X"), price(game, "MZA"), percent(game, "market", "MZA")) == (432, 126, 50)
    assert why(mza(market=30).game(), sell("MZA", 3)) == ("bank-at-most", "3.1")
    assert mza(market=30).game().why_not(sell("MZA", 2)) is None
    assert why(mza(held=40).game(), sell("MZA", 4)) == ("bank-at-most", "3.1")
    assert mza(held=40).game().why_not(sell("MZA", 3)) is None


@rule("3.1", "3.1.1")
def test_e2_a_director_who_sells_out_hands_over_his_certificate() -> None:
    """E2: a director who sells out hands over his certificate."""
    table = (
        a_table().unreserved("A").phase("3").has("A", price=100, held="X40 Y30 Z20 market10", stations="E33", cash=10)
    )
    game = table.cash(X=0, Y=100, Z=500, W=0).stock_round("X").game().play(sell("A", 4))
    assert (director(game, "A"), percent(game, "Y", "A"), percent(game, "market", "A")) == ("Y", 30, 50)
    assert percent(game, "X", "A") == 0
    later = EspTable_on(game).stock_round("Z").game()
    assert why(later, sell("A", 1)) == ("bank-at-most", "3.1")
    game = later.play(buy("A", MARKET))
    assert (director(game, "A"), percent(game, "Z", "A")) == ("Y", 30)
    game = EspTable_on(game).stock_round("Z").game().play(buy("A", MARKET))
    assert (director(game, "A"), percent(game, "Z", "A")) == ("Z", 40)


def EspTable_on(game):  # noqa: N802
    """The table as a game has left it, to be written on."""
    table = a_table()
    table.title, table.state = game.title, game.state.copy()
    return table


@rule("3.3")
def test_c3_the_richest_comes_first_and_ties_keep_their_order() -> None:
    """C3: the richest comes first and ties keep their order."""
    game = a_table().order("Y Z X W").cash(X=90, Y=120, Z=120, W=60).stock_round("X").game()
    table = inside(game)
    richest_first(table)
    assert table.state.order == ("Y", "Z", "X", "W")


@rule("2.2", "3.2.2")
def test_c4_the_share_of_pioneer_6_counts_as_sold() -> None:
    """C4: Director's certificate 20%, the pioneer's 10%: one more share launches CRB."""
    table = a_table().phase("3").cash(X=400, Y=400)
    table.state.certs[CertId("CRB_1")] = table.player("X")
    game = table.stock_round("X").game()
    assert why(game, sell("CRB", 1)) == ("sell-only-operated", "3.1")
    game = game.play(start("CRB", 100))
    assert (money(game, "X"), "CRB" in game.state.floated) == (200, False)
    assert asked(game).who == "Y"
    game = game.play(buy("CRB"))
    assert (money(game, "Y", "CRB"), "CRB" in game.state.floated) == ((300, 400), True)
    assert markers(game, "CRB") == (2, 4)


@rule("3.2.2", "5.1.2")
def test_c5_from_phase_5_on_60_percent_and_the_whole_capital() -> None:
    """C5: from phase 5 on 60 percent and the whole capital."""
    table = a_table(without="CFEA CFLG N MZA A CM MS AC", carreno="SFVA").phase("5").unreserved("TBF")
    table.has("TBF", price=100, held="X20 Y20 Z10", floated=False).cash(W=300, X=300)
    game = table.stock_round("W").game().play(buy("TBF"))
    assert (money(game, "TBF"), markers(game, "TBF"), books_of(game).staged) == (1000, (6, 0), ())
    assert "TBF" in game.state.floated


@rule("3.3")
def test_c7_sold_out_but_for_the_reserved_share() -> None:
    """C7: sold out but for the reserved share."""
    table = a_table().phase("3").has("N", price=100, held="X60 Y30", stations="F24.1")
    table.has("A", price=100, held="X60 Y30", stations="E33").unreserved("A").has("FdLR", price=100, held="X60 Y30")
    game = inside(table.stock_round("X").game())
    sold_out(game)
    prices = [game.box.price(game.state, company_id(name)) for name in ("N", "A", "FdLR")]
    assert prices == [105, 100, 100]


@rule("3.1.1")
def test_c8_of_equal_holders_the_lowest_card_becomes_director() -> None:
    """C8: of equal holders the lowest card becomes director."""

    def sold(profile: str) -> str | None:
        table = a_table(profile=profile).unreserved("CRB").phase("3").order("Z X Y W")
        table.has("CRB", price=100, held="X40 Y30 Z30", stations="B26")
        return director(table.stock_round("X").game().play(sell("CRB", 4)), "CRB")

    assert sold("rulebook") == "Z"
    assert sold("site") == "Y"


@rule("3.1.2", "4.6.1")
def test_c36_frozen_minors_do_not_count() -> None:
    """C36: 19 certificates and MS: phase 5 frees one place; later one too many must be sold first."""
    table = a_table().phase("5").has("MS", price=100, held="X100", stations="C27").ran("MS")
    table.has("N", price=100, held="X60 market10", stations="F24.1").has("A", price=100, held="X60", stations="E33")
    table.has("MCP", price=100, held="X60", stations="F24").has("FdLR", price=100, held="X50", stations="H8")
    table.unreserved("N A MCP").cash(X=500)
    game = table.stock_round("X").game()
    assert box_of(game).certificates_of(game.state, PlayerId(Owner("X"))) == 19
    game = game.play(buy("FdLR"))
    assert box_of(game).certificates_of(game.state, PlayerId(Owner("X"))) == 20
    more = EspTable_on(game).held(FdSB="X10").stock_round("X").game()
    assert why(more, buy("FdLR")) == ("over-certificate-limit", "3.1.2")
    assert why(more, EndStockTurn()) == ("must-sell-down", "3.1.2")
    assert more.play(sell("A", 1)).why_not(EndStockTurn()) is None


@rule("3", "3.2")
def test_c37_sell_then_buy_and_never_back() -> None:
    """C37: sell then buy and never back."""
    table = a_table().phase("3").has("CRB", price=100, held="Y40 X20", stations="B26")
    table.has("MZA", price=100, held="Y40", stations="F24.2").cash(X=0)
    game = table.stock_round("X").game().play(sell("CRB", 2)).play(buy("MZA"))
    assert asked(game).who == "Y"
    assert why(game, sell("CRB", 1), by="X") == ("sell-before-buying", "3")
    back = EspTable_on(game).stock_round("X", sold=game.where()[-1].facts.sold).game()
    assert why(back, buy("CRB", MARKET)) == ("no-buying-back", "3.2")


@rule("3.2")
def test_what_bars_a_purchase() -> None:
    table = a_table().phase("3").has("CRB", price=110, par=100, held="X60 Y10 market10", stations="B26")
    game = table.cash(X=99, Z=105).stock_round("X").game()
    assert why(game, buy("CRB")) == ("holding-limit", "3.2")
    poor = EspTable_on(game).stock_round("Z").game()
    assert poor.why_not(buy("CRB")) is None
    assert why(poor, buy("CRB", MARKET)) == ("pay-for-share", "3.2")
    assert why(poor, buy("MZA")) == ("company-trades", "3.2")
    assert why(poor, start("MZA", 70)) == ("pay-for-start", "3.2")
    assert why(poor, start("CRB", 70)) == ("start-once", "3.2.2")
    assert why(poor, start("MZA", 72)) == ("start-price", "3.2.2")
    sold_out = table.held(CRB="X60 Y30").stock_round("Z").game()
    assert why(sold_out, buy("CRB")) == ("share-is-there", "3.2")


@rule("4.7.2")
def test_c23_a_loan_bars_buying_and_is_repaid_whole_with_interest() -> None:
    """C23: a loan bars buying and is repaid whole with interest."""
    game = a_table().owes(X=385).cash(X=577).stock_round("X").game()
    assert why(game, start("MS", 70)) == ("debt-bars-buying", "3.2")
    assert why(game, RepayDebt()) == ("debt-to-repay", "4.7.2")
    game = a_table().owes(X=385).cash(X=600).stock_round("X").game().play(RepayDebt())
    assert (money(game, "X"), game.state.debt, asked(game).who) == (22, {"X": 0}, "X")
    game = game.play(EndStockTurn())
    assert game.where()[-1].facts.passed == ()


@rule("3.1.2", "4.7.2")
def test_whoever_holds_too_much_repays_only_after_the_sales() -> None:
    """Shares come first while any can be sold; whoever can sell none repays all the same, but buys nothing."""

    def over_the_limit(*, operated: bool) -> Game:
        table = a_table().phase("5").unreserved("N A MCP").owes(X=10).cash(X=500)
        for name in ("N", "A", "MCP", "FdLR"):
            table.has(name, price=100, held="X60", operated=operated)
        return table.has("FdSB", price=100, held="X20", operated=operated).stock_round("X").game()

    assert why(over_the_limit(operated=True), RepayDebt()) == ("must-sell-down", "3.1.2")
    assert over_the_limit(operated=True).play(sell("N", 1)).why_not(RepayDebt()) is None
    stuck = over_the_limit(operated=False).play(RepayDebt())
    assert (money(stuck, "X"), why(stuck, buy("FdSB"))[0]) == (485, "over-certificate-limit")


@rule("3.2.1", "3.2.2")
def test_launching_by_phase() -> None:
    """Minors and the north from the start, the south from phase 3, minors no more from phase 5."""
    game = a_table().cash(X=400).stock_round("X").game()
    assert why(game, start("N", 70)) == ("southern-phase", "3.2.2")
    assert game.why_not(start("FdLR", 100)) is None
    game = game.play(start("MS", 85))
    assert (money(game, "X", "MS"), price(game, "MS"), "MS" in game.state.floated) == ((230, 170), 85, True)
    assert director(game, "MS") == "X"
    late = a_table().phase("5").cash(X=400).stock_round("X").game()
    assert why(late, start("MS", 70)) == ("minor-phase", "3.2.1")
    site = a_table(profile="site").cash(X=400).stock_round("X").game()
    assert why(site, start("FdLR", 95)) == ("start-price", "3.2.2")


@rule("3")
def test_the_round_ends_when_all_pass_one_after_another() -> None:
    game = a_table().stock_round("X").game()
    for player in ["X", "Y", "Z", "W"]:
        assert asked(game).who == player
        game = game.play(EndStockTurn())
    assert "stock round" not in {frame.script for frame in game.where()} or game.where()[-1].facts.number == 5


@rule("4", "3.3")
def test_c52_order_of_companies_in_one_cell() -> None:
    """C52: The marker that came first lies on top; of two sold-out companies the upper one moves first."""
    table = a_table().phase("3").has("A", price=100, held="X60 Y30", stations="E33")
    table.has("N", price=100, held="X60 Y30", stations="F24.1").has("FdLR", price=90, held="X40", stations="H8")
    game = table.stock_round("X").game()
    assert order_of_companies(game) == "A N FdLR"
    live = inside(game)
    sold_out(live)
    assert live.box.operating_order(live.state) == ("A", "N", "FdLR")
    assert live.box.price(live.state, company_id("N")) == 105


@rule("3.3")
def test_minors_never_rise_at_the_end_of_a_round() -> None:
    table = a_table().phase("3").has("MS", price=90, held="X100", stations="C27")
    live = inside(table.stock_round("X").game())
    sold_out(live)
    assert live.box.price(live.state, company_id("MS")) == 90


@rule("3.1.2", "3.2")
def test_nobody_buys_beyond_the_certificate_limit_or_with_a_debt() -> None:
    """Four players, 20 certificates: neither a share nor a company more; one less, and both can be bought."""

    def holding(*companies: str, debt: int = 0) -> Game:
        table = a_table().phase("3").unreserved("N A MCP").cash(X=900).has("FdSB", price=100, held="Y20")
        for name in companies:
            table.has(name, price=100, held="X60")
        return table.owes(X=debt).stock_round("X").game()

    full, room = holding("N", "A", "MCP", "FdLR"), holding("N", "A", "MCP")
    owing = holding("N", "A", "MCP", debt=10)
    for purchase in (buy("FdSB"), start("MS", 70)):
        assert why(full, purchase) == ("certificate-limit", "3.1.2")
        assert why(owing, purchase) == ("debt-bars-buying", "3.2")
        assert room.why_not(purchase) is None
