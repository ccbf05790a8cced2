"""[7.9] [9] Phases: what the sale of a train by the bank sets off, and what trains cost now."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import DEPOT, SCRAP, TrainId
from ferrovia.titles.t1862.material import box, variant
from ferrovia.titles.t1862.warranties import scrap_if_unprotected


def current_price(table: Table, train: TrainId) -> int:
    """[7.9] As printed; half once a train of a later band was sold."""
    band, phases = box(table).band_of(train), list(box(table).phases)
    is_used = phases.index(table.state.phase) > phases.index(band.name)
    return band.price // 2 if is_used else band.price


def train_bought(table: Table, train: TrainId) -> None:
    """[7.9] [9] A train has left the bank's pile: the first of a band starts its phase, at once and for everybody."""
    _uncover_next(table, train)
    band = box(table).band_of(train).name
    if not box(table).is_reached(table.state, band):
        table.state.phase = band
        table.tell("phase", phase=band)
        _scrap_everywhere(table)


def _uncover_next(table: Table, taken: TrainId) -> None:
    """The last band never runs out, unless it was agreed otherwise: another card lies under the one that was taken."""
    band = box(table).band_of(taken)
    if not variant(table).train_count(band):
        number = int(taken.rsplit("-", 1)[1]) + 1
        table.give_train(TrainId(f"{band.name}-{number}"), to=DEPOT, face=band.name)


def _scrap_everywhere(table: Table) -> None:
    for train, card in list(table.state.trains.items()):
        if card.owner not in (DEPOT, SCRAP):
            scrap_if_unprotected(table, train)
