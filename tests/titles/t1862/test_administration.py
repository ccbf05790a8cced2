"""[7.3] [8] What the state does for a company without a director."""

from typing import Any

import pytest

from ferrovia import Game
from titles.t1862.tables import EasternTable, a_table, money, told, trains

rule = pytest.mark.rule


def of_the_state(
    phase: str,
    *,
    cash: int,
    trains: str,
    permits: str = "freight local",
    table: EasternTable | None = None,
    **more: Any,
) -> Game:
    """N&B, whose director's certificate is in the pool, has run; EUR operates after it."""
    table = (table or a_table()).phase(phase)
    given: dict[str, Any] = {"price": 82, "held": "B2", "pool": 2, "stations": "E8"} | more
    table.has("N&B", administered=True, cash=cash, trains=trains, permits=permits, **given)
    table.has("EUR", price=60, held="B5", trains="6E", stations="E12")
    return table.turn_of("N&B", "buy_trains").game()


@rule("8", "7.9", "7.10.1")
def test_c28_one_train_of_the_first_kind_with_room() -> None:
    """Freight is full: a local with its free warranty, once, though there is money for more."""
    game = of_the_state("D", cash=800, trains="3F 3F 5F")
    assert (trains(game, "N&B"), money(game, "N&B")) == (["3F", "3F", "5F", "4L*"], 440)


@rule("8")
@pytest.mark.parametrize(
    ("permits", "face"),
    [("local freight express", "3E"), ("local freight", "3F"), ("local", "3L"), ("local express", "3E")],
)
def test_order_of_kinds(permits: str, face: str) -> None:
    """Express, freight, local: the first that is permitted."""
    assert trains(of_the_state("C", cash=280, trains="2F", permits=permits), "N&B") == ["2F", face]


@rule("8", "7.3")
def test_it_keeps_what_it_has_if_it_cannot_buy() -> None:
    game = of_the_state("C", cash=279, trains="2F")
    assert (trains(game, "N&B"), money(game, "N&B")) == (["2F"], 279)


@rule("8", "7.12")
def test_c28_without_a_train_it_is_bankrupt() -> None:
    """Even with treasury shares: the state sells none and refinances nothing. Half the price to the holders."""
    game = of_the_state("C", cash=200, trains="", treasury=3)
    assert "N&B" not in game.state.floated
    assert (money(game, "N&B"), money(game, "B")) == (0, 600 + 2 * 41)


@rule("8", "9")
def test_its_purchase_starts_a_phase() -> None:
    table = a_table().phase("C").sold_out("C")
    game = of_the_state("C", cash=400, trains="2F", table=table)
    assert (game.state.phase, told(game, "phase")) == ("D", [{"phase": "D"}])


@rule("8", "7.9")
@pytest.mark.parametrize(("profile", "bought"), [("rulebook", []), ("site", ["9F"])])
def test_d13_the_limit_of_all_trains(profile: str, bought: list[str]) -> None:
    """Three trains in phase H: none more; the site looks at the kind alone."""
    game = of_the_state("H", cash=900, trains="6F 6L 5L", table=a_table(profile=profile))
    assert trains(game, "N&B") == ["6F", "6L", "5L", *bought]


@rule("8", "11.1")
def test_simple_games_have_no_permits() -> None:
    game = of_the_state("C", cash=300, trains="", permits="", table=a_table(train_kinds="simple-freight"))
    assert trains(game, "N&B") == ["3F"]


@rule("7.2", "7.3")
def test_its_first_turn_is_still_to_come() -> None:
    """The state places no home, so the company will when it has a director."""
    game = of_the_state("C", cash=0, trains="2F", stations="")
    assert company_has_operated(game) is False
    assert company_has_operated(of_the_state("C", cash=0, trains="2F", operated=False)) is True


def company_has_operated(game: Game) -> bool:
    return "N&B" in game.state.operated
