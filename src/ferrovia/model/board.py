"""The board: the map with what stands on it now.

A `Board` is a value: changing it makes a new board. Tiles and stations lie on a `Map`; a game without tiles (its grid
is a mere `Grid`) uses `tokens` only.

    board.tile(hex), board.picture(hex), board.exits(hex)   the tile there, as it lies, the sides with track (mask)
    board.stop(stop), board.stops_on(hex)                   printed data of a stop; the stops on a hex
    board.grown(hex, number)                                the stop that a printed one (a home) has become
    board.stations_at(stop), board.free_slots(stop)         who stands there, slot by slot; how many slots are free
    board.stations_of(company), board.companies_on(hex)     where a company stands; who stands on a hex
    board.with_tile(hex, tile, turn, stops)                 stations move along; `stops` says where if there is a choice
    board.with_station(stop, company), board.without_station(stop, company), board.with_stations(stop, companies)
    board.barred, board.with_opened(stop)                   stops that let nobody through; one of them is opened
    board.left(tile)                                        how many of it are not on the map (None: any number)
    board.tracks                                            all track in small ints; made when first asked for
    board.remember(key, find), board.forget()               keeps what was found out about this very board; drops it
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from ferrovia.model.ids import CompanyId, HexId, Owner, StopId, TileId
from ferrovia.model.map import EDGES, Grid, Map, Orientation, Tracks, place_of, stop_id
from ferrovia.model.tiles import Picture, Stop, StopMap, Tile, stops_kept
from ferrovia.model.values import made_often

__all__ = ["EDGES", "NOBODY", "Board", "Grid", "Laid", "Map", "Orientation", "Tracks", "place_of", "stop_id"]

T = TypeVar("T")

NOBODY: Final = CompanyId(Owner(""))
"""In a free slot."""
_UNKNOWN: Final[Any] = object()


@made_often
@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the map: which one, and how often it is turned."""

    tile: TileId
    turn: int


# ---------------------------------------------------------------------------------------------------------------- board


@dataclass(frozen=True, slots=True)
class Board:
    """What stands on the map. A value: changing it makes a new board."""

    grid: Grid
    tokens: Mapping[HexId, tuple[CompanyId, ...]]
    tiles: Mapping[HexId, Laid] = field(default_factory=dict[HexId, Laid])
    """The tiles that were laid; elsewhere the map shows what is printed."""
    stations: Mapping[StopId, tuple[CompanyId, ...]] = field(default_factory=dict[StopId, tuple[CompanyId, ...]])
    """For each stop with a station who stands in each slot, `NOBODY` in a free one."""
    barred: frozenset[StopId] = frozenset()
    """Stops beyond which no way leads before they are opened, as a mountain pass."""
    _known: dict[Any, Any] = field(init=False, compare=False, repr=False, default_factory=dict[Any, Any])

    def tokens_on(self, hex_id: HexId) -> tuple[CompanyId, ...]:
        return self.tokens.get(hex_id, ())

    def hexes_of(self, company: CompanyId) -> list[HexId]:
        return [hex_id for hex_id, present in self.tokens.items() if company in present]

    def with_token(self, company: CompanyId, hex_id: HexId) -> "Board":
        return replace(self, tokens={**self.tokens, hex_id: (*self.tokens_on(hex_id), company)})

    def touches(self, company: CompanyId, hex_id: HexId) -> bool:
        """Whether a company stands on a hex next to this one."""
        return any(company in self.tokens_on(n) for n in self.grid.adjacent[hex_id])

    # ------------------------------------------------------------------------------------------------- tiles and stops

    @property
    def map(self) -> Map:
        if not isinstance(self.grid, Map):
            raise TypeError("nothing is printed on this board's hexes")
        return self.grid

    def tile(self, hex_id: HexId) -> Tile:
        return self.picture(hex_id).tile

    def picture(self, hex_id: HexId) -> Picture:
        """The tile on a hex as it lies; what is printed where none was laid."""
        laid = self.tiles.get(hex_id)
        return self.map.pictures[hex_id] if laid is None else self.map.tiles[laid.tile].turned(laid.turn)

    def exits(self, hex_id: HexId) -> int:
        """The sides of a hex that have track, as a mask."""
        return self.picture(hex_id).exits

    def connects(self, hex_id: HexId, edge: int) -> bool:
        """Whether track leads over this side: both hexes have it there, and nothing is between."""
        numbers = self.map.side_numbers[self.map.numbers[hex_id]]
        return any(self.tracks.goes_on(number) for side, number in numbers.items() if side % 6 == edge)

    def stop(self, stop: StopId) -> Stop:
        hex_id, number = place_of(stop)
        return self.tile(hex_id).stops[number]

    def stops_on(self, hex_id: HexId) -> tuple[StopId, ...]:
        return tuple([stop_id(hex_id, number) for number in range(len(self.tile(hex_id).stops))])

    def grown(self, hex_id: HexId, number: int) -> StopId:
        """The stop that a printed stop has become by now."""
        kept = stops_kept(self.map.pictures[hex_id], self.picture(hex_id))
        heir = kept[0][number] if kept else None
        if heir is None:
            raise ValueError(f"stop {number} printed on {hex_id} is no more")
        return stop_id(hex_id, heir)

    def with_tile(self, hex_id: HexId, tile: TileId, turn: int, stops: StopMap | None = None) -> "Board":
        """Lays a tile. `stops` says what becomes of each old stop; left out, the track decides."""
        old, new = self.picture(hex_id), self.map.tiles[tile].turned(turn)
        if stops is None:
            kept = stops_kept(old, new)
            if not kept:
                raise ValueError(f"tile {tile} turned {turn} does not keep what is on {hex_id}")
            stops = kept[0]
        stations = self._moved(hex_id, new.tile, stops)
        board = Board(self.grid, self.tokens, {**self.tiles, hex_id: Laid(tile, turn)}, stations, self.barred)
        base, changed = self._track_base()
        board._known["base"] = (base, (*changed, hex_id))
        used: dict[str, int] | None = self._known.get("used")
        if used is not None:
            piece, before = self.map.tiles.piece, self.tiles.get(hex_id)
            board._known["used"] = now = used.copy()
            now[piece[tile]] = now.get(piece[tile], 0) + 1
            if before is not None:
                now[piece[before.tile]] -= 1
        return board

    def flaw(self) -> str | None:
        """What on this board cannot be: for boards that come from outside."""
        if not isinstance(self.grid, Map):
            used = self.tiles or self.stations or self.barred
            return "there are tiles or stations on a map without printed hexes" if used else None
        for hex_id, laid in self.tiles.items():
            if hex_id not in self.grid.hexes or laid.tile not in self.grid.tiles or laid.turn not in range(6):
                return f"no tile {laid.tile!r} turned {laid.turn} can lie on {hex_id!r}"
        stops = {stop for hex_id in self.grid.hexes for stop in self.stops_on(hex_id)}
        for stop, present in self.stations.items():
            if stop not in stops or len(present) < self.stop(stop).slots:
                return f"the stations on {stop!r} do not fit"
        for stop in self.barred - stops:
            return f"there is no stop {stop!r} to be barred"
        return None

    def left(self, tile: TileId) -> int | None:
        """How many of a tile can still be laid."""
        tiles = self.map.tiles
        count = tiles.counts[tiles.piece[tile]]
        return None if count is None else count - self.used_pieces.get(tiles.piece[tile], 0)

    @property
    def used_pieces(self) -> Mapping[str, int]:
        """How many of each piece of cardboard lie on the map, if it was ever laid."""
        return self.remember("used", self._count_pieces)

    def _count_pieces(self) -> dict[str, int]:
        piece = self.map.tiles.piece
        return dict(Counter([piece[laid.tile] for laid in self.tiles.values()]))

    # -------------------------------------------------------------------------------------------------------- stations

    def stations_at(self, stop: StopId) -> tuple[CompanyId, ...]:
        """Who stands in each slot of a stop; beyond the slots, whoever stands there without one."""
        return self.stations.get(stop) or (NOBODY,) * self.stop(stop).slots

    def free_slots(self, stop: StopId) -> int:
        return self.stations_at(stop).count(NOBODY)

    def stations_of(self, company: CompanyId) -> list[StopId]:
        return [stop for stop, present in self.stations.items() if company in present]

    def companies_on(self, hex_id: HexId) -> list[CompanyId]:
        """Who stands on a hex, stop by stop and slot by slot."""
        return [company for stop in self.stops_on(hex_id) for company in self.stations.get(stop, ()) if company]

    def with_station(self, stop: StopId, company: CompanyId, *, beyond: bool = False) -> "Board":
        """Places a station in the first free slot, or `beyond` the slots."""
        present = list(self.stations_at(stop))
        if beyond:
            present.append(company)
        else:
            present[present.index(NOBODY)] = company
        return self.with_stations(stop, tuple(present))

    def with_stations(self, stop: StopId, present: tuple[CompanyId, ...]) -> "Board":
        """Says who stands in each slot of a stop, and beyond them."""
        return self._with_stations({**self.stations, stop: present})

    def without_station(self, stop: StopId, company: CompanyId) -> "Board":
        present, slots = list(self.stations_at(stop)), self.stop(stop).slots
        place = present.index(company)
        if place < slots:
            present[place] = NOBODY
        else:
            del present[place]
        others = {other: owners for other, owners in self.stations.items() if other != stop}
        return self._with_stations({**others, stop: tuple(present)} if any(present) else others)

    def with_opened(self, stop: StopId) -> "Board":
        """A stop that was barred lets everybody through from now on."""
        board = Board(self.grid, self.tokens, self.tiles, self.stations, self.barred - {stop})
        board._known["base"] = self._track_base()
        return board

    def _with_stations(self, stations: Mapping[StopId, tuple[CompanyId, ...]]) -> "Board":
        board = Board(self.grid, self.tokens, self.tiles, stations, self.barred)
        if isinstance(self.grid, Map):
            board._known["base"] = self._track_base()
        return board

    def _moved(self, hex_id: HexId, tile: Tile, stops: StopMap) -> Mapping[StopId, tuple[CompanyId, ...]]:
        """The stations when the stops of a hex become those of a new tile."""
        there = {number: self.stations[stop] for number, stop in self._stations_on(hex_id).items()}
        if not there:
            return self.stations
        seats = [[NOBODY] * stop.slots for stop in tile.stops]
        for number, present in there.items():
            heir = stops[number]
            if heir is None:
                raise ValueError(f"the stations on {hex_id} have no place on tile {tile.id}")
            for place, company in enumerate(present):
                if company != NOBODY:
                    _sit(seats[heir], company, place)
        kept = {stop: owners for stop, owners in self.stations.items() if place_of(stop)[0] != hex_id}
        return kept | {stop_id(hex_id, heir): tuple(seat) for heir, seat in enumerate(seats) if any(seat)}

    def _stations_on(self, hex_id: HexId) -> dict[int, StopId]:
        stops = [stop_id(hex_id, number) for number in range(len(self.tile(hex_id).stops))]
        return {number: stop for number, stop in enumerate(stops) if stop in self.stations}

    # --------------------------------------------------------------------------------------------------------- network

    @property
    def tracks(self) -> Tracks:
        return self.remember("tracks", self._find_tracks)

    def _find_tracks(self) -> Tracks:
        base, changed = self._track_base()
        self._known.pop("base", None)
        return base.with_pictures({h: self.picture(h) for h in changed}) if changed else base

    def _track_base(self) -> tuple[Tracks, tuple[HexId, ...]]:
        """Tracks of an earlier board, and the hexes that have changed since."""
        built: Tracks | None = self._known.get("tracks")
        if built is not None:
            return built, ()
        return self.remember("base", lambda: (self.map.tracks, tuple(self.tiles)))

    def forget(self) -> None:
        """Drops what was found out: for positions that are kept but hardly looked at. It can be found again."""
        self._known.clear()

    def remember(self, key: object, find: Callable[[], T]) -> T:
        """What was found out about this board under a key; found now if it was not asked for before."""
        found = self._known.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self._known[key] = find()
        return found


def _sit(seats: list[CompanyId], company: CompanyId, place: int) -> None:
    """Keeps the slot if it is free, else takes the first free one, else stands beyond them."""
    if place < len(seats) and seats[place] == NOBODY:
        seats[place] = company
    elif NOBODY in seats:
        seats[seats.index(NOBODY)] = company
    else:
        seats.append(company)
