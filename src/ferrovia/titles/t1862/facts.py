"""What the rounds and turns of 1862 must remember while they are open. Procedures of one chapter have theirs there."""

from dataclasses import dataclass

from ferrovia.model.ids import CompanyId


@dataclass(frozen=True, slots=True)
class GameFacts:
    """[3] Where we are in the course: Parliament, stock round, operating rounds, set by set."""

    sets_done: int = 0
    parliaments_done: int = 0
    """Of this set: two at the start of the game, then one."""
    stock_round_done: bool = False
    rounds: int = 0
    """[7.9] How many operating rounds this set has; fixed when the stock round ends."""
    rounds_done: int = 0


@dataclass(frozen=True, slots=True)
class OperatingFacts:
    """[7.1] An operating round: the companies in order, and who has operated or was merged with one that has."""

    companies: tuple[CompanyId, ...] = ()
    operated: tuple[CompanyId, ...] = ()


@dataclass(frozen=True, slots=True)
class CompanyTurn:
    """[7.1] A company's turn, and what was done in it. A merger may hand it to another company."""

    company: CompanyId
    first: bool
    """It has never operated before."""
    over: bool = False
    """Ended at once: merged with a company that had operated, or bankrupt."""
    home_done: bool = False
    merging_done: bool = False
    yellow_laid: int = 0
    track_done: bool = False
    linked_london: bool = False
    station_done: bool = False
    revenue: int | None = None
    subsidy: int = 0
    paid: bool = False
    raised: str = ""
    """[7.11] How money was raised for a train that must be bought now: `shares` or `refinancing`."""
    trains_done: bool = False
    redeemed: bool = False
    """[7.13] Its share of this turn."""
    redeeming_done: bool = False
    acquiring_done: bool = False
