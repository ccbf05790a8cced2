"""In which slot of a city a station stands on the site: there a gap stays until the tile is replaced, then those that
are left move up."""

from collections.abc import Sequence

from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, StopId, TileId


class Slots:
    """The slots of all cities; it looks at every board of a game, one after the other."""

    def __init__(self) -> None:
        self._seats: dict[StopId, list[CompanyId | None]] = {}
        self._tiles: dict[StopId, TileId | None] = {}
        self._board: Board | None = None

    def look(self, board: Board) -> None:
        if board is self._board:
            return
        self._board = board
        for stop in {*self._seats, *board.stations}:
            laid = board.tiles.get(place_of(stop)[0])
            tile = None if laid is None else laid.tile
            seats = self._seats.get(stop, [])
            if self._tiles.get(stop, tile) != tile:
                seats = [company for company in seats if company is not None]
            self._tiles[stop] = tile
            self._seats[stop] = _seated(seats, [company for company in board.stations.get(stop, ()) if company])

    def of(self, stop: StopId, *companies: CompanyId) -> int:
        """The slot in which one of some companies stands."""
        seats = self._seats.get(stop, [])
        return next((slot for slot, company in enumerate(seats) if company in companies), 0)


def _seated(seats: Sequence[CompanyId | None], present: Sequence[CompanyId]) -> list[CompanyId | None]:
    """Whoever comes where another goes takes that slot, else the first that is free."""
    came = [company for company in present if company not in seats]
    gone = [slot for slot, company in enumerate(seats) if company is not None and company not in present]
    now = [company if company in present else None for company in seats]
    free = [*gone, *(slot for slot, company in enumerate(now) if company is None and slot not in gone)]
    for company in came:
        if free:
            now[free.pop(0)] = company
        else:
            now.append(company)
    return now
