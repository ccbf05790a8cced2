"""A game around one terminal: the bots answer by themselves, people answer in words or by number."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from ferrovia import By, Game, Offer, Record, Refusal, automatic_answer, forced_answer, rest_of_turn
from ferrovia.bots import Ahead, reason_for, share_hint, thought_of
from ferrovia.cli.choices import Effects, Group, MenuLine, grouped, wants_only_an_amount
from ferrovia.cli.language import Trouble, words_of
from ferrovia.cli.lookup import best_routes_in_words, in_words, show_log, show_rules
from ferrovia.cli.names import Names, called, find, find_whole, plain, ungrouped
from ferrovia.cli.news import News
from ferrovia.cli.reading import AMOUNT, Reader, Unclear, Unfinished
from ferrovia.cli.saves import Saved, Shelf
from ferrovia.cli.screen import Screen
from ferrovia.cli.unasked import Unasked, answer_instead, is_asked_all_the_same, unasked_from
from ferrovia.model.ids import HexId, PlayerId
from ferrovia.model.view import View
from ferrovia.render.sentences import describe_hex

with suppress(ImportError):
    import readline  # noqa: F401 # pyright: ignore[reportUnusedImport]  # arrow keys and history at the prompt

ADVISER = "policy"
"""The bot that gives advice."""
LOG_LINES = 10
"""How many answers `log` shows if nobody says how many."""
REMINDER = 5
"""How many answers somebody who comes back is told about."""


class Leave(Exception):
    """Somebody wants to leave the game."""


class Session:
    """One game at the terminal, from wherever it stands to its end or to `quit`."""

    def __init__(self, game: Saved, *, shelf: Shelf, language: str, console: Console) -> None:
        self._saved = game
        self._record: Record = game.record
        self._shelf = shelf
        self._words = words_of(game.record.title, language, game.record.players)
        self._screen = Screen(game.record.title, self._words, console)
        self._reader = Reader(game.record.title, self._words)
        self._news = News(game.record.title, self._words)
        self._shown: View | None = None
        """The position whose board and tables were shown last."""
        self._listed: tuple[Group, ...] = ()
        """The choices shown last: numbers mean these."""
        self._narrowed = False
        """Whether they are only a part of all."""
        self._unasked: tuple[Unasked, ...] = ()
        self._ahead = Ahead(self._saved.seats.bot_kinds)
        self._commands: Mapping[str, Callable[[str], None]] = {
            "board": self._show_board,
            "tables": self._show_tables,
            "market": self._show_market,
            "tiles": self._show_tiles,
            "routes": self._show_routes,
            "choices": self._show_choices,
            "hex": self._describe_hex,
            "why": self._explain,
            "advice": self._advise,
            "rules": self._show_rules,
            "log": self._show_log,
            "finish": self._finish,
            "skip": self._skip,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        words = self._words
        self._command_names: Names = {name: called(name, words.ui(f"command-{name}")) for name in self._commands}

    # Playing.

    def play(self) -> None:
        """Plays until the game is over or somebody leaves; then keeps the game if it has a file."""
        try:
            self._remind()
            self._play_to_the_end()
        except (Leave, EOFError, KeyboardInterrupt):
            self._screen.blank()
        self._ahead.end()
        self._keep()
        self._say_goodbye()

    def _play_to_the_end(self) -> None:
        while self._let_others_answer():
            self._ask()
        self._screen.position(self._record.game, self._saved.seats)
        self._screen.outcome(self._record.game)

    def _remind(self) -> None:
        """What happened last, for whoever comes back to a game; what the set-up brought, in a new one."""
        if self._record.entries:
            show_log(self._record, self._screen, self._words, first=max(0, len(self._record.entries) - REMINDER))
        else:
            self._screen.events(self._record.game.events)

    def _let_others_answer(self) -> bool:
        """Bots, chance, and whoever has no choice; then whether a person is asked.

        Each answer draws its own chance from the seed: a game taken back or resumed goes on as it would have.
        """
        while True:
            random = Random(f"{self._saved.seed} {len(self._record.entries)}")
            ready = self._ahead.answer(self._record.game)
            bots = self._saved.seats.bots
            answer = automatic_answer(self._record.game, random, bots) if ready is None else (ready, "bot")
            if answer is None and (no := answer_instead(self._record.game, self._unasked)) is not None:
                answer = no, "player"
            if answer is None:
                return self._record.game.ask is not None
            self._play(*answer)

    def _play(self, action: Any, by: By = "player") -> None:
        game = self._record.game
        after = game.play(action, by=game.ask.who if game.ask else None)
        self._screen.events(self._record.take(action, after, by).events)

    def _ask(self) -> None:
        """Shows what has changed, asks, and reads until somebody has answered or gone to another position."""
        self._keep()
        self._show_what_is_new()
        answers = len(self._record.entries)
        self._ahead.begin(self._record.game)
        while len(self._record.entries) == answers and self._record.game.ask is not None:
            line = self._input(self._prompt())
            try:
                self._obey(line)
            except (Trouble, Unclear) as error:
                self._screen.complain(str(error))

    def _prompt(self) -> str:
        ask = self._record.game.ask
        return f"{self._words.player(ask.who)}> " if ask else "> "

    def _input(self, prompt: str) -> str:
        line = input(prompt).strip()
        if not sys.stdin.isatty():
            self._screen.say(line)  # nobody has typed it: whoever reads the output sees it all the same
        return line

    # Understanding what was typed.

    def _obey(self, line: str) -> None:
        """A number is a choice, or the amount where only an amount is wanted; words are a command or an answer."""
        number = ungrouped(line.replace(self._record.title.currency, "").strip())
        if not line:
            self._show_choices("")
        elif AMOUNT.fullmatch(number):
            self._answer_by_number(int(number))
        else:
            command, rest = self._command(line)
            if command is not None:
                command(rest)
            else:
                self._answer_in_words(line)

    def _command(self, line: str) -> tuple[Callable[[str], None] | None, str]:
        """The command that a line begins with. A command's whole name comes first, then the answers to the question,
        then the beginnings of commands: in an auction `b 8` bids."""
        if line.startswith("?"):
            return self._help, ""
        said = [plain(word) for word in line.split()]
        found = find_whole(self._command_names, said)
        if not found.things and not find(self._reader.action_names(self._record.game), said).things:
            found = find(self._command_names, said)
        if len(found.things) > 1:
            possible = ", ".join(found.things)
            raise Unclear(self._words.ui("several-meant", text=line.split()[0], possible=possible))
        rest = line.split(maxsplit=found.used)[found.used :]
        return (self._commands[found.things[0]] if found.things else None), "".join(rest)

    def _player_in(self, line: str) -> tuple[PlayerId | None, str]:
        """`Ben bid 8` or `Ben: bid 8`: a player's name in front says whose answer it is."""
        for player in self._record.game.state.players:
            name, rest = self._words.player(player), line[len(self._words.player(player)) :]
            if plain(line).startswith(plain(name)) and rest[:1] in (" ", ":") and rest.strip(" :"):
                return player, rest.strip(" :")
        return None, line

    # Answering.

    def _answer_in_words(self, line: str) -> None:
        by, said = self._player_in(line)
        try:
            action = self._reader.action(self._record.game, said)
        except Unfinished as error:
            if len(error.offers) < 2:
                raise
            self._narrow(error.offers, str(error).partition("?")[0] + "?")
        else:
            self._try(action, by)

    def _answer_by_number(self, number: int) -> None:
        game = self._record.game
        only = wants_only_an_amount(game.offers(), game)
        if only is not None and not self._narrowed:
            self._try(only.with_amount(number))
            return
        choice = self._choice(self._listed, number)
        if choice.is_bundle:
            self._narrow(choice.offers, choice.what)
        elif choice.offer.amount is not None:
            self._name_an_amount(choice.offer)
        elif choice.offer.open:
            self._grow(choice.offer.action)
        else:
            self._try(choice.offer.action)

    def _narrow(self, offers: Sequence[Offer], heading: str) -> None:
        """Shows a part of all choices; from now on numbers mean these."""
        self._listed, self._narrowed = grouped(self._record.game, offers, self._words), True
        self._screen.say(heading, "bold")
        self._screen.choices(self._listed)
        self._screen.say(self._words.ui("narrowed"), "dim")

    def _try(self, action: Any, by: PlayerId | None = None) -> None:
        """Plays an answer, or says why not."""
        refusal = self._record.game.why_not(action, by)
        if refusal is None:
            self._play(action)
        else:
            self._screen.refuse(refusal)

    def _name_an_amount(self, offer: Offer) -> None:
        assert offer.amount is not None
        possible = self._words.ui("span", low=offer.amount.low, high=offer.amount.high)
        line = ungrouped(self._input(self._words.ui("amount-prompt", possible=possible)))
        if not AMOUNT.fullmatch(line):
            raise Unclear(self._words.ui("no-amount", text=line, possible=possible))
        self._try(offer.with_amount(int(line)))

    def _grow(self, action: Any) -> None:
        """Builds an answer piece by piece until it is long enough, or as long as it can be."""
        game = self._record.game
        while longer := game.offers().longer(action):
            groups = grouped(game, longer, self._words)
            self._say_so_far(game, action)
            self._screen.choices(groups)
            line = self._input(self._words.ui("grow-prompt"))
            if not line:
                break
            if plain(line) in ("back", plain(self._words.ui("back"))):
                return
            try:
                action = self._longer(game, action, groups, line)
            except Unclear as error:
                self._screen.complain(str(error))
        self._try(action)

    def _longer(self, game: Game, action: Any, groups: tuple[Group, ...], line: str) -> Any:
        """The action with what a line adds; the same action, with a reason, where that is not allowed."""
        if AMOUNT.fullmatch(line):
            return self._choice(groups, int(line)).offer.action
        wanted = self._reader.longer(action, line)
        refusal = game.why_not(wanted)
        if refusal is None:
            return wanted
        self._screen.refuse(refusal)
        return action

    def _choice(self, groups: tuple[Group, ...], number: int) -> MenuLine:
        choices = {choice.number: choice for group in groups for choice in group.choices}
        if number not in choices:
            raise Unclear(self._words.ui("no-such-choice", number=number, last=len(choices)))
        return choices[number]

    def _in_words(self, action: Any) -> str:
        return in_words(self._record.title, action, self._words)

    def _say_so_far(self, game: Game, action: Any) -> None:
        effect = ", ".join(Effects(game, self._words).of(Offer(action)))
        key = "so-far" if effect else "so-far-free"
        self._screen.say(self._words.ui(key, action=self._in_words(action), effect=effect))

    # Commands.

    def _show_what_is_new(self) -> None:
        """Everything at first; after that what has changed, and what whoever is asked has. `board` and `tables` show
        the rest."""
        game, view, shown = self._record.game, self._record.game.view(), self._shown
        self._screen.blank()
        if shown is None:
            self._screen.board(view)
            self._screen.blank()
            self._screen.tables(game, self._saved.seats)
        else:
            for line in self._news.since(shown, view):
                self._screen.say(f"  {line}", "dim")
        self._screen.blank()
        for line in self._news.standing(game):
            self._screen.say(line)
        if is_asked_all_the_same(game, self._unasked):
            self._screen.say(self._words.ui("asked-all-the-same"))
        self._shown = view
        self._show_choices("")

    def _show_board(self, rest: str) -> None:
        if rest and plain(rest) in ("words", plain(self._words.ui("in-words"))):
            self._screen.board_in_words(self._record.game.view())
        else:
            self._screen.board(self._record.game.view(), large=True)

    def _show_tables(self, rest: str) -> None:
        self._screen.tables(self._record.game, self._saved.seats)

    def _show_market(self, rest: str) -> None:
        self._screen.market(self._record.game.view())

    def _show_tiles(self, rest: str) -> None:
        self._screen.tiles(self._record.game.view())

    def _show_routes(self, rest: str) -> None:
        for line in best_routes_in_words(self._record.game, rest or None, self._words):
            self._screen.say(line)

    def _show_choices(self, rest: str) -> None:
        game = self._record.game
        self._listed, self._narrowed = grouped(game, game.offers(), self._words), False
        only = wants_only_an_amount(game.offers(), game)
        self._screen.question(game)
        if only is None:
            self._screen.choices(self._listed)
        elif only.amount is not None:
            others = [
                self._reader.usage(self._record.title.forms[type(offer.action)].name)
                for offer in game.offers()
                if offer is not only
            ]
            low, high = only.amount.low, only.amount.high
            self._screen.say(self._words.ui("type-an-amount", low=low, high=high, others=", ".join(others)))
        noes = rest_of_turn(game).answers
        if len(noes) > 1:
            self._screen.say(self._words.ui("finish-would", answers=" · ".join(map(self._in_words, noes))))

    def _describe_hex(self, rest: str) -> None:
        game = self._record.game
        if not rest:
            raise Unclear(self._words.ui("hex-which", example=game.title.layout.hexes[0].id))
        hex_id = HexId(self._reader.hex(rest))
        self._screen.say(describe_hex(game.title.layout, game.view(), hex_id, self._words) + ".")

    def _explain(self, rest: str) -> None:
        """Why an answer is refused, or what it would do."""
        if not rest:
            raise Unclear(self._words.ui("why-what"))
        game = self._record.game
        by, said = self._player_in(rest)
        action = self._number_or_words(game, said)
        refusal: Refusal | None = game.why_not(action, by)
        if refusal is not None:
            self._screen.refuse(refusal)
            return
        self._screen.say(self._words.ui("would-do", action=self._in_words(action)))
        self._screen.events(game.play(action).events)

    def _advise(self, rest: str) -> None:
        """What the steady bot would answer and why; why the last bot answered as it did; what a share will bring."""
        if plain(rest) in ("last", plain(self._words.ui("advice-of-last"))):
            self._explain_last_bot()
        elif rest:
            self._advise_on_share(rest)
        elif self._record.game.ask is not None:
            thought = thought_of(ADVISER, self._record.game, Random(0))
            told = {"action": self._in_words(thought.action), "why": self._words.thought(thought.why)}
            self._screen.say(self._words.ui("advice", **told))

    def _explain_last_bot(self) -> None:
        words, record = self._words, self._record
        at = next((n for n in range(len(record.entries), 0, -1) if record.entries[n - 1].by == "bot"), None)
        if at is None:
            raise Unclear(words.ui("advice-no-bot"))
        entry, before = record.entries[at - 1], record.at(at - 1)
        bot = self._saved.seats.kinds.get(str(entry.who), ADVISER)
        why = words.thought(reason_for(bot, before, entry.action))
        self._screen.say(words.ui("advice-last", player=entry.who, why=why))

    def _advise_on_share(self, said: str) -> None:
        layout, game = self._record.title.layout, self._record.game
        names = {name.casefold(): face.id for face in layout.companies for name in (face.id, face.letters)}
        company = names.get(said.casefold())
        hint = None if company is None else share_hint(game, company)
        if hint is None:
            raise Unclear(self._words.ui("advice-no-share", what=said))
        self._screen.say(self._words.thought(hint))

    def _number_or_words(self, game: Game, said: str) -> Any:
        if not AMOUNT.fullmatch(said):
            return self._reader.action(game, said)
        only = wants_only_an_amount(game.offers(), game)
        if only is not None and not self._narrowed:
            return only.with_amount(int(said))
        choice = self._choice(self._listed, int(said))
        if choice.is_bundle:
            raise Unclear(self._words.ui("why-which", what=choice.what))
        return choice.offer.action

    def _show_rules(self, rest: str) -> None:
        if not show_rules(self._record.title, rest, self._screen, self._words):
            raise Unclear(self._words.ui("no-such-rule", text=rest))

    def _show_log(self, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise Unclear(self._words.ui("no-count", text=rest))
        wanted = int(rest[:9]) if rest else LOG_LINES
        show_log(self._record, self._screen, self._words, first=max(0, len(self._record.entries) - wanted))

    def _finish(self, rest: str) -> None:
        """A no to all that is optional in the rest of the turn."""
        answers = rest_of_turn(self._record.game).answers
        if not answers:
            raise Trouble(self._words.ui("nothing-to-finish"))
        for answer in answers:
            self._play(answer)
            while (forced := forced_answer(self._record.game)) is not None:
                self._play(forced, "engine")

    def _skip(self, rest: str) -> None:
        """The question is not asked again: for this company, in this round, in this game; or all are asked again."""
        if plain(rest) == plain(self._words.ui("skip-nothing")):
            self._unasked = ()
            self._screen.say(self._words.ui("asked-again"))
            return
        spans = {plain(self._words.ui(f"skip-{span}")): span for span in ("round", "game")}
        if rest and plain(rest) not in spans:
            raise Trouble(self._words.ui("skip-what", text=rest))
        wish = unasked_from(self._record.game, spans.get(plain(rest), "company"))
        if wish is None:
            raise Trouble(self._words.ui("nothing-to-skip"))
        self._unasked = (*self._unasked, wish)
        no = answer_instead(self._record.game, self._unasked)
        if no is None:
            self._screen.say(self._words.ui("asked-all-the-same"))
        else:
            self._play(no)

    def _undo(self, rest: str) -> None:
        if not self._record.undo():
            raise Unclear(self._words.ui("nothing-to-undo"))
        self._screen.say(self._words.ui("undone"))

    def _redo(self, rest: str) -> None:
        before = len(self._record.entries)
        if not self._record.redo():
            raise Unclear(self._words.ui("nothing-to-redo"))
        show_log(self._record, self._screen, self._words, first=before)

    def _save(self, rest: str) -> None:
        name = rest.strip("\"'")
        file = self._shelf.save(self._saved, Path(name) if name else None)
        self._screen.say(self._words.ui("saved", file=file))

    def _help(self, rest: str) -> None:
        self._screen.say(self._words.ui("help-answers"), "bold")
        for name in self._reader.action_names(self._record.game):
            self._screen.say(f"  {self._reader.usage(name)}")
        self._screen.say(self._words.ui("help-numbers"))
        self._screen.say(self._words.ui("help-commands"), "bold")
        for name in self._commands:
            self._screen.say(f"  {self._words.ui(f'usage-{name}'):<22} {self._words.ui(f'help-{name}')}")

    def _quit(self, rest: str) -> None:
        raise Leave

    # Keeping and leaving.

    def _keep(self) -> None:
        if self._shelf.file is not None:
            try:
                self._shelf.save(self._saved)
            except Trouble as error:
                self._screen.complain(str(error))

    def _say_goodbye(self) -> None:
        file = self._shelf.file
        if self._record.game.ask is None:
            if file is not None:
                self._screen.say(self._words.ui("saved", file=file))
        elif file is None:
            self._screen.say(self._words.ui("left-unsaved"))
        else:
            self._screen.say(self._words.ui("left-saved", command=f"ferrovia play --resume {shlex.quote(str(file))}"))
