"""A board as whoever draws or describes it needs it: what is printed and what lies on it now, put together."""

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.model.ids import HexId
from ferrovia.model.map import EDGES
from ferrovia.model.view import HexFace, HexView, Layout, StopFace, TileFace, View


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile as it lies on a hex: one that was laid and turned, or what is printed there."""

    face: TileFace
    turn: int
    laid: bool

    def side(self, end: str) -> int:
        """The side of the hex at which an end of track lies."""
        return (int(end[1]) + self.turn) % 6

    @property
    def exits(self) -> list[int]:
        """The sides with track."""
        return sorted({self.side(end) for track in self.face.tracks for end in track.ends if end[0] == "e"})

    def sides_of(self, stop: int) -> list[int]:
        """The sides to which track from a stop leads."""
        own = (track.ends for track in self.face.tracks if f"s{stop}" in track.ends)
        return sorted({self.side(end) for ends in own for end in ends if end[0] == "e"})

    @property
    def plain(self) -> list[tuple[int, int]]:
        """Track that runs from side to side without a stop."""
        pairs = (track.ends for track in self.face.tracks if track.ends[0][0] == track.ends[1][0] == "e")
        return sorted((min(a, b), max(a, b)) for a, b in ((self.side(a), self.side(b)) for a, b in pairs))


class Ground:
    """A position of the board."""

    def __init__(self, layout: Layout, view: View) -> None:
        self.layout = layout
        self.faces: Mapping[HexId, HexFace] = {face.id: face for face in layout.hexes}
        self.now: Mapping[HexId, HexView] = {there.id: there for there in view.hexes}
        self._tiles = {tile.id: tile for tile in layout.tiles}
        self._at = {(face.x, face.y): face for face in layout.hexes}

    def there(self, hex_id: HexId) -> HexView:
        """What stands on a hex now; also for a hex with nothing on it."""
        return self.now.get(hex_id) or HexView(hex_id, (), (), {})

    def figures(self, hex_id: HexId) -> Mapping[str, int]:
        """The figures that count on a hex: the printed ones, as far as others do not count now."""
        return {**self.faces[hex_id].figures, **self.there(hex_id).figures}

    def lying(self, hex_id: HexId) -> Lying | None:
        """The tile on a hex, or what is printed there; None in a game without tiles."""
        there = self.there(hex_id)
        if there.tile:
            return Lying(self._tiles[there.tile], there.turn, laid=True)
        printed = self.faces[hex_id].tile
        return None if printed is None else Lying(printed, 0, laid=False)

    def stations(self, hex_id: HexId) -> tuple[tuple[str, ...], ...]:
        """For each stop on a hex who stands in each slot; "" in a free one."""
        lying = self.lying(hex_id)
        stops = lying.face.stops if lying else ()
        return self.there(hex_id).stations or tuple(("",) * stop.slots for stop in stops)

    def neighbour(self, hex_id: HexId, side: int) -> HexFace | None:
        face = self.faces[hex_id]
        dx, dy = EDGES[self.layout.orientation][side]
        return self._at.get((face.x + dx, face.y + dy))

    def joins(self, hex_id: HexId, side: int) -> bool:
        """Whether track at a side of a hex meets track of the neighbour."""
        other = self.neighbour(hex_id, side)
        across = self.lying(other.id) if other else None
        return across is not None and (side + 3) % 6 in across.exits


def worth(stop: StopFace) -> str:
    """What a stop pays, in the shortest form: `20`, or by period `30/40/50`; nothing where it pays nothing, or where
    that is printed on another hex of the same area."""
    values = [] if stop.hidden else [value for value in stop.revenue.values() if value]
    return "/".join(map(str, values))
