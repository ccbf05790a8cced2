"""A player who lets companies live: at random nearly every charter fails, and its fine ruins whoever won it."""

from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import BuyShare, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.titles.t1862.dividends import PayWithHudson
from ferrovia.titles.t1862.forced import Refinance, SellTreasuryShares
from ferrovia.titles.t1862.launch import BuyTokens
from ferrovia.titles.t1862.mergers import Acquire, Merge
from ferrovia.titles.t1862.merging import RedeemOption, SellOption
from ferrovia.titles.t1862.parliament import Bid, BuyFurtherShare, ChoosePar, StartAuction
from ferrovia.titles.t1862.redeeming import RedeemShare
from ferrovia.titles.t1862.track import LinkLondon, PlaceSmallStation
from ferrovia.titles.t1862.trains import BuyTrain, TradeTrain
from support.habits import Habit, any_of_them, share_that_launches, with_habits


def _cheapest(game: Game, offers: list[Offer], random: Random) -> Any:
    prices: list[int] = [offer.action.price for offer in offers]
    low = min(prices) + random.choice((0, 0, 10, 30))
    return random.choice([offer.action for offer in offers if offer.action.price <= low])


HABITS: tuple[Habit, ...] = (
    (ChoosePar, _cheapest, 1.0),
    (BuyFurtherShare, any_of_them, 1.0),
    (Bid, _cheapest, 0.3),
    (StartAuction, any_of_them, 0.7),
    (BuyShare, share_that_launches, 0.85),
    (StartCompany, _cheapest, 0.5),
    (SellShares, any_of_them, 0.03),
    (BuyTokens, any_of_them, 1.0),
    (Merge, any_of_them, 0.015),
    (Acquire, any_of_them, 0.015),
    (LayTile, any_of_them, 0.9),
    (PayDividend, any_of_them, 0.75),
    (Withhold, any_of_them, 1.0),
    (Refinance, any_of_them, 0.6),
    (SellTreasuryShares, any_of_them, 1.0),
    (BuyTrain, any_of_them, 0.6),
)

investor = with_habits(HABITS)
"""Buys what launches companies, builds, runs and pays; now and then anything else."""

DEALS: tuple[Habit, ...] = (
    (Merge, any_of_them, 0.12),
    (Acquire, any_of_them, 0.12),
    (RedeemOption, any_of_them, 0.6),
    (SellOption, any_of_them, 0.9),
    (RedeemShare, any_of_them, 0.5),
    (TradeTrain, any_of_them, 0.15),
    (LinkLondon, any_of_them, 0.3),
    (PlaceSmallStation, any_of_them, 0.2),
    (PlaceStation, any_of_them, 0.6),
    (PayWithHudson, any_of_them, 0.6),
    (SellShares, any_of_them, 0.12),
)

dealer = with_habits((*DEALS, *HABITS), whims=0.08)
"""The same with all that is rare done often: mergers, options, shares redeemed, trains of others, London."""
