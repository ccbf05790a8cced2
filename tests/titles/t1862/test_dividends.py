"""[7.8.5] [7.8.6] [7.10] Paying out, withholding, Hudson's manoeuvre, and what running does to warranties."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.model.market import pile
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.titles.t1862.dividends import PayWithHudson, steps_right
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    books_of,
    box_of,
    director,
    holdings,
    kinds_offered,
    money,
    price_of,
    told,
    trains,
    why,
)

rule = pytest.mark.rule

PAY, WITHHOLD = PayDividend(), Withhold()


def after_running(
    revenue: int, *, price: int = 82, cash: int = 0, table: EasternTable | None = None, **company: Any
) -> Game:
    """L&E has run its trains; A directs it."""
    given: dict[str, Any] = {"held": "A5", "trains": "2E", "stations": "C6"} | company
    table = (table or a_table()).has("L&E", price=price, cash=cash, **given)
    return table.turn_of("L&E", "settle_what_needs_no_decision", revenue=revenue).game()


# ------------------------------------------------------------------------------------------------------------ dividends


@rule("7.8.5")
def test_e23_payout() -> None:
    """190: 95 for five shares, 38 for two, 38 for two in the treasury; the share in the pool brings nothing."""
    game = after_running(190, held="A5 B2", treasury=2, pool=1)
    done = game.play(PAY)
    assert [money(done, owner) - money(game, owner) for owner in ("A", "B", "C", "L&E")] == [95, 38, 0, 38]
    assert money(done, "bank") == money(game, "bank") - 171


@rule("7.8.5")
def test_c42_shares_in_the_offer_bring_nothing() -> None:
    game = after_running(190, chartered=True, held="A5")
    done = game.play(PAY)
    assert money(done, "bank") == money(game, "bank") - 95
    assert holdings(done, "L&E") == {"A": 5, "ipo": 5}


@rule("7.8.5")
@pytest.mark.parametrize(
    ("per_share", "price"),
    [(1, 82), (8, 82), (9, 90), (16, 90), (17, 100), (24, 100), (25, 110), (32, 110), (33, 122), (90, 122)],
)
def test_e24_price_by_dividend(per_share: int, price: int) -> None:
    """From 82: by how often the price is in the dividend, four spaces at most."""
    assert price_of(after_running(10 * per_share).play(PAY), "L&E") == price


@rule("7.8.5")
def test_e24_nothing_earned() -> None:
    """Without a dividend there is nothing to decide: one space left."""
    game = after_running(0)
    assert (price_of(game, "L&E"), asked(game).about.key) == (74, "buy-trains")
    assert told(game, "withheld") == [{"company": "L&E", "amount": 0}]


@rule("7.8.5")
def test_steps_at_the_very_price() -> None:
    assert [steps_right(paid, 100) for paid in (90, 100, 190, 200, 300, 399, 400, 900)] == [0, 1, 1, 2, 3, 3, 4, 4]


@rule("7.8.5")
def test_withholding() -> None:
    done = after_running(60, cash=5).play(WITHHOLD)
    assert (money(done, "L&E"), price_of(done, "L&E")) == (65, 74)


@rule("7.1", "7.8.5")
@pytest.mark.parametrize(("profile", "order"), [("rulebook", ["ESR", "L&E"]), ("site", ["L&E", "ESR"])])
def test_c20_pile_order(profile: str, order: list[str]) -> None:
    """Both on 82. L&E pays less than 82: it stays there, but under ESR; on the site it keeps its place."""
    table = a_table(profile=profile).has("L&E", price=82, held="A5", trains="2E", stations="C6")
    table.has("ESR", price=82, held="B5", trains="2E", stations="F11")
    game = table.turn_of("L&E", "decide_dividend", revenue=40).game().play(PAY)
    assert price_of(game, "L&E") == 82
    assert pile(game.state.prices, box_of(game).market.cell_of(82)) == order


@rule("7.1", "7.8.5")
def test_a_marker_that_moves_goes_under_the_pile() -> None:
    table = a_table().has("ESR", price=90, held="B5", trains="2E", stations="F11")
    game = after_running(90, table=table).play(PAY)
    assert pile(game.state.prices, box_of(game).market.cell_of(90)) == ["ESR", "L&E"]


@rule("7.8.5", "7.12")
@pytest.mark.parametrize("price", [14, 7])
def test_c21_withholding_at_the_bottom(price: int) -> None:
    """The lowest space: bankrupt at once, nobody gets anything, the turn is over."""
    game = after_running(20, price=price, cash=300)
    done = game.play(WITHHOLD)
    assert "L&E" not in done.state.floated
    assert [money(done, owner) for owner in ("A", "L&E")] == [600, 0]
    assert director(done, "L&E") is None
    assert done.state.stack[-1].script != "company turn"


@rule("7.8.5")
def test_c21_withholding_at_20() -> None:
    assert price_of(after_running(10, price=20).play(WITHHOLD), "L&E") == 7


@rule("7.8.5", "10.1")
@pytest.mark.parametrize("price", [900, 950])
def test_c21_the_top_of_the_market(price: int) -> None:
    game = after_running(950, price=price).play(PAY)
    assert price_of(game, "L&E") == 1000
    assert books_of(game).top_reached
    assert told(game, "top-reached") == [{"company": "L&E"}]


@rule("7.3", "8")
def test_the_state_withholds() -> None:
    """Without asking; then it buys what it can."""
    table = a_table().has(
        "L&E", price=82, held="B2", pool=3, administered=True, trains="2E", stations="C6", permits="express"
    )
    table.has("ESR", price=60, held="B5", trains="2E", stations="F11")
    game = table.turn_of("L&E", "settle_what_needs_no_decision", revenue=60).game()
    assert told(game, "withheld") == [{"company": "L&E", "amount": 60}]
    assert (price_of(game, "L&E"), money(game, "L&E")) == (74, 60)


# --------------------------------------------------------------------------------------------------------------- Hudson


@rule("7.8.6")
def test_e25_hudson() -> None:
    """82, earned 60: exactly 30 of the treasury make it 90, nine a share, one space right."""
    game = after_running(60, cash=40)
    assert [why(game, PayWithHudson(amount)) for amount in (20, 40, 31, 0, -30)] == ["7.8.6"] * 5
    done = game.play(PayWithHudson(30))
    assert [price_of(done, "L&E"), money(done, "L&E") - money(game, "L&E")] == [90, 5 * 9 - 30]
    assert money(done, "A") - money(game, "A") == 45


@rule("7.8.6")
def test_c12_limits_of_hudson() -> None:
    """(a) 10 is enough; (b) the subsidy counts; (c) not without the money; (d) not at the price."""
    done = after_running(10, cash=80, treasury=0, chartered=True).play(PayWithHudson(80))
    assert (money(done, "L&E"), price_of(done, "L&E")) == (0, 90)
    with_subsidy = after_running(70, price=95, cash=40, chartered=True)
    assert money(with_subsidy.play(PayWithHudson(30)), "L&E") == 10
    assert why(after_running(70, price=95, cash=20), PayWithHudson(30)) == "7.8.6"
    assert why(after_running(100, price=100, cash=500), PayWithHudson(0)) == "7.8.6"
    assert "PayWithHudson" not in kinds_offered(after_running(100, price=100, cash=500))


@rule("7.8.6")
def test_c12_nothing_to_add_to() -> None:
    """(e) Revenue 0: no dividend, no question."""
    game = after_running(0, cash=500)
    assert game.why_not(PayWithHudson(90)) is not None
    assert told(game, "withheld")


@rule("7.8.6")
def test_hudson_on_the_site_needs_more_than_ten() -> None:
    table = a_table(profile="site")
    game = after_running(10, cash=500, table=table)
    assert why(game, PayWithHudson(80)) == "7.8.6"
    assert price_of(after_running(20, cash=500, table=a_table(profile="site")).play(PayWithHudson(70)), "L&E") == 90


@rule("7.8.6")
def test_after_hudson_nothing_is_withheld() -> None:
    done = after_running(60, cash=40).play(PayWithHudson(30))
    assert asked(done).about.key == "buy-trains"
    assert done.why_not(WITHHOLD) is not None


@rule("11.3")
def test_c46_newcomers_do_not_know_hudson() -> None:
    table = a_table(train_kinds="simple-express", newcomers="yes")
    game = after_running(60, cash=40, table=table, chartered=True)
    assert why(game, PayWithHudson(30)) == "11.3"
    assert kinds_offered(game) == {"PayDividend", "Withhold"}


# ----------------------------------------------------------------------------------------------------------- warranties


@rule("7.10")
def test_warranties_wear_whether_a_train_ran_or_not() -> None:
    """Each train of the company loses one; those of others keep theirs."""
    table = a_table().has("ESR", price=60, held="B5", trains="2L*", stations="F11")
    game = after_running(0, table=table, trains="2E* 1F*** 1F")
    assert (trains(game, "L&E"), trains(game, "ESR")) == (["2E", "1F**", "1F"], ["2L*"])


@rule("7.10", "9")
def test_c13_the_last_warranty_of_an_old_train() -> None:
    """In phase C an A train lives by its warranties: with two left it stays, with the last one it goes."""
    assert trains(after_running(20, table=a_table().phase("C"), trains="2L** 3E").play(PAY), "L&E") == ["2L*", "3E"]
    done = after_running(20, table=a_table().phase("C"), trains="2L* 3E").play(PAY)
    assert trains(done, "L&E") == ["3E"]
    assert told(done, "train-scrapped") == [{"company": "L&E", "train": "2L"}]
    assert not books_of(done).warranties


@rule("7.10")
def test_a_train_of_the_day_stays_without_warranties() -> None:
    assert trains(after_running(20, trains="2L*").play(PAY), "L&E") == ["2L"]


@rule("7.10", "5.1.1")
def test_c13_no_wear_in_a_turn_that_ended_at_once() -> None:
    """Merged with a company that had operated: nothing runs, nothing wears, no price moves."""
    table = a_table().has("L&E", price=82, held="A5", trains="2L*", stations="C6")
    table.has("ESR", price=60, held="B5", trains="2E", stations="F11")
    game = table.turn_of("L&E", "settle_what_needs_no_decision", over=True).game()
    assert (trains(game, "L&E"), price_of(game, "L&E")) == (["2L*"], 82)
