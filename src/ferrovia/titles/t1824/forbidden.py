"""What people try although no rule offers it: the rulebook says why not, and so do we."""

from dataclasses import dataclass

from ferrovia.engine.moves import forbidding, never
from ferrovia.engine.play import Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId
from ferrovia.rules.stock import SellShares
from ferrovia.titles.t1824.exchange import ExchangeCoal, ExchangeMountain
from ferrovia.titles.t1824.material import MountainId, box
from ferrovia.titles.t1824.numbers import numbers


@dataclass(frozen=True, slots=True)
class SellMountain:
    mountain: MountainId


@dataclass(frozen=True, slots=True)
class SellRailway:
    company: CompanyId


@rule("no-pre-sale")
def railways_are_not_sold(table: Table, action: SellRailway) -> Refused | None:
    """[IV.2.4] [IV.3.6] Only exchanged."""
    if box(table).kind(action.company) == "coal":
        return refused_by("no-coal-sale", company=action.company)
    return refused(company=action.company)


ALWAYS = (
    forbidding(SellMountain, never("no-mountain-sale", "mountain")),
    forbidding(SellRailway, railways_are_not_sold),
)
"""[IV.1.2] [IV.2.4] [IV.3.6] Railways are only exchanged."""


IN_FIRST_ROUND = (
    *ALWAYS,
    forbidding(SellShares, never("no-sale-in-first-round", "company")),
    forbidding(ExchangeMountain, never("mountain-exchange-begun", phase=numbers().course.mountain_exchange)),
    forbidding(ExchangeCoal, never("coal-exchange-begun", phase=numbers().course.coal_exchange)),
)
"""[VI.3.9] [VI.8.1a] Nothing is sold or exchanged yet."""
