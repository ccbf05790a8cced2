"""Operating rounds: who has a turn, in which order, and what it is like."""

from dataclasses import dataclass, replace

import pytest

from ferrovia.engine.play import First, Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import Frame
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.rounds import (
    CompanyTurn,
    OperatingFacts,
    as_fixed,
    company_is,
    finish,
    once_a_turn,
    open_turn,
    operate_in_order,
    operating_by,
)
from ferrovia.rules.stock import SellShares
from support.little import BLUE, RED, a_table, why


@dataclass(frozen=True, slots=True)
class LongTurn(CompanyTurn):
    slept: bool = False


def a_round(*operated: CompanyId) -> Table:
    """Both companies may operate, RED first; RED has done so before."""
    table = a_table()
    table.state.floated, table.state.operated = (RED, BLUE), (RED,)
    table.state.stack[0] = Frame("company turn", "nowhere", OperatingFacts((RED, BLUE), operated))
    return table


@pytest.mark.parametrize(("operated", "company"), [((), RED), ((RED,), BLUE), ((RED, BLUE), None)])
def test_each_company_has_one_turn(operated: tuple[CompanyId, ...], company: CompanyId | None) -> None:
    if company is None:
        assert operate_in_order(a_round(*operated)) is None
        return
    turn, after = CompanyTurn(company, first=company == BLUE), OperatingFacts((RED, BLUE), (*operated, company))
    assert operate_in_order(a_round(*operated)) == First("company turn", turn, after)


def test_whoever_has_left_the_game_has_no_turn() -> None:
    table = a_round()
    table.state.closed = (RED,)
    assert list(as_fixed(table, table.here(OperatingFacts))) == [BLUE]


def test_a_title_may_order_anew_and_have_turns_of_its_own() -> None:
    backwards = operating_by(lambda table, playing: playing.companies[::-1], LongTurn, lambda table, company: "long")
    first = backwards(a_round())
    assert isinstance(first, First) and (first.script, first.facts) == ("long", LongTurn(BLUE, first=True))
    assert replace(first.facts, slept=True).slept


# -------------------------------------------------------------------------------------------------------------- checks


@pytest.mark.parametrize("company", [RED, BLUE])
def test_a_claim_about_a_company_names_it_where_it_does_not_hold(company: CompanyId) -> None:
    """RED has its turn; an action may be about another company."""
    of_operating, of_named = (build("a-rule", lambda _, one: one == company) for build in (company_is, its_company_is))
    table, sale = a_table(), SellShares(BLUE, 1)
    assert why(of_operating, table, sale) == (None if company == RED else ("a-rule", {"company": RED}))
    assert why(of_named, table, sale) == (None if company == BLUE else ("a-rule", {"company": BLUE}))


def test_what_is_done_once_a_turn_is_refused_afterwards() -> None:
    table, check = a_table(), once_a_turn("a-rule", "nap", "rest")
    finish(table, "walk")
    assert why(check, table, None) is None
    finish(table, "rest")
    assert why(check, table, None) == ("a-rule", {"company": RED})


def test_the_turn_that_is_going_on_is_found_whatever_is_asked_in_it() -> None:
    table = a_table()
    turn = open_turn(table)
    assert turn is not None and turn.company == RED
    assert open_turn(a_round()) is None
