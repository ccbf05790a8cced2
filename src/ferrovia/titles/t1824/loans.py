"""[VII.12] What a director owes: an account below zero, with interest; on the site a debt beside his cash."""

from dataclasses import dataclass, replace
from functools import partial

from ferrovia.engine.play import Check, Move, Offer, Refused, Span, Table, refused, rule
from ferrovia.model.ids import BANK, CompanyId, PlayerId
from ferrovia.model.state import State
from ferrovia.rules import loans
from ferrovia.rules.directors import director_of

interest_on = loans.half_of_it
"""[VII.12.4] Rounded up."""

# ------------------------------------------------------------------------------------------------------ by the rulebook


def overdraft(state: State, player: PlayerId) -> int:
    return max(0, -state.cash[player])


def overdraw(table: Table, company: CompanyId, cost: int) -> None:
    """[VII.12.1] [VII.12.2] The director pays the rest, if need be from an empty account; interest is due at once."""
    player, missing = director_of(table, company), cost - table.state.cash[company]
    if missing <= 0:
        return
    lacking = missing - max(0, table.state.cash[player])
    table.pay(missing, source=player, to=company)
    table.tell("director-helped", player=player, company=company, amount=missing)
    if lacking > 0:
        charge(table, player, interest_on(lacking))


def charge(table: Table, player: PlayerId, interest: int) -> None:
    table.pay(interest, source=player, to=BANK)
    table.tell("interest", player=player, amount=interest, debt=overdraft(table.state, player))


def charge_interest(table: Table) -> None:
    """[VII.12.7] At the end of a stock round on whatever is still owed."""
    for player in table.state.players:
        if overdraft(table.state, player):
            charge(table, player, interest_on(overdraft(table.state, player)))


# ---------------------------------------------------------------------------------------------------------- on the site


@dataclass(frozen=True, slots=True)
class RepayPart:
    amount: int


lend = partial(loans.help_at_need, lend=loans.lending_at(interest_on))


def let_debts_grow(table: Table) -> None:
    for player in table.state.players:
        debt = loans.debt_of(table.state, player)
        if debt:
            table.owe(player, interest_on(debt))
            table.tell("interest", player=player, amount=interest_on(debt), debt=loans.debt_of(table.state, player))


def note_repayment(table: Table) -> None:
    """A repayment is no pass, and does not end the turn."""
    table.note(acted=True)


def owes_nothing(state: State, player: PlayerId) -> int:
    """The site forgets debts when it looks whether somebody could buy something."""
    return 0


def repaying(*duties: Check[object]) -> Move[loans.RepayDebt]:
    """`duties`: what must be done before."""
    repay = loans.repaying(loans.as_much_as_possible, then=note_repayment)
    return replace(repay, checks=(*repay.checks, *duties))


@rule("debt-to-repay")
def owes_and_has_as_much(table: Table, action: RepayPart) -> Refused | None:
    player = table.answering()
    debt, cash = loans.debt_of(table.state, player), table.state.cash[player]
    return None if 1 <= action.amount <= min(debt, cash) else refused(debt=debt, cash=cash)


def repay_part(table: Table, action: RepayPart) -> None:
    loans.pay_back(table, action.amount)
    note_repayment(table)


def possible_parts(table: Table) -> tuple[Offer, ...]:
    player = table.answering()
    most = min(loans.debt_of(table.state, player), table.state.cash[player])
    return (Offer(RepayPart(1), Span(1, most)),) if most > 0 else ()


def repaying_in_part(*duties: Check[object]) -> Move[RepayPart]:
    return Move(RepayPart, possible_parts, (owes_and_has_as_much, *duties), repay_part)
