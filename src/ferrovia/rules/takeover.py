"""What one company takes over from another: money, trains, stations; and how the other leaves the game."""

from collections.abc import Callable
from typing import Any

from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.board import place_of
from ferrovia.model.ids import SCRAP, CompanyId, StopId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.state import trains_of
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import asked_of
from ferrovia.rules.stations import clear_station


def take_treasury(table: Table, company: CompanyId, *, to: CompanyId) -> None:
    table.pay(table.state.cash[company], source=company, to=to)


def take_trains(table: Table, company: CompanyId, *, to: CompanyId) -> tuple[TrainId, ...]:
    """All trains as they are, behind those that are there; says which came."""
    trains = tuple(trains_of(table.state, company))
    for train in trains:
        table.give_train(train, to=to)
    return trains


def replace_station(table: Table, stop: StopId, company: CompanyId, *, by: CompanyId) -> None:
    """Another company's station stands in the very same slot."""
    present = table.state.board.stations_at(stop)
    table.seat_stations(stop, tuple(by if one == company else one for one in present))


def doubled_stations(table: Table, company: CompanyId) -> list[StopId]:
    """The stops of a company that share a hex with another of its stations; two in one city are named once."""
    board = table.state.board
    stops = board.stations_of(company)
    hexes = [place_of(stop)[0] for stop in stops for present in board.stations_at(stop) if present == company]
    return [stop for stop in stops if hexes.count(place_of(stop)[0]) > 1]


def settling_doubled_stations(company: Callable[[Table], CompanyId], *moves: Move[Any], question: str) -> Step:
    """A company has one station in a hex: while it has two in one, its director is asked the `question` about them."""

    def choose_between_doubled_stations(table: Table) -> Ask | None:
        whose = company(table)
        if not doubled_stations(table, whose):
            return None
        return asked_of(director_of(table, whose), moves, Message(question, {"company": whose}))

    return choose_between_doubled_stations


def retire(table: Table, company: CompanyId) -> None:
    """The shares and the marker of a company leave the game."""
    table.hand_over_all(table.box.papers.of[company], to=SCRAP)
    table.close(company)


def leave_the_game(table: Table, company: CompanyId) -> None:
    """Its stations leave the map too."""
    for stop in table.state.board.stations_of(company):
        clear_station(table, stop, company)
    retire(table, company)
