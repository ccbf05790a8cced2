"""Laying tiles: what holds for a tile whoever lays it."""

from dataclasses import replace
from typing import Any, Protocol

from ferrovia.engine.play import Refused, Table, refused, rule
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.tiles import Tile, stops_kept


class TileOnHex(Protocol):
    """An action that lays a tile in a certain turn."""

    @property
    def hex(self) -> HexId: ...
    @property
    def tile(self) -> TileId: ...
    @property
    def turn(self) -> int: ...


def new_tile(table: Table, action: TileOnHex) -> Tile:
    return table.state.board.map.tiles[action.tile]


def in_its_lowest_turn(table: Table, action: Any) -> Any:
    """A tile that looks alike in several turns is laid in the lowest of them."""
    turn = new_tile(table, action).lowest_turn(action.turn)[0]
    return action if turn == action.turn else replace(action, turn=turn)


@rule("tile-supply")
def tile_is_in_supply(table: Table, action: TileOnHex) -> Refused | None:
    return refused(tile=action.tile) if table.state.board.left(action.tile) == 0 else None


@rule("track-on-map")
def stays_on_the_map(table: Table, action: TileOnHex) -> Refused | None:
    exits = new_tile(table, action).turned(action.turn).exits
    return refused(hex=action.hex) if exits & ~table.state.board.map.roads[action.hex] else None


@rule("track-kept")
def keeps_track_and_stops(table: Table, action: TileOnHex) -> Refused | None:
    old, new = table.state.board.picture(action.hex), new_tile(table, action).turned(action.turn)
    return None if stops_kept(old, new) else refused(hex=action.hex, tile=action.tile)
