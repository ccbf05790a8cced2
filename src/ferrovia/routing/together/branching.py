"""The best choice from large menus: branch and bound with Lagrangian prices.

Prices bound what a choice can earn and narrow the menus (`prices`). What is left is made smaller step by step, and
bounded anew each time: two short menus become one menu of pairs; a long one branches on an item, which one of its
trains earns or none of them does. What is earned in any case no longer counts, so that many options are dominated and
go. What is few enough in the end is tried out.
"""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple, Protocol

from ferrovia.routing.clock import Clock
from ferrovia.routing.legality import hang_together
from ferrovia.routing.menu import Menu
from ferrovia.routing.together.items import Weigher
from ferrovia.routing.together.ledger import FINE, Ledger, members
from ferrovia.routing.together.options import Option, undominated
from ferrovia.routing.together.prices import FULL_STEP, ItemPrices, surely_earned
from ferrovia.routing.tuning import TogetherTuning


class Judge(Protocol):
    """Knows the best set so far, and which sets are legal."""

    @property
    def floor(self) -> int:
        """A set must be worth more than this."""
        ...

    def offer(self, chosen: Sequence[Option]) -> bool:
        """Takes a set if it is better and legal; whether it did."""
        ...

    def try_all(self, menus: list[Sequence[Option]]) -> None:
        """Tries every choice of one option from each menu that may be better."""
        ...


class BranchAndBound:
    """The search for a better set than the judge knows."""

    def __init__(
        self, judge: Judge, weights: Sequence[int], bonds: "Bonds", clock: Clock, tuning: TogetherTuning
    ) -> None:
        self._judge, self._weights, self._bonds, self._clock, self._tuning = judge, weights, bonds, clock, tuning
        self._weigh = Weigher(list(weights))
        self._nodes = 0
        self._marks: dict[tuple[int, ...], int] = {(0, 0): 0}

    def run(self, menus: Sequence[Menu[Option]]) -> None:
        self._quantum = gcd(*self._weights, *(option.solo for menu in menus for option in menu.options)) or 1
        if not self._bonds.ends_matter:
            menus = [Menu([option._replace(ends=0) for option in menu.options], menu.trains) for menu in menus]
        prices = self._priced(menus, [0] * len(self._weights))
        for _ in range(self._tuning.price_rounds):
            if not prices.descend(self._least, self._tuning.price_steps):
                return
            self._compose(prices)
            menus = prices.narrowed(self._least)
            if self._are_few(menus):
                break
            menus = without_dominated(menus, self._bonds, self._tuning)
            prices = self._priced(menus, prices.prices, prices.step_size)
        self._search(menus, prices)

    def _priced(self, menus: Sequence[Menu[Option]], prices: Sequence[int], step_size: int = FULL_STEP) -> ItemPrices:
        return ItemPrices(menus, self._weights, prices, self._clock, self._tuning.prices, step_size)

    @property
    def _least(self) -> int:
        """A better set is worth more than this: what sets are worth are whole quanta."""
        return (self._judge.floor // self._quantum + 1) * self._quantum - 1

    def _search(self, menus: Sequence[Menu[Option]], prices: ItemPrices) -> None:
        """Everything that can be chosen from these menus, some prices being good ones to begin with."""
        left: Sequence[Menu[Option]] | None = menus
        while left is not None:
            if not self._are_few(left):
                left = without_dominated(left, self._bonds, self._tuning)
            if self._are_few(left):
                self._judge.try_all([menu.options for menu in left for _ in range(menu.trains)])
                return
            prices = self._priced(left, prices.prices)
            left = self._rest(prices) if prices.descend(self._least, self._tuning.branch_steps) else None

    def _rest(self, prices: ItemPrices) -> Sequence[Menu[Option]] | None:
        """What is still to be searched when all that can be left out is, and perhaps one branch was searched."""
        self._nodes += 1
        if self._nodes % self._tuning.heuristic_every == 1:
            self._compose(prices)
        menus = prices.narrowed(self._least)
        if self._are_few(menus):
            return menus
        merged = self._merged(menus, prices)
        if merged is not None:
            return merged
        branch, other = self._branches(menus, prices)
        self._search(branch, prices)
        return other

    def _are_few(self, menus: Sequence[Menu[Option]]) -> bool:
        """Whether all choices can simply be tried."""
        number = 1
        for menu in menus:
            number *= len(menu.options) ** menu.trains  # none at all where a menu is empty
        return number <= self._tuning.choices_tried or sum(menu.trains for menu in menus) == 1

    def _merged(self, menus: Sequence[Menu[Option]], prices: ItemPrices) -> list[Menu[Option]] | None:
        """The same choice with two trains made one, whose options are pairs; None if these would be too many."""
        singles = sorted((len(menu.options), at) for at, menu in enumerate(menus) for _ in range(min(2, menu.trains)))
        (fewest, one), (few, other) = singles[:2]
        if fewest * few > self._tuning.merged_pairs:
            return None
        used = (one, other)
        rest = [Menu(menu.options, menu.trains - used.count(at)) for at, menu in enumerate(menus)]
        pairs = self._pairs(menus[one].options, menus[other].options, one == other, prices)
        return [*(menu for menu in rest if menu.trains), Menu(pairs, 1)]

    def _pairs(self, ones: Sequence[Option], others: Sequence[Option], same: bool, prices: ItemPrices) -> list[Option]:
        """All pairs that can be part of a better set, each once if both are of the same menu."""
        assert prices.bound is not None
        weigh = Weigher(prices.left())
        gains = [option.solo * FINE + weigh(option.items) for option in ones]
        more = [option.solo * FINE + weigh(option.items) for option in others]
        least = max(gains) + max(more) - (prices.bound - self._least * FINE)
        found: list[Option] = []
        self._clock.count(len(ones) * len(others) // 4)
        for at, (one, gain) in enumerate(zip(ones, gains, strict=True)):
            for to in range(at if same else 0, len(others)):
                other = others[to]
                if gain + more[to] <= least or one.track & other.track or one.uses & other.uses:
                    continue
                if gain + more[to] - weigh(one.items & other.items) > least:
                    found.append(self._pair(one, other))
        found.sort(key=lambda option: -option.full)
        return found

    def _pair(self, one: Option, other: Option) -> Option:
        """Two options chosen together. Those that do not meet are compared only with others that touch the same."""
        full = one.full + other.full - self._weigh(one.items & other.items)
        meeting = self._bonds.meeting
        mark: tuple[int, ...] = (one.ends, other.ends)
        if meeting and not _is_joined((*one.alone(), *other.alone()), meeting):
            mark = (*mark, one.touch, other.touch)
        return Option(
            full,
            one.solo + other.solo,
            one.items | other.items,
            one.touch | other.touch,
            one.track | other.track,
            one.uses | other.uses,
            self._marks.setdefault(mark, len(self._marks)),
            one.seeds + other.seeds,
            one.alone() + other.alone(),
        )

    def _branches(
        self, menus: Sequence[Menu[Option]], prices: ItemPrices
    ) -> tuple[list[Menu[Option]], list[Menu[Option]]]:
        """Two halves of all choices: in one a train of some menu earns an item, in the other none of its trains."""
        at, item = self._branching_item(menus, prices)
        menu = menus[at]
        others = [*menus[:at], *menus[at + 1 :]]
        half = len(menu.options) // 2
        having, lacking = menu.options[:half], menu.options[half:]
        if item is not None:
            having = [option for option in menu.options if option.items >> item & 1]
            lacking = [option for option in menu.options if not option.items >> item & 1]
        with_it = [*others, Menu(having, 1)]
        if menu.trains > 1:
            with_it.append(Menu(menu.options, menu.trains - 1))
        return with_it, [*others, Menu(lacking, menu.trains)]

    def _branching_item(self, menus: Sequence[Menu[Option]], prices: ItemPrices) -> tuple[int, int | None]:
        """The menu whose trains agree least about an item that matters; without such an item the longest menu."""
        longest = max(range(len(menus)), key=lambda at: len(menus[at].options))
        best, found = (0, 0), (longest, None)
        for at, menu in enumerate(menus):
            votes = self._votes(prices, at)
            voters = sum(prices.best_counts[at].values())
            size = len(menu.options)
            for item, count in _holders(menu.options, ~prices.sure).items():
                if count < size:
                    vote = votes.get(item, 0)
                    doubt = min(vote, voters - vote) * self._weights[item] // voters
                    if (doubt, min(count, size - count)) > best:
                        best, found = (doubt, min(count, size - count)), (at, item)
        return found

    def _votes(self, prices: ItemPrices, at: int) -> dict[int, int]:
        """How often each item belonged to the best option of a menu."""
        votes: dict[int, int] = {}
        for index, count in prices.best_counts[at].items():
            for item in members(prices.menus[at].options[index].items & ~prices.sure):
                votes[item] = votes.get(item, 0) + count
        return votes

    # ------------------------------------------------------------------------------------------------- good sets soon

    def _compose(self, prices: ItemPrices) -> None:
        """A Lagrangian heuristic: from what is best at the prices on, each train betters its own."""
        places = [at for at, menu in enumerate(prices.menus) for _ in range(menu.trains)]
        ledgers = [Ledger(menu.options) for menu in prices.menus]
        chosen = [
            prices.menus[at].options[max(prices.best_counts[at], key=prices.best_counts[at].__getitem__)]
            for at in places
        ]
        for _ in range(self._tuning.heuristic_passes):
            before = list(chosen)
            for place, at in enumerate(places):
                self._beside(ledgers[at], chosen, place)
                earnings = ledgers[at].earnings()
                chosen[place] = ledgers[at].options[earnings.index(max(earnings))]
            if chosen == before:
                break
        if not self._judge.offer(chosen):
            self._repair(places, ledgers, chosen)

    def _beside(self, ledger: Ledger, chosen: list[Option], place: int) -> None:
        taken = 0
        for other, option in enumerate(chosen):
            if other != place:
                taken |= option.items
        self._clock.count(len(ledger.options) // 8)
        ledger.set([0 if taken >> item & 1 else weight * FINE for item, weight in enumerate(self._weights)])

    def _repair(self, places: list[int], ledgers: list[Ledger], chosen: list[Option]) -> None:
        """A good set that is not legal may become so when one train takes something else."""
        for place, at in enumerate(places):
            self._beside(ledgers[at], chosen, place)
            earnings = ledgers[at].earnings()
            best = sorted(range(len(earnings)), key=lambda index: -earnings[index])[: self._tuning.repairs]
            for index in best:
                if self._judge.offer([*chosen[:place], ledgers[at].options[index], *chosen[place + 1 :]]):
                    return


def _holders(options: Sequence[Option], wanted: int) -> dict[int, int]:
    """How many options have each item."""
    found: dict[int, int] = {}
    for option in options:
        for item in members(option.items & wanted):
            found[item] = found.get(item, 0) + 1
    return found


class Bonds(NamedTuple):
    """What a legal set needs beside its worth."""

    meeting: int
    """Stops where routes must meet; 0: they need not."""
    home: int
    """Which bit of `touch` some route must have; 0: none."""
    ends_matter: bool
    """Whether a train that stays idle might be joined to the end of a haul."""


def without_dominated(menus: Sequence[Menu[Option]], bonds: Bonds, tuning: TogetherTuning) -> list[Menu[Option]]:
    """The menus without options that another one dominates when what is there in any case does not count."""
    earned, touch = surely_earned(menus), _touch_that_matters(menus, bonds)
    compare_ends = bonds.ends_matter or bool(touch & bonds.meeting)
    return [Menu(_best_of(menu.options, ~earned, touch, compare_ends, tuning), menu.trains) for menu in menus]


def _best_of(
    options: Sequence[Option], items: int, touch: int, compare_ends: bool, tuning: TogetherTuning
) -> list[Option]:
    """Staying idle is neither better nor worse than anything: an idle train need not meet the others."""
    bare: list[Option] = []
    for option in options:
        left = option.items & items  # one that has more items is looked at before those that it dominates
        ends = option.ends if compare_ends else 0
        bare.append(option._replace(full=left.bit_count(), items=left, touch=option.touch & touch, ends=ends))
    running = [option for option in bare if option.seeds]
    best = {id(option) for option in undominated(running, tuning)}
    return [option for option, one in zip(options, bare, strict=True) if not option.seeds or id(one) in best]


def _touch_that_matters(menus: Sequence[Menu[Option]], bonds: Bonds) -> int:
    """What routes touch does not matter where all hang together whatever is chosen, and one comes home."""
    sure = [_common_touch(menu, bonds.meeting) for menu in menus]
    matters = 0 if any(touch & bonds.home for touch in sure) else bonds.home
    if bonds.meeting and not _hang_together(menus, sure, bonds.meeting):
        matters |= bonds.meeting
    return matters


def _common_touch(menu: Menu[Option], meeting: int) -> int:
    """What is touched whatever is chosen; no meeting places if that might be by routes that do not meet themselves."""
    common = -1
    for option in menu.options:
        common &= option.touch if _is_joined(option.alone(), meeting) else option.touch & ~meeting
    return common


def _is_joined(parts: tuple[Option, ...], meeting: int) -> bool:
    return len(parts) == 1 or hang_together([part.touch & meeting for part in parts if part.seeds])


def _hang_together(menus: Sequence[Menu[Option]], sure: Sequence[int], meeting: int) -> bool:
    """Whether each route meets a part of the set that hangs together in any case."""
    joined = max((touch & meeting for touch in sure), key=int.bit_count, default=0)
    for _ in sure:
        for touch in sure:
            if touch & joined:
                joined |= touch & meeting
    options = (option for menu in menus for option in menu.options)
    return all(part.touch & joined or not part.seeds for option in options for part in option.alone())
