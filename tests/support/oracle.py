"""The best routes by an independent solver: OR-tools' CP-SAT, from the words of the problem alone."""

from dataclasses import dataclass

from ortools.sat.python import cp_model

from ferrovia.routing.problem import Bonus, Problem, Service

Literal = cp_model.LiteralT


@dataclass
class Runner:
    """A train's variables."""

    service: Service
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
        self.runners = [self._runner(train.services[0]) for train in problem.trains]
        if not problem.shared_track:
            self._once([(self.problem.chains[c].track, var) for runner in self.runners for c, var in runner.uses])
        if problem.home:
            home = [var for runner in self.runners for n, var in enumerate(runner.touched) if problem.home >> n & 1]
            for runner in self.runners:
                for var in runner.starts:
                    self.model.add_bool_or([*home, ~var])
        self._pay_stops()

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
            if service.skips >> n & 1:
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
        runner = Runner(service, touched, passed, counted, starts, finishes, uses)
        self._route_rules(runner)
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
            for var in runner.starts:
                model.add_bool_or([*(t for n, t in enumerate(runner.touched) if need >> n & 1), ~var])
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
        model.add_min_equality(earned, [*conditions, self._some(runner.starts)])
        self.worth.append(self.problem.worth(bonus.income) * earned)

    def _some(self, variables: list[cp_model.IntVar]) -> cp_model.IntVar:
        some = self._new()
        self.model.add_max_equality(some, [*variables, 0])
        return some

    def _pay_stops(self) -> None:
        for n in range(len(self.problem.stops)):
            paying = [
                (max((self.problem.worth(pay) for pay in runner.service.pays[n]), default=0), runner.counted[n])
                for runner in self.runners
            ]
            if not self.problem.pays_once:
                self.worth += [worth * var for worth, var in paying]
                continue
            chosen = [(worth, self._new()) for worth, _ in paying]
            for (_, counted), (_, pays) in zip(paying, chosen, strict=True):
                self.model.add_implication(pays, counted)
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
    """The greatest worth of a set of routes: one service a train, no convoys, no hauls, no rule about meeting."""
    return Oracle(problem).best() if problem.trains else 0
