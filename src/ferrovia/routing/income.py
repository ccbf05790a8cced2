"""What routes pay, exactly, and which choice at the stops pays best."""

from collections.abc import Iterable, Iterator, Sequence

from ferrovia.routing.problem import ANY, NOTHING, Income, Problem, Route, Service, Terminal
from ferrovia.routing.single.line import best_pay, joins


def mask_of(members: Iterable[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def service_of(problem: Problem, route: Route) -> Service:
    return problem.trains[route.train].services[route.service]


def value(problem: Problem, routes: Sequence[Route]) -> Income:
    """What a set of routes pays; where the choice at a stop is left open, the best choice."""
    return total_of(problem, complete(problem, routes))


def total_of(problem: Problem, chosen: Sequence[Route]) -> Income:
    """What a set of routes pays where every choice is made."""
    parts = [_haul(problem, unit) for unit in units(chosen)]
    for route in chosen:
        parts += _bonuses(problem, route)
    if problem.pays_once:
        parts += (_stops_once(problem, chosen), _hexes_once(problem, chosen))
    else:
        for route in chosen:
            parts += _paid(problem, route).values()
            parts.append(_hexes(problem, route))
    return Income.all_of(parts)


# --------------------------------------------------------------------------------------------------------- convoys


def units(routes: Sequence[Route]) -> list[list[Route]]:
    """Routes that run as one, together; the others each alone."""
    convoys: dict[int, list[Route]] = {}
    found: list[list[Route]] = []
    for route in routes:
        if route.convoy is None:
            found.append([route])
        elif route.convoy in convoys:
            convoys[route.convoy].append(route)
        else:
            convoys[route.convoy] = [route]
            found.append(convoys[route.convoy])
    return found


def open_ends(unit: list[Route]) -> tuple[int, int] | None:
    """The two ends of an open chain of routes; None if they do not form one."""
    if len(unit) == 1:
        first, last = unit[0].stops[0], unit[0].stops[-1]
        return None if first == last else (first, last)
    links: dict[int, list[int]] = {}
    for number, route in enumerate(unit):
        for stop in (route.stops[0], route.stops[-1]):
            links.setdefault(stop, []).append(number)
    loose = [stop for stop, routes in links.items() if len(routes) == 1]
    if len(loose) != 2 or any(len(routes) > 2 for routes in links.values()):
        return None
    # two loose ends and never a branch: one open chain, unless closed ones lie beside it
    return (loose[0], loose[1]) if len(_chain_from(loose[0], unit, links)) == len(unit) else None


def _chain_from(stop: int, unit: list[Route], links: dict[int, list[int]]) -> set[int]:
    seen: set[int] = set()
    while ahead := [number for number in links[stop] if number not in seen]:
        route = unit[ahead[0]]
        seen.add(ahead[0])
        stop = route.stops[-1] if route.stops[0] == stop else route.stops[0]
    return seen


def _terminals(problem: Problem, unit: list[Route]) -> list[tuple[Route, Terminal]]:
    """Where a unit begins and ends, and which of its routes does."""
    ends = open_ends(unit)
    if ends is None:
        return []
    return [
        (route, terminal_of(problem, stop, route.chains[at]))
        for end in ends
        for route in unit
        for at, stop in ((0, route.stops[0]), (-1, route.stops[-1]))
        if stop == end
    ]


def terminal_of(problem: Problem, stop: int, chain: int) -> Terminal:
    """The end of a route that comes in by this chain."""
    ends, gates = problem.chains[chain].ends, problem.chains[chain].gates
    return Terminal(stop, gates[0] if ends[0] == stop else gates[1])


def _haul(problem: Problem, unit: list[Route]) -> Income:
    haul = service_of(problem, unit[0]).haul
    ends = _terminals(problem, unit) if haul is not None else []
    return haul(ends[0][1], ends[1][1]) if haul is not None and ends else NOTHING


# ----------------------------------------------------------------------------------------------------------- sums


def _paid(problem: Problem, route: Route) -> dict[int, Income]:
    """What each counted stop of a route pays."""
    service = service_of(problem, route)
    assert route.pays is not None
    return {stop: service.pays[stop][pay] for stop, pay in zip(route.stops, route.pays, strict=True) if pay is not None}


def _stops_once(problem: Problem, routes: Sequence[Route]) -> Income:
    """Each stop pays once, as the train for which it is worth most."""
    best: dict[int, Income] = {}
    for route in routes:
        for stop, income in _paid(problem, route).items():
            if stop not in best or problem.worth(income) > problem.worth(best[stop]):
                best[stop] = income
    return Income.all_of(best.values())


def _hex_mask(problem: Problem, route: Route) -> int:
    mask = 0
    for chain in route.chains:
        mask |= problem.chains[chain].hexes
    return mask


def _hexes(problem: Problem, route: Route) -> Income:
    pay = service_of(problem, route).hex_pay
    return pay.times(_hex_mask(problem, route).bit_count()) if pay else NOTHING


def _hexes_once(problem: Problem, routes: Sequence[Route]) -> Income:
    """Each hex pays once, the dearest first."""
    total, seen = NOTHING, 0
    for route in sorted(routes, key=lambda route: -problem.worth(service_of(problem, route).hex_pay)):
        pay = service_of(problem, route).hex_pay
        if pay:
            new = _hex_mask(problem, route) & ~seen
            total, seen = total.plus(pay.times(new.bit_count())), seen | new
    return total


def _bonuses(problem: Problem, route: Route) -> Iterator[Income]:
    touched = mask_of(route.stops)
    for bonus in service_of(problem, route).bonuses:
        if not all(touched & touch for touch in bonus.touches):
            continue
        if bonus.ends is None or joins(bonus.ends, route.stops[0], route.stops[-1]):
            yield bonus.income


# -------------------------------------------------------------------------------------------------------- choices


def complete(problem: Problem, routes: Sequence[Route]) -> list[Route]:
    """The same routes with a choice made at every stop, the best where it was open."""
    if all(_counts_every_stop(service_of(problem, route)) for route in routes):
        return [_with_pays(problem, route, ANY) for route in routes]
    hauling = {
        route.train: mask_of(terminal.stop for owner, terminal in _terminals(problem, unit) if owner is route)
        for unit in units(routes)
        for route in unit
        if service_of(problem, route).haul is not None
    }
    must = [_must_count(problem, route, hauling.get(route.train)) for route in routes]
    may = [_may_count(problem, route) for route in routes]
    room = [_room(problem, route, counted) for route, counted in zip(routes, must, strict=True)]
    picked = _assign(problem, routes, must, may, room) if problem.pays_once else None
    found: list[Route] = []
    for number, route in enumerate(routes):
        if picked is None:
            gains = sorted(may[number], key=lambda stop: -_gain(problem, route, stop))
            extra = gains[: room[number]]
        else:
            extra = picked[number]
        found.append(_with_pays(problem, route, must[number] | mask_of(extra)))
    return found


def _counts_every_stop(service: Service) -> bool:
    """There is nothing to choose but what is taken at a stop."""
    return service.haul is None and service.counted is None


def _with_pays(problem: Problem, route: Route, counted: int) -> Route:
    """A route with the best that can be taken at each stop that counts, if that is not said yet."""
    if route.pays is not None:
        return route
    service = service_of(problem, route)
    return route.paid(tuple([best_pay(problem, service, s) if counted >> s & 1 else None for s in route.stops]))


def _gain(problem: Problem, route: Route, stop: int) -> int:
    service = service_of(problem, route)
    pay = best_pay(problem, service, stop)
    return 0 if pay is None else problem.worth(service.pays[stop][pay])


def _must_count(problem: Problem, route: Route, terminals: int | None) -> int:
    """Stops that are counted whatever is chosen."""
    service = service_of(problem, route)
    if route.pays is not None:
        return mask_of(stop for stop, pay in zip(route.stops, route.pays, strict=True) if pay is not None)
    if terminals is not None:
        return terminals
    if service.counted is None:
        return mask_of(route.stops)
    return mask_of(stop for stop in route.stops if not _is_optional(service, stop))


def _is_optional(service: Service, stop: int) -> bool:
    """A stop that may be skipped is skipped only where counting it would use up a count."""
    return service.counted is not None and bool(service.skips & service.counted.stops & 1 << stop)


def _may_count(problem: Problem, route: Route) -> list[int]:
    service = service_of(problem, route)
    if route.pays is not None or service.haul is not None or service.counted is None:
        return []
    return [stop for stop in route.stops if _is_optional(service, stop)]


def _room(problem: Problem, route: Route, counted: int) -> int:
    limit = service_of(problem, route).counted
    return 0 if limit is None else max(0, limit.most - (counted & limit.stops).bit_count())


def _assign(
    problem: Problem, routes: Sequence[Route], must: list[int], may: list[list[int]], room: list[int]
) -> list[list[int]]:
    """Which route counts which optional stop, when each stop pays once: a matching of greatest worth.

    Stops are added one after the other along the path that gains most, moving earlier ones from route to route.
    """
    sure: dict[int, int] = {}
    for number, route in enumerate(routes):
        for stop in route.stops:
            if must[number] >> stop & 1:
                sure[stop] = max(sure.get(stop, 0), _gain(problem, route, stop))
    gains = {
        (number, stop): _gain(problem, routes[number], stop) - sure.get(stop, 0)
        for number, stops in enumerate(may)
        for stop in stops
    }
    holder: dict[int, int] = {}
    while path := _best_path(gains, holder, room, len(routes)):
        for stop, number in path:
            holder[stop] = number
    return [[stop for stop, number in holder.items() if number == route] for route in range(len(routes))]


def _best_path(
    gains: dict[tuple[int, int], int], holder: dict[int, int], room: list[int], routes: int
) -> list[tuple[int, int]]:
    """A new stop into a route, which may push a stop into another route …, until one has room: the gainful moves."""
    best: dict[int, tuple[int, list[tuple[int, int]]]] = {}
    for (number, stop), gain in gains.items():
        if stop not in holder and gain > best.get(number, (0, []))[0]:
            best[number] = (gain, [(stop, number)])
    for _ in range(routes):
        for stop, number in holder.items():
            if number not in best:
                continue
            for (other, same), gain in gains.items():
                if same != stop or other == number:
                    continue
                total = best[number][0] + gain - gains[number, stop]
                if total > best.get(other, (0, []))[0] and all(stop != moved for moved, _ in best[number][1]):
                    best[other] = (total, [*best[number][1], (stop, other)])
    load = [sum(held == number for held in holder.values()) for number in range(routes)]
    ready = [best[number] for number in best if load[number] < room[number]]
    return max(ready, key=lambda found: found[0])[1] if ready else []
