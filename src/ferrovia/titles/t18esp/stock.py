"""[3] The stock round: what 18ESP buys and sells in it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ferrovia.engine.play import Check, Move, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import POOL, CompanyId, PlayerId
from ferrovia.rules.directors import Order, settle_director
from ferrovia.rules.limits import (
    has_room_for_a_certificate,
    has_sold_down,
    its_company_is,
    must_sell_down,
    stays_within_holding_limit,
)
from ferrovia.rules.loans import Interest, has_no_debt, must_repay, repaying
from ferrovia.rules.money import player_pays
from ferrovia.rules.stock import (
    IN_IPO,
    IN_POOL,
    BuyShare,
    Prices,
    Sale,
    SellShares,
    StartCompany,
    a_share_is_there,
    at_market_price,
    at_par,
    buying,
    can_pay_for_share,
    company_is_trading,
    ending_turn,
    founding,
    has_not_sold_it_this_round,
    has_operated,
    is_a_start_price,
    is_not_started,
    leaves_at_most,
    leaving_directorship,
    owns_the_shares,
    sale_at_market_price,
    selling,
    starting,
)
from ferrovia.titles.t18esp.launch import launch_if_due, launch_minor, par_prices, set_par
from ferrovia.titles.t18esp.market import fall
from ferrovia.titles.t18esp.material import box, numbers


def lowest_card(table: Table) -> tuple[PlayerId, ...]:
    """[3.1.1] Of several who hold equally much the lowest card becomes director: the search begins after the seller."""
    order, seller = table.state.order, table.asked
    return order if seller is None else (seller, *(player for player in order if player != seller))


def is_sold_out(table: Table, company: CompanyId) -> bool:
    """[3.3] All shares of a major are with players, but for one that is still reserved."""
    papers, state = box(table).papers, table.state
    held = papers.percent_of_all(state, (*state.players, company), company)
    return held == 100 and not box(table).is_minor(company)


# -------------------------------------------------------------------------------------------------- starting a company


@rule("southern-phase")
def its_kind_can_be_launched(table: Table, action: StartCompany) -> Refused | None:
    """[3.2.1] [3.2.2] Minors before phase 5, southern majors from phase 3 on."""
    state, material = table.state, box(table)
    if material.is_minor(action.company):
        late = material.is_reached(state, "5")
        return refused_by("minor-phase", company=action.company, phase=state.phase) if late else None
    early = material.is_southern_major(action.company) and not material.is_reached(state, "3")
    return refused(company=action.company, phase=state.phase) if early else None


is_in_the_game = its_company_is("start-once", lambda table, company: company not in table.state.closed)
"""[1.5.2] A company that was left out of the game is not started, either."""


def twice_the_price(table: Table, action: StartCompany) -> int:
    """[3.2.1] [3.2.2] For a major and for a minor."""
    return 2 * action.price


start_major = founding(set_par, then=launch_if_due)
"""[3.2.2] The director's certificate costs twice the par."""


def found(table: Table, action: StartCompany) -> None:
    if box(table).is_minor(action.company):
        launch_minor(table, action.company, table.answering(), action.price)
    else:
        start_major(table, action)


def possible_starts(table: Table) -> Iterator[StartCompany]:
    for company in box(table).companies:
        if company not in table.state.closed and company not in table.state.pars:
            yield from (StartCompany(company, price) for price in par_prices(table, company))


START = starting(
    possible_starts,
    checks=(
        has_sold_down,
        is_not_started,
        is_in_the_game,
        its_kind_can_be_launched,
        is_a_start_price(par_prices),
        has_no_debt,
        has_room_for_a_certificate,
        player_pays("pay-for-start", twice_the_price),
    ),
    found=found,
)

# ------------------------------------------------------------------------------------------------- buying and selling

PRICES: Prices = {IN_IPO: at_par, IN_POOL: at_market_price}
"""[3.2] Par in the bank, the market price in the open market."""


def buying_shares(order: Order) -> Move[BuyShare]:
    """[3.2] `order`: of several who hold equally much, who becomes director."""

    def settle(table: Table, company: CompanyId) -> None:
        settle_director(table, company, order(table))
        launch_if_due(table, company)

    checks = (
        has_sold_down,
        company_is_trading,
        a_share_is_there,
        has_no_debt,
        has_room_for_a_certificate,
        stays_within_holding_limit,
        has_not_sold_it_this_round,
        can_pay_for_share(PRICES),
    )
    return buying(PRICES, checks=checks, then=settle)


def sale(order: Order) -> Sale:
    """[3.1] The bank pays the price for each share, then it falls a step for each."""
    return sale_at_market_price(into=POOL, fall=fall, order=order)


def sale_rules(order: Order) -> tuple[Check[SellShares], ...]:
    """[3.1] What holds for every sale, in the stock round or to pay for a train."""
    most = leaves_at_most(numbers().shares.market_limit, POOL)
    return owns_the_shares, has_operated, most, leaving_directorship(order)


def stock_moves(order: Order, *, interest: Interest, site: bool) -> tuple[Move[Any], ...]:
    """[3] Sales and repayment, then one purchase; `interest`: what a loan costs besides. The site offers no pass to
    whoever can only repay."""
    sell = selling(sale(order), checks=sale_rules(order))
    repay = repaying(
        lambda debt, cash: debt if debt + interest(debt) <= cash else 0,
        interest=interest,
        then=lambda table: table.note(acted=True),
    )
    sells_first = must_sell_down(sell)
    repay = replace(repay, checks=(sells_first, *repay.checks))
    duties = (sells_first, must_repay(repay, sell)) if site else (sells_first,)
    return sell, repay, buying_shares(order), START, ending_turn(*duties)
