"""The commands of `ferrovia` and their options."""

import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from typer.core import TyperGroup

import ferrovia
from ferrovia import BadData, Game, Record, Title, new_game
from ferrovia.cli import arena as tournaments
from ferrovia.cli import bench as measuring
from ferrovia.cli.admin import admin
from ferrovia.cli.backups import backup, restore
from ferrovia.cli.exchange import (
    as_saved,
    complaint,
    exported,
    imported,
    is_export,
    is_saved_game,
    write_facts,
    write_text,
)
from ferrovia.cli.language import Trouble, chosen_language, common_words, printable, words_of
from ferrovia.cli.lookup import best_routes_in_words, show_log
from ferrovia.cli.perft import offers_to_depth
from ferrovia.cli.saves import Saved, Shelf, read_game, read_text
from ferrovia.cli.screen import Screen, a_console
from ferrovia.cli.seats import Seats, quick_start, seated
from ferrovia.cli.serve import bots, serve, with_server
from ferrovia.cli.session import Session
from ferrovia.interop import Imported
from ferrovia.render.svg import draw_position
from ferrovia.text import Words

WRONG_USE = 2
SEEDS = 1_000_000

HELP = common_words(chosen_language(None))
"""The words of `--help`, which is made before anybody can name a language."""


class OneLineErrors(TyperGroup):
    """The commands; whatever is wrong with the command line is said in one line, with exit code 2."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        try:
            code = super().main(*args, standalone_mode=False, **extra)
        except typer.TyperException as error:
            code = _complain(f"{error.format_message().rstrip('.')}. {HELP.ui('try-help')}")
        except (Trouble, BadData) as error:
            code = _complain(str(error))
        except typer.Abort:
            code = WRONG_USE
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


def _complain(sentence: str) -> int:
    typer.echo(printable(" ".join(sentence.split())), err=True)
    return WRONG_USE


app = typer.Typer(
    cls=OneLineErrors,
    help=HELP.ui("help-program"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Language = Annotated[str | None, typer.Option("--lang", metavar="en|es", help=HELP.ui("help-lang"))]
TitleName = Annotated[str, typer.Argument(metavar="TITLE", help=HELP.ui("help-title"))]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help=HELP.ui("help-file"))]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ferrovia {ferrovia.__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=HELP.ui("help-version"))
    ] = False,
) -> None:
    pass


def _title(name: str, words: Words) -> Title:
    known = {title.id: title for title in ferrovia.titles()}
    if name not in known:
        raise Trouble(words.ui("no-such-title", title=name, known=", ".join(known)))
    return known[name]


# --------------------------------------------------------------------------------------------------------------- titles


@app.command(help=HELP.ui("help-titles"))
def titles(lang: Language = None) -> None:
    language, console = chosen_language(lang), a_console()
    words = common_words(language)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    table.add_column(words.ui("title"), no_wrap=True)
    table.add_column(words.ui("players"), no_wrap=True)
    table.add_column(words.ui("about"))
    for title in ferrovia.titles():
        own = words_of(title, language)
        seats = words.ui("span", low=title.seats[0], high=title.seats[-1])
        table.add_row(
            title.id, seats, f"{own.term('title', 'name')}. {own.term('title', 'summary')}{_options(title, own)}"
        )
    console.print(table)


def _options(title: Title, words: Words) -> str:
    if not title.options:
        return ""
    shown = "; ".join(
        f"--option {option.key}={'|'.join(option.choices)} ({words.term('option', option.key)})"
        for option in title.options
    )
    return f"\n{words.ui('options')}: {shown}"


# ----------------------------------------------------------------------------------------------------------------- play


@app.command(help=HELP.ui("help-play"))
def play(
    title: Annotated[str | None, typer.Argument(metavar="TITLE", help=HELP.ui("help-title"))] = None,
    players: Annotated[str | None, typer.Option(metavar="ANA,BEN", help=HELP.ui("help-players"))] = None,
    seats: Annotated[str | None, typer.Option(metavar="KIND,KIND", help=HELP.ui("help-seats"))] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help=HELP.ui("help-seed"))] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help=HELP.ui("help-option"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-save-file"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-resume"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    words, console = common_words(language), a_console()
    if resume is not None:
        if players or seats or option:
            raise Trouble(words.ui("resume-keeps-the-table"))
        game = _resumed(resume, title, seed, words)
    elif title is None:
        raise Trouble(words.ui("which-title", known=", ".join(known.id for known in ferrovia.titles())))
    else:
        game = _started(_title(title, words), players, seats, seed, option or [], words)
    shelf = Shelf(words, save, resumed_from=resume)
    if shelf.file is not None:
        shelf.save(game)
    _introduce(
        game,
        shelf,
        words_of(game.record.title, language, game.record.players),
        console,
        quick=not (players or seats or resume),
    )
    Session(game, shelf=shelf, language=language, console=console).play()


def _started(
    title: Title, players: str | None, seats: str | None, seed: int | None, options: list[str], words: Words
) -> Saved:
    table = seated(title, players, seats, words) if players or seats else quick_start(title, words)
    record = Record.new(title, table.names, _chosen(title, options, words))
    return Saved(record, table, Random().randrange(SEEDS) if seed is None else seed)


def _chosen(title: Title, options: list[str], words: Words) -> dict[str, str]:
    """The options as the command line gives them, `key=value` each."""
    offered, picked = {option.key: option.choices for option in title.options}, dict[str, str]()
    for option in options:
        key, sign, value = (part.strip() for part in option.partition("="))
        if not sign:
            raise Trouble(words.ui("option-form", text=option))
        if key not in offered:
            raise Trouble(words.ui("no-such-option", option=key, title=title.name, known=", ".join(offered)))
        if value not in offered[key]:
            raise Trouble(words.ui("no-such-value", option=key, value=value, known=", ".join(offered[key])))
        picked[key] = value
    return picked


def _resumed(file: Path, title: str | None, seed: int | None, words: Words) -> Saved:
    game = read_game(file, words)
    if title is not None and title != game.record.title.id:
        raise Trouble(words.ui("other-title", file=file, title=game.record.title.id, wanted=title))
    return game if seed is None else Saved(game.record, game.seats, seed)


def _introduce(game: Saved, shelf: Shelf, words: Words, console: Console, *, quick: bool) -> None:
    """Says what is played, by whom, and how to find help."""
    screen = Screen(game.record.title, words, console)
    screen.heading(words.term("title", "name"))
    if not game.seats.only_bots:
        screen.say(words.term("title", "summary"))
        screen.blank()
    if quick:
        screen.say(words.ui("quick-start"))
    screen.say(words.ui("at-the-table", names=", ".join(_at_the_table(game.seats, words))))
    if game.seats.bots:
        screen.say(words.ui("seed", seed=game.seed), "dim")
    if shelf.file is not None:
        screen.say(words.ui("kept-in", file=shelf.file), "dim")
    if not game.seats.only_bots:
        screen.say(words.ui("how-to"))
    screen.blank()


def _at_the_table(seats: Seats, words: Words) -> list[str]:
    return [
        f"{words.player(name)} ({words.ui('bot')})" if name in seats.bots else words.player(name)
        for name in seats.names
    ]


# ------------------------------------------------------------------------------------------------------ show and replay


@app.command(help=HELP.ui("help-show"))
def show(
    file: GameFile,
    at: Annotated[int | None, typer.Option(metavar="N", help=HELP.ui("help-at"))] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT.svg", help=HELP.ui("help-svg"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    saved = _any_game(file, language)
    record, words = saved.record, words_of(saved.record.title, language, saved.record.players)
    game = _position(record, at, words)
    if svg is not None:
        write_text(file, svg, draw_position(game.title.layout, game.view(), words), words)
        typer.echo(words.ui("drawn", file=svg))
        return
    screen, answers = Screen(record.title, words, a_console()), len(record.entries)
    number = answers if at is None else at
    screen.heading(f"{words.term('title', 'name')} · {words.ui('position', number=number, last=answers)}")
    screen.events(game.events)
    screen.position(game, saved.seats)
    if game.ask is None:
        screen.outcome(game)
    else:
        screen.question(game)


@app.command(help=HELP.ui("help-routes-of-file"))
def routes(
    file: GameFile,
    at: Annotated[int | None, typer.Option(metavar="N", help=HELP.ui("help-at"))] = None,
    company: Annotated[str | None, typer.Option(metavar="X", help=HELP.ui("help-company"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    saved = _any_game(file, language)
    words = words_of(saved.record.title, language, saved.record.players)
    game = _position(saved.record, at, words)
    for line in best_routes_in_words(game, company, words):
        typer.echo(line)


def _position(record: Record, at: int | None, words: Words) -> Game:
    answers = len(record.entries)
    number = answers if at is None else at
    if not 0 <= number <= answers:
        raise Trouble(words.ui("no-such-position", last=answers, number=number))
    return record.at(number)


def _any_game(file: Path, language: str) -> Saved:
    """A saved game, or an export of 18xx.games as far as it can be played."""
    words = common_words(language)
    if not is_export(read_text(file, words)):
        return read_game(file, words)
    found = imported(file, words)
    if found.stopped is not None:
        _complain(str(complaint(file, found.stopped, found.record, language)))
    return as_saved(found.record)


@app.command(help=HELP.ui("help-replay"))
def replay(
    file: GameFile,
    facts: Annotated[Path | None, typer.Option(metavar="OUT.jsonl", help=HELP.ui("help-facts"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    words = common_words(language)
    text = read_text(file, words)
    if facts is not None:
        if is_saved_game(text):
            raise Trouble(words.ui("facts-need-export", file=file))
        lines = write_facts(file, facts, language, words, notice=_notice)
        typer.echo(words.ui("facts-written", count=lines, file=facts))
        return
    if is_export(text):
        found = imported(file, words)
        _tell(found.record, language, "")
        _report(file, found, language)
    else:
        record = read_game(file, words).record
        _tell(record, language, _verdict(record, words))


def _tell(record: Record, language: str, verdict: str) -> None:
    """The whole story of a game, and how it stands."""
    words = words_of(record.title, language, record.players)
    screen = Screen(record.title, words, a_console())
    screen.heading(words.term("title", "name"))
    show_log(record, screen, words)
    if record.game.ask is None:
        screen.outcome(record.game)
    else:
        screen.question(record.game)
    if verdict:
        screen.say(verdict)


def _notice(line: str) -> None:
    typer.echo(printable(line), err=True)


def _report(file: Path, found: Imported, language: str) -> None:
    """What could not be played as recorded; an action that was refused ends the program with an error."""
    words = words_of(found.record.title, language, found.record.players)
    for notice in found.notices:
        _notice(notice.in_words(words))
    if found.stopped is not None:
        raise complaint(file, found.stopped, found.record, language)


@app.command("import", help=HELP.ui("help-import"))
def import_(
    file: Annotated[Path, typer.Argument(metavar="EXPORT.json", help=HELP.ui("help-export-file"))],
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-import-save"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    words = common_words(language)
    found = imported(file, words)
    record = found.record
    own = words_of(record.title, language, record.players)
    typer.echo(own.ui("imported", title=own.term("title", "name"), count=len(record.entries)))
    if record.game.ask is not None:
        typer.echo(f"{own.player(record.game.ask.who)}: {own.question(record.game.ask.about)}")
    if save is not None:
        typer.echo(own.ui("saved", file=Shelf(words).save(as_saved(record), save)))
    _report(file, found, language)


@app.command(help=HELP.ui("help-export"))
def export(
    file: GameFile,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="OUT.json", help=HELP.ui("help-out"))] = None,
    lang: Language = None,
) -> None:
    language = chosen_language(lang)
    words = common_words(language)
    text = exported(read_game(file, words).record, language, _notice)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_text(file, out, text, words)
        typer.echo(words.ui("saved", file=out))


def _verdict(record: Record, words: Words) -> str:
    """Reading a game has replayed its log and refused a file whose log leads elsewhere, unless the rules have changed:
    then the stored position counts."""
    if record.rules_version != record.title.rules_version:
        return words.ui("log-under-earlier-rules", then=record.rules_version, now=record.title.rules_version)
    return words.ui("log-verified", count=len(record.entries), mark=ferrovia.fingerprint(record.game.state))


# ------------------------------------------------------------------------------------------------------ perft and bench


@app.command(help=HELP.ui("help-perft"))
def perft(
    title: TitleName,
    depth: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-depth"))],
    players: Annotated[int, typer.Option(metavar="N", help=HELP.ui("help-player-count"))] = 3,
    lang: Language = None,
) -> None:
    words = common_words(chosen_language(lang))
    game = new_game(_title(title, words).id, [str(number) for number in range(1, players + 1)])
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    table.add_column(words.ui("depth"), justify="right")
    table.add_column(words.ui("offers"), justify="right")
    for number in range(1, depth + 1):
        table.add_row(str(number), str(offers_to_depth(game, number)))
    a_console().print(table)


@app.command(help=HELP.ui("help-arena"))
def arena(
    title: TitleName,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,…", help=HELP.ui("help-arena-bots"))],
    games: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-arena-games"))] = 20,
    workers: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-arena-workers"))] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help=HELP.ui("help-arena-seed"))] = 1,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-arena-file"))] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help=HELP.ui("help-arena-ray"))] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-arena-png"))] = None,
    lang: Language = None,
) -> None:
    words = common_words(chosen_language(lang))
    means = tournaments.Means(workers, ray, file, png)
    tournaments.hold(tournaments.contest_of(_title(title, words), bots, games, seed, words), means, words)


@app.command(help=HELP.ui("help-tune"))
def tune(
    title: TitleName,
    players: Annotated[int, typer.Option(min=2, metavar="N", help=HELP.ui("help-tune-players"))] = 3,
    games: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-tune-games"))] = 6,
    generations: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-tune-generations"))] = 10,
    seed: Annotated[int, typer.Option(min=1, metavar="N", help=HELP.ui("help-tune-seed"))] = 1,
    against: Annotated[str, typer.Option(metavar="BOT,…", help=HELP.ui("help-tune-against"))] = "policy",
    file: Annotated[Path | None, typer.Option(metavar="FILE", help=HELP.ui("help-tune-file"))] = None,
    lang: Language = None,
) -> None:
    words = common_words(chosen_language(lang))
    found = _title(title, words)
    if players not in found.seats:
        least, most = found.seats[0], found.seats[-1]
        raise Trouble(words.ui("wrong-player-count", title=found.name, least=least, most=most, count=players))
    others = tournaments.bots_named(found, against, words)
    tournaments.improve(found, tournaments.Study(found.id, players, games, generations, seed, others), file, words)


@app.command(help=HELP.ui("help-bench"))
def bench(lang: Language = None) -> None:
    words = common_words(chosen_language(lang))
    console = a_console()
    for title in ferrovia.titles():
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
        table.add_column(title.name)
        for key in ("bench-measured", "bench-wanted"):
            table.add_column(words.ui(key), justify="right")
        for figure in measuring.measured(title, words):
            style = "" if figure.reached is not False else "bold red"
            table.add_row(figure.what, figure.measured, figure.wanted, style=style)
        console.print(table)
        console.print()


app.command(help=HELP.ui("help-serve"))(serve)
app.command(help=HELP.ui("help-bots"))(bots)
app.add_typer(admin, name="admin")
app.command(help=HELP.ui("help-backup"))(with_server(backup))
app.command(help=HELP.ui("help-restore"))(with_server(restore))
