"""[7.8.5] [7.8.6] [7.10] Paying out or keeping what the trains have earned, and the warranties that running uses up."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Check, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK
from ferrovia.rules.dividends import PayDividend, Withhold, deciding_dividend, revenue_of
from ferrovia.rules.money import treasury_has_the_amount
from ferrovia.rules.rounds import CompanyTurn, company_is
from ferrovia.rules.stock import at_market_price as price
from ferrovia.titles.t1862.companies import go_bankrupt_if_worthless
from ferrovia.titles.t1862.market import move_marker, put_marker
from ferrovia.titles.t1862.material import Variant, box, is_administered, pay_from_bank
from ferrovia.titles.t1862.phases import use_up_its_warranties

SHARES = 10
"""[7.8.5] A tenth of the revenue for each share."""
MOST_STEPS = 4
"""[7.8.5] However much is paid."""
LEAST_FOR_HUDSON = 10
"""[7.8.6] The revenue from which on the treasury may add to it."""


@dataclass(frozen=True, slots=True)
class PayWithHudson:
    """[7.8.6] With an amount from the treasury added to the revenue."""

    amount: int


# ----------------------------------------------------------------------------------------------------------- the price


def steps_right(dividend: int, share_price: int) -> int:
    """[7.8.5] One for each time that the price is in what is paid, four at most."""
    return min(dividend // share_price, MOST_STEPS)


def rise(table: Table, paid: int) -> None:
    """As far as the dividend goes; a marker that does not move keeps its place in the pile."""
    company = table.here(CompanyTurn).company
    move_marker(table, company, 2 * steps_right(paid, price(table, company)))


def rise_or_go_under_the_pile(table: Table, paid: int) -> None:
    """[7.1] [7.8.5] Whoever has operated goes to the bottom of the pile, even where the price does not change."""
    company = table.here(CompanyTurn).company
    before = table.state.prices[company]
    rise(table, paid)
    if table.state.prices[company] == before:
        put_marker(table, company, before.cell)


# ------------------------------------------------------------------------------------------------------ pay or withhold


def pay_out(table: Table, total: int) -> None:
    """[7.8.5] Each share held by a player or by the company gets its tenth; those of pool and offer bring nothing."""
    company, papers = table.here(CompanyTurn).company, box(table).papers
    for owner in (*table.state.players, company):
        shares = papers.shares(table.state, owner, company)
        if shares:
            amount = shares * total // SHARES
            pay_from_bank(table, amount, to=owner)
            if owner == company:
                table.tell("dividend-to-treasury", company=company, shares=shares, amount=amount)
            else:
                table.tell("dividend", company=company, player=owner, shares=shares, amount=amount)
    table.note(paid=True)
    box(table).ways.rise(table, total)


def withhold(table: Table) -> None:
    """[7.8.5] The treasury gets all; without a dividend the price goes one space left, perhaps to nothing."""
    company, revenue = table.here(CompanyTurn).company, revenue_of(table)
    pay_from_bank(table, revenue, to=company)
    table.tell("withheld", company=company, amount=revenue)
    table.note(paid=True)
    move_marker(table, company, -2)
    go_bankrupt_if_worthless(table, company)


PAY = plain(PayDividend, lambda table, action: pay_out(table, revenue_of(table)))
WITHHOLD = plain(Withhold, lambda table, action: withhold(table))


# --------------------------------------------------------------------------------------------------- Hudson's manoeuvre


def added_by_hudson(table: Table) -> int:
    """[7.8.6] The least multiple of ten that lifts the revenue to the price."""
    missing = price(table, table.here(CompanyTurn).company) - revenue_of(table)
    return -(-missing // 10) * 10


hudson_is_known = company_is("no-hudson-for-newcomers", lambda table, company: False)


def earns_at_least(least: int) -> Check[PayWithHudson]:
    @rule("hudson-revenue")
    def revenue_is_high_enough(table: Table, action: PayWithHudson) -> Refused | None:
        revenue = revenue_of(table)
        return refused(revenue=revenue, least=least) if revenue < least else None

    return revenue_is_high_enough


@rule("hudson-below-price")
def revenue_is_below_the_price(table: Table, action: PayWithHudson) -> Refused | None:
    share_price = price(table, table.here(CompanyTurn).company)
    return None if revenue_of(table) < share_price else refused(revenue=revenue_of(table), price=share_price)


@rule("hudson-amount")
def adds_just_enough(table: Table, action: PayWithHudson) -> Refused | None:
    needed = added_by_hudson(table)
    return None if action.amount == needed else refused(amount=action.amount, needed=needed)


treasury_has_it = treasury_has_the_amount("hudson-treasury")
"""[7.8.6] With this turn's subsidy, which is there already."""


def hudsons_amount(table: Table) -> Iterator[Offer]:
    added = added_by_hudson(table)
    if added > 0:
        yield Offer(PayWithHudson(added))


def add_and_pay(table: Table, action: PayWithHudson) -> None:
    """[7.8.6] The treasury adds to the revenue, and then everything is paid out."""
    company = table.here(CompanyTurn).company
    table.pay(action.amount, source=company, to=BANK)
    table.tell("hudson", company=company, amount=action.amount)
    pay_out(table, revenue_of(table) + action.amount)


def _hudson_checks(rules: Variant) -> tuple[Check[PayWithHudson], ...]:
    known = (hudson_is_known,) if rules.newcomers else ()
    least = LEAST_FOR_HUDSON + 10 if rules.site else LEAST_FOR_HUDSON
    return (*known, earns_at_least(least), revenue_is_below_the_price, adds_just_enough, treasury_has_it)


# ----------------------------------------------------------------------------------------------------------- the steps


def settle_what_needs_no_decision(table: Table) -> None:
    """[7.8.5] [8] Without revenue there is no dividend, and the state always keeps what was earned."""
    turn = table.here(CompanyTurn)
    if not revenue_of(table) or is_administered(table, turn.company):
        withhold(table)


def steps(rules: Variant) -> tuple[Step, ...]:
    hudson = Move(PayWithHudson, hudsons_amount, _hudson_checks(rules), add_and_pay)
    return (settle_what_needs_no_decision, deciding_dividend(PAY, hudson, WITHHOLD), use_up_its_warranties)
