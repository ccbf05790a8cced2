"""[X] [XI] [XII] Vectors G of the examples that need a longer story: the draft, the company that nobody directs."""

import pytest

from ferrovia import new_game
from ferrovia.engine.play import Table
from ferrovia.model.ids import IPO, POOL, HexId, Owner, StopId, TileId, TurnId
from ferrovia.rules.dividends import PayDividend
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.stock import IN_IPO, IN_POOL, BuyShare, EndStockTurn, SellShares
from ferrovia.rules.track import LayTile
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1824.directorless import BuyDouble, DeclineStation, PlaceFreeStation, SellDouble
from ferrovia.titles.t1824.draft import DeclineMountain, DrawRailway
from ferrovia.titles.t1824.exchange import ExchangeMountain
from ferrovia.titles.t1824.stations import cost_by_stations_on_map, cost_by_tokens_left
from ferrovia.titles.t1824.towns import PlaceTown
from ferrovia.titles.t1824.trains import BuyTrain, TradeIn
from support.tables import asked
from titles.t1824.tables import (
    a_table,
    certificates,
    events,
    money,
    mountain,
    name,
    offered,
    percent,
    price,
    stations,
    train,
    why,
)
from titles.t1824.test_variants import drafted, for_two, take

rule = pytest.mark.rule
PASS = EndStockTurn()


def free(stop: str) -> PlaceFreeStation:
    return PlaceFreeStation(StopId(stop))


# ---------------------------------------------------------------------------------------------------------- the draft


@rule("X.5.1", "X.5.2", "X.5.3", "X.5.4", "X.3 ¶", "IV.4.4.5", "IV.4.4.7")
def test_g1_what_was_paid_and_what_sd_receives() -> None:
    """G1: P1 pays 640 of 830; MS begins at 50@6,1; SD forms with 120 × 7 = 840 and its railways' treasuries."""
    game = drafted()
    assert (money(game, "A"), price(game, "MS")) == (190, "50@6,1")
    assert money(game, "bank") == 4000 - 2 * 830 + 120 + 120 + 2 * 120  # two that only build, two 1g-trains
    table = a_table("A B").phase("4").railway("SD1", "A", cash=33, at="E12.0").railway("SD2", "A", cash=7, at="G10")
    formed = table.keep(due=(name("SD"),)).operating_round("form_what_is_due").game()
    assert events(formed, "staatsbahn-formed")[0]["amount"] == 840
    assert money(formed, "SD") == 880


@rule("X.3 ¶", "X.4.1")
def test_g1_with_kk2_in_the_first_pile() -> None:
    """G1: both close with the first 5; KK has 120 × 8 = 960 and KK1's treasury (210)."""
    table = a_table("A B").phase("4").sold_out("4").railway("EOD", "A", price=120, at="A12").railway("KK2", "B")
    table.keep(construction=(name("EOD"), name("KK2")), linked=())
    table.railway("KK1", "B", cash=210, at="E12.1").railway("SD1", "A", cash=400, at="E12.0")
    table.state.certs[table.box.reserved[name("KK2")]] = IPO
    game = table.turn_of("SD1", "trains").game()
    game = game.play(BuyTrain(train(game, "5")))
    assert {"EOD", "KK2"} <= set(game.state.closed)
    assert game.state.extras.due == ("KK",)
    due = a_table("A B").phase("5").railway("KK1", "B", cash=210, at="E12.1").keep(due=(name("KK"),))
    formed = due.operating_round("form_what_is_due").game()
    assert money(formed, "KK") == 960 + 210


@rule("X.5 ¶2")
def test_g11_nobody_wants_a_mountain_railway() -> None:
    """G11: both decline: P1 is asked for shares; on the site the first stock round is over."""
    game = drafted().play(DeclineMountain()).play(DeclineMountain())
    assert (asked(game).who, asked(game).about.key) == ("A", "trade")
    assert {game.state.certs[m] for m in game.title.data.mountains} == {"scrap"}
    site = new_game("1824", ["A", "B"], {"profile": "site"}).play(DrawRailway(name("EOD")))
    site = site.play(DrawRailway(name("SD3")))
    for company, at in (("KK1", 240), ("SD1", 240), ("EPP", 140), ("MLB", 160), ("KK2", 120), ("SD2", 120)):
        site = site.play(take(company, at))
    site = site.play(take("SD3", 120)).play(take("EOD", 120)).play(DeclineMountain()).play(DeclineMountain())
    assert site.where()[1].script == "operating round"


# --------------------------------------------------------------------------------------------- what nobody directs


@rule("X.4.2c", "VIII.2.1")
def test_g4_its_price_without_trades() -> None:
    """G4: 50, 60, 70, 80, then 90@5,4, 105, 120, then 130@4,6, 150, 170, then 180@3,8."""
    found, at, row = list[str](), 50, 6
    for _ in range(10):
        table = for_two().priced("MS", at, row=row).open("BK", 60, "A60", at="B9", trains="2")
        after = price(table.turn_of("MS", "pay", script="directorless turn").game(), "MS")
        found.append(after)
        at, row = int(after.split("@")[0]), int(after.split("@")[1].split(",")[0])
    prices = [text.split("@")[0] for text in found]
    assert prices == ["60", "70", "80", "90", "105", "120", "130", "150", "170", "180"]
    assert (found[3], found[6], found[9]) == ("90@5,4", "130@4,6", "180@3,8")


@rule("X.4.2c")
def test_g2_g12_each_player_is_rounded_once() -> None:
    """G2, G12: MS at 105: four shares 42, three 31.5 → 32, two 21; the pool pays nobody."""
    for held, amounts in (("A20 B20 A20 B10", (42, 32)), ("A20 B20 A10", (32, 21))):
        table = for_two(a=held).priced("MS", 105, row=5).open("BK", 60, "A60", at="B9", trains="2").cash(A=0, B=0)
        game = table.turn_of("MS", "pay", script="directorless turn").game()
        assert ((money(game, "A"), money(game, "B")), price(game, "MS")) == (amounts, "120@5,6")


@rule("X.4.2f", "X.4.2b")
def test_g3_the_double_is_bought_and_sold_whole() -> None:
    """G3: at 70 it costs 140 and counts once; 10% of it cannot be sold."""
    game = for_two().priced("MS", 70, row=6).cash(A=300).stock_round("A").game().play(BuyDouble(name("MS")))
    assert (money(game, "A"), certificates(game, "A")) == (160, 1)
    owner = for_two(a="A20").priced("MS", 70, row=6).cash(A=0).stock_round("A").game()
    assert why(owner, SellShares(name("MS"), 1)) == "X.4.2f"
    assert money(owner.play(SellDouble(name("MS"), 0)), "A") == 140


@rule("VI.7.3", "X.4.2f")
def test_over_the_limit_also_the_double_is_sold() -> None:
    """Fifteen certificates of fourteen, and only the double can be sold: whoever holds it neither passes nor buys."""
    table = for_two(a="A20").priced("MS", 70, row=6).shares(SD="A A A A A A", KK="A A A A A A").mountains(A="B1")
    table = table.railway("EPP", "A", price=140).railway("SD1", "A").phase("3").cash(A=900)
    game = table.stock_round("A").game()
    assert certificates(game, "A") == 15
    assert [why(game, action) for action in (PASS, BuyShare(name("MS"), IN_POOL))] == ["VI.7.3", "VI.7.3"]
    sold = game.play(SellDouble(name("MS"), 0))
    assert (certificates(sold, "A"), why(sold, PASS)) == (14, "")


@rule("X.4.2f", "X.4.2d", "VII.12.1", "VII.12.2")
def test_the_double_is_sold_for_a_train() -> None:
    """In an emergency as in a stock round: whole, for twice the price, one step down; then only what needed it."""
    table = for_two(a="A20 A10").priced("MS", 60, row=6).phase("3").cash(A=0)
    game = table.railway("KK1", "A", cash=130, at="E12.1").turn_of("KK1", "trains").game()
    assert why(game, SellDouble(name("MS"), 1)) == "VII.12.1"  # 130 + 120 pay for the 2g
    sold = game.play(SellDouble(name("MS"), 0))
    assert (money(sold, "A"), price(sold, "MS"), percent(sold, POOL, "MS")) == (120, "60@6,2", 90)
    assert why(sold, SellShares(name("MS"), 1)) == "VII.12.1"
    assert why(sold, BuyTrain(train(sold, "3"))) == ""
    broke = for_two(a="A20").priced("MS", 60, row=6).phase("3").cash(A=200)
    rich = broke.railway("KK1", "A", cash=100, at="E12.1").turn_of("KK1", "trains").game()
    assert why(rich, SellDouble(name("MS"), 0)) == "VII.12.1"


@rule("X.4 pool", "VI.7.4")
def test_g5_above_sixty_only_from_the_pool() -> None:
    """G5: 60% of CL and a 10% in the pool: it may be bought, one of the supply may not."""
    table = a_table("A B").open("CL", 80, "A60").cash(A=900)
    table.state.certs[table.box.papers.ordinary(table.state, Owner(IPO), name("CL"))[0].id] = POOL
    game = table.stock_round("A").game()
    assert why(game, BuyShare(name("CL"), IN_IPO)) == "VI.7.4"
    assert percent(game.play(BuyShare(name("CL"), IN_POOL)), "A", "CL") == 70


@rule("X.4 pool", "VI.8.1c")
def test_g17_half_counts_bank_and_pool() -> None:
    """G17: 60% of CL out: the sale of one share is legal, of two not; after it nobody sells another."""
    table = a_table("A B").open("CL", 80, "A40 B20").cash(A=0)
    game = table.stock_round("A").game()
    assert [why(game, SellShares(name("CL"), n)) for n in (1, 2)] == ["", "VI.8.1c"]
    sold = game.play(SellShares(name("CL"), 1))
    assert (percent(sold, POOL, "CL"), percent(sold, IPO, "CL")) == (10, 40)
    assert why(sold.play(PASS), SellShares(name("CL"), 1)) == "VI.8.1c"


@rule("X.4.2d", "VIII.3.4")
def test_g13_all_nine_certificates_are_out() -> None:
    """G13: 50@6,1 → 60@5,1 at the end of the stock round; the dividend of the next round follows."""
    game = for_two(a="A60 B40").cash(A=0, B=0).stock_round("A").game().play(PASS).play(PASS)
    assert (money(game, "A"), money(game, "B")) == (36, 24)  # a tenth of 60 for each share
    assert price(game, "MS") == "70@5,2"


@rule("X.4 pool", "VIII.3.3")
def test_g14_a_sale_at_the_bottom() -> None:
    """G14: two 10% of MS at 80@6,4: 160, the price stays, the shares are in the pool."""
    game = for_two(a="A20 A20").priced("MS", 80, row=6).cash(A=0).stock_round("A").game()
    sold = game.play(SellShares(name("MS"), 2))
    assert (money(sold, "A"), price(sold, "MS"), percent(sold, POOL, "MS")) == (160, "80@6,4", 80)


@rule("IV.1.9", "X.4.2d")
def test_g15_a_mountain_railway_for_a_share_of_the_pool() -> None:
    """G15: a 10% of MS from the pool; never its 20%."""
    game = for_two().phase("3").mountains(A="B1").stock_round("A").game()
    done = game.play(ExchangeMountain(mountain("B1"), name("MS")))
    assert (percent(done, "A", "MS"), done.state.certs[done.title.data.papers.of[name("MS")][0].id]) == (10, POOL)
    held = for_two(a="B20").phase("3").mountains(A="B1")
    for cert in held.box.papers.ordinary(held.state, Owner(POOL), name("MS")):
        held.state.certs[cert.id] = held.player("B")
    held.state.certs[held.box.papers.of[name("MS")][0].id] = POOL
    assert why(held.stock_round("A").game(), ExchangeMountain(mountain("B1"), name("MS"))) == "IV.1.8"


@rule("X.4 pool", "VII.10 pay")
def test_g18_dividends_of_the_pool() -> None:
    """G18: CL pays 160: P1 with 60% gets 96, the bank keeps 64; on the site CL gets 16 of it."""
    for profile, treasury in (("rulebook", 0), ("site", 16)):
        table = a_table("A B", profile=profile).open("CL", 80, "A60", at="B23", trains="2").cash(A=0)
        table.state.certs[table.box.papers.ordinary(table.state, Owner(IPO), name("CL"))[0].id] = POOL
        done = table.turn_of("CL", "dividend", revenue=160).game().play(PayDividend())
        assert (money(done, "A"), money(done, "CL")) == (96, treasury)


# ------------------------------------------------------------------------------------------------------------ stations


@rule("X.4.4")
def test_g6_who_places_the_second_station() -> None:
    """G6: the buyer of the last 4; was it exported, the buyer of the last 5; was that exported, nobody."""
    table = for_two().phase("4").sold_out("4").in_bank("4-3").open("BK", 90, "A60", cash=900, at="B9", trains="3")
    game = table.turn_of("BK", "trains").game()
    due = game.play(BuyTrain(train(game, "4")))
    assert (asked(due).about.key, stations(due.play(free("E8.0")), "MS")) == ("free-station", "C12.0 E8.0")
    assert asked(due.play(DeclineStation())).about.key == "buy-trains"
    exported = for_two().phase("4").sold_out("4").in_bank("4-3").end_of_set().game()
    assert (exported.state.extras.second_station, train(exported, "5")) == (False, "5-0")
    table = for_two().phase("5").sold_out("5").in_bank("5-1").open("BK", 90, "A60", cash=900, at="B9", trains="4")
    game = table.turn_of("BK", "trains").game()
    assert asked(game.play(BuyTrain(train(game, "5")))).about.key == "free-station"
    lost = for_two().phase("5").sold_out("5").open("BK", 90, "A60", cash=900, at="B9", trains="4")
    game = lost.turn_of("BK", "trains").game()
    assert asked(game.play(BuyTrain(train(game, "6")))).about.key == "buy-trains"


@rule("X.4.4", "VII.13.1")
def test_g19_at_once_also_after_a_trade_in() -> None:
    """G19: SD trades a 3 in for the last 4: its director places before SD goes on buying."""
    table = for_two().phase("4").sold_out("4").in_bank("4-3").open("SD", 120, "B60", row=0, cash=900, at="E12.0")
    game = table.trains(SD="3").turn_of("SD", "trains").game()
    due = game.play(TradeIn(train(game, "4"), train(game, "3", "SD")))
    assert (asked(due).who, asked(due).about.key) == ("B", "free-station")
    assert why(due, EndTrains()) != ""
    assert asked(due.play(free("E8.0"))).about.key == "buy-trains"


@rule("VII.8.4")
def test_g8_the_next_station_of_kk() -> None:
    """G8: KK with KK1's station only: 40; on the site, which has lost the other token, 100."""
    table = a_table("A B").phase("5").railway("KK1", "A", at="E12.1").keep(due=(name("KK"),))
    game = table.operating_round("form_what_is_due").game()
    assert cost_by_stations_on_map(Table(game.title, game.state), name("KK")) == 40
    site = new_game("1824", ["A", "B"], {"profile": "site"}).play(DrawRailway(name("EOD")))
    site = site.play(DrawRailway(name("KK2")))
    state = site.state.copy()
    state.tokens[name("KK")] -= 1  # KK1's station becomes one of KK
    assert cost_by_tokens_left(Table(site.title, state), name("KK")) == 100


@rule("X.3 ¶")
def test_g16_building_without_paying() -> None:
    """G16: EOD lays on A10 (mountain, 40) for nothing."""
    table = a_table("A B").railway("EOD", "A", price=120, at="A12").railway("SD3", "B", at="G4")
    table.keep(construction=(name("EOD"), name("SD3")), linked=())
    game = table.turn_of("EOD", script="construction turn").game()
    assert game.title.data.map.hexes[HexId("A10")].cost == 40
    tile = next(a for a in offered(game, LayTile) if a.hex == "A10")
    assert (money(game.play(tile), "EOD"), money(game.play(tile), "bank")) == (0, money(game, "bank"))


# --------------------------------------------------------------------------------------------------------- the Bukowina


@rule("X.4.6", "VII.9 g", "VII.3.3")
@pytest.mark.parametrize(
    ("players", "bukowina", "revenue"),
    [("A B", "yes", 290), ("A B", "no", 290), ("A B C", "yes", 290), ("A B C", "no", 240)],
)
def test_g7_a_route_to_the_bukowina(players: str, bukowina: str, revenue: int) -> None:
    """G7: a 4g in the brown phase: cities 190, five towns 50, the bonus 50; the mine brings 40 to the treasury.
    Only with three players is the bonus a matter of choice."""
    table = (
        a_table(players, scenario="cisleithania", bukowina=bukowina)
        .phase("6")
        .line("A12 A10 B9")
        .lies("B9 611/1, E12 493/0, C12 611/1, B23 611/1")
    )
    table.lies("C10 4/2, D11 9/2, D13 8/0, B13 2/4, C14 8/2, C16 58/1, B19 9/1, B21 9/1, C24 9/2, D25 4/2")
    game = table.open("CL", 90, "A60", at="B23", trains="4g").turn_of("CL", "run").game()
    best = offered(game, RunTrains)[0]
    hexes = [stop.split(".")[0] for stop in best.routes[0].stops]
    assert " ".join(hexes if hexes[0] == "A12" else hexes[::-1]) == "A12 A10 B9 C10 E12 C12 B13 C16 B23 D25"
    told = events(game.play(best), "trains-run")[0]
    assert (told["amount"], told["mines"]) == (revenue, 40)


# ----------------------------------------------------------------------------------------------------------- Good Times


@rule("XII.2.3", "XII.2.5")
def test_g10_tokens_make_towns() -> None:
    """G10: one on C8, a second, no third; none on a city or town; plain track no longer fits."""
    game = new_game("1824", ["A", "B", "C"], {"scenario": "good-times-free", "town-tokens": "3"})
    game = game.play(PlaceTown(HexId("C8")))
    assert game.state.board.tile(HexId("C8")).id == "1-town"
    game = game.play(PlaceTown(HexId("C8")))
    assert [why(game, PlaceTown(HexId(h))) for h in ("C8", "B5", "C10")] == ["XII.2.3", "XII.2.1", "XII.2.1"]
    table = a_table("A B C", scenario="good-times").open("BK", 90, "A60", cash=100, at="B9", trains="2").line("B9 B7")
    found = why(table.turn_of("BK").game(), LayTile(HexId("C8"), TileId("9"), TurnId(0)))
    assert found == "VII.6.4d"


@rule("XII.2.5", "VII.6.4h")
def test_g22_a_token_in_the_mountains() -> None:
    """G22: the first tile on D21 with a token is a town and costs 40."""
    table = a_table("A B C", scenario="good-times-free", town_tokens="1")
    table.state.board = table.board.with_tile(HexId("D21"), TileId("1-town"), 0)
    table.open("CL", 90, "A60", cash=100, at="B23", trains="2").tiles("C22 9/0").line("C22 B23")
    game = table.turn_of("CL").game()
    lays = [a for a in offered(game, LayTile) if a.hex == "D21"]
    assert {a.tile for a in lays} <= {"3", "4", "58"}
    assert money(game.play(lays[0]), "CL") == 60


@rule("XI.2.2", "XI.3.2", "VII.8.4")
def test_g9_g20_three_players_in_cisleithania() -> None:
    """G20: 3 × 680 leave 6960 in the bank, 3 × 700 leave 6900. G9: UG with 960 + 130, on G12, next station 40."""
    for cash, left in (("680", 6960), ("700", 6900)):
        game = new_game("1824", ["A", "B", "C"], {"scenario": "cisleithania", "cash-for-three": cash})
        assert (money(game, "bank"), money(game, "A")) == (left, int(cash))
    table = a_table("A B C", scenario="cisleithania").phase("5").railway("UG1", "A", cash=130, at="G12")
    formed = table.keep(due=(name("UG"),)).operating_round("form_what_is_due").game()
    assert (money(formed, "UG"), stations(formed, "UG")) == (1090, "G12.0")
    assert cost_by_stations_on_map(Table(formed.title, formed.state), name("UG")) == 40


@rule("XII.2.2")
def test_g21_the_snake() -> None:
    """G21: 3 players, 7 tokens: 1, 2, 3, 3, 2, 1, 1."""
    game, who = new_game("1824", ["A", "B", "C"], {"scenario": "good-times-free", "town-tokens": "7"}), ""
    while asked(game).about.key == "place-town":
        who += asked(game).who
        game = game.take(next(iter(game.offers())))
    assert who == "ABCCBAA"
