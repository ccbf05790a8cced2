"""What the procedures of 18ESP must remember while they are open."""

from dataclasses import dataclass
from typing import Literal

from ferrovia.model.ids import CompanyId, HexId, PlayerId, TrainId
from ferrovia.model.values import made_often
from ferrovia.rules.rounds import CompanyTurn, GameFacts


@dataclass(frozen=True, slots=True)
class CycleFacts(GameFacts):
    """Which cycle is being played, and how far it is."""

    is_last: bool = False
    """[7] RENFE has been founded: after this cycle the game is over."""

    @property
    def is_last_round(self) -> bool:
        """[7] The very last operating round, in which the north earns more."""
        return self.is_last and self.rounds_done == self.rounds


@dataclass(frozen=True, slots=True)
class CarrenoFacts:
    """[2.2] The winner of pioneer 7 sets the par of its company."""

    player: PlayerId
    company: CompanyId


@made_often
@dataclass(frozen=True, slots=True)
class Turn(CompanyTurn):
    """A company's turn, and what 18ESP must remember of it."""

    laid: tuple[HexId, ...] = ()
    """Where its ordinary tile actions were."""
    mine_laid: HexId | None = None
    touched_by_pioneer: HexId | None = None
    resting: TrainId | None = None
    """The train of pioneer 2, which does not run in the turn in which it came."""
    refused: tuple[CompanyId, ...] = ()
    """Minors whose directors have said no."""


@dataclass(frozen=True, slots=True)
class AbsorptionFacts:
    """[4.6] A southern company takes a minor over."""

    company: CompanyId
    minor: CompanyId
    case: Literal[1, 2, 3]
    swapped: bool | None = None


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """[4.3] Stations stood on a hex without a tile; now each one gets one of its two cities."""

    hex: HexId
    waiting: tuple[CompanyId, ...]
    layer: PlayerId


@dataclass(frozen=True, slots=True)
class TrainFaceFacts:
    """[2.2] Which face the train of pioneer 2 shows."""

    company: CompanyId
