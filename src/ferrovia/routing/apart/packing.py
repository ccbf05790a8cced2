"""Choosing one route for each train so that no two use the same track: branch and bound over sets of candidates.

The candidates of a kind of train are sorted, the best first, and a set of them is an int with one bit for each. What is
left of a set after some routes are chosen is then one AND, and the best that is left is its lowest bit.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ferrovia.routing.clock import LOOK_EVERY, Clock
from ferrovia.routing.menu import Menu
from ferrovia.routing.problem import Problem
from ferrovia.routing.single.line import bits
from ferrovia.routing.single.walker import Find


class Candidate(NamedTuple):
    """A route that may be chosen. `parts` are its chains and the things it uses: what it takes from the others."""

    worth: int
    parts: tuple[int, ...]
    service: int
    find: Find | None


IDLE = Candidate(0, (), 0, None)
"""The train does not run."""


def best_first(candidate: Candidate) -> tuple[int, bool]:
    """The order of a menu; the idle one comes last among equals."""
    return -candidate.worth, not candidate.parts


class Rivals:
    """Which parts exclude each other: chains with common track, and each single thing with itself."""

    def __init__(self, problem: Problem) -> None:
        self._tracks = [0 if problem.shared_track else chain.track for chain in problem.chains]
        self._chains = len(self._tracks)
        things = max((s.uses.bit_length() for train in problem.trains for s in train.services), default=0)
        self.parts_in_all = self._chains + things

    @cached_property
    def _users(self) -> dict[int, list[int]]:
        """For each piece of track the chains that use it."""
        users: dict[int, list[int]] = {}
        for index, track in enumerate(self._tracks):
            for bit in bits(track):
                users.setdefault(bit, []).append(index)
        return users

    @cached_property
    def of(self) -> list[set[int]]:
        """For each part those that exclude it."""
        users = self._users
        found = [{other for bit in bits(track) for other in users[bit]} for track in self._tracks]
        return found + [{thing} for thing in range(self._chains, self.parts_in_all)]

    def cliques(self) -> list[frozenset[int]]:
        """Sets of chains of which only one can be used: none of these sets contains another."""
        sets = {frozenset(chains) for chains in self._users.values()}
        return [one for one in sets if not any(one < other for other in sets)]

    def parts(self, chains: tuple[int, ...], uses: int) -> tuple[int, ...]:
        return (*chains, *[self._chains + thing for thing in bits(uses)]) if uses else chains


class Pick(NamedTuple):
    menu: int
    candidate: int


class Packing:
    """The search for the best choice; see `pack`."""

    def __init__(self, menus: list[Menu[Candidate]], rivals: Rivals, floor: int, clock: Clock) -> None:
        self.floor = floor
        self.best: list[Pick] | None = None
        self._rivals, self._clock, self._nodes = rivals, clock, 0
        self._worths = [[candidate.worth for candidate in menu.options] for menu in menus]
        self._parts = [[candidate.parts for candidate in menu.options] for menu in menus]
        self._holding = [_holders(menu.options, clock) for menu in menus]
        self._against: list[dict[int, int]] = [{} for _ in menus]
        order = sorted(range(len(menus)), key=lambda index: len(menus[index].options))
        self._slots = [index for index in order for _ in range(menus[index].trains)]
        if self._slots and all(menu.options for menu in menus):
            self._place(0, [(1 << len(menu.options)) - 1 for menu in menus], 0, [])

    def _excluded(self, menu: int, parts: tuple[int, ...]) -> int:
        """Candidates of a menu that cannot be chosen beside these parts."""
        known, found = self._against[menu], 0
        for part in parts:
            against = known.get(part)
            if against is None:
                against, holding = 0, self._holding[menu]
                for rival in self._rivals.of[part]:
                    against |= holding.get(rival, 0)
                known[part] = against
            found |= against
        return found

    def _most(self, slot: int, left: list[int]) -> int:
        """What the later trains can earn at best, each for itself."""
        total, taken = 0, dict[int, int]()
        for menu in self._slots[slot:]:
            options = taken.get(menu, left[menu])
            if not options:
                return -self.floor - (1 << 60)
            low = options & -options
            total += self._worths[menu][low.bit_length() - 1]
            # the same route cannot be chosen twice, unless it is the idle one, which comes last
            taken[menu] = options ^ low or low
        return total

    def _place(self, slot: int, left: list[int], worth: int, picks: list[Pick]) -> None:
        menu, last = self._slots[slot], slot + 1 == len(self._slots)
        worths, parts, options = self._worths[menu], self._parts[menu], left[menu]
        others = 0 if last else self._most(slot + 1, left)
        later = set(self._slots[slot + 1 :])
        while options:
            self._nodes += 1
            if self._nodes >= LOOK_EVERY:
                self._clock.count(self._nodes)
                self._nodes = 0
            low = options & -options
            index = low.bit_length() - 1
            total = worth + worths[index]
            if total + others <= self.floor:
                return
            if last:
                self.floor, self.best = total, [*picks, Pick(menu, index)]
                return
            rest = left.copy()
            rest[menu] = options
            for other in later:
                rest[other] &= ~self._excluded(other, parts[index])
            if total + self._most(slot + 1, rest) > self.floor:
                self._place(slot + 1, rest, total, [*picks, Pick(menu, index)])
            options ^= low


def _holders(candidates: Sequence[Candidate], clock: Clock) -> dict[int, int]:
    """For each part the candidates that hold it."""
    members: dict[int, bytearray] = {}
    size = len(candidates) // 8 + 1
    for index, candidate in enumerate(candidates):
        if index % LOOK_EVERY == LOOK_EVERY - 1:
            clock.look()
        at, bit = index >> 3, 1 << (index & 7)
        for part in candidate.parts:
            if part not in members:
                members[part] = bytearray(size)
            members[part][at] |= bit
    return {part: int.from_bytes(mask, "little") for part, mask in members.items()}


class Packed(NamedTuple):
    worth: int
    chosen: list[tuple[int, Candidate]]
    """For each train the number of its menu and its route."""


def pack(menus: list[Menu[Candidate]], rivals: Rivals, floor: int, clock: Clock) -> Packed | None:
    """The best choice of routes that is worth more than the floor; the lists come with the best first."""
    packing = Packing(menus, rivals, floor, clock)
    if packing.best is None:
        return None
    return Packed(packing.floor, [(pick.menu, menus[pick.menu].options[pick.candidate]) for pick in packing.best])
