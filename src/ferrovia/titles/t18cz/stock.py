"""[VII] The stock round: in a turn first any sales, then at most one purchase."""

from ferrovia.engine.play import Check, Move, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules import limits, stock
from ferrovia.rules.directors import settle_director
from ferrovia.rules.loans import as_much_as_possible, has_no_debt, repaying
from ferrovia.rules.order import richest_first
from ferrovia.rules.prices import begin_at, raising_sold_out
from ferrovia.titles.t18cz.market import step_down, step_up
from ferrovia.titles.t18cz.material import box

# -------------------------------------------------------------------------------------------------- starting, floating


@rule("medium-released")
def its_size_is_released(table: Table, action: stock.StartCompany) -> Refused | None:
    company, phase = action.company, box(table).rules(action.company).released_in
    if box(table).is_reached(table.state, phase):
        return None
    large = box(table).size(company) == "L"
    return (
        refused_by("large-released", company=company, phase=phase) if large else refused(company=company, phase=phase)
    )


def start_prices(table: Table, company: CompanyId) -> tuple[int, ...]:
    """[VII.5.2] By the size of the company."""
    return box(table).rules(company).start_prices


def float_if_due(table: Table, company: CompanyId) -> None:
    """[VII.3.11] [VII.5.a] Once players hold half of it, the bank pays its capital, by its start price."""
    if company not in table.state.floated and box(table).in_hands(table.state, company) >= 50:
        stock.float_with(table, company, box(table).rules(company).capital_shares * table.state.pars[company])


START = stock.starting(
    stock.at_each_price(lambda table: box(table).companies, start_prices),
    checks=(
        limits.has_sold_down,
        stock.is_not_started,
        its_size_is_released,
        stock.is_a_start_price(start_prices),
        stock.can_pay_for_directors_certificate,
        has_no_debt,
        limits.has_room_for_a_certificate,
    ),
    found=stock.founding(begin_at, then=float_if_due),
)
"""[VII.5.1] The money goes to the bank, the marker on the chosen price."""


# ---------------------------------------------------------------------------------------------------- buying, repaying


def settle_company(table: Table, company: CompanyId) -> None:
    """[VII.5.b.1] [VII.3.11] A purchase may bring another director, and the capital."""
    settle_director(table, company, table.state.order)
    float_if_due(table, company)


PRICES: stock.Prices = {stock.IN_IPO: stock.at_market_price, stock.IN_POOL: stock.at_market_price}
"""[VII.3.7] Shares that came back cost as much as the others."""

BUY = stock.buying(
    PRICES,
    checks=(
        limits.has_sold_down,
        stock.company_is_trading,
        stock.a_share_is_there,
        stock.can_pay_for_share(PRICES),
        has_no_debt,
        stock.has_not_sold_it_this_round,
        limits.has_room_for_a_certificate,
        limits.stays_within_holding_limit,
    ),
    then=settle_company,
)

REPAY = repaying(as_much_as_possible)
"""[VIII.11.6] As much as cash allows; the penalty stays."""


# ------------------------------------------------------------------------------------------------------------- selling


def selling_into(place: Owner, *lots: Check[stock.SellShares]) -> Move[stock.SellShares]:
    """[VII.6.2–4] `place`: where sold shares go; `lots`: whether one company may be sold more than once in a turn."""
    return stock.selling(
        stock.sale_at_market_price(into=place, fall=step_down),
        checks=(stock.is_not_the_first_round, stock.owns_the_shares, stock.may_leave_directorship, *lots),
    )


def began_the_round_over_limit(table: Table) -> bool:
    """[VII.4.5] Whoever began the round over the limit sells until within it."""
    player = table.answering()
    return player in table.here(stock.StockTurn).over_limit and limits.is_over_limit(table, player)


def selling_down(sell: Move[stock.SellShares]) -> Check[stock.EndStockTurn]:
    return limits.must_sell_down(sell, is_due=began_the_round_over_limit)


# --------------------------------------------------------------------------------------------------------------- steps


def begin_stock_round(table: Table) -> None:
    """[VII.4.5] Notes who must sell down in this round."""
    table.note(over_limit=tuple(player for player in table.state.order if limits.is_over_limit(table, player)))


def stock_script(trade: Step) -> tuple[Step, ...]:
    """[IX.3.2] [VII.2.3] Prices rise where all shares are with players; new order cards by cash at the end."""
    return (begin_stock_round, trade, raising_sold_out(rise=step_up), richest_first)
