"""Running trains: what a run earns or which rules it breaks, the best run, and the question which one it is."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from typing import Any, NamedTuple, TypeVar

from ferrovia.engine.play import (
    Ask,
    Check,
    Move,
    Offer,
    Refused,
    Search,
    Step,
    Table,
    no_offers,
    refused,
    refused_by,
    rule,
)
from ferrovia.model.ids import CompanyId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.network import found_in_reach
from ferrovia.model.route import Route, route_along
from ferrovia.model.view import BestRoutes, RouteFace
from ferrovia.routing.graph import Clash, Graph, graph_along, graph_reached, leads_on
from ferrovia.routing.income import complete, total_of, units, value
from ferrovia.routing.legality import Violation, check, check_together, is_legal_alone, some_legal_set
from ferrovia.routing.problem import NOTHING, Convoy, Income, Problem, Service, Solution
from ferrovia.routing.problem import Route as Numbered
from ferrovia.routing.solver import is_most, solve
from ferrovia.rules.rounds import Asked, CompanyTurn, operating

A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunTrains:
    """A route for each train that runs."""

    routes: tuple[Route, ...]


class Network(NamedTuple):
    """A company's track and trains, written down for the search of routes."""

    graph: Graph
    problem: Problem


def network_by(
    problem: Callable[[Table, CompanyId, Graph], Problem], clash: Clash | None = None
) -> Callable[[Table, CompanyId, Sequence[Route] | None], Network]:
    """All track that a company reaches, or what some routes use; `problem`: what the company's trains make of it."""

    def network(table: Table, company: CompanyId, routes: Sequence[Route] | None) -> Network:
        board = table.state.board
        ways = None if routes is None else [route.way for route in routes]
        graph = graph_reached(board, company, clash) if ways is None else graph_along(board, ways, clash)
        return Network(graph, problem(table, company, graph))

    return network


class Reading(NamedTuple):
    """A run as it was answered: what it earns, or the rules that it breaks with their figures."""

    problem: Problem
    routes: tuple[Numbered, ...]
    faults: Mapping[str, Mapping[str, Any]]
    income: Income = NOTHING
    by_route: tuple[int | None, ...] = ()
    """How much revenue each route adds to those before it; a convoy's goes to its first train, the others have none."""


class Run(NamedTuple):
    """Routes, what they earn, and whether none earn more."""

    routes: tuple[Route, ...]
    income: Income
    proved: bool


BrokenRule = Callable[[Table, Sequence[Route], Violation], str]
"""The key of the rule behind a violation. Beside those of `routing.check` there are `own-trains`, `known-track` and
`left-out`: stops uncounted that must count."""

Earn = Callable[[Table, Reading, tuple[Route, ...]], None]
"""Takes what a run brings."""

RULES_OF_ROUTES: Mapping[str, str] = {
    "own-trains": "run-own-trains",
    "train-twice": "run-own-trains",
    "convoy-never": "run-own-trains",
    "known-track": "run-known-track",
    "broken-path": "run-two-stops",
    "no-token": "run-own-station",
    "range": "run-range",
    "stop-twice": "run-stop-once",
    "no-way-through": "run-blocked",
    "track-twice": "run-track-once",
    "track-shared": "run-track-shared",
}
"""What most titles call the rules of routes."""


class Nodes(NamedTuple):
    """How long routes are sought: nobody is kept waiting longer, however hard the proof may be."""

    soon: int
    """For a suggestion to a director."""
    thorough: int
    """For a run that a rule chooses."""


APART = Nodes(200_000, 400_000)
TOGETHER = Nodes(30_000, 120_000)
"""Where stops pay once for all trains together: there a node is more work."""
WAYS_TRIED = 64
"""How many ways to use trains that can run in several are looked at."""


def _nodes_for(problem: Problem) -> Nodes:
    return TOGETHER if problem.pays_once else APART


@dataclass(slots=True)
class _Most:
    """What the best run of a company is worth, as soon as it is proved."""

    worth: int | None = None


@dataclass(frozen=True, eq=False)
class Running:
    """How a title's trains run: which may, over what network, and what its rules of routes are called."""

    trains: Callable[[Table, CompanyId], Sequence[TrainId]]
    """The trains of a company that may run."""
    network: Callable[[Table, CompanyId, Sequence[Route] | None], Network]
    """All that a company's trains could use, or as much of it as some routes speak of."""
    broken: BrokenRule
    depends: Callable[[Table, CompanyId], tuple[object, ...]] = lambda table, company: ()
    """What else routes depend on in a title, such as a tender."""
    lies_in_reach: bool = True
    """Whether the network is no more than what the company reaches."""

    # The best run.

    def search(self, table: Table, company: CompanyId, search: Search) -> BestRoutes:
        """The best routes with their proof, or the best found when the time is over."""
        network = self.network(table, company, None)
        shown = partial(_shown, network, company)
        solution = solve(
            network.problem,
            budget_seconds=search.budget_seconds,
            budget_nodes=search.budget_nodes,
            cancelled=search.cancelled,
            on_better=search.told(shown),
        )
        return shown(solution)

    def suggested(self, table: Table, company: CompanyId) -> tuple[Route, ...]:
        """Good routes soon, the best ones as a rule; none only if there are none."""
        return self._found_soon(table, company).routes

    def best(self, table: Table, company: CompanyId, weights: Income | None = None) -> Run:
        """The run that brings most, by the title's weights or others; proved but for trains that no game has seen."""
        if weights is None and (soon := self._found_soon(table, company)).proved:
            return soon
        found = partial(self._run, table, company, thorough=True, weights=weights)
        return self._remembered(table, company, ("best", weights), found)

    def better_than(self, table: Table, company: CompanyId, routes: tuple[Route, ...]) -> Run | None:
        """The best run, if it brings more than some legal routes. As a rule these are the best: so, unless the best run
        is known, it is proved that none brings more, which takes less than to find it."""
        read = self.reading(table, company, routes)
        worth, most = read.problem.worth(read.income), self._proved_most(table, company)
        if most.worth is None and self._is_most(table, company, worth):
            most.worth = worth
        if most.worth is not None and worth >= most.worth:
            return None
        best = self.best(table, company)
        return best if read.problem.worth(best.income) > worth else None

    def _is_most(self, table: Table, company: CompanyId, worth: int) -> bool:
        """Whether it is proved that no run is worth more."""
        problem = self.network(table, company, None).problem
        return is_most(problem, worth, budget_nodes=_nodes_for(problem).thorough)

    def _proved_most(self, table: Table, company: CompanyId) -> "_Most":
        return self._remembered(table, company, "most", _Most)

    def _found_soon(self, table: Table, company: CompanyId) -> Run:
        return self._remembered(table, company, "soon", partial(self._run, table, company))

    def _run(self, table: Table, company: CompanyId, *, thorough: bool = False, weights: Income | None = None) -> Run:
        graph, problem = self.network(table, company, None)
        nodes = _nodes_for(problem)
        if weights is not None:
            problem = replace(problem, weights=weights)
        solution = best_within(problem, nodes=nodes.thorough if thorough else nodes.soon)
        routes = tuple(_named(graph, problem, route) for route in solution.routes)
        if solution.proved and weights is None:
            self._proved_most(table, company).worth = solution.worth
        return Run(routes, solution.income, solution.proved)

    # Reading a run.

    def reading(self, table: Table, company: CompanyId, routes: tuple[Route, ...]) -> Reading:
        """What a run earns, or the rules that it breaks."""
        key = ("run", routes, *self._what_matters(table, company))
        return table.state.board.remember(key, lambda: self._read(table, company, routes))

    def _read(self, table: Table, company: CompanyId, routes: tuple[Route, ...]) -> Reading:
        graph, problem = self.network(table, company, routes)
        faults: dict[str, Mapping[str, Any]] = {}
        found: list[Numbered] = []
        for number, route in enumerate(routes):
            read = _numbered(graph, problem, route)
            if isinstance(read, str):
                key = self.broken(table, routes, Violation(number, read, {}))
                faults.setdefault(key, {"route": route})
            else:
                found.append(read)
        if not faults:
            found, broken = _judged_in_the_best_way(
                problem, _joined(problem, found, [route.convoy for route in routes])
            )
            for violation in broken:
                about = {"routes": routes} if violation.route is None else {"route": routes[violation.route]}
                faults.setdefault(self.broken(table, routes, violation), {**violation.params, **about})
        if faults:
            return Reading(problem, (), faults)
        return Reading(problem, tuple(found), {}, *earned_by(problem, found))

    def _what_matters(self, table: Table, company: CompanyId) -> tuple[object, ...]:
        """Beside the board, routes depend on the phase, and on which cards can run with which faces."""
        state = table.state
        stock = [(train, state.trains[train].face) for train in self.trains(table, company)]
        return (self, company, state.phase, *stock, *self.depends(table, company))

    def _remembered(self, table: Table, company: CompanyId, what: Hashable, find: Callable[[], T]) -> T:
        """What was found out about a company's network, on this board or one where the company reached the same."""
        board, about = table.state.board, self._what_matters(table, company)
        if self.lies_in_reach:
            return board.remember((what, *about), partial(found_in_reach, board, company, what, about, find))
        return board.remember((what, *about), find)

    # The answer.

    def move(self, earn: Earn, *duties: Check[RunTrains]) -> Move[Any]:
        """The director says which routes are run; `earn` takes what they bring."""
        return self._move(self.suggested, earn, duties)

    def best_move(self, earn: Earn, *duties: Check[RunTrains]) -> Move[Any]:
        """The same where a duty demands the best run: then nothing else can be suggested, however long it takes."""
        return self._move(lambda table, company: self.best(table, company).routes, earn, duties)

    def _move(
        self,
        suggested: Callable[[Table, CompanyId], tuple[Route, ...]],
        earn: Earn,
        duties: tuple[Check[RunTrains], ...],
    ) -> Move[Any]:
        @rule("run-own-trains")
        def keeps_the_rules_of_routes(table: Table, action: RunTrains) -> Refused | None:
            """Of several rules that are broken the first in the order of the rulebook is told."""
            faults = self.reading(table, operating(table), action.routes).faults
            key = next((key for key in table.title.rulebook.keys if key in faults), None) if faults else None
            return None if key is None else refused_by(key, **faults[key])

        def suggestion(table: Table) -> Iterator[Offer]:
            yield Offer(RunTrains(suggested(table, operating(table))), open=True)

        def run(table: Table, action: RunTrains) -> None:
            earn(table, self.reading(table, operating(table), action.routes), action.routes)

        return Move(RunTrains, suggestion, (keeps_the_rules_of_routes, *duties), run)

    def duty_to_run(self, table: Table, action: RunTrains) -> Refused | None:
        """Whoever has a route runs: the claim of a check."""
        company = operating(table)
        return None if action.routes or not self.suggested(table, company) else Refused({"company": company})


def best_within(problem: Problem, *, nodes: int) -> Solution:
    """The best routes found within a budget of nodes; where none were found, some that are legal."""
    solution = solve(problem, budget_nodes=nodes)
    if solution.routes or solution.proved:
        return solution
    routes = complete(problem, some_legal_set(problem))
    income = total_of(problem, routes)
    return replace(solution, routes=tuple(routes), income=income, worth=problem.worth(income))


# --------------------------------------------------------------------------------------------------- routes in numbers


def _numbered(graph: Graph, problem: Problem, route: Route) -> Numbered | str:
    """The route in the solver's words, or what is wrong with it before any rule is asked."""
    number = next((at for at, train in enumerate(problem.trains) if train.name == route.train), None)
    if number is None:
        return "own-trains"
    found = graph.locate(route)
    if found is None or not graph.numbers.keys() >= {*route.skipped}:
        return "known-track"
    stops, chains = found
    if not route.skipped:
        return Numbered(number, stops, chains)
    service = problem.trains[number].services[0]
    without = {graph.numbers[stop] for stop in route.skipped}
    if not _may_leave_out(service, stops, without):
        return "left-out"
    pays = tuple(None if stop in without or not service.pays[stop] else 0 for stop in stops)
    return Numbered(number, stops, chains, pays=pays)


def _may_leave_out(service: Service, stops: Sequence[int], without: set[int]) -> bool:
    """A train leaves out what its service lets it skip, and no more than it visits beyond what it counts."""
    limit = service.counted
    if limit is None:
        return False
    countable = [stop for stop in stops if limit.stops >> stop & 1]
    skippable = {stop for stop in countable if service.skips >> stop & 1}
    return without <= skippable and len(without) <= len(countable) - limit.most


def _joined(problem: Problem, routes: list[Numbered], signs: list[str]) -> list[Numbered]:
    """Routes with the same sign run as one; those that must be joined do so without a sign, too."""
    numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs)) if sign}
    must = [problem.trains[route.train].convoy is Convoy.MUST for route in routes]
    if not numbers and sum(must) < 2:
        return routes
    shared = next((numbers[sign] for sign, bound in zip(signs, must, strict=True) if bound and sign), len(signs))
    return [
        replace(route, convoy=numbers.get(sign, shared if bound and sum(must) > 1 else None))
        for route, sign, bound in zip(routes, signs, must, strict=True)
    ]


def _judged_in_the_best_way(problem: Problem, routes: list[Numbered]) -> tuple[list[Numbered], list[Violation]]:
    """Of trains that can run in several ways each runs in the one that is legal and pays best with the others; and what
    is wrong, where no way is legal."""
    services = [range(len(problem.trains[route.train].services)) for route in routes]
    if max(map(len, services), default=1) == 1:
        return routes, check(problem, routes)
    alone = [
        [way for service in ways if is_legal_alone(problem, way := route.served_by(service))]
        for route, ways in zip(routes, services, strict=True)
    ]
    tried = [list(ways) for ways in islice(product(*alone), WAYS_TRIED)]
    legal = [ways for ways in tried if not check_together(problem, ways)]
    if not legal:
        return routes, check(problem, routes)
    best = legal[0] if len(legal) == 1 else max(legal, key=lambda ways: problem.worth(value(problem, ways)))
    return best, []


def earned_by(problem: Problem, routes: Sequence[Numbered]) -> tuple[Income, tuple[int | None, ...]]:
    """What a set of routes earns, and the revenue that each adds to those before it: a stop may pay only once."""
    taken: list[Numbered] = []
    added: dict[int, int] = {}
    total = NOTHING
    for unit in units(complete(problem, routes)):
        taken += unit
        before, total = total, total_of(problem, taken) if problem.pays_once else total.plus(total_of(problem, unit))
        added[unit[0].train] = total.revenue - before.revenue
    return total, tuple([added.get(route.train) for route in routes])


# ------------------------------------------------------------------------------------------------------ routes by name


def _named(graph: Graph, problem: Problem, route: Numbered) -> Route:
    sign = "" if route.convoy is None else str(route.convoy + 1)
    return route_along(problem.trains[route.train].name, graph.write(route.stops, route.chains), convoy=sign)


def _shown(network: Network, company: CompanyId, solution: Solution) -> BestRoutes:
    graph, problem = network
    _, by_route = earned_by(problem, solution.routes)
    faces = tuple(
        RouteFace(_named(graph, problem, route), added or 0)
        for route, added in zip(solution.routes, by_route, strict=True)
    )
    bound = solution.revenue if solution.proved else solution.upper_bound // problem.weights.revenue
    spent = round(solution.seconds * 1_000_000)
    return BestRoutes(company, faces, solution.revenue, solution.proved, bound, solution.nodes, spent)


# -------------------------------------------------------------------------------------------------------------- earning


def earn(
    table: Table,
    income: Income,
    routes: tuple[Route, ...] = (),
    by_route: tuple[int | None, ...] = (),
    **told: Any,
) -> None:
    """What the operating company has run: revenue to decide about, and what goes to its treasury in any case; `told`:
    whatever else its title says of it."""
    company = operating(table)
    table.note(revenue=income.revenue, subsidy=income.treasury + income.subsidy)
    table.note_revenue(company, income.revenue)
    table.tell("trains-run", company=company, amount=income.revenue, routes=routes, earned=by_route, **told)


def earn_run(table: Table, read: Reading, routes: tuple[Route, ...]) -> None:
    earn(table, read.income, routes, read.by_route)


def as_recorded(
    action: type[A], income: Callable[[A], Income], earn: Callable[[Table, Income], None] = earn
) -> Move[A]:
    """Figures as they were written down: never offered, it only lets a recorded game go on."""

    @rule("recorded-revenue")
    def are_amounts(table: Table, run: A) -> Refused | None:
        earned = income(run)
        beside = earned.treasury + earned.subsidy
        return refused(amount=earned.revenue, subsidy=beside) if min(earned.revenue, beside) < 0 else None

    return Move(action, no_offers, (are_amounts,), lambda table, run: earn(table, income(run)), only_recorded=True)


def leads_somewhere(table: Table, company: CompanyId) -> bool:
    """Whether a company reaches two stops: those where it stands count, and no more than the next one is sought."""
    board = table.state.board
    stations = board.stations_of(company)
    return len(stations) > 1 or any(leads_on(board, stop) for stop in stations)


# ------------------------------------------------------------------------------------------------------------- the step


def earn_nothing(table: Table) -> None:
    """A company that cannot run is not asked."""
    table.note(revenue=0)
    table.note_revenue(operating(table), 0)


def running_steps(
    can_run: Callable[[Table, CompanyId], bool],
    *moves: Move[Any],
    asked: Asked,
    nothing: Callable[[Table], None] = earn_nothing,
) -> tuple[Step, Step]:
    """Whoever cannot run earns `nothing`; all others are `asked`."""

    def run_without_asking(table: Table) -> None:
        if not can_run(table, operating(table)):
            nothing(table)

    return run_without_asking, asking_to_run(*moves, asked=asked)


def asking_to_run(*moves: Move[Any], asked: Asked) -> Step:
    """Whoever is `asked` says what the trains run, unless that is settled."""

    def run_trains(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.revenue is not None:
            return None
        return asked(table, turn.company, moves, Message("run", {"company": turn.company}))

    return run_trains
