"""Where a company may build: hexes that track joins to one of its stations, found by a flood fill of our own.

More is taken for joined than the site does: all track of a hex, whatever stations stand in the way. So a lay that is
refused here lies apart from everything the company has.

    ReachedHexes(game).look(action)      one sentence about a tile out of reach, or None
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia import Game

Said = Mapping[str, Any]


class ReachedHexes:
    def __init__(self, game: Game) -> None:
        self.box: Any = game.title.data
        self.sides: dict[str, frozenset[int]] = {
            str(hex_id): frozenset({*_sides(printed.tracks, 0), *printed.stubs})
            for hex_id, printed in self.box.map.hexes.items()
        }
        """Through which sides of a hex track leads."""
        for hex_id, laid in game.state.board.tiles.items():
            self.sides[str(hex_id)] = self._of_tile(laid.tile, laid.turn)
        self.copies: dict[str, str] = {}
        self.bases: dict[str, str] = {}
        """Which tile lies on a hex, whatever small stations are put on it."""
        self.stations: dict[str, set[str]] = defaultdict(set)
        for company, charter in self.box.companies.items():
            homes = getattr(charter, "homes", None) or [charter.home]
            self.stations[str(company)] |= set(map(str, homes))
            if getattr(charter, "becomes", None) is not None:
                self.stations[str(charter.becomes)] |= set(map(str, homes))

    def _of_tile(self, tile: str, turn: int) -> frozenset[int]:
        return frozenset(_sides(self.box.map.tiles[tile].tracks, turn))

    def look(self, action: Said) -> str | None:
        kind, entity = action["type"], str(action["entity"])
        if kind in ("merge", "buy_corporation"):
            both = self.stations[entity] | self.stations[str(action["corporation"])]
            self.stations[entity] = self.stations[str(action["corporation"])] = both
        if kind == "place_token":
            place = str(action["city"]).rpartition("-")[0]
            self._station(entity, self.copies.get(place, place.rpartition("-")[0]))
        if kind != "lay_tile":
            return None
        hex_id, tile = action["hex"], action["tile"].rpartition("-")[0]
        self.sides[hex_id], self.copies[action["tile"]] = self._of_tile(tile, action["rotation"]), hex_id
        before, self.bases[hex_id] = self.bases.get(hex_id), tile.partition("_")[0]
        is_small_station = before == self.bases[hex_id]  # 1862: it may be put anywhere
        if action.get("entity_type") != "corporation" or is_small_station or hex_id in self._reached(entity):
            return None
        return f"{entity} does not reach {hex_id}"

    def _station(self, company: str, hex_id: str) -> None:
        """1824: what a railway has, the company has that it becomes."""
        self.stations[company].add(hex_id)
        heir = getattr(self.box.companies[company], "becomes", None)
        if heir is not None:
            self.stations[str(heir)].add(hex_id)

    def _reached(self, company: str) -> set[str]:
        reached, waiting = set[str](), list(self.stations[company])
        while waiting:
            hex_id = waiting.pop()
            if hex_id not in reached:
                reached.add(hex_id)
                waiting += self._joined(hex_id)
        return reached

    def _joined(self, hex_id: str) -> Iterator[str]:
        for side in self.sides.get(hex_id, ()):
            other = self.box.map.neighbours.get(hex_id, {}).get(side)
            if other is not None and (side + 3) % 6 in self.sides[str(other)]:
                yield str(other)


def _sides(tracks: Any, turn: int) -> Iterator[int]:
    ends = (end for track in tracks for end in track.ends if end.startswith("e"))
    return ((int(end[1]) + turn) % 6 for end in ends)
