"""Bots go by their names, by the levels of the interface, and by the names of earlier versions."""

from random import Random

import pytest

from ferrovia import new_game
from ferrovia.bots import ALIASES, BOTS, bot_called, sure_answer
from ferrovia.text import Words


@pytest.mark.parametrize(
    ("word", "bot"),
    [("simple", "simple"), ("greedy", "simple"), ("Easy", "simple"), ("steady", "policy"), ("strong", "search")],
)
def test_a_bot_goes_by_several_names(word: str, bot: str) -> None:
    assert bot_called(word) == bot
    assert bot_called("nobody") is None


def test_no_alias_hides_a_bot_and_each_leads_to_one() -> None:
    assert not set(ALIASES) & set(BOTS)
    assert set(ALIASES.values()) <= set(BOTS)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_bot_has_a_name_in_the_interface(language: str) -> None:
    labels = {Words(language).term("bot", bot) for bot in BOTS}
    assert len(labels) == len(BOTS)
    assert not labels & set(BOTS)


def test_a_seat_that_was_stored_as_greedy_still_answers() -> None:
    game = new_game("chicago-express", ["Ana", "Ben"])
    assert game.why_not(sure_answer("greedy", game, Random(1))) is None
