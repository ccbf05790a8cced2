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


def many_taken_back_one_by_one(export: Export, random: Random) -> None:
    """As many undos in a row as actions, so also back into an earlier round; all of it is played once more."""
    actions = export["actions"]
    at = random.randrange(60, len(actions))
    undos, back = [_by_somebody(export, "undo")] * 50, actions[at - 50 : at]
    export["actions"] = _numbered(iter([*actions[:at], *undos, *back, *actions[at:]]))


def with_passes_by_program(export: Export, random: Random) -> None:
    """Some passes of players stand with the program that brought them, others with the action before."""
    actions = list[Said]()
    for action in export["actions"]:
        is_pass = action["type"] == "pass" and action["entity_type"] == "player" and random.random() < 0.5
        if not is_pass or not actions:
            actions.append(action)
            continue
        added = [{key: said for key, said in action.items() if key not in ("id", "auto_actions")}]
        added += action.get("auto_actions") or ()
        if random.random() < 0.5:
            program = {"type": "program_share_pass", "entity": action["entity"], "entity_type": "player"}
            actions.append({**program, "unconditional": False, "indefinite": False, "auto_actions": added})
        else:
            disabled = {
                "type": "program_disable",
                "entity": action["entity"],
                "entity_type": "player",
                "reason": "Bought",
            }
            actions[-1]["auto_actions"] = [*(actions[-1].get("auto_actions") or ()), *added, disabled]
    export["actions"] = _numbered(iter(actions))


def _parts(export: Export) -> Iterator[Said]:
    for action in export["actions"]:
        yield from (action, *(action.get("auto_actions") or ()))


def with_what_older_versions_do_not_say(export: Export, random: Random) -> None:
    """What follows from the rest; nothing beside the actions but the title and who plays."""
    left_out = ("user", "created_at", "original_id", "revenue_str", "tokener", "subsidy")
    for part in _parts(export):
        for said in (part, *(part.get("routes") or ())):
            for key in left_out:
                said.pop(key, None)
    for key in sorted(export.keys() - {"title", "players", "actions", "settings", "id"}):
        del export[key]


def with_what_newer_versions_say(export: Export, random: Random) -> None:
    """More than is needed, in another order; what is not known says nothing."""
    unknown = ("slot", "tokener", "share_price", "percent", "exchange", "variant", "borrow_from", "combo", "reason")
    for part in _parts(export):
        for key in unknown:
            part.setdefault(key, None)
        part |= {"user": 7, "created_at": "2026-01-02T03:04:05.000Z", "skip": True}
    export["actions"] = [dict(sorted(action.items(), reverse=True)) for action in export["actions"]]
    rules = export["settings"].get("optional_rules") or []
    more = {"loaded": True, "mode": "hotseat", "status": "error", "optional_rules": dict.fromkeys(rules, True)}
    export |= {"created_at": "2026-01-02", "updated_at": 17, "settings": {**export["settings"], **more}}


def with_numbers_and_ids_as_text(export: Export, random: Random) -> None:
    """Whole numbers may also have a point."""
    for part in _parts(export):
        if part["entity_type"] == "player":
            part["entity"] = str(part["entity"])
        part |= {key: str(part[key]) for key in ("price", "rotation", "percent") if isinstance(part.get(key), int)}
        for route in part.get("routes") or ():
            route["revenue"] = float(route["revenue"])


CHANGES = (
    many_taken_back_one_by_one,
    with_passes_by_program,
    with_what_older_versions_do_not_say,
    with_what_newer_versions_say,
    with_numbers_and_ids_as_text,
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


def _disturb(actions: list[Said], at: int, random: Random) -> None:
    """An action is lost, comes twice, changes places with another, or says what another of its kind says."""
    same = [action for action in actions if action["type"] == actions[at]["type"]]
    key = random.choice(sorted(actions[at].keys() - {"type", "id", "auto_actions"}))
    match random.randrange(4):
        case 0:
            del actions[at]
        case 1:
            actions.insert(at, actions[at])
        case 2:
            other = min(len(actions) - 1, at + random.randrange(1, 6))
            actions[at], actions[other] = actions[other], actions[at]
        case _:
            actions[at] = {**actions[at], **{name: said for name, said in random.choice(same).items() if name == key}}


@pytest.mark.sampled(each=12)
@pytest.mark.parametrize("number", range(8))
@every_game
def test_what_is_in_disorder_upsets_nothing(game: RecordedGame, number: int) -> None:
    """What comes before is played as ever, and nothing fails but what the record says."""
    export, random = json.loads(read(game.log)), Random(f"{game} {number}")
    actions = export["actions"]
    at = random.randrange(len(actions))
    first, before = actions[at]["id"], actions[:at]
    _disturb(actions, at, random)
    imported = import_text(json.dumps(export))
    assert imported.stopped is None or int(imported.stopped.number) >= first
    ours, whole = imported.record.entries, as_it_is(game).record.entries
    same = next((at for at, (one, other) in enumerate(zip(ours, whole, strict=False)) if one != other), len(ours))
    cut = import_text(json.dumps({**export, "actions": before}))
    assert same >= len(cut.record.entries) - 2  # what the site leaves out next is not known there yet
