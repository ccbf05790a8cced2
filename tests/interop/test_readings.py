"""What records say in the same way for every title."""

import json

import pytest

from ferrovia.interop import read_export
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
