"""`ferrovia serve`: games over the net, for browsers."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, ParamSpec

import typer

from ferrovia.cli.language import Trouble, chosen_language, common_words

P = ParamSpec("P")

HELP = common_words(chosen_language(None))


def with_server(command: Callable[P, None]) -> Callable[P, None]:
    """A command that needs the server's libraries and a database; where one of them is not to be had it says so in one
    sentence."""

    @wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> None:
        try:
            command(*args, **options)
        except ModuleNotFoundError as missing:
            if (missing.name or "").startswith("ferrovia"):
                raise
            raise Trouble(HELP.ui("no-server")) from None
        except Exception as error:
            told = _said_by_the_database(error)
            if told is None:
                raise
            raise Trouble(told) from None

    return run


def _said_by_the_database(error: Exception) -> str | None:
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from ferrovia.server.database import what_is_said

    return what_is_said(error) if isinstance(error, SQLAlchemyError | CommandError) else None


@with_server
def serve(
    database: Annotated[str | None, typer.Option("--database", metavar="URL", help=HELP.ui("help-database"))] = None,
    host: Annotated[str | None, typer.Option("--host", help=HELP.ui("help-host"))] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help=HELP.ui("help-port"))] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=64, help=HELP.ui("help-workers"))] = None,
    settings: Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=HELP.ui("help-settings"))] = None,
) -> None:
    """Runs the server until it is stopped."""
    # Only here: the other commands start, and are installed, without the server's libraries.
    from ferrovia.server.run import serve as run
    from ferrovia.server.settings import BadSettings

    try:
        run(
            database=database,
            host=host,
            port=port,
            workers=workers,
            settings_file=str(settings) if settings else None,
            say=typer.echo,
        )
    except BadSettings as error:
        raise Trouble(str(error)) from None


@with_server
def bots(
    database: Annotated[str | None, typer.Option("--database", metavar="URL", help=HELP.ui("help-database"))] = None,
    settings: Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=HELP.ui("help-settings"))] = None,
) -> None:
    """Lets bots answer until it is stopped."""
    from ferrovia.server.run import work_for_bots
    from ferrovia.server.settings import BadSettings

    try:
        work_for_bots(database=database, settings_file=str(settings) if settings else None)
    except BadSettings as error:
        raise Trouble(str(error)) from None
