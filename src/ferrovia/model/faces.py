"""Tiles, printed hexes, the market and the pile of trains as they are drawn."""

from collections.abc import Callable, Mapping

from ferrovia.model.board import Board
from ferrovia.model.ids import DEPOT, HexId, TrainId
from ferrovia.model.map import Hex, Map
from ferrovia.model.state import State
from ferrovia.model.tiles import Tile
from ferrovia.model.view import HexFace, HexView, Marker, StopFace, TileFace, TrackFace


def tile_face(tile: Tile) -> TileFace:
    stops = tuple(
        StopFace(
            stop.kind,
            stop.slots,
            {"": stop.revenue} if isinstance(stop.revenue, int) else dict(stop.revenue),
            stop.hidden,
        )
        for stop in tile.stops
    )
    tracks = tuple(TrackFace(track.ends, track.gauge, track.terminal) for track in tile.tracks)
    return TileFace(tile.id, tile.colour, tile.label, tile.frame, stops, tracks, tile.count, tile.piece)


def hex_face(printed: Hex) -> HexFace:
    kinds = [kind for terrain in printed.terrain for kind in terrain.kinds]
    figures = {"cost": printed.cost} if printed.cost else {}
    return HexFace(
        printed.hex,
        printed.x,
        printed.y,
        printed.name,
        kinds[0] if kinds else "plain",
        figures,
        tile_face(printed),
        printed.blocked,
        printed.stubs,
    )


def hex_faces(map_: Map) -> tuple[HexFace, ...]:
    return tuple(hex_face(printed) for printed in map_.hexes.values())


def hex_views(board: Board) -> tuple[HexView, ...]:
    """Every hex with a tile or a station."""
    with_stations = {HexId(stop.rpartition(".")[0]) for stop in board.stations}
    return tuple(_hex_view(board, h) for h in board.map.hexes if h in board.tiles or h in with_stations)


def _hex_view(board: Board, hex_id: HexId) -> HexView:
    laid = board.tiles.get(hex_id)
    stations = tuple(board.stations_at(stop) for stop in board.stops_on(hex_id))
    return HexView(hex_id, (), (), {}, laid.tile if laid else "", laid.turn if laid else 0, stations)


def tiles_left(board: Board) -> Mapping[str, int]:
    """How many of each tile are in the supply; those without number are left out."""
    counts = ((tile, board.left(tile)) for tile in board.map.tiles)
    return {tile: count for tile, count in counts if count is not None}


def markers(state: State) -> tuple[Marker, ...]:
    """The companies on the market; whoever came earlier lies further up in its pile."""
    found: list[Marker] = []
    for company, quote in sorted(state.prices.items(), key=lambda item: item[1].since):
        place = sum(marker.cell == quote.cell for marker in found)
        found.append(Marker(company, quote.cell, place))
    return tuple(found)


def cards_left(state: State, kind: Callable[[TrainId], str]) -> dict[str, int]:
    """How many train cards of each kind were never sold, in the order of the pile."""
    left: dict[str, int] = {}
    for train, card in state.trains.items():
        if card.owner == DEPOT:
            left[kind(train)] = left.get(kind(train), 0) + 1
    return left
