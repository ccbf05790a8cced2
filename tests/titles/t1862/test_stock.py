"""[6] The stock round."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import IPO, POOL
from ferrovia.rules.stock import IN_TREASURY, BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.titles.t1862.launch import BuyTokens
from support.tables import asked, refused
from titles.t1862.tables import (
    EasternTable,
    a_table,
    books_of,
    company_id,
    director,
    holdings,
    kinds_offered,
    money,
    offers_of,
    player_id,
    price_of,
    shares,
    trains,
    why,
)

rule = pytest.mark.rule
PASS = EndStockTurn()


def buy(name: str, place: str = POOL) -> BuyShare:
    return BuyShare(company_id(name), PlaceId(place))


def sell(name: str, count: int = 1) -> SellShares:
    return SellShares(company_id(name), count)


def start(name: str, price: int) -> StartCompany:
    return StartCompany(company_id(name), price)


def after_sale(count: int, *, price: int, held: str = "B3 A5", trains: str = "1F") -> Game:
    """A sells shares of a launched company."""
    return a_table().has("ESR", price=price, held=held, trains=trains).stock_round().game().play(sell("ESR", count))


# ----------------------------------------------------------------------------------------------------- order and turns


@rule("6.1", "6.2", "6.6")
def test_c38_priority_deal() -> None:
    """B buys, then C, A, B pass: the priority deal goes to C, with whom the passing began."""
    table = a_table("A B C").has("ESR", price=100, held="A5", pool=5, trains="1F").priority("A")
    game = table.stock_round("B").game().play(buy("ESR"))
    for player in "CA":
        assert asked(game).who == player
        game = game.play(PASS)
    assert game.state.order[0] == "A"
    assert game.play(PASS).state.order[0] == "C"


@rule("6.1", "6.6")
def test_it_begins_with_the_priority_deal_which_stays_if_all_pass_at_once() -> None:
    game = a_table().priority("C").at(a_table().game_frame()).game()
    for player in "CDAB":
        assert (asked(game).who, asked(game).about.key) == (player, "trade")
        game = game.play(PASS)
    assert game.state.order[0] == "C"


@rule("6.2", "6.1")
def test_a_sale_alone_is_no_pass() -> None:
    table = a_table().has("ESR", price=100, held="B5 A2").stock_round("A", passes=3)
    game = table.game().play(sell("ESR")).play(PASS)
    assert (asked(game).who, game.where()[-1].facts.passed) == ("B", ())


@rule("6.2")
def test_a_purchase_ends_the_turn() -> None:
    """No sale after it and no second purchase."""
    table = a_table().has("ESR", price=100, held="B5 A2", pool=2)
    game = table.stock_round().game().play(buy("ESR"))
    assert asked(game).who == "B"
    assert refused(game, sell("ESR"), by="A").startswith("6.2")
    assert refused(game, buy("ESR"), by="A").startswith("6.2")
    assert refused(game, buy("ESR"), by="C").startswith("3 ")


# ------------------------------------------------------------------------------------------------------------- selling


@rule("6.4.2")
@pytest.mark.parametrize(("count", "price"), [(1, 71), (2, 68), (3, 65)])
def test_e10_the_price_falls_a_space_for_each_share(count: int, price: int) -> None:
    assert price_of(after_sale(count, price=74), "ESR") == price


@rule("6.4.2")
@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        (210, 1, 210),
        (210, 3, 191),
        (200, 1, 191),
        (36, 2, 31),
        (40, 1, 36),
        (400, 2, 400),
        (400, 3, 375),
        (430, 4, 375),
    ],
)
def test_c4_exemption_zones(before: int, count: int, after: int) -> None:
    assert price_of(after_sale(count, price=before, held="B5 A4"), "ESR") == after


@rule("6.4.2")
def test_c4_never_for_the_director() -> None:
    assert price_of(after_sale(3, price=400, held="A6 B1"), "ESR") == 330


@rule("6.4.2")
def test_x10_recorded_sales() -> None:
    assert price_of(after_sale(1, price=310), "ESR") == 310
    assert price_of(after_sale(3, price=275, held="B5 A3"), "ESR") == 245


@rule("6.4.2", "10.3")
def test_c4_no_fall_before_the_launch_nor_after_the_lner() -> None:
    unlaunched = a_table().has("ESR", price=100, held="A4", launched=False).stock_round().game()
    assert price_of(unlaunched.play(sell("ESR", 1)), "ESR") == 100
    late = a_table().has("ESR", price=100, held="A4 B3", trains="9F").phase("H").lner(12).stock_round().game()
    assert price_of(late.play(sell("ESR", 1)), "ESR") == 100


@rule("6.4.2", "7.1")
def test_a_marker_that_falls_goes_under_those_that_are_there() -> None:
    table = a_table().has("ESR", price=74, held="B5 A2", trains="1F").has("EUR", price=71, held="B5", trains="1F")
    game = table.stock_round().game().play(sell("ESR"))
    assert price_of(game, "ESR") == price_of(game, "EUR") == 71
    assert game.state.prices[company_id("ESR")].since > game.state.prices[company_id("EUR")].since


@rule("6.4.1", "6.5.1")
def test_c6_a_company_without_trains_sells_for_half() -> None:
    """95: 2 × 47 = 94; falls to 86; the next one pays 86 in full."""
    game = after_sale(2, price=95, held="A5 B2", trains="")
    assert (money(game, "A"), price_of(game, "ESR")) == (600 + 94, 86)
    assert money(game.play(PASS).play(buy("ESR")), "B") == 600 - 86


@rule("6.4.1", "4.2")
def test_an_unlaunched_charter_sells_for_half_of_par() -> None:
    table = a_table().has("ESR", price=82, held="B3 A1", chartered=True, launched=False)
    game = table.stock_round().game().play(sell("ESR"))
    assert (money(game, "A"), holdings(game, "ESR")) == (641, {"B": 3, "ipo": 6, "pool": 1})
    assert game.state.prices == {}


@rule("6.4")
def test_all_shares_of_a_block_are_sold_at_the_price_before_the_sale() -> None:
    assert money(after_sale(3, price=74), "A") == 600 + 3 * 74


@rule("6.4")
def test_shares_of_one_company_are_sold_in_one_block_those_of_others_after_it() -> None:
    table = a_table().has("ESR", price=100, held="B5 A3").has("EUR", price=100, held="B5 A3")
    game = table.stock_round().game().play(sell("ESR"))
    assert why(game, sell("ESR")) == "6.4"
    game = game.play(sell("EUR", 2))
    assert (shares(game, "A", "ESR"), shares(game, "A", "EUR")) == (2, 1)


@rule("6.4")
def test_in_a_later_turn_the_same_company_is_sold_again() -> None:
    game = a_table().has("ESR", price=100, held="B5 A3").stock_round().game().play(sell("ESR")).play(PASS)
    game = game.play(PASS).play(PASS).play(PASS)
    assert shares(game.play(sell("ESR")), "A", "ESR") == 1


@rule("6.4")
def test_one_sells_what_one_has() -> None:
    game = a_table().has("ESR", price=100, held="B5 A3").stock_round().game()
    assert why(game, sell("ESR", 4)) == "6.4"
    assert why(game, sell("ESR", 0)) == "6.4"
    assert why(game, sell("EUR")) == "6.4"
    assert [action.shares for action in offers_of(game, SellShares)] == [1, 2, 3]


@rule("6.4")
def test_e9_shares_of_the_directors_certificate_are_as_good_as_any() -> None:
    """DC only, buys one: a later turn sells one and keeps three."""
    table = a_table().has("ESR", price=100, held="A3 B1", treasury=6)
    game = table.stock_round().game().play(buy("ESR", IN_TREASURY)).play(PASS).play(PASS).play(PASS)
    assert shares(game, "A", "ESR") == 4
    assert shares(game.play(sell("ESR")), "A", "ESR") == 3


@rule("6.4")
def test_shares_bought_in_this_round_are_not_sold() -> None:
    table = a_table().has("ESR", price=100, held="B5 A1", pool=4).stock_round()
    game = table.game().play(buy("ESR")).play(PASS).play(PASS).play(PASS)
    assert why(game, sell("ESR", 2)) == "6.4"
    game = game.play(sell("ESR", 1)).play(PASS).play(PASS).play(PASS).play(PASS)
    assert why(game, sell("ESR", 1)) == "6.4"


@rule("6.4", "6.5.3")
def test_a_company_started_in_this_round_counts_three_bought() -> None:
    game = a_table().stock_round().game().play(start("ESR", 100)).play(PASS).play(PASS).play(PASS)
    assert why(game, sell("ESR", 3)) == "6.4"
    assert why(game, sell("ESR", 1)) == "6.4"


@rule("6.4.2", "7.12")
def test_c22_bankruptcy_by_sale() -> None:
    """26 → 0: the seller is paid before; other holders get nothing; trains leave the game."""
    table = a_table().has("ESR", price=26, held="A5 B2", cash=70, trains="1F", stations="F11")
    game = table.stock_round().game().play(sell("ESR", 4))
    assert (money(game, "A"), money(game, "B")) == (704, 600)
    assert holdings(game, "ESR") == {"ipo": 10}
    assert (trains(game, "ESR"), money(game, "ESR"), "ESR" in game.state.prices) == ([], 0, False)
    assert not game.state.board.stations_of(company_id("ESR"))
    assert (asked(game).who, game.state.pars) == ("A", {})


@rule("6.5.1", "7.12")
def test_whoever_sold_a_company_does_not_start_it_again_in_this_round() -> None:
    """R16; anybody else may."""
    table = a_table().has("ESR", price=26, held="A5 B2", trains="1F").stock_round()
    game = table.game().play(sell("ESR", 4))
    assert why(game, start("ESR", 100)) == "6.5.1"
    assert director(game.play(PASS).play(start("ESR", 100)), "ESR") == "B"


# -------------------------------------------------------------------------------------------------------- buying shares


@rule("6.5.1")
def test_c41_prices_in_offer_pool_and_treasury() -> None:
    """Par 74, price 110: 74 in the offer, 110 elsewhere; only the treasury's share pays the company."""
    table = a_table().has("ESR", price=110, par=74, chartered=True, held="B5", treasury=1, pool=1, cash=30)
    game = table.stock_round().game()
    assert (money(game.play(buy("ESR", IPO)), "A"), money(game.play(buy("ESR", IPO)), "ESR")) == (526, 30)
    assert (money(game.play(buy("ESR", POOL)), "A"), money(game.play(buy("ESR", POOL)), "ESR")) == (490, 30)
    assert (money(game.play(buy("ESR", IN_TREASURY)), "A"), money(game.play(buy("ESR", IN_TREASURY)), "ESR")) == (
        490,
        140,
    )


@rule("6.5.1")
def test_shares_are_bought_where_they_are() -> None:
    """Neither from players nor of companies that nobody has started."""
    game = a_table().has("ESR", price=110, held="B5", pool=5).stock_round().game()
    assert offers_of(game, BuyShare) == [buy("ESR", POOL)]
    assert why(game, buy("ESR", IPO)) == "6.5.1"
    assert why(game, buy("ESR", IN_TREASURY)) == "6.5.1"
    assert why(game, buy("EUR", IPO)) == "6.5.1"
    assert why(game, buy("ESR", "B")) == "2"


@rule("6.5.1")
def test_a_share_costs_its_price() -> None:
    table = a_table().has("ESR", price=110, held="B5", pool=5)
    assert why(table.cash(A=109).stock_round().game(), buy("ESR")) == "6.5.1"
    assert money(table.cash(A=110).stock_round().game().play(buy("ESR")), "A") == 0


@rule("6.5.1")
def test_no_buying_back_in_the_same_round() -> None:
    table = a_table().has("ESR", price=110, held="B5 A2", pool=2).has("EUR", price=60, held="B5 A2", pool=2)
    game = table.stock_round().game().play(sell("ESR"))
    assert why(game, buy("ESR")) == "6.5.1"
    game = game.play(buy("EUR")).play(PASS).play(PASS).play(PASS)
    assert why(game, buy("ESR")) == "6.5.1"


@rule("6.5.1")
def test_no_limit_of_shares_in_one_company() -> None:
    game = a_table().has("ESR", price=100, held="A9", pool=1).stock_round().game().play(buy("ESR"))
    assert holdings(game, "ESR") == {"A": 10}


# ---------------------------------------------------------------------------------------------------- certificate limit


def with_certificates(table: EasternTable, first: int, second: int) -> EasternTable:
    """A holds ordinary certificates of two companies."""
    return table.has("ESR", price=100, held=f"B3 A{first}", trains="1F").has(
        "EUR", price=100, held=f"B3 A{second}", trains="1F"
    )


@rule("6.5.2")
def test_at_the_limit_nothing_is_bought() -> None:
    table = with_certificates(a_table(), 7, 6).has("FDR", price=60, held="C4", pool=6)
    game = table.stock_round().game()
    assert why(game, buy("FDR")) == "6.5.2"
    assert why(game, start("ECR", 60)) == "6.5.2"
    assert not game.offers().of(BuyShare, StartCompany)
    assert game.why_not(PASS) is None
    assert shares(game.play(sell("ESR")).play(buy("FDR")), "A", "FDR") == 1


@rule("6.5.2")
def test_the_directors_certificate_counts_one() -> None:
    table = a_table().has("ESR", price=100, held="A10").has("EUR", price=100, held="A6").cash(A=1000)
    game = table.has("FDR", price=60, held="C4", pool=6).stock_round().game()
    assert shares(game.play(buy("FDR")), "A", "FDR") == 1


@rule("6.5.2")
def test_c35_over_the_limit_one_sells_first() -> None:
    """14 certificates: neither pass nor buy before one is sold."""
    game = with_certificates(a_table(), 7, 7).stock_round().game()
    assert why(game, PASS) == "6.5.2"
    assert kinds_offered(game) == {"SellShares"}
    sold = game.play(sell("ESR"))
    assert sold.why_not(PASS) is None


@rule("6.5.2", "6.4")
def test_over_the_limit_a_block_is_not_too_small() -> None:
    """16 certificates of three companies, of two of which nothing can be sold: the third must come down by three."""
    table = with_certificates(a_table(), 7, 7).has("FDR", price=100, held="C3 A2", pool=5)
    bought = tuple((player_id("A"), company_id(name)) for name in ["ESR"] * 7 + ["FDR"] * 2)
    game = table.stock_round("A", bought=bought).game()
    assert why(game, sell("EUR", 2)) == "6.5.2"
    assert game.play(sell("EUR", 3)).why_not(PASS) is None


@rule("6.5.2")
def test_over_the_limit_blocks_of_several_companies_may_add_up() -> None:
    game = with_certificates(a_table(), 7, 7).has("FDR", price=100, held="C3 A2", pool=5).stock_round().game()
    game = game.play(sell("ESR")).play(sell("EUR"))
    assert why(game, PASS) == "6.5.2"
    assert game.play(sell("FDR")).why_not(PASS) is None


@rule("6.5.2")
def test_whoever_cannot_sell_stays_over_the_limit() -> None:
    """Everything was bought in this round; a change of director has made two certificates more of one."""
    bought = tuple((player_id("A"), company_id(name)) for name in ["ESR", "EUR"] * 7)
    game = with_certificates(a_table(), 7, 7).stock_round("A", bought=bought).game()
    assert kinds_offered(game) == {"EndStockTurn"}


@rule("6.5.2")
def test_over_the_limit_by_ones_own_sale_one_sells_in_the_next_turn() -> None:
    """The directorship passes to C, the certificate becomes three ordinary ones, of which one is sold: 13 become 14."""
    table = with_certificates(a_table(), 7, 3).has("FDR", price=100, held="A5 C5")
    game = table.stock_round().game().play(sell("FDR", 1))
    assert (director(game, "FDR"), shares(game, "A", "FDR")) == ("C", 4)
    assert game.why_not(PASS) is None
    assert why(game.play(PASS).play(PASS).play(PASS).play(PASS), PASS) == "6.5.2"


@rule("6.5.2", "10.3")
def test_c35_nobody_must_sell_after_the_lner() -> None:
    game = with_certificates(a_table(), 7, 7).phase("H").lner(13).stock_round().game()
    assert game.why_not(PASS) is None
    assert not game.offers().of(BuyShare)


@rule("6.5.2", "10.3")
def test_e28_the_limit_of_the_lner_counts_certificates_against_shares() -> None:
    """Limit 13: thirteen shares with two director's certificates are nine certificates, so there is room."""
    table = a_table().has("ESR", price=100, held="A7", pool=3).has("EUR", price=100, held="A6", pool=4)
    game = table.phase("H").lner(13).stock_round().game()
    assert shares(game.play(buy("ESR")), "A", "ESR") == 8


@rule("6.5.2", "10.3")
def test_e28_the_limit_is_the_most_shares_of_any_player() -> None:
    table = (
        a_table()
        .has("ESR", price=100, held="A5 B3", pool=2)
        .has("EUR", price=100, held="B6 C3", pool=1)
        .has("FDR", price=100, held="D6 C4")
        .has("WNR", price=100, held="A6 B4")
        .has("WVR", price=100, held="D6 C2", pool=2)
    )
    game = table.phase("H").end_of_set().game()
    assert books_of(game).lner_limit == 13
    assert asked(game).about.key == "trade"


# ------------------------------------------------------------------------------------------------- starting a company


@rule("6.5.3", "3.1")
def test_c19_start_prices_and_par() -> None:
    table = a_table().cash(A=1000).stock_round()
    game = table.game()
    for price, par in [(128, 100), (71, 68), (56, 54), (54, 54), (200, 100)]:
        started = game.play(start("ESR", price))
        assert (started.state.pars[company_id("ESR")], price_of(started, "ESR")) == (par, price)
    for price in (52, 210, 55, 0):
        assert why(game, start("ESR", price)) == "6.5.3"


@rule("6.5.3")
def test_a_start_pays_the_company_and_fills_its_card() -> None:
    table = a_table().has("EUR", price=100, held="B5").stock_round()
    game = table.game().play(start("ESR", 100))
    assert (money(game, "A"), money(game, "ESR"), director(game, "ESR")) == (300, 300, "A")
    assert holdings(game, "ESR") == {"A": 3, "ESR": 7}
    assert game.state.floated == ("EUR",)
    assert books_of(game).chartered == ()
    assert game.state.prices[company_id("ESR")].since > game.state.prices[company_id("EUR")].since
    assert asked(game).who == "B"


@rule("6.5.3", "3.2")
def test_a_start_is_paid_in_full_and_of_an_available_company() -> None:
    game = a_table().cash(A=200).has("EUR", price=100, held="B5").stock_round().game()
    assert why(game, start("ESR", 68)) == "6.5.3"
    assert why(game, start("EUR", 54)) == "3.2"
    assert why(game, start(books_of(game).offer[9], 54)) == "3.2"
    assert {action.price for action in offers_of(game, StartCompany)} == {54, 56, 58, 60, 62, 65}


@rule("6.5.4", "6.5.4.1", "6.5.4.2", "6.5.1")
def test_c36_launch_of_a_company_without_charter() -> None:
    """Start at 74: 222, two buyers of 74 each: 370; the director chooses how many stations."""
    game = a_table().permits(ESR="express").stock_round().game().play(start("ESR", 74))
    game = game.play(buy("ESR", IN_TREASURY))
    assert game.state.floated == ()
    game = game.play(buy("ESR", IN_TREASURY))
    assert (asked(game).who, asked(game).about.key, money(game, "ESR")) == ("A", "choose-tokens", 370)
    game = game.play(BuyTokens(7))
    assert (money(game, "ESR"), game.state.tokens[company_id("ESR")]) == (90, 7)
    assert (game.state.floated, books_of(game).permits[company_id("ESR")]) == (("ESR",), ("express",))
    assert (asked(game).who, asked(game).about.key) == ("D", "trade")


@rule("11.3")
def test_c46_newcomers_start_companies_in_parliament_only() -> None:
    table = a_table(train_kinds="simple-express", newcomers="yes")
    game = table.stock_round().game()
    assert why(game, start("ESR", 100)) == "11.3"
    assert kinds_offered(game) == {"EndStockTurn"}
    assert "StartAuction" in kinds_offered(table.parliament().game())
