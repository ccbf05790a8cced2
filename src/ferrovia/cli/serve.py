"""`ferrovia serve`: games over the net, for browsers."""

from pathlib import Path
from typing import Annotated

import typer

from ferrovia.cli.language import Trouble, chosen_language, common_words

HELP = common_words(chosen_language(None))


def serve(
    database: Annotated[str | None, typer.Option("--database", metavar="URL", help=HELP.ui("help-database"))] = None,
    host: Annotated[str | None, typer.Option("--host", help=HELP.ui("help-host"))] = None,
    port: Annotated[int | None, typer.Option("--port", min=1, max=65535, help=HELP.ui("help-port"))] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=64, help=HELP.ui("help-workers"))] = None,
    settings: Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=HELP.ui("help-settings"))] = None,
) -> None:
    """Runs the server until it is stopped."""
    # Only here: the other commands start without the server's libraries.
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
