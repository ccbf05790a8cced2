"""Bringing a database to the shape this version needs."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

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
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
