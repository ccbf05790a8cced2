"""The state of a game: flat tables of immutable values and the stack of open procedures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, Self

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


class Holdings(dict[CertId, Owner]):
    """Who holds each certificate, and what was counted of them.

    How much somebody has of a company is asked many times for each answer, while most answers move no paper: so a copy
    knows what was counted before, until a paper changes hands. No paper is ever lost, so none is taken out.
    """

    __slots__ = ("counted",)

    def __init__(self, holders: Mapping[CertId, Owner]) -> None:
        super().__init__(holders)
        self.counted: dict[Any, Any] = {}
        """What was counted, by what was asked for; `Papers` and `Box` write it."""

    def copy(self) -> "Holdings":
        new = Holdings.__new__(Holdings)
        super(Holdings, new).update(self)
        new.counted = self.counted
        return new

    def __eq__(self, other: object) -> bool:
        """Where no paper has changed hands since one was copied from the other, nobody looks at each of them."""
        return (isinstance(other, Holdings) and self.counted is other.counted) or super().__eq__(other)

    def __setitem__(self, cert: CertId, holder: Owner) -> None:
        self.counted = {}
        super().__setitem__(cert, holder)

    def __delitem__(self, cert: CertId) -> NoReturn:
        raise TypeError("no certificate is ever lost: hand it over")

    def __ior__(self, moved: Any) -> Self:
        self.counted = {}
        return super().__ior__(moved)

    def update(self, *moved: Any, **named: Owner) -> None:
        self.counted = {}
        super().update(*moved, **named)

    def __reduce__(self) -> tuple[Any, ...]:
        """Nothing that was counted is stored."""
        return Holdings, (dict(self),)


class TrainCards(dict[TrainId, Train]):
    """All train cards by name. A value: changing it makes another, so that states share it, and what it has found out.

    Who has which cards is asked at nearly every answer, while they seldom change hands.
    """

    __slots__ = ("_first", "_held")

    def __init__(self, cards: Mapping[TrainId, Train], held: dict[Owner, tuple[TrainId, ...]] | None = None) -> None:
        """`held`: what is known of some owners."""
        super().__init__(cards)
        self._held: dict[Owner, tuple[TrainId, ...]] = {} if held is None else held
        self._first: dict[Owner, Mapping[str, TrainId]] = {}

    def held_by(self, owner: Owner) -> tuple[TrainId, ...]:
        """The cards of an owner, in the order in which they lie."""
        held = self._held.get(owner)
        if held is None:
            held = self._held[owner] = tuple([train for train, card in self.items() if card.owner == owner])
        return held

    def first_of_each(self, owner: Owner) -> Mapping[str, TrainId]:
        """For each face that cards of an owner show, the one that lies in front."""
        first = self._first.get(owner)
        if first is None:
            cards = reversed(self.held_by(owner))
            first = self._first[owner] = {self[train].face: train for train in cards}
        return first

    def with_card(self, train: TrainId, card: Train) -> "TrainCards":
        """A card is new, turned, or somebody else's: then it lies behind all others."""
        before, cards = self.get(train), dict(self)
        if before is not None and before.owner != card.owner:
            del cards[train]
        cards[train] = card
        return TrainCards(cards, self._held_by_others(before, card))

    def without(self, train: TrainId) -> "TrainCards":
        return TrainCards({other: card for other, card in self.items() if other != train})

    def _held_by_others(self, *cards: Train | None) -> dict[Owner, tuple[TrainId, ...]]:
        """What is known of all but the owners of some cards."""
        owners = [card.owner for card in cards if card is not None]
        return {owner: held for owner, held in self._held.items() if owner not in owners}

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made as a whole: card by card it would be refused."""
        return TrainCards, (dict(self),)

    def __setitem__(self, train: TrainId, card: Train) -> NoReturn:
        raise TypeError("train cards are a value: use with_card")

    def __delitem__(self, train: TrainId) -> NoReturn:
        raise TypeError("train cards are a value: use without")


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
        certs: Mapping[CertId, Owner],
        tokens: dict[CompanyId, int],
        board: Board,
        extras: Any,
        stack: list[Frame],
        prices: dict[CompanyId, Quote] | None = None,
        trains: Mapping[TrainId, Train] | None = None,
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
        self.certs = Holdings(certs)
        """Who holds each certificate."""
        self.tokens = tokens
        """How many tokens lie unplaced on each charter."""
        self.board = board
        self.extras = extras
        """The tables that only this title has: one frozen value."""
        self.stack = stack
        self.prices = {} if prices is None else prices
        self.trains = TrainCards({} if trains is None else trains)
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
        new.trains = self.trains
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
    return list(state.trains.held_by(owner))
