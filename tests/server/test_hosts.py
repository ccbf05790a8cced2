"""Beyond one machine: servers, workers for bots, PostgreSQL, Redis and nginx, each of them a process that may die."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import psycopg
import pytest
import sqlalchemy as sa

from ferrovia.server.games.queue import SCHEMA, prepare_queue
from ferrovia.server.settings import BadSettings, load_settings
from ferrovia.server.worker import EACH
from support.servers import ENDS, TITLE, Nginx, Person, PostgreSQL, Redis, ServerProcess, eventually, free_port

Processes = Callable[..., ServerProcess]

TABLES = 6
"""Hot-seat games that people play while something dies; and as many in which bots do."""
MOVES_APART = 0.1
COMES_AGAIN = 1.0
"""Seconds after which a browser opens a broken line again: the server says so."""
SILENCE = 5.0
"""Seconds for which no line may be silent."""
USUAL = 1.0
"""Seconds within which the next move comes while nothing dies. A machine so busy that it takes longer even then may add
as much to `SILENCE`: it is the servers that are tested, not what else runs beside them."""
BEFORE, BETWEEN, AFTER = 4.0, 6.0, 8.0
"""Seconds of play before a server dies, until a worker does, and until we look."""


def wired(**more: str) -> dict[str, str]:
    return {"FERROVIA_BOTS": "workers", "FERROVIA_BOT_PAUSE": "0.3", **more}


# ------------------------------------------------------------------------------------------------------ the queue alone


def test_bots_answer_in_a_worker(processes: Processes, new_database: Callable[[str], str]) -> None:
    """The server only asks for them; the worker ends at once and without a word when it is told to."""
    database = new_database("postgresql")
    server = processes(database, FERROVIA_BOTS="workers")
    ana = Person(server.address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "simple"}, {"kind": "bot", "bot": "random"}, start=True)["id"]
    before = ana.take(game)
    assert not before["ask"]["you"]
    worker = processes(database, bots=True)
    eventually(lambda: ana.position(game)["ask"]["you"])
    ana.take(game)
    eventually(lambda: ana.position(game)["ask"]["you"])
    assert worker.process is not None
    assert worker.ends_in() < ENDS
    assert (worker.process.returncode, "Traceback" in worker.log.read_text()) == (0, False)


def test_tables_of_bots_leave_workers_room_for_people(processes: Processes, new_database: Callable[[str], str]) -> None:
    """A worker kept a game in its hands until a person was asked: a few tables at which only bots sat, and every other
    game waited until these were over."""
    database = new_database("postgresql")
    server = processes(database, **wired())
    processes(database, bots=True, **wired())
    ana = Person(server.address, "Ana")
    seats = [{"kind": "bot", "bot": "random"}] * 3
    made = [ana.post("/api/games", title=TITLE, seats=seats, start=True).json()["id"] for _ in range(2 * EACH)]
    eventually(lambda: sum(ana.position(game)["seq"] > 2 for game in made) >= EACH)
    game = ana.new_game({"kind": "bot", "bot": "random"}, start=True)["id"]
    ana.take(game)
    eventually(lambda: ana.position(game)["ask"]["you"])
    assert not any(ana.position(game)["outcome"] for game in made)
    eventually(lambda: all(ana.position(game)["seq"] > 2 for game in made))


def test_workers_need_postgresql() -> None:
    with pytest.raises(BadSettings, match="workers need PostgreSQL"):
        load_settings({"FERROVIA_BOTS": "workers", "FERROVIA_DATABASE": "sqlite:///x.db"})


@pytest.mark.parametrize(
    ("setting", "value"), [("BOTS", "elsewhere"), ("REDIS", "127.0.0.1:6379"), ("REDIS", "http://u:secret@h")]
)
def test_a_bad_setting_is_named(setting: str, value: str) -> None:
    with pytest.raises(BadSettings, match=setting.lower()) as refused:
        load_settings({f"FERROVIA_{setting}": value})
    assert "secret" not in str(refused.value)


def test_a_queue_of_another_release_is_made_anew(postgresql: PostgreSQL, new_database: Callable[[str], str]) -> None:
    url = sa.make_url(new_database("postgresql"))
    prepare_queue(url)
    plain = url.set(drivername="postgresql").render_as_string()
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"CREATE TABLE {SCHEMA}.trace (n int)")
        prepare_queue(url)
        assert connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.trace"]).fetchone() != (None,)
        connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS 'older'")
        prepare_queue(url)
        assert connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.trace"]).fetchone() == (None,)
        assert connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.procrastinate_jobs"]).fetchone() != (None,)


# --------------------------------------------------------------------------------------------------- everything at once


class Watcher:
    """A browser that follows a game, and opens the line again when it breaks."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.game = person, game
        self.heard: list[tuple[int, float]] = []
        self.breaks = 0
        self.stopped = False
        self.over = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self.stopped:
            with suppress(httpx2.HTTPError):
                self._listen()
            if not self.stopped:
                self.breaks += 1
                time.sleep(COMES_AGAIN)

    def _listen(self) -> None:
        known = {"last-event-id": str(self.heard[-1][0])} if self.heard else {}
        with self.person.client.stream("GET", f"/api/games/{self.game}/stream", headers=known) as answer:
            if answer.status_code != 200:
                return
            for line in answer.iter_lines():
                if self.stopped:
                    return
                if line.startswith("id: "):
                    self.heard.append((int(line[4:]), time.monotonic()))
                elif '"outcome":true' in line:
                    self.over = True

    def silences(self, until: float) -> list[float]:
        """How long it was silent, each time; nobody waits for news of a game that is over."""
        times = [at for _, at in self.heard] + ([] if self.over else [until])
        return [later - earlier for earlier, later in pairwise(times)]

    def stop(self) -> None:
        self.stopped = True


class Player:
    """Answers around one screen, and remembers what was acknowledged."""

    def __init__(self, person: Person, game: str, seed: int) -> None:
        self.person, self.game, self.random = person, game, Random(seed)
        self.acknowledged: dict[int, Any] = {}
        self.repeated = 0
        self.refused: list[str] = []
        self.stopped = False
        self.thread = threading.Thread(target=self._play_on, daemon=True)
        self.thread.start()

    def _play_on(self) -> None:
        while not self.stopped:
            try:
                now = self.person.get(f"/api/games/{self.game}/position")
                while not self.stopped and now.status_code == 200 and now.json()["ask"] is not None:
                    position = now.json()
                    action = self.random.choice(position["offers"])["action"]
                    now = self.person.act(self.game, position["seq"], action)
                    if now.status_code == 200:
                        self.acknowledged[now.json()["seq"]] = now.json()["view"]
                    time.sleep(MOVES_APART)
                if now.status_code == 200:
                    return
                self.refused.append(f"{now.status_code}")
            except httpx2.HTTPError as error:
                self.refused.append(repr(error))
            self.repeated += 1
            time.sleep(0.2)


@pytest.fixture
def front(tmp_path: Path) -> Iterator[Callable[[list[str], int], Nginx]]:
    """nginx in front of some servers."""
    with ExitStack() as stack:

        def start(servers: list[str], port: int) -> Nginx:
            folder = tmp_path / "nginx"
            folder.mkdir()
            return stack.enter_context(Nginx.before(servers, folder, port))

        yield start


def trusting(nginx: Nginx) -> dict[str, Any]:
    return {"verify": ssl.create_default_context(cafile=str(nginx.folder / "certificate.pem"))}


@pytest.mark.long
def test_servers_and_workers_die_and_no_player_notices(
    processes: Processes, new_database: Callable[[str], str], redis: Redis, front: Callable[[list[str], int], Nginx]
) -> None:
    """Three servers and two workers for bots; one of each is killed under load. Nothing is lost, no line is silent."""
    database, port = new_database("postgresql"), free_port()
    settings = wired(
        FERROVIA_REDIS=redis.address,
        FERROVIA_RATE_LIMITS="yes",
        FERROVIA_LIMIT_SCALE="1000",
        FERROVIA_ADDRESS=f"https://localhost:{port}",
        FERROVIA_TRUSTED_PROXIES="127.0.0.1",
    )
    servers = [processes(database, **settings) for _ in range(3)]
    workers = [processes(database, bots=True, **settings) for _ in range(2)]
    nginx = front([server.address for server in servers], port)
    ana = Person(nginx.address, "Ana", **trusting(nginx))

    def again() -> Person:
        other = Person(nginx.address, **trusting(nginx))
        other.client.cookies.update(ana.client.cookies)
        return other

    played = [ana.hotseat() for _ in range(TABLES)]
    seats = [{"kind": "bot", "bot": "simple"}] * 3
    watched = [
        ana.post("/api/games", title="chicago-express", seats=seats, start=True).json()["id"] for _ in range(TABLES)
    ]
    watchers = [Watcher(again(), game) for game in (*played, *watched)]
    players = [Player(again(), game, seed) for seed, game in enumerate(played)]
    eventually(lambda: all(len(watcher.heard) > 1 for watcher in watchers))
    time.sleep(BEFORE)
    slowness = max(max(watcher.silences(time.monotonic())) for watcher in watchers) - USUAL
    servers[0].kill()
    time.sleep(BETWEEN)
    workers[0].kill()
    time.sleep(AFTER)
    until = time.monotonic()
    for player in players:
        player.stopped = True
    for player in players:
        player.thread.join(60)
    time.sleep(1.0)
    for watcher in watchers:
        watcher.stop()

    assert sum(watcher.breaks for watcher in watchers) >= 1  # it was felt, and mended
    worst = {watcher.game: max(watcher.silences(until)) for watcher in watchers}
    assert max(worst.values()) <= SILENCE + max(0.0, slowness), (worst, slowness)
    for watcher in watchers:
        seqs = [seq for seq, _ in watcher.heard]
        assert seqs == [*range(seqs[0], seqs[0] + len(seqs))], "a line missed something, or told it twice"
    for player in players:
        assert len(player.acknowledged) > 20
        entries = ana.get(f"/api/games/{player.game}/log", **{"from": 1}).json()["entries"]
        assert [entry["seq"] for entry in entries] == [*range(1, len(entries) + 1)]
        for seq, view in player.acknowledged.items():
            assert ana.position(player.game, seq=seq)["view"] == view
        assert len(player.refused) <= 2, player.refused
    for game in watched:
        now = ana.position(game)
        assert now["seq"] > 30
