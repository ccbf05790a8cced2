"""Settings, migrations, the database's one writer, health, figures."""

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa
import uvicorn
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from ferrovia import Game, new_game
from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.games.driver import Thinkers
from ferrovia.server.migrations import migrate
from ferrovia.server.run import serve
from ferrovia.server.settings import BadSettings, Settings, load_settings
from ferrovia.server.tables import METADATA, NOTES
from ferrovia.server.words import accepted
from support.servers import Person, eventually, free_port

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
    game = ana.new_game({"kind": "bot", "bot": "greedy"}, start=True)["id"]
    ana.take(game)
    eventually(lambda: ana.position(game)["ask"]["you"])
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    assert children != []
    server.kill()
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_a_killed_thinker_is_replaced() -> None:
    class Table:
        def __init__(self, game: Game) -> None:
            self.title, self.options, self.seats = game.title, {"first-bidder": "1"}, {"p1": 1, "p2": 2}

    async def run() -> list[Any]:
        thinkers, game = Thinkers(1), new_game("chicago-express", ["p1", "p2"])
        found = [await thinkers.answer(Table(game), game, "greedy")]  # type: ignore[arg-type]
        for process in thinkers._executor._processes.values():  # type: ignore[union-attr]
            process.kill()
            process.join()
        found.append(await thinkers.answer(Table(game), game, "greedy"))  # type: ignore[arg-type]
        await thinkers.close()
        return found

    assert [answer["type"] in ("bid", "pass") for answer in asyncio.run(run())] == [True, True]


def test_health_asks_the_database(address: str, database: str) -> None:
    answer = Person(address).get("/healthz")
    assert answer.json() == {"status": "ok", "database": database.partition(":")[0].partition("+")[0]}


def test_figures_for_prometheus(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    ana.take(game)
    page = ana.get("/metrics").text
    assert 'ferrovia_answers_total{by="player"}' in page
    assert 'path="/api/games/{game}/actions"' in page
    assert "ferrovia_request_seconds_bucket" in page
    assert game not in page


def test_several_processes_answer_without_delay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The head of an answer must not wait for its acknowledgement: it did, 40 ms at each request."""
    given: list[socket.socket] = []

    class NoProcesses:
        def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
            given.extend(sockets)

        def run(self) -> None:
            assert given[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            given[0].close()

    monkeypatch.setattr("ferrovia.server.run.Multiprocess", NoProcesses)
    monkeypatch.setattr("ferrovia.server.run.set_up_logs", lambda level: None)
    monkeypatch.setattr("os.environ", dict(os.environ))
    said: list[str] = []
    serve(database=f"sqlite:///{tmp_path}/x.db", port=free_port(), workers=2, say=said.append)
    assert len(given) == 1
    assert said[0].startswith("Ferrovía: http://127.0.0.1:")
