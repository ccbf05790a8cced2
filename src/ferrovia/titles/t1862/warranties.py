"""[7.10] Warranties keep a train that is out of date until the last of them is used up."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.titles.t1862.companies import scrap
from ferrovia.titles.t1862.material import books, box, variant


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


def use_up_warranties(table: Table, company: CompanyId) -> None:
    """[7.10] After running, each train of the company that has any loses one, whether it ran or not."""
    for train in trains_of(table.state, company):
        left = warranties_on(table, train)
        if left:
            put_warranties(table, train, left - 1)
            table.tell("warranty-used", company=company, train=table.state.trains[train].face, left=left - 1)
            scrap_if_unprotected(table, train)
