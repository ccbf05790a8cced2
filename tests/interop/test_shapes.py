"""Every exported action has just the fields, with values of the same kind, that actions have in records of the site."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from ferrovia.interop import export_game, import_text
from interop.test_own_games import SEATS, played
from recorded.games import TITLES, games_at_random, read
from support.recorded import RecordedGame, recorded_games

Said = dict[str, Any]
Kind = tuple[str, str]
Shape = frozenset[tuple[str, str]]

OF_THE_LIST = ("id", "created_at", "user", "auto_actions", "original_id")
"""What every action may have."""
OURS = "ferrovia"
"""What only we read."""


def _parts(export: Mapping[str, Any]) -> Iterator[tuple[Kind, Said]]:
    """Every action, those that were added to another, and every route."""
    for listed in export["actions"]:
        for action in (listed, *(listed.get("auto_actions") or ())):
            yield (action["type"], action["entity_type"]), action
            for route in action.get("routes", ()):
                yield ("route", ""), route


def _shape(said: Said) -> Shape:
    return frozenset((key, type(value).__name__) for key, value in said.items() if key not in (*OF_THE_LIST, OURS))


@cache
def _recorded() -> Mapping[tuple[str, Kind], set[Shape]]:
    shapes: dict[tuple[str, Kind], set[Shape]] = defaultdict(set)
    for game in (*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))):
        record = json.loads(read(game.log))
        for kind, said in _parts(record):
            shapes[record["title"], kind].add(_shape(said))
    return shapes


def _has_known_shapes(export: Mapping[str, Any]) -> None:
    for kind, said in _parts(export):
        assert _shape(said) in _recorded()[export["title"], kind], said


@pytest.mark.sampled(each=1, by="title")
@pytest.mark.parametrize(("title", "seats"), [(title, seats) for title in SEATS for seats in SEATS[title]])
def test_games_of_our_own(title: str, seats: int) -> None:
    _has_known_shapes(export_game(played(title, "", seats, 1, "random")))


@pytest.mark.parametrize("game", [games_at_random(title)[-1] for title in TITLES], ids=str)
def test_games_that_came_in(game: RecordedGame) -> None:
    _has_known_shapes(json.loads(json.dumps(export_game(import_text(read(game.log)).record))))
