"""Who sits at the table: people and bots, each under a name of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ferrovia import Bot, Title
from ferrovia.bots import BOTS, bot_called, bots_for, sure_answer
from ferrovia.cli.language import Trouble
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.text import Words

HUMAN = "human"
KINDS = (HUMAN, *BOTS)
QUICK_START = (HUMAN, "simple", "simple")


@dataclass(frozen=True, slots=True)
class Seats:
    """What each player is, by name, in seat order: a human or one of the bots."""

    kinds: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    @property
    def bots(self) -> dict[PlayerId, Bot]:
        return {player: partial(sure_answer, kind) for player, kind in self.bot_kinds.items()}

    @property
    def bot_kinds(self) -> dict[PlayerId, str]:
        return {PlayerId(Owner(name)): kind for name, kind in self.kinds.items() if kind != HUMAN}

    @property
    def only_bots(self) -> bool:
        return HUMAN not in self.kinds.values()


def quick_start(title: Title, words: Words) -> Seats:
    """One person against bots: three at the table, or as many as the title needs."""
    count = min(max(len(QUICK_START), title.seats[0]), title.seats[-1])
    return _named([*QUICK_START, *["simple"] * count][:count], words)


def seated(title: Title, players: str | None, seats: str | None, words: Words) -> Seats:
    """The table as the command line describes it: names, kinds of seats, or both one for one."""
    names, kinds = _parts(players), [_kind(part) or part for part in _parts(seats)]
    for kind in kinds if names else ():
        if kind not in KINDS:
            raise Trouble(words.ui("no-such-seat", seat=kind, known=", ".join(KINDS)))
    for kind in kinds:
        if kind in BOTS and kind not in bots_for(title):
            raise Trouble(words.ui("no-such-seat", seat=kind, known=", ".join((HUMAN, *bots_for(title)))))
    if names and kinds and len(names) != len(kinds):
        raise Trouble(words.ui("players-and-seats-differ", players=len(names), seats=len(kinds)))
    count = len(names or kinds)
    if count not in title.seats:
        least, most = title.seats[0], title.seats[-1]
        raise Trouble(words.ui("wrong-player-count", title=title.name, least=least, most=most, count=count))
    if not names:
        return _named(kinds, words)
    return _distinct(names, kinds or [HUMAN] * count, words)


def seats_from(stored: Any, players: Sequence[str], words: Words) -> Seats:
    """Who sat where when a game was saved. A file from elsewhere does not say: there all are people."""
    if not isinstance(stored, dict):
        return Seats(dict.fromkeys(players, HUMAN))
    written = {name: str(stored.get(name, HUMAN)) for name in players}  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    kinds: dict[str, str] = {}
    for name, word in written.items():
        kind = _kind(word)
        if kind is None:
            raise Trouble(words.ui("no-such-seat", seat=word, known=", ".join(KINDS)))
        kinds[name] = kind
    return Seats(kinds)


def _kind(word: str) -> str | None:
    """What a word says of a seat: a human or a bot, also by the name of its level; None for any other word."""
    return HUMAN if word.casefold() == HUMAN else bot_called(word)


def _parts(listed: str | None) -> list[str]:
    return [part.strip() for part in listed.split(",")] if listed else []


def _named(kinds: Sequence[str], words: Words) -> Seats:
    """Seats that have only a kind get a name by it; any other word is the name of a person."""
    names: list[str] = []
    for seat, kind in enumerate(kinds, 1):
        names.append(words.ui(f"seat-{kind}", seat=seat) if kind in KINDS else kind)
    return _distinct(names, [kind if kind in KINDS else HUMAN for kind in kinds], words)


def _distinct(names: Sequence[str], kinds: Sequence[str], words: Words) -> Seats:
    if not all(names):
        raise Trouble(words.ui("name-missing"))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Trouble(words.ui("name-twice", name=twice))
    return Seats(dict(zip(names, kinds, strict=True)))
