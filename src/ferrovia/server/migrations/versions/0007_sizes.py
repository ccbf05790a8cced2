"""Every game knows how much of it is stored, so that a quota is a sum over a person's games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SO_FAR = """
    UPDATE games SET size =
        (SELECT coalesce(sum(length(events) + coalesce(length(action), 0) + coalesce(length(state), 0)), 0)
         FROM entries WHERE entries.game = games.id)
        + (SELECT coalesce(sum(length(text)), 0) FROM chat WHERE chat.game = games.id)
"""


def upgrade() -> None:
    size = sa.Column("size", sa.BigInteger(), nullable=False, server_default="0", comment="of log, positions and chat")
    op.add_column("games", size)
    op.execute(SO_FAR)


def downgrade() -> None:
    op.drop_column("games", "size")
