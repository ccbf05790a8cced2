"""A game with its log: every answer, whoever gave it; any earlier position; and the file it is kept in."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, get_args

from ferrovia.engine import chance
from ferrovia.engine.codec import (
    BadData,
    action_from_json,
    action_to_json,
    digest,
    fingerprint,
    state_from_json,
    state_to_json,
)
from ferrovia.engine.kept import Kept, played_on
from ferrovia.engine.older import is_older
from ferrovia.engine.play import Game, IllegalAction, Title
from ferrovia.model.ids import RESERVED, Owner, PlayerId
from ferrovia.model.state import State

By = Literal["player", "bot", "chance", "engine"]
Bot = Callable[[Game, Random], Any]

FORMAT = "ferrovia game"
VERSION = 1
PARTS: Mapping[str, type] = {
    "title": str,
    "rules_version": int,
    "players": list,
    "options": dict,
    "log": list,
    "state": dict,
    "fingerprint": str,
}
"""What a file consists of beside its format and version."""
SPACING = 64
"""Every n-th position is kept; the others are a few answers away from one, a matter of milliseconds."""
RECENT = 8
"""The latest positions that are kept too: taking back needs no replay."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer: whose it was, what it was, and who gave it (a forced one is given by the engine)."""

    who: PlayerId
    action: Any
    by: By


def start(title: Title, players: Sequence[str], options: Mapping[str, str] | None = None) -> Game:
    """The first question of a new game."""
    if len(players) not in title.seats:
        raise BadData(f"{title.name} is for {title.seats[0]} to {title.seats[-1]} players, not {len(players)}")
    ids = tuple(PlayerId(Owner(name)) for name in players)
    taken = RESERVED | {face.id for face in (*title.layout.companies, *title.layout.privates)}
    for name in ids:
        if name in taken or not name.strip() or ids.count(name) > 1:
            raise BadData(f"{name!r} cannot be a player's name here: names differ from each other and from companies")
    picked = chosen(title, options or {})
    played = title.variant(picked, len(ids)) if title.variant else title
    return Game.at(played, played.setup(played, ids, picked))


def chosen(title: Title, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a title with what was chosen, or the usual choice."""
    offered = {option.key: option.choices for option in title.options}
    for key, value in options.items():
        if key not in offered:
            raise BadData(f"{title.name} has no option {key!r}; it has {', '.join(offered) or 'none'}")
        if value not in offered[key]:
            raise BadData(f"option {key} of {title.name} is one of {', '.join(offered[key])}, not {value!r}")
    return {key: options.get(key, choices[0]) for key, choices in offered.items()}


class Record:
    """A game and how it came to be. `at(n)` is the position after n answers."""

    def __init__(self, first: Game, players: Sequence[str], options: Mapping[str, str] | None = None) -> None:
        self.title = first.title
        self.rules_version = first.title.rules_version
        """The rules under which the first answer was given."""
        self.players = tuple(players)
        self.options = chosen(first.title, options or {})
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        """Answers taken back, the latest last; they can be given again until something else is played."""
        self._kept = Kept[Game](recent=RECENT, spacing=SPACING, settle=_let_go_of_the_network)
        self._go_on_from(first, 0)

    @staticmethod
    def new(title: Title, players: Sequence[str], options: Mapping[str, str] | None = None) -> "Record":
        return Record(start(title, players, options), players, options)

    def play(self, action: Any, by: By = "player") -> Game:
        return self.take(action, self.game.play(action), by)

    def take(self, action: Any, after: Game, by: By = "player") -> Game:
        """An answer that was played on the present position, and where it has led."""
        assert self.game.ask is not None
        self.entries.append(Entry(self.game.ask.who, self.game.plain(action), by))
        self.undone.clear()
        self._arrive(after)
        return after

    def _arrive(self, game: Game) -> None:
        self.game = self._kept.keep(len(self.entries), game)

    def _go_on_from(self, game: Game, answers: int) -> None:
        """Nothing before this position is played again, or taken back."""
        self._first = answers
        self.game = game
        self._kept.start_from(answers, game)

    def at(self, answers: int) -> Game:
        """The position after this number of answers."""
        if not self._first <= answers <= len(self.entries):
            raise BadData(f"the game has positions {self._first} to {len(self.entries)}, not {answers}")
        near, game = self._kept.nearest(answers)
        return played_on(game, (entry.action for entry in self.entries[near:answers]))

    def back_to(self, answers: int) -> Game:
        """Takes back everything after a position."""
        game = self.at(answers)
        self.undone.extend(reversed(self.entries[answers:]))
        del self.entries[answers:]
        self._kept.forget_after(answers)
        self._arrive(game)
        return game

    def undo(self) -> bool:
        """Takes back the last answer of a person, with all that answered itself after it."""
        for number in range(len(self.entries) - 1, self._first - 1, -1):
            if self.entries[number].by == "player":
                self.back_to(number)
                return True
        return False

    def redo(self) -> bool:
        """Gives again the last answer of a person that was taken back, and what followed by itself."""
        if not self.undone:
            return False
        again = list(self.undone)
        while again:
            entry = again.pop()
            after = self.game.play(entry.action)
            self.entries.append(entry)
            self._arrive(after)
            if not again or again[-1].by == "player":
                break
        self.undone = again
        return True

    # The file.

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "title": self.title.id,
            "rules_version": self.rules_version,
            "players": list(self.players),
            "options": self.options,
            "log": [{"who": e.who, "by": e.by, "action": action_to_json(e.action)} for e in self.entries],
            "state": state_to_json(self.game.state),
            "fingerprint": fingerprint(self.game.state),
        }

    @staticmethod
    def from_json(text: str, find_title: Callable[[str], Title]) -> "Record":
        """Reads a file back: the stored position counts, the log is replayed where the rules are still the same."""
        data = _envelope(text)
        title = find_title(data["title"])
        if not 1 <= data["rules_version"] <= title.rules_version:
            raise BadData(
                f"the game was played under rules version {data['rules_version']!r} of {title.name}; "
                f"known are 1 to {title.rules_version}"
            )
        record = Record.new(title, [str(name) for name in data["players"]], data["options"])
        title = record.title
        entries = [_entry(title, number, line) for number, line in enumerate(data["log"], 1)]
        if digest(data["state"]) != data["fingerprint"]:
            raise BadData("the stored position does not match its fingerprint: the file was changed or damaged")
        state = state_from_json(title, data["state"])
        if data["rules_version"] == title.rules_version:
            record._replay(entries)
            if not _is_where_it_was(record.game.state, state, older=is_older(data["state"])):
                raise BadData("the log does not lead to the stored position")
        else:
            record.rules_version = data["rules_version"]
            record.entries = entries
            record._go_on_from(_position_of_earlier_rules(title, state), len(entries))
        return record

    def _replay(self, entries: Sequence[Entry]) -> None:
        for number, entry in enumerate(entries, 1):
            asked = self.game.ask.who if self.game.ask else None
            if entry.who != asked:
                raise BadData(f"answer {number} of the log is by {entry.who!r}, but {asked or 'nobody'!r} was asked")
            try:
                self.play(entry.action, entry.by)
            except IllegalAction as error:
                raise BadData(f"answer {number} of the log is refused: {error}") from None


def _position_of_earlier_rules(title: Title, state: State) -> Game:
    """A position that nobody has replayed: what these rules cannot go on from is refused, whatever is wrong with it."""
    try:
        game = Game.at(title, state)
        game.offers()
        game.view()
    except Exception as error:
        raise BadData(f"these rules cannot go on from the stored position ({type(error).__name__})") from error
    return game


def _let_go_of_the_network(game: Game) -> None:
    game.state.board.forget()


def _is_where_it_was(now: State, stored: State, *, older: bool) -> bool:
    """Whether a replay has led to the stored position; one of an earlier version noted less of its procedures."""
    if not older:
        return fingerprint(now) == fingerprint(stored)
    tables = ({**state_to_json(state), "stack": [(f.script, f.at) for f in state.stack]} for state in (now, stored))
    return digest(next(tables)) == digest(next(tables))


def _envelope(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadData("this is not a complete game file: it ends too early or is no JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]
        raise BadData("this is not a Ferrovía game file")
    if data.get("version") != VERSION:  # pyright: ignore[reportUnknownMemberType]
        raise BadData(f"this file has version {data.get('version')!r}; known is {VERSION}")  # pyright: ignore[reportUnknownMemberType]
    for key, kind in PARTS.items():
        if not isinstance(data.get(key), kind):  # pyright: ignore[reportUnknownMemberType]
            raise BadData(f"the game file lacks {key!r}, or it is not what it should be")
    return data  # pyright: ignore[reportUnknownVariableType]


def _entry(title: Title, number: int, line: Any) -> Entry:
    try:
        who, by, action = line["who"], line["by"], line["action"]
    except (KeyError, TypeError):
        raise BadData(f"answer {number} of the log is incomplete") from None
    if by not in get_args(By):
        raise BadData(f"answer {number} of the log: nobody is called {by!r}")
    return Entry(PlayerId(Owner(str(who))), action_from_json(title, action), by)


def automatic_answer(game: Game, random: Random, bots: Mapping[PlayerId, Bot]) -> tuple[Any, By] | None:
    """The answer that needs no person: chance's, a forced one, a bot's. None where a person is asked."""
    if game.ask is None:
        return None
    if chance.is_asked(game):
        return chance.draw(game, random), "chance"
    forced = chance.only_answer(game)
    if forced is not None:
        return forced, "engine"
    if game.ask.who in bots:
        return bots[game.ask.who](game, random), "bot"
    return None
