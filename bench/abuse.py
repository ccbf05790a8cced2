"""What a hostile client can do to others: the median move of a quiet table, alone and under attack.

Run alone: `python bench/abuse.py`. Wanted: under each attack at most three times the quiet median. Clients and server
share this machine, so the attackers' own work counts too. Limits are the usual ones; moves come from many addresses,
each attack from one. The game that is attacked has trains: whatever takes long there is asked for again and again, at
ever other positions.
"""

import asyncio
import json
import multiprocessing
import tempfile
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, sleep

from wire import Person, request_of

from ferrovia import Record, automatic_answer, find_title
from ferrovia.bots import BOTS
from server import PAUSE, a_line, a_server, a_table, in_a_process

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


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "FERROVIA_RATE_LIMITS": "yes",
            "FERROVIA_TRUSTED_PROXIES": "127.0.0.1",
        }
        with a_server("-m", "ferrovia.server", database=f"sqlite:///{folder}/games.db", **settings) as port:
            target = in_a_process(a_long_game, port)
            quiet = in_a_process(moves, port, 1)
            print(f"quiet: median move {quiet * 1e3:.1f} ms", flush=True)
            for number, what in enumerate(ATTACKS, 2):
                arguments = (port, what, target, f"203.0.113.{number}")
                hostile = multiprocessing.get_context("spawn").Process(target=attack, args=arguments, daemon=True)
                hostile.start()
                sleep(2)
                busy = in_a_process(moves, port, number)
                hostile.kill()
                hostile.join()
                sign = "✓" if busy <= 3 * quiet else "✗"
                print(f"{sign} {what:<34} {busy * 1e3:7.1f} ms, {busy / quiet:4.1f} times", flush=True)


if __name__ == "__main__":
    main()
