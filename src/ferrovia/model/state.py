"""The state of a game: flat tables of immutable values and the stack of open procedures."""

from dataclasses import dataclass
from typing import Any, Self

from ferrovia.model.board import Board
from ferrovia.model.ids import CertId, CompanyId, Owner, PlayerId, TrainId
from ferrovia.model.values import made_often


@made_often
@dataclass(frozen=True, slots=True)
class Frame:
    """An open procedure: the script, the name of the step it stands at, and what it must remember."""

    script: str
    at: str
    facts: Any


@made_often
@dataclass(frozen=True, slots=True)
class Quote:
    """Where a company's marker stands on the market, and since when: the earlier arrival operates first."""

    cell: int
    since: int


@made_often
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

    __slots__ = (
        "board",
        "cash",
        "certs",
        "closed",
        "debt",
        "extras",
        "floated",
        "last_revenue",
        "operated",
        "order",
        "pars",
        "phase",
        "players",
        "prices",
        "stack",
        "tokens",
        "trains",
    )

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
        order: tuple[PlayerId, ...] = (),
        pars: dict[CompanyId, int] | None = None,
        floated: tuple[CompanyId, ...] = (),
        operated: tuple[CompanyId, ...] = (),
        closed: tuple[CompanyId, ...] = (),
        last_revenue: dict[CompanyId, int] | None = None,
        debt: dict[PlayerId, int] | None = None,
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
        self.order = order or players
        """In which order players have their turns; whoever has the priority deal comes first."""
        self.pars = {} if pars is None else pars
        """The par or start price of every company that was started."""
        self.floated = floated
        """Companies that have their capital and may operate, in the order in which they came to it."""
        self.operated = operated
        """Companies that have had their first turn."""
        self.closed = closed
        """Companies that have left the game."""
        self.last_revenue = {} if last_revenue is None else last_revenue
        self.debt = {} if debt is None else debt
        """What players owe the bank."""

    @property
    def running(self) -> tuple[CompanyId, ...]:
        """Companies that may operate, in the order in which they came to their capital."""
        closed = self.closed
        return tuple([company for company in self.floated if company not in closed]) if closed else self.floated

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.players = self.players
        new.cash = self.cash.copy()
        new.certs = self.certs.copy()
        new.tokens = self.tokens.copy()
        new.board = self.board
        new.extras = self.extras
        new.stack = self.stack.copy()
        new.prices = self.prices.copy()
        new.trains = self.trains.copy()
        new.phase = self.phase
        new.order = self.order
        new.pars = self.pars.copy()
        new.floated = self.floated
        new.operated = self.operated
        new.closed = self.closed
        new.last_revenue = self.last_revenue.copy()
        new.debt = self.debt.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)


def trains_of(state: State, owner: Owner) -> list[TrainId]:
    return [train for train, card in state.trains.items() if card.owner == owner]
