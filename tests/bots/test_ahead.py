"""While others think, the bot that searches does so too, for the position that it expects."""

from random import Random
from threading import Event
from typing import Any

import pytest

from ferrovia import Game, new_game
from ferrovia.bots import Ahead, ahead, answer_ahead, policy

NAMES = ("A", "B", "C")


def a_game() -> Game:
    return new_game("chicago-express", NAMES)


def bots(**kinds: str) -> Any:
    return kinds


@pytest.fixture(autouse=True)
def shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "BUDGET", 0.2)


def test_the_others_are_expected_to_play_as_the_policy_bot_does() -> None:
    game = a_game()
    found = answer_ahead(game, Random(1), bots(C="search"))
    assert found is not None
    expected = game
    while expected.ask and expected.ask.who != "C":
        expected = expected.play(policy(expected, Random(1)))
    assert found[0].state == expected.state
    assert expected.why_not(found[1]) is None


def test_nothing_is_foreseen_without_a_bot_that_searches() -> None:
    assert answer_ahead(a_game(), Random(1), bots(C="simple")) is None


def test_it_stops_when_the_time_is_wanted() -> None:
    wanted = Event()
    assert answer_ahead(a_game(), Random(1), bots(A="search"), wanted.is_set) is not None
    wanted.set()
    assert answer_ahead(a_game(), Random(1), bots(A="search"), wanted.is_set) is None


def test_chance_is_not_guessed() -> None:
    """Who is drawn first nobody knows."""
    game = new_game("1862", NAMES)
    while game.ask and game.ask.who in NAMES:
        game = game.play(policy(game, Random(1)))
    assert game.ask is not None
    assert answer_ahead(game, Random(1), bots(A="search", B="search", C="search")) is None


def test_an_answer_is_ready_where_it_came_as_expected_and_only_there() -> None:
    thinking, game = Ahead(bots(C="search")), a_game()
    thinking.begin(game)
    assert thinking._thread is not None
    thinking._thread.join()
    assert thinking.answer(game) is None
    thinking.begin(game)
    thinking._thread.join()
    while game.ask and game.ask.who != "C":
        game = game.play(policy(game, Random(1)))
    answer = thinking.answer(game)
    assert answer is not None
    assert game.why_not(answer) is None
    assert thinking.answer(game) is None  # given once


def test_without_such_a_bot_no_thread_is_begun() -> None:
    thinking = Ahead(bots(C="policy"))
    thinking.begin(a_game())
    assert thinking._thread is None


def test_a_failure_is_told_and_nothing_else(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fails(*_: object) -> None:
        raise ArithmeticError("no idea")

    monkeypatch.setattr(ahead, "search", fails)
    thinking, game = Ahead(bots(A="search")), a_game()
    thinking.begin(game)
    assert thinking._thread is not None
    thinking._thread.join()
    assert thinking.answer(game) is None
    assert "no idea" in caplog.text
