"""Games of our own: each goes out, is accepted there, comes in again, and is the same game."""

import json
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from ferrovia import Record, automatic_answer, fingerprint
from ferrovia.interop import export_game, import_text
from ferrovia.titles import find_title
from support import laws
from support.acceptor import accept

SEATS = {"18cz": (2, 3, 4, 5, 6), "1862": (2, 3, 5, 8), "1824": (2, 3, 4, 6), "18esp": (3, 4, 6)}
MANY = 100


@lru_cache(maxsize=2)
def played(title: str, seats: int, seed: int) -> Record:
    """A whole game as the site plays it, with answers at random."""
    random = Random(f"{title} {seats} {seed}")
    record = Record.new(find_title(title), [f"Player {n}" for n in range(1, seats + 1)], {"profile": "site"})
    while record.game.ask is not None:
        answer: Any = automatic_answer(record.game, random, {}) or (laws.random_answer(record.game, random), "player")
        record.play(*answer)
    return record


def comes_back(title: str, seats: int, seed: int) -> None:
    record = played(title, seats, seed)
    exported = export_game(record)
    accept(exported)
    again = import_text(json.dumps(exported))
    assert again.refused is None
    assert fingerprint(again.record.game.state) == fingerprint(record.game.state)


@pytest.mark.sampled(each=1, by="title")
@pytest.mark.parametrize(("title", "seats"), [(title, seats) for title in SEATS for seats in SEATS[title]])
def test_it_goes_out_and_comes_back(title: str, seats: int) -> None:
    """Up to the last position."""
    comes_back(title, seats, 1)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("title", SEATS)
def test_many_go_out_and_come_back(title: str, seed: int) -> None:
    comes_back(title, SEATS[title][seed % len(SEATS[title])], seed)
