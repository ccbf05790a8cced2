"""Routes made by hand: which route breaks which rule."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ferrovia.routing import (
    ANY,
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
    check,
    legality,
)
from support.railways import plain_trains

# Aston –0– Bury –1– Crewe –2– Derby, a second track 3 from Aston to Bury, and 4 from Crewe back to Aston
STOPS = (
    Stop("Aston", "city", token=True),
    Stop("Bury", "town"),
    Stop("Crewe", "city"),
    Stop("Derby", "city"),
)
CHAINS = (
    Chain((0, 1), track=0b1),
    Chain((1, 2), track=0b10, moves=2),
    Chain((2, 3), track=0b100),
    Chain((0, 1), track=0b1000),
    Chain((2, 0), track=0b10000),
)
PAYS = ((Income(20),), (Income(10), Income(0, 30)), (Income(40),), (Income(50),))
PLAIN = Service(pays=PAYS, limits=(Limit(ANY, 3),))


def problem(*services: Service, stops: tuple[Stop, ...] = STOPS, chains: tuple[Chain, ...] = CHAINS) -> Problem:
    return Problem(stops=stops, chains=chains, trains=tuple(Train(str(n), (s,)) for n, s in enumerate(services)))


def rules(of: Problem, *routes: Route) -> list[tuple[int | None, str]]:
    return [(violation.route, violation.rule) for violation in check(of, routes)]


A_TO_C = Route(0, (0, 1, 2), (0, 1))


def test_a_legal_route_breaks_no_rule() -> None:
    assert rules(problem(PLAIN), A_TO_C) == []
    assert rules(problem(PLAIN)) == []


@pytest.mark.parametrize(
    "route",
    [
        Route(0, (0,), ()),
        Route(0, (0, 2), (0,)),
        Route(0, (0, 1), (7,)),
        Route(0, (0, 1, 2), (0,)),
        Route(1, (0, 1), (0,)),
        Route(0, (0, 1), (0,), service=1),
        Route(0, (0, 1), (0,), pays=(0,)),
    ],
    ids=["one stop", "chain elsewhere", "no such chain", "chain missing", "no such train", "no such service", "pays"],
)
def test_what_is_no_path(route: Route) -> None:
    assert rules(problem(PLAIN), route) == [(0, "broken-path")]


def change_stop(number: int, change: Callable[[Stop], Stop]) -> tuple[Stop, ...]:
    return tuple(change(stop) if n == number else stop for n, stop in enumerate(STOPS))


@pytest.mark.parametrize(
    ("rule", "of", "route"),
    [
        ("stop-twice", problem(replace(PLAIN, limits=())), Route(0, (0, 1, 0), (0, 3))),
        ("track-twice", problem(PLAIN, chains=(*CHAINS[:1], Chain((1, 2), 0b1))), A_TO_C),
        ("clash", problem(PLAIN, chains=(Chain((0, 1), 1, clash=1), Chain((1, 2), 2, clash=1))), A_TO_C),
        (
            "group-twice",
            problem(PLAIN, stops=tuple(replace(stop, groups=int(n != 1)) for n, stop in enumerate(STOPS))),
            A_TO_C,
        ),
        (
            "group-twice",
            problem(PLAIN, stops=tuple(replace(stop, groups=int(n == 0), crossed=1) for n, stop in enumerate(STOPS))),
            A_TO_C,
        ),
        ("no-way-through", problem(PLAIN, stops=change_stop(1, lambda stop: replace(stop, through=False))), A_TO_C),
        ("no-token", problem(PLAIN), Route(0, (1, 2), (1,))),
        ("banned-stop", problem(replace(PLAIN, banned=0b100)), A_TO_C),
        ("bad-end", problem(replace(PLAIN, ends=0b11)), A_TO_C),
        ("gauge", problem(replace(PLAIN, gauges=2)), A_TO_C),
        ("missing-stop", problem(replace(PLAIN, needs=(0b1000,))), A_TO_C),
        ("range", problem(replace(PLAIN, limits=(Limit(0b101, 1),))), A_TO_C),
        ("moves", problem(replace(PLAIN, moves=2)), A_TO_C),
        ("counts", problem(replace(PLAIN, counted=Limit(ANY, 1), skips=0b10)), A_TO_C),
        (
            "counts",
            problem(replace(PLAIN, counted=Limit(ANY, 2), skips=0b10)),
            replace(A_TO_C, pays=(0, 0, 0)),
        ),
        ("skipped", problem(PLAIN), replace(A_TO_C, pays=(0, None, 0))),
        ("pays-not", problem(PLAIN), replace(A_TO_C, pays=(0, 2, 0))),
    ],
)
def test_one_route(rule: str, of: Problem, route: Route) -> None:
    assert rules(of, route) == [(0, rule)]


def test_a_group_that_counts_only_where_the_route_goes_on() -> None:
    stops = tuple(replace(stop, crossed=1) for stop in STOPS)
    assert rules(problem(PLAIN, stops=stops), A_TO_C) == []
    longer = problem(replace(PLAIN, limits=()), stops=stops)
    assert rules(longer, Route(0, (0, 1, 2, 3), (0, 1, 2))) == [(0, "group-twice")]


def test_the_second_choice_at_a_stop_is_legal() -> None:
    assert rules(problem(PLAIN), replace(A_TO_C, pays=(0, 1, 0))) == []


def test_every_fault_of_every_route_is_told() -> None:
    routes = (Route(0, (1, 2, 3), (1, 2)), Route(1, (0, 1, 2), (0, 1)))
    two = problem(replace(PLAIN, moves=2), replace(PLAIN, moves=1))
    assert rules(two, *routes) == [(0, "no-token"), (0, "moves"), (1, "moves")]


# -------------------------------------------------------------------------------------------------------------- sets


def test_a_train_runs_once_and_track_is_not_shared() -> None:
    of = problem(PLAIN, PLAIN)
    assert rules(of, A_TO_C, Route(0, (0, 1), (3,))) == [(1, "train-twice")]
    assert rules(of, A_TO_C, Route(1, (0, 1), (0,))) == [(1, "track-shared")]
    assert rules(of, A_TO_C, Route(1, (0, 1), (3,))) == []
    assert rules(replace(of, shared_track=True), A_TO_C, Route(1, (0, 1), (0,))) == []


def test_a_thing_of_which_there_is_one() -> None:
    tender = replace(PLAIN, uses=1)
    trains = tuple(Train(name, (PLAIN, tender)) for name in ("one", "two"))
    of = replace(problem(), trains=trains)
    both = (replace(A_TO_C, service=1), Route(1, (0, 1), (3,), service=1))
    assert rules(of, *both) == [(1, "used-twice")]
    assert rules(of, both[0], replace(both[1], service=0)) == []


def test_routes_that_must_meet_and_come_home() -> None:
    stops = tuple(replace(stop, token=True) for stop in STOPS)
    of = replace(problem(PLAIN, PLAIN, stops=stops), shared_track=True, meeting=0b1101)
    apart = (Route(0, (0, 1), (0,)), Route(1, (2, 3), (2,)))
    assert rules(of, *apart) == [(None, "apart")]
    assert rules(of, apart[0], Route(1, (1, 2), (1,))) == [(None, "apart")]  # a town is no place to meet
    assert rules(of, apart[0], Route(1, (0, 2), (4,))) == []
    assert rules(replace(of, home=0b1000), apart[0]) == [(None, "home")]
    assert rules(replace(of, home=0b1000), apart[1]) == []


def distance(one: Terminal, other: Terminal) -> Income:
    return Income(10 * abs(one.stop - other.stop))


HAUL = Service(pays=PAYS, haul=distance)


def hauls(*convoys: Convoy) -> Problem:
    trains = tuple(Train(str(n), (HAUL,), convoy) for n, convoy in enumerate(convoys))
    stops = tuple(replace(stop, token=True) for stop in STOPS)
    return Problem(stops=stops, chains=CHAINS, trains=trains, shared_track=True)


A_TO_B, B_TO_C = Route(0, (0, 1), (0,)), Route(1, (1, 2), (1,))


def test_convoys() -> None:
    must, may = hauls(Convoy.MUST, Convoy.MUST), hauls(Convoy.MAY, Convoy.MAY)
    joined = (replace(A_TO_B, convoy=1), replace(B_TO_C, convoy=1))
    assert rules(must, A_TO_B, B_TO_C) == [(None, "convoy-apart")]
    assert rules(must, *joined) == []
    assert rules(may, A_TO_B, B_TO_C) == []
    assert rules(may, *joined) == []
    assert rules(hauls(Convoy.NEVER, Convoy.MAY), *joined) == [(0, "convoy-never")]
    apart = (joined[0], replace(joined[1], stops=(2, 3), chains=(2,)))
    assert rules(must, *apart) == [(None, "convoy-broken")]
    ring = (joined[0], replace(joined[1], stops=(1, 0), chains=(3,)))
    assert rules(must, *ring) == [(None, "convoy-broken")]
    assert rules(replace(must, meeting=0b1101), *joined) == [(None, "apart"), (None, "convoy-joint")]


def test_a_train_that_could_run_may_not_stay_idle() -> None:
    of = replace(problem(PLAIN, PLAIN), must_run=True)
    assert rules(of) == [(None, "idle"), (None, "idle")]
    assert rules(of, A_TO_C) == [(None, "idle")]
    assert rules(of, A_TO_C, Route(1, (0, 1), (3,))) == []
    # one track only: nothing can be added
    alone = replace(problem(PLAIN, PLAIN, chains=CHAINS[:1]), must_run=True)
    assert rules(alone, Route(0, (0, 1), (0,))) == []


def test_an_idle_train_that_could_join_the_convoy() -> None:
    of = replace(hauls(Convoy.MUST, Convoy.MUST), must_run=True)
    assert rules(of, A_TO_B) == [(None, "idle")]


def test_a_train_may_stay_idle_where_nobody_can_say_soon_that_it_could_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question has a budget of nodes: nobody is refused for a route that nobody has found."""
    large = replace(plain_trains(1, 3.26, (10,)), must_run=True)
    touring = replace(large.trains[0].services[0], needs=(1 << len(large.stops) - 1, 1 << len(large.stops) - 2))
    large = replace(large, trains=(Train("10", (touring,)),))
    assert rules(large) == [(None, "idle")]
    monkeypatch.setattr(legality, "IDLE_TRAIN_NODES", 0)
    assert rules(large) == []
