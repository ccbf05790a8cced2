"""Random small railways, and the slowest way to run them: every path, every choice, every set."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product
from random import Random

from ferrovia.routing.problem import (
    ANY,
    Bonus,
    Chain,
    Convoy,
    Income,
    Limit,
    Problem,
    Service,
    Stop,
    Terminal,
    Train,
)

# ------------------------------------------------------------------------------------------------------ enumeration


@dataclass(frozen=True)
class Run:
    """A legal way to run a train, with one choice at the stops."""

    train: int
    stops: tuple[int, ...]
    chains: tuple[int, ...]
    service: Service
    taken: dict[int, Income]
    extra: Income


def add(*incomes: Income) -> Income:
    return Income(*(sum(coins) for coins in zip(*incomes, strict=True))) if incomes else Income()


def paths(problem: Problem) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every path that touches no stop twice, once in each direction."""

    def grow(stops: tuple[int, ...], chains: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if chains:
            yield stops, chains
        for number, chain in enumerate(problem.chains):
            for here, there in (chain.ends, chain.ends[::-1]):
                if here == stops[-1] and there not in stops:
                    yield from grow((*stops, there), (*chains, number))

    for start in range(len(problem.stops)):
        yield from grow((start,), ())


def disjoint(masks: list[int]) -> bool:
    return sum(masks) == _union(masks) and all(not a & b for a, b in combinations(masks, 2))


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def is_legal(problem: Problem, service: Service, stops: tuple[int, ...], chains: tuple[int, ...]) -> bool:
    places = [problem.stops[index] for index in stops]
    used = [problem.chains[index] for index in chains]
    inner = places[1:-1]
    return (
        all(place.through for place in inner)
        and disjoint([place.groups for place in places] + [place.crossed for place in inner])
        and disjoint([chain.track for chain in used])
        and disjoint([chain.clash for chain in used])
        and (not problem.needs_token or any(place.token for place in places))
        and all(chain.gauge & service.gauges for chain in used)
        and not any(service.banned >> index & 1 for index in stops)
        and bool(service.ends >> stops[0] & service.ends >> stops[-1] & 1)
        and all(any(need >> index & 1 for index in stops) for need in service.needs)
        and all(sum(limit.stops >> index & 1 for index in stops) <= limit.most for limit in service.limits)
        and (service.moves is None or sum(chain.moves for chain in used) <= service.moves)
    )


def choices(service: Service, stops: tuple[int, ...]) -> Iterator[dict[int, Income]]:
    """Every legal way to count stops and to take one of their payments."""
    if service.haul is not None:
        yield {}
        return
    options: list[list[Income | None]] = []
    for index in stops:
        pays: list[Income | None] = [*service.pays[index]] or [Income()]
        options.append([*pays, None] if service.skips >> index & 1 else pays)
    for taken in product(*options):
        counted = [index for index, income in zip(stops, taken, strict=True) if income is not None]
        limit = service.counted
        if limit is None or sum(limit.stops >> index & 1 for index in counted) <= limit.most:
            yield {index: income for index, income in zip(stops, taken, strict=True) if income is not None}


def bonus(service: Service, stops: tuple[int, ...]) -> Income:
    paid: list[Income] = []
    for extra in service.bonuses:
        touches = all(any(touch >> index & 1 for index in stops) for touch in extra.touches)
        ends = extra.ends is None or any(
            extra.ends[0] >> a & 1 and extra.ends[1] >> b & 1 for a, b in ((stops[0], stops[-1]), (stops[-1], stops[0]))
        )
        if touches and ends:
            paid.append(extra.income)
    return add(Income(), *paid)


def runs(problem: Problem, train: int) -> list[Run]:
    return [
        Run(train, stops, chains, service, taken, bonus(service, stops))
        for stops, chains in paths(problem)
        if stops[0] < stops[-1]
        for service in problem.trains[train].services
        if is_legal(problem, service, stops, chains)
        for taken in choices(service, stops)
    ]


def best_apart(problem: Problem) -> int:
    """The greatest worth of a set of routes, when each pays for itself."""
    options: list[list[tuple[int, int, int]]] = []
    for train in range(len(problem.trains)):
        best: dict[tuple[int, int], int] = {(0, 0): 0}
        for run in runs(problem, train):
            track = _union([problem.chains[index].track for index in run.chains])
            key = (0 if problem.shared_track else track, run.service.uses)
            worth = problem.worth(add(run.extra, *run.taken.values()))
            best[key] = max(worth, best.get(key, worth))
        options.append([(track, uses, worth) for (track, uses), worth in best.items()])

    def place(train: int, track: int, uses: int) -> int:
        if train == len(options):
            return 0
        return max(
            worth + place(train + 1, track | taken, uses | used)
            for taken, used, worth in options[train]
            if not taken & track and not used & uses
        )

    return place(0, 0, 0)


# -------------------------------------------------------------------------------------------------- sets as a whole


Grouping = tuple[tuple[Run, ...], ...]


def best_together(problem: Problem) -> int | None:
    """The greatest worth of a legal set of routes; None if not even the empty set is legal."""
    every = every_run(problem)
    found: list[tuple[int, Grouping]] = [(0, ())]
    for chosen in product(*([None, *options] for options in every)):
        running = [run for run in chosen if run is not None]
        if running and _share_nothing(problem, running):
            for units in partitions(tuple(running)):
                if _legal_as_a_whole(problem, units):
                    found.append((problem.worth(pay_of_all(problem, units)), units))
    found.sort(key=lambda one: -one[0])
    for worth, units in found:
        if not problem.must_run or not _some_could_run(problem, units, every):
            return worth
    return None


def every_run(problem: Problem) -> list[list[Run]]:
    return [_distinct(problem, runs(problem, train)) for train in range(len(problem.trains))]


def small_enough(problem: Problem, most: int = 5_000) -> Problem:
    """The problem with as many of its trains as leave no more sets than can be listed."""
    sets, trains = 1, list[Train]()
    for train, found in zip(problem.trains, every_run(problem), strict=True):
        if sets * (len(found) + 1) <= most:
            sets *= len(found) + 1
            trains.append(train)
    return replace(problem, trains=tuple(trains))


def _distinct(problem: Problem, found: list[Run]) -> list[Run]:
    """Of runs that nobody can tell apart only one."""
    known: dict[tuple[object, ...], Run] = {}
    for run in found:
        track = 0 if problem.shared_track else _union([problem.chains[index].track for index in run.chains])
        hexes = _union([problem.chains[index].hexes for index in run.chains]) if run.service.hex_pay else 0
        ends = _ends(problem, run) if run.service.haul else ()
        known[id(run.service), frozenset(run.stops), track, hexes, *ends, *sorted(run.taken.items())] = run
    return list(known.values())


def partitions(running: tuple[Run, ...]) -> Iterator[Grouping]:
    """Every way to let runs go alone or as units."""
    if not running:
        yield ()
        return
    first, rest = running[0], running[1:]
    for size in range(len(rest) + 1):
        for mates in combinations(rest, size):
            for others in partitions(tuple(run for run in rest if run not in mates)):
                yield ((first, *mates), *others)


def _share_nothing(problem: Problem, running: list[Run]) -> bool:
    tracks = [_union([problem.chains[index].track for index in run.chains]) for run in running]
    return (problem.shared_track or disjoint(tracks)) and disjoint([run.service.uses for run in running])


def _legal_as_a_whole(problem: Problem, units: Grouping) -> bool:
    running = [run for unit in units for run in unit]
    convoys = [problem.trains[run.train].convoy for run in running]
    must = [unit for unit in units if any(problem.trains[run.train].convoy is Convoy.MUST for run in unit)]
    if len(must) > 1:
        return False
    for unit in units:
        if len(unit) > 1:
            if any(problem.trains[run.train].convoy is Convoy.NEVER for run in unit):
                return False
            if not _in_a_row(problem, unit):
                return False
    if problem.home and not any(problem.home >> stop & 1 for run in running for stop in run.stops):
        return False
    assert len(convoys) == len(running)
    return not problem.meeting or _linked(problem, running)


def _in_a_row(problem: Problem, unit: tuple[Run, ...]) -> bool:
    """Whether runs can be laid end to end, all ends being different, and the joints where routes may meet."""
    for order in permutations(unit):
        for turns in product((1, -1), repeat=len(order)):
            ways = [run.stops[::turn] for run, turn in zip(order, turns, strict=True)]
            stops = [ways[0][0], *(way[-1] for way in ways)]
            joined = all(a[-1] == b[0] for a, b in pairwise(ways))
            if joined and len(set(stops)) == len(stops):
                return not problem.meeting or all(problem.meeting >> stop & 1 for stop in stops[1:-1])
    return False


def _linked(problem: Problem, running: list[Run]) -> bool:
    places = [{stop for stop in run.stops if problem.meeting >> stop & 1} for run in running]
    groups: list[set[int]] = []
    for here in places:
        near = [group for group in groups if group & here]
        groups = [group for group in groups if not group & here] + [here.union(*near)]
        if not here and len(places) > 1:
            return False
    return len(groups) <= 1


def _ends(problem: Problem, run: Run) -> tuple[Terminal, Terminal]:
    def end(stop: int, chain: int) -> Terminal:
        ends = problem.chains[chain].ends
        return Terminal(stop, problem.chains[chain].gates[ends.index(stop)])

    return end(run.stops[0], run.chains[0]), end(run.stops[-1], run.chains[-1])


def pay_of_all(problem: Problem, units: Grouping) -> Income:
    """Stops and hexes once or for each route, bonuses, and the hauls of whole units."""
    total: list[Income] = [Income()]
    stops: dict[object, list[Income]] = {}
    hexes: dict[object, list[Income]] = {}
    for unit in units:
        if unit[0].service.haul is not None:
            ends = [(run, end) for run in unit for end in _ends(problem, run)]
            outer = [(run, end) for run, end in ends if sum(end.stop == other.stop for _, other in ends) == 1]
            total.append(unit[0].service.haul(outer[0][1], outer[1][1]))
            for run, end in outer:
                pays = run.service.pays[end.stop]
                best = max(pays, key=problem.worth, default=Income())
                stops.setdefault(end.stop if problem.pays_once else (id(run), end.stop), []).append(best)
        for run in unit:
            total.append(run.extra)
            if run.service.haul is None:
                for stop, income in run.taken.items():
                    stops.setdefault(stop if problem.pays_once else (id(run), stop), []).append(income)
            if run.service.hex_pay:
                for bit in range(40):
                    if _union([problem.chains[index].hexes for index in run.chains]) >> bit & 1:
                        key = bit if problem.pays_once else (id(run), bit)
                        hexes.setdefault(key, []).append(run.service.hex_pay)
    for once in (stops, hexes):
        total += [max(incomes, key=problem.worth) for incomes in once.values()]
    return add(*total)


def _some_could_run(problem: Problem, units: Grouping, every: list[list[Run]]) -> bool:
    running = [run for unit in units for run in unit]
    for train, options in enumerate(every):
        if any(run.train == train for run in running):
            continue
        for run in options:
            if not _share_nothing(problem, [*running, run]):
                continue
            if _legal_as_a_whole(problem, (*units, (run,))):
                return True
            for unit in units:
                others = tuple(other for other in units if other is not unit)
                if _legal_as_a_whole(problem, (*others, (*unit, run))):
                    return True
    return False


# ------------------------------------------------------------------------------------------------------ randomness


def some(random: Random, size: int, chance: float) -> int:
    return sum(1 << index for index in range(size) if random.random() < chance)


def random_network(random: Random) -> tuple[tuple[Stop, ...], tuple[Chain, ...]]:
    size = random.randint(2, 8)
    stops = [
        Stop(
            str(index),
            random.choice(("city", "town")),
            through=random.random() < 0.88,
            groups=some(random, 2, 0.08),
            crossed=some(random, 2, 0.08) << 2,
        )
        for index in range(size)
    ]
    tokens = random.sample(range(size), random.randint(1, min(2, size)))
    for index in tokens:
        stop = stops[index]
        stops[index] = Stop(stop.name, stop.kind, stop.through, True, stop.groups, stop.crossed)
    chains = [
        Chain(
            (a, b),
            track=some(random, 30, 0.03) | 1 << random.randrange(30),
            clash=some(random, 3, 0.04),
            gauge=random.choice((1, 1, 1, 1, 1, 2, 3)),
            hexes=1 << a | 1 << b | some(random, 4, 0.3) << size,
            moves=random.randint(0, 3),
        )
        for a, b in [
            *((random.randrange(later), later) for later in range(1, size) if random.random() < 0.85),
            *(random.sample(range(size), 2) for _ in range(random.randint(0, 7))),
        ]
    ]
    return tuple(stops), tuple(chains)


def random_pays(random: Random, size: int) -> tuple[tuple[Income, ...], ...]:
    def pay() -> Income:
        return Income(random.randint(0, 6) * 10, random.choice((0, 0, 0, 10, 20)))

    return tuple(tuple(pay() for _ in range(random.choice((0, 1, 1, 1, 1, 2)))) for _ in range(size))


def random_service(random: Random, size: int) -> Service:
    towns = some(random, size, 0.5)
    most = random.randint(1, 6)
    limits: tuple[Limit, ...] = ()
    counted: Limit | None = None
    skips, moves = 0, None
    match random.choice(("plain", "plain", "plus", "skip towns", "some of many", "free towns", "moves", "no limit")):
        case "plain":
            limits = (Limit(ANY, most),)
        case "plus":
            limits = (Limit(~towns, most), Limit(ANY, most + random.randint(0, 2)))
        case "skip towns":
            counted, skips = Limit(ANY, most), towns
        case "some of many":
            limits = (Limit(~towns, most + 1),)
            counted, skips = Limit(~towns, most), ~towns
        case "free towns":
            limits = (Limit(~towns, most),)
        case "moves":
            moves = random.randint(1, 9)
        case _:
            pass
    return Service(
        pays=random_pays(random, size),
        limits=limits,
        counted=counted,
        skips=skips,
        moves=moves,
        gauges=random.choice((ANY, ANY, ANY, 1, 1, 2, 3)),
        banned=some(random, size, 0.04),
        ends=ANY if random.random() < 0.8 else ~some(random, size, 0.3),
        needs=() if random.random() < 0.85 else (some(random, size, 0.5),),
        uses=random.choice((0, 0, 0, 1)),
        bonuses=tuple(random_bonus(random, size) for _ in range(random.choice((0, 0, 1, 2)))),
    )


def random_bonus(random: Random, size: int) -> Bonus:
    income = Income(random.choice((-30, 20, 50, 100)))
    touches = tuple(some(random, size, 0.4) for _ in range(random.randint(1, 2)))
    ends = None if random.random() < 0.6 else (some(random, size, 0.5), some(random, size, 0.5))
    return Bonus(income, touches if ends is None or random.random() < 0.5 else (), ends)


def random_network_to_share(random: Random) -> tuple[tuple[Stop, ...], tuple[Chain, ...]]:
    """Fewer stops, entrances of their own."""
    size = random.randint(2, 6)
    tokens = random.sample(range(size), random.randint(1, min(3, size)))
    stops = [
        Stop(str(index), "city", through=random.random() < 0.9, token=index in tokens, groups=some(random, 2, 0.1))
        for index in range(size)
    ]
    chains = [
        Chain(
            (a, b),
            track=some(random, 30, 0.03) | 1 << random.randrange(30),
            hexes=1 << a | 1 << b | some(random, 3, 0.3) << size,
            moves=random.choice((1, 1, 2)),
            gates=(a if random.random() < 0.7 else 9, b),
        )
        for a, b in [
            *((random.randrange(later), later) for later in range(1, size) if random.random() < 0.9),
            *(random.sample(range(size), 2) for _ in range(random.randint(0, 3))),
        ]
    ]
    return tuple(stops), tuple(chains)


def random_problem_together(random: Random) -> Problem:
    stops, chains = random_network_to_share(random)
    size = len(stops)
    towns = some(random, size, 0.3)
    values = [random.randint(1, 9) * 10 for _ in stops]
    pays_once = random.random() < 0.85
    only_hauls = random.random() < 0.4

    def haul(a: Terminal, b: Terminal) -> Income:
        return Income(20 * abs(a.stop - b.stop) + 5 * (a.gate + b.gate))

    def service() -> Service:
        most = random.randint(1, 4)
        pays = tuple((Income(value),) if random.random() < 0.8 else () for value in values)
        if random.random() < 0.15:
            pays = tuple((Income(value // 2),) for value in values)
        bonuses = (random_bonus(random, size),) if random.random() < 0.2 else ()
        match "haul" if only_hauls else random.choice(("plain", "some of many", "by hexes", "haul", "haul")):
            case "plain":
                return Service(pays=pays, limits=(Limit(~towns, most),), bonuses=bonuses)
            case "some of many":
                return Service(pays=pays, limits=(Limit(~towns, most + 1),), counted=Limit(~towns, most), skips=~towns)
            case "by hexes":
                return Service(pays=pays, limits=(Limit(ANY, most),), hex_pay=Income(0, 0, 10))
            case _:
                ends = ~towns if random.random() < 0.5 else ANY
                hex_pay = Income(0, 0, 10) if random.random() < 0.2 else Income()
                return Service(pays=pays, moves=most, haul=haul, ends=ends, bonuses=bonuses, hex_pay=hex_pay)

    kinds: list[tuple[tuple[Service, ...], Convoy]] = []
    for _ in range(random.randint(1, 3)):
        one = service()
        convoys = (Convoy.MUST, Convoy.MUST, Convoy.MUST, Convoy.MAY, Convoy.NEVER) if one.haul else (Convoy.NEVER,)
        kinds.append(((one,), random.choice(convoys)))
    trains = [random.choice(kinds) for _ in range(random.randint(1, 3 if size < 5 or only_hauls else 2))]
    return Problem(
        stops=stops,
        chains=chains,
        trains=tuple(Train(str(index), services, convoy) for index, (services, convoy) in enumerate(trains)),
        weights=random.choice((Income(1, 0, 0), Income(1, 1, 1), Income(100, 1, 1))),
        shared_track=random.random() < 0.8,
        pays_once=pays_once,
        meeting=0 if random.random() < 0.3 else some(random, size, 0.8),
        home=0 if random.random() < 0.6 else some(random, size, 0.5),
        must_run=random.random() < 0.5,
    )


def random_problem(random: Random) -> Problem:
    stops, chains = random_network(random)
    kinds = [
        tuple(random_service(random, len(stops)) for _ in range(random.choice((1, 1, 1, 2))))
        for _ in range(random.randint(1, 3))
    ]
    return Problem(
        stops=stops,
        chains=chains,
        trains=tuple(
            Train(str(index), random.choice(kinds)) for index in range(random.choice((0, 1, 1, 2, 2, 2, 3, 3)))
        ),
        weights=random.choice((Income(1, 0, 0), Income(1, 1, 0), Income(1000, 1, 0))),
        needs_token=random.random() < 0.9,
        shared_track=random.random() < 0.1,
    )
