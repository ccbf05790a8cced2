"""Games stored before the shared tables moved into the state open at their position and go on."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.codec import digest, fingerprint, state_from_json, state_to_json
from ferrovia.engine.older import STEPS, current_step, modernised
from ferrovia.engine.play import Title
from ferrovia.engine.record import Record
from ferrovia.titles import TITLES, find_title

STORED = sorted((Path(__file__).parent / "stored").glob("*.json"))
"""One game of each title of that time, in the middle of something."""


def steps_of_today(title: Title) -> Iterator[Mapping[tuple[str, str], object]]:
    """By the rulebook, and as the site plays."""
    yield title.steps
    options = {option.key: option.choices[0] for option in title.options}
    if title.variant is not None:
        yield title.variant({**options, "profile": "site"}, title.seats[-1]).steps


STEPS_OF_TODAY = [steps for title in TITLES.values() for steps in steps_of_today(title)]


def of(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_a_stored_game_opens_at_its_position_and_goes_on(file: Path) -> None:
    record = Record.from_json(file.read_text("utf-8"), find_title)
    assert len(record.entries) == len(of(file)["log"])
    offer = record.game.offers()[0]
    assert record.game.take(offer, offer.amount.low if offer.amount else None) is not record.game


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_nothing_of_a_stored_position_is_lost(file: Path) -> None:
    """Whatever was written down is found again, where it is today."""
    before = of(file)["state"]
    record = Record.from_json(file.read_text("utf-8"), find_title)
    after = state_to_json(state_from_json(record.title, before))
    extras = before["extras"]
    for old, new in (("start_prices", "pars"), ("launched", "floated"), ("has_operated", "operated"), ("pars", "pars")):
        if old in extras:
            assert after[new] == extras[old]
    assert after["cash"] == before["cash"] and after["certs"] == before["certs"]
    assert after["order"][0] == extras.get("priority", extras.get("order", before["players"])[0])


@pytest.mark.parametrize(("script", "old"), STEPS)
def test_a_step_that_was_renamed_is_found_by_its_old_name(script: str, old: str) -> None:
    """Under the name of today, in every title that has no step of the old name."""
    new = current_step(script, old)
    assert new != old
    assert any((script, new) in steps and (script, old) not in steps for steps in STEPS_OF_TODAY)


def test_a_damaged_position_is_noticed_in_its_old_form() -> None:
    state = of(STORED[0])["state"]
    assert digest(state) == of(STORED[0])["fingerprint"]
    assert digest({**state, "phase": "other"}) != of(STORED[0])["fingerprint"]


def test_positions_of_today_are_left_as_they_are() -> None:
    record = Record.from_json(STORED[0].read_text("utf-8"), find_title)
    state = state_to_json(record.game.state)
    assert modernised(state) == state
    assert fingerprint(state_from_json(record.title, state)) == fingerprint(record.game.state)


# ------------------------------------------------------------------------------ stock rounds before all titles had one

OLD_STOCK_ROUND = {
    "number": 4,
    "player": "B",
    "passes": 2,
    "sold_now": ["SX"],
    "sold": [["B", "SX"]],
    "last_buyer": None,
}


@pytest.mark.parametrize(
    ("over_limit", "today"), [(True, ["B"]), (False, []), (["C", "B"], ["C", "B"])], ids=["1862", "1862 not", "18CZ"]
)
def test_a_stock_round_counts_turns_and_names_who_has_passed(over_limit: Any, today: list[str]) -> None:
    """In the order C, A, B, D two have passed before B: they are C and A."""
    facts = {**OLD_STOCK_ROUND, "over_limit": over_limit}
    frame = {"script": "stock round", "at": "trade_in_turn", "kind": "StockFacts", "facts": facts}
    state = {"players": [*"ABCD"], "order": [*"CABD"], "extras": {}, "stack": [frame]}
    assert modernised(state)["stack"] == [
        {
            "script": "stock round",
            "at": "trade_in_turn",
            "kind": "StockTurn",
            "facts": {
                "number": 4,
                "turn": 2,
                "passed": ["C", "A"],
                "acted": True,
                "sold_now": ["SX"],
                "sold": [["B", "SX"]],
                "over_limit": today,
                "last_buyer": None,
            },
        }
    ]


@pytest.mark.parametrize("damage", [{"player": "nobody"}, {"passes": "two"}, {"sold_now": ...}, {"over_limit": ...}])
def test_a_damaged_stock_round_is_left_to_be_refused(damage: dict[str, Any]) -> None:
    whole: dict[str, Any] = {**OLD_STOCK_ROUND, "over_limit": [], **damage}
    facts = {key: value for key, value in whole.items() if value is not ...}
    frame = {"script": "stock round", "at": "trade_in_turn", "kind": "StockFacts", "facts": facts}
    state = {"players": [*"ABCD"], "order": [*"CABD"], "extras": {}, "stack": [frame]}
    assert modernised(state)["stack"] == [frame]


# ----------------------------------------------------------------------------------- auctions before all titles had one


def an_old_auction(at: str, **facts: Any) -> dict[str, Any]:
    """The frame of an auction among A, B, C and D, read today."""
    frame = {"script": "auction", "at": at, "kind": "AuctionFacts", "facts": facts}
    state = {"players": [*"ABCD"], "order": [*"ABCD"], "extras": {}, "stack": [frame]}
    return modernised(state)["stack"][0]


@pytest.mark.parametrize(("highest", "leader", "bid"), [(0, None, None), (9, "A", 9)])
def test_the_auction_of_a_share_goes_on(highest: int, leader: str | None, bid: int | None) -> None:
    old = {"company": "PRR", "opening_bid": 5, "bidders": ["C", "A"], "without_bids": "share stays", "starter": "B"}
    frame = an_old_auction("ask_for_bids", **old, highest=highest, leader=leader)
    today = {"subject": "PRR", "opener": "B", "least": 5, "bidders": ["C", "A"], "bid": bid, "leader": leader}
    assert (frame["at"], frame["facts"]) == ("ask_for_bids", today)


@pytest.mark.parametrize(
    ("old", "at", "today"),
    [
        (
            {"leader": "B", "turn": "C", "bid": None, "passed": []},
            "open_the_auction",
            {"opener": "B", "bidders": [*"BCDA"], "bid": None, "leader": None},
        ),
        (
            {"leader": "B", "turn": "D", "bid": 10, "passed": ["C"]},
            "ask_for_bids",
            {"opener": "B", "bidders": [*"DAB"], "bid": 10, "leader": "B"},
        ),
    ],
    ids=["not opened", "opened"],
)
def test_the_auction_of_a_charter_goes_on(old: dict[str, Any], at: str, today: dict[str, Any]) -> None:
    """B has put a company up; once B has bid 10, C has passed and D comes next."""
    frame = an_old_auction("take_bids", company="ESR", **old)
    assert (frame["at"], frame["facts"]) == (at, {"subject": "ESR", "least": 0, **today})
