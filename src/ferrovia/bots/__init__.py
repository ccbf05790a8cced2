"""Players in code. A bot sees what a person sees and answers with an action."""

import logging
from collections.abc import Mapping
from random import Random
from threading import Thread
from typing import Any

from ferrovia import Bot, Game, Title
from ferrovia.bots.ahead import THINKER, Ahead, answer_ahead
from ferrovia.bots.policy import gives_hints, policy, reason_by_plan, share_hint, think_by_plan
from ferrovia.bots.random import at_random, think_at_random
from ferrovia.bots.search import reason_by_search, search, think_further
from ferrovia.bots.simple import reason_ahead, simple, think_simply
from ferrovia.bots.thoughts import Thinking, Thought, because
from ferrovia.model.message import Message

BOTS: dict[str, Bot] = {"simple": simple, "policy": policy, "search": search, "random": at_random}
THINKING: dict[str, Thinking] = {
    "simple": think_simply,
    "policy": think_by_plan,
    "search": think_further,
    "random": think_at_random,
}
"""The same bots, with what they think of their answer."""

ALIASES = {"greedy": "simple", "easy": "simple", "steady": "policy", "strong": "search"}
"""Other words for a bot: the name of an earlier version, as saved games have it, and the levels of the interface."""

LIMIT = 30.0
"""Seconds after which nobody waits for a bot any longer; their own budgets are far below."""


def bot_called(name: str) -> str | None:
    """The bot that goes by a name, in whatever case; None if there is none."""
    plain = name.casefold()
    known = ALIASES.get(plain, plain)
    return known if known in BOTS else None


def bots_for(title: Title) -> tuple[str, ...]:
    """The bots that know how to play a title: those that plan need its outlook."""
    return tuple(name for name in BOTS if name not in ("policy", "search") or title.outlook is not None)


def sure_answer(name: str, game: Game, random: Random, limit: float = LIMIT, bots: Mapping[str, Bot] = BOTS) -> Any:
    """A bot's answer; where it fails, takes too long or is not legal, that of a simpler one, in the end anything that
    is legal."""
    log = logging.getLogger(__name__)
    for bot in (bots[bot_called(name) or "simple"], simple, at_random):
        try:
            answer = _in_time(bot, game, random, limit)
        except TimeoutError:
            log.error("%s took more than %s s in %s", name, limit, game.title.id)
            continue
        except Exception:
            log.exception("%s failed in %s", name, game.title.id)
            continue
        if game.why_not(answer) is None:
            return answer
        log.error("%s answered %s in %s, which is not legal", name, answer, game.title.id)
    offers = game.offers()
    if not offers:
        raise LookupError("nobody is asked")
    return offers[0].action


def _in_time(bot: Bot, game: Game, random: Random, limit: float) -> Any:
    """What a bot answers within the limit. One that goes on and on is left to itself in a thread that ends with the
    program."""
    found: list[Any] = []
    failed: list[BaseException] = []

    def think() -> None:
        try:
            found.append(bot(game, random))
        except BaseException as error:
            failed.append(error)

    thread = Thread(target=think, daemon=True, name="bot")
    thread.start()
    thread.join(limit)
    if failed:  # whatever it was: a bot that ends itself must not end the game
        raise RuntimeError("the bot gave up") from failed[0]
    if not found:
        raise TimeoutError
    return found[0]


def reason_for(name: str, game: Game, action: Any) -> Message:
    """Why a bot gave an answer, in its own figures."""
    match bot_called(name):
        case "random":
            return because("by-chance")
        case "policy":
            return reason_by_plan(game, action, Random(0))
        case "search":
            return reason_by_search(game, action, Random(0))
        case _:
            return reason_ahead(game, action, game.title.estimate)


def thought_of(name: str, game: Game, random: Random) -> Thought:
    """What a bot would answer here, and why."""
    return THINKING[bot_called(name) or "simple"](game, random)


__all__ = [
    "ALIASES",
    "BOTS",
    "THINKER",
    "Ahead",
    "Thought",
    "answer_ahead",
    "at_random",
    "bot_called",
    "bots_for",
    "gives_hints",
    "policy",
    "reason_for",
    "search",
    "share_hint",
    "simple",
    "sure_answer",
    "thought_of",
]
