"""The tables over which contracts are tested: every title, every number of players."""

from random import Random

import pytest

import ferrovia
from ferrovia import Bot, Game, Title
from ferrovia.engine.record import start
from support import laws
from support.toy import FERRY
from titles.chicago_express.players import traveller
from titles.t1862.players import investor

TITLES = (*ferrovia.titles(), FERRY)
TABLES = [(title, seats) for title in TITLES for seats in title.seats]
LIMIT = 5000
"""More answers than any game has."""

PLAYERS: dict[str, Bot] = {"chicago-express": traveller, "1862": investor}
"""Where anything goes, some things seldom happen: players who see to it that they do."""

every_title = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
every_table = pytest.mark.parametrize(("title", "seats"), TABLES, ids=[f"{t.id}-{seats}" for t, seats in TABLES])


def players(seats: int) -> list[str]:
    return [f"p{number}" for number in range(1, seats + 1)]


def play(title: Title, seats: int, random: Random, player: Bot) -> list[Game]:
    """Every position of a game. That it comes to an end is the first law."""
    positions = [start(title, players(seats))]
    while positions[-1].ask is not None:
        assert len(positions) < LIMIT, "this game does not end"
        positions.append(positions[-1].play(player(positions[-1], random)))
    return positions


def play_at_random(title: Title, seats: int, random: Random) -> list[Game]:
    return play(title, seats, random, laws.random_answer)


def play_purposefully(title: Title, seats: int, random: Random) -> list[Game]:
    return play(title, seats, random, PLAYERS.get(title.id, laws.random_answer))
