"""[4.3] Obligations of those who have obtained a charter."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import IPO
from ferrovia.rules.stock import BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.titles.t1862.parliament import Pass, StartAuction
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    books_of,
    company_id,
    director,
    holdings,
    money,
    offers_of,
    price_of,
    shares,
    told,
    why,
)

rule = pytest.mark.rule
PASS = EndStockTurn()


def sell(name: str, count: int = 1) -> SellShares:
    return SellShares(company_id(name), count)


def failed(table: EasternTable) -> Game:
    """The last pass of a stock round."""
    return table.stock_round("D", passes=3).game().play(PASS)


def charter(table: EasternTable, name: str = "ESR", *, par: int = 82, held: str = "A4") -> EasternTable:
    return table.has(name, price=par, held=held, chartered=True, launched=False)


def c3(*, cash: int, profile: str = "rulebook") -> EasternTable:
    table = charter(a_table(profile=profile)).has("WNR", price=110, held="B5 A2", trains="1F", stations="E2")
    return table.cash(A=cash).owes(A="ESR")


@rule("4.3", "6.4.2")
def test_c3_a_fine_paid_with_everything() -> None:
    """410: cash 150, shares of the company 41 + 123, one share of another company at 110; 14 are left."""
    game = failed(c3(cash=150))
    assert (asked(game).who, asked(game).about.key) == ("A", "sell-for-fine")
    assert (asked(game).about.params["amount"], money(game, "A")) == (96, 0)
    assert [event["amount"] for event in told(game, "fine-set-off")] == [41, 123]
    assert why(game, sell("WNR", 2)) == "4.3"
    game = game.play(sell("WNR"))
    assert (money(game, "A"), price_of(game, "WNR"), shares(game, "A", "WNR")) == (14, 105, 1)
    assert holdings(game, "ESR") == {"ipo": 10}
    assert (game.state.pars.get(company_id("ESR")), books_of(game).chartered, books_of(game).obligations) == (
        None,
        (),
        (),
    )


@rule("4.3")
def test_c3_what_a_certificate_brings_too_much_is_paid_out() -> None:
    """410: cash 300, ordinary 41, then the director's certificate 123 for 69: 54 come back."""
    game = failed(c3(cash=300))
    assert (money(game, "A"), shares(game, "A", "WNR")) == (54, 2)
    assert holdings(game, "ESR") == {"ipo": 10}


@rule("4.3")
def test_a_fine_that_cash_covers_sets_nothing_off() -> None:
    """The shares are lost all the same."""
    game = failed(c3(cash=500))
    assert (money(game, "A"), holdings(game, "ESR")) == (90, {"ipo": 10})
    assert told(game, "fine-set-off") == []
    assert told(game, "obligation-failed") == [{"player": "A", "company": "ESR", "amount": 410}]


def in_next_parliament(game: Game) -> Game:
    """Plays on until Parliament sits: nobody has a decision that matters in between."""
    while asked(game).about.key != "start-auction":
        game = game.play(game.offers().passive() or game.offers()[0].action)
    return game


@rule("4.3", "3.2")
def test_c3_a_failed_charter_is_available_again_from_the_next_stock_round() -> None:
    game = in_next_parliament(failed(charter(a_table()).owes(A="ESR")))
    assert why(game, StartAuction(company_id("ESR"))) == "4.3"
    for _ in "ABCD":
        game = game.play(Pass())
    assert asked(game).about.key == "trade"
    assert director(game.play(StartCompany(company_id("ESR"), 54)), "ESR") == asked(game).who


@rule("4.3")
def test_c3_on_the_site_it_is_available_at_once() -> None:
    """D4."""
    game = in_next_parliament(failed(charter(a_table(profile="site")).owes(A="ESR").priority("B")))
    assert game.why_not(StartAuction(company_id("ESR"))) is None


@rule("4.3")
def test_a_company_that_was_launched_costs_nothing() -> None:
    table = charter(a_table()).owes(A="ESR").stock_round("B", passes=2)
    game = table.game().play(BuyShare(company_id("ESR"), PlaceId(IPO)))
    assert books_of(game).obligations == ()
    for _ in "CDA":
        game = game.play(PASS)
    assert money(game.play(PASS), "A") == 600


@rule("4.3")
def test_c44_the_winner_of_the_auction_owes_not_the_director() -> None:
    """A has sold out, B directs: the fine of 270 is A's, the shares are lost to B."""
    game = failed(charter(a_table(), par=54, held="B3").owes(A="ESR"))
    assert (money(game, "A"), money(game, "B")) == (600 - 270, 600)
    assert (holdings(game, "ESR"), director(game, "ESR")) == ({"ipo": 10}, None)


@rule("4.3", "6.3")
def test_c44_the_certificate_is_sold_in_the_round() -> None:
    """A sells the director's certificate of the unlaunched company to the pool and is fined all the same."""
    table = charter(a_table(), par=54, held="A3").owes(A="ESR").stock_round("A", passes=0)
    game = table.game().play(sell("ESR", 3)).play(PASS)
    assert (money(game, "A"), director(game, "ESR")) == (600 + 3 * 27, None)
    for _ in "BCDA":
        game = game.play(PASS)
    assert (money(game, "A"), holdings(game, "ESR")) == (681 - 270, {"ipo": 10})


@rule("4.3")
def test_fines_go_clockwise_from_the_priority_deal_then_in_order_of_auction() -> None:
    table = a_table().priority("C")
    for name, held in (("ESR", "A3"), ("EUR", "D3"), ("FDR", "A3"), ("WNR", "C3")):
        charter(table, name, par=54, held=held)
    table.owes(A="FDR ESR", D="EUR", C="WNR")
    fines = [(event["player"], event["company"]) for event in told(failed(table), "obligation-failed")]
    assert fines == [("C", "WNR"), ("D", "EUR"), ("A", "FDR"), ("A", "ESR")]


@rule("4.3", "6.6")
def test_the_priority_deal_is_passed_on_after_the_fines() -> None:
    """C had it; the passing began with A."""
    table = charter(charter(a_table(), "ESR", par=54, held="B3"), "EUR", par=54, held="D3").owes(B="ESR", D="EUR")
    game = failed(table.priority("C"))
    assert [event["player"] for event in told(game, "obligation-failed")] == ["D", "B"]
    assert game.state.order[0] == "A"


# --------------------------------------------------------------------------------------------------------- forced sales


@rule("4.3")
def test_if_nothing_is_left_the_rest_is_forgiven() -> None:
    game = failed(charter(a_table(), held="A3").cash(A=0).owes(A="ESR"))
    assert (money(game, "A"), holdings(game, "ESR")) == (0, {"ipo": 10})
    assert told(game, "charter-lost") == [{"player": "A", "company": "ESR", "left": 410 - 123}]


@rule("4.3", "6.4")
def test_a_sale_that_brings_exactly_what_is_owed() -> None:
    """410: cash 136, the company's own shares 41 + 123, one share of another at 110: nothing is left, nothing lacks."""
    game = failed(c3(cash=136))
    assert asked(game).about.params["amount"] == 110
    assert offers_of(game, SellShares) == [sell("WNR")]
    done = game.play(sell("WNR"))
    assert (money(done, "A"), shares(done, "A", "WNR"), books_of(done).obligations) == (0, 1, ())
    assert asked(done).about.key != "sell-for-fine"


@rule("4.3", "6.4")
def test_forced_sales_are_as_large_as_the_fine_needs() -> None:
    """287 owed, shares for 2 × 74 and 4 × 20: all of them are not enough, so every block must be whole."""
    table = charter(a_table(), held="A3").cash(A=0).owes(A="ESR")
    table.has("WNR", price=74, held="B5 A2", trains="1F").has("WVR", price=20, held="B4 A4", trains="1F")
    game = failed(table)
    assert asked(game).about.params["amount"] == 287
    assert why(game, sell("WNR")) == "4.3"
    assert why(game, sell("WVR", 3)) == "4.3"
    assert offers_of(game, SellShares) == [sell("WNR", 2), sell("WVR", 4)]
    game = game.play(sell("WVR", 4))
    assert asked(game).about.params["amount"] == 207
    game = game.play(sell("WNR", 2))
    assert (money(game, "A"), told(game, "charter-lost")[0]["left"]) == (0, 59)


@rule("4.3")
def test_on_the_site_the_charter_is_lost_first_and_shares_go_in_small_lots() -> None:
    """287 owed, shares at 74: the company is back in the offer, three lots pay 222, and nothing is left to sell."""
    table = charter(a_table(profile="site"), held="A3").cash(A=0).owes(A="ESR")
    game = failed(table.has("WNR", price=74, held="B5 A3", trains="1F"))
    assert (asked(game).about.params["amount"], holdings(game, "ESR")) == (287, {"ipo": 10})
    game = game.play(sell("WNR"))
    assert asked(game).about.params["amount"] == 213
    game = game.play(sell("WNR"))
    done = game.play(sell("WNR"))
    assert (money(done, "A"), shares(done, "A", "WNR")) == (0, 0)
    assert asked(done).about.key != "sell-for-fine"


@rule("4.3")
def test_on_the_site_all_charters_are_lost_before_one_forced_sale() -> None:
    """A owes 410 for the ESR and 270 for the L&E, D 270 for the I&B, whoever has the priority deal: with no cash 287,
    189 and 189 are left when the shares are set off. A sells once for both, then D."""
    table = charter(a_table(profile="site"), held="A3").cash(A=0, D=0).owes(A="ESR L&E", D="I&B").priority("D")
    charter(charter(table, "L&E", par=54, held="A3"), "I&B", par=54, held="D3")
    table.has("WNR", price=74, held="A5 D3", trains="1F")
    game = table.stock_round("C", passes=3).game().play(PASS)
    assert [holdings(game, name) for name in ("ESR", "L&E", "I&B")] == [{"ipo": 10}] * 3
    assert (asked(game).who, asked(game).about.params["amount"]) == ("A", 287 + 189)
    game = game.play(sell("WNR", 5))
    assert (asked(game).who, asked(game).about.params["amount"]) == ("D", 189)


@rule("4.3", "6.4")
def test_forced_sales_are_of_shares_one_has_of_other_companies_in_one_block() -> None:
    table = charter(a_table(), held="A3").cash(A=0).owes(A="ESR")
    table.has("WNR", price=74, held="B5 A5", trains="1F").has("WVR", price=220, held="B4 A4", trains="1F")
    game = failed(table)
    assert why(game, sell("ESR")) == "4.3"
    assert why(game, sell("EUR")) == "6.4"
    assert why(game, sell("WNR", 5)) == "4.3"
    game = game.play(sell("WNR", 1))
    assert why(game, sell("WNR", 1)) == "6.4"
    game = game.play(sell("WVR", 1))
    assert (money(game, "A"), price_of(game, "WVR")) == (220 + 74 - 287, 220)


@rule("4.3", "6.3")
def test_forced_sales_follow_the_rules_for_directors() -> None:
    """One share would do, but the pool has no ordinary ones for the rest of the certificate: all three are sold."""
    table = charter(a_table(), par=54, held="B3").cash(A=200).owes(A="ESR")
    game = failed(table.has("WNR", price=100, held="A3", trains="1F"))
    assert asked(game).about.params["amount"] == 70
    assert why(game, sell("WNR", 1)) == "6.3"
    assert why(game, sell("WNR", 2)) == "6.3"
    game = game.play(sell("WNR", 3))
    assert (money(game, "A"), director(game, "WNR")) == (230, None)


@rule("4.3", "7.12")
def test_a_forced_sale_may_ruin_another_company() -> None:
    table = charter(a_table(), held="A3").cash(A=0).owes(A="ESR")
    game = failed(table.has("WNR", price=20, held="A5 B1", trains="1F"))
    game = game.play(sell("WNR", 5))
    assert holdings(game, "WNR") == {"ipo": 10}
    assert money(game, "A") == 0


@rule("4.3", "6.4")
def test_forced_sales_include_what_was_bought_in_this_round() -> None:
    table = charter(a_table(), held="A3").cash(A=60).owes(A="ESR")
    table.has("WNR", price=60, held="B5", pool=5, trains="1F")
    game = table.stock_round("A", passes=0).game().play(BuyShare(company_id("WNR"), PlaceId("pool")))
    for _ in "BCDA":
        game = game.play(PASS)
    assert offers_of(game, SellShares) == [sell("WNR")]
    assert shares(game.play(sell("WNR")), "A", "WNR") == 0
