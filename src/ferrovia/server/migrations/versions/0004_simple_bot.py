"""The greedy bot is called simple now."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SEATS = sa.table("seats", sa.column("bot"))


def upgrade() -> None:
    _rename("greedy", "simple")


def downgrade() -> None:
    _rename("simple", "greedy")


def _rename(old: str, new: str) -> None:
    op.execute(sa.update(SEATS).where(SEATS.c.bot == old).values(bot=new))
