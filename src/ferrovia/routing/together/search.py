"""Trains whose routes are worth something only together: each stop pays once for all of them, routes must meet, some
run end to end as one.

First every route of every kind of train is listed (`options`), and every way to group trains into convoys
(`groupings`). Then trains and convoys choose one after the other; what is still to come is bounded by the best that
each could add to the items that are already earned. Where that takes long, branch and bound with Lagrangian prices goes
on (`branching`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from ferrovia.routing.clock import LOOK_EVERY
from ferrovia.routing.income import open_ends
from ferrovia.routing.incumbent import Incumbent
from ferrovia.routing.legality import hang_together
from ferrovia.routing.menu import Menu
from ferrovia.routing.problem import Convoy, Problem, Route
from ferrovia.routing.single.walker import EVERYTHING
from ferrovia.routing.together.branching import Bonds, BranchAndBound
from ferrovia.routing.together.convoys import Convoys
from ferrovia.routing.together.groupings import Grouping, OptionPrices, groupings
from ferrovia.routing.together.items import Items, Weigher
from ferrovia.routing.together.ledger import FINE
from ferrovia.routing.together.options import IDLE, Kind, Option
from ferrovia.routing.together.prices import ItemPrices
from ferrovia.routing.tuning import TogetherTuning


class _Enough(Exception):
    """There is a first answer."""


class _TooMany(Exception):
    """A choice takes long."""


def _grouped(menus: list[Sequence[Option]]) -> list[Menu[Option]]:
    """Each menu once, with the number of its trains."""
    counts: dict[int, int] = {}
    for menu in menus:
        counts[id(menu)] = counts.get(id(menu), 0) + 1
    return [Menu(menu, counts[key]) for key, menu in {id(menu): menu for menu in menus}.items()]


def _in_order(menus: list[Sequence[Option]]) -> list[Sequence[Option]]:
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


class Together:
    """The search for the best set."""

    def __init__(self, problem: Problem, incumbent: Incumbent, tuning: TogetherTuning) -> None:
        self._problem, self._incumbent, self._clock = problem, incumbent, incumbent.clock
        self._tuning = tuning
        self._kinds: list[Kind] = []
        for number, train in enumerate(problem.trains):
            for kind in self._kinds:
                if (kind.services, kind.convoy) == (train.services, train.convoy):
                    break
            else:
                kind = Kind(problem, train.services, train.convoy, len(self._kinds), tuning)
                self._kinds.append(kind)
            kind.trains.append(number)
        self._items = Items(problem)
        self._home = 1 << len(problem.stops) if problem.home else 0
        """The bit of `touch` that some route must have."""
        self._loss = _Losses(self._items.weigh)
        self._nodes = 0
        self._first_will_do = False
        self._better: list[Option] = []
        """A better set that the incumbent does not know yet, and what it is worth at least."""
        self._better_worth = 0
        self._nodes_left: int | None = None
        """Nodes until a plain search gives up; None: it does not."""

    def run(self) -> None:
        few = self._tuning.listing_nodes // max(1, len(self._kinds))
        unknown = [kind for kind in self._kinds if not kind.list_some(self._items, self._clock, few)]
        if unknown:
            with suppress(_Enough):
                self._try_what_is_known()
            for kind in unknown:
                kind.list_all(self._items, self._clock)
        convoys = Convoys(self._problem, self._kinds, self._items, self._clock, self._tuning)
        prices = OptionPrices(self._items.weights, [0] * len(self._items.weights))
        found = list(self._groupings())
        for grouping in found:
            grouping.lower_bound_by(prices, convoys)
        # where every train must run, a set in which one stays idle is seldom legal
        found.sort(key=lambda grouping: (-grouping.trains, grouping.convoys, -grouping.bound))
        if found and not found[0].convoys:
            first = self._tuning.first_options
            self._choose_from(found[0].menus(lambda kind: kind.options[:first]))
        if found and self._are_many(found):
            prices = self._good_prices(found[0])
            convoys.price(prices.weigh)
            for grouping in found:
                grouping.lower_bound_by(prices, convoys)
        for number, grouping in enumerate(found):
            self._incumbent.lower(max(other.bound for other in found[number:]))
            self._search(grouping, convoys, prices)
        self._clock.count(self._nodes)
        self._incumbent.lower(self._incumbent.worth)

    def _are_many(self, found: list[Grouping]) -> bool:
        """Whether good prices pay before all is searched."""
        too_many_trains = len(self._problem.trains) > self._tuning.trains_without_prices
        return too_many_trains or len(found) > self._tuning.groupings_without_prices

    def _good_prices(self, first: Grouping) -> OptionPrices:
        """Prices that are good for one grouping are not bad for the others; most of them need not be searched then."""
        weights, menus = self._items.weights, _grouped(first.menus(lambda kind: kind.menu(0)))
        prices = ItemPrices(menus, weights, [0] * len(weights), self._clock, self._tuning.prices)
        prices.descend(self.floor, self._tuning.price_steps)
        return OptionPrices(weights, [price // FINE for price in prices.prices])

    def _search(self, grouping: Grouping, convoys: Convoys, prices: OptionPrices) -> None:
        """First with the convoys that earn most; then all that can still matter."""
        slack = self._tuning.first_slack
        while grouping.bound > self.floor:
            # what stays further below its bound cannot be part of a better set
            gap = grouping.bound - self.floor - 1
            spare = min(slack, gap)
            menus = grouping.menus_within(gap, spare, prices, convoys)
            if menus:
                self._choose_from(menus, grouping.ends_matter)
            if not grouping.convoys or spare >= grouping.bound - self.floor - 1:
                return
            slack *= 4

    def _try_what_is_known(self) -> None:
        """A first answer, if all trains can run each for itself."""
        menus: list[Sequence[Option]] = [kind.options for kind in self._kinds for _ in kind.trains]
        must = sum(len(kind.trains) for kind in self._kinds if kind.convoy is Convoy.MUST)
        if must < 2 and all(menus):
            self._first_will_do = True
            self._choose_from(menus)
        self._first_will_do = False

    @property
    def floor(self) -> int:
        """A set must be worth more than this. Trains that must run do so for nothing, too."""
        if self._better:
            return self._better_worth
        return self._incumbent.worth if self._incumbent.routes or not self._problem.must_run else EVERYTHING

    def _groupings(self) -> Iterator[Grouping]:
        """Each way to group trains into convoys."""
        idle = [kind for kind in self._kinds if kind.convoy is Convoy.NEVER for _ in kind.trains]
        joining = tuple(kind.number for kind in self._kinds if kind.convoy is not Convoy.NEVER for _ in kind.trains)
        for grouping in {tuple(sorted(g)) for g in groupings([kind.convoy for kind in self._kinds], joining)}:
            alone = [self._kinds[unit[0]] for unit in grouping if len(unit) == 1]
            units = [unit for unit in grouping if len(unit) > 1]
            if all(kind.options for kind in alone):
                ends_matter = self._problem.must_run and sum(len(unit) for unit in grouping) < len(joining)
                yield Grouping(alone, idle, units, ends_matter)

    # ------------------------------------------------------------------------------------------------------ choice

    def _choose_from(self, menus: list[Sequence[Option]], ends_matter: bool = True) -> None:
        """One option of each menu."""
        try:
            is_plain = len(menus) <= self._tuning.trains_tried or self._first_will_do
            self._nodes_left = None if is_plain else self._tuning.tried_nodes
            self._choose(_in_order(menus), 0, IDLE, [], 0)
        except _TooMany:
            self._tell()
            self._nodes_left = None
            bonds = Bonds(self._problem.meeting, self._home, ends_matter)
            BranchAndBound(self, self._items.weights, bonds, self._clock, self._tuning).run(_grouped(menus))
        finally:
            self._tell()

    def try_all(self, menus: list[Sequence[Option]]) -> None:
        """Every choice from these menus that may be better."""
        self._choose(_in_order(menus), 0, IDLE, [], 0)

    def offer(self, chosen: Sequence[Option]) -> bool:
        """Takes a set if it is better and legal; whether it did."""
        so_far = IDLE
        for option in chosen:
            if option.track & so_far.track or option.uses & so_far.uses:
                return False
            so_far = self._with(so_far, option, option.full - self._loss[option.items & so_far.items])
        before = self.floor
        self._judge(so_far, list(chosen))
        return self.floor > before

    def _with(self, so_far: Option, option: Option, new: int) -> Option:
        """What was chosen, with one more that adds an amount."""
        return Option(
            so_far.full + new,
            so_far.solo + option.solo,
            so_far.items | option.items,
            so_far.touch | option.touch,
            so_far.track | option.track,
            so_far.uses | option.uses,
            0,
            (),
        )

    def _tell(self) -> None:
        """Hands the better set over; not each on the way, for that takes longer than to find it."""
        if self._better:
            self._incumbent.improve(self._routes(self._better))
            self._better = []

    def _choose(self, menus: list[Sequence[Option]], at: int, so_far: Option, chosen: list[Option], first: int) -> None:
        """One more menu; `so_far` sums up what was chosen, `first` is where an equal menu before left off."""
        self._nodes += 1
        if self._nodes >= LOOK_EVERY:
            self._tell()
            self._clock.count(self._nodes)
            self._nodes = 0
        if self._nodes_left is not None:
            self._nodes_left -= 1
            if self._nodes_left < 0:
                raise _TooMany
        if at == len(menus):
            self._judge(so_far, chosen)
            return
        menu, taken, loss, floor = menus[at], so_far.items, self._loss, self.floor
        others = so_far.full + sum([self._most(later, taken) for later in menus[at + 1 :]])
        same = at + 1 < len(menus) and menus[at + 1] is menu
        index = first
        for index in range(first, len(menu)):
            option = menu[index]
            if others + option.full <= floor:
                break  # the menu is sorted by this
            new = option.full - loss[option.items & taken]
            if others + new <= floor or option.track & so_far.track or option.uses & so_far.uses:
                continue
            both = self._with(so_far, option, new)
            self._choose(menus, at + 1, both, [*chosen, option], index if same else 0)
            floor = self.floor
        if self._nodes_left is not None:
            self._nodes_left -= (index - first) // self._tuning.options_per_node

    def _most(self, menu: Sequence[Option], taken: int) -> int:
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
        running = [option for several in chosen for option in several.alone() if option.seeds]
        meeting = self._problem.meeting
        if not running or so_far.full <= self.floor:
            return
        if meeting and not hang_together([option.touch & meeting for option in running]):
            return
        if self._home and not so_far.touch & self._home:
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
