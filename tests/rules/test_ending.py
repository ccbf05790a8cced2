"""What players have in the end."""

from ferrovia.model.ids import CompanyId
from ferrovia.rules.ending import cash_and_shares
from support.bourse import BLUE, BOX, RED, a_bourse


def test_cash_and_shares_at_the_market_price() -> None:
    state = a_bourse(held="A: RED 30; B: RED 20, BLUE 20", pool="BLUE 10", cash={"A": 1, "B": 2, "C": -3}).state
    assert cash_and_shares(state, BOX) == {"A": 1 + 3 * 80, "B": 2 + 4 * 80, "C": -3}


def test_a_company_that_has_left_the_game_is_worth_nothing() -> None:
    state = a_bourse(held="A: RED 30, BLUE 20").state
    state.closed = (RED,)
    assert cash_and_shares(state, BOX) == {"A": 500 + 160, "B": 500, "C": 500}


def test_a_title_may_count_by_the_certificate() -> None:
    """Half of the whole certificate, so that two shares of 80 bring 80 and one brings 40."""

    def half_of_blue(company: CompanyId, price: int, shares: int) -> int:
        return price * shares // 2 if company == BLUE else price * shares

    state = a_bourse(held="A: BLUE 30, RED 20").state
    assert cash_and_shares(state, BOX, half_of_blue) == {"A": 500 + 80 + 40 + 160, "B": 500, "C": 500}
