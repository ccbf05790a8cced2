"""Branches know their game, people put games away, and a table says how quickly it is played."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

COLUMNS = (
    sa.Column("origin", sa.String(16), comment="the game it branches off"),
    sa.Column("origin_seq", sa.Integer(), comment="and at which position"),
    sa.Column("pace", sa.String(8), nullable=False, server_default="days", comment="live, or over days"),
)


def upgrade() -> None:
    for column in COLUMNS:
        op.add_column("games", column)
    op.create_table(
        "archived",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("user", sa.String(16), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("archived")
    for column in COLUMNS:
        op.drop_column("games", column.name)
