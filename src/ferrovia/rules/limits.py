"""How much a player may hold: certificates in all, and of one company."""

from collections.abc import Callable
from typing import Any, Protocol

from ferrovia.engine.play import Check, Move, Refused, Table, refused, rule
from ferrovia.model.ids import CompanyId, PlayerId


class OfCompany(Protocol):
    """An action about one company."""

    @property
    def company(self) -> CompanyId: ...


def its_company_is(key: str, holds: Callable[[Table, CompanyId], bool]) -> Check[OfCompany]:
    """What `holds` of the company that an action is about; a refusal names it."""

    @rule(key)
    def it_holds(table: Table, action: OfCompany) -> Refused | None:
        return None if holds(table, action.company) else refused(company=action.company)

    return it_holds


def is_over_limit(table: Table, player: PlayerId) -> bool:
    """Whether somebody holds more certificates than allowed."""
    return table.box.certificates_of(table.state, player) > table.box.most_certificates(table.state)


def _certificates(table: Table) -> tuple[int, int]:
    """How many the player holds, and how many are allowed."""
    return table.box.certificates_of(table.state, table.answering()), table.box.most_certificates(table.state)


@rule("over-certificate-limit")
def has_sold_down(table: Table, action: object) -> Refused | None:
    """Whoever holds too many certificates may only sell."""
    held, limit = _certificates(table)
    return refused(held=held, limit=limit) if held > limit else None


@rule("certificate-limit")
def has_room_for_a_certificate(table: Table, action: object) -> Refused | None:
    held, limit = _certificates(table)
    return refused(held=held, limit=limit) if held >= limit else None


def holds_too_many(table: Table) -> bool:
    """Whether whoever answers does."""
    return is_over_limit(table, table.answering())


def must_sell_down(*sales: Move[Any], is_due: Callable[[Table], bool] = holds_too_many) -> Check[object]:
    """Whoever holds too many certificates sells while a sale is legal; `is_due`: whether that holds for the player."""

    @rule("must-sell-down")
    def is_within_limit_or_cannot_sell(table: Table, action: object) -> Refused | None:
        if not is_due(table) or not any(any(sell.legal(table)) for sell in sales):
            return None
        held, limit = _certificates(table)
        return refused(held=held, limit=limit)

    return is_within_limit_or_cannot_sell


@rule("holding-limit")
def stays_within_holding_limit(table: Table, action: OfCompany) -> Refused | None:
    """Nobody buys more of a company than is allowed for its kind."""
    box, company = table.box, action.company
    limit = box.holding_limits[box.kinds[company]]
    percent = box.papers.percent(table.state, table.answering(), company) + box.papers.unit(company)
    return refused(company=company, percent=percent, limit=limit) if percent > limit else None
