"""Export, import, clone, log, chart, chat, notes."""

import copy
from typing import Any

import pytest

from ferrovia import resume
from support.servers import Person, a_table


def some_moves(person: Person, game: str, count: int = 20) -> dict[str, Any]:
    now = person.position(game)
    for n in range(count):
        now = person.act(game, now["seq"], now["offers"][n % len(now["offers"])]["action"]).json()
    return now


# --------------------------------------------------------------------------------------------------------------- files


def test_a_game_goes_out_and_comes_in_again(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = some_moves(ana, game)
    answer = ana.get(f"/api/games/{game}/export")
    assert answer.headers["content-disposition"] == f'attachment; filename="chicago-express-{game}.json"'
    eva = Person(address, "Eva")
    came = eva.post("/api/import", file=answer.json())
    assert came.status_code == 201
    info = came.json()
    assert [(s["name"], s["you"]) for s in info["seats"]] == [("Ana", True), ("Ben", True)]
    assert (info["hotseat"], info["public"], info["host"]) == (True, False, "Eva")
    assert eva.position(info["id"])["view"] == now["view"]
    assert eva.get(f"/api/games/{info['id']}/export").json() == answer.json()


def test_the_file_is_that_of_the_terminal_program(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    record = resume(ben.get(f"/api/games/{game}/export").text)
    assert record.players == ("Ana", "Ben")
    assert [(e.who, e.by) for e in record.entries] == [("Ana", "player")]
    assert record.game.ask is not None
    assert record.game.ask.who == "Ben"


def test_a_name_that_no_player_may_have_does_not_stop_the_export(address: str) -> None:
    game, (ana, _) = a_table(address, "PRR", "Ben")
    ana.act(game, 0, {"type": "pass"})
    record = resume(ana.get(f"/api/games/{game}/export").text)
    assert record.players == ("p1", "p2")
    assert len(record.entries) == 1


def test_an_imported_game_goes_on(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 18)
    info = ana.post("/api/import", file=ana.get(f"/api/games/{game}/export").json()).json()
    before = ana.position(info["id"])
    assert ana.take(info["id"])["seq"] == before["seq"] + 1
    assert ana.post(f"/api/games/{info['id']}/undo", seq=before["seq"] + 1).status_code == 200


def broken(file: dict[str, Any], case: str) -> dict[str, Any]:
    file = copy.deepcopy(file)
    match case:
        case "empty":
            return {}
        case "another format":
            return {**file, "format": "chess"}
        case "future version":
            return {**file, "version": 99}
        case "unknown title":
            return {**file, "title": "monopoly"}
        case "no log":
            return {k: v for k, v in file.items() if k != "log"}
        case "log of words":
            return {**file, "log": "lost"}
        case "illegal answer":
            file["log"][0]["action"] = {"type": "bid", "amount": 999}
        case "nonsense answer":
            file["log"][0]["action"] = {"type": "fly"}
        case "another position":
            file["state"]["cash"]["Ana"] = 1_000_000
        case "another fingerprint":
            file["fingerprint"] = "0" * 16
        case "players of words":
            file["players"] = "Ana, Ben"
        case "one player":
            file["players"] = ["Ana"]
        case "odd options":
            file["options"] = {"weather": "rain"}
        case "no stack":
            file["state"]["stack"] = 7
    return file


CASES = (
    "empty",
    "another format",
    "future version",
    "unknown title",
    "no log",
    "log of words",
    "illegal answer",
    "nonsense answer",
    "another position",
    "another fingerprint",
    "players of words",
    "one player",
    "odd options",
    "no stack",
)


@pytest.mark.parametrize("case", CASES)
def test_a_broken_file_is_refused_with_a_sentence(lone: str, case: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 3)
    file = ana.get(f"/api/games/{game}/export").json()
    answer = ana.post("/api/import?lang=es", file=broken(file, case))
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert answer.json()["message"].startswith("Este fichero de partida no sirve: ")
    assert len(ana.get("/api/games", list="mine").json()["games"]) == 1


def test_a_broken_file_is_refused_in_the_readers_words_only(lone: str) -> None:
    """What is wrong with it was told in English after a Spanish beginning."""
    answer = Person(lone, "Ana", language="es").post("/api/import", file={"format": "ferrovia game", "version": 99})
    assert answer.status_code == 400
    assert (
        answer.json()["message"] == "Este fichero de partida no sirve: está dañado, incompleto o es de otro programa."
    )


def test_a_clone_goes_its_own_way(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ben.act(game, 1, {"type": "bid", "amount": 12})
    made = ben.post(f"/api/games/{game}/clone", seq=1).json()
    assert [(s["name"], s["you"]) for s in made["seats"]] == [("Ana", True), ("Ben", True)]
    assert (made["hotseat"], made["seq"], made["asked"]) == (True, 1, "p2")
    assert ben.act(made["id"], 1, {"type": "pass"}).status_code == 200
    assert ben.position(game)["seq"] == 2
    assert ana.get(f"/api/games/{made['id']}").status_code == 404
    assert ben.post(f"/api/games/{game}/clone", seq=9).status_code == 404


def test_a_clone_can_follow_a_line_that_was_given_up(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ana.act(game, 1, {"type": "bid", "amount": 12})
    ana.post(f"/api/games/{game}/undo", seq=2)
    given_up = ana.post(f"/api/games/{game}/clone", seq=2).json()
    assert ana.position(given_up["id"])["view"] == ana.position(game, seq=2)["view"]
    after = ana.post(f"/api/games/{game}/clone", seq=3).json()
    assert (after["seq"], ana.position(after["id"])["view"]) == (1, ana.position(game, seq=3)["view"])


# ------------------------------------------------------------------------------------------------------ log and chart


def test_the_log_tells_every_answer_in_the_readers_language(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ben.act(game, 1, {"type": "pass"})
    spanish = ben.get(f"/api/games/{game}/log", lang="es").json()["entries"]
    english = ben.get(f"/api/games/{game}/log").json()["entries"]
    assert [(e["who"], e["by"], e["kind"]) for e in english] == [("p1", "player", "answer"), ("p2", "player", "answer")]
    assert english[0]["text"] == "bid $9"
    assert english[0]["events"] == ["Ana bids $9 for the PRR share."]
    assert spanish[0]["events"] != english[0]["events"]
    assert english[0]["at"] <= english[1]["at"]


def test_a_part_of_the_log(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 10)
    part = ana.get(f"/api/games/{game}/log", **{"from": 3, "to": 5}).json()["entries"]
    assert [entry["seq"] for entry in part] == [3, 4, 5]
    assert ana.get(f"/api/games/{game}/log", **{"from": 8, "to": 5}).json()["entries"] == []


def test_the_chart_follows_the_answers_that_count(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = some_moves(ana, game, 20)
    chart = ana.get(f"/api/games/{game}/chart").json()
    assert chart["players"] == ["p1", "p2"]
    assert [point["seq"] for point in chart["points"]] == [*range(now["seq"] + 1)]
    assert chart["points"][-1]["worth"] == {s["player"]: s["worth"] for s in now["standings"]}
    assert chart == ana.get(f"/api/games/{game}/chart").json()
    ana.post(f"/api/games/{game}/undo", seq=now["seq"])
    shorter = ana.get(f"/api/games/{game}/chart").json()
    assert shorter["points"] == chart["points"][: len(shorter["points"])]
    assert len(shorter["points"]) < len(chart["points"])


# ------------------------------------------------------------------------------------------------------ chat and notes


def test_people_talk_beside_the_game(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    said = ana.post(f"/api/games/{game}/chat", text="  Hola \x00 a todos ")
    assert (said.status_code, said.json()["text"], said.json()["who"]) == (201, "Hola  a todos", "p1")
    eva = Person(address, "Eva")
    eva.post(f"/api/games/{game}/chat", text="Watching")
    lines = ben.get(f"/api/games/{game}/chat").json()["lines"]
    assert [(line["id"], line["name"], line["who"]) for line in lines] == [(1, "Ana", "p1"), (2, "Eva", None)]
    assert [line["id"] for line in ben.get(f"/api/games/{game}/chat", after=1).json()["lines"]] == [2]


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_a_line_says_something_and_ends(address: str, text: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    assert ana.post(f"/api/games/{game}/chat", text=text).status_code == 400
    assert Person(address).post(f"/api/games/{game}/chat", text="Hi").status_code == 401


def test_people_talk_before_the_game_begins(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game({"kind": "open"})["id"]
    assert ana.post(f"/api/games/{game}/chat", text="Anybody there?").status_code == 201


def test_notes_are_private(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    assert ana.get(f"/api/games/{game}/notes").json() == {"text": ""}
    for text in ("Watch the B&O", "Watch the B&O\nand the bank"):
        assert ana.send("PUT", f"/api/games/{game}/notes", {"text": text}).json() == {"text": text}
        assert ana.get(f"/api/games/{game}/notes").json() == {"text": text}
    assert ben.get(f"/api/games/{game}/notes").json() == {"text": ""}
    assert ana.send("PUT", f"/api/games/{game}/notes", {"text": "x" * 20_001}).status_code == 400
