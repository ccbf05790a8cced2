"""Positions at every kind of question of a title, from games of bots, for whoever looks at its pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from ferrovia import Game, Record, automatic_answer, find_title
from ferrovia.bots import BOTS
from ferrovia.engine import chance
from ferrovia.text.catalogue import phrases

NAMES = ("Ana", "Ben", "Easy bot (2)", "Dora", "Eva", "Fritz")
DEALS = {"Merge", "Acquire", "TradeTrain"}
ANSWERS = 320
"""So far a game is played to meet the usual kinds of question."""


def dealing(game: Game, random: Random) -> Any:
    """Mostly proposes what another player must agree to; else plays simply, now and then anything."""
    deals = [offer for offer in game.offers() if kind_of(offer.action) in DEALS]
    if deals and random.random() < 0.8:
        offer = random.choice(deals)
        return offer.action if offer.amount is None else offer.with_amount(offer.amount.low)
    return BOTS["simple" if random.random() < 0.7 else "random"](game, random)


@dataclass(frozen=True)
class Played:
    """A game of bots, up to some answer."""

    players: int = 3
    bot: str = "simple"
    seed: int = 3
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    answers: int = 1200


USUAL = Played()
RARE: Mapping[str, tuple[Played, ...]] = {
    "chicago-express": (),
    "18cz": (
        Played(bot="random"),
        Played(players=2, bot="random"),
        Played(players=4, bot="random", seed=4),
        Played(players=6, bot="random", seed=13, answers=420),
    ),
    "1862": (
        Played(bot="random"),
        Played(bot="dealing", seed=103, answers=220),
        Played(bot="dealing", seed=102, options={"profile": "site"}, answers=400),
        Played(players=2),
    ),
    "1824": (
        Played(bot="random", answers=300),
        Played(players=2),
        Played(players=4, bot="random", options={"scenario": "good-times-free"}, answers=20),
    ),
    "18esp": (
        Played(bot="random"),
        Played(players=4, bot="random", options={"set-up": "random"}),
        Played(players=4, seed=4, options={"set-up": "random"}, answers=150),
        Played(bot="dealing", seed=101, options={"profile": "site"}, answers=600),
    ),
}
"""Games that between them meet what the usual one does not: deals between players, what must be paid, what only other
numbers of players or the site know."""
MORE = 5
"""So often more of such games are played."""
ASKED_OF_CHANCE = {
    "18cz": {"vaclav-draws"},
    "1862": {"draw-company", "draw-permit"},
    "1824": {"draw-pile"},
    "18esp": {"leave-out", "draw-share"},
}
NEVER_MET = {"1862": {"train-or-bankruptcy"}}
"""No game of bots comes there, but the step itself is tested."""


def questions(title: str, how: Played = USUAL) -> Iterator[tuple[str, Record]]:
    """A game at each question to one of its players."""
    record, random = Record.new(find_title(title), NAMES[: how.players], how.options), Random(how.seed)
    bots = dict.fromkeys(record.game.state.players, (BOTS | {"dealing": dealing})[how.bot])
    while record.game.ask is not None and len(record.entries) < how.answers:
        if not chance.is_asked(record.game):
            yield record.game.ask.about.key, record
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)


@cache
def positions(title: str) -> dict[str, Any]:
    """A file of the game at the third question of each kind that leaves a choice, or at the last before it."""
    met, found = dict[str, int](), dict[str, Any]()
    for key, record in questions(title, Played(answers=ANSWERS)):
        met[key] = met.get(key, 0) + leaves_a_choice(record.game)
        if met[key] <= (3 if leaves_a_choice(record.game) else 0):
            found[key] = record.to_json()
    return found


Kind = tuple[str, str]
"""A question and a kind of answer to it."""


@dataclass(frozen=True)
class Position:
    """A file of a game at a question, with the kinds of answer that it has."""

    key: str
    kinds: frozenset[str]
    file: Any


@cache
def usual(title: str) -> tuple[Position, ...]:
    """Positions that together have every kind of answer that the usual game has; of each the third."""
    return tuple(_covering((USUAL,), title, frozenset()))


@cache
def rare(title: str) -> tuple[Position, ...]:
    """Positions that together have what only other games have; of more games while a question is still missing, as when
    bots have learnt to play otherwise."""
    games, known = RARE[title], frozenset(kinds_of(usual(title)))
    found = tuple(_covering(games, title, known))
    for seed in range(MORE):
        if asked_of_players(title) <= {key for key, _ in known | kinds_of(found)}:
            break
        games += tuple(replace(how, seed=seed) for how in RARE[title])
        found = tuple(_covering(games, title, known))
    return found


def kinds_of(some: tuple[Position, ...]) -> set[Kind]:
    return {(one.key, kind) for one in some for kind in one.kinds}


def _covering(games: tuple[Played, ...], title: str, known: frozenset[Kind]) -> Iterator[Position]:
    met, last, found = dict[Kind, int](), dict[Kind, int](), list[Position]()
    for how in games:
        begun = frozenset(met) | known
        for key, record in questions(title, how):
            kinds = answered_by(record.game)
            fresh = [(key, kind) for kind in kinds if (key, kind) not in begun and met.get((key, kind), 0) < 3]
            met |= {one: met.get(one, 0) + 1 for one in fresh}
            if fresh:
                last |= dict.fromkeys(fresh, len(found))
                found.append(Position(key, kinds, record.to_json()))
    covered = set[Kind]()
    for one, at in sorted(last.items(), key=lambda pair: -len(found[pair[1]].kinds)):
        if one not in covered:
            covered |= {(found[at].key, kind) for kind in found[at].kinds}
            yield found[at]


def asked_of_players(title: str) -> set[str]:
    """The questions that a title has words for, but those to chance and those that no bot meets."""
    told = {key.removeprefix("ask.") for key in phrases("en", title) if key.startswith("ask.")}
    return told - ASKED_OF_CHANCE.get(title, set()) - NEVER_MET.get(title, set())


def answered_by(game: Game) -> frozenset[str]:
    """The kinds of answers that are offered, but a no."""
    assert game.ask is not None
    passive = {move.action for move in game.ask.moves if move.passive}
    return frozenset(kind_of(offer.action) for offer in game.offers() if type(offer.action) not in passive)


def leaves_a_choice(game: Game) -> bool:
    """Whether anything can be answered but a no."""
    return bool(answered_by(game))


def kind_of(action: object) -> str:
    return type(action).__name__
