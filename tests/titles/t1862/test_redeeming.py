"""[7.13] A company redeems one of its own shares a turn."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1862.redeeming import EndRedeeming, RedeemShare
from ferrovia.titles.t1862.trains import BuyTrain
from support.tables import asked
from titles.t1862.tables import a_table, holdings, kinds_offered, money, price_of, why

rule = pytest.mark.rule

REDEEM, END = RedeemShare(), EndRedeeming()


def redeeming(*, cash: int, pool: int, at: str = "redeem_a_share", **company: Any) -> Game:
    given: dict[str, Any] = {"price": 62, "held": "A5", "trains": "2E", "stations": "F11", "chartered": True} | company
    return a_table().has("ESR", cash=cash, pool=pool, **given).turn_of("ESR", at).game()


@rule("7.13")
def test_c39_the_whole_price_and_only_once() -> None:
    """Price 62, 62 in the treasury: it costs 62, and a second one is refused."""
    game = redeeming(cash=124, pool=2)
    done = game.play(REDEEM)
    assert (money(done, "ESR"), holdings(done, "ESR"), price_of(done, "ESR")) == (
        62,
        {"A": 5, "ipo": 3, "pool": 1, "ESR": 1},
        62,
    )
    assert money(done, "bank") == money(game, "bank") + 62
    assert why(done, REDEEM) == "7.13"
    assert kinds_offered(done) == {"EndRedeeming"}


@rule("7.13")
def test_c39_trainless_a_moment_ago() -> None:
    """Never half, and not before the trains are settled."""
    table = a_table().has("ESR", price=62, held="A5", chartered=True, pool=1, cash=161, stations="F11")
    game = table.turn_of("ESR", "buy_trains").game()
    assert game.why_not(REDEEM) is not None
    bought = next(offer for offer in game.offers() if isinstance(offer.action, BuyTrain))
    settled = game.take(bought).play(EndTrains())
    assert (asked(settled).about.key, why(settled, REDEEM)) == ("redeem-share", "7.13")


@rule("7.13")
@pytest.mark.parametrize(("cash", "pool"), [(61, 1), (500, 0)])
def test_without_money_or_share(cash: int, pool: int) -> None:
    game = redeeming(cash=cash, pool=pool)
    assert why(game, REDEEM) == "7.13"
    assert kinds_offered(game) == {"EndRedeeming"}


@rule("7.13", "7.14")
def test_after_redeeming_the_turn_goes_on() -> None:
    done = redeeming(cash=70, pool=1).play(REDEEM).play(END)
    assert asked(done).about.key != "redeem-share"
    assert done.why_not(REDEEM) is not None


@rule("11.3")
def test_c46_newcomers_do_not_redeem() -> None:
    """There is no such step in their turn."""
    table = a_table(train_kinds="simple-express", newcomers="yes")
    table.has("ESR", price=62, held="A5", chartered=True, pool=1, cash=500, trains="2E", stations="F11")
    game = table.turn_of("ESR", "buy_trains").game().play(EndTrains())
    assert asked(game).about.key != "redeem-share"
    assert game.why_not(REDEEM) is not None


@rule("7.13", "8")
def test_the_state_does_not_redeem() -> None:
    table = a_table().has("ESR", price=82, held="B2", administered=True, cash=500, trains="2E", pool=2, stations="F11")
    table.has("EUR", price=60, held="B5", trains="2E", stations="E12")
    game = table.turn_of("ESR", "buy_trains").game()
    assert holdings(game, "ESR")["ESR"] == 10 - 2 - 3 - 2
    assert asked(game).about.params["company"] == "EUR"
