"""People in the database."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from ferrovia.server.clock import now
from ferrovia.server.database import Row, all_of, first_of, tell
from ferrovia.server.lookups import Lookup
from ferrovia.server.tables import ARCHIVED, CHAT, GAMES, NOTES, SEATS, SESSIONS, TOKENS, USERS

LOCK = 7_316_404
"""PostgreSQL's locks on looks of names are told from other locks by this number."""


def add_user(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.insert(USERS).values(**values))


def change_user(connection: sa.Connection, user: str, **values: Any) -> None:
    connection.execute(sa.update(USERS).where(USERS.c.id == user).values(**values))


def replace_password(connection: sa.Connection, user: str, *, old: str, new: str) -> bool:
    """Whether the hash was still the old one: of two changes at one moment only the first counts."""
    change = sa.update(USERS).where(USERS.c.id == user, USERS.c.password == old).values(password=new)
    return connection.execute(change).rowcount > 0


def lets_in(connection: sa.Connection, user: str, password: str) -> bool:
    """Whether a hash is still that of a person's password, and they are not kept out."""
    known = USERS.c.id == user, USERS.c.password == password, USERS.c.banned.is_(None)
    return connection.execute(sa.select(USERS.c.id).where(*known).with_for_update()).first() is not None


def is_free(connection: sa.Connection, look: str) -> bool:
    """Whether no account looks like this; whoever asks for the same look meanwhile waits for the end of the
    transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(
            sa.text("SELECT pg_advisory_xact_lock(:lock, hashtext(:look))"), {"lock": LOCK, "look": look}
        )
    return user_by_look(connection, look) is None


def rename_in_seats(connection: sa.Connection, user: str, *, old: str, new: str) -> None:
    """Seats taken under the old name are shown under the new one; names given to others around one screen stay."""
    own = sa.and_(SEATS.c.user == user, SEATS.c.name == old)
    _note_change(connection, own)
    connection.execute(sa.update(SEATS).where(own).values(name=new))


def _note_change(connection: sa.Connection, seats: sa.ColumnElement[bool]) -> None:
    """Who follows a game with one of these seats must learn that it has changed."""
    games = list(connection.execute(sa.select(SEATS.c.game).where(seats).distinct()).scalars())
    _change_games(connection, games)


def _change_games(connection: sa.Connection, games: Sequence[str], **values: Any) -> None:
    connection.execute(sa.update(GAMES).where(GAMES.c.id.in_(games)).values(info=GAMES.c.info + 1, **values))
    tell(connection, games)


def _withdraw_wishes(connection: sa.Connection, user: str) -> None:
    """Whoever is gone wishes for no substitute, and takes no seat."""
    theirs = GAMES.c.substitution.contains(f'"user":"{user}"')
    wished = sa.select(GAMES.c.id).where(GAMES.c.substitution.is_not(None), theirs)
    _change_games(connection, list(connection.execute(wished).scalars()), substitution=None)


def user_by_account(connection: sa.Connection, account: str) -> Row | None:
    return first_of(connection.execute(sa.select(USERS).where(USERS.c.account == account)))


def user_by_look(connection: sa.Connection, look: str) -> Row | None:
    return first_of(connection.execute(sa.select(USERS).where(USERS.c.look == look)))


def user_by_id(connection: sa.Connection, user: str) -> Row | None:
    return first_of(connection.execute(sa.select(USERS).where(USERS.c.id == user)))


def delete_user(connection: sa.Connection, user: str) -> None:
    """The person goes, with all that is private; seats in games that have begun stay, as a former player's."""
    for table in (SESSIONS, TOKENS, NOTES, ARCHIVED):
        connection.execute(sa.delete(table).where(table.c.user == user))
    _note_change(connection, SEATS.c.user == user)
    _withdraw_wishes(connection, user)
    not_begun = sa.select(GAMES.c.id).where(GAMES.c.host == user, GAMES.c.status == "open")
    hosted = list(connection.execute(not_begun).scalars())
    for table in (SEATS, CHAT, NOTES, ARCHIVED):
        connection.execute(sa.delete(table).where(table.c.game.in_(hosted)))
    connection.execute(sa.delete(GAMES).where(GAMES.c.id.in_(hosted)))
    tell(connection, hosted)
    mine = SEATS.c.user == user
    freed = {"kind": "open", "user": None, "name": ""}
    at_open_tables = sa.exists().where(GAMES.c.id == SEATS.c.game, GAMES.c.status == "open")
    connection.execute(sa.update(SEATS).where(mine, at_open_tables).values(freed))
    connection.execute(sa.update(SEATS).where(mine).values(user=None, name=""))
    connection.execute(sa.update(CHAT).where(CHAT.c.user == user).values(user=None, name=""))
    connection.execute(sa.update(GAMES).where(GAMES.c.host == user).values(host=None))
    connection.execute(sa.delete(USERS).where(USERS.c.id == user))


# Sessions.


def add_session(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.insert(SESSIONS).values(**values))


_SESSIONS = (
    sa.select(SESSIONS.c.digest, USERS)
    .join(SESSIONS, SESSIONS.c.user == USERS.c.id)
    .where(SESSIONS.c.expires > sa.bindparam("at"), USERS.c.banned.is_(None))
)
_SESSION = _SESSIONS.where(SESSIONS.c.digest == sa.bindparam("digest"))
_SEVERAL_SESSIONS = _SESSIONS.where(SESSIONS.c.digest == sa.any_(sa.bindparam("digests", type_=ARRAY(sa.String))))


def _users_of_sessions(connection: sa.Connection, digests: Sequence[str]) -> dict[str, Row]:
    """Whose sessions these are, by digest; those that have ended, or of people who are banned, are left out."""
    at = now()
    if connection.dialect.name == "postgresql":
        rows = all_of(connection.execute(_SEVERAL_SESSIONS, {"digests": list(digests), "at": at}))
    else:
        rows = [row for one in digests for row in all_of(connection.execute(_SESSION, {"digest": one, "at": at}))]
    return {row["digest"]: row for row in rows}


USER_OF_SESSION = Lookup(_users_of_sessions)


def holds_session(connection: sa.Connection, user: str, digest: str) -> bool:
    """Whether a session has not ended, and does not until the transaction is over."""
    known = SESSIONS.c.digest == digest, SESSIONS.c.user == user, SESSIONS.c.expires > now()
    return connection.execute(sa.select(SESSIONS.c.digest).where(*known).with_for_update()).first() is not None


def end_session(connection: sa.Connection, digest: str) -> None:
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.digest == digest))


def end_sessions_of(connection: sa.Connection, user: str, *, but: str = "") -> None:
    """All of them, or all but the one with a digest."""
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.user == user, SESSIONS.c.digest != but))


def end_tokens_of(connection: sa.Connection, user: str) -> None:
    connection.execute(sa.delete(TOKENS).where(TOKENS.c.user == user))


def end_old_sessions(connection: sa.Connection, *, at: int) -> None:
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.expires <= at))


# Tokens.


def add_token(connection: sa.Connection, **values: Any) -> None:
    connection.execute(sa.insert(TOKENS).values(**values))


def tokens_of(connection: sa.Connection, user: str) -> list[Row]:
    query = sa.select(TOKENS).where(TOKENS.c.user == user).order_by(TOKENS.c.created)
    return all_of(connection.execute(query))


def delete_token(connection: sa.Connection, user: str, token: str) -> bool:
    mine = sa.delete(TOKENS).where(TOKENS.c.user == user, TOKENS.c.id == token)
    return connection.execute(mine).rowcount > 0


def user_of_token(connection: sa.Connection, digest: str) -> Row | None:
    query = sa.select(USERS, TOKENS.c.scopes, TOKENS.c.id.label("token"), TOKENS.c.used)
    query = query.join(TOKENS, TOKENS.c.user == USERS.c.id).where(TOKENS.c.digest == digest, USERS.c.banned.is_(None))
    return first_of(connection.execute(query))


def mark_token_used(connection: sa.Connection, token: str, *, at: int) -> None:
    connection.execute(sa.update(TOKENS).where(TOKENS.c.id == token).values(used=at))
