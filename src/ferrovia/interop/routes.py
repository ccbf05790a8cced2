"""Recorded routes: rows of hexes, one for each piece between two stops, found again on our board or written."""

from collections.abc import Collection, Sequence
from typing import Any, cast

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action
from ferrovia.model.board import Board, Tracks, place_of
from ferrovia.model.ids import CompanyId, HexId, StopId
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of

Pieces = Sequence[Sequence[str]]


def pieces_of(route: Action) -> Pieces:
    """The rows of hexes that a recorded route says; none if it says no more than what it earned."""
    said: object = route.get("connections") or list[object]()
    rows = cast("list[object]", said) if isinstance(said, list) else [None]
    if not all(map(_is_row, rows)):
        raise BadData("the connections of a route are no rows of hexes")
    return cast("Pieces", rows)


def _is_row(said: object) -> bool:
    return isinstance(said, list) and {str}.issuperset(map(type, cast("list[object]", said)))


def find_way(board: Board, pieces: Pieces, stops: Collection[StopId] = ()) -> tuple[str, ...] | None:
    """The way of a recorded route as we write it, or None if there is no such track; by certain stops, if the record
    names them: from the first of them on, where a ring leaves a choice."""
    if not pieces or not all(pieces):
        return None
    tracks = board.tracks
    for first in dict.fromkeys((pieces[0][0], pieces[0][-1])):
        there = _stops_on(tracks, first)
        for start in (stop for stop in stops if stop in there) if stops else there:
            rest = _way_on(tracks, start, first, pieces, 0, stops)
            if rest is not None:
                return (start, *rest)
    return None


def _stops_on(tracks: Tracks, hex_id: str) -> list[StopId]:
    number = tracks.map.numbers.get(HexId(hex_id))
    return [] if number is None else [stop for stop in tracks.map.stop_ids[number] if stop in tracks.stops]


def _way_on(
    tracks: Tracks, at: StopId, hex_id: str, pieces: Pieces, number: int, stops: Collection[StopId]
) -> list[str] | None:
    """A way from a stop along the pieces from a certain one on; two stops on one hex leave a choice."""
    if number == len(pieces):
        return []
    for hexes in _from_hex(hex_id, pieces[number]):
        for end in _ends_along(tracks, at, hexes):
            if stops and end not in stops:
                continue
            rest = _way_on(tracks, end, hexes[-1], pieces, number + 1, stops)
            if rest is not None:
                return [*hexes[1:-1], end, *rest]
    return None


def _from_hex(hex_id: str, piece: Sequence[str]) -> Pieces:
    """A piece in the direction in which it leaves a hex; in both, if it comes back there."""
    begins, ends = piece[0] == hex_id, piece[-1] == hex_id
    if begins and ends:
        return piece, piece[::-1]
    return (piece,) if begins else (piece[::-1],) if ends else ()


def _ends_along(tracks: Tracks, start: StopId, hexes: Sequence[str]) -> list[StopId]:
    """The stops that track from a stop comes to when it runs over just these hexes."""
    numbers, entered = tracks.map.numbers, tracks.entered
    sides = tracks.stops[start].ways
    for hex_id in hexes[1:-1]:
        number = numbers.get(HexId(hex_id), -1)
        sides = [way for side in sides if (path := entered[side]).hex == number for way in path.ways]
    end = numbers.get(HexId(hexes[-1]), -1)
    return [stop for side in sides if (path := entered[side]).hex == end for stop in path.stops]


def hexes_of(route: Route) -> list[str]:
    """The hexes of a route's stops."""
    return [str(place_of(stop)[0]) for stop in route.stops]


def connections(route: Route) -> list[list[str]]:
    """For each piece between two stops its hexes, those of the stops included."""
    stops = hexes_of(route)
    return [[start, *chain, end] for start, chain, end in zip(stops, route.chains, stops[1:], strict=False)]


def written_route(route: Route, train: str) -> dict[str, Any]:
    """A route as the site writes it, but for what it earned."""
    hexes = hexes_of(route)
    return {
        "train": train,
        "connections": connections(route),
        "hexes": hexes,
        "revenue": 0,
        "revenue_str": "-".join(hexes),
        "nodes": [stop.replace(".", "-") for stop in route.stops],
    }


def route_as_recorded(game: Game, company: CompanyId, revenue: int) -> dict[str, Any]:
    """A run of which only the figures are known: the site wants to be told a train."""
    train = next(iter(trains_of(game.state, company)), "")
    return {"train": train, "connections": [], "hexes": [], "revenue": revenue, "revenue_str": "", "nodes": []}
