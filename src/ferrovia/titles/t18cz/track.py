"""[VIII.4] [VIII.5] Track: yellow tiles, upgrades, and what a local railway can add."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import HexId, TileId, TurnId
from ferrovia.model.tiles import Tile
from ferrovia.model.upgrades import grows_into, is_next_colour
from ferrovia.model.values import made_often
from ferrovia.rules import track
from ferrovia.rules.rounds import CompanyTurn, operating
from ferrovia.titles.t18cz.facts import AssignFacts
from ferrovia.titles.t18cz.homes import is_large, track_decider
from ferrovia.titles.t18cz.material import LocalId, books, box, locals_of
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@made_often
@dataclass(frozen=True, slots=True)
class LayTileWithLocal:
    """[IV.1.6.b] A local pays for the terrain."""

    hex: HexId
    tile: TileId
    turn: TurnId
    local: LocalId


@made_often
@dataclass(frozen=True, slots=True)
class LayPurpleTile:
    """[IV.1.6.a] An extra tile with a purple border."""

    local: LocalId
    hex: HexId
    tile: TileId
    turn: TurnId


# -------------------------------------------------------------------------------------------------------- what upgrades

MERGING_TOWNS = {"1": "888p", "55": "888p", "2": "887p", "56": "887p", "69": "8866p"}
MERGING_CITIES = {"8859": "8896p", "8860": "8896p", "8885": "8894p", "8863": "8894p", "8864": "8895p", "8865": "8895p"}


def may_become(old: Tile, new: Tile) -> bool:
    """[VIII.4.3.c–f] [VIII.5.1–3] Next colour, same label and kind; Praha grows, some purple tiles merge stops."""
    if old.id in MERGING_TOWNS:
        return new.id == MERGING_TOWNS[old.id]
    if old.id in MERGING_CITIES:
        return new.id == MERGING_CITIES[old.id]
    if old.label == "P":
        return new.label == "P" and is_next_colour(old, new)
    return grows_into(old, new)


def is_purple(tile: Tile) -> bool:
    return bool(tile.frame)


# ----------------------------------------------------------------------------------------------- checks for every lay

COLOUR_COMES = {"green": "tile-green", "brown": "tile-brown", "gray": "tile-gray", "red": "red-tile"}
"""[VIII.5.4–6] [VIII.4.4] When tiles of a colour come."""

COLOUR_RULES = {
    "yellow": "yellow-on-empty",
    "green": "green-on-yellow",
    "brown": "brown-on-green",
    "gray": "gray-on-brown",
}
"""[VIII.4.1] [VIII.5.1–3] By the colour of the new tile: what it may lie on."""


def rule_of_place(old: Tile, new: Tile) -> str:
    """The rule for what is printed or lies there, by which a tile does not suit it."""
    if old.label == "OO" and new.colour == "yellow":
        return "oo-begins-green"
    if not is_next_colour(old, new):
        return COLOUR_RULES[new.colour]
    if new.colour != "yellow" and {stop.kind for stop in old.stops} != {stop.kind for stop in new.stops}:
        return "stops-stay"
    return track.rule_of_printed_stops(old)


@rule("only-red-tile")
def is_no_red_space(table: Table, action: track.TileOnHex) -> Refused | None:
    label = table.state.board.tile(action.hex).label
    return refused(hex=action.hex, company=label) if label in box(table).companies else None


def lays_yellow_on_empty_hex(table: Table, action: track.TileOnHex) -> bool:
    """[VIII.3 ¶1] [VIII.5 ¶1] Praha is printed with its own content, so its yellow tile is an upgrade."""
    tile = track.new_tile(table, action)
    return tile.colour == "yellow" and tile.label != "P"


GEOMETRY: tuple[Check[track.TileOnHex], ...] = (
    track.colour_is_available_by(COLOUR_COMES).under("tile-green"),
    track.tile_is_in_supply,
    is_no_red_space,
    track.suiting(rule_of_place).under("tile-for-city"),
    track.stays_on_the_map,
    track.uses_the_printed_stub,
    track.keeps_track_and_stops,
    track.connected(is_new=lays_yellow_on_empty_hex, upgrade="upgrade-usable"),
)


# ---------------------------------------------------------------------------------------------- the ordinary track step


def two_yellow_in_the_first_turn(counts: track.LayIs) -> track.Allowance:
    """[VIII.4.2] In the first turn two yellow tiles or one upgrade, later one of either."""
    return track.Allowance(lambda turn: 2 if turn.first else 1, counts)


@rule("purple-needs-local")
def is_no_purple_tile(table: Table, action: track.TileOnHex) -> Refused | None:
    return refused(tile=action.tile) if is_purple(track.new_tile(table, action)) else None


def terrain_to_pay(table: Table, action: track.TileOnHex) -> int:
    """[VIII.4.3.g] [VIII.5.16] Vaclav's companies build for nothing."""
    cost = track.terrain_cost(table, action.hex)
    return 0 if cost and is_vaclavs(table, operating(table)) else cost


def put_down_under_stations(table: Table, action: track.TileOnHex) -> None:
    """[VIII.6.7.a] A station without a city may get a choice of two."""
    waiting = table.state.board.companies_on(action.hex)
    choices = track.put_down(table, action)
    if waiting and len(choices) > 1:
        decider = track_decider(table, operating(table))
        table.interrupt("assign station", AssignFacts(action.hex, waiting[0], decider))


def ordinary(allowance: track.Allowance) -> tuple[Check[track.TileOnHex], ...]:
    """What holds for the tiles of the track step."""
    return track.only_yellow_after_yellow(allowance.counts), is_no_purple_tile, *GEOMETRY


def laying_ordinary(allowance: track.Allowance) -> Move[track.LayTile]:
    lay = track.laying(*ordinary(allowance), count=allowance.use, put=put_down_under_stations)
    return track.paying(terrain_to_pay, lay)


# ------------------------------------------------------------------------------------------------------- local railways


WAIVES = {"S": ("water",), "M": ("water", "hill"), "L": ("water", "hill", "mountain")}
PURPLE_COLOURS = {"S": ("green",), "M": ("green", "brown"), "L": ("green", "brown", "gray")}


@rule("own-local")
def company_owns_the_local(table: Table, action: LayTileWithLocal | LayPurpleTile) -> Refused | None:
    owner = table.state.certs[action.local]
    return None if owner == operating(table) else refused(company=operating(table), local=action.local)


@rule("local-used")
def local_is_unused(table: Table, action: LayTileWithLocal | LayPurpleTile) -> Refused | None:
    return refused(local=action.local) if action.local in books(table).used_locals else None


@rule("local-terrain")
def local_knows_the_terrain(table: Table, action: LayTileWithLocal) -> Refused | None:
    board, size = table.state.board, box(table).locals[action.local].size
    kinds = [kind for terrain in board.map.hexes[action.hex].terrain for kind in terrain.kinds]
    if track.terrain_cost(table, action.hex) and all(kind in WAIVES[size] for kind in kinds):
        return None
    return refused(local=action.local, hex=action.hex)


@rule("purple-colour")
def local_has_the_purple_colour(table: Table, action: LayPurpleTile) -> Refused | None:
    tile, size = track.new_tile(table, action), box(table).locals[action.local].size
    if is_purple(tile) and tile.colour in PURPLE_COLOURS[size]:
        return None
    return refused(local=action.local, tile=action.tile)


@rule("purple-is-upgrade")
def replaces_a_tile(table: Table, action: LayPurpleTile) -> Refused | None:
    return None if action.hex in table.state.board.tiles else refused(hex=action.hex)


def unused_locals(table: Table) -> list[LocalId]:
    return [local for local in locals_of(table, operating(table)) if local not in books(table).used_locals]


def spend_local(table: Table, local: LocalId) -> None:
    table.keep(used_locals=(*books(table).used_locals, local))
    table.tell("local-used", company=operating(table), local=local)


def laying_with_local(allowance: track.Allowance) -> Move[LayTileWithLocal]:
    def offers(table: Table) -> Iterator[Offer]:
        own = unused_locals(table)
        if not own:
            return
        for hex_id, upgrade in track.possible_lays(table):
            if not is_purple(upgrade.tile) and track.terrain_cost(table, hex_id):
                for local in own:
                    yield Offer(LayTileWithLocal(hex_id, upgrade.tile.id, TurnId(upgrade.turn), local))

    def lay(table: Table, action: LayTileWithLocal) -> None:
        allowance.use(table, action)
        spend_local(table, action.local)
        put_down_under_stations(table, action)

    checks = (company_owns_the_local, local_is_unused, *ordinary(allowance), local_knows_the_terrain)
    return Move(LayTileWithLocal, offers, checks, lay, plain=track.in_its_lowest_turn)


def _upgrade_is_forgotten(table: Table) -> bool:
    """The site forgets an upgrade in a first turn where a local pays for the terrain, until the company goes on."""
    turn = table.outer(CompanyTurn)
    has_gone_on = turn.revenue is not None or not {"home", "track"}.issuperset(turn.done)
    return turn.first and turn.upgraded and not turn.yellow_laid and not has_gone_on


@rule("track-allowance")
def is_a_yellow_tile_after_an_upgrade(table: Table, action: track.TileOnHex) -> Refused | None:
    allowed = _upgrade_is_forgotten(table) and track.lays_yellow(table, action)
    return None if allowed else refused(company=operating(table))


def laying_with_local_after_an_upgrade(allowance: track.Allowance) -> Move[LayTileWithLocal]:
    move = laying_with_local(allowance)

    def offers(table: Table) -> Iterable[Offer]:
        return move.offers(table) if _upgrade_is_forgotten(table) else ()

    return replace(move, offers=offers, checks=(is_a_yellow_tile_after_an_upgrade, *move.checks))


def purple_offers(table: Table) -> Iterator[Offer]:
    own = unused_locals(table)
    if not own:
        return
    for hex_id, upgrade in track.possible_lays(table):
        if is_purple(upgrade.tile):
            for local in own:
                yield Offer(LayPurpleTile(local, hex_id, upgrade.tile.id, TurnId(upgrade.turn)))


def lay_purple(table: Table, action: LayPurpleTile) -> None:
    spend_local(table, action.local)
    put_down_under_stations(table, action)


LAY_PURPLE = Move(
    LayPurpleTile,
    purple_offers,
    (company_owns_the_local, local_is_unused, local_has_the_purple_colour, replaces_a_tile, *GEOMETRY),
    lay_purple,
    plain=track.in_its_lowest_turn,
)
"""[IV.1.6.a] [VIII.3 ¶2] At any moment of the company's own turn."""


# ------------------------------------------------------------------------------------------------------------- the step


def home_duty(*ways: Move[Any]) -> Check[track.EndTrack]:
    """[VIII.4.3.a] In its first turn a company lays a tile on its home, unless it is Praha or has one already.

    `ways`: the moves by which it can, with or without the help of a local.
    """

    @rule("home-tile")
    def home_has_a_tile(table: Table, action: track.EndTrack) -> Refused | None:
        turn, board = table.here(CompanyTurn), table.state.board
        home = box(table).companies[turn.company].homes[0]
        is_praha = board.map.hexes[home].label == "P"
        if not turn.first or is_large(table, turn.company) or is_praha or home in board.tiles:
            return None
        tries = ((lay, offer.action) for lay in ways for offer in lay.offers(table) if offer.action.hex == home)
        possible = any(lay.allows(table, action) for lay, action in tries)
        return refused(company=turn.company, hex=home) if possible else None

    return home_has_a_tile
