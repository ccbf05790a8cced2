"""The tiles and stations of a recorded game, laid on a board action by action."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ferrovia.model.board import NOBODY, Board, place_of, stop_id
from ferrovia.model.data import data_folder
from ferrovia.model.ids import CompanyId, HexId, StopId, TileId
from ferrovia.model.map import Map, load_map
from ferrovia.model.tiles import stops_kept
from support.recorded import RecordedGame

BOARDS: Mapping[str, tuple[str, str]] = {
    "18CZ": ("t18cz", "map"),
    "1862": ("t1862", "map"),
    "1824": ("t1824", "map"),
    "1824-cisleithania": ("t1824", "cisleithania"),
    "18ESP": ("t18esp", "map"),
}
"""For each folder of recorded games the title's package and its map."""


@lru_cache
def map_of(name: str) -> Map:
    package, board = BOARDS[name]
    return load_map(data_folder(f"ferrovia.titles.{package}"), name=board)


@dataclass(frozen=True)
class Moment:
    """An action of a recorded game, the board before and after it, and the stations that the trace gives."""

    action: Mapping[str, Any]
    before: Board
    after: Board
    stations: Mapping[CompanyId, Counter[HexId]]


def moments(game: RecordedGame) -> Iterator[Moment]:
    """Every action that has a line in the trace."""
    actions = {action["id"]: action for action in json.loads(game.log.read_text("utf-8"))["actions"]}
    works = _Works(Board(map_of(game.title), {}))
    with game.trace.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "after" not in line:
                continue
            before = works.board
            works.follow(actions.get(line["after"], {}), line.get("set", {}), line.get("gone", []))
            yield Moment(actions.get(line["after"], {}), before, works.board, dict(works.stations))


class _Works:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.stations: dict[CompanyId, Counter[HexId]] = {}
        self.lies_on: dict[str, HexId] = {}
        """The hex of each single tile, as `14-3` for the fourth tile 14."""

    def follow(self, action: Mapping[str, Any], changed: Mapping[str, Any], gone: list[str]) -> None:
        if action.get("type") == "lay_tile":
            self.lies_on[action["tile"]] = HexId(action["hex"])
        for key, value in changed.items():
            if key.startswith("hex."):
                tile, turn = value.rsplit("/", 1)
                self.lay(HexId(key.removeprefix("hex.")), TileId(tile), int(turn))
        now = {key: Counter(hexes) for key, hexes in changed.items() if key.endswith(".stations")}
        now |= {key: Counter[HexId]() for key in gone if key.endswith(".stations")}
        self.move_stations({CompanyId(key.split(".")[1]): hexes for key, hexes in now.items()}, action)  # pyright: ignore[reportArgumentType]

    def lay(self, hex_id: HexId, tile: TileId, turn: int) -> None:
        choices = stops_kept(self.board.picture(hex_id), self.board.map.tiles[tile].turned(turn))
        assert choices, f"{tile}/{turn} does not keep what is on {hex_id}"
        self.board = self.board.with_tile(hex_id, tile, turn, choices[0])

    def move_stations(self, now: Mapping[CompanyId, Counter[HexId]], action: Mapping[str, Any]) -> None:
        left: dict[HexId, list[StopId]] = {}
        for company, hexes in now.items():
            for hex_id in (self.stations.get(company, Counter()) - hexes).elements():
                stop = next(s for s in self.board.stations_of(company) if place_of(s)[0] == hex_id)
                self.board = self.board.without_station(stop, company)
                left.setdefault(hex_id, []).append(stop)
        for company, hexes in now.items():
            for hex_id in (hexes - self.stations.get(company, Counter())).elements():
                self.place(company, hex_id, self.named_stop(action, hex_id) or self.stop_for(company, hex_id, left))
        self.stations |= now

    def named_stop(self, action: Mapping[str, Any], hex_id: HexId) -> StopId | None:
        """The stop that the action itself names."""
        if action.get("type") != "place_token":
            return None
        tile, number = action["city"].rsplit("-", 1)
        where = self.lies_on.get(tile, tile.rsplit("-", 1)[0])
        if where != hex_id:
            return None
        cities = [s for s in self.board.stops_on(hex_id) if self.board.stop(s).kind == "city"]
        return stop_id(hex_id, int(number)) if stop_id(hex_id, int(number)) in cities else cities[-1]

    def stop_for(self, company: CompanyId, hex_id: HexId, left: Mapping[HexId, list[StopId]]) -> StopId:
        """Where another company has just left, else its home, else the first city with room."""
        for stop in left.get(hex_id, []):
            if self.board.free_slots(stop):
                return stop
        kept_for = {r.company: r.stop for r in self.board.map.hexes[hex_id].reservations}
        home = kept_for.get(company)
        if home is not None:
            return self.board.grown(hex_id, home)
        cities = [s for s in self.board.stops_on(hex_id) if self.board.stop(s).kind == "city"]
        return next((s for s in cities if self.board.free_slots(s)), cities[0])

    def place(self, company: CompanyId, hex_id: HexId, stop: StopId) -> None:
        beyond = NOBODY not in self.board.stations_at(stop)
        self.board = self.board.with_station(stop, company, beyond=beyond)
