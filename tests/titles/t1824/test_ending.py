"""[IX] The end of the game: the vectors H of the examples."""

import pytest

from ferrovia.model.ids import BANK, HexId, Owner, TileId, TurnId
from ferrovia.rules.dividends import PayDividend
from ferrovia.rules.stock import EndStockTurn
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import TradeTrain
from ferrovia.titles.t1824.course import money_in_bank
from titles.t1824.tables import Table1824, a_table, money, name, train

rule = pytest.mark.rule


def poor_bank(table: Table1824, left: int) -> Table1824:
    """All but a little of the bank's money is with D."""
    extra = table.state.cash[BANK] - left
    table.state.cash[BANK] -= extra
    table.state.cash[Owner("D")] += extra
    return table


@rule("IX.1.2", "IX.1.1")
def test_h1_the_bank_runs_out() -> None:
    table = poor_bank(a_table().open("BK", 90, "A60", at="B9", trains="2").cash(A=0), 30)
    done = table.turn_of("BK", "dividend", revenue=100, rounds=3).game().play(PayDividend())
    assert (money(done, "A"), done.state.extras.broken, done.ask is None) == (60, True, False)
    exact = poor_bank(a_table().open("BK", 90, "A60", at="B9", trains="2").cash(A=0), 60)
    assert not exact.turn_of("BK", "dividend", revenue=100).game().play(PayDividend()).state.extras.broken


@rule("IX.1.3", "IX.1.1")
def test_h2_the_set_is_finished() -> None:
    assert a_table().keep(broken=True).end_of_set().game().ask is None
    running = a_table().keep(broken=True).open("BK", 90, "A60", at="B9", trains="2")
    assert running.operating_round(rounds=3).game().ask is not None


@rule("IX.2.1", "IX.2.2", "IX.2.3")
def test_h3_the_score() -> None:
    table = a_table("A B C").open("BK", 200, "A50", row=1, cash=900).cash(A=-158).mountains(A="B1")
    game = table.keep(broken=True).end_of_set().game()
    assert next(s.worth for s in game.standings() if s.player == "A") == 842
    assert len({s.rank for s in game.standings() if s.worth == 820}) == 1


@rule("IX.1.1", "IV.3.5")
def test_h4_the_last_formation_counts() -> None:
    table = a_table("A B C").phase("6").railway("KK1", "A", at="E12.1").cash(A=0)
    table.keep(broken=True, due=(name("KK"),))
    game = table.operating_round("form_what_is_due", rounds=2, done=2).game()
    assert (game.ask, next(s.worth for s in game.standings() if s.player == "A")) == (None, 240)


@rule("IX.1.2", "VII.12.6")
def test_debts_are_no_money_in_the_bank() -> None:
    table = a_table("A B C").cash(A=-100)
    assert money_in_bank(table.state) == table.state.cash[BANK] - 100


@rule("IX.1.2", "IV.1.3")
def test_mountain_income_breaks_the_bank() -> None:
    """Also where the next tile pays money back; the site looks only after an answer."""
    for profile, broken in (("rulebook", True), ("site", False)):
        table = a_table(profile=profile).mountains(A="B1 B2").railway("UG1", "A", cash=100, at="F17.1", trains="2")
        game = poor_bank(table, 40).operating_round().game()
        game = game.play(LayTile(HexId("F17"), TileId("498"), TurnId(0)))
        assert (game.state.cash[BANK], game.state.extras.broken) == (10, broken)


@rule("IX.1.1")
def test_a_formation_at_the_end_of_the_last_round_breaks_the_bank() -> None:
    """The game is over; on the site it is noticed in the next stock round, and another set is played."""
    for profile, goes_on in (("rulebook", False), ("site", True)):
        table = a_table(profile=profile).phase("6").railway("KK1", "A", at="E12.1").keep(due=(name("KK"),))
        step = "form_what_is_due" if profile == "rulebook" else "form_unless_over"
        game = poor_bank(table, 400).operating_round(step, rounds=2, done=2).game()
        assert (game.state.cash[BANK] < 0, game.ask is not None) == (True, goes_on)
        if goes_on:
            assert game.play(EndStockTurn()).state.extras.broken


@rule("IX.1.1")
@pytest.mark.parametrize(
    ("richest", "profile", "goes_on"), [(69, "rulebook", False), (70, "rulebook", True), (69, "site", True)]
)
def test_a_game_in_which_nothing_can_happen_is_over(richest: int, profile: str, goes_on: bool) -> None:
    """No railway was sold, BK has a price of 70 and a director, but is not open; on the site a train is exported."""
    table = a_table("A B C", profile=profile).priced("BK", 70).held(BK="A20 B10").cash(A=richest, B=10, C=0)
    game = table.operating_round(rounds=1, done=1).game()
    assert (game.ask is not None, game.state.phase) == (goes_on, "1" if profile == "rulebook" else "2")


@rule("IX.1.1", "side 7")
@pytest.mark.parametrize(
    ("formed", "price", "richest", "goes_on"),
    [
        ("SD UG KK", 40, 39, False),
        ("SD UG KK", 40, 40, True),  # a second share, and UG has a director
        ("SD UG KK", 50, 39, True),  # the prices fall on
        ("SD UG", 40, 39, True),  # exports call the KK into being
    ],
)
def test_a_game_of_staatsbahnen_without_director_is_over(formed: str, price: int, richest: int, goes_on: bool) -> None:
    """They do nothing but lose value; nobody may sell what has never had a turn."""
    table = a_table("A B C").phase("6").cash(A=richest, B=10, C=0)
    for company in formed.split():
        table.open(company, price, "A10 B10", row=6, operated=False)
    game = table.operating_round("form_what_is_due", rounds=1, done=1).game()
    assert (game.ask is not None) == goes_on


@rule("IV.1.3")
def test_mountain_railways_keep_a_game_going() -> None:
    table = a_table("A B C").mountains(C="B1").cash(A=0, B=0, C=0)
    assert table.operating_round(rounds=1, done=1).game().ask is not None


@rule("IX.1.2", "VII.12.2")
def test_an_overdraft_for_the_train_of_another_company_breaks_the_bank() -> None:
    """The bank has 100 and would have to lend 140 that go to BK, not back to the bank."""
    table = a_table().phase("4").cash(A=0).open("BK", 70, "A60", trains="3", at="B9").railway("UG2", "A", at="H15")
    game = poor_bank(table, 100).turn_of("UG2", "trains").game()
    assert game.play(TradeTrain(train(game, "3", "BK"), 140)).state.extras.broken
    assert not game.play(TradeTrain(train(game, "3", "BK"), 100)).state.extras.broken
