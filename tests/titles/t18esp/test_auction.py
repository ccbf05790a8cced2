"""[1.5] [2.3] The set-up and the auction of the pioneers."""

from random import Random

import pytest

from ferrovia.bots import simple
from ferrovia.engine.record import start
from ferrovia.model.ids import CHANCE
from ferrovia.titles.t18esp.auction import Bid, ChoosePar, PassBid
from ferrovia.titles.t18esp.setup import DrawShare, LeaveOut
from ferrovia.titles.t18esp.title import TITLE
from support.tables import asked
from titles.t18esp.tables import a_table, books_of, company_id, kinds_offered, money, owner_of, percent, price, why

rule = pytest.mark.rule


def random_game(profile: str = "rulebook"):
    return start(TITLE, ["X", "Y", "Z", "W"], {"profile": profile, "set-up": "random"})


@rule("1.4", "1.5.1")
def test_the_standard_set_up() -> None:
    """Eight companies stay in the box; CRB lies on pioneer 6, every southern company reserves a share."""
    game = start(TITLE, ["X", "Y", "Z", "W"], {})
    assert asked(game).who == CHANCE
    assert {o.action.company for o in game.offers()} == {"FdLR", "FdSB", "CFEA", "CFLG"}
    game = game.play(DrawShare(company_id("FdSB")))
    assert (owner_of(game, "FdSB_0"), owner_of(game, "CRB_1"), books_of(game).carreno) == ("P7", "P6", "FdSB")
    assert (percent(game, "N", "N"), percent(game, "bank", "N"), percent(game, "bank", "CRB")) == (10, 90, 80)
    assert (percent(game, "bank", "FdLR"), percent(game, "bank", "FdSB")) == (100, 80)
    assert money(game, "X") == 650
    assert sorted(c for c in game.state.closed) == sorted(["SFVA", "FdC", "GSSR", "AVT", "TBF", "MH", "CSE", "CA"])
    assert game.state.board.barred == {"D12.0", "H12.0", "J10.0", "L8.0"}
    assert sum(count or 0 for count in game.title.data.map.tiles.counts.values()) == 193


@rule("1.5.2")
def test_the_random_set_up() -> None:
    """Two northern, three southern and three small companies leave; without CRB pioneer 6 draws a northern share."""
    game = random_game()
    for name in ["CFEA", "CFLG", "CRB", "N", "A", "MS", "CM", "SC"]:
        assert len(game.offers()) <= 9
        game = game.play(LeaveOut(company_id(name)))
    assert why(game, DrawShare(company_id("CFEA"))) == ("set-up-draw", "1.5.2")
    game = game.play(DrawShare(company_id("SFVA"))).play(DrawShare(company_id("SFVA")))
    assert (owner_of(game, "SFVA_0"), owner_of(game, "SFVA_1")) == ("P7", "P6")
    assert asked(game).who == "X"
    random = random_game().play(LeaveOut(company_id("CFEA")))
    assert why(random, LeaveOut(company_id("N"))) == ("set-up-draw", "1.5.2")


@rule("2.3")
def test_c1_pioneer_1_gets_cheaper_and_goes_to_the_opener_for_nothing() -> None:
    """C1: pioneer 1 gets cheaper and goes to the opener for nothing."""
    game = a_table().auction("P1", "X").game()
    for _ in range(8):
        game = game.play(PassBid())
    assert (owner_of(game, "P1"), money(game, "X")) == ("X", 650)
    assert asked(game).who == "Y"
    assert asked(game).about.params == {"subject": "P2", "least": 40}


@rule("2.3")
def test_c2_without_a_bid_the_pioneers_pay_and_the_auction_begins_again() -> None:
    """C2: without a bid the pioneers pay and the auction begins again."""
    table = a_table().pioneers(X="P1 P3", Z="P2").auction("P4", "W")
    game = table.game()
    for player in ["W", "X", "Y", "Z"]:
        assert asked(game).who == player
        game = game.play(PassBid())
    assert (money(game, "X", "Z"), asked(game).who) == ((670, 660), "W")
    assert [(offer.action.amount, offer.amount) for offer in game.offers().of(Bid)] == [
        (amount, None) for amount in range(100, 651, 5)
    ]
    assert why(game, Bid(103)) == ("bid-step", "2.3")
    assert why(game, Bid(95)) == ("least-bid", "2.3")
    assert why(game, Bid(655)) == ("bid-money", "2.3")


@rule("2.3")
def test_an_auction_that_nobody_can_pay_goes_on_until_somebody_can() -> None:
    """The rulebook sets no end to it, but what the pioneers pay grows: where nobody has the money, somebody will."""
    game = a_table().cash(X=0, Y=0, Z=0, W=35).pioneers(W="P1").auction("P2", "Y").game()
    for player in ["Y", "Z", "W", "X"]:
        assert (asked(game).who, kinds_offered(game)) == (player, {PassBid})
        game = game.play(PassBid())
    game = game.play(PassBid()).play(PassBid()).play(Bid(40)).play(PassBid())
    assert (owner_of(game, "P2"), money(game, "W"), asked(game).about.params["subject"]) == ("W", 0, "P3")


@rule("2.3")
def test_a_player_who_passes_is_out_and_the_last_bidder_pays() -> None:
    game = a_table().auction("P2", "Y").game()
    game = game.play(Bid(40)).play(PassBid()).play(Bid(50))
    assert asked(game).who == "X"
    assert why(game, Bid(50)) == ("least-bid", "2.3")
    game = game.play(PassBid()).play(PassBid())
    assert (owner_of(game, "P2"), money(game, "W")) == ("W", 600)


@rule("2.3")
def test_a_lone_player_may_still_bid_the_minimum() -> None:
    game = a_table().pioneers(X="P1").auction("P2", "Y").game()
    for _ in range(3):
        game = game.play(PassBid())
    game = game.play(Bid(40))
    assert (owner_of(game, "P2"), asked(game).about.params["subject"]) == ("X", "P3")


@rule("2.3", "2.2")
def test_the_winner_of_pioneer_7_sets_a_par_and_the_poorest_begins() -> None:
    """C3: least cash takes card 1, ties keep the order of the auction."""
    table = a_table(carreno="FdLR").cash(X=490, Y=250, Z=250, W=410).auction("P7", "Z")
    game = table.game()
    game = game.play(PassBid()).play(PassBid()).play(Bid(190)).play(PassBid())
    assert (asked(game).who, kinds_offered(game)) == ("X", {ChoosePar})
    assert why(game, ChoosePar(105)) == ("par-price", "3.2.2")
    game = game.play(ChoosePar(95))
    assert (price(game, "FdLR"), game.state.pars[company_id("FdLR")], percent(game, "X", "FdLR")) == (95, 95, 20)
    assert game.state.order == ("Y", "Z", "X", "W")
    assert (game.state.phase, asked(game).who) == ("2", "Y")


@rule("2.3", "2.2")
def test_pioneer_6_brings_its_share() -> None:
    game = a_table().auction("P6", "Y").game()
    game = game.play(PassBid()).play(PassBid()).play(PassBid()).play(Bid(160))
    assert (percent(game, "X", "CRB"), money(game, "X")) == (10, 490)


def test_the_site_takes_any_amount_and_other_values() -> None:
    game = a_table(profile="site").auction("P1", "X").game()
    assert asked(game).about.params["least"] == 20
    assert why(game.play(Bid(21)), Bid(25)) == ("least-bid", "2.3")
    assert game.play(Bid(21)).play(Bid(26)) is not None


@rule("2.3")
def test_the_easy_bot_bids_no_more_than_it_must() -> None:
    """The least raise while the pioneer is worth it, then it passes."""
    game = a_table().cash(X=860, Y=860, Z=860, W=860).auction("P1", "X").game()
    for seed in range(3):
        assert simple(game.play(Bid(10)), Random(seed)) == Bid(15)
        assert simple(game.play(Bid(100)), Random(seed)) == PassBid()
