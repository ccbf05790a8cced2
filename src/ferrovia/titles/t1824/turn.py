"""[VII.4] [VII.5] A company's turn and the order in which companies have it."""

from dataclasses import dataclass

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import State
from ferrovia.model.values import made_often
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t1824.material import Material, box


@made_often
@dataclass(frozen=True, slots=True)
class Turn(CompanyTurn):
    """A company's turn, with what its director has sold to pay for a train."""

    sold_now: tuple[CompanyId, ...] = ()
    covered: int | None = None
    """The money at hand before the last share that the director has sold."""


def operating_order(state: State, material: Material) -> tuple[CompanyId, ...]:
    """[VII.4] Coal railways and Pre-Staatsbahnen by number, then companies by price."""
    running = state.running
    private = [railway for railway in material.private if railway in running]
    return (*private, *material.operating_order(state))


def order_now(table: Table) -> tuple[CompanyId, ...]:
    return operating_order(table.state, box(table))
