"""Games in the database: the log of answers, the latest position, chat and notes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from ferrovia import By
from ferrovia.server.database import BETWEEN_WORDS, CHANNEL, Bulk, Row, Statement, Taken, all_of, first_of, tell
from ferrovia.server.encoding import text_of
from ferrovia.server.lookups import Lookup
from ferrovia.server.tables import CHAT, ENTRIES, GAMES, NOTES, SEATS


@dataclass(frozen=True, slots=True)
class Advance:
    """One step forward of a game: new entries and the position they lead to."""

    game: str
    info: int
    """Who sits where when the answer was allowed: if that has changed meanwhile, nothing is stored."""
    entries: Sequence[dict[str, Any]]
    changes: dict[str, Any]
    """The columns of the game; always the same ones."""

    @property
    def size(self) -> int:
        return size_of(self.entries)


def size_of(entries: Iterable[Mapping[str, Any]]) -> int:
    """About how many bytes of entries are stored."""
    return sum(len(one["events"]) + len(one["action"] or "") + len(one["state"] or "") for one in entries)


def count_sizes(connection: sa.Connection) -> None:
    """Counts anew how much of every game is stored: of its log, its positions and its chat."""
    length, either = sa.func.length, sa.func.coalesce
    entry = length(ENTRIES.c.events) + either(length(ENTRIES.c.action), 0) + either(length(ENTRIES.c.state), 0)
    log = sa.select(either(sa.func.sum(entry), 0)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
    chat = sa.select(either(sa.func.sum(length(CHAT.c.text)), 0)).where(CHAT.c.game == GAMES.c.id).scalar_subquery()
    connection.execute(sa.update(GAMES).values(size=log + chat))


_ADD_ENTRIES = sa.insert(ENTRIES)
_ENTRY_COLUMNS = tuple(column.name for column in ENTRIES.c)
_ADVANCED = ("updated", "seq", "head", "asked", "due", "course", "winners", "status", "redo", "state")
_CHANGE_GAME = (
    sa.update(GAMES)
    .where(GAMES.c.id == sa.bindparam("game_id"), GAMES.c.info == sa.bindparam("known_info"))
    .values({**{name: sa.bindparam(f"new_{name}") for name in _ADVANCED}, "undo_request": None})
    .values(size=GAMES.c.size + sa.bindparam("more"))
)


def advance(connection: sa.Connection, steps: Sequence[Advance]) -> None:
    """Stores answers and positions of several games, or raises where one of them was overtaken."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(*_in_one_trip(steps))
        return
    connection.execute(_ADD_ENTRIES, [entry for step in steps for entry in step.entries])
    changes = [
        {"game_id": s.game, "known_info": s.info, "more": s.size, **{f"new_{k}": s.changes[k] for k in _ADVANCED}}
        for s in steps
    ]
    if connection.execute(_CHANGE_GAME, changes).rowcount != len(steps):
        raise Taken(SEATS_CHANGED)


# On PostgreSQL: one statement, one way there and back.


def _in_one_trip(steps: Sequence[Advance]) -> Statement:
    """`advance` for PostgreSQL, which takes the rows as JSON and lets other processes know."""
    steps = sorted(steps, key=lambda step: step.game)  # everybody in the same order: so nobody waits in a circle
    entries = [entry for step in steps for entry in step.entries]
    games = [{"game_id": s.game, "known_info": s.info, "more": s.size, **s.changes} for s in steps]
    return _ONE_TRIP, (text_of(entries), text_of(games), len(steps))


def _names(columns: Iterable[str], of: str = "") -> str:
    return ", ".join(f'{of}"{name}"' for name in columns)


def _typed(table: sa.Table, columns: Iterable[str]) -> str:
    """Columns as a set of rows declares them."""
    return ", ".join(f'"{name}" {table.c[name].type.compile(dialect=_POSTGRESQL)}' for name in columns)


_POSTGRESQL = postgresql.dialect()
WORDS_IN_A_NOTICE = 200
"""Every process wakes for each notice, so there are few; one may have 8,000 bytes."""
_ONE_TRIP = f"""
WITH added AS (
    INSERT INTO entries ({_names(_ENTRY_COLUMNS)})
    SELECT {_names(_ENTRY_COLUMNS)} FROM json_to_recordset(%s) AS given ({_typed(ENTRIES, _ENTRY_COLUMNS)})
), changed AS (
    UPDATE games SET undo_request = NULL, size = size + more,
        {", ".join(f'"{name}" = given."{name}"' for name in _ADVANCED)}
    FROM json_to_recordset(%s) AS given (game_id text, known_info integer, more integer, {_typed(GAMES, _ADVANCED)})
    WHERE games.id = given.game_id AND games.info = given.known_info
    RETURNING games.id || ' ' || games.seq AS word
), counted AS (
    SELECT word, row_number() OVER () / {WORDS_IN_A_NOTICE} AS notice FROM changed
), notices AS (
    SELECT string_agg(word, '{BETWEEN_WORDS}') AS words FROM counted GROUP BY notice
)
SELECT 1 / ((SELECT count(*) FROM changed) = %s)::integer, count(pg_notify('{CHANNEL}', words)) FROM notices
"""
"""Where the seats of a game have changed it divides by zero: an error, so nothing of it is stored."""


# On SQLite: one statement as well, by triggers.

SEATS_CHANGED = "the seats have changed"
MOST_AT_ONCE = 1_000
"""Entries: SQLite takes some 32,000 question marks in a statement."""
_of_entry: Callable[[Mapping[str, Any]], tuple[Any, ...]] = itemgetter(*_ENTRY_COLUMNS)  # pyright: ignore[reportUnknownVariableType]
_of_position: Callable[[Mapping[str, Any]], tuple[Any, ...]] = itemgetter(*_ADVANCED)
_NOT_THE_LAST = (None,) * (2 + len(_ADVANCED))
"""Only the last entry of a step brings the position along."""


def _at_once(steps: Sequence[Advance]) -> Statement | None:
    """`advance` in one statement: rows for a view that does not exist, which triggers take apart."""
    given: list[Any] = []
    rows = 0
    for step in steps:
        last = step.entries[-1]
        rows += len(step.entries)
        for entry in step.entries:
            given += _of_entry(entry)
            given += _NOT_THE_LAST if entry is not last else (step.info, step.size, *_of_position(step.changes))
    return (_insert_of(rows), given) if rows <= MOST_AT_ONCE else None


@lru_cache(maxsize=MOST_AT_ONCE)
def _insert_of(rows: int) -> str:
    row = f"({', '.join('?' * (len(_ENTRY_COLUMNS) + len(_NOT_THE_LAST)))})"
    return f"INSERT INTO advances VALUES {', '.join([row] * rows)}"


def _preparation() -> str:
    """The view with its triggers: of this connection alone, so the database has no part in them."""
    entry = [f'"{name}"' for name in _ENTRY_COLUMNS]
    position = ["known_info", "more", *(f"new_{name}" for name in _ADVANCED)]
    changes = ", ".join(f'"{name}" = NEW.new_{name}' for name in _ADVANCED)
    return f"""
        CREATE TEMP VIEW advances ({", ".join(entry + position)}) AS
            SELECT {", ".join(["NULL"] * len(entry + position))};
        CREATE TEMP TRIGGER add_entry INSTEAD OF INSERT ON advances BEGIN
            INSERT INTO entries ({", ".join(entry)}) VALUES ({", ".join(f"NEW.{name}" for name in entry)});
        END;
        CREATE TEMP TRIGGER change_game INSTEAD OF INSERT ON advances WHEN NEW.known_info IS NOT NULL BEGIN
            UPDATE games SET {changes}, undo_request = NULL, size = size + NEW.more
                WHERE id = NEW.game AND info = NEW.known_info;
            SELECT RAISE(ABORT, '{SEATS_CHANGED}') WHERE changes() = 0;
        END;
    """


ADVANCE = Bulk(advance, _at_once, _preparation())


def change_game(connection: sa.Connection, game: str, **values: Any) -> None:
    """Changes what is known about a game besides its moves, and counts the change."""
    connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(info=GAMES.c.info + 1, **values))
    tell(connection, [game])


def set_columns(connection: sa.Connection, game: str, columns: Mapping[str, Any]) -> None:
    connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(dict(columns)))


def locked_game(connection: sa.Connection, game: str) -> Row | None:
    """The game as it is now; nobody else changes it until the transaction ends."""
    query = sa.select(GAMES).where(GAMES.c.id == game).with_for_update()
    return first_of(connection.execute(query))


MOST_SEATS = 99
_GAME = sa.select(GAMES).where(GAMES.c.id == sa.bindparam("game_id"))
_SEATS = sa.select(SEATS).where(SEATS.c.game.in_(sa.bindparam("games", expanding=True)))


def find_game(connection: sa.Connection, game: str) -> Row | None:
    return first_of(connection.execute(_GAME, {"game_id": game}))


def seats_of(connection: sa.Connection, games: Sequence[str]) -> list[Row]:
    return sorted(all_of(connection.execute(_SEATS, {"games": games})), key=_place_of)


def _place_of(seat: Row) -> int:
    """In order; a damaged row, which is in nobody's way, comes last."""
    number = str(seat["seat"])[1:]
    return int(number) if number.isdecimal() else MOST_SEATS


_PULSES = sa.select(GAMES.c.id, GAMES.c.seq, GAMES.c.info, GAMES.c.chat)
_PULSE = _PULSES.where(GAMES.c.id == sa.bindparam("game_id"))


def pulse_of(connection: sa.Connection, game: str) -> tuple[int, int, int] | None:
    """How far a game is: its seq, its info counter, its lines of chat."""
    row = connection.execute(_PULSE, {"game_id": game}).first()
    return None if row is None else (row[1], row[2], row[3])


def pulses_of(connection: sa.Connection, games: Sequence[str]) -> dict[str, tuple[int, int, int]]:
    rows = connection.execute(_PULSES.where(GAMES.c.id.in_(games)))
    return {row[0]: (row[1], row[2], row[3]) for row in rows}


def games_due(connection: sa.Connection, *, before: int | None = None) -> list[str]:
    """Games that wait for a bot; or only those that have waited since before some moment."""
    query = sa.select(GAMES.c.id).where(GAMES.c.due)
    if before is not None:
        query = query.where(GAMES.c.updated < before)
    return list(connection.execute(query).scalars())


# The log.

_HEAD = (
    ENTRIES.c.seq,
    ENTRIES.c.kind,
    ENTRIES.c.parent,
    ENTRIES.c.base,
    ENTRIES.c.depth,
    ENTRIES.c.who,
    ENTRIES.c.by,
    ENTRIES.c.action,
    ENTRIES.c.events,
    ENTRIES.c.undone,
    ENTRIES.c.at,
)


def add_entries(connection: sa.Connection, entries: Sequence[dict[str, Any]]) -> None:
    connection.execute(_ADD_ENTRIES, list(entries))


_LINE = (
    sa.select(ENTRIES.c.seq, ENTRIES.c.who, ENTRIES.c.by)
    .where(ENTRIES.c.game == sa.bindparam("game_id"), ENTRIES.c.kind == "answer", ~ENTRIES.c.undone)
    .order_by(ENTRIES.c.seq)
)
_ENTRY = sa.select(*_HEAD).where(ENTRIES.c.game == sa.bindparam("game_id"), ENTRIES.c.seq == sa.bindparam("at"))


def line_of(connection: sa.Connection, game: str) -> list[tuple[int, str, By]]:
    """Seq, seat and giver of the answers that count, in order."""
    return [(row[0], row[1], row[2]) for row in connection.execute(_LINE, {"game_id": game})]


def entry_at(connection: sa.Connection, game: str, seq: int) -> Row | None:
    return first_of(connection.execute(_ENTRY, {"game_id": game, "at": seq}))


_LATER = sa.and_(ENTRIES.c.game == GAMES.c.id, ENTRIES.c.seq > sa.bindparam("after"))
_NEWS = (
    sa.select(GAMES.c.info, *_HEAD)
    .outerjoin_from(GAMES, ENTRIES, _LATER)
    .where(GAMES.c.id == sa.bindparam("game_id"))
    .order_by(ENTRIES.c.seq)
)
_NEWS_OF_SEVERAL = f"""
SELECT known.game, known.after, games.info, {_names((column.name for column in _HEAD), of="entries.")}
FROM unnest(%s::text[], %s::integer[]) AS known (game, after)
JOIN games ON games.id = known.game
LEFT JOIN entries ON entries.game = known.game AND entries.seq > known.after
ORDER BY entries.seq
"""


def _news_of(connection: sa.Connection, known: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[Row]]:
    """What was stored of each game after an entry, with who sits where now."""
    if connection.dialect.name == "postgresql":
        found: dict[tuple[str, int], list[Row]] = {}
        for row in all_of(connection.exec_driver_sql(_NEWS_OF_SEVERAL, tuple(map(list, zip(*known, strict=True))))):
            found.setdefault((row["game"], row["after"]), []).append(row)
        return found
    return {
        (game, after): all_of(connection.execute(_NEWS, {"game_id": game, "after": after})) for game, after in known
    }


NEWS = Lookup(_news_of)


def log_of(connection: sa.Connection, game: str, *, first: int, last: int) -> list[Row]:
    query = sa.select(*_HEAD).where(ENTRIES.c.game == game, ENTRIES.c.seq.between(first, last), ENTRIES.c.seq > 0)
    return all_of(connection.execute(query.order_by(ENTRIES.c.seq)))


def line_with_positions(connection: sa.Connection, game: str) -> list[Row]:
    """The start and all answers that count, with the positions stored beside them."""
    query = sa.select(ENTRIES.c.seq, ENTRIES.c.who, ENTRIES.c.by, ENTRIES.c.action, ENTRIES.c.state).where(
        ENTRIES.c.game == game, ENTRIES.c.kind.in_(("start", "answer")), ~ENTRIES.c.undone
    )
    return all_of(connection.execute(query.order_by(ENTRIES.c.seq)))


def way_to(connection: sa.Connection, game: str, *, base: int, seq: int) -> list[Row]:
    """What is stored from a kept position to an answer, some of it perhaps undone; the first holds the position."""
    query = sa.select(ENTRIES.c.seq, ENTRIES.c.kind, ENTRIES.c.parent, ENTRIES.c.action, ENTRIES.c.state).where(
        ENTRIES.c.game == game, ENTRIES.c.seq.between(base, seq)
    )
    return all_of(connection.execute(query.order_by(ENTRIES.c.seq)))


def mark(connection: sa.Connection, game: str, seqs: Sequence[int], *, undone: bool) -> None:
    chosen = sa.update(ENTRIES).where(ENTRIES.c.game == game, ENTRIES.c.seq.in_(seqs))
    connection.execute(chosen.values(undone=undone))


# Chat and notes.


def say(connection: sa.Connection, game: str, *, user: str, name: str, text: str, at: int) -> int:
    """Adds a line of chat; the game's counter gives it its number."""
    counts = {"chat": GAMES.c.chat + 1, "size": GAMES.c.size + len(text)}
    counted = sa.update(GAMES).where(GAMES.c.id == game).values(counts).returning(GAMES.c.chat)
    number = connection.execute(counted).scalar_one()
    connection.execute(sa.insert(CHAT).values(game=game, id=number, user=user, name=name, text=text, at=at))
    tell(connection, [game])
    return number


def lines_after(connection: sa.Connection, game: str, after: int, *, most: int) -> list[Row]:
    """The latest lines of chat after a number, up to a limit, in order."""
    query = sa.select(CHAT).where(CHAT.c.game == game, CHAT.c.id > after).order_by(CHAT.c.id.desc()).limit(most)
    return all_of(connection.execute(query))[::-1]


def notes_of(connection: sa.Connection, game: str, user: str) -> str:
    query = sa.select(NOTES.c.text).where(NOTES.c.game == game, NOTES.c.user == user)
    return connection.execute(query).scalar() or ""


def write_notes(connection: sa.Connection, game: str, user: str, text: str) -> None:
    """The last one wins, also where two tabs write their first notes together."""
    insert = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    added = insert(NOTES).values(game=game, user=user, text=text)
    connection.execute(added.on_conflict_do_update(index_elements=["game", "user"], set_={"text": text}))
