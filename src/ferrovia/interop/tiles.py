"""Recorded tiles: `57-1` is the second copy of tile 57."""

from ferrovia.interop.following import Strange
from ferrovia.interop.notices import Notice
from ferrovia.model.board import Board
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.tiles import Tile, TileSet

UNLIMITED = 100
"""More copies than there are hexes on any map, for tiles without a number."""


def tile_named(copy: str, board: Board) -> Tile:
    """The tile of which one copy is named."""
    tile = TileId(copy.rpartition("-")[0])
    if tile not in board.map.tiles:
        raise Strange(Notice("no-such-tile", tile=tile))
    return board.map.tiles[tile]


class Copies:
    """The single tiles of the site: of a tile the copy is laid that has waited longest; one that is replaced waits. The
    faces of one piece have the same number."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.laid: dict[HexId, str] = {}
        self._waiting: dict[str, list[int]] = {}

    def lay(self, tile: TileId, hex_id: HexId) -> str:
        replaced, copy = self.laid.get(hex_id), f"{tile}-{self._waiting_of(tile).pop(0)}"
        if replaced is not None:
            before, _, number = replaced.rpartition("-")
            self._waiting_of(TileId(before)).append(int(number))
        self.laid[hex_id] = copy
        return copy

    def _waiting_of(self, tile: TileId) -> list[int]:
        piece = self.tiles.piece[tile]
        count = self.tiles.counts[piece]
        return self._waiting.setdefault(piece, list(range(UNLIMITED if count is None else count)))
