"""1824: where only the long search found the best run, that of the short one was suggested and refused, and nothing was
left to answer."""

import pytest

from ferrovia.rules import revenue
from titles.t1824.test_examples_routes import page_13


def test_the_best_run_is_offered_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revenue, "APART", revenue.APART._replace(soon=1))
    table = page_13().open("BK", 100, "A60", at="B9 B5", trains="3 2g").open("MS", 90, "B60", at="C12", trains="3 4")
    game = table.stations(MS="B9").turn_of("BK", "run").game()
    [offer] = game.offers()
    assert game.why_not(offer.action) is None
