"""Backups: everything a server keeps in one file, from either database and into either; and whether it is sound.

The file is gzipped JSON, a line a row, so that it can be looked into and outlives any database.
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, TypeGuard

import sqlalchemy as sa

from ferrovia import action_from_json, new_game, played_on, state_from_json, state_to_json
from ferrovia.server.database import Row
from ferrovia.server.encoding import decode
from ferrovia.server.engines import reading_engine, writing_engine
from ferrovia.server.games import store
from ferrovia.server.migrations import migrate
from ferrovia.server.tables import GAMES, METADATA
from ferrovia.server.variants import as_played

FORMAT = "ferrovia backup"
VERSION = 1
AT_ONCE = 500
"""Rows stored by one statement."""


class BadBackup(ValueError):
    """The file is no backup, is not complete, or does not fit where it is to go; the text says why."""


@dataclass(slots=True)
class Checked:
    """What a look at every game has found."""

    replayed: int = 0
    older: int = 0
    """Games begun under earlier rules, which are opened but cannot be replayed by today's."""
    broken: list[str] = field(default_factory=list[str])
    """Games whose log does not lead to their position, or that cannot be read."""


def back_up(database: str, file: Path) -> int:
    """Writes all rows, as they are at one moment, while the server runs; how many there were."""
    url = sa.make_url(database)
    _bring_up_to_date(url)
    rows = 0
    unfinished = file.with_name(file.name + ".part")
    engine = reading_engine(url)  # whoever writes meanwhile does not wait
    try:
        with (
            _for_us_alone(unfinished) as packed,
            gzip.open(packed, "wt", encoding="utf-8") as lines,
            engine.connect() as connection,
        ):
            lines.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
            for table in METADATA.sorted_tables:
                some_at_once = sa.select(table).execution_options(yield_per=AT_ONCE)
                for row in connection.execute(some_at_once).mappings():
                    lines.write(json.dumps([table.name, dict(row)], ensure_ascii=False) + "\n")
                    rows += 1
            lines.write(json.dumps({"rows": rows}) + "\n")
    finally:
        engine.dispose()
    unfinished.replace(file)
    return rows


def _bring_up_to_date(url: sa.URL) -> None:
    engine = writing_engine(url)
    try:
        migrate(engine)
    finally:
        engine.dispose()


def _for_us_alone(file: Path) -> BinaryIO:
    """A new file that nobody else on this machine can read: hashes of passwords and private notes are in it."""
    file.unlink(missing_ok=True)
    return open(file, "xb", opener=lambda path, flags: os.open(path, flags, 0o600))


def restore(file: Path, database: str) -> int:
    """Fills an empty database, all or nothing; how many rows there were."""
    engine = writing_engine(sa.make_url(database))
    migrate(engine)
    try:
        with engine.begin() as connection:
            for table in METADATA.sorted_tables:
                if connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one():
                    raise BadBackup(f"the database is not empty: there is something in {table.name!r} already")
            rows = _fill(connection, _rows_of(file))
            store.count_sizes(connection)  # which backups of earlier releases do not know
            return rows
    except (OverflowError, UnicodeEncodeError) as error:  # said before the database has seen it
        raise BadBackup(f"the backup has a value that no database can keep: {error}") from None
    finally:
        engine.dispose()


def _fill(connection: sa.Connection, rows: Iterator[tuple[str, Row]]) -> int:
    count, waiting = 0, dict[str, list[Row]]()
    for table, row in rows:
        some = waiting.setdefault(table, [])
        some.append(row)
        count += 1
        if len(some) == AT_ONCE:
            connection.execute(sa.insert(METADATA.tables[table]), some)
            some.clear()
    for table, some in waiting.items():
        if some:
            connection.execute(sa.insert(METADATA.tables[table]), some)
    return count


def _rows_of(file: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a backup; raises at the end if some are missing."""
    count, complete = 0, False
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != VERSION:  # pyright: ignore[reportUnknownMemberType]
                raise BadBackup("this is no backup of Ferrovía, or one of a later release")
            for line in lines:
                told: Any = json.loads(line)
                if isinstance(told, dict):
                    complete = told == {"rows": count}
                    break
                count += 1
                yield _known(told)
    except BadBackup:
        raise
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:  # no file, not gzip, not JSON
        raise BadBackup(f"the backup cannot be read: {error}") from None
    if not complete:
        raise BadBackup("the backup is not complete")


def _is_row(told: Any) -> TypeGuard[tuple[str, Row]]:
    return isinstance(told, list) and [type(part) for part in told] == [str, dict]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _known(told: Any) -> tuple[str, Row]:
    """A row, if this release has a place for all of it."""
    if not _is_row(told):
        raise BadBackup("the backup has a line that is no row")
    table, row = told
    if table not in METADATA.tables:
        raise BadBackup(f"the backup speaks of a table {table!r}, which this release does not have")
    unknown = row.keys() - METADATA.tables[table].c.keys()
    if unknown:
        raise BadBackup(f"the backup speaks of {min(unknown)!r} in {table!r}, which this release does not have")
    return table, row


def check(database: str) -> Checked:
    """Replays every game from its first answer and compares the position with the one that is stored."""
    engine, checked = reading_engine(sa.make_url(database)), Checked()
    with engine.connect() as connection:
        for game in list(connection.execute(sa.select(GAMES.c.id).where(GAMES.c.status != "open")).scalars()):
            row = store.find_game(connection, game)
            if row is not None:
                _check_game(connection, row, checked)
    engine.dispose()
    return checked


def _check_game(connection: sa.Connection, row: Row, checked: Checked) -> None:
    try:
        options = decode(row["options"])
        seats = [seat["seat"] for seat in store.seats_of(connection, [row["id"]])]
        title = as_played(row["title"], options, len(seats))
        stored = state_to_json(state_from_json(title, decode(row["state"])))
        if row["rules_version"] != title.rules_version:
            checked.older += 1
            return
        line = store.line_with_positions(connection, row["id"])[1:]
        actions = [action_from_json(title, decode(entry["action"])) for entry in line]
        first = new_game(title.id, seats, options)
        if state_to_json(played_on(first, actions).state) != stored:
            raise ValueError("the log does not lead to the stored position")
        checked.replayed += 1
    except Exception as error:  # told with the game's name: the other games are looked at all the same
        checked.broken.append(f"{row['id']}: {type(error).__name__}: {error}")
