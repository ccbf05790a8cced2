"""What records say in the same way for every title."""

import json
from typing import Any

import pytest

from ferrovia.interop import import_text, read_export
from ferrovia.interop.following import Strange
from ferrovia.interop.readings import card_bought
from ferrovia.interop.replay import follower_for
from ferrovia.model.ids import TrainId
from interop.games import exported


def test_a_record_that_buys_a_train_of_an_empty_pile_is_told() -> None:
    """It was an error of ours."""
    follower = follower_for(read_export(json.dumps(exported())))
    with pytest.raises(Strange, match="no train 'a-0' to be had"):
        card_bought(follower, "a-0", None)


def test_the_top_of_the_pile_is_known_by_its_recorded_name_from_then_on() -> None:
    follower = follower_for(read_export(json.dumps(exported())))
    assert card_bought(follower, "a-4", TrainId("a-0")) == "a-0"
    assert follower.notes.cards == {"a-4": "a-0"}


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("par", {"share_price": "70,0,3"}, "70 is taken, although 70,0,3 is another space"),
        ("par", {"share_price": "70,0,99"}, "70 is taken, although 70,0,99 is another space"),
        ("buy_shares", {"percent": 5}, "not 5%"),
    ],
)
def test_what_is_said_twice_is_compared(kind: str, said: dict[str, Any], told: str) -> None:
    """A price and its space, a certificate and its part."""
    export = exported()
    action = next(action for action in export["actions"] if action["type"] == kind)
    if kind == "par":
        assert action["share_price"] == "70,0,10"
    action |= said
    game = import_text(json.dumps(export))
    assert any(told in line for line in (*map(str, game.notices), str(game.refused)))
