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
            rest = _way_on(board.tracks, start, first, pieces, 0)
            if rest is not None:
                return (start, *rest)
    return None


def _stops_on(tracks: Tracks, hex_id: str) -> list[StopId]:
    number = tracks.map.numbers.get(HexId(hex_id))
    return [] if number is None else [stop for stop in tracks.map.stop_ids[number] if stop in tracks.stops]


def _way_on(tracks: Tracks, at: StopId, hex_id: str, pieces: Pieces, number: int) -> list[str] | None:
    """A way from a stop along the pieces from a certain one on; two stops on one hex leave a choice."""
    if number == len(pieces):
        return []
    for hexes in _from_hex(hex_id, pieces[number]):
        for end in _ends_along(tracks, at, hexes):
            rest = _way_on(tracks, end, hexes[-1], pieces, number + 1)
            if rest is not None:
                return [*hexes[1:-1], end, *rest]
    return None


def _from_hex(hex_id: str, piece: Sequence[str]) -> Iterator[Sequence[str]]:
    """A piece in the direction in which it leaves a hex; in both, if it comes back there."""
    if piece[0] == hex_id:
        yield piece
    if piece[-1] == hex_id:
        yield piece[::-1]


def _ends_along(tracks: Tracks, start: StopId, hexes: Sequence[str]) -> list[StopId]:
    """The stops that track from a stop comes to when it runs over just these hexes."""
    numbers, entered = tracks.map.numbers, tracks.entered
    sides = tracks.stops[start].ways
    for hex_id in hexes[1:-1]:
        number = numbers.get(HexId(hex_id), -1)
        sides = [way for side in sides if entered[side].hex == number for way in entered[side].ways]
    last = numbers.get(HexId(hexes[-1]), -1)
    return [stop for side in sides if entered[side].hex == last for stop in entered[side].stops]
