"""The recorded games of every title that can be imported: every action against its trace, and the result."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from ferrovia import fingerprint
from ferrovia.interop import export_game, import_text, read_export, replay_facts
from recorded.games import NOTICES, OUR_OWN_WORDS, TITLES, read
from support.recorded import RecordedGame, recorded_games

every_game = pytest.mark.parametrize("game", [game for title in TITLES for game in recorded_games(title)], ids=str)


def apply(line: Mapping[str, Any], facts: dict[str, Any]) -> None:
    facts |= line.get("set", {})
    for key in line.get("gone", ()):
        facts.pop(key, None)


@every_game
def test_every_key_after_every_action(game: RecordedGame) -> None:
    """The facts are those of the trace; the runs that are known to differ are the only notices; so is the result."""
    notices: list[str] = []
    ours = [json.loads(line) for line in replay_facts(read_export(read(game.log)), notices.append)]
    theirs = [json.loads(line) for line in read(game.trace).splitlines()]
    assert len(ours) == len(theirs)
    assert ours[0] == theirs[0]
    here: dict[str, Any] = {}
    there: dict[str, Any] = {}
    for mine, its in zip(ours[1:-1], theirs[1:-1], strict=True):
        assert mine["after"] == its["after"]
        apply(mine, here)
        apply(its, there)
        differing = {
            key: (here.get(key), there.get(key))
            for key in here.keys() | there.keys()
            if key not in OUR_OWN_WORDS and here.get(key) != there.get(key)
        }
        assert (mine["after"], differing) == (mine["after"], {})
    assert ours[-1] == theirs[-1]
    assert notices == NOTICES.get(str(game), [])


@every_game
def test_the_imported_game_is_one_of_ours(game: RecordedGame) -> None:
    """Nothing is refused; it is over, or was ended by hand, with the recorded result."""
    imported = import_text(read(game.log))
    assert (imported.refused, list(imported.notices)) == (None, NOTICES.get(str(game), []))
    outcome = imported.record.game.standings()
    assert imported.record.game.outcome is not None or "was broken off here" in imported.notices[-1]
    result = json.loads(read(game.trace).splitlines()[-1])["result"]
    assert {standing.player: standing.worth for standing in outcome} == result


@every_game
def test_it_goes_out_and_comes_in_again(game: RecordedGame) -> None:
    """Our export of an imported game leads to the same end."""
    first = import_text(read(game.log)).record
    again = import_text(json.dumps(export_game(first)))
    assert again.refused is None
    assert fingerprint(again.record.game.state) == fingerprint(first.game.state)
