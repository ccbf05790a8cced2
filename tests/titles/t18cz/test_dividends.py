"""[VIII.8] Dividends."""

import pytest

from ferrovia.rules.dividends import PayDividend, Withhold
from support.tables import asked
from titles.t18cz.answers import PAY, WITHHOLD
from titles.t18cz.tables import a_table, kinds_offered, money, share_price, why

rule = pytest.mark.rule


@rule("VIII.8 pay b")
def test_r2_rounding() -> None:
    """Revenue 110: 25 % get 28."""
    table = a_table().has("EKJ", price=60, held="A50 B25", trains="2a", stations="D5").cash(B=0)
    assert money(table.turn_of("EKJ", "dividend", revenue=110).game().play(PAY), "B") == 28


@rule("VIII.8 pay b")
@pytest.mark.parametrize(("held", "paid"), [("A75 B25", (83, 28)), ("A50 B50", (55, 55)), ("A50 B25", (55, 28))])
def test_c22_rounded_once_a_holder(held: str, paid: tuple[int, int]) -> None:
    """75 % of 110 are 83; two certificates of 25 % get 55, not 28 + 28."""
    table = a_table().has("EKJ", price=60, held=held, trains="2a", stations="D5").cash(A=0, B=0, C=0)
    done = table.turn_of("EKJ", "dividend", revenue=110).game().play(PAY)
    assert (money(done, "A"), money(done, "B")) == paid


@rule("VIII.8 pay b")
def test_c23_the_sum_may_exceed_the_revenue() -> None:
    """70 for 75 % and 25 %: 53 and 18, so the bank pays 71."""
    table = a_table().has("VBW", price=60, held="A75 B25", trains="2a", stations="I10").cash(A=0, B=0)
    before = table.turn_of("VBW", "dividend", revenue=70).game()
    done = before.play(PAY)
    assert (money(done, "A"), money(done, "B")) == (53, 18)
    assert money(before, "bank") - money(done, "bank") == 71


@rule("VIII.8 pay a")
def test_c24_the_bank_keeps_what_its_shares_earn() -> None:
    """Director 60 %, bank 40 %, revenue 130: 78 are paid, nothing goes to the treasury, one space right."""
    table = a_table().phase("b").has("KFN", price=80, held="A60", trains="2+2b", stations="G20").cash(A=0)
    done = table.turn_of("KFN", "dividend", revenue=130).game().play(PAY)
    assert (money(done, "A"), money(done, "KFN"), share_price(done, "KFN")) == (78, 0, 90)


@rule("IX.2.1", "VIII.8 pay c")
def test_c25_large_company() -> None:
    """40 % of 150 are 60; 85 goes two spaces right in its row."""
    table = a_table().phase("d").has("SX", price=85, held="A40 B10", trains="3Ed").cash(A=0)
    done = table.turn_of("SX", "dividend", revenue=150).game().play(PAY)
    assert (money(done, "A"), share_price(done, "SX")) == (60, 105)


@rule("VIII.8 withhold", "VIII.8 ¶4", "VIII.1.2", "V ¶3")
def test_the_director_pays_or_keeps_everything() -> None:
    """The director alone decides; what is kept goes to the treasury, and there is no half."""
    table = a_table().has("EKJ", price=60, held="B50 A25", trains="2a", stations="D5", cash=10)
    game = table.turn_of("EKJ", "dividend", revenue=70).game()
    assert asked(game).who == "B"
    assert why(game, PAY, by="A") == ("director-decides", "VIII.1.2")
    assert kinds_offered(game) == {PayDividend, Withhold}
    done = game.play(WITHHOLD)
    assert (money(done, "EKJ"), share_price(done, "EKJ")) == (80, 55)


@rule("VIII.8 ¶3", "IX.2.2")
def test_without_revenue_nothing_is_decided() -> None:
    """Nothing earned is nothing paid: one space left, and the turn goes on."""
    table = a_table().has("EKJ", price=60, held="A50", trains="2a", stations="D5")
    game = table.turn_of("EKJ", "dividend", revenue=0).game()
    assert (share_price(game, "EKJ"), asked(game).about.key) == (55, "buy-trains")
