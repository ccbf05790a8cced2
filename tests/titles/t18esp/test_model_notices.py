"""The model is worth asking: a rule that is broken on purpose does not pass it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ferrovia.engine.play import Check
from ferrovia.routing.problem import ANY, Limit
from ferrovia.rules.order import poorest_first
from ferrovia.titles.t18esp import (
    absorption,
    combining,
    earnings,
    forced,
    market,
    objectives,
    phases,
    pioneers,
    running,
    stock,
    title,
    track,
    trains,
)
from titles.t18esp.test_model import judge

ANSWERS = 700
anything: Check[Any] = Check("mine-once", lambda table, action: None)


def more_tiles(tile: Any, edition: Any) -> Any:
    return type(tile).model_validate({**tile.model_dump(), "count": 99})


def longer_with_a_tender(face: Any, places: Any, tender: int) -> tuple[Limit, ...]:
    return Limit(~places.small, face.big + tender), Limit(ANY, face.all + tender)


def half_a_column(table: Any, company: Any, columns: int) -> None:
    market.move_marker(table, company, max(table.state.prices[company].cell + columns, 0))


def nothing_for_the_pool(table: Any, company: Any, revenue: int) -> None:
    kept = earnings.POOL
    earnings.POOL = "nowhere"  # pyright: ignore[reportAttributeAccessIssue]
    share_out(table, company, revenue)
    earnings.POOL = kept  # pyright: ignore[reportAttributeAccessIssue]


share_out = earnings.share_out

BROKEN: dict[str, tuple[Any, str, Any]] = {
    "either gauge on either map": (track, "may_lie", lambda hex_id, tile: True),
    "tiles without end": (title, "_counted", more_tiles),
    "a second tile for nothing": (track, "for_every_second_action", lambda table, action: 0),
    "two mines in a turn": (track, "has_laid_no_mine", anything),
    "a tender for big stops": (running, "_limits", longer_with_a_tender),
    "markers move half a column": (market, "to_the_last_cell", half_a_column),
    "the pool earns nothing": (earnings, "share_out", nothing_for_the_pool),
    "every objective pays par once": (
        objectives,
        "objective_capital",
        lambda state, company, place: state.pars[company],
    ),
}


BESIDE_THE_MAP: dict[str, tuple[Any, str, Any]] = {
    "more shares sold for a train than needed": (forced, "JUST_ENOUGH", ()),
    "other trains after a sale": (forced, "after_the_train", lambda operable: anything),
    "any train will do": (title, "operable_by", lambda rules: trains.any_train),
    "pioneers outlive phase 5": (phases, "close_all_pioneers", lambda table: None),
    "reserved shares stay reserved": (phases, "give_up_reserved_shares", lambda table: None),
    "one station for every objective": (objectives, "stations_for", lambda objective: 1),
    "recycling for the printed price": (combining, "cost_of", lambda table, action: 100),
    "a share stays reserved for no minor": (absorption, "release_reserved_share", lambda table, company: None),
    "minors need not have run": (absorption, "minor_has_run", anything),
    "no limit on holdings": (stock, "stays_within_holding_limit", anything),
    "the poorest first": (title, "richest_first", poorest_first),
    "a tender too many": (pioneers, "tenders_for_sale", lambda table, place: 1),
    "surplus trains are kept": (phases, "has_surplus", lambda table, company: False),
    "no destination": (track, "is_joined_now", lambda table, company, joined: False),
}


@pytest.fixture
def anew() -> Iterator[Callable[[], None]]:
    """Titles are put together from what the modules say now, and afterwards from what they say again."""

    def forget() -> None:
        title.material.cache_clear()
        title.composed.cache_clear()

    yield forget
    forget()


@pytest.mark.long
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_rule_is_noticed(what: str, anew: Callable[[], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*BROKEN[what])
        anew()
        with pytest.raises(AssertionError):
            judge("rulebook", "standard", 3, 1, most=ANSWERS)


@pytest.mark.long
@pytest.mark.parametrize("what", BESIDE_THE_MAP)
def test_a_broken_rule_beside_the_map_is_noticed(what: str, anew: Callable[[], None]) -> None:
    """In a game in which all of it comes up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*BESIDE_THE_MAP[what])
        anew()
        with pytest.raises(AssertionError):
            judge("rulebook", "standard", 3, 104, beside_the_map=True)
