"""Positions, answers, previews, refusals, and the way from one position to the next."""

import json
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.concurrency import sync_to_thread

from ferrovia import action_from_json, automatic_answer, find_title, new_game, state_to_json
from ferrovia.server.tables import GAMES
from support.servers import TITLE, Person, a_table, asked, eventually


def play_at_random(person: Person, game: str, moves: int, seed: int = 1) -> dict[str, Any]:
    """A number of answers around one screen."""
    random = Random(seed)
    now = person.position(game)
    for _ in range(moves):
        if now["ask"] is None:
            break
        offer = random.choice(now["offers"])
        answer = person.act(game, now["seq"], offer["action"])
        assert answer.status_code == 200, answer.text
        now = answer.json()
    return now


def test_a_position_shows_everything(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    now = ana.position(game)
    assert (now["seq"], now["latest"], now["status"], now["outcome"]) == (0, 0, "running", False)
    assert now["names"] == {"p1": "Ana", "p2": "Ben"}
    assert now["ask"]["who"] == "p1"
    assert now["ask"]["you"] is True
    assert now["ask"]["text"] == "Bid at least $7 for a share of PRR, or pass."
    assert [(o["text"], o["passive"], o["amount"]) for o in now["offers"]] == [
        ("bid $7", False, {"low": 7, "high": 60}),
        ("pass", True, None),
    ]
    assert len(now["view"]["players"]) == 2
    assert len(now["stops"]) == len(now["view"]["course"]["stops"])
    assert {s["player"]: s["rank"] for s in now["standings"]} == {"p1": 1, "p2": 1}


def test_only_who_is_asked_gets_offers(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    for person in (ben, Person(address, "Eva"), Person(address)):
        now = person.position(game)
        assert now["offers"] == []
        assert now["ask"]["you"] is False
    assert ana.position(game)["offers"] != []


def test_texts_come_in_the_language_asked_for(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    assert ana.position(game, lang="es")["ask"]["text"].startswith("Puja al menos")
    assert Person(address, language="es-MX, en;q=0.5").position(game)["ask"]["text"].startswith("Puja al menos")
    assert ana.position(game, lang="en")["ask"]["text"].startswith("Bid at least")
    assert ana.get(f"/api/games/{game}/position", lang="fr").status_code == 400


def test_an_answer_brings_the_new_position(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    answer = ana.act(game, 0, {"type": "bid", "amount": 9}).json()
    assert answer["seq"] == 1
    assert [event["text"] for event in answer["events"]] == ["Ana bids $9 for the PRR share."]
    assert answer["ask"]["who"] == "p2"
    assert answer["offers"] == []
    assert ben.position(game)["offers"][0]["amount"]["low"] == 10


def test_a_refused_answer_says_why_and_changes_nothing(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    answer = ana.post(f"/api/games/{game}/actions?lang=es", seq=0, action={"type": "bid", "amount": 1})
    assert answer.status_code == 422
    told = answer.json()
    assert (told["error"], told["rule"], told["paragraph"]) == ("refused", "opening-bid", "CE-4.4")
    assert told["heading"] == "Subastar una acción"
    assert "7" in told["message"]
    assert ana.position(game)["seq"] == 0


def test_it_is_not_your_turn(address: str) -> None:
    game, (_, ben) = a_table(address, "Ana", "Ben")
    answer = ben.act(game, 0, {"type": "pass"})
    assert (answer.status_code, answer.json()["rule"]) == (422, "whose-turn")


def test_who_has_no_seat_cannot_answer(address: str) -> None:
    game, _ = a_table(address, "Ana", "Ben")
    answer = Person(address, "Eva").act(game, 0, {"type": "pass"})
    assert (answer.status_code, answer.json()["error"]) == (403, "not-allowed")
    assert Person(address).act(game, 0, {"type": "pass"}).status_code == 401


def test_who_looks_at_an_old_position_gets_the_fresh_one(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    late = ben.act(game, 0, {"type": "pass"})
    assert (late.status_code, late.json()["error"]) == (409, "conflict")
    fresh = late.json()["update"]
    assert fresh["seq"] == 1
    assert fresh["ask"]["you"] is True
    assert fresh["offers"] != []
    assert [event["seq"] for event in fresh["events"]] == [1]
    assert ben.act(game, 7, {"type": "pass"}).status_code == 409


@pytest.mark.parametrize(
    "action",
    [{}, {"type": "fly"}, {"type": "bid"}, {"type": "bid", "amount": "8"}, {"type": "pass", "why": "not"}, {"type": 3}],
)
def test_an_answer_must_be_one(address: str, action: dict[str, Any]) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    answer = ana.act(game, 0, action)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_a_game_is_played_to_its_end_around_one_screen(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    end = play_at_random(ana, game, 2_000)
    assert (end["status"], end["outcome"], end["ask"], end["offers"]) == ("finished", True, None, [])
    info = ana.get(f"/api/games/{game}").json()
    best = [end["names"][s["player"]] for s in end["standings"] if s["rank"] == 1]
    assert (info["status"], info["winners"], info["asked"]) == ("finished", best, None)
    assert game in [g["id"] for g in ana.get("/api/games", list="finished").json()["games"]]
    refused = ana.act(game, end["seq"], {"type": "pass"})
    assert (refused.status_code, refused.json()["rule"]) == (422, "game-over")


def test_any_position_can_be_seen_as_it_was(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    now = play_at_random(ana, game, 60)
    entries = ana.get(f"/api/games/{game}/export").json()["log"]
    title = find_title(TITLE)
    replayed = [new_game(TITLE, ["p1", "p2", "p3"])]
    for entry in entries:
        replayed.append(replayed[-1].play(action_from_json(title, entry["action"])))
    assert now["seq"] == len(entries)
    for seq in (0, 1, 15, 16, 17, 31, 33, 47, now["seq"]):
        seen = ana.position(game, seq=seq)
        assert (seen["seq"], seen["latest"]) == (seq, now["seq"])
        assert [p["cash"] for p in seen["view"]["players"]] == [p.cash for p in replayed[seq].view().players]
        assert (seen["offers"] != []) == (seq == now["seq"])
    assert ana.get(f"/api/games/{game}/position", seq=now["seq"] + 1).status_code == 404


def test_events_tell_what_happened_since_a_position(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = play_at_random(ana, game, 30)
    told = ana.position(game, since=4)["events"]
    assert sorted({event["seq"] for event in told}) == [*range(5, now["seq"] + 1)]
    log = ana.get(f"/api/games/{game}/log", **{"from": 5}).json()["entries"]
    assert [event["text"] for event in told] == [text for entry in log for text in entry["events"]]


def test_forced_answers_are_given_and_logged(address: str) -> None:
    """Somewhere in a whole game there is a question with one answer only: the engine gives it."""
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Carla", "Dora", "Eva", "Fina")  # with so little money each, many can only pass
    end = play_at_random(ana, game, 2_000, seed=3)
    entries = ana.get(f"/api/games/{game}/log").json()["entries"]
    assert len(entries) == end["seq"]
    position, title = new_game(TITLE, [f"p{n}" for n in range(1, 7)]), find_title(TITLE)
    exported = ana.get(f"/api/games/{game}/export").json()["log"]
    for entry, line in zip(entries, exported, strict=True):
        forced = automatic_answer(position, Random(), {})
        assert (entry["by"] == "engine") is (forced is not None)
        position = position.play(action_from_json(title, line["action"]))
    assert any(entry["by"] == "engine" for entry in entries)


def test_a_preview_explains_grows_and_foresees(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    seen = ana.post(f"/api/games/{game}/preview", seq=0, action={"type": "bid", "amount": 8}).json()
    assert (seen["legal"], seen["refusal"], seen["more"]) == (True, None, [])
    assert [event["text"] for event in seen["events"]] == ["Ana bids $8 for the PRR share."]
    assert seen["view"]["players"][0]["cash"] == 60
    assert seen["text"] == "bid $8"
    assert seen["next"]["key"] == "bid"
    refused = ana.post(f"/api/games/{game}/preview?lang=es", seq=0, action={"type": "bid", "amount": 99}).json()
    assert (refused["legal"], refused["view"], refused["events"]) == (False, None, [])
    assert refused["refusal"]["paragraph"] == "CE-4.6"
    assert ana.position(game)["seq"] == 0
    assert (refused["text"], refused["next"]) == ("", None)


def test_a_preview_grows_an_expansion_hex_by_hex(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = ana.position(game)
    while not (growing := [offer for offer in now["offers"] if offer["open"]]):
        now = ana.act(game, now["seq"], now["offers"][0]["action"]).json()
    seen = ana.post(f"/api/games/{game}/preview", seq=now["seq"], action=growing[0]["action"]).json()
    assert seen["legal"] is True
    for offer in seen["more"]:
        assert offer["action"]["hexes"][:-1] == growing[0]["action"]["hexes"]
    empty = {**growing[0]["action"], "hexes": []}
    partly = ana.post(f"/api/games/{game}/preview", seq=now["seq"], action=empty).json()
    assert (partly["legal"], partly["refusal"]["rule"]) == (False, "one-to-three-hexes")
    assert growing[0]["action"]["hexes"] in [offer["action"]["hexes"] for offer in partly["more"]]
    done = ana.act(game, now["seq"], growing[0]["action"]).json()
    assert done["last"]["hexes"] == growing[0]["action"]["hexes"]


def test_why_not_is_told_of_answers_that_are_only_begun(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    begun = [{"type": "bid"}, {"type": "bid", "amount": 99}, {"type": "expand", "hexes": ["Q5"]}]
    told = ana.post(f"/api/games/{game}/why-not?lang=es", seq=0, actions=begun).json()["refusals"]
    said = [refusal and (refusal["rule"], refusal["paragraph"]) for refusal in told[:2]]
    assert said == [
        None,
        ("bid-within-cash", "CE-4.6"),
    ]
    assert told[2]["rule"] == "not-asked"
    wrong = ana.post(f"/api/games/{game}/why-not", seq=0, actions=[{"type": "bid", "amount": "much"}])
    assert (wrong.status_code, wrong.json()["error"]) == (400, "bad-request")
    assert ana.position(game)["seq"] == 0


def test_who_only_watches_may_ask_what_if(address: str) -> None:
    game, (_, ben) = a_table(address, "Ana", "Ben")
    told = ben.post(f"/api/games/{game}/preview", seq=0, action={"type": "bid", "amount": 8}).json()
    assert told["refusal"]["rule"] == "whose-turn"
    watching = Person(address, "Eva").post(f"/api/games/{game}/preview", seq=0, action={"type": "bid", "amount": 8})
    assert watching.json()["legal"] is True


def test_three_people_play_in_turn(address: str) -> None:
    game, people = a_table(address, "Ana", "Ben", "Eva")
    random, now = Random(5), people[0].position(game)
    for _ in range(25):
        person = asked(people, now)
        offers = person.position(game)["offers"]
        now = person.act(game, now["seq"], random.choice(offers)["action"]).json()
    logs = [person.get(f"/api/games/{game}/log").json() for person in people]
    assert logs[0] == logs[1] == logs[2]
    assert [entry["seq"] for entry in logs[0]["entries"]] == [*range(1, now["seq"] + 1)]


def test_the_title_of_a_game_is_told_as_it_is_played(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    assert ana.get(f"/api/games/{game}/title").json() == ana.get(f"/api/titles/{TITLE}").json()


def test_a_rule_is_told_in_short(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    rule = ana.get(f"/api/games/{game}/rules/CE-3.3", lang="es").json()
    assert rule["heading"] == "Modo de jugar"
    assert "aguja" in rule["text"] or "manecilla" in rule["text"]
    assert ana.get(f"/api/games/{game}/rules/CE-99").status_code == 404


@pytest.mark.parametrize("path", ["position", "log", "chart", "export", "chat", "stream", "title", "rules/CE-3.3"])
def test_there_is_no_such_game(address: str, path: str) -> None:
    answer = Person(address, "Ana").get(f"/api/games/nowhere/{path}")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")


@pytest.mark.parametrize("path", ["position", "log", "chart", "export", "title"])
def test_a_game_that_has_not_begun_has_no_positions(address: str, path: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game({"kind": "open"})["id"]
    answer = ana.get(f"/api/games/{game}/{path}")
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


def test_the_latest_position_is_stored_beside_the_log(address: str, database: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    play_at_random(ana, game, 20)
    title, position = find_title(TITLE), new_game(TITLE, ["p1", "p2"])
    for line in ana.get(f"/api/games/{game}/export").json()["log"]:
        position = position.play(action_from_json(title, line["action"]))
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        stored = connection.execute(sa.select(GAMES.c.state, GAMES.c.rules_version).where(GAMES.c.id == game)).one()
    engine.dispose()
    assert json.loads(stored.state) == json.loads(json.dumps(state_to_json(position.state)))
    assert stored.rules_version == title.rules_version


def test_bots_answer_one_after_another(address: str) -> None:
    ana = Person(address, "Ana")
    bots = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "simple"}]
    game = ana.new_game(*bots, start=True)["id"]
    ana.take(game)
    eventually(lambda: ana.position(game)["ask"]["you"])
    entries = ana.get(f"/api/games/{game}/log").json()["entries"]
    assert entries[0]["by"] == "player"
    assert {entry["by"] for entry in entries[1:]} <= {"bot", "engine"}
    assert len(entries) >= 3
    answered = next(entry["seq"] for entry in entries if entry["by"] == "bot")
    told = ana.get(f"/api/games/{game}/reason?seq={answered}").json()
    assert told["seq"] == answered
    assert told["text"].endswith(".")
    assert ana.get(f"/api/games/{game}/reason?seq={answered}&lang=es").json()["text"] != told["text"]
    assert ana.get(f"/api/games/{game}/reason?seq={entries[0]['seq']}").status_code == 404


def test_a_move_goes_through_no_thread_of_the_framework(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Litestar does in a thread whatever is not async, also a check that takes a microsecond: a sixth of each move."""
    threads: list[object] = []

    async def watched(work: Any, *given: Any, **more: Any) -> Any:
        threads.append(work)
        return await sync_to_thread(work, *given, **more)

    ana = Person(lone, "Ana")
    game = ana.hotseat()
    monkeypatch.setattr("litestar.utils.sync.sync_to_thread", watched)
    for _ in range(3):
        ana.take(game)
    ana.post(f"/api/games/{game}/undo", seq=ana.position(game)["seq"])
    assert threads == []
    assert Person(lone).act(game, 0, {"type": "pass"}).status_code in (401, 403)
