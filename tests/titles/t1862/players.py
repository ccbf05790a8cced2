"""A player who lets companies live: at random nearly every charter fails, and its fine ruins whoever won it."""

from collections.abc import Callable
from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.titles.t1862.dividends import PayDividend, Withhold
from ferrovia.titles.t1862.forced import Refinance, SellTreasuryShares
from ferrovia.titles.t1862.launch import BuyTokens
from ferrovia.titles.t1862.mergers import Acquire, Merge
from ferrovia.titles.t1862.parliament import Bid, BuyFurtherShare, ChoosePar, StartAuction
from ferrovia.titles.t1862.stock import BuyShare, SellShares, StartCompany
from ferrovia.titles.t1862.track import LayTile
from ferrovia.titles.t1862.trains import BuyTrain
from support import laws


def investor(game: Game, random: Random) -> Any:
    """Buys what launches companies, builds, runs and pays; now and then anything else."""
    if random.random() < 0.06:
        return laws.random_answer(game, random)
    offers = game.offers()
    for kind, choose, chance in HABITS:
        fitting = [offer for offer in offers if isinstance(offer.action, kind)]
        if fitting and random.random() < chance:
            return choose(game, fitting, random)
    passive = game.passive_answer()
    return laws.random_answer(game, random) if passive is None else passive


def _any(game: Game, offers: list[Offer], random: Random) -> Any:
    offer = random.choice(offers)
    return offer.action if offer.amount is None else offer.with_amount(offer.amount.low)


def _cheapest(game: Game, offers: list[Offer], random: Random) -> Any:
    prices: list[int] = [offer.action.price for offer in offers]
    low = min(prices) + random.choice((0, 0, 10, 30))
    return random.choice([offer.action for offer in offers if offer.action.price <= low])


def _needed(game: Game, offers: list[Offer], random: Random) -> Any:
    """A share of a company that is not launched yet, best one that is nearly there; else any."""
    books, papers = game.state.extras, game.title.data.papers
    waiting = [offer.action for offer in offers if offer.action.company not in books.launched]

    def sold(action: BuyShare) -> int:
        return papers.percent_of_all(game.state, game.state.players, action.company)

    return max(waiting, key=sold) if waiting else random.choice(offers).action


HABITS: tuple[tuple[type[Any], Callable[[Game, list[Offer], Random], Any], float], ...] = (
    (ChoosePar, _cheapest, 1.0),
    (BuyFurtherShare, _any, 1.0),
    (Bid, _cheapest, 0.3),
    (StartAuction, _any, 0.7),
    (BuyShare, _needed, 0.85),
    (StartCompany, _cheapest, 0.5),
    (SellShares, _any, 0.03),
    (BuyTokens, _any, 1.0),
    (Merge, _any, 0.015),
    (Acquire, _any, 0.015),
    (LayTile, _any, 0.9),
    (PayDividend, _any, 0.75),
    (Withhold, _any, 1.0),
    (Refinance, _any, 0.6),
    (SellTreasuryShares, _any, 1.0),
    (BuyTrain, _any, 0.6),
)
"""What is considered in turn, how it is chosen, and how often."""
