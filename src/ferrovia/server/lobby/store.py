"""Games and seats in the database, before and around play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ferrovia.server.database import Row, all_of, first_of, tell
from ferrovia.server.tables import ARCHIVED, CHAT, ENTRIES, GAMES, NOTES, SEATS, USERS

_WITHOUT_POSITION = [column for column in GAMES.c if column.name != "state"]
_ORIGIN = GAMES.alias("origin_game")
_HOSTED = GAMES.alias("hosted")
_WITH_HOST = (
    sa.select(
        *_WITHOUT_POSITION,
        USERS.c.name.label("host_name"),
        _ORIGIN.c.description.label("origin_description"),
        _ORIGIN.c.title.label("origin_title"),
        _ORIGIN.c.public.label("origin_public"),
    )
    .outerjoin_from(GAMES, USERS, USERS.c.id == GAMES.c.host)
    .outerjoin(_ORIGIN, _ORIGIN.c.id == GAMES.c.origin)
)


def game_with_host(connection: sa.Connection, game: str) -> Row | None:
    return first_of(connection.execute(_WITH_HOST.where(GAMES.c.id == game)))


def add_game(connection: sa.Connection, game: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
    connection.execute(sa.insert(GAMES).values(game))
    connection.execute(sa.insert(SEATS), [{"game": game["id"], **seat} for seat in seats])


def change_seat(connection: sa.Connection, game: str, seat: str, **values: Any) -> None:
    connection.execute(sa.update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(**values))


def delete_game(connection: sa.Connection, game: str) -> None:
    """A game is gone with all that belongs to it; whoever looks at it is told."""
    for table in (SEATS, ENTRIES, CHAT, NOTES, ARCHIVED):
        connection.execute(sa.delete(table).where(table.c.game == game))
    connection.execute(sa.delete(GAMES).where(GAMES.c.id == game))
    tell(connection, [game])


def games_of(connection: sa.Connection, user: str) -> list[str]:
    """The games a person has a seat in."""
    return list(connection.execute(sa.select(SEATS.c.game).where(SEATS.c.user == user).distinct()).scalars())


def games_with_wishes(connection: sa.Connection) -> list[str]:
    """Running games in which a substitution is asked for."""
    asked = sa.select(GAMES.c.id).where(GAMES.c.substitution.is_not(None), GAMES.c.status == "running")
    return list(connection.execute(asked).scalars())


def last_seen(connection: sa.Connection, users: Sequence[str]) -> dict[str, int]:
    rows = connection.execute(sa.select(USERS.c.id, USERS.c.seen).where(USERS.c.id.in_(users)))
    return {row[0]: row[1] for row in rows}


def put_away(connection: sa.Connection, game: str, user: str, away: bool) -> None:
    """A game goes into somebody's archive, or comes back."""
    connection.execute(sa.delete(ARCHIVED).where(ARCHIVED.c.game == game, ARCHIVED.c.user == user))
    if away:
        connection.execute(sa.insert(ARCHIVED).values(game=game, user=user))


def archived_among(connection: sa.Connection, games: Sequence[str], user: str | None) -> set[str]:
    """Which of some games a person has put away."""
    found = sa.select(ARCHIVED.c.game).where(ARCHIVED.c.user == user, ARCHIVED.c.game.in_(games))
    return set(connection.execute(found).scalars()) if user is not None else set()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of a list somebody wants to see."""

    search: str = ""
    title: str | None = None
    players: int | None = None
    pace: str | None = None
    others: bool = False
    """Only games in which the reader has no part."""
    resting: bool = False
    """Only games that do not wait for the reader."""


def listed(
    connection: sa.Connection,
    which: str,
    *,
    user: str | None,
    wanted: Wanted,
    titles: Sequence[str],
    first: int,
    most: int,
) -> list[Row]:
    """A page of games, the latest first. `titles` are those whose name fits the search."""
    query = _WITH_HOST.where(_chosen(which, user), *_narrowed(wanted, user))
    if wanted.search:
        query = query.where(_fits(wanted.search, titles))
    order = (GAMES.c.updated.desc(), GAMES.c.id)
    return all_of(connection.execute(query.order_by(*order).offset(first).limit(most)))


def _chosen(which: str, user: str | None) -> sa.ColumnElement[bool]:
    """Each game is at one place: in the archive, among the analyses, or at its stage."""
    mine, away = _mine(user), GAMES.c.id.in_(sa.select(ARCHIVED.c.game).where(ARCHIVED.c.user == user))
    if which == "archived":
        return sa.and_(mine, away)
    here = sa.not_(away) if user is not None else sa.true()
    if which == "analyses":
        return sa.and_(mine, here, GAMES.c.analysis)
    here = sa.and_(here, ~GAMES.c.analysis)
    if which == "mine":
        return sa.and_(mine, here)
    if which == "waiting":
        return sa.and_(here, _asked(user))
    return sa.and_(here, GAMES.c.status == which, sa.or_(GAMES.c.public, mine))


def _mine(user: str | None) -> sa.ColumnElement[bool]:
    """Games that a person plays or hosts: looked up by their indices, whatever else there is."""
    hosted = sa.select(_HOSTED.c.id).where(_HOSTED.c.host == user)
    return GAMES.c.id.in_(sa.union(_seated(user), hosted)) if user is not None else sa.false()


def _seated(user: str) -> sa.Select[tuple[str]]:
    return sa.select(SEATS.c.game).where(SEATS.c.user == user)


def _asked(user: str | None) -> sa.ColumnElement[bool]:
    """Games that wait for a person: only in running ones is anybody asked."""
    if user is None:
        return sa.false()
    asked = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.seat == GAMES.c.asked, SEATS.c.user == user)
    return sa.and_(GAMES.c.id.in_(_seated(user)), asked)


def _narrowed(wanted: Wanted, user: str | None) -> Iterator[sa.ColumnElement[bool]]:
    if wanted.title is not None:
        yield GAMES.c.title == wanted.title
    if wanted.pace is not None:
        yield GAMES.c.pace == wanted.pace
    if wanted.players is not None:
        seats = sa.select(sa.func.count()).select_from(SEATS).where(SEATS.c.game == GAMES.c.id)
        yield seats.scalar_subquery() == wanted.players
    if wanted.others:
        yield sa.not_(_mine(user))
    if wanted.resting:
        yield sa.not_(_asked(user))


def _fits(search: str, titles: Sequence[str]) -> sa.ColumnElement[bool]:
    named = sa.exists().where(SEATS.c.game == GAMES.c.id, SEATS.c.name.icontains(search, autoescape=True))
    return sa.or_(
        GAMES.c.description.icontains(search, autoescape=True),
        GAMES.c.title.in_(titles),
        GAMES.c.id == search,
        named,
    )
