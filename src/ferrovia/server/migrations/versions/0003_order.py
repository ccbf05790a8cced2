"""Look-alike names, bans, games to try out, seats to which one may come back."""

import sqlalchemy as sa
from alembic import op

from ferrovia.server.accounts.names import look_of

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

USERS = sa.table("users", sa.column("id"), sa.column("account"), sa.column("look"))


def upgrade() -> None:
    look = sa.Column("look", sa.String(80), comment="the account as it looks; alike are not told apart")
    op.add_column("users", look)
    op.add_column("users", sa.Column("banned", sa.BigInteger(), comment="since when an operator keeps the person out"))
    op.create_index("ix_users_look", "users", ["look"])
    op.add_column(
        "games",
        sa.Column(
            "analysis", sa.Boolean(), nullable=False, server_default=sa.false(), comment="imported, or to try out"
        ),
    )
    op.add_column("seats", sa.Column("former", sa.String(16), comment="whose seat it was: they may come back"))
    connection = op.get_bind()
    accounts = connection.execute(sa.select(USERS.c.id, USERS.c.account).where(USERS.c.account.is_not(None))).all()
    for user, account in accounts:
        connection.execute(sa.update(USERS).where(USERS.c.id == user).values(look=look_of(account)))


def downgrade() -> None:
    op.drop_column("seats", "former")
    op.drop_column("games", "analysis")
    op.drop_index("ix_users_look", "users")
    op.drop_column("users", "banned")
    op.drop_column("users", "look")
