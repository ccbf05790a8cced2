"""What a hostile client can do to others: the median move of a quiet table, alone and under attack.

Run alone: `python bench/abuse.py`. Wanted: under each attack at most three times the quiet median. Clients and server
share this machine, so the attackers' own work counts too. Limits are the usual ones; moves come from many addresses,
each attack from one. The game that is attacked has trains: whatever takes long there is asked for again and again, at
ever other positions. Floods have no respect for HTTP: connections that come and go, rubbish, requests that nobody waits
for. Before each attack the quiet median is taken anew, for other work on the machine changes it; the share of a core
that the server itself works under an attack says how much of the difference is its own.

`python bench/abuse.py flood` measures the floods only, `python bench/abuse.py ask` what is asked for.
"""

import asyncio
import json
import multiprocessing
import select
import socket
import struct
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, sleep

from wire import Person, request_of

from ferrovia import Record, automatic_answer, find_title
from ferrovia.bots import BOTS
from server import PAUSE, SERVERS, a_line, a_server, a_table, in_a_process, processor_time

MOVES = 60
LINES = 8
"""Connections of the hostile client, each as fast as it is answered."""
ATTACKED = "18cz"
ANSWERS = 250
"""So long is the game that is attacked."""
ATTACKS = (
    "position?since=0",
    "position?seq={n}",
    "log?from=1",
    "export",
    "export/18xx",
    "routes?company={company}&seq={n}",
    "preview",
    "chart",
    "table",
)


NEIGHBOUR = "127.0.0.2"
"""Where floods come from."""
HUNG_UP = struct.pack("ii", 1, 0)
"""A connection that is closed leaves no trace: so there are always free ports for the next."""


def a_connection(port: int) -> socket.socket:
    line = socket.socket()
    line.settimeout(5)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HUNG_UP)
    line.bind((NEIGHBOUR, 0))
    line.connect(("127.0.0.1", port))
    return line


def come_and_go(port: int, sent: bytes) -> None:
    """A connection for each piece; nobody waits for an answer."""
    while True:
        with suppress(OSError), a_connection(port) as line:
            line.sendall(sent)


def stay_away(port: int, sent: bytes) -> None:
    """As many connections as there may be, each with a beginning that has no end."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            line = a_connection(port)
            line.sendall(sent)
            held.append(line)
        gone = select.select(held, [], [], 0)[0] if held else []
        for line in gone:
            line.close()
        held = [line for line in held if line not in gone]


def go_on(port: int, sent: bytes) -> None:
    """The same again and again on one connection, as fast as it is taken; what comes back is thrown away."""
    while True:
        with suppress(OSError), a_connection(port) as line:
            while True:
                line.sendall(sent)
                while select.select([line], [], [], 0)[0]:
                    if not line.recv(1 << 20):
                        raise ConnectionError


def plain(method: str, path: str, more: str = "") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nhost: bench\r\n{more}\r\n".encode()


FLOODS: dict[str, Callable[[int], None]] = {
    "connections": partial(come_and_go, sent=b""),
    "connections with rubbish": partial(come_and_go, sent=b"\0\r\n\r\n"),
    "a connection for each request": partial(come_and_go, sent=plain("GET", "/api/games")),
    "a connection for each live update": partial(come_and_go, sent=plain("GET", "/api/games/none/stream")),
    "half a request": partial(stay_away, sent=plain("GET", "/api/games")[:20]),
    "pipelined requests": partial(go_on, sent=plain("GET", "/api/games") * 100),
    "pipelined HEAD": partial(go_on, sent=plain("HEAD", "/") * 100),
    "pipelined pages": partial(go_on, sent=plain("GET", "/") * 100),
    "large bodies": partial(go_on, sent=plain("POST", "/api/import", "content-length: 3900000\r\n") + b"x" * 3_900_000),
}


@dataclass(frozen=True, slots=True)
class Target:
    """A game that is attacked by whoever may see it."""

    game: str
    cookies: dict[str, str]
    seq: int
    company: str
    action: str
    """What is tried out."""


async def moves(port: int, seed: int) -> float:
    table, line, waits = await a_table(port, seed), await a_line(port), list[float]()
    for number in range(MOVES):
        address = b"\r\nx-forwarded-for: 198.51.100.%d" % number
        request = table.next_request().replace(b"\r\nhost:", address + b"\r\nhost:", 1)
        begun = perf_counter()
        table.moved(*await line.ask(request))
        waits.append(perf_counter() - begun)
        await asyncio.sleep(PAUSE)
    return median(waits)


async def a_long_game(port: int) -> Target:
    random, record = Random(16), Record.new(find_title(ATTACKED), ["Ana", "Ben", "Eva"], {})
    while record.game.ask is not None and len(record.entries) < ANSWERS:
        given = automatic_answer(record.game, random, {})
        record.play(*(given or (BOTS["random"](record.game, random), "player")))
    eva = await Person.at(port, "Eva")
    game = (await eva.json("POST", "/api/import", {"file": record.to_json()}))["id"]
    now = await eva.json("GET", f"/api/games/{game}/position")
    owners = [one["id"] for one in now["view"]["companies"] if one.get("trains")] or ["none"]
    return Target(game, eva.cookies, now["seq"], owners[0], json.dumps(now["offers"][0]["action"]))


def attack(port: int, what: str, target: Target, address: str) -> None:
    async def on_and_on(first: int) -> None:
        line, number = await a_line(port), first
        while True:
            number = (number + LINES * 7) % target.seq
            path = f"/api/games/{target.game}/{what.format(n=number, company=target.company)}"
            body = b'{"seq":%d,"action":%s}' % (target.seq, target.action.encode()) if what == "preview" else b""
            method = "POST" if body else "GET"
            await line.ask(request_of(method, path, body, target.cookies, **{"x-forwarded-for": address}))

    async def all_lines() -> None:
        await asyncio.gather(*(on_and_on(n) for n in range(LINES)))

    asyncio.run(all_lines())


def beside(port: int, what: str, doing: Callable[[], None], number: int) -> str:
    """What others notice while somebody is hostile, in a line."""
    quiet = in_a_process(moves, port, 2 * number)
    hostile = multiprocessing.get_context("spawn").Process(target=doing, daemon=True)
    hostile.start()
    sleep(2)
    worked, begun = processor_time(SERVERS[port]), perf_counter()
    busy = in_a_process(moves, port, 2 * number + 1)
    share = (processor_time(SERVERS[port]) - worked) / (perf_counter() - begun)
    hostile.kill()
    hostile.join()
    sign, times = "✓" if busy <= 3 * quiet else "✗", busy / quiet
    waits = f"{quiet * 1e3:5.1f} → {busy * 1e3:5.1f} ms"
    return f"{sign} {what:<34} {waits}, {times:4.1f} times; the server works {share:4.0%}"


def measured(what: str, number: int, doing: Callable[[int], Callable[[], None]]) -> None:
    """On a server of its own: guests come from one address here, which may bring only so many."""
    settings = {"FERROVIA_RATE_LIMITS": "yes", "FERROVIA_TRUSTED_PROXIES": "127.0.0.1"}
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server("-m", "ferrovia.server", database=f"sqlite:///{folder}/games.db", **settings) as port,
    ):
        print(beside(port, what, doing(port), number), flush=True)


def asking_for(what: str, number: int, port: int) -> Callable[[], None]:
    target = in_a_process(a_long_game, port)
    return partial(attack, port, what, target, f"203.0.113.{number}")


def main() -> None:
    wanted = sys.argv[1:] or ["ask", "flood"]
    hostile: dict[str, Callable[[int], Callable[[], None]]] = {}
    if "ask" in wanted:
        hostile = {what: partial(asking_for, what, number) for number, what in enumerate(ATTACKS, 2)}
    if "flood" in wanted:
        hostile |= {what: partial(partial, flood) for what, flood in FLOODS.items()}
    for number, (what, doing) in enumerate(hostile.items()):
        measured(what, number, doing)


if __name__ == "__main__":
    main()
