"""A route: the train, the stops it visits, the track between them, and what is special about it.

From the engine to the browser a route is this value. People, and games stored before it was one, write it as text,
`3d-0: E16.0 F15 F13.1`: a train, its stops, the hexes between them. `C-1~1: E12.0 (F11.0) G10 G12.0` leaves F11.0
uncounted and runs as one with every other train under the sign 1. `str(route)` writes that, `read_route` reads it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ferrovia.model.ids import HexId, StopId, TrainId


@dataclass(frozen=True, slots=True)
class Route:
    """Where a train runs: from stop to stop over chains of hexes without a stop."""

    train: TrainId
    stops: tuple[StopId, ...]
    chains: tuple[tuple[HexId, ...], ...]
    """For each stop and the next the hexes between them: often none."""
    skipped: tuple[StopId, ...] = ()
    """Stops that the train visits and does not count."""
    convoy: str = ""
    """Trains under the same sign run end to end as one; without a sign each runs for itself."""

    @property
    def way(self) -> tuple[str, ...]:
        """Stops and hexes in the order in which the train comes to them."""
        names: list[str] = []
        for stop, chain in zip_longest(self.stops, self.chains):
            names += [stop] if stop is not None else []
            names += chain or ()
        return tuple(names)

    def __str__(self) -> str:
        places = (f"({place})" if place in self.skipped else place for place in self.way)
        return f"{self.train}{f'~{self.convoy}' if self.convoy else ''}: {' '.join(places)}"


def route_along(train: str, way: Iterable[str], skipped: Iterable[str] = (), convoy: str = "") -> Route:
    """The route of a train along stops and hexes; a stop is a hex with a number, as `E16.0`."""
    stops: list[StopId] = []
    chains: list[tuple[HexId, ...]] = []
    between: list[HexId] = []
    for name in way:
        if not is_stop(name):
            between.append(HexId(name))
            continue
        if stops:
            chains.append(tuple(between))
        elif between:
            raise ValueError(f"a route begins at a stop, not at {between[0]}")
        stops.append(StopId(name))
        between = []
    if between:
        raise ValueError(f"a route ends at a stop, not at {between[-1]}")
    return Route(TrainId(train), tuple(stops), tuple(chains), tuple(StopId(stop) for stop in skipped), convoy)


def is_stop(name: str) -> bool:
    return "." in name


def read_route(text: str) -> Route:
    """The route that a text says; raises ValueError where it says none."""
    head, _, way = text.partition(":")
    train, _, convoy = head.partition("~")
    names = way.split()
    skipped = (name.strip("()") for name in names if name.startswith("("))
    return route_along(train.strip(), (name.strip("()") for name in names), skipped, convoy.strip())


def as_route(told: Any) -> Route:
    """A route as it is, as JSON brings it back, or as it was written before routes were data."""
    if isinstance(told, Route):
        return told
    if isinstance(told, str):
        return read_route(told)
    fields: Mapping[str, Any] = told
    chains = tuple(tuple(map(HexId, chain)) for chain in fields["chains"])
    stops, skipped = (tuple(map(StopId, fields[name])) for name in ("stops", "skipped"))
    return Route(TrainId(fields["train"]), stops, chains, skipped, fields["convoy"])
