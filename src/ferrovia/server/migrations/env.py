"""Alembic's way in: runs over the connection it is given."""

from alembic import context

from ferrovia.server.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
context.run_migrations()
