"""Recorded routes: rows of hexes, one for each piece between two stops, found again on our board."""

from collections.abc import Iterator, Sequence

from ferrovia.model.board import Board, Tracks
from ferrovia.model.ids import HexId, StopId

Pieces = Sequence[Sequence[str]]


def find_way(board: Board, pieces: Pieces) -> tuple[str, ...] | None:
    """The way of a recorded route as we write it, or None if there is no such track."""
    if not pieces or not all(pieces):
        return None
    for first in dict.fromkeys((pieces[0][0], pieces[0][-1])):
        for start in _stops_on(board.tracks, first):
            for rest in _ways_on(board.tracks, start, first, pieces):
                return (start, *rest)
    return None


def _stops_on(tracks: Tracks, hex_id: str) -> list[StopId]:
    number = tracks.map.numbers.get(HexId(hex_id))
    return [] if number is None else [stop for stop in tracks.map.stop_ids[number] if stop in tracks.stops]


def _ways_on(tracks: Tracks, at: StopId, hex_id: str, pieces: Pieces) -> Iterator[tuple[str, ...]]:
    """Every way from a stop along the pieces, in their order; two stops on one hex leave a choice."""
    if not pieces:
        yield ()
        return
    piece = pieces[0]
    for hexes in dict.fromkeys((tuple(piece), tuple(piece[::-1]))):
        if hexes[0] == hex_id:
            for end in _ends_along(tracks, at, hexes):
                for rest in _ways_on(tracks, end, hexes[-1], pieces[1:]):
                    yield (*hexes[1:-1], end, *rest)


def _ends_along(tracks: Tracks, start: StopId, hexes: Sequence[str]) -> Iterator[StopId]:
    """The stops that track from a stop comes to when it runs over just these hexes."""
    numbers, entered = tracks.map.numbers, tracks.entered
    sides = list(tracks.stops[start].ways)
    for hex_id in hexes[1:-1]:
        number = numbers.get(HexId(hex_id), -1)
        sides = [way for side in sides if entered[side].hex == number for way in entered[side].ways]
    last = numbers.get(HexId(hexes[-1]), -1)
    yield from dict.fromkeys(stop for side in sides if entered[side].hex == last for stop in entered[side].stops)
