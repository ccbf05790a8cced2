"""The solver against OR-tools on boards that are too large for listing everything."""

from dataclasses import replace
from random import Random

import pytest

from ferrovia.routing.legality import check
from ferrovia.routing.problem import ANY, Bonus, Income, Limit, Problem, Service, Train
from ferrovia.routing.solver import solve
from support.oracle import best_by_oracle
from support.railways import Size, network, plain_trains, skipping_trains
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
    agrees(random_problem(Random(seed)))


def with_tender(service: Service) -> Train:
    """A train that may take the one tender, and then counts one stop more."""
    longer = tuple(Limit(limit.stops, limit.most + 1) for limit in service.limits)
    return Train("train", (service, replace(service, limits=longer, uses=1)))


@pytest.mark.parametrize("seed", range(4))
def test_tenders_gauges_mines_and_harbours_on_medium_boards(seed: int) -> None:
    """Goods trains from mines, harbours only at an end, two gauges, a pass that is crossed once, one tender for all."""
    random = Random(200 + seed)
    stops, chains, values = network(random, 1.8, MEDIUM)
    towns = sum(1 << n for n, stop in enumerate(stops) if stop.kind == "town")
    harbours = sum(1 << n for n, stop in enumerate(stops) if stop.kind == "offboard")
    mines = sum(1 << n for n in range(len(stops)) if towns >> n & 1 and random.random() < 0.5)
    stops = tuple(
        replace(stop, groups=harbours >> n & 1, crossed=2 if random.random() < 0.15 else 0)
        for n, stop in enumerate(stops)
    )
    chains = tuple(replace(chain, gauge=random.choice((1, 1, 2, 3))) for chain in chains)
    pays = tuple(
        (Income(value), Income(0, 2 * value)) if mines >> n & 1 else (Income(value),) for n, value in enumerate(values)
    )
    broad = Service(pays=pays, limits=(Limit(~towns, 3), Limit(ANY, 5)), gauges=1)
    combined = Service(pays=pays, limits=(Limit(ANY, 5),))
    goods = Service(pays=pays, limits=(Limit(~towns, 2),), needs=(mines,), gauges=2, banned=harbours)
    trains = (with_tender(broad), with_tender(combined), Train("2g", (goods,)))
    agrees(Problem(stops=stops, chains=chains, trains=trains, weights=Income(1, 1, 0)))


@pytest.mark.parametrize("seed", range(4))
def test_routes_that_share_track_and_must_meet_on_medium_boards(seed: int) -> None:
    """Express trains that skip, locals paid by the hex, freights by distance; all hang together and one comes home."""
    random = Random(300 + seed)
    stops, chains, values = network(random, 1.5, MEDIUM)
    large = sum(1 << n for n, stop in enumerate(stops) if stop.kind != "town")
    inland = sum(1 << n for n, stop in enumerate(stops) if stop.kind == "city")
    where = [random.randrange(12) for _ in stops]
    pays = tuple((Income(value),) for value in values)
    express = Service(pays=pays, limits=(Limit(large, 4),), counted=Limit(large, 3), skips=large, ends=large)
    local = Service(
        pays=pays, limits=(Limit(inland, 3),), ends=inland, banned=large & ~inland, hex_pay=Income(0, 0, 10)
    )
    freight = Service(
        pays=pays,
        moves=6,
        ends=large,
        haul=lambda one, other: Income(20 * abs(where[one.stop] - where[other.stop])),
    )
    chains = tuple(replace(chain, gates=(0, 0)) for chain in chains)
    kinds = [Train("E", (express,)), Train("L", (local,)), Train("F", (freight,))]
    problem = Problem(
        stops=stops,
        chains=chains,
        trains=tuple(random.sample(kinds, 3) if seed else (kinds[0], kinds[0], kinds[1])),
        weights=Income(1, 0, 1),
        shared_track=True,
        pays_once=True,
        meeting=inland,
        home=1 << next(n for n, stop in enumerate(stops) if stop.token),
    )
    agrees(problem)


LARGE_AND_SPARSE = {"plain": plain_trains(0, 1.63, (5, 4)), "skipping": skipping_trains(3, 1.63, (4, 3))}


@pytest.mark.parametrize("problem", LARGE_AND_SPARSE.values(), ids=LARGE_AND_SPARSE.keys())
def test_two_trains_on_large_boards(problem: Problem) -> None:
    agrees(problem)


@pytest.mark.long
@pytest.mark.sampled(each=1)
@pytest.mark.parametrize("seed", (2, 5))
def test_three_long_trains_on_large_boards(seed: int) -> None:
    agrees(plain_trains(seed, 1.63, (8, 6, 5)))


@pytest.mark.long
@pytest.mark.sampled(each=1)
@pytest.mark.parametrize("seed", range(4))
def test_three_long_trains_on_large_dense_boards(seed: int) -> None:
    agrees(plain_trains(seed, 3.26, (8, 6, 5)))
