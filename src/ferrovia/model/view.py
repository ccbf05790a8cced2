"""What can be seen: the printed things once (`Layout`), what changes at every position (`View`).

Terminal, SVG and browser draw from this and from nothing else. Words are keys here; `text` has the words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ferrovia.model.board import Orientation
from ferrovia.model.ids import CompanyId, HexId, PlayerId
from ferrovia.model.message import Message


@dataclass(frozen=True, slots=True)
class HexFace:
    """A printed hex. `figures` are the numbers printed on it, by what they mean."""

    id: HexId
    x: int
    y: int
    name: str
    terrain: str
    figures: Mapping[str, int]


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


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything printed."""

    orientation: Orientation
    hexes: tuple[HexFace, ...]
    companies: tuple[CompanyFace, ...]


@dataclass(frozen=True, slots=True)
class HexView:
    """What stands on a hex now, and the figures that count there now."""

    id: HexId
    tokens: tuple[CompanyId, ...]
    marks: tuple[str, ...]
    figures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CompanyView:
    id: CompanyId
    open: bool
    figures: Mapping[str, int]
    holders: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class PlayerView:
    id: PlayerId
    cash: int
    shares: Mapping[CompanyId, int]
    figures: Mapping[str, int]


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
class Course:
    """The course of the game as a line of stops, and at which of them we are."""

    stops: tuple[Message, ...]
    at: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything that changes. Hexes with nothing on them are left out."""

    course: Course
    hexes: tuple[HexView, ...]
    companies: tuple[CompanyView, ...]
    players: tuple[PlayerView, ...]
    gauges: tuple[Gauge, ...]
