"""Many answers to one position: exactly one wins, the others get the fresh position. Also through two processes."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from ferrovia.server.games import undo as policy
from ferrovia.server.settings import Settings
from support.servers import Following, Person, ServerProcess, a_server, a_table, asked, eventually, statements

RIVALS = 12
ROUNDS = 6


def race(rivals: list[Person], game: str, seq: int, actions: list[dict[str, Any]]) -> list[Any]:
    """Everybody answers at the same moment."""
    start = Barrier(len(rivals))

    def answer(n: int) -> Any:
        start.wait()
        return rivals[n].act(game, seq, actions[n % len(actions)])

    with ThreadPoolExecutor(len(rivals)) as crowd:
        return list(crowd.map(answer, range(len(rivals))))


def run_races(person: Person, rivals: list[Person]) -> None:
    game = person.hotseat("Ana", "Ben", "Eva")
    now = person.position(game)
    for _ in range(ROUNDS):
        offers = [offer["action"] for offer in now["offers"]]
        answers = race(rivals, game, now["seq"], offers)
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: len(rivals) - 1}
        won = next(answer.json() for answer in answers if answer.status_code == 200)
        for lost in (answer.json() for answer in answers if answer.status_code == 409):
            assert lost["error"] == "conflict"
            assert lost["update"]["seq"] == won["seq"]
            assert lost["update"]["view"] == won["view"]
            assert lost["update"]["offers"] == won["offers"]
        now = person.position(game)
        assert (now["seq"], now["view"]) == (won["seq"], won["view"])
    entries = person.get(f"/api/games/{game}/log").json()["entries"]
    assert [entry["seq"] for entry in entries] == [*range(1, now["seq"] + 1)]


def test_exactly_one_answer_wins(address: str) -> None:
    ana = Person(address, "Ana")
    run_races(ana, [ana.on(address) for _ in range(RIVALS)])


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def two_servers(
    request: pytest.FixtureRequest, new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[str]]:
    """Two processes on one database."""
    database, folder = new_database(request.param), tmp_path_factory.mktemp("servers")
    servers = [ServerProcess(database, folder / f"{n}.log") for n in range(2)]
    try:
        yield [server.start().address for server in servers]
    finally:
        for server in servers:
            server.stop()


def test_exactly_one_answer_wins_through_two_processes(two_servers: list[str]) -> None:
    ana = Person(two_servers[0], "Ana")
    run_races(ana, [ana.on(two_servers[n % 2]) for n in range(RIVALS)])


def test_two_processes_see_the_same_game(two_servers: list[str]) -> None:
    here, there = two_servers
    game, (ana, ben) = a_table(here, "Ana", "Ben")
    ana, ben, eva = ana.on(here), ben.on(there), Person(there, "Eva")
    lines = [Following(ana, game), Following(ben, game), Following(eva, game)]
    for line in lines:
        line.wait_for("update")
    now = ana.position(game)
    for _ in range(10):
        now = asked([ana, ben], now).take(game)
    for line in lines:
        eventually(lambda line=line: line.seqs()[-1:] == [now["seq"]])
        assert line.seqs() == [*range(now["seq"] + 1)]
    assert ana.position(game)["view"] == ben.position(game)["view"]
    ben.post(f"/api/games/{game}/chat", text="Hi from there")
    assert lines[0].wait_for("chat")[0].data["text"] == "Hi from there"
    undone = asked([ana, ben], now).post(f"/api/games/{game}/undo", seq=now["seq"])
    assert undone.json()["undo"]["pending"] is not None
    other = ben if asked([ana, ben], now) is ana else ana
    eventually(lambda: lines[0 if other is ana else 1].of("update")[-1].data["undo"]["asks_you"])
    assert other.consent(game).json()["seq"] == now["seq"] + 1
    for line in lines:
        eventually(lambda line=line: line.seqs()[-1] == now["seq"] + 1)
        line.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_another_process_has_stored_is_caught_up_with(new_database: Callable[[str], str], kind: str) -> None:
    """A move through a process that has not heard of the last one reads what is missing, not the whole game; and the
    whole game where something was taken back."""
    settings = Settings(database=new_database(kind), rate_limits=False)
    with a_server(settings) as here, a_server(settings) as there:
        ana = Person(here, "Ana")
        other = ana.on(there)
        game = ana.hotseat("Ana", "Ben", "Eva")
        now = other.position(game)
        for _ in range(3):
            moved = ana.act(game, now["seq"], now["offers"][0]["action"]).json()
            offered = moved["offers"][0]["action"]
            with statements() as sent:
                now = other.act(game, moved["seq"], offered).json()
            assert not [one for one in sent if "FROM seats" in one]
            assert [entry["seq"] for entry in now["entries"]] == [*range(moved["seq"] + 1, now["seq"] + 1)]
        assert ana.position(game) == other.position(game)
        back = ana.post(f"/api/games/{game}/undo", seq=now["seq"]).json()
        again = other.act(game, back["seq"], back["offers"][0]["action"]).json()
        assert again["seq"] > back["seq"]
        assert ana.position(game)["view"] == again["view"]


def test_who_lost_the_seat_through_another_process_cannot_answer(two_servers: list[str]) -> None:
    here, there = two_servers
    game, (ana, ben) = a_table(here, "Ana", "Ben")
    stale = ana.on(there)
    assert stale.position(game)["ask"]["you"] is True
    ben.post(f"/api/games/{game}/substitute", seat="p1", by="bot", bot="random")
    ana.post(f"/api/games/{game}/substitute/answer", seat="p1", agree=True)
    assert stale.act(game, 0, {"type": "bid", "amount": 30}).status_code in (403, 409)
    log = eventually(lambda: ben.get(f"/api/games/{game}/log").json()["entries"])
    assert log[0]["by"] == "bot"


def test_two_who_take_the_last_seat(address: str) -> None:
    host = Person(address, "Ana")
    game = host.new_game({"kind": "open"}, public=True)["id"]
    rivals = [Person(address, f"Rival {n}") for n in range(6)]
    start = Barrier(len(rivals))

    def join(person: Person) -> int:
        start.wait()
        return person.post(f"/api/games/{game}/join").status_code

    with ThreadPoolExecutor(len(rivals)) as crowd:
        assert Counter(crowd.map(join, rivals)) == {200: 1, 409: 5}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("wanted", ["wish", "consent"])
def test_a_wish_to_go_back_is_for_the_position_that_was_seen(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, kind: str, wanted: str
) -> None:
    """A move or a consent through another process, in the moment in which it was weighed: the wish was put at the
    position after the move, and of two consents one was lost."""
    settings = Settings(database=new_database(kind), rate_limits=False, bot_processes=0)
    with a_server(settings) as here, a_server(settings) as there:
        game, (ana, ben, eva) = a_table(here, "Ana", "Ben", "Eva")
        ana.act(game, 0, {"type": "bid", "amount": 9})
        ben.act(game, 1, {"type": "bid", "amount": 11})
        if wanted == "consent":
            assert ana.post(f"/api/games/{game}/undo", seq=2).status_code == 200
        elsewhere = eva.on(there)
        elsewhere.position(game)
        usual, meanwhile = policy.way_back, list[int]()

        def weigh(*given: Any) -> Any:
            monkeypatch.setattr(policy, "way_back", usual)
            if wanted == "wish":
                meanwhile.append(elsewhere.act(game, 2, {"type": "pass"}).status_code)
            else:
                meanwhile.append(elsewhere.consent(game).status_code)
            return usual(*given)

        monkeypatch.setattr(policy, "way_back", weigh)
        if wanted == "wish":
            late = ana.post(f"/api/games/{game}/undo", seq=2)
            assert (meanwhile, late.status_code, late.json()["update"]["seq"]) == ([200], 409, 3)
            assert ben.position(game)["undo"]["pending"] is None
        else:
            late = ben.post(f"/api/games/{game}/undo/answer", seq=2, to=0, agree=True)
            assert (meanwhile, late.status_code) == ([200], 409)
            assert late.json()["update"]["undo"]["pending"]["agreed"] == ["p3"]
            assert ben.consent(game).json()["seq"] == 3
