"""[4.2] Building: tiles, upgrades, mines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferrovia.engine.play import Ask, Check, First, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import HexId, TileId, TurnId
from ferrovia.model.message import Message
from ferrovia.model.tiles import Gauge, Tile
from ferrovia.model.upgrades import is_next_colour
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import asked_of, ending, is_done, operating
from ferrovia.rules.track import (
    LayTile,
    TileOnHex,
    colour_is_available,
    connected,
    in_its_lowest_turn,
    keeps_track_and_stops,
    laying,
    new_tile,
    paying,
    possible_lays,
    stays_on_the_map,
    suiting,
    tile_is_in_supply,
    uses_the_printed_stub,
)
from ferrovia.titles.t18esp.facts import Turn
from ferrovia.titles.t18esp.homes import settle_stations
from ferrovia.titles.t18esp.material import P1, box, has_mine, is_in_the_north
from ferrovia.titles.t18esp.objectives import Joined, is_joined_now
from ferrovia.titles.t18esp.pioneers import close_pioneer


@dataclass(frozen=True, slots=True)
class LayTileWithPioneer:
    """[2.2] Pioneer 1 pays for a mine, or for taking one down, and closes."""

    hex: HexId
    tile: TileId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class EndBuild:
    pass


Lay = TileOnHex
"""Any action that lays a tile."""
NO_MINE, FORGOTTEN_MINE = HexId("E11"), HexId("J24")
"""What the site's list of mines for pioneer 1 has too much, and what it lacks."""

# -------------------------------------------------------------------------------------------------------- what upgrades


def may_become(old: Tile, new: Tile) -> bool:
    """[4.2.1] [4.2.2] [4.2.3] Next colour, same letter, the same kinds of stops. A mine is only ever taken down; the
    two cities of an OO tile become one Y city in brown."""
    if not is_next_colour(old, new):
        return False
    if old.label != new.label and not (old.label == "OO" and new.label == "Y" and new.colour == "brown"):
        return False
    if old.colour == "white":
        return old.kinds == new.kinds
    if has_mine(new):
        return False
    before, after = ([stop.kind for stop in tile.stops if stop.kind != "halt"] for tile in (old, new))
    return before == after or (set(before) == {"city"} == set(after))


def may_lie(hex_id: HexId, tile: Tile) -> bool:
    """[4.2] The narrow face lies in the north, the broad one in the south."""
    own: Gauge = "narrow" if is_in_the_north(hex_id) else "standard"
    return tile.gauges == (own,)


# --------------------------------------------------------------------------------------------- what kind of lay it is

KindOfLay = Literal["mine", "yellow", "upgrade"]


def kind_of(table: Table, action: Lay) -> KindOfLay:
    new = new_tile(table, action)
    if new.colour != "yellow":
        return "upgrade"
    return "mine" if has_mine(new) else "yellow"


def takes_a_mine_down(table: Table, action: Lay) -> bool:
    """[4.2.3] A green tile replaces the mine."""
    return has_mine(table.state.board.tile(action.hex)) and kind_of(table, action) == "upgrade"


def base_cost(table: Table, action: Lay) -> int:
    """[4.2.1] [4.2.2] [4.2.3] The terrain of a yellow tile or a mine; taking a mine down costs as much as laying it."""
    if takes_a_mine_down(table, action):
        return box(table).numbers.charges.mine
    if kind_of(table, action) == "upgrade":
        return 0
    return table.state.board.map.hexes[action.hex].cost


Surcharge = Callable[[Table, Lay], int]


def for_every_second_action(table: Table, action: Lay) -> int:
    """[4.2.1] The second tile of a turn costs 20 more."""
    second = table.here(Turn).laid and kind_of(table, action) != "mine"
    return box(table).numbers.charges.second_tile if second else 0


def but_not_on_mine_hexes(table: Table, action: Lay) -> int:
    """The site never charges it where a mine is printed."""
    return 0 if box(table).is_mine_hex(action.hex) else for_every_second_action(table, action)


# ------------------------------------------------------------------------------------------------------------ allowance


@rule("mine-once")
def has_laid_no_mine(table: Table, action: Lay) -> Refused | None:
    turn = table.here(Turn)
    return refused(company=turn.company) if kind_of(table, action) == "mine" and turn.mine_laid else None


@rule("minor-one-tile")
def has_a_tile_action_left(table: Table, action: Lay) -> Refused | None:
    """[4.2.1] [4.2.2] A minor has one action, a major two, not both of them upgrades."""
    turn = table.here(Turn)
    if kind_of(table, action) == "mine" or not turn.laid:
        return None
    if box(table).is_minor(turn.company):
        return refused(company=turn.company)
    if len(turn.laid) > 1:
        return refused_by("two-tiles", company=turn.company)
    if kind_of(table, action) == "upgrade" and turn.upgraded:
        return refused_by("one-upgrade", company=turn.company)
    return None


@rule("not-the-same-tile")
def leaves_this_turns_tiles(table: Table, action: Lay) -> Refused | None:
    """[4.2.2] The second action does not upgrade what was laid in this turn."""
    turn = table.here(Turn)
    laid = (*turn.laid, turn.mine_laid) if turn.laid else ()
    return refused(hex=action.hex) if action.hex in laid else None


@rule("not-the-same-tile")
def leaves_the_pioneers_tile(table: Table, action: Lay) -> Refused | None:
    """On the site a hex on which pioneer 1 has built counts as laid: only the first action may build there again."""
    turn = table.here(Turn)
    return refused(hex=action.hex) if turn.laid and action.hex == turn.touched_by_pioneer else None


@rule("second-tile-phase")
def has_reached_phase_3_for_it(table: Table, action: Lay) -> Refused | None:
    """On the site northern companies get their second tile from phase 3 on."""
    turn, material = table.here(Turn), box(table)
    if not turn.laid or kind_of(table, action) == "mine" or not material.is_northern(turn.company):
        return None
    return None if material.is_reached(table.state, "3") else refused(company=turn.company)


@rule("minor-south")
def stays_in_the_south(table: Table, action: Lay) -> Refused | None:
    """[4.2.1] Minors build on the southern map."""
    company = operating(table)
    minor = box(table).is_minor(company) and is_in_the_north(action.hex)
    return refused(company=company, hex=action.hex) if minor else None


# ---------------------------------------------------------------------------------------------- the tile and its place


@rule("tile-gauge")
def has_the_gauge_of_the_map(table: Table, action: Lay) -> Refused | None:
    return None if may_lie(action.hex, new_tile(table, action)) else refused(hex=action.hex, tile=action.tile)


def rule_of_place(old: Tile, new: Tile) -> str:
    """The rule by which a tile does not suit what is printed or lies there."""
    if old.colour != "white":
        return "upgrade-step"
    return "mine-tiles" if has_mine(old) != has_mine(new) else "tile-for-place"


GEOMETRY: tuple[Check[Any], ...] = (
    colour_is_available,
    tile_is_in_supply,
    has_the_gauge_of_the_map,
    suiting(rule_of_place),
    stays_on_the_map,
    uses_the_printed_stub.under("aranjuez"),
    keeps_track_and_stops,
    connected(upgrade="upgrade-connected"),
)

# ------------------------------------------------------------------------------------------------------------ the moves


def count_lay(table: Table, action: Lay) -> None:
    kind, turn = kind_of(table, action), table.here(Turn)
    if kind == "mine":
        table.note(mine_laid=action.hex)
    else:
        table.note(laid=(*turn.laid, action.hex), upgraded=turn.upgraded or kind == "upgrade")


def laying_tiles(surcharge: Surcharge, *limits: Check[Any]) -> Move[LayTile]:
    """[4.2] `surcharge`: what a second action costs; `limits`: further limits of an edition."""
    checks = (has_laid_no_mine, has_a_tile_action_left, leaves_this_turns_tiles, *limits, *GEOMETRY)
    lay = laying(*checks, count=count_lay, put=settle_stations)
    return paying(lambda table, action: base_cost(table, action) + surcharge(table, action), lay)


@rule("pioneer-1-mine")
def is_about_a_mine(table: Table, action: LayTileWithPioneer) -> Refused | None:
    mine = kind_of(table, action) == "mine" or takes_a_mine_down(table, action)
    return None if mine else refused(hex=action.hex, pioneer=P1)


@rule("owns-pioneer-1")
def owns_the_pioneer(table: Table, action: LayTileWithPioneer) -> Refused | None:
    company = operating(table)
    return None if table.state.certs[P1] == company else refused(company=company, pioneer=P1)


@rule("pioneer-1-mine")
def is_on_the_sites_list(table: Table, action: LayTileWithPioneer) -> Refused | None:
    """The site lets it build anything on the hexes of its list, which has one hex too many and one too few."""
    listed = action.hex == NO_MINE or (box(table).is_mine_hex(action.hex) and action.hex != FORGOTTEN_MINE)
    return None if listed else refused(hex=action.hex, pioneer=P1)


def laying_with_pioneer(surcharge: Surcharge, *limits: Check[Any], is_extra: bool) -> Move[LayTileWithPioneer]:
    """[2.2] The mine costs nothing; `is_extra`: on the site it does not count against what may be built."""

    def cost(table: Table, action: Lay) -> int:
        return 0 if is_extra else surcharge(table, action)

    def offers(table: Table) -> Iterator[Offer]:
        if table.state.certs[P1] == operating(table):
            for hex_id, upgrade in possible_lays(table):
                if box(table).is_mine_hex(hex_id) or hex_id == NO_MINE:
                    yield Offer(LayTileWithPioneer(hex_id, upgrade.tile.id, TurnId(upgrade.turn)))

    def lay(table: Table, action: LayTileWithPioneer) -> None:
        if is_extra:
            table.note(touched_by_pioneer=action.hex)
        else:
            count_lay(table, action)
        close_pioneer(table, P1)
        settle_stations(table, action)

    allowance = () if is_extra else (has_laid_no_mine, has_a_tile_action_left, leaves_this_turns_tiles)
    about = is_on_the_sites_list if is_extra else is_about_a_mine
    checks = (owns_the_pioneer, *allowance, *limits, *GEOMETRY, about)
    return paying(cost, Move(LayTileWithPioneer, offers, checks, lay, plain=in_its_lowest_turn))


END_BUILD = ending(EndBuild, "build")


def building(joined: Joined, *moves: Move[Any]) -> Step:
    """[4.2] [4.3] [5.2] Tiles, a mine, a pass and a station in any order; a destination reached pays at once."""

    def build(table: Table) -> Ask | First | None:
        turn = table.here(Turn)
        if is_joined_now(table, turn.company, joined):
            return First("destination")
        if is_done(table, "build"):
            return None
        return asked_of(director_of(table, turn.company), moves, Message("build", {"company": turn.company}))

    return build
