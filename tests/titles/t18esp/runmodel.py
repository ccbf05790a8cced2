"""The best run by trying every route: what a route is and what it earns, worked out once more. See `mapmodel`."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from titles.t18esp.buildmodel import MINORS, NORTH
from titles.t18esp.mapmodel import (
    AREAS,
    CHEAPER_ON_THE_SITE,
    COLOURS,
    EAST,
    HARBOURS,
    MINES,
    ORDER,
    PASSES,
    RED,
    RED_ON_THE_SITE,
    WEST,
    Port,
    Position,
    across,
    is_north,
)

FACES = {
    "2": (2, 0), "1+2": (1, 2), "3": (3, 0), "2+3": (2, 3), "4": (4, 0), "3+4": (3, 4), "5": (5, 0), "4+5": (4, 5),
    "6": (6, 0), "5+6": (5, 6), "8": (8, 0), "6+8": (6, 8), "2P": (2, 0),
}  # fmt: skip
MOST_ROUTES = 4_000
MOST_STEPS = 120_000


class TooMany(Exception):
    """There are more routes than anybody wants to try."""


class Tried(NamedTuple):
    """A way over the map, whoever runs it."""

    stops: tuple[str, ...]
    crossings: frozenset[frozenset[Port]]
    gauges: frozenset[str]


class Runs:
    """All routes of a company, and the best set of them."""

    def __init__(self, game: Any, company: str, *, site: bool, most_steps: int = MOST_STEPS) -> None:
        self.game, self.company, self.site, self.most_steps = game, company, site, most_steps
        self.position = Position(game.state.board, site=site)
        self.phase = str(game.state.phase)
        self.steps = 0

    # ------------------------------------------------------------------------------------------------------------- ways

    def location(self, stop: str) -> str:
        """[4.4.3] What counts as one place: Madrid, Barcelona, a mine with its town, an area of several hexes."""
        hex_id = stop.split(".")[0]
        area = next((min(area) for area in AREAS if hex_id in area), None)
        mixed = {"halt", "town"} <= set(self.position.drawn(hex_id).kinds)
        whole = hex_id in ("F24", "M21") or mixed or (self.site and hex_id == "F26")
        return area or (hex_id if whole else stop)

    def is_end_only(self, stop: str) -> bool:
        return not self.position.lets_through(stop, self.company)

    def may_visit(self, stop: str) -> bool:
        hex_id = stop.split(".")[0]
        if hex_id in self.position.closed and not self.site:
            return False
        if self.company in MINORS and hex_id in RED:
            return False
        return not (self.company in MINORS and hex_id in PASSES and not self.site)

    def links(
        self, stop: str, used: frozenset[frozenset[Port]]
    ) -> Iterator[tuple[str, list[frozenset[Port]], Any, Any]]:
        """Every way from a stop to the next: where it leads, the sides it crosses, its gauges, the tiles it passes."""
        todo: list[Any] = [(port, gauge, [], {gauge}, []) for port, gauge in self.position.from_stop(stop)]
        while todo:
            self.steps += 1
            if self.steps > self.most_steps:
                raise TooMany
            port, gauge, crossed, gauges, passed = todo.pop()
            other = across(port)
            if other is None:
                continue
            crossing = frozenset((port, other))
            if crossing in used or crossing in crossed:
                continue
            for hex_id, end, own in self.position.into(other, gauge):
                beyond = [*crossed, crossing]
                if end[0] == "s":
                    yield f"{hex_id}.{end[1:]}", beyond, gauges | {own}, passed
                else:
                    todo.append(((hex_id, end), own, beyond, gauges | {own}, [*passed, (hex_id, other[1], end)]))

    def crosses_well(self, passed: list[tuple[str, str, str]]) -> bool:
        """[4.4.2] A tile is used twice only where its tracks cross; on the site however it comes."""
        if self.site:
            return True
        for at, (hex_id, a, b) in enumerate(passed):
            for other, c, d in passed[at + 1 :]:
                if other == hex_id:
                    low, high = sorted((int(a[1]), int(b[1])))
                    inside = [low < int(side[1]) < high for side in (c, d)]
                    touching = {a[1], b[1]} & {c[1], d[1]}
                    if inside[0] == inside[1] or touching:
                        return False
        return True

    def ways(self) -> list[Tried]:
        found: dict[tuple[frozenset[str], frozenset[frozenset[Port]]], Tried] = {}

        def grow(stops: tuple[str, ...], places: set[str], used: Any, gauges: Any, passed: Any, crossed: int) -> None:
            here = stops[-1]
            if len(stops) > 1:
                found[frozenset(stops), used] = Tried(stops, used, frozenset(gauges))
                if len(found) > MOST_ROUTES:
                    raise TooMany
            if len(stops) > 1 and self.is_end_only(here):
                return
            through = crossed + (len(stops) > 1 and here.split(".")[0] in PASSES)
            if through > 1:
                return
            for stop, sides, kinds, tiles in self.links(here, used):
                place = self.location(stop)
                if place not in places and self.may_visit(stop) and self.crosses_well([*passed, *tiles]):
                    grow(
                        (*stops, stop),
                        places | {place},
                        used | frozenset(sides),
                        gauges | kinds,
                        [*passed, *tiles],
                        through,
                    )

        for start in self.nearby():
            if self.may_visit(start):
                grow((start,), {self.location(start)}, frozenset(), set(), [], 0)
        return [way for way in found.values() if self.is_legal(way)]

    def nearby(self) -> set[str]:
        """Stops from which a station can be reached at all."""
        seen, todo = set(self.position.standing(self.company)), list(self.position.standing(self.company))
        while todo:
            for stop, _, _, _ in self.links(todo.pop(), frozenset()):
                if stop not in seen:
                    seen.add(stop)
                    todo.append(stop)
        return seen

    def is_legal(self, way: Tried) -> bool:
        stations = {*self.position.standing(self.company)}
        if not stations & {*way.stops}:
            return False
        hexes = [stop.split(".")[0] for stop in way.stops]
        if len({*hexes} & WEST) > 1 or len({*hexes} & EAST) > 1:
            return False
        return not (self.site and sum(hex_id in PASSES for hex_id in hexes) > 1)

    # ------------------------------------------------------------------------------------------------------------ money

    def is_small(self, stop: str) -> bool:
        hex_id, number = stop.split(".")
        return self.position.drawn(hex_id).kinds[int(number)] in ("town", "halt")

    def worth(self, stop: str) -> tuple[int, int]:
        """[4.4.3] [4.2.3] [5.2] To share out, and to the treasury."""
        hex_id, number = stop.split(".")
        period = COLOURS[self.phase]
        if hex_id in PASSES:
            return (PASSES[hex_id][1] if self.company in self.position.stations.get(stop, []) else 0), 0
        if hex_id in HARBOURS:
            value = HARBOURS[hex_id][period - 1]
            return 0, max(0, value - 10) if self.site and hex_id in CHEAPER_ON_THE_SITE else value
        if hex_id in RED:
            values = RED_ON_THE_SITE.get(hex_id, RED[hex_id]) if self.site else RED[hex_id]
            return (values[period - 2] if period > 1 else 0), 0
        drawn = self.position.drawn(hex_id)
        if drawn.kinds[int(number)] == "halt":
            return 0, MINES[self.phase]
        value = drawn.values[int(number)]
        if isinstance(value, tuple):
            by_colour = dict(value)
            value = next((by_colour[c] for c in reversed(ORDER[1 : period + 1]) if c in by_colour), 0)
        return value, 0

    def income(self, stops: tuple[str, ...]) -> tuple[int, int]:
        paid = [self.worth(stop) for stop in stops]
        hexes = [stop.split(".")[0] for stop in stops]
        across_spain = bool({*hexes} & {"F24", "M21"}) and bool({*hexes} & {"E3", "K5"})
        ends = {hexes[0], hexes[-1]}
        along = bool(ends & WEST) and bool(ends & EAST)
        both = 200 if self.site else 150
        bonus = both if across_spain and along else 100 if across_spain or along else 0
        return self.factor() * (sum(revenue for revenue, _ in paid) + bonus), sum(treasury for _, treasury in paid)

    def factor(self) -> int:
        course = self.game.where()[0].facts
        last = course.is_last and course.rounds_done == course.rounds and self.company in NORTH
        return (2 if self.site else 3) if last else 1

    # ----------------------------------------------------------------------------------------------------------- trains

    def trains(self) -> list[tuple[str, str]]:
        turn = next(f.facts for f in self.game.where() if hasattr(f.facts, "resting"))
        held = [(str(t), str(c.face)) for t, c in self.game.state.trains.items() if c.owner == self.company]
        return [(train, face) for train, face in held if train != turn.resting]

    def fits(self, way: Tried, train: str, face: str, *, tender: bool) -> bool:
        """[4.4.1] [5.2.1] [2.2] Range, gauge, and where some trains must go."""
        combined = face.endswith("C")
        big, small = (int(n) for n in face.removesuffix("C").split("+")) if combined else FACES[face]
        few = sum(self.is_small(stop) for stop in way.stops)
        if len(way.stops) - few > big or len(way.stops) > big + small + tender:
            return False
        hexes = {stop.split(".")[0] for stop in way.stops}
        places = [is_north(hex_id) for hex_id in hexes if hex_id not in PASSES]
        if combined:
            return len({*places}) == 2
        wrong = "standard" if "+" in face else "narrow"
        if wrong in way.gauges or len({*places}) > 1:
            return False
        if train == "2P-0" and not self.game.state.extras.strawberry_ran:
            return {"F24", "F26"} <= hexes if self.site else self.comes_to_aranjuez(way)
        return True

    def comes_to_aranjuez(self, way: Tried) -> bool:
        towns = [stop for stop in way.stops if stop.startswith("F26.")]
        return any("e3" in self.position.drawn("F26").sides_of(int(stop.split(".")[1])) for stop in towns)

    def best(self) -> int:
        """Ten times what can be shared out and once what the treasury gets, of the best set of routes."""
        tender = bool(self.game.state.extras.tenders.get(self.company))
        ways = [(10 * revenue + treasury, way) for way in self.ways() for revenue, treasury in [self.income(way.stops)]]
        ways.sort(key=lambda each: -each[0])
        lists = []
        for train, face in self.trains():
            plain = [(worth, way) for worth, way in ways if self.fits(way, train, face, tender=False)]
            more = [(worth, way) for worth, way in ways if tender and self.fits(way, train, face, tender=True)]
            lists.append((plain, more))
        tops = [max([each[0][0] for each in pair if each], default=0) for pair in lists]
        best, tried = 0, 0

        def choose(at: int, worth: int, used: frozenset[frozenset[Port]], tender_left: bool) -> None:
            nonlocal best, tried
            best = max(best, worth)
            if at == len(lists) or worth + sum(tops[at:]) <= best:
                return
            for with_tender in (False, True) if tender_left else (False,):
                for value, way in lists[at][with_tender]:
                    tried += 1
                    if tried > MOST_STEPS:
                        raise TooMany
                    if worth + value + sum(tops[at + 1 :]) <= best:
                        break
                    if not used & way.crossings:
                        choose(at + 1, worth + value, used | way.crossings, tender_left and not with_tender)
            choose(at + 1, worth, used, tender_left)

        choose(0, 0, frozenset(), tender)
        return best


def judge_run(game: Any, company: str, *, site: bool) -> str:
    """Whether the run that is suggested is the best one; says what was judged."""
    runs = Runs(game, company, site=site)
    try:
        best = runs.best()
    except TooMany:
        return "too many routes to try"
    told = next(offer.action for offer in game.offers() if type(offer.action).__name__ == "RunTrains")
    paid = [runs.income(tuple(str(stop) for stop in route.stops)) for route in told.routes]
    ours = sum(10 * revenue + treasury for revenue, treasury in paid)
    assert ours == best, (company, [str(route) for route in told.routes], "suggested", ours, "best", best)
    return "best run"
