"""How fast the server is: durable moves a second, the way of a move to others, opening a game, many spectators.

Run by `make bench`, or alone: `python bench/server.py`. Server and clients are separate processes on one machine.
"""

import asyncio
import json
import multiprocessing
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

from ferrovia import action_to_json, answer_of_itself, new_game
from ferrovia.bots import BOTS
from wire import Wire

HERE = Path(__file__).parent
CLIENTS = 32
GAMES = 50
SECONDS = 6.0
PLAYERS = 3
SPECTATORS = 200
TITLE = "chicago-express"
SEQ = re.compile(rb'"seq":(\d+)')


@contextmanager
def a_server(*command: str, **environment: str) -> Iterator[int]:
    """A server process on a free port, on a fresh database."""
    port = free_port()
    settings = {"FERROVIA_PORT": str(port), "FERROVIA_RATE_LIMITS": "no", "FERROVIA_LOG_LEVEL": "warning"}
    process = subprocess.Popen(
        [sys.executable, *command], env={**os.environ, **settings, **environment}, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
                return
        except OSError:
            sleep(0.05)
    raise RuntimeError("the server does not come up")


# ------------------------------------------------------------------------------------------------- moves a second


def a_script(seed: int) -> list[bytes]:
    """The answers that people give in a whole game at random, each as the action of a request."""
    random, game, script = Random(seed), new_game(TITLE, [f"p{n}" for n in range(1, PLAYERS + 1)]), []
    while game.ask is not None:
        given = answer_of_itself(game, random, {})
        if given is None:
            action = BOTS["random"](game, random)
            script.append((game.ask.who, json.dumps(action_to_json(action)).encode()))
        else:
            action = given[0]
        game = game.play(action)
    return script


async def a_game(port: int, seed: int) -> dict[str, Any]:
    """A running game of three guests: where to send what, and as whom."""
    people = [await Wire.to(port) for _ in range(PLAYERS)]
    for n, person in enumerate(people):
        await person.json("GET", "/api/me")
        await person.json("POST", "/api/guest", {"name": f"Guest {seed} {n}"})
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    info = await people[0].json("POST", "/api/games", {"title": TITLE, "seats": seats, "public": True})
    for person in people[1:]:
        await person.json("POST", f"/api/games/{info['id']}/join", {})
    await people[0].json("POST", f"/api/games/{info['id']}/start")
    for person in people:
        person.close()
    return {"id": info["id"], "cookies": [p.cookies for p in people], "script": a_script(seed)}


async def play_on(port: int, games: list[dict[str, Any]], until: float, waits: list[float]) -> None:
    """One client: answers in its games in turn, as whoever is asked there."""
    wire = await Wire.to(port)
    at = {game["id"]: (0, 0) for game in games}
    running = list(games)
    while running and perf_counter() < until:
        for game in list(running):
            done, seq = at[game["id"]]
            if done == len(game["script"]):
                running.remove(game)
                continue
            who, action = game["script"][done]
            wire.cookies = game["cookies"][int(who[1:]) - 1]
            body = b'{"seq":%d,"action":%s}' % (seq, action)
            begun = perf_counter()
            status, answer = await wire.send("POST", f"/api/games/{game['id']}/actions", body)
            waits.append(perf_counter() - begun)
            if status != 200:
                raise RuntimeError(f"{status} {answer[:300]!r}")
            at[game["id"]] = done + 1, int(SEQ.search(answer)[1])
    wire.close()


def moving(port: int, results: Any) -> None:
    async def run() -> None:
        games = [await a_game(port, seed) for seed in range(GAMES)]
        waits: list[float] = []
        import time; cpu0=time.process_time(); f=lambda: [int(x)*1e4 for x in open(f"/proc/{os.environ['SRV']}/stat").read().rsplit(')',1)[1].split()[11:13]]; s0=f()
        begun = perf_counter()
        shares = [games[n::CLIENTS] for n in range(CLIENTS)]
        await asyncio.gather(*(play_on(port, share, begun + SECONDS, waits) for share in shares))
        took = perf_counter() - begun
        import time; print(f"client cpu/move {(time.process_time()-cpu0)/len(waits)*1e6:.0f} us, server user {(f()[0]-s0[0])/len(waits):.0f} sys {(f()[1]-s0[1])/len(waits):.0f} us")
        waits.sort()
        results.put((len(waits) / took, waits[int(len(waits) * 0.99)], median(waits), len(waits)))

    asyncio.run(run())


def in_a_process(work: Any, *arguments: Any) -> Any:
    """Clients run apart from the server and from each other."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    process = context.Process(target=work, args=(*arguments, results))
    process.start()
    found = results.get(timeout=120)
    process.join()
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with a_server("-m", "ferrovia.server", FERROVIA_DATABASE=f"sqlite:///{folder}/bench.db") as port:
            rate, worst, middle, count = in_a_process(moving, port)
            print(f"{rate:.0f}/s p99 {worst * 1e3:.1f} ms median {middle * 1e3:.1f} ms {count} moves")


if __name__ == "__main__":
    main()
