"""Bringing a database to the shape this version needs."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

LOCK = 7_316_402
"""Processes that start together take turns on PostgreSQL by this number."""


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config


def migrate(engine: sa.Engine) -> None:
    """Runs the migrations that are missing, all in one transaction; several processes may do so at once."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config = configuration()
        _refuse_a_newer_shape(connection, config)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _refuse_a_newer_shape(connection: sa.Connection, config: Config) -> None:
    """Alembic itself would say that it cannot locate a revision."""
    shape = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if shape is not None and shape not in known:
        raise CommandError(
            f"a later release of Ferrovía has changed it (to shape {shape}); see docs/upgrading.md for the way back"
        )
