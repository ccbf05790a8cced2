"""[XII.2] Good Times: town tokens on open land, printed or placed by the players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.board import Board
from ferrovia.model.ids import HexId, TileId
from ferrovia.model.message import Message
from ferrovia.rules.drafting import snake
from ferrovia.titles.t1824.material import box


@dataclass(frozen=True, slots=True)
class PlaceTown:
    hex: HexId


@dataclass(frozen=True, slots=True)
class TownFacts:
    placed: int = 0


def token(number: int) -> TileId:
    """A token is a tile in the map's own colour: it makes the hex one with as many towns."""
    return TileId(f"{number}-town")


def tokens_on(board: Board, hex_id: HexId) -> int:
    return len(board.tile(hex_id).stops) if hex_id in board.tiles else 0


def with_towns(board: Board, towns: Mapping[HexId, int]) -> Board:
    for hex_id, number in towns.items():
        board = board.with_tile(hex_id, token(number), 0)
    return board


@rule("town-on-open-land")
def is_open_land(table: Table, action: PlaceTown) -> Refused | None:
    printed = table.state.board.map.hexes[action.hex]
    return refused(hex=action.hex) if printed.colour != "white" or printed.stops else None


@rule("two-towns-a-hex")
def has_room_for_a_town(table: Table, action: PlaceTown) -> Refused | None:
    most = box(table).numbers.good_times.most_on_a_hex
    return None if tokens_on(table.state.board, action.hex) < most else refused(hex=action.hex)


def place_town(table: Table, action: PlaceTown) -> None:
    table.lay(action.hex, token(tokens_on(table.state.board, action.hex) + 1), 0)
    table.note(placed=table.here(TownFacts).placed + 1)
    table.tell("town-placed", player=table.answering(), hex=action.hex)


def open_land(table: Table) -> Iterator[Offer]:
    return (Offer(PlaceTown(hex_id)) for hex_id in table.state.board.map.hexes)


PLACE_TOWN = Move(PlaceTown, open_land, (is_open_land, has_room_for_a_town), place_town)


def placing_towns(number: int) -> Step:
    def place_towns_in_turn(table: Table) -> Ask | None:
        """[XII.2] As many as agreed, 1, 2, …, n, n, …, 2, 1, 1, 2, …"""
        placed = table.here(TownFacts).placed
        if placed >= number:
            return None
        return Ask(snake(table.state.order, placed), (PLACE_TOWN,), Message("place-town", {"left": number - placed}))

    return place_towns_in_turn
