"""«Ampliar la red de una compañía ferroviaria»: up to three locomotives, paid by the treasury."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ferrovia.engine.play import Move, Offer, Refused, Table, refused, rule
from ferrovia.model.board import Board
from ferrovia.model.ids import BANK, CompanyId, HexId
from ferrovia.titles.chicago_express.auction import dial_is_free
from ferrovia.titles.chicago_express.material import (
    EXPANSION,
    MATERIAL,
    Railways,
    is_open,
    raise_income,
    scale_value,
    shares_of,
    turn_dial,
)


@dataclass(frozen=True, slots=True)
class Expand:
    company: CompanyId
    hexes: tuple[HexId, ...]


# ----------------------------------------------------------------------------------------------------------- checks


@rule("expand-open-company")
def company_has_opened(table: Table, action: Expand) -> Refused | None:
    return None if is_open(table.state, action.company) else refused(company=action.company)


@rule("expand-own-company")
def holds_a_share(table: Table, action: Expand) -> Refused | None:
    return None if shares_of(table.state, table.answering(), action.company) else refused(company=action.company)


@rule("one-to-three-hexes")
def names_one_to_three_hexes(table: Table, action: Expand) -> Refused | None:
    most = MATERIAL.numbers.expansion.hexes
    return None if 1 <= len(action.hexes) <= most else refused(count=len(action.hexes), most=most)


@rule("locomotives-left")
def has_locomotives_for_all(table: Table, action: Expand) -> Refused | None:
    left = table.state.tokens[action.company]
    return refused(company=action.company, left=left, count=len(action.hexes)) if left < len(action.hexes) else None


@rule("connected")
def each_hex_touches_the_network(table: Table, action: Expand) -> Refused | None:
    """A hex may touch one placed earlier in this action."""
    adjacent, placed = MATERIAL.grid.adjacent, set[HexId]()
    for hex_id in action.hexes:
        if not table.state.board.touches(action.company, hex_id) and adjacent[hex_id].isdisjoint(placed):
            return refused(company=action.company, hex=hex_id)
        placed.add(hex_id)
    return None


@rule("one-locomotive-a-hex")
def no_own_locomotive_is_there(table: Table, action: Expand) -> Refused | None:
    for at, hex_id in enumerate(action.hexes):
        if action.company in table.state.board.tokens_on(hex_id) or hex_id in action.hexes[:at]:
            return refused(company=action.company, hex=hex_id)
    return None


@rule("no-start-hex")
def no_hex_is_a_start(table: Table, action: Expand) -> Refused | None:
    for hex_id in action.hexes:
        if MATERIAL.hexes[hex_id].kind == "start":
            return refused(hex=hex_id)
    return None


@rule("room-for-one-company")
def forest_and_mountain_are_free(table: Table, action: Expand) -> Refused | None:
    for hex_id in action.hexes:
        if MATERIAL.hexes[hex_id].is_for_one_company and table.state.board.tokens_on(hex_id):
            return refused(hex=hex_id, company=table.state.board.tokens_on(hex_id)[0])
    return None


@rule("treasury-pays")
def treasury_covers_the_cost(table: Table, action: Expand) -> Refused | None:
    cost, treasury = cost_of(table, action), table.state.cash[action.company]
    return refused(company=action.company, cost=cost, treasury=treasury) if cost > treasury else None


# ------------------------------------------------------------------------------------------ what it costs and brings


def cost_of(table: Table, action: Expand) -> int:
    """[CE-5.8] Printed cost times the locomotives on the hex, the new one included."""
    board = table.state.board
    return sum(MATERIAL.hexes[h].cost * (len(board.tokens_on(h)) + 1) for h in action.hexes)


def income_from(table: Table, hex_id: HexId) -> int:
    """[CE-5.10] What a locomotive placed here adds to its company's income."""
    printed = MATERIAL.hexes[hex_id]
    if printed.kind == "industrial":
        return scale_value(table.state, hex_id)
    return printed.income + (printed.development if hex_id in table.own(Railways).houses else 0)


def expand(table: Table, action: Expand) -> None:
    """[CE-5.12] The whole expansion first; the Chicago phase follows it."""
    company, cost = action.company, cost_of(table, action)
    turn_dial(table, EXPANSION)
    table.note(acted=True)
    table.tell("expanded", player=table.answering(), company=company, hexes=action.hexes, cost=cost)
    table.pay(cost, source=company, to=BANK)
    for hex_id in action.hexes:
        table.place(company, hex_id)
    raise_income(table, company, sum(income_from(table, hex_id) for hex_id in action.hexes))
    if MATERIAL.numbers.chicago.hex in action.hexes:
        table.note(reached_chicago=company)


# ------------------------------------------------------------------------------------------------------------ offers


def frontier(board: Board, company: CompanyId, also: tuple[HexId, ...] = ()) -> list[HexId]:
    """The hexes next to a company's network where it has no locomotive yet."""
    own = {*board.hexes_of(company), *also}
    around = {hex_id: None for mine in own for hex_id in MATERIAL.grid.adjacent[mine] if hex_id not in own}
    return sorted(around)


def first_hexes(table: Table) -> Iterator[Offer]:
    for company in MATERIAL.companies:
        if shares_of(table.state, table.answering(), company):
            for hex_id in frontier(table.state.board, company):
                yield Offer(Expand(company, (hex_id,)), open=True)


def one_hex_more(table: Table, action: Expand) -> Iterator[Expand]:
    for hex_id in frontier(table.state.board, action.company, action.hexes):
        yield Expand(action.company, (*action.hexes, hex_id))


def in_connected_order(table: Table, action: Expand) -> Expand:
    """[CE-5.3] The hexes count together: whatever order they are named in, each comes when it touches the network."""
    adjacent, placed, waiting = MATERIAL.grid.adjacent, list[HexId](), list(action.hexes)
    while waiting:
        touching = (
            hex_id
            for hex_id in waiting
            if table.state.board.touches(action.company, hex_id) or not adjacent[hex_id].isdisjoint(placed)
        )
        following = next(touching, waiting[0])
        waiting.remove(following)
        placed.append(following)
    return replace(action, hexes=tuple(placed))


EXPAND = Move(
    Expand,
    first_hexes,
    (
        dial_is_free(EXPANSION),
        company_has_opened,
        holds_a_share,
        names_one_to_three_hexes,
        has_locomotives_for_all,
        each_hex_touches_the_network,
        no_own_locomotive_is_there,
        no_hex_is_a_start,
        forest_and_mountain_are_free,
        treasury_covers_the_cost,
    ),
    expand,
    grow=one_hex_more,
    plain=in_connected_order,
)
