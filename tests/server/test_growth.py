"""What somebody asks for takes as long on a server that has run for years as on a new one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ferrovia.server.accounts import store as people
from ferrovia.server.engines import writing_engine
from ferrovia.server.games import store as games
from ferrovia.server.lobby import store as lobby
from ferrovia.server.lobby.store import Wanted
from ferrovia.server.migrations import migrate
from ferrovia.server.quotas import Quotas
from ferrovia.server.settings import Settings
from ferrovia.server.tables import GAMES, SEATS, USERS
from ferrovia.server.tidying import analyses_since, idle_guests, unbegun_since

FEW, MANY = 100, 2_000
"""Games of others."""
STAGES = ("running", "finished", "open", "finished")
MINE = 5
"""Games that Ana plays, whatever others do."""


def a_database(folder: Path, others: int) -> sa.Engine:
    """Ana with a few games, and many people with theirs, each seen lately."""
    engine = writing_engine(sa.make_url(f"sqlite:///{folder}/{others}.db"))
    migrate(engine)
    named = ["ana", *(f"u{n}" for n in range(others))]
    users = [{"id": who, "name": who, "account": None, "created": 0, "seen": 1_000} for who in named]
    made = [_game(n, "ana" if n < MINE else f"u{n}") for n in range(others)]
    seats = [
        {"game": f"g{n}", "seat": f"p{s}", "kind": "human", "user": "ana" if n < MINE else f"u{(n + s) % others}"}
        for n in range(others)
        for s in (1, 2, 3)
    ]
    with engine.begin() as connection:
        connection.execute(sa.insert(USERS), users)
        connection.execute(sa.insert(GAMES), made)
        connection.execute(sa.insert(SEATS), [{**seat, "name": "x"} for seat in seats])
    return engine


def _game(number: int, host: str) -> dict[str, Any]:
    stage = STAGES[number % len(STAGES)]
    texts = dict.fromkeys(("description", "invite"), "") | dict.fromkeys(("winners", "redo"), "[]")
    numbers = dict.fromkeys(("rules_version", "created", "seq", "head", "info", "chat"), 0)
    known = {"id": f"g{number}", "title": "chicago-express", "options": "{}", "status": stage, "host": host}
    return {
        **texts,
        **numbers,
        **known,
        "public": True,
        "hotseat": False,
        "updated": 1_000 + number,
        "asked": "p1" if stage == "running" else None,
        "due": False,
        "state": "x" * 2_000,
    }


def listed(which: str, wanted: Wanted = Wanted()) -> Callable[[sa.Connection], object]:  # noqa: B008
    return lambda c: lobby.listed(c, which, user="ana", wanted=wanted, titles=[], first=0, most=21)


def found(table: sa.Table, which: sa.ColumnElement[bool]) -> Callable[[sa.Connection], object]:
    return lambda c: c.execute(sa.select(table.c.id).where(which).limit(100)).all()


ASKED: dict[str, Callable[[sa.Connection], object]] = {
    **{which: listed(which) for which in ("mine", "waiting", "open", "running", "finished", "analyses", "archived")},
    "others": listed("running", Wanted(others=True, resting=True)),
    "what is kept": lambda c: Quotas.of(Settings()).used(c, "ana"),
    "wishes": lobby.games_with_wishes,
    "due": games.games_due,
    "never began": found(GAMES, unbegun_since(500)),
    "old analyses": found(GAMES, analyses_since(500)),
    "idle guests": found(USERS, idle_guests(500)),
    "who is awaited": found(USERS, sa.and_(USERS.c.id == "ana", idle_guests(2_000))),
    "who goes": lambda c: people.delete_user(c, "ana"),
    "a game that goes": lambda c: lobby.delete_game(c, "g3"),
}


def steps(engine: sa.Engine, work: Callable[[sa.Connection], object]) -> int:
    """How much SQLite does for it, in steps of its own machine: no clock, so no busy machine either."""
    taken = [0]

    def one_more() -> None:
        taken[0] += 1

    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(one_more, 10)
        work(connection)
        driver.set_progress_handler(None, 0)
        connection.rollback()
    return taken[0] * 10


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> tuple[sa.Engine, sa.Engine]:
    folder = tmp_path_factory.mktemp("growth")
    return a_database(folder, FEW), a_database(folder, MANY)


@pytest.mark.parametrize("what", ASKED)
def test_what_is_asked_for_does_not_grow_with_what_others_keep(engines: tuple[sa.Engine, sa.Engine], what: str) -> None:
    """Reading all games for one person's list, or for one guest who is tidied away, let every move wait."""
    few, many = (steps(engine, ASKED[what]) for engine in engines)
    assert many <= 2 * few + 500
