"""What the procedures of Chicago Express must remember while they are open."""

from dataclasses import dataclass

from ferrovia.model.ids import CompanyId, PlayerId


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Who opens the first auction, and whose turn comes next once turns are taken."""

    first_bidder: PlayerId
    next_turn: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """A player's turn: whether the action was chosen, and which company it brought to Chicago."""

    player: PlayerId
    acted: bool = False
    reached_chicago: CompanyId | None = None


@dataclass(frozen=True, slots=True)
class ChicagoFacts:
    """A company has reached Chicago by this player's action."""

    company: CompanyId
    player: PlayerId
    wabash_opened: bool = False
