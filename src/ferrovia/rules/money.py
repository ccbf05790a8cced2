"""Amounts of money: whether the operating company or whoever answers can pay them, and whether they are allowed."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ferrovia.engine.play import Check, Refused, Table, refused, rule
from ferrovia.model.ids import Owner
from ferrovia.rules.rounds import operating

A = TypeVar("A")
Cost = Callable[[Table, A], int]
"""What an action costs."""


class OfAnAmount(Protocol):
    """An action that names an amount of money."""

    @property
    def amount(self) -> int: ...


def treasury_pays(key: str, cost: Cost[A], *fields: str) -> Check[A]:
    """The operating company has what an action costs; a refusal also tells some `fields` of the action."""
    return _has_it(key, cost, operating, "treasury", fields)


def player_pays(key: str, cost: Cost[A], *fields: str) -> Check[A]:
    """Whoever answers has what an action costs; a refusal also tells some `fields` of the action."""
    return _has_it(key, cost, Table.answering, "cash", fields)


def _has_it(key: str, cost: Cost[A], purse: Callable[[Table], Owner], name: str, fields: tuple[str, ...]) -> Check[A]:
    @rule(key)
    def money_suffices(table: Table, action: A) -> Refused | None:
        price, money = cost(table, action), table.state.cash[purse(table)]
        if price <= money:
            return None
        told: dict[str, Any] = {field: getattr(action, field) for field in fields}
        return refused(**told, cost=price, **{name: money})

    return money_suffices


def treasury_lacks(table: Table, cost: int) -> Refused | None:
    """What a check says where the operating company cannot pay out of its treasury; None where it can."""
    company = operating(table)
    treasury = table.state.cash[company]
    return refused(company=company, cost=cost, treasury=treasury) if cost > treasury else None


def company_pays(key: str, cost: Cost[A]) -> Check[A]:
    """The operating company has what an action costs; a refusal names it."""

    @rule(key)
    def treasury_suffices(table: Table, action: A) -> Refused | None:
        return treasury_lacks(table, cost(table, action))

    return treasury_suffices


def treasury_has_the_amount(key: str) -> Check[OfAnAmount]:
    """The operating company has the amount that an action names."""

    @rule(key)
    def amount_is_there(table: Table, action: OfAnAmount) -> Refused | None:
        treasury = table.state.cash[operating(table)]
        return refused(amount=action.amount, treasury=treasury) if action.amount > treasury else None

    return amount_is_there


def player_has_the_amount(key: str) -> Check[OfAnAmount]:
    """Whoever answers has the amount that an action names."""

    @rule(key)
    def amount_is_there(table: Table, action: OfAnAmount) -> Refused | None:
        cash = table.state.cash[table.answering()]
        return refused(amount=action.amount, cash=cash) if action.amount > cash else None

    return amount_is_there


def amount_at_least(key: str, least: Callable[[Table], int], field: str = "amount") -> Check[Any]:
    """A `field` of the action is not too low."""

    @rule(key)
    def is_high_enough(table: Table, action: Any) -> Refused | None:
        amount, lowest = getattr(action, field), least(table)
        return refused(**{field: amount}, least=lowest) if amount < lowest else None

    return is_high_enough


def amount_in_steps(key: str, step: int, field: str = "amount") -> Check[Any]:
    """A `field` of the action is a multiple of a step."""

    @rule(key)
    def is_a_multiple(table: Table, action: Any) -> Refused | None:
        amount = getattr(action, field)
        return refused(**{field: amount}, step=step) if amount % step else None

    return is_a_multiple
