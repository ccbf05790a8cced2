"""Plays titles without trains: the answer after which its worth in the end stands best against the others'.

What an answer opens is played out before it is judged: where others may bid, everybody goes as far as the lot is worth
to him, and the one who goes furthest has it for a coin more than the next one would give.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.bots.simple import Estimate, lead, settled
from ferrovia.bots.thoughts import Thought, because, stands_better
from ferrovia.model.ids import PlayerId
from ferrovia.model.message import Message

BEGINNINGS = 3
"""How many answers that may grow are grown."""
LEAST_SLOPE = 0.3
"""By how much at least a lot is worth less for each coin that it costs."""


def look_further(game: Game, random: Random, estimate: Estimate) -> Thought:
    """The best answer by what everybody will have in the end."""
    ranked = ranked_answers(game, random, estimate)
    return Thought(ranked[0].action, ranked[0].worth, reason_further(game, ranked[0].action, estimate))


def reason_further(game: Game, action: Any, estimate: Estimate) -> Message:
    """What can be said for an answer by what it leads to."""
    assert game.ask is not None
    me, others = game.ask.who, max(1, len(game.state.players) - 1)
    worth = _worth_after(game, Offer(action), me, estimate)
    if worth == -inf:
        return because("nothing-better")
    return stands_better((worth - lead(estimate(game.state), me)) / others)


def ranked_answers(game: Game, random: Random, estimate: Estimate) -> list[Thought]:
    """Every answer with its worth, the best one first. Ties fall at random."""
    assert game.ask is not None
    me, why = game.ask.who, because("nothing-better")
    offers = list(game.offers())
    random.shuffle(offers)
    judged = [(_worth_after(game, offer, me, estimate), offer) for offer in offers]
    judged.sort(key=lambda pair: -pair[0])
    for worth, offer in [pair for pair in judged if pair[1].open][:BEGINNINGS]:
        judged.append(_grown(game, offer, worth, me, estimate))
    judged.sort(key=lambda pair: -pair[0])
    return [Thought(offer.action, worth, why) for worth, offer in judged]


def _grown(game: Game, offer: Offer, worth: float, me: PlayerId, estimate: Estimate) -> tuple[float, Offer]:
    """The best answer that begins with this one, one step after the other."""
    best, at = (worth, offer), offer
    while at.open:
        longer = [(_worth_after(game, more, me, estimate), more) for more in game.offers().longer(at.action)]
        if not longer:
            break
        further = max(longer, key=lambda pair: pair[0])
        at = further[1]
        if further[0] > best[0]:
            best = further
    return best


def _worth_after(game: Game, offer: Offer, me: PlayerId, estimate: Estimate) -> float:
    """My worth against the others', once what this answer opens is settled. What changes nothing is never worth it."""
    after = game.take(offer)
    if is_bidding(game) and offer.amount is not None:
        after = _all_leave(after, lot_of(game))
    elif is_bidding(after) and (not is_bidding(game) or lot_of(after) == lot_of(game)):
        after = sold_on(after, estimate)
    elif not is_bidding(game):
        after = settled(game, after, me)
    return -inf if after is None else lead(estimate(after.state), me)


# ------------------------------------------------------------------------------------------------------------ auctions


@dataclass(frozen=True, slots=True)
class Bidder:
    """Somebody who is asked to bid once all others before have left, and how far they would go."""

    game: Game
    offer: Offer
    limit: float


def is_bidding(game: Game) -> bool:
    """Whether the question is one of bidding or leaving."""
    return game.ask is not None and len(game.ask.moves) == 2 and game.ask.moves[1].passive


def _bid(game: Game) -> Offer | None:
    """The answer that names an amount, if there is money for one."""
    return next((offer for offer in game.offers() if offer.amount is not None), None)


def lot_of(game: Game) -> tuple[int, Any]:
    """What is auctioned, as far as the open procedures tell; another lot is another auction."""
    where = game.where()
    return len(where), getattr(where[-1].facts, "subject", None) if where else None


def sold_on(game: Game, estimate: Estimate) -> Game:
    """Where bidding ends if everybody goes as far as the lot is worth to him, and no further."""
    lot, at = lot_of(game), game
    asked: list[tuple[Game, Offer | None]] = []
    while is_bidding(at) and lot_of(at) == lot:
        asked.append((at, _bid(at)))
        at = at.play(at.offers().passive())
    left = estimate(at.state)
    bidders = [_bidder(before, offer, left, lot, estimate) for before, offer in asked if offer is not None]
    keen = sorted([b for b in bidders if b.offer.amount and b.limit >= b.offer.amount.low], key=lambda b: -b.limit)
    if not keen:
        return at
    first, span = keen[0], keen[0].offer.amount
    assert span is not None
    next_limit = keen[1].limit if len(keen) > 1 else 0.0
    price = max(span.low, min(int(next_limit) + 1, int(first.limit), span.high))
    return _won(first, price, lot)


def _who(game: Game) -> PlayerId:
    assert game.ask is not None
    return game.ask.who


def _bidder(
    game: Game, offer: Offer, left: Mapping[PlayerId, float], lot: tuple[int, Any], estimate: Estimate
) -> Bidder:
    """How far somebody goes: until winning is worth no more to him than leaving."""
    who, span = _who(game), offer.amount
    assert span is not None
    others, bidder = max(1, len(game.state.players) - 1), Bidder(game, offer, 0.0)

    def gain(price: int) -> float:
        return (lead(estimate(_won(bidder, price, lot).state), who) - lead(left, who)) / others

    ahead = gain(span.low)
    if span.high > span.low and ahead > 0:
        slope = max(LEAST_SLOPE, ahead - gain(span.low + 1))
        return replace(bidder, limit=min(float(span.high), span.low + ahead / slope))
    return replace(bidder, limit=span.low + ahead)


def _won(bidder: Bidder, price: int, lot: tuple[int, Any]) -> Game:
    return _all_leave(bidder.game.play(bidder.offer.with_amount(price)), lot)


def _all_leave(game: Game, lot: tuple[int, Any]) -> Game:
    """The position after somebody has bid and everybody else has left."""
    while is_bidding(game) and lot_of(game) == lot:
        game = game.play(game.offers().passive())
    return game
