"""Games of bots, up to a position that a test needs."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from ferrovia import Game, Record, Title, action_to_json
from ferrovia.bots import BOTS

GAMES = 40
"""How many games are tried."""


def kinds(game: Game) -> list[str]:
    """The kinds of what is offered."""
    return [action_to_json(offer.action)["type"] for offer in game.offers()]


def at_random(game: Game, random: Random, avoided: str) -> Any:
    """Any answer but of a kind that is avoided where something else is possible."""
    for _ in range(GAMES):
        action = BOTS["random"](game, random)
        if action_to_json(action)["type"] != avoided:
            return action
    return BOTS["random"](game, random)


def reached(
    title: Title,
    names: Sequence[str],
    is_enough: Callable[[Game], bool],
    *,
    options: Mapping[str, str] | None = None,
    avoided: str = "",
) -> Record:
    """A game of random bots up to a position that is enough; not every game has one."""
    for seed in range(GAMES):
        record, random = Record.new(title, names, options or {}), Random(seed)
        while record.game.ask is not None:
            if is_enough(record.game):
                return record
            record.play(at_random(record.game, random, avoided))
    raise LookupError("no game comes to such a position")


def before_event(title: Title, names: Sequence[str], event: str, answer: str) -> Record:
    """A game up to the answer, of a certain kind, that makes something happen."""
    for seed in range(GAMES):
        record, random = Record.new(title, names), Random(seed)
        while record.game.ask is not None:
            action = BOTS["random"](record.game, random)
            record.play(action)
            happened = any(told.key == event for told in record.game.events)
            if happened and action_to_json(action)["type"] == answer:
                record.back_to(len(record.entries) - 1)
                return record
    raise LookupError("no game comes to such a position")
