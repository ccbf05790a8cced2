"""The board drawn in characters.

A hex of a flat grid is drawn as a hexagon, one of a pointy grid as a brick: bricks touch each other exactly as pointy
hexes do. The small drawing leaves the outlines out. Where there are tiles, the large one marks the sides with track.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ferrovia.model.board import Orientation
from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.model.view import HexFace, Layout, View
from ferrovia.render.ground import Ground, Lying, worth
from ferrovia.text import Words

Look = Literal["blank", "edge", "name", "terrain", "tile", "figure", "mark", "company", "track"]


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one look; `of` says which company, terrain or mark they stand for."""

    text: str
    look: Look
    of: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing row by row. As a string it is plain text."""

    rows: tuple[tuple[Run, ...], ...]

    @property
    def width(self) -> int:
        return max((sum(len(run.text) for run in row) for row in self.rows), default=0)

    def __str__(self) -> str:
        return "\n".join("".join(run.text for run in row) for row in self.rows)


# --------------------------------------------------------------------------------------------------------------- signs


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that stand for terrains, marks, tiles and stops, and the one for "there is more than fits"."""

    terrain: Mapping[str, str]
    marks: Mapping[str, str]
    colours: Mapping[str, str]
    stops: Mapping[str, str]
    """A town, or a free slot of a city."""
    joined: str
    """Track that goes on in the next hex."""
    open: str
    """Track that ends at the side of its hex."""
    more: str

    def for_terrain(self, terrain: str) -> str:
        return self.terrain.get(terrain, terrain[:1])

    def for_mark(self, mark: str) -> str:
        return self.marks.get(mark, mark[:1])


COLOURS = {"yellow": "y", "green": "g", "brown": "b", "gray": "G", "red": "r", "blue": "u", "orange": "o"}
SIGNS = Signs(
    terrain={
        "plain": "",
        "forest": "♣",
        "hill": "∩",
        "mountain": "▲",
        "water": "≈",
        "river": "≈",
        "mine": "⚒",
        "city": "●",
        "industrial": "■",
        "start": "★",
    },
    marks={"house": "⌂", "pass-closed": "╳", "pass-open": ""},
    colours=COLOURS,
    stops={"city": "○", "town": "•", "halt": "◦", "offboard": "»", "mine": "◆"},
    joined="█",
    open="▒",
    more="…",
)
ASCII_SIGNS = Signs(
    terrain={
        "plain": "",
        "forest": "%",
        "hill": "n",
        "mountain": "^",
        "water": "~",
        "river": "~",
        "mine": "m",
        "city": "o",
        "industrial": "#",
        "start": "*",
    },
    marks={"house": "@", "pass-closed": "x", "pass-open": ""},
    colours=COLOURS,
    stops={"city": "o", "town": ".", "halt": ",", "offboard": ">", "mine": "*"},
    joined="#",
    open=":",
    more="_",
)


def company_signs(layout: Layout) -> dict[CompanyId, str]:
    """One character for each company: the first of its letters that is still free, else a number."""
    signs: dict[CompanyId, str] = {}
    for number, face in enumerate(layout.companies, 1):
        wanted = [c for c in (face.letters + face.name).upper() if c.isalnum()]
        signs[face.id] = next((c for c in wanted if c not in signs.values()), str(number)[-1])
    return signs


def legend(layout: Layout, words: Words, signs: Signs = SIGNS) -> list[tuple[Run, str]]:
    """What the signs of a drawing mean: each with its word."""
    named = company_signs(layout)
    entries = [(Run(named[face.id], "company", face.id), face.letters) for face in layout.companies]
    terrains = dict.fromkeys(face.terrain for face in layout.hexes)
    entries += [(Run(signs.for_terrain(t), "terrain", t), words.term("terrain", t)) for t in terrains]
    if layout.tiles:
        colours = dict.fromkeys(tile.colour for tile in layout.tiles)
        stops = dict.fromkeys(stop.kind for tile in layout.tiles for stop in tile.stops)
        entries += [(Run(signs.colours[c], "tile", c), words.term("colour", c)) for c in colours if c in signs.colours]
        entries += [(Run(signs.stops[kind], "mark", kind), words.ui(f"stop-{kind}")) for kind in stops]
    marks = ((mark, words.known("mark", mark), sign) for mark, sign in signs.marks.items())
    entries += [(Run(sign, "mark", mark), word) for mark, word, sign in marks if word]
    return [(run, word) for run, word in entries if run.text]


# ------------------------------------------------------------------------------------------------------------- drawing


class Canvas:
    """Characters at places; what is never written stays blank."""

    def __init__(self) -> None:
        self._cells: dict[int, dict[int, tuple[str, Look, str]]] = {}

    def write(self, row: int, column: int, *runs: Run) -> None:
        line = self._cells.setdefault(row, {})
        for run in runs:
            for character in run.text:
                line[column] = (character, run.look, run.of)
                column += 1

    def picture(self) -> Picture:
        first, last = min(self._cells, default=0), max(self._cells, default=-1)
        return Picture(tuple(self._row(row) for row in range(min(first, 0), last + 1)))

    def _row(self, row: int) -> tuple[Run, ...]:
        line = self._cells.get(row, {})
        cells = [line.get(column, (" ", "blank", "")) for column in range(max(line, default=-1) + 1)]
        return tuple(
            Run("".join(character for character, _, _ in same), look, of)
            for (look, of), same in ((key, list(some)) for key, some in groupby(cells, key=lambda cell: cell[1:]))
        )


@dataclass(frozen=True, slots=True)
class Content:
    """What is written into a hex: a heading, what lies or grows there, and who stands there; and its track."""

    heading: tuple[Run, ...]
    ground: tuple[Run, ...]
    present: tuple[Run, ...]
    track: Mapping[int, Run]
    """At which sides there is track."""
    small: tuple[tuple[Run, ...], tuple[Run, ...]]
    """The same in two short lines."""


def draw(layout: Layout, view: View, *, large: bool = False, width: int = 100, signs: Signs = SIGNS) -> Picture:
    """The board as wide as the width allows; where even the narrowest drawing is wider, that one."""
    ground = Ground(layout, view)
    contents = [(face, _content(ground, face, signs)) for face in layout.hexes]
    canvas = Canvas()
    step = _step(layout, large, width)
    for face, content in contents:
        if layout.orientation == "flat":
            (_large_flat if large else _small_flat)(canvas, face, content, step, signs)
        else:
            (_large_pointy if large else _small_pointy)(canvas, face, content, step, signs)
    if large:
        for face, content in contents:
            _mark_sides(canvas, face, content, layout.orientation, step)
    return canvas.picture()


def _content(ground: Ground, face: HexFace, signs: Signs) -> Content:
    lying = ground.lying(face.id)
    return _untiled(ground, face, signs) if lying is None else _tiled(ground, face, lying, signs)


def _untiled(ground: Ground, face: HexFace, signs: Signs) -> Content:
    there, letters = ground.there(face.id), company_signs(ground.layout)
    name, terrain = Run(face.id, "name", face.terrain), Run(signs.for_terrain(face.terrain), "terrain", face.terrain)
    figures = Run(_figures(ground.figures(face.id)), "figure")
    marks = tuple(Run(signs.for_mark(mark), "mark", mark) for mark in there.marks)
    tokens = tuple(Run(letters[company], "company", company) for company in there.tokens)
    small = ((name, terrain), (*marks, *tokens) or (figures,))
    return Content((name,), (terrain, figures, *marks), tokens, {}, small)


def _figures(figures: Mapping[str, int]) -> str:
    """Cost and income in the shortest form: `2+1`."""
    income = f"+{figures['income']}" if figures.get("income") else ""
    return f"{figures.get('cost') or ''}{income}"


def _tiled(ground: Ground, face: HexFace, lying: Lying, signs: Signs) -> Content:
    """The tile with its colour, or the terrain with its cost; then the stops: `20○` or `30B○`."""
    tile, terrain = lying.face, face.terrain
    name = Run(face.id, "name", "" if lying.laid else terrain)
    label = Run(tile.label, "mark")
    colour = Run(signs.colours.get(tile.colour, ""), "tile", tile.colour)
    rough = (Run(signs.for_terrain(terrain), "terrain", terrain), Run(_figures(face.figures), "figure"))
    below = (Run(f"{tile.id} {tile.label}".rstrip(), "figure"),) if lying.laid else (*rough, label)
    marks = tuple(Run(signs.marks[m], "mark", m) for m in ground.there(face.id).marks if signs.marks.get(m))
    stops = (*_stops(ground, face.id, lying, signs), *marks)
    exits = {side: Run(signs.joined if ground.joins(face.id, side) else signs.open, "track") for side in lying.exits}
    small = ((name, colour) if lying.laid else (name, *rough), stops or (label,))
    return Content((name, Run(" ", "blank"), colour), below, stops, exits, small)


def _stops(ground: Ground, hex_id: HexId, lying: Lying, signs: Signs) -> Iterator[Run]:
    """What each stop pays and who stands there; where all pay the same, that is told once."""
    letters, values = company_signs(ground.layout), [worth(stop) for stop in lying.face.stops]
    for number, (stop, present) in enumerate(zip(lying.face.stops, ground.stations(hex_id), strict=True)):
        if number and any(present):
            yield Run("/", "edge")
        if number == 0 or values[number] != values[0]:
            yield Run(values[number], "figure")
        if not present:
            yield Run(signs.stops[stop.kind], "mark", stop.kind)
        for company in present:
            free = Run(signs.stops[stop.kind], "mark", stop.kind)
            yield Run(letters[CompanyId(Owner(company))], "company", company) if company else free


STEPS: Mapping[tuple[str, bool], range] = {
    ("flat", False): range(4, 7),
    ("flat", True): range(5, 10),
    ("pointy", False): range(2, 4),
    ("pointy", True): range(3, 6),
}
"""How many characters one column may take, by orientation and whether it is the large drawing."""


def _step(layout: Layout, large: bool, width: int) -> int:
    steps = STEPS[layout.orientation, large]
    columns = max((face.x for face in layout.hexes), default=0) + (1 if layout.orientation == "flat" else 2)
    frame = {("flat", True): 2, ("pointy", True): 1}.get((layout.orientation, large), 0)
    return max((step for step in steps if columns * step + frame <= width), default=steps[0])


def _small_flat(canvas: Canvas, face: HexFace, content: Content, step: int, signs: Signs) -> None:
    _small(canvas, face.y, face.x * step, content, step, signs)


def _small_pointy(canvas: Canvas, face: HexFace, content: Content, step: int, signs: Signs) -> None:
    _small(canvas, 2 * face.y, face.x * step, content, 2 * step, signs)


def _small(canvas: Canvas, row: int, column: int, content: Content, width: int, signs: Signs) -> None:
    """Two lines: the name with the sign of what lies or grows there, below it who stands there."""
    for at, runs in enumerate(content.small):
        canvas.write(row + at, column, *_fitted(runs, width, signs))


def _large_flat(canvas: Canvas, face: HexFace, content: Content, step: int, signs: Signs) -> None:
    r"""A hexagon of four lines and a roof that neighbours share.

      ___
     / Q3\
    /●2+1 \
    \PN   /
     \___/
    """
    top, left = 2 * face.y, face.x * step
    for row, column, edge in (
        (0, 2, "_" * (step - 2)),
        (1, 1, "/"),
        (1, step, "\\"),
        (2, 0, "/"),
        (2, step + 1, "\\"),
        (3, 0, "\\"),
        (3, step + 1, "/"),
        (4, 1, "\\"),
        (4, 2, "_" * (step - 2)),
        (4, step, "/"),
    ):
        canvas.write(top + row, left + column, Run(edge, "edge"))
    canvas.write(top + 1, left + 2, *_fitted(content.heading, step - 2, signs))
    canvas.write(top + 2, left + 1, *_fitted(content.ground, step, signs))
    canvas.write(top + 3, left + 1, *_fitted(content.present, step, signs))


def _large_pointy(canvas: Canvas, face: HexFace, content: Content, step: int, signs: Signs) -> None:
    """A brick: it shares its walls with its neighbours.

    +-----+
    |Q3   |
    |●2+1 |
    |PN   |
    +-----+
    """
    top, left, inside = 4 * face.y, face.x * step, 2 * step - 1
    wall = Run("+" + "-" * inside + "+", "edge")
    canvas.write(top, left, wall)
    canvas.write(top + 4, left, wall)
    for row, runs in enumerate((content.heading, content.ground, content.present), 1):
        canvas.write(top + row, left, Run("|", "edge"))
        canvas.write(top + row, left + inside + 1, Run("|", "edge"))
        canvas.write(top + row, left + 1, *_fitted(runs, inside, signs))


def _mark_sides(canvas: Canvas, face: HexFace, content: Content, orientation: Orientation, step: int) -> None:
    places = _flat_sides(step) if orientation == "flat" else _pointy_sides(step)
    top, left = (2 if orientation == "flat" else 4) * face.y, face.x * step
    for side, run in content.track.items():
        row, column = places[side]
        canvas.write(top + row, left + column, run)


def _flat_sides(step: int) -> tuple[tuple[int, int], ...]:
    """Row and column of a hexagon at which each side is marked: two neighbours mean the same place."""
    middle = (step + 1) // 2
    return (4, middle), (3, 0), (1, 1), (0, middle), (1, step), (3, step + 1)


def _pointy_sides(step: int) -> tuple[tuple[int, int], ...]:
    """The same for a brick."""
    quarter = step // 2
    return (4, quarter), (2, 0), (0, quarter), (0, step + quarter), (2, 2 * step), (4, step + quarter)


def _fitted(runs: tuple[Run, ...], width: int, signs: Signs) -> Iterator[Run]:
    """As much as fits; where something is left out, the last character says so. Who stands there comes before what it
    pays."""
    if any(run.look == "company" for run in runs):
        for look in ("edge", "figure"):
            if sum(len(run.text) for run in runs) > width:
                runs = tuple(run for run in runs if run.look != look)
    room, left = width, sum(len(run.text) for run in runs)
    for run in runs:
        if left > room:
            keep = min(len(run.text), room - 1)
            yield Run(run.text[:keep], run.look, run.of)
            if len(run.text) > keep:
                yield Run(signs.more, "mark")
                return
        else:
            yield run
        room -= len(run.text)
        left -= len(run.text)
