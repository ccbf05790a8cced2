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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa
import uvicorn
from sqlalchemy import event

from ferrovia.server.app import create_app
from ferrovia.server.run import how, with_head
from ferrovia.server.settings import Settings

TITLE = "chicago-express"
PATIENCE = 60.0
"""Seconds until something must have happened, on a busy machine."""
ENDS = 2.0
"""Seconds in which a process ends when it is told to: one is promised, a busy machine may take another to notice."""


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
    usual = {**how(settings), "port": port, "timeout_graceful_shutdown": 1}
    app = create_app(settings)
    config = uvicorn.Config(with_head(app), **usual)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    eventually(lambda: server.started or not thread.is_alive())
    assert server.started
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        app.state.services.bus.close()
        server.should_exit = True
        thread.join(PATIENCE)


@dataclass
class ServerProcess:
    """A server that can be killed."""

    database: str
    log: Path
    settings: dict[str, str] = field(default_factory=dict)
    bots: bool = False
    """Whether it is no server but a worker for bots."""
    process: "subprocess.Popen[bytes] | None" = None
    address: str = ""

    def start(self) -> "ServerProcess":
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        usual = {"FERROVIA_RATE_LIMITS": "no", "FERROVIA_BOT_PAUSE": "0", "FERROVIA_BOT_PROCESSES": "0"}
        role = ("--bots",) if self.bots else ("--port", str(port))
        command = [sys.executable, "-m", "ferrovia.server", *role, "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **usual, **self.settings}, stdout=log, stderr=log
            )
        eventually(self._is_well, 3 * PATIENCE)  # everything is read in anew, several times
        return self

    def _is_well(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        if self.bots:
            return "bots ready" in self.log.read_text()
        try:
            return httpx2.get(f"{self.address}/healthz", timeout=5).status_code == 200
        except httpx2.HTTPError:
            return False

    def kill(self) -> None:
        """As if the plug were pulled: `kill -9`."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def ends_in(self) -> float:
        """Seconds from being told to stop to the end."""
        assert self.process is not None
        begun = time.monotonic()
        self.process.terminate()
        self.process.wait(3 * PATIENCE)
        return time.monotonic() - begun

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
    forced: bool
    """Whether it waits for the disk, as it does unless it is told otherwise."""

    @staticmethod
    @contextmanager
    def running(*, forced: bool = False) -> "Iterator[PostgreSQL]":
        programs = postgresql_folder()
        if programs is None:
            if os.environ.get("CI") == "true":
                pytest.fail("PostgreSQL is missing")
            pytest.skip("PostgreSQL is missing: the server is tested on SQLite only")
        folder = Path(tempfile.mkdtemp(prefix="ferrovia-postgresql-"))
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
        cluster = PostgreSQL(programs, folder, free_port(), forced)
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
        fsync = "on" if self.forced else "off"
        options = f"-p {self.port} -k '' -c listen_addresses=127.0.0.1 -c fsync={fsync} -c max_connections=60"
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-w", "-o", options, "-l", str(self.folder / "log"), "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def database(self, name: str) -> str:
        """A new database; its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ferrovia", name)
        return f"postgresql+psycopg://ferrovia@127.0.0.1:{self.port}/{name}"


@contextmanager
def statements() -> Iterator[list[str]]:
    """Whatever this process sends to databases meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(sa.Engine, "before_cursor_execute", note)


# ----------------------------------------------------------------------------------------------------- Redis and nginx


def program(name: str) -> str:
    """Where a program of Debian's packages is; skips where it is missing, fails in CI."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is missing")
        pytest.skip(f"{name} is missing: what needs it is not tested")
    return found


@dataclass
class Redis:
    """A Redis of our own that keeps nothing on the disk."""

    port: int

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @staticmethod
    @contextmanager
    def running() -> "Iterator[Redis]":
        redis = Redis(free_port())
        command = [program("redis-server"), "--port", str(redis.port), "--bind", "127.0.0.1", "--save", ""]
        with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
            try:
                eventually(redis._is_there)
                yield redis
            finally:
                process.terminate()
                process.wait(PATIENCE)

    def _is_there(self) -> bool:
        with suppress(OSError):
            return self._tell("PING") == "+PONG\r\n"
        return False

    def _tell(self, word: str) -> str:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
            line.sendall(f"{word}\r\n".encode())
            return line.recv(65_536).decode()

    def forget_all(self) -> None:
        self._tell("FLUSHALL")

    def names(self) -> str:
        """The names of all that is kept."""
        return self._tell("KEYS *")


EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
"""What we recommend is what we test."""


@dataclass
class Nginx:
    """The example for nginx, on ports and with a certificate of our own, in front of some servers."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    @staticmethod
    @contextmanager
    def before(servers: Sequence[str], folder: Path, port: int) -> "Iterator[Nginx]":
        nginx = Nginx(folder, port)
        nginx._write(servers)
        command = [program("nginx"), "-p", str(folder), "-c", "main.conf"]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            eventually(lambda: nginx._is_there(process))
            yield nginx
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def _write(self, servers: Sequence[str]) -> None:
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        named = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*command, *named], check=True, capture_output=True)
        one = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=3s;\n"
        text = EXAMPLE.read_text("utf-8")
        for old, new in {
            one: "".join(one.replace("127.0.0.1:8000", server.removeprefix("http://")) for server in servers),
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "server_name play.example.org;": "server_name localhost;",
            "/var/log/nginx/ferrovia.log": str(self.folder / "access.log"),
            "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/play.example.org/privkey.pem": str(key),
        }.items():
            assert old in text, old
            text = text.replace(old, new)
        (self.folder / "site.conf").write_text(text)
        places = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "main.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log stderr; worker_processes 1;\n"
            f"events {{}}\nhttp {{ access_log off; {places} include site.conf; }}\n"
        )

    def _is_there(self, process: "subprocess.Popen[bytes]") -> bool:
        assert process.poll() is None, (self.folder / "log").read_text()
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5):
            return True
        return False


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

    def __init__(self, address: str, name: str | None = None, language: str = "en", **extra: Any) -> None:
        self.client = a_browser(address, headers={"accept-language": language}, **extra)
        self.get("/api/me")
        self.name = name
        self.id = self.post("/api/guest", name=name).json()["user"]["id"] if name else None

    def send(self, method: str, path: str, data: Any = None, **extra: Any) -> httpx2.Response:
        token = self.client.cookies.get("csrftoken") or self.client.cookies.get("__Host-csrftoken") or ""
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
        wish = {"title": TITLE, "seats": seats, "hotseat": True, "start": True, **wishes}
        answer = self.post("/api/games", **wish)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def position(self, game: str, **params: Any) -> dict[str, Any]:
        answer = self.get(f"/api/games/{game}/position", **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, game: str, seq: int, action: dict[str, Any]) -> httpx2.Response:
        return self.post(f"/api/games/{game}/actions", seq=seq, action=action)

    def consent(self, game: str, agree: bool = True) -> httpx2.Response:
        """Answers the request to go back that is pending, if there is one."""
        now = self.position(game)
        pending = now["undo"]["pending"]
        to = pending["to_seq"] if pending else 0
        return self.post(f"/api/games/{game}/undo/answer", seq=now["seq"], to=to, agree=agree)

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
