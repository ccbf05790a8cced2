"""[VII] The stock round: in a turn first any sales, then at most one purchase."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NewType

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.directors import sell_shares, settle_director, successor
from ferrovia.titles.t18cz.facts import StockFacts
from ferrovia.titles.t18cz.market import operating_order, step_down, step_up
from ferrovia.titles.t18cz.material import VACLAV, books, box, is_reached, price

PlaceId = NewType("PlaceId", str)


@dataclass(frozen=True, slots=True)
class StartCompany:
    company: CompanyId
    price: int


@dataclass(frozen=True, slots=True)
class BuyShare:
    company: CompanyId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class SellShares:
    company: CompanyId
    shares: int


@dataclass(frozen=True, slots=True)
class RepayDebt:
    pass


@dataclass(frozen=True, slots=True)
class EndStockTurn:
    pass


# ------------------------------------------------------------------------------------------------------- questions


def is_started(table: Table, company: CompanyId) -> bool:
    """[VII.3.4] Its director's certificate was sold."""
    return company in books(table).start_prices


def is_trading(table: Table, company: CompanyId) -> bool:
    return is_started(table, company) and company not in books(table).closed


def certificates_of(table: Table, player: PlayerId) -> int:
    """[VII.4] Every share certificate and every local counts one."""
    return list(table.state.certs.values()).count(player)


def is_over_limit(table: Table, player: PlayerId) -> bool:
    return certificates_of(table, player) > box(table).certificate_limit


def can_sell_anything(table: Table, player: PlayerId) -> bool:
    """Whether something is left that was not sold yet in this turn: each company is sold once."""
    return any(
        may_leave_directorship.holds(table, SellShares(company, 1)) is None
        for company in box(table).companies
        if company not in table.here(StockFacts).sold_now and box(table).papers.percent(table.state, player, company)
    )


# ------------------------------------------------------------------------------------------- checks for every purchase

Purchase = StartCompany | BuyShare


@rule("over-certificate-limit")
def has_sold_down(table: Table, action: Purchase) -> Refused | None:
    """Who holds too many certificates may only sell."""
    held, limit = certificates_of(table, table.answering()), box(table).certificate_limit
    return refused(held=held, limit=limit) if held > limit else None


@rule("debt-bars-buying")
def has_no_debt(table: Table, action: Purchase) -> Refused | None:
    debt = books(table).debt.get(table.answering(), 0)
    return refused(debt=debt) if debt else None


@rule("certificate-limit")
def stays_within_certificate_limit(table: Table, action: Purchase) -> Refused | None:
    held, limit = certificates_of(table, table.answering()), box(table).certificate_limit
    return refused(held=held, limit=limit) if held >= limit else None


# ------------------------------------------------------------------------------------------------- starting a company


@rule("start-once")
def is_not_started(table: Table, action: StartCompany) -> Refused | None:
    return refused(company=action.company) if is_started(table, action.company) else None


@rule("medium-released")
def its_size_is_released(table: Table, action: StartCompany) -> Refused | None:
    company, phase = action.company, box(table).rules(action.company).released_in
    if is_reached(box(table), table.state, phase):
        return None
    large = box(table).size(company) == "L"
    return (
        refused_by("large-released", company=company, phase=phase) if large else refused(company=company, phase=phase)
    )


@rule("start-price")
def is_a_start_price(table: Table, action: StartCompany) -> Refused | None:
    prices = box(table).rules(action.company).start_prices
    return None if action.price in prices else refused(company=action.company, price=action.price, prices=prices)


@rule("pay-for-share")
def can_pay_for_directors_certificate(table: Table, action: StartCompany) -> Refused | None:
    cost, cash = 2 * action.price, table.state.cash[table.answering()]
    return refused(cost=cost, cash=cash) if cash < cost else None


def start_company(table: Table, action: StartCompany) -> None:
    player, company, own = table.answering(), action.company, books(table)
    table.pay(2 * action.price, source=player, to=BANK)
    table.hand_over(box(table).papers.directors_certificate(company).id, to=player)
    table.keep(start_prices={**own.start_prices, company: action.price})
    table.move_price(company, box(table).numbers.market.prices.index(action.price))
    table.tell("company-started", player=player, company=company, price=action.price, amount=2 * action.price)
    float_if_due(table, company)
    next_player(table, acted=True, bought=True)


def possible_starts(table: Table) -> Iterator[Offer]:
    for company in box(table).companies:
        if not is_started(table, company):
            for start in box(table).rules(company).start_prices:
                yield Offer(StartCompany(company, start))


START = Move(
    StartCompany,
    possible_starts,
    (
        has_sold_down,
        is_not_started,
        its_size_is_released,
        is_a_start_price,
        can_pay_for_directors_certificate,
        has_no_debt,
        stays_within_certificate_limit,
    ),
    start_company,
)


# ----------------------------------------------------------------------------------------------------- buying a share


@rule("company-trades")
def company_is_trading(table: Table, action: BuyShare) -> Refused | None:
    return None if is_trading(table, action.company) else refused(company=action.company)


@rule("share-in-bank")
def a_share_is_there(table: Table, action: BuyShare) -> Refused | None:
    there = box(table).papers.ordinary(table.state, Owner(action.place), action.company)
    return None if there else refused(company=action.company, place=action.place)


@rule("pay-for-share")
def can_pay_for_share(table: Table, action: BuyShare) -> Refused | None:
    cost, cash = price(box(table), table.state, action.company), table.state.cash[table.answering()]
    return refused(cost=cost, cash=cash) if cash < cost else None


@rule("holding-limit")
def stays_within_holding_limit(table: Table, action: BuyShare) -> Refused | None:
    material, company = box(table), action.company
    limit = material.holding_limits[material.size(company)]
    percent = material.papers.percent(table.state, table.answering(), company) + material.papers.unit(company)
    return refused(company=company, percent=percent, limit=limit) if percent > limit else None


@rule("no-buying-back")
def has_not_sold_it_this_round(table: Table, action: BuyShare) -> Refused | None:
    sold = (table.answering(), action.company) in table.here(StockFacts).sold
    return refused(company=action.company) if sold else None


def buy_share(table: Table, action: BuyShare) -> None:
    player, company, material = table.answering(), action.company, box(table)
    cost = price(material, table.state, company)
    table.pay(cost, source=player, to=BANK)
    table.hand_over(material.papers.ordinary(table.state, Owner(action.place), company)[0].id, to=player)
    table.tell("share-bought", player=player, company=company, percent=material.papers.unit(company), amount=cost)
    settle_director(table, material.papers, company, books(table).order)
    float_if_due(table, company)
    next_player(table, acted=True, bought=True)


def shares_for_sale(table: Table) -> Iterator[Offer]:
    for company in books(table).start_prices:
        for place in (IPO, POOL):
            if box(table).papers.ordinary(table.state, place, company):
                yield Offer(BuyShare(company, PlaceId(place)))


BUY = Move(
    BuyShare,
    shares_for_sale,
    (
        has_sold_down,
        company_is_trading,
        a_share_is_there,
        can_pay_for_share,
        has_no_debt,
        has_not_sold_it_this_round,
        stays_within_certificate_limit,
        stays_within_holding_limit,
    ),
    buy_share,
)


# ----------------------------------------------------------------------------------------------------- selling shares


@rule("no-sale-in-first-round")
def is_not_the_first_round(table: Table, action: SellShares) -> Refused | None:
    return refused() if table.here(StockFacts).number == 1 else None


@rule("own-what-you-sell")
def owns_the_shares(table: Table, action: SellShares) -> Refused | None:
    material, company = box(table), action.company
    held = material.papers.shares(table.state, table.answering(), company)
    return None if 1 <= action.shares <= held else refused(company=company, shares=action.shares, held=held)


@rule("directors-certificate-stays")
def may_leave_directorship(table: Table, action: SellShares) -> Refused | None:
    """The director's certificate never ends in the bank: somebody must be able to take it."""
    material, player, company = box(table), table.answering(), action.company
    if action.shares <= len(material.papers.ordinary(table.state, player, company)):
        return None
    left = material.papers.percent(table.state, player, company) - action.shares * material.papers.unit(company)
    order = books(table).order
    if successor(table, material.papers, company, retiring=player, order=order, left=left):
        return None
    return refused(company=company, percent=material.papers.directors_certificate(company).percent)


@rule("one-sale-a-company")
def is_the_first_sale_of_it_this_turn(table: Table, action: SellShares) -> Refused | None:
    return refused(company=action.company) if action.company in table.here(StockFacts).sold_now else None


def possible_sales(table: Table) -> Iterator[Offer]:
    player, material = table.answering(), box(table)
    for company in books(table).start_prices:
        for shares in range(1, material.papers.shares(table.state, player, company) + 1):
            yield Offer(SellShares(company, shares))


def selling(*, into: Owner, lots: tuple[Check[SellShares], ...]) -> Move[SellShares]:
    """[VII.6] `into`: where sold shares go; `lots`: whether one company may be sold more than once in a turn."""

    def sell(table: Table, action: SellShares) -> None:
        player, company, material, stock = table.answering(), action.company, box(table), table.here(StockFacts)
        amount = action.shares * price(material, table.state, company)
        table.pay(amount, source=BANK, to=player)
        table.tell("shares-sold", player=player, company=company, shares=action.shares, amount=amount)
        order = books(table).order
        sell_shares(table, material.papers, company, action.shares, seller=player, to=into, order=order)
        step_down(table, company)
        table.note(sold_now=(*stock.sold_now, company), sold=(*stock.sold, (player, company)))

    checks = (is_not_the_first_round, owns_the_shares, may_leave_directorship, *lots)
    return Move(SellShares, possible_sales, checks, sell)


# --------------------------------------------------------------------------------------------------- repaying, passing


@rule("debt-to-repay")
def has_debt_and_cash(table: Table, action: RepayDebt) -> Refused | None:
    player = table.answering()
    debt, cash = books(table).debt.get(player, 0), table.state.cash[player]
    return None if debt and cash else refused(debt=debt, cash=cash)


def repay(table: Table, action: RepayDebt) -> None:
    """[VIII.11.6] As much as cash allows; the penalty stays."""
    player, debt = table.answering(), books(table).debt
    amount = min(debt[player], table.state.cash[player])
    table.pay(amount, source=player, to=BANK)
    table.keep(debt={**debt, player: debt[player] - amount})
    table.tell("debt-repaid", player=player, amount=amount, left=debt[player] - amount)


REPAY = Move(RepayDebt, lambda table: (Offer(RepayDebt()),), (has_debt_and_cash,), repay)


@rule("must-sell-down")
def is_within_limit_or_cannot_sell(table: Table, action: EndStockTurn) -> Refused | None:
    """[VII.4.5] Who began the round over the limit sells until within it."""
    player = table.answering()
    if player not in table.here(StockFacts).over_limit or not is_over_limit(table, player):
        return None
    if not can_sell_anything(table, player):
        return None
    return refused(held=certificates_of(table, player), limit=box(table).certificate_limit)


def end_turn(table: Table, action: EndStockTurn) -> None:
    acted = bool(table.here(StockFacts).sold_now)
    table.tell("stock-turn-ended" if acted else "stock-passed", player=table.answering())
    next_player(table, acted=acted)


def next_player(table: Table, *, acted: bool, bought: bool = False) -> None:
    """[VII.2.1] [VII.2.2] The next in order; any sale or purchase gives everybody another turn."""
    stock, order, player = table.here(StockFacts), books(table).order, table.answering()
    following = order[(order.index(player) + 1) % len(order)]
    over = tuple(p for p in stock.over_limit if p != player or is_over_limit(table, p))
    passes, buyer = 0 if acted else stock.passes + 1, player if bought else None
    table.note(player=following, passes=passes, sold_now=(), over_limit=over, last_buyer=buyer)


def ending_turn(*, duty: tuple[Check[EndStockTurn], ...]) -> Move[EndStockTurn]:
    return Move(EndStockTurn, lambda table: (Offer(EndStockTurn()),), duty, end_turn, passive=True)


# ------------------------------------------------------------------------------------------------------------- steps


def float_if_due(table: Table, company: CompanyId) -> None:
    """[VII.3.11] [VII.5.a] Once players hold half of it, the bank pays its capital, by its start price."""
    own, material = books(table), box(table)
    owners = (*table.state.players, VACLAV)
    if company in own.floated or material.papers.percent_of_all(table.state, owners, company) < 50:
        return
    capital = material.rules(company).capital_shares * own.start_prices[company]
    table.keep(floated=(*own.floated, company))
    table.pay(capital, source=BANK, to=company)
    table.tell("company-floated", company=company, amount=capital)


def begin_stock_round(table: Table) -> None:
    """[VII.4.5] Notes who must sell down in this round."""
    order = books(table).order
    table.note(player=order[0], over_limit=tuple(player for player in order if is_over_limit(table, player)))


def trading(*moves: Move[Any]) -> Step:
    """[VII.1] [VII.2] Players trade in order until all pass one after another."""

    def trade_in_turn(table: Table) -> Ask | None:
        stock = table.here(StockFacts)
        if stock.passes >= len(books(table).order):
            return None
        about = Message("trade", {"number": stock.number})
        return Ask(stock.player, moves, about, others=explain_to_the_last_buyer)

    return trade_in_turn


def explain_to_the_last_buyer(table: Table, player: PlayerId) -> Refused | None:
    """[VII.1.5] Sales come before the purchase: it has ended the turn."""
    if player != table.here(StockFacts).last_buyer:
        return None
    return refused_by("sell-before-buying")


def raise_sold_out_companies(table: Table) -> None:
    """[IX.3.2] All shares with players: one step up, in operating order."""
    owners: tuple[Owner, ...] = (*table.state.players, VACLAV)
    for company in operating_order(table):
        if box(table).papers.percent_of_all(table.state, owners, company) == 100:
            step_up(table, company)


def richest_first(table: Table) -> None:
    """[VII.2.3] New order cards by descending cash; of equals the earlier stays earlier."""
    order = tuple(sorted(books(table).order, key=lambda player: -table.state.cash[player]))
    table.keep(order=order)
    table.tell("new-order", players=order)


def stock_script(trade: Step) -> tuple[Step, ...]:
    return (begin_stock_round, trade, raise_sold_out_companies, richest_first)
