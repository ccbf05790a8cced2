"""[7.3] [8] What the state does for a company without a director: it buys a train if it can, else that is the end.

It runs the best routes (with the running of trains) and keeps what they earn (with the dividends).
"""

from ferrovia.engine.play import Step, Table
from ferrovia.model.ids import CompanyId
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.trains import in_front, is_trainless
from ferrovia.titles.t1862 import forced
from ferrovia.titles.t1862.companies import go_bankrupt
from ferrovia.titles.t1862.material import Face, Kind, Variant, box, permits_of
from ferrovia.titles.t1862.trains import held_and_limit, take_from_bank

ORDER: tuple[Kind, ...] = ("express", "freight", "local")
"""[8] Of several kinds the first that it may run."""


def kind_to_buy(table: Table, company: CompanyId, *, always_by_kind: bool) -> Kind | None:
    """[8] The first kind that it has a permit for and room for."""
    for kind in ORDER:
        held, limit = held_and_limit(table, company, kind, always_by_kind=always_by_kind)
        if kind in permits_of(table, company) and held < limit:
            return kind
    return None


def train_to_buy(table: Table, company: CompanyId, *, always_by_kind: bool) -> Face | None:
    """[7.3] [8] What the state buys from the bank now; None where it cannot."""
    train, kind = in_front(table), kind_to_buy(table, company, always_by_kind=always_by_kind)
    if train is None or kind is None or forced.shortfall(table, company):
        return None
    return next(face for face in box(table).card_of(train).faces if face.kind == kind)


def steps(rules: Variant) -> tuple[Step, ...]:
    """The site counts the trains of one kind only, even where the limit is for all together."""

    def let_the_state_buy(table: Table) -> None:
        """[7.3] [8] One train a turn, without further warranties; without any train the company is bankrupt."""
        company = table.here(CompanyTurn).company
        face = train_to_buy(table, company, always_by_kind=rules.site)
        if face is not None:
            take_from_bank(table, face)
        elif is_trainless(table.state, company):
            go_bankrupt(table, company)

    return (let_the_state_buy,)
