"""The state of a game: flat tables of immutable values and the stack of open procedures."""

from dataclasses import dataclass
from typing import Any, Self

from ferrovia.model.board import Board
from ferrovia.model.ids import CertId, CompanyId, Owner, PlayerId, TrainId


@dataclass(frozen=True, slots=True)
class Frame:
    """An open procedure: the script, the name of the step it stands at, and what it must remember."""

    script: str
    at: str
    facts: Any


@dataclass(frozen=True, slots=True)
class Quote:
    """Where a company's marker stands on the market, and since when: the earlier arrival operates first."""

    cell: int
    since: int


@dataclass(frozen=True, slots=True)
class Train:
    """A train card: who has it (a company, the depot, the pool, the scrap heap) and which of its faces is up."""

    owner: Owner
    face: str


class State:
    """Everything that lies on the table.

    The tables are dicts that are copied before they are changed, their values are immutable: so a copy costs a few
    microseconds and an earlier state is never touched.
    """

    __slots__ = ("board", "cash", "certs", "extras", "phase", "players", "prices", "stack", "tokens", "trains")

    def __init__(
        self,
        *,
        players: tuple[PlayerId, ...],
        cash: dict[Owner, int],
        certs: dict[CertId, Owner],
        tokens: dict[CompanyId, int],
        board: Board,
        extras: Any,
        stack: list[Frame],
        prices: dict[CompanyId, Quote] | None = None,
        trains: dict[TrainId, Train] | None = None,
        phase: str = "",
    ) -> None:
        self.players = players
        """In seat order, clockwise."""
        self.cash = cash
        self.certs = certs
        """Who holds each certificate."""
        self.tokens = tokens
        """How many tokens lie unplaced on each charter."""
        self.board = board
        self.extras = extras
        """The tables that only this title has: one frozen value."""
        self.stack = stack
        self.prices = {} if prices is None else prices
        self.trains = {} if trains is None else trains
        self.phase = phase

    def copy(self) -> Self:
        return type(self)(
            players=self.players,
            cash=self.cash.copy(),
            certs=self.certs.copy(),
            tokens=self.tokens.copy(),
            board=self.board,
            extras=self.extras,
            stack=self.stack.copy(),
            prices=self.prices.copy(),
            trains=self.trains.copy(),
            phase=self.phase,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)
