"""Answers that follow one another, as entries of the log."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from ferrovia import By, Game, answer_of_itself
from ferrovia.server.games.live import Position, answer

CHANCE = SystemRandom()

Answer = tuple[Any, By, Game]
"""An action, who gave it, and the position after it."""


def of_itself(game: Game) -> list[Answer]:
    """Chance's and forced answers that follow a position."""
    found: list[Answer] = []
    while (given := answer_of_itself(game, CHANCE, {})) is not None:
        action, by = given
        game = game.play(action)
        found.append((action, by, game))
    return found


def positions_after(start: Position, answers: Sequence[Answer]) -> list[Position]:
    """The positions to which some answers lead."""
    positions: list[Position] = []
    before = start
    for action, by, after in answers:
        before = Position(answer(before.change, before.game, action, by, after), after)
        positions.append(before)
    return positions
