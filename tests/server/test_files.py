"""Export, import, clone, log, chart, chat, notes."""

import asyncio
import copy
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import httpx2
import msgspec
import pytest

from ferrovia import Record, automatic_answer, find_title, resume
from ferrovia.bots import BOTS
from ferrovia.render.thumbnail import draw_thumbnail
from ferrovia.server import gate
from ferrovia.server.database import Unavailable
from ferrovia.server.errors import Fault
from ferrovia.server.games import chronicle, endpoints, history
from ferrovia.server.games.files import Files
from ferrovia.server.limits import LIMITS, Limit
from ferrovia.server.settings import Settings
from ferrovia.titles.t18cz import draft
from ferrovia.titles.t18cz.running import RunAsRecorded
from support.servers import TITLE, Person, a_server, a_table, eventually


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


def test_what_only_a_record_may_say_is_no_answer_of_a_player(address: str) -> None:
    """In a game by the site's rules nobody names the revenue of a run."""
    record, random = Record.new(find_title("18cz"), ["Ana", "Ben", "Eva"], {"profile": "site"}), Random(3)
    while record.game.ask is None or not any(move.action is RunAsRecorded for move in record.game.ask.moves):
        record.play(BOTS["random"](record.game, random))
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=record.to_json()).json()["id"]
    now = ana.position(game)
    assert "run_trains" in now["ask"]["forms"] and "run_as_recorded" not in now["ask"]["forms"]
    answer = ana.act(game, now["seq"], {"type": "run_as_recorded", "amount": 100_000})
    assert (answer.status_code, answer.json()["rule"]) == (422, "not-asked")
    assert ana.position(game)["seq"] == now["seq"]


def test_a_file_may_say_that_chance_answered_by_a_players_hand(address: str) -> None:
    record = Record.new(find_title("1862"), ["Ana", "Ben", "Eva"], {})
    while record.game.ask is not None and record.game.ask.who == "chance":
        record.play(BOTS["random"](record.game, Random(5)), "player")
    assert any(entry.who == "chance" for entry in record.entries)
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=record.to_json()).json()["id"]
    assert ana.position(game)["seq"] == len(record.entries)


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


def test_names_out_of_a_file_steer_nothing(address: str) -> None:
    """A NUL, which PostgreSQL cannot store, and a sign that turns the line around."""
    ana = Person(address, "Ana")
    file = Record.new(find_title(TITLE), ["A\x00n\u202ea", "\u202e\u200b"]).to_json()
    made = ana.post("/api/import", file=file)
    assert made.status_code == 201, made.text
    assert [seat["name"] for seat in made.json()["seats"]] == ["Ana", "p2"]


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
    first, second = (datetime.fromisoformat(entry["at"]) for entry in english)
    assert first <= second


def test_a_part_of_the_log(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 10)
    part = ana.get(f"/api/games/{game}/log", **{"from": 3, "to": 5}).json()["entries"]
    assert [entry["seq"] for entry in part] == [3, 4, 5]
    assert ana.get(f"/api/games/{game}/log", **{"from": 8, "to": 5}).json()["entries"] == []


def test_a_long_log_comes_in_parts(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a place named the latest entries come; those before them are asked for by the last one wanted."""
    monkeypatch.setattr(history, "MOST_ENTRIES", 7)
    monkeypatch.setattr(history, "SHEET", 4)
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 17)
    last = ana.position(game)["seq"]

    def seqs(**wanted: int) -> list[int]:
        return [entry["seq"] for entry in ana.get(f"/api/games/{game}/log", **wanted).json()["entries"]]

    assert seqs() == [*range(last - 6, last + 1)]
    assert seqs(to=last - 7) == [*range(last - 13, last - 6)]
    assert seqs(**{"from": 1}) == [1, 2, 3, 4, 5, 6, 7]
    assert seqs(**{"from": 0, "to": 3}) == [1, 2, 3]
    assert seqs(to=0) == []


def test_what_was_taken_back_is_marked_in_a_log_known_already(lone: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 4)
    path = f"/api/games/{game}/log"
    assert not any(entry["undone"] for entry in ana.get(path).json()["entries"])
    seq = ana.position(game)["seq"]
    assert ana.post(f"/api/games/{game}/undo", seq=seq, to=2).status_code == 200
    marked = [entry["seq"] for entry in ana.get(path).json()["entries"] if entry["undone"]]
    assert marked == [*range(3, seq + 1)]


def test_where_there_is_no_market_the_chart_has_what_shares_fetched(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    some_moves(ana, game, 20)
    told = ana.get(f"/api/games/{game}/position?since=0").json()["events"]
    sold = {event["params"]["company"]: event["params"]["amount"] for event in told if event["key"] == "share-sold"}
    chart = ana.get(f"/api/games/{game}/chart").json()
    assert sold and chart["points"][-1]["price"] == sold
    assert chart["points"][0]["price"] == {}


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


def test_the_rounds_tell_where_they_begin_and_what_was_earned(address: str) -> None:
    """In 18CZ: what the events of the log say that trains earned, no more and no less."""
    record = Record.new(find_title("18cz"), ["p1", "p2", "p3"])
    earned: dict[str, int] = {}
    random, bots = Random(3), dict.fromkeys(record.game.state.players, BOTS["random"])
    while len(record.entries) < 130:
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
        for event in record.game.events:
            if event.key == "trains-run":
                earned[event.params["company"]] = earned.get(event.params["company"], 0) + event.params["amount"]
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=record.to_json()).json()["id"]
    rounds = ana.get(f"/api/games/{game}/rounds").json()["rounds"]
    assert rounds[0]["seq"] == 0
    assert [one["seq"] for one in rounds] == sorted({one["seq"] for one in rounds})
    texts = [one["text"] for one in rounds]
    assert texts[:2] == ["Pre-stock round", "Stock round 1"]
    told = {company: sum(one["revenue"].get(company, 0) for one in rounds) for company in earned}
    assert told == earned
    prices = ana.get(f"/api/games/{game}/chart").json()["points"][-1]["price"]
    now = {one["company"]: one["cell"] for one in ana.position(game)["view"]["markers"]}
    assert prices == {company: find_title("18cz").layout.market[cell].price for company, cell in now.items()}


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


# ------------------------------------------------------------------------------------------------------- 18xx.games


def test_a_game_goes_out_for_18xx_games_and_comes_in_again(address: str) -> None:
    """Its export is read like one of theirs; what is played exactly needs no notice."""
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva", title="18cz", options={"profile": "site"})
    now = some_moves(ana, game, 12)
    out = ana.get(f"/api/games/{game}/export/18xx")
    assert out.status_code == 200, out.text
    assert (out.json()["title"], [p["name"] for p in out.json()["players"]]) == ("18CZ", ["Ana", "Ben", "Eva"])
    came = ana.post("/api/import", file=out.json())
    assert came.status_code == 201, came.text
    assert came.json()["notices"] == []
    assert ana.position(came.json()["id"])["view"]["players"] == now["view"]["players"]


def test_where_a_recorded_action_is_refused_the_part_before_it_stands(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva", title="18cz", options={"profile": "site"})
    some_moves(ana, game, 6)
    file = ana.get(f"/api/games/{game}/export/18xx").json()
    file["actions"][-1] = {**file["actions"][-1], "type": "nonsense"}
    came = ana.post("/api/import", file=file)
    assert came.status_code == 201, came.text
    (notice,) = came.json()["notices"]
    assert str(file["actions"][-1]["id"]) in notice


@pytest.mark.parametrize("fault", [KeyError("x"), AttributeError("x")], ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("path", ["import", "import/watched"])
def test_a_fault_of_ours_is_not_told_as_one_of_the_file(
    lone: str, monkeypatch: pytest.MonkeyPatch, path: str, fault: Exception
) -> None:
    """A rule that stumbles while a record is followed: something went wrong here, the file is not blamed."""
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva", title="18cz", options={"profile": "site"})
    some_moves(ana, game, 3)
    file = ana.get(f"/api/games/{game}/export/18xx").json()

    def stumble(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(draft, "_buy", stumble)
    answer = ana.post(f"/api/{path}", file=file)
    told = events_of(answer)[-1][1] if path == "import/watched" else answer.json()
    assert told["error"] == "failed"
    assert told["message"].startswith("Something went wrong on the server.")


def test_a_title_without_a_form_there_says_so(address: str) -> None:
    ana = Person(address, "Ana")
    answer = ana.get(f"/api/games/{ana.hotseat('Ana', 'Ben')}/export/18xx")
    assert answer.status_code == 400
    assert "18xx.games" in answer.json()["message"]


def events_of(answer: httpx2.Response) -> list[tuple[str, Any]]:
    """What a stream has told, in order."""
    told = [block.split("\n") for block in answer.text.strip().split("\n\n")]
    return [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in told]


@pytest.mark.parametrize("path", ["import", "import/watched"])
def test_a_file_that_waits_is_kept_as_it_came(lone: str, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Eight files of four megabytes, taken apart before their turn, took 750 megabytes of memory."""
    taken: list[Any] = []

    async def take_in(_files: Files, file: Any, *_: Any) -> None:
        taken.append(file)
        raise Fault("bad-request", "malformed")

    monkeypatch.setattr(Files, "take_in", take_in)
    Person(lone, "Ana").post(f"/api/{path}", file={"x": [[]] * 1_000})
    assert [type(file) for file in taken] == [msgspec.Raw]
    assert len(taken[0]) < 10_000


def test_whoever_imports_too_often_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They waited for their turn with a file in their hands, behind those that were allowed."""
    monkeypatch.setitem(LIMITS, "import", Limit(1, 1_000.0))
    monkeypatch.setattr(gate, "HELD", 0)
    done, begun = Event(), Event()

    async def take_in(*_: Any) -> None:
        begun.set()
        await asyncio.to_thread(done.wait, 60)
        raise Fault("bad-request", "malformed")

    monkeypatch.setattr(Files, "take_in", take_in)
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        ana = Person(address, "Ana")
        again = ana.on(address)
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(lambda: ana.post("/api/import", file={}).status_code)
            begun.wait(60)
            for path in ("import", "import/watched"):
                assert again.post(f"/api/{path}", file={}).status_code == 429
            assert not first.done()
            done.set()
            assert first.result() == 400


@pytest.mark.parametrize("file", [{"format": "ferrovia game", "log": [{}] * 101}, {"actions": [{}] * 101}])
def test_a_file_longer_than_any_game_is_not_played_through(tmp_path: Path, file: dict[str, Any]) -> None:
    """Four megabytes hold some fifty thousand answers: hours of work."""
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, max_entries=100)
    with a_server(settings) as address:
        answer = Person(address, "Ana").post("/api/import", file=file)
    assert (answer.status_code, answer.json()["message"]) == (
        400,
        "This game file has more than 100 answers: no game is as long as that.",
    )


@pytest.mark.parametrize(
    "file",
    [
        "7",
        "null",
        "[]",
        "NaN",
        '{"format": NaN}',
        '{"seed": 1e999}',
        '{"version": ' + "9" * 5_000 + "}",
        '{"format": "ferrovia game", "version": ' + "9" * 400 + "}",
        '{"title": "\\ud800"}',
        '{"title": "1862", "players": [{"name": "\\udfff"}], "actions": []}',
        '{"title": {}, "players": [{"name": "a"}, {"name": "b"}], "actions": []}',
        '{"title": "1862", "players": [], "actions": {}}',
        '{"title": "1862", "players": [{"name": "a"}, {"name": "b"}], "actions": [], "settings": {"seed": "'
        + "9" * 5_000
        + '"}}',
        '{"a": ' + "[" * 900 + "]" * 900 + "}",
        '{"a": ' + "[" * 9_000 + "]" * 9_000 + "}",
    ],
    ids=lambda file: f"{file[:40]} … {len(file)}",
)
def test_what_no_file_can_be_is_a_bad_request(lone: str, file: str) -> None:
    ana = Person(lone, "Ana")
    headers = {"x-csrftoken": ana.client.cookies["csrftoken"], "content-type": "application/json"}
    answer = ana.client.post("/api/import", content=f'{{"file": {file}}}', headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_what_takes_long_is_done_beside_the_event_loop(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked for small boards or charts again and again kept everybody waiting."""
    where: dict[str, bool] = {}

    def note(what: str) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            where[what] = True
        else:
            where[what] = False

    class Noted(chronicle.Chronicle):
        def __init__(self, live: Any, first: Any) -> None:
            note("chronicle")
            super().__init__(live, first)

    def draw(*given: Any) -> str:
        note("board")
        return draw_thumbnail(*given)

    monkeypatch.setattr(history, "Chronicle", Noted)
    monkeypatch.setattr(endpoints, "draw_thumbnail", draw)
    ana = Person(lone, "Ana")
    game = ana.hotseat()
    assert [ana.get(f"/api/games/{game}/{what}").status_code for what in ("board.svg", "chart")] == [200, 200]
    assert where == {"board": True, "chronicle": True}


def test_a_long_import_tells_how_far_it_is(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva", title="18cz", options={"profile": "site"})
    some_moves(ana, game, 8)
    for form in ("export", "export/18xx"):
        file = ana.get(f"/api/games/{game}/{form}").json()
        *progress, (last, came) = events_of(ana.post("/api/import/watched", file=file))
        assert (last, came["notices"]) == ("game", [])
        assert {kind for kind, _ in progress} == {"progress"}
        parts = [told["part"] for _, told in progress]
        assert parts == sorted(parts)
        assert ana.get(f"/api/games/{came['id']}").json()["analysis"]


def test_a_file_that_is_none_is_told_at_the_end_of_the_stream(address: str) -> None:
    *_, (last, problem) = events_of(Person(address, "Ana").post("/api/import/watched?lang=es", file={"format": "x"}))
    assert (last, problem["error"]) == ("problem", "bad-request")
    assert problem["message"].startswith("Este fichero de partida no sirve")
    assert Person(address).post("/api/import/watched", file={}).status_code == 401


def test_a_database_that_goes_during_an_import_is_told_in_the_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream broke off without a word."""
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, rate_limits=False)) as address:
        ana = Person(address, "Ana")
        file = ana.get(f"/api/games/{ana.hotseat()}/export").json()

        def gone(*_: object) -> None:
            raise Unavailable("gone")

        monkeypatch.setattr("ferrovia.server.lobby.store.add_game", gone)
        *_, (last, problem) = events_of(ana.post("/api/import/watched", file=file))
        assert (last, problem["error"]) == ("problem", "unavailable")


def test_a_small_board_is_drawn_for_lists(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.hotseat()
    picture = ana.get(f"/api/games/{game}/board.svg", seq=0)
    assert picture.headers["content-type"].split(";")[0] == "image/svg+xml"
    assert "immutable" in picture.headers["cache-control"]
    assert picture.text.startswith("<svg")
    assert ana.get(f"/api/games/{game}/board.svg").headers["cache-control"] == "no-cache"
    assert ben.get(f"/api/games/{game}/board.svg").status_code == 404


def test_a_game_that_is_over_says_why(address: str) -> None:
    ana = Person(address, "Ana")
    bots = [{"kind": "bot", "bot": "random"}] * 2
    game = ana.post("/api/games", title="chicago-express", seats=bots, start=True).json()["id"]
    eventually(lambda: ana.get(f"/api/games/{game}").json()["status"] == "finished", 90)
    told = ana.get(f"/api/games/{game}/ending", lang="es").json()["text"]
    assert told.startswith("Se pagaron los últimos dividendos generales: ")
    running = ana.hotseat()
    assert ana.get(f"/api/games/{running}/ending").status_code == 409
