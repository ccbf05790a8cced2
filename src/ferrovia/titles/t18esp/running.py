"""[4.4] Running trains: what a route is, what it earns, and what goes straight to the treasury."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ferrovia.engine.play import Move, Step, Table
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, HexId, StopId, TrainId
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of
from ferrovia.model.values import changed
from ferrovia.routing.graph import Graph, graph_along, graph_reached, seen_by
from ferrovia.routing.legality import Violation
from ferrovia.routing.problem import ANY, Bonus, Income, Limit, Problem, Service, Stop
from ferrovia.routing.problem import Train as Runner
from ferrovia.routing.solver import solve
from ferrovia.rules.dividends import bank_subsidy
from ferrovia.rules.revenue import (
    RULES_OF_ROUTES,
    Network,
    Reading,
    Running,
    as_recorded,
    earn,
    leads_somewhere,
    network_by,
    running_steps,
)
from ferrovia.rules.rounds import ask_and_explain, operating
from ferrovia.titles.t18esp.facts import CycleFacts, Turn
from ferrovia.titles.t18esp.material import STRAWBERRY_TRAIN, Face, Material, books, box, is_in_the_north
from ferrovia.titles.t18esp.objectives import reach_objective

GAUGES = {"broad": 1, "narrow": 2, "both": 3}
TOLEDO = HexId("F26")
"""[4.2.1] Toledo and Aranjuez; Aranjuez is the town whose track leads to Madrid."""
MADRID = HexId("F24")
TO_MADRID = 3
A_TENDER = 1
LOOK_AROUND = 20_000
"""Nodes of the search for any route at all."""
WORTH = Income(revenue=10, treasury=1)
"""Routes are compared by what can be shared out, then by what mines and harbours bring."""


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with its figures as they were written down."""

    amount: int
    treasury: int


class RouteRules(NamedTuple):
    """What the editions see differently in a route."""

    once: frozenset[HexId]
    """[4.4.3] Hexes whose stops are one location."""
    passes_crossed: bool
    """[5.2.2] One pass may be crossed, others may be ends; else there is one pass at most in any role."""
    closed_passes_are_ends: bool
    minors_use_passes: bool
    crossing_only: bool
    """[4.4.2] A route uses a tile twice only where its tracks cross."""
    strawberry: Callable[[Board, Graph], tuple[int, ...]]
    """[2.2] Where the strawberry train goes first."""


def aranjuez(board: Board, graph: Graph) -> tuple[int, ...]:
    """[2.2] The first run of the strawberry train visits Aranjuez."""
    sides = board.picture(TOLEDO).stop_sides
    return (_those(graph, lambda stop: _hex(stop) == TOLEDO and TO_MADRID in sides[place_of(stop)[1]]),)


def aranjuez_hex_and_madrid(board: Board, graph: Graph) -> tuple[int, ...]:
    """The site sends it to the hex of Aranjuez and to Madrid."""
    return tuple(_those(graph, lambda stop, place=place: _hex(stop) == place) for place in (TOLEDO, MADRID))


def on_one_level(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """[4.4.2] Whether two tracks of a tile do not cross: their sides do not alternate around the hex."""
    between = [one[0] < side < one[1] for side in other]
    return between[0] == between[1] or bool({*one} & {*other})


# ---------------------------------------------------------------------------------------------------------- the problem


def runnable_trains(table: Table, company: CompanyId) -> list[TrainId]:
    """[2.2] All but the train of pioneer 2 in the turn in which it came."""
    resting = next((f.facts.resting for f in table.state.stack if isinstance(f.facts, Turn)), None)
    own = trains_of(table.state, company)
    return sorted(own if resting is None else [train for train in own if train != resting])


def _hex(stop: StopId) -> HexId:
    return place_of(stop)[0]


def _those(graph: Graph, holds: Callable[[StopId], bool]) -> int:
    return _marked([holds(stop) for stop in graph.stops])


def _marked(marks: Sequence[bool]) -> int:
    return sum([1 << number for number, holds in enumerate(marks) if holds])


def is_harbour(board: Board, stop: StopId) -> bool:
    return board.tracks.stops[stop].tile.colour == "blue"


def is_mine(board: Board, stop: StopId) -> bool:
    return board.tracks.stops[stop].printed.kind == "halt" and not is_harbour(board, stop)


def is_red_area(board: Board, stop: StopId) -> bool:
    return board.tracks.stops[stop].printed.kind == "offboard"


class Places(NamedTuple):
    """Sets of stops of a graph."""

    small: int
    red: int
    passes: int
    closed: int
    north: int
    south: int
    west: int
    east: int
    ports: int
    capitals: int


def _places(board: Board, material: Material, graph: Graph) -> Places:
    bonus, barred, tracks = material.numbers.bonus, board.barred, board.tracks.stops
    small = red = passes = closed = north = south = west = east = ports = capitals = 0
    for number, stop in enumerate(graph.stops):
        bit, there = 1 << number, tracks[stop]
        hex_id, printed = there.place, there.printed
        small |= bit if printed.kind in ("town", "halt") else 0
        red |= bit if printed.kind == "offboard" else 0
        closed |= bit if stop in barred else 0
        if hex_id in material.passes:
            passes |= bit
        elif is_in_the_north(hex_id):
            north |= bit
        else:
            south |= bit
        west |= bit if "W" in printed.groups else 0
        east |= bit if "E" in printed.groups else 0
        ports |= bit if hex_id in bonus.ports else 0
        capitals |= bit if hex_id in bonus.capitals else 0
    return Places(small, red, passes, closed, north, south, west, east, ports, capitals)


def incomes(table: Table, company: CompanyId, stops: Sequence[StopId]) -> list[Income]:
    """[4.4.3] [4.2.3] [5.2] What each stop brings: mines and harbours to the treasury, a pass only with a station;
    in the very last round of a northern company everything but these several times."""
    board, material, factor = table.state.board, box(table), factor_of(table, company)
    phase, tracks = material.phases[table.state.phase], board.tracks.stops

    def income(stop: StopId) -> Income:
        there = tracks[stop]
        if there.place in material.passes:
            own = company in board.stations_at(stop)
            return Income(factor * material.passes[there.place].value if own else 0)
        if there.printed.kind != "halt":
            return Income(factor * there.printed.value(phase.colours))
        return Income(0, there.printed.value(phase.colours) if there.tile.colour == "blue" else phase.mine)

    return [income(stop) for stop in stops]


def factor_of(table: Table, company: CompanyId) -> int:
    """[7] In the very last operating round northern companies earn three times as much; after the end it was that."""
    game: CycleFacts | None = table.state.stack[0].facts if table.state.stack else None
    last = (game is None or game.is_last_round) and box(table).is_northern(company)
    return box(table).edition.last_round_factor if last else 1


def _bonuses(material: Material, places: Places, factor: int) -> tuple[Bonus, ...]:
    """[4.4.3] Between north and south, between east and west; both on one route are worth less than two."""
    bonus, joint = material.numbers.bonus, material.edition.both_bonuses
    across, along = (places.capitals, places.ports), (places.west, places.east)
    both = joint - bonus.north_south - bonus.east_west
    return (
        Bonus(Income(factor * bonus.north_south), touches=across),
        Bonus(Income(factor * bonus.east_west), ends=along),
        *((Bonus(Income(factor * both), touches=across, ends=along),) if both else ()),
    )


def problem_of(
    table: Table, company: CompanyId, graph: Graph, rules: RouteRules, faces: Sequence[Face] = ()
) -> Problem:
    """The company's network in the solver's words, with its own trains or with one of each of some faces."""
    board, material, factor = table.state.board, box(table), factor_of(table, company)
    places = _places(board, material, graph)
    banned = 0 if rules.closed_passes_are_ends else places.closed
    if material.is_minor(company):
        banned |= places.red | (0 if rules.minors_use_passes else places.passes)
    pays = tuple([(income,) for income in incomes(table, company, graph.stops)])
    base = Service(pays=pays, banned=banned, bonuses=_bonuses(material, places, factor))
    has_tender = bool(books(table).tenders.get(company))

    def services(face: Face, train: TrainId | None) -> tuple[Service, ...]:
        needs = (places.north, places.south) if face.gauge == "both" else ()
        if train == STRAWBERRY_TRAIN:
            needs = () if books(table).strawberry_ran else rules.strawberry(board, graph)
        plain = changed(base, gauges=GAUGES[face.gauge], needs=needs, limits=_limits(face, places, 0))
        if not has_tender:
            return (plain,)
        return plain, changed(plain, limits=_limits(face, places, 1), uses=A_TENDER)

    own = {train: material.faces[table.state.trains[train].face] for train in runnable_trains(table, company)}
    trains = tuple(Runner(train, services(face, train)) for train, face in own.items())
    if faces:
        trains = tuple(Runner(face.name, services(face, None)) for face in faces)
    return Problem(stops=_stops(table, company, graph, rules), chains=graph.chains, trains=trains, weights=WORTH)


def _limits(face: Face, places: Places, tender: int) -> tuple[Limit, ...]:
    """[4.4.1] [2.2] A tender adds one small stop."""
    return Limit(~places.small, face.big), Limit(ANY, face.all + tender)


def _stops(table: Table, company: CompanyId, graph: Graph, rules: RouteRules) -> tuple[Stop, ...]:
    """[4.4.3] [5.2.2] Which stops are one location, and how many passes a route may use."""
    board, material = table.state.board, box(table)
    tracks = board.tracks.stops

    def groups(stop: StopId) -> list[str]:
        hex_id = tracks[stop].place
        if hex_id in material.passes:
            return [] if rules.passes_crossed else ["pass"]
        if hex_id in rules.once:
            return [f"hex {hex_id}"]
        there = tracks[stop].tile.stops
        mine_and_town = len(there) > 1 and {other.kind for other in there} == {"halt", "town"}
        return [f"hex {hex_id}"] if mine_and_town else []

    stops = seen_by(board, graph, company, groups=groups)
    if not rules.passes_crossed:
        return stops
    bit = 1 << max((stop.groups.bit_length() for stop in stops), default=0)
    return tuple([changed(stop, crossed=bit) if material.is_pass(StopId(stop.name)) else stop for stop in stops])


def could_run(table: Table, company: CompanyId, face: Face, rules: RouteRules) -> bool:
    """[4.7] [5.2.2] Whether a company has any legal route for a train with this face at this moment."""
    board = table.state.board
    tender = books(table).tenders.get(company)
    key = ("could run", rules, company, face.name, tender, box(table).is_minor(company))
    return board.remember(key, lambda: _could_run(table, company, face, rules))


def _could_run(table: Table, company: CompanyId, face: Face, rules: RouteRules) -> bool:
    """With the tender, if it has one; every stop counts one, so that no route is worth nothing."""
    graph = graph_reached(table.state.board, company, on_one_level if rules.crossing_only else None)
    problem = problem_of(table, company, graph, rules, (face,))
    service = replace(problem.trains[0].services[-1], pays=((Income(1),),) * len(graph.stops), bonuses=())
    lone = replace(problem, trains=(replace(problem.trains[0], services=(service,)),))
    return bool(solve(lone, budget_nodes=LOOK_AROUND).routes)


# -------------------------------------------------------------------------------------------------- the rules of routes

RULES_HERE = {
    **RULES_OF_ROUTES,
    "left-out": "run-every-stop",
    "gauge": "run-gauge",
    "clash": "run-crossing",
    "used-twice": "run-one-tender",
}


def _broken_rule(table: Table, routes: Sequence[Route], violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    board, key = table.state.board, violation.rule
    route = routes[violation.route] if violation.route is not None else None
    if key == "banned-stop":
        stop = StopId(violation.params["stop"])
        if is_red_area(board, stop):
            return "run-red-area"
        return "run-closed-pass" if stop in board.barred else "run-minor-pass"
    if key == "missing-stop" and route is not None:
        return "run-strawberry" if route.train == STRAWBERRY_TRAIN else "run-both-maps"
    if key == "group-twice" and route is not None:
        return _rule_of_group(table, route)
    if key == "known-track" and route is not None and _is_known_but_for_crossings(board, route):
        return "run-crossing"
    return RULES_HERE[key]


def _is_known_but_for_crossings(board: Board, route: Route) -> bool:
    """[4.4.2] The track is there, but between two stops it comes back to a tile without crossing itself."""
    whole = len(route.chains) + 1 == len(route.stops)
    return whole and graph_along(board, [route.way]).find(route.way) is not None


def _rule_of_group(table: Table, route: Route) -> str:
    """Two ends on one coast, two passes, or one place twice."""
    board = table.state.board
    sides = [side for stop in route.stops for side in ("E", "W") if side in board.stop(stop).groups]
    if len(sides) > len(set(sides)):
        return "run-ends"
    passes = sum(box(table).is_pass(stop) for stop in route.stops)
    return "run-one-pass" if passes > 1 else "run-stop-once"


def without_mines_beside_towns(board: Board, network: Network) -> Network:
    """[4.2.3] The best run never takes the mine of a tile with a town: the town is worth more, on the same track."""

    def is_beside_a_town(stop: StopId) -> bool:
        return board.stop(stop).kind == "halt" and len(board.tile(_hex(stop)).stops) > 1

    poorer = _those(network.graph, is_beside_a_town)
    trains = (
        replace(train, services=tuple([replace(each, banned=each.banned | poorer) for each in train.services]))
        for train in network.problem.trains
    )
    return network._replace(problem=replace(network.problem, trains=tuple(trains))) if poorer else network


def running_by(rules: RouteRules) -> Running:
    """The trains of 18ESP on the network as an edition sees it."""
    clash = on_one_level if rules.crossing_only else None
    everything = network_by(lambda table, company, graph: problem_of(table, company, graph, rules), clash)

    def network(table: Table, company: CompanyId, routes: Sequence[Route] | None) -> Network:
        found = everything(table, company, routes)
        return found if routes is not None else without_mines_beside_towns(table.state.board, found)

    def depends(table: Table, company: CompanyId) -> tuple[object, ...]:
        own = books(table)
        return (own.strawberry_ran, own.tenders.get(company), factor_of(table, company))

    return Running(runnable_trains, network, _broken_rule, depends)


# ------------------------------------------------------------------------------------------------------------- earning

HarbourObjective = Callable[[Board, Route], bool]


def mine_and_harbour(board: Board, route: Route) -> bool:
    """[5.1.1] One route to a mine and a harbour."""
    return any_harbour(board, route) and any(is_mine(board, stop) for stop in route.stops)


def any_harbour(board: Board, route: Route) -> bool:
    """On the site a harbour alone is enough."""
    return any(is_harbour(board, stop) for stop in route.stops)


def note_who_ran(table: Table, routes: tuple[Route, ...]) -> None:
    """[2.2] [4.6] The strawberry train has had its first run, a minor may be absorbed."""
    company = operating(table)
    if routes and box(table).is_minor(company) and company not in books(table).has_run:
        table.keep(has_run=(*books(table).has_run, company))
    if any(route.train == STRAWBERRY_TRAIN for route in routes):
        table.keep(strawberry_ran=True)


def pay_mines_and_harbours(table: Table) -> None:
    """[4.2.3] [4.4.3] They pay the treasury, whatever is decided about the rest."""
    bank_subsidy(table, "mines-and-harbours")


def credit_routes(table: Table, routes: tuple[Route, ...], harbour: HarbourObjective) -> None:
    """[5.1.1] First a red area, then mine and harbour."""
    company, board = operating(table), table.state.board
    if any(is_red_area(board, stop) for route in routes for stop in route.stops):
        reach_objective(table, company, "red-area")
    if any(harbour(board, route) for route in routes):
        reach_objective(table, company, "harbour")


RUN_AS_RECORDED = as_recorded(RunAsRecorded, lambda run: Income(run.amount, run.treasury))


def run_moves(trains: Running, harbour: HarbourObjective, *, at_once: bool) -> Move[Any]:
    """[4.4.3] `at_once`: mines and harbours pay before anything is decided; the site pays them with the dividend."""

    def earn_run(table: Table, read: Reading, routes: tuple[Route, ...]) -> None:
        earn(table, read.income, routes, read.by_route)
        note_who_ran(table, routes)
        if at_once:
            pay_mines_and_harbours(table)
        credit_routes(table, routes, harbour)

    return trains.move(earn_run)


def running_trains(*moves: Move[Any]) -> tuple[Step, ...]:
    """[4.4] First what needs no question, then the director is asked; no train has to run."""

    def can_run(table: Table, company: CompanyId) -> bool:
        return bool(runnable_trains(table, company)) and leads_somewhere(table, company)

    return running_steps(can_run, *moves, asked=ask_and_explain)
