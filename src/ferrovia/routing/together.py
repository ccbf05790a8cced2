"""Trains whose routes are worth something only together: each stop pays once for all of them, routes must meet,
some run end to end as one.

First every route of every kind of train is listed, by what matters to the others: the *items* it earns (stops and hexes
that pay once), what it earns for itself, the stops where it can meet. Of two routes where one gives all that the other
gives only the better stays. Then trains, or convoys of trains, choose one after the other; what is still to come is
bounded by the best that each train could add to the items already earned.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from ferrovia.routing.answer import Answer
from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.income import open_ends, terminal_of
from ferrovia.routing.legality import hang_together
from ferrovia.routing.line import Coin, Line, bits, joins
from ferrovia.routing.problem import Convoy, Problem, Route, Service, Terminal
from ferrovia.routing.search import EVERYTHING, Find, explore


class Seed(NamedTuple):
    """A route of a train of some kind."""

    find: Find
    service: int
    kind: int


class Option(NamedTuple):
    """What a train or a convoy may run."""

    full: int
    """What it earns if nothing is earned yet."""
    solo: int
    """What it earns whatever the others do."""
    items: int
    touch: int
    """Stops where it can meet others, and whether it comes home."""
    track: int
    uses: int
    seeds: tuple[Seed, ...]


IDLE = Option(0, 0, 0, 0, 0, 0, ())


class Items:
    """Everything that pays once, as bits with a weight each.

    A stop that pays one kind of train more than another is two items: the smaller pay, and the difference.
    """

    def __init__(self, problem: Problem) -> None:
        self._weights: list[int] = []
        services = {id(s): s for train in problem.trains for s in train.services}
        self._stops: dict[int, list[int]] = {key: [0] * len(problem.stops) for key in services}
        self._hexes: dict[int, dict[int, int]] = {key: {} for key in services}
        if not problem.pays_once:
            return
        for stop in range(len(problem.stops)):
            worth = {key: _stop_worth(problem, service, stop) for key, service in services.items()}
            for key, mask in self._levels(worth).items():
                self._stops[key][stop] = mask
        hex_worth = {key: problem.worth(service.hex_pay) for key, service in services.items()}
        if any(hex_worth.values()):
            for number in bits(_all_hexes(problem)):
                for key, mask in self._levels(hex_worth).items():
                    self._hexes[key][1 << number] = mask

    def _levels(self, worth: dict[int, int]) -> dict[int, int]:
        """New items for one place: each service gets those up to its own pay."""
        levels = sorted({w for w in worth.values() if w > 0})
        first = len(self._weights)
        self._weights += [level - below for below, level in zip([0, *levels], levels, strict=False)]
        return {
            key: sum(1 << first + index for index, level in enumerate(levels) if level <= own)
            for key, own in worth.items()
        }

    def of_stop(self, service: Service, stop: int) -> int:
        return self._stops[id(service)][stop]

    def of_hexes(self, service: Service, hexes: int) -> int:
        mask, known = 0, self._hexes[id(service)]
        if known:
            for number in bits(hexes):
                mask |= known[1 << number]
        return mask

    def weigher(self) -> "Weigher":
        return Weigher(self._weights)


class Weigher:
    """The weight of a set of items, eight at a time."""

    def __init__(self, weights: list[int]) -> None:
        self._tables: list[list[int]] = []
        for first in range(0, len(weights), 8):
            table = [0]
            for weight in weights[first : first + 8]:
                table += [weight + known for known in table]
            self._tables.append(table)

    def __call__(self, items: int) -> int:
        total = 0
        for table in self._tables:
            if not items:
                break
            total += table[items & 255]
            items >>= 8
        return total


def _stop_worth(problem: Problem, service: Service, stop: int) -> int:
    return max((problem.worth(pay) for pay in service.pays[stop]), default=0)


def _all_hexes(problem: Problem) -> int:
    mask = 0
    for chain in problem.chains:
        mask |= chain.hexes
    return mask


class Haulage(NamedTuple):
    """A route that may be part of a convoy."""

    ends: tuple[Terminal, Terminal]
    touch: int
    track: int
    uses: int
    seed: Seed


class Kind:
    """Trains that run alike, with all that they may run."""

    def __init__(self, problem: Problem, services: tuple[Service, ...], convoy: Convoy, number: int) -> None:
        self.trains: list[int] = []
        self.number = number
        self.problem, self.services, self.convoy = problem, services, convoy
        self.options: list[Option] = []
        self.hauls: list[Haulage] = []
        self._hauls_from: dict[int, dict[Terminal, list[Haulage]]] = {}

    def hauls_from(self, stop: int) -> dict[Terminal, list[Haulage]]:
        """The routes that end at a stop, by their other end."""
        if not self._hauls_from:
            for haul in self.hauls:
                for one, other in (haul.ends, haul.ends[::-1]):
                    self._hauls_from.setdefault(one.stop, {}).setdefault(other, []).append(haul)
        return self._hauls_from.get(stop, {})

    def terminals(self) -> set[Terminal]:
        """Where its routes can end."""
        return {end for haul in self.hauls for end in haul.ends}

    def list_all(self, items: Items, clock: Clock) -> None:
        found: list[Option] = []
        coin = Coin(self.problem)
        for number, service in enumerate(self.services):
            lister = _Lister(self, Line(self.problem, service, coin), number, items)
            explore(lister.line, [0] * len(self.problem.chains), EVERYTHING, lister, clock)
            found += lister.options
            self.hauls += lister.hauls
        self.options = undominated(found)


class _Lister:
    """Takes each route that the search meets and notes what matters about it, once."""

    def __init__(self, kind: Kind, line: Line, number: int, items: Items) -> None:
        problem = kind.problem
        self.kind, self.problem, self.line, self.number = kind, problem, line, number
        self.service = line.service
        self.options: list[Option] = []
        self.hauls: list[Haulage] = []
        self._items, self._weigh = items, items.weigher()
        self._stop_items = [items.of_stop(self.service, stop) for stop in range(line.stops)]
        self._stop_worth = [0 if problem.pays_once else best_worth(problem, self.service, s) for s in range(line.stops)]
        self._all_stops = (1 << line.stops) - 1
        self._ends_matter = self.service.haul is not None or any(bonus.ends for bonus in self.service.bonuses)
        self._seen: set[tuple[int, ...]] = set()

    def __call__(self, find: Find) -> int:
        touched = find.lock & self._all_stops
        track = 0 if self.problem.shared_track else find.lock >> self.line.track_at
        key = (touched, track)
        ends: tuple[Terminal, Terminal] | None = None
        hexes = 0
        if self._ends_matter or self.service.hex_pay:
            stops, chains = find.way(self.problem)
            if self._ends_matter:
                ends = (
                    terminal_of(self.problem, stops[0], chains[0]),
                    terminal_of(self.problem, stops[-1], chains[-1]),
                )
                key = (*key, *min(ends), *max(ends))
            if self.service.hex_pay:
                for chain in chains:
                    hexes |= self.problem.chains[chain].hexes
                key = (*key, hexes)
        if key not in self._seen:
            self._seen.add(key)
            self._note(find, touched, track, ends, hexes)
        return EVERYTHING

    def _note(self, find: Find, touched: int, track: int, ends: tuple[Terminal, Terminal] | None, hexes: int) -> None:
        problem, service, seed = self.problem, self.service, Seed(find, self.number, self.kind.number)
        touch = touched & problem.meeting | (1 << self.line.stops if touched & problem.home else 0)
        solo = self._bonus(touched, ends)
        if service.haul is not None and ends is not None:
            self.hauls.append(Haulage(ends, touch, track, service.uses, seed))
            solo += problem.worth(service.haul(*ends))
            counted = [[ends[0].stop, ends[1].stop]]
        else:
            counted = self._counted(touched)
        own_items = self._items.of_hexes(service, hexes)
        if not problem.pays_once:
            solo += hexes.bit_count() * problem.worth(service.hex_pay)
        for stops in counted:
            items, worth = own_items, solo
            for stop in stops:
                items |= self._stop_items[stop]
                worth += self._stop_worth[stop]
            full = worth + self._weigh(items)
            self.options.append(Option(full, worth, items, touch, track, service.uses, (seed,)))

    def _bonus(self, touched: int, ends: tuple[Terminal, Terminal] | None) -> int:
        total = 0
        for bonus in self.service.bonuses:
            if all(touched & touch for touch in bonus.touches):
                if bonus.ends is None or (ends is not None and joins(bonus.ends, ends[0].stop, ends[1].stop)):
                    total += self.problem.worth(bonus.income)
        return total

    def _counted(self, touched: int) -> list[list[int]]:
        """Which stops may be counted together: as many as possible, fewer never pay more."""
        limit = self.service.counted
        optional = bits(touched & self.line.optional)
        sure = bits(touched & ~self.line.optional)
        if limit is None or not optional:
            return [sure]
        room = limit.most - (touched & limit.stops & ~self.line.optional).bit_count()
        return [[*sure, *some] for some in combinations(optional, min(room, len(optional)))]


def best_worth(problem: Problem, service: Service, stop: int) -> int:
    return max((problem.worth(pay) for pay in service.pays[stop]), default=0)


def undominated(options: list[Option]) -> list[Option]:
    """Without the options that give nothing that another does not give; the best first.

    What an option gives is a set of features; the options that have a feature are a set of bits. So another option that
    has all features of this one is found by a few ANDs.
    """
    kept: list[Option] = []
    holders: dict[int, int] = {}
    shift = max((option.touch.bit_length() for option in options), default=0)
    for option in sorted(options, key=lambda o: (-o.solo, -o.full, -o.touch.bit_count())):
        features = bits(option.items << shift | option.touch)
        others = (1 << len(kept)) - 1
        for feature in features:
            others &= holders.get(feature, 0)
            if not others:
                break
        if any(not kept[o].track & ~option.track and not kept[o].uses & ~option.uses for o in bits(others)):
            continue
        for feature in features:
            holders[feature] = holders.get(feature, 0) | 1 << len(kept)
        kept.append(option)
    return sorted(kept, key=lambda option: -option.full)


# ---------------------------------------------------------------------------------------------------------- convoys


class Part(NamedTuple):
    """A convoy, or the beginning of one: where it starts and stands, all ends and joints, what it has used."""

    start: Terminal
    at: Terminal
    ends: int
    touch: int
    track: int
    uses: int
    seeds: tuple[Seed, ...]


class Convoys:
    """Everything that several trains may run end to end as one.

    What a convoy earns depends on its two ends alone. So only those pairs of ends are looked at that earn enough.
    """

    def __init__(self, problem: Problem, kinds: list[Kind], items: Items, clock: Clock) -> None:
        self._problem, self._kinds, self._clock = problem, kinds, clock
        self._items, self._weigh = items, items.weigher()
        self._pairs: dict[tuple[Terminal, Terminal], int] = {}

    def bound(self, unit: tuple[int, ...]) -> int:
        """No convoy of these kinds earns more."""
        ends = [set(self._kinds[number].terminals()) for number in unit]
        return max(
            (self._pair(a, b) for one, other in combinations(ends, 2) for a in one for b in other if a.stop != b.stop),
            default=0,
        )

    def _pair(self, one: Terminal, other: Terminal) -> int:
        """What a convoy between these ends earns at most, if nothing is earned yet."""
        known = self._pairs.get((one, other))
        if known is None:
            hauling = [s for kind in self._kinds if kind.convoy is not Convoy.NEVER for s in kind.services]
            known = max((self._problem.worth(s.haul(one, other)) for s in hauling if s.haul is not None), default=0)
            for end in (one, other):
                known += max(best_worth(self._problem, service, end.stop) for service in hauling)
            self._pairs[one, other] = self._pairs[other, one] = known
        return known

    def options(self, unit: tuple[int, ...], least: int) -> list[Option]:
        """The convoys of trains of these kinds that earn at least so much, if nothing is earned yet."""
        found: dict[tuple[int, ...], Option] = {}
        for order in {min(order, order[::-1]) for order in permutations(unit)}:
            for part in self._parts(order, least):
                option = self._option(part)
                key = (option.items, option.touch, option.track, option.uses)
                if key not in found or found[key].solo < option.solo:
                    found[key] = option
        return undominated(list(found.values()))

    def _parts(self, order: tuple[int, ...], least: int) -> Iterator[Part]:
        last = self._kinds[order[-1]].terminals()
        goals = {
            start: [end for end in last if end.stop != start.stop and self._pair(start, end) >= least]
            for start in self._kinds[order[0]].terminals()
        }
        parts = {
            (start, at.stop, haul.touch, haul.track): Part(
                start, at, 1 << start.stop | 1 << at.stop, haul.touch, haul.track, haul.uses, (haul.seed,)
            )
            for haul in self._kinds[order[0]].hauls
            for start, at in (haul.ends, haul.ends[::-1])
            if goals[start]
        }
        for number in order[1:-1]:
            longer: dict[tuple[Terminal, int, int, int, int], Part] = {}
            for part in parts.values():
                hauls = self._kinds[number].hauls_from(part.at.stop)
                for at in hauls:
                    for new in self._longer(part, at, hauls[at]):
                        longer[new.start, at.stop, new.ends, new.touch, new.track] = new
            parts = longer
        for part in parts.values():
            hauls = self._kinds[order[-1]].hauls_from(part.at.stop)
            for goal in goals[part.start]:
                if goal in hauls:
                    yield from self._longer(part, goal, hauls[goal])

    def _longer(self, part: Part, at: Terminal, hauls: list[Haulage]) -> Iterator[Part]:
        """The convoy with one more train, joined where it stands."""
        if self._problem.meeting and not self._problem.meeting >> part.at.stop & 1 or part.ends >> at.stop & 1:
            return
        self._clock.count(len(hauls))
        for haul in hauls:
            if not (part.track & haul.track or part.uses & haul.uses):
                yield Part(
                    part.start,
                    at,
                    part.ends | 1 << at.stop,
                    part.touch | haul.touch,
                    part.track | haul.track,
                    part.uses | haul.uses,
                    (*part.seeds, haul.seed),
                )

    def _option(self, part: Part) -> Option:
        first, last = self._service(part.seeds[0]), self._service(part.seeds[-1])
        assert first.haul is not None
        solo = self._problem.worth(first.haul(part.start, part.at))
        if not self._problem.pays_once:
            solo += best_worth(self._problem, first, part.start.stop) + best_worth(self._problem, last, part.at.stop)
        items = self._items.of_stop(first, part.start.stop) | self._items.of_stop(last, part.at.stop)
        return Option(solo + self._weigh(items), solo, items, part.touch, part.track, part.uses, part.seeds)

    def _service(self, seed: Seed) -> Service:
        return self._kinds[seed.kind].services[seed.service]


def groupings(kinds: Sequence[Convoy], trains: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to run some trains, named by their kinds: alone, end to end, or not at all."""
    if not trains:
        yield ()
        return
    first, others = trains[0], trains[1:]
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            rest = tuple(train for index, train in enumerate(others) if index not in chosen)
            unit = (first, *(others[index] for index in chosen))
            for units in groupings(kinds, rest):
                if sum(any(kinds[train] is Convoy.MUST for train in u) for u in (unit, *units)) < 2:
                    yield (unit, *units)
    yield from groupings(kinds, others)


# ------------------------------------------------------------------------------------------------------- the search


class _Set:
    """One way to group trains: menus for those that run alone, and convoys whose menus are still to be made."""

    def __init__(self, menus: list[list[Option]], units: list[tuple[int, ...]], bounds: list[int]) -> None:
        self._menus, self._units, self._bounds = menus, units, bounds
        self.convoys = len(units)
        self.bound = sum(menu[0].full for menu in menus) + sum(bounds)

    def search(self, search: "Together", convoys: Convoys) -> None:
        """First with the convoys that earn most; then all that can still matter."""
        slack = FIRST_SLACK
        while self.bound > search.floor:
            enough = self.bound - search.floor - 1
            """So much less than its bound may each convoy earn."""
            spare = min(slack, enough)
            menus = [
                convoys.options(unit, bound - spare) for unit, bound in zip(self._units, self._bounds, strict=True)
            ]
            if all(menus):
                search.choose(sorted([*self._menus, *menus], key=len), 0, IDLE, [], 0)
            if not self._units or spare >= self.bound - search.floor - 1:
                return
            slack *= 4


FIRST_SLACK = 100
"""How far below the best a convoy may stay in the first try."""


class Together:
    """The search for the best set."""

    def __init__(self, problem: Problem, answer: Answer) -> None:
        self._problem, self._answer, self._clock = problem, answer, answer.clock
        self._kinds: list[Kind] = []
        for number, train in enumerate(problem.trains):
            for kind in self._kinds:
                if (kind.services, kind.convoy) == (train.services, train.convoy):
                    break
            else:
                kind = Kind(problem, train.services, train.convoy, len(self._kinds))
                self._kinds.append(kind)
            kind.trains.append(number)
        self._items = Items(problem)
        self._weigh = self._items.weigher()
        self._nodes = 0

    def run(self) -> None:
        for kind in self._kinds:
            kind.list_all(self._items, self._clock)
        convoys = Convoys(self._problem, self._kinds, self._items, self._clock)
        sets = sorted(self._sets(convoys), key=lambda one: (one.convoys, -one.bound))
        for number, one in enumerate(sets):
            self._answer.lower(max(other.bound for other in sets[number:]))
            one.search(self, convoys)
        self._clock.count(self._nodes)
        self._answer.lower(self._answer.worth)

    @property
    def floor(self) -> int:
        """A set must be worth more than this. Trains that must run do so for nothing, too."""
        return self._answer.worth if self._answer.routes or not self._problem.must_run else -1

    def _sets(self, convoys: Convoys) -> Iterator["_Set"]:
        """Each way to group trains into convoys."""
        alone = [(kind.number,) for kind in self._kinds if kind.convoy is Convoy.NEVER for _ in kind.trains]
        joining = tuple(kind.number for kind in self._kinds if kind.convoy is not Convoy.NEVER for _ in kind.trains)
        optional = {unit: [*self._kinds[unit[0]].options, IDLE] for unit in alone}
        for grouping in {tuple(sorted(g)) for g in groupings([kind.convoy for kind in self._kinds], joining)}:
            menus = [self._kinds[unit[0]].options for unit in grouping if len(unit) == 1]
            units = [unit for unit in grouping if len(unit) > 1]
            if all(menus):
                yield _Set(
                    [*menus, *(optional[unit] for unit in alone)], units, [convoys.bound(unit) for unit in units]
                )

    # ------------------------------------------------------------------------------------------------------ choice

    def choose(self, menus: list[list[Option]], at: int, so_far: Option, chosen: list[Option], first: int) -> None:
        """One more menu; `so_far` sums up what was chosen, `first` is where an equal menu before left off."""
        self._nodes += 1
        if self._nodes >= LOOK_EVERY:
            self._clock.count(self._nodes)
            self._nodes = 0
        if at == len(menus):
            self._judge(so_far, chosen)
            return
        menu, free = menus[at], ~so_far.items
        others = so_far.full + sum(self._most(later, free) for later in menus[at + 1 :])
        same = at + 1 < len(menus) and menus[at + 1] is menu
        for index in range(first, len(menu)):
            option = menu[index]
            if others + option.full <= self.floor:
                break  # the menu is sorted by this
            new = option.solo + self._weigh(option.items & free)
            if others + new <= self.floor or option.track & so_far.track or option.uses & so_far.uses:
                continue
            both = Option(
                so_far.full + new,
                so_far.solo + option.solo,
                so_far.items | option.items,
                so_far.touch | option.touch,
                so_far.track | option.track,
                so_far.uses | option.uses,
                (),
            )
            self.choose(menus, at + 1, both, [*chosen, option], index if same else 0)

    def _most(self, menu: list[Option], free: int) -> int:
        """The most that an option can add to the items already earned."""
        best = 0
        for option in menu:
            if option.full <= best:
                break
            best = max(best, option.solo + self._weigh(option.items & free))
        return best

    def _judge(self, so_far: Option, chosen: list[Option]) -> None:
        """Takes a set if it is legal as a whole."""
        running = [option for option in chosen if option.seeds]
        meeting = self._problem.meeting
        if not running or so_far.full <= self.floor:
            return
        if meeting and not hang_together([option.touch & meeting for option in running]):
            return
        if self._problem.home and not so_far.touch >> len(self._problem.stops) & 1:
            return
        if self._problem.must_run and any(self._could_run(kind, so_far, running) for kind in self._idle(running)):
            return
        self._answer.improve(self._routes(running))

    def _routes(self, running: list[Option]) -> list[Route]:
        waiting = [kind.trains.copy() for kind in self._kinds]
        return [
            Route(
                waiting[seed.kind].pop(0),
                *seed.find.way(self._problem),
                seed.service,
                convoy=number if len(option.seeds) > 1 else None,
            )
            for number, option in enumerate(running)
            for seed in option.seeds
        ]

    # -------------------------------------------------------------------------------------------------- idle trains

    def _idle(self, running: list[Option]) -> list[Kind]:
        used = [seed.kind for option in running for seed in option.seeds]
        return [kind for kind in self._kinds if used.count(kind.number) < len(kind.trains)]

    def _could_run(self, kind: Kind, so_far: Option, running: list[Option]) -> bool:
        """Whether a train of this kind, now idle, could be added: for itself, or at an end of a convoy."""
        bound = kind.convoy is Convoy.MUST
        others = [o for o in running if any(self._kinds[seed.kind].convoy is Convoy.MUST for seed in o.seeds)]
        if not (bound and others) and any(self._fits(o.touch, o.track, o.uses, so_far) for o in kind.options):
            return True
        if kind.convoy is Convoy.NEVER:
            return False
        return any(self._could_join(kind, so_far, option) for option in (others if bound else running))

    def _fits(self, touch: int, track: int, uses: int, so_far: Option) -> bool:
        meets = not self._problem.meeting or touch & so_far.touch & self._problem.meeting
        return bool(meets) and not track & so_far.track and not uses & so_far.uses

    def _could_join(self, kind: Kind, so_far: Option, option: Option) -> bool:
        if self._kinds[option.seeds[0].kind].convoy is Convoy.NEVER:
            return False
        unit = [Route(0, *seed.find.way(self._problem)) for seed in option.seeds]
        ends = open_ends(unit)
        if ends is None:
            return False
        taken = {stop for route in unit for stop in (route.stops[0], route.stops[-1])}
        return any(
            at.stop not in taken and self._fits(haul.touch, haul.track, haul.uses, so_far)
            for end in ends
            if not self._problem.meeting or self._problem.meeting >> end & 1
            for at, hauls in kind.hauls_from(end).items()
            for haul in hauls
        )
