"""The course of a recorded game: where the site asks more or less than we do, and where an action does not fit."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ferrovia import Record, find_title, fingerprint
from ferrovia.interop import ActionRefused, Imported, import_text, read_export, replay_facts
from ferrovia.text import LANGUAGES, Words
from interop import test_1862
from interop.games import Export, exported, numbered, played

Said = dict[str, Any]


def game_of_18cz() -> tuple[Export, Record]:
    return exported(1, 3), played(1, 3)


def game_of_1862() -> tuple[Export, Record]:
    return test_1862.exported(0, 2), test_1862.played(0, 2)


both = pytest.mark.parametrize("game", [game_of_18cz, game_of_1862])
Game = Callable[[], tuple[Export, Record]]


def imported(export: Export, actions: list[Said] | None = None) -> Imported:
    return import_text(json.dumps(export if actions is None else {**export, "actions": numbered(actions)}))


def is_the_same(game: Imported, record: Record) -> bool:
    return game.refused is None and fingerprint(game.record.game.state) == fingerprint(record.game.state)


def some(places: list[int], count: int = 6) -> list[int]:
    return sorted(Random(7).sample(places, count))


# ------------------------------------------------------------------------------------------- the site asks more or less


@both
def test_a_question_that_the_site_does_not_ask(game: Game) -> None:
    """Without any single pass of the record it is still the same game: there the site did not wait."""
    export, record = game()
    actions = export["actions"]
    for at in some([at for at, action in enumerate(actions) if action["type"] == "pass"]):
        assert is_the_same(imported(export, actions[:at] + actions[at + 1 :]), record), actions[at]


@both
def test_a_question_that_only_the_site_asks(game: Game) -> None:
    """With one more pass of a company in its turn it is still the same game: here nothing was asked."""
    export, record = game()
    actions = export["actions"]
    for at in some([at for at, action in enumerate(actions) if action["type"] == "dividend"]):
        passed = {key: actions[at][key] for key in ("entity", "entity_type")} | {"type": "pass"}
        assert is_the_same(imported(export, [*actions[:at], passed, *actions[at:]]), record), actions[at]


@both
def test_several_guesses_may_be_wrong(game: Game) -> None:
    """Every fortieth pass of a company is missing."""
    export, record = game()
    kept = list[Said]()
    passes = 0
    for action in export["actions"]:
        passes += action["type"] == "pass" and action["entity_type"] == "corporation"
        if action["type"] != "pass" or action["entity_type"] != "corporation" or passes % 40:
            kept.append(action)
    assert len(kept) < len(export["actions"])
    assert is_the_same(imported(export, kept), record)


@both
def test_facts_are_told_once_for_each_action(game: Game) -> None:
    """Also where it had to go back: the lines lead to the same end."""
    export, record = game()
    passes = [at for at, action in enumerate(export["actions"]) if action["type"] == "pass"]
    at = passes[len(passes) // 2]
    actions = numbered(export["actions"][:at] + export["actions"][at + 1 :])
    lines = [json.loads(line) for line in replay_facts(read_export(json.dumps({**export, "actions": actions})))]
    assert [line["after"] for line in lines[1:-1]] == list(range(len(actions) + 1))
    facts: Said = {}
    for line in lines[1:-1]:
        facts |= line.get("set", {})
    assert lines[-1]["finished"]
    assert [facts[f"player.{name}.cash"] for name in record.players] == [
        record.game.state.cash[player] for player in record.game.state.players
    ]


# --------------------------------------------------------------------------------------------- what cannot be played


@both
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"type": "teleport"}, "knows no recorded action 'teleport'"),
        ({"type": None}, "it has no type"),
        ({"entity": 77, "entity_type": "player"}, "no player has the id '77'"),
        ({"entity": "XYZ", "entity_type": "corporation"}, "XYZ acts, but"),
    ],
)
def test_the_facts_up_to_an_action_that_cannot_be(game: Game, wrong: Said, message: str) -> None:
    """All lines before it are written, then one sentence says which action it is and what is strange."""
    export, _ = game()
    at = len(export["actions"]) // 2
    export["actions"][at] |= wrong
    told = list[str]()
    with pytest.raises(ActionRefused) as refused:
        told.extend(replay_facts(read_export(json.dumps(export))))
    assert refused.value.number == str(at + 1)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert [json.loads(line)["after"] for line in told[1:]] == list(range(at + 1))


@both
def test_nobody_acts_out_of_turn(game: Game) -> None:
    """What one company does is never taken for what another does."""
    export, _ = game()
    dividends = [action for action in export["actions"] if action["type"] == "dividend"]
    action = dividends[len(dividends) // 2]
    other = next(a["entity"] for a in dividends if a["entity"] != action["entity"])
    action["entity"] = other
    stopped = imported(export)
    assert stopped.refused is not None
    assert stopped.refused.startswith(f"action {action['id']} (dividend by {other}): {other} acts, but")
    before = imported({**export, "actions": export["actions"][: action["id"] - 1], "result": {}})
    assert fingerprint(stopped.record.game.state) == fingerprint(before.record.game.state)


# ------------------------------------------------------------------------------------------------ how it may have ended


@both
def test_a_game_that_people_have_ended(game: Game) -> None:
    """Its last action changes nothing; what everybody had is the result; here it can be played on."""
    export, _ = game()
    half = len(export["actions"]) // 2
    export["actions"] = [*export["actions"][:half], {"type": "end_game", "entity": 1, "id": half + 1}]
    notices = list[str]()
    lines = [json.loads(line) for line in replay_facts(read_export(json.dumps(export)), notices.append)]
    assert lines[-2] == {"after": half + 1}
    facts: Said = {}
    for line in lines[1:-1]:
        facts |= line.get("set", {})
    names = [player["name"] for player in export["players"]]
    assert lines[-1] == {"finished": True, "result": {name: facts[f"player.{name}.value"] for name in names}}
    assert notices == [f"action {half + 1}: the game was broken off here"]
    open_game = imported(export)
    assert open_game.refused is None
    assert open_game.record.game.ask is not None
    export["actions"].append({"type": "pass", "entity": 1, "entity_type": "player", "id": half + 2})
    assert "after the game was ended" in str(imported(export).refused)


@both
def test_another_result_is_told(game: Game) -> None:
    export, _ = game()
    export["result"]["1"] += 1
    (notice,) = imported(export).notices
    assert notice.startswith("the recorded result is P")


@both
@pytest.mark.parametrize("count", [0, 40])
def test_a_record_that_ends_before_the_game_it_calls_finished(game: Game, count: int) -> None:
    """As that of an archived game, of which the site keeps no actions."""
    export, _ = game()
    cut = imported({**export, "status": "archived", "result": {}}, export["actions"][:count])
    assert cut.refused is None
    assert cut.notices == ("the record says that the game is over, but its actions end before that",)
    assert imported({**export, "status": "active", "result": {}}, export["actions"][:count]).notices == ()


@both
def test_an_optional_rule_that_is_not_known_is_told(game: Game) -> None:
    export, record = game()
    export["settings"]["optional_rules"] = ["upside_down"]
    again = imported(export)
    assert again.notices == ("the optional rule 'upside_down' is not known here",)
    assert is_the_same(again, record)


@both
def test_an_earlier_version_of_the_site_is_told(game: Game) -> None:
    """A game that was kept on its version there says so in its settings; it may be played as it is now all the same."""
    export, record = game()
    export["settings"]["pin"] = "f00ba12"
    again = imported(export)
    assert len(again.notices) == 1
    assert "an earlier version of the site (f00ba12)" in again.notices[0]
    assert is_the_same(again, record)


@both
def test_something_after_the_end(game: Game) -> None:
    export, record = game()
    export["actions"].append({"type": "bid", "entity": 1, "entity_type": "player", "id": 9999})
    over = imported(export)
    assert over.refused == "action 9999 (bid by P1): something is done after the end of the game"
    assert fingerprint(over.record.game.state) == fingerprint(record.game.state)


# ---------------------------------------------------------------------------------------------------- other ways to say


@both
def test_passes_that_a_program_has_brought(game: Game) -> None:
    """Somebody programs passes: the first comes at once, inside that action."""
    export, record = game()
    actions: list[Said] = [
        {"type": "program_share_pass", "entity": action["entity"], "entity_type": "player", "auto_actions": [action]}
        if action["type"] == "pass" and action["entity_type"] == "player"
        else action
        for action in export["actions"]
    ]
    assert is_the_same(imported(export, actions), record)


@both
def test_more_is_said_than_we_need(game: Game) -> None:
    """Who sat at the keyboard, when, under which number before: all that changes nothing."""
    export, record = game()
    more = {"user": 2, "created_at": 1_700_000_000, "original_id": 5, "token_type": None, "cost": None, "skip": True}
    assert is_the_same(imported(export, [{**more, **action} for action in export["actions"]]), record)


@both
def test_less_is_said_than_usual(game: Game) -> None:
    """Slots follow from the rest; so do percents, unless a part of a certificate is sold."""
    export, record = game()
    left_out = {"slot", "percent"}
    actions = [
        {key: said for key, said in action.items() if key not in left_out or action["type"] == "sell_shares"}
        for action in export["actions"]
    ]
    assert is_the_same(imported(export, actions), record)


@both
def test_numbers_may_be_text(game: Game) -> None:
    export, record = game()
    numbers = ("price", "rotation", "percent", "slot", "warranties")
    actions = [
        {key: str(said) if key in numbers else said for key, said in action.items()} for action in export["actions"]
    ]
    assert is_the_same(imported(export, actions), record)


@both
def test_a_run_without_its_way_counts_as_recorded(game: Game) -> None:
    """A route may say no more than what it earned."""
    export, _ = game()
    at = next(n for n, a in enumerate(export["actions"]) if a["type"] == "run_routes" and a["routes"][0]["revenue"])
    revenue = export["actions"][at]["routes"][0]["revenue"]
    export["actions"][at]["routes"] = [{"train": "?", "revenue": revenue}]
    export["actions"] = export["actions"][: at + 2]
    again = imported({**export, "result": {}})
    assert again.refused is None
    assert len(again.notices) == 1
    assert again.notices[0].startswith(f"action {at + 1}: ")
    assert f"runs for {revenue} as recorded" in again.notices[0]


# --------------------------------------------------------------------------------------------------------------- people


def test_who_is_called_as_a_company_is_called_otherwise_here() -> None:
    """There names are free; the import goes on and says so."""
    export = exported()
    export["players"][0]["name"], export["players"][1]["name"] = "ATE", " "
    again = imported(export)
    assert again.refused is None
    assert again.record.players[:2] == ("ATE (1)", "Player (2)")
    assert again.notices[0] == "ATE is called ATE (1) here: the name is that of something in the game"


@both
@pytest.mark.parametrize("has_ids", [True, False])
def test_players_are_called_by_name(game: Game, has_ids: bool) -> None:
    """In hot seat games nobody has an id; one of the names may then be that of a company, too."""
    export, record = game()
    company = next(action["entity"] for action in export["actions"] if action["entity_type"] == "corporation")
    people = [company, *(player["name"] for player in export["players"][1:])]
    for action in export["actions"]:
        if action["entity_type"] == "player":
            action["entity"] = people[action["entity"] - 1]
    export["players"] = [
        {"name": name, "id": seat} if has_ids else {"name": name} for seat, name in enumerate(people, 1)
    ]
    if not has_ids:
        export["result"] = {people[int(seat) - 1]: worth for seat, worth in export["result"].items()}
    again = imported(export)
    assert again.refused is None
    (notice,) = again.notices
    assert notice.startswith(f"{company} is called {company} (1) here")
    assert [standing.worth for standing in again.record.game.standings()] == [
        standing.worth for standing in record.game.standings()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_are_said_in_every_language(language: str) -> None:
    """A run with another revenue than the rules give, and one that they forbid."""
    export = exported()
    runs = [action for action in export["actions"] if action["type"] == "run_routes" and action["routes"]]
    runs[0]["routes"][0]["revenue"] += 10
    runs[1]["routes"][0]["connections"] = []
    del export["actions"][runs[1]["id"] :]
    again = imported({**export, "result": {}})
    record = again.record
    words = Words(language, title="18cz", layout=record.title.layout, currency="K", names={})
    first, second = (notice.in_words(words) for notice in again.notices)
    assert (first.startswith("acción "), second.startswith("acción ")) == (language == "es",) * 2
    assert (first == again.notices[0]) == (language == "en")
    assert "run-" in again.notices[1] and "run-" not in second


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_an_action_is_refused_is_said_in_every_language(language: str) -> None:
    """By a rule, and where it is not even clear what it says."""
    export = {**exported(), "result": {}}
    first = {"type": "bid", "entity": 1, "entity_type": "player", "company": "L1", "price": 55}
    dividend = {"type": "dividend", "entity": 2, "entity_type": "player", "kind": "payout"}
    passed = {"type": "pass", "entity": "BN", "entity_type": "corporation"}
    words = Words(language, title="18cz", layout=find_title("18cz").layout, currency="K", names={})
    for wrong, english, spanish in (
        (dividend, "is refused by the rule", "la regla"),
        (passed, "BN acts, but P2 is asked", "actúa BN, pero le toca a P2"),
    ):
        stopped = imported(export, [first, wrong, *export["actions"][2:]]).stopped
        assert stopped is not None
        told = stopped.in_words(words)
        assert (english in told, spanish in told) == (language == "en", language == "es")
