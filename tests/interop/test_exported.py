"""What stands of an export: undo, redo, talk; and exports that are broken."""

import json
from typing import Any

import pytest

from ferrovia import BadData
from ferrovia.interop import read_export
from ferrovia.interop.exported import effective, with_automatic


def acts(row: str) -> list[dict[str, Any]]:
    """`a b undo c redo`: plain actions by letter, `undo:2` to the second action; all numbered."""
    found: list[dict[str, Any]] = []
    for number, word in enumerate(row.split(), 1):
        kind, _, to = word.partition(":")
        action: dict[str, Any] = {"type": kind, "id": number}
        found.append({**action, "action_id": int(to)} if to else action)
    return found


@pytest.mark.parametrize(
    ("row", "stands"),
    [
        ("a b c", "a b c"),
        ("a message b log c", "a b c"),
        ("a b undo c", "a c"),
        ("a b undo undo c", "c"),
        ("a b undo redo c", "a b c"),
        ("a b undo undo redo redo c", "a b c"),
        ("a b c undo:1 d", "a d"),
        ("a b c undo:1 redo d", "a b c d"),
        ("a b c undo:0 d", "d"),
        ("a b message undo c", "a c"),
        ("a b undo message redo", "a b"),
        ("undo a", "a"),
    ],
)
def test_undo_and_redo(row: str, stands: str) -> None:
    """An undo takes back the last action or all after one; a redo brings back what the last undo took."""
    assert " ".join(action["type"] for action in effective(acts(row))) == stands


@pytest.mark.parametrize("row", ["a redo", "a b undo c redo", "a undo redo redo"])
def test_a_redo_without_an_undo(row: str) -> None:
    with pytest.raises(BadData, match="redoes what was not undone"):
        effective(acts(row))


def test_automatic_actions_follow_the_one_that_brought_them() -> None:
    action = {"type": "a", "auto_actions": [{"type": "b"}, {"type": "message"}, {"type": "c"}]}
    assert [part["type"] for part in with_automatic(action)] == ["a", "b", "c"]


WHOLE: dict[str, Any] = {"title": "18CZ", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}], "actions": []}


def test_ids_are_numbers_or_words() -> None:
    export = read_export(json.dumps({**WHOLE, "id": 7, "players": [{"id": 1, "name": "A"}, {"id": "x2", "name": "B"}]}))
    assert (export.id, export.name(1), export.name("x2")) == ("7", "A", "B")
    assert export.optional_rules == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(WHOLE)[:-5], "ends too early or is no JSON"),
        ("[]", "an object with title, players and actions"),
        ('"18CZ"', "an object with title, players and actions"),
        (json.dumps({key: WHOLE[key] for key in ("title", "players")}), "lacks 'actions'"),
        (json.dumps({**WHOLE, "players": [{"id": 1}]}), "has no id or no name"),
        (json.dumps({**WHOLE, "players": [1]}), "has no id or no name"),
        (json.dumps({**WHOLE, "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "A"}]}), "one name"),
        (json.dumps({**WHOLE, "actions": {"1": {}}}), "no list"),
        (json.dumps({**WHOLE, "actions": [{"entity": 1}]}), "action 1 of the export has no type"),
        (json.dumps({**WHOLE, "actions": ["pass"]}), "action 1 of the export has no type"),
        (json.dumps({**WHOLE, "actions": [{"type": 5}]}), "action 1 of the export has no type"),
        (json.dumps({**WHOLE, "actions": [{"type": "pass", "auto_actions": [5]}]}), "automatic one without a type"),
        (
            json.dumps({**WHOLE, "actions": [{"type": "a", "id": 1}, {"type": "undo", "action_id": "x"}]}),
            "is no number",
        ),
    ],
)
def test_a_broken_export_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadData) as raised:
        read_export(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
