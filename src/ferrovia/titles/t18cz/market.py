"""[IX] The market: two interleaved rows, so a step in the row is two places and a diagonal step is one."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import State
from ferrovia.titles.t18cz.material import Books, box


def _last(table: Table) -> int:
    return len(box(table).numbers.market.prices) - 1


def _move(table: Table, company: CompanyId, by: int) -> None:
    """One step; at the end of its row a marker stays."""
    before = table.state.prices[company].cell
    after = before + by
    if 0 <= after <= _last(table):
        table.move_price(company, after)
        value = box(table).value_of
        table.tell("price-moved", company=company, before=value(before), price=value(after))


def step_right(table: Table, company: CompanyId, steps: int) -> None:
    """[IX.2.1] [VIII.8 pay c] A dividend was paid: one space in the row, two for a large company."""
    for _ in range(steps):
        _move(table, company, 2)


def step_left(table: Table, company: CompanyId) -> None:
    """[IX.2.2] No dividend was paid."""
    _move(table, company, -2)


def step_down(table: Table, company: CompanyId) -> None:
    """[IX.3.1] Shares were sold: one diagonal step, however many."""
    _move(table, company, -1)


def step_up(table: Table, company: CompanyId) -> None:
    """[IX.3.2] All shares are in players' hands at the end of a stock round."""
    _move(table, company, 1)


def running_order(state: State) -> tuple[CompanyId, ...]:
    """[VIII.2] Floated companies, highest price first; in one cell whoever arrived first."""
    own: Books = state.extras
    running = [company for company in own.floated if company not in own.closed]
    return tuple(sorted(running, key=lambda company: (-state.prices[company].cell, state.prices[company].since)))


def operating_order(table: Table) -> tuple[CompanyId, ...]:
    return running_order(table.state)
