"""Looks one answer ahead: takes what looks best for itself if all others then let things be."""

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.bots.random import think_at_random
from ferrovia.bots.thoughts import Thought, because, stands_better
from ferrovia.model.ids import PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State

MOST_ANSWERS = 40
"""How many answers of others are imagined at most before a position is judged."""

STANDSTILL = 8
"""Sets of rounds after which a game in which no company runs is shaken by chance. In 1862 everybody can be so poor that
letting things be looks best to all of them, for ever."""

Estimate = Callable[[State], Mapping[PlayerId, float]]
"""What everybody will have in the end."""


def simple(game: Game, random: Random) -> Any:
    return think_simply(game, random).action


def think_simply(game: Game, random: Random) -> Thought:
    """By the title's own guess."""
    return look_ahead(game, random, game.title.estimate)


def look_ahead(game: Game, random: Random, estimate: Estimate) -> Thought:
    """The answer after which its own guessed worth stands best against the others'. Ties fall at random."""
    assert game.ask is not None
    me = game.ask.who
    if _stands_still(game.state):
        return think_at_random(game, random)
    offers = list(game.offers())
    random.shuffle(offers)
    judged = [(_worth_after(game, offer, me, estimate), offer) for offer in offers]
    worth, best = max(judged, key=lambda pair: pair[0])
    while best.open:
        longer = [(_worth_after(game, offer, me, estimate), offer) for offer in game.offers().longer(best.action)]
        further, grown = max(longer, key=lambda pair: pair[0], default=(-inf, best))
        if further <= worth:
            break
        worth, best = further, grown
    return Thought(best.action, worth, reason_ahead(game, best.action, estimate))


def _stands_still(state: State) -> bool:
    return not state.running and getattr(state.stack[0].facts, "sets_done", 0) >= STANDSTILL


def reason_ahead(game: Game, action: Any, estimate: Estimate) -> Message:
    """What can be said for an answer by what it looks like once it is settled."""
    assert game.ask is not None
    me, others = game.ask.who, max(1, len(game.state.players) - 1)
    worth = _worth_after(game, Offer(action), me, estimate)
    if worth == -inf:
        return because("nothing-better")
    return stands_better((worth - lead(estimate(game.state), me)) / others)


def _worth_after(game: Game, offer: Offer, me: PlayerId, estimate: Estimate) -> float:
    """My guessed worth against the average of the others, once what this answer began is settled.

    What everybody's letting be would undo, as an offer that is refused, is worth less than anything: it could be tried
    for ever.
    """
    after = settled(game, game.take(offer), me)
    return -inf if after is None else lead(estimate(after.state), me)


def lead(worth: Mapping[PlayerId, float], me: PlayerId) -> float:
    """How far ahead of all others together somebody is."""
    others = [w for player, w in worth.items() if player != me]
    return worth[me] * len(others) - sum(others)


def settled(before: Game, game: Game, me: PlayerId) -> Game | None:
    """The position after everybody has let pass what is open: an auction ends, a turn is over. None if that leads back
    to where it began."""
    depth = len(before.where())
    for _ in range(MOST_ANSWERS):
        if game.ask is None or len(game.where()) < depth:
            return game
        if len(game.where()) == depth:
            if game.ask.who != me:
                return game
            if game.state == before.state:
                return None
        passive = game.offers().passive()
        if passive is None:
            return game
        game = game.play(passive)
    return game
