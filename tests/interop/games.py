"""Games of our own in the form of the site, for tests."""

import json
from functools import lru_cache
from random import Random
from typing import Any

from ferrovia import Record
from ferrovia.interop import export_game
from ferrovia.titles.t18cz.title import TITLE

Export = dict[str, Any]


@lru_cache
def played(seed: int, seats: int) -> Record:
    """A whole game as the site plays it, with answers at random; low prices, so that money lasts."""
    random = Random(seed)
    record = Record.new(TITLE, [f"P{number}" for number in range(1, seats + 1)], {"profile": "site"})
    while record.game.ask is not None:
        offer = record.game.offers().pick(random)
        span = offer.amount
        record.play(
            offer.action if span is None else offer.with_amount(random.randint(span.low, min(span.high, span.low + 30)))
        )
    return record


@lru_cache
def _written(seed: int, seats: int) -> str:
    return json.dumps(export_game(played(seed, seats)))


def exported(seed: int = 1, seats: int = 3) -> Export:
    """A fresh copy of the export of a game."""
    return json.loads(_written(seed, seats))


def numbered(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same actions with the site's running numbers."""
    return [{**action, "id": number} for number, action in enumerate(actions, 1)]
