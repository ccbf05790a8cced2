"""What somebody keeps is added up at every new game and note: by an index, not by reading all there is."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_host", "games", ["host"])
    op.create_index("ix_notes_user", "notes", ["user"])


def downgrade() -> None:
    op.drop_index("ix_notes_user", "notes")
    op.drop_index("ix_games_host", "games")
