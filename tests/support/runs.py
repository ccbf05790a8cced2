"""Every run of the recorded games as a problem for the solver, with what the people ran and the best that is known.

The boards come from the titles' own data; what trains may do on them is written here in a few words for each title, as
18xx.games plays it, so that the solver is measured on all of them.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, HexId, Owner, StopId
from ferrovia.routing import (
    ANY,
    Bonus,
    Convoy,
    Graph,
    Income,
    Limit,
    Problem,
    Service,
    Stop,
    Terminal,
    Train,
    graph_of,
    seen_by,
)
from support.recorded import RecordedGame, recorded_games
from support.shared import shared
from support.trackwork import moments

COLOURS = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True)
class Run:
    """A problem, and what is known about it."""

    name: str
    problem: Problem
    ran: int
    best_known: int
    is_exact: bool
    """Whether the best known is believed to be the best, not only a lower bound."""
    times: int = 1
    """By how much the revenue is multiplied after the run."""


@dataclass(frozen=True)
class Moment:
    """What a title needs to know to write down a run."""

    title: str
    board: Board
    company: CompanyId
    trains: tuple[str, ...]
    phase: str
    is_last_round: bool
    opened: frozenset[str]
    """Places that were opened so far."""
    has_run: frozenset[tuple[str, str]]
    """Companies with trains that they have run before."""


def recorded_runs(title: str) -> Iterator[Run]:
    """The runs of all recorded games of a folder, in order."""
    for game in recorded_games(title):
        yield from _runs_of(game)


def _runs_of(game: RecordedGame) -> Iterator[Run]:
    with game.routes.open(encoding="utf-8") as lines:
        known = {line["at"]: line for line in map(json.loads, lines)}
    phases, rounds = _course(game)
    opened, has_run = frozenset[str](), frozenset[tuple[str, str]]()
    for moment in moments(game):
        action = moment.action
        number = action.get("id", -1)
        if action.get("type") == "choose":
            opened |= {str(action.get("choice"))}
        if action.get("type") != "run_routes" or number not in known:
            continue
        run = known[number]
        trains = tuple(run["trains"])
        now = Moment(
            title=game.title,
            board=moment.before,
            company=CompanyId(Owner(run["company"])),
            trains=trains,
            phase=phases.get(number - 1, phases[number]),
            is_last_round=rounds[number] == rounds[max(rounds)],
            opened=opened,
            has_run=has_run,
        )
        has_run |= {(run["company"], train) for train in trains}
        problem, times = TITLES[game.title](now)
        name = f"{game} {number} {run['company']} {' '.join(trains)}"
        yield Run(name, problem, run["revenue_run"], run["best_known"], run["proved"], times)


def _course(game: RecordedGame) -> tuple[dict[int, str], dict[int, str]]:
    """The phase and the round after each action."""
    phases: dict[int, str] = {}
    rounds: dict[int, str] = {}
    phase = round_ = ""
    with game.trace.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "after" in line:
                changed = line.get("set", {})
                phase, round_ = changed.get("phase", phase), changed.get("round", round_)
                phases[line["after"]], rounds[line["after"]] = phase, round_
    return phases, rounds


# ---------------------------------------------------------------------------------------------------------- helpers


def hex_of(stop: StopId) -> HexId:
    return place_of(stop)[0]


def mask(graph: Graph, holds: Callable[[StopId], bool]) -> int:
    return sum(1 << number for number, stop in enumerate(graph.stops) if holds(stop))


def pays(graph: Graph, pay: Callable[[StopId], Income]) -> tuple[tuple[Income, ...], ...]:
    return tuple((pay(stop),) for stop in graph.stops)


def with_service(names: tuple[str, ...], service: Callable[[str], Service]) -> tuple[Train, ...]:
    """Equal trains get one and the same service."""
    services = {name: (service(name),) for name in dict.fromkeys(names)}
    return tuple(Train(name, services[name]) for name in names)


# ------------------------------------------------------------------------------------------------------------- 18CZ

SIZES = {
    **dict.fromkeys(("SX", "PR", "BY", "kk", "Ug"), "L"),
    **dict.fromkeys(("BN", "NWB", "ATE", "BTE", "KFN"), "M"),
}
RED_PERIODS = "abc", "def", "gh", "ij"
RED_VALUES = (0, 30, 40, 50)


def _18cz(now: Moment) -> tuple[Problem, int]:
    board, graph = now.board, graph_of(now.board)
    period = next(index for index, phases in enumerate(RED_PERIODS) if now.phase in phases)

    def is_red(stop: StopId) -> bool:
        return board.tile(hex_of(stop)).colour == "red"

    def worth(stop: StopId) -> Income:
        return Income(RED_VALUES[period] if is_red(stop) else board.stop(stop).value(COLOURS[: period + 1]))

    own = set(board.stations_of(now.company))
    cities = mask(graph, lambda stop: board.stop(stop).kind != "town")
    home = mask(graph, lambda stop: stop in own and is_red(stop))
    bonuses = (Bonus(Income(50), (home,)),) if home else ()
    base = Service(pays=pays(graph, worth), bonuses=bonuses)

    def service(name: str) -> Service:
        n = int(name[0])
        if "+" in name:
            return replace(base, limits=(Limit(cities, n), Limit(ANY, 2 * n)))
        if "E" in name:
            return replace(base, counted=Limit(ANY, n), skips=~cities)
        return replace(base, limits=(Limit(ANY, n),))

    size = SIZES.get(now.company, "S")
    runs = tuple(name for name in now.trains if size == ("M" if "+" in name else "L" if "E" in name else "S"))
    stops = seen_by(board, graph, now.company, groups=lambda s: ["P"] if board.tile(hex_of(s)).label == "P" else [])
    return Problem(stops=stops, chains=graph.chains, trains=with_service(runs, service)), 1


# ------------------------------------------------------------------------------------------------------------- 1824

MINES = {"EPP": "C6", "EOD": "A12", "MLB": "A22", "SPB": "H25"}
PERIOD_1824 = {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "8": 4, "10": 4}


def _one_area(board: Board, stop: StopId) -> str | None:
    printed = board.stop(stop)
    return printed.groups[0] if printed.kind == "offboard" and printed.groups else None


def _1824(now: Moment) -> tuple[Problem, int]:
    board = now.board
    graph = graph_of(board).merged(partial(_one_area, board))
    colours = COLOURS[: PERIOD_1824[now.phase]]
    mines = mask(graph, lambda stop: hex_of(stop) in MINES.values())
    towns = mask(graph, lambda stop: board.stop(stop).kind == "town")
    own_mine = mask(graph, lambda stop: hex_of(stop) == MINES.get(now.company))
    open_mines = own_mine or mines

    def worth(stop: StopId) -> Income:
        amount = board.stop(stop).value(colours)
        return Income(0, amount) if hex_of(stop) in MINES.values() else Income(amount)

    def groups(stop: StopId) -> list[str]:
        if hex_of(stop) in MINES.values():
            return ["mine"]
        return [f"hex {hex_of(stop)}"] if board.stop(stop).kind == "city" else []

    centres = mask(graph, lambda stop: hex_of(stop) in ("E12", "B9"))
    bukowina = mask(graph, lambda stop: hex_of(stop) in ("D25", "E24", "E26"))
    bonus = now.title == "1824-cisleithania" and centres and bukowina
    bonuses = (Bonus(Income(50), (centres, bukowina)),) if bonus else ()
    base = Service(pays=pays(graph, worth), bonuses=bonuses)

    def service(name: str) -> Service:
        if name.endswith("g"):
            limit = Limit(~towns & ~mines, int(name[:-1]))
            return replace(base, limits=(limit,), needs=(open_mines,), banned=mines & ~open_mines)
        return replace(base, limits=(Limit(ANY, int(name)),), banned=mines)

    stops = seen_by(board, graph, now.company, groups=groups)
    return Problem(stops=stops, chains=graph.chains, trains=with_service(now.trains, service)), 1


# ------------------------------------------------------------------------------------------------------------ 18ESP

PASSES = {"D12": 50, "H12": 30, "J10": 40, "L8": 40}
HARBOURS = {"C1", "E1", "K3", "L26", "I33", "K31", "F34", "B34", "N22"}
MINORS = {"SC", "CM", "AC", "MZ", "ZP", "MS", "MH", "CSE", "CA"}
NORTHERN = {"FdLR", "FdSB", "CFEA", "CFLG", "SFVA", "FdC"}
PERIOD_18ESP = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "8": 4}
MINE_PAY = {1: 30, 2: 20, 3: 10, 4: 0}
BROAD, NARROW, BOTH = 1, 2, 3


def _18esp(now: Moment) -> tuple[Problem, int]:
    board, graph = now.board, graph_of(now.board)
    period = PERIOD_18ESP[now.phase]
    own = set(board.stations_of(now.company))

    def worth(stop: StopId) -> Income:
        if hex_of(stop) in PASSES:
            return Income(PASSES[hex_of(stop)] if stop in own else 0)
        if hex_of(stop) in HARBOURS:
            return Income(0, board.stop(stop).value(COLOURS[:period]))
        if board.stop(stop).kind == "halt":
            return Income(0, MINE_PAY[period])
        return Income(board.stop(stop).value(COLOURS[:period]))

    def groups(stop: StopId) -> list[str]:
        kinds = {board.stop(other).kind for other in board.stops_on(hex_of(stop))}
        one_place = hex_of(stop) in ("F24", "M21", "F26") or ("halt" in kinds and len(kinds) > 1)
        return [f"hex {hex_of(stop)}"] * one_place + ["pass"] * (hex_of(stop) in PASSES)

    def closed(stop: StopId) -> bool:
        return hex_of(stop) in HARBOURS or (hex_of(stop) in PASSES and hex_of(stop) not in now.opened)

    def on(*hexes: str) -> int:
        return mask(graph, lambda stop: hex_of(stop) in hexes)

    row = {stop: int(re.sub(r"\D", "", hex_of(stop))) for stop in graph.stops}
    north = mask(graph, lambda stop: row[stop] <= 11 and hex_of(stop) not in PASSES)
    south = mask(graph, lambda stop: row[stop] >= 15)
    west = mask(graph, lambda stop: "W" in board.stop(stop).groups)
    east = mask(graph, lambda stop: "E" in board.stop(stop).groups)
    bonuses = (Bonus(Income(100), (on("F24", "M21"), on("E3", "K5"))), Bonus(Income(100), (), (west, east)))
    small = mask(graph, lambda stop: board.stop(stop).kind in ("town", "halt"))
    red = mask(graph, lambda stop: board.stop(stop).kind == "offboard")
    base = Service(pays=pays(graph, worth), banned=red if now.company in MINORS else 0, bonuses=bonuses)

    def service(name: str) -> Service:
        if name == "2P":  # the first run of the strawberry train is to Aranjuez and Madrid
            needs = () if (now.company, name) in now.has_run else (on("F26"), on("F24"))
            return replace(base, limits=(Limit(ANY, 2),), gauges=BROAD, needs=needs)
        numbers = [int(n) for n in name.removesuffix("C").split("+")]
        narrow = len(numbers) == 3 or (len(numbers) == 2 and numbers[1] != 1)
        limits = (Limit(~small, numbers[0]), Limit(ANY, sum(numbers)))
        if name.endswith("C"):
            return replace(base, limits=limits, gauges=BOTH, needs=(north, south))
        return replace(base, limits=limits, gauges=NARROW if narrow else BROAD)

    stops = seen_by(board, graph, now.company, groups=groups)
    stops = tuple(
        replace(seen, through=seen.through and not closed(stop)) for seen, stop in zip(stops, graph.stops, strict=True)
    )
    problem = Problem(stops=stops, chains=graph.chains, trains=with_service(now.trains, service))
    return problem, 2 if now.is_last_round and now.company in NORTHERN else 1


# ------------------------------------------------------------------------------------------------------------- 1862

LOWEST: Mapping[str, int] = {
    "London": 100,
    "West": 70,
    "Midlands": 40,
    "North": 80,
    "North0": 80,
    "North1": 80,
    "NorthEast": 80,
    "East": 60,
    "Denmark": 70,
    "Holland": 70,
}
"""What edge areas pay at first; the facts give only the later values."""
RED_AREAS = {"London", "West", "Midlands"}
LONDON_LINKS = {"B15.1", "D15.1"}


@lru_cache
def _homes() -> Mapping[str, str]:
    facts = json.loads(shared("facts/1862.json").read_text("utf-8"))
    return {company["sym"]: company["home"] for company in facts["companies"]}


class _EasternCounties:
    """Stations, edge areas and trains of a run."""

    def __init__(self, now: Moment) -> None:
        self.board = now.board
        self.graph = graph_of(now.board).merged(partial(_one_area, now.board))
        self.periods = ("white", "gray", "purple")[: 1 + (now.phase >= "C") + (now.phase >= "E")]
        self.large = self._kind("city")
        self.edge = self._kind("offboard")
        self.ports = mask(self.graph, lambda stop: self._area(stop) not in (None, *RED_AREAS))
        own = set(now.board.stations_of(now.company))
        london = mask(self.graph, lambda stop: self._area(stop) == "London")
        self.banned = 0 if own & LONDON_LINKS else london
        self.tokens = mask(self.graph, lambda stop: stop in own)
        home = mask(self.graph, lambda stop: stop in own and hex_of(stop) == _homes()[now.company])
        self.home = home or 1 << len(self.graph.stops)  # without its home station no route will do

    def _kind(self, kind: str) -> int:
        return mask(self.graph, lambda stop: self.board.stop(stop).kind == kind)

    def _area(self, stop: StopId) -> str | None:
        return _one_area(self.board, stop)

    def _pays(self, stops: int) -> tuple[tuple[Income, ...], ...]:
        def worth(stop: StopId) -> Income:
            area = self._area(stop)
            value = self.board.stop(stop).value(self.periods)
            return Income(value or LOWEST[area] if area else value)

        return tuple((worth(stop),) if stops >> n & 1 else () for n, stop in enumerate(self.graph.stops))

    def haul(self, one: Terminal, other: Terminal) -> Income:
        edges = (self.edge >> one.stop & 1) + (self.edge >> other.stop & 1)
        rate = 30 if (self.ports >> one.stop | self.ports >> other.stop) & 1 else 20
        if one.gate == other.gate:
            return Income(rate * max(0, edges - 1))
        names, places = self.board.map.names, self.board.map.places
        (x, y), (u, v) = places[names[one.gate]], places[names[other.gate]]
        columns, rows = abs(x - u), abs(y - v)
        return Income(rate * (columns + max(0, (rows - columns) // 2) - 1 + edges))

    def service(self, name: str) -> Service:
        kind, (counted, *most) = name[-1], [int(n) for n in name[:-1].split("/")]
        ends = self.large | self.edge
        if kind == "F":
            return Service(pays=self._pays(ends), moves=counted, banned=self.banned, ends=ends, haul=self.haul)
        large = ends if kind == "E" else self.large
        return Service(
            pays=self._pays(ends if kind == "E" else ANY),
            limits=(Limit(large, most[0] if most else counted),),
            counted=Limit(large, counted) if most else None,
            skips=large if most else 0,
            ends=large,
            banned=self.banned if kind == "E" else self.edge,
            hex_pay=Income() if kind == "E" else Income(0, 0, 10),
        )

    def stops(self, company: CompanyId) -> tuple[Stop, ...]:
        def groups(stop: StopId) -> list[str]:
            area = self._area(stop)
            return [] if area is None else ["red" if area in RED_AREAS else "port"]

        seen = seen_by(self.board, self.graph, company, groups=groups)
        return tuple(replace(stop, token=bool(self.large & self.tokens & 1 << n)) for n, stop in enumerate(seen))


def _1862(now: Moment) -> tuple[Problem, int]:
    board = _EasternCounties(now)
    names = tuple(name.rstrip("*") for name in now.trains)
    freights = [int(name[:-1]) for name in names if name.endswith("F")]
    lasting = sum(moves >= 6 for moves in freights)

    def convoy(name: str) -> Convoy:
        if not name.endswith("F"):
            return Convoy.NEVER
        alone = lasting == 1 and len(freights) > 1
        return Convoy.MUST if int(name[:-1]) < 6 or alone else Convoy.MAY

    trains = tuple(replace(train, convoy=convoy(train.name)) for train in with_service(names, board.service))
    problem = Problem(
        stops=board.stops(now.company),
        chains=board.graph.chains,
        trains=trains,
        shared_track=True,
        pays_once=True,
        meeting=board.large,
        home=board.home,
        must_run=True,
    )
    return problem, 1


TITLES: Mapping[str, Callable[[Moment], tuple[Problem, int]]] = {
    "18CZ": _18cz,
    "1824": _1824,
    "1824-cisleithania": _1824,
    "18ESP": _18esp,
    "1862": _1862,
}
