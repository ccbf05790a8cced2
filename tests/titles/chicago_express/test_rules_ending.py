"""[CE-9] «Final del juego»."""

import pytest

from ferrovia import Game, IllegalAction, Standing
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.titles.chicago_express.dividends import end_conditions
from support.tables import asked, reading, refused
from titles.chicago_express.tables import ChicagoTable, a_table, decline, develop, expand

rule = pytest.mark.rule

ALL_OF = {"PRR": 3, "BO": 4, "NYC": 5, "CO": 6, "Wabash": 2}


def all_sold(*companies: str) -> ChicagoTable:
    """Every share of these companies in A's hands."""
    table = a_table().wabash_open() if "Wabash" in companies else a_table()
    return table.sold(**{company: "A " * ALL_OF[company] for company in companies})


def decline_until_dividends(game: Game) -> Game:
    """Everybody declines until general dividends are paid once more."""
    paid, dials = reading(game)["dividends_paid"], ("development", "auction", "expansion")
    while game.ask and reading(game)["dividends_paid"] == paid:
        game = game.play(next(decline(dial) for dial in dials if game.why_not(decline(dial)) is None))
    return game


def ends_next(table: ChicagoTable) -> bool:
    """Whether the next general dividends are the last."""
    return decline_until_dividends(table.turn_of("A").game()).ask is None


# ---------------------------------------------------------------------------------------------------------- conditions


@rule("CE-9.1")
def test_three_companies_without_locomotives() -> None:
    """Two are not enough, three are; the Wabash counts."""
    two = a_table().with_tokens_left(PRR=0, BO=0)
    assert not ends_next(two)
    assert end_conditions(two.with_tokens_left(NYC=0).state) == ["locomotives"]
    assert ends_next(two)
    with_wabash = a_table().with_tokens_left(PRR=0, BO=0).wabash_open().with_tokens_left(Wabash=0)
    assert end_conditions(with_wabash.state) == ["locomotives"]


@rule("CE-9.1")
def test_c33_three_companies_without_shares() -> None:
    """PRR and B&O sold out with the Wabash closed: no end. With both Wabash shares sold, too: condition (b)."""
    two = all_sold("PRR", "BO")
    assert end_conditions(two.state) == []
    assert not ends_next(two)
    three = all_sold("PRR", "BO", "Wabash")
    assert end_conditions(three.state) == ["shares"]
    assert ends_next(three)


@rule("CE-9.1")
@pytest.mark.parametrize(("supply", "ends"), [(4, False), (3, True), (2, True)])
def test_three_houses_or_fewer(supply: int, ends: bool) -> None:
    """Four houses are one too many for an end."""
    assert ends_next(a_table().houses(supply=supply)) is ends


@rule("CE-9.1", "CE-9.3")
@pytest.mark.parametrize(("detroit", "ends"), [(7, False), (8, True)])
def test_detroit_at_8(detroit: int, ends: bool) -> None:
    """Not at 7, though it becomes 8 in that same phase: the payment came before."""
    assert ends_next(a_table().dividends_paid(detroit - 1)) is ends


# -------------------------------------------------------------------------------------------------------------- timing


@rule("CE-9.2", "CE-7.3")
def test_c31_the_last_house_but_three() -> None:
    """4 houses; C develops a forest: 3 left, play goes on; the next general dividends end it, Detroit stays."""
    table = a_table().with_locomotives(NYC="S3 R3").houses(supply=4).dividends_paid(3)
    game = table.turn_of("C").game()
    done = game.play(develop("R3"))
    assert asked(done).who == "A"
    assert reading(done)["house_supply"] == 3
    over = decline_until_dividends(done)
    assert over.ask is None
    assert (reading(over)["dividends_paid"], reading(over)["scales E0"]) == (4, 3)
    assert reading(over)["cash A"] == 40 + 7 + 6 + 8 + 5


@rule("CE-9.2", "CE-9.3", "CE-8.2")
def test_c32_detroit_7_leaves_one_more_round() -> None:
    """Detroit 8 after the seventh dividends; a full round follows, a Chicago dividend does not end it; the 8th does."""
    table = a_table().dividends_paid(6).dials(auction=3, development=4).with_locomotives(PRR="R5 B2")
    game = table.treasury(PRR=3).wabash_open().turn_of("A").game()
    assert game.title.data.numbers.scales["E0"][reading(game)["scales E0"]] == 8
    assert asked(game).who == "A"
    in_chicago = game.play(expand("PRR", "A2"))
    assert "chicago-reached" in [event.key for event in in_chicago.events]
    assert asked(in_chicago).who == "B"
    over = decline_until_dividends(in_chicago)
    assert over.ask is None and reading(over)["dividends_paid"] == 8


@rule("CE-9.3")
def test_the_eighth_payment_is_always_the_last() -> None:
    """Everybody declines from the start: eight general dividends, Detroit at 8."""
    game = a_table().game()
    while game.ask:
        game = decline_until_dividends(game)
    seen = reading(game)
    assert (seen["dividends_paid"], seen["scales E0"]) == (8, 7)


@rule("CE-9.2")
def test_everybody_is_told_once_that_the_end_is_in_sight() -> None:
    """The turn after which a condition holds says so; the next turn does not say it again."""
    game = a_table().with_locomotives(NYC="S3 R3 R2").houses(supply=4).game()
    told = game.play(develop("R3"))
    assert [event.params for event in told.events if event.key == "end-in-sight"] == [{"reason": "houses"}]
    again = told.play(develop("R2"))
    assert not [event for event in again.events if event.key == "end-in-sight"]


@rule("CE-9.2")
def test_nothing_is_played_after_the_end() -> None:
    """No question, no offers; an answer is refused with the paragraph."""
    over = a_table().houses(supply=3).dials(auction=3, expansion=5).turn_of("B").game()
    assert (over.ask, over.offers(), over.where()) == (None, (), ())
    assert refused(over, decline("development")) == "CE-9.2 «Final del juego»"
    with pytest.raises(IllegalAction):
        over.play(decline("development"))


# ------------------------------------------------------------------------------------------------------------- victory


@rule("CE-9.4")
def test_c34_equal_cash_shares_the_victory() -> None:
    """A 88, B 88, C 71: A and B win; treasuries and shares are ignored."""
    table = a_table().sold(PRR="", BO="", NYC="", CO="").cash(A=88, B=88, C=71).treasury(PRR=500)
    over = table.houses(supply=3).dials(auction=3, expansion=5).turn_of("C").game()
    a, b, c = (PlayerId(Owner(name)) for name in "ABC")
    assert over.outcome == (Standing(a, 88, 1), Standing(b, 88, 1), Standing(c, 71, 3))


@rule("CE-9.4")
def test_shares_count_nothing() -> None:
    """C holds every NYC share and is last by a dollar."""
    table = a_table().sold(PRR="", BO="", CO="", NYC="C C C C C").with_income(NYC=5).cash(A=50, B=60, C=40)
    over = table.houses(supply=3).dials(auction=3, expansion=5).turn_of("C").game()
    assert [(standing.player, standing.worth, standing.rank) for standing in over.standings()] == [
        ("B", 60, 1),
        ("A", 50, 2),
        ("C", 45, 3),
    ]
    assert over.outcome == over.standings()


@rule("CE-9.4")
def test_there_is_no_outcome_before_the_end() -> None:
    """Standings can be read at any time, an outcome cannot."""
    game = a_table().cash(B=41).game()
    assert game.outcome is None
    assert [standing.player for standing in game.standings()] == ["B", "A", "C"]
