"""What a company may build, worked out once more: tiles, mines, passes, stations. See `mapmodel`."""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from titles.t18esp.mapmodel import (
    COLOURS,
    HARBOURS,
    MINE_HEXES,
    ORDER,
    PASSES,
    RED,
    Drawn,
    Position,
    Reached,
    hexes,
    is_north,
    may_lead,
    reached_by,
    tile,
    tiles,
)

MINORS = {"SC", "CM", "AC", "MZ", "ZP", "MS", "MH", "CSE", "CA"}
NORTH = {"CFLG", "CFEA", "FdLR", "FdSB", "SFVA", "FdC"}
BASES = {
    "CFLG": "E3", "CFEA": "D6", "FdLR": "H8", "FdSB": "I5", "SFVA": "D6", "FdC": "I5", "MZA": "F24.2", "N": "F24.1",
    "A": "E33", "MCP": "F24.0", "CRB": "B26", "ZPB": "M21.1", "GSSR": "I29", "AVT": "K25", "TBF": "L22", "SC": "C31",
    "CM": "E29", "AC": "H28", "MZ": "F24.2", "ZP": "J20", "MS": "C27", "MH": "E21", "CSE": "H32", "CA": "J20",
}  # fmt: skip
OO = {"D6", "C31", "J20"}
SITES_LIST = (MINE_HEXES | {"E11"}) - {"J24"}


class Tally:
    """What a company has done in its turn, as the model has seen it."""

    def __init__(self) -> None:
        self.turn: Any = None
        self.tiles: list[str] = []
        self.upgraded = self.passed = self.placed = False
        self.mine = self.pioneers = ""

    def look(self, game: Any) -> None:
        """A new turn begins."""
        frames = game.where()
        turn = next((f.facts for f in frames if hasattr(f.facts, "mine_laid")), None)
        course: Any = frames[0].facts if frames else None
        now = None if turn is None else (str(turn.company), course.sets_done, course.rounds_done)
        if now != self.turn:
            self.__init__()
            self.turn = now

    def count(self, game: Any, action: Any, *, site: bool) -> None:
        match type(action).__name__:
            case "LayTileWithPioneer" if site:
                self.pioneers = str(action.hex)
            case "LayTile" | "LayTileWithPioneer":
                new = tile(str(action.tile), int(action.turn))
                if is_mine(new) and new.colour == "yellow":
                    self.mine = str(action.hex)
                else:
                    self.tiles.append(str(action.hex))
                    self.upgraded |= new.colour != "yellow"
            case "OpenPass":
                self.passed = True
            case "OpenPassWithPioneer":
                self.passed |= not site
            case "PlaceStation":
                self.placed = True
            case _:
                pass


class Lay(NamedTuple):
    hex: str
    tile: str
    look: Any


def is_mine(drawn: Drawn) -> bool:
    return "halt" in drawn.kinds


def takes_down(old: Drawn, new: Drawn) -> bool:
    return is_mine(old) and old.colour == "yellow" and not is_mine(new)


def fits(hex_id: str, old: Drawn, new: Drawn) -> bool:
    """[4.2] [4.2.1] [4.2.2] [4.2.3] Colour, letter, gauge, stops, and the track that was there."""
    if old.colour not in ORDER[:4] or ORDER.index(new.colour) != ORDER.index(old.colour) + 1:
        return False
    wanted = "narrow" if is_north(hex_id) else "standard"
    if any(gauge != wanted for _, _, gauge in new.tracks):
        return False
    letter = "Y" if old.label == "OO" and new.colour == "brown" else old.label
    if new.label != letter or not all(may_lead(hex_id, side) for side in new.sides):
        return False
    if hex_id == "F26" and 3 not in new.sides:
        return False
    if old.colour == "white":
        return Counter(old.kinds) == Counter(new.kinds)
    return not is_mine(new) and keeps(old, new)


def keeps(old: Drawn, new: Drawn) -> bool:
    """[4.2.2] All track stays; a mine leaves its track, a city or a town its place."""
    places = [n for n, kind in enumerate(old.kinds) if kind != "halt"]
    if {old.kinds[n] for n in places} != set(new.kinds):
        return False
    if "town" in new.kinds and len(places) != len(new.kinds):
        return False
    if not places and is_mine(old):
        (a, b) = sorted(old.sides_of(0))
        return any({a, b} == {*track[:2]} for track in new.tracks)
    lines = [set(track[:2]) for track in new.tracks]
    if any("s" not in a + b and {a, b} not in lines for a, b, _ in old.tracks):
        return False
    homes = [new.sides_of(n) for n in range(len(new.kinds))]
    if len(homes) < len(places):
        return all(old.sides_of(n) <= homes[0] for n in places)
    taken = [next((h for h, sides in enumerate(homes) if old.sides_of(n) <= sides), None) for n in places]
    return None not in taken and len(set(taken)) == len(taken)


@cache
def over(hex_id: str, old: Drawn) -> tuple[tuple[str, Drawn, Any], ...]:
    """Every tile in every turn that may ever lie over what is there."""
    turned = ((name, tile(name, turn)) for name in tiles() for turn in range(6))
    return tuple((name, new, new.look) for name, new in turned if fits(hex_id, old, new))


class Builder:
    """One moment of a company's building."""

    def __init__(self, game: Any, tally: Tally, *, site: bool) -> None:
        self.game, self.tally, self.site = game, tally, site
        self.company = tally.turn[0]
        self.position = Position(game.state.board, site=site)
        self.phase = str(game.state.phase)
        self.treasury = next(held for owner, held in game.state.cash.items() if owner == self.company)
        self.reached: Reached | None = reached_by(self.position, self.company)

    @property
    def is_minor(self) -> bool:
        return self.company in MINORS

    # ------------------------------------------------------------------------------------------------------------ tiles

    def cost(self, hex_id: str, old: Drawn, new: Drawn) -> int:
        """[4.2.1] [4.2.2] [4.2.3] Terrain or mine, 30 to take a mine down, 20 more for a second action."""
        is_lay_of_mine = is_mine(new) and new.colour == "yellow"
        terrain = sum(one["cost"] for one in hexes()[hex_id].get("terrain", ()))
        cost = 30 if takes_down(old, new) else terrain if new.colour == "yellow" else 0
        second = bool(self.tally.tiles) and not is_lay_of_mine and not (self.site and hex_id in MINE_HEXES)
        return cost + (20 if second else 0)

    def is_allowed(self, hex_id: str, new: Drawn) -> bool:
        """[4.2.1] [4.2.2] How much may be built in a turn."""
        tally = self.tally
        if self.is_minor and is_north(hex_id) and not self.site:
            return False
        if is_mine(new) and new.colour == "yellow":
            return not tally.mine
        if not tally.tiles:
            return True
        if self.is_minor or len(tally.tiles) > 1 or hex_id in (*tally.tiles, tally.mine, tally.pioneers):
            return False
        if self.site and self.company in NORTH and self.phase == "2":
            return False
        return not (tally.upgraded and new.colour != "yellow")

    def is_connected(self, hex_id: str, new: Drawn) -> bool:
        assert self.reached is not None
        return any((hex_id, side) in self.reached.sides for side in new.sides)

    def lays(self, *, pioneer: bool) -> set[Lay]:
        found: set[Lay] = set()
        assert self.reached is not None
        for hex_id in {hex_id for hex_id, _ in self.reached.sides} - {*RED, *HARBOURS, *PASSES}:
            old = self.position.drawn(hex_id)
            for name, new, look in over(hex_id, old):
                known = ORDER.index(new.colour) <= COLOURS[self.phase] and self.position.left(name) > 0
                if known and self.is_connected(hex_id, new):
                    if self.with_pioneer(hex_id, old, new) if pioneer else self.ordinary(hex_id, old, new):
                        found.add(Lay(hex_id, name, look))
        return found

    def ordinary(self, hex_id: str, old: Drawn, new: Drawn) -> bool:
        return self.is_allowed(hex_id, new) and self.cost(hex_id, old, new) <= self.treasury

    def with_pioneer(self, hex_id: str, old: Drawn, new: Drawn) -> bool:
        """[2.2] A mine, or taking one down, for 30 less and inside the limits; on the site anything on its list."""
        if self.site:
            return hex_id in SITES_LIST
        about_a_mine = is_mine(new) or takes_down(old, new)
        cost = self.cost(hex_id, old, new) - 30
        return about_a_mine and self.is_allowed(hex_id, new) and cost <= self.treasury

    # ------------------------------------------------------------------------------------------------ passes, stations

    def passes(self, *, pioneer: bool) -> set[str]:
        """[5.2] [2.2] Closed, from phase 3, by a major that has come there and opens one in a turn."""
        extra = pioneer and self.site
        if self.phase == "2" or (self.is_minor and not extra) or (self.tally.passed and not extra):
            return set()
        assert self.reached is not None
        near = {hex_id for hex_id in self.position.closed if f"{hex_id}.0" in self.reached.stops}
        price = {h: PASSES[h][0] if not pioneer else 0 if h == "H12" else PASSES[h][0] - 40 for h in near}
        return {hex_id for hex_id in near if price[hex_id] <= self.treasury}

    def waiting(self, hex_id: str) -> list[str]:
        """[4.3] Companies in the game whose base on a hex is to come."""
        state, books = self.game.state, self.game.state.extras
        absorbers = [
            c for c in books.staged
            if c not in MINORS | NORTH and (self.site or not books.absorptions.get(c, 0))
        ]  # fmt: skip
        found: list[str] = []
        for company, base in BASES.items():
            gone = company in state.closed or company in state.operated
            lost = company in MINORS and self.phase in "567" and not absorbers
            stands = any(stop.split(".")[0] == hex_id for stop in self.position.standing(company))
            if base.split(".")[0] == hex_id and not gone and not lost and not stands:
                found.append(company)
        return found

    def keeps_room(self, stop: str) -> bool:
        """[4.3] Bases that are to come keep their places; MZ and MZA together one."""
        hex_id = stop.split(".")[0]
        waiting = [c for c in self.waiting(hex_id) if c != self.company]
        colour, spaces = self.position.drawn(hex_id).colour, len(self.position.drawn(hex_id).kinds)
        if hex_id in OO and waiting and colour in (("white", "yellow", "green") if self.site else ORDER[:4]):
            return False
        if hex_id == "F24" and self.site and spaces > 1 and "MZ" in waiting:
            return False
        if spaces > 1 and hex_id not in OO:
            waiting = [c for c in waiting if BASES[c] == stop]
        needed = len(waiting)
        lines = [c for c in ("MZ", "MZA") if c in waiting]
        there = any(place.startswith("F24") for c in ("MZ", "MZA") for place in self.position.standing(c))
        if len(lines) == 2 or (lines and there):
            needed -= 1
        return self.position.free(stop) > needed

    def stations(self) -> set[str]:
        """[4.3] [5.2] One in a turn, in a city or on an open pass that track leads to, one on a hex."""
        markers = next(held for owner, held in self.game.state.tokens.items() if owner == self.company)
        if self.tally.placed or not markers or self.treasury < 50:
            return set()
        assert self.reached is not None
        own = {stop.split(".")[0] for stop in self.position.standing(self.company)}
        found: set[str] = set()
        for stop in self.reached.stops:
            hex_id, number = stop.split(".")
            city = self.position.drawn(hex_id).kinds[int(number)] == "city"
            if city and hex_id not in own and hex_id not in self.position.closed and self.keeps_room(stop):
                found.add(stop)
        return found


def judge_building(game: Any, tally: Tally, *, site: bool) -> str:
    """Whether exactly what may be built is offered; says what was judged."""
    builder = Builder(game, tally, site=site)
    if builder.reached is None:
        return "too much track to judge"
    offered: dict[str, list[Any]] = {}
    for offer in game.offers():
        offered.setdefault(type(offer.action).__name__, []).append(offer.action)
    for name, pioneer in (("LayTile", False), ("LayTileWithPioneer", True)):
        owns = not pioneer or game.state.certs["P1"] == builder.company
        ours = {Lay(str(a.hex), str(a.tile), tile(str(a.tile), int(a.turn)).look) for a in offered.get(name, ())}
        told = builder.lays(pioneer=pioneer) if owns else set[Lay]()
        assert ours == told, (name, builder.company, "offered", ours - told, "missing", told - ours)
    for name, pioneer in (("OpenPass", False), ("OpenPassWithPioneer", True)):
        owns = not pioneer or game.state.certs["P4"] == builder.company
        ours = {str(action.hex) for action in offered.get(name, ())}
        told = builder.passes(pioneer=pioneer) if owns else set[str]()
        assert ours == told, (name, builder.company, "offered", ours - told, "missing", told - ours)
    ours = {str(action.stop) for action in offered.get("PlaceStation", ())}
    told = builder.stations()
    assert ours == told, (builder.company, "offered", ours - told, "missing", told - ours)
    return "building"
