"""The best routes by an independent solver: OR-tools' CP-SAT, from the words of the problem alone."""

from dataclasses import dataclass
from itertools import combinations

from ortools.sat.python import cp_model

from ferrovia.routing.problem import Bonus, Problem, Service, Terminal

Literal = cp_model.LiteralT


@dataclass
class Runner:
    """The variables of a train that runs in one of its ways."""

    service: Service
    runs: cp_model.IntVar
    touched: list[cp_model.IntVar]
    passed: list[cp_model.IntVar]
    counted: list[cp_model.IntVar]
    starts: list[cp_model.IntVar]
    finishes: list[cp_model.IntVar]
    uses: list[tuple[int, cp_model.IntVar]]
    """A chain, in one direction or the other."""


class Oracle:
    """One circuit for each train: a dummy place, the first stop, …, the last stop, the dummy place."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.model = problem, cp_model.CpModel()
        self.worth: list[cp_model.LinearExprT] = []
        ways = [[self._runner(service) for service in train.services] for train in problem.trains]
        for runners in ways:
            self.model.add_at_most_one([runner.runs for runner in runners])
        self.runners = [runner for runners in ways for runner in runners]
        self._once([(runner.service.uses, runner.runs) for runner in self.runners])
        if not problem.shared_track:
            self._once([(self.problem.chains[c].track, var) for runner in self.runners for c, var in runner.uses])
        if problem.home:
            home = [var for runner in self.runners for n, var in enumerate(runner.touched) if problem.home >> n & 1]
            for runner in self.runners:
                self.model.add_bool_or([*home, ~runner.runs])
        if problem.meeting:
            self._meet()
        self._pay_stops()
        self._pay_hexes()

    def _new(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")

    def _once(self, users: list[tuple[int, cp_model.IntVar]]) -> None:
        """Of everything that a mask names only one user is chosen."""
        by_bit: dict[int, list[cp_model.IntVar]] = {}
        for mask, var in users:
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    by_bit.setdefault(bit, []).append(var)
        for variables in by_bit.values():
            self.model.add_at_most_one(variables)

    def _runner(self, service: Service) -> Runner:
        problem, model, size = self.problem, self.model, len(self.problem.stops)
        touched, starts, finishes, passed, counted = ([self._new() for _ in range(size)] for _ in range(5))
        runs = self._new()
        arcs: list[tuple[int, int, Literal]] = [(size, size, ~runs)]
        uses: list[tuple[int, cp_model.IntVar]] = []
        for n in range(size):
            arcs += [(n, n, ~touched[n]), (size, n, starts[n]), (n, size, finishes[n])]
            model.add_implication(touched[n], runs)  # no ring of stops without the dummy place
            model.add(passed[n] >= touched[n] - starts[n] - finishes[n])
            model.add(starts[n] + finishes[n] <= 1)
            if not problem.stops[n].through:
                model.add(passed[n] == 0)
            if service.banned >> n & 1:
                model.add(touched[n] == 0)
            if not service.ends >> n & 1:
                model.add(starts[n] + finishes[n] == 0)
            if service.haul is not None:
                model.add(counted[n] == starts[n] + finishes[n])
            elif service.skips >> n & 1:
                model.add(counted[n] <= touched[n])
            else:
                model.add(counted[n] == touched[n])
        for number, chain in enumerate(problem.chains):
            for here, there in (chain.ends, chain.ends[::-1]):
                if chain.gauge & service.gauges:
                    var = self._new()
                    arcs.append((here, there, var))
                    uses.append((number, var))
        model.add_circuit(arcs)
        runner = Runner(service, runs, touched, passed, counted, starts, finishes, uses)
        self._route_rules(runner)
        if service.haul is not None:
            self._pay_haul(runner)
        return runner

    def _route_rules(self, runner: Runner) -> None:
        problem, model, service = self.problem, self.model, runner.service
        stops, chains = problem.stops, problem.chains
        self._once([(chains[c].track, var) for c, var in runner.uses])
        self._once([(chains[c].clash, var) for c, var in runner.uses])
        self._once(
            [(stop.groups, runner.touched[n]) for n, stop in enumerate(stops)]
            + [(stop.crossed, runner.passed[n]) for n, stop in enumerate(stops)]
        )
        needs = [*service.needs, *([problem.tokens] if problem.needs_token else [])]
        for need in needs:
            model.add_bool_or([*(t for n, t in enumerate(runner.touched) if need >> n & 1), ~runner.runs])
        for limit in service.limits:
            model.add(sum(var for n, var in enumerate(runner.touched) if limit.stops >> n & 1) <= limit.most)
        if service.counted is not None:
            limit = service.counted
            model.add(sum(var for n, var in enumerate(runner.counted) if limit.stops >> n & 1) <= limit.most)
        if service.moves is not None:
            model.add(sum(chains[c].moves * var for c, var in runner.uses) <= service.moves)
        for bonus in service.bonuses:
            self._pay_bonus(runner, bonus)

    def _pay_bonus(self, runner: Runner, bonus: Bonus) -> None:
        """The bonus is earned exactly if everything it asks for holds."""
        model, conditions = self.model, list[cp_model.IntVar]()
        for touch in bonus.touches:
            conditions.append(self._some([var for n, var in enumerate(runner.touched) if touch >> n & 1]))
        if bonus.ends is not None:
            ways: list[cp_model.IntVar] = []
            for one, other in (bonus.ends, bonus.ends[::-1]):
                both = self._new()
                start = self._some([var for n, var in enumerate(runner.starts) if one >> n & 1])
                finish = self._some([var for n, var in enumerate(runner.finishes) if other >> n & 1])
                model.add_min_equality(both, [start, finish])
                ways.append(both)
            conditions.append(self._some(ways))
        earned = self._new()
        # a route that does not run earns nothing, even if nothing is asked for
        model.add_min_equality(earned, [*conditions, runner.runs])
        self.worth.append(self.problem.worth(bonus.income) * earned)

    def _some(self, variables: list[cp_model.IntVar]) -> cp_model.IntVar:
        some = self._new()
        self.model.add_max_equality(some, [*variables, 0])
        return some

    def _meet(self) -> None:
        """Of three routes that hang together two pairs meet, of two routes one: more are not asked here."""
        assert len(self.problem.trains) <= 3
        meetings: list[cp_model.IntVar] = []
        for one, other in combinations(self.runners, 2):
            shared: list[cp_model.IntVar] = []
            for n, (here, there) in enumerate(zip(one.touched, other.touched, strict=True)):
                if self.problem.meeting >> n & 1:
                    both = self._new()
                    self.model.add_min_equality(both, [here, there])
                    shared.append(both)
            meetings.append(self._some(shared))
        self.model.add(sum(meetings) >= sum(runner.runs for runner in self.runners) - 1)

    def _pay_haul(self, runner: Runner) -> None:
        """For every pair of ends what the way between them pays; all entrances are one here."""
        haul = runner.service.haul
        assert haul is not None and all(chain.gates == (0, 0) for chain in self.problem.chains)
        for a, start in enumerate(runner.starts):
            for b, finish in enumerate(runner.finishes):
                if a != b and runner.service.ends >> a & runner.service.ends >> b & 1:
                    both = self._new()
                    self.model.add_bool_or([~start, ~finish, both])
                    self.model.add_implication(both, start)
                    self.model.add_implication(both, finish)
                    self.worth.append(self.problem.worth(haul(Terminal(a, 0), Terminal(b, 0))) * both)

    def _pay_stops(self) -> None:
        for n in range(len(self.problem.stops)):
            self._pay(
                [
                    (max((self.problem.worth(pay) for pay in runner.service.pays[n]), default=0), runner.counted[n])
                    for runner in self.runners
                ]
            )

    def _pay_hexes(self) -> None:
        paying = [runner for runner in self.runners if runner.service.hex_pay]
        hexes = max((chain.hexes.bit_length() for chain in self.problem.chains), default=0)
        for number in range(hexes if paying else 0):
            over = [[var for c, var in r.uses if self.problem.chains[c].hexes >> number & 1] for r in paying]
            self._pay(
                [
                    (self.problem.worth(runner.service.hex_pay), self._some(variables))
                    for runner, variables in zip(paying, over, strict=True)
                ]
            )

    def _pay(self, paying: list[tuple[int, cp_model.IntVar]]) -> None:
        """What something is worth to each route that has it: to all of them, or to one."""
        if not self.problem.pays_once:
            self.worth += [worth * var for worth, var in paying]
            return
        chosen = [(worth, self._new()) for worth, _ in paying]
        for (_, has), (_, pays) in zip(paying, chosen, strict=True):
            self.model.add_implication(pays, has)
        self.model.add_at_most_one([pays for _, pays in chosen])
        self.worth += [worth * pays for worth, pays in chosen]

    def best(self) -> int:
        self.model.maximize(sum(self.worth))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        assert solver.solve(self.model) == cp_model.OPTIMAL
        return round(solver.objective_value)


def best_by_oracle(problem: Problem) -> int:
    """The greatest worth of a set of routes: no convoys, no duty to run, at most three trains that must meet."""
    return Oracle(problem).best() if problem.trains else 0
