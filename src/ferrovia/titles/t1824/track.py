"""[VII.6] [VII.7] Track: in each turn one yellow tile or one upgrade."""

from dataclasses import replace

from ferrovia.engine.play import Refused, Table, refused, refused_by, rule
from ferrovia.model.tiles import Tile, mask_of
from ferrovia.model.upgrades import grows_into, is_next_colour
from ferrovia.rules import track
from ferrovia.rules.rounds import CompanyTurn, operating
from ferrovia.titles.t1824.companies import is_construction
from ferrovia.titles.t1824.directorless import note_brown_wien
from ferrovia.titles.t1824.material import box

MERGING = ("W", "Bu")
"""[VII.7.9] The circles of Wien and Budapest merge as they grow."""

ONE_TILE = track.Allowance(most=lambda turn: 1)
"""[VII.6.3] One tile in a turn, of whatever kind."""


def may_become(old: Tile, new: Tile) -> bool:
    """[VII.6.4d] [VII.7.8] [VII.7.9] Next colour, same letters, same locations; double towns stay yellow."""
    if old.label in MERGING:
        return old.label == new.label and is_next_colour(old, new)
    return grows_into(old, new)


OPENING = {"green": "tile-green", "brown": "tile-brown", "gray": "tile-gray", "white": "tile-kind"}
"""[VII.7.4–6] By the colour of the tile: when it is available. Town tokens are no tiles."""


def _rule_of_place(old: Tile, new: Tile) -> str:
    """The rule for what is printed or lies there, by which a tile does not suit it."""
    if old.colour == "red" or (old.colour == "gray" and not old.label):  # printed: grey tiles bear a letter
        return "no-building-there"
    if not is_next_colour(old, new):
        return "yellow-on-empty" if new.colour == "yellow" else "upgrade-next-colour"
    if old.colour != "white":
        return "upgrade-keeps-locations"
    return "tile-letter" if old.label != new.label else track.rule_of_printed_stops(old)


@rule("first-tile-at-home")
def begins_at_home(table: Table, action: track.TileOnHex) -> Refused | None:
    """[VII.6.4a] In its first turn, unless its home needs no tile or cannot have one."""
    turn, board = table.here(CompanyTurn), table.state.board
    home = box(table).companies[turn.company].home
    exempt = board.tile(home).colour != "white" or board.map.hexes[home].label in MERGING
    return None if not turn.first or action.hex == home or exempt else refused(company=turn.company, hex=home)


@rule("track-on-map")
def leads_somewhere(table: Table, action: track.TileOnHex) -> Refused | None:
    """[VII.6.4i] [VII.6.4j] Not off the map, nor into a printed hex without track at that side."""
    if track.stays_on_the_map.holds(table, action) is None:
        return None
    map_, exits = table.state.board.map, track.new_tile(table, action).turned(action.turn).exits
    inside = mask_of(map_.neighbours[action.hex])
    return refused(hex=action.hex) if exits & ~inside else refused_by("track-into-printed", hex=action.hex)


def lays_on_empty_hex(table: Table, action: track.TileOnHex) -> bool:
    return table.state.board.tile(action.hex).colour == "white"


def cost_of_terrain(table: Table, action: track.TileOnHex) -> int:
    """[VII.6.4h] [VII.7.13] Only the first tile on a hex pays. [X.3 ¶] Railways that only build pay nothing."""
    return 0 if is_construction(table, operating(table)) else track.terrain_cost(table, action.hex)


def put_tile(table: Table, action: track.TileOnHex) -> None:
    track.put_down(table, action)
    note_brown_wien(table, action.hex)


_LAY = track.laying(
    track.colour_is_available_by(OPENING),
    track.tile_is_in_supply,
    track.suiting(_rule_of_place),
    begins_at_home,
    track.connected(upgrade="upgrade-connected", is_new=lays_on_empty_hex),
    leads_somewhere,
    track.keeps_track_and_stops,
    count=ONE_TILE.use,
    put=put_tile,
)
LAY = track.paying(cost_of_terrain, _LAY)


# ---------------------------------------------------------------------------------------------------------- on the site


@rule("site-new-track")
def could_use_new_track(table: Table, action: track.TileOnHex) -> Refused | None:
    """The site upgrades plain track only for a company that new track on it is open to."""
    old, new = table.state.board.picture(action.hex), track.new_tile(table, action).turned(action.turn)
    if not old.plain or new.stop_sides:
        return None
    reached = table.reach(operating(table)).open_on(action.hex)
    used = any(reached & mask_of(sides) for sides in new.plain - old.plain)
    return None if used else refused(company=operating(table), hex=action.hex)


LAY_ON_SITE = track.in_any_turn(replace(LAY, checks=(*LAY.checks, could_use_new_track)))
