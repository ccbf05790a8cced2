"""[VIII.12] [VIII.13] What the sale or export of a train card sets off: phase, rusting, surplus."""

from collections.abc import Iterable
from dataclasses import dataclass

from ferrovia.engine.play import Table
from ferrovia.model.ids import POOL, TrainId
from ferrovia.rules import trains
from ferrovia.rules.rounds import operating
from ferrovia.titles.t18cz.material import Face, books, box
from ferrovia.titles.t18cz.vaclav import receive_company_if_due


@dataclass(frozen=True, slots=True)
class ReturnTrain:
    train: TrainId


def top_card(table: Table) -> TrainId:
    """[VIII.10.5] Only the top card of the stack can be bought; the last kind never runs out."""
    train = trains.in_front(table)
    assert train is not None
    return train


def leave_the_stack(table: Table, train: TrainId) -> None:
    """[VIII.12 a–j] The next card is uncovered; the first card of a letter starts its phase."""
    if trains.leave_the_pile(table, train):
        receive_company_if_due(table)


def ended_by(table: Table, sold: Iterable[Face]) -> list[str]:
    """[VIII.12 discard 1] The kinds that the sale of some faces would end now."""
    ended = [kind for face in sold for kind in box(table).numbers.rusting.get(face.kind, ())]
    return [kind for kind in dict.fromkeys(ended) if kind not in books(table).rusted]


def kept_after(table: Table, held: Iterable[TrainId], sold: Face) -> int:
    """How many of some trains are left when a face is sold."""
    ended, cards = ended_by(table, (sold,)), table.state.trains
    return sum(box(table).faces[cards[train].face].kind not in ended for train in held)


def rust(table: Table, sold: Iterable[Face]) -> None:
    """[VIII.12 discard 1] A face once sold ends older faces of its colour, in companies and in the pool."""
    new = ended_by(table, sold)
    if new:
        table.keep(rusted=(*books(table).rusted, *new))
        trains.rust(table, lambda train, card: box(table).faces[card.face].kind in new)


def return_surplus(table: Table) -> None:
    """[VIII.12 discard 3] Whoever now has too many trains returns some to the pool, at once."""
    trains.give_up_surplus(table, table.box.operating_order(table.state))


def export_top_card(table: Table) -> None:
    """[VIII.13] [VIII.12 discard 2] The top card leaves the game, as if each of its faces had been sold."""
    train = top_card(table)
    trains.export(table, train)
    leave_the_stack(table, train)
    rust(table, box(table).card_of(train).faces)
    return_surplus(table)


def take_printed_order(table: Table) -> None:
    """The site asks the companies in the order of its list, and lets them return even what was just bought."""
    waiting = table.here(trains.SurplusFacts).companies
    table.note(companies=tuple(company for company in box(table).companies if company in waiting), kept=None)


RETURN_IN_ORDER = trains.giving_up_surplus(ReturnTrain, to=POOL)
SURPLUS_SCRIPT = (RETURN_IN_ORDER,)


def return_what_was_flipped_above_the_limit(table: Table) -> None:
    """The site lets a company flip acquired trains without a place for them, and asks for the surplus afterwards."""
    company = operating(table)
    if trains.is_over_limit(table, company):
        table.interrupt("surplus after flips", trains.SurplusFacts((company,)))


SURPLUS_SCRIPT_OF_SITE = (take_printed_order, RETURN_IN_ORDER)
