"""A player who wants to see everything: the bots of the house seldom get as far as Chicago."""

from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.titles.chicago_express.auction import Auction
from ferrovia.titles.chicago_express.expansion import Expand
from ferrovia.titles.chicago_express.material import MATERIAL
from support import laws

TO_CHICAGO = MATERIAL.grid.distances([MATERIAL.numbers.chicago.hex])


def traveller(game: Game, random: Random) -> Any:
    """Bids with measure, builds towards Chicago, auctions what has no money left; now and then anything else."""
    if random.random() < 0.15:
        return laws.random_answer(game, random)
    bid = next((offer for offer in game.offers() if offer.amount), None)
    if bid is not None and bid.amount is not None:
        return bid.action if bid.amount.low <= 3 + bid.amount.high // 3 else game.offers().passive()
    return _westward(game) or _auction(game, random) or laws.random_answer(game, random)


def _westward(game: Game) -> Expand | None:
    """The company that comes nearest to Chicago goes there as far as it can."""
    firsts = [offer for offer in game.offers() if isinstance(offer.action, Expand) and _gains(game, offer)]
    if not firsts:
        return None
    best = min(firsts, key=_distance)
    while longer := [offer for offer in game.offers().longer(best.action) if _distance(offer)[0] < _distance(best)[0]]:
        best = min(longer, key=_distance)
    return best.action


def _gains(game: Game, offer: Offer) -> bool:
    network = game.state.board.hexes_of(offer.action.company)
    return _distance(offer)[0] < min(TO_CHICAGO[hex_id] for hex_id in network)


def _distance(offer: Offer) -> tuple[int, int]:
    nearest = min(offer.action.hexes, key=lambda hex_id: TO_CHICAGO[hex_id])
    return TO_CHICAGO[nearest], MATERIAL.hexes[nearest].cost


def _auction(game: Game, random: Random) -> Auction | None:
    offered = [offer.action for offer in game.offers() if isinstance(offer.action, Auction)]
    return random.choice(offered) if offered and random.random() < 0.7 else None
