"""Files and requests that are JSON but no game ended in an internal error instead of one clear line."""

import json
from typing import Any

import pytest

import ferrovia
from ferrovia import BadData, Record, action_from_json, find_title, state_from_json, state_to_json

TITLE = find_title("chicago-express")


LEGAL = [("options", {}), ("log", [])]
"""The usual choices, and a game that has just begun."""


def a_file() -> dict[str, Any]:
    return json.loads(json.dumps(Record.new(TITLE, ["A", "B"]).to_json()))


@pytest.mark.parametrize("name", [[], {}, None, 7])
def test_the_name_of_an_action_that_is_no_text(name: Any) -> None:
    with pytest.raises(BadData, match="has no action"):
        action_from_json(TITLE, {"type": name})


@pytest.mark.parametrize("stack", [None, 7, "game", {"script": "game"}, [[]], [{"script": [], "at": "x"}]])
def test_a_stack_that_is_no_list_of_procedures(stack: Any) -> None:
    state = state_to_json(ferrovia.new_game(TITLE.id, ["A", "B"]).state) | {"stack": stack}
    with pytest.raises(BadData):
        state_from_json(TITLE, state)


def test_a_state_without_a_stack_is_not_a_finished_game() -> None:
    state = state_to_json(ferrovia.new_game(TITLE.id, ["A", "B"]).state)
    del state["stack"]
    with pytest.raises(BadData, match="stack"):
        state_from_json(TITLE, state)


def test_a_procedure_whose_script_is_no_text() -> None:
    state = state_to_json(ferrovia.new_game(TITLE.id, ["A", "B"]).state)
    state["stack"][0]["script"] = []
    with pytest.raises(BadData, match="procedure"):
        state_from_json(TITLE, state)


@pytest.mark.parametrize("key", ["options", "log", "players", "state", "title", "rules_version", "fingerprint"])
@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [7], {"x": 7}], ids=str)
def test_a_part_of_the_file_that_is_something_else(key: str, value: Any) -> None:
    if (key, value) in LEGAL:
        ferrovia.resume(json.dumps(a_file() | {key: value}))
        return
    with pytest.raises(BadData):
        ferrovia.resume(json.dumps(a_file() | {key: value}))


def test_a_file_nested_too_deep() -> None:
    with pytest.raises(BadData, match="no JSON"):
        ferrovia.resume("[" * 100_000)


def test_a_log_that_puts_answers_into_another_mouth() -> None:
    record = Record.new(TITLE, ["A", "B"])
    record.play(record.game.offers()[0].action)
    data = record.to_json()
    data["log"][0]["who"] = "B"
    with pytest.raises(BadData, match=r"answer 1 of the log is by 'B', but 'A' was asked"):
        ferrovia.resume(json.dumps(data))
