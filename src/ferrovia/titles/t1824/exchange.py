"""[IV.1] [IV.2] Mountain and coal railways: income, voluntary and compulsory exchange."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, Then, refused, rule
from ferrovia.model.ids import BANK, IPO, POOL, SCRAP, CertId, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.stock import StockTurn, end_turn
from ferrovia.titles.t1824.companies import (
    director,
    director_of,
    hand_over_railway,
    leave_the_game,
    open_if_due,
    settle_the_director,
)
from ferrovia.titles.t1824.material import MountainId, books, box, mountains_of


@dataclass(frozen=True, slots=True)
class ExchangeMountain:
    mountain: MountainId
    company: CompanyId


@dataclass(frozen=True, slots=True)
class ExchangeCoal:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class GiveUpMountain:
    """The site lets an owner lose a mountain railway instead of exchanging it."""

    mountain: MountainId


# ---------------------------------------------------------------------------------------------------- mountain railways


def pay_mountain_income(table: Table) -> None:
    """[IV.1.3] [VII.4.1] 25 for each, before anything else in an operating round."""
    income, owners = box(table).numbers.mountain.income, [table.state.certs[m] for m in box(table).mountains]
    for player in table.state.players:
        amount = income * owners.count(player)
        if amount:
            table.pay(amount, source=BANK, to=player)
            table.tell("mountain-income", player=player, amount=amount)


def ten_percent_left(table: Table, company: CompanyId) -> CertId | None:
    """[IV.1.8] A share for which a mountain railway can be exchanged: none is reserved, none is the director's."""
    papers = box(table).papers
    for place in (IPO, POOL):
        for cert in papers.ordinary(table.state, place, company):
            return cert.id
    return None


def open_exchanges(table: Table) -> list[CompanyId]:
    return [company for company in box(table).of_kind("regional") if ten_percent_left(table, company)]


@rule("mountain-exchange-begun")
def mountain_exchange_has_begun(table: Table, action: ExchangeMountain) -> Refused | None:
    phase = box(table).numbers.course.mountain_exchange
    return None if box(table).is_reached(table.state, phase) else refused(phase=phase)


@rule("own-mountain")
def owns_the_mountain(table: Table, action: ExchangeMountain) -> Refused | None:
    mine = table.state.certs[action.mountain] == table.answering()
    return None if mine else refused(mountain=action.mountain)


@rule("mountain-for-regional")
def is_a_regional(table: Table, action: ExchangeMountain) -> Refused | None:
    return None if box(table).kind(action.company) == "regional" else refused(company=action.company)


@rule("mountain-share-left")
def a_share_is_left(table: Table, action: ExchangeMountain) -> Refused | None:
    return None if ten_percent_left(table, action.company) else refused(company=action.company)


@rule("mountains-in-order")
def is_the_next_mountain(table: Table, action: ExchangeMountain | GiveUpMountain) -> Refused | None:
    due = next_mountain(table)
    return None if action.mountain == due else refused(mountain=action.mountain, due=due)


def exchange_mountain(table: Table, action: ExchangeMountain) -> None:
    """[IV.1.4] [IV.4.1.6] Without money, for a company without a price too; above 60% as well [VI.7.4]."""
    player, company, cert = table.answering(), action.company, ten_percent_left(table, action.company)
    assert cert is not None
    table.hand_over(action.mountain, to=SCRAP)
    table.hand_over(cert, to=player)
    table.tell("mountain-exchanged", player=player, mountain=action.mountain, company=company)
    settle_the_director(table, company)
    open_if_due(table, company)


def own_exchanges(table: Table) -> Iterator[Offer]:
    for mountain in mountains_of(table, table.answering()):
        for company in open_exchanges(table):
            yield Offer(ExchangeMountain(mountain, company))


def exchanging_mountains(*limits: Check[Any]) -> Move[ExchangeMountain]:
    """[IV.1.4] In place of a purchase; `limits`: what else must hold in the turn."""

    def exchange_in_turn(table: Table, action: ExchangeMountain) -> None:
        exchange_mountain(table, action)
        end_turn(table, bought=True)

    checks = (mountain_exchange_has_begun, owns_the_mountain, is_a_regional, a_share_is_left, *limits)
    return Move(ExchangeMountain, own_exchanges, checks, exchange_in_turn)


# ----------------------------------------------------------------------------------- compulsory, with the first 4-train


def next_mountain(table: Table) -> MountainId | None:
    """[IV.1.6] In the order of their numbers."""
    certs, players = table.state.certs, table.state.players
    return next((mountain for mountain in box(table).mountains if certs[mountain] in players), None)


def next_exchanges(table: Table) -> Iterator[Offer]:
    mountain = next_mountain(table)
    if mountain is not None:
        for company in open_exchanges(table):
            yield Offer(ExchangeMountain(mountain, company))


EXCHANGE_NEXT = Move(
    ExchangeMountain, next_exchanges, (is_the_next_mountain, is_a_regional, a_share_is_left), exchange_mountain
)


def give_up_mountain(table: Table, action: GiveUpMountain) -> None:
    table.hand_over(action.mountain, to=SCRAP)
    table.tell("mountain-removed", mountain=action.mountain)


def give_up_next(table: Table) -> Iterator[Offer]:
    mountain = next_mountain(table)
    if mountain is not None:
        yield Offer(GiveUpMountain(mountain))


GIVE_UP_NEXT = Move(GiveUpMountain, give_up_next, (is_the_next_mountain,), give_up_mountain, passive=True)


def mountain_script(*moves: Move[Any]) -> tuple[Step, ...]:
    """[IV.1.5] Who may also give a railway up is asked even where he can only lose it."""
    may_decline = GIVE_UP_NEXT in moves

    def exchange_mountains_in_order(table: Table) -> Ask | None:
        """[IV.1.5] [IV.1.6] Each owner chooses the company."""
        mountain = next_mountain(table)
        if mountain is None or not (may_decline or open_exchanges(table)):
            return None
        owner = PlayerId(table.state.certs[mountain])
        return Ask(owner, moves, Message("exchange-mountain", {"mountain": mountain}))

    def remove_mountains_left(table: Table) -> None:
        """[IV.1.8] Without a share left they are simply removed."""
        for mountain in box(table).mountains:
            if table.state.certs[mountain] in table.state.players:
                table.hand_over(mountain, to=SCRAP)
                table.tell("mountain-removed", mountain=mountain)

    return exchange_mountains_in_order, remove_mountains_left


# -------------------------------------------------------------------------------------------------------- coal railways


@rule("coal-exchange-begun")
def coal_exchange_has_begun(table: Table, action: ExchangeCoal) -> Refused | None:
    phase = box(table).numbers.course.coal_exchange
    return None if box(table).is_reached(table.state, phase) else refused(phase=phase)


@rule("own-coal-railway")
def owns_the_coal_railway(table: Table, action: ExchangeCoal) -> Refused | None:
    mine = action.company in exchangeable_coal(table) and director(table, action.company) == table.answering()
    return None if mine else refused(company=action.company)


def exchangeable_coal(table: Table) -> list[CompanyId]:
    """Coal railways that somebody owns; those that only build are never exchanged."""
    return [c for c in box(table).of_kind("coal") if director(table, c) and c not in books(table).construction]


def exchange_coal(table: Table, coal: CompanyId) -> CompanyId:
    """[IV.2.13] [IV.2.16] The owner gets the director's certificate, the regional all that the railway had."""
    owner, regional = director_of(table, coal), box(table).companies[coal].becomes
    assert regional is not None
    hand_over_railway(table, coal, owner=owner, to=regional)
    leave_the_game(table, coal)
    table.tell("coal-exchanged", player=owner, railway=coal, company=regional)
    box(table).ways.settle_new(table, regional)
    return regional


def own_coal_exchanges(table: Table) -> Iterator[Offer]:
    return (Offer(ExchangeCoal(c)) for c in exchangeable_coal(table) if director(table, c) == table.answering())


def exchanging_coal(*limits: Check[Any]) -> Move[ExchangeCoal]:
    """[IV.2.11] In place of a purchase; no limit stops it."""

    def exchange_in_turn(table: Table, action: ExchangeCoal) -> None:
        open_if_due(table, exchange_coal(table, action.company))
        end_turn(table, bought=True)

    return Move(
        ExchangeCoal, own_coal_exchanges, (coal_exchange_has_begun, owns_the_coal_railway, *limits), exchange_in_turn
    )


@rule("site-coal-first")
def has_sold_nothing_now(table: Table, action: ExchangeCoal) -> Refused | None:
    """The site exchanges no coal railway after a sale in the same turn."""
    return refused(company=action.company) if table.here(StockTurn).sold_now else None


def exchange_all_coal(table: Table, *, opens_at_once: bool) -> None:
    """[IV.2.14] With the first 5-train; in the middle of a round the regionals open at its end."""
    for coal in exchangeable_coal(table):
        regional = exchange_coal(table, coal)
        if opens_at_once:
            open_if_due(table, regional)
        else:
            table.keep(opening=(*books(table).opening, regional))


def exchange_mountains_if_due(table: Table) -> Then | None:
    """[IV.1.5] From the first 4-train on none is left."""
    closing = box(table).numbers.course.mountain_closing
    return Then("mountain exchange") if box(table).is_reached(table.state, closing) and next_mountain(table) else None
