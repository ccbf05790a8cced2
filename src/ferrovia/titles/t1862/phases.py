"""[7.9] [7.10] [9] Phases: what the sale of a train sets off, what trains cost now, which warranties keep them."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import DEPOT, POOL, SCRAP, CompanyId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.rules.rounds import operating
from ferrovia.rules.trains import leave_the_pile
from ferrovia.titles.t1862.material import books, box, variant


def current_price(table: Table, train: TrainId) -> int:
    """[7.9] As printed; half once a train of a later band was sold."""
    band, phase = box(table).card_of(train), table.state.phase
    is_used = phase != band.name and box(table).is_reached(table.state, band.name)
    return band.price // 2 if is_used else band.price


def train_bought(table: Table, train: TrainId) -> None:
    """[7.9] [9] A train has left the bank's pile: the first of a band starts its phase, at once and for everybody. The
    last band never runs out, unless it was agreed otherwise."""
    if leave_the_pile(table, train, shown=box(table).card_of(train).name):
        for other, card in list(table.state.trains.items()):
            if card.owner not in (DEPOT, SCRAP):
                scrap_if_unprotected(table, other)


# ----------------------------------------------------------------------------------------------------------- warranties


def warranties_on(table: Table, train: TrainId) -> int:
    return books(table).warranties.get(train, 0)


def put_warranties(table: Table, train: TrainId, number: int) -> None:
    """This many lie on a train; a train without any is not written down."""
    others = {other: left for other, left in books(table).warranties.items() if other != train}
    table.keep(warranties={**others, train: number} if number else others)


def is_out_of_date(table: Table, train: TrainId) -> bool:
    """[9] The phase has come that ends its band."""
    ended_by = variant(table).scraps(box(table).card_of(train))
    return ended_by != "" and box(table).is_reached(table.state, ended_by)


def scrap_if_unprotected(table: Table, train: TrainId) -> None:
    """[7.10] [9] A train that is out of date and has no warranty leaves the game."""
    if is_out_of_date(table, train) and not warranties_on(table, train):
        card = table.state.trains[train]
        table.tell("train-scrapped", company=card.owner, train=card.face)
        scrap(table, train)


def use_up_its_warranties(table: Table) -> None:
    """[7.10] After running, each train of the company that has any loses one, whether it ran or not."""
    company = operating(table)
    for train in trains_of(table.state, company):
        left = warranties_on(table, train)
        if left:
            put_warranties(table, train, left - 1)
            table.tell("warranty-used", company=company, train=table.state.trains[train].face, left=left - 1)
            scrap_if_unprotected(table, train)


# ----------------------------------------------------------------------------------------------------- leaving the game


def scrap(table: Table, train: TrainId) -> None:
    """A train leaves the game, and its warranties with it."""
    table.give_train(train, to=SCRAP)
    put_warranties(table, train, 0)
    take_from_estate(table, train)


def leave_behind(table: Table, train: TrainId, company: CompanyId) -> None:
    """The site's way: the train of a bankrupt company lies in the pool, to be sold for that company."""
    table.give_train(train, to=POOL)
    table.keep(estates={**books(table).estates, train: company})


def take_from_estate(table: Table, train: TrainId) -> None:
    """Nobody else can buy it any more."""
    table.keep(estates={other: company for other, company in books(table).estates.items() if other != train})
