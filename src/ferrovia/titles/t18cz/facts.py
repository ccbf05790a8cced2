"""What the procedures of 18CZ must remember while they are open."""

from dataclasses import dataclass
from typing import Literal

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId, HexId, PlayerId, TrainId


@dataclass(frozen=True, slots=True)
class GameFacts:
    """How many sets of rounds are behind us, and whether the stock round of this set is."""

    sets_done: int = 0
    stock_round_done: bool = False
    rounds_done: int = 0
    """Operating rounds of this set."""


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """The pre-stock round: how many turns were taken, and how many passes came since the last purchase."""

    turn: int = 0
    passed: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class StockFacts:
    """A stock round. `sold_now`: what this player has sold in this turn; `sold`: by whom, what, in this round."""

    number: int
    player: PlayerId
    passes: int = 0
    sold_now: tuple[CompanyId, ...] = ()
    sold: tuple[tuple[PlayerId, CompanyId], ...] = ()
    over_limit: tuple[PlayerId, ...] = ()
    """Who began this round with too many certificates and has not sold down yet."""
    last_buyer: PlayerId | None = None
    """Whose purchase has ended the turn before."""


@dataclass(frozen=True, slots=True)
class OperatingFacts:
    """An operating round: who operates in which order, and how many have."""

    companies: tuple[CompanyId, ...] = ()
    done: int = 0


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """A company's turn, and what was done in it."""

    company: CompanyId
    first: bool
    """It has never operated before."""
    home_placed: bool = False
    yellow_laid: int = 0
    upgraded: bool = False
    track_done: bool = False
    station_done: bool = False
    revenue: int | None = None
    paid: bool = False
    acquisitions_done: bool = False
    helped: bool = False
    """The director has added money for a train."""
    trains_done: bool = False


def operating(table: Table) -> CompanyId:
    """The company whose turn it is, also while one of its acquisitions is being carried out."""
    for frame in reversed(table.state.stack):
        if isinstance(frame.facts, CompanyTurn):
            return frame.facts.company
    raise LookupError("no company operates")


@dataclass(frozen=True, slots=True)
class AcquisitionFacts:
    """A company takes another one over: what is still to be decided."""

    buyer: CompanyId
    target: CompanyId
    amount: int
    """The price of a share."""
    trains: tuple[TrainId, ...] = ()
    """Trains that came with it and wait for a decision."""


@dataclass(frozen=True, slots=True)
class SurplusFacts:
    """Companies with too many trains, in operating order; `kept` may not be returned."""

    companies: tuple[CompanyId, ...]
    kept: TrainId | None = None


@dataclass(frozen=True, slots=True)
class VaclavFacts:
    """Vaclav receives a company of this size."""

    size: Literal["S", "M", "L"]
    company: CompanyId | None = None


@dataclass(frozen=True, slots=True)
class RenewalFacts:
    """Vaclav's companies that still take a new train at the end of a set."""

    companies: tuple[CompanyId, ...]


@dataclass(frozen=True, slots=True)
class AssignFacts:
    """A station stood on a hex without track; the tile now laid there has two cities for it."""

    hex: HexId
    company: CompanyId
    layer: PlayerId
    done: bool = False
