"""The policy bot plays every title: its games end, it explains itself, and it beats bots that look one answer ahead."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ferrovia import Game, automatic_answer, find_title, new_game, titles
from ferrovia.bots import BOTS, bots_for, share_hint, thought_of
from ferrovia.bots.arena import play_one
from ferrovia.bots.thoughts import more_in_the_end, stands_better
from ferrovia.bots.valuation import Prospect, Valuation
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.message import Message
from ferrovia.model.outlook import Foresight, Outlook, rounds_until_broken
from ferrovia.text import LANGUAGES, Words
from titles.t18cz.tables import a_table

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


def said(why: Message) -> str:
    words = Words("en", title="18cz", layout=find_title("18cz").layout, currency="K")
    return words.thought(why).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("runs", "price", "sentence"),
    [
        ((50,) * 10, 200, "Expects 10 K a round on average from a share of KFN, which pays it back in 8 rounds; with "
            "its final price it brings 220 K more than it costs."),
        ((0,) * 5 + (100,) * 5, 200, "Expects 10 K a round on average from a share of KFN, which pays it back in 9 "
            "rounds; with its final price it brings 220 K more than it costs."),
        ((0,) * 10, 100, "Expects 0 K a round on average from a share of KFN. Dividends alone do not pay it back; with "
            "its final price it brings 20 K more than it costs."),
        ((), 50, "Expects 0 K a round on average from a share of KFN; with its final price it brings 30 K less "
            "than it costs."),
    ],
)  # fmt: skip
def test_what_a_share_brings_is_told_as_it_is(
    runs: tuple[int, ...], price: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody hears that a share which pays nothing is paid back in no time."""
    game = a_table().phase("b").has("KFN", price=80, held="A40 B20").stock_round(3, "A").game()
    monkeypatch.setattr(Valuation, "prospect", lambda self, company: Prospect(runs, price, 0, 0))
    hint = share_hint(game, CompanyId(Owner("KFN")))
    assert hint is not None
    assert said(hint) == sentence


@pytest.mark.parametrize(
    ("tell", "gain", "sentence"),
    [
        (more_in_the_end, 30.4, "Expects 30 K more in the end."),
        (more_in_the_end, 0.4, "Expects neither more nor less from it in the end."),
        (more_in_the_end, -30.4, "Expects 30 K less in the end."),
        (stands_better, 7, "Would be 7 K better off against the others if they did nothing."),
        (stands_better, -7, "Would be 7 K worse off against the others if they did nothing."),
    ],
)  # fmt: skip
def test_a_loss_is_called_a_loss(tell: Callable[[float], Message], gain: float, sentence: str) -> None:
    assert said(tell(gain)) == sentence


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
