"""`ferrovia backup` and `ferrovia restore`: everything a server keeps, in one file."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from ferrovia.cli.language import Trouble, chosen_language, common_words

HELP = common_words(chosen_language(None))

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help=HELP.ui("help-backup-file"))]
DatabaseUrl = Annotated[str | None, typer.Option("--database", metavar="URL", help=HELP.ui("help-database"))]
SettingsFile = Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=HELP.ui("help-settings"))]


def backup(file: BackupFile, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    """Writes everything into a file, also while the server runs."""
    from ferrovia.server.backup import back_up

    try:
        rows = back_up(_database(database, settings), file)
    except OSError as error:
        raise Trouble(f"{file}: {error.strerror}") from None
    typer.echo(HELP.ui("backed-up", rows=rows, file=str(file)))


def restore(
    file: BackupFile,
    database: DatabaseUrl = None,
    settings: SettingsFile = None,
    check: Annotated[bool, typer.Option("--check", help=HELP.ui("help-restore-check"))] = False,
) -> None:
    """Fills an empty database from a file; or only looks whether every game in it is sound."""
    from ferrovia.server.backup import BadBackup
    from ferrovia.server.backup import restore as fill

    try:
        if check:
            _check(file)
        else:
            rows = fill(file, _database(database, settings))
            typer.echo(HELP.ui("restored", rows=rows, file=str(file)))
    except BadBackup as error:
        raise Trouble(str(error)) from None


def _check(file: Path) -> None:
    """Restores into a database of its own and replays every game there."""
    from ferrovia.server.backup import check, restore

    with tempfile.TemporaryDirectory() as folder:
        place = f"sqlite:///{folder}/games.db"
        restore(file, place)
        checked = check(place)
    typer.echo(HELP.ui("backup-checked", replayed=checked.replayed, older=checked.older))
    if checked.broken:
        raise Trouble(HELP.ui("backup-broken", games=", ".join(checked.broken)))


def _database(chosen: str | None, file: Path | None) -> str:
    """The database that the server would use."""
    from ferrovia.server.settings import BadSettings, settings_of

    try:
        return settings_of(str(file) if file else None, database=chosen).database
    except BadSettings as error:
        raise Trouble(str(error)) from None
