"""[VIII.6.1] [VIII.6.6] [VIII.6.7] Home stations: where they are, and how long a place is kept for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, HexId, PlayerId, StopId, TileId, TurnId
from ferrovia.model.map import stop_id
from ferrovia.model.message import Message
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import CompanyTurn, asked_of, finish, operating
from ferrovia.rules.stations import has_home
from ferrovia.titles.t18cz.facts import AssignFacts
from ferrovia.titles.t18cz.material import box
from ferrovia.titles.t18cz.vaclav import decides_track, is_vaclavs


@dataclass(frozen=True, slots=True)
class LayRedTile:
    hex: HexId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class ChooseHomeCity:
    stop: StopId


def track_decider(table: Table, company: CompanyId) -> PlayerId:
    """The director; for Vaclav's companies one of the two players."""
    return decides_track(table, company) if is_vaclavs(table, company) else director_of(table, company)


def ask_track_decider(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    return asked_of(track_decider(table, company), moves, about)


def is_large(table: Table, company: CompanyId) -> bool:
    return box(table).size(company) == "L"


def home_stops(table: Table, company: CompanyId) -> list[StopId]:
    """The cities in which a small or medium company may have its home: more than one only on the tiled hex of ATE.

    In Praha each of the two homes keeps the city with its exit, whatever tile lies there.
    """
    home, board = box(table).companies[company].homes[0], table.state.board
    stops = board.stops_on(home)
    if len(stops) < 2:
        return list(stops)
    exits = board.map.printed(home).stop_sides[box(table).companies[company].city]
    if not exits:
        return list(stops) if home in board.tiles else [stops[0]]
    sides = board.picture(home).stop_sides
    return [stop for stop, reached in zip(stops, sides, strict=True) if exits[0] in reached]


def reserved_slots(table: Table, stop: StopId, for_others_than: CompanyId) -> int:
    """[VIII.6.6] How many slots of a city are kept for homes not placed yet."""
    hex_id = place_of(stop)[0]
    waiting = (
        company
        for company, printed in box(table).companies.items()
        if printed.size != "L" and printed.homes[0] == hex_id and company != for_others_than
    )
    return sum(stop in home_stops(table, company) and not has_home(table, company) for company in waiting)


# ----------------------------------------------------------------------------------------------------- placing a home


def place_home(table: Table) -> Ask | None:
    """[VIII.6.1] [VII.5.4] In its first turn, before anything else, for nothing."""
    turn = table.here(CompanyTurn)
    if not turn.first or "home" in turn.done:
        return None
    who, about = track_decider(table, turn.company), Message("home", {"company": turn.company})
    return asked_of(who, (LAY_RED_TILE if is_large(table, turn.company) else CHOOSE_HOME_CITY,), about)


def place_home_station(table: Table, company: CompanyId, stop: StopId) -> None:
    table.station(stop, company)
    finish(table, "home")
    table.tell("home-placed", company=company, stop=stop)


@rule("home-city-free")
def home_city_has_a_slot(table: Table, action: ChooseHomeCity) -> Refused | None:
    return None if table.state.board.free_slots(action.stop) else refused(stop=action.stop)


def choose_home_city(table: Table, action: ChooseHomeCity) -> None:
    place_home_station(table, table.here(CompanyTurn).company, action.stop)


CHOOSE_HOME_CITY = choosing(
    ChooseHomeCity,
    "home-city",
    lambda table: home_stops(table, operating(table)),
    choose_home_city,
    home_city_has_a_slot,
    figures=lambda table: {"company": operating(table)},
)


# ------------------------------------------------------------------------------------------------------ red home tiles


def red_tile(table: Table, company: CompanyId) -> TileId:
    """The home tile that carries the company's letters."""
    return next(t.id for t in table.state.board.map.tiles.values() if t.colour == "red" and t.label == company)


def own_spaces(table: Table) -> list[HexId]:
    """[VIII.4.4] Those of its two spaces that the map in use has."""
    return [h for h in box(table).companies[operating(table)].homes if h in table.state.board.map.hexes]


@rule("red-space")
def is_its_own_space(table: Table, action: LayRedTile) -> Refused | None:
    company = table.here(CompanyTurn).company
    return None if action.hex in own_spaces(table) else refused(company=company, hex=action.hex)


@rule("track-on-map")
def both_exits_lead_to_the_map(table: Table, action: LayRedTile) -> Refused | None:
    exits = exits_of(table.state.board, red_tile(table, table.here(CompanyTurn).company), action.turn)
    return refused(hex=action.hex) if exits & ~table.state.board.map.roads[action.hex] else None


def exits_of(board: Board, tile: TileId, turn: int) -> int:
    return board.map.tiles[tile].turned(turn).exits


def lay_red_tile(table: Table, action: LayRedTile) -> None:
    """[VIII.4.4] On one of its two spaces; the other stays empty for the whole game."""
    company = table.here(CompanyTurn).company
    tile = red_tile(table, company)
    table.lay(action.hex, tile, action.turn, ())
    table.tell("red-tile-laid", company=company, hex=action.hex, tile=tile)
    place_home_station(table, company, stop_id(action.hex, 0))


def red_spaces(table: Table) -> Iterator[Offer]:
    return (Offer(LayRedTile(hex_id, TurnId(turn))) for hex_id in own_spaces(table) for turn in range(6))


LAY_RED_TILE = Move(LayRedTile, red_spaces, (is_its_own_space, both_exits_lead_to_the_map), lay_red_tile)


# ---------------------------------------------------------------------------------------- a station without a city yet


@dataclass(frozen=True, slots=True)
class AssignStation:
    stop: StopId


def assign_station(table: Table, action: AssignStation) -> None:
    assign, board = table.here(AssignFacts), table.state.board
    now = next(stop for stop in board.stops_on(assign.hex) if assign.company in board.stations_at(stop))
    if now != action.stop:
        table.move_station(assign.company, now, to=action.stop)
    table.note(done=True)
    table.tell("station-assigned", company=assign.company, stop=action.stop)


ASSIGN_STATION = choosing(
    AssignStation,
    "assign-here",
    lambda table: table.state.board.stops_on(table.here(AssignFacts).hex),
    assign_station,
    figures=lambda table: {"hex": table.here(AssignFacts).hex},
)


def ask_for_its_city(table: Table) -> Ask | None:
    """Whoever laid the tile says in which of its cities the station stands."""
    assign = table.here(AssignFacts)
    if assign.done:
        return None
    about = Message("assign-station", {"company": assign.company, "hex": assign.hex})
    return asked_of(assign.layer, (ASSIGN_STATION,), about)


ASSIGN_SCRIPT = (ask_for_its_city,)
