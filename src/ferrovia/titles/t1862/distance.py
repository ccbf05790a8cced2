"""[7.8.1] The distance of freight as hexes on the map, to be drawn: those that are counted between two ends."""

from typing import NamedTuple

from ferrovia.model.ids import HexId
from ferrovia.model.map import Map
from ferrovia.titles.t1862.hauling import hexes_apart


class End(NamedTuple):
    """Where a freight train's way ends: the hex of a city, or the one from which an area at the edge is entered."""

    hex: HexId
    is_area: bool


def counted_hexes(map_: Map, one: End, other: End) -> tuple[HexId, ...]:
    """The hexes between two ends; of an area the hex from which it is entered lies between them, too."""
    line = shortest_line(map_, one.hex, other.hex)
    if len(line) == 1:
        return tuple(line) if one.is_area and other.is_area else ()
    return tuple(line[0 if one.is_area else 1 : len(line) if other.is_area else -1])


def shortest_line(map_: Map, one: HexId, other: HexId) -> list[HexId]:
    """A shortest way from hex to hex, as straight as may be; both ends are part of it."""
    line = [one]
    while line[-1] != other:
        line.append(min(_nearer(map_, line[-1], other), key=lambda hex_id: _aside(map_, hex_id, one, other)))
    return line


def _nearer(map_: Map, hex_id: HexId, goal: HexId) -> list[HexId]:
    """The neighbours that are one step nearer to a hex."""
    around, left = sorted(map_.adjacent[hex_id], key=map_.numbers.__getitem__), hexes_apart(map_, hex_id, goal)
    return [other for other in around if hexes_apart(map_, other, goal) < left]


def _aside(map_: Map, hex_id: HexId, one: HexId, other: HexId) -> int:
    """How far a hex lies from the straight line between two others."""
    (x, y), (x1, y1), (x2, y2) = (map_.places[place] for place in (hex_id, one, other))
    return abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
