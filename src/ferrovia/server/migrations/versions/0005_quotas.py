"""Quotas of single people."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    quota = sa.Column("quota", sa.Integer(), comment="times the usual quotas, set by an operator; empty: once")
    op.add_column("users", quota)


def downgrade() -> None:
    op.drop_column("users", "quota")
