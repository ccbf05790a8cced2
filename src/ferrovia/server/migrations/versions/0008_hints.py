"""A table may let the bots say what a share will bring."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games",
        sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.false(), comment="what a share will bring"),
    )


def downgrade() -> None:
    op.drop_column("games", "hints")
