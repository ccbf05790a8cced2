"""Games of our own: each goes out, is accepted there, comes in again, and is the same game."""

import json
from collections import Counter
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from ferrovia import Bot, Game, Record, automatic_answer, fingerprint
from ferrovia.bots import BOTS
from ferrovia.interop import export_game, import_text
from ferrovia.rules.consent import Reject
from ferrovia.rules.trains import LetOthersFirst
from ferrovia.titles import find_title
from support import laws
from support.acceptor import accept
from titles.t1862.players import dealer

SEATS = {"18cz": (2, 3, 4, 5, 6), "1862": (2, 3, 5, 8), "1824": (2, 3, 4, 6), "18esp": (3, 4, 6)}
SET_UPS = {
    "1824": (("scenario=cisleithania", 2), ("scenario=cisleithania", 3), ("scenario=good-times", 3)),
    "18esp": (("set-up=random", 3), ("set-up=random", 5)),
    "1862": (("length=short", 4), ("length=long", 6)),
}
"""Besides the usual one, each with a number of players."""
TABLES = {title: (*(("", seats) for seats in SEATS[title]), *SET_UPS.get(title, ())) for title in SEATS}
PLAYERS: dict[str, Bot] = {
    "random": laws.random_answer,
    "dealer": dealer,
    "simple": BOTS["simple"],
    "policy": BOTS["policy"],
}
LIVELY = {"18cz": "random", "1862": "dealer"}
"""At random nearly every company of 1862 is ruined."""
MANY = 100
SEVERAL = 12
FEW = 4


@lru_cache(maxsize=2)
def played(title: str, options: str, seats: int, seed: int, player: str, profile: str = "site") -> Record:
    """A whole game as the site plays it, or by the rulebook."""
    random = Random(f"{title} {seats} {seed}")
    chosen = {"profile": profile, **dict(option.split("=") for option in options.split())}
    record = Record.new(find_title(title), [f"Player {n}" for n in range(1, seats + 1)], chosen)
    while record.game.ask is not None:
        answer: Any = automatic_answer(record.game, random, {}) or (PLAYERS[player](record.game, random), "player")
        record.play(*answer)
    return record


def comes_back(title: str, options: str, seats: int, seed: int, player: str = "random") -> None:
    record = played(title, options, seats, seed, player)
    exported = export_game(record)
    accept(exported)
    again = import_text(json.dumps(exported))
    assert again.refused is None
    assert fingerprint(again.record.game.state) == fingerprint(record.game.state)
    assert _answers(again.record) == _answers(record)


def _answers(record: Record) -> list[Any]:
    """All that change something on the table: whoever lets others give up their trains first does not, nor does a deal
    that is rejected."""
    found: list[Any] = []
    for entry in record.entries:
        if isinstance(entry.action, Reject):
            found.pop()
        elif not isinstance(entry.action, LetOthersFirst):
            found.append(entry.action)
    return found


@pytest.mark.sampled(each=1, by="title")
@pytest.mark.parametrize(
    ("title", "options", "seats"), [(title, *table) for title, tables in TABLES.items() for table in tables]
)
def test_it_goes_out_and_comes_back(title: str, options: str, seats: int) -> None:
    """The same in every position, up to the last."""
    comes_back(title, options, seats, 1)


@pytest.mark.parametrize(("title", "seats", "seed"), [("18cz", 4, 5084), ("1862", 5, 7012), ("1862", 8, 7227)])
def test_what_is_rare_goes_out(title: str, seats: int, seed: int) -> None:
    """18CZ: a local builds before anything else in a turn. 1862: a whole operating round without a recorded action,
    because no company has a director; an option that is sold by itself in a refinancing."""
    comes_back(title, "eight-stations=yes" if seed == 7227 else "", seats, seed)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("title", TABLES)
def test_many_go_out_and_come_back(title: str, seed: int) -> None:
    options, seats = TABLES[title][seed % len(TABLES[title])]
    comes_back(title, options, seats, seed)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("player", "seed"), [*(("simple", seed) for seed in range(SEVERAL)), *(("policy", seed) for seed in range(FEW))]
)
@pytest.mark.parametrize("title", TABLES)
def test_games_of_those_who_play_to_win_come_back(title: str, player: str, seed: int) -> None:
    """Their companies float, merge and run far longer than those of players at random."""
    options, seats = TABLES[title][seed % len(TABLES[title])]
    comes_back(title, options, seats, seed, player)


def comes_back_without_a_word_of_ours(title: str, seats: int, seed: int) -> None:
    """As the site would export it: what only we say about an action is left out."""
    record = played(title, "", seats, seed, LIVELY[title])
    exported = export_game(record)
    accept(exported)
    bare = [{key: said for key, said in action.items() if key != "ferrovia"} for action in exported["actions"]]
    again = import_text(json.dumps({**exported, "actions": bare}))
    assert again.refused is None
    assert _on_the_table(again.record.game) == _on_the_table(record.game)


def _on_the_table(game: Game) -> list[Any]:
    """Equal cards are not told apart, nor whether a run was read or taken as it was written down."""
    state, card_of = game.state, game.title.data.card_of
    trains = Counter(
        (card_of(train).name, train_card.owner, train_card.face) for train, train_card in state.trains.items()
    )
    board = state.board
    return [state.cash, state.certs, trains, state.prices, state.phase, state.debt, board.tiles, board.stations]


@pytest.mark.parametrize(("title", "seats", "seed"), [("18cz", 2, 3), ("18cz", 5, 3), ("1862", 3, 3), ("1862", 6, 3)])
def test_it_comes_back_without_a_word_of_ours(title: str, seats: int, seed: int) -> None:
    comes_back_without_a_word_of_ours(title, seats, seed)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("title", LIVELY)
def test_many_come_back_without_a_word_of_ours(title: str, seed: int) -> None:
    seats = find_title(title).seats
    comes_back_without_a_word_of_ours(title, seats[seed % len(seats)], seed)


def comes_back_by_the_rulebook(title: str, options: str, seats: int, seed: int) -> None:
    record = played(title, options, seats, seed, "random", "rulebook")
    again = import_text(json.dumps(export_game(record)))
    assert again.refused is None
    assert fingerprint(again.record.game.state) == fingerprint(record.game.state)
    assert _answers(again.record) == _answers(record)


@pytest.mark.sampled(each=1, by="title")
@pytest.mark.parametrize(
    ("title", "options", "seats"), [(title, *table) for title, tables in TABLES.items() for table in tables]
)
def test_by_the_rulebook_it_comes_back_here(title: str, options: str, seats: int) -> None:
    """The site plays by other rules and may refuse it, but here every answer is in its place again."""
    comes_back_by_the_rulebook(title, options, seats, 1)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(SEVERAL))
@pytest.mark.parametrize("title", TABLES)
def test_many_by_the_rulebook_come_back_here(title: str, seed: int) -> None:
    options, seats = TABLES[title][seed % len(TABLES[title])]
    comes_back_by_the_rulebook(title, options, seats, seed)
