"""Where things are on a hex: corners, sides, the curves of track, and places for stops. The middle is (0, 0)."""

from collections.abc import Sequence
from itertools import combinations, product
from math import cos, hypot, pi, sin, sqrt

from ferrovia.model.board import Orientation
from ferrovia.model.view import HexFace
from ferrovia.render.drawing import Point
from ferrovia.render.ground import Lying

SIZE = 54.0
"""From the middle to a corner."""
APOTHEM = SIZE * sqrt(3) / 2
"""From the middle to a side."""
PARALLEL = SIZE * 0.13
"""How far parallel tracks lie beside the middle of a side."""

FIRST_SIDE = {"flat": 90, "pointy": 120}
"""The direction of side 0, in degrees clockwise from the right."""

ROOM = {"city": SIZE * 0.56, "town": SIZE * 0.36, "halt": SIZE * 0.36, "offboard": SIZE * 0.3, "mine": SIZE * 0.56}
"""How far from each other stops should be."""


def towards(degrees: float, distance: float) -> Point:
    angle = degrees * pi / 180
    return cos(angle) * distance, sin(angle) * distance


def between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


class Shape:
    """The hexes of one orientation."""

    def __init__(self, orientation: Orientation) -> None:
        self.orientation = orientation
        self.corner_directions = [FIRST_SIDE[orientation] + 30 + 60 * at for at in range(6)]
        """Between the sides: corner n lies between sides n and n + 1. Track never touches a corner."""

    def middle(self, face: HexFace) -> Point:
        """The place of a hex on the board."""
        if self.orientation == "flat":
            return face.x * 1.5 * SIZE, face.y * APOTHEM
        return face.x * APOTHEM, face.y * 1.5 * SIZE

    def corners(self, distance: float = SIZE) -> list[Point]:
        return [towards(direction, distance) for direction in self.corner_directions]

    def direction(self, side: int) -> float:
        return FIRST_SIDE[self.orientation] + 60 * side

    def side(self, lying: Lying, end: str) -> Point:
        """The point at which track crosses a side."""
        direction = self.direction(lying.side(end))
        x, y = towards(direction, APOTHEM)
        beside = {"a": PARALLEL, "b": -PARALLEL}.get(end[2:], 0.0)
        along = towards(direction + 90, beside)
        return x + along[0], y + along[1]


class Curve:
    """Track between two points, leaving each towards the middle of the hex."""

    def __init__(self, start: Point, end: Point) -> None:
        self.points = (start, between(start, (0, 0), 0.55), between(end, (0, 0), 0.55), end)

    def at(self, part: float) -> Point:
        a, b, c, d = self.points
        ab, bc, cd = between(a, b, part), between(b, c, part), between(c, d, part)
        return between(between(ab, bc, part), between(bc, cd, part), part)

    @property
    def steps(self) -> list[str | Point]:
        a, b, c, d = self.points
        return ["M", a, "C", b, c, d]


# ------------------------------------------------------------------------------------------------------ places of stops


def places_of_stops(shape: Shape, lying: Lying) -> list[Point]:
    """A place for each stop on its track, away from the others and their track; the simplest that is good enough."""
    stops = range(len(lying.face.stops))
    choices = [_choices(shape, lying, number) for number in stops]
    tracks = [_points_of_track(shape, lying, number) for number in stops]
    best, best_rank = [choice[0] for choice in choices], (-1.0, 0)
    for tried in product(*(range(len(choice)) for choice in choices)):
        places = [choice[at] for choice, at in zip(choices, tried, strict=True)]
        rank = (_spread(lying, places, tracks), -sum(tried))
        if rank > best_rank:
            best, best_rank = places, rank
    return best


def _spread(lying: Lying, places: Sequence[Point], tracks: Sequence[Sequence[Point]]) -> float:
    """How well stops are apart from each other and from other track: 1 is good enough."""
    kinds = [stop.kind for stop in lying.face.stops]
    ratios = [1.0]
    for a, b in combinations(range(len(kinds)), 2):
        room = max(ROOM[kinds[a]], ROOM[kinds[b]])
        ratios.append(apart(places[a], places[b]) / room)
        ratios += [2 * apart(places[a], point) / room for point in tracks[b]]
        ratios += [2 * apart(places[b], point) / room for point in tracks[a]]
    return round(min(ratios), 1)


def _points_of_track(shape: Shape, lying: Lying, stop: int) -> list[Point]:
    """Points along the track of a stop with two sides; other track is where its stop is."""
    ends = _ends_of(lying, stop)
    if len(ends) != 2:
        return []
    curve = Curve(*(shape.side(lying, end) for end in ends))
    return [curve.at(part / 8) for part in range(9)]


def _ends_of(lying: Lying, stop: int) -> list[str]:
    return [end for track in lying.face.tracks if f"s{stop}" in track.ends for end in track.ends if end[0] == "e"]


def _choices(shape: Shape, lying: Lying, stop: int) -> list[Point]:
    ends = _ends_of(lying, stop)
    count = len(lying.face.stops)
    if not ends:
        spread = SIZE * 0.62 * (stop - (count - 1) / 2)
        return [(spread, 0.0)]
    sides = [shape.side(lying, end) for end in ends]
    if count == 1 and (len(ends) != 2 or lying.face.stops[stop].kind == "city"):
        return [(0.0, 0.0)]
    if len(ends) == 2:
        curve = Curve(*sides)
        return [curve.at(part) for part in (0.5, 0.28, 0.72)]
    heading = sum(x for x, _ in sides) / len(sides), sum(y for _, y in sides) / len(sides)
    return [between((0, 0), heading, part) for part in (0.5, 0.6, 0.4)]
