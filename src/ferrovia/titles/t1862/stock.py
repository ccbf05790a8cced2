"""[6] The stock round: in a turn first any sales, then at most one purchase, of a share or of a new company."""

from collections.abc import Iterator

from ferrovia.engine.moves import forbidding, never
from ferrovia.engine.play import Check, Refused, Step, Table, refused, rule
from ferrovia.model.ids import POOL, CompanyId
from ferrovia.rules import stock
from ferrovia.rules.limits import has_room_for_a_certificate, must_sell_down
from ferrovia.rules.limits import is_over_limit as holds_too_many
from ferrovia.titles.t1862 import directors
from ferrovia.titles.t1862.companies import company_is_available, why_not_available
from ferrovia.titles.t1862.launch import launch_if_due
from ferrovia.titles.t1862.market import put_marker
from ferrovia.titles.t1862.material import Variant, books, box, is_administered, lner_formed

# ------------------------------------------------------------------------------------------------------------- selling


def began_the_turn_over_limit(table: Table) -> bool:
    """[6.5.2] Whoever began the turn over the limit, and still is, must sell; nobody after the LNER has formed."""
    turn, player = table.here(stock.StockTurn), table.answering()
    return _is_over_limit(table) and (not turn.sold_now or player in turn.over_limit)


def _is_over_limit(table: Table) -> bool:
    return not lner_formed(table) and holds_too_many(table, table.answering())


@rule("part-of-directors-certificate")
def can_part_with_directors_certificate(table: Table, action: stock.SellShares) -> Refused | None:
    """Part of the certificate is sold only if there are ordinary ones for the rest of it."""
    if not directors.lacks_ordinary_shares(table, action.company, action.shares, seller=table.answering()):
        return None
    pool = len(box(table).papers.ordinary(table.state, POOL, action.company))
    return refused(company=action.company, shares=action.shares, pool=pool)


SALE_CHECKS: tuple[Check[stock.SellShares], ...] = (
    stock.is_its_first_sale_this_turn,
    stock.owns_the_shares,
    stock.keeps_what_was_bought_this_round,
    can_part_with_directors_certificate,
)


def blocks_of(table: Table, company: CompanyId) -> Iterator[stock.SellShares]:
    """The blocks of a company that the player may sell now."""
    blocks = stock.sales_of(table, (company,))
    return (block for block in blocks if all(check.holds(table, block) is None for check in SALE_CHECKS))


def _certificates_after(table: Table, block: stock.SellShares) -> int:
    return directors.certificates_after_sale(table, block.company, block.shares, seller=table.answering())


def _fewest_certificates(table: Table, company: CompanyId) -> int:
    """With how few certificates of a company the player could be left: none if it was not bought in this round."""
    player, turn = table.answering(), table.here(stock.StockTurn)
    now = len(box(table).papers.held(table.state, player, company))
    if not now or company in turn.sold_now:
        return now
    if (player, company) not in turn.bought:
        return 0
    return min([now, *(_certificates_after(table, block) for block in blocks_of(table, company))])


@rule("sell-down-enough")
def leaves_a_way_within_the_limit(table: Table, action: stock.SellShares) -> Refused | None:
    """[6.5.2] [6.4] A company is sold in one block, so a block that is too small could not be made up for."""
    if not began_the_turn_over_limit(table):
        return None
    limit = box(table).most_certificates(table.state)
    others = sum(_fewest_certificates(table, other) for other in table.state.pars if other != action.company)
    if others + _certificates_after(table, action) <= limit:
        return None
    if all(others + _certificates_after(table, block) > limit for block in blocks_of(table, action.company)):
        return None
    return refused(company=action.company, shares=action.shares, limit=limit)


def sell_in_turn(table: Table, company: CompanyId, shares: int) -> None:
    """[6.5.2] The first sale of a turn notes with how many certificates it began."""
    player = table.answering()
    if not table.here(stock.StockTurn).sold_now:
        table.note(over_limit=(player,) if _is_over_limit(table) else ())
    directors.sell_block(table, company, shares, seller=player)


SELL = stock.selling(sell_in_turn, checks=(*SALE_CHECKS, leaves_a_way_within_the_limit))
END_TURN = stock.ending_turn(must_sell_down(SELL, is_due=began_the_turn_over_limit))


# ------------------------------------------------------------------------------------------------------ buying a share

PRICES: stock.Prices = {
    stock.IN_IPO: stock.at_par,
    stock.IN_POOL: stock.at_market_price,
    stock.IN_TREASURY: stock.at_market_price,
}
"""[6.5.1] Par in the offer, elsewhere the market price, with or without trains."""


@rule("directors-certificate-in-pool")
def is_not_the_directors_certificate(table: Table, action: stock.BuyShare) -> Refused | None:
    """[6.3] It is not bought from the pool."""
    alone = is_administered(table, action.company) and stock.a_share_is_there.holds(table, action)
    return refused(company=action.company) if alone and action.place == POOL else None


def settle_company(table: Table, company: CompanyId) -> None:
    """[6.3] [6.5.4] A purchase may bring another director, and the launch."""
    directors.settle_director(table, company)
    launch_if_due(table, company)


BUY = stock.buying(
    PRICES,
    checks=(
        stock.company_is_trading,
        is_not_the_directors_certificate,
        stock.a_share_is_there,
        stock.has_not_sold_it_this_round,
        has_room_for_a_certificate,
        stock.can_pay_for_share(PRICES),
    ),
    then=settle_company,
)


# --------------------------------------------------------------------------------------------------- starting a company


def start_company(table: Table, action: stock.StartCompany) -> None:
    """[6.5.3] The money goes to the company, and so do the ordinary certificates."""
    company, price, material = action.company, action.price, box(table)
    amount, par = stock.take_directors_certificate(table, action, to=company), material.par_below(price)
    table.hand_over_all(material.papers.of[company][1:], to=company)
    table.set_par(company, par)
    put_marker(table, company, material.market.cell_of(price))
    table.tell("company-started", player=table.answering(), company=company, price=price, par=par, amount=amount)


def possible_starts(table: Table) -> Iterator[stock.StartCompany]:
    """At every price that the player can pay for."""
    cash, material = table.state.cash[table.answering()], box(table)
    for company in books(table).offer:
        if why_not_available(table, company) is None:
            shares = material.papers.directors_shares(company)
            affordable = [price for price in material.start_prices if shares * price <= cash]
            yield from (stock.StartCompany(company, price) for price in affordable)


START = stock.starting(
    possible_starts,
    checks=(
        company_is_available,
        stock.is_a_start_price(lambda table, company: box(table).start_prices),
        stock.has_not_sold_it_this_round,
        has_room_for_a_certificate,
        stock.can_pay_for_directors_certificate,
    ),
    found=start_company,
)
START_FOR_NEWCOMERS = forbidding(stock.StartCompany, never("no-start-for-newcomers", "company"))
"""[11.3] Companies are started in Parliament only."""


# --------------------------------------------------------------------------------------------------------------- steps


def free_failed_charters(table: Table) -> None:
    """[4.3] Companies that were not launched in time can be started again."""
    table.keep(failed=())


def steps(rules: Variant) -> tuple[Step, ...]:
    """[6.1] [6.2] Up to the last pass; then obligations are enforced, then the priority deal is passed on."""
    return (free_failed_charters, stock.trading(SELL, BUY, START_FOR_NEWCOMERS if rules.newcomers else START, END_TURN))
