"""Operating rounds: who has a turn, in which order, and what it is like."""

from dataclasses import dataclass, replace

import pytest

from ferrovia.engine.play import First, Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import Frame
from ferrovia.rules.rounds import CompanyTurn, OperatingFacts, as_fixed, operate_in_order, operating_by
from support.little import BLUE, RED, a_table


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
