"""[10] [11.2] How the game ends, the LNER, and who wins."""

from collections.abc import Iterator
from typing import Any

import pytest

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.ids import FaceId
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t1862.course import form_lner_if_due
from ferrovia.titles.t1862.material import pay_from_bank
from ferrovia.titles.t1862.trains import BuyTrain
from support.tables import asked
from titles.t1862.tables import EasternTable, a_table, books_of, company_id, holdings, money, player_id, price_of, told

rule = pytest.mark.rule

PASSIVE_LIMIT = 400
"""More than enough passing to reach the next round."""


def course_of(game: Game) -> GameFacts:
    return game.state.stack[0].facts


def passing(game: Game) -> Iterator[Game]:
    """The positions as everybody leaves things as they are (revenue is kept), to the end of the game."""
    for _ in range(PASSIVE_LIMIT):
        yield game
        if game.ask is None:
            return
        answer = game.offers().passive()
        game = game.play(answer) if answer is not None else game.take(game.offers()[-1])
    raise AssertionError("the game goes on for ever")


def passed_on(game: Game, until: str = "") -> Game:
    """Where a script is open for the first time, or the end."""
    return next(one for one in passing(game) if one.ask is None or until in scripts_of(one))


def scripts_of(game: Game) -> list[str]:
    return [frame.script for frame in game.where()]


def one_company(table: EasternTable, **company: Any) -> EasternTable:
    given: dict[str, Any] = {"price": 82, "held": "A5", "trains": "6E", "stations": "F11"} | company
    return table.has("ESR", **given)


# ----------------------------------------------------------------------------------------------------------- the market


def at_the_top(table: EasternTable, *, rounds_done: int = 1) -> Game:
    """ESR has just come to 1000; EUR has still to operate in this round."""
    one_company(table, price=950).has("EUR", price=60, held="B5", trains="6L", stations="E12")
    table.turn_of("ESR", "decide_dividend", revenue=950)
    table.state.stack[0] = table.game_frame(stock_round_done=True, rounds=3, rounds_done=rounds_done)
    return table.game().play(PayDividend())


@rule("10.1")
def test_the_top_of_the_market_ends_the_game_with_the_round() -> None:
    """The others still operate in this round; two more rounds of the set are not played."""
    *seen, ended = passing(at_the_top(a_table().phase("D")))
    assert any(asked(one).about.params.get("company") == "EUR" for one in seen)
    assert all(course_of(one).rounds_done == 1 for one in seen)
    assert ended.outcome is not None


@rule("10.1", "10.3")
def test_the_top_of_the_market_beats_the_lner() -> None:
    """In phase H too: no LNER forms; and after it has formed the top still ends the game."""
    ended = passed_on(at_the_top(a_table().phase("H")))
    assert (ended.ask, books_of(ended).lner_limit) == (None, 0)
    assert passed_on(at_the_top(a_table().phase("H").lner(12))).ask is None


@rule("10.1")
def test_the_top_counts_even_if_the_price_falls_again() -> None:
    """It was reached: what follows in the round does not undo it."""
    table = one_company(a_table().phase("D"), price=950).keep(top_reached=True)
    game = table.turn_of("ESR", "decide_dividend", revenue=10).game().play(Withhold())
    assert price_of(game, "ESR") == 850
    assert passed_on(game).ask is None


# ------------------------------------------------------------------------------------------------------------- the bank


def broken(game: Game) -> Game:
    """The bank has just paid more than it had."""
    inside = Table(game.title, game.state.copy())
    pay_from_bank(inside, money(game, "bank") + 10, to=player_id("A"))
    return Game.at(game.title, inside.state, inside.events)


@rule("10.2")
def test_the_bank_breaks_below_nothing() -> None:
    """Paying its last pound is not enough; beyond that it goes on with IOUs."""
    game = one_company(a_table().phase("D")).turn_of("ESR", "buy_trains").game()
    inside = Table(game.title, game.state.copy())
    pay_from_bank(inside, money(game, "bank"), to=player_id("A"))
    assert not inside.state.extras.bank_broken
    done = broken(game)
    assert (books_of(done).bank_broken, money(done, "bank"), len(told(done, "bank-broken"))) == (True, -10, 1)


@rule("10.2")
def test_c33_an_empty_bank_ends_the_game_with_the_set() -> None:
    """In phase H as well: the set is completed, no LNER forms, no stock round follows."""
    game = broken(one_company(a_table().phase("H")).turn_of("ESR", "buy_trains").game())
    *seen, ended = passing(game)
    assert all("stock round" not in scripts_of(one) for one in seen)
    assert ({course_of(one).rounds_done for one in seen}, books_of(ended).lner_limit) == ({1, 2, 3}, 0)


@rule("10.2")
def test_a_bank_broken_before_the_rounds_ends_the_game_after_them() -> None:
    table = one_company(a_table().phase("B")).keep(bank_broken=True)
    game = table.at(table.game_frame(stock_round_done=True)).game()
    assert course_of(game).rounds == 2
    assert passed_on(game).ask is None


@rule("10.2", "10.3")
def test_after_the_lner_the_bank_does_not_matter() -> None:
    game = one_company(a_table().phase("H").lner(12)).turn_of("ESR", "buy_trains").game()
    assert not books_of(broken(game)).bank_broken


# ------------------------------------------------------------------------------------------------------------- the LNER


def formed(table: EasternTable) -> Game:
    return table.end_of_set().game()


@rule("10.3", "6.5.2")
def test_e28_the_limit_is_the_most_shares() -> None:
    """11, 13, 9 and 12 shares: 13, for the rest of the game."""
    table = a_table().phase("H").has("ESR", price=82, held="A5 B3", pool=2, trains="6E", stations="F11")
    table.has("EUR", price=82, held="B10", trains="6E", stations="E12").has("ECR", price=82, held="D9 C1", trains="6L")
    table.has("ENR", price=82, held="C8 D2", trains="6L").has("FDR", price=82, held="A6 D1", pool=3, trains="6L")
    game = formed(table)
    assert books_of(game).lner_limit == 13
    assert game.title.data.most_certificates(game.state) == 13
    assert told(game, "lner-formed") == [{"limit": 13}]


@rule("10.3")
def test_offered_shares_go_to_the_pool() -> None:
    """Treasury shares stay; what was never started stays out of it."""
    table = one_company(a_table().phase("H"), chartered=True, treasury=2)
    game = formed(table)
    assert holdings(game, "ESR") == {"A": 5, "ESR": 2, "pool": 3}
    assert holdings(game, "EUR") == {"ipo": 10}


@rule("10.3")
def test_after_the_lner_a_stock_round_and_three_rounds() -> None:
    """No Parliament; three operating rounds; then the game is over."""
    *seen, _ = passing(formed(one_company(a_table().phase("H"))))
    opened = {script for one in seen for script in scripts_of(one)}
    assert "stock round" in opened and "parliament" not in opened
    assert {course_of(one).rounds_done for one in seen if "operating round" in scripts_of(one)} == {1, 2, 3}


@rule("10.3")
def test_no_lner_before_phase_h() -> None:
    game = formed(one_company(a_table().phase("G")))
    assert books_of(game).lner_limit == 0
    assert "parliament" in scripts_of(game)


@rule("10.3", "11.2")
@pytest.mark.parametrize(("phase", "limit"), [("D", 0), ("E", 5), ("F", 5)])
def test_c32_the_shorter_game(phase: str, limit: int) -> None:
    """The first E train brings the LNER about, at the end of the set."""
    table = one_company(a_table(shorter_game="yes", length="short").phase(phase))
    assert books_of(formed(table)).lner_limit == limit


@rule("10.3", "11.2")
def test_c32_the_set_is_played_to_its_end() -> None:
    """The first E in the first of three rounds: nothing changes before the set is over."""
    table = a_table(shorter_game="yes", length="short").phase("D").sold_out("D")
    game = one_company(table, cash=600).turn_of("ESR", "buy_trains").game().play(BuyTrain(FaceId("4/5E"), 0))
    assert (game.state.phase, books_of(game).lner_limit) == ("E", 0)
    later = passed_on(game, until="stock round")
    assert (books_of(later).lner_limit, course_of(later).sets_done) == (5, 2)


@rule("10.3")
def test_nothing_forms_without_a_last_train() -> None:
    game = one_company(a_table().phase("C")).turn_of("ESR", "buy_trains").game()
    inside = Table(game.title, game.state.copy())
    form_lner_if_due(inside)
    assert inside.state == game.state


@rule("7.2", "10.3")
def test_after_the_lner_companies_only_run() -> None:
    """No merger, track or station: the first question of a turn is about trains or money."""
    table = one_company(a_table().phase("H").lner(12), cash=500, tokens=2)
    game = table.has("EUR", price=60, held="A5", trains="6L", stations="E12", tokens=2).turn_of("ESR").game()
    assert asked(game).about.key in ("run-trains", "buy-trains")


# ----------------------------------------------------------------------------------------------------------- the winner


@rule("10.4", "6.4.1")
@pytest.mark.parametrize(("profile", "score"), [("rulebook", 2345), ("site", 2346)])
def test_c34_score(profile: str, score: int) -> None:
    """Cash 1000, four at 310, a director's certificate at 71 without a train: each share at 35; the site halves 213."""
    table = a_table("A B", profile=profile).cash(A=1000, B=0).has("ESR", price=310, held="B6 A4", trains="2E")
    game = table.has("EUR", price=71, held="A3").turn_of("ESR", "buy_trains").game()
    assert next(one.worth for one in game.standings() if one.player == "A") == score


@rule("10.4")
def test_treasuries_do_not_count_and_ties_are_shared() -> None:
    table = a_table("A B").has("ESR", price=100, held="A5 B5", cash=900, trains="2E", stations="F11")
    game = table.turn_of("ESR", "buy_trains").game()
    assert [(one.worth, one.rank) for one in game.standings()] == [(1700, 1), (1700, 1)]
    assert money(game, company_id("ESR")) == 900
