"""«Urbanizar una casilla de juego»: a house, or a step on the industrial scale."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import BANK, HexId
from ferrovia.titles.chicago_express.auction import dial_is_free
from ferrovia.titles.chicago_express.material import (
    DEVELOPMENT,
    MATERIAL,
    Railways,
    has_room,
    raise_income,
    scale_value,
    turn_dial,
)


@dataclass(frozen=True, slots=True)
class Develop:
    hex: HexId


def is_industrial(hex_id: HexId) -> bool:
    return MATERIAL.hexes[hex_id].kind == "industrial"


# ----------------------------------------------------------------------------------------------------------- checks


@rule("developable")
def players_may_develop_it(table: Table, action: Develop) -> Refused | None:
    return None if MATERIAL.hexes[action.hex].developable else refused(hex=action.hex)


@rule("locomotive-present")
def house_has_a_locomotive(table: Table, action: Develop) -> Refused | None:
    if is_industrial(action.hex) or table.state.board.tokens_on(action.hex):
        return None
    return refused(hex=action.hex)


@rule("locomotive-in-industrial-city")
def industry_has_a_locomotive(table: Table, action: Develop) -> Refused | None:
    if not is_industrial(action.hex) or table.state.board.tokens_on(action.hex):
        return None
    return refused(hex=action.hex)


@rule("one-house-a-hex")
def no_house_is_there(table: Table, action: Develop) -> Refused | None:
    return refused(hex=action.hex) if action.hex in table.own(Railways).houses else None


@rule("house-left")
def supply_has_a_house(table: Table, action: Develop) -> Refused | None:
    return None if is_industrial(action.hex) or table.own(Railways).house_supply else refused(hex=action.hex)


# ----------------------------------------------------------------------------------------------------------- effects


def advance_scale(table: Table, hex_id: HexId) -> None:
    """[CE-6.3, CE-6.7, CE-7.5] One space further; every company present gains the difference. At the end of the scale
    nothing changes."""
    if not has_room(table.state, hex_id):
        return
    before, scales = scale_value(table.state, hex_id), table.own(Railways).scales
    table.keep(scales={**scales, hex_id: scales[hex_id] + 1})
    value = scale_value(table.state, hex_id)
    table.tell("scale-moved", hex=hex_id, value=value)
    for company in table.state.board.tokens_on(hex_id):
        raise_income(table, company, value - before)


def build_house(table: Table, hex_id: HexId) -> None:
    """[CE-6.6, CE-6.8] City and mountain raise every income there; forest pays its company at once."""
    own, printed = table.own(Railways), MATERIAL.hexes[hex_id]
    table.keep(houses=tuple(sorted((*own.houses, hex_id))), house_supply=own.house_supply - 1)
    payment = MATERIAL.numbers.development.forest_payment
    for company in table.state.board.tokens_on(hex_id):
        if printed.kind == "forest":
            table.pay(payment, source=BANK, to=company)
            table.tell("forest-paid", company=company, hex=hex_id, amount=payment)
        else:
            raise_income(table, company, printed.development)


def develop(table: Table, action: Develop) -> None:
    turn_dial(table, DEVELOPMENT)
    table.note(acted=True)
    table.tell("developed", player=table.answering(), hex=action.hex)
    (advance_scale if is_industrial(action.hex) else build_house)(table, action.hex)


def hexes_with_locomotives(table: Table) -> Iterator[Offer]:
    return (Offer(Develop(hex_id)) for hex_id in table.state.board.tokens)


DEVELOP = Move(
    Develop,
    hexes_with_locomotives,
    (
        dial_is_free(DEVELOPMENT),
        players_may_develop_it,
        house_has_a_locomotive,
        industry_has_a_locomotive,
        no_house_is_there,
        supply_has_a_house,
    ),
    develop,
)
