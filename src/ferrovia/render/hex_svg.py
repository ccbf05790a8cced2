"""One hex as SVG: the tile or the ground, track, stops with stations, what they pay, names and signs."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import hypot

from ferrovia.model.view import CompanyFace, HexFace, TileFace, TrackFace
from ferrovia.render.drawing import (
    FAINT,
    INK,
    LIGHT,
    SERIF,
    Point,
    box,
    circle,
    group,
    path,
    polygon,
    tag,
    words,
)
from ferrovia.render.ground import Ground, Lying, worth
from ferrovia.render.hexes import SIZE, Curve, Shape, apart, between, places_of_stops, towards

TILES = {
    "white": "#f3ecdb",
    "yellow": "#f5d85c",
    "green": "#8fc47a",
    "brown": "#b98a5e",
    "gray": "#c3c2bf",
    "red": "#dd8a75",
    "blue": "#a9c9e4",
    "orange": "#ecae6a",
}
GROUNDS = {
    "plain": "#f3ecdb",
    "forest": "#cfe0b8",
    "mountain": "#dccbb0",
    "city": "#f0dfa8",
    "industrial": "#d9cfe0",
    "start": "#e9e2f0",
}
FRAMES = {"purple": "#7d3c98"}

TOP, LAST = 2, 5
"""The corners with the coordinate and with the number of the tile."""
SIDEWAYS = (3, 1, 0, 4)
"""The others, in the order in which they are filled."""

TRACK, EDGE = SIZE * 0.12, SIZE * 0.21
SLOT = SIZE * 0.235
TOWN = SIZE * 0.115


class HexDrawing:
    """Draws the hexes of one position."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._shape = Shape(ground.layout.orientation)
        self._companies: Mapping[str, CompanyFace] = {face.id: face for face in ground.layout.companies}

    def draw(self, face: HexFace) -> str:
        lying = self._ground.lying(face.id)
        parts = self._untiled(face) if lying is None else self._tiled(face, lying)
        return group(tag("title", escape(f"{face.id} {face.name}".strip())), *parts, at=self._shape.middle(face))

    def _outline(self, fill: str) -> str:
        return polygon(self._shape.corners(SIZE - 0.6), fill=fill, stroke="#8d8678", stroke_width=1)

    # A map with tiles.

    def _tiled(self, face: HexFace, lying: Lying) -> Iterator[str]:
        tile = lying.face
        yield self._outline(TILES[tile.colour])
        if tile.frame:
            frame = FRAMES.get(tile.frame, tile.frame)
            yield polygon(self._shape.corners(SIZE * 0.93), fill="none", stroke=frame, stroke_width=SIZE * 0.06)
        places = places_of_stops(self._shape, lying)
        yield from self._tracks(lying, places)
        for place, stop, present in zip(places, tile.stops, self._ground.stations(face.id), strict=True):
            yield from self._stop(place, stop.kind, present)
        if "pass-closed" in self._ground.there(face.id).marks:
            yield from _gate((0, SIZE * 0.36))
        yield from self._notes(face, lying, places)

    def _tracks(self, lying: Lying, places: list[Point]) -> Iterator[str]:
        """Track that hangs together is drawn with one light edge, so that crossings can be told from junctions."""
        for tracks in _connected(lying.face.tracks):
            curves = [(track, steps) for track in tracks for steps in self._ways(lying, track, places)]
            yield from (path(*steps, fill="none", stroke=LIGHT, stroke_width=EDGE) for _, steps in curves)
            for track, steps in curves:
                yield from _rails(track.gauge, steps)

    def _ways(self, lying: Lying, track: TrackFace, places: list[Point]) -> Iterator[list[str | Point]]:
        a, b = track.ends
        if a[0] == b[0] == "e":
            yield Curve(self._shape.side(lying, a), self._shape.side(lying, b)).steps
            return
        side, stop = (a, b) if a[0] == "e" else (b, a)
        start, place = self._shape.side(lying, side), places[int(stop[1:])]
        yield ["M", start, "Q", between(start, (0, 0), 0.5), place]

    def _stop(self, place: Point, kind: str, present: tuple[str, ...]) -> Iterator[str]:
        if not present:
            fill = INK if kind == "town" else LIGHT
            yield circle(place, TOWN, fill=fill, stroke=LIGHT if kind == "town" else INK, stroke_width=1.4)
            return
        slots = [(place[0] + x, place[1] + y) for x, y in slot_places(len(present))]
        if kind == "mine":
            x, y = place
            corners = [(x, y - 2 * SLOT), (x + 2 * SLOT, y), (x, y + 2 * SLOT), (x - 2 * SLOT, y)]
            yield polygon(corners, fill=INK, stroke=LIGHT, stroke_width=1.3)
        if len(slots) > 1:
            yield polygon(_hull(slots), fill=LIGHT, stroke=INK, stroke_width=2 * SLOT, stroke_linejoin="round")
            yield polygon(_hull(slots), fill=LIGHT, stroke=LIGHT, stroke_width=2 * SLOT - 3, stroke_linejoin="round")
        for slot, company in zip(slots, present, strict=True):
            yield circle(slot, SLOT, fill=LIGHT, stroke=INK, stroke_width=1.3)
            if company:
                yield self.token(company, slot, SLOT)

    # What is written on it.

    def _notes(self, face: HexFace, lying: Lying, places: list[Point]) -> Iterator[str]:
        """Coordinate, values, label, cost and tile number go to the corners, which track never touches."""
        outward = 0.8 if any(stop.slots > 2 for stop in lying.face.stops) else 0.7
        values = list(_values(lying.face, places))
        wide = self._opposite(lying) if any("/" in value for _, value in values) else None
        free = self._free_spots([*places, *([wide] if wide else [])], outward)
        yield words(face.id, self._corner(TOP, 0.76), SIZE * 0.17, fill=FAINT)
        for at, value in values:
            beside = between(at, (0, 0), -0.6) if at else None
            yield self._value(value, wide or beside or free.pop(0))
        if lying.face.label:
            yield words(lying.face.label, free.pop(0), SIZE * 0.25, family=SERIF, bold=True)
        if lying.laid:
            yield words(lying.face.id, self._corner(LAST, 0.8), SIZE * 0.15, fill=FAINT)
        elif face.figures.get("cost"):
            yield from terrain_sign(face.terrain, between(free.pop(), (0, 0), 0.15), str(face.figures["cost"]))
        if face.name:
            yield from self._name(face.name, lying, places)

    def _corner(self, number: int, part: float) -> Point:
        return towards(self._shape.corner_directions[number], SIZE * part)

    def _free_spots(self, places: list[Point], outward: float) -> list[Point]:
        """Places for notes: corners, those near a stop last; the middle, where all corners are near stops."""

        def crowded(spot: Point, room: float) -> bool:
            return any(apart(spot, place) < SIZE * room for place in places)

        corners = sorted(SIDEWAYS, key=lambda number: crowded(self._corner(number, 0.66), 0.42))
        spots = [self._corner(number, outward) for number in corners]
        all_crowded = crowded(self._corner(corners[0], 0.66), 0.42)
        return [(0.0, 0.0), *spots] if all_crowded and not crowded((0, 0), 0.4) else spots

    def _opposite(self, lying: Lying) -> Point:
        """A place away from all track: above the stops, or below the name, near the edge, where the hex is narrow."""
        sides = [towards(self._shape.direction(side), SIZE) for side in lying.exits]
        x, y = sum(x for x, _ in sides), sum(y for _, y in sides)
        aside = -x / max(hypot(x, y), 1.0)
        return (aside * SIZE * 0.26, -SIZE * 0.46) if y > 0 else (aside * SIZE * 0.06, SIZE * 0.72)

    @staticmethod
    def _value(value: str, at: Point) -> str:
        look = {"fill": LIGHT, "stroke": INK, "stroke_width": 0.8}
        if "/" not in value:
            return circle(at, SIZE * 0.16, **look) + words(value, at, SIZE * 0.18)
        width, height = SIZE * 0.1 * len(value), SIZE * 0.22
        around = box(at[0] - width / 2, at[1] - height / 2, width, height, rx=height / 2, **look)
        return around + words(value, at, SIZE * 0.15)

    @staticmethod
    def _name(name: str, lying: Lying, places: list[Point]) -> Iterator[str]:
        """Below the stops, over whatever is there."""
        lines = _broken(name)
        stops = zip(places, lying.face.stops, strict=True)
        lowest = max([y + down for (_, y), stop in stops for _, down in slot_places(max(stop.slots, 1))], default=0.0)
        radius = SLOT if any(stop.slots for stop in lying.face.stops) else TOWN + SIZE * 0.05
        top = min(lowest + radius + SIZE * 0.14, SIZE * (0.62 - 0.16 * (len(lines) - 1)))
        for at, line in enumerate(lines):
            yield words(line, (0, top + at * SIZE * 0.17), SIZE * 0.17, family=SERIF, halo=LIGHT)

    # A map without tiles.

    def _untiled(self, face: HexFace) -> Iterator[str]:
        there, figures = self._ground.there(face.id), self._ground.figures(face.id)
        yield self._outline(GROUNDS.get(face.terrain, TILES["white"]))
        yield words(face.id, (0, -SIZE * 0.68), SIZE * 0.19, fill=FAINT)
        yield from terrain_sign(face.terrain, (-SIZE * 0.52, -SIZE * 0.36), "")
        cost, income = figures.get("cost"), figures.get("income")
        told = f"{cost or ''}{f'+{income}' if income else ''}"
        yield words(told, (SIZE * 0.5, -SIZE * 0.36), SIZE * 0.22)
        for mark in there.marks:
            yield _house((0, -SIZE * 0.34)) if mark == "house" else words(mark[:1], (0, -SIZE * 0.34), SIZE * 0.3)
        for company, place in zip(there.tokens, loco_places(len(there.tokens)), strict=True):
            yield self._locomotive(company, place)
        if face.name:
            yield words(face.name, (0, SIZE * 0.68), SIZE * 0.19, family=SERIF, halo=LIGHT)

    def _locomotive(self, company: str, at: Point) -> str:
        face, unit = self._companies[company], SIZE * 0.1
        look = {"fill": face.colour, "stroke": INK, "stroke_width": 1}
        return group(
            box(-2.4 * unit, -1.2 * unit, 4.8 * unit, 2.2 * unit, rx=unit * 0.5, **look),
            box(1.1 * unit, -2.1 * unit, 0.8 * unit, 1.0 * unit, **look),
            box(-2.4 * unit, -2.0 * unit, 1.5 * unit, 1.2 * unit, **look),
            circle((-1.4 * unit, 1.2 * unit), unit * 0.7, fill=INK),
            circle((1.4 * unit, 1.2 * unit), unit * 0.7, fill=INK),
            words(face.letters, (0, -0.1 * unit), 1.7 * unit, fill=face.ink, bold=True),
            at=at,
        )

    # Companies.

    def token(self, company: str, at: Point, radius: float) -> str:
        """A station, a marker: colour, pattern and letters."""
        face = self._companies[company]
        size = radius * (0.95 if len(face.letters) < 3 else 0.72)
        return (
            circle(at, radius * 0.93, fill=face.colour, stroke=INK, stroke_width=0.8)
            + circle(at, radius * 0.93, fill=f"url(#pattern-{face.pattern}-{ink_name(face.ink)})")
            + words(face.letters, at, size, fill=face.ink, bold=True, halo=face.colour)
        )


def ink_name(ink: str) -> str:
    return ink.removeprefix("#")


def patterns(companies: Iterable[CompanyFace]) -> str:
    """The patterns of companies, faintly in their ink."""
    found = dict.fromkeys((face.pattern, face.ink) for face in companies)
    return tag("defs", *(_pattern(pattern, ink) for pattern, ink in found))


def _pattern(pattern: str, ink: str) -> str:
    line = {"stroke": ink, "stroke_width": 1, "fill": "none", "opacity": 0.45}
    shown = {
        "stripes": path("M", (0, 5), "L", (5, 0), **line),
        "dots": circle((2.5, 2.5), 0.9, fill=ink, opacity=0.45),
        "cross": path("M", (0, 2.5), "L", (5, 2.5), "M", (2.5, 0), "L", (2.5, 5), **line),
        "rings": circle((2.5, 2.5), 1.6, **{**line, "stroke_width": 0.7}),
    }.get(pattern, "")
    size = {"width": 5, "height": 5, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", shown or tag("g"), id=f"pattern-{pattern}-{ink_name(ink)}", **size)


# --------------------------------------------------------------------------------------------------------- small shapes


def terrain_sign(terrain: str, at: Point, cost: str) -> Iterator[str]:
    """The sign of a terrain, with what it costs under it."""
    x, y, unit = at[0], at[1] - (SIZE * 0.1 if cost else 0), SIZE * 0.1
    line = {"fill": "none", "stroke": "#2f6f9f", "stroke_width": 1.6}
    earth = {"fill": "#8a6a45", "stroke": INK, "stroke_width": 0.6}
    match terrain:
        case "water" | "river":
            for lower in (-0.5, 0.5):
                top = y + lower * unit
                wave = ("M", (x - 2 * unit, top), "q", (unit, -unit), (2 * unit, 0), "t", (2 * unit, 0))
                yield path(*wave, **line)
        case "hill":
            left, right = (x - 1.8 * unit, y + unit), (x + 1.8 * unit, y + unit)
            yield path("M", left, "Q", (x, y - 2.4 * unit), right, "Z", **earth)
        case "mountain":
            yield polygon([(x - 1.8 * unit, y + unit), (x, y - 1.6 * unit), (x + 1.8 * unit, y + unit)], **earth)
        case "mine":
            picks = ("M", (x - 1.5 * unit, y + unit), "L", (x + 1.5 * unit, y - unit), "M", (x + 1.5 * unit, y + unit))
            yield path(*picks, "L", (x - 1.5 * unit, y - unit), fill="none", stroke="#8a6a45", stroke_width=1.8)
        case "forest":
            yield polygon(
                [(x - 1.3 * unit, y + 0.7 * unit), (x, y - 1.8 * unit), (x + 1.3 * unit, y + 0.7 * unit)],
                fill="#3f7d3a", stroke=INK, stroke_width=0.6,
            )  # fmt: skip
            yield box(x - 0.3 * unit, y + 0.7 * unit, 0.6 * unit, 0.8 * unit, fill="#6b4a2b")
        case "city":
            yield circle((x, y), 1.2 * unit, fill=INK)
        case "industrial":
            yield box(x - 1.2 * unit, y - 1.2 * unit, 2.4 * unit, 2.4 * unit, fill=INK)
        case _:
            pass
    if cost:
        yield words(cost, (x, at[1] + SIZE * 0.13), SIZE * 0.17)


def _gate(at: Point) -> Iterator[str]:
    """A bar across a pass that is closed."""
    x, y, unit = at[0], at[1], SIZE * 0.1
    yield box(x - 4 * unit, y - 0.8 * unit, 8 * unit, 1.6 * unit, rx=0.4 * unit, fill=LIGHT, stroke=INK, stroke_width=1)
    stripes = [step for at in (-2.6, -0.6, 1.4, 3.4) for step in _stripe(x + at * unit, y, unit)]
    yield path(*stripes, fill="none", stroke="#b3202c", stroke_width=0.8 * unit)


def _stripe(x: float, y: float, unit: float) -> tuple[str, Point, str, Point]:
    return "M", (x, y - 0.8 * unit), "L", (x - 0.8 * unit, y + 0.8 * unit)


def _house(at: Point) -> str:
    x, y, unit = at[0], at[1], SIZE * 0.11
    roof = [(-1.2, -0.2), (0, -1.4), (1.2, -0.2), (0.9, -0.2), (0.9, 1.1), (-0.9, 1.1), (-0.9, -0.2)]
    return polygon([(x + dx * unit, y + dy * unit) for dx, dy in roof], fill="#b5482f", stroke=INK, stroke_width=0.8)


def slot_places(count: int) -> list[Point]:
    """Where the slots of one city are."""
    step = SLOT * 1.04
    match count:
        case 1:
            return [(0, 0)]
        case 2:
            return [(-step, 0), (step, 0)]
        case 3:
            return [(0, -step * 1.15), (-step, step * 0.6), (step, step * 0.6)]
        case 4:
            return [(-step, -step), (step, -step), (-step, step), (step, step)]
        case _:
            return [towards(360 / count * at - 90, step * count / 3) for at in range(count)]


def loco_places(count: int) -> list[Point]:
    """Where locomotives stand: in rows of two."""
    rows = (count + 1) // 2
    top = SIZE * (0.24 - 0.16 * (rows - 1))
    last_alone = count % 2
    return [
        (0 if last_alone and at == count - 1 else SIZE * (0.28 if at % 2 else -0.28), top + SIZE * 0.32 * (at // 2))
        for at in range(count)
    ]


def _hull(points: list[Point]) -> list[Point]:
    """Slots in drawing order around their middle."""
    return [points[at] for at in (0, 1, 3, 2)] if len(points) == 4 else points


def _rails(gauge: str, steps: list[str | Point]) -> Iterator[str]:
    """Black; dashed for narrow gauge, with a light line inside for both gauges."""
    dashes = "5 3" if gauge == "narrow" else None
    yield path(*steps, fill="none", stroke=INK, stroke_width=TRACK, stroke_dasharray=dashes)
    if gauge == "dual":
        yield path(*steps, fill="none", stroke=LIGHT, stroke_width=TRACK * 0.3, stroke_dasharray="4 3")


def _connected(tracks: Iterable[TrackFace]) -> list[list[TrackFace]]:
    """Tracks in groups that share an end."""
    groups: list[list[TrackFace]] = []
    for track in tracks:
        touching = [found for found in groups if any(set(track.ends) & set(other.ends) for other in found)]
        merged = [track, *(other for found in touching for other in found)]
        groups = [found for found in groups if found not in touching] + [merged]
    return groups


def _values(tile: TileFace, places: list[Point]) -> Iterator[tuple[Point | None, str]]:
    """What the stops pay: once if all pay the same, else beside each."""
    values = [worth(stop) for stop in tile.stops]
    if len(set(values)) == 1:
        values, places = values[:1], places[:1]
    for value, place in zip(values, places, strict=True):
        if value:
            yield (None if len(values) == 1 else place), value


def _broken(name: str) -> list[str]:
    """A long name in two lines."""
    if len(name) <= 13 or " " not in name:
        return [name]
    spaces = [at for at, sign in enumerate(name) if sign == " "]
    cut = min(spaces, key=lambda at: abs(at - len(name) / 2))
    return [name[:cut], name[cut + 1 :]]
