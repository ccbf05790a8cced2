"""Moves at any other time than their own: always refused, with the paragraph that says when they are allowed."""

from typing import TypeVar

from ferrovia.engine.play import Check, Move, Refused, Table, refused_by
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import is_administered, lner_formed

A = TypeVar("A")


def refusing(action: type[A], check: Check[A]) -> Move[A]:
    """Never offered, and refused by a check that always has something to say."""
    return Move(action, lambda table: (), (check,), _do_nothing)


def _do_nothing(table: Table, action: object) -> None:
    """Never played."""


def open_turn(table: Table) -> CompanyTurn | None:
    """The turn of a company that is going on, whatever is asked in it."""
    return next((frame.facts for frame in table.state.stack if isinstance(frame.facts, CompanyTurn)), None)


def why_nothing_is_built(table: Table) -> Refused | None:
    """[10.3] [7.3] [7.6.5] What keeps a company from track and stations alike."""
    if lner_formed(table):
        return refused_by("no-building-after-lner")
    turn = open_turn(table)
    if turn is not None and is_administered(table, turn.company):
        return refused_by("state-builds-nothing", company=turn.company)
    if turn is not None and turn.linked_london:
        return refused_by("london-is-all", company=turn.company)
    return None
