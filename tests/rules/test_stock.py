"""The stock round that titles share, on an exchange without a railway."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import POOL, CompanyId
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.stock import (
    IN_IPO,
    IN_POOL,
    IN_TREASURY,
    BuyShare,
    EndStockTurn,
    PlaceId,
    SellShares,
    StartCompany,
    StockTurn,
)
from support.bourse import BLUE, BOX, RED, a_bourse
from support.tables import asked

PASS = EndStockTurn()
A_RED = BuyShare(RED, IN_IPO)


def why(game: Game, action: object, by: str | None = None) -> str | None:
    refusal = game.why_not(action, next((p for p in game.state.players if p == by), None))
    return None if refusal is None else refusal.rule


def facts(game: Game) -> StockTurn:
    return game.where()[-1].facts


def held(game: Game, owner: str, company: CompanyId) -> int:
    return sum(c.percent for c in BOX.papers.of[company] if game.state.certs[c.id] == owner)


def price(game: Game, company: CompanyId) -> int:
    return BOX.price(game.state, company)


# ------------------------------------------------------------------------------------------------------------ the turn


def test_players_come_in_order_until_all_have_passed_since_somebody_traded() -> None:
    game = a_bourse(held="A: RED 20")
    for player, answer in (("A", PASS), ("B", A_RED), ("C", PASS), ("A", PASS)):
        assert asked(game).who == player
        game = game.play(answer)
    assert (asked(game).who, facts(game).passed) == ("B", ("C", "A"))
    assert game.play(PASS).ask is None


def test_a_sale_is_no_pass_but_does_not_end_the_turn() -> None:
    game = a_bourse(held="A: RED 20; B: RED 20", turn=1, passed=("C", "A")).play(SellShares(RED, 1))
    assert asked(game).who == "B"
    ended = game.play(PASS)
    assert (asked(ended).who, facts(ended).passed, facts(ended).sold_now) == ("C", (), ())
    assert [event.key for event in ended.events] == ["stock-turn-ended"]


def test_whoever_has_just_bought_learns_why_nothing_can_be_sold() -> None:
    game = a_bourse(held="A: RED 20").play(BuyShare(RED, IN_IPO))
    assert why(game, SellShares(RED, 1), by="A") == "sell-before-buying"
    assert why(game, SellShares(RED, 1), by="C") == "whose-turn"


def test_the_next_round_begins_with_whoever_passed_first() -> None:
    """All have equal cash afterwards, so that the order by cash changes nothing."""
    game = a_bourse(turn=1)
    for _ in "BCA":
        game = game.play(PASS)
    assert game.state.order == ("B", "C", "A")


def test_the_richest_comes_first_of_equals_the_earlier() -> None:
    game = a_bourse(cash={"A": 10, "B": 70, "C": 70})
    for _ in "ABC":
        game = game.play(PASS)
    assert game.state.order == ("B", "C", "A")


@pytest.mark.parametrize(("rest", "after"), [("C: RED 20", 90), ("C: RED 10", 80)])
def test_only_what_is_sold_out_rises_at_the_end(rest: str, after: int) -> None:
    game = a_bourse(held=f"A: RED 40; B: RED 40; {rest}", passed=("B", "C")).play(PASS)
    assert price(game, RED) == after


# ------------------------------------------------------------------------------------------------------------- buying


@pytest.mark.parametrize(
    ("place", "cost", "receiver"), [(IN_IPO, 60, "bank"), (IN_POOL, 80, "bank"), (IN_TREASURY, 80, "RED")]
)
def test_what_a_share_costs_and_who_is_paid(place: PlaceId, cost: int, receiver: str) -> None:
    game = a_bourse(held="B: RED 20; RED: RED 10", pool="RED 10")
    after = game.play(BuyShare(RED, place))
    paid = {owner: money - game.state.cash[owner] for owner, money in after.state.cash.items()}
    assert {owner: change for owner, change in paid.items() if change} == {"A": -cost, receiver: cost}
    assert (held(after, "A", RED), facts(after).bought) == (10, (("A", RED),))


@pytest.mark.parametrize(
    ("rule", "game", "action"),
    [
        ("company-trades", a_bourse(), A_RED),
        ("share-is-there", a_bourse(held="A: RED 20"), BuyShare(RED, IN_POOL)),
        ("pay-for-share", a_bourse(held="B: RED 20", cash={"A": 59}), A_RED),
        ("debt-bars-buying", a_bourse(held="B: RED 20", debt={"A": 1}), A_RED),
        ("no-buying-back", a_bourse(held="B: RED 20", sold=(("A", RED),)), A_RED),
        ("certificate-limit", a_bourse(held="A: RED 60"), A_RED),
        ("over-certificate-limit", a_bourse(held="A: RED 70"), A_RED),
        ("start-once", a_bourse(held="B: RED 20"), StartCompany(RED, 60)),
        ("start-price", a_bourse(), StartCompany(RED, 70)),
        ("pay-for-start", a_bourse(cash={"A": 119}), StartCompany(RED, 60)),
        ("debt-bars-buying", a_bourse(debt={"A": 1}), StartCompany(RED, 60)),
        ("certificate-limit", a_bourse(held="A: BLUE 60"), StartCompany(RED, 60)),
        ("no-sale-in-first-round", a_bourse(held="A: RED 30", number=1), SellShares(RED, 1)),
        ("own-what-you-sell", a_bourse(held="A: RED 30"), SellShares(RED, 4)),
        ("own-what-you-sell", a_bourse(held="A: RED 30"), SellShares(RED, 0)),
        ("sell-only-operated", a_bourse(held="A: RED 30", operated=()), SellShares(RED, 1)),
        ("one-sale-a-company", a_bourse(held="A: RED 30", sold_now=(RED,)), SellShares(RED, 1)),
        ("keep-what-you-bought", a_bourse(held="A: RED 40", bought=(("A", RED),) * 3), SellShares(RED, 2)),
        ("bank-at-most", a_bourse(held="A: RED 40", pool="RED 40"), SellShares(RED, 2)),
        ("directors-certificate-stays", a_bourse(held="A: RED 30; B: RED 10"), SellShares(RED, 2)),
        ("must-sell-down", a_bourse(held="A: RED 70"), PASS),
        ("debt-to-repay", a_bourse(), RepayDebt()),
        ("debt-to-repay", a_bourse(debt={"A": 10}, cash={"A": 0}), RepayDebt()),
    ],
)
def test_refusals(rule: str, game: Game, action: object) -> None:
    """Each check by its key, at the smallest position that breaks it alone."""
    assert why(game, action) == rule


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (a_bourse(held="B: RED 20", cash={"A": 60}), A_RED),
        (a_bourse(held="B: RED 20", sold=(("B", RED),)), A_RED),
        (a_bourse(held="A: RED 50"), A_RED),
        (a_bourse(held="A: RED 40", bought=(("A", RED),) * 3), SellShares(RED, 1)),
        (a_bourse(held="A: RED 40", pool="RED 40"), SellShares(RED, 1)),
        (a_bourse(held="A: RED 30; B: RED 20"), SellShares(RED, 3)),
        (a_bourse(held="A: RED 70", operated=()), PASS),
        (a_bourse(cash={"A": 120}), StartCompany(RED, 60)),
    ],
)
def test_just_within_the_rules(game: Game, action: object) -> None:
    assert why(game, action) is None


def test_the_holding_limit_is_that_of_the_kind_of_company() -> None:
    """60% of a narrow company, all of a wide one; there is room for certificates."""
    game = a_bourse(held="A: RED 60, BLUE 60", limit=20)
    assert (why(game, A_RED), why(game, BuyShare(BLUE, IN_IPO))) == ("holding-limit", None)


def test_a_purchase_may_bring_the_directorship() -> None:
    game = a_bourse(held="B: RED 20; A: RED 20").play(A_RED)
    assert BOX.papers.director(game.state, RED) == "A"


# --------------------------------------------------------------------------------------------------- starting, selling


def test_the_directors_certificate_counts_as_bought_share_by_share() -> None:
    game = a_bourse().play(StartCompany(BLUE, 80))
    assert (game.state.cash[asked(a_bourse()).who], held(game, "A", BLUE)) == (340, 20)
    assert facts(game).bought == (("A", BLUE), ("A", BLUE))


def test_a_sale_is_paid_at_the_price_before_it() -> None:
    before = a_bourse(held="A: RED 30; B: RED 20")
    after = before.play(SellShares(RED, 2))
    assert (after.state.cash[asked(before).who], price(after, RED)) == (660, 60)
    assert (held(after, "A", RED), held(after, POOL, RED), BOX.papers.director(after.state, RED)) == (10, 20, "B")
    assert (facts(after).sold, facts(after).sold_now) == ((("A", RED),), (RED,))


def test_offers_are_all_that_is_legal() -> None:
    game = a_bourse(held="A: RED 30; B: RED 20", cash={"A": 70, "B": 0, "C": 0})
    assert {offer.action for offer in game.offers()} == {
        *(SellShares(RED, count) for count in (1, 2, 3)),
        A_RED,
        PASS,
    }
