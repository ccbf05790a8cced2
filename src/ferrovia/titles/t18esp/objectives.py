"""[5.1] Objectives: what a major must reach to get the rest of its capital and its stations."""

from collections.abc import Callable
from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Move, Refused, Table, no_offers, refused, rule
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import BANK, CompanyId, HexId, StopId
from ferrovia.model.message import Message
from ferrovia.model.network import Reach, reach
from ferrovia.model.state import State
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import asked_of, operating
from ferrovia.titles.t18esp.material import Material, Objective, books, box


@dataclass(frozen=True, slots=True)
class ClaimDestination:
    """The company has reached its destination."""


@dataclass(frozen=True, slots=True)
class ClaimAsRecorded:
    """A destination that was paid in a recorded game, though by our rules no track leads there."""


Joined = Callable[[Table, CompanyId, HexId], bool]
"""Whether a company's track leads to its destination."""


def objective_capital(state: State, company: CompanyId, *, place: int) -> int:
    """[5.1.2] The first objective (place 0) pays par once, the second twice, the third three times."""
    return (place + 1) * state.pars[company]


def stations_for(objective: Objective) -> int:
    """[5.1.3] Each unlocks a station, an absorption two."""
    return 2 if objective == "absorption" else 1


def reach_objective(table: Table, company: CompanyId, objective: Objective) -> None:
    """[5.1.2] [5.1.3] Capital and stations, once for each objective."""
    own, state = books(table), table.state
    met = own.objectives.get(company, ())
    if company not in own.staged or objective in met or objective not in box(table).objectives_of(company):
        return
    capital = objective_capital(state, company, place=len(met))
    unlocked = min(stations_for(objective), own.locked[company])
    table.keep(
        objectives={**own.objectives, company: (*met, objective)},
        locked={**own.locked, company: own.locked[company] - unlocked},
    )
    table.pay(capital, source=BANK, to=company)
    table.give_tokens(company, unlocked)
    table.tell("objective", company=company, objective=objective, amount=capital, stations=unlocked)


# -------------------------------------------------------------------------------------------------------- destination


def base_of(board: Board, material: Material, company: CompanyId) -> StopId | None:
    """[5.1.1] Where a company's base stands, if it is on the map."""
    home = material.companies[company].home
    return next((stop for stop in board.stations_of(company) if place_of(stop)[0] == home), None)


def joined_to_base(table: Table, company: CompanyId, destination: HexId) -> bool:
    """[5.1.1] Unbroken track from the base, whatever stations are on the way; a closed pass breaks it."""
    board = table.state.board
    base = base_of(board, box(table), company)
    if base is None:
        return False
    found = board.remember(("from base", base), lambda: reach(board, [base], lambda stop: stop not in board.barred))
    return any(place_of(stop)[0] == destination for stop in found.stops)


def joined_to_any_station(table: Table, company: CompanyId, destination: HexId) -> bool:
    """The site counts track from any station, looks through closed passes and red areas, and is content to touch the
    hex."""
    board = table.state.board
    found: Reach = board.remember(("from any", company), lambda: _through_everything(board, company))
    return destination in found.used_sides


def _through_everything(board: Board, company: CompanyId) -> Reach:
    starts = set(board.stations_of(company))
    while True:
        found = reach(board, sorted(starts), lambda stop: True)
        ends = {stop for stop in found.stops if not board.tracks.stops[stop].passable}
        if ends <= starts:
            return found
        starts |= ends


def is_joined_now(table: Table, company: CompanyId, joined: Joined) -> bool:
    """[5.1.1] Tested in a company's own turn: when it begins, and after each tile and each pass."""
    own, destination = books(table), HexId(box(table).companies[company].destination)
    if company not in own.staged or "destination" in own.objectives.get(company, ()):
        return False
    return can_be_joined(table.state.board, company, destination) and joined(table, company, destination)


def can_be_joined(board: Board, company: CompanyId, hex_id: HexId) -> bool:
    """Whether track leads into a hex at all, or the company stands there: seen without following any."""
    own = any(place_of(stop)[0] == hex_id for stop in board.stations_of(company))
    return own or any(board.connects(hex_id, edge) for edge in range(6))


def credit_destination(table: Table) -> None:
    reach_objective(table, operating(table), "destination")


CLAIM_DESTINATION = plain(ClaimDestination, lambda table, action: credit_destination(table))


def claim_destination(table: Table) -> Ask | None:
    """On the site the director says so."""
    company = operating(table)
    if "destination" in books(table).objectives.get(company, ()):
        return None
    return asked_of(director_of(table, company), (CLAIM_DESTINATION,), Message("claim", {"company": company}))


@rule("recorded-destination")
def is_still_to_be_reached(table: Table, action: ClaimAsRecorded) -> Refused | None:
    company, own = operating(table), books(table)
    waits = company in own.staged and "destination" not in own.objectives.get(company, ())
    return None if waits else refused(company=company)


CLAIM_AS_RECORDED = Move(
    ClaimAsRecorded,
    no_offers,
    (is_still_to_be_reached,),
    lambda table, action: credit_destination(table),
    only_recorded=True,
)
