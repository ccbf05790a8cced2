"""What a company reaches from its stations over track.

    reach(board, starts, passable)      from some stops; `passable(stop)` says where a way may go on
    reach_of(board, company)            from a company's stations, blocked by those of others; kept with the board
    found_in_reach(board, company, …)   what depends on nothing else, found once for as long as it stays the same
    passable_for(board, company)        the ordinary blocking: a city full of others stops a way
    reach.stops                         the stops reached
    reach.blocked                       those of them that are full of others, so that no way goes on
    reach.used_sides                    by hex, as masks: the sides that network track uses
    reach.open_sides                    by hex, as masks: the sides at which a lay is connected
    reach.open_on(hex)                  the same for one hex
    reach.opens(hex, sides)             whether any of these sides is among them; followed no further than needed

A way uses no track twice and does not reverse. It is followed from hex side to hex side, breadth first, each side once
in each direction, with the crossings it has used as a mask. That finds everything but what only another way to the same
side can reach. So whatever a way could not enter because it had used that crossing before (a balloon loop) is looked at
again, if it would add anything, by a search of its own.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ferrovia.model.board import NOBODY, Board, Tracks, place_of
from ferrovia.model.ids import CompanyId, HexId, StopId
from ferrovia.model.tiles import ALL_SIDES, Picture

T = TypeVar("T")

SEARCH_LIMIT = 20_000
"""Steps of the search for a way to one doubtful side. Recorded boards need a few dozen."""


class Reach:
    """What is reached. The masks of sides are by hex; a hex without any is left out.

    Ways are followed when something is asked: to their ends, but for a single lay only until it is known.
    """

    def __init__(self, tracks: Tracks, starts: tuple[StopId, ...], passable: Callable[[StopId], bool]) -> None:
        self._tracks = tracks
        self._starts = starts
        self._passable = passable

    @cached_property
    def _begun(self) -> "_Search":
        """All ways, as far as they were followed yet."""
        return _Search(self._tracks, self._starts, self._passable)

    @property
    def _followed(self) -> "_Search":
        """All ways, followed to their ends."""
        search = self._begun
        if not search.is_finished:
            search.finish()
        return search

    @cached_property
    def stops(self) -> frozenset[StopId]:
        return frozenset(self._followed.reached)

    @property
    def _touched(self) -> list[int]:
        return self._followed.touched

    @cached_property
    def blocked(self) -> frozenset[StopId]:
        """The stops reached that a way could leave again, if they were not full of others or barred."""
        return frozenset(stop for stop in self.stops if self._tracks.stops[stop].passable and not self._passable(stop))

    @cached_property
    def used_sides(self) -> Mapping[HexId, int]:
        """The sides that network track on a hex uses."""
        names = self._tracks.map.names
        return {names[number]: sides for number, sides in enumerate(self._touched) if sides}

    @cached_property
    def region(self) -> list[int]:
        """The hexes, by number, with network track or a station where ways start."""
        starts = {self._tracks.stops[stop].hex for stop in self._starts}
        return [number for number, sides in enumerate(self._touched) if sides or number in starts]

    @cached_property
    def loose_ends(self) -> list[int]:
        """The sides, by number, at which network track does not go on."""
        tracks, touched = self._tracks, self._touched
        sides_of, pictures = tracks.map.side_numbers, tracks.pictures
        sides = [sides_of[n][s] for n in self.region for s in pictures[n].gauges if touched[n] >> s % 6 & 1]
        return [side for side in sides if not tracks.goes_on(side)]

    def open_on(self, hex_id: HexId) -> int:
        """The same as `open_sides`, for one hex only: whoever plays one lay need not know all."""
        if "open_sides" in self.__dict__:
            return self.open_sides.get(hex_id, 0)
        return self._open_by(self._touched, hex_id)

    def opens(self, hex_id: HexId, sides: int) -> bool:
        """Whether a new tile with these exits is connected."""
        map_, search = self._tracks.map, self._begun
        if search.is_finished:
            return bool(self.open_on(hex_id) & sides)
        number = map_.numbers[hex_id]
        near = {number, *[there for _, there, _ in map_.beside[number]]}
        while not self._open_by(search.touched, hex_id) & sides:
            if not search.comes_to(near):
                return bool(self.open_on(hex_id) & sides)
        return True

    def _open_by(self, touched: list[int], hex_id: HexId) -> int:
        """The sides of a hex that are open as far as ways were followed."""
        map_ = self._tracks.map
        if hex_id in [place_of(stop)[0] for stop in self._starts]:
            return ALL_SIDES
        number = map_.numbers[hex_id]
        sides = touched[number]
        for side, there, side_there in map_.beside[number]:
            if touched[there] & side_there:
                sides |= side
        return sides

    @cached_property
    def open_sides(self) -> Mapping[HexId, int]:
        """The sides at which a new tile is connected: network track uses them, on the hex or next to it, or the
        company stands on the hex (then all sides)."""
        found, names, across = self._touched.copy(), self._tracks.map.names, self._tracks.map.across
        for number, sides in enumerate(self._touched):
            if sides:
                for side in range(6 * number, 6 * number + 6):
                    if sides & 1 and across[side] >= 0:
                        found[across[side] // 6] |= 1 << across[side] % 6
                    sides >>= 1
        for stop in self._starts:
            found[self._tracks.map.numbers[place_of(stop)[0]]] = ALL_SIDES
        return {names[number]: sides for number, sides in enumerate(found) if sides}


def reach_of(board: Board, company: CompanyId) -> Reach:
    """What a company reaches from its stations."""
    return board.remember(
        ("reach", company), lambda: reach(board, board.stations_of(company), passable_for(board, company))
    )


class _Finding(NamedTuple):
    """Something that was found out, and all for which it is true."""

    found: Any
    about: object
    starts: list[StopId]
    pictures: list[tuple[int, Picture]]
    loose_ends: list[int]
    stations: list[tuple[StopId, tuple[CompanyId, ...] | None]]
    barred: frozenset[StopId]

    def holds(self, board: Board, company: CompanyId, about: object) -> bool:
        """Whether everything that a company reaches is as it was."""
        if self.about != about or self.barred != board.barred or self.starts != board.stations_of(company):
            return False
        tracks, stations = board.tracks, board.stations
        for number, picture in self.pictures:
            if tracks.pictures[number] is not picture:
                return False
        for stop, present in self.stations:
            if stations.get(stop) != present:
                return False
        return not any(tracks.goes_on(side) for side in self.loose_ends)


def found_in_reach(board: Board, company: CompanyId, what: Hashable, about: object, find: Callable[[], T]) -> T:
    """What depends on nothing but what a company reaches, and on what it is `about`. The last of each kind is kept for
    the later boards of a game, until a tile or a station there changes."""
    tracks = board.tracks
    if tracks is tracks.map.tracks:
        return find()  # the printed map belongs to all games
    known: _Finding | None = tracks.findings.get((what, company))
    if known is not None and known.holds(board, company, about):
        return known.found
    found, reached = find(), reach_of(board, company)
    tracks.findings[what, company] = _Finding(
        found,
        about,
        board.stations_of(company),
        [(number, tracks.pictures[number]) for number in reached.region],
        reached.loose_ends,
        [(stop, board.stations.get(stop)) for stop in reached.stops],
        board.barred,
    )
    return found


def passable_for(board: Board, company: CompanyId) -> Callable[[StopId], bool]:
    """A city lets a company through if a slot is free or it stands there itself; other stops do unless barred."""
    stations, barred = board.stations, board.barred

    def passable(stop: StopId) -> bool:
        present = stations.get(stop)
        return (present is None or company in present or NOBODY in present) and stop not in barred

    return passable


def reach(board: Board, starts: Iterable[StopId], passable: Callable[[StopId], bool]) -> Reach:
    """What is reached from some stops. No way goes on through off-board places and where track ends, either."""
    return Reach(board.tracks, tuple(starts), passable)


class _Search:
    """One spreading over the board. A state is the number of a side that is being entered."""

    __slots__ = (
        "doubtful",
        "is_finished",
        "open",
        "passable",
        "queue",
        "reached",
        "refuted",
        "seen",
        "starts",
        "touched",
        "tracks",
        "waiting",
    )

    def __init__(self, tracks: Tracks, starts: tuple[StopId, ...], passable: Callable[[StopId], bool]) -> None:
        self.tracks = tracks
        self.starts = starts
        self.passable = passable
        self.open: dict[StopId, bool] = {}
        self.seen = bytearray(len(tracks.entered))
        self.touched = [0] * len(tracks.pictures)
        self.reached = set(starts)
        self.queue: list[tuple[int, int]] = []
        self.waiting = iter(self.queue)
        """Those of the queue that were not followed yet."""
        self.doubtful: list[int] = []
        """States that a way could not enter because it had used the crossing before."""
        self.refuted: set[int] = set()
        self.is_finished = False
        crossings = tracks.map.crossings
        for stop in starts:
            halting = tracks.stops[stop]
            self.touched[halting.hex] |= halting.sides
            for side in halting.ways:
                if not self.seen[side]:
                    self.seen[side] = 1
                    self.queue.append((side, crossings[side]))

    def lets_through(self, stop: StopId) -> bool:
        through = self.open.get(stop)
        if through is None:
            through = self.open[stop] = self.tracks.stops[stop].passable and self.passable(stop)
        return through

    def finish(self) -> None:
        """Follows everything to its end."""
        self.comes_to()
        while self.settle_doubts():
            pass
        self.is_finished = True

    def comes_to(self, near: Collection[int] = ()) -> bool:
        """Follows the ways in the queue to their ends, or until one comes to one of these hexes."""
        entered, stop_tracks, across = self.tracks.entered, self.tracks.stops, self.tracks.map.across
        crossings, seen, touched, queue = self.tracks.map.crossings, self.seen, self.touched, self.queue
        known, reached = self.open, self.reached
        for state, used in self.waiting:
            number, sides, ways, stops = entered[state]
            touched[number] |= sides
            for stop in stops:
                reached.add(stop)
                through = known.get(stop)
                if through or (through is None and self.lets_through(stop)):
                    tracks = stop_tracks[stop]
                    touched[number] |= tracks.sides
                    ways += tracks.ways
            for side in ways:
                if not seen[side] and side != across[state]:
                    crossing = crossings[side]
                    if used & crossing:
                        self.doubtful.append(side)
                    else:
                        seen[side] = 1
                        queue.append((side, used | crossing))
            if number in near:
                return True
        self.queue = []
        self.waiting = iter(self.queue)
        return False

    def settle_doubts(self) -> bool:
        """Looks for a way into the doubtful states that would add something; goes on from the first one found."""
        doubts = {state for state in self.doubtful if not self.seen[state]} - self.refuted
        if not self.adds_something(doubts):
            return False
        for state in sorted(doubts):
            if self.adds_something({state}):
                used = self.way_into(state)
                if used:
                    self.seen[state] = 1
                    self.queue.append((state, used))
                    self.comes_to()
                    return True
                self.refuted.add(state)
        return False

    def onward(self, state: int) -> list[int]:
        """The states that can follow, whatever was used before."""
        entered = self.tracks.entered[state]
        back, ways = self.tracks.map.across[state], list(entered.ways)
        for stop in entered.stops:
            if self.lets_through(stop):
                ways += self.tracks.stops[stop].ways
        return [side for side in ways if side != back]

    def adds_something(self, states: Collection[int]) -> bool:
        """Whether a stop or a side not known yet could be reached through some states."""
        queue, met = list(states), set(states)
        for state in queue:
            entered = self.tracks.entered[state]
            sides = entered.sides
            for stop in entered.stops:
                if self.lets_through(stop):
                    sides |= self.tracks.stops[stop].sides
            if sides & ~self.touched[entered.hex] or not self.reached.issuperset(entered.stops):
                return True
            new = [s for s in self.onward(state) if not self.seen[s] and s not in met and s not in self.refuted]
            met.update(new)
            queue += new
        return False

    def way_into(self, state: int) -> int:
        """The crossings of a way from a start that enters this side; 0 if there is none.

        It is looked for backwards, from the side to a start: a way can be run in both directions.
        """
        first, crossings = self.tracks.map.across[state], self.tracks.map.crossings
        if not self.comes_to_a_start(first, without=crossings[state]):
            return 0
        ends = set(self.starts)
        stack = [(first, crossings[state])]
        for _ in range(SEARCH_LIMIT):
            if not stack:
                return 0
            at, used = stack.pop()
            if self.stops_at(at) & ends:
                return used
            free = [side for side in self.onward(at) if not used & crossings[side]]
            stack += [(side, used | crossings[side]) for side in free]
        return 0

    def comes_to_a_start(self, state: int, *, without: int) -> bool:
        """Whether a start could be reached if track might be used twice, but not one certain crossing."""
        crossings, ends = self.tracks.map.crossings, set(self.starts)
        queue, met = [state], {state}
        for at in queue:
            if self.stops_at(at) & ends:
                return True
            new = [side for side in self.onward(at) if side not in met and not crossings[side] & without]
            met.update(new)
            queue += new
        return False

    def stops_at(self, state: int) -> set[StopId]:
        return set(self.tracks.entered[state].stops)
