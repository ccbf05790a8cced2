"""The map: which hexes there are, which touch, and what stands on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from ferrovia.model.ids import CompanyId, HexId

Orientation = Literal["flat", "pointy"]

# Neighbours by edge number in doubled coordinates, turning clockwise (the facts' numbering).
EDGES: Mapping[Orientation, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}


@dataclass(frozen=True)
class Grid:
    """The printed map as geometry: the place of each hex in doubled coordinates."""

    orientation: Orientation
    places: Mapping[HexId, tuple[int, int]]

    @cached_property
    def neighbours(self) -> Mapping[HexId, Mapping[int, HexId]]:
        """For each hex its neighbours by edge."""
        by_place = {place: hex_id for hex_id, place in self.places.items()}
        found: dict[HexId, dict[int, HexId]] = {}
        for hex_id, (x, y) in self.places.items():
            across = ((edge, by_place.get((x + dx, y + dy))) for edge, (dx, dy) in enumerate(EDGES[self.orientation]))
            found[hex_id] = {edge: other for edge, other in across if other is not None}
        return found

    @cached_property
    def adjacent(self) -> Mapping[HexId, frozenset[HexId]]:
        """For each hex the hexes that touch it."""
        return {hex_id: frozenset(around.values()) for hex_id, around in self.neighbours.items()}

    def distances(self, sources: Iterable[HexId]) -> Mapping[HexId, int]:
        """Steps from the nearest of some hexes to every hex that can be reached over the map."""
        steps = dict.fromkeys(sources, 0)
        frontier = list(steps)
        while frontier:
            reached = [n for h in frontier for n in self.adjacent[h] if n not in steps]
            for hex_id in reached:
                steps.setdefault(hex_id, 1 + min(steps[n] for n in self.adjacent[hex_id] if n in steps))
            frontier = list(dict.fromkeys(reached))
        return steps


@dataclass(frozen=True, slots=True)
class Board:
    """What stands on the map. A value: changing it makes a new board."""

    grid: Grid
    tokens: Mapping[HexId, tuple[CompanyId, ...]]

    def tokens_on(self, hex_id: HexId) -> tuple[CompanyId, ...]:
        return self.tokens.get(hex_id, ())

    def hexes_of(self, company: CompanyId) -> list[HexId]:
        return [hex_id for hex_id, present in self.tokens.items() if company in present]

    def with_token(self, company: CompanyId, hex_id: HexId) -> "Board":
        return replace(self, tokens={**self.tokens, hex_id: (*self.tokens_on(hex_id), company)})

    def touches(self, company: CompanyId, hex_id: HexId) -> bool:
        """Whether a company stands on a hex next to this one."""
        return any(company in self.tokens_on(n) for n in self.grid.adjacent[hex_id])
