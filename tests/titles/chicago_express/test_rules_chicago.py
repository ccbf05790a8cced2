"""[CE-8] «Fase Chicago»."""

import pytest

from ferrovia import Game
from ferrovia.model.message import Message
from ferrovia.titles.chicago_express.auction import Bid, Pass
from support.tables import asked, changed, reading, refused
from titles.chicago_express.tables import ChicagoTable, a_table, auction, expand

rule = pytest.mark.rule


def before_chicago() -> ChicagoTable:
    """PRR in B2, income 17, three shares sold (A 2, B 1), treasury 5; Chicago and Fort Wayne empty."""
    table = a_table().sold(PRR="A A B", BO="", NYC="", CO="").with_income(PRR=17).treasury(PRR=5)
    return table.with_locomotives(PRR="R5 B2")


def keys(game: Game) -> list[str]:
    return [event.key for event in game.events]


def b_buys_wabash_for_5(game: Game) -> Game:
    """A bids 1, B bids 5, C passes, A passes."""
    return game.play(Bid(1)).play(Bid(5)).play(Pass()).play(Pass())


@rule("CE-8.1", "CE-8.2", "CE-8.3", "CE-8.4", "CE-8.6")
def test_c25_the_first_company_in_chicago() -> None:
    """Dividend of 8 a share, the Wabash opens with income 1, its first share is auctioned, B is next."""
    game = before_chicago().game()
    reached = game.play(expand("PRR", "A2"))
    assert changed(game, reached) == {
        "treasury PRR": 2,
        "left PRR": 17,
        "income PRR": 24,
        "on A2": "PRR",
        "cash A": 40 + 16,
        "cash B": 40 + 8,
        "on D3": "Wabash",
        "left Wabash": 10,
        "income Wabash": 1,
        "dials expansion": 1,
    }
    assert keys(reached) == ["expanded", "income-raised", "chicago-reached", "dividend", "dividend", "wabash-opened"]
    assert asked(reached).who == "A"
    assert asked(reached).about == Message("first-bid", {"company": "Wabash", "opening": 1})

    done = b_buys_wabash_for_5(reached)
    assert changed(reached, done) == {"cash B": 43, "treasury Wabash": 5, "sold Wabash": "B", "asked": "B"}
    assert asked(done).about.key == "choose-action"


@rule("CE-8.3", "CE-5.8")
def test_c25_the_next_company_in_fort_wayne_pays_twice() -> None:
    """The free locomotive of the Wabash counts for the cost: 1 × 2."""
    table = before_chicago().sold(NYC="B").with_locomotives(NYC="S3 D4").treasury(NYC=3)
    done = b_buys_wabash_for_5(table.game().play(expand("PRR", "A2")))
    assert reading(done.play(expand("NYC", "D3")))["treasury NYC"] == 1


@rule("CE-8.3", "CE-8.4", "CE-5.8")
def test_c26_fort_wayne_with_a_house_and_two_companies() -> None:
    """Wabash income and opening bid 3; three locomotives there; the next company pays 1 × 4."""
    table = before_chicago().with_locomotives(PRR="R5 B2 D3", NYC="S3 D3", BO="Q7 D4").houses("D3")
    game = table.sold(BO="B").treasury(BO=4).game().play(expand("PRR", "A2"))
    assert asked(game).about == Message("first-bid", {"company": "Wabash", "opening": 3})
    assert (reading(game)["income Wabash"], reading(game)["on D3"]) == (3, "PRR NYC Wabash")
    done = game.play(Bid(3)).play(Pass()).play(Pass()).play(expand("B&O", "D3"))
    assert (reading(done)["treasury B&O"], reading(done)["on D3"]) == (0, "PRR NYC Wabash B&O")


@rule("CE-8.3")
@pytest.mark.parametrize(("houses", "income"), [("", 1), ("D3", 3)])
def test_r13_the_wabash_opens_at_1_or_3(houses: str, income: int) -> None:
    """Fort Wayne without or with a house; the first locomotive is free."""
    game = before_chicago().houses(houses).game().play(expand("PRR", "A2"))
    seen = reading(game)
    assert (seen["income Wabash"], seen["treasury Wabash"], seen["left Wabash"]) == (income, 0, 10)


@rule("CE-8.4", "CE-8.5")
def test_r16_nobody_wants_the_wabash() -> None:
    """The share stays on the charter, but the Wabash counts as open and can be auctioned next."""
    game = before_chicago().game().play(expand("PRR", "A2")).play(Pass()).play(Pass()).play(Pass())
    seen = reading(game)
    assert (seen["sold Wabash"], seen["treasury Wabash"], seen["dials auction"]) == ("", 0, 0)
    assert next(company.open for company in game.view().companies if company.id == "Wabash")
    assert asked(game).who == "B"
    assert game.why_not(auction("Wabash")) is None


@rule("CE-8.1", "CE-8.2")
def test_c27_the_second_company_in_chicago() -> None:
    """B&O pays 3 × 2, income 15 to 22, 8 a share to its holders only; no Wabash auction."""
    table = before_chicago().with_locomotives(PRR="R5 A2", BO="Q7 A3").wabash_open()
    game = table.sold(BO="A C C").with_income(BO=15).treasury(BO=6).game()
    assert changed(game, game.play(expand("B&O", "A2"))) == {
        "treasury B&O": 0,
        "left B&O": 19,
        "income B&O": 22,
        "on A2": "PRR B&O",
        "cash A": 48,
        "cash C": 56,
        "dials expansion": 1,
        "asked": "B",
    }


@rule("CE-8.1", "CE-8.5")
def test_c28_the_wabash_reaches_chicago() -> None:
    """C3, B2, A2 cost 1 + 2 + 6 = 9; income 8; Chicago dividend of 4 a share."""
    table = before_chicago().wabash_open().with_locomotives(PRR="R5 B2 A2").sold(Wabash="A C").treasury(Wabash=9)
    game = table.game()
    assert changed(game, game.play(expand("Wabash", "C3 B2 A2"))) == {
        "treasury Wabash": 0,
        "left Wabash": 7,
        "income Wabash": 8,
        "on C3": "Wabash",
        "on B2": "PRR Wabash",
        "on A2": "PRR Wabash",
        "cash A": 44,
        "cash C": 44,
        "dials expansion": 1,
        "asked": "B",
    }


@rule("CE-5.12", "CE-8.2")
def test_c29_the_whole_expansion_first() -> None:
    """Chicago, then Detroit at 4: cost 6, income 20 + 7 + 4 = 31, and only then 8 a share."""
    table = a_table().sold(NYC="A A B C").with_income(NYC=20).treasury(NYC=6).with_locomotives(NYC="S3 B2 E1")
    game = table.scale(Detroit=4).wabash_open().game()
    done = game.play(expand("NYC", "A2 E0"))
    seen = reading(done)
    assert (seen["treasury NYC"], seen["income NYC"]) == (0, 31)
    assert (seen["cash A"], seen["cash B"], seen["cash C"]) == (56, 48, 48)


@rule("CE-8.2")
def test_a_chicago_dividend_moves_no_dial_and_not_detroit() -> None:
    """Only the expansion's own needle has moved."""
    done = reading(before_chicago().game().play(expand("PRR", "A2")))
    assert [done[f"dials {dial}"] for dial in ("auction", "expansion", "development")] == [0, 1, 0]
    assert (done["scales E0"], done["dividends_paid"]) == (0, 0)


@rule("CE-8.2", "CE-9.2")
def test_the_game_cannot_end_with_a_chicago_dividend() -> None:
    """Three houses are left, a company reaches Chicago and pays: play goes on."""
    game = before_chicago().houses(supply=3).wabash_open().game().play(expand("PRR", "A2"))
    assert asked(game).about.key == "choose-action"


@rule("CE-8.4")
def test_the_wabash_auction_moves_no_needle() -> None:
    """Even a red auction dial does not stop it: nobody chose the action."""
    game = before_chicago().dials(auction=3).game().play(expand("PRR", "A2"))
    assert asked(game).about.params["company"] == "Wabash"
    assert reading(b_buys_wabash_for_5(game))["dials auction"] == 3


@rule("CE-8.4", "CE-4.4", "CE-4.6")
def test_the_general_rules_of_bidding_hold_for_the_wabash() -> None:
    """At least the opening bid, at most one's cash."""
    game = before_chicago().houses("D3").game().play(expand("PRR", "A2"))
    assert refused(game, Bid(2)) == "CE-4.4 «Subastar una acción»"
    assert refused(game, Bid(57)) == "CE-4.6 «Subastar una acción»"


@rule("CE-8.6", "CE-3.1")
def test_after_chicago_comes_whoever_sits_after_the_one_who_reached_it() -> None:
    """B reaches Chicago, A wins the Wabash: C is next."""
    game = before_chicago().turn_of("B").game().play(expand("PRR", "A2"))
    done = game.play(Pass()).play(Pass()).play(Bid(1))
    assert (reading(done)["sold Wabash"], asked(done).who) == ("A", "C")


@rule("CE-7.1", "CE-8.6")
def test_r14_chicago_comes_before_the_general_dividends() -> None:
    """The turn that reaches Chicago also makes a second dial red."""
    table = before_chicago().dials(development=4, expansion=4).wabash_open()
    game = table.game().play(expand("PRR", "A2"))
    order = [key for key in keys(game) if key in ("chicago-reached", "general-dividends")]
    assert order == ["chicago-reached", "general-dividends"]


@rule("CE-7.1", "CE-8.2", "CE-8.4", "CE-7.2", "CE-7.4", "CE-7.5")
def test_c30_chicago_wabash_and_general_dividends_in_one_turn() -> None:
    """8 a PRR share, Wabash opened and auctioned, 8 a PRR share again and 1 to B; dials 0; Detroit + 1; B's turn."""
    game = before_chicago().dials(auction=3, expansion=4, development=2).game()
    reached = game.play(expand("PRR", "A2"))
    assert reading(reached)["dials expansion"] == 5
    done = b_buys_wabash_for_5(reached)
    assert changed(game, done) == {
        "treasury PRR": 2,
        "left PRR": 17,
        "income PRR": 24,
        "on A2": "PRR",
        "on D3": "Wabash",
        "left Wabash": 10,
        "income Wabash": 1,
        "treasury Wabash": 5,
        "sold Wabash": "B",
        "cash A": 40 + 16 + 16,
        "cash B": 40 + 8 - 5 + 8 + 1,
        "dials auction": 0,
        "dials expansion": 0,
        "dials development": 0,
        "scales E0": 1,
        "dividends_paid": 1,
        "asked": "B",
    }


@rule("CE-8.5")
def test_an_open_wabash_counts_for_dividends_auctions_and_expansions() -> None:
    """Before it opens it is offered for nothing; afterwards it is like the others."""
    closed = before_chicago().game()
    assert refused(closed, auction("Wabash")) == "CE-4.2 «Subastar una acción»"
    opened = b_buys_wabash_for_5(closed.play(expand("PRR", "A2")))
    assert opened.why_not(auction("Wabash")) is None
    assert opened.why_not(expand("Wabash", "C3")) is None
