"""The first shape of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False, comment="counts within the game"),
        sa.Column("user", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_chat"),
    )
    op.create_index("ix_chat_user", "chat", ["user"], unique=False)
    op.create_table(
        "entries",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column(
            "parent", sa.Integer(), nullable=False, comment="answer: the one before it; undo, redo: where it leads"
        ),
        sa.Column("base", sa.Integer(), nullable=False, comment="the nearest entry before it that holds a position"),
        sa.Column("depth", sa.Integer(), nullable=False, comment="how many answers count at this position"),
        sa.Column("who", sa.String(length=16), nullable=True),
        sa.Column("by", sa.String(length=8), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=True, comment="the position, kept at every sixteenth answer"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_entries"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column(
            "host", sa.String(length=16), nullable=True, comment="the user who made it; empty when that account is gone"
        ),
        sa.Column("description", sa.String(length=200), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("hotseat", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.String(length=24), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, comment="of the latest entry"),
        sa.Column("head", sa.Integer(), nullable=False, comment="of the answer that led to the position that counts"),
        sa.Column("asked", sa.String(length=16), nullable=True, comment="the seat that must answer"),
        sa.Column("due", sa.Boolean(), nullable=False, comment="a bot must answer"),
        sa.Column("info", sa.Integer(), nullable=False, comment="counts changes of seats and requests"),
        sa.Column("chat", sa.Integer(), nullable=False, comment="counts lines of chat"),
        sa.Column("course", sa.Text(), nullable=True, comment="where in its course the game stands"),
        sa.Column("winners", sa.Text(), nullable=False),
        sa.Column("redo", sa.Text(), nullable=False, comment="what was taken back and can be given again"),
        sa.Column("undo_request", sa.Text(), nullable=True),
        sa.Column("substitution", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=True, comment="the latest position: opening a game needs no replay"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index(
        "ix_games_due", "games", ["due"], unique=False, sqlite_where=sa.text("due"), postgresql_where=sa.text("due")
    )
    op.create_index("ix_games_status_updated", "games", ["status", "updated"], unique=False)
    op.create_table(
        "notes",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("user", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "user", name="pk_notes"),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=4), nullable=False, comment="p1, p2, …"),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("user", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("bot", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_user", "seats", ["user"], unique=False)
    op.create_table(
        "sessions",
        sa.Column(
            "digest", sa.String(length=64), nullable=False, comment="of the cookie; the cookie itself is kept nowhere"
        ),
        sa.Column("user", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
    )
    op.create_index("ix_sessions_user", "sessions", ["user"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("scopes", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
    )
    op.create_index("ix_tokens_user", "tokens", ["user"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column(
            "account", sa.String(length=80), nullable=True, comment="the name folded to lower case; empty for guests"
        ),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("account", name="uq_users_account"),
    )


def downgrade() -> None:
    op.drop_table("users")
    op.drop_index("ix_tokens_user", table_name="tokens")
    op.drop_table("tokens")
    op.drop_index("ix_sessions_user", table_name="sessions")
    op.drop_table("sessions")
    op.drop_index("ix_seats_user", table_name="seats")
    op.drop_table("seats")
    op.drop_table("notes")
    op.drop_index("ix_games_status_updated", table_name="games")
    op.drop_index("ix_games_due", table_name="games", sqlite_where=sa.text("due"), postgresql_where=sa.text("due"))
    op.drop_table("games")
    op.drop_table("entries")
    op.drop_index("ix_chat_user", table_name="chat")
    op.drop_table("chat")
