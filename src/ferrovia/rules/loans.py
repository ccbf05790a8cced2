"""What players owe the bank: how a director comes to a debt, what it bars, how it is repaid."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Check, Move, Refused, Table, refused, rule
from ferrovia.model.ids import BANK, CompanyId, PlayerId
from ferrovia.model.state import State
from ferrovia.rules.directors import director_of

Debt = Callable[[State, PlayerId], int]
"""What a player owes."""

Lending = Callable[[Table, PlayerId, int], None]
"""How a player comes to an amount of money that is missing."""

Interest = Callable[[int], int]
"""What is due on top of an amount."""


def no_interest(amount: int) -> int:
    return 0


def half_of_it(amount: int) -> int:
    """Rounded up."""
    return -(-amount // 2)


@dataclass(frozen=True, slots=True)
class RepayDebt:
    pass


def debt_of(state: State, player: PlayerId) -> int:
    """The debt that is written down."""
    return state.debt.get(player, 0)


def borrow(table: Table, player: PlayerId, amount: int) -> None:
    """The bank lends, and what is lent is owed."""
    table.pay(amount, source=BANK, to=player)
    table.owe(player, amount)
    table.tell("loan-taken", player=player, amount=amount)


def lending_at(interest: Interest) -> Lending:
    """What is lent is owed with its interest at once."""

    def lend(table: Table, player: PlayerId, amount: int) -> None:
        borrow(table, player, amount)
        table.owe(player, interest(amount))

    return lend


def add_from_director(table: Table, company: CompanyId, missing: int, *, lend: Lending) -> None:
    """The director adds exactly what a company lacks; what the director lacks is lent."""
    director = director_of(table, company)
    lacking = missing - table.state.cash[director]
    if lacking > 0:
        lend(table, director, lacking)
    table.pay(missing, source=director, to=company)
    table.tell("director-helped", player=director, company=company, amount=missing)


def no_loan(table: Table, player: PlayerId, amount: int) -> None:
    """Where only whoever has the money helps."""
    raise LookupError(f"{player} lacks {amount}")


def help_at_need(table: Table, company: CompanyId, cost: int, *, lend: Lending) -> None:
    """The director adds what the treasury lacks to pay for something, if it lacks anything."""
    missing = cost - table.state.cash[company]
    if missing > 0:
        add_from_director(table, company, missing, lend=lend)


def owing_nothing(debt: Debt) -> Check[object]:
    """Whoever has a debt buys nothing."""

    @rule("debt-bars-buying")
    def owes_nothing(table: Table, action: object) -> Refused | None:
        owed = debt(table.state, table.answering())
        return refused(debt=owed) if owed else None

    return owes_nothing


has_no_debt = owing_nothing(debt_of)


# ----------------------------------------------------------------------------------------------------------- repayment

Instalment = Callable[[int, int], int]
"""How much of a debt is repaid out of an amount of cash; 0 if nothing can be."""


def as_much_as_possible(debt: int, cash: int) -> int:
    return min(debt, cash)


def pay_back(table: Table, amount: int, *, interest: int = 0) -> None:
    """Whoever answers pays an amount of the debt to the bank, and interest on it."""
    player = table.answering()
    table.pay(amount + interest, source=player, to=BANK)
    table.owe(player, -amount)
    table.tell("debt-repaid", player=player, amount=amount + interest, left=debt_of(table.state, player))


def repaying(
    instalment: Instalment, *, interest: Interest = no_interest, then: Callable[[Table], None] = lambda table: None
) -> Move[RepayDebt]:
    """`interest`: what a repayment costs besides; `then`: what it means for the turn in which it is made."""

    def payable(table: Table) -> tuple[int, int, int]:
        """The instalment, the debt and the cash of the player."""
        player = table.answering()
        debt, cash = debt_of(table.state, player), table.state.cash[player]
        return instalment(debt, cash), debt, cash

    @rule("debt-to-repay")
    def has_debt_and_cash(table: Table, action: RepayDebt) -> Refused | None:
        amount, debt, cash = payable(table)
        return None if amount > 0 else refused(debt=debt, cash=cash)

    def repay(table: Table, action: RepayDebt) -> None:
        amount = payable(table)[0]
        pay_back(table, amount, interest=interest(amount))
        then(table)

    return plain(RepayDebt, repay, has_debt_and_cash)


def must_repay(repay: Move[RepayDebt], *others: Move[Any]) -> Check[object]:
    """Whoever can repay and could do nothing of all the rest does not pass: the site then waits for the repayment."""

    @rule("must-repay")
    def can_do_something_else(table: Table, action: object) -> Refused | None:
        debt = debt_of(table.state, table.answering())
        if not debt or not any(repay.legal(table)) or any(any(other.legal(table)) for other in others):
            return None
        return refused(debt=debt)

    return can_do_something_else
