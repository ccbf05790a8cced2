"""The map as geometry, and tokens on it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.model.board import EDGES, Board, Grid, Orientation
from ferrovia.model.ids import CompanyId, HexId, Owner

RED, BLUE = CompanyId(Owner("red")), CompanyId(Owner("blue"))

columns, rows = st.integers(-20, 20), st.integers(-20, 20)
flat_places = st.builds(lambda x, y: (x, 2 * y + x % 2), columns, rows)
pointy_places = st.builds(lambda x, y: (2 * x + y % 2, y), columns, rows)


def a_grid(orientation: Orientation, places: set[tuple[int, int]]) -> Grid:
    return Grid(orientation, {HexId(f"{x},{y}"): (x, y) for x, y in places})


def a_row(length: int) -> Grid:
    """H0, H1, …, each south of the one before."""
    return Grid("flat", {HexId(f"H{n}"): (0, 2 * n) for n in range(length)})


@pytest.mark.parametrize("orientation", EDGES)
def test_opposite_edges_lead_opposite_ways(orientation: Orientation) -> None:
    """Edge n + 3 leads back over edge n; the six lead to six different hexes."""
    edges = EDGES[orientation]
    assert len(set(edges)) == 6
    for number, (dx, dy) in enumerate(edges):
        assert edges[(number + 3) % 6] == (-dx, -dy)


@pytest.mark.parametrize(
    ("orientation", "around"),
    [
        ("flat", ["south", "south-west", "north-west", "north", "north-east", "south-east"]),
        ("pointy", ["south-west", "west", "north-west", "north-east", "east", "south-east"]),
    ],
)
def test_edges_are_numbered_clockwise(orientation: Orientation, around: list[str]) -> None:
    """As in the facts: x grows eastward, y grows southward."""

    def heading(dx: int, dy: int) -> str:
        ns, ew = {-1: "north", 0: "", 1: "south"}, {-1: "west", 0: "", 1: "east"}
        words = (ns[(dy > 0) - (dy < 0)], ew[(dx > 0) - (dx < 0)])
        return "-".join(word for word in words if word)

    assert [heading(dx, dy) for dx, dy in EDGES[orientation]] == around


@settings(deadline=None, derandomize=True)
@given(st.sets(flat_places, max_size=40))
def test_flat_neighbours_are_mutual(places: set[tuple[int, int]]) -> None:
    mutual(a_grid("flat", places))


@settings(deadline=None, derandomize=True)
@given(st.sets(pointy_places, max_size=40))
def test_pointy_neighbours_are_mutual(places: set[tuple[int, int]]) -> None:
    mutual(a_grid("pointy", places))


def mutual(grid: Grid) -> None:
    """Over edge n there, over edge n + 3 back; `adjacent` says the same without edges."""
    for hex_id, around in grid.neighbours.items():
        for edge, other in around.items():
            assert grid.neighbours[other][(edge + 3) % 6] == hex_id
        assert grid.adjacent[hex_id] == set(around.values())
        assert len(grid.adjacent[hex_id]) == len(around)


@settings(deadline=None, derandomize=True)
@given(st.sets(flat_places, min_size=1, max_size=40), st.data())
def test_distances_are_shortest(places: set[tuple[int, int]], data: st.DataObject) -> None:
    """A source is at 0; every other hex is one further than its nearest neighbour; the rest is out of reach."""
    grid = a_grid("flat", places)
    sources = data.draw(st.sets(st.sampled_from(sorted(grid.places)), min_size=1, max_size=3))
    steps = grid.distances(sources)
    assert {hex_id for hex_id, distance in steps.items() if distance == 0} == sources
    for hex_id, distance in steps.items():
        around = [steps[other] for other in grid.adjacent[hex_id]]
        assert distance == 0 or distance == 1 + min(around)
    for hex_id in grid.places.keys() - steps.keys():
        assert not grid.adjacent[hex_id] & steps.keys()


def test_distances_count_steps() -> None:
    grid = a_row(5)
    assert grid.distances([HexId("H1")]) == {"H0": 1, "H1": 0, "H2": 1, "H3": 2, "H4": 3}
    assert grid.distances([HexId("H0"), HexId("H4")]) == {"H0": 0, "H1": 1, "H2": 2, "H3": 1, "H4": 0}


# --------------------------------------------------------------------------------------------------------------- tokens


def test_a_board_is_a_value() -> None:
    """Placing a token makes a new board; the old one stays."""
    empty = Board(a_row(3), {})
    one = empty.with_token(RED, HexId("H1"))
    both = one.with_token(BLUE, HexId("H1"))
    assert (empty.tokens_on(HexId("H1")), one.tokens_on(HexId("H1"))) == ((), (RED,))
    assert both.tokens_on(HexId("H1")) == (RED, BLUE)
    assert both == Board(a_row(3), {HexId("H1"): (RED, BLUE)})
    assert both != one


def test_where_a_company_stands_and_what_it_touches() -> None:
    board = Board(a_row(4), {}).with_token(RED, HexId("H0")).with_token(RED, HexId("H1")).with_token(BLUE, HexId("H3"))
    assert (board.hexes_of(RED), board.hexes_of(BLUE)) == (["H0", "H1"], ["H3"])
    touched = [hex_id for hex_id in board.grid.places if board.touches(RED, hex_id)]
    assert touched == ["H0", "H1", "H2"]
