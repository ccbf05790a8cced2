"""[7.4] [7.5.2] What a company's routes reach, for building, stations and mergers.

A route holds a station outside London, uses no track twice, and may end in, but not go through, a city full of others.
Ports and red areas are ends because their stops are off the board. Nothing can be reached only by calling at a station
twice: the loop between the two calls may be left out.
"""

from ferrovia.engine.play import Table
from ferrovia.model.board import Board
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.model.network import Reach, passable_for, reach
from ferrovia.titles.t1862.companies import stations_off_london

LONDON = "London"
"""The group of all stops of London on the map."""


def routes_of(table: Table, company: CompanyId) -> Reach:
    """[7.4] Everything that lies on some route of a company."""
    board = table.state.board
    return board.remember(
        ("routes", company), lambda: reach(board, stations_off_london(table, company), passable_for(board, company))
    )


def reaches_london(table: Table, company: CompanyId) -> bool:
    """[7.6.5] Whether a route would lead to an entrance of London, if the company had a station there."""
    board = table.state.board
    return any(LONDON in board.stop(stop).groups for stop in routes_of(table, company).stops)


# ---------------------------------------------------------------------------------------------------------- connection


def connected(table: Table, company: CompanyId, other: CompanyId) -> bool:
    """[7.5.2] An unbroken route leads from a station of one company to one of the other; London does not count."""
    return table.state.board.remember(
        ("connected", company, other),
        lambda: not routes_of(table, company).stops.isdisjoint(stations_off_london(table, other)),
    )


def blocked_at(table: Table, company: CompanyId, other: CompanyId) -> tuple[StopId, ...]:
    """[7.4] [7.5.2] The cities full of others at which the ways from one company to another end.

    Empty if the two are connected, and if no track at all leads from one to the other.
    """
    if connected(table, company, other):
        return ()
    board, reached = table.state.board, routes_of(table, company).stops
    lets_through = passable_for(board, company)
    full = [stop for stop in sorted(reached) if not lets_through(stop)]
    goals = stations_off_london(table, other)
    return tuple(stop for stop in full if not _beyond(board, stop, reached).isdisjoint(goals))


def _beyond(board: Board, city: StopId, reached: frozenset[StopId]) -> frozenset[StopId]:
    """What lies behind a city, if no city were full, without going back to what was reached before it."""
    return reach(board, (city,), lambda stop: stop not in reached).stops
