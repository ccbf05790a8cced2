"""How steps of games are stored: in an ordinary transaction, or all by one statement. Both do the same."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from ferrovia.server.database import BETWEEN_WORDS, CHANNEL, Bulk, Database, Taken
from ferrovia.server.games import store
from ferrovia.server.games.store import ADVANCE, MOST_AT_ONCE, WORDS_IN_A_NOTICE, Advance
from ferrovia.server.migrations import migrate
from ferrovia.server.tables import ENTRIES, GAMES
from support.servers import statements

ORDINARY = Bulk(store.advance)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    yield from with_two_games(f"sqlite:///{tmp_path}/games.db")


@pytest.fixture
def on_postgresql(new_database: Callable[[str], str]) -> Iterator[Database]:
    yield from with_two_games(new_database("postgresql"))


def with_two_games(address: str) -> Iterator[Database]:
    opened = Database(address)
    migrate(opened.writing)
    with opened.writing.begin() as connection:
        for game in ("one", "two"):
            connection.execute(sa.insert(GAMES).values(a_game(game)))
    yield opened
    asyncio.run(opened.close())


def a_game(game: str) -> dict[str, Any]:
    texts = dict.fromkeys(("options", "description", "invite", "winners", "redo", "title"), "[]")
    numbers = dict.fromkeys(("created", "updated", "seq", "head", "info", "chat", "rules_version"), 0)
    flags = dict.fromkeys(("public", "hotseat", "due"), False)
    return {"id": game, "status": "running", "undo_request": "{}", **texts, **numbers, **flags}


def a_step(game: str, first: int, last: int, *, info: int = 0) -> Advance:
    entries = [
        {
            "game": game,
            "seq": seq,
            "kind": "answer",
            "parent": seq - 1,
            "base": 0,
            "depth": seq,
            "who": "p1",
            "by": "player",
            "action": "{}",
            "events": "[]",
            "undone": False,
            "at": 7,
            "state": None,
        }
        for seq in range(first, last + 1)
    ]
    changes = {
        "updated": 7,
        "seq": last,
        "head": last,
        "asked": None,
        "due": True,
        "course": "c",
        "winners": "w",
        "status": "finished",
        "redo": "r",
        "state": f"after {last}",
    }
    return Advance(game, info, entries, changes)


def contents(database: Database) -> tuple[list[Any], list[Any]]:
    def look(connection: sa.Connection) -> tuple[list[Any], list[Any]]:
        entries = connection.execute(sa.select(ENTRIES).order_by(ENTRIES.c.game, ENTRIES.c.seq))
        games = connection.execute(sa.select(GAMES).order_by(GAMES.c.id))
        return [tuple(row) for row in entries], [tuple(row) for row in games]

    return database.read_here(look)


def stored_together(database: Database, bulk: Bulk[Advance], *steps: Advance) -> list[Any]:
    """What became of steps that were submitted in one turn of the event loop."""

    async def submit() -> list[Any]:
        return await asyncio.gather(*(database.store(bulk, step) for step in steps), return_exceptions=True)

    return asyncio.run(submit())


@pytest.fixture(params=[ADVANCE, ORDINARY], ids=["at once", "ordinary"])
def bulk(request: pytest.FixtureRequest) -> Bulk[Advance]:
    return request.param


def test_all_ways_store_the_same(tmp_path: Path, database: Database, on_postgresql: Database) -> None:
    steps = [a_step("two", 1, 3), a_step("one", 1, 1)]
    for other in with_two_games(f"sqlite:///{tmp_path}/other.db"):
        assert stored_together(database, ADVANCE, *steps) == [None, None]
        assert stored_together(other, ORDINARY, *steps) == [None, None]
        assert stored_together(on_postgresql, ADVANCE, *steps) == [None, None]
        assert contents(database) == contents(other) == contents(on_postgresql)


def test_entries_and_position_are_there(database: Database, bulk: Bulk[Advance]) -> None:
    assert stored_together(database, bulk, a_step("one", 1, 2)) == [None]
    entries, games = contents(database)
    assert [entry[:2] for entry in entries] == [("one", 1), ("one", 2)]
    one = dict(zip(GAMES.c.keys(), games[0], strict=True))
    assert (one["seq"], one["status"], one["due"], one["state"]) == (2, "finished", True, "after 2")
    assert one["undo_request"] is None


LATE = pytest.mark.parametrize(
    "late", [a_step("one", 1, 1), a_step("one", 2, 2, info=5)], ids=["overtaken", "seats changed"]
)


@LATE
def test_only_who_was_overtaken_is_refused(database: Database, bulk: Bulk[Advance], late: Advance) -> None:
    one_is_late(database, bulk, late)


@LATE
def test_only_who_was_overtaken_is_refused_on_postgresql(on_postgresql: Database, late: Advance) -> None:
    one_is_late(on_postgresql, ADVANCE, late)


def one_is_late(database: Database, bulk: Bulk[Advance], late: Advance) -> None:
    assert stored_together(database, bulk, a_step("one", 1, 1)) == [None]
    answers = stored_together(database, bulk, late, a_step("two", 1, 1))
    assert isinstance(answers[0], Taken) and answers[1] is None
    entries, games = contents(database)
    assert [entry[:2] for entry in entries] == [("one", 1), ("two", 1)]
    assert [game[GAMES.c.keys().index("state")] for game in games] == ["after 1", "after 1"]


def test_many_steps_are_one_statement_on_postgresql(on_postgresql: Database) -> None:
    """Also the word of it to other processes."""
    address = on_postgresql.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        with statements() as sent:
            assert stored_together(on_postgresql, ADVANCE, a_step("one", 1, 2), a_step("two", 1, 1)) == [None, None]
        assert len(sent) == 1
        (notice,) = listener.notifies(timeout=5, stop_after=1)
        assert set(notice.payload.split(BETWEEN_WORDS)) == {"one 2", "two 1"}


def test_word_of_very_many_games_takes_several_notices(on_postgresql: Database) -> None:
    """One notice could not hold it."""
    games = [f"{number:016}" for number in range(2 * WORDS_IN_A_NOTICE)]
    with on_postgresql.writing.begin() as connection:
        connection.execute(sa.insert(GAMES), [a_game(game) for game in games])
    address = on_postgresql.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        with statements() as sent:
            assert not any(stored_together(on_postgresql, ADVANCE, *(a_step(game, 1, 1) for game in games)))
        assert len(sent) == 1
        told: list[str] = []
        for notice in listener.notifies(timeout=5):
            told += notice.payload.split(BETWEEN_WORDS)
            if len(told) == len(games):
                break
    assert sorted(told) == [f"{game} 1" for game in games]


def test_both_databases_tell_the_same_news(database: Database, on_postgresql: Database) -> None:
    """What followed an entry, of several games at once; a game of which there is nothing new, and one that is gone."""
    known = [("one", 1), ("two", 0), ("two", 1), ("gone", 0)]
    told: list[Any] = []
    for opened in (database, on_postgresql):
        assert not any(stored_together(opened, ADVANCE, a_step("one", 1, 3), a_step("two", 1, 1)))
        found = opened.read_here(lambda c: store.NEWS.find(c, known))
        told.append({key: [(row["info"], row["seq"], row["kind"]) for row in found.get(key, ())] for key in known})
    assert told[0] == told[1]
    assert told[0] == {
        ("one", 1): [(0, 2, "answer"), (0, 3, "answer")],
        ("two", 0): [(0, 1, "answer")],
        ("two", 1): [(0, None, None)],
        ("gone", 0): [],
    }


def test_a_connection_that_was_hung_up_is_replaced(on_postgresql: Database) -> None:
    """As after a restart of the database: nobody whose move comes after it notices."""
    assert stored_together(on_postgresql, ADVANCE, a_step("one", 1, 1)) == [None]
    with on_postgresql.writing.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert stored_together(on_postgresql, ADVANCE, a_step("one", 2, 2)) == [None]


def test_more_than_a_statement_can_take(database: Database) -> None:
    assert stored_together(database, ADVANCE, a_step("one", 1, MOST_AT_ONCE + 1)) == [None]
    assert len(contents(database)[0]) == MOST_AT_ONCE + 1


def test_it_goes_on_after_the_connection_was_lost(database: Database) -> None:
    assert stored_together(database, ADVANCE, a_step("one", 1, 1)) == [None]
    cut: Callable[[], None] = database._direct.dbapi_connection.close  # pyright: ignore
    cut()
    lost = stored_together(database, ADVANCE, a_step("one", 2, 2))
    assert "Unavailable" in repr(lost)
    assert stored_together(database, ADVANCE, a_step("one", 2, 2)) == [None]


def test_a_glance_does_not_hold_up_the_event_loop(tmp_path: Path, database: Database) -> None:
    """While somebody has the whole file to himself, others are served; the one who asked waits in a thread."""
    keeper = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    database.writing.dispose()
    keeper.execute("PRAGMA locking_mode = EXCLUSIVE")
    keeper.execute("BEGIN EXCLUSIVE")
    keeper.execute("UPDATE games SET chat = 1")
    keeper.execute("COMMIT")

    async def look() -> Any:
        glance = asyncio.create_task(database.glance(lambda c: c.execute(sa.select(GAMES.c.chat)).scalars().all()))
        await asyncio.sleep(0.2)
        assert not glance.done()
        keeper.close()
        return await glance

    assert asyncio.run(look()) == [1, 1]


# ---------------------------------------------------------------------------------------------------- SQLite's own log


def test_what_was_written_gets_from_the_log_into_the_file_beside_the_writer(database: Database, tmp_path: Path) -> None:
    """No move waits for that: a writer would have copied only after many thousands of pages."""

    async def write() -> None:
        await database.write(lambda connection: connection.execute(sa.insert(GAMES).values(a_game("three"))))

    asyncio.run(write())
    deadline = time.monotonic() + 20
    while "three" not in games_in_the_file_alone(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def games_in_the_file_alone(folder: Path) -> list[str]:
    """Without the log beside it."""
    alone = folder / "alone.db"
    alone.write_bytes((folder / "games.db").read_bytes())
    with closing(sqlite3.connect(alone)) as connection:
        try:
            return [game for (game,) in connection.execute("SELECT id FROM games")]
        except sqlite3.DatabaseError:  # copied in the middle of being written
            return []
