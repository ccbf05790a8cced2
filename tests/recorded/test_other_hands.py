"""Recorded games as other people and earlier versions of the site leave them: with talk, with what was taken back, for
one table without accounts, cut off, or damaged."""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from ferrovia import BadData, fingerprint
from ferrovia.interop import Imported, import_text
from recorded.games import TITLES, games_at_random, read
from support.recorded import RecordedGame, recorded_games

Export = dict[str, Any]
Said = dict[str, Any]

GAMES = [*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game} {game.log.stem}")


@lru_cache(maxsize=2)
def as_it_is(game: RecordedGame) -> Imported:
    return import_text(read(game.log))


def _by_somebody(export: Export, kind: str, **more: Any) -> Said:
    return {"type": kind, "entity": export["players"][0]["id"], "entity_type": "player", **more}


def _numbered(actions: Iterator[Said]) -> list[Said]:
    return [{**action, "id": number} for number, action in enumerate(actions, 1)]


def _followed(export: Export, by: Callable[[Said], list[Said]], random: Random) -> list[Said]:
    """Behind some of the actions stand others."""
    actions = ((action, random.random() < 0.05) for action in export["actions"])
    return _numbered(part for action, here in actions for part in (action, *(by(action) if here else ())))


def with_talk(export: Export, random: Random) -> None:
    talk = [_by_somebody(export, "message", message="My turn?"), _by_somebody(export, "log", message="Told.")]
    export["actions"] = _followed(export, lambda action: talk, random)


def taken_back_and_done_again(export: Export, random: Random) -> None:
    undo = _by_somebody(export, "undo")
    export["actions"] = _followed(export, lambda action: [undo, action], random)


def taken_back_and_put_back(export: Export, random: Random) -> None:
    """Messages in between are no moves."""
    both = [_by_somebody(export, kind) for kind in ("undo", "message", "redo")]
    export["actions"] = _followed(export, lambda action: both, random)


def many_taken_back(export: Export, random: Random) -> None:
    """All after a certain action, which are played once more."""
    actions = export["actions"]
    at = random.randrange(20, len(actions))
    back = _by_somebody(export, "undo", action_id=at - 9)
    export["actions"] = _numbered(iter([*_numbered(iter(actions[:at])), back, *actions[at - 9 :]]))


def with_programs(export: Export, random: Random) -> None:
    """What players tell the site to do later; what it does then stands with other actions."""
    tells = [_by_somebody(export, kind) for kind in ("program_auction_bid", "program_share_pass", "program_disable")]
    for action in export["actions"]:
        action["auto_actions"] = [*(action.get("auto_actions") or ()), *tells[:: random.choice((1, 2, 3))]]
    export["actions"] = _followed(export, lambda action: tells, random)


def at_one_table(export: Export, random: Random) -> None:
    """Nobody has an account: players are known by their names."""
    names = {str(player["id"]): player["name"] for player in export["players"]}
    for action in export["actions"]:
        for part in (action, *(action.get("auto_actions") or ())):
            if part["entity_type"] == "player":
                part["entity"] = names[str(part["entity"])]
    export["players"] = [{"name": name} for name in names.values()]
    export["result"] = {names[player]: worth for player, worth in (export.get("result") or {}).items()}


def without_numbers(export: Export, random: Random) -> None:
    for action in export["actions"]:
        del action["id"]


CHANGES = (
    with_talk,
    taken_back_and_done_again,
    taken_back_and_put_back,
    many_taken_back,
    with_programs,
    at_one_table,
    without_numbers,
)


@pytest.mark.sampled(each=2, by="change")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@every_game
def test_it_is_the_same_game(game: RecordedGame, change: Callable[[Export, Random], None]) -> None:
    export = json.loads(read(game.log))
    change(export, Random(str(game)))
    imported, plain = import_text(json.dumps(export)), as_it_is(game)
    assert imported.refused is None
    assert fingerprint(imported.record.game.state) == fingerprint(plain.record.game.state)


@pytest.mark.sampled(each=3)
@every_game
def test_what_is_cut_off_comes_as_far_as_it_goes(game: RecordedGame) -> None:
    """Nothing is refused, and the answers are those of the whole game."""
    export, whole = json.loads(read(game.log)), as_it_is(game).record.entries
    del export["actions"][Random(str(game)).randrange(len(export["actions"])) :]
    imported = import_text(json.dumps(export))
    assert imported.refused is None
    ours = imported.record.entries
    same = next((at for at, (one, other) in enumerate(zip(ours, whole, strict=False)) if one != other), len(ours))
    assert same >= len(ours) - 2  # what the site leaves out next is not known yet


STRANGE: tuple[Any, ...] = (None, "", -1, "x", [], {}, [[]], "A_9", 3.5, [None], 10**30, "1,2", "1-2-3")


def _damage(export: Export, random: Random) -> None:
    """One field of an action, or of a route, says something strange or is missing."""
    action = random.choice(export["actions"])
    inside = [part for part in (*(action.get("routes") or ()), *(action.get("auto_actions") or ())) if part]
    said = random.choice([action, *inside])
    key = random.choice(sorted(said))
    if random.random() < 0.3:
        del said[key]
    else:
        said[key] = random.choice(STRANGE)


@pytest.mark.sampled(each=12)
@pytest.mark.parametrize("number", range(4))
@every_game
def test_what_is_damaged_is_told_in_a_sentence(game: RecordedGame, number: int) -> None:
    """It is refused at an action, told with the game, or it did not matter; nothing fails otherwise."""
    export = json.loads(read(game.log))
    _damage(export, Random(f"{game} {number}"))
    try:
        imported = import_text(json.dumps(export))
    except BadData:
        return
    plain = as_it_is(game)
    told = imported.refused is not None or len(imported.notices) > len(plain.notices)
    assert told or fingerprint(imported.record.game.state) == fingerprint(plain.record.game.state)
