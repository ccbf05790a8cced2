"""[VII.14] [VII.15] Trains in the bank, and what the sale or export of one sets off."""

from collections.abc import Iterable
from typing import Any

from ferrovia.engine.play import Move, Step, Table, Then
from ferrovia.model.ids import DEPOT, SCRAP, CompanyId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.rules import trains
from ferrovia.rules.trains import DiscardTrain
from ferrovia.titles.t1824.companies import director, order_now
from ferrovia.titles.t1824.directorless import close_construction_railways
from ferrovia.titles.t1824.exchange import exchange_all_coal
from ferrovia.titles.t1824.material import books, box
from ferrovia.titles.t1824.numbers import Face

# --------------------------------------------------------------------------------------------------- trains in the bank


def face_of(table: Table, train: TrainId) -> Face:
    return box(table).card_of(train).face


def on_offer(table: Table) -> list[TrainId]:
    """[VII.11.4] [VII.11.5] The lowest normal train, and every kind of g-train that its phase has released."""
    material, bank = box(table), table.state.trains.first_of_each(DEPOT)
    left = [card for name, card in material.cards.items() if name in bank]
    normal = [bank[card.name] for card in left if card.phase][:1]
    goods = (card for card in left if not card.phase)
    return normal + [bank[card.name] for card in goods if material.is_reached(table.state, card.face.offered_in)]


# -------------------------------------------------------------------------------------------------------- phase changes


def take_effect(table: Table, train: TrainId, *, opens_at_once: bool) -> bool:
    """[VII.14] A train has left the bank: removals, and what a new phase brings. Tells whether one has begun."""
    card = box(table).card_of(train)
    begins = trains.leave_the_pile(table, train)
    remove_trains(table, card.face.ends)
    if begins:
        forming = [c for c in box(table).of_kind["staatsbahn"] if box(table).companies[c].formed_in == card.phase]
        table.keep(due=(*books(table).due, *forming))
        close_construction_railways(table, card.phase)
        if card.phase == box(table).numbers.course.coal_closing:
            exchange_all_coal(table, opens_at_once=opens_at_once)
    return begins


def remove_trains(table: Table, kinds: tuple[str, ...]) -> None:
    """[VII.11] Everywhere, in the bank too."""
    trains.rust(table, lambda train, card: card.face in kinds)
    for train in trains_of(table.state, DEPOT):
        if table.state.trains[train].face in kinds:
            table.give_train(train, to=SCRAP)


def export_if_begun(table: Table) -> None:
    """[VII.15.1] From the first 2-train on."""
    if box(table).is_reached(table.state, box(table).numbers.course.exports):
        export_train(table)


def export_train(table: Table) -> None:
    """[VII.15] The lowest normal train leaves the game; no money moves."""
    train = next(iter(on_offer(table)), None)
    if train is None or face_of(table, train).family != "normal":
        return  # only the site runs out of trains
    trains.export(table, train)
    take_effect(table, train, opens_at_once=True)


# ------------------------------------------------------------------------------------------------------- surplus trains


def has_surplus(table: Table, company: CompanyId) -> bool:
    """[side 7] Where there is no director nobody gives up trains."""
    return trains.is_over_limit(table, company) and director(table, company) is not None


LET_OTHERS_FIRST = trains.letting_others_first(has_surplus)
"""On the site companies with too many trains give some up in any order."""


def discarding_surplus(*others: Move[Any]) -> Step:
    """[VII.11.11] Each director chooses what leaves the game; `others`: what may be done before."""
    return trains.giving_up_surplus(DiscardTrain, SCRAP, *others, is_over=has_surplus)


def surplus_in_order(table: Table) -> trains.SurplusFacts:
    """[VII.11.11] Who gives up trains: the acting company first, then in operating order."""
    return with_surplus(table, trains.acting_first(table, order_now(table)))


def surplus_as_listed(table: Table) -> trains.SurplusFacts:
    """The site asks in the order of its list."""
    return with_surplus(table, sorted(box(table).companies, key=box(table).numbers.site.last.__contains__))


def with_surplus(table: Table, companies: Iterable[CompanyId]) -> trains.SurplusFacts:
    """Those of some companies that have too many trains."""
    return trains.SurplusFacts(tuple([company for company in companies if trains.is_over_limit(table, company)]))


def discard_of_all(table: Table) -> Then:
    return Then("surplus trains", box(table).ways.surplus_after(table))
