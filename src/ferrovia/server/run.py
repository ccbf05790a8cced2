"""Starting the server."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from types import FrameType
from typing import Any

import psycopg
import sqlalchemy as sa
import structlog
import uvicorn
from alembic.util import CommandError
from litestar.enums import HttpMethod
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from ferrovia.server.app import create_app
from ferrovia.server.database import what_is_said
from ferrovia.server.ending import LAST_OF_ALL, SIGNALS, end_quickly, end_soon, end_with_parent
from ferrovia.server.engines import writing_engine
from ferrovia.server.games.queue import prepare_queue
from ferrovia.server.migrations import migrate
from ferrovia.server.protocol import Connections, Entrance, entrance
from ferrovia.server.settings import FILE, PREFIX, BadSettings, Settings, load_settings, settings_of
from ferrovia.server.worker import run_worker

SWITCH = 0.0005
"""Seconds for which a thread with long work keeps the event loop waiting; Python's own five milliseconds, several times
in a move, are felt."""
LOG = structlog.get_logger("ferrovia.server")
GRACE = 0.4
"""Seconds that running requests get when the server stops: many times as long as a move takes."""
SHARES_OUT = sys.platform == "linux"
"""Whether the system shares connections out among sockets at one place."""
ROUND, ROUNDS = 0.05, 20
"""Seconds between looks whether several processes are to stop, and how many of them make a look whether all live."""


def serve(
    *,
    database: str | None = None,
    host: str | None = None,
    port: int | None = None,
    workers: int | None = None,
    settings_file: str | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Runs the server until it is stopped; says where it can be reached."""
    if settings_file:
        os.environ[FILE] = settings_file
    settings = load_settings(database=database, host=host, port=port, workers=workers)
    set_up_logs(settings.log_level)
    _allow_many_connections()
    with _bound(settings.host, settings.port) as door:
        _prepare_database(settings)
        if settings.trusted_proxies == "*":
            LOG.warning("every proxy is believed: whoever reaches the port can name any address as theirs")
        say(f"Ferrovía: {settings.address or f'http://{_shown(settings.host)}:{settings.port}'}")
        if settings.workers > 1:
            _run_several(settings, door)
        else:
            app = with_head(create_app(settings))
            _tune_python()
            uvicorn.Server(uvicorn.Config(app, **how(settings))).run(sockets=[door])


def work_for_bots(*, database: str | None = None, settings_file: str | None = None) -> None:
    """Lets bots answer, in a process beside the servers, until it is stopped."""
    settings = settings_of(settings_file, database=database, bots="workers")
    set_up_logs(settings.log_level)
    _prepare_database(settings)
    _tune_python()
    run_worker(settings)


def _run_several(settings: Settings, door: socket.socket) -> None:
    """Several processes that listen at one place."""
    _hand_down(settings)
    app = "ferrovia.server.run:app_from_environment"
    # A class that was made here could not be sent to the other processes: each counts its own connections.
    way: dict[str, Any] = {**how(settings), "http": Entrance}
    config = uvicorn.Config(app, factory=True, workers=settings.workers, **way)
    end_quickly()
    Several(config, sockets=[door]).run()


class Several(Multiprocess):
    """Processes that are told to stop as soon as this one is; left alone, uvicorn looks twice a second only. Each has a
    listening socket of its own: from a common one, whichever wakes first takes all that come, and one process did the
    work of two."""

    _door: socket.socket
    _handed_down: socket.socket | None = None
    _is_told = False
    """That it is to stop."""

    @property
    def sockets(self) -> list[socket.socket]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """What the next process listens at."""
        self._let_go()
        if not SHARES_OUT:
            return [self._door]
        self._handed_down = another_door(self._door)
        return [self._handed_down]

    @sockets.setter
    def sockets(self, given: list[socket.socket]) -> None:
        (self._door,) = given

    def _let_go(self) -> None:
        """A process that has begun has its socket for itself: held here too, it would outlive the process, and whoever
        came to it would wait for nobody."""
        if self._handed_down is not None:
            self._handed_down.close()
            self._handed_down = None

    def run(self) -> None:
        for number in SIGNALS:
            signal.signal(number, self._tell_all)
        self.init_processes()
        rounds = 0
        while not self.should_exit.wait(ROUND):
            self._let_go()
            self.handle_signals()
            rounds += 1
            if rounds % ROUNDS == 0:
                self.keep_subprocess_alive()
        if not self._is_told:
            end_soon(LAST_OF_ALL)
            self.terminate_all()
        self.join_all()

    def _tell_all(self, number: int, _frame: FrameType | None) -> None:
        """In the signal itself: while uvicorn waits for a sign of life from a process that hangs, for a minute, it does
        nothing else."""
        end_soon(LAST_OF_ALL)
        self._is_told = True
        self.signal_queue.append(number)
        for process in self.processes:
            if process.pid is not None and process.exitcode is None:
                os.kill(process.pid, signal.SIGTERM)


def _bound(host: str, port: int) -> socket.socket:
    """The socket at which the server will listen: whether it can be had is known before an address is told."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadSettings(f"nobody can listen at {host}, port {port}: {error.strerror}") from None
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A socket handed to another process is no longer recognised as TCP there: without this, each answer would
        # wait for the acknowledgement of its head, some 40 ms.
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        door.set_inheritable(True)
        door.bind(place)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            other = f"--port {port + 1} or FERROVIA_PORT={port + 1}"
            raise BadSettings(
                f"port {port} of {host} is in use by another program; choose another, as {other}"
            ) from None
        raise BadSettings(f"nobody can listen at {host}, port {port}: {error.strerror}") from None
    return door


def another_door(door: socket.socket) -> socket.socket:
    """One more socket at the same place; Linux shares out among those that listen whoever comes."""
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    other = socket.socket(door.family, door.type, door.proto)
    for level, option in (
        (socket.SOL_SOCKET, socket.SO_REUSEADDR),
        (socket.SOL_SOCKET, socket.SO_REUSEPORT),
        (socket.IPPROTO_TCP, socket.TCP_NODELAY),
    ):
        other.setsockopt(level, option, 1)
    other.set_inheritable(True)
    other.bind(door.getsockname())
    return other


def _prepare_database(settings: Settings) -> None:
    """Brings the database to the shape this version needs, or says in one line why it cannot."""
    url = sa.make_url(settings.database)
    try:
        engine = writing_engine(url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
        if settings.bots == "workers":
            prepare_queue(url)
    except (SQLAlchemyError, CommandError, OSError, psycopg.Error) as error:
        raise BadSettings(f"the database cannot be opened: {what_is_said(error)}") from None


def _allow_many_connections() -> None:
    """Each is an open file; a thousand of them, as many as a shell usually allows, is not much."""
    with suppress(ImportError, OSError, ValueError):  # there is no such thing on Windows
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _tune_python() -> None:
    """What is there at the start stays: the garbage collector need not look at it again and again; threads give way."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(SWITCH)
    end_quickly()


def app_from_environment() -> ASGIApp:
    """For each of several processes."""
    end_with_parent()
    settings = load_settings()
    set_up_logs(settings.log_level)
    Entrance.by_network = counted_connections(settings)
    app = with_head(create_app(settings))
    _tune_python()
    return app


def with_head(app: ASGIApp) -> ASGIApp:
    """Answers HEAD wherever GET is answered; uvicorn then leaves the body out."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = {**scope, "method": HttpMethod.GET}, _without_body(send)
        try:
            await app(scope, receive, send)
        except asyncio.CancelledError:
            if not await _told_to_come_again(send):
                raise

    return answer


async def _told_to_come_again(send: Send) -> bool:
    """The server ends before an answer is ready: says so, where no part of the answer is on its way."""
    head: Message = {"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"2")]}
    try:
        await send(head)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except RuntimeError:
        return False
    return True


def _without_body(send: Send) -> Send:
    """An answer is over with its head, also one that would never end by itself: live updates."""
    is_over = False

    async def send_head(message: Message) -> None:
        nonlocal is_over
        if message["type"] != "http.response.body":
            await send(message)
        elif not is_over:
            is_over = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_head


def counted_connections(settings: Settings) -> Connections:
    most = settings.connections_per_address if settings.rate_limits else 0
    return Connections(most, settings.trusted_proxies)


def how(settings: Settings) -> dict[str, Any]:
    """How uvicorn is to run."""
    return {
        "host": settings.host,
        "port": settings.port,
        "http": entrance(counted_connections(settings)),
        "ws": "none",  # such a line would leave the entrance without being counted out
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "timeout_graceful_shutdown": GRACE,
        "timeout_worker_healthcheck": 60,  # a process that starts on a busy machine is not hung
        "backlog": 2048,
    }


def _hand_down(settings: Settings) -> None:
    """Other processes read their settings from the environment."""
    for field in fields(settings):
        os.environ[f"{PREFIX}{field.name.upper()}"] = str(getattr(settings, field.name))


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def set_up_logs(level: str) -> None:
    """One JSON object a line on the error stream, also for what the libraries have to say."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*common, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=common))
    logging.basicConfig(handlers=[handler], level=number, force=True)
    for library in ("alembic", "procrastinate", "psycopg", "uvicorn"):
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_our_business)


def is_our_business(record: logging.LogRecord) -> bool:
    """What strangers send that is no request, or asks for what we do not offer, says nothing about the server; whoever
    sends it without end would fill the disk with these lines. And what is given up at the end is no mistake."""
    if record.exc_info and record.exc_info[0] is asyncio.CancelledError:
        return False
    return not str(record.msg).startswith(("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket"))
