"""On the site a director's certificate may stray from the director: how it counts, and how it is bought and sold.

Only recorded games need this. Its holder may sell it for the price of one share; the site then goes on counting the
other half for him.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import IPO, POOL, CompanyId, PlayerId
from ferrovia.rules import stock
from ferrovia.rules.directors import after, swap_directors_certificate
from ferrovia.rules.limits import OfCompany, has_room_for_a_certificate, its_company_is
from ferrovia.rules.loans import Debt, debt_of, owing_nothing
from ferrovia.rules.rounds import operating
from ferrovia.titles.t1824 import directorless, trains
from ferrovia.titles.t1824.companies import director, settle_the_director
from ferrovia.titles.t1824.directorless import BuyDouble, SellDouble, double_of
from ferrovia.titles.t1824.market import step_down
from ferrovia.titles.t1824.material import books, box
from ferrovia.titles.t1824.phases import on_offer
from ferrovia.titles.t1824.stock import is_directorless, may_be_sold


@dataclass(frozen=True, slots=True)
class SellHalf:
    """The certificate for the price of one share, and some single shares with it."""

    company: CompanyId
    shares: int


# ---------------------------------------------------------------------------------------------------------- who directs


def counted(table: Table, player: PlayerId, company: CompanyId) -> int:
    """What the site compares: its count does not follow every certificate."""
    credit = sum(percent for who, what, percent in books(table).credited if (who, what) == (player, company))
    return box(table).papers.percent(table.state, player, company) + credit


def miscount(table: Table, player: PlayerId, company: CompanyId, percent: int) -> None:
    table.keep(credited=(*books(table).credited, (player, company, percent)))


def by_count(table: Table, company: CompanyId) -> None:
    """The certificate goes along only if the old director has it."""
    has_it = box(table).papers.director(table.state, company) == director(table, company)
    take_over(table, company, with_certificate=has_it)


def without_certificate(table: Table, company: CompanyId) -> None:
    """After a purchase or exchange the certificate stays where it is, whoever directs the company."""
    take_over(table, company, with_certificate=False)


def take_over(table: Table, company: CompanyId, *, with_certificate: bool) -> None:
    old = director(table, company)
    new = None if old is None else next_director(table, company, old)
    if old is None or new is None:
        return
    if with_certificate:
        swap_directors_certificate(table, company, old=old, new=new)
    else:
        table.tell("director-changed", company=company, player=new, before=old)
    name_director(table, company, new)


def next_director(table: Table, company: CompanyId, old: PlayerId) -> PlayerId | None:
    papers = box(table).papers
    least = papers.directors_certificate(company).percent
    most = max(counted(table, player, company) for player in table.state.players)
    if counted(table, old, company) == most:
        return None
    able = (p for p in after(table.state.order, old) if counted(table, p, company) == most)
    return next((p for p in able if papers.percent(table.state, p, company) >= least), None)


def name_director(table: Table, company: CompanyId, player: PlayerId) -> None:
    others = {c: p for c, p in books(table).directors.items() if c != company}
    holds = box(table).papers.director(table.state, company) == player
    table.keep(directors=others if holds else {**others, company: player})


# ----------------------------------------------------------------------------------------------------------- buying it


def has_strayed(table: Table, company: CompanyId) -> bool:
    return company in books(table).directors or is_directorless(table, company)


def strayed(table: Table) -> Iterator[CompanyId]:
    counted_wrong = {company for _, company, _ in books(table).credited}
    return (c for c in table.state.prices if has_strayed(table, c) or c in counted_wrong)


@rule("double-in-pool")
def certificate_is_for_sale(table: Table, action: BuyDouble) -> Refused | None:
    there = table.state.certs[double_of(table, action.company)] in (IPO, POOL)
    return None if there and has_strayed(table, action.company) else refused(company=action.company)


@rule("holding-limit")
def stays_within_limit(table: Table, action: OfCompany) -> Refused | None:
    """There 20% must not lead above the limit; by the rulebook whoever holds less than it may buy them."""
    limit = box(table).numbers.stock.holding_limit
    held = box(table).papers.percent(table.state, table.answering(), action.company)
    free = is_directorless(table, action.company) or held + 20 <= limit
    return None if free else refused(company=action.company, percent=held, limit=limit)


def buy_certificate(table: Table, action: BuyDouble) -> None:
    player, company, before = table.answering(), action.company, director(table, action.company)
    directorless.take_double(table, action)
    settle_the_director(table, company)
    if before is not None and director(table, company) != before:
        for share in box(table).papers.ordinary(table.state, player, company)[:2]:
            table.hand_over(share.id, to=before)  # as if the old director had had the certificate
            miscount(table, player, company, share.percent)
            miscount(table, before, company, -share.percent)
    stock.note_purchase(table, company, 2)


def buying_certificate(*duties: Check[object], debt: Debt = debt_of) -> Move[BuyDouble]:
    checks = (
        certificate_is_for_sale,
        directorless.can_pay_for_double,
        owing_nothing(debt),
        stock.has_not_sold_it_this_round,
        stays_within_limit,
        has_room_for_a_certificate,
    )
    return Move(
        BuyDouble, lambda table: map(Offer, map(BuyDouble, strayed(table))), (*duties, *checks), buy_certificate
    )


# ---------------------------------------------------------------------------------------------------------- selling it

CertificateSale = SellDouble | SellHalf


def shares_paid(sale: CertificateSale) -> int:
    """For the price of how many shares: the certificate goes for two or for one."""
    return sale.shares + (1 if isinstance(sale, SellHalf) else 2)


def stays_as_it_is(table: Table, sale: CertificateSale) -> bool:
    """Whether the site sees no new director: the seller was none, or is still credited with most."""
    player, company = table.answering(), sale.company
    if has_strayed(table, company) and director(table, company) != player:
        return True
    if not any(what == company for _, what, _ in books(table).credited):
        return False
    left = counted(table, player, company) - 10 * shares_paid(sale)
    return left >= max(counted(table, other, company) for other in table.state.players if other != player)


@rule("double-stays-whole")
def leaves_it_whole(table: Table, action: stock.SellShares) -> Refused | None:
    """Where the site sees no new director it does not split the certificate: that is sold for one share or for two."""
    player, company = table.answering(), action.company
    single = len(box(table).papers.ordinary(table.state, player, company))
    if action.shares <= single or table.state.certs[double_of(table, company)] != player:
        return None
    sale = SellHalf(company, single) if action.shares == single + 1 else SellDouble(company, single)
    return refused(company=company) if stays_as_it_is(table, sale) else None


is_not_directorless = its_company_is("double-stays-whole", lambda table, c: not is_directorless(table, c))


could_not_pay_without_it = trains.selling_just_enough(on_offer, lambda sale: sale.shares)
"""As with single shares: after a sale for which there was no need no train could be bought."""


def sell_certificate(table: Table, action: CertificateSale) -> None:
    player, company = table.answering(), action.company
    directorless.hand_in(table, company, action.shares, paid=shares_paid(action))
    if director(table, company) is None and not is_directorless(table, company):
        name_director(table, company, player)
    if isinstance(action, SellHalf):
        miscount(table, player, company, 10)
    settle_the_director(table, company)
    step_down(table, company)


def sell_in_turn(table: Table, action: CertificateSale) -> None:
    sell_certificate(table, action)
    stock.note_sale(table, action.company)


def sell_for_train(table: Table, action: CertificateSale) -> None:
    price = stock.at_market_price(table, action.company)
    sell_certificate(table, action)
    table.note(covered=trains.at_hand(table, operating(table)) - price)


def selling(kind: type[Any], sell: Callable[[Table, Any], None], *checks: Check[Any]) -> Move[Any]:
    return Move(kind, lambda table: directorless.with_single_shares(table, strayed(table), kind), checks, sell)


SALE: tuple[Check[Any], ...] = (directorless.owning_double(stays_as_it_is), may_be_sold)
SELL_CERTIFICATE = selling(SellDouble, sell_in_turn, *SALE, stock.leaves_at_most(50, POOL, besides=2))
SELL_HALF = selling(SellHalf, sell_in_turn, *SALE, is_not_directorless)
NEEDY = (trains.treasury_pays_for_no_train, *SALE, is_not_directorless, could_not_pay_without_it)
SELL_CERTIFICATE_FOR_TRAIN = selling(SellDouble, sell_for_train, *NEEDY)
SELL_HALF_FOR_TRAIN = selling(SellHalf, sell_for_train, *NEEDY)
SINGLE = (trains.treasury_pays_for_no_train, *trains.SINGLE_SHARES_ON_SITE, leaves_it_whole)
SELL_SINGLE_FOR_TRAIN = Move(stock.SellShares, stock.possible_sales, SINGLE, trains.sell_for_train)
