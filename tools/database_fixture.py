"""A small database as a server of this release writes it: a running and a finished game of every title, all Ana's.

    python tools/database_fixture.py tests/server/databases/schema-0005.sql.gz

Made at each change of the tables or of a title's rules; later releases must open it (tests/server/test_upgrades.py).
"""

import gzip
import sqlite3
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from random import Random

import sqlalchemy as sa

from ferrovia import Title, automatic_answer, chosen, new_game, titles
from ferrovia.bots import BOTS
from ferrovia.server.clock import now
from ferrovia.server.encoding import text_of
from ferrovia.server.engines import writing_engine
from ferrovia.server.games.opening import begun
from ferrovia.server.games.progress import Progress
from ferrovia.server.games.seats import Seat
from ferrovia.server.migrations import migrate
from ferrovia.server.tables import GAMES, SEATS, SESSIONS, USERS

ANA = "0123456789abcdef"
SESSION = "a session of an earlier release"
FOR_EVER = 4_102_444_800_000
NAMES = ("Ana", "Ben", "Eva")
SOME = 50
"""Answers of a game that is still running."""


def answers_of(title: Title, seed: int, most: int) -> tuple[list[Progress], int]:
    """A game at random, and how many questions were left open."""
    random = Random(seed)
    game, found = new_game(title.id, ["p1", "p2", "p3"], {}), list[Progress]()
    while game.ask is not None and len(found) < most:
        given = automatic_answer(game, random, {})
        action, by = given or (BOTS["random"](game, random), "player")
        found.append(Progress.of(game, action, by))
        game = found[-1].after
    return found, int(game.ask is not None)


def add(connection: sa.Connection, game: str, title: Title, answers: list[Progress]) -> None:
    seats = [Seat(f"p{n}", "human", ANA, name, None) for n, name in enumerate(NAMES, 1)]
    opening = begun(game, answers[0].before, answers, seats)
    common = {"id": game, "title": title.id, "rules_version": title.rules_version, "host": ANA}
    shown = {"description": "", "public": True, "hotseat": True, "invite": "an invitation", "created": now()}
    options = text_of(chosen(title, {}))
    counted = {"info": 0, "chat": 0, "updated": 0, "seq": 0, "head": 0, "due": False, "winners": "[]", "redo": "[]"}
    connection.execute(sa.insert(GAMES).values(**common, **shown, **counted, options=options, status="running"))
    for seat in seats:
        row = {"game": game, "seat": seat.seat, "kind": seat.kind, "user": seat.user, "name": seat.name}
        connection.execute(sa.insert(SEATS).values(row))
    opening.store(connection)


def fill(connection: sa.Connection) -> None:
    at = now()
    connection.execute(sa.insert(USERS).values(id=ANA, name="Ana", created=at, seen=at))
    digest = sha256(SESSION.encode()).hexdigest()
    connection.execute(sa.insert(SESSIONS).values(digest=digest, user=ANA, created=at, expires=FOR_EVER))
    for number, title in enumerate(titles()):
        add(connection, f"running-{number}", title, answers_of(title, 2, SOME)[0])
        whole, unfinished = answers_of(title, 2, 20_000)
        assert not unfinished, title.id
        add(connection, f"finished-{number}", title, whole)
        print(title.id, title.rules_version, len(whole), flush=True)


def main(file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = writing_engine(sa.make_url(f"sqlite:///{folder}/games.db"))
        migrate(engine)
        with engine.begin() as connection:
            fill(connection)
        engine.dispose()
        database = sqlite3.connect(f"{folder}/games.db")
        text = "\n".join(database.iterdump())
        database.close()
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
