"""Tiles: stops, track, and how a tile looks when it is turned.

A printed hex is a tile as well. Track runs between *ends*: `e0` to `e5` are the sides, `s0`, `s1` … the stops. Where
two tracks run side by side over one side, the ends are `e4a` and `e4b`; `a` meets `b` of the neighbour. Inside, a side
is a small int (`Side`): 0 to 5, for the parallel tracks 6 to 11 (a) and 12 to 17 (b). A set of the six sides is a mask,
side n being bit n. Turning by n adds n to each side.

    Tile, Stop, Track       what is printed
    Tile.turned(n)          a `Picture`: the tile as it lies, everything as small ints
    Tile.lowest_turn(n)     the smallest turn that looks the same, and where each stop is there
    stops_kept(old, new)    whether one picture may lie over another: where each old stop goes
    TileSet                 all tiles of a title; tiles that are one piece of cardboard share its count
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from ferrovia.model.data import Data
from ferrovia.model.ids import TileId

Kind = Literal["city", "town", "halt", "offboard", "mine"]
Gauge = Literal["standard", "narrow", "dual"]
Colour = Literal["white", "yellow", "green", "brown", "gray", "red", "blue", "orange"]
Side: TypeAlias = int
StopMap: TypeAlias = tuple[int | None, ...]
"""For each old stop the number of the stop it becomes; None where it goes away."""

SIDES = 18
"""Sides of a hex, parallel tracks counted by themselves."""
ALL_SIDES = 0b111111

End = Annotated[str, StringConstraints(pattern=r"^(e[0-5][ab]?|s\d)$")]


def side_of(end: str) -> Side:
    return int(end[1]) + 6 * ("ab".index(end[2]) + 1 if len(end) == 3 else 0)


def turned_side(side: Side, turn: int) -> Side:
    return side - side % 6 + (side % 6 + turn) % 6


def opposite(side: Side) -> Side:
    """The side of the neighbour that touches this one; parallel tracks change places."""
    across = (side % 6 + 3) % 6
    return across if side < 6 else across + (12 if side < 12 else 6)


def mask_of(sides: Iterable[Side]) -> int:
    """The set of sides as bits; parallel tracks count for the side they cross."""
    mask = 0
    for side in sides:
        mask |= 1 << side % 6
    return mask


def meets(a: Gauge, b: Gauge) -> bool:
    """Whether track of two gauges is joined where it meets."""
    return a == b or a == "dual" or b == "dual"


class Stop(Data):
    """A place where a train can stop."""

    kind: Kind
    slots: int = Field(default=0, ge=0)
    revenue: int | Mapping[str, int] = 0
    """A number, or one for each period from which on it holds."""
    groups: tuple[str, ...] = ()
    """Stops of one group are one place for a route."""
    hidden: bool = False
    """Its value is printed elsewhere in its area."""

    def value(self, periods: Collection[str]) -> int:
        """What it pays when these periods (tile colours) have begun, in order; 0 before the first value."""
        if isinstance(self.revenue, int):
            return self.revenue
        known = [self.revenue[period] for period in periods if period in self.revenue]
        return known[-1] if known else 0

    @cached_property
    def look(self) -> tuple[Any, ...]:
        """What distinguishes it from other stops of a tile."""
        worth = self.revenue if isinstance(self.revenue, int) else tuple(self.revenue.items())
        return (self.kind, self.slots, str(worth), self.groups)


class Track(Data):
    """A piece of track. In a file, a mere pair of ends is ordinary track."""

    ends: tuple[End, End]
    gauge: Gauge = "standard"
    terminal: bool = False
    """A route ends at its stop."""

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, data: Any) -> Any:
        return {"ends": data} if isinstance(data, (list, tuple)) else data  # pyright: ignore[reportUnknownVariableType]

    @model_validator(mode="after")
    def _reaches_a_side(self) -> "Track":
        sides = [end for end in self.ends if end[0] == "e"]
        if not sides or self.ends[0] == self.ends[1]:
            raise ValueError(f"track {self.ends} joins no side to another end")
        if self.terminal and len(sides) == 2:
            raise ValueError(f"track {self.ends} ends at no stop")
        return self


class Tile(Data):
    """A tile at turn 0, or what is printed on a hex."""

    id: TileId
    colour: Colour
    label: str = ""
    stops: tuple[Stop, ...] = ()
    tracks: tuple[Track, ...] = ()
    count: Annotated[int, Field(gt=0)] | None = None
    """How many there are; None: any number."""
    piece: str = ""
    """The piece of cardboard: tiles of one piece (back and front, with and without markers) share its count."""
    frame: str = ""
    marks: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> "Tile":
        ends = Counter(frozenset(track.ends) for track in self.tracks)
        if any(number > 1 for number in ends.values()):
            raise ValueError(f"tile {self.id} has a track twice")
        known = {f"s{number}" for number in range(len(self.stops))}
        missing = {end for track in self.tracks for end in track.ends if end[0] == "s"} - known
        if missing:
            raise ValueError(f"tile {self.id} has track to {sorted(missing)[0]}, which it does not have")
        for number in range(len(self.stops)):
            if len({track.terminal for track in self.tracks if f"s{number}" in track.ends}) > 1:
                raise ValueError(f"tile {self.id}: some routes end at s{number}, some do not")
        for side in {end for track in self.tracks for end in track.ends if end[0] == "e"}:
            if len({track.gauge for track in self.tracks if side in track.ends}) > 1:
                raise ValueError(f"tile {self.id} has two gauges at {side}")
        return self

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of its stops, in the order of their names."""
        return tuple(sorted([stop.kind for stop in self.stops]))

    @cached_property
    def gauges(self) -> tuple[Gauge, ...]:
        """All that its track has, in the order of their names."""
        return tuple(sorted({track.gauge for track in self.tracks}))

    @cached_property
    def _turns(self) -> "tuple[Picture, ...]":
        return tuple(Picture(self, turn) for turn in range(6))

    def turned(self, turn: int) -> "Picture":
        """The tile as it lies after that many turns clockwise."""
        return self._turns[turn]

    @cached_property
    def _lowest(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        looks: dict[Any, Picture] = {}
        found: list[tuple[int, tuple[int, ...]]] = []
        for picture in self._turns:
            first = looks.setdefault(picture.look, picture)
            found.append((first.turn, tuple(first.stop_looks.index(look) for look in picture.stop_looks)))
        return tuple(found)

    def lowest_turn(self, turn: int) -> tuple[int, tuple[int, ...]]:
        """The lowest turn that gives the same picture, and for each stop its number there."""
        return self._lowest[turn]

    @cached_property
    def distinct_turns(self) -> tuple[int, ...]:
        """The turns that look different from each other."""
        return tuple(sorted({turn for turn, _ in self._lowest}))


class Picture:
    """A tile in a certain turn, everything in small ints. Made once for each tile and turn."""

    __slots__ = (
        "at",
        "exits",
        "gauges",
        "look",
        "plain",
        "stop_looks",
        "stop_masks",
        "stop_sides",
        "terminal",
        "tile",
        "turn",
    )

    def __init__(self, tile: Tile, turn: int) -> None:
        self.tile, self.turn = tile, turn
        sides_of: list[set[Side]] = [set() for _ in tile.stops]
        self.plain: set[tuple[Side, Side]] = set()
        """Track without a stop, as pairs of sides, the lower first."""
        self.gauges: dict[Side, Gauge] = {}
        """The gauge of the track at each side that has any."""
        self.terminal: set[int] = set()
        """Stops where a route must end."""
        for track in tile.tracks:
            sides = sorted(turned_side(side_of(end), turn) for end in track.ends if end[0] == "e")
            self.gauges |= dict.fromkeys(sides, track.gauge)
            if len(sides) == 2:
                self.plain.add((sides[0], sides[1]))
                continue
            stop = next(int(end[1]) for end in track.ends if end[0] == "s")
            sides_of[stop].add(sides[0])
            if track.terminal or tile.stops[stop].kind == "offboard":
                self.terminal.add(stop)
        self.stop_sides = tuple(tuple(sorted(sides)) for sides in sides_of)
        """For each stop the sides its track leads to."""
        self.exits = mask_of(self.gauges)
        """The sides with track, as a mask."""
        self.stop_masks = tuple(mask_of(sides) for sides in self.stop_sides)
        self.at: dict[Side, tuple[tuple[Side, ...], tuple[int, ...], int]] = {}
        """What track at a side leads to: other sides, stops, and the mask of this side and the others."""
        for side in self.gauges:
            others = tuple(sorted(sum(pair) - side for pair in self.plain if side in pair))
            stops = tuple(stop for stop, reached in enumerate(self.stop_sides) if side in reached)
            self.at[side] = (others, stops, mask_of((side, *others)))
        self.stop_looks = [(stop.look, sides) for stop, sides in zip(tile.stops, self.stop_sides, strict=True)]
        self.look = (tuple(sorted(self.stop_looks)), tuple(sorted(self.plain)), tuple(sorted(self.gauges.items())))
        """Equal for equal pictures of one tile."""


# ------------------------------------------------------------------------------------------------ one tile over another


@lru_cache(maxsize=50_000)
def stops_kept(old: Picture, new: Picture) -> tuple[StopMap, ...]:
    """Where the old stops may go if `new` is laid over `old`; empty if some track or stop would be lost.

    A stop stays what it is and keeps its track. Stops merge only as far as the new tile has fewer of them. A halt may
    go away where the new tile has none, if its sides stay joined. Plain track may get a new stop of its own. There is
    more than one answer where an old stop has no track yet.
    """
    if any(new.gauges.get(side) != gauge for side, gauge in old.gauges.items()):
        return ()
    maps = [stops for stops in product(*_heirs(old, new)) if _track_stays(old, new, stops)]
    most = max((len(set(stops)) for stops in maps), default=0)
    return tuple(stops for stops in maps if len(set(stops)) == most and _stay_apart(old, new, stops))


def _stay_apart(old: Picture, new: Picture, stops: StopMap) -> bool:
    """Whether stops of a kind merge only as far as the new tile has fewer of them."""
    for kind in {stop.kind for stop in old.tile.stops}:
        heirs = [heir for stop, heir in zip(old.tile.stops, stops, strict=True) if stop.kind == kind]
        left = [heir for heir in heirs if heir is not None]
        there = sum(stop.kind == kind for stop in new.tile.stops)
        if len(set(left)) < min(len(left), there):
            return False
    return True


def _heirs(old: Picture, new: Picture) -> Iterator[list[int | None]]:
    """For each old stop the new ones that may stand for it."""
    for stop, sides in zip(old.tile.stops, old.stop_sides, strict=True):
        fitting: list[int | None] = [
            number
            for number, heir in enumerate(new.tile.stops)
            if heir.kind == stop.kind and set(sides) <= set(new.stop_sides[number])
        ]
        if stop.kind == "halt" and not any(heir.kind == "halt" for heir in new.tile.stops) and _joined(sides, new):
            fitting.append(None)
        yield fitting


def _joined(sides: tuple[Side, ...], picture: Picture) -> bool:
    """Whether some sides stay joined: by plain track, or all at one stop."""
    if any(set(sides) <= set(reached) for reached in picture.stop_sides):
        return True
    return all((a, b) in picture.plain for a in sides for b in sides if a < b)


def _track_stays(old: Picture, new: Picture, stops: StopMap) -> bool:
    added = {sides for number, sides in enumerate(new.stop_sides) if number not in stops}
    return all(pair in new.plain or pair in added for pair in old.plain)


# ------------------------------------------------------------------------------------------------------------ tile sets


class TileData(Data):
    """A file of tiles."""

    tiles: tuple[Tile, ...]


class TileSet(dict[TileId, Tile]):
    """All tiles of a title by name. It is filled when it is made, and never changed."""

    def __init__(self, tiles: Iterable[Tile] = (), *, faces_apart: bool = False) -> None:
        """`faces_apart`: every face is counted by itself, as if it were a piece of its own."""
        super().__init__()
        self.piece: dict[TileId, str] = {}
        """The piece of cardboard that each tile is a face of."""
        self.counts: dict[str, int | None] = {}
        """How many there are of each piece; None: any number."""
        for tile in tiles:
            piece = tile.id if faces_apart else tile.piece or tile.id
            if tile.id in self:
                raise ValueError(f"tile {tile.id} is there twice")
            if self.counts.setdefault(piece, tile.count) != tile.count:
                raise ValueError(f"tile {tile.id}: the faces of piece {piece} differ in number")
            self[tile.id] = tile
            self.piece[tile.id] = piece
