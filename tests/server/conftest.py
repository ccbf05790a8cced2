"""Servers on both databases."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import structlog
from argon2 import PasswordHasher

from ferrovia.server.settings import Settings
from support.servers import PostgreSQL, Redis, ServerProcess, a_server, close_browsers

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(autouse=True)
def browsers() -> Iterator[None]:
    yield
    close_browsers()


@pytest.fixture(autouse=True, scope="session")
def cheap_passwords() -> Iterator[None]:
    """A real hash takes as long as it should; a hundred of them would take all the time of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        cheap = partial(PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
        patch.setattr("ferrovia.server.accounts.service.PasswordHasher", cheap)
        yield


@pytest.fixture(autouse=True, scope="session")
def plain_logs() -> None:
    """Drawn with every local variable, as structlog would on its own, the traceback of one title takes seconds."""
    told = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, told])


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL of our own; skips where it is missing, fails in CI."""
    with PostgreSQL.running() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis of our own; skips where it is missing, fails in CI."""
    with Redis.running() as store:
        yield store


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Makes an empty database of a kind; its address."""
    numbers = count()

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('database')}/games.db"
        cluster: PostgreSQL = request.getfixturevalue("postgresql")
        return cluster.database(f"games_{next(numbers)}")

    return make


@pytest.fixture(scope="session", params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    return new_database(request.param)


def quick(database: str) -> Settings:
    """No limits, bots without a pause and in threads."""
    return Settings(database=database, rate_limits=False, bot_pause=0, bot_processes=0)


@pytest.fixture(scope="session")
def address(database: str) -> Iterator[str]:
    """A server on each database, shared by many tests: everybody brings new people and games."""
    with a_server(quick(database)) as address:
        yield address


@pytest.fixture(scope="session")
def lone(new_database: Callable[[str], str]) -> Iterator[str]:
    """A server on SQLite, for what does not touch the database in an own way."""
    with a_server(quick(new_database("sqlite"))) as address:
        yield address


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts server processes; whatever still runs afterwards is stopped."""
    started: list[ServerProcess] = []

    def start(database: str, *, bots: bool = False, **settings: str) -> ServerProcess:
        process = ServerProcess(database, tmp_path / f"server-{len(started)}.log", settings, bots=bots)
        started.append(process)
        return process.start()

    yield start
    for process in started:
        process.stop()
