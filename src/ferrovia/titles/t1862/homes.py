"""[7.2] The home station: placed in a company's first turn, before anything else."""

from collections.abc import Callable
from typing import Any

from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.ids import CompanyId, HexId
from ferrovia.model.map import stop_id
from ferrovia.model.message import Message
from ferrovia.titles.t1862.companies import (
    a_tile_has_room,
    home_of,
    home_stop,
    put_station,
    standing_on,
    take_station,
    unhoused,
)
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import Variant, books, director, lner_formed
from ferrovia.titles.t1862.track import LayTile, laying

ACTIONS: tuple[type[Any], ...] = ()

Displaced = Callable[[Table, HexId, CompanyId], CompanyId]
"""Whose station goes from a full hex to make room for a home."""


def place_home(table: Table) -> None:
    """[7.2] On the empty hex, in a free slot, or beside the slots of a full tile. [10.3] At the end only in a slot.

    A company that was run by the state before it had a home places it as soon as it has a director.
    """
    company = table.here(CompanyTurn).company
    stop, board = home_stop(table, company), table.state.board
    full = not board.free_slots(stop)
    if company in board.stations_at(stop) or not table.state.tokens[company] or (full and lner_formed(table)):
        return
    put_station(table, company, stop, beyond=full)
    table.tell("home-placed", company=company, stop=stop)


def making_room(displaced: Displaced) -> Step:
    def make_room_for_the_home(table: Table) -> None:
        """[7.2] Where no tile brings a slot for a station that has none, another company's gives way."""
        company = table.here(CompanyTurn).company
        hex_id = unhoused(table.state.board, company)
        if hex_id is None or hex_id not in table.state.board.tiles:
            return
        if not a_tile_has_room(table, hex_id, stations=standing_on(table, hex_id)):
            displace(table, hex_id, displaced(table, hex_id, company), by=company)

    return make_room_for_the_home


def displace(table: Table, hex_id: HexId, other: CompanyId, *, by: CompanyId) -> None:
    """[7.2] The station returns to its company, which may place it again."""
    stop = stop_id(hex_id, 0)
    take_station(table, other, stop)
    table.state.tokens[other] += 1
    table.tell("station-displaced", company=other, by=by, stop=stop)


def last_placed(table: Table, hex_id: HexId, company: CompanyId) -> CompanyId:
    """[7.2] Whoever came last."""
    return next(other for place, other in reversed(books(table).placed) if place == hex_id and other != company)


def in_highest_slot(table: Table, hex_id: HexId, company: CompanyId) -> CompanyId:
    """The site's way: whoever stands in the last slot."""
    stop = stop_id(hex_id, 0)
    return table.state.board.stations_at(stop)[table.state.board.stop(stop).slots - 1]


def upgrading_home(lay: Move[LayTile]) -> Step:
    """The site's way: a full home is upgraded before anything else, even a merger."""

    def upgrade_home(table: Table) -> Ask | None:
        turn, board = table.here(CompanyTurn), table.state.board
        home, who = home_of(table, turn.company), director(table, turn.company)
        if who is None or lner_formed(table) or home not in board.tiles or unhoused(board, turn.company) != home:
            return None
        return Ask(who, (lay,), Message("home-upgrade", {"company": turn.company, "hex": home}))

    return upgrade_home


def steps(rules: Variant) -> tuple[Step, ...]:
    if rules.site:
        return place_home, making_room(in_highest_slot), upgrading_home(laying(rules, home_first=True))
    return place_home, making_room(last_placed)
