"""[VIII.11] Emergency money and loans."""

import pytest

from ferrovia.rules.trains import BuyTrain, TradeTrain
from support.tables import asked
from titles.t18cz.answers import NO_TRAIN, buy_train, give_back, sell, sell_local, trade
from titles.t18cz.tables import CzTable, a_table, money, offers_of, owed, trains_with, why

rule = pytest.mark.rule


@rule("VIII.11.1", "VIII.11.4", "VIII.11.5")
def test_c63_loan() -> None:
    """120 of the company, 150 of the director, 130 borrowed: both have nothing, debt and penalty are 130 each."""
    table = a_table().phase("f").has("KFN", price=60, held="A60", cash=120, operated=True).cash(A=150)
    game = table.turn_of("KFN", "trains").game()
    done = game.play(buy_train(game, "4+4f"))
    assert (money(done, "KFN"), money(done, "A"), owed(done, "A")) == (0, 0, (130, 130))
    assert trains_with(done, "KFN") == "4+4f"


@rule("VIII.11.5", "VIII.11.7")
def test_c63_at_the_end() -> None:
    """A loan that was repaid costs 130 in the end, one that was not 260."""

    def score(table: CzTable) -> int:
        game = table.cash(A=1000).stock_round(8, "A").game()
        return next(standing.worth for standing in game.standings() if standing.player == "A")

    assert score(a_table().owes(A=130)) == 1000 - 260
    repaid = a_table().owes(A=130).owes_no_more()
    assert score(repaid) == 1000 - 130


@rule("VIII.11.4", "VIII.11.5", "VIII.11.7")
def test_g16_loans_add_up() -> None:
    """PR: 389 and 607 for an 8E leave a loan of 4; BN: 382 and nothing for a 5+5 leave 118 more."""
    table = a_table(profile="site").phase("j").has("PR", price=100, held="C50", cash=389, operated=True).cash(C=607)
    game = table.turn_of("PR", "trains").game()
    first = game.play(buy_train(game, "8Ej"))
    assert (money(first, "PR"), money(first, "C"), owed(first, "C")) == (0, 0, (4, 4))
    game = CzTable.on(first).has("BN", price=60, held="C60", cash=382, operated=True).turn_of("BN", "trains").game()
    second = game.play(buy_train(game, "5+5j"))
    assert (money(second, "BN"), money(second, "C"), owed(second, "C")) == (0, 0, (122, 122))


def choices() -> CzTable:
    """SX without a train and 300; a 3E in the pool, the top card is a g, and Ug has a 3E."""
    table = (
        a_table().phase("g").trains(pool="3Ee").has("SX", price=100, held="A50", cash=300, operated=True).cash(A=500)
    )
    return table.has("Ug", price=90, held="A50", trains="3Ed").turn_of("SX", "trains")


@rule("VIII.11.2", "VIII.11.3", "VIII.10.4")
def test_c64_the_director_chooses() -> None:
    """The 3E from own money, or the 4E with 50 added; no help for a smaller face or a train of another company."""
    game = choices().game()
    alone = game.play(buy_train(game, "3Ee", pool=True))
    assert (money(alone, "SX"), money(alone, "A")) == (50, 500)
    helped = game.play(buy_train(game, "4Eg"))
    assert (money(helped, "SX"), money(helped, "A"), owed(helped, "A")) == (0, 450, (0, 0))
    assert why(game, buy_train(game, "5g")) == ("pay-for-train", "VIII.10.4")
    assert why(game, trade(game, "Ug", "3Ed", 301)) == ("no-help-for-trade", "VIII.11.3")
    assert game.why_not(trade(game, "Ug", "3Ed", 300)) is None


@rule("VIII.11.4")
def test_help_for_one_train_only() -> None:
    """Once it has a train of its size the company pays alone."""
    game = choices().game()
    helped = game.play(buy_train(game, "4Eg"))
    assert why(helped, buy_train(helped, "3Ee", pool=True)) == ("help-once", "VIII.11.4")
    assert offers_of(helped, BuyTrain) == []
    assert helped.why_not(NO_TRAIN) is None


@rule("VIII.12 discard 3", "VIII.10 ¶1")
def test_the_train_that_the_director_paid_for_stays() -> None:
    """KFN buys the first f with his help and has one too many: another one goes, or the turn could not end."""
    table = a_table().phase("e", top="f").has("KFN", price=60, held="A60", trains="4e 3c", stations="G20").cash(A=0)
    game = table.turn_of("KFN", "trains").game()
    game = game.play(buy_train(game, "4+4f"))
    assert asked(game).about.key == "give-up-train"
    assert why(game, give_back(game, "KFN", "4+4f")) == ("give-up-own-train", "VIII.12 discard 3")
    assert game.play(give_back(game, "KFN", "3c")).why_not(NO_TRAIN) is None


@rule("VIII.11.4")
def test_no_help_where_a_train_is_there() -> None:
    table = a_table().phase("f").has("KFN", price=60, held="A60", cash=120, trains="3+3e").cash(A=1000)
    game = table.turn_of("KFN", "trains").game()
    assert why(game, buy_train(game, "4+4f")) == ("pay-for-train", "VIII.10.4")


@rule("VIII.11.8")
def test_c65_no_share_sale() -> None:
    """A short director cannot sell shares in an operating round: he borrows."""
    table = a_table().phase("f").has("KFN", price=60, held="A60", cash=0, operated=True).cash(A=0)
    game = table.has("SX", price=100, held="B20 A30").turn_of("KFN", "trains").game()
    assert why(game, sell("SX")) == ("no-shares-for-trains", "VIII.11.8")
    assert owed(game.play(buy_train(game, "4+4f")), "A") == (400, 400)


@rule("VIII.10.6", "VIII.11.3")
def test_c76_with_an_empty_treasury() -> None:
    """0 K buy nothing of another company, not even for 1; from bank and pool the director pays."""
    table = a_table().phase("d").has("KFN", price=60, held="A60", cash=0, operated=True).cash(A=500)
    game = table.has("BN", price=50, held="A60", trains="3+3d").turn_of("KFN", "trains").game()
    assert why(game, trade(game, "BN", "3+3d", 1)) == ("no-help-for-trade", "VIII.11.3")
    assert offers_of(game, TradeTrain) == []
    assert money(game.play(buy_train(game, "3+3d")), "A") == 320


@rule("IV.1.8", "VIII.11.1")
def test_selling_a_local_first_is_the_directors_choice() -> None:
    table = a_table().phase("d").has("KFN", price=60, held="A60", cash=150, operated=True).cash(A=500).locals(KFN="S1")
    game = table.round(3).turn_of("KFN", "trains").game().play(sell_local("S1"))
    done = game.play(buy_train(game, "3+3d"))
    assert (money(done, "KFN"), money(done, "A")) == (20, 500)
