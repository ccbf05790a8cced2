"""[6.5.4] Launching companies."""

import pytest

from ferrovia import Game, Offer, Span
from ferrovia.model.ids import IPO
from ferrovia.rules.stock import IN_TREASURY, BuyShare, EndStockTurn, PlaceId
from ferrovia.titles.t1862.launch import BuyTokens
from support.tables import asked
from titles.t1862.tables import a_table, books_of, company_id, director, money, price_of, shares, told, why

rule = pytest.mark.rule
PASS = EndStockTurn()


def buy(name: str, place: str) -> BuyShare:
    return BuyShare(company_id(name), PlaceId(place))


def launching(*, cash: int = 296, price: int = 74, eight: str = "no", profile: str = "rulebook") -> Game:
    """B buys the fifth share of a company that A directs."""
    table = a_table(eight_stations=eight, profile=profile)
    table.has("ESR", price=price, held="A3 B1", launched=False, cash=cash)
    return table.stock_round("B").game().play(buy("ESR", IN_TREASURY))


@rule("6.5.4.2")
def test_the_director_chooses_what_the_treasury_can_pay() -> None:
    """270 in the treasury: two to six stations at 40."""
    game = launching(cash=216, price=54)
    assert (asked(game).who, asked(game).about.params["company"]) == ("A", "ESR")
    assert game.offers() == (Offer(BuyTokens(2), Span(2, 6)),)
    assert why(game, BuyTokens(1)) == "6.5.4.2"
    assert why(game, BuyTokens(7)) == "6.5.4.2"


@rule("6.5.4.2")
def test_c36_seven_stations_at_most() -> None:
    game = launching()
    assert game.offers() == (Offer(BuyTokens(2), Span(2, 7)),)
    assert why(game, BuyTokens(8)) == "6.5.4.2"
    least = game.play(BuyTokens(2))
    assert (money(least, "ESR"), least.state.tokens[company_id("ESR")]) == (290, 2)


@rule("11.4", "6.5.4.2")
def test_eight_stations_if_the_players_agreed() -> None:
    game = launching(eight="yes")
    assert game.offers() == (Offer(BuyTokens(2), Span(2, 8)),)
    assert game.play(BuyTokens(8)).state.tokens[company_id("ESR")] == 8


@rule("11.4", "6.5.4.2")
def test_the_site_sells_no_eighth_station() -> None:
    """D18: the eighth is only kept in a merger there."""
    game = launching(eight="yes", profile="site")
    assert game.offers() == (Offer(BuyTokens(2), Span(2, 7)),)
    assert why(game, BuyTokens(8)) == "6.5.4.2"


@rule("6.5.4.2")
def test_the_turn_goes_on_with_the_player_after_the_buyer() -> None:
    game = launching().play(BuyTokens(2))
    assert (asked(game).who, asked(game).about.key) == ("C", "trade")


@rule("6.5.4.2", "8")
def test_without_a_director_the_largest_shareholder_chooses() -> None:
    """Two shares each of B and C: the first clockwise from the priority deal, which C has."""
    table = (
        a_table().priority("C").has("ESR", price=60, held="B1 C2", launched=False, administered=True, pool=0, cash=300)
    )
    game = table.stock_round("B").game()
    assert game.state.floated == ()
    launched = game.play(buy("ESR", IN_TREASURY))
    assert (director(launched, "ESR"), asked(launched).who, asked(launched).about.key) == (None, "C", "choose-tokens")


@rule("6.5.4", "6.3")
def test_a_new_director_chooses() -> None:
    """With the share that launches the company D comes to three shares and takes the certificate out of the pool."""
    table = a_table().has("ESR", price=60, held="D2", launched=False, administered=True, cash=300, pool=1)
    launched = table.stock_round("D").game().play(buy("ESR", IN_TREASURY))
    assert (director(launched, "ESR"), asked(launched).who, asked(launched).about.key) == ("D", "D", "choose-tokens")


@rule("6.5.4")
def test_shares_in_the_pool_count_as_sold() -> None:
    table = a_table().has("ESR", price=82, held="A3", pool=1, chartered=True, launched=False).owes(A="ESR")
    game = table.stock_round("B").game()
    by_pool = game.play(buy("ESR", "pool"))
    assert (by_pool.state.floated, books_of(by_pool).obligations) == ((), (("A", "ESR"),))
    by_offer = game.play(buy("ESR", IPO))
    assert (by_offer.state.floated, books_of(by_offer).obligations) == (("ESR",), ())


@rule("6.5.4", "6.5.4.1", "6.5.4.2", "4.2", "3.1")
def test_a_charter_is_launched_in_the_stock_round() -> None:
    """Ten times par less three stations at 60; the marker goes under that of a company with the same price."""
    table = a_table().has("EUR", price=82, held="B5").has("ESR", price=82, held="A3 B1", chartered=True, launched=False)
    game = table.stock_round("C").game()
    assert "ESR" not in game.state.prices
    game = game.play(buy("ESR", IPO))
    assert (money(game, "C"), money(game, "ESR"), game.state.tokens[company_id("ESR")]) == (518, 640, 3)
    assert price_of(game, "ESR") == 82
    assert game.state.prices[company_id("ESR")].since > game.state.prices[company_id("EUR")].since
    assert (asked(game).who, asked(game).about.key) == ("D", "trade")
    assert told(game, "company-launched") == [{"company": "ESR"}]


@rule("6.5.4")
def test_a_company_is_launched_once() -> None:
    table = a_table().has("ESR", price=82, held="A4 B1", chartered=True, cash=100)
    game = table.stock_round("C").game().play(buy("ESR", IPO))
    assert (money(game, "ESR"), game.state.floated, shares(game, "C", "ESR")) == (100, ("ESR",), 1)


@rule("11.1", "6.5.4.3")
def test_no_permits_in_games_with_one_kind_of_train() -> None:
    table = a_table(train_kinds="simple-freight").has("ESR", price=82, held="A3 B1", chartered=True, launched=False)
    game = table.stock_round("C").game().play(buy("ESR", IPO))
    assert (game.state.floated, books_of(game).permits) == (("ESR",), {})


@rule("10.2", "6.5.4.1")
def test_the_money_of_a_charter_may_break_the_bank() -> None:
    table = a_table().has("ESR", price=100, held="A3 B1", chartered=True, launched=False).cash(D=12700)
    game = table.stock_round("C").game()
    assert not books_of(game).bank_broken
    assert books_of(game.play(buy("ESR", IPO))).bank_broken


@rule("10.3", "6.5.4")
def test_a_company_may_still_be_launched_after_the_lner() -> None:
    table = a_table().has("ESR", price=74, held="A3 B1", launched=False, cash=296).phase("H").lner(10)
    game = table.stock_round("B").game().play(buy("ESR", IN_TREASURY)).play(BuyTokens(2))
    assert (game.state.floated, money(game, "ESR")) == (("ESR",), 290)
