"""How fast the server is: durable moves a second on both databases, the way of a move to others, opening a game, many
spectators. PostgreSQL is started where Debian's package is installed. The processor's time for a move is told too: on a
busy machine it says more.

Run by `make bench`, or alone: `python bench/server.py`. Servers and clients are separate processes on this machine, so
they share its cores: on two cores the clients take a good part of one.
"""

import asyncio
import json
import multiprocessing
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from wire import Line, Person, a_line, follow, request_of

from ferrovia import action_to_json, automatic_answer, new_game
from ferrovia.bots import BOTS

TITLE = "chicago-express"
PLAYERS = 3
CLIENTS = 32
GAMES = 50
SPARE = 400
"""Games that follow when one is over."""
SECONDS = 6.0
RUNS = 3
"""The median of so many counts: other work on the machine disturbs one or the other."""
SPECTATORS = 1_000
WATCHED = 80
"""Moves that the spectators see."""
PAUSE = 0.02
"""Seconds between the moves that are watched: still far more than any people make."""
PAUSE_OF_MANY = 0.5
"""The same before a thousand spectators, who get two thousand updates a second then."""
FINISHED = 8
"""Games played to the end, to be opened again."""

SEQ = re.compile(rb'"seq":(\d+)')
Script = list[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    measured: str
    wanted: str
    reached: bool | None

    @property
    def line(self) -> str:
        sign = {True: "✓", False: "✗", None: " "}[self.reached]
        return f"{sign} {self.what:<40} {self.measured:<34} {self.wanted}"


# ------------------------------------------------------------------------------------------------------------ processes


@contextmanager
def a_server(*command: str, database: str, **more: str) -> Iterator[int]:
    """A server process on a free port; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "FERROVIA_PORT": str(port),
        "FERROVIA_DATABASE": database,
        "FERROVIA_RATE_LIMITS": "no",
        "FERROVIA_LOG_LEVEL": "warning",
        "FERROVIA_BOT_PAUSE": "0",
    }
    process = subprocess.Popen(
        [sys.executable, *command], env={**os.environ, **settings, **more}, stdout=subprocess.DEVNULL
    )
    SERVERS[port] = process.pid
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def wait_for(port: int) -> None:
    for _ in range(3_600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except (URLError, ConnectionError, TimeoutError):
            sleep(0.05)
    raise RuntimeError("the server does not come up")


SERVERS: dict[int, int] = {}
"""The process that listens at each port."""


def processor_time(process: int) -> float:
    """Seconds that a process and those it has started have worked, as Linux counts them."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(processor_time(int(child)) for child in children)


@contextmanager
def a_postgresql() -> Iterator[str | None]:
    """A database of PostgreSQL for the time of the bench; None where it is not installed."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from support.servers import PostgreSQL, postgresql_folder

    if postgresql_folder() is None:
        yield None
        return
    with PostgreSQL.running(forced=True) as cluster:
        yield cluster.database("bench")


def in_a_process(work: Callable[..., Any], *arguments: Any) -> Any:
    """Clients run apart from the server."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply_async(run_alone, (work, arguments)).get(timeout=600)


def run_alone(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return asyncio.run(work(*arguments))


# --------------------------------------------------------------------------------------------------------------- games


def a_script(seed: int) -> Script:
    """Who answers what in a whole game at random; forced answers are left to the server."""
    random, game, script = Random(seed), new_game(TITLE, [f"p{n}" for n in range(1, PLAYERS + 1)]), Script()
    while game.ask is not None:
        given = automatic_answer(game, random, {})
        action = given[0] if given else BOTS["random"](game, random)
        if given is None:
            script.append((game.ask.who, json.dumps(action_to_json(action)).encode()))
        game = game.play(action)
    return script


@dataclass
class Table:
    """A running game: where to send what, and as whom."""

    game: str
    cookies: list[dict[str, str]]
    script: Script
    done: int = 0
    seq: int = 0

    def next_request(self) -> bytes:
        who, action = self.script[self.done]
        body = b'{"seq":%d,"action":%s}' % (self.seq, action)
        return request_of("POST", f"/api/games/{self.game}/actions", body, self.cookies[int(who[1:]) - 1])

    def moved(self, head: bytes, answer: bytes) -> None:
        if head[9:12] != b"200":
            raise RuntimeError(f"{head[:20]!r} {answer[:300]!r}")
        found = SEQ.search(answer)
        assert found is not None
        self.done, self.seq = self.done + 1, int(found[1])

    @property
    def over(self) -> bool:
        return self.done == len(self.script)


async def a_table(port: int, seed: int) -> Table:
    """A game of three guests."""
    people = [await Person.at(port, f"Guest {seed} {n}") for n in range(PLAYERS)]
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    info = await people[0].json("POST", "/api/games", {"title": TITLE, "seats": seats, "public": True})
    for person in people[1:]:
        await person.json("POST", f"/api/games/{info['id']}/join", {})
    await people[0].json("POST", f"/api/games/{info['id']}/start")
    for person in people:
        person.line.close()
    return Table(info["id"], [person.cookies for person in people], a_script(seed))


# ------------------------------------------------------------------------------------------------------ moves a second


async def moves(port: int, server: int) -> tuple[float, float, float]:
    """Moves a second, the wait that one in a hundred exceeds, and the processor's time for one."""
    tables = deque([await a_table(port, seed) for seed in range(GAMES + SPARE)])
    running = deque(tables.popleft() for _ in range(GAMES))
    waits: list[float] = []
    worked, begun = processor_time(server), perf_counter()
    await asyncio.gather(*(play_on(port, running, tables, begun + SECONDS, waits) for _ in range(CLIENTS)))
    took, worked = perf_counter() - begun, processor_time(server) - worked
    return len(waits) / took, one_in_a_hundred(waits), worked / len(waits)


async def play_on(port: int, running: deque[Table], spare: deque[Table], until: float, waits: list[float]) -> None:
    """One client: answers at whichever table has waited longest, as whoever is asked there.

    When a game is over the next one begins, so that there are always as many.
    """
    line = await a_line(port)
    while perf_counter() < until:
        table = running.popleft()
        request = table.next_request()
        begun = perf_counter()
        head, answer = await line.ask(request)
        waits.append(perf_counter() - begun)
        table.moved(head, answer)
        running.append(spare.popleft() if table.over else table)
    line.close()


async def appends(port: int) -> tuple[float, float]:
    """The same traffic to the bare server."""
    waits: list[float] = []
    lines = [await a_line(port) for _ in range(CLIENTS)]
    begun = perf_counter()
    await asyncio.gather(*(append_on(line, begun + SECONDS / 2, waits) for line in lines))
    return len(waits) / (perf_counter() - begun), one_in_a_hundred(waits)


async def append_on(line: Line, until: float, waits: list[float]) -> None:
    cookies = {"session": "x" * 43, "csrftoken": "y" * 32}
    body = b'{"seq":17,"action":{"type":"bid","amount":8}}'
    request = request_of("POST", "/api/games/0123456789ab/actions", body, cookies)
    while (begun := perf_counter()) < until:
        await line.ask(request)
        waits.append(perf_counter() - begun)
    line.close()


def one_in_a_hundred(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)]


# --------------------------------------------------------------------------------------------------------- live updates


@dataclass(frozen=True, slots=True)
class Watched:
    """How long moves took to other clients, and how many of these missed one or got it out of order."""

    usual: float
    late: float
    missed: int


async def watch(port: int, spectators: int, pause: float) -> Watched:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    table = await a_table(port, 1_000)
    heard: list[list[tuple[int, float]]] = [[] for _ in range(spectators)]
    listeners = [
        await follow(port, table.game, {}, lambda seq, mine=mine: mine.append((seq, perf_counter()))) for mine in heard
    ]
    while not all(heard):
        await asyncio.sleep(0.01)
    line, sent = await a_line(port), dict[int, float]()
    for _ in range(WATCHED):
        request, before, begun = table.next_request(), table.seq, perf_counter()
        table.moved(*await line.ask(request))
        sent[before + 1] = begun
        await asyncio.sleep(pause)
    await asyncio.sleep(1)
    for listener in listeners:
        listener.close()
    expected = list(range(table.seq + 1))
    missed = sum([seq for seq, _ in mine] != expected for mine in heard)
    waits = [at - sent[seq] for mine in heard for seq, at in mine if seq in sent]
    return Watched(median(waits), one_in_a_hundred(waits), missed)


# -------------------------------------------------------------------------------------------------------------- opening


async def finish(port: int) -> list[str]:
    """Some games played to the end; their names."""
    tables = [await a_table(port, 2_000 + n) for n in range(FINISHED)]
    line = await a_line(port)
    for table in tables:
        while not table.over:
            table.moved(*await line.ask(table.next_request()))
    return [table.game for table in tables]


async def open_again(port: int, games: list[str]) -> float:
    """Card, position and log of a finished game that the server does not have in memory (median)."""
    person, took = await Person.at(port, "Reader"), list[float]()
    for game in games:
        begun = perf_counter()
        for path in ("", "/position", "/log"):
            await person.json("GET", f"/api/games/{game}{path}")
        took.append(perf_counter() - begun)
    return median(took)


# ----------------------------------------------------------------------------------------------------------- the whole


def measured() -> Iterator[Figure]:
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        with a_server(str(here / "bare.py"), database=f"sqlite:///{folder}/bare.db") as port:
            bare, late = in_a_process(appends, port)
            yield Figure("bare append, no engine", f"{bare:,.0f}/s, p99 {late * 1e3:.1f} ms", "", None)
        database = f"sqlite:///{folder}/games.db"
        with a_server("-m", "ferrovia.server", database=database) as port:
            yield from moving(port, "SQLite", 2_000, bare)
            way = in_a_process(watch, port, 1, PAUSE).usual
            yield Figure("move → live update at another client", f"{way * 1e3:.1f} ms", "≤ 30 ms", way <= 0.030)
            many = in_a_process(watch, port, SPECTATORS, PAUSE_OF_MANY)
            told = f"{many.missed} missed one, p99 {many.late * 1e3:.1f} ms"
            reached = many.missed == 0 and many.late <= 0.100
            yield Figure(f"{SPECTATORS} spectators of one game", told, "none misses any, ≤ 100 ms", reached)
            games = in_a_process(finish, port)
        with a_server("-m", "ferrovia.server", database=database) as port:
            took = in_a_process(open_again, port, games)
            yield Figure("opening a finished game", f"{took * 1e3:.1f} ms", "≤ 100 ms", took <= 0.100)
    with a_postgresql() as database:
        if database is not None:
            with a_server("-m", "ferrovia.server", database=database, FERROVIA_WORKERS="2") as port:
                yield from moving(port, "PostgreSQL, two processes", 1_500, bare)


def moving(port: int, where: str, wanted: int, bare: float) -> Iterator[Figure]:
    """How many moves a second, the median of several runs."""
    runs = [in_a_process(moves, port, SERVERS[port]) for _ in range(RUNS)]
    rate, late, worked = (median(figures) for figures in zip(*runs, strict=True))
    yield Figure(f"durable moves on {where}", f"{rate:,.0f}/s", f"≥ {wanted:,}/s", rate >= wanted)
    yield Figure("  as a share of bare appends", f"{rate / bare:.2f}", "", None)
    yield Figure("  one in a hundred waits", f"{late * 1e3:.1f} ms", "≤ 40 ms", late <= 0.040)
    yield Figure("  the processor's time for one", f"{worked * 1e3:.2f} ms", "", None)


def main() -> None:
    for figure in measured():
        print(figure.line, flush=True)


if __name__ == "__main__":
    main()
