"""A small stock exchange without a railway: the shared rules of the stock round must carry it as well.

Two companies, RED and BLUE, of a director's certificate of 20% and eight shares of 10%; prices from 50 to 100 in steps
of 10. Shares that were never sold cost par, those in the pool the market price; a sale costs a step for each share.
Nobody holds more than five certificates or 60% of RED. Positions are written: `a_bourse(held="A: RED 30; B: RED 20")`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from ferrovia import Game, Title
from ferrovia.engine.play import Check, Move, Table
from ferrovia.model.box import AnyBox, Box
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, Owner, PlayerId
from ferrovia.model.market import Cell, Market
from ferrovia.model.shares import papers
from ferrovia.model.state import Frame, Quote, State
from ferrovia.rules.directors import settle_director
from ferrovia.rules.limits import (
    has_room_for_a_certificate,
    has_sold_down,
    must_sell_down,
    stays_within_holding_limit,
)
from ferrovia.rules.loans import RepayDebt, as_much_as_possible, has_no_debt, repaying
from ferrovia.rules.order import pass_on_priority, richest_first
from ferrovia.rules.prices import begin_at, move_marker, raising_sold_out
from ferrovia.rules.stock import (
    IN_IPO,
    IN_POOL,
    IN_TREASURY,
    BuyShare,
    EndStockTurn,
    SellShares,
    StartCompany,
    StockTurn,
    a_share_is_there,
    at_market_price,
    at_par,
    buying,
    can_pay_for_directors_certificate,
    can_pay_for_share,
    company_is_trading,
    ending_turn,
    founding,
    has_not_sold_it_this_round,
    has_operated,
    is_a_start_price,
    is_its_first_sale_this_turn,
    is_not_started,
    is_not_the_first_round,
    keeps_what_was_bought_this_round,
    leaves_at_most,
    may_leave_directorship,
    owns_the_shares,
    sale_at_market_price,
    selling,
    starting,
    trading,
)
from support.toy import NoExtras, a_title

RED, BLUE = (CompanyId(Owner(name)) for name in ("RED", "BLUE"))
PRICES = {IN_IPO: at_par, IN_POOL: at_market_price, IN_TREASURY: at_market_price}
STARTS = (60, 80, 100)

BOX: AnyBox = Box(
    papers=papers(dict.fromkeys((RED, BLUE), (20, *[10] * 8))),
    market=Market(form="grid", cells=tuple(Cell(row=0, column=at, price=50 + 10 * at, zones=()) for at in range(6))),
    phases={},
    cards={},
    map=cast(Any, None),
    upgrades=cast(Any, None),
    kinds={RED: "narrow", BLUE: "wide"},
    certificate_limit=5,
    holding_limits={"narrow": 60, "wide": 100},
)


def fall(table: Table, company: CompanyId, shares: int) -> None:
    move_marker(table, company, max(0, table.state.prices[company].cell - shares))


def rise(table: Table, company: CompanyId) -> None:
    move_marker(table, company, table.box.market.right(table.state.prices[company].cell))


def no_capital(table: Table, company: CompanyId) -> None:
    """Companies here only have shares."""


def settle(table: Table, company: CompanyId) -> None:
    settle_director(table, company, table.state.order)


SALE_CHECKS: tuple[Check[SellShares], ...] = (
    is_not_the_first_round,
    owns_the_shares,
    has_operated,
    is_its_first_sale_this_turn,
    keeps_what_was_bought_this_round,
    leaves_at_most(50, POOL),
    may_leave_directorship,
)
SELL = selling(sale_at_market_price(into=POOL, fall=fall), checks=SALE_CHECKS)
START = starting(
    lambda table: (StartCompany(c, p) for c in (RED, BLUE) for p in STARTS),
    checks=(
        has_sold_down,
        is_not_started,
        is_a_start_price(lambda table, company: STARTS),
        has_no_debt,
        has_room_for_a_certificate,
        can_pay_for_directors_certificate,
    ),
    found=founding(begin_at, then=no_capital),
)
BUY = buying(
    PRICES,
    checks=(
        has_sold_down,
        company_is_trading,
        a_share_is_there,
        has_no_debt,
        has_not_sold_it_this_round,
        has_room_for_a_certificate,
        stays_within_holding_limit,
        can_pay_for_share(PRICES),
    ),
    then=settle,
)
MOVES: tuple[Move[Any], ...] = (
    SELL,
    START,
    BUY,
    repaying(as_much_as_possible),
    ending_turn(must_sell_down(SELL)),
)


def _rules_of(moves: tuple[Move[Any], ...]) -> tuple[str, ...]:
    return (*(check.rule for move in moves for check in move.checks), "sell-before-buying")


BOURSE: Title = replace(
    a_title(
        {"game": (trading(*MOVES), raising_sold_out(rise=rise), pass_on_priority, richest_first)},
        id="bourse",
        actions=(SellShares, StartCompany, BuyShare, RepayDebt, EndStockTurn),
        facts=(StockTurn,),
        keys=_rules_of(MOVES),
    ),
    data=BOX,
)


def a_bourse(
    *,
    held: str = "",
    pool: str = "",
    cash: Mapping[str, int] | None = None,
    debt: Mapping[str, int] | None = None,
    number: int = 2,
    operated: tuple[CompanyId, ...] = (RED, BLUE),
    limit: int = 5,
    **facts: Any,
) -> Game:
    """A stock round of A, B and C, who have 500 each: who holds how many percent, the director's certificate first."""
    players = tuple(PlayerId(Owner(name)) for name in "ABC")
    purses: dict[Owner, int] = {BANK: 0, RED: 0, BLUE: 0}
    state = State(
        players=players,
        cash=purses | {player: (cash or {}).get(player, 500) for player in players},
        certs=dict.fromkeys(BOX.papers.by_id, IPO),
        tokens={},
        board=cast(Any, None),
        extras=NoExtras(),
        stack=[Frame("game", "trade_in_turn", StockTurn(number, **facts))],
        operated=operated,
        debt={PlayerId(Owner(name)): amount for name, amount in (debt or {}).items()},
    )
    for row in filter(None, held.split("; ")):
        owner, _, holdings = row.partition(": ")
        _hand_out(state, Owner(owner), holdings)
    _hand_out(state, POOL, pool)
    return Game.at(replace(BOURSE, data=replace(BOX, certificate_limit=limit)), state)


def _hand_out(state: State, owner: Owner, holdings: str) -> None:
    for part in filter(None, holdings.split(", ")):
        name, percent = part.split()
        company, left = CompanyId(Owner(name)), int(percent)
        if company not in state.prices:
            state.prices[company] = Quote(BOX.market.cell_of(80), len(state.prices) + 1)
            state.pars[company], state.floated = 60, (*state.floated, company)
        for cert in BOX.papers.of[company]:
            if cert.percent <= left and state.certs[cert.id] == IPO and not (owner == POOL and cert.is_directors):
                state.certs[cert.id] = owner
                left -= cert.percent
