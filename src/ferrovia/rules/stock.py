"""The stock round: in a turn first any sales, then at most one purchase, until all have passed one after another.

A title composes its round of these, and hands in what its rulebook says:

    trading(*moves, whose_turn=)            the step that asks whoever has the turn
    selling(sale, checks=)                  `sale`: what a sale does; `sale_at_market_price` is the usual one
    buying(prices, checks=, then=)          `prices`: what a share costs in each place; `then`: what a purchase does
    starting(candidates, checks=, found=)   `found`: what becomes of a company whose director's certificate is bought
    ending_turn(*duties)                    passing, or ending a turn after sales

The checks stand for the rules that most rulebooks have (those of limits are in `rules/limits.py`, of debts in
`rules/loans.py`); a title lists the ones it has, in the order of its rulebook.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType, Protocol

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.values import made_often
from ferrovia.rules.directors import Order, in_turn_order, sell_shares, successor
from ferrovia.rules.limits import OfCompany, is_over_limit

PlaceId = NewType("PlaceId", str)
"""Where shares are for sale: never sold, come back, or in the treasury of their company."""

IN_IPO, IN_POOL, IN_TREASURY = PlaceId(IPO), PlaceId(POOL), PlaceId("treasury")


@made_often
@dataclass(frozen=True, slots=True)
class StartCompany:
    company: CompanyId
    price: int


@made_often
@dataclass(frozen=True, slots=True)
class BuyShare:
    company: CompanyId
    place: PlaceId


@made_often
@dataclass(frozen=True, slots=True)
class SellShares:
    company: CompanyId
    shares: int


@dataclass(frozen=True, slots=True)
class EndStockTurn:
    pass


@dataclass(frozen=True, slots=True)
class StockTurn:
    """Where a stock round stands: whose turn it is, what was done in it, and who has traded what in this round."""

    number: int
    turn: int = 0
    """How many turns were taken before this one."""
    passed: tuple[PlayerId, ...] = ()
    """Who has passed since somebody last traded."""
    acted: bool = False
    """Whether something was done in this turn."""
    sold_now: tuple[CompanyId, ...] = ()
    """In this turn."""
    sold: tuple[tuple[PlayerId, CompanyId], ...] = ()
    bought: tuple[tuple[PlayerId, CompanyId], ...] = ()
    """Once for each share."""
    over_limit: tuple[PlayerId, ...] = ()
    """Who must sell down, where it matters with how many certificates the round or the turn began."""
    last_buyer: PlayerId | None = None
    """Whose purchase has just ended the turn."""


# ------------------------------------------------------------------------------------------------------------ the turn


def first_turn(table: Table, number: int) -> StockTurn:
    """With what a stock round of a number begins."""
    return StockTurn(number)


def next_in_order(table: Table) -> PlayerId:
    """Players come one after another, in the order in which they began the round."""
    order = table.state.order
    return order[table.here(StockTurn).turn % len(order)]


def trading(*moves: Move[Any], whose_turn: Callable[[Table], PlayerId] = next_in_order) -> Step:
    def trade_in_turn(table: Table) -> Ask | None:
        stock = table.here(StockTurn)
        if all(player in stock.passed for player in table.state.players):
            return None
        about = Message("trade", {"number": stock.number})
        return Ask(whose_turn(table), moves, about, others=explain_to_the_last_buyer)

    return trade_in_turn


def explain_to_the_last_buyer(table: Table, player: PlayerId) -> Refused | None:
    """Sales come before the purchase, which has ended the turn."""
    return refused_by("sell-before-buying") if player == table.here(StockTurn).last_buyer else None


def end_turn(table: Table, *, bought: bool = False) -> None:
    """Whoever has done something gives everybody another turn."""
    stock, player = table.here(StockTurn), table.answering()
    table.note(
        turn=stock.turn + 1,
        passed=() if bought or stock.acted else (*stock.passed, player),
        acted=False,
        sold_now=(),
        over_limit=tuple(p for p in stock.over_limit if p != player or is_over_limit(table, p)),
        last_buyer=player if bought else None,
    )


def pass_or_end(table: Table, action: EndStockTurn) -> None:
    acted = table.here(StockTurn).acted
    table.tell("stock-turn-ended" if acted else "stock-passed", player=table.answering())
    end_turn(table)


def ending_turn(*duties: Check[EndStockTurn]) -> Move[EndStockTurn]:
    """`duties`: what must be done before."""
    return plain(EndStockTurn, pass_or_end, *duties, passive=True)


# ----------------------------------------------------------------------------------------------------------- purchases

Price = Callable[[Table, CompanyId], int]
Prices = Mapping[PlaceId, Price]
"""What a share costs in each place where one may lie."""


def at_par(table: Table, company: CompanyId) -> int:
    return table.state.pars[company]


def at_market_price(table: Table, company: CompanyId) -> int:
    return table.box.price(table.state, company)


def owner_at(company: CompanyId, place: PlaceId) -> Owner:
    """Whose shares lie in a place."""
    return company if place == IN_TREASURY else Owner(place)


@rule("no-buying-back")
def has_not_sold_it_this_round(table: Table, action: OfCompany) -> Refused | None:
    sold = (table.answering(), action.company) in table.here(StockTurn).sold
    return refused(company=action.company) if sold else None


def note_purchase(table: Table, company: CompanyId, shares: int) -> None:
    """A purchase ends the turn."""
    bought, player = table.here(StockTurn).bought, table.answering()
    table.note(bought=(*bought, *[(player, company)] * shares))
    end_turn(table, bought=True)


# ----------------------------------------------------------------------------------------------------- buying a share


@rule("company-trades")
def company_is_trading(table: Table, action: OfCompany) -> Refused | None:
    """Somebody has started it, and it has not left the game."""
    trades = action.company in table.state.pars and action.company not in table.state.closed
    return None if trades else refused(company=action.company)


@rule("share-is-there")
def a_share_is_there(table: Table, action: BuyShare) -> Refused | None:
    """An ordinary one: the director's certificate is not bought like this."""
    there = table.box.papers.ordinary(table.state, owner_at(action.company, action.place), action.company)
    return None if there else refused(company=action.company, place=action.place)


def can_pay_for_share(prices: Prices) -> Check[BuyShare]:
    @rule("pay-for-share")
    def has_the_price_of_it(table: Table, action: BuyShare) -> Refused | None:
        cost, cash = prices[action.place](table, action.company), table.state.cash[table.answering()]
        return refused(cost=cost, cash=cash) if cash < cost else None

    return has_the_price_of_it


def buying(
    prices: Prices, *, checks: tuple[Check[BuyShare], ...], then: Callable[[Table, CompanyId], None]
) -> Move[BuyShare]:
    """One share, paid to the bank, or to the company if it is its own."""

    def shares_for_sale(table: Table) -> Iterator[Offer]:
        papers, certs = table.box.papers, table.state.certs
        for company in table.state.pars:
            owners = {certs[cert.id] for cert in papers.of[company]}
            yield from (Offer(BuyShare(company, place)) for place in prices if owner_at(company, place) in owners)

    def buy_share(table: Table, action: BuyShare) -> None:
        player, company, place, papers = table.answering(), action.company, action.place, table.box.papers
        owner, cost = owner_at(company, place), prices[place](table, company)
        table.pay(cost, source=player, to=company if owner == company else BANK)
        table.hand_over(papers.ordinary(table.state, owner, company)[0].id, to=player)
        percent = papers.unit(company)
        table.tell("share-bought", player=player, company=company, place=place, percent=percent, amount=cost)
        then(table, company)
        note_purchase(table, company, 1)

    return Move(BuyShare, shares_for_sale, checks, buy_share)


# -------------------------------------------------------------------------------------------------- starting a company


def directors_cost(table: Table, action: StartCompany) -> int:
    """The director's certificate costs as many share prices as it stands for."""
    return table.box.papers.directors_shares(action.company) * action.price


@rule("start-once")
def is_not_started(table: Table, action: StartCompany) -> Refused | None:
    return refused(company=action.company) if action.company in table.state.pars else None


def is_a_start_price(prices: Callable[[Table, CompanyId], Sequence[int]]) -> Check[StartCompany]:
    """`prices`: at which a company may be started, rising."""

    @rule("start-price")
    def is_one_of_its_prices(table: Table, action: StartCompany) -> Refused | None:
        company, price, known = action.company, action.price, prices(table, action.company)
        if price in known:
            return None
        return refused(company=company, price=price, prices=known, low=known[0], high=known[-1])

    return is_one_of_its_prices


@rule("pay-for-start")
def can_pay_for_directors_certificate(table: Table, action: StartCompany) -> Refused | None:
    cost, cash = directors_cost(table, action), table.state.cash[table.answering()]
    return refused(cost=cost, cash=cash) if cash < cost else None


def take_directors_certificate(table: Table, action: StartCompany, *, to: Owner) -> int:
    """The player pays the bank or the company for the director's certificate; says how much."""
    player, cost = table.answering(), directors_cost(table, action)
    table.pay(cost, source=player, to=to)
    table.hand_over(table.box.papers.directors_certificate(action.company).id, to=player)
    return cost


def founding(
    put: Callable[[Table, CompanyId, int], None], *, then: Callable[[Table, CompanyId], None]
) -> Callable[[Table, StartCompany], None]:
    """The money goes to the bank; `put`: where the marker goes for a price; `then`: what the certificate means for the
    company."""

    def found_company(table: Table, action: StartCompany) -> None:
        player, company, price = table.answering(), action.company, action.price
        amount = take_directors_certificate(table, action, to=BANK)
        put(table, company, price)
        table.tell("company-started", player=player, company=company, price=price, amount=amount)
        then(table, company)

    return found_company


def float_with(table: Table, company: CompanyId, capital: int) -> None:
    """The bank pays the capital of a company, which may operate from now on."""
    table.float_company(company)
    table.pay(capital, source=BANK, to=company)
    table.tell("company-floated", company=company, amount=capital)


def at_each_price(
    companies: Callable[[Table], Iterable[CompanyId]], prices: Callable[[Table, CompanyId], Sequence[int]]
) -> Callable[[Table], Iterator[StartCompany]]:
    """Those of some companies that nobody has started yet, at every price at which they may be."""

    def companies_to_start(table: Table) -> Iterator[StartCompany]:
        waiting = (company for company in companies(table) if company not in table.state.pars)
        return (StartCompany(company, price) for company in waiting for price in prices(table, company))

    return companies_to_start


def starting(
    candidates: Callable[[Table], Iterable[StartCompany]],
    *,
    checks: tuple[Check[StartCompany], ...],
    found: Callable[[Table, StartCompany], None],
) -> Move[StartCompany]:
    def start_company(table: Table, action: StartCompany) -> None:
        found(table, action)
        note_purchase(table, action.company, table.box.papers.directors_shares(action.company))

    return Move(StartCompany, lambda table: map(Offer, candidates(table)), checks, start_company)


# ------------------------------------------------------------------------------------------------------ selling shares

Sale = Callable[[Table, CompanyId, int], None]
"""What happens when the player sells a number of shares of a company."""


@rule("no-sale-in-first-round")
def is_not_the_first_round(table: Table, action: OfCompany) -> Refused | None:
    return refused(company=action.company) if table.here(StockTurn).number == 1 else None


@rule("own-what-you-sell")
def owns_the_shares(table: Table, action: SellShares) -> Refused | None:
    held = table.box.papers.shares(table.state, table.answering(), action.company)
    return None if 1 <= action.shares <= held else refused(company=action.company, shares=action.shares, held=held)


@rule("sell-only-operated")
def has_operated(table: Table, action: OfCompany) -> Refused | None:
    """Shares of a company are sold only after its first turn."""
    return None if action.company in table.state.operated else refused(company=action.company)


@rule("one-sale-a-company")
def is_its_first_sale_this_turn(table: Table, action: OfCompany) -> Refused | None:
    return refused(company=action.company) if action.company in table.here(StockTurn).sold_now else None


@rule("keep-what-you-bought")
def keeps_what_was_bought_this_round(table: Table, action: SellShares) -> Refused | None:
    """Shares bought in this round stay, but those of the director's certificate are as good as any."""
    player, company = table.answering(), action.company
    held = table.box.papers.shares(table.state, player, company)
    bought = table.here(StockTurn).bought.count((player, company))
    return refused(company=company, held=held, bought=bought) if held - action.shares < bought else None


class OfShares(OfCompany, Protocol):
    """An action about some shares of a company."""

    @property
    def shares(self) -> int: ...


def leaves_at_most(limit: int, *places: Owner, besides: int = 0) -> Check[OfShares]:
    """No more percent of a company than a limit lie in some places after a sale; `besides`: how many shares are sold
    with those that the action counts."""

    @rule("bank-at-most")
    def places_have_room(table: Table, action: OfShares) -> Refused | None:
        papers, company = table.box.papers, action.company
        sold = (action.shares + besides) * papers.unit(company)
        percent = papers.percent_of_all(table.state, places, company) + sold
        return refused(company=company, percent=percent, limit=limit) if percent > limit else None

    return places_have_room


def leaving_directorship(order: Order) -> Check[SellShares]:
    """`order`: who comes first of several who hold equally much."""

    @rule("directors-certificate-stays")
    def somebody_can_take_it(table: Table, action: SellShares) -> Refused | None:
        """The director's certificate never ends in the bank."""
        papers, player, company = table.box.papers, table.answering(), action.company
        if action.shares <= len(papers.ordinary(table.state, player, company)):
            return None
        left = papers.percent(table.state, player, company) - action.shares * papers.unit(company)
        if successor(table, company, retiring=player, left=left, order=order(table)):
            return None
        return refused(company=company, percent=papers.directors_certificate(company).percent)

    return somebody_can_take_it


may_leave_directorship = leaving_directorship(in_turn_order)


def take_proceeds(table: Table, company: CompanyId, shares: int, *, price: int) -> None:
    """The bank pays whoever sells the price for each share."""
    seller, amount = table.answering(), shares * price
    table.pay(amount, source=BANK, to=seller)
    table.tell("shares-sold", player=seller, company=company, shares=shares, amount=amount)


def sale_at_market_price(*, into: Owner, fall: Sale, order: Order = in_turn_order) -> Sale:
    """The bank pays the price before the sale for each share; `fall`: what the sale then does to the price."""

    def sell_to_bank(table: Table, company: CompanyId, shares: int) -> None:
        take_proceeds(table, company, shares, price=at_market_price(table, company))
        sell_shares(table, company, shares, seller=table.answering(), to=into, order=order(table))
        fall(table, company, shares)

    return sell_to_bank


def sales_of(table: Table, companies: Iterable[CompanyId]) -> Iterator[SellShares]:
    """Any number of the shares that the player has of some companies."""
    papers, player = table.box.papers, table.answering()
    for company in companies:
        for shares in range(1, papers.shares(table.state, player, company) + 1):
            yield SellShares(company, shares)


def possible_sales(table: Table) -> Iterator[Offer]:
    return map(Offer, sales_of(table, table.state.pars))


def note_sale(table: Table, company: CompanyId) -> None:
    """Whoever has sold something has acted, and does not buy it back."""
    stock, player = table.here(StockTurn), table.answering()
    table.note(acted=True, sold_now=(*stock.sold_now, company), sold=(*stock.sold, (player, company)))


def selling(sale: Sale, *, checks: tuple[Check[SellShares], ...]) -> Move[SellShares]:
    def sell(table: Table, action: SellShares) -> None:
        sale(table, action.company, action.shares)
        note_sale(table, action.company)

    return Move(SellShares, possible_sales, checks, sell)
