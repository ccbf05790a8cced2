"""Ferrovía: railway share-trading games, exact to their rulebooks. This is the public door."""

from collections.abc import Mapping, Sequence

from ferrovia.engine.beginning import Beginning
from ferrovia.engine.chance import forced_answer
from ferrovia.engine.codec import (
    BadData,
    action_from_json,
    action_to_json,
    beginning_from_json,
    fingerprint,
    state_from_json,
    state_to_json,
    state_to_text,
)
from ferrovia.engine.kept import Kept, played_on
from ferrovia.engine.play import Ask, Game, IllegalAction, Move, Offer, Option, Refusal, Search, Span, Standing, Title
from ferrovia.engine.record import Bot, By, Entry, Record, automatic_answer, chosen, start
from ferrovia.engine.rulebook import Cite
from ferrovia.rules.consent import agreement
from ferrovia.rules.rest import Rest, rest_of_turn
from ferrovia.titles import TITLES, find_title

__version__ = "0.1.0"

__all__ = [
    "Ask",
    "BadData",
    "Beginning",
    "Bot",
    "By",
    "Cite",
    "Entry",
    "Game",
    "IllegalAction",
    "Kept",
    "Move",
    "Offer",
    "Option",
    "Record",
    "Refusal",
    "Rest",
    "Search",
    "Span",
    "Standing",
    "Title",
    "action_from_json",
    "action_to_json",
    "agreement",
    "automatic_answer",
    "beginning_from_json",
    "chosen",
    "find_title",
    "fingerprint",
    "forced_answer",
    "new_game",
    "played_on",
    "rest_of_turn",
    "resume",
    "state_from_json",
    "state_to_json",
    "state_to_text",
    "titles",
]


def titles() -> tuple[Title, ...]:
    """All titles that can be played."""
    return tuple(TITLES.values())


def new_game(title: str, players: Sequence[str], options: Mapping[str, str] | None = None) -> Game:
    """The first question of a new game, as `new_game("chicago-express", ["Ana", "Ben", "Eva"])`."""
    return start(find_title(title), players, options)


def resume(text: str) -> Record:
    """A game read back from its file."""
    return Record.from_json(text, find_title)
