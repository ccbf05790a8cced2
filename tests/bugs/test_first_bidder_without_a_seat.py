"""The option first-bidder counted beyond the last seat and began again at the first."""

import pytest

import ferrovia


def test_the_first_bidder_must_sit_at_the_table() -> None:
    with pytest.raises(ferrovia.BadData, match="there is no seat 5 at a table of 3"):
        ferrovia.new_game("chicago-express", ["A", "B", "C"], {"first-bidder": "5"})
