"""What is left of a train's range, where one allowance is used with another."""

from ferrovia.routing.single.line import Meter

BIG, ALL = 0, 1
EIGHT_BIG_OF_NINE = Meter(((8, 1), (9, 1)), ((BIG, ALL),))
FREE = Meter(((8, 1), (9, 1)))


def test_of_big_stops_no_more_matters_than_is_left_of_all() -> None:
    meter = EIGHT_BIG_OF_NINE
    for left, (big, stops) in enumerate(meter.remaining):
        assert meter.remaining[meter.same_as[left]] == (min(big, stops), stops)
    assert FREE.same_as == list(range(FREE.size))


def test_an_arm_uses_big_stops_as_far_as_the_others_leave_nothing_else() -> None:
    """Of nine stops eight may be big: so an arm with a stops has a or a - 1 big ones; less would be given away."""
    meter = EIGHT_BIG_OF_NINE
    used = [meter.remaining[meter.zero + use] for use in meter.uses]
    assert used == [(big, stops) for big in range(9) for stops in (big, big + 1)]
    assert len(FREE.uses) == 9 * 10
