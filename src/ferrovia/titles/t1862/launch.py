"""[6.5.4] Launching a company: once half of it is sold it gets money, stations and its permit."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Span, Table, refused, rule
from ferrovia.model.ids import BANK, IPO, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.order import from_the_priority_deal
from ferrovia.titles.t1862.market import put_marker
from ferrovia.titles.t1862.material import books, box, is_chartered, is_launched, pay_from_bank, variant

PAR_SHARES = 10
"""[6.5.4.1] For how many shares at par a chartered company gets money."""


@dataclass(frozen=True, slots=True)
class BuyTokens:
    amount: int


@dataclass(frozen=True, slots=True)
class LaunchFacts:
    """[6.5.4.2] A company whose stations are still to be bought."""

    company: CompanyId
    bought: bool = False


def percent_sold(table: Table, company: CompanyId) -> int:
    """[6.5.4] What was sold out of the offer or by the company itself, even if it lies in the pool by now."""
    return 100 - box(table).papers.percent_of_all(table.state, (IPO, company), company)


def launch_if_due(table: Table, company: CompanyId) -> None:
    """[6.5.4] After any purchase: half of the company is sold, so it is launched."""
    if is_launched(table, company) or percent_sold(table, company) < box(table).numbers.launch_percent:
        return
    own = books(table)
    table.float_company(company)
    table.keep(obligations=tuple(owed for owed in own.obligations if owed[1] != company))
    table.tell("company-launched", company=company)
    if not variant(table).is_simple:
        table.keep(permits={**own.permits, company: (own.permit_of[company],)})
    if is_chartered(table, company):
        _endow_chartered(table, company)
    else:
        table.interrupt("launch", LaunchFacts(company))


def _endow_chartered(table: Table, company: CompanyId) -> None:
    """[4.2] [6.5.4.1] [6.5.4.2] Ten times par, less the price of three stations; its marker goes on the market now."""
    numbers, par = box(table).numbers, table.state.pars[company]
    pay_from_bank(table, PAR_SHARES * par, to=company)
    table.tell("company-endowed", company=company, amount=PAR_SHARES * par)
    _buy_tokens(table, company, numbers.chartered_tokens, each=numbers.chartered_token_cost)
    if company not in table.state.prices:
        put_marker(table, company, box(table).market.cell_of(par))


def _buy_tokens(table: Table, company: CompanyId, tokens: int, *, each: int) -> None:
    table.pay(tokens * each, source=company, to=BANK)
    table.give_tokens(company, tokens)
    table.tell("tokens-bought", company=company, tokens=tokens, amount=tokens * each)


# -------------------------------------------------------------------------------------------- companies without charter


def who_decides(table: Table, company: CompanyId) -> PlayerId:
    """[6.5.4.2] [7.8] [8] The director; else whoever holds most, among equals the first clockwise from the priority
    deal."""
    order = from_the_priority_deal(table)
    largest = max(order, key=lambda player: box(table).papers.percent(table.state, player, company))
    return box(table).director(table.state, company) or largest


@rule("token-count")
def is_within_token_counts(table: Table, action: BuyTokens) -> Refused | None:
    least, most = box(table).numbers.tokens.least, variant(table).most_tokens_bought
    return None if least <= action.amount <= most else refused(tokens=action.amount, least=least, most=most)


@rule("pay-for-tokens")
def company_can_pay_for_tokens(table: Table, action: BuyTokens) -> Refused | None:
    company = table.here(LaunchFacts).company
    cost, cash = action.amount * box(table).numbers.token_cost, table.state.cash[company]
    return refused(company=company, cost=cost, cash=cash) if cash < cost else None


def buy_tokens(table: Table, action: BuyTokens) -> None:
    _buy_tokens(table, table.here(LaunchFacts).company, action.amount, each=box(table).numbers.token_cost)
    table.note(bought=True)


def token_counts(table: Table) -> Iterator[Offer]:
    numbers = box(table).numbers
    least, affordable = numbers.tokens.least, table.state.cash[table.here(LaunchFacts).company] // numbers.token_cost
    yield Offer(BuyTokens(least), Span(least, min(variant(table).most_tokens_bought, affordable)))


BUY_TOKENS = Move(BuyTokens, token_counts, (is_within_token_counts, company_can_pay_for_tokens), buy_tokens)


def choose_tokens(table: Table) -> Ask | None:
    """[6.5.4.2] How many stations the company buys, its home among them."""
    launch = table.here(LaunchFacts)
    if launch.bought:
        return None
    about = Message("choose-tokens", {"company": launch.company, "cost": box(table).numbers.token_cost})
    return Ask(who_decides(table, launch.company), (BUY_TOKENS,), about)
