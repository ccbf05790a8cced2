"""Positions and actions as JSON: what comes back, and one clear line for what cannot."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia import (
    BadData,
    action_from_json,
    action_to_json,
    fingerprint,
    state_from_json,
    state_to_json,
)
from ferrovia.model.ids import Owner, PlayerId
from support.toy import FERRY, Blow, CrateId, Load, Tip, Wait, a_ferry

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


# ------------------------------------------------------------------------------------------------------------ actions


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Blow(2), {"type": "blow", "amount": 2}),
        (Wait(), {"type": "wait"}),
        (Load((CrateId("coal"), CrateId("dates"))), {"type": "load", "crates": ["coal", "dates"]}),
        (Load(()), {"type": "load", "crates": []}),
    ],
    ids=str,
)
def test_an_action_and_its_json(action: Any, data: dict[str, Any]) -> None:
    assert json.loads(json.dumps(action_to_json(action))) == data
    assert action_from_json(FERRY, data) == action


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, 'an action is an object with a "type"'),
        ([], 'an action is an object with a "type"'),
        ({"amount": 3}, 'an action is an object with a "type"'),
        (
            {"type": "fly"},
            "A toy has no action 'fly'; it has blow, load, wait, help, leave_it, calm, sink, tip, bow",
        ),
        ({"type": "wait", "long": True}, "action wait: unknown field 'long'"),
        ({"type": "tip"}, "action tip amount: Field required"),
        ({"type": "tip", "amount": "3"}, "action tip amount: Input should be a valid integer"),
        ({"type": "tip", "amount": 3.0}, "action tip amount: Input should be a valid integer"),
        ({"type": "tip", "amount": True}, "action tip amount: Input should be a valid integer"),
        ({"type": "tip", "amount": None}, "action tip amount: Input should be a valid integer"),
        ({"type": "load", "crates": "coal"}, "action load crates: Input should be a valid array"),
        ({"type": "load", "crates": ["coal", 7]}, "action load crates.1: Input should be a valid string"),
    ],
    ids=str,
)
def test_what_is_no_action_is_said_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(BadData) as raised:
        action_from_json(FERRY, data)
    assert str(raised.value) == message


@settings(deadline=None, derandomize=True)
@given(json_values, st.sampled_from([form.name for form in FERRY.forms.values()]), st.text(max_size=6), json_values)
def test_any_json_is_an_action_or_bad_data(data: Any, name: str, field: str, value: Any) -> None:
    """Nothing that arrives from outside ends in another error."""
    for attempt in (data, {"type": name, field: value}, {"type": name, "amount": value, "crates": value}):
        try:
            action_from_json(FERRY, attempt)
        except BadData as error:
            assert str(error)


# ------------------------------------------------------------------------------------------------------------- states


def a_state_json() -> dict[str, Any]:
    return json.loads(json.dumps(state_to_json(a_ferry().play(Blow(2)).state)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s.pop("cash"), "state cash: Field required"),
        (lambda s: s["cash"].update(A="5"), "state cash.A: Input should be a valid integer"),
        (lambda s: s.pop("extras"), "extras: "),
        (lambda s: s["extras"].pop("tips"), "extras tips: Field required"),
        (lambda s: s.pop("stack"), "a state has a stack: the list of its open procedures"),
        (lambda s: s["stack"][0].update(script="play"), "A toy has no step 'sail' in 'play'"),
        (lambda s: s["stack"][0].update(at="swim"), "A toy has no step 'swim' in 'game'"),
        (lambda s: s["stack"][0].update(kind="Weather"), "a procedure on the stack has no script, step or facts"),
        (lambda s: s["stack"][0].pop("facts"), "a procedure on the stack has no script, step or facts"),
        (
            lambda s: s["stack"][1]["facts"].update(wind="strong"),
            "facts of 'day' wind: Input should be a valid integer",
        ),
    ],
    ids=range(10),
)
def test_what_is_no_state_is_said_in_one_line(change: Any, message: str) -> None:
    data = a_state_json()
    change(data)
    with pytest.raises(BadData) as raised:
        state_from_json(FERRY, data)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


@settings(deadline=None, derandomize=True)
@given(st.data())
def test_a_state_with_anything_changed_is_read_or_bad_data(data: st.DataObject) -> None:
    """One value somewhere in it becomes something else."""
    state = a_state_json()
    place: Any = state
    while isinstance(place, (dict, list)) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(json_values)
            break
        place = place[key]
    try:
        state_from_json(FERRY, state)
    except BadData as error:
        assert str(error)


# ------------------------------------------------------------------------------------------------------- fingerprints


def test_equal_positions_have_equal_fingerprints() -> None:
    """Whatever the order in which their tables were filled."""
    state = a_ferry().play(Blow(2)).state
    turned = state.copy()
    turned.cash = dict(reversed(turned.cash.items()))
    assert list(turned.cash) != list(state.cash)
    assert fingerprint(turned) == fingerprint(state)
    assert len(fingerprint(state)) == 16


def test_other_positions_have_other_fingerprints() -> None:
    """A coin, a fact, a step: each makes a difference."""
    game = a_ferry().play(Blow(2))
    richer = game.state.copy()
    richer.cash[PlayerId(Owner("A"))] += 1
    prints = [fingerprint(state) for state in (game.state, richer, game.play(Wait()).state, game.play(Tip(1)).state)]
    assert len(set(prints)) == 4
