"""Typed words become actions, whatever the title's forms are."""

import re
from random import Random
from typing import Any

import pytest

from cli.railways import asked, kind_of, positions
from ferrovia import Game, new_game
from ferrovia.bots import BOTS
from ferrovia.cli.language import words_of
from ferrovia.cli.reading import Reader, Unclear, Unfinished
from ferrovia.engine.codec import action_to_json
from ferrovia.model.board import place_of
from ferrovia.model.ids import StopId
from ferrovia.model.route import Route
from ferrovia.text import LANGUAGES
from ferrovia.titles.t18cz.homes import ChooseHomeCity


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
        ("bid 1200", {"type": "bid", "amount": 1200}),
        ("bid $1,200", {"type": "bid", "amount": 1200}),
        ("bid 13\u202f231 $", {"type": "bid", "amount": 13231}),
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
        ("expand XYZ Q5", "“XYZ” is not a company"),
        ("expand PRR Z9", "“Z9” is not a hex"),
        ("develop Q3 Q5", "do not understand “Q5” at the end"),
        ("bid eight", "“eight” is not a whole amount"),
        ("bid 8.50", "“8.50” is not a whole amount"),
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
    longer = [more for offer in offers if offer.open for more in game.offers().longer(offer.action)[:2]]
    return {offer.action for offer in (*offers, *longer)}


# --------------------------------------------------------------------------------------- tiles, trains, locals, prices


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_for_tiles_and_trains_can_be_typed_back(language: str) -> None:
    """Every kind of answer in a game of 18CZ, but routes: of these only the stops are printed. Of trains of one kind
    the words mean any that is offered."""
    typed, words, tried = Reader(positions()[0].title, words_of(positions()[0].title, language)), None, set[Any]()
    for game in positions():
        words = words or words_of(game.title, language)
        for action in {offer.action for offer in game.offers()[:6]} - tried:
            form = game.title.forms[type(action)]
            said = words.action(form.name, {field.name: getattr(action, field.name) for field in form.fields})
            if form.name != "run_trains":
                assert kind_of(typed.action(game, said)) == kind_of(action), said
            tried.add(action)
    assert len({type(action) for action in tried}) > 20


@pytest.mark.parametrize(
    "text", ["lay_tile {hex} {tile} {turn}", "lay tile {hex} {tile} {turn}", "LAY {hex} {tile} {turn}"]
)
def test_a_lay_in_full(text: str) -> None:
    """Hex, tile and turn in their order; a tile is not taken for a turn."""
    game = asked("track")
    reads = Reader(game.title, words_of(game.title, "en"))
    for offer in game.offers():
        if type(offer.action).__name__ == "LayTile":
            action = offer.action
            assert reads.action(game, text.format(hex=action.hex, tile=action.tile, turn=action.turn)) == action


def test_the_beginning_of_a_lay_leads_to_the_offers_that_begin_like_it() -> None:
    game = asked("track")
    hex_id = next(o.action.hex for o in game.offers() if type(o.action).__name__ == "LayTile")
    with pytest.raises(Unfinished, match="Tile\\? Possible now: ") as error:
        reader(game).action(game, f"lay tile {hex_id}")
    assert {offer.action.hex for offer in error.value.offers} == {hex_id}


@pytest.mark.parametrize("word", ["pass", "done", "no more track", "end_track"])
def test_whatever_leaves_things_as_they_are_is_a_pass(word: str) -> None:
    game = asked("track", such=lambda game: game.offers().passive() is not None)
    assert read(game, word) == {"type": "end_track"}


def test_what_can_be_only_one_thing_need_not_be_said() -> None:
    """One card lies on top: its face is enough."""
    game = asked(
        "buy-trains", such=lambda g: len({o.action.train for o in g.offers() if hasattr(o.action, "face")}) == 1
    )
    offer = next(offer for offer in game.offers() if hasattr(offer.action, "face"))
    assert reader(game).action(game, f"buy train {offer.action.face}") == offer.action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draft zwittau", {"type": "draft_local", "local": "S3"}),
        ("buy s3", {"type": "draft_local", "local": "S3"}),
        ("buy a local railway: S5 Strakonitz – Blatna – Bresnitz", {"type": "draft_local", "local": "S5"}),
        ("start bcb at 60 K", {"type": "start_company", "company": "BCB", "price": 60}),
        ("start böhmische commercialbahn 60", {"type": "start_company", "company": "BCB", "price": 60}),
        ("lay red A8 3", {"type": "lay_red_tile", "hex": "A8", "turn": 3}),
        ("place_station E12.1", {"type": "place_station", "stop": "E12.1"}),
    ],
)
def test_names_of_railway_things(text: str, action: dict[str, Any]) -> None:
    assert read(asked("draft"), text) == action


def test_a_name_for_several_stops_is_the_one_that_is_possible() -> None:
    """Praha has several cities: which one, where none is possible; else the one that is."""
    with pytest.raises(Unclear, match=re.escape("may mean: E12.0, E12.1, E12.2, E12.3")):
        read(asked("draft"), "place station praha")
    game = asked("home", such=lambda game: game.offers()[0].action == ChooseHomeCity(StopId("E12.1")))
    assert read(game, "choose home city praha") == {"type": "choose_home_city", "stop": "E12.1"}


def test_a_number_of_shares_is_an_amount() -> None:
    game = asked("trade", such=lambda game: any(hasattr(o.action, "shares") for o in game.offers()))
    offer = next(offer for offer in game.offers() if hasattr(offer.action, "shares"))
    company, shares = offer.action.company, offer.action.shares
    assert reader(game).action(game, f"sell {company} {shares}") == offer.action
    assert reader(game).action(game, f"sell {shares} shares of {company}") == offer.action or shares == 1
    with pytest.raises(Unfinished, match="Number of shares\\? Possible now: 1 share"):
        reader(game).action(game, f"sell {company}")


# ------------------------------------------------------------------------------------------------------- typed routes


@pytest.fixture(scope="module")
def running() -> Game:
    """A company with a proposed run of one train over three stops or more."""
    return asked("run", such=lambda game: [len(r.stops) > 2 for r in game.offers()[0].action.routes] == [True])


def proposed(game: Game) -> Route:
    return game.offers()[0].action.routes[0]


def test_without_routes_the_proposed_ones_are_run(running: Game) -> None:
    assert reader(running).action(running, "run") == running.offers()[0].action
    assert reader(running).action(running, "run trains") == running.offers()[0].action


def test_routes_as_the_rules_write_them(running: Game) -> None:
    assert reader(running).action(running, f"run_trains {proposed(running)}").routes == (proposed(running),)


@pytest.mark.parametrize("separator", [" ", " – "])
def test_a_route_by_its_stops_alone(running: Game, separator: str) -> None:
    """The hexes between, the numbers of stops and the only train need not be typed; small letters do."""
    stops = [hex_id.lower() for hex_id in hexes(proposed(running))]
    typed = reader(running).action(running, f"run {separator.join(stops)}")
    assert running.why_not(typed) is None
    assert [hexes(route) for route in typed.routes] == [[stop.upper() for stop in stops]]


def hexes(route: Route) -> list[str]:
    return [str(place_of(stop)[0]) for stop in route.stops]


def test_a_route_with_its_train(running: Game) -> None:
    route = proposed(running)
    called = words_of(running.title, "en").named("train", route.train).split()[0]
    assert reader(running).action(running, f"run {called}: {' '.join(route.way)}").routes == (route,)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("run zz: E12 E10", "“zz” is not a train"),
        ("run A1 A2", "No track goes this way: A1 A2"),
        ("run E12 E10 | E12 E10 | E12 E10", "no train|No track"),
    ],
)
def test_routes_that_cannot_be_understood(running: Game, text: str, told: str) -> None:
    with pytest.raises(Unclear, match=told):
        reader(running).action(running, text)
