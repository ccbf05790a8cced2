"""An acknowledged move survives `kill -9` at any moment, and a full disk; bots go on after a crash."""

import resource
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from support.servers import Person, ServerProcess, eventually

ROUNDS = 4
TABLES = 3


class Player:
    """Answers in a hot-seat game as fast as it can and remembers what was acknowledged."""

    def __init__(self, person: Person, game: str, seed: int) -> None:
        self.person, self.game, self.random = person, game, Random(seed)
        self.acknowledged: dict[int, Any] = {}
        self.stopped = False

    def play_on(self) -> None:
        try:
            now = self.person.position(self.game)
            while not self.stopped and now["ask"] is not None:
                action = self.random.choice(now["offers"])["action"]
                answer = self.person.act(self.game, now["seq"], action)
                if answer.status_code != 200:
                    raise AssertionError(answer.text)
                now = answer.json()
                self.acknowledged[now["seq"]] = now["view"]
        except httpx2.HTTPError:
            return  # the server was killed in the middle of a request: that move was not acknowledged


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_acknowledged_move_survives_the_kill(
    kind: str, new_database: Callable[[str], str], processes: Callable[..., ServerProcess]
) -> None:
    server = processes(new_database(kind))
    ana, random = Person(server.address, "Ana"), Random(7)
    games = [ana.hotseat("Ana", "Ben", "Eva") for _ in range(TABLES)]
    acknowledged: dict[str, dict[int, Any]] = {game: {} for game in games}
    for number in range(ROUNDS):
        players = [Player(ana.on(server.address), game, number) for game in games]
        threads = [threading.Thread(target=player.play_on) for player in players]
        for thread in threads:
            thread.start()
        eventually(lambda players=players: any(player.acknowledged for player in players))
        time.sleep(random.uniform(0.0, 0.25))
        server.kill()
        for thread in threads:
            thread.join()
        for player in players:
            acknowledged[player.game] |= player.acknowledged
        server.start()
        witness = ana.on(server.address)
        for game, moves in acknowledged.items():
            latest = witness.position(game)["seq"]
            assert latest >= max(moves, default=0)
            for seq in {*random.sample(sorted(moves), min(5, len(moves))), *sorted(moves)[-1:]}:
                assert witness.position(game, seq=seq)["view"] == moves[seq]
            seqs = [entry["seq"] for entry in witness.get(f"/api/games/{game}/log").json()["entries"]]
            assert seqs == [*range(1, latest + 1)]
    assert sum(len(moves) for moves in acknowledged.values()) > ROUNDS


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_bots_go_on_after_a_crash(
    kind: str, new_database: Callable[[str], str], processes: Callable[..., ServerProcess]
) -> None:
    server = processes(new_database(kind), FERROVIA_BOT_PAUSE="600")
    ana = Person(server.address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "simple"}, start=True)["id"]
    assert ana.take(game)["ask"]["who"] == "p2"
    server.kill()
    server.settings["FERROVIA_BOT_PAUSE"] = "0"
    server.start()
    witness = ana.on(server.address)
    eventually(lambda: witness.get(f"/api/games/{game}").json()["seq"] >= 2)


def test_a_full_disk_loses_nothing_that_was_acknowledged(
    processes: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    """No file of the server may grow: what cannot be stored gets 503, and all goes on when there is room again."""
    server = processes(f"sqlite:///{tmp_path}/games.db")
    assert server.process is not None
    ana = Person(server.address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    now, refused = ana.take(game), 0
    largest = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (largest + 30_000, resource.RLIM_INFINITY))
    for _ in range(100):
        answer = ana.act(game, now["seq"], now["offers"][0]["action"])
        if answer.status_code == 200:
            now = answer.json()
            continue
        refused += 1
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert ana.position(game)["seq"] == now["seq"]
        if refused == 5:
            break
    assert refused == 5
    assert (ana.get("/healthz").status_code, ana.get("/api/games").status_code) == (200, 200)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    after = ana.act(game, now["seq"], now["offers"][0]["action"]).json()
    assert after["seq"] > now["seq"]
    server.kill()
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        assert file.execute("SELECT seq FROM games").fetchone() == (after["seq"],)
