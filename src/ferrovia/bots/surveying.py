"""What a board is worth to a company: what its trains run, what the next ones would, what may be linked up later."""

from functools import lru_cache

from ferrovia.bots.valuation import Valuation
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, HexId
from ferrovia.model.network import reach_of
from ferrovia.model.state import trains_of
from ferrovia.model.tiles import Picture

LEAST_VALUE = {"city": 20, "town": 10, "halt": 10, "offboard": 30, "mine": 20}
"""What a stop that shows no value yet will pay; other kinds pay what they show."""
FURTHEST = 6
"""Stops that are more tiles away than this do not count."""


def potential(board: Board, company: CompanyId, periods: tuple[str, ...], nearness: float) -> float:
    """The worth of all stops, less for each tile that is missing on the way to them."""
    return board.remember(("potential", company, periods), lambda: _potential(board, company, periods, nearness))


def _potential(board: Board, company: CompanyId, periods: tuple[str, ...], nearness: float) -> float:
    reach, tracks = reach_of(board, company), board.tracks
    numbers, pictures = tracks.map.numbers, tracks.pictures
    near = [nearness**distance for distance in range(FURTHEST + 1)]
    reached: dict[HexId, set[int]] = {}
    for stop in reach.stops:
        hex_id, number = place_of(stop)
        reached.setdefault(hex_id, set()).add(number)
    total = 0.0
    for hex_id, missing in _tiles_missing(board, company).items():
        there, beyond = reached.get(hex_id, ()), near[max(1, missing)]
        for number, value in enumerate(_values(pictures[numbers[hex_id]], periods)):
            total += value * (1.0 if number in there else beyond)
    return total


@lru_cache(maxsize=4096)
def _values(picture: Picture, periods: tuple[str, ...]) -> tuple[int, ...]:
    """What each stop of a tile pays or will pay."""
    return tuple([max(stop.value(periods), LEAST_VALUE.get(stop.kind, 0)) for stop in picture.tile.stops])


def _tiles_missing(board: Board, company: CompanyId) -> dict[HexId, int]:
    """By hex: how many tiles must be laid or changed to come there, as the crow flies from where track ends."""
    reach = reach_of(board, company)
    missing: dict[HexId, int] = dict.fromkeys(reach.used_sides, 0)
    for stop in reach.stops:
        missing[place_of(stop)[0]] = 0
    edge = [hex_id for hex_id in reach.open_sides if hex_id not in missing]
    for hex_id in edge:
        missing[hex_id] = 1
    # from inside the network a way out is longer: the tile there must be changed first
    edge += [hex_id for hex_id, steps in missing.items() if not steps]
    distance = 1
    while edge and distance < FURTHEST:
        distance += 1
        beyond: list[HexId] = []
        for hex_id in edge:
            for other in board.grid.adjacent[hex_id]:
                if other not in missing and board.map.hexes[other].colour != "blue":
                    missing[other] = distance
                    beyond.append(other)
        edge = beyond
    return missing


def hope(valuation: Valuation, company: CompanyId) -> float:
    """What a company may link up later."""
    state, weights = valuation.state, valuation.weights
    periods = tuple(valuation.box.colours(state))
    return weights.potential * potential(state.board, company, periods, weights.nearness)


def survey(valuation: Valuation, company: CompanyId) -> float:
    """What a company earns in a run on this board, now and with the next train, and what may come."""
    trains, ahead = trains_of(valuation.state, company), valuation.outlook.trains_ahead(valuation.state, company)
    now = valuation.revenue(company, trains) if trains else 0
    later = valuation.revenue(company, trains, (ahead[0],)) if ahead else now
    return now + valuation.weights.next_train * later + hope(valuation, company)
