"""The tables of the database."""

from typing import Any

import sqlalchemy as sa

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Moment = sa.BigInteger
"""Milliseconds since 1970, UTC: the same number in every database."""

_GUEST, _WISHED, _LEFT = "account IS NULL", "substitution IS NOT NULL", "former IS NOT NULL"


def _rows(sqlite: str, postgresql: str | None = None) -> dict[str, Any]:
    """What is rare is found by an index over few rows. SQLite uses it only for the words with which it was made."""
    return {"sqlite_where": sa.text(sqlite), "postgresql_where": sa.text(postgresql or sqlite)}


USERS = sa.Table(
    "users",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("account", sa.String(80), unique=True, comment="the name folded to lower case; empty for guests"),
    sa.Column("password", sa.String(200)),
    sa.Column("created", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False),
    sa.Column("look", sa.String(80), index=True, comment="the account as it looks; alike are not told apart"),
    sa.Column("banned", Moment, comment="since when an operator keeps the person out"),
    sa.Column("quota", sa.Integer, comment="times the usual quotas, set by an operator; empty: once"),
    sa.Index("ix_users_guests", "account", "seen", **_rows(_GUEST)),
)

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True, comment="of the cookie; the cookie itself is kept nowhere"),
    sa.Column("user", sa.String(16), nullable=False, index=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("expires", Moment, nullable=False),
)

TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("user", sa.String(16), nullable=False, index=True),
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("scopes", sa.String(40), nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("used", Moment),
)

GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("title", sa.String(60), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("host", sa.String(16), index=True, comment="the user who made it; empty when that account is gone"),
    sa.Column("description", sa.String(200), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("hotseat", sa.Boolean, nullable=False),
    sa.Column("draw_seats", sa.Boolean, nullable=False, server_default=sa.false(), comment="by lot, at the start"),
    sa.Column("analysis", sa.Boolean, nullable=False, server_default=sa.false(), comment="imported, or to try out"),
    sa.Column("origin", sa.String(16), comment="the game it branches off"),
    sa.Column("origin_seq", sa.Integer, comment="and at which position"),
    sa.Column("pace", sa.String(8), nullable=False, server_default="days", comment="live, or over days"),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false(), comment="what a share will bring"),
    sa.Column("invite", sa.String(24), nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("updated", Moment, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False, comment="of the latest entry"),
    sa.Column("head", sa.Integer, nullable=False, comment="of the answer that led to the position that counts"),
    sa.Column("asked", sa.String(16), comment="the seat that must answer"),
    sa.Column("due", sa.Boolean, nullable=False, comment="a bot must answer"),
    sa.Column("info", sa.Integer, nullable=False, comment="counts changes of seats and requests"),
    sa.Column("chat", sa.Integer, nullable=False, comment="counts lines of chat"),
    sa.Column("size", sa.BigInteger, nullable=False, server_default="0", comment="of log, positions and chat"),
    sa.Column("course", sa.Text, comment="where in its course the game stands"),
    sa.Column("winners", sa.Text, nullable=False),
    sa.Column("redo", sa.Text, nullable=False, comment="what was taken back and can be given again"),
    sa.Column("undo_request", sa.Text),
    sa.Column("substitution", sa.Text),
    sa.Column("state", sa.Text, comment="the latest position: opening a game needs no replay"),
    sa.Index("ix_games_status_updated", "status", "updated"),
    sa.Index("ix_games_due", "due", **_rows("due = 1", "due")),
    sa.Index("ix_games_analyses", "updated", **_rows("analysis = 1", "analysis")),
    sa.Index("ix_games_wishes", "status", "id", **_rows(_WISHED)),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("seat", sa.String(4), primary_key=True, comment="p1, p2, …"),
    sa.Column("kind", sa.String(6), nullable=False),
    sa.Column("user", sa.String(16), index=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("bot", sa.String(40)),
    sa.Column("former", sa.String(16), comment="whose seat it was: they may come back"),
    sa.Index("ix_seats_former", "former", **_rows(_LEFT)),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    # Two answers to one position cannot both be stored: this key is the lock.
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(6), nullable=False),
    sa.Column("parent", sa.Integer, nullable=False, comment="answer: the one before it; undo, redo: where it leads"),
    sa.Column("base", sa.Integer, nullable=False, comment="the nearest entry before it that holds a position"),
    sa.Column("depth", sa.Integer, nullable=False, comment="how many answers count at this position"),
    sa.Column("who", sa.String(16)),
    sa.Column("by", sa.String(8), nullable=False),
    sa.Column("action", sa.Text),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("undone", sa.Boolean, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("state", sa.Text, comment="the position, kept at every sixteenth answer"),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False, comment="counts within the game"),
    sa.Column("user", sa.String(16), index=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)

NOTES = sa.Table(
    "notes",
    METADATA,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("user", sa.String(16), primary_key=True, index=True),
    sa.Column("text", sa.Text, nullable=False),
)

ARCHIVED = sa.Table(
    "archived",
    METADATA,
    # Whoever has put a game away: it is in no list of theirs but the archive.
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("user", sa.String(16), primary_key=True, index=True),
)
