"""[IV.1] [IV.2] Mountain and coal railways: income, voluntary and compulsory exchange."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, Then, refused, rule
from ferrovia.model.ids import BANK, IPO, POOL, SCRAP, CertId, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.directors import director_of
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.phases import from_phase
from ferrovia.rules.stock import StockTurn, end_turn
from ferrovia.rules.takeover import leave_the_game
from ferrovia.titles.t1824.companies import director, hand_over_railway, open_if_due, settle_the_director
from ferrovia.titles.t1824.material import MountainId, books, box, mountains_of
from ferrovia.titles.t1824.numbers import numbers


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
    return next((cert.id for place in (IPO, POOL) for cert in papers.ordinary(table.state, place, company)), None)


def open_exchanges(table: Table) -> list[CompanyId]:
    return [company for company in box(table).of_kind["regional"] if ten_percent_left(table, company)]


mountain_exchange_has_begun = from_phase("mountain-exchange-begun", numbers().course.mountain_exchange)
is_a_regional = its_company_is("mountain-for-regional", lambda table, company: box(table).kind(company) == "regional")
a_share_is_left = its_company_is(
    "mountain-share-left", lambda table, company: ten_percent_left(table, company) is not None
)


@rule("own-mountain")
def owns_the_mountain(table: Table, action: ExchangeMountain) -> Refused | None:
    mine = table.state.certs[action.mountain] == table.answering()
    return None if mine else refused(mountain=action.mountain)


def exchange_mountain(table: Table, action: ExchangeMountain) -> None:
    """[IV.1.4] [IV.4.1.6] Without money, for a company without a price too; above 60% as well [VI.7.4]."""
    player, company, cert = table.answering(), action.company, ten_percent_left(table, action.company)
    assert cert is not None
    table.hand_over(action.mountain, to=SCRAP)
    table.hand_over(cert, to=player)
    table.tell("mountain-exchanged", player=player, mountain=action.mountain, company=company)
    settle_the_director(table, company)
    open_if_due(table, company)


def exchanges_of(table: Table, mountains: Iterable[MountainId]) -> Iterator[Offer]:
    return (Offer(ExchangeMountain(mountain, company)) for mountain in mountains for company in open_exchanges(table))


def own_exchanges(table: Table) -> Iterator[Offer]:
    return exchanges_of(table, mountains_of(table, table.answering()))


def exchanging_mountains(*limits: Check[Any]) -> Move[ExchangeMountain]:
    """[IV.1.4] In place of a purchase; `limits`: what else must hold in the turn."""

    def exchange_in_turn(table: Table, action: ExchangeMountain) -> None:
        exchange_mountain(table, action)
        end_turn(table, bought=True)

    checks = (mountain_exchange_has_begun, owns_the_mountain, is_a_regional, a_share_is_left, *limits)
    return Move(ExchangeMountain, own_exchanges, checks, exchange_in_turn)


# ----------------------------------------------------------------------------------- compulsory, with the first 4-train


def mountains_left(table: Table) -> list[MountainId]:
    """[IV.1.6] Those that players still have, in the order of their numbers."""
    certs, players = table.state.certs, table.state.players
    return [mountain for mountain in box(table).mountains if certs[mountain] in players]


@rule("mountains-in-order")
def is_the_next_mountain(table: Table, action: ExchangeMountain | GiveUpMountain) -> Refused | None:
    due = mountains_left(table)[0]
    return None if action.mountain == due else refused(mountain=action.mountain, due=due)


def remove_mountain(table: Table, mountain: MountainId) -> None:
    table.hand_over(mountain, to=SCRAP)
    table.tell("mountain-removed", mountain=mountain)


EXCHANGE_NEXT = Move(
    ExchangeMountain,
    lambda table: exchanges_of(table, mountains_left(table)[:1]),
    (is_the_next_mountain, is_a_regional, a_share_is_left),
    exchange_mountain,
)
GIVE_UP_NEXT = Move(
    GiveUpMountain,
    lambda table: [Offer(GiveUpMountain(mountains_left(table)[0]))],
    (is_the_next_mountain,),
    lambda table, action: remove_mountain(table, action.mountain),
    passive=True,
)


def mountain_script(*moves: Move[Any]) -> tuple[Step, ...]:
    """[IV.1.5] Whoever may also give a railway up is asked even where it can only be lost."""
    may_decline = GIVE_UP_NEXT in moves

    def exchange_mountains_in_order(table: Table) -> Ask | None:
        """[IV.1.5] [IV.1.6] Each owner chooses the company."""
        left = mountains_left(table)
        if not left or not (may_decline or open_exchanges(table)):
            return None
        owner = PlayerId(table.state.certs[left[0]])
        return Ask(owner, moves, Message("exchange-mountain", {"mountain": left[0]}))

    def remove_mountains_left(table: Table) -> None:
        """[IV.1.8] Without a share left they are simply removed."""
        for mountain in mountains_left(table):
            remove_mountain(table, mountain)

    return exchange_mountains_in_order, remove_mountains_left


# -------------------------------------------------------------------------------------------------------- coal railways


coal_exchange_has_begun = from_phase("coal-exchange-begun", numbers().course.coal_exchange)
owns_the_coal_railway = its_company_is("own-coal-railway", lambda table, company: company in own_coal(table))


def exchangeable_coal(table: Table) -> list[CompanyId]:
    """Coal railways that somebody owns; those that only build are never exchanged."""
    return box(table).living(table.state, box(table).of_kind["coal"])


def own_coal(table: Table) -> list[CompanyId]:
    return [coal for coal in exchangeable_coal(table) if director(table, coal) == table.answering()]


def exchange_coal(table: Table, coal: CompanyId) -> CompanyId:
    """[IV.2.13] [IV.2.16] The owner gets the director's certificate, the regional all that the railway had."""
    owner, regional = director_of(table, coal), box(table).heir(coal)
    hand_over_railway(table, coal, owner=owner, to=regional)
    leave_the_game(table, coal)
    table.tell("coal-exchanged", player=owner, railway=coal, company=regional)
    box(table).ways.settle_new(table, regional)
    return regional


def exchanging_coal(*limits: Check[Any]) -> Move[ExchangeCoal]:
    """[IV.2.11] In place of a purchase; no limit stops it."""

    def exchange_in_turn(table: Table, action: ExchangeCoal) -> None:
        open_if_due(table, exchange_coal(table, action.company))
        end_turn(table, bought=True)

    checks = (coal_exchange_has_begun, owns_the_coal_railway, *limits)
    return Move(ExchangeCoal, lambda table: (Offer(ExchangeCoal(c)) for c in own_coal(table)), checks, exchange_in_turn)


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
    due = box(table).is_reached(table.state, closing) and mountains_left(table)
    return Then("mountain exchange") if due else None
