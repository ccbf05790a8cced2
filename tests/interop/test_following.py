"""Following records one action at a time: whatever an action says is played or refused; errors of ours stay errors."""

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from ferrovia import BadData, IllegalAction
from ferrovia.interop import read_export
from ferrovia.interop.course import RecordedCourse, steps
from ferrovia.interop.exported import Action
from ferrovia.interop.following import Following
from ferrovia.interop.replay import follower_for
from interop import test_1862
from interop.games import Export, exported

NUMBERS: tuple[Any, ...] = (7, -1, 10**9, 2.5, True)
NAMES: tuple[Any, ...] = (None, "", "x", "x-0", "x_1")
LISTS: tuple[Any, ...] = ([], ["x"], [7], {}, {"x": 7}, [{}], [[]])


@pytest.mark.parametrize("export", [exported(1, 3), test_1862.exported(0, 2)], ids=["18CZ", "1862"])
def test_no_field_of_any_action_upsets_the_import(export: Export) -> None:
    """The first action of each kind with nonsense in each of its fields: the rules or the reader refuse it, or it does
    not matter. Any other error would be one of ours."""
    follower = follower_for(read_export(json.dumps(export)))
    course, seen = RecordedCourse(follower), set[str]()
    course.begin()
    for at, part in enumerate(course.parts):
        action = part.action
        assert action is not None
        if action.kind not in seen:
            seen.add(action.kind)
            memory = follower.remember()
            for key in (key for key in action if key not in ("type", "id")):
                for said in (*NUMBERS, *NAMES, *LISTS):
                    _try(follower, Action({**action, key: said}))
                    follower.go_back(memory)
                _try(follower, Action({name: value for name, value in action.items() if name != key}))
                follower.go_back(memory)
        course.play(at)
    assert len(seen) > 10


def _try(follower: Following[Any], action: Action) -> None:
    with suppress(BadData, IllegalAction):
        follower.follow(action)


def test_an_error_of_ours_is_not_blamed_on_the_record() -> None:
    """A meaning that fails is our mistake: nobody is told that the record cannot be read."""

    def mistaken(now: Following[Any], action: Action) -> None:
        raise KeyError("a slip of ours")

    follower = follower_for(read_export(json.dumps(exported())))
    follower.follows = replace(follower.follows, meanings={**follower.follows.meanings, "par": mistaken})
    with pytest.raises(KeyError, match="a slip of ours"):
        list(steps(follower))
