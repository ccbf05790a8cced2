"""Real servers, real databases, and people who talk to them."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn

from ferrovia.server.app import create_app
from ferrovia.server.settings import Settings

TITLE = "chicago-express"
PATIENCE = 60.0
"""Seconds until something must have happened, on a busy machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(look: Any, patience: float = PATIENCE) -> Any:
    """What `look` finds, as soon as it is something."""
    end = time.monotonic() + patience
    while True:
        found = look()
        if found or time.monotonic() > end:
            assert found, "it did not happen in time"
            return found
        time.sleep(0.02)


# ------------------------------------------------------------------------------------------------------------ servers


@contextmanager
def a_server(settings: Settings) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    port = free_port()
    config = uvicorn.Config(create_app(settings), port=port, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    eventually(lambda: server.started or not thread.is_alive())
    assert server.started
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        config.app.state.services.bus.close()  # type: ignore[union-attr]
        server.should_exit = True
        thread.join(PATIENCE)


@dataclass
class ServerProcess:
    """A server that can be killed."""

    database: str
    log: Path
    settings: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    address: str = ""

    def start(self) -> "ServerProcess":
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        usual = {"FERROVIA_RATE_LIMITS": "no", "FERROVIA_BOT_PAUSE": "0", "FERROVIA_BOT_PROCESSES": "0"}
        command = [sys.executable, "-m", "ferrovia.server", "--port", str(port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **usual, **self.settings}, stdout=log, stderr=log
            )
        eventually(self._is_well)
        return self

    def _is_well(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx2.get(f"{self.address}/healthz", timeout=5).status_code == 200
        except httpx2.HTTPError:
            return False

    def kill(self) -> None:
        """As if the plug were pulled: `kill -9`."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


# ---------------------------------------------------------------------------------------------------------- PostgreSQL


def postgresql_folder() -> Path | None:
    """Where Debian puts the programs, or wherever the path leads."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@dataclass
class PostgreSQL:
    """A database server of our own, in a folder of its own."""

    programs: Path
    folder: Path
    port: int

    @staticmethod
    @contextmanager
    def running() -> "Iterator[PostgreSQL]":
        programs = postgresql_folder()
        if programs is None:
            if os.environ.get("CI") == "true":
                pytest.fail("PostgreSQL is missing")
            pytest.skip("PostgreSQL is missing: the server is tested on SQLite only")
        folder = Path(tempfile.mkdtemp(prefix="ferrovia-postgresql-"))
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
        cluster = PostgreSQL(programs, folder, free_port())
        try:
            cluster._run(
                "initdb", "-D", str(folder / "data"), "-U", "ferrovia", "--auth=trust", "-E", "UTF8", "--no-sync"
            )
            cluster.start()
            yield cluster
            cluster.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        said = self.folder / "said"
        with said.open("ab") as log:
            done = subprocess.run(command, stdout=log, stderr=log, cwd="/", timeout=120, check=False)
        assert done.returncode == 0, said.read_text()[-3000:]

    def start(self) -> None:
        options = f"-p {self.port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60"
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-w", "-o", options, "-l", str(self.folder / "log"), "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def database(self, name: str) -> str:
        """A new database; its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ferrovia", name)
        return f"postgresql+psycopg://ferrovia@127.0.0.1:{self.port}/{name}"


# -------------------------------------------------------------------------------------------------------------- people


OPEN: list[httpx2.Client] = []
"""The browsers in use; closed after each test."""


def a_browser(address: str, **extra: Any) -> httpx2.Client:
    client = httpx2.Client(base_url=address, timeout=PATIENCE, **extra)
    OPEN.append(client)
    return client


def close_browsers() -> None:
    while OPEN:
        OPEN.pop().close()


class Person:
    """Somebody with a browser: keeps cookies, repeats the CSRF token."""

    def __init__(self, address: str, name: str | None = None, language: str = "en") -> None:
        self.client = a_browser(address, headers={"accept-language": language})
        self.get("/api/me")
        self.name = name
        self.id = self.post("/api/guest", name=name).json()["user"]["id"] if name else None

    def send(self, method: str, path: str, data: Any = None, **extra: Any) -> httpx2.Response:
        token = self.client.cookies.get("csrftoken", "")
        headers = {"x-csrftoken": token, **extra.pop("headers", {})}
        return self.client.request(method, path, json=data, headers=headers, **extra)

    def get(self, path: str, **params: Any) -> httpx2.Response:
        return self.client.get(path, params=params or None)

    def post(self, path: str, **data: Any) -> httpx2.Response:
        return self.send("POST", path, data)

    def on(self, address: str) -> "Person":
        """The same person at another server process."""
        other = Person.__new__(Person)
        other.client = a_browser(address, cookies=self.client.cookies)
        other.name, other.id = self.name, self.id
        return other

    # Playing.

    def new_game(self, *others: dict[str, Any], **wishes: Any) -> dict[str, Any]:
        """A game with oneself on the first seat."""
        seats = [{"kind": "me"}, *others]
        answer = self.post("/api/games", **{"title": TITLE, "seats": seats, **wishes})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def hotseat(self, *names: str, **wishes: Any) -> str:
        """A running game around one screen; its id."""
        seats = [{"kind": "named", "name": name} for name in names or ("Ana", "Ben", "Eva")]
        answer = self.post("/api/games", title=TITLE, seats=seats, hotseat=True, start=True, **wishes)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def position(self, game: str, **params: Any) -> dict[str, Any]:
        answer = self.get(f"/api/games/{game}/position", **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, game: str, seq: int, action: dict[str, Any]) -> httpx2.Response:
        return self.post(f"/api/games/{game}/actions", seq=seq, action=action)

    def take(self, game: str, which: int = 0) -> dict[str, Any]:
        """Takes one of the offers at the latest position."""
        now = self.position(game)
        answer = self.act(game, now["seq"], now["offers"][which]["action"])
        assert answer.status_code == 200, answer.text
        return answer.json()


def a_table(address: str, *names: str, public: bool = True) -> tuple[str, list[Person]]:
    """A running game of several people; its id, and the people by seat."""
    people = [Person(address, name) for name in names]
    info = people[0].new_game(*({"kind": "open"} for _ in names[1:]), public=public)
    for person in people[1:]:
        joined = person.post(f"/api/games/{info['id']}/join", invite=info["invite"])
        assert joined.status_code == 200, joined.text
    started = people[0].post(f"/api/games/{info['id']}/start")
    assert started.status_code == 200, started.text
    return info["id"], people


def asked(people: list[Person], update: dict[str, Any]) -> Person:
    """Who must answer now."""
    return people[int(update["ask"]["who"][1:]) - 1]


# --------------------------------------------------------------------------------------------------------- live updates


@dataclass
class Event:
    name: str
    id: str | None
    data: Any


class Following:
    """An open line: reads events in a thread."""

    def __init__(self, person: Person, game: str, last: int | None = None, **params: Any) -> None:
        headers = {} if last is None else {"last-event-id": str(last)}
        self.events: list[Event] = []
        self.comments = 0
        self._stream = person.client.stream("GET", f"/api/games/{game}/stream", params=params, headers=headers)
        self.response = self._stream.__enter__()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        name, number, data = "", None, ""
        try:
            for line in self.response.iter_lines():
                if line.startswith(":"):
                    self.comments += 1
                elif line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("id: "):
                    number = line[4:]
                elif line.startswith("data: "):
                    data = line[6:]
                elif not line and name:
                    self.events.append(Event(name, number, json.loads(data)))
                    name, number, data = "", None, ""
        except (httpx2.HTTPError, httpx2.StreamError, OSError):
            return

    def of(self, name: str) -> list[Event]:
        return [event for event in self.events if event.name == name]

    def seqs(self) -> list[int]:
        return [int(event.id or -1) for event in self.of("update")]

    def wait_for(self, name: str, count: int = 1) -> list[Event]:
        return eventually(lambda: len(found := self.of(name)) >= count and found)

    @property
    def ended(self) -> bool:
        return not self._thread.is_alive()

    def close(self) -> None:
        self.response.close()
