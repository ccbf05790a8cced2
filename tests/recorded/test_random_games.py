"""Games played at random by the other site's rules: every key after every action."""

import json
from pathlib import Path
from typing import Any

import pytest

from ferrovia.interop import read_export, replay_facts
from recorded.games import OUR_OWN_WORDS, TITLES, games_at_random, read
from recorded.test_replay import apply
from support.recorded import RecordedGame

every_game = pytest.mark.parametrize("game", games_at_random(*TITLES), ids=str)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@every_game
def test_every_key_after_every_action(game: RecordedGame) -> None:
    """Nothing is refused, and after each action all is as the site shows it, up to the result."""
    here: dict[str, Any] = {}
    there: dict[str, Any] = {}
    ours = (json.loads(line) for line in replay_facts(read_export(read(game.log))))
    for mine, its in zip(ours, _lines(game.trace), strict=True):
        if "after" not in mine:
            assert mine == its
            continue
        apply(mine, here)
        apply(its, there)
        told = {key: (here.get(key), there.get(key)) for key in here.keys() | there.keys()}
        different = {key: both for key, both in told.items() if key not in OUR_OWN_WORDS and both[0] != both[1]}
        assert (its["after"], different) == (its["after"], {})
