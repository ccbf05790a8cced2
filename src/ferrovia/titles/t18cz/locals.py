"""[IV.1] Local railways in the hands of companies: bought from players, sold to the bank."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Move, Offer, Refused, Span, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, SCRAP, CertId, CompanyId, PlayerId
from ferrovia.rules.rounds import operating
from ferrovia.titles.t18cz.consent import propose
from ferrovia.titles.t18cz.material import LocalId, books, box, locals_of
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@dataclass(frozen=True, slots=True)
class BuyLocal:
    local: LocalId
    amount: int


@dataclass(frozen=True, slots=True)
class SellLocal:
    local: LocalId


# ----------------------------------------------------------------------------------------------------------- buying


@rule("local-from-player")
def a_player_owns_it(table: Table, action: BuyLocal) -> Refused | None:
    return None if table.state.certs[action.local] in table.state.players else refused(local=action.local)


@rule("locals-from-phase-b")
def companies_may_buy_locals(table: Table, action: BuyLocal) -> Refused | None:
    phase = box(table).numbers.locals.price_from_phase
    return None if box(table).is_reached(table.state, phase) else refused(local=action.local, phase=phase)


@rule("local-suits-small")
def its_size_may_own_local(table: Table, action: BuyLocal) -> Refused | None:
    company, local = operating(table), action.local
    if box(table).suits(box(table).locals[local].size, company):
        return None
    if box(table).size(company) == "M":
        return refused_by("local-suits-medium", company=company, local=local)
    return refused(company=company, local=local)


@rule("local-price-range")
def price_is_within_local_value(table: Table, action: BuyLocal) -> Refused | None:
    most = books(table).local_value
    return None if 1 <= action.amount <= most else refused(amount=action.amount, most=most)


@rule("treasury-pays-local")
def treasury_covers_local(table: Table, action: BuyLocal) -> Refused | None:
    treasury = table.state.cash[operating(table)]
    return refused(amount=action.amount, treasury=treasury) if action.amount > treasury else None


def locals_to_buy(table: Table) -> Iterator[Offer]:
    company = operating(table)
    most = min(books(table).local_value, table.state.cash[company])
    if most < 1 or is_vaclavs(table, company):
        return
    for local in box(table).locals:
        if table.state.certs[local] in table.state.players:
            yield Offer(BuyLocal(local, 1), Span(1, most))


def propose_local(table: Table, action: BuyLocal) -> None:
    seller = table.state.certs[action.local]
    propose(table, kind="local", buyer=operating(table), seller=seller, subject=action.local, amount=action.amount)


def hand_local_over(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[IV.1.4] The treasury pays the player."""
    local = LocalId(CertId(subject))
    seller = PlayerId(table.state.certs[local])
    table.pay(amount, source=buyer, to=seller)
    table.hand_over(local, to=buyer)
    table.tell("local-bought", company=buyer, player=seller, local=local, amount=amount)


BUY_LOCAL = Move(
    BuyLocal,
    locals_to_buy,
    (
        a_player_owns_it,
        companies_may_buy_locals,
        its_size_may_own_local,
        price_is_within_local_value,
        treasury_covers_local,
    ),
    propose_local,
)


# ---------------------------------------------------------------------------------------------------------- selling


def own_locals(table: Table) -> list[LocalId]:
    return locals_of(table, operating(table))


def sell_local(table: Table, action: SellLocal) -> None:
    """[IV.1.8] For this round's local value; it leaves the game."""
    company, value = operating(table), books(table).local_value
    table.pay(value, source=BANK, to=company)
    table.hand_over(action.local, to=SCRAP)
    table.tell("local-sold", company=company, local=action.local, amount=value)


SELL_LOCAL = choosing(
    SellLocal, "own-local", own_locals, sell_local, figures=lambda table: {"company": operating(table)}
)


# ----------------------------------------------------------------------------------------------------------- income


def set_local_value(table: Table) -> None:
    """[IV.1.3] The marker moves: this operating round's value."""
    sets = box(table).numbers.course.sets
    values = [value for rounds in sets for value in rounds]
    now = books(table).local_value
    value = values[values.index(now) + 1] if now else values[0]
    table.keep(local_value=value)
    table.tell("local-value", value=value)


def pay_local_income(table: Table) -> None:
    """[VIII.2 ¶1] [IV.1.1] Each local pays its owner, player or company."""
    for local in box(table).locals.values():
        owner = table.state.certs[local.id]
        if owner in table.state.players or owner in box(table).companies:
            table.pay(local.income, source=BANK, to=owner)
            table.tell("local-income", local=local.id, owner=owner, amount=local.income)
