"""[6] The stock round: in a turn first any sales, then at most one purchase, of a share or of a new company."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t1862.companies import why_not_available
from ferrovia.titles.t1862.directors import (
    DIRECTORS_SHARES,
    certificates_after_sale,
    lacks_ordinary_shares,
    sell_block,
    settle_director,
    shares_of,
)
from ferrovia.titles.t1862.launch import launch_if_due
from ferrovia.titles.t1862.market import put_marker
from ferrovia.titles.t1862.material import (
    Variant,
    books,
    box,
    certificate_limit,
    certificates_of,
    is_administered,
    is_started,
    lner_formed,
    price,
)

PlaceId = NewType("PlaceId", str)
TREASURY = PlaceId("treasury")


@dataclass(frozen=True, slots=True)
class SellShares:
    company: CompanyId
    shares: int


@dataclass(frozen=True, slots=True)
class BuyShare:
    company: CompanyId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class StartCompany:
    company: CompanyId
    price: int


@dataclass(frozen=True, slots=True)
class EndStockTurn:
    pass


@dataclass(frozen=True, slots=True)
class StockFacts:
    """[6.1] [6.2] Whose turn it is, and what was bought and sold in this round."""

    number: int
    player: PlayerId
    passes: int = 0
    """Of players one after another."""
    over_limit: bool = False
    """[6.5.2] Whether the player began this turn with too many certificates."""
    sold_now: tuple[CompanyId, ...] = ()
    """In this turn."""
    sold: tuple[tuple[PlayerId, CompanyId], ...] = ()
    bought: tuple[tuple[PlayerId, CompanyId], ...] = ()
    """Once for each share."""
    last_buyer: PlayerId | None = None
    """Whose purchase has just ended the turn."""


def begin(table: Table, *, number: int) -> StockFacts:
    """[6.1] With the holder of the priority deal."""
    player = books(table).priority
    return StockFacts(number, player, over_limit=is_over_limit(table, player))


# ------------------------------------------------------------------------------------------------------------ questions


def is_over_limit(table: Table, player: PlayerId) -> bool:
    """[6.5.2] Who must sell; nobody after the LNER has formed."""
    return not lner_formed(table) and certificates_of(table, player) > certificate_limit(table)


def bought_now(table: Table, player: PlayerId, company: CompanyId) -> int:
    """[6.4] How many shares of a company a player has bought in this round."""
    return table.here(StockFacts).bought.count((player, company))


def cost_at(table: Table, company: CompanyId, place: PlaceId) -> int:
    """[6.5.1] Par in the offer, elsewhere the market price, with or without trains."""
    return books(table).pars[company] if place == IPO else price(table, company)


def owner_at(company: CompanyId, place: PlaceId) -> Owner:
    """Whose shares lie in a place."""
    return company if place == TREASURY else Owner(place)


# -------------------------------------------------------------------------------------------------------------- selling


@rule("one-block-a-company")
def is_its_first_block_of_the_turn(table: Table, action: SellShares) -> Refused | None:
    return refused(company=action.company) if action.company in table.here(StockFacts).sold_now else None


@rule("own-what-you-sell")
def owns_the_shares(table: Table, action: SellShares) -> Refused | None:
    held = shares_of(table, table.answering(), action.company)
    return None if 1 <= action.shares <= held else refused(company=action.company, shares=action.shares, held=held)


@rule("keep-what-you-bought")
def keeps_what_was_bought_now(table: Table, action: SellShares) -> Refused | None:
    """Shares bought in this round stay, but those of the director's certificate are as good as any."""
    player, company = table.answering(), action.company
    held, bought = shares_of(table, player, company), bought_now(table, player, company)
    return refused(company=company, held=held, bought=bought) if held - action.shares < bought else None


@rule("part-of-directors-certificate")
def can_part_with_directors_certificate(table: Table, action: SellShares) -> Refused | None:
    """Part of the certificate is sold only if there are ordinary ones for the rest of it."""
    if not lacks_ordinary_shares(table, action.company, action.shares, seller=table.answering()):
        return None
    pool = len(box(table).papers.ordinary(table.state, POOL, action.company))
    return refused(company=action.company, shares=action.shares, pool=pool)


SALE_CHECKS: tuple[Check[SellShares], ...] = (
    is_its_first_block_of_the_turn,
    owns_the_shares,
    keeps_what_was_bought_now,
    can_part_with_directors_certificate,
)


def blocks_of(table: Table, company: CompanyId) -> Iterator[SellShares]:
    """The blocks of a company that the player may sell now."""
    for shares in range(1, shares_of(table, table.answering(), company) + 1):
        block = SellShares(company, shares)
        if all(check.holds(table, block) is None for check in SALE_CHECKS):
            yield block


def _certificates_after(table: Table, block: SellShares) -> int:
    return certificates_after_sale(table, block.company, block.shares, seller=table.answering())


def _fewest_certificates(table: Table, company: CompanyId) -> int:
    """With how few certificates of a company the player could be left: none if it was not bought in this round."""
    player = table.answering()
    now = len(box(table).papers.held(table.state, player, company))
    if not now or company in table.here(StockFacts).sold_now:
        return now
    if not bought_now(table, player, company):
        return 0
    return min([now, *(_certificates_after(table, block) for block in blocks_of(table, company))])


@rule("sell-down-enough")
def leaves_a_way_within_the_limit(table: Table, action: SellShares) -> Refused | None:
    """[6.5.2] [6.4] A company is sold in one block, so a block that is too small could not be made up for."""
    if not (table.here(StockFacts).over_limit and is_over_limit(table, table.answering())):
        return None
    limit = certificate_limit(table)
    others = sum(_fewest_certificates(table, other) for other in books(table).pars if other != action.company)
    if others + _certificates_after(table, action) <= limit:
        return None
    if all(others + _certificates_after(table, block) > limit for block in blocks_of(table, action.company)):
        return None
    return refused(company=action.company, shares=action.shares, limit=limit)


def sell(table: Table, action: SellShares) -> None:
    player, stock = table.answering(), table.here(StockFacts)
    table.note(sold_now=(*stock.sold_now, action.company), sold=(*stock.sold, (player, action.company)))
    sell_block(table, action.company, action.shares, seller=player)


def possible_blocks(table: Table) -> Iterator[Offer]:
    player = table.answering()
    for company in books(table).pars:
        for shares in range(1, shares_of(table, player, company) + 1):
            yield Offer(SellShares(company, shares))


SELL = Move(SellShares, possible_blocks, (*SALE_CHECKS, leaves_a_way_within_the_limit), sell)


# ------------------------------------------------------------------------------------------- checks for every purchase

Purchase = BuyShare | StartCompany


@rule("no-buying-back")
def has_not_sold_it_in_this_round(table: Table, action: Purchase) -> Refused | None:
    sold = (table.answering(), action.company) in table.here(StockFacts).sold
    return refused(company=action.company) if sold else None


@rule("certificate-limit")
def is_below_certificate_limit(table: Table, action: Purchase) -> Refused | None:
    held, limit = certificates_of(table, table.answering()), certificate_limit(table)
    return refused(held=held, limit=limit) if held >= limit else None


def _end_turn_with_purchase(table: Table, company: CompanyId, *, shares: int) -> None:
    player, stock = table.answering(), table.here(StockFacts)
    settle_director(table, company)
    launch_if_due(table, company)
    table.note(bought=(*stock.bought, *((player, company) for _ in range(shares))))
    next_player(table, acted=True, bought=True)


# ------------------------------------------------------------------------------------------------------- buying a share


@rule("company-started")
def company_is_started(table: Table, action: BuyShare) -> Refused | None:
    return None if is_started(table, action.company) else refused(company=action.company)


@rule("share-is-there")
def a_share_is_there(table: Table, action: BuyShare) -> Refused | None:
    """[6.5.1] [6.3] An ordinary one: the director's certificate is not bought from the pool."""
    if box(table).papers.ordinary(table.state, owner_at(action.company, action.place), action.company):
        return None
    if action.place == POOL and is_administered(table, action.company):
        return refused_by("directors-certificate-in-pool", company=action.company)
    return refused(company=action.company, place=action.place)


@rule("pay-for-share")
def can_pay_for_share(table: Table, action: BuyShare) -> Refused | None:
    cost, cash = cost_at(table, action.company, action.place), table.state.cash[table.answering()]
    return refused(cost=cost, cash=cash) if cash < cost else None


def buy_share(table: Table, action: BuyShare) -> None:
    player, company, place = table.answering(), action.company, action.place
    cost, owner = cost_at(table, company, place), owner_at(company, place)
    table.pay(cost, source=player, to=company if place == TREASURY else BANK)
    table.hand_over(box(table).papers.ordinary(table.state, owner, company)[0].id, to=player)
    table.tell("share-bought", player=player, company=company, place=place, amount=cost)
    _end_turn_with_purchase(table, company, shares=1)


def shares_for_sale(table: Table) -> Iterator[Offer]:
    for company in books(table).pars:
        for place in (PlaceId(IPO), PlaceId(POOL), TREASURY):
            yield Offer(BuyShare(company, place))


BUY = Move(
    BuyShare,
    shares_for_sale,
    (
        company_is_started,
        a_share_is_there,
        has_not_sold_it_in_this_round,
        is_below_certificate_limit,
        can_pay_for_share,
    ),
    buy_share,
)


# --------------------------------------------------------------------------------------------------- starting a company


@rule("no-start-for-newcomers")
def is_not_the_game_for_newcomers(table: Table, action: StartCompany) -> Refused | None:
    """[11.3] Companies are started in Parliament only."""
    return refused(company=action.company)


@rule("start-price")
def is_a_start_price(table: Table, action: StartCompany) -> Refused | None:
    prices = box(table).start_prices
    if action.price in prices:
        return None
    return refused(price=action.price, low=prices[0], high=prices[-1])


@rule("company-on-offer")
def company_can_be_started(table: Table, action: StartCompany) -> Refused | None:
    reason = why_not_available(table, action.company)
    return None if reason is None else refused_by(reason[0], **reason[1])


@rule("pay-for-start")
def can_pay_for_directors_certificate(table: Table, action: StartCompany) -> Refused | None:
    cost, cash = DIRECTORS_SHARES * action.price, table.state.cash[table.answering()]
    return refused(cost=cost, cash=cash) if cash < cost else None


def start_company(table: Table, action: StartCompany) -> None:
    """[6.5.3] The money goes to the company, and so do the ordinary certificates."""
    player, company, material = table.answering(), action.company, box(table)
    cost = DIRECTORS_SHARES * action.price
    table.pay(cost, source=player, to=company)
    directors, *ordinary = material.papers.of[company]
    table.hand_over(directors.id, to=player)
    for cert in ordinary:
        table.hand_over(cert.id, to=company)
    par = material.par_below(action.price)
    table.keep(pars={**books(table).pars, company: par})
    put_marker(table, company, material.cells[action.price])
    table.tell("company-started", player=player, company=company, price=action.price, par=par, amount=cost)
    _end_turn_with_purchase(table, company, shares=DIRECTORS_SHARES)


def possible_starts(table: Table) -> Iterator[Offer]:
    """At every price that the player can pay for."""
    cash = table.state.cash[table.answering()]
    prices = [price for price in box(table).start_prices if DIRECTORS_SHARES * price <= cash]
    for company in books(table).offer if prices else ():
        if why_not_available(table, company) is None:
            for start in prices:
                yield Offer(StartCompany(company, start))


START = Move(
    StartCompany,
    possible_starts,
    (
        company_can_be_started,
        is_a_start_price,
        has_not_sold_it_in_this_round,
        is_below_certificate_limit,
        can_pay_for_directors_certificate,
    ),
    start_company,
)
START_FOR_NEWCOMERS = Move(StartCompany, lambda table: (), (is_not_the_game_for_newcomers,), start_company)


# -------------------------------------------------------------------------------------------------------------- passing


@rule("must-sell-down")
def is_within_limit_or_cannot_sell(table: Table, action: EndStockTurn) -> Refused | None:
    """Who began the turn over the limit sells until within it."""
    player = table.answering()
    if not (table.here(StockFacts).over_limit and is_over_limit(table, player)):
        return None
    if not any(True for company in books(table).pars for _ in blocks_of(table, company)):
        return None
    return refused(held=certificates_of(table, player), limit=certificate_limit(table))


def end_turn(table: Table, action: EndStockTurn) -> None:
    acted = bool(table.here(StockFacts).sold_now)
    table.tell("stock-turn-ended" if acted else "stock-passed", player=table.answering())
    next_player(table, acted=acted)


def next_player(table: Table, *, acted: bool, bought: bool = False) -> None:
    """[6.1] The next clockwise; any sale or purchase gives everybody another turn."""
    stock, player = table.here(StockFacts), table.answering()
    following = table.next_seat(player)
    table.note(
        player=following,
        passes=0 if acted else stock.passes + 1,
        over_limit=is_over_limit(table, following),
        sold_now=(),
        last_buyer=player if bought else None,
    )


END_TURN = Move(
    EndStockTurn, lambda table: (Offer(EndStockTurn()),), (is_within_limit_or_cannot_sell,), end_turn, passive=True
)


# ---------------------------------------------------------------------------------------------------------------- steps


def free_failed_charters(table: Table) -> None:
    """[4.3] Companies that were not launched in time can be started again."""
    table.keep(failed=())


def trading(start: Move[StartCompany]) -> Step:
    """[6.1] [6.2] Players trade in order until all pass one after another."""
    moves = (SELL, BUY, start, END_TURN)

    def trade_in_turn(table: Table) -> Ask | None:
        stock = table.here(StockFacts)
        if stock.passes >= len(table.state.players):
            return None
        return Ask(stock.player, moves, Message("trade", {"number": stock.number}), others=explain_to_the_last_buyer)

    return trade_in_turn


def explain_to_the_last_buyer(table: Table, player: PlayerId) -> Refused | None:
    """[6.2] Sales come before the purchase, and there is only one: it has ended the turn."""
    if player != table.here(StockFacts).last_buyer:
        return None
    return refused_by("purchase-ends-turn")


def pass_on_priority(table: Table) -> None:
    """[6.6] To the player with whom the passing began, whose turn it would be now."""
    player = table.here(StockFacts).player
    table.keep(priority=player)
    table.tell("priority", player=player)


ACTIONS = (SellShares, BuyShare, StartCompany, EndStockTurn)
FACTS = (StockFacts,)


def steps(rules: Variant) -> tuple[Step, ...]:
    """Up to the last pass; then obligations are enforced, then the priority deal is passed on."""
    return (free_failed_charters, trading(START_FOR_NEWCOMERS if rules.newcomers else START))


def closing_steps(rules: Variant) -> tuple[Step, ...]:
    return (pass_on_priority,)
