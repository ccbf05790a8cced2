"""What the policy bot plans in 1862: trains by permit and revenue; the rest is left to the simple bot."""

from random import Random
from typing import Any

from ferrovia import Game
from ferrovia.bots import policy
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1862.trains import BuyTrain
from titles.t1862.tables import EasternTable, a_table


def answer(game: Game) -> Any:
    return policy(game, Random(1))


def buying(table: EasternTable) -> Game:
    return table.turn_of("ESR", "buy_trains").game()


def esr(permit: str, trains: str = "") -> EasternTable:
    table = a_table().phase("A").permits(ESR=permit)
    return table.has("ESR", cash=1000, price=82, held="A6", stations="F11", trains=trains)


def test_only_a_train_that_it_may_run_is_bought() -> None:
    """A train without a permit is money lost: it is the way to ruin."""
    for permit, face in (("express", "2E"), ("local", "2L"), ("freight", "1F")):
        bought = answer(buying(esr(permit)))
        assert isinstance(bought, BuyTrain) and bought.face == face


def test_a_train_that_adds_nothing_is_not_bought() -> None:
    """Without track a second train runs no better than the first."""
    assert answer(buying(esr("express", trains="2E"))) == EndTrains()


def test_no_warranty_is_bought() -> None:
    bought = answer(buying(esr("express")))
    assert isinstance(bought, BuyTrain) and bought.amount == 0
