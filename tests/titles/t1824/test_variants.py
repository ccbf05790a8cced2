"""[X] [XI] [XII] Two and three players in Cisleithania, the Good Times: the vectors G of the examples."""

import pytest

from ferrovia import BadData, Game, new_game
from ferrovia.model.ids import DEPOT, IPO, POOL, HexId, StopId, TileId, TrainId, TurnId
from ferrovia.rules.stock import EndStockTurn, SellShares
from ferrovia.rules.track import LayTile
from ferrovia.titles.t1824.directorless import BuyDouble, DeclineStation, PlaceFreeStation, SellDouble
from ferrovia.titles.t1824.draft import DeclineMountain, DrawRailway
from ferrovia.titles.t1824.exchange import ExchangeMountain
from ferrovia.titles.t1824.first_round import BuyMountain, BuyRailway
from ferrovia.titles.t1824.towns import PlaceTown
from ferrovia.titles.t1824.trains import BuyTrain, TradeIn
from support.tables import asked
from titles.t1824.tables import (
    Table1824,
    a_table,
    certificates,
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

rule = pytest.mark.rule


def take(company: str, at: int) -> BuyRailway:
    return BuyRailway(name(company), at)


def drafted() -> Game:
    """G1: pile 1 is EOD and SD3; the draft is over, mountain railways are offered."""
    game = new_game("1824", ["A", "B"]).play(DrawRailway(name("EOD"))).play(DrawRailway(name("SD3")))
    for action in (
        take("KK1", 240),
        take("SD1", 240),
        take("EPP", 140),
        take("MLB", 160),
        take("KK2", 120),
        take("SD2", 120),
        take("SD3", 120),
        take("EOD", 120),
    ):
        game = game.play(action)
    return game


def for_two(company: str = "MS", **held: str) -> Table1824:
    """Two players, and the company that nobody directs."""
    table = a_table("A B").keep(directorless=name(company))
    table.priced(company, 50, row=6)
    for cert in table.box.papers.of[name(company)]:
        table.state.certs[cert.id] = POOL
    table.state.floated = (*table.state.floated, name(company))
    return table.stations(**{company: table.box.companies[name(company)].home}).held(
        **{company: " ".join(held.values())}
    )


@rule("X.3 ¶", "X.5.1", "X.5.2", "X.5.3", "X.5.4", "X.5 ¶1", "X.4.3", "X.4.2a", "X.4.2b")
def test_g1_the_draft() -> None:
    start = new_game("1824", ["A", "B"])
    assert why(start, DrawRailway(name("SD1"))) == "X.3 ¶"
    game = start.play(DrawRailway(name("EOD"))).play(DrawRailway(name("SD3")))
    assert (asked(game).who, why(game, EndStockTurn())) == ("A", "X.5 ¶1")
    assert (price(game, "MS"), percent(game, POOL, "MS"), stations(game, "MS")) == ("50@6,1", 100, "C12.0")
    assert why(game, take("EOD", 140)) == "IV.2.2"
    assert asked(game).about.params["piles"] == "EOD + SD3; SD1 + KK1; SD2 + KK2; EPP + MLB"
    other = game.play(take("KK1", 240))
    assert (asked(other).about.key, asked(other).about.params) == ("draft-rest", {"company": "SD1"})
    assert (asked(other).who, why(other, take("EPP", 120))) == ("B", "X.5.1")
    done = drafted()
    assert money(done, "A") == 830 - 240 - 160 - 120 - 120
    assert (done.state.extras.construction, certificates(done, "A")) == (("EOD", "SD3"), 3)
    assert (money(done, "EOD"), money(done, "SD3"), percent(done, IPO, "SD")) == (0, 0, 70)


@rule("X.5 ¶2", "X.5 ¶3")
def test_g11_the_mountain_offer() -> None:
    game = drafted()
    bought = game.play(BuyMountain(mountain("B2")))
    assert (asked(bought).who, why(bought, BuyMountain(mountain("B2")))) == ("B", "VI.3.3")
    none = game.play(DeclineMountain()).play(DeclineMountain())
    assert (asked(none).who, asked(none).about.key) == ("A", "trade")
    assert why(none, SellShares(name("SD"), 1)) == "VI.3.9"


@rule("X.4.2c")
def test_g2_g12_dividend_without_director() -> None:
    table = for_two(a="A20 B20 A10 B10").priced("MS", 105, row=5).open("BK", 60, "A60", at="B9").cash(A=0, B=0)
    game = table.turn_of("MS", "pay", script="directorless turn").game()
    assert (money(game, "A"), money(game, "B"), price(game, "MS")) == (32, 32, "120@5,6")
    site = a_table("A B", profile="site")
    site.keep(directorless=name("MS")).priced("MS", 105, row=5).held(MS="A30 B20").cash(A=0, B=0)
    site.state.floated = (*site.state.floated, name("MS"))
    site.open("BK", 60, "A60", at="B9")
    game = site.stations(MS="C12").turn_of("MS", "pay", script="directorless turn").game()
    assert (money(game, "A"), money(game, "B")) == (31, 21)


@rule("X.4.2f", "X.4.2b", "X.4.2d", "X.4.2e", "X.4 pool")
def test_g3_g14_the_double_certificate() -> None:
    table = for_two().priced("MS", 70, row=6).cash(A=300)
    done = table.stock_round("A").game().play(BuyDouble(name("MS")))
    assert (money(done, "A"), percent(done, "A", "MS"), certificates(done, "A")) == (160, 20, 1)
    owner = for_two(a="A20 A20").priced("MS", 80, row=6).cash(A=0).stock_round("A").game()
    assert [why(owner, SellShares(name("MS"), n)) for n in (2, 3)] == ["", "X.4.2f"]
    sold = owner.play(SellShares(name("MS"), 2))
    assert (money(sold, "A"), price(sold, "MS"), percent(sold, POOL, "MS")) == (160, "80@6,4", 80)
    assert money(owner.play(SellDouble(name("MS"), 1)), "A") == 240
    assert why(owner, BuyDouble(name("MS"))) == "X.4.2b"


@rule("X.4.2d", "VIII.3.4")
def test_g13_g15_sold_out_and_exchanged() -> None:
    table = for_two(a="A60 B40").stock_round("A")
    game = table.game().play(EndStockTurn()).play(EndStockTurn())
    assert price(game, "MS") == "70@5,2"
    swap = for_two().phase("3").mountains(A="B1").stock_round("A").game()
    assert percent(swap.play(ExchangeMountain(mountain("B1"), name("MS"))), "A", "MS") == 10


@rule("X.4.4")
def test_g6_g19_the_second_station() -> None:
    table = for_two().phase("4").sold_out("4").open("BK", 90, "A60", cash=500, at="B9", trains="3")
    table._give(
        next(t for t in table.state.trains if t == "4-3"), table.state.trains[next(iter(table.state.trains))].owner
    )
    table._give(TrainId("4-3"), DEPOT, "4")
    game = table.turn_of("BK", "trains").game()
    due = game.play(TradeIn(train(game, "4"), train(game, "3", "BK")))
    assert (
        asked(due).about.key,
        why(due, PlaceFreeStation(StopId("B9.0"))),
        why(due, PlaceFreeStation(StopId("C12.0"))),
    ) == (
        "free-station",
        "VII.8.1",
        "VII.8.1",
    )
    assert stations(due.play(PlaceFreeStation(StopId("E8.0"))), "MS") == "C12.0 E8.0"
    assert asked(due.play(DeclineStation())).about.key == "buy-trains"
    exported = for_two().phase("5").sold_out("4", "5").open("BK", 90, "A60", cash=500, at="B9", trains="4")
    game = exported.in_bank("5-1").turn_of("BK", "trains").game()
    assert asked(game.play(BuyTrain(train(game, "5")))).about.key == "free-station"


@rule("X.4.5")
def test_the_third_station_in_wien() -> None:
    table = for_two().phase("5").tiles("E12 499/0, E12 491/0").open("BK", 90, "A60", cash=500, at="E12.0", trains="5")
    game = table.turn_of("BK").game().play(LayTile(HexId("E12"), TileId("493"), TurnId(0)))
    assert (asked(game).about.key, why(game, PlaceFreeStation(StopId("E8.0")))) == ("free-station", "X.4.5")
    assert "E12.1" in stations(game.play(PlaceFreeStation(StopId("E12.1"))), "MS")


@rule("X.3 ¶", "X.4.1")
def test_g16_railways_that_only_build() -> None:
    table = a_table("A B").railway("EOD", "A", price=120, at="A12").railway("SD3", "B", at="G4")
    table.keep(construction=(name("EOD"), name("SD3")), linked=())
    game = table.turn_of("EOD", script="construction turn").game()
    assert any(action.hex == "A10" for action in offered(game, LayTile))
    done = game.play(next(action for action in offered(game, LayTile) if action.hex == "A10"))
    assert money(done, "EOD") == 0
    table.phase("3").sold_out("3").railway("KK1", "B", cash=300, at="E12.1")
    game = table.turn_of("KK1", "trains").game()
    closed = game.play(BuyTrain(train(game, "4")))
    assert {"EOD", "SD3"} <= set(closed.state.closed)
    assert (stations(closed, "EOD"), stations(closed, "SD3")) == ("", "")
    assert table.box.companies[name("KK")].formed_in == "5"


@rule("X.4.6")
def test_g7_bukowina() -> None:
    table = a_table("A B")
    assert table.box.bonus_between == (("E12", "B9"), ("D25", "E24", "E26"))
    without = a_table("A B C", scenario="cisleithania", bukowina="no")
    assert (a_table("A B C", scenario="cisleithania").box.bonus_between is not None, without.box.bonus_between) == (
        True,
        None,
    )


@rule("XI.3.1", "XI.3.2", "XI.3 ¶", "IV.4.4.5")
def test_g9_g20_three_in_cisleithania() -> None:
    game = new_game("1824", ["A", "B", "C"], {"scenario": "cisleithania"})
    assert (money(game, "bank"), stations(game, "UG1"), asked(game).who) == (6960, "G12.0", "C")
    assert not {"BH", "SB", "SPB", "UG2"} & set(game.title.data.companies)
    assert why(game, take("EPP", 120)) == ""
    site = new_game("1824", ["A", "B", "C"], {"scenario": "cisleithania", "profile": "site"})
    assert (money(site, "bank"), stations(site, "UG1")) == (6900, "")
    table = a_table("A B C", scenario="cisleithania").phase("5").railway("UG1", "A", cash=130, at="G12")
    table.keep(due=(name("UG"),))
    formed = table.operating_round("form_what_is_due").game()
    assert (money(formed, "UG"), stations(formed, "UG"), formed.state.tokens[name("UG")]) == (1090, "G12.0", 4)
    with pytest.raises(BadData):
        new_game("1824", ["A", "B", "C", "D"], {"scenario": "cisleithania"})


# ----------------------------------------------------------------------------------------------------------- Good Times


def good_times(number: str = "7", seats: int = 3) -> Game:
    return new_game("1824", ["A", "B", "C", "D"][:seats], {"scenario": "good-times-free", "town-tokens": number})


@rule("XII.2.1", "XII.2.2", "XII.2.3", "XII.1.2")
def test_g10_g21_placing_towns() -> None:
    game, who = good_times(), ""
    for hex_id in ("C8", "C8", "B7", "D13", "D15", "F9", "H21"):
        who += asked(game).who
        if hex_id == "B7":
            assert [why(game, PlaceTown(HexId(h))) for h in ("C8", "B5", "C10", "C6", "E12")] == [
                "XII.2.3",
                "XII.2.1",
                "XII.2.1",
                "XII.2.1",
                "XII.2.1",
            ]
        game = game.play(PlaceTown(HexId(hex_id)))
    assert (who, asked(game).about.key) == ("ABCCBAA", "trade")
    assert game.state.board.tile(HexId("C8")).id == "2-town"


@rule("XII.2.5", "XII.1.1", "VII.6.4h")
def test_g22_terrain_stays_and_only_towns_fit() -> None:
    table = a_table("A B C", scenario="good-times").open("BK", 90, "A60", cash=100, at="B9", trains="2")
    game = table.turn_of("BK").game()
    assert why(game, LayTile(HexId("B7"), TileId("9"), TurnId(1))) == "VII.6.4d"
    assert {a.tile for a in offered(game, LayTile) if a.hex == "B7"} == set()
    tiles = table.box.map.tiles
    counts = {tile: tiles[TileId(tile)].count for tile in ("3", "4", "58", "56", "630", "631", "87", "204")}
    assert counts == {"3": 7, "4": 9, "58": 11, "56": 2, "630": 2, "631": 2, "87": 5, "204": 3}
    costly = a_table("A B C", scenario="good-times-free", town_tokens="1")
    costly.state.board = costly.board.with_tile(HexId("D21"), TileId("1-town"), 0)
    costly.open("CL", 90, "A60", cash=100, at="B23", trains="2").line("B23 C22 D21")
    assert costly.board.map.hexes[HexId("D21")].cost == 40


@rule("XII.2.4")
def test_the_printed_scenario() -> None:
    board = a_table("A B C", scenario="good-times").board
    assert {h: laid.tile for h, laid in board.tiles.items()} == {
        "B7": "1-town",
        "C8": "1-town",
        "C20": "1-town",
        "C22": "1-town",
        "H21": "1-town",
        "F25": "2-town",
        "G24": "2-town",
    }
