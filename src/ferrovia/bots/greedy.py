"""Looks one answer ahead: takes what looks best for itself if all others then let things be."""

from math import inf
from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.model.ids import PlayerId

PATIENCE = 40
"""How many answers of others are imagined at most before a position is judged."""


def greedy(game: Game, random: Random) -> Any:
    """The answer after which its own guessed worth stands best against the others'. Ties fall at random."""
    assert game.ask is not None
    me = game.ask.who
    offers = list(game.offers())
    random.shuffle(offers)
    best = max(offers, key=lambda offer: _worth_after(game, offer, me))
    while best.open:
        longer = max(game.more(best.action), key=lambda offer: _worth_after(game, offer, me), default=None)
        if longer is None or _worth_after(game, longer, me) <= _worth_after(game, best, me):
            break
        best = longer
    return best.action


def _worth_after(game: Game, offer: Offer, me: PlayerId) -> float:
    """My guessed worth against the average of the others, once what this answer began is settled.

    What everybody's letting be would undo, as an offer that is refused, is worth less than anything: it could be tried
    for ever.
    """
    settled = _settled(game, game.take(offer), me)
    if settled is None:
        return -inf
    worth = game.title.estimate(settled.state)
    others = [w for player, w in worth.items() if player != me]
    return worth[me] * len(others) - sum(others)


def _settled(before: Game, game: Game, me: PlayerId) -> Game | None:
    """The position after everybody has let pass what is open: an auction ends, a turn is over. None if that leads back
    to where it began."""
    depth = len(before.where())
    for _ in range(PATIENCE):
        if game.ask is None or len(game.where()) < depth:
            return game
        if len(game.where()) == depth:
            if game.ask.who != me:
                return game
            if game.state == before.state:
                return None
        passive = game.passive_answer()
        if passive is None:
            return game
        game = game.play(passive)
    return game
