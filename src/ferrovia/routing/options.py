"""Every route of a train, by what matters to the other trains.

That is: the *items* it earns (see `items`), what it earns for itself, and the stops where it can meet others. Of two
routes where one gives all that the other gives, only the better stays.
"""

from itertools import combinations
from typing import NamedTuple

from ferrovia.routing.clock import Clock, GivenUp
from ferrovia.routing.income import terminal_of
from ferrovia.routing.items import Items, best_worth
from ferrovia.routing.line import Coin, Line, bits, joins
from ferrovia.routing.problem import Convoy, Problem, Service, Terminal
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
    ends: int
    """Of a haul: where it ends and where its trains are joined. An idle train might be joined to one haul and not to
    another, so two are compared only if these are the same."""
    seeds: tuple[Seed, ...]


IDLE = Option(0, 0, 0, 0, 0, 0, 0, ())


class Haulage(NamedTuple):
    """A route that may be part of a convoy."""

    ends: tuple[Terminal, Terminal]
    extra: int
    """What it earns beside its ends."""
    items: int
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

    def list_some(self, items: Items, clock: Clock, nodes: int) -> bool:
        """Lists what is found within so many nodes; whether that is all."""
        try:
            with clock.trial(nodes):
                self.list_all(items, clock)
        except GivenUp:
            return False
        return True

    def list_all(self, items: Items, clock: Clock) -> None:
        coin = Coin(self.problem)
        listers = [_Lister(self, Line(self.problem, s, coin), number, items) for number, s in enumerate(self.services)]
        try:
            for lister in listers:
                explore(lister.line, [0] * len(self.problem.chains), EVERYTHING, lister, clock)
        finally:
            self.options = undominated([option for lister in listers for option in lister.options])
            self.hauls = [haul for lister in listers for haul in lister.hauls]
            self._hauls_from = {}


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
        ends_of_bonuses = any(bonus.ends for bonus in self.service.bonuses)
        self._ends_matter = self.service.haul is not None or ends_of_bonuses
        self._relevant = self._stops_that_matter()
        self._terminals = {
            (stop, chain): terminal_of(problem, stop, chain)
            for chain in (line.chains if self._ends_matter else ())
            for stop in problem.chains[chain].ends
        }
        self._hauled: dict[tuple[Terminal, Terminal], int] = {}
        self._seen: set[tuple[object, ...]] = set()

    def _stops_that_matter(self) -> int:
        """Two routes that differ only in other stops are the same to everybody."""
        relevant = self.problem.meeting | self.problem.home
        for bonus in self.service.bonuses:
            for touch in bonus.touches:
                relevant |= touch
        if self.service.haul is None:
            relevant |= self.line.optional
            for stop in range(self.line.stops):
                if self._stop_items[stop] or self._stop_worth[stop]:
                    relevant |= 1 << stop
        return relevant & (1 << self.line.stops) - 1

    def __call__(self, find: Find) -> int:
        touched = find.lock & self._relevant
        track = 0 if self.problem.shared_track else find.lock >> self.line.track_at
        ends: tuple[Terminal, Terminal] | None = None
        hexes = 0
        key: tuple[object, ...] = (touched, track)
        if self._ends_matter:
            (stop, other_stop), (chain, other_chain) = find.ends, find.last_chains()
            one, other = self._terminals[stop, chain], self._terminals[other_stop, other_chain]
            ends = (one, other) if one < other else (other, one)
            key = (touched, track, ends)
        if self.service.hex_pay:
            for chain in find.chains():
                hexes |= self.problem.chains[chain].hexes
            key = (*key, hexes)
        if key not in self._seen:
            self._seen.add(key)
            self._note(find, touched, track, ends, hexes)
        return EVERYTHING

    def _note(self, find: Find, touched: int, track: int, ends: tuple[Terminal, Terminal] | None, hexes: int) -> None:
        problem, service, seed = self.problem, self.service, Seed(find, self.number, self.kind.number)
        touch = touched & problem.meeting | (1 << self.line.stops if touched & problem.home else 0)
        solo = self._bonus(touched, ends) if service.bonuses else 0
        if not problem.pays_once:
            solo += hexes.bit_count() * problem.worth(service.hex_pay)
        own_items, joints = self._items.of_hexes(service, hexes), 0
        if service.haul is not None and ends is not None:
            self.hauls.append(Haulage(ends, solo, own_items, touch, track, service.uses, seed))
            if ends not in self._hauled:
                self._hauled[ends] = problem.worth(service.haul(*ends))
            solo += self._hauled[ends]
            joints = 1 << ends[0].stop | 1 << ends[1].stop
            counted = [[ends[0].stop, ends[1].stop]]
        else:
            counted = self._counted(touched)
        for stops in counted:
            items, worth = own_items, solo
            for stop in stops:
                items |= self._stop_items[stop]
                worth += self._stop_worth[stop]
            full = worth + self._weigh(items)
            self.options.append(Option(full, worth, items, touch, track, service.uses, joints, (seed,)))

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


def undominated(options: list[Option]) -> list[Option]:
    """Without the options that give nothing that another does not give; the best first."""
    groups: dict[int, list[Option]] = {}
    for option in sorted(options, key=lambda o: (-o.solo, -o.full, -o.touch.bit_count())):
        groups.setdefault(option.ends, []).append(option)
    kept: list[Option] = []
    for group in groups.values():
        kept += _best_of_few(group) if len(group) < FEW else _best_of_many(group)
    return sorted(kept, key=lambda option: -option.full)


FEW = 40
"""Up to so many options are simply compared with each other."""


def _best_of_few(group: list[Option]) -> list[Option]:
    kept: list[Option] = []
    for option in group:
        if not any(_gives_all(other, option) for other in kept):
            kept.append(option)
    return kept


def _best_of_many(group: list[Option]) -> list[Option]:
    """What an option gives is a set of features; the options that have a feature are a set of bits. So another option
    that has all features of this one is found by a few ANDs."""
    kept: list[Option] = []
    holders: dict[int, int] = {}
    shift = max(option.touch.bit_length() for option in group)
    for option in group:
        features = bits(option.items << shift | option.touch)
        others = (1 << len(kept)) - 1
        for feature in features:
            others &= holders.get(feature, 0)
            if not others:
                break
        if any(_gives_all(kept[other], option) for other in bits(others)):
            continue
        for feature in features:
            holders[feature] = holders.get(feature, 0) | 1 << len(kept)
        kept.append(option)
    return kept


def _gives_all(other: Option, option: Option) -> bool:
    """Whether another option, which earns no less for itself, gives all that this one gives and takes no more."""
    return not (
        option.items & ~other.items
        or option.touch & ~other.touch
        or other.track & ~option.track
        or other.uses & ~option.uses
    )
