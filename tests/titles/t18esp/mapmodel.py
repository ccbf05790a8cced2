"""A second map of Spain for the model: its own reading of the printed data, its own track, no rule of the game.

It knows by heart what the rulebook says about pieces, mines, passes, red areas and harbours; of a position it reads
only which tile lies how, who stands where and which passes are closed.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

PIECES = """
3/72:5[3] 4/74:6 58/73:6 5/75:5 6/76:5 57/956:5 7/77:5[3] 8/78:15[12] 9/79:15[12] 201/L80:2 202/L81:2 621/L82:2
L129/L132:1 L130/L133:1 L131/L134:1 L79/L113:1 L89/L92:2 L90/L93:5[4] L91/L94:5[4] L95/L98:2 L96/L99:5[3]
L97/L100:5[3] 16/957:1 18/959:1 19/960:1 20/961:1 23/677:4 24/678:4 25/699:3 26/692:2 27/693:2 28/694:1 29/695:1
30/708:1 31/709:1 87/116:2 88/89:2 204/L114:2 8858/L101:1 8859/L102:1 8860/L103:1 8863/L104:1 8864/L105:1
8865/L106:1 14/L107:4 15/L108:4 619/L109:4 207/L111:2 208/L110:2 622/L112:2 L83:1 L84:1 39/647:1 40/646:1 41/648:1
42/649:1 43/L119:1 44/L120:1 45/L121:1 46/L122:1 47/L123:1 70/L124:1 611/L125:10[8] 216/L126:5 933/L127:3 L85:1
L86:1 455/L115:2 L116/L117:2 912/L128:1 L87:1 L88:1
"""
"""[1.4] Faces that are one piece of cardboard, and how many there are; in brackets on the site."""
RED = {
    "A5": (30, 40, 50), "A9": (30, 40, 40), "A11": (30, 50, 60), "M5": (30, 50, 60), "C21": (30, 50, 60),
    "B24": (20, 40, 50), "A25": (30, 50, 60), "A27": (30, 50, 60), "A29": (20, 40, 50), "A31": (20, 40, 50),
    "I15": (30, 50, 60), "J16": (50, 60, 80), "K15": (50, 60, 80), "L16": (30, 50, 60), "M17": (30, 50, 60),
    "N18": (30, 40, 50),
}  # fmt: skip
RED_ON_THE_SITE = {"A25": (30, 50, 50), "K15": (30, 40, 50)}
HARBOURS = {
    "C1": (40, 30, 20, 20), "E1": (20, 30, 40, 50), "K3": (0, 30, 40, 50), "L26": (20, 30, 50, 60),
    "I33": (20, 30, 30, 40),
    "K31": (40, 30, 30, 40), "F34": (0, 30, 30, 40), "B34": (40, 30, 30, 40), "N22": (20, 30, 50, 60),
}  # fmt: skip
CHEAPER_ON_THE_SITE = ("C1", "E1", "K3")
WEST = {"A5", "A9", "A11", "C21", "B24", "A25", "A27", "A29", "A31", "B34"}
EAST = {"M5", "I15", "J16", "K15", "L16", "M17", "N18", "L26", "I33", "K31", "N22"}
AREAS = ({"A25", "A27"}, {"A29", "A31"}, {"J16", "K15"}, {"L16", "M17"})
PASSES = {"D12": (100, 50), "H12": (60, 30), "J10": (80, 40), "L8": (80, 40)}
"""[5.2] What opening a pass costs, and what a station there is worth."""
MINES = {"2": 30, "3": 20, "4": 20, "5": 10, "6": 10, "7": 0}
COLOURS = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4}
"""How many colours of tiles there are in each phase."""
ORDER = ("white", "yellow", "green", "brown", "gray")
IMPASSABLE = ({"G5", "G7"}, {"G7", "H6"}, {"G29", "H30"})
MINE_HEXES = {
    "C5", "C9", "E9", "G9", "H6", "I7", "C23", "G21", "D32", "E31", "H30", "I23", "D8", "E7", "B30", "E19", "F30",
    "G17", "I21", "J24",
}  # fmt: skip
STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
"""South and clockwise on, in the doubled numbers of the printed map."""

End = str
"""`e0` to `e5`, `e4a` and `e4b` where two lines run side by side, `s0` for the first stop."""
Port = tuple[str, End]


class Drawn(NamedTuple):
    """A tile or a printed hex as it lies."""

    colour: str
    label: str
    kinds: tuple[str, ...]
    slots: tuple[int, ...]
    values: tuple[Any, ...]
    tracks: tuple[tuple[End, End, str], ...]

    @property
    def sides(self) -> set[int]:
        return {int(end[1]) for track in self.tracks for end in track[:2] if end[0] == "e"}

    def sides_of(self, stop: int) -> frozenset[End]:
        own = f"s{stop}"
        return frozenset(e for a, b, _ in self.tracks for e, o in ((a, b), (b, a)) if o == own and e[0] == "e")

    @property
    def look(self) -> Any:
        """What cannot be told from it by eye: its stops with their sides, and the track past them."""
        stops = Counter((kind, self.sides_of(n)) for n, kind in enumerate(self.kinds))
        return frozenset(stops.items()), frozenset(frozenset(t[:2]) for t in self.tracks if "s" not in t[0] + t[1])


def read_drawing(told: Any, turn: int = 0) -> Drawn:
    def turned(end: End) -> End:
        return end if end[0] == "s" else f"e{(int(end[1]) + turn) % 6}{end[2:]}"

    tracks = [(t, "standard") if isinstance(t, list) else (t["ends"], t["gauge"]) for t in told.get("tracks", [])]
    stops = told.get("stops", [])
    return Drawn(
        told["colour"],
        told.get("label", ""),
        tuple(stop["kind"] for stop in stops),
        tuple(stop.get("slots", 0) for stop in stops),
        tuple(_value(stop.get("revenue", 0)) for stop in stops),
        tuple((turned(a), turned(b), gauge) for (a, b), gauge in tracks),
    )


def _value(told: Any) -> Any:
    return tuple(told.items()) if isinstance(told, dict) else told


def _data(name: str) -> Any:
    return json.loads((files("ferrovia.titles.t18esp") / "data" / name).read_text("utf-8"))


@lru_cache(maxsize=1)
def hexes() -> dict[str, Any]:
    return {told["id"]: told for told in _data("map.json")["hexes"]}


@lru_cache(maxsize=1)
def tiles() -> dict[str, Any]:
    return {told["id"]: told for told in _data("tiles.json")["tiles"]}


@cache
def tile(name: str, turn: int) -> Drawn:
    return read_drawing(tiles()[name], turn)


@cache
def printed(hex_id: str, site: bool) -> Drawn:
    drawn = read_drawing(hexes()[hex_id])
    if hex_id == "D18" and not site:  # [4.2.3] mine or town on every way
        both = tuple((f"e{side}", stop, "standard") for side in (0, 1, 3, 5) for stop in ("s0", "s1"))
        return drawn._replace(tracks=both)
    return drawn


@lru_cache(maxsize=1)
def pieces() -> dict[str, tuple[str, int, int]]:
    """For each face its piece, how many of it the rulebook's box has, and how many the site's."""
    found: dict[str, tuple[str, int, int]] = {}
    for told in PIECES.split():
        faces, _, count = told.partition(":")
        most, _, site = count.rstrip("]").partition("[")
        found |= {face: (faces, int(most), int(site or most)) for face in faces.split("/")}
    return found


@cache
def neighbour(hex_id: str, side: int) -> str | None:
    at = {(told["x"], told["y"]): name for name, told in hexes().items()}
    told, (dx, dy) = hexes()[hex_id], STEPS[side]
    return at.get((told["x"] + dx, told["y"] + dy))


def is_north(hex_id: str) -> bool:
    return int(hex_id[1:]) <= 11


@cache
def may_lead(hex_id: str, side: int) -> bool:
    """[4.2.1] Not off the map, not against a grey hex, a harbour, a red area or an orange hex without track there."""
    other = neighbour(hex_id, side)
    if other is None or {hex_id, other} in IMPASSABLE:
        return False
    drawn = printed(other, True)
    return drawn.colour in ("white", "yellow") or (side + 3) % 6 in drawn.sides


def across(port: Port) -> Port | None:
    hex_id, end = port
    other = neighbour(hex_id, int(end[1]))
    line = {"": "", "a": "b", "b": "a"}[end[2:]]
    return None if other is None else (other, f"e{(int(end[1]) + 3) % 6}{line}")


class Position:
    """What lies on the map now."""

    def __init__(self, board: Any, *, site: bool) -> None:
        self.site = site
        self.laid = {str(h): (str(laid.tile), int(laid.turn)) for h, laid in board.tiles.items()}
        self.stations = {str(stop): [str(c) for c in there] for stop, there in board.stations.items()}
        self.closed = {str(stop).split(".")[0] for stop in board.barred}
        self._drawn: dict[str, Drawn] = {}

    def drawn(self, hex_id: str) -> Drawn:
        if hex_id not in self._drawn:
            self._drawn[hex_id] = tile(*self.laid[hex_id]) if hex_id in self.laid else printed(hex_id, self.site)
        return self._drawn[hex_id]

    def left(self, name: str) -> int:
        piece, ours, theirs = pieces()[name]
        used = sum(pieces()[there][0] == piece for there, _ in self.laid.values())
        return (theirs if self.site else ours) - used

    def standing(self, company: str) -> list[str]:
        return [stop for stop, there in self.stations.items() if company in there]

    def slots(self, stop: str) -> int:
        hex_id, number = stop.split(".")
        return self.drawn(hex_id).slots[int(number)]

    def free(self, stop: str) -> int:
        there = self.stations.get(stop, [])[: self.slots(stop)]
        return self.slots(stop) - sum(bool(company) for company in there)

    def is_blocked(self, stop: str, company: str) -> bool:
        """[4.4.2] All slots hold stations of others."""
        hex_id, number = stop.split(".")
        if self.drawn(hex_id).kinds[int(number)] != "city":
            return False
        return not self.free(stop) and company not in self.stations.get(stop, [])

    def lets_through(self, stop: str, company: str) -> bool:
        hex_id = stop.split(".")[0]
        ends = hex_id in RED or hex_id in HARBOURS or hex_id in self.closed
        return not ends and not self.is_blocked(stop, company)

    def from_stop(self, stop: str) -> Iterator[tuple[Port, str]]:
        hex_id, number = stop.split(".")
        own = f"s{number}"
        for a, b, gauge in self.drawn(hex_id).tracks:
            for here, there in ((a, b), (b, a)):
                if here == own:
                    yield (hex_id, there), gauge

    def into(self, port: Port, gauge: str) -> Iterator[tuple[str, End, str]]:
        """What track goes on where a line enters a hex: the hex, the other end, the gauge."""
        hex_id, end = port
        for a, b, own in self.drawn(hex_id).tracks:
            if gauge == own or "dual" in (gauge, own):
                for here, there in ((a, b), (b, a)):
                    if here == end:
                        yield hex_id, there, own


class Reached(NamedTuple):
    stops: set[str]
    sides: set[tuple[str, int]]
    """Sides of hexes at which track of the company arrives, or leaves."""


SEARCH = 50_000


def reached_by(position: Position, company: str) -> Reached | None:
    """[4.4.2] Everything joined to a station by track that is used once and leads through no blocked city; None if that
    would take too long to find out."""
    stops, sides = set[str](), set[tuple[str, int]]()
    seen = dict[Port, frozenset[frozenset[Port]]]()
    steps = 0

    def walk(start: str, used: frozenset[frozenset[Port]]) -> None:
        todo = [(start, used)]
        while todo:
            nonlocal steps
            stop, before = todo.pop()
            for port, gauge in position.from_stop(stop):
                line = [(port, gauge, before)]
                while line:
                    steps += 1
                    if steps > SEARCH:
                        raise RuntimeError
                    at, kind, trail = line.pop()
                    sides.add((at[0], int(at[1][1])))
                    other = across(at)
                    if other is None:
                        continue
                    sides.add((other[0], int(other[1][1])))
                    crossing = frozenset((at, other))
                    if crossing in trail or (other in seen and seen[other] <= trail):
                        continue
                    seen[other] = trail
                    for hex_id, end, own in position.into(other, kind):
                        if end[0] == "e":
                            line.append(((hex_id, end), own, trail | {crossing}))
                            continue
                        there = f"{hex_id}.{end[1:]}"
                        stops.add(there)
                        if position.lets_through(there, company):
                            todo.append((there, trail | {crossing}))

    try:
        for station in position.standing(company):
            stops.add(station)
            hex_id = station.split(".")[0]
            if not position.drawn(hex_id).tracks:
                sides |= {(hex_id, side) for side in range(6)}
            walk(station, frozenset())
    except RuntimeError:
        return None
    return Reached(stops, sides)
