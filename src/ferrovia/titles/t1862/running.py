"""[7.8] Running trains: routes and sets of routes, what they earn, and the best that can be run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from ferrovia.model.ids import CompanyId, HexId, PlayerId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.network import reach_of
from ferrovia.model.view import BestRoutes, RouteFace
from ferrovia.routing.graph import Graph
from ferrovia.routing.income import complete, open_ends, terminal_of, total_of, units, value
from ferrovia.routing.legality import Violation, check, some_legal_set
from ferrovia.routing.problem import NOTHING, Convoy, Income, Problem, Route, Service, Solution
from ferrovia.routing.solver import solve
from ferrovia.rules.running import best_shown, rolling_stock
from ferrovia.titles.t1862.companies import home_stop
from ferrovia.titles.t1862.distance import End, counted_hexes
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.hauling import (
    ALL_INCOME,
    REVENUE_FIRST,
    RouteRules,
    graph_for,
    graph_of_ways,
    has_home_station,
    problem_of,
    rules_for,
    runnable_trains,
    whole_graph,
)
from ferrovia.titles.t1862.material import (
    Kind,
    Variant,
    books,
    box,
    clockwise_from,
    director,
    face_of,
    is_administered,
    pay_from_bank,
    trains_of,
    variant,
)

RouteId = NewType("RouteId", str)
"""A train and its way: `C-1: E12.0 F11.0 G10 G12.0` — stops by name, the hexes between them.

`E-0~1: …` and `E-1~1: …` run end to end as one, because they have the same sign; so a permanent freight train without a
sign runs for itself. Those that must be joined are, with a sign or without. A station in brackets, `(F11.0)`, is one
that an N/M train does not count; without any brackets it counts what pays best.
"""


@dataclass(frozen=True, slots=True)
class RunTrains:
    routes: tuple[RouteId, ...]


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with revenue and subsidy as they were written down."""

    amount: int
    subsidy: int


ACTIONS: tuple[type[Any], ...] = (RunTrains, RunAsRecorded)
FACTS: tuple[type[Any], ...] = ()

# ------------------------------------------------------------------------------------------------------ the best routes


def search_routes(table: Table, company: CompanyId, search: Search) -> BestRoutes:
    """The best routes with their proof, or the best found when the time is over."""
    graph = graph_for(table, company)
    problem = _whole_problem(table, company, graph, REVENUE_FIRST)
    return best_shown(problem, search, partial(_shown, graph, problem, company))


def _whole_problem(table: Table, company: CompanyId, graph: Graph, weights: Income) -> Problem:
    if not has_home_station(table, company) or home_stop(table, company) not in graph.numbers:
        return Problem(stops=(), chains=(), trains=())
    return problem_of(table, company, graph, rules_for(site=variant(table).site), weights)


def _shown(graph: Graph, problem: Problem, company: CompanyId, solution: Solution) -> BestRoutes:
    pairs = zip(solution.routes, earned_by(problem, solution.routes).by_route, strict=True)
    faces = [_route_face(graph, problem, route, amount or 0) for route, amount in pairs]
    spent = round(solution.seconds * 1_000_000)
    bound = solution.revenue if solution.proved else solution.upper_bound // problem.weights.revenue
    return BestRoutes(company, tuple(faces), solution.revenue, solution.proved, bound, solution.nodes, spent)


class Earned(NamedTuple):
    """What a set of routes earns, and how much of the revenue each route adds to those before it."""

    income: Income
    by_route: tuple[int | None, ...]
    """A convoy's goes to its first train; the others have none."""


def earned_by(problem: Problem, routes: Sequence[Route]) -> Earned:
    """Route after route, for every station pays once."""
    taken: list[Route] = []
    added: dict[int, int] = {}
    total = NOTHING
    for unit in units(complete(problem, routes)):
        taken += unit
        before, total = total, total_of(problem, taken)
        added[unit[0].train] = total.revenue - before.revenue
    return Earned(total, tuple([added.get(route.train) for route in routes]))


def _route_face(graph: Graph, problem: Problem, route: Route, earned: int) -> RouteFace:
    train = problem.trains[route.train].name
    sign = "" if route.convoy is None else f"~{route.convoy + 1}"
    text = f"{train}{sign}: {' '.join(graph.write(route.stops, route.chains))}"
    return RouteFace(train, text, tuple(graph.stops[stop] for stop in route.stops), earned)


def _stock_of(table: Table, company: CompanyId) -> tuple[object, ...]:
    return rolling_stock(table.state, runnable_trains(table, company))


class Run(NamedTuple):
    """Routes as they are written, what they earn, and whether none earn more."""

    routes: tuple[RouteId, ...]
    income: Income
    proved: bool


def best_run(table: Table, company: CompanyId) -> Run:
    """[8] The run that brings most revenue and subsidy; proved but for sets of trains that no game has seen."""
    return table.state.board.remember(
        ("best", company, _stock_of(table, company)), lambda: _run_within(table, company, THOROUGH, ALL_INCOME)
    )


SOON, THOROUGH = 30_000, 120_000
"""Nodes: nobody is kept waiting longer for a suggestion or for the state, however hard the proof may be. It may be so
for eight trains and more of one company, which merging after merging can bring together."""


def suggested_run(table: Table, company: CompanyId) -> tuple[RouteId, ...]:
    """Good routes soon, the best ones as a rule; none only if there are none."""
    return table.state.board.remember(
        ("suggested", company, _stock_of(table, company)), lambda: _suggested(table, company)
    )


def _suggested(table: Table, company: CompanyId) -> tuple[RouteId, ...]:
    return _run_within(table, company, SOON, REVENUE_FIRST).routes


def _run_within(table: Table, company: CompanyId, nodes: int, weights: Income) -> Run:
    """The best found; if none was, some routes that are legal."""
    graph = graph_for(table, company)
    problem = _whole_problem(table, company, graph, weights)
    solution = solve(problem, budget_nodes=nodes)
    routes: Sequence[Route] = solution.routes
    if not routes and not solution.proved:
        routes = some_legal_set(problem)
    texts = (_route_face(graph, problem, route, 0).text for route in routes)
    return Run(tuple(RouteId(text) for text in texts), value(problem, routes), solution.proved)


# ----------------------------------------------------------------------------------------------------- reading a run


class Reading(NamedTuple):
    """A run as it was written: what it earns, or the rules it breaks with their figures."""

    income: Income
    faults: Mapping[str, Mapping[str, Any]]
    hauls: tuple[tuple[HexId, ...], ...] = ()
    """[7.8.1] The hexes that count for the distance of freight."""
    earned: tuple[int | None, ...] = ()
    """What each route adds to the revenue of those before it."""


class Written(NamedTuple):
    """One route as it was written."""

    train: str
    sign: str
    way: list[str]
    skipped: frozenset[str]


def _written(text: str) -> Written:
    head, colon, way = text.partition(":")
    train, tilde, sign = head.partition("~") if colon else (text, "", "")
    names = way.split()
    skipped = frozenset([name[1:-1] for name in names if name.startswith("(")])
    return Written(train.strip(), (tilde + sign).strip(), [name.strip("()") for name in names], skipped)


def operating(table: Table) -> CompanyId:
    return table.here(CompanyTurn).company


def reading(table: Table, action: RunTrains, rules: RouteRules) -> Reading:
    key = ("run", operating(table), _stock_of(table, operating(table)), action.routes, rules)
    return table.state.board.remember(key, lambda: _read(table, action.routes, rules))


def _read(table: Table, texts: tuple[RouteId, ...], rules: RouteRules) -> Reading:
    company, board = operating(table), table.state.board
    runs = [_written(text) for text in texts]
    # to know whether a train that stays idle could run, all track is needed
    all_track = rules.duty and _some_stay_idle(table, company, runs)
    graph = whole_graph(board) if all_track else graph_of_ways(board, [r.way for r in runs], home_stop(table, company))
    problem = problem_of(table, company, graph, rules)
    faults: dict[str, Mapping[str, Any]] = {}
    routes: list[Route] = []
    for text, run in zip(texts, runs, strict=True):
        route = _route(table, problem, graph, run)
        if isinstance(route, str):
            key = "run-permit" if route == "run-own-trains" and run.train in trains_of(table.state, company) else route
            faults.setdefault(key, {"route": text})
        else:
            routes.append(route)
    if faults:
        return Reading(NOTHING, faults)
    joined = _joined(problem, routes, [run.sign for run in runs])
    for violation in check(problem, joined):
        text = " / ".join(texts) if violation.route is None else texts[violation.route]
        key = _broken_rule(table, problem, joined, violation)
        faults.setdefault(key, {"train": violation.params["train"]} if key == "run-duty" else {"route": text})
    if faults:
        return Reading(NOTHING, faults)
    earned = earned_by(problem, joined)
    return Reading(earned.income, {}, _hauls(table, problem, joined), earned.by_route)


def _some_stay_idle(table: Table, company: CompanyId, runs: Sequence[Written]) -> bool:
    return not {run.train for run in runs}.issuperset(runnable_trains(table, company))


def _hauls(table: Table, problem: Problem, routes: Sequence[Route]) -> tuple[tuple[HexId, ...], ...]:
    """For each freight train, or several that run as one, the hexes between its ends."""
    found: list[tuple[HexId, ...]] = []
    for unit in units(routes):
        if problem.trains[unit[0].train].services[0].haul is not None and (ends := open_ends(unit)):
            one, other = (_end(table, problem, unit, stop) for stop in ends)
            found.append(counted_hexes(box(table).map, one, other))
    return tuple(found)


def _end(table: Table, problem: Problem, unit: list[Route], stop: int) -> End:
    chain = next(route.chains[at] for route in unit for at in (0, -1) if route.stops[at] == stop)
    gate = terminal_of(problem, stop, chain).gate
    return End(box(table).map.names[gate], problem.stops[stop].kind in ("port", "red"))


def _route(table: Table, problem: Problem, graph: Graph, run: Written) -> Route | str:
    """The route in the solver's words, or the rule that it breaks."""
    number = next((at for at, train in enumerate(problem.trains) if train.name == run.train), None)
    if number is None:
        return "run-own-trains"
    found = graph.find(run.way)
    if found is None:
        return "run-known-track"
    stops, chains = found
    route = Route(number, stops, chains)
    if not run.skipped:
        return route
    if not run.skipped <= set(graph.numbers):
        return "run-known-track"
    without = {graph.numbers[name] for name in graph.numbers if name in run.skipped}
    service = problem.trains[number].services[0]
    if not _may_leave_out(service, stops, without):
        return COUNTS[face_of(table, TrainId(run.train)).kind]
    return replace(route, pays=tuple(None if stop in without or not service.pays[stop] else 0 for stop in stops))


def _may_leave_out(service: Service, stops: Sequence[int], without: set[int]) -> bool:
    """[7.8.2] [7.8.3] Only an N/M train leaves large stations uncounted, and no more than it visits beyond its N."""
    limit = service.counted
    if limit is None:
        return False
    large = [stop for stop in stops if limit.stops >> stop & 1]
    return without <= {*large} and len(without) <= len(large) - limit.most


def _joined(problem: Problem, routes: list[Route], signs: list[str]) -> list[Route]:
    """[7.8.1] Routes with the same sign run as one; those that must be joined do so without a sign, too."""
    numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs)) if sign}
    must = [problem.trains[route.train].convoy is Convoy.MUST for route in routes]
    if not numbers and sum(must) < 2:
        return routes
    shared = next((numbers[sign] for sign, bound in zip(signs, must, strict=True) if bound and sign), len(signs))
    return [
        replace(route, convoy=numbers.get(sign, shared if bound and sum(must) > 1 else None))
        for route, sign, bound in zip(routes, signs, must, strict=True)
    ]


def _broken_rule(table: Table, problem: Problem, routes: Sequence[Route], violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    if violation.route is None:
        return RULES_OF_SETS[violation.rule]
    kind = face_of(table, TrainId(problem.trains[routes[violation.route].train].name)).kind
    if violation.rule in ("range", "moves"):
        return RANGES[kind]
    if violation.rule == "counts":
        return COUNTS[kind]
    at_area = any(s.name == violation.params.get("stop") and s.kind in ("port", "red") for s in problem.stops)
    if violation.rule == "no-way-through" and at_area:
        return "run-area-at-end"
    if violation.rule in ("banned-stop", "bad-end") and at_area and kind == "local":
        return "run-local-no-area"
    return RULES_OF_ROUTES[violation.rule]


RANGES: Mapping[Kind, str] = {
    "freight": "run-range-freight",
    "local": "run-range-local",
    "express": "run-range-express",
}
COUNTS: Mapping[Kind, str] = {
    "freight": "run-counts-freight",
    "local": "run-counts-local",
    "express": "run-counts-express",
}
"""What is left uncounted."""
RULES_OF_ROUTES = {
    "broken-path": "run-two-stations",
    "bad-end": "run-large-ends",
    "no-token": "run-own-station",
    "stop-twice": "run-station-once",
    "group-twice": "run-one-area-of-a-kind",
    "no-way-through": "run-blocked",
    "track-twice": "run-station-once",
    "banned-stop": "run-london",
    "train-twice": "run-own-trains",
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
IN_RULEBOOK_ORDER = (
    "run-permit",
    "run-own-trains",
    "run-known-track",
    "run-own-station",
    "run-station-once",
    "run-blocked",
    "run-area-at-end",
    "run-london",
    "run-two-stations",
    "run-large-ends",
    "run-home",
    "run-meet",
    "run-one-area-of-a-kind",
    "run-range-freight",
    "run-counts-freight",
    "run-freights-joined",
    "run-freight-chain",
    "run-freight-joint",
    "run-only-freights-join",
    "run-local-no-area",
    "run-range-local",
    "run-counts-local",
    "run-range-express",
    "run-counts-express",
    "run-duty",
)

# --------------------------------------------------------------------------------------------------------------- moves


def route_rules(rules: RouteRules) -> Check[RunTrains]:
    """[7.4] [7.8] The rules of routes and of sets of routes, in rulebook order: a run is read once for all of them."""

    @rule("run-own-trains")
    def keeps_the_rules_of_routes(table: Table, action: RunTrains) -> Refused | None:
        return first_broken(reading(table, action, rules).faults, IN_RULEBOOK_ORDER)

    return keeps_the_rules_of_routes


@rule("recorded-revenue")
def are_amounts(table: Table, action: RunAsRecorded) -> Refused | None:
    if action.amount >= 0 and action.subsidy >= 0:
        return None
    return refused(amount=action.amount, subsidy=action.subsidy)


def earn(table: Table, run: Reading, routes: tuple[str, ...]) -> None:
    """[7.8.2] The subsidy goes to the treasury at once, whatever becomes of the revenue."""
    income = run.income
    company = operating(table)
    table.note(revenue=income.revenue, subsidy=income.subsidy)
    table.keep(last_revenue={**books(table).last_revenue, company: income.revenue})
    if income.subsidy:
        pay_from_bank(table, income.subsidy, to=company)
    table.tell(
        "trains-run",
        company=company,
        amount=income.revenue,
        subsidy=income.subsidy,
        routes=routes,
        hauls=run.hauls,
        earned=run.earned,
    )


def suggestion(table: Table) -> Iterator[Offer]:
    yield Offer(RunTrains(suggested_run(table, operating(table))), open=True)


def run_moves(rules: Variant) -> tuple[Move[Any], ...]:
    """Running trains; a recorded game may also bring figures as they were written down."""
    asked = rules_for(site=rules.site)

    def run(table: Table, action: RunTrains) -> None:
        earn(table, reading(table, action, asked), action.routes)

    run_trains = Move(RunTrains, suggestion, (route_rules(asked),), run)
    return (run_trains, RUN_AS_RECORDED) if rules.site else (run_trains,)


RUN_AS_RECORDED = Move(
    RunAsRecorded,
    lambda table: (),
    (are_amounts,),
    lambda table, action: earn(table, Reading(Income(action.amount, subsidy=action.subsidy), {}), ()),
)
"""Never offered: it only lets a recorded game go on."""


# --------------------------------------------------------------------------------------------------------------- steps


def steps(rules: Variant) -> tuple[Step, ...]:
    """[7.8] First what needs no question, then the director is asked. On the site people run for the state, too."""
    moves = run_moves(rules)

    def run_without_asking(table: Table) -> None:
        """[7.8] Without a train that may run, or without the home station, it earns nothing; [8] the state runs the
        best."""
        company = operating(table)
        if not runnable_trains(table, company) or not has_home_station(table, company):
            table.note(revenue=0)
            table.keep(last_revenue={**books(table).last_revenue, company: 0})
        elif is_administered(table, company) and not rules.site:
            best = best_run(table, company).routes
            earn(table, reading(table, RunTrains(best), rules_for(site=False)), best)

    def run_trains(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.revenue is not None:
            return None
        return Ask(who_runs(table, turn.company), moves, Message("run", {"company": turn.company}))

    return run_without_asking, run_trains


def who_runs(table: Table, company: CompanyId) -> PlayerId:
    """[7.8] The director; [8] else who has most shares, in doubt clockwise from the priority deal."""
    papers, state = box(table).papers, table.state
    in_order = clockwise_from(table, books(table).priority)
    return director(table, company) or max(in_order, key=lambda player: papers.shares(state, player, company))


# ---------------------------------------------------------------------------------------------- for recorded games


def can_run(game: Game) -> bool:
    """Whether the company that is asked to run has any route."""
    company: CompanyId = game.where()[-1].facts.company
    return len(reach_of(game.state.board, company).stops) > 1


def income_of(game: Game, action: RunTrains) -> Income:
    """What a legal run earns: revenue and subsidy."""
    told = next(event for event in game.play(action).events if event.key == "trains-run")
    return Income(told.params["amount"], subsidy=told.params["subsidy"])
