"""[7.8] Running trains: routes and sets of routes, what they earn, and the best that can be run."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ferrovia.engine.play import Ask, Game, Move, Step, Table
from ferrovia.model.ids import CompanyId, HexId
from ferrovia.model.message import Message
from ferrovia.model.network import reach_of
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of
from ferrovia.routing.income import open_ends, terminal_of, units
from ferrovia.routing.legality import Violation
from ferrovia.routing.problem import Income, Problem
from ferrovia.routing.problem import Route as Numbered
from ferrovia.rules import revenue
from ferrovia.rules.rounds import is_done, operating
from ferrovia.titles.t1862 import hauling
from ferrovia.titles.t1862.companies import home_stop
from ferrovia.titles.t1862.launch import who_decides
from ferrovia.titles.t1862.material import Variant, box, face_of, is_administered, pay_from_bank


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with revenue and subsidy as they were written down."""

    amount: int
    subsidy: int


# --------------------------------------------------------------------------------------------------------- the network


@cache
def running_for(*, site: bool) -> revenue.Running:
    """The trains of 1862 by the book or as on the site."""
    network = partial(_network, hauling.RouteRules(meet_in_cities=not site, duty=not site))
    return revenue.Running(hauling.runnable_trains, network, _broken_rule, lies_in_reach=False)


def _network(
    rules: hauling.RouteRules, table: Table, company: CompanyId, routes: Sequence[Route] | None
) -> revenue.Network:
    """[7.8] All that the company's trains can use, or what some routes name; to know whether a train that stays idle
    could run, all track is needed."""
    home, board = home_stop(table, company), table.state.board
    if routes is None:
        graph = hauling.graph_for(table, company)
        if not hauling.has_home_station(table, company) or home not in graph.numbers:
            return revenue.Network(graph, Problem(stops=(), chains=(), trains=()))
    elif rules.duty and not {route.train for route in routes}.issuperset(hauling.runnable_trains(table, company)):
        graph = hauling.whole_graph(board)
    else:
        graph = hauling.graph_of_ways(board, [route.way for route in routes], home)
    return revenue.Network(graph, hauling.problem_of(table, company, graph, rules))


def _hauls(table: Table, problem: Problem, routes: Sequence[Numbered]) -> tuple[tuple[HexId, ...], ...]:
    """For each freight train, or several that run as one, the hexes between its ends."""
    found: list[tuple[HexId, ...]] = []
    for unit in units(routes):
        if problem.trains[unit[0].train].services[0].haul is not None and (ends := open_ends(unit)):
            one, other = (_end(table, problem, unit, stop) for stop in ends)
            found.append(hauling.counted_hexes(box(table).map, one, other))
    return tuple(found)


def _end(table: Table, problem: Problem, unit: list[Numbered], stop: int) -> hauling.End:
    chain = next(route.chains[at] for route in unit for at in (0, -1) if route.stops[at] == stop)
    gate = terminal_of(problem, stop, chain).gate
    return hauling.End(box(table).map.names[gate], problem.stops[stop].kind in ("port", "red"))


# -------------------------------------------------------------------------------------------------- the rules of routes


def _broken_rule(table: Table, routes: Sequence[Route], violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    if violation.route is None:
        return RULES_OF_SETS[violation.rule]
    train = routes[violation.route].train
    if violation.rule == "own-trains":
        return "run-permit" if train in trains_of(table.state, operating(table)) else "run-own-trains"
    kind = face_of(table, train).kind
    if violation.rule in ("range", "moves"):
        return RANGES[kind]
    if violation.rule in ("counts", "left-out"):
        return COUNTS[kind]
    at_area = "stop" in violation.params and bool(table.state.board.stop(violation.params["stop"]).groups)
    if violation.rule == "no-way-through" and at_area:
        return "run-area-at-end"
    if violation.rule in ("banned-stop", "bad-end") and at_area and kind == "local":
        return "run-local-no-area"
    return RULES_OF_ROUTES[violation.rule]


RANGES = {"freight": "run-range-freight", "local": "run-range-local", "express": "run-range-express"}
COUNTS = {"freight": "run-counts-freight", "local": "run-counts-local", "express": "run-counts-express"}
"""What is left uncounted."""
RULES_OF_ROUTES = {
    **revenue.RULES_OF_ROUTES,
    "broken-path": "run-two-stations",
    "bad-end": "run-large-ends",
    "stop-twice": "run-station-once",
    "group-twice": "run-one-area-of-a-kind",
    "track-twice": "run-station-once",
    "banned-stop": "run-london",
    "convoy-never": "run-only-freights-join",
}
RULES_OF_SETS = {
    "home": "run-home",
    "apart": "run-meet",
    "convoy-apart": "run-freights-joined",
    "convoy-broken": "run-freight-chain",
    "convoy-joint": "run-freight-joint",
    "idle": "run-duty",
}

# --------------------------------------------------------------------------------------------------------------- moves


def earn_run(table: Table, read: revenue.Reading, routes: tuple[Route, ...]) -> None:
    """What a run brings, and [7.8.1] the hexes that count for the distance of freight."""
    earn_income(table, read.income, routes, read.by_route, hauls=_hauls(table, read.problem, read.routes))


def earn_income(
    table: Table,
    income: Income,
    routes: tuple[Route, ...] = (),
    by_route: tuple[int | None, ...] = (),
    hauls: tuple[tuple[HexId, ...], ...] = (),
) -> None:
    """[7.8.2] The subsidy goes to the treasury at once, whatever becomes of the revenue."""
    if income.subsidy:
        pay_from_bank(table, income.subsidy, to=operating(table))
    revenue.earn(table, income, routes, by_route, subsidy=income.subsidy, hauls=hauls)


def run_moves(rules: Variant) -> tuple[Move[Any], ...]:
    """Running trains; a recorded game may also bring figures as they were written down."""
    run_trains = running_for(site=rules.site).move(earn_run)
    return (run_trains, RUN_AS_RECORDED) if rules.site else (run_trains,)


RUN_AS_RECORDED = revenue.as_recorded(RunAsRecorded, lambda run: Income(run.amount, subsidy=run.subsidy), earn_income)


# --------------------------------------------------------------------------------------------------------------- steps


def steps(rules: Variant) -> tuple[Step, ...]:
    """[7.8] First what needs no question, then the director is asked. On the site people run for the state, too."""
    moves, trains = run_moves(rules), running_for(site=rules.site)

    def run_without_asking(table: Table) -> None:
        """[7.8] Without a train that may run, or without the home station, it earns nothing; [8] the state runs the
        best. On the site a company that a merger leaves without a director does not run in that turn."""
        company = operating(table)
        is_orphaned = rules.site and is_administered(table, company) and is_done(table, "merging")
        can_run = not is_orphaned and hauling.runnable_trains(table, company)
        if not can_run or not (rules.site or hauling.has_home_station(table, company)):
            revenue.earn_nothing(table)
        elif is_administered(table, company) and not rules.site:
            best = trains.best(table, company, hauling.ALL_INCOME).routes
            earn_run(table, trains.reading(table, company, best), best)

    return run_without_asking, revenue.asking_to_run(*moves, asked=ask_who_runs)


def ask_who_runs(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    return Ask(who_decides(table, company), moves, about)


# ---------------------------------------------------------------------------------------------- for recorded games


def can_run(game: Game) -> bool:
    """Whether the company that is asked to run has any route."""
    company: CompanyId = game.where()[-1].facts.company
    return len(reach_of(game.state.board, company).stops) > 1
