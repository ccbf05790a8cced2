"""[CE-5] «Ampliar la red de una compañía ferroviaria»."""

import pytest

from ferrovia.titles.chicago_express.expansion import Expand
from support.tables import changed, reading, refused
from titles.chicago_express.tables import a_table, decline, develop, expand

rule = pytest.mark.rule

NETWORK = "«Ampliar la red de una compañía ferroviaria»"
PLACING = "«Modo de ampliar la red»"
COST = "«Costes de la ampliación de una red»"

DONE = {"dials expansion": 1, "asked": "B"}


# ----------------------------------------------------------------------------------------------------------- placement


@rule("CE-5.1", "CE-6.5")
def test_c15_a_share_is_needed_to_expand_and_none_to_develop() -> None:
    """A holds no PRR share: expanding PRR is refused, developing a hex where only PRR stands is accepted."""
    game = a_table().sold(PRR="B").treasury(PRR=9).with_locomotives(PRR="R5 Q3").turn_of("A").game()
    assert refused(game, expand("PRR", "Q5")) == f"CE-5.1 {NETWORK}"
    assert reading(game.play(develop("Q3")))["income PRR"] == 8


@rule("CE-5.1")
def test_one_company_per_action() -> None:
    """The second locomotive must touch the network of the same company, not of another one of A's."""
    game = a_table().treasury(PRR=9, BO=9).game()
    assert refused(game, expand("PRR", "Q5 Q8")) == f"CE-5.3 {PLACING}"


@rule("CE-5.2")
def test_c14_no_more_hexes_than_locomotives() -> None:
    """One locomotive left: two hexes are refused, not shortened; one is accepted and none is left."""
    game = a_table().treasury(PRR=50).with_tokens_left(PRR=1).game()
    assert refused(game, expand("PRR", "N6 N7")) == f"CE-5.2 {PLACING}"
    assert reading(game.play(expand("PRR", "N6")))["left PRR"] == 0


@rule("CE-5.2")
def test_without_locomotives_a_company_cannot_expand() -> None:
    """None left: one hex is refused, and none is offered."""
    game = a_table().treasury(PRR=50).with_tokens_left(PRR=0).game()
    assert refused(game, expand("PRR", "O3")) == f"CE-5.2 {PLACING}"
    assert not [offer for offer in game.offers() if isinstance(offer.action, Expand)]


@rule("CE-5.2", "CE-5.3", "CE-5.4")
def test_c13_hexes_of_one_expansion_count_together() -> None:
    """PRR in R5: Q5, P4 cost 2 in either order, P4 alone touches nothing; a branch costs 3; twice the same; four."""
    game = a_table().treasury(PRR=9).game()
    assert refused(game, expand("PRR", "P4")) == f"CE-5.3 {PLACING}"
    assert refused(game, expand("PRR", "P4 R4")) == f"CE-5.3 {PLACING}"
    assert game.play(expand("PRR", "P4 Q5")).state == game.play(expand("PRR", "Q5 P4")).state
    assert game.plain(expand("PRR", "P4 R4 Q5")) == expand("PRR", "R4 Q5 P4")
    assert changed(game, game.play(expand("PRR", "Q5 P4"))) == DONE | {
        "treasury PRR": 7,
        "left PRR": 17,
        "on Q5": "PRR",
        "on P4": "PRR",
    }
    assert changed(game, game.play(expand("PRR", "Q5 R4 P4"))) == DONE | {
        "treasury PRR": 6,
        "left PRR": 16,
        "on Q5": "PRR",
        "on R4": "PRR",
        "on P4": "PRR",
    }
    assert refused(game, expand("PRR", "Q5 Q5")) == f"CE-5.4 {PLACING}"
    assert refused(game, expand("PRR", "Q5 R4 P4 P5")) == f"CE-5.2 {PLACING}"


@rule("CE-5.2")
def test_at_least_one_hex() -> None:
    """An expansion by nothing is a declined one, and must be called so."""
    game = a_table().treasury(PRR=9).game()
    assert refused(game, expand("PRR", "")) == f"CE-5.2 {PLACING}"
    assert changed(game, game.play(decline("expansion"))) == DONE


@rule("CE-5.4")
def test_one_locomotive_of_a_company_on_a_hex() -> None:
    """PRR stands on Q5 already and touches it from R5."""
    game = a_table().treasury(PRR=9).with_locomotives(PRR="R5 Q5").game()
    assert refused(game, expand("PRR", "Q5")) == f"CE-5.4 {PLACING}"


@rule("CE-5.5")
def test_c12_no_company_builds_on_a_start_hex() -> None:
    """B&O reaches R6, but not Philadelphia behind it."""
    game = a_table().treasury(BO=9).game()
    assert refused(game, expand("B&O", "R6 R5")) == f"CE-5.5 {PLACING}"


@rule("CE-5.5")
@pytest.mark.parametrize(
    ("company", "network", "start"),
    [("NYC", "S3 S4 R4", "R5"), ("PRR", "R5 R6", "Q7"), ("PRR", "R5 R4 S4", "S3"), ("B&O", "Q7 Q8", "Q9")],
)
def test_all_four_eastern_starts_are_closed(company: str, network: str, start: str) -> None:
    """Philadelphia, Baltimore, New York, Washington; for every other company."""
    short = company.replace("&", "")
    game = a_table().treasury(**{short: 20}).with_locomotives(**{short: network}).game()
    assert refused(game, expand(company, start)) == f"CE-5.5 {PLACING}"


@rule("CE-5.5", "CE-6.4")
def test_r17_fort_wayne_is_a_city_like_others() -> None:
    """With a locomotive and no house it may be developed, and another company may build there."""
    game = a_table().with_locomotives(PRR="R5 D3", NYC="S3 E3").treasury(NYC=2).game()
    assert reading(game.play(develop("D3")))["income PRR"] == 9
    assert changed(game, game.play(expand("NYC", "D3"))) == DONE | {
        "treasury NYC": 0,
        "left NYC": 21,
        "income NYC": 9,
        "on D3": "PRR NYC",
    }


@rule("CE-5.5")
def test_fort_wayne_may_be_built_on_after_the_wabash_has_opened() -> None:
    """The second company there pays twice the cost."""
    game = a_table().wabash_open().with_locomotives(NYC="S3 E3").treasury(NYC=5).game()
    done = reading(game.play(expand("NYC", "D3")))
    assert (done["treasury NYC"], done["on D3"]) == (3, "Wabash NYC")


@rule("CE-5.6")
def test_c11_a_forest_is_for_one_company() -> None:
    """PRR is in the forest R3: NYC cannot follow, but builds R2 for 2."""
    game = a_table().with_locomotives(PRR="R5 R3").treasury(NYC=10).game()
    assert refused(game, expand("NYC", "R3")) == f"CE-5.6 {PLACING}"
    assert changed(game, game.play(expand("NYC", "R2"))) == DONE | {"treasury NYC": 8, "left NYC": 22, "on R2": "NYC"}


@rule("CE-5.6")
def test_a_mountain_is_for_one_company() -> None:
    """PRR is on G9: C&O cannot follow."""
    game = a_table().with_locomotives(PRR="R5 G9", CO="Q9 F8").treasury(CO=20).game()
    assert refused(game, expand("C&O", "G9")) == f"CE-5.6 {PLACING}"


@rule("CE-5.6")
@pytest.mark.parametrize(("hex_id", "beside"), [("C3", "C4"), ("I2", "H2"), ("A2", "A3"), ("I6", "H6"), ("E0", "D0")])
def test_all_companies_may_meet_on_plain_city_and_industrial_hexes(hex_id: str, beside: str) -> None:
    """Four are there, C&O is the fifth."""
    there = {company: f"{home} {hex_id}" for company, home in (("PRR", "R5"), ("BO", "Q7"), ("NYC", "S3"))}
    table = a_table().wabash_open().with_locomotives(CO=f"Q9 {beside}", Wabash=f"D3 {hex_id}", **there)
    game = table.treasury(CO=99).game()
    assert len(reading(game.play(expand("C&O", hex_id)))[f"on {hex_id}"].split()) == 5


@rule("CE-5.7")
def test_a_closed_wabash_cannot_be_expanded() -> None:
    """Nobody can own its share before it opens; the refusal says that it is not open."""
    assert refused(a_table().game(), expand("Wabash", "D3")) == f"CE-5.7 {PLACING}"


@rule("CE-5.7", "CE-8.5")
def test_an_open_wabash_is_expanded_by_a_holder() -> None:
    """B holds a share and A does not."""
    table = a_table().wabash_open().sold(Wabash="B").treasury(Wabash=4)
    assert refused(table.turn_of("A").game(), expand("Wabash", "D2")) == f"CE-5.1 {NETWORK}"
    assert reading(table.turn_of("B").game().play(expand("Wabash", "D2")))["left Wabash"] == 9


# ---------------------------------------------------------------------------------------------------------------- cost


@rule("CE-5.8", "CE-5.10")
@pytest.mark.parametrize("forest", ["R3", "R2"])
def test_r5_from_new_york_to_binghamton(forest: str) -> None:
    """A forest for 2 and a city where PRR stands for 2 × 2: treasury 10 to 4, two locomotives less, income + 0 + 1."""
    game = a_table().with_locomotives(PRR="R5 Q3").treasury(NYC=10).game()
    assert changed(game, game.play(expand("NYC", f"{forest} Q3"))) == DONE | {
        "treasury NYC": 4,
        "left NYC": 21,
        "income NYC": 9,
        f"on {forest}": "NYC",
        "on Q3": "PRR NYC",
    }


@rule("CE-5.8")
def test_c9_the_third_company_pays_three_times() -> None:
    """The plain O6 costs 2, PRR and C&O are there: B&O pays 6 and gains nothing."""
    table = a_table().with_locomotives(BO="Q7 P6", PRR="R5 O6", CO="Q9 O6").treasury(BO=6)
    game = table.game()
    assert changed(game, game.play(expand("B&O", "O6"))) == DONE | {
        "treasury B&O": 0,
        "left B&O": 19,
        "on O6": "PRR C&O B&O",
    }


@rule("CE-5.9")
def test_c10_the_treasury_must_cover_the_whole_move() -> None:
    """R3 and Q3 cost 6 of 5: refused, nothing changes. R3 alone leaves 3."""
    game = a_table().with_locomotives(PRR="R5 Q3").treasury(NYC=5).game()
    assert refused(game, expand("NYC", "R3 Q3")) == f"CE-5.9 {COST}"
    assert changed(game, game.play(expand("NYC", "R3"))) == DONE | {"treasury NYC": 3, "left NYC": 22, "on R3": "NYC"}


@rule("CE-5.9")
def test_players_cannot_add_their_own_money() -> None:
    """A is rich, NYC has 1: the forest for 2 is refused."""
    game = a_table().cash(A=90).treasury(NYC=1).game()
    assert refused(game, expand("NYC", "R3")) == f"CE-5.9 {COST}"


@rule("CE-5.8", "CE-5.10")
def test_c16_the_fourth_company_in_a_developed_cleveland() -> None:
    """Cost 1 × 4, income 2 + 2."""
    table = a_table().with_locomotives(NYC="S3 I2", PRR="R5 I2", BO="Q7 I2", CO="Q9 I3").houses("I2").treasury(CO=4)
    game = table.game()
    assert changed(game, game.play(expand("C&O", "I2"))) == DONE | {
        "treasury C&O": 0,
        "left C&O": 23,
        "income C&O": 9,
        "on I2": "NYC PRR B&O C&O",
    }


# -------------------------------------------------------------------------------------------------------------- income


@rule("CE-5.10")
@pytest.mark.parametrize(
    ("what", "beside", "hex_id", "gain"),
    [
        ("a city that says 2", "H9", "I9", 2),
        ("a mountain", "F8", "G9", 1),
        ("Wheeling at 3", "H6", "I6", 3),
        ("Pittsburgh at 4", "J4", "K4", 4),
        ("a forest", "R2", "R3", 0),
        ("a plain", "B2", "B3", 0),
    ],
)
def test_r6_income_of_undeveloped_hexes(what: str, beside: str, hex_id: str, gain: int) -> None:
    """City + 2, mountain + 1, Wheeling + its scale, forest and plain nothing."""
    game = a_table().with_locomotives(NYC=f"S3 {beside}").treasury(NYC=9).game()
    assert reading(game.play(expand("NYC", hex_id)))["income NYC"] - 8 == gain, what


@rule("CE-5.10")
@pytest.mark.parametrize(
    ("what", "beside", "hex_id", "gain"), [("city 2 + 1", "H9", "I9", 3), ("mountain 1 + 2", "F8", "G9", 3)]
)
def test_r7_income_of_developed_hexes(what: str, beside: str, hex_id: str, gain: int) -> None:
    """With a house the development value comes on top: + 3 and + 3."""
    game = a_table().with_locomotives(NYC=f"S3 {beside}").treasury(NYC=9).houses(hex_id).game()
    assert reading(game.play(expand("NYC", hex_id)))["income NYC"] - 8 == gain, what


@rule("CE-5.10")
def test_an_industrial_city_brings_what_the_scale_shows_now() -> None:
    """Detroit at 5, Pittsburgh at 8."""
    table = a_table().scale(Detroit=5, Pittsburgh=8).with_locomotives(NYC="S3 E1", PRR="R5 J4")
    game = table.treasury(NYC=3, PRR=4).game()
    assert reading(game.play(expand("NYC", "E0")))["income NYC"] == 8 + 5
    assert reading(game.play(expand("PRR", "K4")))["income PRR"] == 7 + 8


@rule("CE-5.10")
def test_a_developed_forest_brings_no_income() -> None:
    """The house pays once, when it is built."""
    game = a_table().treasury(NYC=2).houses("R3").game()
    assert changed(game, game.play(expand("NYC", "R3"))) == DONE | {"treasury NYC": 0, "left NYC": 22, "on R3": "NYC"}


@rule("CE-5.11", "CE-5.10")
def test_c35_incomes_go_on_above_50() -> None:
    """49 and a city that says 3: 52."""
    game = a_table().with_income(NYC=49).with_locomotives(NYC="S3 M0").treasury(NYC=9).game()
    assert reading(game.play(expand("NYC", "L0")))["income NYC"] == 52


@rule("CE-5.11")
def test_incomes_have_no_upper_limit() -> None:
    """Beyond the last space of the track with its +50 marker."""
    game = a_table().with_income(PRR=100).with_locomotives(PRR="R5 Q3").game()
    assert reading(game.play(develop("Q3")))["income PRR"] == 101
