"""Every answer is logged; every earlier position can be had again; undo, redo and the file change nothing."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from contract.games import TITLES, every_table, every_title, players
from ferrovia import BadData, Entry, Record, Title, automatic_answer, fingerprint
from support import laws


def found(title: Title) -> Any:
    """Reads only files of this title."""
    return lambda name: title if name == title.id else pytest.fail(f"{name} is not {title.id}")


SOME = 48
"""How many positions of a long game are looked at; which ones, chance decides."""


def some_of(prints: list[str], random: Random) -> list[int]:
    """The first position, the last, and others in any order."""
    between = range(1, len(prints) - 1)
    numbers = [0, *random.sample(between, min(SOME, len(between))), len(prints) - 1]
    random.shuffle(numbers)
    return numbers


@cache
def a_finished_game(title_id: str, seats: int) -> tuple[Record, list[str]]:
    """A random game with its record, and the fingerprint of every position as it was reached; nobody changes it."""
    title = next(title for title in TITLES if title.id == title_id)
    random, record = Random(f"{title.id} {seats}"), Record.new(title, players(seats))
    prints = [fingerprint(record.game.state)]
    while record.game.ask is not None:
        answer = automatic_answer(record.game, random, {}) or (laws.random_answer(record.game, random), "player")
        record.play(*answer)
        prints.append(fingerprint(record.game.state))
    return record, prints


@pytest.mark.sampled(each=2, by="title")
@every_table
def test_every_position_can_be_had_again(title: Title, seats: int) -> None:
    """`at(n)` is the position after n answers, for any n and in any order."""
    record, prints = a_finished_game(title.id, seats)
    for number in some_of(prints, Random(seats)):
        assert fingerprint(record.at(number).state) == prints[number]
    for beyond in (-1, len(prints)):
        with pytest.raises(BadData, match=f"positions 0 to {len(prints) - 1}, not {beyond}"):
            record.at(beyond)


@every_title
def test_a_file_read_back_is_the_same_game(title: Title) -> None:
    """Log, position and everything before it; without any random generator."""
    record, prints = a_finished_game(title.id, title.seats[0])
    again = Record.from_json(json.dumps(record.to_json()), found(title))
    assert again.entries == record.entries
    assert again.to_json() == record.to_json()
    for number in some_of(prints, Random(title.id)):
        assert fingerprint(again.at(number).state) == prints[number]


@every_title
def test_answers_are_logged_by_whoever_gave_them(title: Title) -> None:
    """In each entry the player who was asked."""
    record, prints = a_finished_game(title.id, title.seats[0])
    for number in some_of(prints, Random(title.id)):
        ask = record.at(number).ask
        assert (ask and ask.who) == (record.entries[number].who if number < len(record.entries) else None)


@every_title
def test_back_to_any_position_and_forward_again(title: Title) -> None:
    """Taking back everything after a position and giving it again leads to the same end."""
    finished, prints = a_finished_game(title.id, title.seats[0])
    entries, record = finished.entries[:LATER], Record.new(title, players(title.seats[0]))
    for entry in entries:
        record.play(entry.action, entry.by)
    for number in range(len(entries), -1, -7):
        record.back_to(number)
        assert fingerprint(record.game.state) == prints[number]
        assert record.entries == entries[:number]
        while record.redo():
            pass
        assert fingerprint(record.game.state) == prints[len(entries)]
        assert record.entries == entries


LATER = 150
"""So far a game is played whose answers are taken back; beyond the positions that are kept here and there."""


class RecordMachine(RuleBasedStateMachine):
    """Plays, takes back, gives again, saves and resumes in any order, beside a plain list of positions."""

    def __init__(self) -> None:
        super().__init__()
        self.record: Record
        self.prints: list[str]
        self.taken_back: list[tuple[Entry, str]]

    @initialize(title=st.sampled_from(TITLES), data=st.data())
    def start(self, title: Title, data: st.DataObject) -> None:
        self.record = Record.new(title, players(data.draw(st.sampled_from(title.seats))))
        self.prints, self.taken_back = [fingerprint(self.record.game.state)], []

    @precondition(lambda self: self.record.game.ask is not None)
    @rule(seed=st.integers(0, 2**16), by=st.sampled_from(["player", "bot", "engine"]), times=st.integers(1, 12))
    def play(self, seed: int, by: Any, times: int) -> None:
        random = Random(seed)
        for _ in range(times):
            if self.record.game.ask is None:
                return
            self.record.play(laws.random_answer(self.record.game, random), by)
            self.prints.append(fingerprint(self.record.game.state))
            self.taken_back = []

    @rule(share=st.floats(0, 1))
    def back(self, share: float) -> None:
        self._expect_back(round(share * len(self.record.entries)), self.record.back_to)

    @rule()
    def undo(self) -> None:
        own = [n for n, entry in enumerate(self.record.entries) if entry.by == "player"]
        if own:
            self._expect_back(own[-1], lambda _: self.record.undo())
        else:
            assert self.record.undo() is False

    def _expect_back(self, to: int, back: Any) -> None:
        lost = list(zip(self.record.entries[to:], self.prints[to + 1 :], strict=True))
        back(to)
        self.taken_back += reversed(lost)
        del self.prints[to + 1 :]

    @rule()
    def redo(self) -> None:
        assert self.record.redo() is bool(self.taken_back)
        while self.taken_back:
            self.prints.append(self.taken_back.pop()[1])
            if self.taken_back and self.taken_back[-1][0].by == "player":
                break

    @rule()
    def save_and_resume(self) -> None:
        """What was taken back is not kept in the file."""
        text = json.dumps(self.record.to_json())
        self.record, self.taken_back = Record.from_json(text, found(self.record.title)), []

    @invariant()
    def is_where_it_should_be(self) -> None:
        assert len(self.record.entries) == len(self.prints) - 1
        assert fingerprint(self.record.game.state) == self.prints[-1]

    @invariant()
    def has_every_position(self) -> None:
        for number in {0, len(self.prints) // 3, len(self.prints) - 1}:
            assert fingerprint(self.record.at(number).state) == self.prints[number]


TestRecordMachine = RecordMachine.TestCase
TestRecordMachine.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
