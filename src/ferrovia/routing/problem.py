"""What is asked: stops, the chains of track between them, trains, and the rules of a title as plain data.

A set of stops is an int with one bit for each stop (`1 << index`); so are sets of hex sides, of hexes, of groups.
Nothing here knows a title: a title writes its rules down in these words, and the solver reads only them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ferrovia.model.values import made_often

ANY = -1
"""Every stop, every gauge: the set without end."""


class Income(NamedTuple):
    """Money earned by running: what can be shared out, what goes to the treasury, what is a subsidy."""

    revenue: int = 0
    treasury: int = 0
    subsidy: int = 0

    def __bool__(self) -> bool:
        return any(self)

    @staticmethod
    def all_of(incomes: "Iterable[Income]") -> "Income":
        """The sum of some."""
        revenue = treasury = subsidy = 0
        for income in incomes:
            revenue += income[0]
            treasury += income[1]
            subsidy += income[2]
        return Income(revenue, treasury, subsidy)

    def plus(self, other: "Income") -> "Income":
        return Income(self.revenue + other.revenue, self.treasury + other.treasury, self.subsidy + other.subsidy)

    def times(self, count: int) -> "Income":
        return Income(self.revenue * count, self.treasury * count, self.subsidy * count)


NOTHING = Income()
REVENUE = Income(revenue=1)
"""As weights: only what can be shared out counts."""


@made_often
@dataclass(frozen=True, slots=True)
class Stop:
    """A place where trains stop, as the company that runs sees it."""

    name: str
    kind: str
    through: bool = True
    """Whether a route may go on beyond it: not where it is blocked, nor where the track ends."""
    token: bool = False
    """Whether the company has a station here."""
    groups: int = 0
    """A route touches at most one stop of each group."""
    crossed: int = 0
    """Groups that count only where the route goes on beyond the stop."""


@made_often
@dataclass(frozen=True, slots=True)
class Chain:
    """Track from one stop to the next, with no stop between."""

    ends: tuple[int, int]
    track: int
    """Hex sides and junctions: no route uses one twice, nor do two routes unless track is shared."""
    clash: int = 0
    """What one route may not use twice although two routes may."""
    gauge: int = 1
    hexes: int = 0
    """The hexes it runs over, those of its ends included."""
    moves: int = 1
    """Steps from hex to hex."""
    gates: tuple[int, int] = (0, 0)
    """By which entrance it comes to each of its ends, where that matters for a haul."""


class Limit(NamedTuple):
    """The most of these stops that may be counted."""

    stops: int
    most: int


class Bonus(NamedTuple):
    """Paid for a route that touches a stop of each set and, if ends are named, has one end in each of the two."""

    income: Income
    touches: tuple[int, ...] = ()
    ends: tuple[int, int] | None = None


class Terminal(NamedTuple):
    """Where a route ends and by which entrance it comes in: some places are entered from several hexes."""

    stop: int
    gate: int


Haul = Callable[[Terminal, Terminal], Income]


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One way in which a train may run."""

    pays: tuple[tuple[Income, ...], ...]
    """For each stop what it may pay: one of these, at the director's choice; () is a stop that pays nothing."""
    limits: tuple[Limit, ...] = ()
    """How many stops the route may touch."""
    counted: Limit | None = None
    """How many of these may be counted and paid."""
    skips: int = 0
    """Stops that may be passed without being counted."""
    moves: int | None = None
    """The most steps from hex to hex."""
    gauges: int = ANY
    banned: int = 0
    """Stops that it may not touch."""
    ends: int = ANY
    """Stops where it may end."""
    needs: tuple[int, ...] = ()
    """The route touches at least one stop of each of these sets."""
    uses: int = 0
    """Things of which the company has only one, as a tender: two routes cannot use the same."""
    bonuses: tuple[Bonus, ...] = ()
    hex_pay: Income = NOTHING
    """For each hex the route runs over."""
    haul: Haul | None = None
    """If set, only the two ends pay, and this for the distance between them."""


class Convoy(Enum):
    """Whether trains run end to end as one: then only the two ends of the whole convoy pay."""

    NEVER = "never"
    MAY = "may"
    MUST = "must"
    """All running trains marked so form one convoy, which others may join."""


@made_often
@dataclass(frozen=True, slots=True)
class Train:
    name: str
    services: tuple[Service, ...]
    convoy: Convoy = Convoy.NEVER


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A company's trains on its network."""

    stops: tuple[Stop, ...]
    chains: tuple[Chain, ...]
    trains: tuple[Train, ...]
    weights: Income = REVENUE
    """What a coin of each kind is worth when two answers are compared."""
    needs_token: bool = True
    shared_track: bool = False
    """Whether different routes may use the same track."""
    pays_once: bool = False
    """Whether a stop (and a hex) pays once for all routes together."""
    meeting: int = 0
    """Stops where routes must meet so that all hang together; 0: they need not."""
    home: int = 0
    """Some route touches one of these; 0: no such rule."""
    must_run: bool = False
    """Whether a train may stay idle only if no route of its own can be added."""

    def worth(self, income: Income) -> int:
        weights = self.weights
        return income[0] * weights[0] + income[1] * weights[1] + income[2] * weights[2]

    @property
    def tokens(self) -> int:
        return sum(1 << index for index, stop in enumerate(self.stops) if stop.token)


@made_often
@dataclass(frozen=True, slots=True)
class Route:
    """A train's way: stops in order, the chain from each to the next, and what is taken at each stop."""

    train: int
    stops: tuple[int, ...]
    chains: tuple[int, ...]
    service: int = 0
    pays: tuple[int | None, ...] | None = None
    """Which of the stop's payments is taken, None where the stop is not counted; without it: the best choice."""
    convoy: int | None = None
    """Routes with the same number run as one."""

    def served_by(self, service: int) -> "Route":
        """The same way, the train running in another of its ways."""
        return Route(self.train, self.stops, self.chains, service, self.pays, self.convoy)

    def paid(self, pays: tuple[int | None, ...]) -> "Route":
        """The same way with what is taken at each stop."""
        return Route(self.train, self.stops, self.chains, self.service, pays, self.convoy)


@dataclass(frozen=True, slots=True)
class Solution:
    """The best routes found, and what is known about better ones."""

    routes: tuple[Route, ...]
    income: Income
    worth: int
    upper_bound: int
    """No set of routes is worth more."""
    nodes: int
    seconds: float

    @property
    def revenue(self) -> int:
        return self.income.revenue

    @property
    def proved(self) -> bool:
        return self.worth >= self.upper_bound
