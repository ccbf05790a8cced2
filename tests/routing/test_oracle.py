"""The solver against OR-tools on boards that are too large for listing everything."""

from dataclasses import replace
from random import Random

import pytest

from ferrovia.routing.legality import check
from ferrovia.routing.problem import ANY, Bonus, Income, Limit, Problem, Service, Train
from ferrovia.routing.solver import solve
from support.oracle import best_by_oracle
from support.railways import Size, network, plain_trains
from support.routes import random_problem

MEDIUM = Size(columns=6, rows=6, cities=9, towns=7, offboards=3, tokens=2)


def agrees(problem: Problem) -> None:
    solution = solve(problem)
    assert solution.proved
    assert not check(problem, solution.routes)
    assert solution.worth == best_by_oracle(problem)


def mixed_trains(seed: int) -> Problem:
    """Plus trains, trains that skip towns, trains that count some of many, bonuses, groups and clashes."""
    random = Random(seed)
    stops, chains, values = network(random, random.choice((1.4, 2.2)), MEDIUM)
    size = len(stops)
    towns = sum(1 << n for n, stop in enumerate(stops) if stop.kind == "town")
    stops = tuple(replace(stop, groups=1 << random.randrange(4) if random.random() < 0.2 else 0) for stop in stops)
    chains = tuple(replace(chain, clash=1 << random.randrange(3) if random.random() < 0.1 else 0) for chain in chains)
    pays = tuple((Income(value),) for value in values)
    some = [sum(1 << n for n in random.sample(range(size), 4)) for _ in range(4)]
    bonuses = (Bonus(Income(50), (some[0], some[1])), Bonus(Income(70), (), (some[2], some[3])))
    n = random.randint(2, 4)
    services = (
        Service(pays=pays, limits=(Limit(~towns, n), Limit(ANY, n + 2)), bonuses=bonuses),
        Service(pays=pays, counted=Limit(ANY, n + 1), skips=towns),
        Service(pays=pays, limits=(Limit(~towns, n + 1),), counted=Limit(~towns, n), skips=~towns),
        Service(pays=pays, limits=(Limit(~towns, n),), needs=(some[0],)),
        Service(pays=pays, moves=n + 3, bonuses=bonuses[:1]),
    )
    trains = tuple(Train(str(number), (random.choice(services),)) for number in range(random.randint(1, 3)))
    return Problem(stops=stops, chains=chains, trains=trains)


@pytest.mark.parametrize("seed", (0, 1, 2, 3, 4, 5, 8))
def test_mixed_trains_on_medium_boards(seed: int) -> None:
    agrees(mixed_trains(seed))


@pytest.mark.parametrize("seed", range(6))
def test_shared_track_where_each_stop_pays_once(seed: int) -> None:
    problem = mixed_trains(100 + seed)
    alike = problem.trains[0].services[0].pays
    trains = tuple(Train(t.name, tuple(replace(s, pays=alike) for s in t.services)) for t in problem.trains)
    home = 1 << next(n for n, stop in enumerate(problem.stops) if stop.token)
    agrees(replace(problem, trains=trains, shared_track=True, pays_once=True, home=home))


@pytest.mark.parametrize("seed", range(1, 3))
def test_long_trains_on_medium_boards(seed: int) -> None:
    agrees(plain_trains(seed, 2.2, (7, 5, 4), MEDIUM))


@pytest.mark.parametrize("seed", range(3))
def test_a_train_without_limit_on_large_boards(seed: int) -> None:
    agrees(plain_trains(seed, 1.63, (None,)))


@pytest.mark.parametrize("seed", range(60))
def test_the_oracle_itself_on_small_boards(seed: int) -> None:
    """Both solvers read the same words: they agree where every rule is mixed with every other."""
    problem = random_problem(Random(seed))
    trains = tuple(replace(t, services=tuple(replace(s, uses=0) for s in t.services[:1])) for t in problem.trains)
    agrees(replace(problem, trains=trains))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_three_long_trains_on_large_dense_boards(seed: int) -> None:
    agrees(plain_trains(seed, 3.26, (8, 6, 5)))
