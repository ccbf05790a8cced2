"""What an operator sees and does: people, games, bans, chat, quotas, figures. Works beside servers that run."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import sqlalchemy as sa
from argon2 import PasswordHasher

from ferrovia.server.accounts import store as people
from ferrovia.server.accounts.names import folded
from ferrovia.server.clock import DAY, now
from ferrovia.server.database import Row, all_of
from ferrovia.server.engines import writing_engine
from ferrovia.server.games import store as games
from ferrovia.server.lobby import store as lobby
from ferrovia.server.migrations import migrate
from ferrovia.server.quotas import Quotas, Used
from ferrovia.server.settings import Settings
from ferrovia.server.tables import CHAT, ENTRIES, GAMES, SEATS, SESSIONS, USERS

T = TypeVar("T")

MOST = 200
"""Rows of a list."""


class Unknown(LookupError):
    """There is no such person, game or line of chat; or several people go by that name."""


@dataclass(frozen=True, slots=True)
class PersonUse:
    """A person with what they keep, and what they may keep."""

    row: Row
    used: Used
    allowed: Used


class Admin:
    """One database, looked at and changed in transactions of their own."""

    def __init__(self, settings: Settings) -> None:
        self._quotas = Quotas.of(settings)
        self._engine = writing_engine(sa.make_url(settings.database))
        migrate(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    def _do(self, work: Callable[[sa.Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    # Looking.

    def people(self, search: str = "", *, banned: bool = False) -> list[Row]:
        """The people seen last, by a part of their name."""
        query = sa.select(USERS).order_by(USERS.c.seen.desc()).limit(MOST)
        if search:
            query = query.where(sa.func.lower(USERS.c.name).contains(search.lower(), autoescape=True))
        if banned:
            query = query.where(USERS.c.banned.is_not(None))
        return self._do(lambda c: all_of(c.execute(query)))

    def person(self, who: str) -> PersonUse:
        def look(connection: sa.Connection) -> PersonUse:
            row = _person(connection, who)
            used = self._quotas.used(connection, row["id"])
            return PersonUse(row, used, self._quotas.allowed(connection, row["id"], guest=row["account"] is None))

        return self._do(look)

    def games(self, status: str | None = None, *, who: str | None = None) -> list[Row]:
        """The games touched last; of one person: those they host or play."""

        def look(connection: sa.Connection) -> list[Row]:
            columns = [GAMES.c[name] for name in ("id", "title", "status", "host", "created", "updated", "seq")]
            query = sa.select(*columns).order_by(GAMES.c.updated.desc()).limit(MOST)
            if status:
                query = query.where(GAMES.c.status == status)
            if who:
                user = _person(connection, who)["id"]
                seated = sa.select(SEATS.c.game).where(SEATS.c.user == user)
                query = query.where(sa.or_(GAMES.c.host == user, GAMES.c.id.in_(seated)))
            return all_of(connection.execute(query))

        return self._do(look)

    def chat(self, game: str) -> list[Row]:
        def look(connection: sa.Connection) -> list[Row]:
            _game(connection, game)
            return games.lines_after(connection, game, 0, most=MOST)

        return self._do(look)

    def statistics(self) -> dict[str, int]:
        """Figures by name."""

        def look(connection: sa.Connection) -> dict[str, int]:
            def count(table: sa.Table, *which: sa.ColumnElement[bool]) -> int:
                return connection.execute(sa.select(sa.func.count()).select_from(table).where(*which)).scalar_one()

            figures = {
                "accounts": count(USERS, USERS.c.account.is_not(None)),
                "guests": count(USERS, USERS.c.account.is_(None)),
                "banned": count(USERS, USERS.c.banned.is_not(None)),
                "seen-today": count(USERS, USERS.c.seen > now() - DAY),
                "seen-month": count(USERS, USERS.c.seen > now() - 30 * DAY),
                "sessions": count(SESSIONS, SESSIONS.c.expires > now()),
                "games-open": count(GAMES, GAMES.c.status == "open"),
                "games-running": count(GAMES, GAMES.c.status == "running"),
                "games-finished": count(GAMES, GAMES.c.status == "finished"),
                "analyses": count(GAMES, GAMES.c.analysis),
                "bots-due": count(GAMES, GAMES.c.due, GAMES.c.status == "running"),
                "answers": count(ENTRIES, ENTRIES.c.kind == "answer"),
                "chat-lines": count(CHAT),
            }
            by_title = sa.select(GAMES.c.title, sa.func.count()).group_by(GAMES.c.title).order_by(GAMES.c.title)
            return figures | {row[0]: row[1] for row in connection.execute(by_title)}

        return self._do(look)

    # Changing.

    def ban(self, who: str) -> Row:
        """Keeps a person out: all their sessions and tokens end, and signing in is refused."""

        def change(connection: sa.Connection) -> Row:
            row = _person(connection, who)
            people.change_user(connection, row["id"], banned=now())
            people.end_sessions_of(connection, row["id"])
            people.end_tokens_of(connection, row["id"])
            return row

        return self._do(change)

    def unban(self, who: str) -> Row:
        return self._change_person(who, banned=None)

    def new_password(self, who: str) -> tuple[Row, str]:
        """A password for somebody who has lost theirs: nobody has an address to which a link could be sent. Whoever is
        signed in with the old one is signed out."""
        password = secrets.token_urlsafe(12)
        hashed = PasswordHasher().hash(password)

        def change(connection: sa.Connection) -> Row:
            row = _person(connection, who)
            if row["account"] is None:
                raise Unknown(who)
            people.change_user(connection, row["id"], password=hashed)
            people.end_sessions_of(connection, row["id"])
            people.end_tokens_of(connection, row["id"])
            return row

        return self._do(change), password

    def set_quota(self, who: str, times: int) -> Row:
        """A person may keep this many times the usual number."""
        return self._change_person(who, quota=times)

    def _change_person(self, who: str, **values: int | None) -> Row:
        def change(connection: sa.Connection) -> Row:
            row = _person(connection, who)
            people.change_user(connection, row["id"], **values)
            return row

        return self._do(change)

    def remove_chat(self, game: str, numbers: Sequence[int]) -> int:
        """Takes lines of chat away for good; how many there were."""

        def change(connection: sa.Connection) -> int:
            _game(connection, game)
            wanted = sa.delete(CHAT).where(CHAT.c.game == game, CHAT.c.id.in_(numbers))
            removed = connection.execute(wanted).rowcount
            if not removed:
                raise Unknown(f"{game}: {', '.join(map(str, numbers))}")
            games.change_game(connection, game)
            return removed

        return self._do(change)

    def remove_game(self, game: str) -> None:
        """Takes a game away with all its answers."""

        def change(connection: sa.Connection) -> None:
            _game(connection, game)
            lobby.delete_game(connection, game)

        self._do(change)


def _person(connection: sa.Connection, who: str) -> Row:
    """By id or by the name of an account; a guest by a name that nobody else has."""
    found = people.user_by_id(connection, who) or people.user_by_account(connection, folded(who))
    if found is not None:
        return found
    alike = all_of(connection.execute(sa.select(USERS).where(USERS.c.name == who).limit(2)))
    if len(alike) != 1:
        raise Unknown(who)
    return alike[0]


def _game(connection: sa.Connection, game: str) -> Row:
    row = games.find_game(connection, game)
    if row is None:
        raise Unknown(game)
    return row
