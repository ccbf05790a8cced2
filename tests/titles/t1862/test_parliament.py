"""[4] Parliament: auctions and charters."""

from random import Random

import pytest

from ferrovia import Game
from ferrovia.engine.chance import draw
from ferrovia.engine.play import Table
from ferrovia.engine.record import start
from ferrovia.rules.stock import EndStockTurn, SellShares, StartCompany
from ferrovia.titles.t1862.companies import row_of
from ferrovia.titles.t1862.parliament import Bid, BuyFurtherShare, ChoosePar, EndCharter, Pass, StartAuction
from ferrovia.titles.t1862.title import TITLE
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
    told,
    why,
)

rule = pytest.mark.rule
PASS = Pass()


def auction(name: str) -> StartAuction:
    return StartAuction(company_id(name))


def won(table: EasternTable, name: str = "ESR", *, bid: int = 0) -> Game:
    """The first player has won an auction because everybody else passed."""
    game = table.game().play(auction(name)).play(Bid(bid))
    while asked(game).about.key == "bid":
        game = game.play(PASS)
    return game


def bids(game: Game) -> list[int]:
    return [action.price for action in offers_of(game, Bid)]


# -------------------------------------------------------------------------------------------------------------- course


@rule("2.4.4", "3", "4.1")
def test_two_parliaments_open_the_game_and_a_charter_of_the_first_does_not_bar_from_the_second() -> None:
    game = won(a_table().at(a_table().game_frame(sets_done=0, opened=0)))
    game = game.play(ChoosePar(54)).play(EndCharter())
    assert why(game.play(PASS).play(PASS).play(PASS), auction("EUR")) == "4.1"
    for _ in "BCDA":
        game = game.play(PASS)
    assert (asked(game).who, asked(game).about.key) == ("A", "start-auction")
    game = game.play(auction("EUR")).play(Bid(0))
    assert asked(game).about.key == "bid"


@rule("2.4.4", "3")
def test_after_the_second_parliament_comes_the_stock_round() -> None:
    game = a_table().at(a_table().game_frame(sets_done=0, opened=0)).game()
    for _ in range(8):
        assert asked(game).about.key == "start-auction"
        game = game.play(PASS)
    assert (asked(game).who, asked(game).about.key) == ("A", "trade")


@rule("4.1", "6.6")
def test_c2_turn_order_in_parliament() -> None:
    """Left of the winner goes on; whoever has a charter bids but does not start; the priority deal stays."""
    game = a_table().priority("A").parliament("A").game().play(PASS)
    game = game.play(auction("ESR")).play(Bid(0))
    assert asked(game).who == "C"
    game = game.play(PASS).play(Bid(5)).play(PASS).play(PASS)
    assert (asked(game).who, asked(game).about.key) == ("D", "choose-par")
    game = game.play(ChoosePar(54)).play(EndCharter())
    assert (asked(game).who, asked(game).about.key) == ("A", "start-auction")
    for player in "ABC":
        assert asked(game).who == player
        game = game.play(PASS)
    assert why(game, auction("EUR")) == "4.1"
    assert kinds_offered(game) == {"Pass"}
    ended = game.play(PASS)
    assert asked(ended).about.key == "trade"
    assert (asked(ended).who, ended.state.order[0]) == ("A", "A")


@rule("4.1")
def test_an_auction_interrupts_the_run_of_passes() -> None:
    game = a_table().parliament("D", passes=3).game()
    game = game.play(auction("ESR")).play(Bid(0)).play(PASS).play(PASS).play(PASS)
    game = game.play(ChoosePar(54)).play(EndCharter())
    for player in "ABCD":
        assert (asked(game).who, asked(game).about.key) == (player, "start-auction")
        game = game.play(PASS)
    assert asked(game).about.key == "trade"


# ------------------------------------------------------------------------------------------------------------- bidding


@rule("4.1")
def test_e3_least_money_for_a_charter() -> None:
    """161 is too little even for a bid of 0; with 162 only 0 can be bid."""
    poor = a_table().cash(A=161).parliament().game()
    assert why(poor, auction("ESR")) == "4.1"
    assert kinds_offered(poor) == {"Pass"}
    game = a_table().cash(A=162).parliament().game().play(auction("ESR"))
    assert bids(game) == [0]
    assert why(game, Bid(5)) == "4.1"


@rule("4.1")
@pytest.mark.parametrize(("cash", "offered"), [(166, [0]), (167, [0, 5])])
def test_c1_opening_bids(cash: int, offered: list[int]) -> None:
    assert bids(a_table().cash(A=cash).parliament().game().play(auction("ESR"))) == offered


@rule("4.1")
def test_c1_raising_needs_money_for_the_lowest_legal_bid() -> None:
    """High bid 5: 171 is too little, 172 is enough for exactly 10."""
    table = a_table().cash(B=171, C=172, D=600).parliament()
    game = table.game().play(auction("ESR")).play(Bid(5))
    assert asked(game).who == "C"
    assert bids(game) == [10]
    assert refused(game, Bid(10), by="B").startswith("4.1")
    assert (game.why_not(Bid(10), player_id("B")) or pytest.fail("legal")).rule == "bid-money"
    assert why(game, Bid(15)) == "4.1"


@rule("4.1")
def test_c1_nobody_at_the_certificate_limit_bids() -> None:
    """B has 13 certificates: must pass, whatever money there is."""
    table = full_hand(a_table().cash(A=1000, B=1000), "B")
    game = table.parliament("A").game().play(auction("ESR")).play(Bid(5))
    assert asked(game).who == "C"
    assert (game.why_not(Bid(10), player_id("B")) or pytest.fail("legal")).rule == "charter-certificate-limit"
    assert why(table.parliament("B").game(), auction("ESR")) == "4.1"


def full_hand(table: EasternTable, player: str, *, certificates: int = 13) -> EasternTable:
    """A hand of ordinary certificates of two companies that somebody else directs."""
    rest = certificates - 7
    return table.has("WNR", price=100, held=f"D3 {player}7").has("WVR", price=100, held=f"D3 {player}{rest}")


@rule("4.1")
def test_bids_are_multiples_of_five_and_rise() -> None:
    game = a_table().parliament().game().play(auction("ESR"))
    assert why(game, Bid(7)) == "4.1"
    assert why(game, Bid(-5)) == "4.1"
    game = game.play(Bid(10))
    assert why(game, Bid(12)) == "4.1"
    assert why(game, Bid(10)) == "4.1"
    assert bids(game)[0] == 15
    assert bids(game)[-1] == 435


@rule("4.1")
def test_bidding_goes_round_until_all_but_one_have_passed() -> None:
    game = a_table().parliament().game().play(auction("ESR")).play(Bid(0))
    for player, answer in [("B", Bid(5)), ("C", PASS), ("D", Bid(20)), ("A", Bid(25)), ("B", PASS), ("D", PASS)]:
        assert asked(game).who == player
        game = game.play(answer)
    assert (asked(game).who, money(game, "A"), money(game, "B")) == ("A", 575, 600)


@rule("4.1")
def test_if_nobody_else_can_bid_the_opener_wins_at_once() -> None:
    game = a_table().cash(B=100, C=100, D=166).parliament().game().play(auction("ESR")).play(Bid(5))
    assert (asked(game).who, asked(game).about.key) == ("A", "choose-par")


@rule("3.2", "4.1")
def test_only_available_companies_are_auctioned() -> None:
    table = a_table().has("WNR", price=100, held="B3")
    game = table.parliament().game()
    assert why(game, auction("WNR")) == "3.2"
    late = books_of(game).offer[8]
    assert why(game, auction(late)) == "3.2"
    in_b = table.phase("B").parliament().game()
    assert asked(in_b.play(auction(late))).about.key == "open-auction"
    assert why(in_b, auction(books_of(game).offer[12])) == "3.2"
    left_over = next(c for c in game.title.data.companies if c not in books_of(game).offer)
    assert why(in_b, auction(left_over)) == "3.2"


@rule("3.2")
def test_e1_start_possible_and_impossible() -> None:
    """Witham is full for good; Ipswich can still grow, once green is open."""
    table = (
        a_table()
        .offers("ECR ESR SVR EUR WVR NB ENR EH FDR IB LD LE LH NE NS NGC")
        .has("SVR", price=100, held="A5", stations="D11")
        .has("EUR", price=100, held="A5", stations="E12")
        .has("WVR", price=100, held="B5", stations="G8")
        .has("N&B", price=100, held="B5", stations="E8")
        .lies("D13 14/0, F11 790/1")
        .stations(SVR="D13")
        .stations(EUR="D13")
        .stations(WVR="F11")
        .stations(NB="F11")
    )
    yellow = table.cash(C=1000).parliament("C").game()
    assert why(yellow, auction("ESR")) == "3.2"
    green = table.phase("B").parliament("C").game()
    assert why(green, auction("ECR")) == "3.2"
    assert asked(green.play(auction("ESR"))).about.key == "open-auction"
    trading = table.stock_round("C").game()
    assert why(trading, StartCompany(company_id("ECR"), 100)) == "3.2"
    assert director(trading.play(StartCompany(company_id("ESR"), 100)), "ESR") == "C"


# ------------------------------------------------------------------------------------------------------------- charters


@rule("4.2", "3.1")
def test_e2_a_charter_at_74() -> None:
    """The bid and 222 go to the bank; no marker on the market before half is sold."""
    game = won(a_table().parliament(), bid=30).play(ChoosePar(74))
    assert money(game, "A") == 600 - 30 - 222
    assert money(game, "ESR") == 0
    assert (director(game, "ESR"), game.state.pars[company_id("ESR")], books_of(game).chartered) == (
        "A",
        74,
        ("ESR",),
    )
    assert holdings(game, "ESR") == {"A": 3, "ipo": 7}
    assert game.state.prices == {}
    assert books_of(game).obligations == (("A", "ESR"),)


@rule("4.2")
def test_on_the_site_the_marker_lies_on_the_market_when_par_is_chosen() -> None:
    """D3: it can come to lie above one that is launched earlier."""
    game = won(a_table(profile="site").parliament()).play(ChoosePar(74))
    assert price_of(game, "ESR") == 74
    assert "ESR" in game.state.prices
    before = game.state.prices[company_id("ESR")]
    launched = game.play(BuyFurtherShare()).play(BuyFurtherShare())
    assert launched.state.prices[company_id("ESR")] == before


@rule("4.2")
def test_par_is_one_that_the_winner_can_pay() -> None:
    game = won(a_table().cash(A=250).parliament(), bid=25)
    assert [action.price for action in offers_of(game, ChoosePar)] == [54, 58, 62, 68, 74]
    assert why(game, ChoosePar(82)) == "4.2"
    assert why(game, ChoosePar(56)) == "4.2"
    assert why(game, PASS) == "3"


@rule("4.2")
def test_no_shares_are_sold_to_pay_for_a_charter() -> None:
    game = won(a_table().has("WNR", price=100, held="B4 A2").parliament())
    assert why(game, SellShares(company_id("WNR"), 1)) == "4.2"
    assert why(game.play(ChoosePar(54)), SellShares(company_id("WNR"), 1)) == "4.2"


@rule("4.2", "6.5.4", "6.5.4.1", "6.5.4.2", "6.5.4.3")
def test_with_two_further_shares_the_company_is_launched_at_once() -> None:
    game = won(a_table().permits(ESR="local").parliament()).play(ChoosePar(82)).play(BuyFurtherShare())
    assert (game.state.floated, money(game, "ESR")) == ((), 0)
    game = game.play(BuyFurtherShare())
    assert money(game, "A") == 600 - 5 * 82
    assert (money(game, "ESR"), game.state.tokens[company_id("ESR")]) == (820 - 180, 3)
    assert game.state.floated == ("ESR",)
    assert books_of(game).permits == {"ESR": ("local",)}
    assert (price_of(game, "ESR"), "ESR" in game.state.prices) == (82, True)
    assert books_of(game).obligations == ()
    assert holdings(game, "ESR") == {"A": 5, "ipo": 5}


@rule("4.2")
def test_there_is_no_third_further_share() -> None:
    game = won(a_table().cash(A=900).parliament()).play(ChoosePar(54)).play(BuyFurtherShare()).play(BuyFurtherShare())
    assert (asked(game).who, asked(game).about.key) == ("B", "start-auction")
    assert why(game, BuyFurtherShare()) == "4.2"


@rule("4.2")
def test_further_shares_need_money() -> None:
    """With less than par left nobody asks."""
    game = won(a_table().cash(A=54 * 4 + 53).parliament()).play(ChoosePar(54))
    assert asked(game).about.key == "further-share"
    game = game.play(BuyFurtherShare())
    assert (asked(game).who, asked(game).about.key, money(game, "A")) == ("B", "start-auction", 53)


@rule("4.2", "6.5.2")
def test_further_shares_need_room_for_certificates() -> None:
    """The director's certificate is the thirteenth: nothing further can be bought."""
    game = won(full_hand(a_table(), "A", certificates=12).parliament(), "ESR").play(ChoosePar(54))
    assert (asked(game).who, asked(game).about.key) == ("B", "start-auction")
    assert holdings(game, "ESR") == {"A": 3, "ipo": 7}


@rule("4.1")
def test_whoever_has_a_charter_may_win_another_auction() -> None:
    table = a_table().cash(A=1000).parliament("B", winners=(player_id("A"),))
    game = table.game().play(auction("ESR")).play(Bid(0)).play(PASS).play(PASS).play(Bid(5)).play(PASS)
    assert (asked(game).who, asked(game).about.key) == ("A", "choose-par")


# ------------------------------------------------------------------------------------------------------------ the offer


@rule("2.4.2")
@pytest.mark.parametrize(("players", "rows"), [(6, [8, 4, 4]), (7, [9, 4, 4]), (8, [10, 4, 4])])
def test_c43_companies_for_seven_and_eight_players(players: int, rows: list[int]) -> None:
    game, random = start(TITLE, [f"p{at}" for at in range(players)]), Random(7)
    while asked(game).who == "chance":
        game = game.play(draw(game, random))
    own, table = books_of(game), Table(game.title, game.state)
    assert [[row_of(table, c) for c in own.offer].count(row) for row in range(3)] == rows
    assert list(own.permit_of) == list(own.offer)
    dealt = [list(own.permit_of.values()).count(kind) for kind in game.title.data.variant.permits]
    assert sum(dealt) == sum(rows)
    assert sum(game.title.data.variant.permits.values()) == (16 if players == 6 else 18)
    assert len(offers_of(game, StartAuction)) == rows[0]


@rule("4.3")
def test_a_failed_charter_is_barred_until_the_next_stock_round() -> None:
    table = a_table().keep(failed=(company_id("ESR"),))
    assert why(table.parliament("D", passes=3).game(), auction("ESR")) == "4.3"
    trading = table.parliament("D", passes=3).game().play(PASS)
    assert director(trading.play(StartCompany(company_id("ESR"), 54)), "ESR") == "A"


@rule("10.3")
def test_after_the_lner_nothing_is_started_any_more() -> None:
    game = a_table().lner(9).stock_round().game()
    assert why(game, StartCompany(company_id("ESR"), 100)) == "10.3"
    assert kinds_offered(game) == {"EndStockTurn"}
    assert told(game.play(EndStockTurn()), "stock-passed") == [{"player": "A"}]
