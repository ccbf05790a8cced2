"""The laws of the mechanism, at every position of random games of every title."""

from collections.abc import Callable
from random import Random

import pytest

from contract.games import every_table, every_title, play_at_random, play_purposefully, players
from ferrovia import BadData, Game, IllegalAction, Title, automatic_answer, fingerprint, new_game
from ferrovia.bots import BOTS
from ferrovia.engine.record import start
from support import laws

Play = Callable[[Title, int, Random], list[Game]]


def check_everywhere(positions: list[Game], random: Random, *, tries: int) -> None:
    box = positions[0].title.counts(positions[0].state)
    for game in positions:
        laws.nothing_is_lost(game, box)
        laws.survives_storage(game)
        laws.survives_sorted_storage(game)
        laws.asking_changes_nothing(game)
        laws.can_be_told(game)
        if game.ask is not None:
            laws.keys_have_paragraphs(game)
            laws.offers_are_legal(game)
            laws.others_are_refused(game)
            laws.legal_is_what_is_offered(game, random, tries)
            laws.refusing_changes_nothing(game, random, tries // 4)
            laws.taking_is_playing(game, random)


SOME = 250
"""How many positions of a long game are looked at; the sweep behind the marker looks at all."""


def some_of(positions: list[Game], random: Random) -> list[Game]:
    """The first position, the last, and others here and there."""
    if len(positions) <= SOME:
        return positions
    between = sorted(random.sample(range(1, len(positions) - 1), SOME - 2))
    return [positions[at] for at in (0, *between, -1)]


def check_the_end(last: Game) -> None:
    """A finished game has a ranking, best first, and nothing to answer."""
    assert (last.ask, last.offers(), last.where()) == (None, (), ())
    assert last.outcome is not None
    assert {standing.player for standing in last.outcome} == set(last.state.players)
    worth = [standing.worth for standing in last.outcome]
    assert worth == sorted(worth, reverse=True)
    shared = [1 + sum(w > mine for w in worth) for mine in worth]
    ranks = list(range(1, len(worth) + 1)) if last.title.tie_break else shared
    assert [standing.rank for standing in last.outcome] == ranks


@pytest.mark.sampled(each=3, by="title")
@every_table
@pytest.mark.parametrize("play", [play_at_random, play_purposefully])
def test_the_laws_hold_at_every_position(title: Title, seats: int, play: Play) -> None:
    """Random play ends, nothing is lost, and offers, refusals, storage and views agree wherever it leads."""
    random = Random(f"{title.id} {seats}")
    positions = play(title, seats, random)
    check_everywhere(some_of(positions, random), random, tries=20)
    check_the_end(positions[-1])


@pytest.mark.long
@pytest.mark.sampled(each=2, by="title")
@every_table
@pytest.mark.parametrize("play", [play_at_random, play_purposefully])
@pytest.mark.parametrize("seed", range(1, 10))
def test_the_laws_hold_in_many_games(title: Title, seats: int, play: Play, seed: int) -> None:
    """The same with more games, and more attempts at each position."""
    random = Random(f"{title.id} {seats} {seed}")
    positions = play(title, seats, random)
    check_everywhere(positions, random, tries=40)
    check_the_end(positions[-1])


@pytest.mark.sampled(each=1, by="title")
@every_table
def test_a_position_is_not_touched_by_what_is_played_from_it(title: Title, seats: int) -> None:
    """Every earlier position reads as it read when it was reached, and asks the same."""
    random, game, prints = Random(f"{title.id} {seats}"), start(title, players(seats)), list[str]()
    positions, questions = [game], [game.ask]
    while game.ask is not None:
        prints.append(fingerprint(game.state))
        game = game.play(laws.random_answer(game, random))
        positions.append(game)
        questions.append(game.ask)
    assert [fingerprint(earlier.state) for earlier in positions[:-1]] == prints
    assert [earlier.ask for earlier in positions] == questions


@every_title
def test_a_random_pick_is_an_offer_and_every_offer_can_be_picked(title: Title) -> None:
    """At some positions of a game, picked until nothing is missing."""
    random = Random(title.id)
    positions = play_at_random(title, title.seats[0], random)[:-1]
    for game in positions[:: max(1, len(positions) // 8)]:
        missing = set(game.offers())
        for _ in range(50_000):
            offer = game.offers().pick(random)
            assert offer in game.offers()
            missing.discard(offer)
            if not missing:
                break
        assert not missing


@every_title
def test_a_random_growth_is_one_of_those_that_are_legal(title: Title) -> None:
    """What is picked is one of those that are listed; where nothing is listed, nothing is there."""
    random = Random(title.id)
    for game in play_at_random(title, title.seats[0], random)[:-1]:
        for offer in (offer for offer in game.offers() if offer.open):
            longer = game.offers().longer(offer.action)
            assert bool(longer) == bool(len(longer))
            assert not longer or longer.pick(random) in longer


@every_title
def test_the_answer_that_leaves_things_as_they_are_is_legal(title: Title) -> None:
    """Where somebody can pass or decline, that is one of the offers of a passive move."""
    for game in play_at_random(title, title.seats[0], Random(title.id)):
        answer, moves = game.offers().passive(), game.ask.moves if game.ask else ()
        passive = {move.action for move in moves if move.passive}
        offered = [offer.action for offer in game.offers() if type(offer.action) in passive]
        assert (answer in offered) if offered else answer is None


def started(title: Title, seats: int, options: dict[str, str]) -> Game | None:
    """A game for that many players; None where a choice is for another number."""
    try:
        return start(title, players(seats), options)
    except BadData:
        return None


@every_title
def test_every_option_can_be_chosen(title: Title) -> None:
    """With as many players as it is made for, every choice makes a game; another one is refused in one line."""
    names = players(title.seats[-1])
    for option in title.options:
        for choice in option.choices:
            games = [game for seats in title.seats if (game := started(title, seats, {option.key: choice}))]
            check_everywhere([games[-1]], Random(choice), tries=20)
        with pytest.raises(BadData, match=f"option {option.key} of"):
            start(title, names, {option.key: "no such choice"})
    with pytest.raises(BadData, match="has no option"):
        start(title, names, {"no such option": "1"})


@every_title
def test_printed_material_is_plain_data(title: Title) -> None:
    """Layout and forms can be sent anywhere; every kind of piece has its names."""
    laws.printed_material_is_plain(title)


def written_down(game: Game) -> list[object]:
    """What a recorded game may bring along to the present question."""
    moves = [move for move in (game.ask.moves if game.ask else ()) if move.only_recorded]
    answers = [move.action(*(1000 for _ in game.title.forms[move.action].fields)) for move in moves]
    return [answer for answer in answers if game.why_not(answer) is None]


@pytest.mark.parametrize("title", ["1824", "18cz", "18esp", "1862"])
def test_no_player_answers_with_what_was_written_down(title: str) -> None:
    """A recorded game may bring figures along; whoever sits at the table names none."""
    game, random = new_game(title, ["Ana", "Ben", "Eva"], {"profile": "site"}), Random(3)
    bots = dict.fromkeys(game.state.players, BOTS["simple"])
    while not written_down(game):
        answer = automatic_answer(game, random, bots)
        assert answer is not None
        game = game.play(answer[0])
    for figures in written_down(game):
        assert game.ask is not None
        refusal = game.why_not(figures, game.ask.who)
        assert refusal is not None and refusal.rule == "not-asked"
        with pytest.raises(IllegalAction):
            game.play(figures, by=game.ask.who)
