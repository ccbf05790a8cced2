"""Which tiles may lie over which: a look-up table for each title.

A title hands in `may_become(old, new)`: colour step, label, kind and its own exceptions; `old` may be a printed hex.
Where some tiles are made for certain hexes it also hands in `may_lie(hex, tile)`.
What can be read off the tiles is decided here: all track and stops are kept, no track leads where none can go, stubs
are used.

    Upgrades(map, may_become)               made once a title; fills itself as it is asked
    upgrades.over(hex, laid)                every `Upgrade` of what lies there, turns that look the same once
    upgrades.suits(hex, old, new)           whether a tile may replace another at all, whatever its turn
    upgrades.find(hex, laid, tile, turn)    the one that lays this tile in this turn (any turn), or None
    lays(board, upgrades, open_sides, colours)   all connected lays: hex and Upgrade
    grows_into(old, new)                    the ordinary `may_become`
    gains_a_stop(old, new)                  the `may_become` of a marker that is put on a tile
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ferrovia.model.board import Board, Laid
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.map import Map
from ferrovia.model.tiles import Colour, StopMap, Tile, stops_kept
from ferrovia.model.values import made_often

MayBecome: TypeAlias = Callable[[Tile, Tile], bool]
MayLie: TypeAlias = Callable[[HexId, Tile], bool]

COLOURS: tuple[Colour, ...] = ("white", "yellow", "green", "brown", "gray")
"""In the order in which tiles replace each other."""


@made_often
@dataclass(frozen=True, slots=True)
class Upgrade:
    """A tile that may be laid in a certain turn, and what can become of the stops under it."""

    tile: Tile
    turn: int
    exits: int
    stop_maps: tuple[StopMap, ...]
    """The first one keeps the order of the stops; there are more where the layer has a choice."""


class Upgrades:
    """For each hex and what lies on it: what may be laid over it."""

    def __init__(self, printed: Map, may_become: MayBecome, may_lie: MayLie = lambda hex_id, tile: True) -> None:
        self.map = printed
        self.may_become = may_become
        self.may_lie = may_lie
        self._known: dict[tuple[HexId, Laid | None], tuple[Upgrade, ...]] = {}
        self._by_colour: dict[tuple[HexId, Laid | None], dict[Colour, list[tuple[int, str, Upgrade]]]] = {}
        self._suits: dict[tuple[HexId, int, int], bool] = {}

    def over(self, hex_id: HexId, laid: Laid | None) -> tuple[Upgrade, ...]:
        """Everything that may lie over a tile, or over the printed hex (None)."""
        key = (hex_id, laid)
        if key not in self._known:
            old = self._tile(hex_id, laid)
            new = [tile for tile in self.map.tiles.values() if self.suits(hex_id, old, tile)]
            found = [self._upgrade(hex_id, laid, tile, turn) for tile in new for turn in tile.distinct_turns]
            self._known[key] = tuple(upgrade for upgrade in found if upgrade is not None)
        return self._known[key]

    def find(self, hex_id: HexId, laid: Laid | None, tile: TileId, turn: int) -> Upgrade | None:
        """The upgrade to this tile in this very turn, or None if it is none."""
        new = self.map.tiles[tile]
        if turn in new.distinct_turns:
            return next((u for u in self.over(hex_id, laid) if u.turn == turn and u.tile.id == tile), None)
        return self._upgrade(hex_id, laid, new, turn) if self.suits(hex_id, self._tile(hex_id, laid), new) else None

    def by_colour(self, hex_id: HexId, laid: Laid | None) -> Mapping[Colour, list[tuple[int, str, Upgrade]]]:
        """The same as `over`, for quick looking: exits, piece and upgrade for each colour of the new tile."""
        key = (hex_id, laid)
        if key not in self._by_colour:
            found: dict[Colour, list[tuple[int, str, Upgrade]]] = {}
            for upgrade in self.over(hex_id, laid):
                entry = (upgrade.exits, self.map.tiles.piece[upgrade.tile.id], upgrade)
                found.setdefault(upgrade.tile.colour, []).append(entry)
            self._by_colour[key] = found
        return self._by_colour[key]

    def suits(self, hex_id: HexId, old: Tile, new: Tile) -> bool:
        """Whether a tile may replace what is printed or lies on a hex, whatever its turn."""
        key = (hex_id, id(old), id(new))  # of things that last as long as the map
        known = self._suits.get(key)
        if known is None:
            known = self._suits[key] = self.may_become(old, new) and self.may_lie(hex_id, new)
        return known

    def _tile(self, hex_id: HexId, laid: Laid | None) -> Tile:
        return self.map.hexes[hex_id] if laid is None else self.map.tiles[laid.tile]

    def _upgrade(self, hex_id: HexId, laid: Laid | None, tile: Tile, turn: int) -> Upgrade | None:
        old, new = self._tile(hex_id, laid).turned(laid.turn if laid else 0), tile.turned(turn)
        if new.exits & ~self.map.roads[hex_id] or self.map.stubs[hex_id] & ~new.exits:
            return None
        stop_maps = stops_kept(old, new)
        return Upgrade(tile, turn, new.exits, stop_maps) if stop_maps else None


def lays(
    board: Board, upgrades: Upgrades, open_sides: Mapping[HexId, int], colours: Collection[Colour]
) -> list[tuple[HexId, Upgrade]]:
    """All tiles in supply of these colours that have an exit on an open side (as `Reach.open_sides`)."""
    tiles, used, counts = board.tiles, board.used_pieces, board.map.tiles.counts
    found: list[tuple[HexId, Upgrade]] = []
    for hex_id, sides in open_sides.items():
        choices = upgrades.by_colour(hex_id, tiles.get(hex_id))
        for colour in colours:
            for exits, piece, upgrade in choices.get(colour, ()):
                if exits & sides:
                    count = counts[piece]
                    if count is None or used.get(piece, 0) < count:
                        found.append((hex_id, upgrade))
    return found


def is_next_colour(old: Tile, new: Tile) -> bool:
    return old.colour in COLOURS[:-1] and new.colour == COLOURS[COLOURS.index(old.colour) + 1]


def grows_into(old: Tile, new: Tile) -> bool:
    """The ordinary upgrade: next colour, same label, the same kinds of stops and as many."""
    return is_next_colour(old, new) and old.label == new.label and old.kinds == new.kinds


def gains_a_stop(old: Tile, new: Tile) -> bool:
    """The same piece of cardboard with one marker more."""
    return (old.piece or old.id) == (new.piece or new.id) and len(new.stops) == len(old.stops) + 1
