"""The plans of the policy bot, at written positions of 18CZ."""

from random import Random
from typing import Any

import pytest

from ferrovia import Game, new_game
from ferrovia.bots import BOTS, policy, reason_for, share_hint
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.stock import EndStockTurn, SellShares, StartCompany
from ferrovia.rules.trains import TradeTrain
from ferrovia.titles.t18cz.draft import PassDraft
from titles.t18cz.answers import PAY, WITHHOLD, acquire, buy, buy_local, buy_train, sell_local
from titles.t18cz.tables import a_table, money


def answer(game: Game, seed: int = 1) -> Any:
    return policy(game, Random(seed))


def test_money_to_start_a_company_is_kept_in_the_draft() -> None:
    """A small company at its highest price takes 140: no local is worth more than that."""
    rich, poor = a_table().cash(A=380).drafting().game(), a_table().cash(A=150).drafting().game()
    assert money(rich.play(answer(rich)), "A") < 380
    assert answer(poor) == PassDraft()


@pytest.mark.parametrize(("cash", "price"), [(140, 70), (121, 60), (100, 50)])
def test_a_company_is_started_at_the_highest_price_at_which_it_floats(cash: int, price: int) -> None:
    started = answer(a_table().cash(A=cash).stock_round(1, "A").game())
    assert isinstance(started, StartCompany) and started.price == price


def test_the_largest_company_that_one_can_float_is_started() -> None:
    """Five shares at 90 make half of a large company; with less a medium one is started, with three shares."""
    table = a_table().phase("d").cash(A=450, B=449).round(6)
    large, medium = answer(table.stock_round(5, "A").game()), answer(table.stock_round(5, "B").game())
    assert large.price == 90 and large.company in ("SX", "PR", "BY", "kk", "Ug")
    assert medium.price == 100 and medium.company in ("BN", "NWB", "ATE", "BTE", "KFN")


def test_a_company_that_was_started_is_floated_first() -> None:
    table = a_table().phase("b").cash(A=300).has("KFN", price=80, held="A40").stock_round(3, "A")
    assert answer(table.game()) == buy("KFN")


def test_whoever_has_started_a_company_sees_it_through() -> None:
    """Half of KFN is missing: its shares are not sold for another start, and money for it is not spent on one."""
    table = a_table().phase("b").cash(A=79).has("KFN", price=80, held="A40").stock_round(3, "A")
    assert not isinstance(answer(table.game()), SellShares | StartCompany)
    table = a_table().phase("d").cash(A=450).has("KFN", price=80, held="A40").round(6)
    assert not isinstance(answer(table.stock_round(5, "A").game()), StartCompany)


@pytest.mark.parametrize(("number", "kept"), [(5, True), (9, False)])
def test_a_dividend_is_kept_for_the_next_train_unless_the_end_is_near(number: int, kept: bool) -> None:
    """Four rounds before the end hardly anybody buys trains that make the last one of KFN rust: its money would lie
    idle."""
    table = a_table().round(number).phase("e").cash(A=0)
    table = table.has("KFN", price=80, held="A60", trains="2+2b", stations="G20", cash=100)
    assert answer(table.turn_of("KFN", "dividend", revenue=400).game()) == (WITHHOLD if kept else PAY)


def test_debt_is_repaid_first() -> None:
    table = a_table().phase("d").cash(A=500).owes(A=100).has("BCB", price=60, held="B50").stock_round(5, "A")
    assert answer(table.game()) == RepayDebt()


def test_the_first_two_trains_are_bought_at_once() -> None:
    table = a_table().has("EKJ", price=60, held="A50", cash=240, stations="D5").turn_of("EKJ", "trains")
    game = table.game()
    first = answer(game)
    assert first == buy_train(game, "2a")
    second = game.play(first)
    assert answer(second) == buy_train(second, "2a")
    assert reason_for("policy", second, answer(second)).key == "second-train"


def test_what_a_tile_adds_at_once_is_told_apart_from_what_it_brings_nearer() -> None:
    """The run of BCB grows by the city of Pardubice; without a train there is no run that could grow."""
    why = {}
    for trains in ("", "2a"):
        table = a_table().tiles("D17 5/0").has("BCB", price=60, held="B50", stations="D17", trains=trains, cash=100)
        game = table.turn_of("BCB", "track").game()
        why[trains] = reason_for("policy", game, answer(game))
    assert why[""].key.startswith("track-opens")
    assert "now" not in why[""].params
    assert why["2a"].key.startswith("track-adds")
    assert why["2a"].params["now"] > 0


def test_a_train_of_another_company_is_not_asked_for() -> None:
    """Whoever asks again and again for what was refused never ends."""
    table = a_table().phase("b").has("EKJ", price=60, held="A50", cash=240, stations="D5", trains="2a 2a")
    table.has("BCB", price=60, held="B50", stations="D17", trains="2b 2b").turn_of("EKJ", "trains")
    assert not isinstance(answer(table.game()), TradeTrain)


def test_a_large_company_buys_its_directors_small_one_dearly() -> None:
    """The small company has no train left: its treasury cannot pay for one, that of the large one pays its holders."""
    table = a_table().phase("d").cash(A=50).round(6).rusted("2")
    table.has("SX", price=120, held="A50", cash=1200, stations="D3", operated=True)
    table.has("BCB", price=60, held="A75", cash=10, stations="D17").turn_of("SX", "acquire")
    assert answer(table.game()) == acquire("BCB", 90)


def test_a_company_of_somebody_else_is_not_asked_for() -> None:
    table = a_table().phase("d").round(6).has("SX", price=120, held="A50", cash=1200, stations="D3", operated=True)
    table.has("BCB", price=60, held="B75", stations="D17", trains="2a").turn_of("SX", "acquire")
    game = table.game()
    assert game.play(answer(game)).where()[-1].script != "consent"


def test_a_company_takes_its_directors_local_and_sells_it_to_the_bank() -> None:
    table = a_table().phase("b").round(4).locals(A="S1")
    table.has("EKJ", price=60, held="A50", cash=60, stations="D5", trains="2a 2a 2b").turn_of("EKJ", "trains")
    game = table.game()
    sold = answer(game)
    assert sold == buy_local("S1", 55)
    after = game.play(sold)
    assert answer(after) == sell_local("S1")
    assert money(after.play(sell_local("S1")), "EKJ") == 60


def test_a_share_is_sold_only_for_something_much_better() -> None:
    """Nothing is to be had: selling would bring nothing."""
    table = a_table().phase("b").cash(A=0).has("BCB", price=60, held="A75", stations="D17", trains="2a", cash=300)
    got = answer(table.stock_round(3, "A").game())
    assert isinstance(got, EndStockTurn) or not isinstance(got, SellShares)


def test_what_a_share_will_bring_is_told() -> None:
    game = a_table().phase("b").has("BCB", price=60, held="A75", stations="D17", trains="2a", cash=300)
    hint = share_hint(game.stock_round(3, "A").game(), CompanyId(Owner("BCB")))
    assert hint is not None and hint.params["each"] > 0
    assert share_hint(game.game(), CompanyId(Owner("SX"))) is None


@pytest.mark.long
def test_a_game_of_three_ends_well() -> None:
    """Nobody is ruined, and all together earn as much as three people who know the game."""
    game, random = new_game("18cz", ["A", "B", "C"]), Random(2)
    for _ in range(2_000):
        if game.ask is None:
            break
        game = game.play(BOTS["policy"](game, random))
    assert game.outcome is not None
    assert min(standing.worth for standing in game.outcome) > 3_000
    assert sum(standing.worth for standing in game.outcome) > 15_000


@pytest.mark.parametrize(("price", "key"), [(320, "pays-out-and-rises"), (350, "pays-out")])
def test_a_dividend_that_cannot_raise_the_price_is_not_said_to(price: int, key: str) -> None:
    """350 is the end of its row."""
    game = a_table().phase("e").has("KFN", price=price, held="A60", stations="D17", trains="2a")
    assert reason_for("policy", game.turn_of("KFN", "dividend", revenue=400).game(), PAY).key == key


def test_money_for_a_company_of_ones_own_has_no_made_up_figure() -> None:
    """What a founder sells for cannot be told as a gain: seeing it through goes before all weighing."""
    table = a_table().phase("b").has("BCB", price=110, held="B50 A25", stations="D17", trains="2a", cash=100)
    table.has("KFN", price=90, held="A40").cash(A=0)
    game = table.stock_round(3, "A").game()
    sale = next(o.action for o in game.offers() if isinstance(o.action, SellShares) and o.action.shares == 1)
    why = reason_for("policy", game, sale)
    assert (why.key, dict(why.params)) == ("swap-to-found", {})
