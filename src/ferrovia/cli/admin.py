"""`ferrovia admin`: what the operator of a server sees and does."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

import typer
from rich import box
from rich.table import Table

from ferrovia.cli.language import Trouble, chosen_language, common_words, printable
from ferrovia.cli.screen import a_console
from ferrovia.cli.serve import with_server

if TYPE_CHECKING:
    from ferrovia.server.admin import Admin

P = ParamSpec("P")
T = TypeVar("T")

HELP = common_words(chosen_language(None))

admin = typer.Typer(help=HELP.ui("help-admin"), no_args_is_help=True)

DatabaseUrl = Annotated[str | None, typer.Option("--database", metavar="URL", help=HELP.ui("help-database"))]
SettingsFile = Annotated[Path | None, typer.Option("--settings", metavar="FILE", help=HELP.ui("help-settings"))]
Who = Annotated[str, typer.Argument(metavar="WHO", help=HELP.ui("help-admin-who"))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=HELP.ui("help-admin-game"))]


def command(name: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """A command of `ferrovia admin`; its help is `ui.help-admin-<name>`."""

    def add(work: Callable[P, None]) -> Callable[P, None]:
        return admin.command(name, help=HELP.ui(f"help-admin-{name}"))(with_server(work))

    return add


def _say(text: str) -> None:
    typer.echo(printable(text))


def _with(database: str | None, settings: Path | None, work: "Callable[[Admin], T]") -> T:
    """Some work on the database that the server would use."""
    from ferrovia.server.admin import Admin, Unknown
    from ferrovia.server.settings import BadSettings, settings_of

    try:
        operator = Admin(settings_of(str(settings) if settings else None, database=database))
        try:
            return work(operator)
        finally:
            operator.close()
    except BadSettings as error:
        raise Trouble(str(error)) from None
    except Unknown as error:
        raise Trouble(HELP.ui("admin-unknown", what=printable(str(error)))) from None


def _show(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for column in columns:
        table.add_column(HELP.ui(f"admin-{column}"))
    for row in rows:
        table.add_row(*(printable(str(value)) for value in row))
    a_console().print(table)


def _day(milliseconds: int | None) -> str:
    from ferrovia.server.clock import moment

    return "" if milliseconds is None else f"{moment(milliseconds):%Y-%m-%d %H:%M}"


@command("people")
def people(
    search: Annotated[str, typer.Argument(metavar="NAME", help=HELP.ui("help-admin-search"))] = "",
    banned: Annotated[bool, typer.Option("--banned", help=HELP.ui("help-admin-banned"))] = False,
    database: DatabaseUrl = None,
    settings: SettingsFile = None,
) -> None:
    rows = _with(database, settings, lambda operator: operator.people(search, banned=banned))
    kinds = {True: HELP.ui("admin-guest"), False: HELP.ui("admin-account")}
    _show(
        ("id", "name", "kind", "since", "seen", "banned"),
        (
            (r["id"], r["name"], kinds[r["account"] is None], _day(r["created"]), _day(r["seen"]), _day(r["banned"]))
            for r in rows
        ),
    )


@command("person")
def person(who: Who, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    found = _with(database, settings, lambda operator: operator.person(who))
    _say(f"{found.row['name']} ({found.row['id']})")
    if found.row["banned"] is not None:
        _say(HELP.ui("admin-banned-since", day=_day(found.row["banned"])))
    names = ("games", "analyses", "bots", "megabytes")
    used = zip((HELP.ui(f"admin-{name}") for name in names), found.used, found.allowed, strict=True)
    _show(("what", "used", "allowed"), used)


@command("games")
def games(
    status: Annotated[str | None, typer.Option("--status", help=HELP.ui("help-admin-status"))] = None,
    who: Annotated[str | None, typer.Option("--who", metavar="WHO", help=HELP.ui("help-admin-who"))] = None,
    database: DatabaseUrl = None,
    settings: SettingsFile = None,
) -> None:
    rows = _with(database, settings, lambda operator: operator.games(status, who=who))
    columns = ("id", "title", "status", "host", "since", "touched", "answers")
    _show(
        columns,
        (
            (r["id"], r["title"], r["status"], r["host"] or "", _day(r["created"]), _day(r["updated"]), r["seq"])
            for r in rows
        ),
    )


@command("remove-game")
def remove_game(game: GameName, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    _with(database, settings, lambda operator: operator.remove_game(game))
    _say(HELP.ui("admin-game-removed", game=game))


@command("chat")
def chat(game: GameName, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    rows = _with(database, settings, lambda operator: operator.chat(game))
    _show(("number", "at", "name", "text"), ((r["id"], _day(r["at"]), r["name"], r["text"]) for r in rows))


@command("remove-chat")
def remove_chat(
    game: GameName,
    numbers: Annotated[list[int], typer.Argument(metavar="NUMBER…", help=HELP.ui("help-admin-lines"))],
    database: DatabaseUrl = None,
    settings: SettingsFile = None,
) -> None:
    removed = _with(database, settings, lambda operator: operator.remove_chat(game, numbers))
    _say(HELP.ui("admin-chat-removed", count=removed))


@command("ban")
def ban(who: Who, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    row = _with(database, settings, lambda operator: operator.ban(who))
    _say(HELP.ui("admin-is-banned", name=row["name"]))


@command("unban")
def unban(who: Who, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    row = _with(database, settings, lambda operator: operator.unban(who))
    _say(HELP.ui("admin-is-unbanned", name=row["name"]))


@command("password")
def password(who: Who, database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    row, new = _with(database, settings, lambda operator: operator.new_password(who))
    _say(HELP.ui("admin-has-password", name=row["name"], password=new))


@command("quota")
def quota(
    who: Who,
    times: Annotated[int, typer.Argument(min=1, max=1000, metavar="TIMES", help=HELP.ui("help-admin-times"))],
    database: DatabaseUrl = None,
    settings: SettingsFile = None,
) -> None:
    row = _with(database, settings, lambda operator: operator.set_quota(who, times))
    _say(HELP.ui("admin-has-quota", name=row["name"], times=times))


@command("limits")
def limits(database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    from ferrovia.server.settings import BadSettings, limits_in, settings_of

    try:
        found = limits_in(settings_of(str(settings) if settings else None, database=database))
    except BadSettings as error:
        raise Trouble(str(error)) from None
    _show(("setting", "number"), found.items())


@command("statistics")
def statistics(database: DatabaseUrl = None, settings: SettingsFile = None) -> None:
    figures = _with(database, settings, lambda operator: operator.statistics())
    titles = {name: HELP.ui(f"admin-figure-{name}") for name in FIGURES}
    _show(("what", "number"), ((titles.get(name, name), number) for name, number in figures.items()))


FIGURES = (
    "accounts",
    "guests",
    "banned",
    "seen-today",
    "seen-month",
    "sessions",
    "games-open",
    "games-running",
    "games-finished",
    "analyses",
    "bots-due",
    "answers",
    "chat-lines",
)
