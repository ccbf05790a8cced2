"""[4.7.1] [4.7.2] A train that must be bought: the director's money, his shares, or a loan."""

from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Check, Move, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import POOL, CompanyId, FaceId, PlayerId, TrainId
from ferrovia.rules.directors import Order, director_of
from ferrovia.rules.loans import Interest, half_of_it, help_at_need, lending_at, no_loan
from ferrovia.rules.money import treasury_lacks
from ferrovia.rules.rounds import company_is, finish, is_done, once_a_turn, operating
from ferrovia.rules.stock import SellShares, possible_sales
from ferrovia.rules.trains import BuyTrain, card_has_the_face, has_a_place
from ferrovia.titles.t18esp.material import STRAWBERRY_TRAIN, box
from ferrovia.titles.t18esp.phases import FateOfMinors, counted_trains, top_card
from ferrovia.titles.t18esp.stock import sale, sale_rules
from ferrovia.titles.t18esp.trains import (
    Most,
    Operable,
    buying_an_operable_one,
    faces_for_sale,
    has_operable_train,
    has_room,
    is_on_top,
    minors_run_broad_trains,
    price_of,
    sell_train,
    take_train,
    trains_of_launched,
)


@dataclass(frozen=True, slots=True)
class BuyWithLoan:
    """[4.7.2] The director borrows exactly what is missing."""

    train: TrainId
    face: FaceId


interest = half_of_it
"""[4.7.2] Half as much again, rounded up."""


def with_interest(debt: int) -> int:
    return debt + interest(debt)


def gap(table: Table, price: int) -> int:
    """[4.7.1] What is missing when treasury and director's cash are counted together."""
    company = operating(table)
    return price - table.state.cash[company] - table.state.cash[director_of(table, company)]


def director_adds(table: Table, price: int) -> None:
    """[4.7.1] First the whole treasury, then the director's cash."""
    help_at_need(table, operating(table), price, lend=no_loan)


def hand_train_over_with_help(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[4.7] A train of another company; only on the site the director may add to the treasury for it."""
    director_adds(table, amount)
    sell_train(table, buyer, subject, amount)


def is_forced(table: Table, operable: Operable) -> bool:
    return not has_operable_train(table, operating(table), operable)


def money_for_train(operable: Operable) -> Check[BuyTrain]:
    @rule("pay-for-train")
    def can_pay_for_it(table: Table, action: BuyTrain) -> Refused | None:
        """[4.7] [4.7.1] The treasury pays; the director helps if the company has no train that it can run."""
        price = price_of(table, action.train)
        lacking = treasury_lacks(table, price)
        if lacking is None or not is_forced(table, operable):
            return lacking
        missing = gap(table, price)
        return refused_by("forced-money", company=operating(table), amount=missing) if missing > 0 else None

    return can_pay_for_it


# -------------------------------------------------------------------------------------------------------------- loans


has_sold_no_share = once_a_turn("loan-or-shares", "sale")


def or_none_is_left(order: Order) -> Check[BuyWithLoan]:
    """On the site more may be sold than helps: whoever has nothing left to sell borrows after all."""

    @rule("loan-or-shares")
    def has_sold_none_or_all(table: Table, action: BuyWithLoan) -> Refused | None:
        sales = possible_sales(table) if is_done(table, "sale") else ()
        left = any(all(check.holds(table, o.action) is None for check in sale_rules(order)) for o in sales)
        return refused(company=operating(table)) if left else None

    return has_sold_none_or_all


def borrowing(
    operable: Operable, fate: FateOfMinors, grown_by: Interest, unsold: Check[BuyWithLoan]
) -> Move[BuyWithLoan]:
    """[4.7.1] [4.7.2] `grown_by`: what is written down on top of the loan; `unsold`: whether shares bar the loan."""

    @rule("loan-needed")
    def money_is_missing(table: Table, action: BuyWithLoan) -> Refused | None:
        needed = is_forced(table, operable) and gap(table, price_of(table, action.train)) > 0
        return None if needed else refused(company=operating(table))

    def buy_with_loan(table: Table, action: BuyWithLoan) -> None:
        help_at_need(table, operating(table), price_of(table, action.train), lend=lending_at(grown_by))
        take_train(table, action.train, action.face, fate)

    checks: tuple[Check[Any], ...] = (
        is_on_top,
        card_has_the_face,
        minors_run_broad_trains,
        has_a_place,
        buying_an_operable_one(operable),
        money_is_missing,
        unsold,
    )
    return Move(BuyWithLoan, lambda table: faces_for_sale(table, BuyWithLoan), checks, buy_with_loan)


# -------------------------------------------------------------------------------------------------------------- shares


def most_sellable(table: Table, player: PlayerId, company: CompanyId, *, sold: int = 0) -> int:
    """[4.7.1] How many shares a player may sell without leaving the directorship, once some are sold already."""
    state, material = table.state, box(table)
    papers = material.papers
    if company not in state.operated or material.is_minor(company):
        return 0
    held = papers.shares(state, player, company) - sold
    room = (material.numbers.shares.market_limit - papers.percent(state, POOL, company)) // papers.unit(company) - sold
    keep = 0
    if papers.director(state, company) == player:
        others = max((papers.shares(state, other, company) for other in state.players if other != player), default=0)
        keep = max(2, others)
    return max(0, min(held - keep, room))


def most_proceeds(table: Table, player: PlayerId, sale: SellShares | None = None) -> int:
    """[4.7.1] What all sales still possible would bring, one of each company, after a certain one."""
    state, material = table.state, box(table)
    total = 0
    for company in state.operated:
        if company in state.prices:
            sold = sale.shares if sale is not None and sale.company == company else 0
            price = material.market.price(max(state.prices[company].cell - sold, 0))
            total += price * most_sellable(table, player, company, sold=sold)
    return total


@rule("no-change-of-director")
def stays_director(table: Table, action: SellShares) -> Refused | None:
    """[4.7.1] Nobody leaves a directorship to pay for a train."""
    most = most_sellable(table, table.answering(), action.company)
    return refused(company=action.company, shares=action.shares, most=most) if action.shares > most else None


@rule("sell-just-enough")
def sells_just_enough(table: Table, action: SellShares) -> Refused | None:
    missing, price = gap(table, price_of(table, top_card(table))), box(table).price(table.state, action.company)
    too_many = (action.shares - 1) * price >= missing
    return refused(company=action.company, shares=action.shares, amount=max(missing, 0)) if too_many else None


@rule("shares-must-cover")
def the_rest_can_be_raised(table: Table, action: SellShares) -> Refused | None:
    missing, price = gap(table, price_of(table, top_card(table))), box(table).price(table.state, action.company)
    rest = missing - action.shares * price
    raised = most_proceeds(table, table.answering(), action)
    return refused(amount=rest, most=raised) if rest > raised else None


JUST_ENOUGH: tuple[Check[SellShares], ...] = (stays_director, sells_just_enough, the_rest_can_be_raised)


def lacks_money(table: Table) -> bool:
    """[4.7.1] For the train on top of the pile."""
    return gap(table, price_of(table, top_card(table))) > 0


def needing_money(operable: Operable) -> Check[object]:
    return company_is("sale-for-train", lambda table, company: is_forced(table, operable) and lacks_money(table))


def site_asks_about_trains(table: Table, company: CompanyId) -> bool:
    """The site asks whoever must buy a train, or has room and could pay for one, if any other company owns a train even
    with a single peseta; it forgets that these are not for sale yet."""
    others = any(train != STRAWBERRY_TRAIN for train in trains_of_launched(table))
    least = 1 if others else price_of(table, top_card(table))
    could_pay = has_room(table, company) and table.state.cash[company] >= least
    return could_pay or not counted_trains(table, company)


def may_sell_on_the_site(table: Table, company: CompanyId) -> bool:
    """On the site shares are sold for any train, also for one that need not be bought, wherever it asks about them."""
    return site_asks_about_trains(table, company) and lacks_money(table)


a_train_is_out_of_reach = company_is("sale-for-train", may_sell_on_the_site)


def selling_for_train(
    order: Order, when: Check[SellShares], limits: tuple[Check[SellShares], ...] = ()
) -> Move[SellShares]:
    """[4.7.1] `when` and how much may be sold; on the site as much as in a stock round."""

    def sell_for_train(table: Table, action: SellShares) -> None:
        sale(order)(table, action.company, action.shares)
        finish(table, "sale")

    return Move(SellShares, possible_sales, (when, *sale_rules(order), *limits), sell_for_train)


def after_the_train(operable: Operable) -> Check[object]:
    """[4.7.1] The money of shares that were sold for a train is for that train."""

    def has_raised_nothing(table: Table, company: CompanyId) -> bool:
        return not (is_done(table, "sale") and is_forced(table, operable))

    return company_is("sold-for-train", has_raised_nothing)


# ------------------------------------------------------------------------------------- the site: trains of companies


def most_with_help(operable: Operable) -> Most:
    """On the site the director also helps to buy another company's train, up to its printed price."""

    def most(table: Table, train: TrainId) -> int:
        company = operating(table)
        treasury, printed = table.state.cash[company], price_of(table, train)
        if not is_forced(table, operable) or treasury >= printed:
            return treasury
        return min(printed, treasury + table.state.cash[director_of(table, company)])

    return most
