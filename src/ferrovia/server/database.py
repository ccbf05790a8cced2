"""The database: reading in threads, and one writer that groups commits.

Submissions that arrive while a commit is on its way are written together by the next one, and all are acknowledged
after it. That way many moves share one forced write to the disk, and none is acknowledged before it is safe.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, Literal, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from ferrovia.server.engines import engine_for, reading_engine, writing_engine
from ferrovia.server.lookups import Found, Gathering, Key, Lookup

T = TypeVar("T")
Thing = TypeVar("Thing")
Work = Callable[[sa.Connection], T]
Statement = tuple[str, Sequence[Any]]
"""SQL and what its placeholders stand for."""

READERS = 4
WRITERS_ON_POSTGRESQL = 2
"""While one waits for the disk, the other gathers what comes."""
BATCH = 256
"""Up to this many submissions share one transaction."""
ATTEMPTS = 4
ENTANGLED = ("40001", "40P01")
"""What PostgreSQL calls a serialization failure and a deadlock."""
OVERTAKEN = "22012"
"""A division by zero: how a single statement says that what it was to change is not as it was."""
PROVED_FOR = 1.0
"""Seconds for which it is believed that the database takes what is written."""
COPYING_EVERY = 0.5
"""Seconds between two copies from SQLite's log into its file while somebody writes."""

Row = dict[str, Any]
"""A row of a table, by column."""


def first_of(result: sa.Result[*tuple[Any, ...]]) -> Row | None:
    row = result.mappings().first()
    return None if row is None else {**row}


def all_of(result: sa.Result[*tuple[Any, ...]]) -> list[Row]:
    return [{**row} for row in result.mappings()]


CHANNEL = "ferrovia"
"""The name under which PostgreSQL carries word of changes between processes."""


BETWEEN_WORDS = ","
"""A notice may tell of several games."""


def tell(connection: sa.Connection, games: Sequence[str]) -> None:
    """Lets other processes know, together with the commit, which games have changed besides their moves."""
    if connection.dialect.name == "postgresql" and games:
        telling = sa.text("SELECT pg_notify(:channel, :word)")
        connection.execute(telling, [{"channel": CHANNEL, "word": game} for game in games])


def can_write(connection: sa.Connection) -> None:
    """Writes what is there already: fails where the disk is full or the database lets us only read."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


class Unavailable(Exception):
    """The database cannot be reached now."""


class Entangled(Unavailable):
    """Two transactions waited for each other, and the database has given this one up; it may be tried again."""


class Taken(Exception):
    """What was to be stored is there already: somebody was quicker."""


class Unstorable(Exception):
    """A value that this database cannot keep or look for, as a NUL in a text on PostgreSQL."""


@dataclass(frozen=True, slots=True, eq=False)
class Bulk(Generic[Thing]):
    """How many things of one kind are stored together.

    The driver lets go of Python's lock around whatever SQLite does, and must win it back from a busy event loop each
    time: a transaction of four statements waited eight times and took eight milliseconds instead of one. So where
    SQLite can do all by one statement, a transaction in itself, it does. For PostgreSQL `store` itself is a single
    statement: each further one, and the beginning and end of a transaction, would be a way there and back.
    """

    store: Callable[[sa.Connection, Sequence[Thing]], None]
    sqlite: Callable[[Sequence[Thing]], Statement | None] | None = None
    """The same for SQLite as one statement; None where there are too many."""
    preparation: str = ""
    """What that statement needs, in this connection only."""


@dataclass(slots=True, eq=False)
class Job:
    """One submission and who waits for it: some work inside a transaction, or a thing to be stored in bulk."""

    work: Work[Any] | None
    bulk: Bulk[Any] | None
    thing: Any
    loop: asyncio.AbstractEventLoop
    waiting: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        if self.waiting.done():
            return
        if self.error is not None:
            self.waiting.set_exception(self.error)
        else:
            self.waiting.set_result(self.result)


class Database:
    """SQLite or PostgreSQL behind one door."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        name = self.url.get_backend_name()
        if name not in ("sqlite", "postgresql"):
            raise ValueError(f"the database is sqlite or postgresql, not {name}")
        self.kind: Literal["sqlite", "postgresql"] = "sqlite" if name == "sqlite" else "postgresql"
        writers = 1 if self.kind == "sqlite" else WRITERS_ON_POSTGRESQL
        self._watching: sa.PoolProxiedConnection | None = None
        self._direct: sa.PoolProxiedConnection | None = None
        """SQLite itself, for single statements of the writer."""
        self._prepared: set[Bulk[Any]] = set()
        self._proved = -PROVED_FOR
        """When something was last stored only to see whether that is possible."""
        # Whatever is read together is read from one moment, also where somebody commits in between.
        self.reading = reading_engine(self.url, READERS + 1)
        # Single statements need no transaction around them, and each round trip less is a move sooner.
        glancing = 1 if self.kind == "sqlite" else READERS
        self._glancing = engine_for(self.url, glancing, begin=None, isolation="AUTOCOMMIT", wait_seconds=0)
        self._storing = engine_for(self.url, writers, begin="BEGIN IMMEDIATE", isolation="AUTOCOMMIT")
        self.writing = writing_engine(self.url, writers + 1)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")
        self._gatherings: dict[tuple[asyncio.AbstractEventLoop, Lookup[Any, Any]], Gathering[Any, Any]] = {}
        self._coming: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        """What was submitted in the current turn of an event loop."""
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._writers = [
            threading.Thread(target=self._write_on, name=f"database-writer-{n}", daemon=True) for n in range(writers)
        ]
        self._written = threading.Event()
        self._is_closing = threading.Event()
        self._copier: threading.Thread | None = None
        if self.kind == "sqlite":
            self._copier = threading.Thread(target=self._copy_on, name="database-copier", daemon=True)
            self._copier.start()
        for writer in self._writers:
            writer.start()

    async def read(self, work: Work[T]) -> T:
        """Does some reading in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_here, work)

    async def glance(self, work: Work[T]) -> T:
        """Looks something up by a single statement. SQLite has it sooner than a thread would be awake; should it have
        to wait (it does not wait for writers, but for somebody who tidies the file up), then in a thread."""
        with suppress(Unavailable):
            if self.kind == "sqlite":
                return _read(self._glancing, work)
            return await asyncio.get_running_loop().run_in_executor(self._readers, _read, self._glancing, work)
        return await self.read(work)

    async def look_up(self, lookup: Lookup[Key, Found], key: Key) -> Found | None:
        """Like `glance`, for what is looked up often: PostgreSQL is asked for everything that waits by one statement,
        for each is a way there and back, and a thread to be woken."""
        if self.kind == "sqlite":
            return (await self.glance(lambda c: lookup.find(c, (key,)))).get(key)
        place = asyncio.get_running_loop(), lookup
        gathering = self._gatherings.get(place)
        if gathering is None:
            gathering = self._gatherings[place] = Gathering(lambda keys: self.glance(lambda c: lookup.find(c, keys)))
        return await gathering.ask(key)

    def read_here(self, work: Work[T]) -> T:
        """Does some reading in this thread."""
        return _read(self.reading, work)

    async def version(self) -> int:
        """A number that SQLite changes when another connection has written."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._version)

    def _version(self) -> int:
        try:
            if self._watching is None:  # always the same connection: the number means nothing to another
                self._watching = self.reading.raw_connection()
            cursor = self._watching.cursor()
            return cursor.execute("PRAGMA data_version").fetchone()[0]
        except (SQLAlchemyError, sqlite3.Error) as error:
            self._watching = None
            raise Unavailable(str(error)) from error

    async def write(self, work: Work[T]) -> T:
        """Does some work in a transaction, perhaps together with others', and returns once it is safe on the disk.

        The work may be tried a second time in a transaction of its own: it must have no effect but on the database.
        """
        return await self._submit(work, None, None)

    async def prove_writing(self) -> None:
        """Raises where nothing can be stored now. Whoever asks often is told what was found a moment ago."""
        if time.monotonic() - self._proved > PROVED_FOR:
            await self.write(can_write)
            self._proved = time.monotonic()

    async def store(self, bulk: Bulk[Thing], thing: Thing) -> None:
        """Like `write`, for things that come often: those that wait together are stored by one call of `bulk`."""
        await self._submit(None, bulk, thing)

    async def _submit(self, work: Work[Any] | None, bulk: Bulk[Any] | None, thing: Any) -> Any:
        loop = asyncio.get_running_loop()
        job = Job(work, bulk, thing, loop, loop.create_future())
        coming = self._coming.setdefault(loop, [])
        if not coming:
            loop.call_soon(self._hand_over, loop)
        coming.append(job)
        return await job.waiting

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Once a turn: a writer that is woken for each submission takes the time of the loop that makes the next."""
        self._jobs.put(self._coming.pop(loop))

    async def close(self) -> None:
        for _ in self._writers:
            self._jobs.put(None)
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        for writer in self._writers:
            writer.join()
        self._is_closing.set()
        self._written.set()
        if self._copier is not None:
            self._copier.join()
        self._readers.shutdown()
        for connection in (self._watching, self._direct):
            if connection is not None:
                connection.close()
        for engine in (self.reading, self._glancing, self._storing, self.writing):
            engine.dispose()

    # In the writer's thread.

    def _write_on(self) -> None:
        while (batch := self._jobs.get()) is not None:
            while len(batch) < BATCH and (more := self._waiting_jobs()):
                batch += more
            self._commit(batch)

    def _waiting_jobs(self) -> list[Job] | None:
        """What came meanwhile, if anything; another writer may be quicker, so nothing is waited for."""
        try:
            more = self._jobs.get_nowait()
        except Empty:
            return None
        if more is None:  # leave the end for the next round
            self._jobs.put(None)
        return more

    def _commit(self, batch: Sequence[Job]) -> None:
        error = self._attempt(batch)
        if error is None or len(batch) == 1 or isinstance(error, Unavailable):
            for job in batch:
                job.error = error
        else:  # one of them fails; the others must not suffer
            for job in batch:
                job.error = self._attempt((job,))
        self._written.set()
        _acknowledge(batch)

    def _attempt(self, batch: Sequence[Job]) -> Exception | None:
        """All of the batch in one transaction, or nothing of it."""
        bulk = batch[0].bulk
        alone = bulk is not None and all(job.bulk is bulk for job in batch)
        if bulk and alone and bulk.sqlite and self.kind == "sqlite":
            statement = bulk.sqlite([job.thing for job in batch])
            if statement is not None:
                return self._at_once(bulk, statement)
        # A single statement is a transaction in itself.
        engine = self._storing if alone and self.kind == "postgresql" else self.writing
        error: Exception | None = None
        for _ in range(ATTEMPTS):
            try:
                with engine.begin() as connection:
                    _carry_out(connection, batch)
                return None
            except Exception as caught:
                error = _meaning(caught)
            if not isinstance(error, Entangled):
                break
        return error

    def _at_once(self, bulk: Bulk[Any], statement: Statement) -> Exception | None:
        try:
            if self._direct is None:
                self._direct = self.writing.raw_connection()
                self._prepared.clear()
            cursor = self._direct.cursor()
            if bulk not in self._prepared:
                cursor.executescript(bulk.preparation)
                self._prepared.add(bulk)
            cursor.execute(*statement)
        except sqlite3.IntegrityError as error:
            return Taken(str(error))
        except (SQLAlchemyError, sqlite3.Error) as error:
            if self._direct is not None:
                self._direct.invalidate()
            self._direct = None
            return Unavailable(str(error))
        return None

    # In the copier's thread.

    def _copy_on(self) -> None:
        """Copies what was written from SQLite's log into its file. A writer who did so himself, as SQLite would have
        it, let all others wait for a tenth of a second."""
        while self._written.wait() and not self._is_closing.is_set():
            self._written.clear()
            with suppress(SQLAlchemyError, sqlite3.Error), closing(self._storing.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._is_closing.wait(COPYING_EVERY)


def _read(engine: sa.Engine, work: Work[T]) -> T:
    try:
        with engine.connect() as connection:
            return work(connection)
    except SQLAlchemyError as error:
        raise _meaning(error) from error


def _carry_out(connection: sa.Connection, batch: Sequence[Job]) -> None:
    things: dict[Bulk[Any], list[Any]] = {}
    for job in batch:
        if job.bulk is not None:
            things.setdefault(job.bulk, []).append(job.thing)
        elif job.work is not None:
            job.result = job.work(connection)
    for bulk, stored in things.items():
        bulk.store(connection, stored)


def _acknowledge(batch: Sequence[Job]) -> None:
    loops = {job.loop for job in batch}
    for loop in loops:
        settled = [job for job in batch if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, settled)


def _settle(batch: Sequence[Job]) -> None:
    for job in batch:
        job.settle()


def _meaning(error: Exception) -> Exception:
    """A driver's error as one of ours."""
    if isinstance(error, IntegrityError):
        return Taken(what_is_said(error))
    if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == OVERTAKEN:
        return Taken(what_is_said(error))
    if isinstance(error, DataError):
        return Unstorable(what_is_said(error))
    if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in ENTANGLED:
        return Entangled(what_is_said(error))
    if isinstance(error, SQLAlchemyError):
        return Unavailable(what_is_said(error))
    return error


def what_is_said(error: Exception) -> str:
    """A driver's own words, without the details that would name what was to be stored."""
    told = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return told.splitlines()[0] if told else type(error).__name__
