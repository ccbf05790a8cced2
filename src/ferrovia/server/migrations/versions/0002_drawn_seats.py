"""Seats can be drawn by lot."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games",
        sa.Column(
            "draw_seats", sa.Boolean(), nullable=False, server_default=sa.false(), comment="by lot, at the start"
        ),
    )


def downgrade() -> None:
    op.drop_column("games", "draw_seats")
