"""The market in characters: prices in rows and columns, under each price who stands there."""

from collections.abc import Iterator, Mapping, Sequence

from ferrovia.model.view import MarketCell

NARROW, SIDE_BY_SIDE = 2, 5
"""Characters a column: where the cells of two rows alternate, each has the place of two columns."""


def market_rows(cells: Sequence[MarketCell], piles: Mapping[int, Sequence[str]], width: int) -> Iterator[str]:
    """The market line by line; where it is wider than the width, in parts one below the other."""
    alternating = len({cell.column for cell in cells}) == len(cells)
    step = NARROW if alternating else SIDE_BY_SIDE
    last, per_part = max(cell.column for cell in cells), max(1, width // step - 2)
    for first in range(0, last + 1, per_part):
        numbered = [(number, cell) for number, cell in enumerate(cells) if first <= cell.column < first + per_part]
        for row in sorted({cell.row for _, cell in numbered}):
            there = [(number, cell) for number, cell in numbered if cell.row == row]
            yield _line([((cell.column - first) * step, str(cell.price)) for _, cell in there])
            depth = max((len(piles.get(number, ())) for number, _ in there), default=0)
            for place in range(depth):
                markers = (((c.column - first) * step, piles.get(n, ())[place : place + 1]) for n, c in there)
                yield _line([(column, marker[0]) for column, marker in markers if marker])


def _line(parts: Sequence[tuple[int, str]]) -> str:
    line = ""
    for column, text in parts:
        line = line.ljust(column) + text
    return line
