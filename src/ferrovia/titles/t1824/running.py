"""[VII.2] [VII.3] [VII.9] [VII.10] Running trains: what a route is, what it earns, and that it must be the best one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Move, Refused, Step, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, HexId, StopId, TrainId
from ferrovia.model.map import Halting
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of
from ferrovia.model.tiles import Stop as PrintedStop
from ferrovia.routing.graph import Graph, seen_by
from ferrovia.routing.legality import Violation
from ferrovia.routing.problem import ANY, NOTHING, Bonus, Income, Limit, Problem, Service
from ferrovia.routing.problem import Train as Runner
from ferrovia.rules import revenue
from ferrovia.rules.rounds import ask_and_explain, operating
from ferrovia.titles.t1824.material import box
from ferrovia.titles.t1824.numbers import Face


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with revenue and mine income as they were written down."""

    amount: int
    mines: int


# ---------------------------------------------------------------------------------------------------------- the problem


def area_of(printed: PrintedStop) -> str | None:
    """[VII.9] A red zone is one place, however many hexes it covers."""
    return printed.groups[0] if printed.kind == "offboard" and printed.groups else None


def problem_of(table: Table, company: CompanyId, graph: Graph) -> Problem:
    """The company's network and trains in the solver's words."""
    board, tracks = table.state.board, table.state.board.tracks.stops

    def one_city(stop: StopId) -> tuple[HexId, ...]:
        """[VII.9.4] A route visits one circle of Wien or Budapest."""
        return (tracks[stop].place,) if tracks[stop].tile.label in ("W", "Bu") else ()

    services = _services(table, company, [tracks[stop] for stop in graph.stops])
    runners = [Runner(t, (services(box(table).card_of(t).face),)) for t in runnable_trains(table, company)]
    stops = seen_by(board, graph, company, groups=one_city)
    return Problem(stops=stops, chains=graph.chains, trains=tuple(runners))


def runnable_trains(table: Table, company: CompanyId) -> list[TrainId]:
    return sorted(trains_of(table.state, company))


def _services(table: Table, company: CompanyId, stops: Sequence[Halting]) -> Callable[[Face], Service]:
    """[VII.3] Normal trains count every stop and visit no mine; g-trains begin at one and count no towns."""
    material = box(table)
    colours, kinds = material.colours(table.state), [stop.printed.kind for stop in stops]

    def of_kind(kind: str) -> int:
        return sum([1 << number for number, other in enumerate(kinds) if other == kind]) if kind in kinds else 0

    def on(hexes: tuple[HexId, ...]) -> int:
        return sum([1 << number for number, stop in enumerate(stops) if stop.place in hexes])

    def pays(face: PrintedStop) -> Income:
        """[VII.10] A mine pays the treasury."""
        amount = face.value(colours)
        return Income(0, amount) if face.kind == "mine" else Income(amount)

    worth = tuple([(pays(stop.printed),) for stop in stops])
    mines, towns = of_kind("mine"), of_kind("town")
    own_mine = on((material.companies[company].home,)) if material.kind(company) == "coal" else mines
    sides = tuple(map(on, material.bonus_between or ()))
    bonuses = (Bonus(Income(material.numbers.cisleithania.bonus), sides),) if sides and all(sides) else ()

    def service(face: Face) -> Service:
        if face.family == "normal":
            return Service(pays=worth, limits=(Limit(ANY, face.range),), banned=mines, bonuses=bonuses)
        return Service(
            pays=worth,
            limits=(Limit(~towns & ~mines, face.range), Limit(mines, 1)),
            needs=(own_mine,),
            banned=mines & ~own_mine,
            bonuses=bonuses,
        )

    return service


# -------------------------------------------------------------------------------------------------- the rules of routes


def _broken_rule(table: Table, routes: Sequence[Route], violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    board = table.state.board
    if violation.rule == "no-way-through":
        stop = StopId(violation.params["stop"])
        red = board.tile(place_of(stop)[0]).colour == "red"
        return "run-mine-end" if board.stop(stop).kind == "mine" else "run-red-end" if red else "run-blocked"
    if violation.rule in ("group-twice", "banned-stop", "range") and violation.route is not None:
        return _rule_by_stops(table, routes[violation.route], violation.rule)
    return RULES_HERE[violation.rule]


def _rule_by_stops(table: Table, route: Route, rule_broken: str) -> str:
    board = table.state.board
    mines = [stop for stop in route.stops if board.stop(stop).kind == "mine"]
    goods = box(table).card_of(route.train).face.family == "goods"
    if rule_broken == "banned-stop":
        return "run-no-mine" if not goods else "run-one-mine" if len(mines) > 1 else "run-own-mine"
    if rule_broken == "range":
        return "run-one-mine" if goods and len(mines) > 1 else "run-range"
    areas = [area_of(board.stop(stop)) for stop in route.stops]
    return "run-red-once" if len(set(filter(None, areas))) < len(list(filter(None, areas))) else "run-one-circle"


RULES_HERE = {**revenue.RULES_OF_ROUTES, "left-out": "run-range", "counts": "run-range", "missing-stop": "run-mine"}

RUNNING = revenue.Running(runnable_trains, revenue.network_by(problem_of), _broken_rule)


@rule("run-best")
def earns_the_most(table: Table, action: revenue.RunTrains) -> Refused | None:
    """[VII.10.3] [VII.5] No run may earn less than the best one that can be seen."""
    company = operating(table)
    best = RUNNING.better_than(table, company, action.routes)
    if best is None:
        return None
    earned = RUNNING.reading(table, company, action.routes).income.revenue
    return refused(company=company, amount=earned, best=best.income.revenue, routes=best.routes)


# ------------------------------------------------------------------------------------------------------------- the step


def earn_with_mines(
    table: Table, income: Income, routes: tuple[Route, ...] = (), by_route: tuple[int | None, ...] = ()
) -> None:
    """[VII.10.1] Revenue, and beside it what the mines bring."""
    revenue.earn(table, income, routes, by_route, mines=income.treasury)


def earn_run(table: Table, read: revenue.Reading, routes: tuple[Route, ...]) -> None:
    earn_with_mines(table, read.income, routes, read.by_route)


RUN_AS_RECORDED = revenue.as_recorded(RunAsRecorded, lambda run: Income(run.amount, run.mines), earn_with_mines)


def run_moves(*, site: bool) -> tuple[Move[Any], ...]:
    """Running trains, the best way; a recorded game may also bring what was written down."""
    if site:
        return RUNNING.move(earn_run), RUN_AS_RECORDED
    return (RUNNING.best_move(earn_run, earns_the_most),)


def earn_nothing(table: Table) -> None:
    earn_with_mines(table, NOTHING)


def can_run(table: Table, company: CompanyId) -> bool:
    """[VII.5] A company without a train, or whose stations lead nowhere, is not asked."""
    return bool(runnable_trains(table, company)) and revenue.leads_somewhere(table, company)


def running_trains(*moves: Move[Any]) -> tuple[Step, ...]:
    return revenue.running_steps(can_run, *moves, asked=ask_and_explain, nothing=earn_nothing)
