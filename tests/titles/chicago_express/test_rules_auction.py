"""[CE-4] «Subastar una acción»."""

import pytest

from ferrovia import Game, Offer, Span
from ferrovia.model.message import Message
from ferrovia.titles.chicago_express.auction import Bid, Pass
from support.tables import asked, changed, reading, refused
from titles.chicago_express.tables import a_table, auction, decline

rule = pytest.mark.rule

AUCTIONS = "«Subastar una acción»"


def opening_bid(game: Game) -> int:
    return asked(game).about.params["opening"]


@rule("CE-4.1")
def test_any_unsold_share_may_be_offered() -> None:
    """The player need not own shares of the company; the price goes to the company."""
    game = a_table().sold(NYC="B").turn_of("A").game()
    done = game.play(auction("NYC"))
    for answer in (Bid(4), Pass(), Pass()):
        done = done.play(answer)
    expected = {"cash A": 36, "treasury NYC": 4, "sold NYC": "A B", "dials auction": 1, "asked": "B"}
    assert changed(game, done) == expected


@rule("CE-4.2")
def test_c7_nothing_to_offer() -> None:
    """All PRR shares sold, the Wabash closed: refused; choosing auction and declining is accepted."""
    game = a_table().sold(PRR="A B C").game()
    assert refused(game, auction("PRR")) == f"CE-4.2 {AUCTIONS}"
    assert refused(game, auction("Wabash")) == f"CE-4.2 {AUCTIONS}"
    assert changed(game, game.play(decline("auction"))) == {"dials auction": 1, "asked": "B"}


@rule("CE-4.2", "CE-8.5")
def test_an_open_wabash_can_be_offered() -> None:
    """Its opening bid follows from its income."""
    game = a_table().wabash_open(income=9).sold(Wabash="B").game().play(auction("Wabash"))
    assert opening_bid(game) == 5


@rule("CE-4.3")
def test_r3_opening_bid_of_nyc() -> None:
    """NYC income 22, two sold: 8, the offered share included."""
    game = a_table().with_income(NYC=22).sold(NYC="B C").game()
    assert opening_bid(game.play(auction("NYC"))) == 8


@rule("CE-4.3")
@pytest.mark.parametrize(
    ("income", "holders", "least"),
    [(6, "B", 3), (7, "B", 4), (7, "B C", 3), (9, "B C", 3), (10, "B C A", 3), (50, "A", 25)],
)
def test_opening_bid_is_rounded_up(income: int, holders: str, least: int) -> None:
    """Income divided by the shares sold, the offered one included."""
    game = a_table().with_income(BO=income).sold(BO=holders).game()
    assert opening_bid(game.play(auction("B&O"))) == least


@rule("CE-4.4")
def test_the_auctioneer_acts_first_then_clockwise() -> None:
    """C auctions: C, A, B, and again C."""
    game, answered = a_table().turn_of("C").game().play(auction("PRR")), list[str]()
    for amount in (4, 5, 6, 7):
        answered.append(asked(game).who)
        game = game.play(Bid(amount))
    assert answered == ["C", "A", "B", "C"]


@rule("CE-4.4")
def test_every_bid_is_higher_than_the_last() -> None:
    """After a bid of 9, 9 is refused and 10 accepted."""
    game = a_table().in_auction("PRR", by="A", opening=4, bidders="B C A", highest=9).game()
    assert refused(game, Bid(9)) == f"CE-4.4 {AUCTIONS}"
    assert refused(game, Bid(-1)) == f"CE-4.4 {AUCTIONS}"
    assert changed(game, game.play(Bid(10))) == {"asked": "C"}


@rule("CE-4.5")
def test_whoever_has_passed_cannot_bid_again() -> None:
    """B is out and hears why; C, who is still in, hears that it is not C's turn."""
    game = a_table().in_auction("PRR", by="A", opening=4, bidders="A C", highest=9).game()
    assert refused(game, Bid(10), by="B") == f"CE-4.5 {AUCTIONS}"
    assert refused(game, Bid(10), by="C") == "CE-3.1 «Modo de jugar»"


@rule("CE-4.6")
def test_a_bid_is_covered_by_cash() -> None:
    """With 12 in hand, 12 may be bid and 13 may not."""
    game = a_table().cash(A=12).game().play(auction("PRR"))
    assert game.offers() == (Offer(Bid(4), Span(4, 12)), Offer(Pass()))
    assert refused(game, Bid(13)) == f"CE-4.6 {AUCTIONS}"
    assert changed(game, game.play(Bid(12))) == {"asked": "B"}


@rule("CE-4.6")
def test_whoever_cannot_pay_can_only_pass() -> None:
    """One dollar less than needed leaves a single answer."""
    game = a_table().cash(A=3).game().play(auction("PRR"))
    assert game.offers() == (Offer(Pass()),)


@rule("CE-4.7")
def test_c6_the_last_player_may_still_bid_or_pass() -> None:
    """A and B pass without a bid: C needs the opening bid, or passes."""
    game = a_table().game().play(auction("PRR")).play(Pass()).play(Pass())
    assert asked(game).who == "C"
    assert game.offers() == (Offer(Bid(4), Span(4, 40)), Offer(Pass()))
    assert reading(game.play(Bid(4)))["sold PRR"] == "A C"
    assert reading(game.play(Pass()))["sold PRR"] == "A"


@rule("CE-4.8", "CE-4.3", "CE-3.5")
def test_c4_b_buys_and_is_next_only_because_b_sits_next() -> None:
    """B&O income 6, sold 1: opening bid 3. A passes, B 3, C passes: B pays 3 to the treasury, sold 2, dial 1."""
    game = a_table().sold(BO="C").game()
    opened = game.play(auction("B&O"))
    assert opening_bid(opened) == 3
    done = opened.play(Pass()).play(Bid(3)).play(Pass())
    expected = {"cash B": 37, "treasury B&O": 3, "sold B&O": "B C", "dials auction": 1, "asked": "B"}
    assert changed(game, done) == expected


@rule("CE-4.9")
def test_c5_all_pass_and_the_share_stays() -> None:
    """No share, no money, the dial has moved, B's turn."""
    game = a_table().sold(BO="C").game()
    done = game.play(auction("B&O")).play(Pass()).play(Pass()).play(Pass())
    assert changed(game, done) == {"dials auction": 1, "asked": "B"}
    assert done.events[-1] == Message("share-stays", {"company": "B&O"})
