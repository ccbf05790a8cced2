"""What stands of an export: undo, redo, talk; and exports that are broken."""

import json
from typing import Any

import pytest

from ferrovia import BadData
from ferrovia.interop import read_export
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Action, Wrong, effective, subsidy_of, with_automatic


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
        ("a log undo b", "a b"),
        ("a undo log b", "b"),
        ("undo a", "a"),
    ],
)
def test_undo_and_redo(row: str, stands: str) -> None:
    """An undo takes back the last action or all after one; a redo brings back what the last undo took."""
    assert " ".join(action["type"] for action in effective(acts(row))) == stands


@pytest.mark.parametrize("row", ["a redo", "a b undo c redo", "a undo redo redo"])
def test_a_redo_without_an_undo(row: str) -> None:
    """It stays where it is: what comes before can be played."""
    last = effective(acts(row))[-1]
    assert isinstance(last, Wrong)
    assert last.reason == "it redoes what was not undone"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"entity": 1}, "it has no type"),
        ({"type": 5, "id": 9}, "it has no type"),
        ({"type": None}, "it has no type"),
        ("pass", "it has no type"),
        ({"type": "pass", "auto_actions": [5]}, "an action that was added to it automatically has no type"),
        ({"type": "pass", "auto_actions": [{"entity": 1}]}, "an action that was added to it automatically has no type"),
        ({"type": "undo", "action_id": "x"}, "its action_id 'x' is no number"),
    ],
)
def test_what_makes_no_sense_stays_where_it_is(said: object, reason: str) -> None:
    first, wrong, last = effective([{"type": "a", "id": 1}, said, {"type": "b", "id": 3}])
    assert (first["type"], last["type"]) == ("a", "b")
    assert isinstance(wrong, Wrong)
    assert wrong.reason == reason


def test_an_undo_may_name_its_number_in_quotes() -> None:
    """And an undo after a redo takes back what that brought."""
    actions = [*acts("a b c undo:1 redo"), {"type": "undo", "action_id": "2", "id": 6}, {"type": "d", "id": 7}]
    assert [action["type"] for action in effective(actions)] == ["a", "b", "d"]


def test_an_action_without_a_number_is_counted() -> None:
    assert [action["id"] for action in effective([{"type": "a"}, {"type": "b"}, {"type": "c", "id": 7}])] == [1, 2, 7]


def test_what_an_action_does_not_say_is_missed_by_name() -> None:
    (action,) = effective([{"type": "lay_tile"}])
    with pytest.raises(BadData, match="it lacks 'hex'"):
        _ = action["hex"]


@pytest.mark.parametrize(("said", "number"), [(40, 40), ("40", 40), (40.0, 40)], ids=["whole", "text", "point"])
def test_a_whole_number_in_any_form(said: object, number: int) -> None:
    assert Action({"price": said}).amount("price") == number


@pytest.mark.parametrize("said", [40.5, "x", None, [], float("inf"), float("nan")])
def test_what_is_no_whole_number(said: object) -> None:
    with pytest.raises(BadData, match="its price"):
        Action({"price": said}).amount("price")


@pytest.mark.parametrize(
    ("run", "routes", "subsidy"),
    [
        ({}, [{}], None),
        ({}, [], None),
        ({"subsidy": 20}, [{}], 20),
        ({"subsidy": 20}, [{"subsidy": 0}], 20),
        ({"subsidy": 0}, [{"subsidy": 10}, {"subsidy": 20}], 30),
        ({}, [{"subsidy": 10}, {"subsidy": None}], 10),
        ({"subsidy": None}, [{"subsidy": 0}], 0),
    ],
)
def test_what_a_run_brings_besides(run: dict[str, Any], routes: list[dict[str, Any]], subsidy: int | None) -> None:
    """Said by the routes or by the run; where neither says it, it is worked out."""
    assert subsidy_of(Action(run), [Action(route) for route in routes]) == subsidy


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        (["a", "b"], ("a", "b")),
        (None, ()),
        ("a, b", ("a", "b")),
        ("", ()),
        ([1], ("1",)),
        ({}, ()),
        ({"a": True, "b": False}, ("a",)),
    ],
)
def test_optional_rules(said: object, rules: tuple[str, ...]) -> None:
    assert read_export(json.dumps({**WHOLE, "settings": {"optional_rules": said}})).optional_rules == rules


@pytest.mark.parametrize(
    ("seed", "number"), [(7, 7), ("8", 8), (None, 123), ("", 123)], ids=["number", "text", "none", "empty"]
)
def test_the_seed_or_the_first_number_of_the_id(seed: object, number: int) -> None:
    assert seed_of(read_export(json.dumps({**WHOLE, "id": "hs_ab_123_4", "settings": {"seed": seed}}))) == number


def test_automatic_actions_follow_the_one_that_brought_them() -> None:
    action = Action({"type": "a", "auto_actions": [{"type": "b"}, {"type": "message"}, {"type": "c"}]})
    assert [part["type"] for part in with_automatic(action)] == ["a", "b", "c"]


WHOLE: dict[str, Any] = {"title": "18CZ", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}], "actions": []}


def test_ids_are_numbers_or_words() -> None:
    export = read_export(json.dumps({**WHOLE, "id": 7, "players": [{"id": 1, "name": "A"}, {"id": "x2", "name": "B"}]}))
    assert (export.id, export.name(1), export.name("x2")) == ("7", "A", "B")
    assert export.optional_rules == ()


def test_a_player_without_an_id_is_known_by_name() -> None:
    """Games around one screen may give none; a zero is one."""
    people: list[dict[str, Any]] = [{"name": "A"}, {"id": None, "name": "B"}, {"id": 0, "name": "C"}]
    assert read_export(json.dumps({**WHOLE, "players": people})).players == {"A": "A", "B": "B", "0": "C"}


def test_a_player_may_be_called_by_name() -> None:
    """In an action and in those added to it; ids come first, so that nobody is taken for another."""
    people = [{"id": 1, "name": "A"}, {"id": 2, "name": "1"}]
    passes = [{"type": "pass", "entity": name, "entity_type": "player"} for name in ("A", "1", 1, "C")]
    export = read_export(json.dumps({**WHOLE, "players": people, "actions": [{**passes[0], "auto_actions": passes}]}))
    said = with_automatic(export.actions[0])
    assert [export.player_of(action) for action in said] == ["A", "A", "A", "A", None]


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ({}, False),
        ({"status": "active", "result": {}}, False),
        ({"status": "archived"}, True),
        ({"result": {"1": 9}}, True),
    ],
)
def test_whether_a_record_says_that_the_game_is_over(said: dict[str, Any], over: bool) -> None:
    assert read_export(json.dumps({**WHOLE, **said})).over is over


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(WHOLE)[:-5], "ends too early or is no JSON"),
        ("[]", "an object with title, players and actions"),
        ('"18CZ"', "an object with title, players and actions"),
        (json.dumps({key: WHOLE[key] for key in ("title", "players")}), "lacks 'actions'"),
        (json.dumps({**WHOLE, "players": [{"id": 1}]}), "has no name"),
        (json.dumps({**WHOLE, "players": [1]}), "has no name"),
        (json.dumps({**WHOLE, "players": 7}), "has no name"),
        (json.dumps({**WHOLE, "players": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]}), "one id"),
        (json.dumps({**WHOLE, "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "A"}]}), "one name"),
        (json.dumps({**WHOLE, "actions": {"1": {}}}), "no list"),
        ("[" * 100_000 + "]" * 100_000, "nested as deeply"),
        (json.dumps({**WHOLE, "players": [{"id": 1, "name": "A\ud83d"}]}), "half of a character"),
    ],
)
def test_a_broken_export_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadData) as raised:
        read_export(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_character_that_takes_two_halves_is_read() -> None:
    text = json.dumps({**WHOLE, "players": [{"id": 1, "name": "A\U0001f682"}]})
    assert "\\ud83d" in text
    assert list(read_export(text).players.values()) == ["A\U0001f682"]
