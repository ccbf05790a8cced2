"""Fewer questions at the terminal: the rest of a turn by one word, and what need not be asked again."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.conftest import Run
from ferrovia import Game, Record, automatic_answer, find_title, forced_answer, rest_of_turn
from ferrovia.bots import BOTS
from ferrovia.cli.unasked import plain_no


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    """18ESP at a question of a turn that two noes end; the answers of its file, and the noes."""
    random, record = Random(2), Record.new(find_title("18esp"), ["Ana", "Ben", "Eva"])
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while len(rest_of_turn(record.game).answers) < 2:
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    (tmp_path / "evening.json").write_text(json.dumps(record.to_json()), "utf-8")
    return len(record.entries), len(rest_of_turn(record.game).answers)


def log_of(path: str) -> list[str]:
    return [entry["action"]["type"] for entry in json.loads(Path(path).read_text("utf-8"))["log"]]


def test_the_rest_of_a_turn_is_shown_and_finished_by_one_word(run: Run, evening: tuple[int, int]) -> None:
    before, noes = evening
    told = run("play", "--resume", "evening.json", typed=["finish", "quit"]).output
    assert "finish: build no more · buy no more trains" in told
    assert log_of("evening.json")[before : before + noes] == ["end_build", "end_trains"]


def test_a_question_is_not_asked_again(run: Run, evening: tuple[int, int]) -> None:
    """`skip` says no for this company from now on: its next question is another one."""
    before, _ = evening
    told = run("play", "--resume", "evening.json", typed=["skip", "skip", "skip nothing", "skip what", "quit"]).output
    assert log_of("evening.json")[before : before + 2] == ["end_build", "end_trains"]
    assert "Everything is asked again." in told
    assert "“what” is not something to skip" in told


@pytest.fixture
def purchase(tmp_path: Path) -> int:
    """18CZ at a question after whose no the duty to own a train buys one by itself; the answers of its file."""
    random, record = Random(3), Record.new(find_title("18cz"), ["Ana", "Ben", "Eva"])
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while not is_followed_by_a_train(record.game):
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    (tmp_path / "evening.json").write_text(json.dumps(record.to_json()), "utf-8")
    return len(record.entries)


def is_followed_by_a_train(game: Game) -> bool:
    if (no := plain_no(game)) is None or game.ask is None or game.ask.about.key != "station":
        return False
    after = game.play(no)
    while (forced := forced_answer(after)) is not None:
        after = after.play(forced)
        if any(event.key == "train-bought" for event in after.events):
            return True
    return False


@pytest.mark.parametrize(("language", "told"), [("en", "asked all the same"), ("es", "se pregunta de todos modos")])
def test_a_no_that_must_be_paid_for_is_asked_all_the_same(run: Run, purchase: int, language: str, told: str) -> None:
    """Not to be asked again is no promise to buy a train unseen."""
    skip = {"en": "skip", "es": "omitir"}[language]
    output = run("play", "--lang", language, "--resume", "evening.json", typed=[skip, "quit"]).output
    assert told in output
    assert len(log_of("evening.json")) == purchase


def test_nothing_can_be_finished_or_skipped_where_nothing_is_optional(hot_seat: Run) -> None:
    told = hot_seat(["finish", "skip", "quit"]).output
    assert "There is no turn to finish by saying no." in told
    assert "This question cannot be skipped" in told
