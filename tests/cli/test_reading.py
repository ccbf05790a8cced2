"""Typed words become actions, whatever the title's forms are."""

from random import Random
from typing import Any

import pytest

from ferrovia import Game, new_game
from ferrovia.bots import BOTS
from ferrovia.cli.language import words_of
from ferrovia.cli.reading import Reader, Unclear
from ferrovia.engine.codec import action_to_json
from ferrovia.text import LANGUAGES


@pytest.fixture(scope="module")
def bidding() -> Game:
    return new_game("chicago-express", ["Ana", "Ben", "Eva"])


@pytest.fixture(scope="module")
def choosing(bidding: Game) -> Game:
    """Ana holds all four first shares and chooses an action."""
    game = bidding
    for text in ["bid 8", "pass", "pass"] * 4:
        game = game.play(reader(game).action(game, text))
    return game


def reader(game: Game, language: str = "en") -> Reader:
    return Reader(game.title, words_of(game.title, language))


def read(game: Game, text: str, language: str = "en") -> dict[str, Any]:
    return action_to_json(reader(game, language).action(game, text))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 8", {"type": "bid", "amount": 8}),
        ("BID $8", {"type": "bid", "amount": 8}),
        ("b 12", {"type": "bid", "amount": 12}),
        ("bid -3", {"type": "bid", "amount": -3}),
        ("p", {"type": "pass"}),
    ],
)
def test_answers_in_an_auction(bidding: Game, text: str, action: dict[str, Any]) -> None:
    assert read(bidding, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("auction NYC", {"type": "auction", "company": "NYC"}),
        ("a wab", {"type": "auction", "company": "Wabash"}),
        ("auction chesapeake", {"type": "auction", "company": "C&O"}),
        ("expand PRR Q5 P4", {"type": "expand", "company": "PRR", "hexes": ["Q5", "P4"]}),
        ("expand prr to q5, p4 and o4 harrisburg", {"type": "expand", "company": "PRR", "hexes": ["Q5", "P4", "O4"]}),
        ("expand nyc south bend fort wayne", {"type": "expand", "company": "NYC", "hexes": ["C2", "D3"]}),
        ("develop bing", {"type": "develop", "hex": "Q3"}),
        ("dec exp", {"type": "decline", "dial": "expansion"}),
    ],
)
def test_answers_in_a_turn(choosing: Game, text: str, action: dict[str, Any]) -> None:
    assert read(choosing, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("subastar NYC", {"type": "auction", "company": "NYC"}),
        ("ampliar la red de la PRR a Q5 y P4", {"type": "expand", "company": "PRR", "hexes": ["Q5", "P4"]}),
        ("renunciar a la urbanizacion", {"type": "decline", "dial": "development"}),
        ("expand PRR Q5", {"type": "expand", "company": "PRR", "hexes": ["Q5"]}),
    ],
)
def test_answers_in_spanish_with_or_without_accents(choosing: Game, text: str, action: dict[str, Any]) -> None:
    assert read(choosing, text, "es") == action


def test_answers_that_are_not_asked_for_are_understood_all_the_same(choosing: Game) -> None:
    """So that `why` can say why they are refused."""
    assert read(choosing, "bid 8") == {"type": "bid", "amount": 8}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dance", "do not understand “dance”"),
        ("de Q3", "“de” may mean: develop, decline"),
        ("auction", "Company? Possible now: PRR, B&O, NYC, C&O"),
        ("expand PRR", "Hexes? Possible now: Q5, Q6, R4, R6, S5"),
        ("expand XYZ Q5", "“XYZ” is no company"),
        ("expand PRR Z9", "“Z9” is no hex"),
        ("develop Q3 Q5", "do not understand “Q5” at the end"),
        ("bid eight", "“eight” is no whole amount"),
        ("bid 8.50", "“8.50” is no whole amount"),
        ("bid", "How much?"),
    ],
)
def test_what_cannot_be_understood_says_what_is_possible(choosing: Game, text: str, told: str) -> None:
    with pytest.raises(Unclear) as error:
        read(choosing, text)
    assert told in str(error.value)


def test_a_bid_that_is_no_number_names_the_span(bidding: Game) -> None:
    with pytest.raises(Unclear, match="7 to 40"):
        read(bidding, "bid eight")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_can_be_typed_back(language: str) -> None:
    """The words for every answer of a random game are understood as that answer."""
    game, random = new_game("chicago-express", ["Ana", "Ben"]), Random(5)
    words, typed, tried = words_of(game.title, language), reader(game, language), set[Any]()
    while game.ask is not None:
        for action in _answers(game) - tried:
            tried.add(action)
            form = game.title.forms[type(action)]
            said = words.action(form.name, {field.name: getattr(action, field.name) for field in form.fields})
            assert typed.action(game, said) == action, said
        game = game.play(BOTS["random"](game, random))
    assert len({type(action) for action in tried}) == len(game.title.actions)


def _answers(game: Game) -> set[Any]:
    offers = game.offers()
    longer = [more for offer in offers if offer.open for more in game.more(offer.action)[:2]]
    return {offer.action for offer in (*offers, *longer)}
