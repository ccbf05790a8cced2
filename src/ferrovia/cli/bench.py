"""How fast the engine is, on a late position of a game: figures to look at, never a test.

What counts is the processor's time, so that other programs on the machine disturb little.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from ferrovia import Game, new_game
from ferrovia.bots import BOTS
from ferrovia.text import Words

PLAYERS = ("1", "2", "3", "4")
RUNS = 7
GAMES = 20
A_MOMENT = 0.05
"""Seconds that one run should last at least, so that the clock's own grain does not matter."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and what was wanted."""

    what: str
    measured: str
    wanted: str
    reached: bool | None


def measured(title: str, words: Words) -> list[Figure]:
    """The figures for a title, each the median of several runs."""
    game = a_late_position(title)
    copying = seconds_for(game.state.copy)
    actions = [offer.action for offer in game.offers()]
    playing = seconds_for(lambda: [game.play(action) for action in actions]) / len(actions)
    offering = seconds_for(lambda: Game(game.title, game.state, game.ask).offers())
    whole = median(seconds_for_games(title) for _ in range(RUNS)) / GAMES
    return [
        Figure(words.ui("bench-copy"), f"{copying * 1e6:.1f} µs", "≤ 5 µs", copying <= 5e-6),
        Figure(words.ui("bench-play"), f"{playing * 1e6:.1f} µs", "≤ 50 µs", playing <= 50e-6),
        Figure(words.ui("bench-offers", count=len(actions)), f"{offering * 1e6:.0f} µs", "", None),
        Figure(words.ui("bench-games"), f"{1 / whole:.0f}", "≥ 100", whole <= 0.01),
    ]


def a_late_position(title: str) -> Game:
    """Four fifths into a random game, at the next question with a real choice."""
    positions = list(random_game(title, seed=7))
    late = positions[len(positions) * 4 // 5 :]
    return next(game for game in late if len(game.offers()) > len(PLAYERS))


def random_game(title: str, seed: int) -> list[Game]:
    """All positions of a game between random bots, the last one left out."""
    random, game, positions = Random(seed), new_game(title, PLAYERS), list[Game]()
    while game.ask is not None:
        positions.append(game)
        game = game.play(BOTS["random"](game, random))
    return positions


def seconds_for(work: Callable[[], object]) -> float:
    """How long one piece of work takes: the median of several runs of many."""
    work()
    started = process_time()
    work()
    times = max(1, int(A_MOMENT / max(process_time() - started, 1e-9)))
    return median(_one_run(work, times) for _ in range(RUNS))


def _one_run(work: Callable[[], object], times: int) -> float:
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times


def seconds_for_games(title: str) -> float:
    """How long the same row of random games takes, short and long ones."""
    started = process_time()
    for seed in range(GAMES):
        random_game(title, seed)
    return process_time() - started
