"""How much a player may hold: certificates in all, and percent of one company."""

import pytest

from ferrovia.engine.play import Game, Table
from ferrovia.rules.limits import (
    has_room_for_a_certificate,
    has_sold_down,
    holds_too_many,
    must_sell_down,
    stays_within_holding_limit,
)
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn
from support.bourse import BLUE, RED, SELL, a_bourse
from support.little import why
from support.tables import asked


def at(game: Game) -> Table:
    return Table(game.title, game.state, asked(game).who)


@pytest.mark.parametrize(("limit", "room", "sold_down"), [(4, True, True), (3, False, True), (2, False, False)])
def test_at_the_limit_nothing_is_bought_and_above_it_one_may_only_sell(limit: int, room: bool, sold_down: bool) -> None:
    """30% of RED are two certificates, 20% of BLUE one."""
    table, buy = at(a_bourse(held="A: RED 30, BLUE 20", limit=limit)), BuyShare(RED, IN_IPO)
    figures = {"held": 3, "limit": limit}
    assert why(has_room_for_a_certificate, table, buy) == (None if room else ("certificate-limit", figures))
    assert why(has_sold_down, table, buy) == (None if sold_down else ("over-certificate-limit", figures))
    assert holds_too_many(table) is not sold_down


def test_whoever_holds_too_many_sells_while_a_sale_is_legal() -> None:
    """BLUE's director's certificate cannot be sold, as nobody could take it: then there is no duty."""
    duty, end = must_sell_down(SELL), EndStockTurn()
    over = {"held": 2, "limit": 1}
    assert why(duty, at(a_bourse(held="A: RED 30", limit=1)), end) == ("must-sell-down", over)
    assert why(duty, at(a_bourse(held="A: RED 20, BLUE 20", limit=1)), end) is None
    assert why(duty, at(a_bourse(held="A: RED 30", limit=2)), end) is None


def test_a_title_may_say_for_whom_selling_down_is_a_duty() -> None:
    duty = must_sell_down(SELL, is_due=lambda table: False)
    assert why(duty, at(a_bourse(held="A: RED 30", limit=1)), EndStockTurn()) is None


def test_nobody_buys_more_of_a_company_than_its_kind_allows() -> None:
    """60% of RED, all of BLUE."""
    table = at(a_bourse(held="A: RED 60, BLUE 90", limit=20))
    refused = ("holding-limit", {"company": RED, "percent": 70, "limit": 60})
    assert why(stays_within_holding_limit, table, BuyShare(RED, IN_IPO)) == refused
    assert why(stays_within_holding_limit, table, BuyShare(BLUE, IN_IPO)) is None
    almost = at(a_bourse(held="A: RED 50", limit=20))
    assert why(stays_within_holding_limit, almost, BuyShare(RED, IN_IPO)) is None
