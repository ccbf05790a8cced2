"""The small moves that every title needs: an answer without anything to choose, one of several things, and one that is
always refused."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from ferrovia.engine.forms import form_of
from ferrovia.engine.play import Check, Move, Offer, Refused, Table, no_offers, refused, rule

A = TypeVar("A")


def plain(action: type[A], apply: Callable[[Table, A], None], *checks: Check[A], passive: bool = False) -> Move[A]:
    """An answer without anything to choose: one offer, as it is; `passive` if it leaves things as they are."""
    return Move(action, lambda table: (Offer(action()),), checks, apply, passive=passive)


def choosing(
    action: type[A],
    key: str,
    among: Callable[[Table], Collection[Any]],
    apply: Callable[[Table, A], None],
    *checks: Check[A],
    figures: Callable[[Table], Mapping[str, Any]] = lambda table: {},
) -> Move[A]:
    """One of several things, which the only field of the action names; the rule `key` refuses all others, and tells
    some `figures` with it."""
    name, make = form_of(action).fields[0].name, _made(action)

    @rule(key)
    def is_among_them(table: Table, chosen: A) -> Refused | None:
        one = getattr(chosen, name)
        return None if one in among(table) else refused(**{name: one}, **figures(table))

    return Move(action, lambda table: (Offer(make(one)) for one in among(table)), (is_among_them, *checks), apply)


def _made(action: Any) -> Callable[[Any], Any]:
    return action


def never(key: str, *fields: str, **figures: Any) -> Check[Any]:
    """A check that always refuses, and tells some fields of the action and some `figures`."""

    @rule(key)
    def is_never_allowed(table: Table, action: Any) -> Refused | None:
        return refused(**{name: getattr(action, name) for name in fields}, **figures)

    return is_never_allowed


def forbidding(action: type[A], check: Check[A]) -> Move[A]:
    """What people try although no rule offers it: the check always says why not."""
    return Move(action, no_offers, (check,), _do_nothing)


def _do_nothing(table: Table, action: object) -> None:
    """Never played: the check always refuses."""
