"""What trains have earned: paid out to the holders of shares, or kept by the company."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.ids import BANK
from ferrovia.model.message import Message
from ferrovia.rules.rounds import Asked, CompanyTurn, ask_director


@dataclass(frozen=True, slots=True)
class PayDividend:
    pass


@dataclass(frozen=True, slots=True)
class Withhold:
    pass


def revenue_of(table: Table) -> int:
    return table.here(CompanyTurn).revenue or 0


def pay_players(table: Table, part: Callable[[int], int]) -> None:
    """Each player gets a part of the revenue; `part`: what a percentage of it is, rounded as the title does."""
    company, papers = table.here(CompanyTurn).company, table.box.papers
    for player in table.state.players:
        percent = papers.percent(table.state, player, company)
        if percent:
            amount = part(percent)
            table.pay(amount, source=BANK, to=player)
            table.tell("dividend", company=company, player=player, percent=percent, amount=amount)


def bank_subsidy(table: Table, key: str) -> None:
    """What a run brings beside the revenue goes to the treasury, once; `key`: what is told of it, if it is anything."""
    turn = table.here(CompanyTurn)
    table.pay(turn.subsidy, source=BANK, to=turn.company)
    table.note(subsidy=0)
    if turn.subsidy:
        table.tell(key, company=turn.company, amount=turn.subsidy)


def keep_revenue(table: Table) -> None:
    """The treasury gets all."""
    company, revenue = table.here(CompanyTurn).company, revenue_of(table)
    table.pay(revenue, source=BANK, to=company)
    table.tell("withheld", company=company, amount=revenue)
    table.note(paid=True)


def settling_dividend(
    pay: Callable[[Table], None], withhold: Callable[[Table], None], *others: Move[Any], asked: Asked
) -> tuple[Step, Step]:
    """Without revenue there is nothing to pay; else whoever is `asked` pays or withholds, or does something else
    first."""

    def keep_nothing(table: Table) -> None:
        if not revenue_of(table):
            withhold(table)

    pay_out: Move[Any] = plain(PayDividend, lambda table, action: pay(table))
    keep: Move[Any] = plain(Withhold, lambda table, action: withhold(table))
    return keep_nothing, deciding_dividend(pay_out, keep, *others, asked=asked)


def deciding_dividend(*moves: Move[Any], asked: Asked = ask_director) -> Step:
    """Whoever is `asked` decides, unless nothing is left to decide."""

    def decide_dividend(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.paid:
            return None
        about = Message("dividend", {"company": turn.company, "amount": turn.revenue or 0})
        return asked(table, turn.company, moves, about)

    return decide_dividend
