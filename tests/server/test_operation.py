"""Settings, migrations, the database's one writer, health, figures."""

import asyncio
import logging
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa
import uvicorn
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event
from structlog.testing import capture_logs
from typer.testing import CliRunner

from ferrovia.cli import app
from ferrovia.server.database import Database, Taken, Unavailable, Unstorable
from ferrovia.server.metrics import Metrics
from ferrovia.server.migrations import migrate
from ferrovia.server.run import another_door, is_our_business, serve, with_head
from ferrovia.server.settings import BadSettings, Settings, load_settings
from ferrovia.server.tables import METADATA, NOTES
from ferrovia.server.words import accepted
from support.servers import ENDS, TITLE, Following, Person, ServerProcess, a_server, eventually, free_port

# ------------------------------------------------------------------------------------------------------------ settings


def test_settings_come_from_the_command_the_environment_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('database = "sqlite:///a.db"\nport = 1\nhost = "0.0.0.0"\nrate_limits = false\n')
    environment = {"FERROVIA_SETTINGS": str(file), "FERROVIA_PORT": "2", "FERROVIA_LOG_LEVEL": "debug"}
    found = load_settings(environment, port=None, database="sqlite:///b.db")
    assert (found.database, found.port, found.host) == ("sqlite:///b.db", 2, "0.0.0.0")
    assert (found.rate_limits, found.log_level) == (False, "debug")


@pytest.mark.parametrize(
    ("environment", "wrong"),
    [
        ({"FERROVIA_PORT": "eighty"}, "port"),
        ({"FERROVIA_RATE_LIMITS": "perhaps"}, "rate_limits"),
        ({"FERROVIA_SETTINGS": "/nowhere/at/all.toml"}, "cannot be read"),
        ({"FERROVIA_PORT": "65536"}, "port: .* 1 to 65535"),
        ({"FERROVIA_WORKERS": "0"}, "workers"),
        ({"FERROVIA_SESSION_DAYS": "-1"}, "session_days"),
        ({"FERROVIA_POLL": "0"}, "poll"),
        ({"FERROVIA_BOT_PAUSE": "nan"}, "bot_pause"),
        ({"FERROVIA_LOG_LEVEL": "loud"}, "log_level: .* debug, info, warning, error"),
        ({"FERROVIA_DATABASE": "mysql://localhost/games"}, "database: .* sqlite"),
        ({"FERROVIA_DATABASE": "games.db"}, "database: .* sqlite"),
        ({"FERROVIA_DATABASE": "postgresql://u:secret@h:x/games"}, "database: .* sqlite"),
    ],
)
def test_a_bad_setting_is_named(environment: dict[str, str], wrong: str) -> None:
    with pytest.raises(BadSettings, match=wrong):
        load_settings(environment)


def test_an_unknown_setting_is_named(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("colour = 3\n")
    with pytest.raises(BadSettings, match="colour"):
        load_settings({"FERROVIA_SETTINGS": str(file)})
    file.write_text("port = = 3\n")
    with pytest.raises(BadSettings, match="no TOML"):
        load_settings({"FERROVIA_SETTINGS": str(file)})
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match="no TOML"):
        load_settings({"FERROVIA_SETTINGS": str(file)})
    file.write_text("port = true\n")
    with pytest.raises(BadSettings, match="port"):
        load_settings({"FERROVIA_SETTINGS": str(file)})


def test_a_password_is_not_told_with_a_bad_setting() -> None:
    with pytest.raises(BadSettings) as refused:
        load_settings({"FERROVIA_DATABASE": "mysql://u:secret@h/games"})
    assert "secret" not in str(refused.value)


def starting(**settings: str) -> tuple[int, str]:
    """How a server that cannot start ends, and all it says."""
    command = [sys.executable, "-m", "ferrovia.server"]
    environment = os.environ | {f"FERROVIA_{key.upper()}": value for key, value in settings.items()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_whoever_believes_every_proxy_is_warned(processes: Callable[..., ServerProcess], tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/x.db"
    some, every = (processes(database, FERROVIA_TRUSTED_PROXIES=told) for told in ("127.0.0.1", "*"))
    assert "every proxy is believed" not in some.log.read_text()
    assert "every proxy is believed" in every.log.read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_in_use_is_told_in_one_sentence(tmp_path: Path, workers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        code, said = starting(database=f"sqlite:///{tmp_path}/x.db", port=port, workers=workers)
    assert code == 2
    assert said.startswith(f"port {port} of 127.0.0.1 is in use by another program; choose another, as --port ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"port": "many"}, "setting port: 'many' is no int"),
        ({"host": "192.0.2.1"}, "nobody can listen at 192.0.2.1, port 8000: "),
        ({"database": "sqlite:////dev/null/games.db"}, "the database cannot be opened: "),
        ({"database": "postgresql+psycopg://me:secret@127.0.0.1:1/games"}, "the database cannot be opened: "),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    port = str(free_port()) if "host" not in settings else "8000"
    code, said = starting(**{"database": f"sqlite:///{tmp_path}/x.db", "port": port} | settings)
    assert (code, said.count("\n")) == (2, 1), said
    assert said.startswith(sentence)
    assert "secret" not in said


def test_every_setting_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    for name in Settings.__slots__:
        assert f"`{name}`" in text, name


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("es", "es"),
        ("es-AR,en;q=0.8", "es"),
        ("en;q=0.5, es;q=0.9", "es"),
        ("fr, de", "en"),
        ("es;q=0", "en"),
        ("es;q=x, en", "en"),
    ],
)
def test_the_browser_says_which_language(header: str, language: str) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("FERROVIA_PROT", "9000", "there is no setting FERROVIA_PROT; docs/server.md lists them"),
        ("FERROVIA_ADDRESS", "play.example.org", "'play.example.org' is not an address as https://play.example.org"),
        ("FERROVIA_TRUSTED_PROXIES", "nginx", "'nginx' is not a list of IP addresses or networks, or *"),
        ("FERROVIA_METRICS", "9100", "'9100' is not a host and a port as 127.0.0.1:9100"),
    ],
)
def test_settings_that_cannot_be_right_are_refused(variable: str, value: str, told: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(told)):
        load_settings({variable: value})


def test_proxies_are_addresses_networks_or_all() -> None:
    for proxies in ("127.0.0.1", "10.0.0.0/8, ::1", "*"):
        assert load_settings({"FERROVIA_TRUSTED_PROXIES": proxies}).trusted_proxies == proxies


# ---------------------------------------------------------------------------------------------------------- migrations


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_lead_to_the_tables_we_use(kind: str, new_database: Callable[[str], str]) -> None:
    engine = sa.create_engine(new_database(kind))
    migrate(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_processes_that_start_together_migrate_once(kind: str, new_database: Callable[[str], str]) -> None:
    databases = [Database(url) for url in [new_database(kind)] * 4]
    failures: list[Exception] = []

    def attempt(database: Database) -> None:
        try:
            migrate(database.writing)
        except Exception as error:
            failures.append(error)

    threads = [Thread(target=attempt, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for database in databases:
        asyncio.run(database.close())
    assert failures == []


def test_a_database_of_a_later_release_is_refused_in_one_sentence(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/x.db"
    engine = sa.create_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    sentence = "a later release of Ferrovía has changed it (to shape 9999); see docs/upgrading.md for the way back\n"
    assert starting(database=database, port=str(free_port())) == (2, f"the database cannot be opened: {sentence}")
    for command in (["backup", str(tmp_path / "all.gz")], ["admin", "statistics"]):
        done = CliRunner().invoke(app, [*command, "--database", database])
        assert (done.exit_code, sentence in done.output) == (2, True), done.output


# ---------------------------------------------------------------------------------------------------------- one writer


def note(text: str) -> Callable[[sa.Connection], None]:
    return lambda c: c.execute(sa.insert(NOTES).values(game="g", user=text, text=text)) and None


def kept(connection: sa.Connection) -> list[str]:
    return sorted(connection.execute(sa.select(NOTES.c.text)).scalars())


def on_a_database(url: str, use: Callable[[Database], Any]) -> Any:
    async def run() -> Any:
        database = Database(url)
        migrate(database.writing)
        try:
            return await use(database)
        finally:
            await database.close()

    return asyncio.run(run())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_many_writers_share_few_commits(kind: str, new_database: Callable[[str], str]) -> None:
    async def use(database: Database) -> tuple[int, list[str]]:
        commits = 0

        def count(_: object) -> None:
            nonlocal commits
            commits += 1

        event.listen(database.writing, "commit", count)
        await asyncio.gather(*(database.write(note(f"{n:03}")) for n in range(200)))
        return commits, await database.read(kept)

    commits, found = on_a_database(new_database(kind), use)
    assert found == [f"{n:03}" for n in range(200)]
    assert commits < 150


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_one_who_fails_takes_nobody_along(kind: str, new_database: Callable[[str], str]) -> None:
    async def use(database: Database) -> tuple[list[Any], list[str]]:
        await database.write(note("b"))
        jobs = [database.write(note(text)) for text in ("a", "b", "c", "b", "d")]
        return await asyncio.gather(*jobs, return_exceptions=True), await database.read(kept)

    results, found = on_a_database(new_database(kind), use)
    assert [isinstance(result, Taken) for result in results] == [False, True, False, True, False]
    assert found == ["a", "b", "c", "d"]


def test_what_postgresql_cannot_store_takes_nobody_along(new_database: Callable[[str], str]) -> None:
    """It counted as an outage, for everybody in the same transaction."""

    async def use(database: Database) -> tuple[list[Any], list[str]]:
        jobs = [database.write(note(text)) for text in ("a", "b\x00", "c")]
        return await asyncio.gather(*jobs, return_exceptions=True), await database.read(kept)

    results, found = on_a_database(new_database("postgresql"), use)
    assert [type(result) for result in results] == [type(None), Unstorable, type(None)]
    assert found == ["a", "c"]


def test_a_mistake_inside_a_transaction_leaves_nothing(new_database: Callable[[str], str]) -> None:
    def half_done(connection: sa.Connection) -> None:
        note("x")(connection)
        raise ZeroDivisionError

    async def use(database: Database) -> tuple[list[Any], list[str]]:
        results = await asyncio.gather(database.write(half_done), database.write(note("y")), return_exceptions=True)
        return [*results], await database.read(kept)

    results, found = on_a_database(new_database("sqlite"), use)
    assert isinstance(results[0], ZeroDivisionError)
    assert found == ["y"]


def test_a_database_that_is_gone_is_unavailable(tmp_path: Path) -> None:
    async def use(database: Database) -> list[Any]:
        asking = (database.read(kept), database.write(note("x")), database.write(note("y")))
        return [*await asyncio.gather(*asking, return_exceptions=True)]

    async def run() -> list[Any]:
        database = Database("postgresql+psycopg://nobody@127.0.0.1:1/nothing")
        try:
            return await use(database)
        finally:
            await database.close()

    assert [type(result) for result in asyncio.run(run())] == [Unavailable] * 3


def test_only_the_two_databases_are_known() -> None:
    with pytest.raises(ValueError, match="mysql"):
        Database("mysql://localhost/games")


def test_sqlite_is_durable(new_database: Callable[[str], str]) -> None:
    def ask(connection: sa.Connection) -> tuple[Any, Any]:
        return tuple(connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous"))  # type: ignore[return-value]

    async def use(database: Database) -> Any:
        return await database.write(ask)

    assert on_a_database(new_database("sqlite"), use) == ("wal", 2)


# -------------------------------------------------------------------------------------------------------- bots, health


def test_bots_think_in_a_process_of_their_own(
    processes: Callable[..., Any], new_database: Callable[[str], str]
) -> None:
    server = processes(new_database("sqlite"), FERROVIA_BOT_PROCESSES="1")
    ana = Person(server.address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "simple"}, start=True)["id"]
    ana.take(game)
    eventually(lambda: ana.position(game)["ask"]["you"])
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert children != []
    server.kill()
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_alive_and_ready(address: str, database: str, path: str) -> None:
    kind = database.partition(":")[0].partition("+")[0]
    assert Person(address).get(path).json() == {"status": "ok", "database": kind}


def test_a_server_that_cannot_write_is_alive_but_not_ready(tmp_path: Path) -> None:
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        other.execute("DROP TABLE alembic_version")
        other.close()
        assert Person(address).get("/healthz").status_code == 200
        assert Person(address).get("/readyz").status_code == 503


def test_who_asks_often_whether_it_can_write_makes_it_write_once(new_database: Callable[[str], str]) -> None:
    """Anybody may ask, and each time the disk was forced to write."""

    async def use(database: Database) -> int:
        commits: list[object] = []
        event.listen(database.writing, "commit", commits.append)
        for _ in range(20):
            await database.prove_writing()
        return len(commits)

    assert on_a_database(new_database("sqlite"), use) <= 2


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/titles", "/api/me"])
def test_head_is_answered_like_get_without_a_body(lone: str, path: str) -> None:
    client = Person(lone).client
    head, got = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert client.head("/api/games/none").status_code == 404


def test_head_of_live_updates_ends(lone: str) -> None:
    """The line stayed open for ever, with nothing to be said on it."""
    ana = Person(lone, "Ana")
    game = ana.hotseat()
    head = ana.client.head(f"/api/games/{game}/stream")
    assert (head.status_code, head.headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
    assert ana.take(game)["seq"] > 0


def test_nobody_else_reads_a_new_database(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new/games.db")
    migrate(database.writing)
    try:
        assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new").iterdir()} == {0o600}
    finally:
        asyncio.run(database.close())


def test_figures_for_prometheus_have_an_address_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, metrics=f"127.0.0.1:{port}")
    with a_server(settings) as address:
        ana = Person(address, "Ana")
        game = ana.hotseat("Ana", "Ben")
        ana.take(game)
        page = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
        public = ana.get("/metrics").text
    assert 'ferrovia_answers_total{by="player"}' in page
    assert 'path="/api/games/{game}/actions"' in page
    assert "ferrovia_request_seconds_bucket" in page
    assert game not in page
    assert "ferrovia_answers" not in public


def test_figures_that_cannot_be_told_are_missed_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.server.metrics.MOST_PROCESSES", 1)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        with capture_logs() as told, Metrics().told_at(address):
            pass
    assert [line["log_level"] for line in told] == ["warning"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_that_is_told_to_stop_stops(
    processes: Callable[..., ServerProcess], tmp_path: Path, workers: str
) -> None:
    """Open lines and thinking bots hold nobody up, and nothing is told as a mistake."""
    server = processes(
        f"sqlite:///{tmp_path}/x.db", FERROVIA_WORKERS=workers, FERROVIA_BOT_PROCESSES="1", FERROVIA_BOT_PAUSE="0.1"
    )
    ana = Person(server.address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "simple"}, {"kind": "bot", "bot": "random"}, start=True)["id"]
    lines = [Following(ana, game) for _ in range(4)]
    for line in lines:
        line.wait_for("update")
    assert server.ends_in() < ENDS
    assert "Traceback" not in server.log.read_text()
    assert server.process is not None
    assert server.process.returncode in (0, -15)
    for line in lines:
        line.close()


def started_by(process: int) -> list[int]:
    """The processes that one has started, without the one that only tidies up after Python."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in children if "resource_tracker" not in Path(f"/proc/{child}/cmdline").read_text()]


def is_there(process: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def looks_after_itself(process: int) -> bool:
    """Whether it has come so far that it would not outlive the one that has started it: a thread of it watches."""
    return len(list(Path(f"/proc/{process}/task").iterdir())) > 1


@pytest.mark.parametrize("what", ["a server", "servers", "a worker for bots"])
@pytest.mark.parametrize("told", ["one", "all"])
def test_a_process_that_hangs_keeps_nobody_from_ending(
    processes: Callable[..., ServerProcess], new_database: Callable[[str], str], what: str, told: str
) -> None:
    """A process that is stopped hears no SIGTERM and gives no sign of life: what looked after it waited a minute for
    one, and whoever told it to stop waited along. systemd tells all processes at once."""
    bots = what == "a worker for bots"
    database = new_database("postgresql" if bots else "sqlite")
    more = {"FERROVIA_BOTS": "workers"} if bots else {}
    workers = "2" if what == "servers" else "1"
    front = processes(database, **more, FERROVIA_WORKERS=workers, FERROVIA_BOT_PROCESSES="1")
    server = processes(database, bots=True, **more, FERROVIA_BOT_PROCESSES="1") if bots else front
    ana = Person(front.address, "Ana")
    seats = [{"kind": "bot", "bot": "simple"}] * 3
    game = ana.post("/api/games", title=TITLE, seats=seats, start=True).json()["id"]
    eventually(lambda: ana.position(game)["seq"] > 0)
    assert server.process is not None
    first = server.process.pid
    answering = started_by(first) if what == "servers" else [first]

    def thinking() -> list[int]:
        return [process for one in answering for process in started_by(one)]

    hung = thinking()
    assert hung != []
    eventually(lambda: all(map(looks_after_itself, hung)))
    if what == "servers":
        hung = [next(one for one in answering if started_by(one)), *hung]
    below = {*answering, *hung} - {first}
    for process in hung:
        os.kill(process, signal.SIGSTOP)
    time.sleep(1.5)  # meanwhile somebody has begun to wait for a sign of life
    if told == "all":
        for process in below:
            os.kill(process, signal.SIGTERM)
    assert server.ends_in() < ENDS
    eventually(lambda: not any(map(is_there, below)), ENDS)
    assert "Traceback" not in server.log.read_text()


def test_several_processes_end_with_the_one_that_started_them(
    processes: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    """When it was killed the others stayed, and a new server found its port taken."""
    server = processes(f"sqlite:///{tmp_path}/x.db", FERROVIA_WORKERS="2")
    assert server.process is not None
    first = server.process.pid
    answering = eventually(lambda: len(found := started_by(first)) == 2 and found)
    server.kill()
    eventually(lambda: not any(map(is_there, answering)), 5.0)


@pytest.mark.parametrize("begun", [False, True], ids=["nothing was sent", "an answer had begun"])
def test_what_is_given_up_at_the_end_is_no_mistake(begun: bool) -> None:
    """Whoever waits for an answer when the server ends was told 500, and the log a traceback."""

    async def run() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start" and sent:
                raise RuntimeError("as uvicorn does")
            sent.append(message)

        async def work(_scope: Any, _receive: Any, send: Any) -> None:
            if begun:
                await send({"type": "http.response.start", "status": 200, "headers": []})
            await asyncio.sleep(60)

        app: Any = with_head(work)
        task = asyncio.create_task(app({"type": "http", "method": "GET"}, None, send))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled() is begun
        return [message.get("status") for message in sent]

    assert asyncio.run(run()) == ([200] if begun else [503, None])
    error = asyncio.CancelledError()
    told = logging.LogRecord(
        "uvicorn.error", 40, "", 1, "Exception in ASGI application\n", (), (type(error), error, None)
    )
    assert not is_our_business(told)


def test_a_refusal_that_is_held_back_does_not_hold_up_the_end(
    processes: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    server = processes(f"sqlite:///{tmp_path}/x.db", FERROVIA_RATE_LIMITS="yes", FERROVIA_LIMIT_SCALE="0.1")
    client, answers = Person(server.address).client, list[int]()

    def ask() -> None:
        try:
            answers.append(client.get("/api/games/none/export").status_code)
        except httpx2.ConnectError:  # on a busy machine it may come when the door is closed already
            answers.append(503)

    while 429 not in answers:
        ask()
    waiting = [Thread(target=ask) for _ in range(6)]
    before = len(answers)
    for thread in waiting:
        thread.start()
    time.sleep(0.1)
    assert server.ends_in() < ENDS
    for thread in waiting:
        thread.join()
    assert len(answers) == before + 6
    assert {404, 429, 503} >= set(answers)
    assert "Traceback" not in server.log.read_text()


HELD_UP = """
import asyncio, signal, sys, time
from ferrovia.server.ending import before_stopping, when_told_to_stop

async def work():
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    {how}(lambda: None)
    print("ready", flush=True)
    {long}

asyncio.run(work())
"""


@pytest.mark.parametrize("how", ["before_stopping", "when_told_to_stop"])
@pytest.mark.parametrize("long", ["await asyncio.to_thread(time.sleep, 60)", "time.sleep(60)"])
def test_long_work_does_not_keep_a_process_from_ending(how: str, long: str) -> None:
    """Python would wait for every thread: an import that had just begun held up the end of the server; and a worker for
    bots whose event loop hung did not hear that it was to stop."""
    command = [sys.executable, "-c", HELD_UP.format(how=how, long=long)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        begun = time.monotonic()
        process.terminate()
        process.wait(30)
        assert time.monotonic() - begun < ENDS
        assert (process.returncode, process.stderr.read() if process.stderr else "") == (0, "")


def test_several_processes_answer_without_delay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The head of an answer must not wait for its acknowledgement: it did, 40 ms at each request."""
    given: list[socket.socket] = []

    class NoProcesses:
        def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
            given.extend(sockets)

        def run(self) -> None:
            with given[0] as door, another_door(door) as other:
                assert all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in (door, other))

    monkeypatch.setattr("ferrovia.server.run.Several", NoProcesses)
    monkeypatch.setattr("ferrovia.server.run.set_up_logs", lambda level: None)
    monkeypatch.setattr("os.environ", dict(os.environ))
    said: list[str] = []
    serve(database=f"sqlite:///{tmp_path}/x.db", port=free_port(), workers=2, say=said.append)
    assert len(given) == 1
    assert said[0].startswith("Ferrovía: http://127.0.0.1:")


def test_who_comes_is_shared_out_among_several_processes(
    processes: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    """Whichever process woke first took all that came; of eighty connections one had eighty."""
    figures = free_port()
    server = processes(f"sqlite:///{tmp_path}/x.db", FERROVIA_WORKERS="2", FERROVIA_METRICS=f"127.0.0.1:{figures}")

    def answered() -> list[float]:
        """By each process; the second may have found its port taken by somebody else."""
        found: list[float] = []
        for port in range(figures, figures + 10):
            with suppress(httpx2.HTTPError):
                page = httpx2.get(f"http://127.0.0.1:{port}/metrics").text
                counted = re.findall(r'ferrovia_requests_total{.*path="/healthz".*} (\S+)', page)
                found += [sum(map(float, counted))] if "ferrovia_streams" in page else []
        return found

    eventually(lambda: len(answered()) == 2)
    for _ in range(60):
        httpx2.get(f"{server.address}/healthz")
    assert min(answered()) > 10
    port = server.address.rpartition(":")[2]
    code, said = starting(database=f"sqlite:///{tmp_path}/y.db", port=port, workers="2")
    assert (code, f"port {port} of 127.0.0.1 is in use" in said) == (2, True)
