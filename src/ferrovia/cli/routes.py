"""Routes in words: `d1: E16 F13 | d2: E12.1 E10` — a train, then its stops; further hexes on the way where track leads
from one stop to the next by more than one way. Without trains the routes are those of the proposed ones, in order."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from ferrovia import Game
from ferrovia.cli.names import Names, find, spoken
from ferrovia.model.board import place_of
from ferrovia.model.ids import StopId
from ferrovia.model.route import Route, route_along
from ferrovia.routing.graph import Graph, graph_of

NEXT_ROUTE = re.compile(r"[|;]")
TRIED = 64
"""How many ways of understanding what was typed are looked at."""

Problem = tuple[str, str]
"""The key of the words for what is wrong, and the part that is."""


def routes_in(
    text: str, game: Game, trains: Names, usual: Sequence[Route]
) -> tuple[Problem | None, list[tuple[Route, ...]]]:
    """Every way to understand some routes; or what cannot be understood."""
    meant: list[list[Route]] = []
    for number, part in enumerate(part for part in NEXT_ROUTE.split(text) if part.strip()):
        head, colon, way = part.rpartition(":")
        proposed = tuple(str(route.train) for route in usual[number : number + 1])
        named = find(trains, spoken(head)).things if colon else proposed
        if len(named) != 1:
            return ("no-such-train", (head or part).strip()), []
        ways = list(islice(ways_along(graph_of(game.state.board), way.split()), TRIED))
        if not ways:
            return ("no-such-way", way.strip()), []
        meant.append([route_along(named[0], names) for names in ways])
    return None, list(islice(product(*meant), TRIED))


def ways_along(graph: Graph, typed: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every way over track that comes to all these places in this order, and to no stop beside them."""
    places = [place.upper() for place in typed if place[0].isalnum()]
    if places:
        for number, stop in enumerate(graph.stops):
            if _is_at(stop, places[0]):
                yield from ((stop, *rest) for rest in _onward(graph, number, places[1:], frozenset()))


def _onward(graph: Graph, at: int, places: Sequence[str], used: frozenset[int]) -> Iterator[tuple[str, ...]]:
    if not places:
        yield ()
        return
    for number, (chain, hexes) in enumerate(zip(graph.chains, graph.between, strict=True)):
        if number in used or at not in chain.ends:
            continue
        forward = chain.ends[0] == at
        end, between = chain.ends[forward], hexes if forward else hexes[::-1]
        rest = _after(places, between)
        if rest and _is_at(graph.stops[end], rest[0]):
            for further in _onward(graph, end, rest[1:], used | {number}):
                yield (*between, graph.stops[end], *further)


def _after(places: Sequence[str], between: Sequence[str]) -> Sequence[str]:
    """The places that are left when the next ones are on the way."""
    for hex_id in between:
        if places and places[0] == hex_id.upper():
            places = places[1:]
    return places


def _is_at(stop: StopId, place: str) -> bool:
    return place in (stop.upper(), place_of(stop)[0].upper())
