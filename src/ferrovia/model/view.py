"""What can be seen: the printed things once (`Layout`), what changes at every position (`View`).

Terminal, SVG and browser draw from this and from nothing else. Words are keys here; `text` has the words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ferrovia.model.board import Orientation
from ferrovia.model.ids import CompanyId, HexId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.route import Route


@dataclass(frozen=True, slots=True)
class StopFace:
    """A stop on a tile: its kind, its slots, and what it pays (by period where that changes, else under "")."""

    kind: str
    slots: int
    revenue: Mapping[str, int]
    hidden: bool = False
    """What it pays is printed elsewhere: on another hex of the same area."""


@dataclass(frozen=True, slots=True)
class TrackFace:
    """A piece of track between two ends: sides `e0` to `e5`, stops `s0`, `s1` …"""

    ends: tuple[str, str]
    gauge: str
    terminal: bool


@dataclass(frozen=True, slots=True)
class TileFace:
    """A tile at turn 0. `count` is None where there are any number."""

    id: str
    colour: str
    label: str
    frame: str
    stops: tuple[StopFace, ...]
    tracks: tuple[TrackFace, ...]
    count: int | None
    piece: str = ""
    """The piece of cardboard, where it shows several tiles: with and without markers."""
    becomes: tuple[str, ...] = ()
    """The tiles that may be laid over it somewhere."""


@dataclass(frozen=True, slots=True)
class HexFace:
    """A printed hex. `figures` are the numbers printed on it, by what they mean; `tile` is printed track and stops."""

    id: HexId
    x: int
    y: int
    name: str
    terrain: str
    figures: Mapping[str, int]
    tile: TileFace | None = None
    blocked: tuple[int, ...] = ()
    """Sides over which track can never connect."""
    stubs: tuple[int, ...] = ()
    """Sides that every tile laid here must have track at."""


@dataclass(frozen=True, slots=True)
class MarketCell:
    """A space of the market with its place in rows and columns."""

    price: int
    row: int
    column: int
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a train with a certain face up can do: how far it runs, by what is counted, and what else."""

    range: Mapping[str, int]
    can: tuple[str, ...] = ()
    """`join`: run end to end as one with others that can; `leave-out`: visit more than it counts."""
    permit: str = ""
    """What a company must have among its marks to run it; "" where every company may."""


@dataclass(frozen=True, slots=True)
class TrainFace:
    """A kind of train card with its faces: name and price."""

    card: str
    count: int | None
    faces: Mapping[str, int]
    abilities: Mapping[str, Ability] = field(default_factory=dict[str, Ability])
    """What a train can do, by the name of its face."""
    family: str = ""
    """Which of several stacks it lies in, where there is more than one."""
    ends: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """The trains that leave the game when it is sold for the first time, by the name of its face."""


@dataclass(frozen=True, slots=True)
class PhaseFace:
    """A phase as printed."""

    name: str
    card: str
    """The train whose first sale begins it; "" at the start of the game."""
    colours: tuple[str, ...]
    """The tiles that may be laid."""
    limits: Mapping[str, int]
    """How many trains a company may have, by the kind of company."""
    rounds: int = 0
    """The operating rounds of a set; 0 where the phase does not decide it."""
    rules: tuple[str, ...] = ()
    """The paragraphs that say what else changes with it."""


@dataclass(frozen=True, slots=True)
class PrivateFace:
    """A private railway as printed."""

    id: str
    name: str
    figures: Mapping[str, int]
    rules: tuple[str, ...] = ()
    """The paragraphs that say what it can do; the words for that are `power` and its id."""


@dataclass(frozen=True, slots=True)
class CompanyFace:
    """How a company looks everywhere: colour, letters and pattern together, so that colour is never the only sign."""

    id: CompanyId
    name: str
    letters: str
    colour: str
    ink: str
    pattern: str
    shares: int
    home: HexId
    destination: str = ""
    """The hex that it was founded to reach."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map with a name of its own."""

    key: str
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything printed."""

    orientation: Orientation
    hexes: tuple[HexFace, ...]
    companies: tuple[CompanyFace, ...]
    tiles: tuple[TileFace, ...] = ()
    market: tuple[MarketCell, ...] = ()
    trains: tuple[TrainFace, ...] = ()
    privates: tuple[PrivateFace, ...] = ()
    areas: tuple[Area, ...] = ()
    """Where the map consists of several: each of them, in order."""
    phases: tuple[PhaseFace, ...] = ()
    endings: tuple[str, ...] = ()
    """The paragraphs that say how the game ends."""


@dataclass(frozen=True, slots=True)
class HexView:
    """What stands on a hex now, and the figures that count there now."""

    id: HexId
    tokens: tuple[CompanyId, ...]
    marks: tuple[str, ...]
    figures: Mapping[str, int]
    tile: str = ""
    """The tile laid here; none where the printed hex shows."""
    turn: int = 0
    stations: tuple[tuple[str, ...], ...] = ()
    """For each stop who stands in each slot; "" in a free one."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a company may reach once, and what that brings or has brought."""

    key: str
    reached: bool
    figures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CompanyView:
    id: CompanyId
    open: bool
    figures: Mapping[str, int]
    holders: Mapping[PlayerId, int]
    """How many shares each player has."""
    director: str = ""
    trains: tuple[str, ...] = ()
    """Train cards by name; `View.faces` says which face is up."""
    privates: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """What is special about it, as words: a permit, a charter, that the state runs it."""
    goals: tuple[Goal, ...] = ()
    train_limit: int | None = None
    """How many trains it may have now; None while it has none, and where trains are not limited by their number."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    id: PlayerId
    cash: int
    shares: Mapping[CompanyId, int]
    figures: Mapping[str, int]
    privates: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """What is special about them, as words: that they begin the next round."""
    pledges: tuple[CompanyId, ...] = ()
    """Companies that they have promised to bring to life."""


@dataclass(frozen=True, slots=True)
class OfferRow:
    """Companies that can be started from a phase on, in the order in which they are offered."""

    phase: str
    open: bool
    companies: tuple[CompanyId, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """A dial, a scale or a supply: the values it can show and which of them it shows (an index)."""

    key: str
    kind: Literal["dial", "scale", "supply"]
    values: tuple[int, ...]
    at: int
    red: int | None = None
    """From this index on it has a consequence."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A company on the market: its cell, and its place in the stack there, from the top."""

    company: CompanyId
    cell: int
    place: int


@dataclass(frozen=True, slots=True)
class Course:
    """The course of the game as a line of stops, and at which of them we are."""

    stops: tuple[Message, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the first train of a kind would set off if it were bought now."""

    card: str
    effects: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that changes. Hexes with nothing on them are left out."""

    course: Course
    hexes: tuple[HexView, ...]
    companies: tuple[CompanyView, ...]
    players: tuple[PlayerView, ...]
    gauges: tuple[Gauge, ...]
    phase: str = ""
    periods: tuple[str, ...] = ()
    """The periods that have begun, in order: where a stop pays by period, the last of them that it knows counts."""
    markers: tuple[Marker, ...] = ()
    depot: Mapping[str, int] = field(default_factory=dict[str, int])
    """Train cards still to be bought, in order."""
    pool: tuple[str, ...] = ()
    """Trains that came back."""
    faces: Mapping[str, str] = field(default_factory=dict[str, str])
    """The face of every train card that somebody has or that came back."""
    warranties: Mapping[str, int] = field(default_factory=dict[str, int])
    """How many warranties lie on a train card."""
    tiles_left: Mapping[str, int] = field(default_factory=dict[str, int])
    order: tuple[str, ...] = ()
    """Who operates in which order."""
    offer: tuple[OfferRow, ...] = ()
    """Companies that nobody has started yet, where that depends on the phase."""
    bank: int | None = None
    """What is in the bank; None where that does not matter."""
    marks: tuple[str, ...] = ()
    """What has changed the course of the game for good, as words: that the bank is broken."""
    ahead: tuple[Ahead, ...] = ()
    """Formations, exchanges and the like that wait for a train."""


@dataclass(frozen=True, slots=True)
class Network:
    """What a company's track leads to."""

    company: str
    stops: tuple[str, ...]
    blocked: tuple[str, ...]
    """Those of the stops at which a way ends because they are full of others."""
    sides: Mapping[HexId, tuple[int, ...]]
    """By hex, the sides that its track uses, as they lie."""


@dataclass(frozen=True, slots=True)
class RouteFace:
    """A train's route and what it brings beside the others."""

    route: Route
    revenue: int


@dataclass(frozen=True, slots=True)
class BestRoutes:
    """The best routes known, and whether better ones can exist: none earns more than the bound."""

    company: str
    routes: tuple[RouteFace, ...]
    revenue: int
    proved: bool
    upper_bound: int
    nodes: int
    microseconds: int
