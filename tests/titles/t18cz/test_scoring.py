"""[X] The end of the game and the score; [V] its fixed course."""

import pytest

from ferrovia import Game
from support.tables import asked
from titles.t18cz.answers import PASS
from titles.t18cz.tables import CzTable, a_table, books_of, kinds_offered

rule = pytest.mark.rule


def worth(game: Game) -> dict[str, int]:
    return {standing.player: standing.worth for standing in game.standings()}


@rule("IV.1.3", "X.1", "V ¶1", "VIII.13")
def test_r5_local_value() -> None:
    """Thirteen operating rounds in eight sets, 40 to 120, each set but the last with an export; then it is over."""
    game, course = a_table().stock_round(1).keep(local_value=0).game(), list[str]()
    while game.ask is not None:
        course.append(f"SR{asked(game).about.params['number']}")
        for _ in "ABC":
            game = game.play(PASS)
        told = [event for event in game.events if event.key in ("local-value", "train-exported")]
        course += [str(event.params.get("value", "×")) for event in told]
    assert " ".join(course) == (
        "SR1 40 × SR2 45 × SR3 50 × SR4 55 × SR5 60 65 × SR6 70 75 × SR7 80 90 × SR8 100 110 120"
    )
    assert game.outcome is not None


@rule("X.2.2", "X.2.1", "VIII.11.7")
def test_g17_final_score() -> None:
    """Shares at market price, cash, less debt and penalty: 8529, 8338 and 5445."""
    table = a_table(profile="site").phase("j").round(13).cash(A=5026, B=4111, C=2360).owes(C=122)
    table.has("SX", price=222, held="A60 B10").has("ATE", price=180, held="A60 B40").has("BN", price=105, held="C60")
    table.has("Ug", price=370, held="B60 A20 C20").has("PR", price=231, held="C40 A10").has("kk", price=213, held="B50")
    table.has("BY", price=165, held="C60 A40").has("MW", price=120, held="B75 C25").has("OFE", price=120, held="C50")
    assert worth(table.end_of_set().game()) == {"A": 5026 + 3503, "B": 4111 + 4227, "C": 2360 + 3329 - 122 - 122}


@rule("X.2.1", "X.2.2", "IV.1.5")
def test_c66_locals_in_the_score() -> None:
    """Two locals of a player are 240, whatever their size and use; a company's locals, money and trains are nothing."""
    table = a_table().phase("j").round(13).cash(A=10, B=20, C=30).locals(A="S1 L2")
    table.has("EKJ", price=40, held="B50", cash=900, trains="5j").locals(EKJ="M1").used("L2")
    assert worth(table.end_of_set().game()) == {"A": 250, "B": 20 + 80, "C": 30}


@rule("X.2.2")
def test_shares_of_companies_not_floated_count() -> None:
    table = a_table().phase("j").round(13).cash(A=0).has("KFN", price=100, held="A40")
    assert worth(table.end_of_set().game())["A"] == 200


@rule("X.2.3")
def test_the_richest_wins_and_equals_share() -> None:
    game = a_table().round(13).cash(A=5, B=9, C=9).end_of_set().game()
    assert game.outcome is not None
    assert [(s.player, s.worth, s.rank) for s in game.outcome] == [("B", 9, 1), ("C", 9, 1), ("A", 5, 3)]


@rule("X.1")
def test_after_the_end_nothing_is_asked() -> None:
    game = a_table().round(13).end_of_set().game()
    assert kinds_offered(game) == set()
    refusal = game.why_not(PASS)
    assert refusal is not None
    assert (refusal.rule, refusal.cite.paragraph) == ("game-over", "X.1")


@rule("VIII.2 ¶1", "IV.1.1", "IV.1.6", "IV.1.3")
def test_the_start_of_an_operating_round() -> None:
    """The marker moves on, then each local pays 5, 10 or 20 to its owner, player or company, used or not."""
    table: CzTable = a_table().phase("b").round(3).cash(A=0, B=0).locals(A="S1 M1", B="L1", EKJ="S2").used("S2")
    game = table.has("EKJ", price=60, held="A50", trains="2a", stations="D5").operating_round().game()
    assert books_of(game).local_value == 55
    assert [game.state.cash[owner] for owner in (table.player("A"), table.player("B"), table.company("EKJ"))] == [
        15,
        20,
        5,
    ]
