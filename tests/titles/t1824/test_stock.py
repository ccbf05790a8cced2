"""[VI] [VIII.3] Stock rounds, with the vectors B and C of the examples."""

import pytest

from ferrovia import Game, new_game
from ferrovia.model.ids import IPO, POOL, Owner
from ferrovia.rules.stock import BuyShare, EndStockTurn, PlaceId, SellShares, StartCompany
from ferrovia.titles.t1824.exchange import ExchangeCoal, ExchangeMountain
from ferrovia.titles.t1824.first_round import BuyMountain, BuyRailway
from ferrovia.titles.t1824.forbidden import SellMountain, SellRailway
from support.tables import asked, refused
from titles.t1824.tables import (
    a_table,
    certificates,
    director,
    events,
    money,
    mountain,
    name,
    offered,
    percent,
    price,
    trains_with,
    why,
)

rule = pytest.mark.rule
PASS = EndStockTurn()


def buy(company: str, place: str = IPO) -> BuyShare:
    return BuyShare(name(company), PlaceId(place))


def sell(company: str, shares: int = 1) -> SellShares:
    return SellShares(name(company), shares)


def start(company: str, at: int) -> StartCompany:
    return StartCompany(name(company), at)


def railway(company: str, at: int) -> BuyRailway:
    return BuyRailway(name(company), at)


def first_round(seats: int = 4, **options: str) -> Game:
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return new_game("1824", ["A", "B", "C", "D", "E", "F"][:seats], chosen)


def passing(game: Game, times: int) -> Game:
    for _ in range(times):
        game = game.play(PASS)
    return game


# ---------------------------------------------------------------------------------------------------- the first round


@rule("VI.3.6", "III.1.1", "III.1.3", "VI.1.6")
def test_a1_the_first_lap_goes_backwards() -> None:
    game, seats = first_round(5), ""
    for _ in range(12):
        seats += asked(game).who
        game = game.play(offered(game, BuyShare)[0])
    assert seats == "EDCBAABCDEAB"


@rule("IV.2.2", "IV.2.3", "IV.2.8", "VI.3.2", "VI.3.7", "VI.3.8", "VI.4.3", "VI.4.4", "IV.4.1.5", "IV.4.2.1", "III.4.2")
def test_b1_coal_railway_at_180() -> None:
    game = first_round()
    assert (why(game, railway("EOD", 150)), why(game, buy("MS"))) == ("IV.2.2", "VI.4.1")
    done = game.play(railway("EOD", 180))
    assert (money(done, "D"), money(done, "EOD"), trains_with(done, "EOD"), price(done, "MS")) == (
        500,
        60,
        "1g",
        "90@3,2",
    )
    assert why(done, buy("MS")) == ""
    assert why(done, start("MS", 90)) == "IV.2.12"
    assert percent(done, "EOD", "MS") == 20


@rule("III.3.3", "III.4.1", "IV.3.1", "IV.3.9", "VI.3.1", "VI.3.8", "IV.2.1")
def test_b8_money_of_the_first_round() -> None:
    game = first_round()
    assert (money(game, "bank"), money(game, "A")) == (9280, 680)
    done = game.play(railway("KK1", 240)).play(railway("MLB", 160))
    assert [money(done, who) for who in ("D", "KK1", "C", "MLB", "bank")] == [440, 240, 520, 40, 9400]
    assert price(done, "CL") == "80@4,2"


@rule("III.3.2", "III.3.4", "III.3.5", "IV.1.10", "VI.7.1", "X.2 ¶", "XI.2.1", "XI.2.2", "XI.2.3", "XI.1 ¶", "X.1 ¶")
@pytest.mark.parametrize(
    ("seats", "scenario", "cash", "limit", "mountains", "bank"),
    [
        (3, "standard", 820, 21, 4, 12000),
        (4, "standard", 680, 16, 6, 12000),
        (5, "standard", 560, 13, 6, 12000),
        (6, "standard", 460, 11, 4, 12000),
        (2, "standard", 830, 14, 2, 4000),
        (3, "cisleithania", 680, 16, 3, 9000),
    ],
)
def test_the_set_up(seats: int, scenario: str, cash: int, limit: int, mountains: int, bank: int) -> None:
    game = first_round(seats, scenario=scenario)
    box = game.title.data
    assert (money(game, "A"), box.certificate_limit, len(box.mountains)) == (cash, limit, mountains)
    assert sum(game.state.cash.values()) == bank
    companies = set(box.companies)
    assert ("BH" in companies, "UG" in companies) == (scenario == "standard" and seats > 2, seats > 2)


@rule("VI.2.2")
def test_b4_everybody_passes_after_the_last_purchase() -> None:
    game = passing(first_round(3).play(railway("SD1", 240)), 3)
    assert asked(game).who == "B"
    done = passing(game, 2)
    assert (done.state.order[0], done.where()[-2].script) == ("A", "operating round")


@rule("VI.2.2")
def test_b7_priority_to_the_left_of_the_last_buyer() -> None:
    game = first_round(3).play(railway("SD1", 240)).play(railway("KK1", 240)).play(railway("UG1", 240))
    assert passing(game, 3).state.order[0] == "B"
    site = first_round(3, profile="site").play(railway("SD1", 240)).play(railway("KK1", 240)).play(railway("UG1", 240))
    assert passing(site, 3).state.order[0] == "A"


@rule("VI.3.9", "VI.8.1a", "IV.1.4", "IV.2.11", "IV.1.2", "IV.2.4", "IV.3.6")
def test_b5_nothing_is_sold_or_exchanged() -> None:
    game = first_round()
    tried = (sell("SD"), ExchangeMountain(mountain("B1"), name("BK")), ExchangeCoal(name("EPP")))
    assert [why(game, action) for action in tried] == ["VI.3.9", "IV.1.4", "IV.2.11"]
    resale = (SellMountain(mountain("B1")), SellRailway(name("EPP")), SellRailway(name("SD1")))
    assert [why(game, action) for action in resale] == ["IV.1.2", "IV.2.4", "IV.3.6"]


@rule("VI.3.3", "IV.1.1")
def test_mountain_railways_of_any_number_cost_120() -> None:
    done = first_round().play(BuyMountain(mountain("B4")))
    assert (money(done, "D"), money(done, "bank"), certificates(done, "D")) == (560, 9400, 0)
    assert why(done, BuyMountain(mountain("B4"))) == "VI.3.3"


@rule("VI.3.4", "IV.4.3.1", "IV.4.3.2", "IV.4.3.3", "VI.5.1", "VI.5.3", "VI.4.2")
def test_b10_bh_opens_in_the_first_round() -> None:
    game = first_round()
    assert why(game, start("BH", 110)) == "VI.4.3"
    game = game.play(start("BH", 80))
    assert (money(game, "D"), price(game, "BH")) == (520, "80@4,2")
    for _ in range(3):
        game = game.play(buy("BH"))
    assert (money(game, "BH"), events(game, "company-floated")[0]["amount"]) == (800, 800)


@rule("VI.3.5", "IV.4.4.1", "IV.4.1.1", "IV.4.1.2", "VI.1.3", "VI.5.2")
def test_shares_of_staatsbahnen_that_nobody_has_kept() -> None:
    game = first_round()
    assert [price(game, c) for c in ("SD", "UG", "KK")] == ["120@0,2"] * 3
    assert [q.since for _, q in sorted(game.state.prices.items(), key=lambda item: item[1].since)] == [1, 2, 3]
    assert [percent(game, IPO, c) for c in ("SD", "UG", "KK", "BH")] == [60, 70, 70, 100]
    assert money(game.play(buy("SD")), "D") == 560


@rule("VI.3.10", "IV.2.17", "IV.4.2.4", "IV.2.12")
def test_b3_unsold_railways_leave_the_game() -> None:
    game = passing(first_round(3).play(railway("SD1", 240)), 5)
    assert set(game.state.closed) == {*["EPP", "EOD", "MLB", "SPB", "SD2", "SD3", "UG1", "UG2", "KK1", "KK2"]}
    assert (percent(game, IPO, "SD"), percent(game, IPO, "BK")) == (80, 100)
    table = a_table().stock_round("A")
    assert why(table.game(), start("SD", 100)) == "side 8"
    done = table.game().play(start("BK", 70))
    assert (money(done, "A"), price(done, "BK")) == (540, "70@5,2")


@rule("IV.2.12", "VI.4.2")
def test_what_is_kept_for_the_owner_of_a_railway_is_not_for_sale() -> None:
    table = a_table("A B C").railway("KK1", "B").railway("KK2", "C").railway("EPP", "C", price=140)
    game = table.shares(KK="A A A A A B B").open("BH", 90, "A60").stock_round("B").game()
    assert (why(game, buy("KK")), why(game, start("KK", 100))) == ("IV.2.12", "side 8")
    assert (why(game, start("BK", 70)), why(game, start("BH", 80))) == ("IV.2.12", "VI.4.2")


@rule("side 8")
def test_b9_the_first_with_20_percent_takes_the_certificate() -> None:
    game = first_round(3)
    for action in (railway("KK2", 120), buy("KK"), PASS, PASS, buy("KK"), buy("KK"), PASS, PASS, PASS):
        game = game.play(action)
    assert (director(game, "KK"), percent(game, "B", "KK"), certificates(game, "B")) == ("B", 20, 1)
    assert percent(game, IPO, "KK") == 60


# ------------------------------------------------------------------------------------------------------ selling


@rule("VI.6.3", "VI.6.2", "VI.8.1c", "VI.8.3", "VI.8.1d", "VI.1.2")
def test_a2_a_director_sells_out_of_control() -> None:
    table = a_table("A B C").open("BH", 100, "A20 B20 C20").cash(A=0)
    done = table.stock_round("A").game().play(sell("BH"))
    assert (director(done, "BH"), percent(done, "A", "BH"), money(done, "A"), price(done, "BH")) == (
        "B",
        10,
        100,
        "90@3,2",
    )
    assert certificates(done, "B") == 1
    other = a_table("A B C").open("BH", 100, "B20 A10 C20").stock_round("A")
    assert why(other.game(), sell("BH")) == "VI.8.1c"
    alone = a_table("A B C").open("BH", 100, "A60").stock_round("A")
    assert why(alone.game(), sell("BH", 5)) == "VI.8.1c"
    nobody = a_table("A B C").open("BH", 100, "A20 B10 C10 A20").stock_round("A")
    assert why(nobody.game(), sell("BH", 3)) in ("VI.8.1c", "VI.8.1d")


@rule("VIII.3.1", "VIII.3.2", "VI.8.4", "VI.8.2")
def test_c1_c16_one_drop_for_a_sale() -> None:
    table = a_table("A B C").open("CL", 120, "A50 B20 C30", row=0).open("BK", 90, "B30 A30 C20")
    game = table.cash(A=0, B=0).stock_round("A").game().play(sell("CL", 3))
    assert (money(game, "A"), price(game, "CL"), percent(game, IPO, "CL")) == (360, "110@1,2", 30)
    assert why(game, sell("CL")) == "VIII.3.1"
    game = game.play(sell("BK")).play(PASS).play(sell("CL"))
    assert (money(game, "A"), money(game, "B"), price(game, "CL"), price(game, "BK")) == (450, 110, "100@2,2", "80@4,2")
    site = a_table("A B C", profile="site").open("CL", 120, "A50 B20 C30", row=0).cash(A=0).stock_round("A").game()
    for _ in range(3):
        site = site.play(sell("CL"))
    assert (money(site, "A"), price(site, "CL")) == (330, "90@3,2")


@rule("VIII.3.3")
@pytest.mark.parametrize(("at", "row"), [(170, 4), (330, 2)])
def test_c2_the_bottom_of_a_column(at: int, row: int) -> None:
    game = a_table("A B C").open("BK", at, "A60 B20", row=row).stock_round("A").game()
    before = price(game, "BK")
    assert price(game.play(sell("BK")), "BK") == before


@rule("VIII.3.4")
def test_c4_c17_sold_out_companies_rise() -> None:
    table = a_table("A B C").open("BK", 140, "A50 B50", row=3).open("CL", 120, "A50 B50", row=0)
    table.open("BH", 140, "A50 B40", row=3)
    done = passing(table.stock_round("A").game(), 3)
    assert (price(done, "BK"), price(done, "CL"), price(done, "BH")) == ("150@2,6", "120@0,2", "140@3,6")


@rule("VI.8.1b")
def test_c12_a_staatsbahn_before_its_first_turn() -> None:
    assert why(a_table().shares(SD="A A A").stock_round("A").game(), sell("SD")) == "VI.8.1b"


@rule("VI.8.1c")
def test_c7_at_most_half_in_the_bank() -> None:
    game = a_table().open("BK", 100, "A40 B20").stock_round("A").game()
    assert (why(game, sell("BK")), why(game, sell("BK", 2))) == ("", "VI.8.1c")


# ------------------------------------------------------------------------------------------------------- buying


@rule("VI.7.4")
def test_c6_c13_sixty_percent() -> None:
    table = a_table().railway("EPP", "A", price=140).shares(BK="A A A A A A").phase("3").mountains(A="B1")
    game = table.stock_round("A").game()
    assert why(game, buy("BK")) == "VI.7.4"
    done = game.play(ExchangeCoal(name("EPP")))
    assert percent(done, "A", "BK") == 80
    assert percent(game.play(ExchangeMountain(mountain("B1"), name("BK"))), "A", "BK") == 70


@rule("VI.7.1", "VI.7.2", "side 4", "IV.4.1.4", "VI.7.3")
def test_c8_i10_the_certificate_limit() -> None:
    table = a_table().railway("EPP", "A", price=140).mountains(A="B1 B2").phase("3")
    table.shares(SD="A A A A A", UG="A A A A A", KK="A A A A A").cash(A=900)
    game = table.stock_round("A").game()
    assert certificates(game, "A") == 16
    assert why(game, buy("SD")) == "VI.7.1"
    assert why(game, ExchangeMountain(mountain("B1"), name("BK"))) == "VI.7.1"
    assert certificates(game.play(ExchangeCoal(name("EPP"))), "A") == 16


@rule("VI.7.3")
def test_c15_over_the_limit_one_sells_first() -> None:
    table = a_table().open("CL", 100, "B20 A20").shares(SD="A A A A A", UG="A A A A A", KK="A A A A A").cash(A=900)
    game = table.open("BK", 90, "B60").stock_round("A").game()
    assert certificates(game, "A") == 17
    assert [why(game, action) for action in (PASS, buy("BK"))] == ["", "VI.7.1"]
    more = a_table().open("CL", 100, "B40 A20").shares(SD="A A A A A", UG="A A A A A", KK="A A A A A").cash(A=900)
    over = more.stock_round("A").game()
    assert [why(over, action) for action in (PASS, buy("CL"))] == ["VI.7.3", "VI.7.3"]
    assert why(over.play(sell("CL")), PASS) == ""


@rule("IV.2.11", "VI.1.4")
def test_i8_on_the_site_no_coal_exchange_after_a_sale() -> None:
    for profile, cite in (("rulebook", ""), ("site", "IV.2.11")):
        table = a_table(profile=profile).phase("3").railway("EPP", "A", price=140).open("CL", 100, "B40 A20")
        game = table.stock_round("A").game()
        assert why(game, ExchangeCoal(name("EPP"))) == ""
        assert why(game.play(sell("CL")), ExchangeCoal(name("EPP"))) == cite


@rule("VI.4.6")
def test_c11_no_buying_back() -> None:
    game = a_table().open("BK", 100, "A40 B20").stock_round("A").game().play(sell("BK"))
    assert why(game, buy("BK")) == "VI.4.6"


@rule("VI.4.1", "VI.4.5", "IV.4.1.6")
def test_what_cannot_be_bought() -> None:
    game = a_table().cash(A=50).open("BK", 100, "B60").stock_round("A").game()
    assert [why(game, buy(c)) for c in ("MS", "BK")] == ["VI.4.1", "VI.4.5"]


@rule("IV.4.1.6", "IV.1.9", "VI.6.1")
def test_c9_shares_before_a_price_exists() -> None:
    table = a_table().phase("3").shares(BH="A A A").cash(B=200)
    game = table.stock_round("B").game()
    assert director(game, "BH") is None
    done = game.play(start("BH", 60))
    assert (director(done, "BH"), percent(done, "A", "BH"), percent(done, "B", "BH"), money(done, "BH")) == (
        "A",
        30,
        20,
        600,
    )
    assert (certificates(done, "A"), certificates(done, "B")) == (2, 2)


@rule("VI.4.2", "IV.4.3.3")
def test_c10_c14_half_by_exchanges_only() -> None:
    table = a_table().phase("3").shares(BH="A A B B C").cash(B=205)
    done = table.stock_round("B").game().play(start("BH", 100))
    assert (money(done, "B"), money(done, "BH")) == (5, 1000)
    own = a_table().phase("3").shares(BH="A A A A A").cash(A=120).stock_round("A").game().play(start("BH", 60))
    assert (percent(own, "A", "BH"), money(own, "BH")) == (70, 600)


@rule("VI.1.4", "VI.1.5", "VI.2.1", "IV.4.1.3")
def test_a_turn_is_sales_then_one_purchase() -> None:
    game = a_table().open("BK", 100, "A40 B20").open("CL", 80, "B60").stock_round("A").game()
    done = game.play(sell("BK")).play(buy("CL"))
    assert asked(done).who == "B"
    assert refused(done, sell("BK"), by="A").startswith("VI.1.4")
    assert asked(game.play(PASS)).who == "B"


@rule("VI.6.1")
def test_the_same_holding_changes_no_director() -> None:
    table = a_table().open("BK", 100, "A20 B10").cash(B=500).stock_round("B")
    game = table.game().play(buy("BK"))
    assert director(game, "BK") == "A"
    assert director(passing(game, 3).play(buy("BK")), "BK") == "B"


# ------------------------------------------------------------------------------------------------------ exchanges


@rule("IV.2.11", "IV.2.13", "IV.2.16", "IV.2.15", "IV.4.2.2", "IV.4.2.3")
def test_i7_b2_coal_exchange_when_another_holds_more() -> None:
    table = a_table().railway("EOD", "A", price=180, cash=60, trains="1g", at="A12").shares(MS="B B B").phase("3")
    game = table.stock_round("A").game()
    assert "MS" not in game.state.floated
    done = game.play(ExchangeCoal(name("EOD")))
    assert (money(done, "MS"), trains_with(done, "MS"), director(done, "MS")) == (780, "1g", "B")
    assert (percent(done, "A", "MS"), certificates(done, "A"), certificates(done, "B")) == (20, 2, 2)
    assert (done.state.closed[-1], done.state.board.stations_of(name("EOD"))) == ("EOD", [])


@rule("IV.2.11", "VI.1.4")
def test_i8_a_sale_before_the_exchange() -> None:
    table = a_table().railway("EPP", "A", price=140).open("CL", 80, "A40 B30").phase("3")
    game = table.stock_round("A").game().play(sell("CL"))
    assert why(game, ExchangeCoal(name("EPP"))) == ""


@rule("IV.2.11", "IV.1.4", "IV.1.8", "IV.1.9")
def test_what_cannot_be_exchanged() -> None:
    early = a_table().railway("EPP", "A", price=140).mountains(A="B1").phase("2").stock_round("A").game()
    tried = (ExchangeCoal(name("EPP")), ExchangeMountain(mountain("B1"), name("BK")))
    assert [why(early, action) for action in tried] == ["IV.2.11", "IV.1.4"]
    table = a_table().mountains(A="B1").phase("3").shares(BK="B B B B C C C C")
    game = table.stock_round("A").game()
    assert [why(game, ExchangeMountain(mountain("B1"), name(c))) for c in ("SD", "BK", "BH")] == [
        "IV.1.9",
        "IV.1.8",
        "",
    ]
    assert passing(game.play(ExchangeMountain(mountain("B1"), name("BH"))), 3).where()[-1].script == "stock round"


@rule("side 8")
def test_d7_the_certificate_without_number_one() -> None:
    game = a_table().railway("KK2", "B").shares(KK="A").stock_round("A").game()
    done = game.play(buy("KK"))
    assert (certificates(done, "A"), percent(done, "A", "KK"), percent(done, IPO, "KK")) == (1, 20, 70)
    site = a_table(profile="site").railway("KK2", "B").shares(KK="A").stock_round("A").game().play(buy("KK"))
    assert certificates(site, "A") == 2


@rule("X.4 pool")
def test_g5_g17_the_pool_for_two() -> None:
    table = a_table("A B").open("CL", 80, "A60").cash(A=900)
    game = table.stock_round("A").game()
    assert why(game, buy("CL")) == "VI.7.4"
    sold = game.play(sell("CL"))
    assert percent(sold, POOL, "CL") == 10
    assert why(sold, sell("CL")) in ("VI.8.1c", "VIII.3.1")
    pooled = a_table("A B").open("CL", 80, "A60").cash(A=900)
    cert = pooled.box.papers.ordinary(pooled.state, Owner(IPO), name("CL"))[0]
    pooled.state.certs[cert.id] = POOL
    assert why(pooled.stock_round("A").game(), buy("CL", POOL)) == ""
