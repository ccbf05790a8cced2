"""Values that are made often are like any other frozen ones."""

from dataclasses import FrozenInstanceError, dataclass, replace
from inspect import signature

import pytest

from ferrovia.model.state import Frame
from ferrovia.model.values import changed, made_often


@dataclass(frozen=True, slots=True)
class Usual:
    place: str
    count: int = 3
    names: tuple[str, ...] = ()


@made_often
@dataclass(frozen=True, slots=True)
class Quick:
    place: str
    count: int = 3
    names: tuple[str, ...] = ()


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class ByName:
    place: str
    count: int = 3


@made_often
@dataclass(frozen=True, slots=True)
class Longer(Quick):
    kind: str = "plain"


def test_they_are_made_as_a_dataclass_is() -> None:
    assert list(signature(Quick).parameters) == list(signature(Usual).parameters)
    assert Quick("a") == Quick("a", 3, ()) == Quick(count=3, place="a") == replace(Quick("b"), place="a")
    assert Quick("a") != Quick("a", 4)
    assert hash(Quick("a")) == hash(Quick("a", 3))
    assert repr(Quick("a")) == repr(Usual("a")).replace("Usual", "Quick")
    assert ByName(place="a") == ByName(count=3, place="a")


def test_what_is_missing_or_unknown_is_refused() -> None:
    with pytest.raises(TypeError):
        Quick()  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        Quick("a", colour="red")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        ByName("a")  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        changed(Quick("a"), colour="red")


def test_they_stay_as_they_are() -> None:
    with pytest.raises(FrozenInstanceError):
        Quick("a").place = "b"  # pyright: ignore[reportAttributeAccessIssue]
    frame = Frame("game", "begin", None)
    assert changed(frame, at="end") == Frame("game", "end", None)
    assert frame.at == "begin"


def test_one_that_adds_fields_to_another_is_made_and_changed_with_all_of_them() -> None:
    longer = Longer("a", kind="dual")
    assert type(longer) is Longer
    assert (longer.place, longer.count, longer.names, longer.kind) == ("a", 3, (), "dual")
    assert changed(longer, count=4) == Longer("a", 4, (), "dual")
    with pytest.raises(FrozenInstanceError):
        longer.kind = "plain"  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(FrozenInstanceError):
        changed(longer, count=4).place = "b"  # pyright: ignore[reportAttributeAccessIssue]
