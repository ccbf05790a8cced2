"""Live updates: in order, none missed, resumed after the last one seen."""

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from ferrovia.server.access import Reader
from ferrovia.server.counters import OwnCounters
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.changes import Position
from ferrovia.server.games.fanout import FanOut
from ferrovia.server.games.live import Live
from ferrovia.server.games.stream import COME_AGAIN, PING, Known, Streams
from ferrovia.server.metrics import Metrics
from ferrovia.server.networks import Lines
from support.servers import PATIENCE, Following, Person, a_table, asked, eventually


def test_a_line_begins_with_how_things_stand(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    line = Following(ben, game)
    assert line.response.headers["content-type"].startswith("text/event-stream")
    (update,) = line.wait_for("update")
    assert update.id == "1"
    assert update.data["ask"]["you"] is True
    assert update.data["offers"] != []
    (info,) = line.wait_for("info")
    assert info.data["id"] == game
    assert info.id is None
    line.close()


def test_moves_are_seen_live_by_players_and_spectators(address: str) -> None:
    game, people = a_table(address, "Ana", "Ben")
    lines = [Following(person, game) for person in (*people, Person(address, "Eva"), Person(address))]
    for line in lines:
        line.wait_for("update")
    now = people[0].position(game)
    for _ in range(12):
        now = asked(people, now).take(game)
    expected = [*range(now["seq"] + 1)]
    for line in lines:
        eventually(lambda line=line: len(line.seqs()) == len(expected))
        assert line.seqs() == expected
        line.close()
    last = [line.of("update")[-1].data for line in lines]
    assert sum(bool(data["offers"]) for data in last) == 1
    assert last[2] == last[3]


def test_who_looks_at_a_table_learns_that_it_was_closed(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game({"kind": "open"}, public=True)["id"]
    line = Following(ben, game)
    line.wait_for("info")
    assert line.of("gone") == []
    ana.send("DELETE", f"/api/games/{game}")
    line.wait_for("gone")
    line.close()


def test_a_table_is_closed_when_its_host_deletes_the_account(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game({"kind": "open"}, public=True)["id"]
    line = Following(ben, game)
    line.wait_for("info")
    ana.send("DELETE", "/api/me", {})
    line.wait_for("gone")
    line.close()


def test_each_reader_has_their_own_language(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    english, spanish = Following(ben, game), Following(ben, game, lang="es")
    english.wait_for("update")
    spanish.wait_for("update")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    told = [line.wait_for("update", 2)[1].data["events"][0]["text"] for line in (english, spanish)]
    assert told[0] == "Ana bids $9 for the PRR share."
    assert told[1] != told[0]
    english.close()
    spanish.close()


@pytest.mark.parametrize(("last", "missed"), [(0, [1, 2, 3]), (2, [3]), (3, [3]), (99, [3])])
def test_a_line_goes_on_after_the_last_event_seen(address: str, last: int, missed: list[int]) -> None:
    game, (ana, ben, _) = a_table(address, "Ana", "Ben", "Eva")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ben.act(game, 1, {"type": "bid", "amount": 11})
    ana.post(f"/api/games/{game}/undo", seq=2)
    ben.post(f"/api/games/{game}/undo", seq=2)
    line = Following(ana, game, last=last)
    line.wait_for("update", len(missed))
    assert line.seqs() == missed
    line.close()


def test_who_was_long_away_gets_everything_at_once(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben")
    now = ana.take(game)
    for _ in range(29):
        now = ana.take(game)
    line = Following(ana, game, last=2)
    (update,) = line.wait_for("update")
    assert int(update.id or 0) == now["seq"]
    assert sorted({event["seq"] for event in update.data["events"]}) == [*range(3, now["seq"] + 1)]
    line.close()


@pytest.mark.parametrize("last", ["", "abc", "-1", "1e3", "٣", "9" * 5000])
def test_an_odd_last_event_id_is_as_good_as_none(lone: str, last: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben")
    with ana.client.stream("GET", f"/api/games/{game}/stream", headers=[(b"last-event-id", last.encode())]) as response:
        assert response.status_code == 200
        lines = response.iter_lines()
        assert next(line for line in lines if line.startswith("id: ")) == "id: 0"


def test_chat_and_seats_are_seen_live(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game({"kind": "open"}, public=True)["id"]
    ana.post(f"/api/games/{game}/chat", text="an old line")
    line = Following(ana, game)
    line.wait_for("info")
    assert line.of("update") == []
    ben.post(f"/api/games/{game}/join")
    assert line.wait_for("info", 2)[1].data["seats"][1]["name"] == "Ben"
    ben.post(f"/api/games/{game}/chat", text="Hi")
    (said,) = line.wait_for("chat")
    assert (said.data["name"], said.data["text"], said.data["who"]) == ("Ben", "Hi", "p2")
    ana.post(f"/api/games/{game}/start")
    (first,) = line.wait_for("update")
    assert first.data["seq"] == 0
    assert line.wait_for("info", 3)[2].data["status"] == "running"
    line.close()


def test_a_request_to_go_back_is_seen_live(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ben.act(game, 1, {"type": "bid", "amount": 11})
    line = Following(ben, game)
    line.wait_for("update")
    ana.post(f"/api/games/{game}/undo", seq=2)
    assert eventually(lambda: line.of("update")[-1].data["undo"]["asks_you"])
    ben.consent(game)
    eventually(lambda: line.seqs()[-1] == 3)
    line.close()


def test_a_bots_answers_are_seen_as_they_come(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game({"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}, start=True)["id"]
    line = Following(ana, game)
    line.wait_for("update")
    ana.take(game)
    eventually(lambda: line.of("update")[-1].data["ask"]["you"] and line.seqs()[-1] > 1)
    assert line.seqs() == [*range(line.seqs()[-1] + 1)]
    line.close()


def test_a_line_ends_with_its_game(lone: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.new_game({"kind": "open"})["id"]
    line = Following(ana, game)
    line.wait_for("info")
    ana.post(f"/api/games/{game}/leave")
    ana.post(f"/api/games/{game}/leave")
    assert Following(ana, game).response.status_code == 404


def test_a_line_ends_with_the_session(lone: str) -> None:
    """A game by invitation told everything to a browser that had been signed out."""
    ana = Person(lone, "Ana")
    game = ana.new_game({"kind": "open"})["id"]
    invite = ana.get(f"/api/games/{game}").json()["invite"]
    ben = Person(lone, "Ben")
    ben.post(f"/api/games/{game}/join", invite=invite)
    line = Following(ben, game)
    line.wait_for("info")
    ben.on(lone).post("/api/logout-everywhere")
    ana.post(f"/api/games/{game}/chat", text="between us")
    eventually(lambda: line.ended)
    assert line.of("chat") == []
    assert len(line.of("gone")) == 1


def test_who_is_sent_away_from_a_table_by_invitation_learns_so(address: str) -> None:
    """The line only ended, and the page showed the seat until the browser had tried again."""
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    made = ana.new_game({"kind": "open"})
    game = made["id"]
    ben.post(f"/api/games/{game}/join", invite=made["invite"])
    line = Following(ben, game)
    line.wait_for("info")
    ana.post(f"/api/games/{game}/kick", seat="p2")
    line.wait_for("gone")
    eventually(lambda: line.ended)


def test_a_line_ends_with_the_token(lone: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.new_game({"kind": "open"})["id"]
    token = ana.post("/api/tokens", label="x", scopes=["read"]).json()
    program = Person(lone)
    program.client.headers["authorization"] = f"Bearer {token['token']}"
    line = Following(program, game)
    line.wait_for("info")
    ana.post(f"/api/games/{game}/chat", text="first")
    line.wait_for("chat")
    ana.send("DELETE", f"/api/tokens/{token['id']}")
    ana.post(f"/api/games/{game}/chat", text="second")
    eventually(lambda: line.ended)
    assert [event.data["text"] for event in line.of("chat")] == ["first"]


def test_silence_is_broken_by_a_comment() -> None:
    class NoGames:
        async def pulse(self, game: str) -> Pulse:
            return Pulse(seq=0, info=0, chat=0)

    async def first_comment() -> bytes:
        streams = Streams(NoGames(), None, None, None, Bus(Metrics()), Lines(OwnCounters(), most=0), heartbeat=0.01)  # type: ignore[arg-type]

        async def nothing(*_: object) -> AsyncIterator[bytes]:
            return
            yield b""

        streams._news = nothing  # type: ignore[method-assign]

        async def anybody() -> bool:
            return True

        line = streams.follow("game", Reader(None, "en"), Known(seq=0), still_here=anybody)
        assert await anext(aiter(line)) == COME_AGAIN  # how soon a broken line is opened again
        found = await anext(aiter(line))
        await line.aclose()  # type: ignore[attr-defined]
        return found

    assert asyncio.run(first_comment()) == PING


# ------------------------------------------------------------------------------------------- one request and a stream


def test_one_damaged_game_does_not_end_the_word_of_others() -> None:
    """What carries it stopped for good, and nobody heard any more of moves made through another process."""

    class Odd:
        kind = "sqlite"
        looks = 0

        async def version(self) -> int:
            self.looks += 1
            return self.looks

        async def read(self, _work: object) -> dict[str, Any]:
            return {"game": ("damaged", None, 0) if self.looks < 3 else (7, 0, 0)}

    async def run() -> tuple[bool, int]:
        bus = Bus(Metrics())
        database: Any = Odd()
        fanout = FanOut(database, bus, poll=0.001)
        with bus.listening("game") as listener:
            fanout.start()
            heard = await listener.news(PATIENCE)
            await fanout.close()
            return heard, bus.pulse("game").seq

    with capture_logs() as told:
        assert asyncio.run(run()) == (True, 7)
    assert "word of changes failed" in {line["event"] for line in told}


def test_a_game_opens_with_one_request_its_story_and_a_stream(address: str) -> None:
    """What was told is not told again, and nothing in between is missed."""
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ana.post(f"/api/games/{game}/chat", text="first")
    table = ben.get(f"/api/games/{game}/table").json()
    assert table["info"] == ben.get(f"/api/games/{game}").json()
    assert table["title"] == ben.get(f"/api/games/{game}/title").json()
    assert table["update"] == ben.position(game)
    said = ben.get(f"/api/games/{game}/chat").json()["lines"]
    ben.act(game, 1, {"type": "pass"})
    ana.post(f"/api/games/{game}/chat", text="second")
    line = Following(ben, game, since=table["update"]["seq"], said=said[-1]["id"])
    assert [event.data["text"] for event in line.wait_for("chat")] == ["second"]
    assert {event["seq"] for update in line.of("update") for event in update.data["events"]} == {2}
    line.close()


def test_updates_carry_the_entries_of_the_log(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    line = Following(ben, game, since=0)
    ana.act(game, 0, {"type": "bid", "amount": 9})
    ana.post(f"/api/games/{game}/undo", seq=1)
    ana.post(f"/api/games/{game}/redo", seq=2)
    eventually(lambda: line.seqs()[-1:] == [3])
    told = {entry["seq"]: entry for update in line.of("update") for entry in update.data["entries"]}
    log = ben.get(f"/api/games/{game}/log").json()["entries"]
    assert [told[entry["seq"]] for entry in log] == [
        {key: value for key, value in entry.items() if key not in ("events", "keys", "undone")} for entry in log
    ]
    assert [(entry["kind"], entry["parent"], entry["undone"]) for entry in log] == [
        ("answer", 0, False),
        ("undo", 0, False),
        ("redo", 1, False),
    ]
    line.close()


def test_one_update_is_kept_for_all_who_watch_and_none_for_odd_beginnings(lone: str) -> None:
    """Every Last-Event-ID that somebody named left an update in memory."""
    ana = Person(lone, "Ana")
    game = ana.hotseat(public=True)
    now = ana.position(game)
    for _ in range(40):
        now = ana.take(game, -1 if len(now["offers"]) > 1 else 0)
    watcher = Person(lone)
    for last in range(20):
        line = Following(watcher, game, last=last)
        line.wait_for("update")
        line.close()
    kept = [key for position in _positions_in_memory(game) for key in position.said if key[0] == "event"]
    assert len(kept) <= 1


def _positions_in_memory(game: str) -> list[Position]:
    """The positions of a game that a server of this process holds."""
    found = [live for live in gc.get_objects() if isinstance(live, Live) and live.id == game]
    return [position for live in found for n in range(live.seq + 1) if (position := live.recent.get(n)) is not None]
