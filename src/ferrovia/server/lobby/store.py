"""Games and seats in the database, before and around play."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from ferrovia.server.database import Row, all_of, first_of, tell
from ferrovia.server.tables import CHAT, ENTRIES, GAMES, NOTES, SEATS, USERS

_WITHOUT_POSITION = [column for column in GAMES.c if column.name != "state"]
_WITH_HOST = sa.select(*_WITHOUT_POSITION, USERS.c.name.label("host_name")).outerjoin_from(
    GAMES, USERS, USERS.c.id == GAMES.c.host
)


def game_with_host(connection: sa.Connection, game: str) -> Row | None:
    return first_of(connection.execute(_WITH_HOST.where(GAMES.c.id == game)))


def add_game(connection: sa.Connection, game: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
    connection.execute(sa.insert(GAMES).values(game))
    connection.execute(sa.insert(SEATS), [{"game": game["id"], **seat} for seat in seats])


def change_seat(connection: sa.Connection, game: str, seat: str, **values: Any) -> None:
    connection.execute(sa.update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(**values))


def delete_game(connection: sa.Connection, game: str) -> None:
    """A game that has not begun is gone; who looks at it learns so."""
    for table in (SEATS, ENTRIES, CHAT, NOTES):
        connection.execute(sa.delete(table).where(table.c.game == game))
    connection.execute(sa.delete(GAMES).where(GAMES.c.id == game))
    tell(connection, [game])


def games_of(connection: sa.Connection, user: str) -> list[str]:
    """The games a person has a seat in."""
    return list(connection.execute(sa.select(SEATS.c.game).where(SEATS.c.user == user).distinct()).scalars())


def last_seen(connection: sa.Connection, users: Sequence[str]) -> dict[str, int]:
    rows = connection.execute(sa.select(USERS.c.id, USERS.c.seen).where(USERS.c.id.in_(users)))
    return {row[0]: row[1] for row in rows}


def listed(
    connection: sa.Connection,
    which: str,
    *,
    user: str | None,
    search: str,
    titles: Sequence[str],
    first: int,
    most: int,
) -> list[Row]:
    """A page of games, the latest first. `titles` are those whose name fits the search."""
    query = _WITH_HOST.where(_chosen(which, user))
    if search:
        query = query.where(_fits(search, titles))
    order = (GAMES.c.updated.desc(), GAMES.c.id)
    return all_of(connection.execute(query.order_by(*order).offset(first).limit(most)))


def _chosen(which: str, user: str | None) -> sa.ColumnElement[bool]:
    seated = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.user == user)
    mine = sa.or_(seated, GAMES.c.host == user) if user is not None else sa.false()
    if which == "mine":
        return mine
    if which == "waiting":
        asked = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.seat == GAMES.c.asked, SEATS.c.user == user)
        return sa.and_(GAMES.c.status == "running", asked if user is not None else sa.false())
    return sa.and_(GAMES.c.status == which, sa.or_(GAMES.c.public, mine))


def _fits(search: str, titles: Sequence[str]) -> sa.ColumnElement[bool]:
    named = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.name.icontains(search, autoescape=True))
    return sa.or_(
        GAMES.c.description.icontains(search, autoescape=True),
        GAMES.c.title.in_(titles),
        GAMES.c.id == search,
        named,
    )
