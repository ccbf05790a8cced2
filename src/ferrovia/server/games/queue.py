"""The queue of games in which a bot must answer, for workers of their own: procrastinate, in PostgreSQL.

That a bot must answer stands with the game, in `games.due`; the queue only says who sees to it. So nothing is lost with
it: workers put back into it whatever is due and in no hands. See docs/decisions/0013-a-queue-in-postgresql.md.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256

import psycopg
import sqlalchemy as sa
import structlog
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager
from psycopg import sql
from psycopg_pool import PoolTimeout

from ferrovia.server.database import Unavailable
from ferrovia.server.engines import KEEP_ALIVE

LOG = structlog.get_logger("ferrovia.queue")

SCHEMA = "ferrovia_queue"
"""The tables of procrastinate have a place of their own in the database."""
QUEUE = "bots"
TASK = "play on"
LOCK = 7_316_403
"""Processes that start together take turns by this number."""
HEARTBEAT = 0.5
"""Seconds after which a worker says again that it lives."""
SILENCE = 2.0
"""Seconds without that after which its games are given to others."""
CONNECTIONS = 4
USUAL, LAST = 0, -1
"""How the queue is ordered: the higher number comes first."""

GONE = (ConnectorException, PoolTimeout, psycopg.Error, OSError, Unavailable)
"""The ways in which the database can be out of reach."""


def plain_address(url: sa.URL) -> str:
    """As PostgreSQL's own library reads it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def prepare_queue(url: sa.URL) -> None:
    """Makes the queue's tables in the shape that this release of procrastinate needs; a queue of another shape is made
    anew, for it holds nothing that the games do not."""
    wanted = SchemaManager.get_schema()
    mark = sha256(wanted.encode()).hexdigest()
    with psycopg.connect(plain_address(url)) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        found = connection.execute("SELECT obj_description(to_regnamespace(%s), 'pg_namespace')", [SCHEMA]).fetchone()
        if found is not None and found[0] == mark:
            return
        connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        connection.execute(f"CREATE SCHEMA {SCHEMA}")
        connection.execute(sql.SQL("COMMENT ON SCHEMA {} IS {}").format(sql.Identifier(SCHEMA), mark))
        connection.execute(f"SET LOCAL search_path TO {SCHEMA}")
        connection.execute(wanted)


class BotQueue:
    """Asks the workers to let bots answer."""

    def __init__(self, url: sa.URL, play_on: Callable[[str], Awaitable[None]] | None = None) -> None:
        """`play_on` lets the bots of a game answer; only workers know how."""
        connector = PsycopgConnector(
            conninfo=plain_address(url),
            kwargs={"options": f"-c search_path={SCHEMA}", **KEEP_ALIVE},
            min_size=1,
            max_size=CONNECTIONS,
            timeout=2.0,
        )
        self._play_on = play_on
        self.app = App(connector=connector)
        self.app.task(name=TASK, queue=QUEUE)(self._carry_out)
        self._asking: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.app.open_async()

    async def close(self) -> None:
        await asyncio.gather(*self._asking, return_exceptions=True)
        await self.app.close_async()

    def drive(self, game: str) -> None:
        """Whoever of the workers is free lets the bots of a game answer until a person is asked."""
        task = asyncio.create_task(self._ask(game), name=f"asks for the bots of {game}")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, game: str) -> None:
        try:
            await self.put(game)
        except GONE as error:  # the workers look for themselves what is due
            LOG.warning("the queue cannot be reached", error=str(error))

    async def put(self, game: str, *, last: bool = False) -> None:
        """One worker at a time has a game, and it waits in the queue at most once; with `last` behind all others."""
        with suppress(AlreadyEnqueued):
            priority = LAST if last else USUAL
            job = self.app.configure_task(TASK, queue=QUEUE, lock=game, queueing_lock=game, priority=priority)
            await job.defer_async(game=game)

    async def waiting(self) -> set[str]:
        """The games that wait in the queue or are in a worker's hands."""
        jobs = [job for status in ("todo", "doing") for job in await self._jobs(status)]
        return {job.lock for job in jobs if job.lock is not None}

    async def _jobs(self, status: str):
        return await self.app.job_manager.list_jobs_async(queue=QUEUE, status=status)

    async def take_back(self) -> None:
        """Takes games out of the hands of workers that live no longer."""
        manager = self.app.job_manager
        for job in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=SILENCE):
            LOG.warning("a worker is gone", game=job.lock, worker=job.worker_id)
            await manager.finish_job(job, Status.FAILED, delete_job=True)

    async def _carry_out(self, game: str) -> None:
        assert self._play_on is not None
        await self._play_on(game)

    async def work(self, *, at_once: int) -> None:
        """Sees to the games of the queue until it is cancelled, or the database is gone."""
        await self.app.run_worker_async(
            queues=[QUEUE],
            concurrency=at_once,
            fetch_job_polling_interval=1.0,
            shutdown_graceful_timeout=0.1,
            delete_jobs="always",
            update_heartbeat_interval=HEARTBEAT,
            stalled_worker_timeout=30 * SILENCE,
            install_signal_handlers=False,
        )
