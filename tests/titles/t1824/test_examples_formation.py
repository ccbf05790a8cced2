"""[IV.4.4] Vectors A and D of the examples: what a formation brings, whatever was sold."""

import pytest

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.ids import StopId
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stations import EndStations
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn
from ferrovia.rules.track import EndTrack
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1824 import stations as station_rules
from ferrovia.titles.t1824.exchange import ExchangeMountain
from ferrovia.titles.t1824.formation import TakeBackStation
from ferrovia.titles.t1824.trains import BuyTrain
from support.tables import asked
from titles.t1824.tables import (
    Table1824,
    a_table,
    certificates,
    director,
    events,
    money,
    name,
    offered,
    percent,
    price,
    stations,
    train,
    trains_with,
)
from titles.t1824.test_formation import RAILWAYS, WHERE, formed

rule = pytest.mark.rule


def next_cost(game: Game, company: str) -> int:
    """What the next station of a company costs."""
    by_left = game.title.data.ways.counts_every_paper
    cost = station_rules.cost_by_tokens_left if by_left else station_rules.cost_by_stations_on_map
    return cost(Table(game.title, game.state), name(company))


def with_railways(table: Table1824, *sold: str, owner: str = "A", **treasuries: int) -> Table1824:
    for railway in sold:
        table.railway(railway, owner, cash=treasuries.get(railway, 0), at=WHERE[railway])
    return table


@rule("IV.4.4.5")
@pytest.mark.parametrize(("company", "capital"), [("SD", 720), ("UG", 840), ("KK", 840)])
def test_a3_capital_with_all_railways(company: str, capital: int) -> None:
    """A3: 120 × 6 for SD, 120 × 7 for UG and KK."""
    game = formed(with_railways(a_table().phase("6"), *RAILWAYS[company]), company)
    assert events(game, "staatsbahn-formed")[0]["amount"] == capital


@rule("VII.8.4")
def test_a4_the_next_station_after_a_formation() -> None:
    """A4: SD with three on the map pays 100, 100; KK with one pays 40, 100, 100, 100."""
    for company, railways, costs in (("SD", RAILWAYS["SD"], [100, 100]), ("KK", ("KK1",), [40, 100, 100, 100])):
        table, found = a_table().phase("6"), list[int]()
        game = formed(with_railways(table, *railways), company)
        state = game.state.copy()
        for stop in ("B5.0", "F7.0", "H15.0", "C12.0")[: len(costs)]:
            found.append(station_rules.cost_by_stations_on_map(Table(game.title, state), name(company)))
            state.board = state.board.with_station(StopId(stop), name(company))
        assert found == costs


@rule("IV.4.4.5", "IV.4.4.7", "VII.8.4")
@pytest.mark.parametrize(
    ("company", "sold", "capital", "next_station"),
    [
        ("SD", "1 2 3", 720, 100),
        ("SD", "1 2", 840, 100),
        ("SD", "1 3", 840, 100),
        ("SD", "2 3", 960, 100),
        ("SD", "1", 960, 40),
        ("SD", "2", 1080, 40),
        ("SD", "3", 1080, 40),
        ("SD", "", 1200, 40),
        ("UG", "1 2", 840, 100),
        ("UG", "1", 960, 40),
        ("UG", "2", 1080, 40),
        ("UG", "", 1200, 40),
        ("KK", "1", 960, 40),
        ("KK", "2", 1080, 40),
        ("KK", "", 1200, 40),
    ],
)
def test_d18_missing_numbers(company: str, sold: str, capital: int, next_station: int) -> None:
    """D18, D4, D5, D9: 120 for each share that is not exchanged; without any railway the home is free."""
    table = with_railways(a_table().phase("6"), *(company + number for number in sold.split()))
    game = formed(table.shares(**{company: "B B"}), company)
    assert events(game, "staatsbahn-formed")[0]["amount"] == capital
    assert len(stations(game, company).split()) == max(1, len(sold.split()))
    assert next_cost(game, company) == next_station


@rule("IV.4.4.7")
def test_d4_number_2_was_not_sold() -> None:
    """D4: SD1 with 60, SD3 with 40: 120 × 7 + 100 = 940; two stations, the next for 100."""
    game = formed(with_railways(a_table().phase("4"), "SD1", "SD3", SD1=60, SD3=40), "SD")
    assert (money(game, "SD"), stations(game, "SD"), next_cost(game, "SD")) == (940, "E12.0 G4.0", 100)


@rule("IV.4.4.6")
def test_d9_no_railway_of_a_colour() -> None:
    """D9: KK with 1200, a free station in KK1's circle, no trains, four tokens left."""
    game = formed(a_table().phase("6").shares(KK="A A"), "KK")
    assert (money(game, "KK"), stations(game, "KK"), trains_with(game, "KK")) == (1200, "E12.1", "")
    assert game.state.tokens[name("KK")] == 4


@rule("side 7", "VIII.2.2")
def test_a9_d6_nobody_directs_it() -> None:
    """A9, D6: 120 → 110 → 100 → 90 in three operating rounds; then A buys for 90, has 20% and the certificate."""
    game = formed(with_railways(a_table("A B C").phase("5"), "UG2").cash(A=200), "UG")
    found = [price(game, "UG")]
    for _ in range(2):
        again = a_table("A B C").phase("5").shares(UG="A").cash(A=200)
        at, row = found[-1].split("@")
        again.open("UG", int(at), "", row=int(row.split(",")[0]), operated=False, at="H15", cash=1080)
        found.append(price(again.operating_round(rounds=1).game(), "UG"))
    assert found == ["110@0,1", "100@0,0", "90@1,0"]
    table = a_table("A B C").phase("5").shares(UG="A").cash(A=200)
    stock = table.open("UG", 90, "", row=1, operated=False, at="H15", cash=1080).stock_round("A").game()
    done = stock.play(BuyShare(name("UG"), IN_IPO))
    assert (money(done, "A"), director(done, "UG"), certificates(done, "A")) == (110, "A", 1)
    for _ in range(3):
        done = done.play(EndStockTurn())
    assert next(f.facts for f in done.where() if isinstance(f.facts, OperatingFacts)).companies == ("UG",)


@rule("side 7", "IV.4.4.8")
def test_d12_without_number_1_and_nobody_at_20() -> None:
    """D12: SD2 with a 3-train, SD3 with 2: 962, a 3-train, Graz and Innsbruck; it falls to 110. The site runs it."""
    table = with_railways(a_table("A B C").phase("4"), "SD3", SD3=2).railway("SD2", "C", trains="3", at="G10")
    game = formed(table, "SD")
    assert (money(game, "SD"), trains_with(game, "SD"), stations(game, "SD")) == (962, "3", "G10.0 G4.0")
    assert (next_cost(game, "SD"), percent(game, "C", "SD"), percent(game, "A", "SD")) == (100, 10, 10)
    assert (director(game, "SD"), price(game, "SD")) == (None, "110@0,1")
    site = with_railways(a_table("A B C", profile="site").phase("4"), "SD3", SD3=2)
    site.railway("SD2", "C", trains="3", at="G10").line("G10 G8 F7")
    game = formed(site, "SD")
    assert (director(game, "SD"), asked(game).who, price(game, "SD")) == (None, "A", "120@0,2")


@rule("VII.8.5", "VII.8.4")
def test_d15_two_circles_of_wien() -> None:
    """D15: KK2's station goes back: one station, next 40, 100, 100, 100. On the site 40, 100, 100, 0 after KK1's."""
    table = with_railways(a_table().phase("6").tiles("E12 499/0, E12 491/0"), "KK1", "KK2")
    game = formed(table, "KK")
    done = game.play(TakeBackStation(StopId("E12.2")))
    assert (stations(done, "KK"), next_cost(done, "KK"), done.state.tokens[name("KK")]) == ("E12.1", 40, 4)
    assert done.state.board.free_slots(StopId("E12.2")) == 1


@rule("IV.3.5", "IV.4.4.2")
def test_d16_who_still_operates() -> None:
    """D16: SD1 buys the first 4 in OR 4.1: SD2 and SD3 still operate; SD operates in OR 4.2 by its price."""
    table = a_table().phase("3").sold_out("3").railway("SD1", "A", cash=300, at="E12.0")
    table.railway("SD2", "A", trains="3", at="G10").railway("SD3", "A", trains="3", at="G4")
    table.open("BK", 155, "B60", row=0, trains="3", at="B9").open("CL", 100, "C60", trains="3", at="B23")
    game = table.turn_of("SD1", "trains", rounds=2).game()
    game = game.play(BuyTrain(train(game, "4")))
    turns: list[str] = []
    while game.where()[0].facts.rounds_done == 1 or len(turns) < 6:
        company = game.where()[-1].facts.company
        turns += [] if turns[-1:] == [company] else [company]
        ending = next(o for o in game.offers() if isinstance(o.action, EndTrack | EndStations | EndTrains))
        game = game.take(ending)
    assert turns == ["SD1", "SD2", "SD3", "BK", "CL", "BK"]
    assert next(f.facts for f in game.where() if isinstance(f.facts, OperatingFacts)).companies == ("BK", "SD", "CL")


@rule("VII.15.3", "IV.2.14", "IV.4.4.2")
def test_d17_the_first_5_is_exported() -> None:
    """D17: coal exchanges with openings, then UG forms, then the stock round."""
    table = a_table("A B C").phase("4").sold_out("4").railway("EOD", "A", price=180, cash=60, at="A12")
    table.shares(MS="B B B").railway("UG1", "C", cash=10, at="F17.1")
    game = table.end_of_set().game()
    told = [e.key for e in game.events if e.key in ("coal-exchanged", "company-floated", "staatsbahn-formed")]
    assert told == ["coal-exchanged", "company-floated", "staatsbahn-formed"]
    assert (money(game, "MS"), money(game, "UG"), game.where()[-1].script) == (780, 970, "stock round")
    assert {"MS", "UG"} & set(game.state.operated) == set()


@rule("IV.1.6", "IV.4.4.2", "VII.15.3")
def test_d1_formation_then_mountains_then_stock_round() -> None:
    """D1: the first 4 is exported: SD with 866 and two 3-trains; then B1, B2, B3, B4, B6 are exchanged, then SR5."""
    table = a_table().phase("3").sold_out("3").railway("SD1", "B", cash=110, trains="3", at="E12.0")
    table.railway("SD2", "A", cash=5, trains="3", at="G10").railway("SD3", "C", cash=31, trains="2", at="G4")
    game = table.mountains(B="B1 B4", D="B2", A="B3 B6").end_of_set().game()
    assert (money(game, "SD"), trains_with(game, "SD"), stations(game, "SD")) == (866, "3 3", "E12.0 G10.0 G4.0")
    assert [percent(game, player, "SD") for player in "BAC"] == [20, 10, 10]
    numbers: list[str] = []
    while offered(game, ExchangeMountain):
        numbers.append(offered(game, ExchangeMountain)[0].mountain)
        game = game.play(offered(game, ExchangeMountain)[0])
    assert (numbers, game.where()[-1].script) == (["B1", "B2", "B3", "B4", "B6"], "stock round")
    assert game.where()[-1].facts.number == 5


@rule("IV.4.4.4", "VII.8.5")
def test_d3_two_tokens_in_one_brown_city() -> None:
    """D3: KK1 195, KK2 230, P2 with 30% and KK2: 1265, P2 directs with 40%; one token returns, the next costs 40."""
    table = a_table().phase("6").tiles("E12 499/0, E12 491/0")
    table.railway("KK1", "D", cash=195, at="E12.1").railway("KK2", "B", cash=230, at="E12.2").tiles("E12 493/0")
    game = formed(table.shares(KK="B B B"), "KK")
    assert (money(game, "KK"), director(game, "KK"), percent(game, "B", "KK")) == (1265, "B", 40)
    assert (percent(game, "D", "KK"), certificates(game, "D"), next_cost(game, "KK")) == (20, 2, 40)
    assert stations(game, "KK") == "E12.1"
