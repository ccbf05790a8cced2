"""Why not, asked of an action that is only begun."""

import pytest

from ferrovia import Beginning, Game, beginning_from_json, find_title
from ferrovia.engine.beginning import MOST
from ferrovia.engine.codec import BadData
from support.toy import FERRY, Blow, CrateId, Load, Tip, Wait, a_ferry


def rule_of(game: Game, begun: Beginning) -> str | None:
    refusal = game.why_not(begun)
    return None if refusal is None else refusal.rule


def test_what_can_be_completed_is_not_refused() -> None:
    game = a_ferry()
    assert rule_of(game, Beginning(Blow, {})) is None
    loading = game.play(Blow(2))
    assert rule_of(loading, Beginning(Load, {})) is None
    assert rule_of(loading, Beginning(Wait, {})) is None


def test_what_is_not_asked_is_refused_like_a_whole_action() -> None:
    game = a_ferry()
    assert rule_of(game, Beginning(Load, {})) == "not-asked"
    refusal = game.why_not(Beginning(Blow, {}), by=game.state.players[1])
    assert refusal is None or refusal.rule == "whose-turn"


def test_a_whole_action_is_judged_as_it_is() -> None:
    game = a_ferry().play(Blow(2))
    for action, filled in ((Load((CrateId("coal"),)), {"crates": (CrateId("coal"),)}), (Tip(99), {"amount": 99})):
        assert game.why_not(Beginning(type(action), filled)) == game.why_not(action)


def test_an_unknown_thing_is_named() -> None:
    game = a_ferry().play(Blow(2))
    refusal = game.why_not(Beginning(Load, {"crates": (CrateId("gold"),)}))
    assert refusal is not None and refusal.rule == "no-such-thing"
    assert refusal.params["name"] == "gold"


def test_of_many_ways_to_go_on_an_even_selection_is_tried() -> None:
    begun = Beginning(Blow, {})
    few = [action.amount for action in begun.completed({"amount": range(5)})]
    many = [action.amount for action in begun.completed({"amount": range(10 * MOST)})]
    assert few == [0, 1, 2, 3, 4]
    assert len(many) == MOST and many[-1] == 10 * MOST - 10


def test_a_beginning_is_read_from_json() -> None:
    title = find_title("18cz")
    begun = beginning_from_json(title, {"type": "lay_tile", "hex": "E16"})
    assert begun.filled == {"hex": "E16"} and set(begun.open) == {"tile", "turn"}
    assert beginning_from_json(FERRY, {"type": "wait"}) == Beginning(Wait, {})
    with pytest.raises(BadData, match="action lay_tile turn"):
        beginning_from_json(title, {"type": "lay_tile", "turn": "left"})
    with pytest.raises(BadData, match="unknown field 'colour'"):
        beginning_from_json(title, {"type": "lay_tile", "colour": "red"})
