"""Every route of a train, by what matters to the other trains.

That is: the *items* it earns (see `items`), what it earns for itself, and the stops where it can meet others. Of two
routes where one gives all that the other gives, only the better stays.
"""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from ferrovia.routing.clock import Clock, GivenUp
from ferrovia.routing.income import terminal_of
from ferrovia.routing.problem import Convoy, Problem, Service, Terminal
from ferrovia.routing.single.bounds import NoBounds
from ferrovia.routing.single.line import Coin, Line, bits, joins
from ferrovia.routing.single.walker import EVERYTHING, Find, walk
from ferrovia.routing.together.items import Items, best_worth
from ferrovia.routing.tuning import TogetherTuning


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
    parts: "tuple[Option, ...]" = ()
    """Of several options chosen together: these."""

    def alone(self) -> "tuple[Option, ...]":
        """The single options that it stands for."""
        return self.parts or (self,)


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

    def __init__(
        self, problem: Problem, services: tuple[Service, ...], convoy: Convoy, number: int, tuning: TogetherTuning
    ) -> None:
        self.trains: list[int] = []
        self.number, self._tuning = number, tuning
        self.problem, self.services, self.convoy = problem, services, convoy
        self.options: list[Option] = []
        """All of them, the best first."""
        self.hauls: list[Haulage] = []
        self._hauls_from: dict[int, dict[Terminal, list[Haulage]]] = {}
        self._menu: list[Option] = []
        self._least: int | None = None
        self._footprints: set[tuple[int, int, int]] = set()

    @property
    def top(self) -> int:
        """What the best of its routes earns."""
        return self.options[0].full if self.options else 0

    def menu(self, least: int) -> list[Option]:
        """What may be chosen, the best first, as far as it earns at least an amount."""
        if self._least is None or least < self._least:
            count = bisect_right(self.options, -least, key=lambda option: -option.full)
            self._menu, self._least = undominated(self.options[:count], self._tuning), least
        return self._menu

    def footprints(self) -> set[tuple[int, int, int]]:
        """Where its routes meet others, the track and the things that they use."""
        if not self._footprints:
            self._footprints = {(option.touch, option.track, option.uses) for option in self.options}
        return self._footprints

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
        """Lists what is found within a number of nodes; says whether that is all."""
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
                lister.run(clock)
        finally:
            found = [option for lister in listers for option in lister.options]
            self.options = sorted(found, key=lambda option: -option.full)
            self._least = None
            self._footprints = set()
            self.hauls = [haul for lister in listers for haul in lister.hauls]
            self._hauls_from = {}


class _Hauled(NamedTuple):
    """What a haul between two ends earns, whatever way it takes."""

    full: int
    solo: int
    items: int
    joints: int


class _Lister:
    """Takes each route that there is and notes what matters about it, once."""

    def __init__(self, kind: Kind, line: Line, number: int, items: Items) -> None:
        problem = kind.problem
        self.kind, self.problem, self.line, self.number = kind, problem, line, number
        self.service = line.service
        self.options: list[Option] = []
        self.hauls: list[Haulage] = []
        self._items, self._weigh = items, items.weigh
        self._stop_items = [items.of_stop(self.service, stop) for stop in range(line.stops)]
        self._stop_worth = [0 if problem.pays_once else best_worth(problem, self.service, s) for s in range(line.stops)]
        self._gain = [w + self._weigh(i) for w, i in zip(self._stop_worth, self._stop_items, strict=True)]
        ends_of_bonuses = any(bonus.ends for bonus in self.service.bonuses)
        self._ends_matter = self.service.haul is not None or ends_of_bonuses
        self._all_stops = (1 << line.stops) - 1
        self._relevant = self._stops_that_matter()
        self._terminals = {
            (stop, chain): terminal_of(problem, stop, chain)
            for chain in (line.chains if self._ends_matter else ())
            for stop in problem.chains[chain].ends
        }
        self._hauled: dict[tuple[Terminal, Terminal], _Hauled] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._hex_worth = problem.worth(self.service.hex_pay)

    def run(self, clock: Clock) -> None:
        problem, hauls = self.problem, self.service.haul is not None
        stop_load = [0] * self.line.stops if hauls or not problem.pays_once else self._stop_items
        chain_load = [0] * len(problem.chains)
        if self.service.hex_pay:
            for chain in self.line.chains:
                hexes = problem.chains[chain].hexes
                chain_load[chain] = self._items.of_hexes(self.service, hexes) if problem.pays_once else hexes
        everywhere = NoBounds(self.line, self._gain, stop_load, chain_load)
        walk(everywhere, EVERYTHING, self._note_haul if hauls else self._note, clock)

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
        return relevant & self._all_stops

    def _is_new(self, key: tuple[object, ...]) -> bool:
        """Whether this is the first route of its like."""
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _ends(self, find: Find) -> tuple[Terminal, Terminal]:
        chains = find.last_chains()
        one, other = self._terminals[find.ends[0], chains[0]], self._terminals[find.ends[1], chains[1]]
        return (one, other) if one < other else (other, one)

    def _seed(self, find: Find) -> Seed:
        return Seed(find, self.number, self.kind.number)

    def _touch(self, touched: int) -> int:
        return touched & self.problem.meeting | (1 << self.line.stops if touched & self.problem.home else 0)

    def _track(self, find: Find) -> int:
        return 0 if self.problem.shared_track else find.lock >> self.line.track_at

    # ------------------------------------------------------------------------------------------------------- hauls

    def _note_haul(self, find: Find) -> int:
        """Only the two ends pay, and what lies between them."""
        ends, touched, load, track = self._ends(find), find.lock & self._relevant, find.load, self._track(find)
        if not self._is_new((touched, load, track, ends)):
            return EVERYTHING
        touch, uses, seed = self._touch(touched), self.service.uses, self._seed(find)
        extra, items = self._bonus(touched, ends) if self.service.bonuses else 0, 0
        if load:
            if self.problem.pays_once:
                items = load
            else:
                extra += load.bit_count() * self._hex_worth
        self.hauls.append(Haulage(ends, extra, items, touch, track, uses, seed))
        hauled = self._hauled.get(ends)
        if hauled is None:
            hauled = self._hauled[ends] = self._haul(ends)
        full = hauled.full + extra + (self._weigh(items) if items else 0)
        self.options.append(
            Option(full, hauled.solo + extra, hauled.items | items, touch, track, uses, hauled.joints, (seed,))
        )
        return EVERYTHING

    def _haul(self, ends: tuple[Terminal, Terminal]) -> _Hauled:
        assert self.service.haul is not None
        one, other = ends[0].stop, ends[1].stop
        solo = self.problem.worth(self.service.haul(*ends)) + self._stop_worth[one] + self._stop_worth[other]
        items = self._stop_items[one] | self._stop_items[other]
        return _Hauled(solo + self._weigh(items), solo, items, 1 << one | 1 << other)

    # ------------------------------------------------------------------------------------------------- other trains

    def _note(self, find: Find) -> int:
        """All counted stops pay."""
        ends = self._ends(find) if self._ends_matter else None
        touched, load, track = find.lock & self._relevant, find.load, self._track(find)
        if not self._is_new((touched, load, track, ends)):
            return EVERYTHING
        touch, uses, seeds = self._touch(touched), self.service.uses, (self._seed(find),)
        bonus = self._bonus(touched, ends) if self.service.bonuses else 0
        if self.problem.pays_once:
            worth, solo, items = self._weigh(load) if self._hex_worth else find.net, bonus, load
        else:
            worth, solo, items = find.net, bonus + load.bit_count() * self._hex_worth, 0
        for dropped in self._dropped(touched):
            full, own, left = worth, solo, items
            for stop in dropped:
                full -= self._gain[stop]
                left &= ~self._stop_items[stop]
            if not self.problem.pays_once:
                own += full
                full = 0
            self.options.append(Option(full + own, own, left, touch, track, uses, 0, seeds))
        return EVERYTHING

    def _bonus(self, touched: int, ends: tuple[Terminal, Terminal] | None) -> int:
        total = 0
        for bonus in self.service.bonuses:
            if all(touched & touch for touch in bonus.touches):
                if bonus.ends is None or (ends is not None and joins(bonus.ends, ends[0].stop, ends[1].stop)):
                    total += self.problem.worth(bonus.income)
        return total

    def _dropped(self, touched: int) -> Iterable[tuple[int, ...]]:
        """Which stops may stay uncounted: as few as possible, counting more never pays less."""
        limit, optional = self.service.counted, self.line.optional & touched
        if limit is None or not optional:
            return NONE_DROPPED
        room = limit.most - (touched & limit.stops & ~self.line.optional).bit_count()
        excess = optional.bit_count() - room
        return combinations(bits(optional), excess) if excess > 0 else NONE_DROPPED


NONE_DROPPED: tuple[tuple[int, ...], ...] = ((),)


def undominated(options: list[Option], tuning: TogetherTuning) -> list[Option]:
    """Without the options that give nothing that another does not give; the best first."""
    groups: dict[int, list[Option]] = {}
    for option in sorted(options, key=lambda o: (-o.solo, -o.full, -o.touch.bit_count())):
        groups.setdefault(option.ends, []).append(option)
    kept: list[Option] = []
    for group in groups.values():
        kept += _best_of_few(group) if len(group) <= tuning.options_compared else _best_of_many(group)
    return sorted(kept, key=lambda option: -option.full)


def _best_of_few(group: list[Option]) -> list[Option]:
    """Each is compared with all that come before it."""
    kept: list[Option] = []
    for option in group:
        for other in kept:
            if _gives_all(other, option):
                break
        else:
            kept.append(option)
    return kept


def _best_of_many(group: list[Option]) -> list[Option]:
    """What an option gives is a set of features; the options that have a feature are a set of bits. So another option
    that has all features of this one is found by a few ANDs."""
    kept: list[Option] = []
    holders: dict[int, int] = {}
    shift = max(option.touch.bit_length() for option in group)
    for option in group:
        left = features = option.items << shift | option.touch
        others = mine = 1 << len(kept)
        others -= 1
        while left and others:
            feature = left & -left
            others &= holders.get(feature, 0)
            left ^= feature
        if others and any(_gives_all(kept[other], option) for other in bits(others)):
            continue
        while features:
            feature = features & -features
            holders[feature] = holders.get(feature, 0) | mine
            features ^= feature
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
