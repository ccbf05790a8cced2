"""[VIII.7] [VIII.8] Running trains: what a route is, what it earns, and the best that can be run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, NewType

from ferrovia.engine.play import (
    Ask,
    Check,
    Game,
    Move,
    Offer,
    Refused,
    Search,
    Step,
    Table,
    first_broken,
    refused,
    rule,
)
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, StopId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.network import passable_for, reach_of
from ferrovia.model.tiles import Tile
from ferrovia.model.view import BestRoutes, RouteFace
from ferrovia.routing.graph import Graph, graph_along, graph_of
from ferrovia.routing.income import value
from ferrovia.routing.legality import Violation, check
from ferrovia.routing.problem import ANY, Bonus, Income, Limit, Problem, Route, Service, Solution, Stop
from ferrovia.routing.problem import Train as Runner
from ferrovia.rules.running import best_shown, rolling_stock
from ferrovia.titles.t18cz.consent import asked_of
from ferrovia.titles.t18cz.facts import CompanyTurn, operating
from ferrovia.titles.t18cz.homes import track_decider
from ferrovia.titles.t18cz.material import Face, FaceId, Material, Size, books, box, trains_of
from ferrovia.titles.t18cz.vaclav import is_vaclavs

RouteId = NewType("RouteId", str)
"""A train and its way: `3d-0: E16.0 F15 F13.1` — stops by name, the hexes between them."""

HOME_BONUS = 50
"""[VIII.8 ¶2] For each route of a large company that visits its own red tile."""


@dataclass(frozen=True, slots=True)
class RunTrains:
    routes: tuple[RouteId, ...]


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with the revenue as it was written down."""

    amount: int


# ---------------------------------------------------------------------------------------------------------- the problem


def runnable_trains(table: Table, company: CompanyId) -> list[TrainId]:
    """[IV.2.b–d] Only trains of the company's own size run."""
    faces, size, cards = box(table).faces, box(table).size(company), table.state.trains.items()
    return sorted([train for train, c in cards if c.owner == company and faces[FaceId(c.face)].size == size])


class Kinds(NamedTuple):
    """Which stops are cities, red tiles among them, and the company's own red tile."""

    cities: int
    red: int
    home: int


def problem_of(table: Table, company: CompanyId, e_skip: str, graph: Graph) -> Problem:
    """The company's network and trains in the solver's words."""
    state, material = table.state, box(table)
    board = state.board
    own, passable = set(board.stations_of(company)), passable_for(board, company)
    tracks, pictures = board.tracks.stops, board.tracks.pictures
    tiles = [(pictures[tracks[stop].hex].tile, place_of(stop)[1]) for stop in graph.stops]
    stops = tuple(
        [
            Stop(
                stop,
                tile.stops[number].kind,
                through=tracks[stop].passable and passable(stop),
                token=stop in own,
                groups=int(tile.label == "P"),
            )
            for stop, (tile, number) in zip(graph.stops, tiles, strict=True)
        ]
    )
    worth = tuple([(Income(_value(*there, material, state.phase)),) for there in tiles])
    cities = sum([1 << number for number, stop in enumerate(stops) if stop.kind == "city"])
    red = sum([1 << number for number, (tile, _) in enumerate(tiles) if tile.colour == "red"])
    kinds = Kinds(cities, red, home=sum([1 << n for n, stop in enumerate(graph.stops) if stop in own]) & red)
    runners = (
        Runner(train, (_service(material.faces[FaceId(state.trains[train].face)], worth, kinds, e_skip),))
        for train in runnable_trains(table, company)
    )
    return Problem(stops=stops, chains=graph.chains, trains=tuple(runners))


def is_red(board: Board, stop: StopId) -> bool:
    return board.tile(place_of(stop)[0]).colour == "red"


def _value(tile: Tile, number: int, material: Material, phase: str) -> int:
    """[VIII.8 ¶1] As printed; red tiles by phase."""
    if tile.colour == "red":
        return material.phases[phase].red_value
    return tile.stops[number].value(material.phases[phase].colours)


def _service(face: Face, worth: tuple[tuple[Income, ...], ...], kinds: Kinds, e_skip: str) -> Service:
    """[VIII.7.3] Plain trains count every stop, plus-trains as many towns again, E-trains skip towns."""
    bonuses = (Bonus(Income(HOME_BONUS), touches=(kinds.home,)),) if kinds.home else ()
    if face.size == "S":
        return Service(pays=worth, limits=(Limit(ANY, face.range),))
    if face.size == "M":
        return Service(pays=worth, limits=(Limit(kinds.cities, face.range), Limit(ANY, 2 * face.range)))
    skips = ANY & ~kinds.cities if e_skip == "towns" else kinds.cities & ~kinds.red
    return Service(pays=worth, counted=Limit(ANY, face.range), skips=skips, bonuses=bonuses)


def best_routes(table: Table, company: CompanyId, e_skip: str) -> tuple[tuple[RouteId, ...], int]:
    """The best that the company's trains can run now, proved: the routes and what they earn."""
    key = ("best", company, _stock_of(table, company), e_skip)
    return table.state.board.remember(key, lambda: _best(table, company, e_skip))


SOON = Search(budget_nodes=200_000)
"""Nobody is kept waiting longer for a suggestion, however hard the proof may be."""


def suggested_routes(table: Table, company: CompanyId, e_skip: str) -> tuple[RouteId, ...]:
    """Good routes soon, the best ones as a rule; none only if there are none."""
    key = ("suggested", company, _stock_of(table, company), e_skip)
    return table.state.board.remember(key, lambda: _suggested(table, company, e_skip))


def _suggested(table: Table, company: CompanyId, e_skip: str) -> tuple[RouteId, ...]:
    found = search_routes(table, company, SOON, e_skip=e_skip)
    if not found.routes and not found.proved:
        return best_routes(table, company, e_skip)[0]
    return tuple(RouteId(route.text) for route in found.routes)


def _stock_of(table: Table, company: CompanyId) -> tuple[object, ...]:
    return rolling_stock(table.state, runnable_trains(table, company))


def _best(table: Table, company: CompanyId, e_skip: str) -> tuple[tuple[RouteId, ...], int]:
    best = search_routes(table, company, Search(), e_skip=e_skip)
    return tuple(RouteId(route.text) for route in best.routes), best.revenue


def search_routes(table: Table, company: CompanyId, search: Search, *, e_skip: str) -> BestRoutes:
    """The best routes with their proof, or the best found when the time is over."""
    graph = graph_of(table.state.board)
    problem = problem_of(table, company, e_skip, graph)
    return best_shown(problem, search, partial(_shown, graph, problem, company))


def _shown(graph: Graph, problem: Problem, company: CompanyId, solution: Solution) -> BestRoutes:
    routes = tuple(_route_face(graph, problem, route) for route in solution.routes)
    spent = round(solution.seconds * 1_000_000)
    return BestRoutes(company, routes, solution.revenue, solution.proved, solution.upper_bound, solution.nodes, spent)


def _route_face(graph: Graph, problem: Problem, route: Route) -> RouteFace:
    train = problem.trains[route.train].name
    text = f"{train}: {' '.join(graph.write(route.stops, route.chains))}"
    stops = tuple(graph.stops[stop] for stop in route.stops)
    return RouteFace(train, text, stops, value(problem, [route]).revenue)


# ------------------------------------------------------------------------------------------------------------ the step


def earn(table: Table, revenue: int, routes: tuple[str, ...]) -> None:
    company = operating(table)
    table.note(revenue=revenue)
    table.keep(last_revenue={**books(table).last_revenue, company: revenue})
    table.tell("trains-run", company=company, amount=revenue, routes=routes)


# --------------------------------------------------------------------------------------------------------------- checks


class Reading(NamedTuple):
    """A run as it was written: what the solver makes of it, and the rules it breaks with their figures."""

    problem: Problem
    routes: tuple[Route, ...]
    faults: Mapping[str, Mapping[str, Any]]


def reading(table: Table, action: RunTrains, e_skip: str) -> Reading:
    key = ("run", operating(table), _stock_of(table, operating(table)), action.routes, e_skip)
    return table.state.board.remember(key, lambda: _read(table, action, e_skip))


def _read(table: Table, action: RunTrains, e_skip: str) -> Reading:
    written = [(train.strip(), way.split()) for train, _, way in (text.partition(":") for text in action.routes)]
    graph = graph_along(table.state.board, (way for _, way in written))
    problem = problem_of(table, operating(table), e_skip, graph)
    numbers = {runner.name: number for number, runner in enumerate(problem.trains)}
    faults: dict[str, Mapping[str, Any]] = {}
    routes: list[Route] = []
    for text, (train, way) in zip(action.routes, written, strict=True):
        found = graph.find(way)
        if train not in numbers:
            faults.setdefault(_rule_of_idle_train(table, TrainId(train)), {"route": text})
        elif found is None:
            faults.setdefault("run-known-track", {"route": text})
        else:
            routes.append(Route(numbers[train], *found))
    if not faults:
        for violation in check(problem, routes):
            text = action.routes[violation.route] if violation.route is not None else " / ".join(action.routes)
            faults.setdefault(_broken_rule(table, violation), {"route": text})
    return Reading(problem, tuple(routes), faults)


def _rule_of_idle_train(table: Table, train: TrainId) -> str:
    """Why a train does not run: it is too small for its company, or none that the company has left."""
    company = operating(table)
    owned = train in trains_of(table.state, company)
    return IDLE_TRAINS.get(box(table).size(company), "run-own-trains") if owned else "run-own-trains"


def _broken_rule(table: Table, violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    if violation.rule in ("range", "counts"):
        return RANGES[box(table).size(operating(table))]
    if violation.rule == "no-way-through" and is_red(table.state.board, StopId(violation.params["stop"])):
        return "run-red-end"
    return RULES_OF_ROUTES[violation.rule]


RANGES: Mapping[Size, str] = {"S": "run-range", "M": "run-range-plus", "L": "run-range-express"}
IDLE_TRAINS: Mapping[Size, str] = {"M": "run-medium-trains", "L": "run-large-trains"}
"""[IV.2.c] [IV.2.d] Larger companies may own smaller trains, but not run them."""
RULES_OF_ROUTES = {
    "broken-path": "run-two-stops",
    "no-token": "run-own-station",
    "stop-twice": "run-stop-once",
    "group-twice": "run-stop-once",
    "no-way-through": "run-blocked",
    "track-twice": "run-track-once",
    "track-shared": "run-track-shared",
    "train-twice": "run-own-trains",
}
IN_RULEBOOK_ORDER = (
    *IDLE_TRAINS.values(),
    "run-own-trains",
    "run-known-track",
    "run-two-stops",
    "run-own-station",
    *RANGES.values(),
    "run-stop-once",
    "run-red-end",
    "run-blocked",
    "run-track-once",
    "run-track-shared",
)


def route_rules(e_skip: str) -> Check[RunTrains]:
    """[VIII.7] The rules of routes, in rulebook order: a run is read once for all of them."""

    @rule("run-own-trains")
    def keeps_the_rules_of_routes(table: Table, action: RunTrains) -> Refused | None:
        return first_broken(reading(table, action, e_skip).faults, IN_RULEBOOK_ORDER)

    return keeps_the_rules_of_routes


def run_duty(e_skip: str) -> Check[RunTrains]:
    """[VIII.3] Running is compulsory where any route earns something."""

    @rule("run-duty")
    def runs_if_it_can(table: Table, action: RunTrains) -> Refused | None:
        if action.routes or not suggested_routes(table, operating(table), e_skip):
            return None
        return refused(company=operating(table))

    return runs_if_it_can


def can_run(game: Game) -> bool:
    """Whether the company that is asked to run has any route."""
    company: CompanyId = game.where()[-1].facts.company
    stops = reach_of(game.state.board, company).stops
    return len(stops) > 1


def revenue_of(game: Game, action: RunTrains) -> int:
    """What a legal run earns."""
    return game.play(action).state.extras.last_revenue[game.where()[-1].facts.company]


# ------------------------------------------------------------------------------------------------------------ the moves


def run_moves(*, site: bool, e_skip: str) -> tuple[Move[Any], ...]:
    """Running trains; a recorded game may also bring a revenue as it was written down."""

    def suggestion(table: Table) -> Iterator[Offer]:
        yield Offer(RunTrains(suggested_routes(table, operating(table), e_skip)), open=True)

    def run(table: Table, action: RunTrains) -> None:
        read = reading(table, action, e_skip)
        earn(table, value(read.problem, read.routes).revenue, action.routes)

    duty = () if site else (run_duty(e_skip),)
    run_trains = Move(RunTrains, suggestion, (route_rules(e_skip), *duty), run)
    return (run_trains, RUN_AS_RECORDED) if site else (run_trains,)


@rule("recorded-revenue")
def is_an_amount(table: Table, action: RunAsRecorded) -> Refused | None:
    return refused(amount=action.amount) if action.amount < 0 else None


RUN_AS_RECORDED = Move(
    RunAsRecorded, lambda table: (), (is_an_amount,), lambda table, action: earn(table, action.amount, ())
)
"""Never offered: it only lets a recorded game go on."""


def running_trains(e_skip: str, *moves: Move[Any], vaclav_is_asked: bool) -> tuple[Step, ...]:
    """[VIII.7] First what needs no question, then the director is asked. The site lets people run Vaclav's trains."""

    def run_without_asking(table: Table) -> None:
        """A company without a train of its size earns nothing; Vaclav's companies run their best."""
        company = operating(table)
        if is_vaclavs(table, company) and not vaclav_is_asked:
            routes, revenue = best_routes(table, company, e_skip)
            earn(table, revenue, routes)
        elif not runnable_trains(table, company):
            table.note(revenue=0)
            table.keep(last_revenue={**books(table).last_revenue, company: 0})

    def run_trains(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.revenue is not None:
            return None
        return asked_of(track_decider(table, turn.company), moves, Message("run", {"company": turn.company}))

    return run_without_asking, run_trains
