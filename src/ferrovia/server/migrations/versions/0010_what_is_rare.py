"""What somebody has, and what is rare, is found by an index: moves wait for none of it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

GUEST, WISHED, LEFT = "account IS NULL", "substitution IS NOT NULL", "former IS NOT NULL"
PARTS = (
    ("ix_games_due", "games", ["due"], "due = 1", "due"),
    ("ix_games_analyses", "games", ["updated"], "analysis = 1", "analysis"),
    ("ix_games_wishes", "games", ["status", "id"], WISHED, WISHED),
    ("ix_users_guests", "users", ["account", "seen"], GUEST, GUEST),
    ("ix_seats_former", "seats", ["former"], LEFT, LEFT),
)
"""Indices over few rows of a table: name, table, columns, and which rows, in the words of SQLite and of PostgreSQL."""


def upgrade() -> None:
    op.drop_index("ix_games_due", "games")  # it was in words in which SQLite never asks
    for name, table, columns, sqlite, postgresql in PARTS:
        op.create_index(name, table, columns, sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgresql))
    op.create_index("ix_archived_user", "archived", ["user"])


def downgrade() -> None:
    op.drop_index("ix_archived_user", "archived")
    for name, table, _, _, _ in reversed(PARTS):
        op.drop_index(name, table)
    due = sa.text("due")
    op.create_index("ix_games_due", "games", ["due"], sqlite_where=due, postgresql_where=due)
