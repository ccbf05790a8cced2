"""[7.11] [7.12] A company without a train that it can pay: its own shares are sold, or it is refinanced, or it ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import POOL, CompanyId
from ferrovia.rules.rounds import company_is, finish, is_done, operating
from ferrovia.rules.stock import at_market_price as price
from ferrovia.rules.trains import in_front, is_trainless
from ferrovia.titles.t1862 import merging
from ferrovia.titles.t1862.companies import go_bankrupt, go_bankrupt_if_worthless
from ferrovia.titles.t1862.material import box, pay_from_bank
from ferrovia.titles.t1862.phases import current_price


@dataclass(frozen=True, slots=True)
class SellTreasuryShares:
    shares: int


@dataclass(frozen=True, slots=True)
class Refinance:
    """[7.11.2] Two shares become one, for new capital."""


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy:
    """[7.12] The company gives up."""


Raise = SellTreasuryShares | Refinance


# -------------------------------------------------------------------------------------------------------- what is short


def bank_price(table: Table) -> int | None:
    """[7.9] What the train in front of the pile costs; None where there is none left."""
    train = in_front(table)
    return None if train is None else current_price(table, train)


def shortfall(table: Table, company: CompanyId) -> int | None:
    """What the treasury lacks for the bank's train; None where no money helps."""
    cost = bank_price(table)
    return None if cost is None else max(0, cost - table.state.cash[company])


def must_raise_money(table: Table, company: CompanyId) -> bool:
    """[7.11] No train, and too little money for the bank's."""
    return is_trainless(table.state, company) and shortfall(table, company) != 0


def shares_to_sell(table: Table, company: CompanyId) -> int:
    """[7.11.1] The fewest that bring what is short, at the full price."""
    return -(-(shortfall(table, company) or 0) // price(table, company))


def own_shares(table: Table, company: CompanyId) -> int:
    return box(table).papers.shares(table.state, company, company)


def worth_of_own_shares(table: Table, company: CompanyId) -> int:
    return own_shares(table, company) * price(table, company)


def may_raise_money(table: Table, company: CompanyId) -> bool:
    """[7.11] Whether one of the two ways brings enough: never both, one after the other."""
    missing = shortfall(table, company)
    if missing is None or has_raised_money(table):
        return False
    return max(worth_of_own_shares(table, company), box(table).ways.capital(table, company)) >= missing


def capital_and_option(table: Table, company: CompanyId) -> int:
    """[7.11.2] [5.2.4] Ten times par, and half a price for the option that the odd one of its own shares becomes."""
    option = -(-price(table, company) // 2) if own_shares(table, company) % 2 else 0
    return merging.new_capital(table, company) + option


def has_raised_money(table: Table) -> bool:
    """[7.11] For a train that must be bought now."""
    return is_done(table, "shares sold") or is_done(table, "refinanced")


# ----------------------------------------------------------------------------------------------------- checks for both


has_not_raised_money_yet = company_is("raise-once", lambda table, company: not has_raised_money(table))
has_no_train_it_can_pay = company_is("raise-only-without-train", must_raise_money)


@rule("own-train-first")
def has_no_train_of_its_director_to_buy(table: Table, action: Raise) -> Refused | None:
    """[7.11] Nobody else's consent is missing for a train of a company with the same director."""
    return refused(company=operating(table)) if box(table).ways.own_train_first(table) else None


NO_OTHER_WAY: tuple[Check[Raise], ...] = (
    has_not_raised_money_yet,
    has_no_train_it_can_pay,
    has_no_train_of_its_director_to_buy,
)


# ------------------------------------------------------------------------------------------------------ treasury shares


@rule("own-shares-suffice")
def its_shares_bring_enough(table: Table, action: SellTreasuryShares) -> Refused | None:
    """[7.11.1] Otherwise none may be sold."""
    company = operating(table)
    proceeds, missing = worth_of_own_shares(table, company), shortfall(table, company)
    suffices = missing is not None and proceeds >= missing
    return None if suffices else refused(company=company, proceeds=proceeds, missing=missing or 0)


@rule("own-shares-least")
def sells_just_enough(table: Table, action: SellTreasuryShares) -> Refused | None:
    needed = shares_to_sell(table, operating(table))
    return None if action.shares == needed else refused(shares=action.shares, needed=needed)


def shares_for_a_train(table: Table) -> Iterator[Offer]:
    company = operating(table)
    if must_raise_money(table, company):
        yield Offer(SellTreasuryShares(shares_to_sell(table, company)))


def sell_own_shares(table: Table, action: SellTreasuryShares) -> None:
    """[7.11.1] To the pool, all at the price before the sale; the price falls as if the director had sold."""
    company, papers = operating(table), box(table).papers
    proceeds = action.shares * price(table, company)
    table.hand_over_all(papers.ordinary(table.state, company, company)[: action.shares], to=POOL)
    pay_from_bank(table, proceeds, to=company)
    finish(table, "shares sold")
    table.tell("own-shares-sold", company=company, shares=action.shares, amount=proceeds)
    box(table).ways.drop(table, company, action.shares)
    go_bankrupt_if_worthless(table, company)


SELL = Move(
    SellTreasuryShares, shares_for_a_train, (*NO_OTHER_WAY, its_shares_bring_enough, sells_just_enough), sell_own_shares
)


# --------------------------------------------------------------------------------------------------------- refinancing


@rule("refinancing-suffices")
def new_capital_is_enough(table: Table, action: Refinance) -> Refused | None:
    company = operating(table)
    brought, missing = box(table).ways.capital(table, company), shortfall(table, company)
    suffices = missing is not None and brought >= missing
    return None if suffices else refused(company=company, capital=brought, missing=missing or 0)


def refinance(table: Table, action: Refinance) -> None:
    """[7.11.2] Two shares become one, and ten times its par comes into the treasury."""
    company = operating(table)
    finish(table, "refinanced")
    table.tell("refinancing", company=company, amount=merging.new_capital(table, company))
    merging.begin_refinancing(table, company)


REFINANCE = plain(Refinance, refinance, *NO_OTHER_WAY, new_capital_is_enough)


# ---------------------------------------------------------------------------------------------------------- bankruptcy


@rule("bankrupt-only-without-help")
def nothing_else_helps(table: Table, action: DeclareBankruptcy) -> Refused | None:
    """[7.12] While another company might still sell a train, its director says when to give up."""
    company = operating(table)
    if box(table).ways.own_train_first(table):
        return refused_by("own-train-before-bankruptcy", company=company)
    is_lost = must_raise_money(table, company) and not may_raise_money(table, company)
    return None if is_lost else refused(company=company)


DECLARE = plain(DeclareBankruptcy, lambda table, action: go_bankrupt(table, operating(table)), nothing_else_helps)
