"""[VI] Stock rounds: in a turn first any sales, then one purchase or one exchange."""

from typing import Any

from ferrovia.engine.play import Check, Move, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import IPO, POOL, CompanyId, PlayerId
from ferrovia.rules import stock
from ferrovia.rules.directors import sell_shares
from ferrovia.rules.limits import OfCompany, has_room_for_a_certificate, stays_within_holding_limit
from ferrovia.rules.loans import Debt, owing_nothing
from ferrovia.rules.order import give_priority
from ferrovia.titles.t1824.companies import open_if_due, settle_after_purchase, settle_the_director
from ferrovia.titles.t1824.market import put_marker, step_down
from ferrovia.titles.t1824.material import books, box

# ------------------------------------------------------------------------------------------------------------- the turn


def whose_turn(table: Table) -> PlayerId:
    """[VI.2.1] Clockwise from the priority holder."""
    return player_at(table, table.here(stock.StockTurn).turn)


def player_at(table: Table, turn: int) -> PlayerId:
    """[VI.3.6] The first lap of the first round goes the other way, but for two players."""
    order = table.state.order
    lap, at = divmod(turn, len(order))
    backwards = table.here(stock.StockTurn).number == 1 and lap == 0 and len(order) > 2
    return order[-1 - at] if backwards else order[at]


def trading_by_round(first: Step, later: Step) -> Step:
    """[VI.3] In the first round other papers are for sale, and nothing is sold back."""

    def trade_in_turn(table: Table) -> Any:
        return first(table) if table.here(stock.StockTurn).number == 1 else later(table)

    return trade_in_turn


def pass_priority_on(table: Table) -> None:
    """[VI.2.2] To the left of the last player who acted; it stays where nobody did."""
    turn = table.here(stock.StockTurn)
    acted = turn.turn - len(turn.passed)
    if acted > 0:
        give_priority(table, table.next_seat(player_at(table, acted - 1)))


def pass_priority_after_last_pass(table: Table) -> None:
    """The site looks at who passed last, also where the first lap went the other way."""
    give_priority(table, table.next_seat(table.here(stock.StockTurn).passed[-1]))


def is_directorless(table: Table, company: CompanyId) -> bool:
    return company == books(table).directorless


# -------------------------------------------------------------------------------------------------------------- selling


@rule("sell-only-operated")
def may_be_sold(table: Table, action: OfCompany) -> Refused | None:
    """[VI.8.1b] [X.4.2d] After its first turn; what nobody directs has none."""
    return None if is_directorless(table, action.company) else stock.has_operated.holds(table, action)


@rule("bank-at-most")
def bank_has_at_most_half(table: Table, action: stock.SellShares) -> Refused | None:
    """[VI.8.1c] [X.4.2d] Of what nobody directs the pool may have all."""
    return None if is_directorless(table, action.company) else stock.leaves_at_most(50, IPO, POOL).holds(table, action)


@rule("double-stays-whole")
def double_is_not_split(table: Table, action: stock.SellShares) -> Refused | None:
    """[X.4.2f] The double certificate of what nobody directs is sold whole, or not at all."""
    single = len(box(table).papers.ordinary(table.state, table.answering(), action.company))
    split = is_directorless(table, action.company) and action.shares > single
    return refused_by("double-stays-whole", company=action.company) if split else None


def selling_to_bank(table: Table, company: CompanyId, shares: int) -> None:
    """[VI.8.2] [VI.8.3] [VIII.3.1] The bank pays the price for each; the price falls once."""
    seller, into = table.answering(), box(table).ways.sold_into
    stock.take_proceeds(table, company, shares, price=stock.at_market_price(table, company))
    single = box(table).papers.ordinary(table.state, seller, company)
    if shares > len(single):
        sell_shares(table, company, shares, seller=seller, to=into, order=table.state.order)
    else:
        table.hand_over_all(single[-shares:], to=into)
        settle_the_director(table, company)
    step_down(table, company)


SALE_CHECKS: tuple[Check[stock.SellShares], ...] = (
    stock.owns_the_shares,
    may_be_sold,
    bank_has_at_most_half,
    double_is_not_split,
    stock.may_leave_directorship,
)


def selling_shares(*also: Check[stock.SellShares], site: bool) -> Move[stock.SellShares]:
    """[VI.8] All shares of a company that are sold in a turn are one sale. The site allows several, and minds the pool
    also where nobody directs a company."""
    more = stock.leaves_at_most(50, POOL) if site else stock.is_its_first_sale_this_turn
    return stock.selling(selling_to_bank, checks=(*SALE_CHECKS, *also, more))


# --------------------------------------------------------------------------------------------------------------- buying

PRICES: stock.Prices = {stock.IN_IPO: stock.at_market_price, stock.IN_POOL: stock.at_market_price}


@rule("holding-limit")
def holds_less_than_the_limit(table: Table, action: stock.BuyShare) -> Refused | None:
    """[VI.7.4] [X.4 pool] Whoever has 60% buys no more, but from the pool."""
    return None if action.place == stock.IN_POOL else stays_within_holding_limit.holds(table, action)


def settle_company(table: Table, company: CompanyId) -> None:
    """[VI.5.1] [VI.6.1] A purchase may bring another director, and the capital."""
    if not is_directorless(table, company):
        settle_after_purchase(table, company, table.answering())
        open_if_due(table, company)


def buying_shares(debt: Debt, *duties: Check[object]) -> Move[stock.BuyShare]:
    """[VI.4.1] `duties`: what must be done before anything is bought."""
    return stock.buying(
        PRICES,
        checks=(
            *duties,
            stock.company_is_trading,
            stock.a_share_is_there,
            owing_nothing(debt),
            stock.can_pay_for_share(PRICES),
            stock.has_not_sold_it_this_round,
            holds_less_than_the_limit,
            has_room_for_a_certificate,
        ),
        then=settle_company,
    )


# ---------------------------------------------------------------------------------------------- director's certificates


@rule("directors-certificate-reserved")
def its_certificate_is_not_kept(table: Table, action: stock.StartCompany) -> Refused | None:
    """[IV.2.12] Not while it is kept for the owner of a coal railway; [side 8] that of a Staatsbahn never."""
    company, kind = action.company, box(table).kind(action.company)
    if kind == "staatsbahn":
        return refused_by("staatsbahn-certificate", company=company)
    owner = table.state.certs[box(table).papers.directors_certificate(company).id]
    return refused(company=company) if kind != "regional" or owner in box(table).private else None


def start_prices(table: Table, company: CompanyId) -> tuple[int, ...]:
    return box(table).numbers.stock.start_prices


def settle_new_company(table: Table, company: CompanyId) -> None:
    """[VI.4.2] Whoever holds more than the buyer takes the certificate."""
    box(table).ways.settle_new(table, company)
    open_if_due(table, company)


def starting_company(
    debt: Debt, *duties: Check[object], holding: Check[OfCompany] = stays_within_holding_limit
) -> Move[stock.StartCompany]:
    """[VI.4.2] [IV.4.3.1] [VI.7.4] `holding`: how much of it the buyer may have."""
    return stock.starting(
        stock.at_each_price(lambda table: box(table).of_kind["regional"], start_prices),
        checks=(
            *duties,
            its_certificate_is_not_kept,
            stock.is_not_started,
            stock.is_a_start_price(start_prices),
            owing_nothing(debt),
            stock.can_pay_for_directors_certificate,
            holding,
            has_room_for_a_certificate,
        ),
        found=stock.founding(put_marker, then=settle_new_company),
    )
