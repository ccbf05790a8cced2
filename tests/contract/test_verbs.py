"""Titles change the table by its verbs: whatever form a change may have, it is noticed while games are played."""

import sys
from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import FunctionType
from typing import Any

import pytest

from contract.games import every_title, play_at_random, players
from ferrovia import Title, find_title
from ferrovia.engine.record import start
from ferrovia.model.state import Holdings, State

TABLES = ("cash", "tokens", "prices", "pars", "last_revenue", "debt")
CHANGES_OF_DICTS = (
    "__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update",
)  # fmt: skip
CHANGES_OF_LISTS = (
    "__setitem__", "__delitem__", "__iadd__", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
)  # fmt: skip


def not_by_a_title(change: Callable[..., Any]) -> Callable[..., Any]:
    """The same change, refused where a title makes it."""

    def changed(*given: Any, **named: Any) -> Any:
        who = sys._getframe(1).f_globals["__name__"]
        assert not who.startswith("ferrovia.titles"), f"{who} changes the state, not the table"
        return change(*given, **named)

    return changed


def watched(kind: type[Any], changes: Iterable[str]) -> type[Any]:
    return type(f"Watched{kind.__name__}", (kind,), {name: not_by_a_title(getattr(kind, name)) for name in changes})


WATCHED_DICT, WATCHED_LIST = watched(dict, CHANGES_OF_DICTS), watched(list, CHANGES_OF_LISTS)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state that an answer is played on."""
    copy = State.copy

    def copied(state: State) -> State:
        new = copy(state)
        for name in TABLES:
            setattr(new, name, WATCHED_DICT(getattr(new, name)))
        new.stack = WATCHED_LIST(new.stack)
        return new

    monkeypatch.setattr(State, "copy", copied)
    monkeypatch.setattr(State, "__setattr__", not_by_a_title(object.__setattr__))
    for name in ("__setitem__", "__ior__", "update"):
        monkeypatch.setattr(Holdings, name, not_by_a_title(getattr(Holdings, name)))


@every_title
@pytest.mark.usefixtures("watch")
def test_no_title_changes_the_state_itself(title: Title) -> None:
    play_at_random(title, title.seats[0], Random(1))


CHANGES: Mapping[str, Callable[[State], object]] = {
    "phase": lambda state: setattr(state, "phase", "2"),
    "cash": lambda state: state.cash.update({}),
    "certs": lambda state: state.certs.update({}),
    "stack": lambda state: state.stack.append(state.stack[0]),
    "prices": lambda state: state.prices.clear(),
}


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_by_a_title_is_noticed(change: FunctionType) -> None:
    state = start(find_title("chicago-express"), players(3)).state.copy()
    change(state)
    with pytest.raises(AssertionError, match=r"titles\.somewhere changes the state"):
        FunctionType(change.__code__, {"__name__": "ferrovia.titles.somewhere"})(state)
