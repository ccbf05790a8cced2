"""Routes of a company form one group, linked by stops that two of them share."""

import pytest

from ferrovia.routing.legality import hang_together


@pytest.mark.parametrize(
    ("meetings", "together"),
    [
        ([], True),
        ([0b1], True),
        ([0b01, 0b10], False),
        ([0b01, 0b11, 0b10], True),
        ([0b0001, 0b0011, 0b0110, 0b1100], True),
        ([0b0001, 0b0011, 0b0011, 0b0110, 0b1100], True),
        ([0b1100, 0b0001, 0b0110, 0b0011], True),
        ([0b0001, 0b0011, 0b1100], False),
    ],
)
def test_a_route_may_be_linked_by_one_that_was_linked_just_before(meetings: list[int], together: bool) -> None:
    assert hang_together(meetings) is together
