"""What answers would lead to: themselves, and all that follows without anybody's decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia import Game, agreement, forced_answer
from ferrovia.model.message import Message

MOST = 60
"""Answers that are looked ahead; longer chains end at the position reached."""


@dataclass(frozen=True, slots=True)
class Course:
    """How things would go: what happens, whether by itself, who would have to agree, and where it ends."""

    events: tuple[tuple[Message, bool], ...]
    consents: tuple[str, ...]
    end: Game


def foreseen(game: Game, answers: Sequence[Any]) -> Course:
    """From a legal answer, and further ones to what is asked after it, up to the next decision.

    Whoever must agree is taken to agree, unless their question tells by itself what everybody would hold in the end.
    Chance is not foreseen.
    """
    events: list[tuple[Message, bool]] = []
    consents: list[str] = []
    wanted = list(answers)
    for _ in range(MOST):
        forced = forced_answer(game) if len(wanted) < len(answers) else None
        if forced is None and wanted:
            step, automatic = wanted.pop(0), False
            if game.why_not(step) is not None:  # something came in between
                break
        elif forced is not None:
            step, automatic = forced, True
        elif game.ask is not None and "holders" not in game.ask.about.params and (yes := agreement(game)) is not None:
            consents.append(game.ask.who)
            step, automatic = yes, True
        else:
            break
        game = game.play(step)
        events += ((event, automatic) for event in game.events)
    return Course(tuple(events), tuple(consents), game)
