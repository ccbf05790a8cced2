"""One network can neither use up the server nor keep others waiting."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Semaphore
from typing import Any, TypeVar

import httpx2
import pytest

from ferrovia.server import counters as counting
from ferrovia.server import gate
from ferrovia.server.access import Reader
from ferrovia.server.counters import Counters, OwnCounters, SharedCounters
from ferrovia.server.errors import Fault
from ferrovia.server.games.files import Files
from ferrovia.server.limits import COSTS, LIMITS, Limit, Limiter
from ferrovia.server.lobby.service import Lobby
from ferrovia.server.networks import UNKNOWN, Lines, network_of
from ferrovia.server.settings import Settings
from ferrovia.server.turns import Turns
from support.servers import PATIENCE, Following, Person, Redis, a_server, eventually, free_port, statements

T = TypeVar("T")


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly anything comes back while a test runs, however slowly."""
    monkeypatch.setitem(LIMITS, "read", Limit(LIMITS["read"].burst, 10.0))


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with limits, behind a proxy that tells where people are."""
    monkeypatch.setattr(gate, "HELD", 0)
    settings = Settings(
        database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, trusted_proxies="127.0.0.1", lines_per_address=3
    )
    with a_server(settings) as address:
        yield address


def from_elsewhere(person: Person, address: str) -> Person:
    person.client.headers["x-forwarded-for"] = address
    return person


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.9", "198.51.100.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:198.51.100.9", "198.51.100.9"),
        ("nowhere", UNKNOWN),
        ("1" * 5_000, UNKNOWN),
    ],
)
def test_an_ipv6_home_is_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.usefixtures("steady")
def test_a_network_has_its_share_of_reads_and_others_have_theirs(strict: str) -> None:
    hostile, other = Person(strict, "Eva"), from_elsewhere(Person(strict, "Ana"), "198.51.100.9")
    game = other.hotseat(public=True)
    path = f"/api/games/{game}/export"
    allowed = LIMITS["read"].burst // COSTS["export"]
    answers = [hostile.get(path) for _ in range(allowed + 5)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 0 < len(refused) <= 6
    assert refused[0].json()["error"] == "too-many"
    assert int(refused[0].headers["retry-after"]) >= 1
    assert other.get(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("/", 1),
        ("/assets/none.js", 1),
        ("/readyz", COSTS["readyz"]),
        ("/schema/openapi.json", COSTS["openapi.json"]),
        ("/api/games/none/export/", COSTS["export"]),
        ("/api/games/none/export/18xx", COSTS["18xx"]),
        ("/api/games/none/reason", COSTS["reason"]),
        *((f"/api/games/none/{what}", COSTS[what]) for what in ("board.svg", "ending", "reach", "rounds")),
    ],
)
def test_whatever_is_asked_for_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, cost: int) -> None:
    """Pages cost nothing, and neither did `export/`: an address has many ways to be written."""
    monkeypatch.setattr(gate, "HELD", 0)
    monkeypatch.setitem(LIMITS, "read", Limit(40, 1_000.0))  # nothing comes back while the test runs, however slowly
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)
    with a_server(settings) as address, httpx2.Client(base_url=address) as client:
        codes = [client.get(path).status_code for _ in range(40 // cost + 1)]
    assert 429 not in codes[:-1]
    assert codes[-1] == 429


def test_a_network_reads_one_list_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search looks through all games: sixty a second from one address took every reader of the database."""
    usual, at_once, most = Lobby.listed, Counter[str](), Counter[str]()

    async def slowly(lobby: Lobby, which: str, reader: Reader, *given: Any, **more: Any) -> Any:
        at_once[reader.network] += 1
        most[reader.network] = max(most[reader.network], at_once[reader.network])
        await asyncio.sleep(0.05)
        found = await usual(lobby, which, reader, *given, **more)
        at_once[reader.network] -= 1
        return found

    monkeypatch.setattr(Lobby, "listed", slowly)
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, trusted_proxies="127.0.0.1")
    with a_server(settings) as address, ThreadPoolExecutor(8) as pool:
        people = [Person(address) for _ in range(6)]
        people += [from_elsewhere(Person(address), "198.51.100.9") for _ in range(2)]
        answers = pool.map(lambda who: who.get("/api/games", search="x").status_code, people)
        assert set(answers) == {200}
    assert most == {"127.0.0.1": 1, "198.51.100.9": 1}


@pytest.mark.usefixtures("steady")
def test_addresses_of_one_ipv6_network_share(strict: str) -> None:
    people = [from_elsewhere(Person(strict), f"2001:db8:1:2::{n:x}") for n in range(1, 20)]
    codes = [people[n % len(people)].get("/api/games/none/chart").status_code for n in range(40)]
    assert 429 in codes


@pytest.fixture(params=["own", "redis"])
def counters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Counters]:
    """Makes counters: those of one process, or those that processes share. On a busy machine Redis may take its time;
    left alone, each process would then count for itself."""
    monkeypatch.setattr(counting, "PATIENCE", PATIENCE)
    if request.param == "own":
        clock = [0.0]
        return lambda: OwnCounters(lambda: clock[0])
    redis: Redis = request.getfixturevalue("redis")
    redis.forget_all()
    return lambda: SharedCounters(redis.address)


def used(counters: Counters, work: Callable[[Counters], Awaitable[T]]) -> T:
    """What some work with counters comes to; they are closed afterwards."""

    async def run() -> T:
        try:
            return await work(counters)
        finally:
            await counters.close()

    return asyncio.run(run())


def test_writes_are_counted_apart_from_reads(counters: Callable[[], Counters]) -> None:
    async def attempts(counters: Counters) -> None:
        limiter = Limiter(counters, active=True)
        await limiter.spend("write", "here", cost=LIMITS["write"].burst)
        with pytest.raises(Fault):
            await limiter.spend("write", "here", cost=LIMITS["write"].burst)
        await limiter.spend("read", "here")
        await limiter.spend("write", "there")

    used(counters(), attempts)


async def until_refused(limiter: Limiter, whom: str = "ana") -> int:
    for n in range(10_000):
        try:
            await limiter.spend("login-name", whom)
        except Fault:
            return n
    raise AssertionError("never refused")


def test_limits_are_wider_where_many_share_an_address(counters: Callable[[], Counters]) -> None:
    def attempts(scale: float) -> int:
        club = f"a club with {scale}"
        return used(counters(), lambda c: until_refused(Limiter(c, active=True, scale=scale), club))

    usual = attempts(1.0)
    assert usual == LIMITS["login-name"].burst
    assert attempts(3.0) == 3 * usual


def test_processes_with_redis_share_a_limit_and_lines(redis: Redis) -> None:
    redis.forget_all()

    async def two_processes() -> None:
        here, there = SharedCounters(redis.address), SharedCounters(redis.address)
        limiters = [Limiter(counters, active=True) for counters in (here, there)]
        for n in range(LIMITS["login-name"].burst):
            await limiters[n % 2].spend("login-name", "ana")
        for limiter in limiters:
            with pytest.raises(Fault):
                await limiter.spend("login-name", "ana")
        async with Lines(here, most=1).open("home"):
            with pytest.raises(Fault):
                await Lines(there, most=1).refuse_more("home")
        await Lines(there, most=1).refuse_more("home")
        await here.close()
        await there.close()

    asyncio.run(two_processes())
    assert "ana" not in redis.names()


def test_without_redis_each_process_counts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "PAUSE", 0)

    async def alone() -> int:
        counters = SharedCounters(f"redis://127.0.0.1:{free_port()}/0")
        lines = Lines(counters, most=1)
        async with lines.open("home"):
            with pytest.raises(Fault):
                await lines.refuse_more("home")
        found = await until_refused(Limiter(counters, active=True))
        await counters.close()
        return found

    assert asyncio.run(alone()) == LIMITS["login-name"].burst


def test_a_network_opens_only_so_many_lines(strict: str) -> None:
    ana = Person(strict, "Ana")
    game = ana.hotseat(public=True)
    lines = [Following(Person(strict), game) for _ in range(3)]
    for line in lines:
        line.wait_for("update")
    one_more = Person(strict).get(f"/api/games/{game}/stream")
    assert (one_more.status_code, one_more.json()["error"]) == (429, "too-many")
    elsewhere = Following(from_elsewhere(Person(strict), "198.51.100.9"), game)
    elsewhere.wait_for("update")
    lines[0].close()
    ana.take(game)

    def freed() -> bool:
        line = Following(Person(strict), game)
        opened = line.response.status_code == 200
        line.close()
        return opened

    eventually(freed)
    for line in (*lines, elsewhere):
        line.close()


def test_lines_are_counted_while_they_are_open(counters: Callable[[], Counters]) -> None:
    async def open_and_close(counters: Counters) -> None:
        lines = Lines(counters, most=1)
        async with lines.open("here"):
            with pytest.raises(Fault):
                await lines.refuse_more("here")
            await lines.refuse_more("there")
        await lines.refuse_more("here")

    used(counters(), open_and_close)


def test_lines_that_come_at_one_moment_are_counted_too(counters: Callable[[], Counters]) -> None:
    """Each of them found the place free that all of them took."""

    async def at_once(counters: Counters) -> int:
        lines, stay = Lines(counters, most=3), asyncio.Event()

        async def one() -> bool:
            async with lines.open("here") as may_stay:
                if may_stay:
                    await stay.wait()
                return may_stay

        asyncio.get_running_loop().call_later(1.0, stay.set)
        return sum(await asyncio.gather(*(one() for _ in range(20))))

    async def run(counters: Counters) -> None:
        found = await at_once(counters)
        assert 1 <= found <= 3
        await Lines(counters, most=1).refuse_more("here")

    used(counters(), run)


def test_long_work_of_one_network_is_done_one_by_one_and_others_go_between() -> None:
    async def run() -> list[str]:
        turns, done = Turns(at_once=2), list[str]()

        async def work(network: str) -> None:
            async with turns.of(network):
                await asyncio.sleep(0.001)
                done.append(network)

        many = [asyncio.create_task(work("simple")) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.gather(work("modest"), *many)
        return done

    assert "modest" in asyncio.run(run())[:3]


def test_whoever_sits_down_waits_for_no_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files that took long, from two networks, kept everybody else from every table until they were done."""
    done, begun = Event(), Semaphore(0)

    async def take_in(*_: Any) -> None:
        begun.release()
        await asyncio.to_thread(done.wait, PATIENCE)
        raise Fault("bad-request", "malformed")

    monkeypatch.setattr(Files, "take_in", take_in)
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, trusted_proxies="127.0.0.1")
    with a_server(settings) as address, ThreadPoolExecutor(2) as pool:
        ana = Person(address, "Ana")
        game = ana.hotseat()
        hostile = [from_elsewhere(Person(address, "Eva"), f"198.51.100.{n}") for n in (1, 2)]
        importing = [pool.submit(lambda who=who: who.post("/api/import", file={}).status_code) for who in hostile]
        try:
            assert all(begun.acquire(timeout=PATIENCE) for _ in hostile)
            for path in ("table", "position?since=0", "log"):
                assert ana.client.get(f"/api/games/{game}/{path}", timeout=PATIENCE / 4).status_code == 200
        finally:
            done.set()
        assert [one.result() for one in importing] == [400, 400]


def test_no_trace_is_left_of_networks_without_work() -> None:
    async def run() -> dict[str, object]:
        turns = Turns(at_once=1)
        for network in ("here", "there"):
            async with turns.of(network):
                pass
        return {**turns._own}  # pyright: ignore[reportPrivateUsage]

    assert asyncio.run(run()) == {}


def test_a_long_story_is_put_into_words_once(lone: str) -> None:
    """Whoever asks again and again what has happened since the beginning costs no more than the looking up."""
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    for _ in range(12):
        ana.take(game)
    taken_back = ana.post(f"/api/games/{game}/undo", seq=ana.position(game)["seq"]).json()
    first = ana.position(game, since=0)
    with statements() as sent:
        again = ana.position(game, since=0)
    assert not [one for one in sent if "FROM entries" in one]
    assert again == first
    assert [entry["seq"] for entry in first["entries"]] == [*range(1, taken_back["seq"] + 1)]
    assert first["events"][-1]["key"] == "undo"
    assert ana.get(f"/api/games/{game}/log").json()["entries"][-1]["events"] == []
