"""A position as an SVG picture: the board, the market, and a legend of companies and players."""

from collections.abc import Iterator

from ferrovia.model.view import CompanyView, Layout, View
from ferrovia.render.drawing import FAINT, INK, LIGHT, SERIF, box, document, group, words
from ferrovia.render.ground import Ground
from ferrovia.render.hex_svg import HexDrawing, patterns
from ferrovia.render.hexes import APOTHEM, SIZE, Shape
from ferrovia.text import Words

MARGIN = 24.0
HEADING = 58.0
LINE = 21.0
COLUMN = 360.0
ZONES = ("#f1e3b4", "#d5e3c4", "#dccbe6", "#f0cfc4", "#cfe0ea")
"""Tints of the zones of a market, in the order in which they are printed."""


def draw_position(layout: Layout, view: View, spoken: Words) -> str:
    """The whole picture as a document."""
    return _Page(layout, view, spoken).document()


class _Page:
    """One picture, put together from above to below."""

    def __init__(self, layout: Layout, view: View, spoken: Words) -> None:
        self._layout, self._view, self._words = layout, view, spoken
        self._shape = Shape(layout.orientation)
        self._hexes = HexDrawing(Ground(layout, view))
        middles = [self._shape.middle(face) for face in layout.hexes]
        wide, high = (SIZE, APOTHEM) if layout.orientation == "flat" else (APOTHEM, SIZE)
        self._left = min(x for x, _ in middles) - wide
        self._top = min(y for _, y in middles) - high
        self._board_width = max(x for x, _ in middles) + wide - self._left
        self._board_height = max(y for _, y in middles) + high - self._top
        self._width = max(self._board_width, 2 * COLUMN) + 2 * MARGIN

    def document(self) -> str:
        parts = [patterns(self._layout.companies), *self._heading()]
        y = HEADING + MARGIN / 2
        parts.append(group(*map(self._hexes.draw, self._layout.hexes), at=(MARGIN - self._left, y - self._top)))
        y += self._board_height + MARGIN
        if self._layout.market:
            market, height = self._market()
            parts.append(group(*market, at=(MARGIN, y)))
            y += height + MARGIN
        legend, height = self._legend()
        parts.append(group(*legend, at=(MARGIN, y)))
        name = self._words.term("title", "name")
        return document(self._width, y + height + MARGIN, *parts, title=f"{name}: {self._stop()}")

    def _stop(self) -> str:
        course = self._view.course
        phase = f" · {self._words.ui('phase', phase=self._view.phase)}" if self._view.phase else ""
        return self._words.stop(course.stops[course.at]) + phase

    def _heading(self) -> Iterator[str]:
        name = self._words.term("title", "name")
        yield words(name, (MARGIN, 30), 26, family=SERIF, anchor="start", bold=True)
        yield words(self._stop(), (self._width - MARGIN, 30), 16, anchor="end", fill=FAINT)
        yield box(MARGIN, HEADING - 8, self._width - 2 * MARGIN, 1, fill=INK)

    # The market.

    def _market(self) -> tuple[list[str], float]:
        """Cells in rows and columns, zones tinted, markers in stacks; what the tints mean stands below."""
        cells = self._layout.market
        alternating = len({cell.column for cell in cells}) == len(cells)
        columns = max(cell.column for cell in cells) + (2 if alternating else 1)
        step = min((self._width - 2 * MARGIN) / columns, 28.0 if alternating else 56.0)
        wide = 2 * step if alternating else step
        high = max(wide * 0.9, 44.0)
        zones = list(dict.fromkeys(zone for cell in cells for zone in cell.zones))
        tints = dict(zip(zones, ZONES, strict=False))
        parts: list[str] = []
        for number, cell in enumerate(cells):
            x, y = cell.column * step, cell.row * high
            fill = tints.get(cell.zones[-1], LIGHT) if cell.zones else LIGHT
            parts.append(box(x, y, wide, high, fill=fill, stroke="#8d8678", stroke_width=1))
            parts.append(words(str(cell.price), (x + wide / 2, y + 9), 12))
            parts += self._markers(number, x + wide / 2, y + 28)
        y = (max(cell.row for cell in cells) + 1) * high + 8
        for at, (zone, tint) in enumerate(tints.items()):
            parts.append(box(at * COLUMN, y, 14, 14, fill=tint, stroke="#8d8678", stroke_width=1))
            parts.append(words(self._words.term("zone", zone), (at * COLUMN + 22, y + 7), 13, anchor="start"))
        return parts, y + (16 if zones else 0)

    def _markers(self, cell: int, x: float, y: float) -> Iterator[str]:
        """Those on one cell, the uppermost last so that it covers the others."""
        there = sorted((m for m in self._view.markers if m.cell == cell), key=lambda marker: -marker.place)
        for marker in there:
            shift = marker.place * 5.0
            yield self._hexes.token(marker.company, (x + shift - 2.5 * (len(there) - 1), y + shift * 0.6), 10)

    # The legend.

    def _legend(self) -> tuple[list[str], float]:
        """Companies in as many columns as fit, then the players."""
        columns = max(1, int((self._width - 2 * MARGIN) // COLUMN))
        lines = [self._company(company) for company in self._view.companies]
        rows = -(-len(lines) // columns)
        parts = [group(line, at=(at // rows * COLUMN, at % rows * LINE + LINE / 2)) for at, line in enumerate(lines)]
        y = rows * LINE + LINE
        parts.append(box(0, y - LINE / 2, self._width - 2 * MARGIN, 0.6, fill=FAINT))
        for at, line in enumerate(self._players()):
            parts.append(group(line, at=(0, y + (at + 0.5) * LINE)))
        return parts, y + (len(self._view.players) + 0.5) * LINE

    def _company(self, company: CompanyView) -> str:
        face = next(face for face in self._layout.companies if face.id == company.id)
        told = [face.name]
        if company.open or "price" in company.figures:
            told += [self._words.money(company.figures[key]) for key in ("price", "treasury") if key in company.figures]
            told.append(" ".join(self._words.named("face", self._view.faces[train]) for train in company.trains))
        text, fill = " · ".join(part for part in told if part), INK if company.open else FAINT
        return self._hexes.token(face.id, (10, 0), 10) + words(text, (28, 0), 13, anchor="start", fill=fill)

    def _players(self) -> Iterator[str]:
        for player in self._view.players:
            shares = ", ".join(f"{self._words.company(c)} ×{held}" for c, held in player.shares.items())
            told = [self._words.player(player.id), self._words.money(player.cash), shares, " ".join(player.privates)]
            yield words(" · ".join(part for part in told if part), (0, 0), 13, anchor="start")
