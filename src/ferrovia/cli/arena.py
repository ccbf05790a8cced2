"""A tournament of bots in the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ferrovia import Title
from ferrovia.bots import bot_called, bots_for
from ferrovia.bots.arena import Contest, Line, Rating, draw, play_all, ratings, standing
from ferrovia.bots.tuning import Study, package_file, stored_in, tune, write
from ferrovia.cli.language import Trouble
from ferrovia.cli.screen import a_console
from ferrovia.text import Words


def bots_named(title: Title, bots: str, words: Words) -> tuple[str, ...]:
    """Bots that play a title, by the names of the command line."""
    names = tuple(bot_called(name.strip()) or name.strip() for name in bots.split(","))
    known = bots_for(title)
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise Trouble(words.ui("no-such-seat", seat=unknown, known=", ".join(known)))
    return names


def contest_of(title: Title, bots: str, games: int, seed: int, words: Words) -> Contest:
    """What the command line asks for."""
    names = bots_named(title, bots, words)
    if len(names) not in title.seats:
        least, most = title.seats[0], title.seats[-1]
        raise Trouble(words.ui("wrong-player-count", title=title.name, least=least, most=most, count=len(names)))
    return Contest(title.id, names, games, seed)


@dataclass(frozen=True, slots=True)
class Means:
    """With what a tournament is held: processes or a cluster, a file that keeps it, a picture of it."""

    workers: int = 1
    ray: str | None = None
    file: Path | None = None
    png: Path | None = None


def needs_extra(module: str, extra: str, words: Words) -> None:
    """Says in one line what must be installed."""
    if find_spec(module) is None:
        raise Trouble(words.ui("needs-extra", extra=extra))


def can_be_written(path: Path, words: Words) -> None:
    """Said before the first game, not after the last."""
    is_new = not path.exists()
    try:
        path.open("a", encoding="utf-8").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise Trouble(words.ui("cannot-write", file=path, reason=error.strerror)) from None


def hold(contest: Contest, means: Means, words: Words) -> None:
    """Plays the games that are missing and prints who has done how well."""
    if means.ray is not None:
        needs_extra("ray", "ray", words)
    if means.png is not None:
        needs_extra("matplotlib", "arena", words)
    for path in (means.file, means.png):
        if path is not None:
            can_be_written(path, words)
    console = a_console()
    columns = (TextColumn(words.ui("arena-games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=contest.games)
        played = play_all(
            contest, workers=means.workers, ray=means.ray, file=means.file, told=lambda game: progress.advance(task)
        )
    known = ratings(played) if find_spec("openskill") is not None else {}
    console.print(_table(standing(contest, played), known, words))
    if means.png is not None:
        draw(played, means.png)
    endless = sum(not game.ended for game in played)
    if endless:
        console.print(words.ui("arena-endless", count=endless))


def _table(lines: list[Line], known: Mapping[str, Rating], words: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    table.add_column(words.ui("arena-bot"))
    for key in (
        "arena-wins",
        "arena-interval",
        "arena-fair",
        "arena-rating",
        "arena-worth",
        "arena-span",
        "arena-time",
    ):
        table.add_column(words.ui(key), justify="right")
    for line in lines:
        table.add_row(
            words.term("bot", line.bot),
            f"{line.wins:g} / {line.games}",
            f"{line.low:.0%}–{line.high:.0%}",
            f"{line.fair:.0%}",
            f"{known[line.bot].mean:.1f} ± {known[line.bot].spread:.1f}" if line.bot in known else "–",
            f"{line.worth:.0f}",
            f"{line.least}–{line.most}",
            f"{1000 * line.seconds:.1f} ms",
        )
    return table


def improve(title: Title, study: Study, file: Path | None, words: Words) -> None:
    """Looks for better weights, prints the best of each generation, and writes what it found."""
    needs_extra("cma", "tune", words)
    target = file or package_file()
    stored_in(target)
    can_be_written(target, words)
    console = a_console()

    def tell(generation: int, ahead: float, values: Mapping[str, float]) -> None:
        told = ", ".join(f"{name} {value:g}" for name, value in values.items())
        console.print(words.ui("tune-generation", number=generation, percent=f"{ahead:+.1%}", values=told))

    best = tune(study, tell)
    write(title.id, best, target)
    console.print(words.ui("tune-written", file=str(target)))
