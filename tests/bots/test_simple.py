"""The simple bot lets things be where that looks best, but never for ever."""

from importlib import import_module
from random import Random

import pytest

from ferrovia import automatic_answer, new_game
from ferrovia.bots import at_random, simple

POOR = "1862 3 6003 simple"
"""A game in which everybody ruins the companies, and one is left with a certificate that is worth nothing."""


def test_a_game_in_which_nobody_can_do_anything_ends() -> None:
    random, game = Random(POOR), new_game("1862", ("Player 1", "Player 2", "Player 3"), {"profile": "site"})
    for _ in range(2_000):
        if game.ask is None:
            return
        answer = automatic_answer(game, random, {})
        game = game.play(answer[0] if answer else simple(game, random))
    pytest.fail("it goes on and on")


def test_where_nothing_runs_for_long_chance_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game("18cz", ("A", "B", "C"))
    assert simple(game, Random(1)) != at_random(game, Random(1))
    monkeypatch.setattr(import_module("ferrovia.bots.simple"), "STANDSTILL", 0)
    assert simple(game, Random(1)) == at_random(game, Random(1))
