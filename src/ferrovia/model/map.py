"""The printed map: which hexes there are, which touch, and what is printed on them.

    Grid        mere geometry
    Hex         a printed hex: a tile with a place, terrain, reservations and closed sides
    Map         a grid with printed hexes and the tiles that may be laid on it; shared by all boards of a title
    Tracks      all track of a position in small ints, for the network
    load_map    reads and checks a title's `map.json` and `tiles.json`

For the network every side of every hex has a number: `6 * number of the hex + side`; the parallel tracks (see `tiles`)
are numbered after all of these.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import Field, model_validator

from ferrovia.model.data import Data, load
from ferrovia.model.ids import CompanyId, HexId, StopId
from ferrovia.model.tiles import Picture, Side, Stop, Tile, TileData, TileSet, meets, opposite

Orientation = Literal["flat", "pointy"]

# Neighbours by edge number in doubled coordinates, turning clockwise (the facts' numbering).
EDGES: Mapping[Orientation, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}


@dataclass(frozen=True)
class Grid:
    """The printed map as geometry: the place of each hex in doubled coordinates."""

    orientation: Orientation
    places: Mapping[HexId, tuple[int, int]]

    @cached_property
    def neighbours(self) -> Mapping[HexId, Mapping[int, HexId]]:
        """For each hex its neighbours by edge."""
        by_place = {place: hex_id for hex_id, place in self.places.items()}
        found: dict[HexId, dict[int, HexId]] = {}
        for hex_id, (x, y) in self.places.items():
            across = ((edge, by_place.get((x + dx, y + dy))) for edge, (dx, dy) in enumerate(EDGES[self.orientation]))
            found[hex_id] = {edge: other for edge, other in across if other is not None}
        return found

    @cached_property
    def adjacent(self) -> Mapping[HexId, frozenset[HexId]]:
        """For each hex the hexes that touch it."""
        return {hex_id: frozenset(around.values()) for hex_id, around in self.neighbours.items()}

    def distances(self, sources: Iterable[HexId]) -> Mapping[HexId, int]:
        """Steps from the nearest of some hexes to every hex that can be reached over the map."""
        steps = dict.fromkeys(sources, 0)
        frontier = list(steps)
        while frontier:
            reached = [n for h in frontier for n in self.adjacent[h] if n not in steps]
            for hex_id in reached:
                steps.setdefault(hex_id, 1 + min(steps[n] for n in self.adjacent[hex_id] if n in steps))
            frontier = list(dict.fromkeys(reached))
        return steps

    def apart(self, one: HexId, other: HexId) -> int:
        """Steps between two hexes by the shortest way, whatever lies between them or is missing."""
        (x, y), (x2, y2) = self.places[one], self.places[other]
        steps, rest = abs(x - x2), abs(y - y2)
        if self.orientation == "pointy":
            steps, rest = rest, steps
        return steps + max(0, (rest - steps) // 2)

    def line(self, one: HexId, other: HexId) -> list[HexId]:
        """A shortest way from hex to hex, as straight as may be; both ends are part of it."""
        (x1, y1), (x2, y2) = self.places[one], self.places[other]

        def aside(hex_id: HexId) -> int:
            x, y = self.places[hex_id]
            return abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))

        line = [one]
        while line[-1] != other:
            left = self.apart(line[-1], other)
            line.append(min((h for h in self._around[line[-1]] if self.apart(h, other) < left), key=aside))
        return line

    @cached_property
    def _around(self) -> Mapping[HexId, list[HexId]]:
        """For each hex its neighbours, in the order in which hexes are listed."""
        listed = list(self.places)
        return {hex_id: sorted(around, key=listed.index) for hex_id, around in self.adjacent.items()}


# ------------------------------------------------------------------------------------------------------ what is printed


class Terrain(Data):
    """What the first tile on a hex costs."""

    cost: int = Field(gt=0)
    kinds: tuple[str, ...]


class Reservation(Data):
    """A place kept for a company's home: at a stop, or somewhere on the hex (None)."""

    company: CompanyId
    stop: int | None = None


class Border(Data):
    """How the side of a hex is drawn: `open` has no line, because both hexes are one area."""

    edge: int = Field(ge=0, le=5)
    kind: Literal["open", "impassable", "divider", "offboard"]


class Hex(Tile):
    """A printed hex. As a tile its name is the hex's."""

    x: int
    y: int
    name: str = ""
    blocked: tuple[int, ...] = ()
    """Sides over which track can never connect."""
    stubs: tuple[int, ...] = ()
    """Sides that every tile laid here must have track at."""
    terrain: tuple[Terrain, ...] = ()
    reservations: tuple[Reservation, ...] = ()
    borders: tuple[Border, ...] = ()
    dividers: tuple[tuple[int, int], ...] = ()
    """Lines through the hex, from corner to corner, that part two areas."""
    later_label: Mapping[str, str] = Field(default_factory=dict)
    """The label that counts from a tile colour on."""

    @property
    def hex(self) -> HexId:
        return HexId(self.id)

    @cached_property
    def cost(self) -> int:
        """What the first tile costs."""
        return sum(terrain.cost for terrain in self.terrain)

    @model_validator(mode="after")
    def _reserves_stops_it_has(self) -> "Hex":
        for reservation in self.reservations:
            if reservation.stop is not None and not 0 <= reservation.stop < len(self.stops):
                raise ValueError(f"hex {self.id} reserves stop {reservation.stop}, which it does not have")
        return self


class MapData(Data):
    """A file of printed hexes."""

    orientation: Orientation
    hexes: tuple[Hex, ...]

    @model_validator(mode="after")
    def _hangs_together(self) -> "MapData":
        by_id = {h.hex: h for h in self.hexes}
        if len(by_id) != len(self.hexes) or len({(h.x, h.y) for h in self.hexes}) != len(self.hexes):
            raise ValueError("two hexes have one name or one place")
        for hex_id, around in Grid(self.orientation, places(self.hexes)).neighbours.items():
            here = by_id[hex_id]
            if here.turned(0).exits & ~mask(set(around) - set(here.blocked)):
                raise ValueError(f"hex {hex_id} has track that leads nowhere")
            for edge, other in around.items():
                if (edge in here.blocked) != ((edge + 3) % 6 in by_id[other].blocked):
                    raise ValueError(f"the side between {hex_id} and {other} is blocked on one side only")
            if not set(here.stubs) <= set(around):
                raise ValueError(f"hex {hex_id} has a stub that leads off the map")
        return self


def places(hexes: Iterable[Hex]) -> dict[HexId, tuple[int, int]]:
    return {h.hex: (h.x, h.y) for h in hexes}


def mask(edges: Iterable[int]) -> int:
    return sum(1 << edge for edge in edges)


# ------------------------------------------------------------------------------------------------------------------ map


@dataclass(frozen=True)
class Map(Grid):
    """A grid with printed hexes, and the tiles that go on it."""

    hexes: Mapping[HexId, Hex]
    tiles: TileSet

    @staticmethod
    def of(data: MapData, tiles: TileSet, *, without: Collection[HexId] = ()) -> "Map":
        """The map of a file; some games leave hexes out."""
        used = [h for h in data.hexes if h.hex not in without]
        return Map(data.orientation, places(used), {h.hex: h for h in used}, tiles)

    @cached_property
    def names(self) -> tuple[HexId, ...]:
        """The hexes by number."""
        return tuple(self.hexes)

    @cached_property
    def numbers(self) -> Mapping[HexId, int]:
        return {hex_id: number for number, hex_id in enumerate(self.names)}

    @cached_property
    def roads(self) -> Mapping[HexId, int]:
        """For each hex the sides over which track can lead: there is a neighbour and nothing between."""
        return {h: mask(set(self.neighbours[h]) - set(printed.blocked)) for h, printed in self.hexes.items()}

    @cached_property
    def stubs(self) -> Mapping[HexId, int]:
        """For each hex the sides that every tile laid there must have track at."""
        return {hex_id: mask(printed.stubs) for hex_id, printed in self.hexes.items()}

    @cached_property
    def sides(self) -> tuple[tuple[int, Side], ...]:
        """The sides by number: the number of the hex, and the side there."""
        ordinary = [(number, side) for number in range(len(self.names)) for side in range(6)]
        shown = enumerate(self.pictures.values())
        parallel = [(number, side) for number, picture in shown for side in picture.gauges if side >= 6]
        return (*ordinary, *parallel)

    @cached_property
    def side_numbers(self) -> tuple[Mapping[Side, int], ...]:
        """For each hex by number the numbers of its sides."""
        found: list[dict[Side, int]] = [{} for _ in self.names]
        for number, (hex_number, side) in enumerate(self.sides):
            found[hex_number][side] = number
        return tuple(found)

    @cached_property
    def across(self) -> list[int]:
        """For each side the side of the neighbour that it meets; -1 where there is none."""
        found = [-1] * len(self.sides)
        for number, (hex_number, side) in enumerate(self.sides):
            hex_id = self.names[hex_number]
            if self.roads[hex_id] >> side % 6 & 1:
                other = self.numbers[self.neighbours[hex_id][side % 6]]
                found[number] = self.side_numbers[other].get(opposite(side), -1)
        return found

    @cached_property
    def beside(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each hex by number where track can lead: the side as a mask, the hex across, and its side as a mask."""
        met = [[(1 << side, self.across[6 * number + side]) for side in range(6)] for number in range(len(self.names))]
        return tuple(tuple([(side, at // 6, 1 << at % 6) for side, at in row if at >= 0]) for row in met)

    @cached_property
    def crossings(self) -> list[int]:
        """For each side a bit, the same for the two sides that meet: which crossings a way has used."""
        bits = [0] * len(self.across)
        following = 1
        for side, other in enumerate(self.across):
            if other > side:
                bits[side] = bits[other] = following
                following <<= 1
        return bits

    @cached_property
    def stop_ids(self) -> tuple[tuple[StopId, ...], ...]:
        """For each hex by number the names that stops there can have."""
        most = max((len(tile.stops) for tile in (*self.hexes.values(), *self.tiles.values())), default=0)
        return tuple(tuple(stop_id(hex_id, stop) for stop in range(most)) for hex_id in self.names)

    @cached_property
    def pictures(self) -> Mapping[HexId, Picture]:
        """What each hex shows before anything is laid there."""
        return {hex_id: printed.turned(0) for hex_id, printed in self.hexes.items()}

    def printed(self, hex_id: HexId) -> Picture:
        return self.pictures[hex_id]

    @cached_property
    def joints(self) -> "dict[tuple[Any, ...], Joint]":
        """Filled as tiles are laid, for a few lie in a few ways: by the hex, its picture, and the sides that go on."""
        return {}

    @cached_property
    def tracks(self) -> "Tracks":
        """The printed track."""
        return Tracks.printed_on(self)


def stop_id(hex_id: HexId, number: int) -> StopId:
    return StopId(f"{hex_id}.{number}")


@lru_cache(maxsize=4096)
def place_of(stop: StopId) -> tuple[HexId, int]:
    """The hex of a stop and its number there."""
    hex_id, _, number = stop.rpartition(".")
    return HexId(hex_id), int(number)


# -------------------------------------------------------------------------------------------------- track in small ints


class Entered(NamedTuple):
    """What follows when a hex is entered over a side with track."""

    hex: int
    sides: int
    """The sides touched without passing a stop, as a mask."""
    ways: tuple[int, ...]
    """The sides entered next, in neighbour hexes, without passing a stop."""
    stops: tuple[StopId, ...]


NO_TRACK = Entered(-1, 0, (), ())


class Joint(NamedTuple):
    """A hex as it lies, and all that follows from where its track goes on in neighbour hexes."""

    entered: tuple[tuple[int, Entered], ...]
    """By the number of the side."""
    stops: Mapping[StopId, "Halting"]


class Halting(NamedTuple):
    """What follows when a stop is left in any direction."""

    hex: int
    sides: int
    ways: tuple[int, ...]
    passable: bool
    """A way may go on here as far as the track is concerned."""
    place: HexId
    tile: Tile
    printed: Stop
    """Where it is, the tile that lies there, and what is printed of the stop."""


class Tracks:
    """All track on a board. `entered` is by the number of the side, `NO_TRACK` where there is none."""

    __slots__ = ("entered", "findings", "map", "pictures", "stops", "stretches")

    def __init__(
        self,
        printed: Map,
        pictures: list[Picture],
        entered: list[Entered],
        stops: dict[StopId, Halting],
        stretches: dict[Any, Any],
        findings: dict[Any, Any],
    ) -> None:
        self.map = printed
        self.pictures = pictures
        self.entered = entered
        self.stops = stops
        self.stretches = stretches
        """What was found out about track from stop to stop, with the pictures for which it is true: the boards of a
        game share it, for most track stays as it is."""
        self.findings = findings
        """In the same way what was found out about all that a company reaches (`model.network`)."""

    @staticmethod
    def printed_on(map_: Map) -> "Tracks":
        pictures = list(map_.pictures.values())
        tracks = Tracks(map_, pictures, [NO_TRACK] * len(map_.across), {}, {}, {})
        for number in range(len(pictures)):
            tracks._connect(number)
        return tracks

    def with_pictures(self, changed: Mapping[HexId, Picture]) -> "Tracks":
        """Only the changed hexes are looked at, and their neighbours across sides where the track is another now."""
        of_this_game = self is not self.map.tracks
        tracks = Tracks(
            self.map,
            self.pictures.copy(),
            self.entered.copy(),
            self.stops.copy(),
            self.stretches if of_this_game else {},
            self.findings if of_this_game else {},
        )
        numbers, neighbours = self.map.numbers, self.map.neighbours
        touched = dict.fromkeys(numbers[hex_id] for hex_id in changed)
        for hex_id, picture in changed.items():
            number = numbers[hex_id]
            before, after = self.pictures[number].gauges, picture.gauges
            for side in {*before, *after}:
                if before.get(side) != after.get(side) and side % 6 in neighbours[hex_id]:
                    touched[numbers[neighbours[hex_id][side % 6]]] = None
            for side in before:
                tracks.entered[self.map.side_numbers[number][side]] = NO_TRACK
            for gone in self.map.stop_ids[number][len(picture.tile.stops) :]:
                tracks.stops.pop(gone, None)
            tracks.pictures[number] = picture
        for number in touched:
            tracks._connect(number)
        return tracks

    def _connect(self, number: int) -> None:
        picture, numbers = self.pictures[number], self.map.side_numbers[number]
        onward: dict[int, int] = {}
        across, sides_of, pictures = self.map.across, self.map.sides, self.pictures
        for side, gauge in picture.gauges.items():
            other = across[numbers[side]]
            if other >= 0:
                hex_there, side_there = sides_of[other]
                there = pictures[hex_there].gauges.get(side_there)
                if there is not None and meets(gauge, there):
                    onward[side] = other
        known, key = self.map.joints, (number, picture, *onward)
        joint = known.get(key)
        if joint is None:
            joint = known[key] = _joint(self.map, number, picture, onward)
        for side, there in joint.entered:
            self.entered[side] = there
        self.stops.update(joint.stops)

    def goes_on(self, side: int) -> bool:
        """Whether track at a side meets track of the neighbour."""
        other = self.map.across[side]
        if other < 0:
            return False
        (hex_here, side_here), (hex_there, side_there) = self.map.sides[side], self.map.sides[other]
        here = self.pictures[hex_here].gauges.get(side_here)
        there = self.pictures[hex_there].gauges.get(side_there)
        return here is not None and there is not None and meets(here, there)


def _joint(map_: Map, number: int, picture: Picture, onward: Mapping[Side, int]) -> Joint:
    """`onward`: for each side where track goes on the side of the neighbour."""
    names, numbers = map_.stop_ids[number], map_.side_numbers[number]

    def ways(sides: Iterable[Side]) -> tuple[int, ...]:
        return tuple([onward[side] for side in sides if side in onward])

    entered = tuple(
        [
            (numbers[side], Entered(number, sides, ways(others), tuple([names[stop] for stop in stops])))
            for side, (others, stops, sides) in picture.at.items()
        ]
    )
    place, tile = map_.names[number], picture.tile
    stops = {
        names[at]: Halting(
            number, picture.stop_masks[at], ways(reached), at not in picture.terminal, place, tile, tile.stops[at]
        )
        for at, reached in enumerate(picture.stop_sides)
    }
    return Joint(entered, stops)


# -------------------------------------------------------------------------------------------------------------- loading


T = TypeVar("T", bound=Tile)


class Overlay(Data):
    """What a variant prints otherwise: hexes and tiles that are added, or lie in place of those of the same name."""

    hexes: tuple[Hex, ...] = ()
    tiles: tuple[Tile, ...] = ()


def load_map(
    folder: Traversable,
    *,
    name: str = "map",
    over: Iterable[str] = (),
    without: Collection[HexId] = (),
    faces_apart: bool = False,
) -> Map:
    """The map and the tiles of a title's data folder; a title with two boards has `<name>.json` for each. `over`: the
    files of a variant that are laid over them."""
    data, tile_file = load(folder / f"{name}.json", MapData), "tiles" if name == "map" else f"{name}_tiles"
    tiles = load(folder / f"{tile_file}.json", TileData).tiles
    for overlay in (load(folder / file, Overlay) for file in over):
        data = MapData(orientation=data.orientation, hexes=_laid_over(data.hexes, overlay.hexes))
        tiles = _laid_over(tiles, overlay.tiles)
    return Map.of(data, TileSet(tiles, faces_apart=faces_apart), without=without)


def _laid_over(below: Iterable[T], above: Iterable[T]) -> tuple[T, ...]:
    """Each in place of the one of the same name; new ones come last."""
    named = {each.id: each for each in above}
    return (*[named.pop(each.id, each) for each in below], *named.values())
