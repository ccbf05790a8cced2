"""[4.3] Bases: where they stand, who keeps a place for whom, and the stations of a hex that had no tile."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.board import NOBODY, place_of
from ferrovia.model.ids import CompanyId, HexId, PlayerId, StopId
from ferrovia.model.message import Message
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import asked_of, finish, is_done, operating
from ferrovia.rules.track import TileOnHex, put_down
from ferrovia.titles.t18esp.facts import SpaceFacts, Turn
from ferrovia.titles.t18esp.material import MADRID_LINES, Material, box


@dataclass(frozen=True, slots=True)
class ChooseBase:
    stop: StopId


@dataclass(frozen=True, slots=True)
class ChooseSpace:
    stop: StopId


# ------------------------------------------------------------------------------------------------------------- bases


def has_base(table: Table, company: CompanyId) -> bool:
    """Whether its base was placed, or never will be."""
    home = box(table).companies[company].home
    placed = any(place_of(stop)[0] == home for stop in table.state.board.stations_of(company))
    return placed or company in table.state.closed or company in table.state.operated


def shares_a_slot(table: Table, company: CompanyId) -> StopId | None:
    """[4.3] MZ and MZA stand in one and the same space of Madrid: where the other one is."""
    if company not in MADRID_LINES:
        return None
    other = MADRID_LINES[1 - MADRID_LINES.index(company)]
    home = box(table).companies[company].home
    return next((stop for stop in table.state.board.stations_of(other) if place_of(stop)[0] == home), None)


def base_stops(table: Table, company: CompanyId) -> list[StopId]:
    """[4.3] Where a base can stand: its own space, or on an OO tile any space that is free."""
    board, printed = table.state.board, box(table).companies[company]
    if box(table).is_oo_hex(printed.home):
        free = [stop for stop in board.stops_on(printed.home) if board.free_slots(stop)]
        return free if printed.home in board.tiles else free[:1]
    return [board.grown(printed.home, printed.city)]


def place_base(table: Table, company: CompanyId, stop: StopId, *, beyond: bool) -> None:
    table.station(stop, company, beyond=beyond or not table.state.board.free_slots(stop))
    finish(table, "base")
    table.tell("base-placed", company=company, stop=stop)


def placing_base(stacks: Callable[[Table, CompanyId], StopId | None], *others: Move[Any]) -> tuple[Step, ...]:
    """[4.3] In its first turn, for nothing; `stacks`: with whom it shares a space. On an OO tile the director says
    where."""

    def place_base_without_choice(table: Table) -> None:
        company = operating(table)
        if has_base(table, company):
            finish(table, "base")
            return
        shared = stacks(table, company)
        home = box(table).companies[company].home
        if shared is not None or not (box(table).is_oo_hex(home) and home in table.state.board.tiles):
            stop = shared or base_stops(table, company)[0]
            place_base(table, company, stop, beyond=shared is not None)

    def choose_base(table: Table) -> Ask | None:
        turn = table.here(Turn)
        if is_done(table, "base"):
            return None
        about = Message("base", {"company": turn.company})
        return asked_of(director_of(table, turn.company), (CHOOSE_BASE, *others), about)

    return place_base_without_choice, choose_base


def stacked_on_separate_spaces(table: Table, company: CompanyId) -> StopId | None:
    """The site stacks MZ and MZA only while Madrid has separate spaces, or has no room."""
    shared = shares_a_slot(table, company)
    if shared is None:
        return None
    one_city = len(table.state.board.stops_on(place_of(shared)[0])) == 1
    return None if one_city and table.state.board.free_slots(shared) else shared


CHOOSE_BASE = choosing(
    ChooseBase,
    "base-space",
    lambda table: base_stops(table, operating(table)),
    lambda table, action: place_base(table, operating(table), action.stop, beyond=False),
    figures=lambda table: {"company": operating(table)},
)


# ------------------------------------------------------------------------------------------------------- reservations


def waiting_for_base(table: Table, hex_id: HexId) -> list[CompanyId]:
    """[4.3] The companies in the game whose base on a hex is not placed yet."""
    material = box(table)
    homes = [company for company, printed in material.companies.items() if printed.home == hex_id]
    return [c for c in homes if not has_base(table, c) and not is_given_up(material, table, c)]


def is_given_up(material: Material, table: Table, company: CompanyId) -> bool:
    """[4.6.1] A minor that was not launched before phase 5 keeps its base only while somebody may still absorb it."""
    if not material.is_minor(company) or not material.is_reached(table.state, "5"):
        return False
    return not any(may_still_absorb(table, major) for major in material.companies)


def may_still_absorb(table: Table, company: CompanyId) -> bool:
    """[4.6.1] A southern major launched in phases 3 and 4 that has not made its absorptions."""
    own, material = table.state.extras, box(table)
    if company not in own.staged or not material.is_southern_major(company):
        return False
    return own.absorptions.get(company, 0) < material.edition.most_absorptions


def kept_slots(table: Table, stop: StopId, but_for: CompanyId) -> int:
    """[4.3] How many slots of a city are kept for bases not placed yet. MZ and MZA need one together."""
    board, hex_id = table.state.board, place_of(stop)[0]
    waiting = [company for company in waiting_for_base(table, hex_id) if company != but_for]
    if len(board.stops_on(hex_id)) > 1 and not box(table).is_oo_hex(hex_id):
        waiting = [c for c in waiting if board.grown(hex_id, box(table).companies[c].city) == stop]
    lines = [company for company in waiting if company in MADRID_LINES]
    if lines and (len(lines) == 2 or shares_a_slot(table, lines[0])):
        return len(waiting) - (1 if len(lines) == 2 else len(lines))
    return len(waiting)


# --------------------------------------------------------------------------------------- stations of a hex without tile


def settle_stations(table: Table, action: TileOnHex) -> None:
    """[4.2] [4.3] The tile replaces what was there; stations that stood on the bare hex get their spaces."""
    board = table.state.board
    waiting = tuple(c for stop in board.stops_on(action.hex) for c in board.stations_at(stop) if c != NOBODY)
    choices = put_down(table, action)
    stack_madrid_lines(table, action.hex)
    if waiting and len(choices) > 1:
        table.interrupt("spaces", SpaceFacts(action.hex, waiting, director_of(table, operating(table))))


def stack_madrid_lines(table: Table, hex_id: HexId) -> None:
    """[4.3] Two stations that stood in one space still do on the new tile: one of them is beyond the slots."""
    board = table.state.board
    for stop in board.stops_on(hex_id):
        present, slots = board.stations_at(stop), board.stop(stop).slots
        both = all(company in present[:slots] for company in MADRID_LINES)
        if both:
            minor = MADRID_LINES[0]
            seats = tuple(NOBODY if company == minor else company for company in present)
            table.seat_stations(stop, (*seats, minor))


Chooser = Callable[[Table, SpaceFacts], PlayerId]


def owner_of_the_station(table: Table, spaces: SpaceFacts) -> PlayerId:
    """[4.3] Whoever directs the company that stands there picks its space."""
    return director_of(table, spaces.waiting[0])


def whoever_lays(table: Table, spaces: SpaceFacts) -> PlayerId:
    """On the site whoever lays the tile picks for everybody."""
    return spaces.layer


def free_spaces(table: Table) -> list[StopId]:
    """The cities of the new tile that nobody has chosen yet."""
    spaces, board = table.here(SpaceFacts), table.state.board
    return [
        stop
        for stop in board.stops_on(spaces.hex)
        if all(company == NOBODY or company in spaces.waiting for company in board.stations_at(stop))
    ]


def choose_space(table: Table, action: ChooseSpace) -> None:
    """The station goes there; another one that is still waiting changes places with it."""
    spaces, board = table.here(SpaceFacts), table.state.board
    company = spaces.waiting[0]
    now = next(stop for stop in board.stops_on(spaces.hex) if company in board.stations_at(stop))
    if board.free_slots(action.stop):
        table.move_station(company, now, to=action.stop)
    elif now != action.stop:
        there, here = board.stations_at(action.stop), board.stations_at(now)
        table.seat_stations(now, there)
        table.seat_stations(action.stop, here)
    table.note(waiting=spaces.waiting[1:])
    table.tell("space-chosen", company=company, stop=action.stop)


CHOOSE_SPACE = choosing(
    ChooseSpace, "space-on-hex", free_spaces, choose_space, figures=lambda table: {"hex": table.here(SpaceFacts).hex}
)


def choosing_spaces(chooser: Chooser, *others: Move[Any]) -> tuple[Step, ...]:
    """[4.3] In order of arrival; the second one takes what is left."""

    def choose_spaces(table: Table) -> Ask | None:
        spaces = table.here(SpaceFacts)
        if not spaces.waiting:
            return None
        about = Message("space", {"company": spaces.waiting[0], "hex": spaces.hex})
        return asked_of(chooser(table, spaces), (CHOOSE_SPACE, *others), about)

    return (choose_spaces,)
