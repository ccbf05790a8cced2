"""What the procedures of 18CZ must remember while they are open."""

from dataclasses import dataclass
from typing import Literal

from ferrovia.model.ids import CompanyId, HexId, PlayerId, TrainId


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """The pre-stock round: how many turns were taken, and how many passes came since the last purchase."""

    turn: int = 0
    passed: tuple[PlayerId, ...] = ()


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
