"""What the terminal shows: board, tables, question, choices, log and result."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich import box
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ferrovia import Game, Refusal, Title
from ferrovia.cli.choices import Group, MenuLine
from ferrovia.cli.figures import LIMITED, figure_in_words, limited
from ferrovia.cli.seats import HUMAN, Seats
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.message import Message
from ferrovia.model.view import CompanyView, Gauge, PlayerView, TileFace, View
from ferrovia.render.market import market_rows
from ferrovia.render.sentences import describe_board
from ferrovia.render.terminal import ASCII_SIGNS, SIGNS, Run, draw, legend
from ferrovia.text import Words

WIDTH = 100
"""Columns where nobody says how wide the terminal is: a pipe or a file."""

WIDE = 120
"""From this width on companies are shown with their full names and shareholders."""

MANY_ALIKE = 4
"""This many events of one kind in a row are told in one paragraph."""

TERRAIN_COLOURS = {
    "forest": "green",
    "hill": "yellow",
    "mountain": "yellow",
    "water": "blue",
    "city": "bold cyan",
    "industrial": "bold magenta",
}
TILE_COLOURS = {
    "yellow": "black on yellow",
    "green": "black on green",
    "brown": "white on #7a4a21",
    "gray": "black on bright_black",
    "red": "white on red",
    "blue": "white on blue",
    "orange": "black on #e08a2c",
}


def a_console() -> Console:
    """A console that takes every text as it is, and can write whatever a text holds."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    console = Console(markup=False, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH
    return console


class Screen:
    """Everything that is shown of one title in one language."""

    def __init__(self, title: Title, words: Words, console: Console) -> None:
        self._layout = title.layout
        self._words = words
        self._console = console
        self._signs = SIGNS if console.encoding.startswith("utf") else ASCII_SIGNS
        self._box = box.SIMPLE_HEAD if console.encoding.startswith("utf") else box.ASCII2
        self._looks = {face.id: Style.parse(f"bold {face.ink} on {face.colour}") for face in self._layout.companies}
        self._letters = {face.letters: self._looks[face.id] for face in self._layout.companies}

    # Plain sentences.

    def say(self, sentence: str, style: str = "") -> None:
        self._console.print(self._coloured(sentence, style))

    def blank(self) -> None:
        self._console.print()

    def heading(self, text: str) -> None:
        self._console.rule(Text(text, "bold"), align="left", characters="─" if self._box is not box.ASCII2 else "-")

    def complain(self, sentence: str) -> None:
        """What was wrong with what was typed; the game goes on."""
        self._console.print(Text(sentence, "yellow"))

    def refuse(self, refusal: Refusal) -> None:
        cited = self._words.cited(refusal.cite.paragraph, refusal.cite.heading)
        self.complain(f"[{cited}] {self._words.refusal(refusal.rule, refusal.params)}")

    def events(self, messages: Iterable[Message]) -> None:
        """One line each; many of a kind that follow each other together."""
        for _, alike in groupby(messages, key=lambda message: message.key):
            for line in self._together(list(alike)):
                self._console.print(Text("· ", "dim").append_text(self._coloured(line)))

    def _together(self, alike: Sequence[Message]) -> list[str]:
        """Events of one kind: each by itself, or many in one paragraph; of many incomes what everybody gets."""
        if len(alike) < MANY_ALIKE:
            return [self._words.event(message) for message in alike]
        together = self._words.known("together", alike[0].key)
        if not together:
            return [" ".join(self._words.event(message) for message in alike)]
        sums: dict[str, int] = {}
        for message in alike:
            owner = self._words.owner(str(message.params["owner"]))
            sums[owner] = sums.get(owner, 0) + message.params["amount"]
        return [f"{together} {', '.join(f'{owner} {self._words.money(amount)}' for owner, amount in sums.items())}."]

    def _coloured(self, sentence: str, style: str = "") -> Text:
        """A sentence in which companies look as they do everywhere."""
        text = Text(sentence, style)
        for letters, look in self._letters.items():
            text.highlight_words([letters], look)
        return text

    # The board.

    def board(self, view: View, *, large: bool = False, with_legend: bool = True) -> None:
        picture = draw(self._layout, view, large=large, width=self._console.width, signs=self._signs)
        for row in picture.rows:
            line = Text.assemble(*((run.text, self._look(run)) for run in row))
            self._console.print(line, no_wrap=True, crop=False, overflow="ignore")
        if with_legend:
            self._legend()
        named = ", ".join(self._words.hex(face.id) for face in self._layout.hexes if face.name)
        self._console.print(Text(named, "dim"))

    def _legend(self) -> None:
        signs = legend(self._layout, self._words, self._signs)
        key = [Text.assemble((run.text, self._look(run)), f" {word}") for run, word in signs]
        if self._layout.tiles:
            self._console.print(Columns(key, padding=(0, 3)))
            self._console.print(Text(self._words.ui("legend-tiles"), "dim"))
        else:
            self._console.print(Columns([*key, Text(self._words.ui("legend-figures"), "dim")], padding=(0, 3)))

    def board_in_words(self, view: View) -> None:
        for sentence in describe_board(self._layout, view, self._words):
            self.say(f"{sentence}.")

    def _look(self, run: Run) -> Style | str:
        match run.look:
            case "company":
                return self._looks[CompanyId(Owner(run.of))]
            case "terrain":
                return TERRAIN_COLOURS.get(run.of, "")
            case "tile":
                return TILE_COLOURS.get(run.of, "")
            case "name":
                return TERRAIN_COLOURS.get(run.of, "").removeprefix("bold ")
            case "edge" | "figure":
                return "dim"
            case _:
                return "bold"

    def position(self, game: Game, seats: Seats) -> None:
        """Board and tables."""
        self.blank()
        self.board(game.view())
        self.blank()
        self.tables(game, seats)
        self.blank()

    # The tables.

    def tables(self, game: Game, seats: Seats) -> None:
        view = game.view()
        companies = self._companies(view)
        if companies.row_count:
            self._console.print(companies)
        self._waiting_companies(view)
        self._console.print()
        self._console.print(self._players(game, view, seats))
        self._console.print()
        self._order(view)
        self._depot(view)
        self._ahead(view)
        self._offer(view)
        dials = [self._gauge(gauge) for gauge in view.gauges if gauge.kind == "dial"]
        others = [self._gauge(gauge) for gauge in view.gauges if gauge.kind != "dial"]
        for gauges in (dials, others):
            if gauges:
                self._console.print(Text("   ").join(gauges))
        stop = view.course.stops[view.course.at]
        place = self._words.ui("course", at=view.course.at + 1, of=len(view.course.stops))
        phase = f"   {self._words.ui('phase', phase=view.phase)}" if view.phase else ""
        bank = "" if view.bank is None else f"   {self._words.ui('bank', amount=view.bank)}"
        marks = "".join(f"   {self._words.term('mark', mark)}" for mark in view.marks)
        self._console.print(Text.assemble((f"{place} ", "dim"), self._words.stop(stop), (phase, "bold"), bank, marks))

    def _companies(self, view: View) -> Table:
        """One line a company that is on the market or operates without a price, or each where there is no market.
        Shareholders are left out where there is much else to show, or little room: the players' shares say the same."""
        shown = [company for company in view.companies if _is_in_play(company) or not self._layout.market]
        figures = list(dict.fromkeys(name for company in shown for name in company.figures))
        with_holders = self._console.width >= WIDE and not self._layout.trains
        table = self._table(self._words.term("kind", "company"))
        for name in figures:
            table.add_column(self._words.term("figure", name), justify="right")
        if self._layout.trains:
            for key in ("director", "trains", "stations"):
                table.add_column(self._words.ui(key))
            if _companies_have_privates(view):
                table.add_column(self._words.term("figure", "privates"))
            if _has_marks(view):
                table.add_column(self._words.ui("special"))
        if with_holders:
            table.add_column(self._words.ui("holders"))
        for company in shown:
            row: list[str | Text] = [self._company_figure(company, name) for name in figures]
            row += self._assets(view, company) if self._layout.trains else []
            row += [self._holders(company)] if with_holders else []
            table.add_row(self._company(company), *row, style="" if company.open else "dim")
        return table

    def _assets(self, view: View, company: CompanyView) -> list[str | Text]:
        """Director, trains, where the stations are, private railways, and what else is special."""
        stations = [there.id for there in view.hexes for slots in there.stations if company.id in slots]
        return [
            self._words.owner(company.director) if company.director else "",
            ", ".join(self._train(view, train) for train in company.trains),
            " ".join(stations),
            *([" ".join(company.privates)] if _companies_have_privates(view) else []),
            *([", ".join(self._special(company))] if _has_marks(view) else []),
        ]

    def _special(self, company: CompanyView) -> Iterator[str]:
        """Marks, then objectives: those reached with a tick, the others with what they would bring."""
        yield from (self._words.term("mark", mark) for mark in company.marks)
        for goal in company.goals:
            brings = ", ".join(f"{self._words.term('figure', n)} {self._figure(n, v)}" for n, v in goal.figures.items())
            sign = ("✓" if self._signs is SIGNS else "x") if goal.reached else f"({brings})"
            yield f"{self._words.term('goal', goal.key)} {sign}"

    def _train(self, view: View, train: str) -> str:
        """A train with a sign for each of its warranties."""
        return self._words.named("face", view.faces[train]) + "*" * view.warranties.get(train, 0)

    def _waiting_companies(self, view: View) -> None:
        """Companies that are not on the market: not started yet, or gone."""
        offered = {company for row in view.offer for company in row.companies}
        waiting = [self._words.company(c.id) for c in view.companies if not _is_in_play(c) and c.id not in offered]
        if self._layout.market and waiting:
            self._console.print(Text.assemble((f"{self._words.ui('not-on-market')} ", "dim"), ", ".join(waiting)))

    def _order(self, view: View) -> None:
        if view.order:
            order = self._coloured(", ".join(map(self._words.company, view.order)))
            self._console.print(Text.assemble((f"{self._words.ui('order')} ", "dim"), order))

    def _offer(self, view: View) -> None:
        """Companies that can be started, by the phase that opens their row, with what is special about each."""
        marks = {company.id: company.marks for company in view.companies}
        for row in view.offer:
            label = self._words.ui("offer-open") if row.open else self._words.ui("offer-from", phase=row.phase)
            waiting = (f"{self._words.company(c)}{self._in_brackets(marks[c])}" for c in row.companies)
            if row.companies:
                self._console.print(Text.assemble((f"{label} ", "dim"), self._coloured(", ".join(waiting))))

    def _in_brackets(self, marks: Iterable[str]) -> str:
        named = ", ".join(self._words.term("mark", mark) for mark in marks)
        return f" ({named})" if named else ""

    def _depot(self, view: View) -> None:
        """What trains are left, and which came back."""
        counts = {face.card: face.count for face in self._layout.trains}
        left = (
            f"{self._words.named('card', card)} ×{number if counts[card] else '∞'}"
            for card, number in view.depot.items()
        )
        if view.depot:
            self._console.print(Text.assemble((f"{self._words.ui('depot')} ", "dim"), ", ".join(left)))
        if view.pool:
            pool = ", ".join(self._words.named("train", train) for train in view.pool)
            self._console.print(Text.assemble((f"{self._words.ui('train-pool')} ", "dim"), pool))

    def _ahead(self, view: View) -> None:
        """What the next train that changes something would set off."""
        for ahead in view.ahead[:1]:
            said = " ".join(self._words.ahead(effect) for effect in ahead.effects)
            label = self._words.ui("ahead", card=ahead.card)
            self._console.print(Text.assemble((f"{label} ", "dim"), self._coloured(said)))

    def _table(self, first: str, title: str | None = None) -> Table:
        table = Table(box=self._box, show_edge=False, pad_edge=False, header_style="dim", title=title)
        table.add_column(first, no_wrap=True)
        return table

    def _company(self, company: CompanyView) -> Text:
        face = next(face for face in self._layout.companies if face.id == company.id)
        label = Text.assemble((f" {face.letters} ", self._looks[face.id]))
        if self._console.width >= WIDE and not self._layout.trains:
            label.append(f" {face.name}")
        key = "not-active" if self._layout.market else "closed"
        return label if company.open else label.append(f" {self._words.ui(key)}")

    def _company_figure(self, company: CompanyView, name: str) -> str:
        return self._figure(name, company.figures[name]) if name in company.figures else ""

    def _figure(self, name: str, value: int) -> str:
        return figure_in_words(self._words, name, value)

    def _holders(self, company: CompanyView) -> str:
        return ", ".join(f"{self._words.player(player)} ×{held}" for player, held in company.holders.items())

    def _players(self, game: Game, view: View, seats: Seats) -> Table:
        found = dict.fromkeys(name for player in view.players for name in player.figures)
        figures = [name for name in found if name not in LIMITED.values()]
        with_privates = bool(self._layout.privates)
        table = self._table(self._words.ui("player"))
        table.add_column(self._words.term("figure", "cash"), justify="right")
        for name in figures:
            table.add_column(self._words.term("figure", name), justify="right")
        table.add_column(self._words.term("figure", "shares"))
        if with_privates:
            table.add_column(self._words.term("figure", "privates"))
        for player in view.players:
            asked = game.ask is not None and game.ask.who == player.id
            special = self._in_brackets(player.marks)
            name = f"{'>' if asked else ' '} {self._words.player(player.id)}{self._kind(player.id, seats)}{special}"
            shares = (self._coloured(f"{self._words.company(c)} ×{held}") for c, held in player.shares.items())
            table.add_row(
                Text(name, "bold" if asked else ""), self._words.money(player.cash),
                *(limited(self._words, figure, player.figures) for figure in figures),
                Text(", ").join([*shares, *self._pledges(player)]),
                *([" ".join(player.privates)] if with_privates else []),
            )  # fmt: skip
        return table

    def _pledges(self, player: PlayerView) -> list[Text]:
        """What somebody has promised to bring to life."""
        named = ", ".join(map(self._words.company, player.pledges))
        return [self._coloured(self._words.ui("pledges", companies=named))] if named else []

    def _kind(self, player: str, seats: Seats) -> str:
        kind = seats.kinds.get(player, HUMAN)
        return "" if kind == HUMAN else f" ({self._words.ui('bot')})"

    def _gauge(self, gauge: Gauge) -> Text:
        """A dial as filled and empty places, a scale as its values, a supply as what is left."""
        label = (f"{self._words.term('gauge', gauge.key)} ", "dim")
        red = gauge.red is not None and gauge.at >= gauge.red
        warning = (f" {self._words.ui('in-the-red')}", "bold red") if red else ""
        match gauge.kind:
            case "dial":
                end = len(gauge.values) - 1
                full, empty = ("■", "□") if self._signs is SIGNS else ("#", ".")
                return Text.assemble(label, full * gauge.at, empty * (end - gauge.at), f" {gauge.at}/{end}", warning)
            case "scale":
                steps = (f"[{value}]" if at == gauge.at else str(value) for at, value in enumerate(gauge.values))
                return Text.assemble(label, " ".join(steps))
            case "supply":
                return Text.assemble(label, str(gauge.values[gauge.at]), warning)

    # The market and the tiles.

    def market(self, view: View) -> None:
        """The spaces of the market with the markers on them, and what the zones mean."""
        cells, signs = self._layout.market, {face.id: face.letters for face in self._layout.companies}
        if not cells:
            self.say(self._words.ui("no-market"))
            return
        piles: dict[int, list[str]] = {}
        for marker in sorted(view.markers, key=lambda marker: marker.place):
            piles.setdefault(marker.cell, []).append(signs[marker.company])
        for row in market_rows(cells, piles, self._console.width):
            self._console.print(self._coloured(row.rstrip()), no_wrap=True, crop=False, overflow="ignore")
        for zone in dict.fromkeys(zone for cell in cells for zone in cell.zones):
            prices = ", ".join(self._words.money(cell.price) for cell in cells if zone in cell.zones)
            self._console.print(Text(f"{self._words.term('zone', zone)}: {prices}", "dim"))
        self._order(view)

    def tiles(self, view: View) -> None:
        """How many of each tile are left, by colour."""
        if not self._layout.tiles:
            self.say(self._words.ui("no-tiles"))
        for colour, same in groupby(sorted(self._layout.tiles, key=_by_colour), key=lambda tile: tile.colour):
            counts = (f"{tile.id}\u00a0×{view.tiles_left.get(tile.id, '∞')}" for tile in same)
            label = (f" {self._words.term('colour', colour)} ", TILE_COLOURS.get(colour, ""))
            self._console.print(Text.assemble(label, "  ", "  ".join(counts)))

    # Question and choices.

    def question(self, game: Game) -> None:
        if game.ask is not None:
            faces = game.view().faces
            asked = self._words.question(game.ask.about, optional=game.offers().passive() is not None, faces=faces)
            self.say(f"{self._words.player(game.ask.who)}: {asked}", "bold")

    def choices(self, groups: Sequence[Group]) -> None:
        """Each group under its heading; answers that are a group by themselves together at the end."""
        lone = [group for group in groups if len(group.choices) == 1 and group.choices[0].what == group.heading]
        for group in groups:
            if group not in lone:
                each = f"  {self._words.ui('each', effect=group.each)}" if group.each else ""
                heading = self._coloured(group.heading, "underline")
                self._console.print(Text("  ").append_text(heading).append(each, "dim"))
                self._columns(group.choices, indent=4)
        if lone:
            self._columns([choice for group in lone for choice in group.choices], indent=2)

    def _columns(self, choices: Sequence[MenuLine], indent: int) -> None:
        items = [self._choice(choice) for choice in choices]
        self._console.print(Padding(Columns(items, padding=(0, 3), equal=True), (0, 0, 0, indent)))

    def _choice(self, choice: MenuLine) -> Text:
        text = Text(f"{choice.number:>2} ", "bold").append_text(self._coloured(choice.what))
        return text.append(f"  {choice.effect}" if choice.effect else "", "dim")

    # The end.

    def outcome(self, game: Game) -> None:
        standings = game.outcome or ()
        table = self._table(self._words.ui("rank"), title=self._words.ui("result"))
        table.add_column(self._words.ui("player"))
        worth = self._words.ui("worth") if self._layout.market else self._words.term("figure", "cash")
        table.add_column(worth, justify="right")
        for standing in standings:
            name = self._words.player(standing.player)
            table.add_row(str(standing.rank), name, self._words.money(standing.worth))
        self._console.print(table)
        winners = [self._words.player(standing.player) for standing in standings if standing.rank == 1]
        key = "winner" if len(winners) == 1 else "winners"
        self.say(self._words.ui(key, names=", ".join(winners)), "bold")

    # The log and the rules.

    def log_entry(self, number: int, lines: Sequence[str]) -> None:
        for at, line in enumerate(lines):
            shown = f"{number:>4}  " if at == 0 else " " * 6
            self._console.print(Text(shown, "dim").append_text(self._coloured(line)))

    def rule(self, paragraph: str, heading: str) -> None:
        self._console.print(
            Text.assemble((f"[{paragraph} «{self._words.heading(heading)}»] ", "bold"), self._words.rule(paragraph))
        )


def _has_marks(view: View) -> bool:
    return any(company.marks or company.goals for company in view.companies)


def _is_in_play(company: CompanyView) -> bool:
    return "price" in company.figures or company.open


def _companies_have_privates(view: View) -> bool:
    return any(company.privates for company in view.companies)


def _by_colour(tile: TileFace) -> int:
    return list(TILE_COLOURS).index(tile.colour)
