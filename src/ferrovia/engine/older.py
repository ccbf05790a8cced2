"""Positions stored by earlier versions, in today's form: a running game is never broken."""

from collections.abc import Mapping
from typing import Any

MOVED = {
    "order": "order",
    "start_prices": "pars",
    "pars": "pars",
    "floated": "floated",
    "launched": "floated",
    "has_operated": "operated",
    "closed": "closed",
    "last_revenue": "last_revenue",
    "debt": "debt",
}
"""What titles kept among their own tables before every state had it, and what it is called now."""


STEPS = {
    ("surplus trains", "return_trains_in_order"): "give_up_in_order",
    ("acquisition", "take_trains"): "take_its_trains",
    ("company turn", "decide_earnings"): "decide_dividend",
    ("company turn", "discard_own_surplus"): "return_surplus_of_pioneer_2",
    ("company turn", "keep_what_is_nothing"): "keep_nothing",
    ("company turn", "earn_nothing_without_route"): "run_without_asking",
    ("railway turn", "earn_nothing_without_route"): "run_without_asking",
    ("uncontrolled turn", "earn_nothing_without_route"): "run_without_asking",
    ("draft", "remove_unsold_locals"): "remove_unsold",
    ("draft", "remove_mountains_not_taken"): "remove_unsold",
    ("operating round", "pay_local_income"): "pay_income",
    ("operating round", "pay_owners"): "pay_income",
    ("formation", "choose_station_to_take_back"): "choose_between_doubled_stations",
    ("taking back", "choose_station_to_take_back"): "choose_between_doubled_stations",
}
"""Steps that have another name today."""
DONE = {
    "home_placed": "home",
    "home_done": "home",
    "merging_done": "merging",
    "track_done": "track",
    "linked_london": "london",
    "station_done": "stations",
    "acquisitions_done": "acquisitions",
    "helped": "helped",
    "trains_done": "trains",
    "redeemed": "redeemed",
    "redeeming_done": "redeeming",
    "acquiring_done": "acquiring",
}
"""What a company's turn noted one by one before it kept a list of what is done."""
RAISED = {"shares": "shares sold", "refinancing": "refinanced"}


def current_step(script: str, at: str) -> str:
    return STEPS.get((script, at), at)


def modern_facts(kind: str, facts: Any) -> Any:
    """What an open procedure remembers, as it is written today."""
    if not isinstance(facts, dict):
        return facts
    new: dict[str, Any] = {**facts}
    if kind == "CompanyTurn" and "done" not in new:
        done = [mark for old, mark in DONE.items() if new.pop(old, False)]
        raised = RAISED.get(new.pop("raised", ""))
        new["done"] = [*done, raised] if raised else done
    if kind == "OperatingFacts" and "done" in new:
        new["operated"] = new["companies"][: new.pop("done")]
    if kind == "GameFacts" and "parliaments_done" in new:
        new["opened"] = new.pop("parliaments_done")
    return new


def is_older(data: Mapping[str, Any]) -> bool:
    """Whether a stored state is from before the shared tables were in it."""
    return "order" not in data


def modernised(data: Mapping[str, Any]) -> dict[str, Any]:
    """A stored state in the form of today."""
    return _with_facts_of_today(_with_shared_tables(data))


def _with_shared_tables(data: Mapping[str, Any]) -> dict[str, Any]:
    """What titles kept for themselves stands where every state has it."""
    state, extras = {**data}, data.get("extras")
    if not is_older(data) or not isinstance(extras, dict) or "players" not in state:
        return state
    own: dict[str, Any] = {**extras}
    for old, new in MOVED.items():
        if old in own:
            state[new] = own.pop(old)
    if "priority" in own:
        state["order"] = _beginning_with(own.pop("priority"), state["players"])
    return {**state, "extras": own}


def _beginning_with(player: Any, players: list[Any]) -> list[Any]:
    """Clockwise from whoever has the priority deal."""
    at = players.index(player)
    return [*players[at:], *players[:at]]


def _with_facts_of_today(state: dict[str, Any]) -> dict[str, Any]:
    """Open procedures with the facts that titles have come to share; whatever is damaged is left to be refused."""
    try:
        return {**state, "stack": [_frame_of_today(frame, state) for frame in state["stack"]]}
    except (AttributeError, KeyError, TypeError, ValueError):
        return state


def _frame_of_today(frame: dict[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    if frame["kind"] == "StockFacts":
        return {**frame, "kind": "StockTurn", "facts": _stock_turn(frame["facts"], state["order"])}
    if frame["kind"] == "AuctionFacts" and "opening_bid" in frame["facts"]:
        return {**frame, "facts": _auction_of_a_share(frame["facts"])}
    if frame["kind"] == "AuctionFacts" and "passed" in frame["facts"]:
        opened = frame["facts"]["bid"] is not None
        at = "ask_for_bids" if opened else "open_the_auction"
        return {**frame, "at": at, "facts": _auction_of_a_charter(frame["facts"], state["players"])}
    return frame


def _stock_turn(facts: Mapping[str, Any], order: list[Any]) -> dict[str, Any]:
    """Turns are counted; who has passed, and who must sell down, is known by name."""
    turn: dict[str, Any] = {**facts}
    player, passes, over = turn.pop("player"), turn.pop("passes"), turn.pop("over_limit")
    came_before = _beginning_with(player, order)[len(order) - passes :]
    must_sell: list[Any] = [player] if over is True else over or []
    return {
        **turn,
        "turn": order.index(player),
        "passed": came_before,
        "acted": bool(turn["sold_now"]),
        "over_limit": must_sell,
    }


def _auction_of_a_share(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Chicago Express: without a leader nothing was bid."""
    return {
        "subject": facts["company"],
        "opener": facts["starter"],
        "least": facts["opening_bid"],
        "bidders": facts["bidders"],
        "bid": None if facts["leader"] is None else facts["highest"],
        "leader": facts["leader"],
    }


def _auction_of_a_charter(facts: Mapping[str, Any], players: list[Any]) -> dict[str, Any]:
    """1862: whoever opened led before the first bid; the next bidder was sought from a seat on."""
    opened = facts["bid"] is not None
    seats = _beginning_with(facts["turn"] if opened else facts["leader"], players)
    return {
        "subject": facts["company"],
        "opener": facts["leader"],
        "least": 0,
        "bidders": [player for player in seats if player not in facts["passed"]],
        "bid": facts["bid"],
        "leader": facts["leader"] if opened else None,
    }
