"""The policy bot plays every title: its games end, it explains itself, and it beats bots that look one answer ahead."""

from random import Random
from typing import Any

import pytest

from ferrovia import Game, automatic_answer, new_game, titles
from ferrovia.bots import BOTS, bots_for, thought_of
from ferrovia.bots.arena import play_one
from ferrovia.model.outlook import Foresight, Outlook, rounds_until_broken
from ferrovia.text import LANGUAGES, Words

EVERY_TITLE = [title.id for title in titles()]
SETUPS: list[tuple[str, int, dict[str, str]]] = [
    ("1824", 2, {}),
    ("1824", 3, {"scenario": "cisleithania"}),
    ("1824", 4, {"scenario": "good-times"}),
    ("1824", 3, {"scenario": "good-times-free"}),
    ("18esp", 3, {"set-up": "random"}),
    ("1862", 2, {}),
    ("18cz", 2, {}),
]


def a_game(title: str, players: int, options: dict[str, str] | None = None) -> Game:
    return new_game(title, ["Ana", "Ben", "Eva", "Leo", "Mia", "Tom"][:players], options)


def played(game: Game, bot: str, answers: int, seed: int = 1) -> Game:
    """The position after some answers of bots of one kind."""
    random, bots = Random(seed), dict.fromkeys(game.state.players, BOTS[bot])
    for _ in range(answers):
        answer = automatic_answer(game, random, bots)
        if answer is None:
            break
        game = game.play(answer[0])
    return game


@pytest.mark.parametrize("title", EVERY_TITLE)
def test_every_title_has_an_outlook(title: str) -> None:
    assert isinstance(a_game(title, 3).title.outlook, Outlook | Foresight)
    assert bots_for(a_game(title, 3).title) == tuple(BOTS)


@pytest.mark.parametrize(("title", "players", "options"), SETUPS)
def test_it_plays_every_set_up(title: str, players: int, options: dict[str, str]) -> None:
    """Without falling back on another bot: an exception would be seen here."""
    assert played(a_game(title, players, options), "policy", 60).ask is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", EVERY_TITLE)
def test_it_explains_its_answers(title: str, language: str) -> None:
    game = a_game(title, 3)
    words = Words(language, title=title, layout=game.title.layout, currency=game.title.currency)
    for answers in (0, 5, 20):
        later = played(game, "policy", answers)
        if later.ask is not None and later.ask.who in later.state.players:
            thought = thought_of("policy", later, Random(1))
            assert later.why_not(thought.action) is None
            assert words.thought(thought.why).endswith(".")


def test_the_money_in_the_bank_lasts_as_long_as_it_lasts() -> None:
    assert rounds_until_broken(0, 100, growth=0.1) == 0
    assert rounds_until_broken(100, 100, growth=0.1) == 1
    assert rounds_until_broken(320, 100, growth=0.1) == 3
    assert rounds_until_broken(10**9, 1, growth=0) == 16


def test_a_game_of_chicago_express_ends_and_is_quick() -> None:
    game = play_one("chicago-express", ("policy",) * 4, 1)
    assert game.ended
    assert sum(game.seconds) < 20  # two are wanted; the machine may be busy


def test_coal_railways_of_1824_are_bought_while_they_can_be() -> None:
    """A coin in hand is not worth more than anything it could buy: in the first stock round the coal railways go, with
    which four regional railways begin."""
    game = played(a_game("1824", 4), "policy", 20)
    owners = {train.owner for train in game.state.trains.values()}
    assert len(owners & {"EPP", "EOD", "MLB", "SPB"}) >= 3  # whoever is bought has its first g-train at once


@pytest.mark.long
@pytest.mark.parametrize(("title", "players", "average"), [("1824", 4, 4500), ("1862", 3, 8000), ("18esp", 5, 2800)])
def test_whole_games_end_well(title: str, players: int, average: int) -> None:
    """Far below what it reaches on average (docs/bots.md): the test must not depend on luck."""
    game: Any = play_one(title, ("policy",) * players, 2)
    assert game.ended
    assert sum(game.worth) / players > average
