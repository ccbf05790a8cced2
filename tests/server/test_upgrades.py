"""Databases and files of earlier releases: games go on, and what cannot be read harms nobody else."""

import gzip
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ferrovia import titles
from ferrovia.engine.codec import digest
from ferrovia.server.settings import Settings
from support.servers import Person, a_server

DATABASES = Path(__file__).parent / "databases"
"""Made by our own program when it was younger (tools/database_fixture.py): running and finished games of every title
there was; since schema 3 all five."""
THREE = {"chicago-express", "18cz", "1862"}
FIVE = {*THREE, "1824", "18esp"}
VERSIONS = {title.id: title.rules_version for title in titles()}
SESSION = "a session of an earlier release"
SOME = 50
"""Answers of the games that were running."""


@pytest.fixture(params=sorted(path.name for path in DATABASES.iterdir()))
def earlier(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    database = sqlite3.connect(tmp_path / "games.db")
    database.executescript(gzip.decompress((DATABASES / request.param).read_bytes()).decode())
    database.close()
    return tmp_path / "games.db"


@pytest.fixture
def server(earlier: Path) -> Iterator[str]:
    with a_server(Settings(database=f"sqlite:///{earlier}", bot_processes=0, rate_limits=False)) as address:
        yield address


def ana(server: str) -> Person:
    person = Person(server)
    person.client.cookies.set("session", SESSION)
    return person


def test_games_of_an_earlier_release_are_listed_opened_and_go_on(server: str, request: pytest.FixtureRequest) -> None:
    person = ana(server)
    games = person.get("/api/games", list="mine").json()["games"]
    there = THREE if "schema-0002" in request.node.name else FIVE
    for status in ("running", "finished"):
        assert {game["title"] for game in games if game["status"] == status} == there
    assert all(game["readable"] for game in games)
    for game in games:
        path = f"/api/games/{game['id']}"
        table = person.get(f"{path}/table").json()
        assert (table["update"]["outcome"], table["update"]["seq"]) == (game["status"] == "finished", game["seq"])
        assert len(person.get(f"{path}/log").json()["entries"]) == min(game["seq"], 500)
        file = person.get(f"{path}/export")
        assert file.status_code == 200
        if game["status"] == "running":  # a finished one would take long
            again = person.post("/api/import", file=file.json())
            if file.json()["rules_version"] == VERSIONS[game["title"]]:
                assert again.status_code == 201, again.text
            else:  # where today's rules cannot replay the log, that is said
                assert (again.status_code, "rules" in again.json()["message"]) == (409, True)
            seq = table["update"]["seq"]
            moved = person.act(game["id"], seq, table["update"]["offers"][0]["action"])
            assert moved.status_code in (200, 422), moved.text  # an offer may want to be grown first
            assert person.position(game["id"], seq=seq - 1)["seq"] == seq - 1


def test_there_are_games_of_the_rules_before_these() -> None:
    """Of every title, running and finished; those of the rules before the present ones, or of the present ones."""
    found: set[tuple[str, int, str]] = set()
    for path in DATABASES.iterdir():
        database = sqlite3.connect(":memory:")
        database.executescript(gzip.decompress(path.read_bytes()).decode())
        found |= set(database.execute("SELECT title, rules_version, status FROM games"))
        database.close()
    for title, version in VERSIONS.items():
        for status in ("running", "finished"):
            assert {(title, version, status), (title, version - 1, status)} & found, (title, version, status)


LATER = 12
"""Answers given in a game that an earlier release has begun."""


@pytest.mark.parametrize("earlier", ["schema-0009-rules-5.sql.gz"], indirect=True)
def test_a_game_of_earlier_rules_is_played_on_under_those_of_today(server: str, earlier: Path) -> None:
    """1824 begun under rules 5, among others: whatever is answered from now on is today's."""
    person = ana(server)
    games = {game["title"]: game["id"] for game in person.get("/api/games", list="running").json()["games"]}
    assert games.keys() == FIVE
    with sqlite3.connect(earlier) as connection:
        stored = dict(connection.execute("SELECT title, rules_version FROM games WHERE status = 'running'"))
    connection.close()
    assert stored["1824"] == 5
    for title, game in games.items():
        now = person.position(game)
        for _ in range(LATER):
            answers = (person.act(game, now["seq"], offer["action"]) for offer in now["offers"])
            now = next(answer.json() for answer in answers if answer.status_code == 200)
        file = person.get(f"/api/games/{game}/export").json()
        assert file["rules_version"] == VERSIONS[title]
        assert len(file["log"]) > SOME + LATER - 1


BROKEN = {
    "an unknown title": "UPDATE games SET title = '1899' WHERE id = :game",
    "no JSON for options": "UPDATE games SET options = '{' WHERE id = :game",
    "an unknown course": "UPDATE games SET course = '[7]' WHERE id = :game",
    "a damaged position": "UPDATE games SET state = substr(state, 1, 500) WHERE id = :game",
    "a position of another shape": "UPDATE games SET state = '{}' WHERE id = :game",
    "an odd wish": "UPDATE games SET undo_request = '[]' WHERE id = :game",
    "options that are none": "UPDATE games SET options = '[7]' WHERE id = :game",
    "no options": "UPDATE games SET options = 'null' WHERE id = :game",
    "a time that is none": f"UPDATE games SET created = {10**17}, updated = 'x' WHERE id = :game",
    "a seat that is none": "UPDATE seats SET seat = 'x' WHERE game = :game AND seat = 'p1'",
    "nobody sits there": "DELETE FROM seats WHERE game = :game",
    "no log": "DELETE FROM entries WHERE game = :game",
    "no end of the log": "DELETE FROM entries WHERE game = :game AND seq > 3",
    "no beginning of the log": "DELETE FROM entries WHERE game = :game AND seq < 3",
    "an unknown answer": """UPDATE entries SET action = '{"type": "fly"}' WHERE game = :game AND seq > 0""",
    "answers that are none": "UPDATE entries SET action = '[7]' WHERE game = :game AND seq > 0",
    "events that are none": "UPDATE entries SET events = '7' WHERE game = :game AND seq > 0",
    "an unknown entry": "UPDATE entries SET kind = 'leap' WHERE game = :game AND seq > 0",
    "an answer of nobody": "UPDATE entries SET who = 'x' WHERE game = :game AND seq > 0",
}


@pytest.mark.parametrize("earlier", ["schema-0002.sql.gz"], indirect=True)
@pytest.mark.parametrize("case", BROKEN)
def test_one_game_that_cannot_be_read_breaks_nothing_else(server: str, earlier: Path, case: str) -> None:
    person = ana(server)
    game = person.get("/api/games", list="running").json()["games"][0]["id"]
    connection = sqlite3.connect(earlier, isolation_level=None)
    connection.execute(BROKEN[case], {"game": game})
    connection.close()
    for which in ("running", "mine", "waiting"):
        listed = person.get("/api/games", list=which)
        assert listed.status_code == 200
        assert len(listed.json()["games"]) >= 3 - (which == "waiting")
    assert person.get(f"/api/games/{game}").status_code == 200
    for path in ("position", "position?since=0", "table", "log", "export", "chart", "rounds", "board.svg?seq=2"):
        answer = person.client.get(f"/api/games/{game}/{path}")
        gone = case == "no beginning of the log" and path.startswith("board.svg")  # the position is not there any more
        assert answer.status_code in ((404,) if gone else (200, 409)), (path, answer.text)
    for path in ("undo", "redo", "clone"):
        answer = person.post(f"/api/games/{game}/{path}", seq=2)
        assert answer.status_code in (200, 201, 409), (path, answer.text)


def damaged(value: Any, random: Random) -> Any:
    """A position of another shape: somewhere in it something is missing, or something else."""
    inside = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not inside or random.random() < 0.25:
        return random.choice([{}, [], None, -1, 10**30, "x", "", [[]], {"x": {}}])
    place = random.choice(inside)
    changed = value.copy()
    if random.random() < 0.2:
        del changed[place]
    else:
        changed[place] = damaged(value[place], random)
    return changed


@pytest.mark.parametrize("title", [title.id for title in titles()])
def test_a_file_of_earlier_rules_never_crashes_the_server(lone: str, title: str) -> None:
    """Fifteen ways were found, all with an older version: there the log is not replayed."""
    random = Random(16)
    person = Person(lone, "Ana")
    seats = [{"kind": "named", "name": name} for name in ("Ana", "Ben", "Eva")]
    game = person.post("/api/games", title=title, seats=seats, hotseat=True, start=True).json()["id"]
    file = person.get(f"/api/games/{game}/export").json()
    file["rules_version"] -= 1
    for number in range(30):
        state = damaged(file["state"], random)
        changed = {**file, "state": state, "fingerprint": digest(state)}
        if number % 3 == 0:
            key = random.choice([key for key in file if key != "state"])
            changed = {**file, key: damaged(file[key], random)}
        answer = person.post("/api/import", file=changed)
        assert answer.status_code in (201, 400, 409), answer.text
        if answer.status_code == 201:  # whatever came in can be looked at, or is told to be unreadable
            for path in ("table", "log", "export", "chart"):
                assert person.get(f"/api/games/{answer.json()['id']}/{path}").status_code in (200, 409), path
