"""[6.3] [8] [5.2.5] Directors, and the director's certificate."""

from random import Random

import pytest

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.ids import POOL
from ferrovia.rules.stock import IN_TREASURY, BuyShare, EndStockTurn, PlaceId, SellShares
from ferrovia.titles.t1862.directors import appoint_director
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    box_of,
    company_id,
    director,
    holdings,
    offers_of,
    player_id,
    shares,
    told,
    why,
)

rule = pytest.mark.rule
PASS = EndStockTurn()


def buy(place: str = POOL) -> BuyShare:
    return BuyShare(company_id("ESR"), PlaceId(place))


def sell(count: int) -> SellShares:
    return SellShares(company_id("ESR"), count)


def trading(held: str, *, pool: int = 0, administered: bool = False, player: str = "A") -> Game:
    """A stock round with one company that has a train."""
    table = a_table().has("ESR", price=100, held=held, pool=pool, trains="1F", administered=administered)
    return table.stock_round(player).game()


def certificates(game: Game, owner: str) -> int:
    return len(box_of(game).papers.held(game.state, player_id(owner), company_id("ESR")))


# ------------------------------------------------------------------------------------------------------ changing hands


@rule("6.3")
def test_e7_the_certificate_goes_to_the_next_director_for_three_ordinary_ones() -> None:
    game = trading("A5 B3").play(sell(3))
    assert (director(game, "ESR"), certificates(game, "A"), certificates(game, "B")) == ("B", 2, 1)
    assert holdings(game, "ESR") == {"A": 2, "B": 3, "pool": 3, "ESR": 2}


@rule("6.3")
def test_whoever_buys_more_than_the_director_takes_over() -> None:
    game = trading("B3 A3", pool=2).play(buy())
    assert (director(game, "ESR"), shares(game, "A", "ESR"), shares(game, "B", "ESR")) == ("A", 4, 3)
    assert (certificates(game, "A"), certificates(game, "B")) == (2, 3)
    assert told(game, "director-changed") == [{"company": "ESR", "player": "A", "before": "B"}]


@rule("6.3")
def test_a_tie_changes_nothing() -> None:
    assert director(trading("B4 A3", pool=2).play(buy()), "ESR") == "B"


@rule("6.3")
def test_of_equal_candidates_the_next_to_the_left_takes_over() -> None:
    """Counted from the seller, round the table."""
    assert director(trading("C4 A3 B3", player="C").play(sell(2)), "ESR") == "A"
    assert director(trading("B4 A3 C3", player="B").play(sell(2)), "ESR") == "C"


@rule("6.3")
def test_a_director_who_keeps_three_may_still_lose_the_directorship() -> None:
    game = trading("A5 B4").play(sell(2))
    assert (director(game, "ESR"), shares(game, "A", "ESR"), certificates(game, "A")) == ("B", 3, 3)


@rule("6.3", "6.4", "6.5.1")
def test_the_exchange_is_neither_purchase_nor_sale() -> None:
    """B got the certificate by A's sale: B may sell everything, and buy as well."""
    game = trading("A5 B3").play(sell(3)).play(PASS)
    assert shares(game.play(buy()), "B", "ESR") == 4
    assert shares(game.play(sell(3)), "B", "ESR") == 0


# --------------------------------------------------------------------------------------------- selling the certificate


@rule("6.3")
def test_e8_no_part_of_the_certificate_without_ordinary_ones() -> None:
    game = trading("A4 B1")
    assert why(game, sell(2)) == "6.3"
    assert [action.shares for action in offers_of(game, SellShares)] == [1, 3, 4]
    assert director(game.play(sell(1)), "ESR") == "A"
    assert director(game.play(sell(3)), "ESR") is None
    assert director(game.play(sell(4)), "ESR") is None


@rule("6.3")
def test_c5a_one_of_three() -> None:
    assert why(trading("A3", pool=1), sell(1)) == "6.3"
    game = trading("A3", pool=2).play(sell(1))
    assert (director(game, "ESR"), certificates(game, "A"), shares(game, "A", "ESR")) == (None, 2, 2)
    assert box_of(game).papers.directors_certificate(company_id("ESR")) in box_of(game).papers.held(
        game.state, POOL, company_id("ESR")
    )
    assert shares(game, "pool", "ESR") == 3
    assert told(game, "state-administration") == [{"company": "ESR"}]


@rule("6.3")
def test_c5b_shares_sold_now_count_too() -> None:
    game = trading("A4", pool=1).play(sell(2))
    assert (certificates(game, "A"), shares(game, "A", "ESR"), shares(game, "pool", "ESR")) == (2, 2, 3)


@rule("6.3")
@pytest.mark.parametrize("pool", [0, 1])
def test_the_site_counts_only_what_lay_in_the_pool(pool: int) -> None:
    """D5: two of four need two there; one leaves the certificate, three and four leave none of it to be kept."""
    table = a_table(profile="site").has("ESR", price=100, held="A4", pool=pool, trains="1F").stock_round()
    game = table.game()
    assert why(game, sell(2)) == "6.3"
    assert all(game.why_not(sell(number)) is None for number in (1, 3, 4))


@rule("6.3")
def test_with_two_in_the_pool_the_site_takes_two_of_four() -> None:
    table = a_table(profile="site").has("ESR", price=100, held="A4", pool=2, trains="1F").stock_round()
    game = table.game().play(sell(2))
    assert (certificates(game, "A"), shares(game, "A", "ESR"), shares(game, "pool", "ESR")) == (2, 2, 4)


@rule("6.3")
def test_c5c_own_ordinary_shares_are_kept() -> None:
    game = trading("A5").play(sell(3))
    assert (director(game, "ESR"), certificates(game, "A"), shares(game, "pool", "ESR")) == (None, 2, 3)


@rule("6.3")
def test_c5d_two_of_three() -> None:
    game = trading("A3", pool=1).play(sell(2))
    assert (certificates(game, "A"), shares(game, "A", "ESR"), shares(game, "pool", "ESR")) == (1, 1, 3)


@rule("6.3")
def test_c5e_a_tie_leaves_the_certificate() -> None:
    game = trading("A6 B3").play(sell(3))
    assert (director(game, "ESR"), certificates(game, "A")) == ("A", 1)


# ------------------------------------------------------------------------------------------------- state administration


@rule("6.3", "8")
def test_the_certificate_is_not_bought_from_the_pool() -> None:
    game = trading("A2 B2", administered=True)
    assert why(game, buy()) == "6.3"


@rule("6.3", "8")
def test_with_three_shares_a_player_takes_the_company_out_of_administration() -> None:
    game = trading("A2 B2", administered=True, pool=2).play(buy())
    assert (director(game, "ESR"), certificates(game, "A"), shares(game, "pool", "ESR")) == ("A", 1, 4)
    assert told(game, "director-changed") == [{"company": "ESR", "player": "A", "before": "pool"}]


@rule("8")
def test_with_two_shares_it_stays_under_administration() -> None:
    game = trading("A1 B2", administered=True, pool=2).play(buy(IN_TREASURY))
    assert (director(game, "ESR"), shares(game, "A", "ESR")) == (None, 2)


# --------------------------------------------------------------------------------------------------- after share merges


def appointed(table: EasternTable, first: str) -> Game:
    inside = Table(table.title, table.state)
    appoint_director(inside, company_id("ESR"), first=player_id(first))
    return table.stock_round().game()


@rule("5.2.5")
def test_after_a_share_merge_a_tie_goes_clockwise_from_whoever_began_it() -> None:
    table = a_table().has("ESR", price=100, held="A3 B3 D3")
    assert director(appointed(table, "B"), "ESR") == "B"
    assert director(appointed(a_table().has("ESR", price=100, held="A3 B3 D3"), "C"), "ESR") == "D"
    assert director(appointed(a_table().has("ESR", price=100, held="A3 B4 D3"), "C"), "ESR") == "B"


@rule("5.2.5", "8")
def test_after_a_share_merge_the_certificate_comes_from_wherever_it_is() -> None:
    table = a_table().has("ESR", price=100, held="A3 B2", administered=True)
    game = appointed(table, "B")
    assert (director(game, "ESR"), shares(game, "A", "ESR"), certificates(game, "A")) == ("A", 3, 1)


@rule("5.2.5", "8")
def test_after_a_share_merge_nobody_with_three_shares_means_administration() -> None:
    table = a_table().has("ESR", price=100, held="A2 B2", administered=True)
    assert director(appointed(table, "A"), "ESR") is None
    table = a_table().has("ESR", price=100, held="")
    game = appointed(table, "A")
    assert (director(game, "ESR"), shares(game, "pool", "ESR")) == (None, 3)


# ------------------------------------------------------------------------------------------------------------ at random


@rule("6.3", "6.4", "6.5.1", "6.5.2")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_traded_the_director_holds_most(seed: int) -> None:
    """Ten shares stay ten; the director holds three and nobody more; whoever is over the limit has only sales."""
    random = Random(seed)
    table = a_table("A B C D").cash(A=2000, B=2000, C=2000, D=2000)
    for name in ("ESR", "EUR", "FDR", "WNR"):
        who = random.sample("ABCD", 3)
        price = random.choice([31, 60, 100, 220, 430])
        table.has(name, price=price, held=f"{who[0]}4 {who[1]}3 {who[2]}1", pool=random.randint(0, 2), trains="1F")
    game = table.stock_round(random.choice("ABCD")).game()
    for _ in range(60):
        if asked(game).about.key not in ("trade", "choose-tokens"):
            break
        offer = game.offers().pick(random)
        game = game.play(offer.action if offer.amount is None else offer.with_amount(offer.amount.low))
        for name in game.state.pars:
            held = {who: count for who, count in holdings(game, name).items() if who in "ABCD"}
            assert sum(holdings(game, name).values()) == 10
            who = director(game, name)
            assert held[who] == max(held.values()) >= 3 if who else max(held.values(), default=0) < 3
        assert game.title.counts(game.state)["money"] == 15000
