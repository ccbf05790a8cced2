"""The rest of a company's turn without anything that is optional: a no to every question that takes one."""

from dataclasses import dataclass
from typing import Any

from ferrovia.engine.chance import forced_answer
from ferrovia.engine.play import Game
from ferrovia.rules.rounds import CompanyTurn

MOST = 20
"""No turn has as many questions; a circle of them would end here."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The answers in order; `ends`: whether they end the turn, or a question follows that takes no no."""

    answers: tuple[Any, ...] = ()
    ends: bool = False


def rest_of_turn(game: Game) -> Rest:
    """What leaves out all that is optional from here to the end of the turn; what becomes of revenue is a decision.
    Forced answers in between are not listed: nobody gives them."""
    turn = _turn(game)
    answers: list[Any] = []
    while turn is not None and _turn(game) == turn and len(answers) < MOST:
        no = game.offers().passive()
        if no is None or game.title.forms[type(no)].fields:
            return Rest(tuple(answers))
        answers.append(no)
        game = game.play(no)
        while (forced := forced_answer(game)) is not None:
            game = game.play(forced)
    return Rest(tuple(answers), ends=turn is not None)


def _turn(game: Game) -> Any:
    """Who is asked, for which company, and in which round: all that is open around its turn."""
    if game.ask is None:
        return None
    stack = game.where()
    for depth, frame in enumerate(stack):
        if isinstance(frame.facts, CompanyTurn):
            return game.ask.who, frame.facts.company, stack[:depth]
    return None
