"""[IV.3] [IV.4.4] Formation of the Staatsbahnen: the vectors D of the examples, and an arithmetic of our own."""

from itertools import combinations

import pytest

from ferrovia import Game
from ferrovia.model.ids import StopId
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stock import IN_IPO, BuyShare
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1824.formation import TakeBackStation
from ferrovia.titles.t1824.phases import DiscardTrain
from ferrovia.titles.t1824.trains import BuyTrain
from support.tables import asked
from titles.t1824.tables import (
    Table1824,
    a_table,
    certificates,
    director,
    money,
    name,
    percent,
    price,
    stations,
    train,
    trains_with,
    why,
)

rule = pytest.mark.rule
RAILWAYS = {"SD": ("SD1", "SD2", "SD3"), "UG": ("UG1", "UG2"), "KK": ("KK1", "KK2")}
WHERE = {"SD1": "E12.0", "SD2": "G10", "SD3": "G4", "UG1": "F17.1", "UG2": "H15", "KK1": "E12.1", "KK2": "E12.2"}


def formed(table: Table1824, *due: str) -> Game:
    """The end of an operating round in which some Staatsbahnen are due."""
    table.keep(due=tuple(name(company) for company in due))
    step = next(
        at for _, at in table.title.steps if at in ("form_what_is_due", "form_unless_over") and _ == "operating round"
    )
    return table.operating_round(step).game()


@rule("IV.4.4.5", "IV.4.4.6", "IV.4.4.3", "IV.4.4.2", "IV.3.2")
def test_d1_all_railways_of_sd() -> None:
    table = a_table().phase("4").railway("SD1", "B", cash=110, trains="3", at="E12.0")
    table.railway("SD2", "A", cash=5, trains="3", at="G10").railway("SD3", "C", cash=31, at="G4")
    game = formed(table, "SD")
    assert (money(game, "SD"), trains_with(game, "SD"), stations(game, "SD")) == (866, "3 3", "E12.0 G10.0 G4.0")
    assert (director(game, "SD"), *(percent(game, p, "SD") for p in "ABC")) == ("B", 10, 20, 10)
    assert {"SD1", "SD2", "SD3"} <= set(game.state.closed)
    assert price(game, "SD") == "120@0,2"


@rule("IV.4.4.5", "IV.4.4.6", "IV.3.3")
def test_d2_ug() -> None:
    table = (
        a_table()
        .phase("5")
        .railway("UG1", "A", cash=80, trains="4", at="F17.1")
        .railway("UG2", "B", cash=179, trains="3", at="H15")
    )
    game = formed(table, "UG")
    assert (money(game, "UG"), trains_with(game, "UG"), stations(game, "UG")) == (1099, "3 4", "F17.1 H15.0")


@rule("IV.4.4.4", "VII.8.5", "IV.3.4")
def test_d3_d15_two_stations_in_wien() -> None:
    table = (
        a_table()
        .phase("6")
        .railway("KK1", "D", cash=195, at="E12.1")
        .railway("KK2", "B", cash=230, at="E12.2")
        .shares(KK="B B B")
    )
    game = formed(table, "KK")
    assert (money(game, "KK"), director(game, "KK"), percent(game, "D", "KK")) == (1265, "B", 20)
    assert (asked(game).who, why(game, TakeBackStation(StopId("E12.0")))) == ("B", "VII.8.5")
    done = game.play(TakeBackStation(StopId("E12.2")))
    assert (stations(done, "KK"), done.state.tokens[name("KK")]) == ("E12.1", 4)


@rule("VII.8.5", "VII.7.9")
@pytest.mark.parametrize(("turn", "asks"), [(0, False), (3, True)])
def test_d15b_brown_wien(turn: int, asks: bool) -> None:
    table = a_table().tiles("E12 499/0, E12 491/0").phase("6")
    table.railway("KK1", "A", at="E12.1").railway("KK2", "B", at="E12.2")
    game = formed(table.tiles(f"E12 493/{turn}"), "KK")
    assert (asked(game).about.key == "take-back-station") is asks
    assert len(stations(game, "KK").split()) == (2 if asks else 1)


@rule("IV.4.4.7", "IV.4.4.6", "VII.8.4")
@pytest.mark.parametrize("company", RAILWAYS)
def test_d4_d5_d9_d18_missing_numbers(company: str) -> None:
    """Every set of sold railways, against an arithmetic of its own: 1200 in all, less 240 or 120 for each sold."""
    for number in range(len(RAILWAYS[company]) + 1):
        for sold in combinations(RAILWAYS[company], number):
            table = a_table().phase("6")
            for railway in sold:
                table.railway(railway, "A", cash=10, at=WHERE[railway])
            table.held(**{company: "B20"}) if f"{company}1" not in sold else table
            game = formed(table, company)
            worth = 1200 - sum(240 if railway.endswith("1") else 120 for railway in sold)
            assert money(game, company) == worth + 10 * number
            if number == 0:
                assert stations(game, company) == WHERE[f"{company}1"]


@rule("IV.4.4.4")
def test_d8_ties() -> None:
    table = a_table().phase("4").railway("SD1", "A").railway("SD2", "B").shares(SD="B")
    assert director(formed(table, "SD"), "SD") == "A"
    table = a_table().phase("4").railway("SD2", "B").railway("SD3", "C").shares(SD="C B")
    assert director(formed(table, "SD"), "SD") == "B"
    table = a_table("D E F").phase("5").shares(UG="D D E E F").order("E F D")
    assert director(formed(table, "UG"), "UG") == "E"
    table = a_table("F D E").phase("5").shares(UG="D D E E F").order("F D E")
    assert director(formed(table, "UG"), "UG") == "D"


@rule("VII.11.11", "IV.4.4.6")
def test_d10_too_many_trains() -> None:
    table = (
        a_table().phase("4").railway("SD1", "A", trains="3 3", at="E12.0").railway("SD2", "B", trains="3 4", at="G10")
    )
    game = formed(table.railway("SD3", "C", trains="3", at="G4"), "SD")
    assert asked(game).who == "A"
    assert trains_with(game.play(DiscardTrain(train(game, "4", "SD"))), "SD") == "3 3 3 3"


@rule("IV.3.5", "IV.4.4.2")
def test_d11_d16_two_in_one_round_and_who_still_operates() -> None:
    table = a_table().phase("5").railway("SD1", "A", at="E12.0").railway("UG1", "B", at="F17.1")
    game = formed(table, "UG", "SD")
    assert [e.params["company"] for e in game.events if e.key == "staatsbahn-formed"] == ["SD", "UG"]
    buyer = (
        a_table()
        .phase("3")
        .sold_out("3")
        .railway("SD1", "A", cash=300, at="E12.0")
        .railway("SD2", "B", at="G10", trains="3")
    )
    game = buyer.turn_of("SD1", "trains").game()
    game = game.play(BuyTrain(train(game, "4"))).play(EndTrains())
    facts = next(f.facts for f in game.where() if isinstance(f.facts, OperatingFacts))
    assert (facts.operated, game.state.extras.due) == (("SD1", "SD2"), ("SD",))


@rule("side 7", "IV.4.4.8")
def test_d6_d12_nobody_directs_it() -> None:
    """It does nothing but fall, in each operating round; who then has 20% directs it."""
    game = formed(a_table().phase("5").railway("UG2", "A", at="H15"), "UG")
    assert (money(game, "UG"), director(game, "UG"), price(game, "UG")) == (1080, None, "110@0,1")
    assert "UG" not in game.state.operated
    fallen = a_table().phase("5").open("UG", 100, "", row=0, operated=False).shares(UG="A").cash(A=200)
    game = fallen.operating_round("pay_mountain_income", rounds=1).game()
    assert price(game, "UG") == "90@1,0"
    done = game.play(BuyShare(name("UG"), IN_IPO))
    assert (money(done, "A"), director(done, "UG"), certificates(done, "A")) == (110, "A", 1)
    site = a_table(profile="site").phase("5").railway("UG2", "A", at="H15", trains="3")
    assert asked(formed(site, "UG")).who == "A"


@rule("IV.4.4.3")
def test_d13_d14_shares_and_certificates() -> None:
    table = a_table().phase("4")
    for railway in RAILWAYS["SD"]:
        table.railway(railway, "A")
    game = formed(table.shares(SD="A A A"), "SD")
    assert (percent(game, "A", "SD"), certificates(game, "A")) == (70, 6)
    table = a_table().phase("4").railway("SD1", "A").shares(SD="B B B")
    game = formed(table, "SD")
    assert (director(game, "SD"), certificates(game, "A"), certificates(game, "B")) == ("B", 2, 2)
