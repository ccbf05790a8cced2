"""A player who lets companies grow: at random few majors are launched, and hardly any absorbs a minor."""

from random import Random
from typing import Any

from ferrovia import Game, Offer
from ferrovia.rules.consent import Agree
from ferrovia.rules.dividends import PayDividend
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.stock import BuyShare, SellShares, StartCompany
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import BuyTrain, TradeTrain
from ferrovia.titles.t18esp.absorption import Absorb, TakeStation
from ferrovia.titles.t18esp.auction import Bid
from ferrovia.titles.t18esp.combining import CombineTrains
from ferrovia.titles.t18esp.forced import BuyWithLoan
from ferrovia.titles.t18esp.passes import OpenPass, OpenPassWithPioneer
from ferrovia.titles.t18esp.pioneers import BuyPioneer, BuyTender
from ferrovia.titles.t18esp.track import LayTileWithPioneer
from support.habits import Habit, any_of_them, share_that_launches, with_habits


def _lowest(game: Game, offers: list[Offer], random: Random) -> Any:
    """The least bid: it is a sum of its own, or the low end of a span."""
    return min((offer.action for offer in offers), key=lambda bid: bid.amount)


def _suggested(game: Game, offers: list[Offer], random: Random) -> Any:
    return offers[0].action


HABITS: tuple[Habit, ...] = (
    (Bid, _lowest, 0.3),
    (Agree, any_of_them, 0.9),
    (SellShares, any_of_them, 0.04),
    (BuyShare, share_that_launches, 0.8),
    (StartCompany, any_of_them, 0.7),
    (OpenPassWithPioneer, any_of_them, 0.7),
    (OpenPass, any_of_them, 0.6),
    (LayTileWithPioneer, any_of_them, 0.5),
    (PlaceStation, any_of_them, 0.3),
    (LayTile, any_of_them, 0.85),
    (RunTrains, _suggested, 1.0),
    (PayDividend, any_of_them, 0.75),
    (Absorb, any_of_them, 0.7),
    (TakeStation, any_of_them, 0.7),
    (BuyWithLoan, any_of_them, 0.3),
    (BuyTrain, any_of_them, 0.6),
    (TradeTrain, any_of_them, 0.1),
    (CombineTrains, any_of_them, 0.3),
    (BuyPioneer, any_of_them, 0.1),
    (BuyTender, any_of_them, 0.1),
)

industrialist = with_habits(HABITS)
"""Launches companies, builds, runs, absorbs and combines; now and then does anything else."""
