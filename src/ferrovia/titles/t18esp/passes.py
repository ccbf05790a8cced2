"""[5.2] Mountain passes: opening one joins the two maps."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import BANK, SCRAP, CompanyId, HexId
from ferrovia.model.network import reach_of
from ferrovia.rules.money import treasury_pays
from ferrovia.rules.rounds import finish, is_done, operating
from ferrovia.titles.t18esp.facts import Turn
from ferrovia.titles.t18esp.material import P4, box

FREE_PASS = HexId("H12")
"""[2.2] Alar del Rey, which pioneer 4 opens for nothing."""
DISCOUNT = 40
"""[2.2] What pioneer 4 takes off any other pass."""


@dataclass(frozen=True, slots=True)
class OpenPass:
    hex: HexId


@dataclass(frozen=True, slots=True)
class OpenPassWithPioneer:
    """[2.2] Pioneer 4 helps, and closes."""

    hex: HexId


Opening = OpenPass | OpenPassWithPioneer


@rule("pass-hex")
def is_a_closed_pass(table: Table, action: Opening) -> Refused | None:
    there = box(table).passes.get(action.hex)
    return refused(hex=action.hex) if there is None or there.stop not in table.state.board.barred else None


@rule("pass-major")
def is_a_major(table: Table, action: Opening) -> Refused | None:
    company = operating(table)
    return refused(company=company) if box(table).is_minor(company) else None


@rule("pass-phase")
def passes_can_be_opened(table: Table, action: Opening) -> Refused | None:
    return None if box(table).is_reached(table.state, "3") else refused(phase=table.state.phase)


@rule("one-pass")
def has_opened_none(table: Table, action: Opening) -> Refused | None:
    turn = table.here(Turn)
    return refused(company=turn.company) if is_done(table, "pass") else None


@rule("pass-connected")
def pass_is_connected(table: Table, action: Opening) -> Refused | None:
    company, stop = operating(table), box(table).passes[action.hex].stop
    reached = stop in reach_of(table.state.board, company).stops
    return None if reached else refused(company=company, hex=action.hex)


@rule("owns-pioneer-4")
def owns_the_pioneer(table: Table, action: OpenPassWithPioneer) -> Refused | None:
    company = operating(table)
    return None if table.state.certs[P4] == company else refused(company=company, pioneer=P4)


def cost_of(table: Table, action: Opening) -> int:
    cost = box(table).passes[action.hex].cost
    if isinstance(action, OpenPass):
        return cost
    return 0 if action.hex == FREE_PASS else cost - DISCOUNT


treasury_pays_the_pass = treasury_pays("pass-cost", cost_of, "hex")


def closed_passes(table: Table) -> Iterator[HexId]:
    return (each.hex for each in box(table).passes.values() if each.stop in table.state.board.barred)


def open_it(table: Table, action: Opening) -> CompanyId:
    company, cost = operating(table), cost_of(table, action)
    table.pay(cost, source=company, to=BANK)
    table.open_stop(box(table).passes[action.hex].stop)
    table.tell("pass-opened", company=company, hex=action.hex, amount=cost)
    return company


def open_pass(table: Table, action: OpenPass) -> None:
    open_it(table, action)
    finish(table, "pass")


OPEN_PASS = Move(
    OpenPass,
    lambda table: (Offer(OpenPass(hex_id)) for hex_id in closed_passes(table)),
    (
        is_a_closed_pass,
        is_a_major,
        passes_can_be_opened,
        has_opened_none,
        pass_is_connected,
        treasury_pays_the_pass,
    ),
    open_pass,
)
"""[5.2] A major whose track leads there opens one pass in a turn."""


def opening_with_pioneer(*limits: Check[Any]) -> Move[OpenPassWithPioneer]:
    """[2.2] With pioneer 4; `limits`: who may, and whether it counts as the pass of this turn."""

    def open_with_pioneer(table: Table, action: OpenPassWithPioneer) -> None:
        company = open_it(table, action)
        if has_opened_none in limits:
            finish(table, "pass")
        table.hand_over(P4, to=SCRAP)
        table.tell("pioneer-closed", pioneer=P4, owner=company)

    def offers(table: Table) -> Iterator[Offer]:
        if table.state.certs[P4] == operating(table):
            yield from (Offer(OpenPassWithPioneer(hex_id)) for hex_id in closed_passes(table))

    checks = (
        is_a_closed_pass,
        owns_the_pioneer,
        *limits,
        passes_can_be_opened,
        pass_is_connected,
        treasury_pays_the_pass,
    )
    return Move(OpenPassWithPioneer, offers, checks, open_with_pioneer)
