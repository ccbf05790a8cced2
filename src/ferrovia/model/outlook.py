"""What a title's numbers say about the time to come: all that a valuation needs and a box does not hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ferrovia.model.ids import CompanyId, Owner, PlayerId, TrainId
from ferrovia.model.state import State


@dataclass(frozen=True, slots=True)
class Purchase:
    """A train that a company can come to own: the card, the face it would show, what it costs."""

    train: TrainId
    face: str
    cost: int


@dataclass(frozen=True, slots=True)
class Railway:
    """A railway that belongs to one player until it becomes part of a company."""

    company: CompanyId
    owner: PlayerId
    percent: int
    """Of its revenue that the owner gets."""
    runs: int
    """Before it is exchanged."""
    heir: CompanyId
    shares: int
    """Of the heir, for its owner."""


def nothing(state: State) -> Mapping[PlayerId, int]:
    return {}


def no_railways(state: State) -> Sequence[Railway]:
    return ()


def no_lot(state: State, player: PlayerId) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The questions about the future that each title with trains answers by its own numbers."""

    rounds_left: Callable[[State], int]
    """Operating rounds that have not begun; a guess where a bank or a phase decides."""
    runs_left: Callable[[State, CompanyId], int]
    """How often a company will still run its trains."""
    price_after: Callable[[State, CompanyId, int], int]
    """The share price after a number of dividends."""
    to_float: Callable[[State, CompanyId], int]
    """The percent that players must still buy before a company gets its capital; 0 once it has it."""
    founder: Callable[[State, CompanyId], PlayerId | None]
    """Who directs a company, or will once it floats."""
    capital: Callable[[State, CompanyId], int]
    """What a started company has or will have when it floats."""
    places: Callable[[State, CompanyId], int]
    """How many trains a company may own."""
    trains_ahead: Callable[[State, CompanyId], Sequence[Purchase]]
    """Trains that a company could run, one of each kind, in the order in which they come up for sale."""
    runs_by: Callable[[State, CompanyId, str], bool]
    """Whether a company may run a train with this face."""
    face_cost: Callable[[str], int]
    """What a train with this face costs."""
    cards_before_rust: Callable[[State, str], int | None]
    """How many train cards leave the stack before a face is worthless; None: it stays."""
    incomes: Callable[[State], Mapping[Owner, int]]
    """What privates pay their owners in an operating round."""
    reserve: Callable[[State], int]
    """What a player should keep at this moment to start a company when he can."""
    claims: Callable[[State], Mapping[PlayerId, int]] = nothing
    """What players will get for papers that are no shares, or must pay for what they have not fulfilled."""
    railways: Callable[[State], Sequence[Railway]] = no_railways
    lot: Callable[[State, PlayerId], int] = no_lot
    """The most that a player should give for what is auctioned now."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """For a title without trains: what each player will have in the end, as far as numbers and some guesses tell."""

    worth: Callable[[State, Mapping[str, float]], Mapping[PlayerId, float]]
    guesses: Mapping[str, float]
    """By name: what cannot be read off a position, as it is taken if nobody knows better."""


MOST_ROUNDS = 16


def rounds_until_broken(bank: int, paid: int, *, growth: float) -> int:
    """How many rounds a bank lasts that pays so much in the next one, and more by a part of it from round to round."""
    rounds, flow = 0, float(max(1, paid))
    while bank > 0 and rounds < MOST_ROUNDS:
        bank -= round(flow)
        flow *= 1 + growth
        rounds += 1
    return rounds
