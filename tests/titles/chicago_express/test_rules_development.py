"""[CE-6] «Urbanizar una casilla de juego»."""

import pytest

from ferrovia.model.message import Message
from support.tables import changed, reading, refused
from titles.chicago_express.tables import a_table, develop, expand

rule = pytest.mark.rule

NEEDS = "«Requisitos para urbanizar una casilla»"

DONE = {"dials development": 1, "asked": "B"}


@rule("CE-6.1", "CE-6.8")
def test_c17_a_forest_pays_its_company_once() -> None:
    """NYC treasury 0 to 2, income stays 9, 20 to 19 houses; a second house is refused."""
    game = a_table().with_locomotives(NYC="S3 R3").with_income(NYC=9).game()
    done = game.play(develop("R3"))
    assert changed(game, done) == DONE | {"treasury NYC": 2, "house_supply": 19, "houses": ("R3",)}
    assert Message("forest-paid", {"company": "NYC", "hex": "R3", "amount": 2}) in done.events
    assert refused(done, develop("R3")) == f"CE-6.1 {NEEDS}"


@rule("CE-6.6", "CE-6.1")
def test_r8_charleston() -> None:
    """C&O alone there: income 12 to 13, 20 to 19 houses."""
    game = a_table().with_locomotives(CO="Q9 I9").with_income(CO=12).game()
    assert changed(game, game.play(develop("I9"))) == DONE | {
        "income C&O": 13,
        "house_supply": 19,
        "houses": ("I9",),
    }


@rule("CE-6.6")
def test_c18_every_company_present_gains() -> None:
    """Cleveland: NYC 12 to 14, PRR 15 to 17, B&O 10 to 12; one house less."""
    table = a_table().with_locomotives(NYC="S3 I2", PRR="R5 I2", BO="Q7 I2").with_income(NYC=12, PRR=15, BO=10)
    game = table.game()
    assert changed(game, game.play(develop("I2"))) == DONE | {
        "income NYC": 14,
        "income PRR": 17,
        "income B&O": 12,
        "house_supply": 19,
        "houses": ("I2",),
    }


@rule("CE-6.6")
def test_a_mountain_gains_its_development_value() -> None:
    """G9 says 2."""
    game = a_table().with_locomotives(CO="Q9 G9").game()
    assert reading(game.play(develop("G9")))["income C&O"] == 5 + 2


@rule("CE-6.7", "CE-6.2")
def test_r9_wheeling() -> None:
    """Scale 3 to 4; PRR 17 to 18, B&O 14 to 15; no house is used."""
    game = a_table().with_locomotives(PRR="R5 I6", BO="Q7 I6").with_income(PRR=17, BO=14).game()
    assert changed(game, game.play(develop("I6"))) == DONE | {"scales I6": 1, "income PRR": 18, "income B&O": 15}


@rule("CE-6.2", "CE-6.3", "CE-6.7", "CE-5.10")
def test_c20_pittsburgh_to_the_end_of_its_scale() -> None:
    """4, 6, 8: PRR 11, 13, 15; B&O enters at 6 for 8 and gains 2 at 8; then nothing changes. No house is used."""
    table = a_table(players="A B").sold(BO="B").treasury(BO=8).with_income(PRR=11)
    game = table.with_locomotives(PRR="R5 K4", BO="Q7 J4").game()

    at_6 = game.play(develop("K4"))
    assert changed(game, at_6) == DONE | {"scales K4": 1, "income PRR": 13}

    entered = at_6.play(expand("B&O", "K4"))
    assert changed(at_6, entered) == {
        "treasury B&O": 0,
        "left B&O": 19,
        "on K4": "PRR B&O",
        "income B&O": 6 + 6,
        "dials expansion": 1,
        "asked": "A",
    }

    at_8 = entered.play(develop("K4"))
    expected = {"scales K4": 2, "income PRR": 15, "income B&O": 14, "dials development": 2, "asked": "B"}
    assert changed(entered, at_8) == expected
    assert changed(at_8, at_8.play(develop("K4"))) == {"dials development": 3, "asked": "A"}
    assert reading(at_8)["house_supply"] == 20


@rule("CE-6.3")
def test_wheeling_ends_at_6() -> None:
    """At 5 the marker goes on; at 6 it stays where it is, and developing is legal all the same: a turn is spent."""
    table = a_table().with_locomotives(PRR="R5 I6")
    before = table.scale(Wheeling=5).game()
    assert "scales I6" in changed(before, before.play(develop("I6")))
    at_the_end = table.scale(Wheeling=6).game()
    assert changed(at_the_end, at_the_end.play(develop("I6"))) == DONE


@rule("CE-6.2")
def test_industry_needs_a_locomotive() -> None:
    """Nobody is in Wheeling or Pittsburgh."""
    for hex_id in ("I6", "K4"):
        assert refused(a_table().game(), develop(hex_id)) == f"CE-6.2 {NEEDS}"


@rule("CE-6.2")
def test_industry_needs_no_house() -> None:
    """With an empty supply Wheeling can still be developed, as often as its scale allows."""
    game = a_table(players="A B").with_locomotives(PRR="R5 I6").houses(supply=0).game()
    for income in (8, 9, 10):
        game = game.play(develop("I6"))
        assert reading(game)["income PRR"] == income


@rule("CE-6.4", "CE-6.1")
def test_c19_what_cannot_be_developed() -> None:
    """Plain, Chicago, a start, Detroit: never. No locomotive, a house, no house left: not now."""
    table = a_table().with_locomotives(PRR="R5 A3 A2 E0 Q3", NYC="S3 R3").houses("Q3")
    game = table.game()
    for hex_id in ("A3", "A2", "S3", "E0"):
        assert refused(game, develop(hex_id)) == f"CE-6.4 {NEEDS}", hex_id
    for hex_id in ("I2", "Q3"):
        assert refused(game, develop(hex_id)) == f"CE-6.1 {NEEDS}", hex_id
    no_houses = table.houses("Q3", supply=0)
    assert "R3" not in no_houses.state.extras.houses
    assert refused(no_houses.game(), develop("R3")) == f"CE-6.1 {NEEDS}"


@rule("CE-6.4")
@pytest.mark.parametrize("start", ["R5", "Q7", "S3", "Q9"])
def test_the_four_eastern_starts_are_never_developed(start: str) -> None:
    """Though a locomotive stands on each."""
    assert refused(a_table().game(), develop(start)) == f"CE-6.4 {NEEDS}"


@rule("CE-6.5")
def test_development_costs_nothing_and_needs_no_share() -> None:
    """A has neither money nor shares, the company an empty treasury."""
    game = a_table().sold(PRR="B", BO="B", NYC="B", CO="B").cash(A=0).with_locomotives(NYC="S3 Q3").turn_of("A").game()
    assert changed(game, game.play(develop("Q3"))) == DONE | {
        "income NYC": 9,
        "house_supply": 19,
        "houses": ("Q3",),
    }
