"""Connections to the database: how SQLite and PostgreSQL are opened, and what is promised while something is read."""

import selectors
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import QueuePool

WAIT_SECONDS = 10
"""Seconds to wait for a lock or a connection."""
LONGEST_LOG = 8_000
"""Pages after which a writer of SQLite copies the log itself: that happens where there is never a moment's rest."""
KEEP_ALIVE: dict[str, Any] = {
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A database on another host that went without a word is noticed within some ten seconds."""


def reading_engine(url: sa.URL, size: int = 1) -> sa.Engine:
    """Whatever is read in one transaction is as it was at one moment, and keeps nobody from writing."""
    return engine_for(url, size, begin="BEGIN", isolation="REPEATABLE READ")


def writing_engine(url: sa.URL, size: int = 1) -> sa.Engine:
    return engine_for(url, size, begin="BEGIN IMMEDIATE", isolation="READ COMMITTED")


def engine_for(
    url: sa.URL, size: int, *, begin: str | None, isolation: str, wait_seconds: int = WAIT_SECONDS
) -> sa.Engine:
    """`begin` is how SQLite begins a transaction, if it does; `isolation` what PostgreSQL promises in one."""
    if url.get_backend_name() == "postgresql":
        engine = sa.create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=size,
            max_overflow=0,
            pool_timeout=wait_seconds,
            isolation_level=isolation,
            hide_parameters=True,  # notes and digests of secrets are in no message
            connect_args={"connect_timeout": WAIT_SECONDS, **KEEP_ALIVE},
        )
        event.listen(engine, "checkout", _replace_if_hung_up)
        return engine
    _make_room(url)
    engine = sa.create_engine(
        url,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        pool_timeout=wait_seconds,
        hide_parameters=True,
        connect_args={"timeout": wait_seconds, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    if begin is not None:
        event.listen(engine, "begin", partial(_begin, begin))
    return engine


_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""A single call into the kernel for a single look; the usual one needs four."""


def _replace_if_hung_up(connection: Any, _record: object, _proxy: object) -> None:
    """A connection from before a restart of the database is replaced, not used. Whoever hangs up says so: that can be
    seen without asking, and no word is lost."""
    with _Selector() as waiting:
        waiting.register(connection.fileno(), selectors.EVENT_READ)
        if waiting.select(0):
            raise DisconnectionError


def _begin(how: str, connection: sa.Connection) -> None:
    connection.exec_driver_sql(how)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "cache_size = -16000",
        f"wal_autocheckpoint = {LONGEST_LOG}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    # SQLite's own knows the capitals of English only.
    connection.create_function("lower", 1, _lower, deterministic=True)


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _make_room(url: sa.URL) -> None:
    """The file with its folder. Nobody else on the machine can read a new one: hashes and private notes are in it."""
    if url.database and not url.database.startswith((":memory:", "file:")):
        file = Path(url.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            file.touch(mode=0o600, exist_ok=False)
