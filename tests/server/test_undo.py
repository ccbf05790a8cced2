"""Taking back and giving again: freely, or by consent."""

from typing import Any

from support.servers import Person, a_table, asked, eventually

BID = {"type": "bid", "amount": 9}
HIGHER = {"type": "bid", "amount": 11}
PASS = {"type": "pass"}


def undo(person: Person, game: str, seq: int, **more: Any) -> Any:
    return person.post(f"/api/games/{game}/undo", seq=seq, **more)


def test_own_answers_are_taken_back_freely_until_another_acts(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    told = ana.act(game, 0, BID).json()
    assert told["undo"] == {"possible": True, "needs_consent": False, "pending": None, "asks_you": False}
    assert ben.position(game)["undo"]["possible"] is False
    back = undo(ana, game, 1).json()
    assert (back["seq"], back["ask"]["who"], back["ask"]["you"]) == (2, "p1", True)
    assert back["view"] == ana.position(game, seq=0)["view"]
    assert [event["text"] for event in back["events"]] == ["Ana goes back."]
    assert ana.act(game, 2, HIGHER).json()["seq"] == 3


def test_what_was_taken_back_stays_in_the_log_marked(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    undo(ana, game, 1)
    ana.act(game, 2, HIGHER)
    entries = ben.get(f"/api/games/{game}/log").json()["entries"]
    assert [(e["seq"], e["kind"], e["text"], e["undone"]) for e in entries] == [
        (1, "answer", "bid $9", True),
        (2, "undo", "Ana goes back.", False),
        (3, "answer", "bid $11", False),
    ]
    assert [line["action"]["amount"] for line in ana.get(f"/api/games/{game}/export").json()["log"]] == [11]
    assert ana.position(game, seq=1)["events"][0]["text"] == "Ana bids $9 for the PRR share."


def test_an_old_answer_cannot_slip_into_a_new_line(address: str) -> None:
    """A position's number never comes again: who missed an undo is told, even where the answer would be legal."""
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    undo(ana, game, 1)
    ana.act(game, 2, HIGHER)
    late = ben.act(game, 1, PASS)
    assert late.status_code == 409
    assert late.json()["update"]["seq"] == 3


def test_after_another_person_has_acted_the_others_must_agree(address: str) -> None:
    game, (ana, ben, eva) = a_table(address, "Ana", "Ben", "Eva")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    assert ana.position(game)["undo"] == {"possible": True, "needs_consent": True, "pending": None, "asks_you": False}
    asking = undo(ana, game, 2).json()
    assert asking["seq"] == 2
    assert asking["undo"]["pending"] == {"by": "p1", "to_seq": 0, "agreed": [], "waiting": ["p2", "p3"]}
    assert ben.position(game)["undo"]["asks_you"] is True
    assert ana.position(game)["undo"]["asks_you"] is False
    half = ben.consent(game).json()
    assert (half["seq"], half["undo"]["pending"]["agreed"], half["undo"]["asks_you"]) == (2, ["p2"], False)
    done = eva.consent(game).json()
    assert (done["seq"], done["ask"]["who"], done["undo"]["pending"]) == (3, "p1", None)
    assert [event["text"] for event in done["events"]] == ["Ana goes back."]


def test_a_request_is_answered_before_the_next_one(address: str) -> None:
    game, (ana, ben, eva) = a_table(address, "Ana", "Ben", "Eva")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    eva.act(game, 2, PASS)
    undo(ana, game, 3)
    second = undo(ben, game, 3)
    assert (second.status_code, second.json()["message"]) == (
        409,
        "Another request to take back must be answered first.",
    )
    assert eva.position(game)["undo"]["pending"]["by"] == "p1"


def test_one_refusal_drops_the_request(address: str) -> None:
    game, (ana, ben, _) = a_table(address, "Ana", "Ben", "Eva")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    undo(ana, game, 2)
    dropped = ben.consent(game, agree=False).json()
    assert (dropped["seq"], dropped["undo"]["pending"]) == (2, None)
    assert ben.consent(game).status_code == 409


def test_a_move_drops_the_request(address: str) -> None:
    game, (ana, ben, eva) = a_table(address, "Ana", "Ben", "Eva")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    undo(ana, game, 2)
    assert eva.act(game, 2, PASS).json()["undo"]["pending"] is None


def test_who_asked_cannot_agree_with_themselves_and_strangers_cannot_either(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    undo(ana, game, 2)
    assert ana.consent(game).status_code == 409
    assert Person(address, "Eva").consent(game).status_code == 403
    assert ana.position(game)["seq"] == 2


def test_around_one_screen_everything_is_taken_back_freely(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    for action in (BID, HIGHER, PASS):
        now = ana.act(game, ana.position(game)["seq"], action).json()
    for left in (2, 1, 0):
        assert now["undo"]["needs_consent"] is False
        now = undo(ana, game, now["seq"]).json()
        assert now["view"] == ana.position(game, seq=left)["view"]
    assert now["undo"]["possible"] is False
    assert undo(ana, game, now["seq"]).status_code == 409


def test_the_answers_of_bots_are_taken_back_with_mine(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}, start=True)["id"]
    ana.act(game, 0, BID)
    now = eventually(lambda: (p := ana.position(game))["ask"]["you"] and p)
    assert now["undo"] == {"possible": True, "needs_consent": False, "pending": None, "asks_you": False}
    back = undo(ana, game, now["seq"]).json()
    assert back["view"] == ana.position(game, seq=0)["view"]
    assert back["ask"]["you"] is True


def test_one_can_go_back_to_any_position_of_the_line(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    now = ana.take(game)
    for _ in range(19):
        now = ana.take(game)
    back = undo(ana, game, now["seq"], to=3).json()
    assert back["view"] == ana.position(game, seq=3)["view"]
    assert undo(ana, game, back["seq"], to=9).status_code == 409
    assert [line["undone"] for line in ana.get(f"/api/games/{game}/log").json()["entries"]][:4] == [False] * 3 + [True]


def test_what_was_taken_back_is_given_again(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = ana.take(game)
    assert now["redo"] is False
    for _ in range(3):
        now = ana.take(game)
    end = now
    for _ in range(2):
        now = undo(ana, game, now["seq"]).json()
    assert now["redo"] is True
    for _ in range(2):
        now = ana.post(f"/api/games/{game}/redo", seq=now["seq"]).json()
    assert (now["view"], now["ask"], now["redo"]) == (end["view"], end["ask"], False)
    assert ana.post(f"/api/games/{game}/redo", seq=now["seq"]).status_code == 409
    counted = [e["seq"] for e in ana.get(f"/api/games/{game}/log").json()["entries"] if not e["undone"]]
    assert counted == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_new_answer_ends_what_can_be_given_again(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    assert undo(ana, game, 1).json()["redo"] is True
    assert ana.act(game, 2, HIGHER).json()["redo"] is False
    assert ana.post(f"/api/games/{game}/redo", seq=3).status_code == 409


def test_nobody_gives_the_answers_of_others_again(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    ben.act(game, 1, HIGHER)
    undo(ana, game, 2)
    done = ben.consent(game).json()
    assert done["redo"] is False
    assert ana.position(game)["redo"] is False
    assert ana.post(f"/api/games/{game}/redo", seq=done["seq"]).status_code == 409


def test_who_only_watches_takes_nothing_back(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    assert undo(ben, game, 1).status_code == 409
    eva = Person(address, "Eva")
    assert undo(eva, game, 1).status_code == 403
    assert eva.post(f"/api/games/{game}/redo", seq=1).status_code == 403
    assert undo(Person(address), game, 1).status_code == 401


def test_an_undo_of_an_old_position_is_a_conflict(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, BID)
    late = undo(ana, game, 0)
    assert (late.status_code, late.json()["update"]["seq"]) == (409, 1)
    assert asked([ana, ben], ana.position(game)) is ben


def test_a_finished_game_can_be_taken_up_again(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = ana.position(game)
    while now["ask"] is not None:
        passing = next((o for o in now["offers"] if o["passive"]), now["offers"][0])
        now = ana.act(game, now["seq"], passing["action"]).json()
    back = undo(ana, game, now["seq"]).json()
    assert (back["status"], back["outcome"]) == ("running", False)
    assert ana.get(f"/api/games/{game}").json()["status"] == "running"


def test_positions_are_right_after_much_going_back_and_forth(address: str) -> None:
    """Branches that were given up lie between the stored positions: each is still reached by its own line."""
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    seen: dict[int, Any] = {0: ana.position(game)["view"]}
    now = ana.position(game)
    for turn in range(40):
        if turn % 7 == 5:
            now = undo(ana, game, now["seq"]).json()
        elif turn % 11 == 8 and now["redo"]:
            now = ana.post(f"/api/games/{game}/redo", seq=now["seq"]).json()
        else:
            now = ana.act(game, now["seq"], now["offers"][turn % len(now["offers"])]["action"]).json()
        seen[now["seq"]] = now["view"]
    clone = ana.post(f"/api/games/{game}/clone", seq=0)
    assert clone.status_code == 201
    for seq, view in seen.items():
        assert ana.position(game, seq=seq)["view"] == view, seq


def test_a_consent_is_for_the_request_that_was_seen(address: str) -> None:
    """A consent that came late was taken for the next request."""
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 8})
    ben.act(game, 1, {"type": "bid", "amount": 9})
    ana.act(game, 2, {"type": "bid", "amount": 10})
    assert ben.post(f"/api/games/{game}/undo", seq=3).json()["undo"]["pending"]["to_seq"] == 1
    path = f"/api/games/{game}/undo/answer"
    assert ana.post(path, seq=2, to=1, agree=True).status_code == 409
    assert ana.post(path, seq=3, to=0, agree=True).status_code == 409
    assert ana.position(game)["seq"] == 3
    assert ana.post(path, seq=3, to=1, agree=True).json()["seq"] == 4
