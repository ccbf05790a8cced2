"""A route as a value and as text."""

import pytest

from ferrovia.model.ids import HexId, StopId, TrainId
from ferrovia.model.route import Route, as_route, read_route, route_along

PLAIN = Route(TrainId("3d-0"), (StopId("E16.0"), StopId("F13.1"), StopId("F11.0")), ((HexId("F15"),), ()))
SPECIAL = Route(
    TrainId("C-1"),
    (StopId("E12.0"), StopId("F11.0"), StopId("G12.0")),
    ((), (HexId("G10"),)),
    skipped=(StopId("F11.0"),),
    convoy="1",
)


@pytest.mark.parametrize(
    ("route", "text"),
    [
        (PLAIN, "3d-0: E16.0 F15 F13.1 F11.0"),
        (SPECIAL, "C-1~1: E12.0 (F11.0) G10 G12.0"),
        (Route(TrainId("2a-0"), (), ()), "2a-0: "),
    ],
)
def test_a_route_is_read_as_it_is_written(route: Route, text: str) -> None:
    assert str(route) == text
    assert read_route(text) == route


@pytest.mark.parametrize("text", ["3d-0: F15 E16.0", "3d-0: E16.0 F15", "3d-0: F15"])
def test_a_route_begins_and_ends_at_a_stop(text: str) -> None:
    with pytest.raises(ValueError, match="at a stop, not at F15"):
        read_route(text)


def test_a_route_along_its_way_is_the_same() -> None:
    assert PLAIN.way == ("E16.0", "F15", "F13.1", "F11.0")
    assert route_along("3d-0", PLAIN.way) == PLAIN


def test_a_route_comes_back_from_json_and_from_text_of_earlier_days() -> None:
    told = {
        "train": "C-1",
        "stops": ["E12.0", "F11.0", "G12.0"],
        "chains": [[], ["G10"]],
        "skipped": ["F11.0"],
        "convoy": "1",
    }
    assert as_route(told) == as_route(str(SPECIAL)) == as_route(SPECIAL) == SPECIAL
