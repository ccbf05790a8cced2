"""What everybody can see of a position, in figures."""

import pytest

import ferrovia
from ferrovia import Game
from ferrovia.model.view import CompanyView, HexView, PlayerView
from titles.chicago_express.tables import a_table, decline


def company(game: Game, name: str) -> CompanyView:
    return next(seen for seen in game.view().companies if seen.id == name)


def player(game: Game, name: str) -> PlayerView:
    return next(seen for seen in game.view().players if seen.id == name)


def hex_view(game: Game, hex_id: str) -> HexView:
    return next(seen for seen in game.view().hexes if seen.id == hex_id)


def test_a_company_in_figures() -> None:
    """What the next share costs at least and what a share brings are rounded up."""
    game = a_table().sold(NYC="A B B").with_income(NYC=22).treasury(NYC=9).with_locomotives(NYC="S3 R3").game()
    nyc = company(game, "NYC")
    assert nyc.open
    assert nyc.figures == {
        "treasury": 9,
        "unsold": 2,
        "locomotives": 22,
        "income": 22,
        "opening-bid": 6,
        "dividend": 8,
    }
    assert nyc.holders == {"A": 1, "B": 2}


def test_a_company_that_is_not_open() -> None:
    """Neither income nor opening bid."""
    wabash = company(a_table().game(), "Wabash")
    assert not wabash.open
    assert wabash.figures == {"treasury": 0, "unsold": 2, "locomotives": 11}


def test_a_company_without_sold_shares_has_no_dividend() -> None:
    wabash = company(a_table().wabash_open(income=3).game(), "Wabash")
    assert (wabash.open, wabash.figures["opening-bid"], "dividend" in wabash.figures) == (True, 3, False)


def test_a_player_in_figures() -> None:
    """The next dividend is what the shares would bring now: 2 × 8 of NYC, 7 of PRR."""
    game = a_table().sold(NYC="B A A", PRR="A", BO="B", CO="C").with_income(NYC=22).cash(A=13).turn_of("A").game()
    a = player(game, "A")
    assert (a.cash, a.shares, a.figures) == (13, {"PRR": 1, "NYC": 2}, {"next-dividend": 23})


def test_hexes_with_something_on_them() -> None:
    """Locomotives, houses, and what industrial cities bring now; all others are left out."""
    game = a_table().with_locomotives(PRR="R5 Q3", NYC="S3 Q3").houses("Q3").scale(Wheeling=5).game()
    assert {seen.id for seen in game.view().hexes} == {"R5", "Q7", "S3", "Q9", "Q3", "E0", "I6", "K4"}
    binghamton = hex_view(game, "Q3")
    assert (binghamton.tokens, binghamton.marks, binghamton.figures) == (("PRR", "NYC"), ("house",), {})
    assert (hex_view(game, "I6").figures, hex_view(game, "E0").figures) == ({"income": 5}, {"income": 1})


def test_gauges_show_values_and_where_they_become_red() -> None:
    gauges = {gauge.key: gauge for gauge in a_table().dials(expansion=4).houses(supply=3).game().view().gauges}
    expansion, houses = gauges["expansion"], gauges["houses"]
    assert (expansion.kind, expansion.values, expansion.at, expansion.red) == ("dial", (0, 1, 2, 3, 4, 5), 4, 5)
    assert (houses.kind, houses.values[houses.at], houses.values[houses.red or 0]) == ("supply", 3, 3)
    assert [gauges[city].kind for city in ("Detroit", "Wheeling", "Pittsburgh")] == ["scale"] * 3


@pytest.mark.parametrize("paid", [0, 3, 7])
def test_the_course_of_the_game(paid: int) -> None:
    """The initial auctions, at most eight rounds that end with general dividends, the end."""
    course = a_table().dividends_paid(paid).game().view().course
    assert [stop.key for stop in course.stops] == ["initial-auctions", *["dividend-round"] * 8, "end"]
    assert course.stops[course.at].params == {"number": paid + 1}


def test_the_course_at_both_ends() -> None:
    assert ferrovia.new_game("chicago-express", ["A", "B"]).view().course.at == 0
    over = a_table().houses(supply=3).dials(auction=3, expansion=4).game().play(decline("expansion"))
    assert over.view().course.at == 9


def test_the_guess_grows_with_shares_that_will_pay() -> None:
    """For bots and charts: cash counts fully, and whoever holds the better share is guessed to end better."""
    table = a_table().sold(PRR="A", BO="B", NYC="", CO="").with_income(PRR=20, BO=5).cash(A=30, B=30, C=30)
    best, second, nothing = table.title.estimate(table.state).values()
    assert best > second > nothing == 30
    late = table.dividends_paid(7)
    assert best > max(late.title.estimate(late.state).values()) >= 30 + 20


def test_the_guess_grows_on_the_way_to_chicago() -> None:
    """The same income is worth more to a network that has come nearer to Chicago."""
    table = a_table().sold(PRR="A", BO="", NYC="", CO="").with_income(PRR=10)
    at_home = max(table.title.estimate(table.state).values())
    on_the_way = table.with_locomotives(PRR="R5 Q5 P4 O4")
    assert max(on_the_way.title.estimate(on_the_way.state).values()) > at_home
