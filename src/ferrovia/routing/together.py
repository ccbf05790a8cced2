"""Trains whose routes are worth something only together: each stop pays once for all of them, routes must meet, some
run end to end as one.

First every route of every kind of train is listed (`options`), and every way to group trains into convoys. Then trains
and convoys choose one after the other; what is still to come is bounded by the best that each could add to the items
that are already earned.
"""

from collections.abc import Iterator
from contextlib import suppress

from ferrovia.routing.answer import Answer
from ferrovia.routing.clock import LOOK_EVERY
from ferrovia.routing.convoys import Convoys, groupings
from ferrovia.routing.income import open_ends
from ferrovia.routing.items import Items, Weigher
from ferrovia.routing.legality import hang_together
from ferrovia.routing.options import IDLE, Kind, Option
from ferrovia.routing.pricing import Priced, narrowed
from ferrovia.routing.problem import Convoy, Problem, Route
from ferrovia.routing.search import EVERYTHING

A_FEW = 12_000
"""Nodes, for all kinds of trains together, that soon give a first answer."""
THE_BEST = 30
"""Routes of each kind that are tried together first."""
FIRST_SLACK = 100
"""How far below the best a convoy may stay in the first try."""


PATIENCE = 1000
"""Nodes of a choice after which it is worth while to leave out what cannot be part of a better set."""


class _Enough(Exception):
    """There is a first answer."""


class _TooMany(Exception):
    """A choice takes long."""


def _in_order(menus: list[list[Option]]) -> list[list[Option]]:
    """The shortest first; equal ones stand side by side."""
    first: dict[int, int] = {}
    for at, menu in enumerate(menus):
        first.setdefault(id(menu), at)
    return sorted(menus, key=lambda menu: (len(menu), first[id(menu)]))


class _Losses(dict[int, int]):
    """What some items weigh; the same ones are asked for again and again."""

    def __init__(self, weigh: Weigher) -> None:
        super().__init__()
        self._weigh = weigh

    def __missing__(self, items: int) -> int:
        weight = self[items] = self._weigh(items)
        return weight


class _Set:
    """One way to group trains: kinds of those that run alone, some of which may stay idle, and convoys."""

    def __init__(self, alone: list[Kind], idle: list[Kind], units: list[tuple[int, ...]], bounds: list[int]) -> None:
        self._alone, self._idle, self._units, self._bounds = alone, idle, units, bounds
        self._singles = (*alone, *idle)
        self.convoys = len(units)
        self.trains = len(alone) + sum(len(unit) for unit in units)
        self.bound = sum(kind.top for kind in self._singles) + sum(bounds)

    def _menus(self, menus: dict[int, list[Option]]) -> list[list[Option]]:
        """One menu for each train that runs for itself, from those of the kinds."""
        idle = {kind.number: [*menus[kind.number], IDLE] for kind in self._idle}
        return [menus[kind.number] for kind in self._alone] + [idle[kind.number] for kind in self._idle]

    def try_the_best(self, search: "Together") -> None:
        """A good answer soon, if trains that run for themselves can give one."""
        if not self._units:
            search.choose_from(self._menus({kind.number: kind.options[:THE_BEST] for kind in self._singles}))

    def search(self, search: "Together", convoys: Convoys) -> None:
        """First with the convoys that earn most; then all that can still matter."""
        slack = FIRST_SLACK
        while self.bound > search.floor:
            # what stays further below its bound cannot be part of a better set
            gap = self.bound - search.floor - 1
            spare = min(slack, gap)
            menus = [
                convoys.options(unit, bound - spare) for unit, bound in zip(self._units, self._bounds, strict=True)
            ]
            if all(menus):
                search.choose_from(menus + self._menus({k.number: k.menu(k.top - gap) for k in self._singles}))
            if not self._units or spare >= self.bound - search.floor - 1:
                return
            slack *= 4


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
        self._loss = _Losses(self._items.weigh)
        self._nodes = 0
        self._first_will_do = False
        self._better: list[Option] = []
        """A better set that the answer does not know yet, and what it is worth at least."""
        self._better_worth = 0
        self._patience: int | None = None
        self._priced: Priced | None = None

    def run(self) -> None:
        few = A_FEW // max(1, len(self._kinds))
        unknown = [kind for kind in self._kinds if not kind.list_some(self._items, self._clock, few)]
        if unknown:
            with suppress(_Enough):
                self._try_what_is_known()
            for kind in unknown:
                kind.list_all(self._items, self._clock)
        convoys = Convoys(self._problem, self._kinds, self._items, self._clock)
        # where every train must run, a set in which one stays idle is seldom legal
        sets = sorted(self._sets(convoys), key=lambda one: (-one.trains, one.convoys, -one.bound))
        if sets:
            sets[0].try_the_best(self)
        for number, one in enumerate(sets):
            self._answer.lower(max(other.bound for other in sets[number:]))
            one.search(self, convoys)
        self._clock.count(self._nodes)
        self._answer.lower(self._answer.worth)

    def _try_what_is_known(self) -> None:
        """A first answer, if all trains can run each for itself."""
        menus = [kind.options for kind in self._kinds for _ in kind.trains]
        must = sum(len(kind.trains) for kind in self._kinds if kind.convoy is Convoy.MUST)
        if must < 2 and all(menus):
            self._first_will_do = True
            self.choose_from(menus)
        self._first_will_do = False

    @property
    def floor(self) -> int:
        """A set must be worth more than this. Trains that must run do so for nothing, too."""
        if self._better:
            return self._better_worth
        return self._answer.worth if self._answer.routes or not self._problem.must_run else EVERYTHING

    def _sets(self, convoys: Convoys) -> Iterator["_Set"]:
        """Each way to group trains into convoys."""
        idle = [kind for kind in self._kinds if kind.convoy is Convoy.NEVER for _ in kind.trains]
        joining = tuple(kind.number for kind in self._kinds if kind.convoy is not Convoy.NEVER for _ in kind.trains)
        for grouping in {tuple(sorted(g)) for g in groupings([kind.convoy for kind in self._kinds], joining)}:
            alone = [self._kinds[unit[0]] for unit in grouping if len(unit) == 1]
            units = [unit for unit in grouping if len(unit) > 1]
            if all(kind.options for kind in alone):
                yield _Set(alone, idle, units, [convoys.bound(unit) for unit in units])

    # ------------------------------------------------------------------------------------------------------ choice

    def choose_from(self, menus: list[list[Option]]) -> None:
        """One option of each menu."""
        try:
            self._patience = PATIENCE if len(menus) > 2 and not self._first_will_do else None
            self._choose(_in_order(menus), 0, IDLE, [], 0)
        except _TooMany:
            self._tell()
            self._patience = None
            self._priced = narrowed(menus, self._items.weights, self.floor, self._clock)
            if self._priced is not None:
                self._choose(_in_order(self._priced.menus), 0, IDLE, [], 0)
        finally:
            self._priced = None
            self._tell()

    def _tell(self) -> None:
        """Hands the better set over; not each on the way, for that takes longer than to find it."""
        if self._better:
            self._answer.improve(self._routes(self._better))
            self._better = []

    def _choose(self, menus: list[list[Option]], at: int, so_far: Option, chosen: list[Option], first: int) -> None:
        """One more menu; `so_far` sums up what was chosen, `first` is where an equal menu before left off."""
        self._nodes += 1
        if self._nodes >= LOOK_EVERY:
            self._tell()
            self._clock.count(self._nodes)
            self._nodes = 0
        if self._patience is not None:
            self._patience -= 1
            if self._patience < 0:
                raise _TooMany
        if at == len(menus):
            self._judge(so_far, chosen)
            return
        menu, taken, loss, floor = menus[at], so_far.items, self._loss, self.floor
        if self._priced is not None and so_far.full + self._priced.most(menus[at:], taken) <= floor:
            return
        others = so_far.full + sum([self._most(later, taken) for later in menus[at + 1 :]])
        same = at + 1 < len(menus) and menus[at + 1] is menu
        for index in range(first, len(menu)):
            option = menu[index]
            if others + option.full <= floor:
                break  # the menu is sorted by this
            new = option.full - loss[option.items & taken]
            if others + new <= floor or option.track & so_far.track or option.uses & so_far.uses:
                continue
            both = Option(
                so_far.full + new,
                so_far.solo + option.solo,
                taken | option.items,
                so_far.touch | option.touch,
                so_far.track | option.track,
                so_far.uses | option.uses,
                0,
                (),
            )
            self._choose(menus, at + 1, both, [*chosen, option], index if same else 0)
            floor = self.floor

    def _most(self, menu: list[Option], taken: int) -> int:
        """The most that an option can add to the items already earned."""
        best, loss = 0, self._loss
        for option in menu:
            if option.full <= best:
                break
            new = option.full - loss[option.items & taken]
            if new > best:
                best = new
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
        self._better, self._better_worth = running, so_far.full
        if self._first_will_do:
            self._first_will_do = False
            raise _Enough

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
        if not (bound and others) and any(self._fits(*footprint, so_far) for footprint in kind.footprints()):
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
