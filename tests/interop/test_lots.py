"""New games in profile `site` are dealt as the site deals them: with a seed that the export names."""

import json
from random import Random

import pytest

from ferrovia import Record, automatic_answer, find_title
from ferrovia.engine import chance
from ferrovia.interop import export_game, read_export
from ferrovia.interop.t18esp.setup import dealt as dealt_18esp
from ferrovia.interop.t1862.setup import dealt as dealt_1862
from ferrovia.rules.lots import next_lot


def set_up(title: str, seats: int, seed: int, **options: str) -> Record:
    """A game in which chance has drawn everything."""
    random = Random(seed)
    record = Record.new(find_title(title), [f"Player {n}" for n in range(1, seats + 1)], options)
    while chance.is_asked(record.game):
        answer = automatic_answer(record.game, random, {})
        assert answer is not None
        record.play(*answer)
    return record


def as_the_site_reads_it(record: Record) -> str:
    """The export without what only we read."""
    exported = export_game(record)
    assert "description" not in exported
    del exported["settings"]["ferrovia"]
    return json.dumps(exported)


@pytest.mark.parametrize("seats", range(2, 9))
def test_1862_offer_and_permits_follow_from_the_seed(seats: int) -> None:
    record = set_up("1862", seats, seats, profile="site")
    own, there = record.game.state.extras, dealt_1862(read_export(as_the_site_reads_it(record)))
    assert (there.offer, dict(there.permits)) == (own.offer, dict(own.permit_of))


@pytest.mark.parametrize("seed", range(5))
def test_18esp_the_random_set_up_follows_from_the_seed(seed: int) -> None:
    record = set_up("18esp", 4, seed, profile="site", **{"set-up": "random"})
    own, there = record.game.state, dealt_18esp(read_export(as_the_site_reads_it(record)))
    assert (set(there.without), there.carreno) == (set(own.closed), own.extras.carreno)


def test_seeds_deal_differently() -> None:
    deals = {set_up("1862", 4, seed, profile="site").game.state.extras.offer for seed in range(8)}
    assert len(deals) == 8


def test_what_no_seed_has_drawn_is_drawn_freely() -> None:
    assert next_lot([("a", "b"), ("a", "c")], ["b"], Random(1)) is None
    assert next_lot([("a", "b"), ("a", "c")], ["a"], Random(1)) in ("b", "c")
