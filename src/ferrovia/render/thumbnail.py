"""A board so small that only colours, track and stations can be told: for lists of games."""

from collections.abc import Iterator

from ferrovia.model.view import HexFace, Layout, View
from ferrovia.render.drawing import INK, LIGHT, Point, circle, group, number, path, polygon, tag
from ferrovia.render.ground import Ground, Lying
from ferrovia.render.hex_svg import GROUNDS, TILES
from ferrovia.render.hexes import APOTHEM, SIZE, Shape

STATION = SIZE * 0.42
STOP = SIZE * 0.16
TRACK = SIZE * 0.16


def draw_thumbnail(layout: Layout, view: View) -> str:
    """The board alone, without words."""
    shape, ground = Shape(layout.orientation), Ground(layout, view)
    middles = [shape.middle(face) for face in layout.hexes]
    wide, high = (SIZE, APOTHEM) if layout.orientation == "flat" else (APOTHEM, SIZE)
    left, top = min(x for x, _ in middles) - wide, min(y for _, y in middles) - high
    width, height = max(x for x, _ in middles) + wide - left, max(y for _, y in middles) + high - top
    hexes = [group(*_hex(shape, ground, face), at=shape.middle(face)) for face in layout.hexes]
    box = " ".join(map(number, (left, top, width, height)))
    return tag("svg", *hexes, xmlns="http://www.w3.org/2000/svg", viewBox=box)


def _hex(shape: Shape, ground: Ground, face: HexFace) -> Iterator[str]:
    lying = ground.lying(face.id)
    fill = TILES[lying.face.colour] if lying else GROUNDS.get(face.terrain, GROUNDS["plain"])
    yield polygon(shape.corners(), fill=fill, stroke="#8d8678", stroke_width=2)
    if lying is not None:
        yield from _tracks(shape, lying)
    yield from _present(ground, face, stops=bool(lying and lying.face.stops) or bool(face.name))


def _tracks(shape: Shape, lying: Lying) -> Iterator[str]:
    """Straight to the middle where there is a stop, from side to side where there is none."""
    steps: list[str | Point] = []
    for a, b in ((track.ends[0], track.ends[1]) for track in lying.face.tracks):
        ends = [shape.side(lying, end) for end in (a, b) if end[0] == "e"]
        steps += ["M", ends[0], "Q", (0.0, 0.0), ends[1]] if len(ends) == 2 else ["M", ends[0], "L", (0.0, 0.0)]
    if steps:
        yield path(*steps, fill="none", stroke=INK, stroke_width=TRACK)


def _present(ground: Ground, face: HexFace, *, stops: bool) -> Iterator[str]:
    """Whoever stands there side by side, or a dot where nobody does."""
    colours: dict[str, str] = {company.id: company.colour for company in ground.layout.companies}
    there = [company for slots in ground.stations(face.id) for company in slots if company]
    there = there or list(ground.there(face.id).tokens)
    for at, company in enumerate(there):
        x = (at - (len(there) - 1) / 2) * STATION * 1.2
        yield circle((x, 0.0), STATION, fill=colours.get(company, INK), stroke=INK, stroke_width=3)
    if stops and not there:
        yield circle((0.0, 0.0), STOP, fill=LIGHT, stroke=INK, stroke_width=3)
