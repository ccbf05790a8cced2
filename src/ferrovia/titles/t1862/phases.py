"""[7.9] [9] Phases: what the sale of a train by the bank sets off, and what trains cost now."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import DEPOT, SCRAP, TrainId
from ferrovia.rules.trains import leave_the_pile
from ferrovia.titles.t1862.material import box
from ferrovia.titles.t1862.warranties import scrap_if_unprotected


def current_price(table: Table, train: TrainId) -> int:
    """[7.9] As printed; half once a train of a later band was sold."""
    band, phases = box(table).card_of(train), list(box(table).phases)
    is_used = phases.index(table.state.phase) > phases.index(band.name)
    return band.price // 2 if is_used else band.price


def train_bought(table: Table, train: TrainId) -> None:
    """[7.9] [9] A train has left the bank's pile: the first of a band starts its phase, at once and for everybody. The
    last band never runs out, unless it was agreed otherwise."""
    if leave_the_pile(table, train, shown=box(table).card_of(train).name):
        for other, card in list(table.state.trains.items()):
            if card.owner not in (DEPOT, SCRAP):
                scrap_if_unprotected(table, other)
