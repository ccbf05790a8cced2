"""Starting the server."""

import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import sqlalchemy as sa
import structlog
import uvicorn
from alembic.util import CommandError
from litestar import Litestar
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from ferrovia.server.app import create_app
from ferrovia.server.database import writing_engine
from ferrovia.server.migrations import migrate
from ferrovia.server.onewrite import OneWrite
from ferrovia.server.settings import FILE, PREFIX, BadSettings, Settings, load_settings

GRACE = 3
"""Seconds that running requests get when the server stops."""


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
    with _bound(settings.host, settings.port) as door:
        _prepare_database(settings.database)
        say(f"Ferrovía: {settings.address or f'http://{_shown(settings.host)}:{settings.port}'}")
        if settings.workers > 1:
            _run_several(settings, door)
        else:
            app = create_app(settings)
            _spare_the_collector()
            Server(uvicorn.Config(app, **_how(settings)), app).run(sockets=[door])


def _run_several(settings: Settings, door: socket.socket) -> None:
    """Several processes behind one listening socket."""
    _hand_down(settings)
    app = "ferrovia.server.run:app_from_environment"
    config = uvicorn.Config(app, factory=True, workers=settings.workers, **_how(settings))
    Multiprocess(config, sockets=[door]).run()


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


def _prepare_database(address: str) -> None:
    """Brings the database to the shape this version needs, or says in one line why it cannot."""
    try:
        engine = writing_engine(sa.make_url(address))
        try:
            migrate(engine)
        finally:
            engine.dispose()
    except (SQLAlchemyError, CommandError, OSError) as error:
        told = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        raise BadSettings(f"the database cannot be opened: {told.splitlines()[0]}") from None


def _spare_the_collector() -> None:
    """What is there at the start stays: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class Server(uvicorn.Server):
    """Ends the live updates first when it is told to stop: they would never end of themselves."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.services.bus.close()
        await super().shutdown(sockets)


def app_from_environment() -> Litestar:
    """For each of several processes."""
    settings = load_settings()
    set_up_logs(settings.log_level)
    app = create_app(settings)
    _spare_the_collector()
    return app


def _how(settings: Settings) -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "http": OneWrite,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.trusted_proxies),
        "forwarded_allow_ips": settings.trusted_proxies or None,
        "timeout_graceful_shutdown": GRACE,
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
    for library in ("alembic", "uvicorn"):
        logging.getLogger(library).setLevel(logging.WARNING)
