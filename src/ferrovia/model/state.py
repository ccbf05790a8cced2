"""The state of a game: flat tables of immutable values and the stack of open procedures."""

from dataclasses import dataclass
from typing import Any, Self

from ferrovia.model.board import Board
from ferrovia.model.ids import CertId, CompanyId, Owner, PlayerId


@dataclass(frozen=True, slots=True)
class Frame:
    """An open procedure: the script, the name of the step it stands at, and what it must remember."""

    script: str
    at: str
    facts: Any


class State:
    """Everything that lies on the table.

    The tables are dicts that are copied before they are changed, their values are immutable: so a copy costs a few
    microseconds and an earlier state is never touched.
    """

    __slots__ = ("board", "cash", "certs", "extras", "players", "stack", "tokens")

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

    def copy(self) -> Self:
        return type(self)(
            players=self.players,
            cash=self.cash.copy(),
            certs=self.certs.copy(),
            tokens=self.tokens.copy(),
            board=self.board,
            extras=self.extras,
            stack=self.stack.copy(),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)
