"""A game saved under earlier rules was replayed under the new ones, which could refuse its log.

A rules fix must never break a running game: the stored position counts, and play goes on from there.
"""

import json
from dataclasses import replace

import pytest

from ferrovia import Ask, BadData, IllegalAction, Record, Title, fingerprint
from ferrovia.engine.play import Refused, Table, refused, rule
from ferrovia.model.message import Message
from support.toy import FERRY, LOAD, WAIT, Blow, CrateId, Day, Help, Load, Wait, ask_for_wind

APPLES = Load((CrateId("apples"),))


@rule("wind-carries")
def nothing_is_loaded_any_more(table: Table, action: Load) -> Refused | None:
    return refused()


def ask_for_loads(table: Table) -> Ask | None:
    waiting = table.here(Day).waiting
    stricter = replace(LOAD, checks=(nothing_is_loaded_any_more,))
    return Ask(waiting[0], (stricter, WAIT), Message("load", {})) if waiting else None


LATER = replace(FERRY, rules_version=2, scripts={**FERRY.scripts, "day": (ask_for_wind, ask_for_loads)})


def find_later_rules(name: str) -> Title:
    return LATER


def a_saved_game() -> Record:
    record = Record.new(FERRY, ["A", "B"])
    for answer in (Blow(2), APPLES):
        record.play(answer)
    return record


def resumed(record: Record) -> Record:
    return Record.from_json(json.dumps(record.to_json()), find_later_rules)


def test_the_new_rules_would_refuse_the_log() -> None:
    record = Record.new(LATER, ["A", "B"])
    record.play(Blow(2))
    with pytest.raises(IllegalAction):
        record.play(APPLES)


def test_the_game_goes_on_from_the_stored_position() -> None:
    old = a_saved_game()
    record = resumed(old)
    assert fingerprint(record.game.state) == fingerprint(old.game.state)
    assert record.entries == old.entries
    record.play(Help())
    record.play(Wait())
    assert [entry.action for entry in record.entries] == [Blow(2), APPLES, Help(), Wait()]


def test_it_can_be_saved_and_resumed_again() -> None:
    record = resumed(a_saved_game())
    record.play(Help())
    again = resumed(record)
    assert fingerprint(again.game.state) == fingerprint(record.game.state)
    assert again.rules_version == 1


def test_only_answers_under_the_new_rules_are_taken_back() -> None:
    record = resumed(a_saved_game())
    assert record.undo() is False
    record.play(Help())
    assert record.undo() is True
    assert len(record.entries) == 2
    with pytest.raises(BadData, match="positions 2 to 2, not 1"):
        record.at(1)


def test_rules_that_are_not_known_yet() -> None:
    data = a_saved_game().to_json() | {"rules_version": 3}
    with pytest.raises(BadData, match="played under rules version 3 of A toy; known are 1 to 2"):
        Record.from_json(json.dumps(data), find_later_rules)
