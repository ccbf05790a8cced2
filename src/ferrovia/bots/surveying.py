"""What a board is worth to a company: what its trains run, what the next ones would, what may be linked up later."""

from ferrovia.bots.valuation import Valuation
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, HexId
from ferrovia.model.network import reach_of
from ferrovia.model.state import trains_of

LEAST_VALUE = {"city": 20, "town": 10, "halt": 10, "offboard": 30, "mine": 20}
"""What a stop that shows no value yet will pay; other kinds pay what they show."""


def potential(board: Board, company: CompanyId, periods: tuple[str, ...], nearness: float) -> float:
    """The worth of all stops, less for each tile that is missing on the way to them."""
    return board.remember(("potential", company, periods), lambda: _potential(board, company, periods, nearness))


def _potential(board: Board, company: CompanyId, periods: tuple[str, ...], nearness: float) -> float:
    reach = reach_of(board, company)
    total = 0.0
    steps = _tiles_missing(board, company)
    for hex_id, missing in steps.items():
        for stop in board.stops_on(hex_id):
            printed = board.stop(stop)
            value = max(printed.value(periods), LEAST_VALUE.get(printed.kind, 0))
            distance = 0 if stop in reach.stops else max(1, missing)
            total += value * nearness**distance
    return total


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
    while edge and distance < 6:
        distance += 1
        beyond: list[HexId] = []
        for hex_id in edge:
            for other in board.grid.adjacent[hex_id]:
                if other not in missing and board.map.hexes[other].colour != "blue":
                    missing[other] = distance
                    beyond.append(other)
        edge = beyond
    return missing


def survey(valuation: Valuation, company: CompanyId, *, thorough: bool) -> float:
    """What a company earns in a run on this board, now and with the next train, and what may come."""
    state, weights = valuation.state, valuation.weights
    periods = tuple(valuation.box.colours(state))
    hope = weights.potential * potential(state.board, company, periods, weights.nearness)
    if not thorough:
        return hope
    trains, ahead = trains_of(state, company), valuation.outlook.trains_ahead(state, company)
    now = valuation.revenue(company, trains) if trains else 0
    later = valuation.revenue(company, trains, (ahead[0],)) if ahead else now
    return now + weights.next_train * later + hope
