"""[VIII.8] Paying out or keeping what the trains have earned."""

from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Offer, Step, Table
from ferrovia.model.ids import BANK
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.consent import asked_of, director_of
from ferrovia.titles.t18cz.facts import CompanyTurn
from ferrovia.titles.t18cz.market import step_left, step_right
from ferrovia.titles.t18cz.material import box
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@dataclass(frozen=True, slots=True)
class PayDividend:
    pass


@dataclass(frozen=True, slots=True)
class Withhold:
    pass


def pay_out(table: Table) -> None:
    """[VIII.8 pay a–d] Each player gets his part, rounded up once on the whole holding; the bank keeps its own."""
    turn, material = table.here(CompanyTurn), box(table)
    revenue = turn.revenue or 0
    for player in table.state.players:
        percent = material.papers.percent(table.state, player, turn.company)
        if percent:
            amount = -(-revenue * percent // 100)
            table.pay(amount, source=BANK, to=player)
            table.tell("dividend", company=turn.company, player=player, percent=percent, amount=amount)
    step_right(table, turn.company, material.rules(turn.company).steps_for_dividend)
    table.note(paid=True)


def keep_revenue(table: Table) -> None:
    """[VIII.8 withhold] The revenue goes to the treasury, the price one space left."""
    turn = table.here(CompanyTurn)
    table.pay(turn.revenue or 0, source=BANK, to=turn.company)
    table.tell("withheld", company=turn.company, amount=turn.revenue or 0)
    step_left(table, turn.company)
    table.note(paid=True)


PAY = Move(PayDividend, lambda table: (Offer(PayDividend()),), (), lambda table, action: pay_out(table))
WITHHOLD = Move(Withhold, lambda table: (Offer(Withhold()),), (), lambda table, action: keep_revenue(table))


def settle_what_needs_no_decision(table: Table) -> None:
    """[VIII.8] Without revenue nothing is paid; Vaclav's companies always pay."""
    turn = table.here(CompanyTurn)
    if not turn.revenue:
        keep_revenue(table)
    elif is_vaclavs(table, turn.company):
        pay_out(table)


def deciding_dividend(*moves: Move[Any]) -> Step:
    def decide_dividend(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.paid:
            return None
        about = Message("dividend", {"company": turn.company, "amount": turn.revenue or 0})
        return asked_of(director_of(table, turn.company), moves, about)

    return decide_dividend
