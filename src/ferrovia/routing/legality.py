"""Whether routes are legal: the one truth for routes made by hand and for those that were found.

`check` names the rule that is broken by a key; the title knows its paragraph.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from ferrovia.routing.clock import Clock, OutOfTime
from ferrovia.routing.income import mask_of, open_ends, units
from ferrovia.routing.problem import Convoy, Problem, Route, Service
from ferrovia.routing.single.bounds import NoBounds
from ferrovia.routing.single.line import Coin, Line
from ferrovia.routing.single.walker import EVERYTHING, SATISFIED, Find, walk


@dataclass(frozen=True, slots=True)
class Violation:
    """Which route breaks which rule; no route is named where the set as a whole does."""

    route: int | None
    rule: str
    params: Mapping[str, Any]


Fault = tuple[str, Mapping[str, Any]]


def check(problem: Problem, routes: Sequence[Route]) -> list[Violation]:
    """Everything that is wrong with a set of routes; empty if it is legal."""
    found = [
        Violation(number, rule, params)
        for number, route in enumerate(routes)
        for rule, params in _route_faults(problem, route)
    ]
    return found or check_together(problem, routes)  # the set is judged only if each route is one


def is_legal_alone(problem: Problem, route: Route) -> bool:
    """Whether a route breaks no rule, the others left aside."""
    return next(_route_faults(problem, route), None) is None


def check_together(problem: Problem, routes: Sequence[Route]) -> list[Violation]:
    """What is wrong with a set of routes each of which is legal alone."""
    found = [*_set_faults(problem, routes)]
    if not found and problem.must_run:
        found = [
            Violation(None, "idle", {"train": train.name})
            for number, train in enumerate(problem.trains)
            if with_another(problem, routes, number) is not None
        ]
    return found


# ------------------------------------------------------------------------------------------------------ one route


def _route_faults(problem: Problem, route: Route) -> Iterator[Fault]:
    if not _is_a_path(problem, route):
        yield "broken-path", {}
        return
    service = problem.trains[route.train].services[route.service]
    yield from _way_faults(problem, service, route)
    yield from _range_faults(problem, service, route)
    yield from _choice_faults(problem, service, route)


def _is_a_path(problem: Problem, route: Route) -> bool:
    """Whether stops and chains exist and follow each other: else no other question makes sense."""
    if not 0 <= route.train < len(problem.trains):
        return False
    if not 0 <= route.service < len(problem.trains[route.train].services):
        return False
    if len(route.stops) < 2 or len(route.chains) != len(route.stops) - 1:
        return False
    if route.pays is not None and len(route.pays) != len(route.stops):
        return False
    chains = problem.chains
    for step, chain in zip(pairwise(route.stops), route.chains, strict=True):
        if not 0 <= chain < len(chains) or chains[chain].ends not in (step, step[::-1]):
            return False
    return True


def _way_faults(problem: Problem, service: Service, route: Route) -> Iterator[Fault]:
    stops = [problem.stops[index] for index in route.stops]
    chains = [problem.chains[index] for index in route.chains]
    passed, touched = stops[1:-1], mask_of(route.stops)
    if touched.bit_count() < len(stops):
        yield "stop-twice", {}
    if _overlap([stop.groups for stop in stops] + [stop.crossed for stop in passed]):
        yield "group-twice", {}
    if _overlap([chain.track for chain in chains]):
        yield "track-twice", {}
    if _overlap([chain.clash for chain in chains]):
        yield "clash", {}
    for stop in passed:
        if not stop.through:
            yield "no-way-through", {"stop": stop.name}
    if problem.needs_token and True not in [stop.token for stop in stops]:
        yield "no-token", {}
    if touched & service.banned:
        for index in route.stops:
            if service.banned >> index & 1:
                yield "banned-stop", {"stop": problem.stops[index].name}
    for index in (route.stops[0], route.stops[-1]):
        if not service.ends >> index & 1:
            yield "bad-end", {"stop": problem.stops[index].name}
    if not all(chain.gauge & service.gauges for chain in chains):
        yield "gauge", {}
    for number, need in enumerate(service.needs):
        if not touched & need:
            yield "missing-stop", {"need": number}


def _overlap(masks: list[int]) -> bool:
    """Whether two of the sets have a member in common."""
    seen = 0
    for mask in masks:
        if seen & mask:
            return True
        seen |= mask
    return False


def _range_faults(problem: Problem, service: Service, route: Route) -> Iterator[Fault]:
    touched = mask_of(route.stops)
    for limit in service.limits:
        if (touched & limit.stops).bit_count() > limit.most:
            yield "range", {"stops": (touched & limit.stops).bit_count(), "most": limit.most}
    if service.moves is not None:
        moves = sum([problem.chains[chain].moves for chain in route.chains])
        if moves > service.moves:
            yield "moves", {"moves": moves, "most": service.moves}
    if service.counted is not None:
        open_choice = route.pays is None
        skipped = mask_of(
            stop
            for at, stop in enumerate(route.stops)
            if service.skips >> stop & 1 and (open_choice or (route.pays is not None and route.pays[at] is None))
        )
        counted = (touched & service.counted.stops & ~skipped).bit_count()
        if counted > service.counted.most:
            yield "counts", {"stops": counted, "most": service.counted.most}


def _choice_faults(problem: Problem, service: Service, route: Route) -> Iterator[Fault]:
    """What is taken at each stop."""
    if route.pays is None:
        return
    for at, (stop, pay) in enumerate(zip(route.stops, route.pays, strict=True)):
        between = service.haul is not None and 0 < at < len(route.stops) - 1
        if pay is None:
            # a haul may end at a joint of its convoy, where it is not paid
            if service.pays[stop] and service.haul is None and not service.skips >> stop & 1:
                yield "skipped", {"stop": problem.stops[stop].name}
        elif between or not 0 <= pay < len(service.pays[stop]):
            yield "pays-not", {"stop": problem.stops[stop].name}


# -------------------------------------------------------------------------------------------------------- the set


def _set_faults(problem: Problem, routes: Sequence[Route]) -> Iterator[Violation]:
    for (one, route), (two, other) in combinations(enumerate(routes), 2):
        if route.train == other.train:
            yield Violation(two, "train-twice", {"train": problem.trains[route.train].name, "other": one})
        if not problem.shared_track and _track(problem, route) & _track(problem, other):
            yield Violation(two, "track-shared", {"other": one})
        if _service(problem, route).uses & _service(problem, other).uses:
            yield Violation(two, "used-twice", {"other": one})
    if problem.meeting and not hang_together([mask_of(route.stops) & problem.meeting for route in routes]):
        yield Violation(None, "apart", {})
    if routes and problem.home and not any(mask_of(route.stops) & problem.home for route in routes):
        yield Violation(None, "home", {})
    yield from _convoy_faults(problem, routes)


def _service(problem: Problem, route: Route) -> Service:
    return problem.trains[route.train].services[route.service]


def _track(problem: Problem, route: Route) -> int:
    return mask_or(problem.chains[chain].track for chain in route.chains)


def mask_or(masks: "Iterator[int]") -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def hang_together(meetings: Sequence[int]) -> bool:
    """Whether sets of stops are linked with each other, each by a stop it shares with another."""
    if not meetings:
        return True
    joined, waiting = meetings[0], list(meetings[1:])
    while waiting:
        near = [meeting for meeting in waiting if meeting & joined]
        if not near:
            return False
        waiting = [meeting for meeting in waiting if not meeting & joined]
        joined |= mask_or(iter(near))
    return True


def _convoy_faults(problem: Problem, routes: Sequence[Route]) -> Iterator[Violation]:
    bound = [route.convoy for route in routes if problem.trains[route.train].convoy is Convoy.MUST]
    if len(bound) > 1 and (len({*bound}) > 1 or bound[0] is None):
        yield Violation(None, "convoy-apart", {})
    for number, route in enumerate(routes):
        if route.convoy is not None and problem.trains[route.train].convoy is Convoy.NEVER:
            yield Violation(number, "convoy-never", {"train": problem.trains[route.train].name})
    for unit in units(routes):
        ends = open_ends(unit)
        if ends is None:
            yield Violation(None, "convoy-broken", {})
        elif problem.meeting and any(not problem.meeting >> joint & 1 for joint in _joints(unit, ends)):
            yield Violation(None, "convoy-joint", {})


def _joints(unit: list[Route], ends: tuple[int, int]) -> set[int]:
    return {stop for route in unit for stop in (route.stops[0], route.stops[-1])} - set(ends)


IDLE_TRAIN_NODES = 1_000_000
"""Nodes for the question whether an idle train could run: no train of a recorded game has a tenth as many routes. Where
they do not suffice, nobody can be told what to run instead, and the train may stay idle."""


def with_another(problem: Problem, routes: Sequence[Route], train: int) -> list[Route] | None:
    """The set with a route of a train that stays idle, alone or joining a convoy; None if none leaves it legal."""
    if any(route.train == train for route in routes):
        return None
    label = 1 + max((route.convoy or 0 for route in routes), default=0)
    joined = [
        [replace(route, convoy=label) if route in unit else route for route in routes]
        for unit in units(routes)
        if problem.trains[train].convoy is not Convoy.NEVER
    ]
    used_track = 0 if problem.shared_track else mask_or(_track(problem, route) for route in routes)
    found: list[Route] | None = None
    clock = Clock(budget_nodes=IDLE_TRAIN_NODES)

    def test(find: Find, number: int) -> int:
        nonlocal found
        stops, chains = find.way(problem)
        alone = Route(train, stops, chains, number)
        sets = [[*routes, alone], *([*others, replace(alone, convoy=label)] for others in joined)]
        found = next((routes for routes in sets if not any(_set_faults(problem, routes))), None)
        return EVERYTHING if found is None else SATISFIED

    with suppress(OutOfTime):
        for number, service in enumerate(problem.trains[train].services):
            line = Line(problem, service, Coin(problem))
            walk(NoBounds(line, [0] * line.stops), EVERYTHING, partial(test, number=number), clock, used_track)
            if found is not None:
                break
    return found


def some_legal_set(problem: Problem) -> list[Route]:
    """A set to which no train can be added: seldom good, but legal and found without choosing."""
    routes: list[Route] = []
    while True:
        more = (with_another(problem, routes, train) for train in range(len(problem.trains)))
        longer = next((one for one in more if one is not None), None)
        if longer is None:
            return routes
        routes = longer
