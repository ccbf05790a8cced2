"""[7.11] [7.12] A company without a train that it can pay: its own shares are sold, or it is refinanced, or it ends."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import POOL, CompanyId
from ferrovia.titles.t1862 import merging
from ferrovia.titles.t1862.bankruptcy import go_bankrupt, go_bankrupt_if_worthless
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.market import fall, move_marker
from ferrovia.titles.t1862.material import Variant, box, is_trainless, pay_from_bank, price, top_train
from ferrovia.titles.t1862.phases import current_price

Drop = Callable[[Table, CompanyId, int], None]
"""What the sale of so many of a company's own shares does to its price."""


@dataclass(frozen=True, slots=True)
class SellTreasuryShares:
    shares: int


@dataclass(frozen=True, slots=True)
class Refinance:
    pass


@dataclass(frozen=True, slots=True)
class DeclareBankruptcy:
    pass


Raise = SellTreasuryShares | Refinance


# -------------------------------------------------------------------------------------------------------- what is short


def bank_price(table: Table) -> int | None:
    """[7.9] What the train in front of the pile costs; None where there is none left."""
    train = top_train(table)
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


def may_raise_money(table: Table, company: CompanyId) -> bool:
    """[7.11] Whether one of the two ways is open: never both, one after the other."""
    missing = shortfall(table, company)
    if missing is None or table.here(CompanyTurn).raised:
        return False
    return own_shares(table, company) * price(table, company) >= missing or capital(table, company) >= missing


def capital(table: Table, company: CompanyId) -> int:
    """[7.11.2] What refinancing brings."""
    return merging.new_capital(table, company)


# ----------------------------------------------------------------------------------------------------- checks for both


@rule("raise-once")
def has_not_raised_money_yet(table: Table, action: Raise) -> Refused | None:
    return refused(company=table.here(CompanyTurn).company) if table.here(CompanyTurn).raised else None


@rule("raise-only-without-train")
def has_no_train_it_can_pay(table: Table, action: Raise) -> Refused | None:
    company = table.here(CompanyTurn).company
    return None if must_raise_money(table, company) else refused(company=company)


# ------------------------------------------------------------------------------------------------------ treasury shares


@rule("own-shares-suffice")
def its_shares_bring_enough(table: Table, action: SellTreasuryShares) -> Refused | None:
    """[7.11.1] Otherwise none may be sold."""
    company = table.here(CompanyTurn).company
    proceeds, missing = own_shares(table, company) * price(table, company), shortfall(table, company)
    if missing is None or proceeds < missing:
        return refused(company=company, proceeds=proceeds, missing=missing or 0)
    return None


@rule("own-shares-least")
def sells_just_enough(table: Table, action: SellTreasuryShares) -> Refused | None:
    needed = shares_to_sell(table, table.here(CompanyTurn).company)
    return None if action.shares == needed else refused(shares=action.shares, needed=needed)


def shares_for_a_train(table: Table) -> Iterator[Offer]:
    company = table.here(CompanyTurn).company
    if must_raise_money(table, company):
        yield Offer(SellTreasuryShares(shares_to_sell(table, company)))


def selling(drop: Drop) -> Move[SellTreasuryShares]:
    """[7.11.1] To the pool, all at the price before the sale; the price falls as if the director had sold."""

    def sell_own_shares(table: Table, action: SellTreasuryShares) -> None:
        company, papers = table.here(CompanyTurn).company, box(table).papers
        proceeds = action.shares * price(table, company)
        for cert in papers.ordinary(table.state, company, company)[: action.shares]:
            table.hand_over(cert.id, to=POOL)
        pay_from_bank(table, proceeds, to=company)
        table.note(raised="shares")
        table.tell("own-shares-sold", company=company, shares=action.shares, amount=proceeds)
        drop(table, company, action.shares)
        go_bankrupt_if_worthless(table, company)

    checks: tuple[Check[SellTreasuryShares], ...] = (
        has_not_raised_money_yet,
        has_no_train_it_can_pay,
        its_shares_bring_enough,
        sells_just_enough,
    )
    return Move(SellTreasuryShares, shares_for_a_train, checks, sell_own_shares)


def fall_always(table: Table, company: CompanyId, steps: int) -> None:
    """On the site even after the LNER has formed."""
    move_marker(table, company, -steps)


def drop_by(rules: Variant) -> Drop:
    return fall_always if rules.site else fall


# --------------------------------------------------------------------------------------------------------- refinancing


@rule("refinancing-suffices")
def new_capital_is_enough(table: Table, action: Refinance) -> Refused | None:
    company = table.here(CompanyTurn).company
    brought, missing = capital(table, company), shortfall(table, company)
    if missing is None or brought < missing:
        return refused(company=company, capital=brought, missing=missing or 0)
    return None


def refinance(table: Table, action: Refinance) -> None:
    """[7.11.2] Two shares become one, and ten times its par comes into the treasury."""
    company = table.here(CompanyTurn).company
    table.note(raised="refinancing")
    table.tell("refinancing", company=company, amount=capital(table, company))
    merging.begin_refinancing(table, company)


REFINANCE = Move(
    Refinance,
    lambda table: (Offer(Refinance()),),
    (has_not_raised_money_yet, has_no_train_it_can_pay, new_capital_is_enough),
    refinance,
)


# ---------------------------------------------------------------------------------------------------------- bankruptcy


@rule("bankrupt-only-without-help")
def nothing_else_helps(table: Table, action: DeclareBankruptcy) -> Refused | None:
    """[7.12] While another company might still sell a train, its director says when to give up."""
    company = table.here(CompanyTurn).company
    is_lost = must_raise_money(table, company) and not may_raise_money(table, company)
    return None if is_lost else refused(company=company)


DECLARE_BANKRUPTCY = Move(
    DeclareBankruptcy,
    lambda table: (Offer(DeclareBankruptcy()),),
    (nothing_else_helps,),
    lambda table, action: go_bankrupt(table, table.here(CompanyTurn).company),
)

ACTIONS = (SellTreasuryShares, Refinance, DeclareBankruptcy)
