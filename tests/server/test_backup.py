"""Backup and restore: all or nothing, from one database into another, and every game checked."""

import gzip
import json
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError
from typer.testing import CliRunner

from ferrovia.cli import app
from ferrovia.server.backup import BadBackup, back_up, check, restore
from ferrovia.server.settings import Settings
from support.servers import PATIENCE, Person, a_server


@pytest.fixture
def played(tmp_path: Path) -> str:
    """A database with a game of two people, an undo, chat and notes, and another that has not begun."""
    database = f"sqlite:///{tmp_path}/played.db"
    with a_server(Settings(database=database, bot_processes=0, rate_limits=False)) as address:
        ana = Person(address)
        ana.post("/api/register", name="Ana", password="seven trains")
        game = ana.hotseat()
        for _ in range(20):
            ana.take(game)
        ana.post(f"/api/games/{game}/undo", seq=ana.position(game)["seq"])
        ana.post(f"/api/games/{game}/chat", text="¡hola!")
        ana.send("PUT", f"/api/games/{game}/notes", {"text": "mine"})
        ana.new_game({"kind": "open"})
    return database


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_restores_everything_into_either_database(
    played: str, tmp_path: Path, new_database: Callable[[str], str], kind: str
) -> None:
    file, place = tmp_path / "all.gz", new_database(kind)
    rows = back_up(played, file)
    assert rows > 30
    assert restore(file, place) == rows
    checked = check(place)
    assert (checked.replayed, checked.older, checked.broken) == (1, 0, [])
    again = tmp_path / "again.gz"
    back_up(place, again)
    assert sorted(gzip.decompress(again.read_bytes()).splitlines()) == sorted(
        gzip.decompress(file.read_bytes()).splitlines()
    )
    with a_server(Settings(database=place, bot_processes=0, rate_limits=False)) as address:
        ana = Person(address)
        assert ana.post("/api/login", name="Ana", password="seven trains").status_code == 200
        game = ana.get("/api/games", list="running").json()["games"][0]["id"]
        assert ana.get(f"/api/games/{game}/notes").json() == {"text": "mine"}
        ana.take(game)


def test_a_backup_that_knows_no_sizes_gets_them(played: str, tmp_path: Path) -> None:
    """Earlier releases kept none; a quota is a sum over them."""
    file, place = tmp_path / "all.gz", f"sqlite:///{tmp_path}/new.db"
    back_up(played, file)
    rows = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    sizes = {row[1]["id"]: row[1].pop("size") for row in rows if isinstance(row, list) and row[0] == "games"}
    file.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    restore(file, place)
    with sqlite3.connect(place.removeprefix("sqlite:///")) as connection:
        assert dict(connection.execute("SELECT id, size FROM games").fetchall()) == sizes
    assert max(sizes.values()) > 1_000


def test_a_game_that_was_changed_is_found(played: str) -> None:
    connection = sqlite3.connect(played.removeprefix("sqlite:///"), isolation_level=None)
    state = json.loads(connection.execute("SELECT state FROM games WHERE status = 'running'").fetchone()[0])
    player = next(iter(state["cash"]))
    state["cash"][player] += 1
    connection.execute("UPDATE games SET state = ? WHERE status = 'running'", [json.dumps(state)])
    connection.close()
    checked = check(played)
    assert (checked.replayed, len(checked.broken)) == (0, 1)


def test_nothing_is_restored_over_something(played: str, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    back_up(played, file)
    with pytest.raises(BadBackup, match="not empty"):
        restore(file, played)


@pytest.mark.parametrize(
    "case",
    [
        *("cut", "spoilt", "no backup", "a row missing", "nothing", "no row", "a row of text", "an unknown column"),
        *("a number without end", "half a letter", "nested without end"),
    ],
)
def test_a_backup_that_is_not_whole_restores_nothing(played: str, tmp_path: Path, case: str) -> None:
    file, place = tmp_path / "all.gz", f"sqlite:///{tmp_path}/new.db"
    back_up(played, file)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    content = {
        "cut": file.read_bytes()[:-200],
        "spoilt": file.read_bytes()[:60] + b"\xff" * 60 + file.read_bytes()[120:],
        "no backup": gzip.compress(b'{"format": "something else"}\n'),
        "a row missing": gzip.compress(b"".join(lines[:3] + lines[4:])),
        "nothing": b"",
        "no row": gzip.compress(lines[0] + b"7\n" + lines[-1]),
        "a row of text": gzip.compress(lines[0] + b'["notes", "red"]\n{"rows": 1}\n'),
        "a number without end": gzip.compress(
            lines[0] + b'["users", {"id": "a", "name": "A", "created": 0, "seen": 1' + b"0" * 30 + b'}]\n{"rows": 1}\n'
        ),
        "half a letter": gzip.compress(
            lines[0] + b'["notes", {"game": "a", "user": "b", "text": "\\ud800"}]\n{"rows": 1}\n'
        ),
        "nested without end": gzip.compress(lines[0] + b"[" * 100_000),
        "an unknown column": gzip.compress(lines[0] + b'["notes", {"colour": "red"}]\n{"rows": 1}\n'),
    }
    file.write_bytes(content[case])
    with pytest.raises(BadBackup):
        restore(file, place)
    assert back_up(place, tmp_path / "empty.gz") == 0


def test_what_goes_wrong_is_told_in_one_line(played: str, tmp_path: Path) -> None:
    """Each of them ended with a traceback."""
    nobody_there = "postgresql+psycopg://me:secret@127.0.0.1:1/games"
    file = str(tmp_path / "all.gz")
    CliRunner().invoke(app, ["backup", file, "--database", played])
    for command in (
        ["backup", str(tmp_path / "nowhere" / "all.gz"), "--database", played],
        ["backup", str(tmp_path / "other.gz"), "--database", nobody_there],
        ["restore", file, "--database", nobody_there],
    ):
        done = CliRunner().invoke(app, command)
        assert (done.exit_code, done.output.count("\n")) == (2, 1), done.output
        assert not isinstance(done.exception, OSError | SQLAlchemyError)
        assert "secret" not in done.output


def test_the_program_backs_up_and_checks(played: str, tmp_path: Path) -> None:
    file = str(tmp_path / "all.gz")
    done = CliRunner().invoke(app, ["backup", file, "--database", played])
    assert (done.exit_code, "rows are safe in" in done.output) == (0, True)
    sound = CliRunner().invoke(app, ["restore", file, "--check"])
    assert "Games replayed and found correct: 1; begun under earlier rules: 0." in sound.output


def test_nobody_waits_for_a_backup_and_nobody_else_reads_it(
    played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It kept everybody from writing until it was done, and whoever has an account on the machine could read it."""
    file, at_work, go_on = tmp_path / "all.gz", Event(), Event()

    def slowly(row: object, **how: Any) -> str:
        if isinstance(row, list):  # the first row was read, so the transaction has begun
            at_work.set()
            assert go_on.wait(PATIENCE)
        return json.dumps(row, **how)

    with a_server(Settings(database=played, bot_processes=0, rate_limits=False)) as address:
        ana = Person(address)
        ana.post("/api/login", name="Ana", password="seven trains")
        game = ana.get("/api/games", list="running").json()["games"][0]["id"]
        monkeypatch.setattr("ferrovia.server.backup.json", SimpleNamespace(dumps=slowly))
        with ThreadPoolExecutor() as beside:
            backing_up = beside.submit(back_up, played, file)
            try:
                assert at_work.wait(PATIENCE)
                ana.take(game)
            finally:
                go_on.set()
            assert backing_up.result() > 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
