"""What routes pay, and which choice at the stops pays best."""

from dataclasses import replace

from ferrovia.routing import (
    ANY,
    Bonus,
    Chain,
    Convoy,
    Income,
    Limit,
    Problem,
    Route,
    Service,
    Stop,
    Terminal,
    Train,
    complete,
    value,
)

VALUES = (20, 10, 40, 50)
PAYS = tuple((Income(worth),) for worth in VALUES)
STOPS = tuple(Stop(name, "city", token=True) for name in "ABCD")
CHAINS = (
    Chain((0, 1), 0b1, hexes=0b0011),
    Chain((1, 2), 0b10, hexes=0b10110),
    Chain((2, 3), 0b100, hexes=0b1100),
)
ALONG = Route(0, (0, 1, 2, 3), (0, 1, 2))


def problem(*services: Service, convoy: Convoy = Convoy.NEVER) -> Problem:
    trains = tuple(Train(str(n), (service,), convoy) for n, service in enumerate(services))
    return Problem(stops=STOPS, chains=CHAINS, trains=trains)


def test_every_stop_pays() -> None:
    assert value(problem(Service(pays=PAYS)), [ALONG]) == Income(120)


def test_the_best_choice_is_made_where_it_is_open() -> None:
    mine_or_town = ((Income(20),), (Income(10), Income(0, 30)), (), (Income(50),))
    of = problem(Service(pays=mine_or_town))
    assert value(of, [ALONG]) == Income(80)
    assert value(replace(of, weights=Income(1, 1, 0)), [ALONG]) == Income(70, 30)
    assert complete(of, [ALONG])[0].pays == (0, 0, None, 0)
    assert value(of, [replace(ALONG, pays=(0, 1, None, 0))]) == Income(70, 30)


def test_stops_that_may_be_skipped_count_best_first() -> None:
    of = problem(Service(pays=PAYS, counted=Limit(ANY, 3), skips=0b0111))
    assert complete(of, [ALONG])[0].pays == (0, None, 0, 0)
    assert value(of, [ALONG]) == Income(110)


def test_bonuses_for_stops_and_for_ends() -> None:
    touching = Bonus(Income(30), (0b0011, 0b0100))
    ending = Bonus(Income(0, 70), (), (0b1000, 0b0001))
    of = problem(Service(pays=PAYS, bonuses=(touching, ending)))
    assert value(of, [ALONG]) == Income(150, 70)
    assert value(of, [Route(0, (1, 2, 3), (1, 2))]) == Income(130)
    assert value(of, [Route(0, (0, 1), (0,))]) == Income(30)


def test_hexes_pay_each_once() -> None:
    local = Service(pays=PAYS, hex_pay=Income(0, 0, 10))
    of = problem(local, local)
    both = [Route(0, (0, 1, 2), (0, 1)), Route(1, (1, 2, 3), (1, 2))]
    assert value(of, both[:1]) == Income(70, 0, 40)
    assert value(of, both) == Income(170, 0, 80)
    assert value(replace(of, pays_once=True), both) == Income(120, 0, 50)


def test_each_stop_pays_once_and_trains_choose_together() -> None:
    """Two trains that count two of three stops: together all four, however they share the middle."""
    some = Service(pays=PAYS, limits=(Limit(ANY, 3),), counted=Limit(ANY, 2), skips=ANY)
    of = replace(problem(some, some), pays_once=True, shared_track=True)
    both = [Route(0, (0, 1, 2), (0, 1)), Route(1, (1, 2, 3), (1, 2))]
    assert value(of, both) == Income(120)
    assert value(of, [both[0], replace(both[0], train=1)]) == Income(70)
    counted = [[pay is not None for pay in route.pays or ()] for route in complete(of, both)]
    assert [sum(marks) for marks in counted] == [2, 2]


def test_the_better_pay_counts_where_a_stop_pays_once() -> None:
    small = Service(pays=tuple((Income(worth // 2),) for worth in VALUES))
    of = replace(problem(Service(pays=PAYS), small), pays_once=True, shared_track=True)
    assert value(of, [Route(0, (0, 1), (0,)), Route(1, (0, 1, 2), (0, 1))]) == Income(20 + 10 + 20)


def distance(one: Terminal, other: Terminal) -> Income:
    return Income(10 * abs(one.stop - other.stop))


def test_a_haul_pays_its_ends_and_the_distance() -> None:
    of = problem(Service(pays=PAYS, haul=distance))
    assert value(of, [ALONG]) == Income(20 + 50 + 30)
    assert complete(of, [ALONG])[0].pays == (0, None, None, 0)


def test_a_convoy_pays_as_one() -> None:
    haul = Service(pays=PAYS, haul=distance)
    of = problem(haul, haul, convoy=Convoy.MAY)
    alone = [Route(0, (0, 1, 2), (0, 1)), Route(1, (3, 2), (2,))]
    assert value(of, alone) == Income((20 + 40 + 20) + (40 + 50 + 10))
    assert value(replace(of, pays_once=True), alone) == Income(20 + 40 + 20 + 50 + 10)
    assert value(of, [replace(route, convoy=5) for route in alone]) == Income(20 + 50 + 30)


def test_a_haul_knows_the_entrance() -> None:
    def from_gate(one: Terminal, other: Terminal) -> Income:
        return Income(100 * one.gate + other.gate)

    chains = (Chain((0, 1), 1, gates=(1, 2)), Chain((2, 1), 2, gates=(3, 4)))
    of = replace(problem(Service(pays=((), (), (), ()), haul=from_gate)), chains=chains)
    assert value(of, [Route(0, (0, 1, 2), (0, 1))]) == Income(103)
    assert value(of, [Route(0, (0, 1), (0,))]) == Income(102)
    assert value(of, [Route(0, (1, 2), (1,))]) == Income(403)
