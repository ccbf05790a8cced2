"""A game with its log: the file it is kept in, what it holds in memory, what it refuses to read."""

import json
from random import Random
from typing import Any

import pytest

from ferrovia import (
    BadData,
    Entry,
    IllegalAction,
    Record,
    Title,
    chosen,
    find_title,
    fingerprint,
    new_game,
    resume,
    titles,
)
from ferrovia.engine import record as module
from ferrovia.model.ids import CHANCE, Owner, PlayerId
from support import laws
from support.toy import FERRY, Blow, CrateId, Help, Load, Wait

A, B = PlayerId(Owner("A")), PlayerId(Owner("B"))
COAL = Load((CrateId("coal"),))


def a_record() -> Record:
    record = Record.new(FERRY, ["A", "B"])
    record.play(Blow(2), "chance")
    record.play(COAL)
    record.play(Help(), "bot")
    return record


def find_ferry(name: str) -> Title:
    if name != "ferry":
        raise BadData(f"there is no title {name!r}")
    return FERRY


def read(data: Any) -> Record:
    return Record.from_json(data if isinstance(data, str) else json.dumps(data), find_ferry)


# ------------------------------------------------------------------------------------------------------------ the file


def test_the_file_is_plain_json_that_can_be_read() -> None:
    """Format, version, title, players, options, the log as it was played, the position with its fingerprint."""
    record = a_record()
    data = json.loads(json.dumps(record.to_json()))
    state, print_ = data.pop("state"), data.pop("fingerprint")
    assert data == {
        "format": "ferrovia game",
        "version": 1,
        "title": "ferry",
        "rules_version": 1,
        "players": ["A", "B"],
        "options": {},
        "log": [
            {"who": "chance", "by": "chance", "action": {"type": "blow", "amount": 2}},
            {"who": "A", "by": "player", "action": {"type": "load", "crates": ["coal"]}},
            {"who": "B", "by": "bot", "action": {"type": "help"}},
        ],
    }
    assert print_ == fingerprint(record.game.state)
    assert state["cash"] == {"bank": 89, "A": 5, "B": 6}
    assert [frame["at"] for frame in state["stack"]] == ["sail", "ask_for_loads"]


def test_a_file_read_back_goes_on() -> None:
    record = read(a_record().to_json())
    assert record.entries == [Entry(CHANCE, Blow(2), "chance"), Entry(A, COAL, "player"), Entry(B, Help(), "bot")]
    record.play(Wait())
    assert record.game.ask is not None and record.game.ask.who == CHANCE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a complete game file: it ends too early or is no JSON"),
        ("no JSON", "this is not a complete game file: it ends too early or is no JSON"),
        ("[]", "this is not a Ferrovía game file"),
        ('"text"', "this is not a Ferrovía game file"),
        ('{"format": "something else"}', "this is not a Ferrovía game file"),
        ('{"format": "ferrovia game", "version": 99}', "this file has version 99; known is 1"),
        ('{"format": "ferrovia game", "version": 1}', "the game file lacks 'title', or it is not what it should be"),
    ],
)
def test_a_foreign_file_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadData) as raised:
        read(text)
    assert str(raised.value) == message


def test_a_truncated_file_is_refused_wherever_it_ends() -> None:
    text = json.dumps(a_record().to_json())
    for end in range(0, len(text), 7):
        with pytest.raises(BadData, match="ends too early"):
            read(text[:end])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(title="boats"), "there is no title 'boats'"),
        (lambda d: d.update(rules_version=2), "the game was played under rules version 2 of A toy; known are 1 to 1"),
        (lambda d: d.update(rules_version=0), "the game was played under rules version 0 of A toy; known are 1 to 1"),
        (lambda d: d.update(players=["A"]), "A toy is for 2 to 3 players, not 1"),
        (lambda d: d.update(players=["A", "A"]), "'A' cannot be a player's name here"),
        (lambda d: d.update(options={"wind": "strong"}), "A toy has no option 'wind'; it has none"),
        (
            lambda d: d["state"]["cash"].update(A=99),
            "the stored position does not match its fingerprint: the file was changed or damaged",
        ),
        (
            lambda d: d.update(fingerprint="0" * 16),
            "the stored position does not match its fingerprint: the file was changed or damaged",
        ),
        (lambda d: d["log"].pop(), "the log does not lead to the stored position"),
        (lambda d: d["log"][0]["action"].update(amount=1), "the log does not lead to the stored position"),
        (
            lambda d: d["log"][0]["action"].update(amount=9),
            "answer 1 of the log is refused: [5 «Rules»] wind-is-1-to-3",
        ),
        (lambda d: d["log"][2]["action"].update(type="fly"), "A toy has no action 'fly'"),
        (lambda d: d["log"][1]["action"].update(speed=3), "action load: unknown field 'speed'"),
        (lambda d: d["log"][1].update(by="ghost"), "answer 2 of the log: nobody is called 'ghost'"),
        (lambda d: d["log"][1].pop("who"), "answer 2 of the log is incomplete"),
        (lambda d: d["log"][1].update(who="B"), "answer 2 of the log is by 'B', but 'A' was asked"),
        (lambda d: d.update(log=["wait"]), "answer 1 of the log is incomplete"),
        (lambda d: d["state"]["stack"].pop(), "the stored position does not match its fingerprint"),
    ],
    ids=range(18),
)
def test_a_changed_file_is_refused_in_one_line(change: Any, message: str) -> None:
    data = json.loads(json.dumps(a_record().to_json()))
    change(data)
    with pytest.raises(BadData) as raised:
        read(data)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


def test_a_log_that_goes_on_after_the_end() -> None:
    record = Record.new(FERRY, ["A", "B"])
    random = Random(1)
    while record.game.ask is not None:
        record.play(laws.random_answer(record.game, random))
    data = record.to_json()
    data["log"].append(data["log"][-1])
    with pytest.raises(BadData, match="but 'nobody' was asked"):
        read(data)


# ------------------------------------------------------------------------------------------------------ undo and redo


def test_undo_takes_back_the_last_answer_of_a_person_and_what_followed_by_itself() -> None:
    record = a_record()
    assert record.undo() is True
    assert [entry.action for entry in record.entries] == [Blow(2)]
    assert record.undo() is False
    assert record.redo() is True
    assert [entry.action for entry in record.entries] == [Blow(2), COAL, Help()]
    assert record.redo() is False


def test_another_answer_forgets_what_was_taken_back() -> None:
    record = a_record()
    record.undo()
    record.play(Wait())
    assert (record.redo(), record.undone) == (False, [])


def test_a_refused_answer_is_not_logged_and_forgets_nothing() -> None:
    record = a_record()
    record.undo()
    with pytest.raises(IllegalAction):
        record.play(Help())
    assert len(record.entries) == 1
    assert record.redo() is True


def test_nothing_is_logged_after_the_end() -> None:
    record, random = Record.new(FERRY, ["A", "B"]), Random(1)
    while record.game.ask is not None:
        record.play(laws.random_answer(record.game, random))
    with pytest.raises(IllegalAction) as raised:
        record.play(Wait())
    assert raised.value.refusal.rule == "game-over"


# -------------------------------------------------------------------------------------------------------------- memory


def test_positions_kept_in_memory_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every n-th and the latest few; any other is some answers away from one of them."""
    record, random, plays = Record.new(find_title("chicago-express"), list("ABCDEF")), Random(5), list[int]()
    while record.game.ask is not None:
        record.play(laws.random_answer(record.game, random))
    length = len(record.entries)
    assert length > 100
    kept = record._kept  # pyright: ignore[reportPrivateUsage]
    assert len(kept) <= length // module.SPACING + 1 + module.RECENT

    play = type(record.game).play
    monkeypatch.setattr(type(record.game), "play", lambda *given: plays.append(1) or play(*given))
    for number in range(length + 1):
        plays.clear()
        record.at(number)
        assert len(plays) < module.SPACING


def test_going_back_drops_the_positions_after() -> None:
    record, random = Record.new(FERRY, ["A", "B"]), Random(1)
    while record.game.ask is not None:
        record.play(laws.random_answer(record.game, random))
    record.back_to(3)
    assert record._kept.nearest(99)[0] == 3  # pyright: ignore[reportPrivateUsage]


# ------------------------------------------------------------------------------------------------------ the public door


def test_a_game_is_opened_by_the_name_of_its_title() -> None:
    assert find_title("chicago-express") in titles()
    with pytest.raises(BadData, match=r"there is no title 'monopoly'; there is .*chicago-express"):
        new_game("monopoly", ["A", "B"])


def test_resume_reads_a_file_of_any_title() -> None:
    record = Record.new(find_title("chicago-express"), ["A", "B"])
    record.play(record.game.offers()[0].action)
    again = resume(json.dumps(record.to_json()))
    assert fingerprint(again.game.state) == fingerprint(record.game.state)


def test_options_that_are_not_named_have_their_usual_choice() -> None:
    title = find_title("chicago-express")
    assert chosen(title, {}) == {option.key: option.choices[0] for option in title.options}
    assert chosen(title, {"first-bidder": "2"}) == {"first-bidder": "2"}
    with pytest.raises(BadData, match="option first-bidder of Chicago Express is one of 1, 2, 3, 4, 5, 6, not '7'"):
        chosen(title, {"first-bidder": "7"})
