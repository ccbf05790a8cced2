"""Boards contracted to stops and chains: small examples, and every final board of the recorded games."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

import pytest

from ferrovia.model.board import Board, place_of, stop_id
from ferrovia.model.ids import CompanyId, HexId, Owner, StopId
from ferrovia.model.map import Hex, Map, places
from ferrovia.model.network import reach_of
from ferrovia.model.tiles import TileSet
from ferrovia.routing import (
    ANY,
    Graph,
    Income,
    Limit,
    Service,
    Train,
    graph_along,
    graph_of,
    problem_from_board,
    seen_by,
    solve,
)
from support.recorded import recorded_games
from support.runs import TITLES
from support.trackwork import moments

ME, YOU = (CompanyId(Owner(name)) for name in ("me", "you"))

# A pointy map in two rows; side 1 is west, 4 east, 0 south-west, 5 south-east, 2 north-west, 3 north-east.
#
#     a b c d
#      e f g
PLACES = {name: (2 * at, 0) for at, name in enumerate("abcd")} | {
    name: (2 * at + 1, 1) for at, name in enumerate("efg")
}


def board_of(tracks: Mapping[str, str], stops: Mapping[str, str]) -> Board:
    """Hexes with track as `"1-4 1-s0"` (a leading n: narrow gauge), and the kinds of their stops, as `"city town"`."""
    printed: list[Hex] = []
    for name, (x, y) in PLACES.items():
        pieces = [piece.removeprefix("n") for piece in tracks.get(name, "").split()]
        ends = [[end if end[0] == "s" else f"e{end}" for end in piece.split("-")] for piece in pieces]
        gauge = "narrow" if "n" in tracks.get(name, "") else "standard"
        kinds = [
            {"kind": kind, "slots": 1, "groups": ["area"] * (kind == "offboard")}
            for kind in stops.get(name, "").split()
        ]
        data = {"id": name, "colour": "gray", "x": x, "y": y, "stops": kinds}
        printed.append(Hex.model_validate(data | {"tracks": [{"ends": pair, "gauge": gauge} for pair in ends]}))
    return Board(Map("pointy", places(printed), {h.hex: h for h in printed}, TileSet()), {})


def ways(graph: Graph) -> set[str]:
    return {" ".join(graph.write(chain.ends, (number,))) for number, chain in enumerate(graph.chains)}


LINE = board_of({"a": "4-s0", "b": "1-4", "c": "1-s0 4-s0", "d": "1-s0"}, {"a": "city", "c": "town", "d": "offboard"})


def test_track_without_stops_becomes_a_chain() -> None:
    graph = graph_of(LINE)
    assert graph.stops == ("a.0", "c.0", "d.0")
    assert ways(graph) == {"a.0 b c.0", "c.0 d.0"}
    long, short = graph.chains
    assert (long.moves, short.moves) == (2, 1)
    assert long.track & short.track == 0
    numbers = LINE.map.numbers
    assert long.hexes == sum(1 << numbers[HexId(name)] for name in "abc")
    assert graph_of(LINE) is graph


def test_a_place_where_routes_end_is_entered_from_the_hex_before_it() -> None:
    graph = graph_of(LINE)
    numbers = LINE.map.numbers
    assert graph.chains[1].gates == (numbers[HexId("c")], numbers[HexId("c")])
    assert graph.chains[0].gates == (numbers[HexId("a")], numbers[HexId("c")])


def test_branches_that_share_a_side_share_track() -> None:
    board = board_of({"a": "4-s0", "b": "1-4 1-5", "c": "1-s0", "f": "2-s0"}, {"a": "city", "c": "city", "f": "city"})
    graph = graph_of(board)
    assert ways(graph) == {"a.0 b c.0", "a.0 b f.0"}
    one, other = graph.chains
    assert (one.track & other.track).bit_count() == 1


def test_ways_are_written_and_found_again() -> None:
    graph = graph_of(LINE)
    assert graph.find(["a.0", "b", "c.0", "d.0"]) == ((0, 1, 2), (0, 1))
    assert graph.find(["d.0", "c.0", "b", "a.0"]) == ((2, 1, 0), (1, 0))
    assert graph.find(["a.0", "c.0"]) is None
    assert graph.find(["b", "c.0"]) is None
    assert graph.find(["a.0", "b"]) is None
    assert graph.write((2, 1, 0), (1, 0)) == ("d.0", "c.0", "b", "a.0")
    along = graph_along(LINE, [["d.0", "c.0"], ["a.0", "f", "c.0"]])
    assert ways(along) == {"d.0 c.0"}


def test_gauges_join_only_where_both_can_run() -> None:
    narrow = board_of(
        {"a": "n4-s0", "b": "n1-4", "c": "n1-s0 4-s0", "d": "n1-s0"}, {"a": "city", "c": "town", "d": "city"}
    )
    assert {chain.gauge for chain in graph_of(narrow).chains} == {2}
    assert {chain.gauge for chain in graph_of(LINE).chains} == {1}


def test_areas_of_several_hexes_are_one_stop() -> None:
    """Two entrances to one area, from b and from c."""
    board = board_of(
        {"a": "4-s0", "b": "1-s0 4-s0", "c": "1-s0 4-s0", "d": "1-s0"},
        {"a": "offboard", "b": "city", "c": "city", "d": "offboard"},
    )
    graph = graph_of(board)
    merged = graph.merged(lambda stop: "area" if board.stop(stop).kind == "offboard" else None)
    assert (len(graph.stops), len(merged.stops)) == (4, 3)
    assert len(merged.chains) == len(graph.chains)
    assert ways(merged) == ways(graph)
    assert merged.find(["b.0", "c.0", "d.0"]) is not None
    area = merged.numbers[stop_id(HexId("d"), 0)]
    assert merged.numbers[stop_id(HexId("a"), 0)] == area
    gates = {gate for c in merged.chains for end, gate in zip(c.ends, c.gates, strict=True) if end == area}
    assert gates == {board.map.numbers[HexId(name)] for name in "bc"}
    # the whole line would visit the area twice
    mine = board.with_station(stop_id(HexId("b"), 0), ME)
    assert [stop.through for stop in seen_by(mine, merged, ME)] == [False, True, True]


def test_stations_block_and_anchor() -> None:
    board = LINE.with_station(stop_id(HexId("a"), 0), ME)
    mine, theirs = (seen_by(board, graph_of(board), company) for company in (ME, YOU))
    assert [(stop.name, stop.kind, stop.through, stop.token) for stop in mine] == [
        ("a.0", "city", True, True),
        ("c.0", "town", True, False),
        ("d.0", "offboard", False, False),
    ]
    assert [stop.through for stop in theirs] == [False, True, False]
    assert not any(stop.token for stop in theirs)
    assert mine[2].groups == 1
    grouped = seen_by(board, graph_of(board), ME, groups=lambda stop: [place_of(stop)[0]], passable=lambda stop: False)
    assert len({stop.groups for stop in grouped}) == 3
    assert not any(stop.through for stop in grouped)


def test_tracks_of_one_tile_that_a_route_may_not_use_both() -> None:
    """Two tracks of hex b lie side by side; a route that comes back over b would use both."""
    board = board_of(
        {"a": "4-s0 5-s0", "b": "1-4 0-5", "c": "1-s0 0-s0", "e": "2-3", "f": "2-3"},
        {"a": "city", "c": "city"},
    )

    def beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return True

    free, strict = graph_of(board), graph_of(board, beside)
    assert ways(free) == ways(strict) == {"a.0 b c.0", "a.0 e b f c.0"}
    assert [chain.clash for chain in free.chains] == [0, 0]
    assert strict.chains[0].clash & strict.chains[1].clash


def test_problem_from_board() -> None:
    board = LINE.with_station(stop_id(HexId("a"), 0), ME)

    def trains(graph: Graph) -> tuple[Train, ...]:
        values = {"city": 30, "town": 10, "offboard": 50}
        pays = tuple((Income(values[board.stop(stop).kind]),) for stop in graph.stops)
        return tuple(Train(str(n), (Service(pays=pays, limits=(Limit(ANY, n),)),)) for n in (2, 3))

    assert solve(problem_from_board(board, ME, trains)).revenue == 90
    shared = problem_from_board(board, ME, trains, shared_track=True)
    assert solve(shared).revenue == 90 + 40


# --------------------------------------------------------------------------------------------------- recorded boards


@lru_cache
def last_boards(title: str) -> list[Board]:
    return [list(moments(game))[-1].after for game in recorded_games(title)]


@pytest.mark.parametrize("title", TITLES)
def test_every_chain_of_a_final_board_can_be_walked(title: str) -> None:
    for board in last_boards(title):
        graph = graph_of(board)
        assert len(graph.chains) > 30
        assert len(set(ways(graph))) == len(graph.chains)
        for number, chain in enumerate(graph.chains):
            way = graph.write(chain.ends, (number,))
            assert graph.find(way) == (chain.ends, (number,))
            assert graph.find(way[::-1]) == (chain.ends[::-1], (number,))
            assert chain.moves == chain.track.bit_count() == len(way) - 1
            assert graph_along(board, [way]).find(way) == ((0, 1), (0,))
            hexes = [place_of(StopId(way[0]))[0], *way[1:-1], place_of(StopId(way[-1]))[0]]
            assert all(b in board.map.adjacent[HexId(a)] for a, b in pairwise(hexes))


@pytest.mark.parametrize("title", TITLES)
def test_track_that_was_run_before_is_found_as_it_is_now(title: str) -> None:
    """What is kept of earlier boards about a way counts only as long as the same tiles lie there."""
    for game in recorded_games(title):
        seen: list[tuple[str, ...]] = []
        for moment in (moment for moment in moments(game) if moment.after is not moment.before):
            board, fresh = moment.after, Board(moment.after.grid, {}, moment.after.tiles, moment.after.stations)
            graph = graph_of(fresh)
            seen = list(dict.fromkeys([*seen, *(graph.write(c.ends, (n,)) for n, c in enumerate(graph.chains))]))[-60:]
            assert graph_along(board, seen) == graph_along(fresh, seen)


@pytest.mark.parametrize("title", TITLES)
def test_a_company_reaches_what_its_chains_reach(title: str) -> None:
    """The network's own search and the chains agree about what a company gets to."""
    for board in last_boards(title):
        graph = graph_of(board)
        near: dict[int, set[int]] = {}
        for chain in graph.chains:
            a, b = chain.ends
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
        companies = {company for present in board.stations.values() for company in present if company}
        for company in companies:
            stops = seen_by(board, graph, company)
            known = {number for number, stop in enumerate(stops) if stop.token}
            edge = set(known)
            while edge:
                beyond = {n for stop in edge if stops[stop].through or stops[stop].token for n in near.get(stop, ())}
                edge = beyond - known
                known |= edge
            assert reach_of(board, company).stops - set(board.stations_of(company)) <= {graph.stops[n] for n in known}
