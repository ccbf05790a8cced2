"""[VIII.4] [VIII.5] Track: yellow tiles, upgrades, and what a local railway can add."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.board import NOBODY
from ferrovia.model.ids import BANK, HexId, TileId
from ferrovia.model.map import mask
from ferrovia.model.message import Message
from ferrovia.model.network import reach_of
from ferrovia.model.tiles import Tile, stops_kept
from ferrovia.model.upgrades import Upgrade, Upgrades, grows_into, is_next_colour, lays
from ferrovia.rules.track import keeps_track_and_stops, new_tile, stays_on_the_map, tile_is_in_supply
from ferrovia.titles.t18cz.consent import asked_of
from ferrovia.titles.t18cz.facts import AssignFacts, CompanyTurn, operating
from ferrovia.titles.t18cz.homes import track_decider
from ferrovia.titles.t18cz.material import LocalId, TurnId, books, box, locals_of
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@dataclass(frozen=True, slots=True)
class LayTile:
    hex: HexId
    tile: TileId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class LayTileWithLocal:
    """[IV.1.6.b] A local pays for the terrain."""

    hex: HexId
    tile: TileId
    turn: TurnId
    local: LocalId


@dataclass(frozen=True, slots=True)
class LayPurpleTile:
    """[IV.1.6.a] An extra tile with a purple border."""

    local: LocalId
    hex: HexId
    tile: TileId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class EndTrack:
    pass


Lay = LayTile | LayTileWithLocal | LayPurpleTile

# -------------------------------------------------------------------------------------------------------- what upgrades

MERGING_TOWNS = {"1": "888p", "55": "888p", "2": "887p", "56": "887p", "69": "8866p"}
MERGING_CITIES = {"8859": "8896p", "8860": "8896p", "8885": "8894p", "8863": "8894p", "8864": "8895p", "8865": "8895p"}


def may_become(old: Tile, new: Tile) -> bool:
    """[VIII.4.3.c–f] [VIII.5] Next colour, same label and kind; Praha grows, and some purple tiles merge stops."""
    if old.id in MERGING_TOWNS:
        return new.id == MERGING_TOWNS[old.id]
    if old.id in MERGING_CITIES:
        return new.id == MERGING_CITIES[old.id]
    if old.label == "P":
        return new.label == "P" and is_next_colour(old, new)
    return grows_into(old, new)


def is_purple(tile: Tile) -> bool:
    return bool(tile.frame)


def upgrades(table: Table) -> Upgrades:
    """The look-up table, made once for a map."""
    return box(table).upgrades


def lays_yellow(table: Table, hex_id: HexId, tile: Tile) -> bool:
    """The site's way: whatever is yellow is an ordinary yellow tile."""
    return tile.colour == "yellow"


def lays_yellow_on_empty_hex(table: Table, hex_id: HexId, tile: Tile) -> bool:
    """[VIII.3] [VIII.5] Praha is printed with its own content, so its yellow tile is an upgrade."""
    return tile.colour == "yellow" and tile.label != "P"


# --------------------------------------------------------------------------------------------- checks for every lay


@rule("tile-green")
def colour_is_available(table: Table, action: Lay) -> Refused | None:
    colour, phase = new_tile(table, action).colour, table.state.phase
    if colour in box(table).phases[phase].colours:
        return None
    key = "red-tile" if colour == "red" else f"tile-{colour}"
    return refused_by(key, tile=action.tile, colour=colour, phase=phase)


@rule("tile-for-city")
def suits_what_is_there(table: Table, action: Lay) -> Refused | None:
    old, new = table.state.board.tile(action.hex), new_tile(table, action)
    if may_become(old, new):
        return None
    if old.label in box(table).companies:
        return refused_by("only-red-tile", hex=action.hex, company=old.label)
    return refused_by(_rule_of_place(old, new), hex=action.hex, tile=action.tile)


COLOUR_RULES = {
    "yellow": "yellow-on-empty",
    "green": "green-on-yellow",
    "brown": "brown-on-green",
    "gray": "gray-on-brown",
}
"""[VIII.4.1] [VIII.5.1–3] By the colour of the new tile: what it may lie on."""


def _rule_of_place(old: Tile, new: Tile) -> str:
    """The rule for what is printed or lies there, by which a tile does not suit it."""
    if old.label == "OO" and new.colour == "yellow":
        return "oo-begins-green"
    if not is_next_colour(old, new):
        return COLOUR_RULES[new.colour]
    if new.colour != "yellow" and {stop.kind for stop in old.stops} != {stop.kind for stop in new.stops}:
        return "stops-stay"
    if not old.stops:
        return "tile-for-open-land"
    if old.stops[0].kind == "city":
        return "tile-for-city"
    return "tile-for-town" if len(old.stops) == 1 else "tile-for-two-towns"


@rule("stub")
def uses_the_printed_stub(table: Table, action: Lay) -> Refused | None:
    stubs = mask(table.state.board.map.hexes[action.hex].stubs)
    return refused(hex=action.hex) if stubs & ~new_tile(table, action).turned(action.turn).exits else None


@rule("track-connected")
def is_connected(table: Table, action: Lay) -> Refused | None:
    company, tile = operating(table), new_tile(table, action)
    if tile.turned(action.turn).exits & reach_of(table.state.board, company).open_on(action.hex):
        return None
    if lays_yellow_on_empty_hex(table, action.hex, tile):
        return refused(company=company, hex=action.hex)
    return refused_by("upgrade-usable", company=company, hex=action.hex)


GEOMETRY: tuple[Check[Lay], ...] = (
    colour_is_available,
    tile_is_in_supply,
    suits_what_is_there,
    stays_on_the_map,
    uses_the_printed_stub,
    keeps_track_and_stops,
    is_connected,
)


# ---------------------------------------------------------------------------------------------- the ordinary track step


@rule("purple-needs-local")
def is_no_purple_tile(table: Table, action: LayTile | LayTileWithLocal) -> Refused | None:
    return refused(tile=action.tile) if is_purple(new_tile(table, action)) else None


@rule("terrain-cost")
def treasury_pays_terrain(table: Table, action: LayTile) -> Refused | None:
    cost, treasury = terrain_cost(table, action.hex), table.state.cash[operating(table)]
    if cost <= treasury or is_vaclavs(table, operating(table)):
        return None
    return refused(hex=action.hex, cost=cost, treasury=treasury)


def terrain_cost(table: Table, hex_id: HexId) -> int:
    """[VIII.4.3.g] [VIII.5.16] The first tile on a hex pays for its terrain."""
    board = table.state.board
    return 0 if hex_id in board.tiles else board.map.hexes[hex_id].cost


CountsAsYellow = Callable[[Table, HexId, Tile], bool]
Plain = Callable[[Table, Any], Any]


def allowance(counts_as_yellow: CountsAsYellow) -> Check[LayTile | LayTileWithLocal]:
    """[VIII.4.2] In the first turn two yellow tiles or one upgrade, later one of either."""

    @rule("track-allowance")
    def tile_is_left_to_lay(table: Table, action: LayTile | LayTileWithLocal) -> Refused | None:
        turn = table.here(CompanyTurn)
        if counts_as_yellow(table, action.hex, new_tile(table, action)):
            allowed = not turn.upgraded and turn.yellow_laid < (2 if turn.first else 1)
        else:
            allowed = not turn.upgraded and turn.yellow_laid == 0
        return None if allowed else refused(company=turn.company)

    return tile_is_left_to_lay


def put_down(table: Table, action: Lay) -> None:
    """The tile replaces what was there; a station without a city may get a choice of two."""
    board, company = table.state.board, operating(table)
    waiting = [c for stop in board.stops_on(action.hex) for c in board.stations_at(stop) if c != NOBODY]
    choices = stops_kept(board.picture(action.hex), new_tile(table, action).turned(action.turn))
    table.state.board = board.with_tile(action.hex, action.tile, action.turn, choices[0])
    table.tell("tile-laid", company=company, hex=action.hex, tile=action.tile, turn=action.turn)
    if waiting and len(choices) > 1:
        table.interrupt("assign station", AssignFacts(action.hex, waiting[0], track_decider(table, company)))


def count_lay(table: Table, action: LayTile | LayTileWithLocal, counts_as_yellow: CountsAsYellow) -> None:
    turn = table.here(CompanyTurn)
    if counts_as_yellow(table, action.hex, new_tile(table, action)):
        table.note(yellow_laid=turn.yellow_laid + 1)
    else:
        table.note(upgraded=True)


def possible_lays(table: Table) -> Iterator[tuple[HexId, Upgrade]]:
    colours = box(table).phases[table.state.phase].colours
    sides = reach_of(table.state.board, operating(table)).open_sides
    return iter(lays(table.state.board, upgrades(table), sides, colours))


def laying(counts_as_yellow: CountsAsYellow, plain: Plain | None = None) -> Move[LayTile]:
    def offers(table: Table) -> Iterator[Offer]:
        for hex_id, upgrade in possible_lays(table):
            if not is_purple(upgrade.tile):
                yield Offer(LayTile(hex_id, upgrade.tile.id, TurnId(upgrade.turn)))

    def lay(table: Table, action: LayTile) -> None:
        cost, company = terrain_cost(table, action.hex), operating(table)
        count_lay(table, action, counts_as_yellow)
        if cost and not is_vaclavs(table, company):
            table.pay(cost, source=company, to=BANK)
            table.tell("terrain-paid", company=company, hex=action.hex, amount=cost)
        put_down(table, action)

    checks = (allowance(counts_as_yellow), is_no_purple_tile, *GEOMETRY, treasury_pays_terrain)
    return Move(LayTile, offers, checks, lay, plain=plain)


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
    if terrain_cost(table, action.hex) and all(kind in WAIVES[size] for kind in kinds):
        return None
    return refused(local=action.local, hex=action.hex)


@rule("purple-colour")
def local_has_the_purple_colour(table: Table, action: LayPurpleTile) -> Refused | None:
    tile, size = new_tile(table, action), box(table).locals[action.local].size
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


def laying_with_local(counts_as_yellow: CountsAsYellow, plain: Plain | None = None) -> Move[LayTileWithLocal]:
    def offers(table: Table) -> Iterator[Offer]:
        own = unused_locals(table)
        if not own:
            return
        for hex_id, upgrade in possible_lays(table):
            if not is_purple(upgrade.tile) and terrain_cost(table, hex_id):
                for local in own:
                    yield Offer(LayTileWithLocal(hex_id, upgrade.tile.id, TurnId(upgrade.turn), local))

    def lay(table: Table, action: LayTileWithLocal) -> None:
        count_lay(table, action, counts_as_yellow)
        spend_local(table, action.local)
        put_down(table, action)

    checks = (
        company_owns_the_local,
        local_is_unused,
        allowance(counts_as_yellow),
        is_no_purple_tile,
        *GEOMETRY,
        local_knows_the_terrain,
    )
    return Move(LayTileWithLocal, offers, checks, lay, plain=plain)


def purple_offers(table: Table) -> Iterator[Offer]:
    own = unused_locals(table)
    if not own:
        return
    for hex_id, upgrade in possible_lays(table):
        if is_purple(upgrade.tile):
            for local in own:
                yield Offer(LayPurpleTile(local, hex_id, upgrade.tile.id, TurnId(upgrade.turn)))


def lay_purple(table: Table, action: LayPurpleTile) -> None:
    spend_local(table, action.local)
    put_down(table, action)


def laying_purple(plain: Plain | None = None) -> Move[LayPurpleTile]:
    """[IV.1.6.a] [VIII.3 ¶2] At any moment of the company's own turn."""
    checks = (company_owns_the_local, local_is_unused, local_has_the_purple_colour, replaces_a_tile, *GEOMETRY)
    return Move(LayPurpleTile, purple_offers, checks, lay_purple, plain=plain)


# ------------------------------------------------------------------------------------------------------------- the step


def home_duty(*ways: Move[Any]) -> Check[EndTrack]:
    """[VIII.4.3.a] In its first turn a company lays a tile on its home, unless it is Praha or has one already.

    `ways`: the moves by which it can, with or without the help of a local.
    """

    @rule("home-tile")
    def home_has_a_tile(table: Table, action: EndTrack) -> Refused | None:
        turn = table.here(CompanyTurn)
        home = box(table).companies[turn.company].homes[0]
        if not turn.first or box(table).size(turn.company) == "L" or home in table.state.board.tiles:
            return None
        if table.state.board.map.hexes[home].label == "P":
            return None
        possible = any(
            all(check.holds(table, offer.action) is None for check in lay.checks)
            for lay in ways
            for offer in lay.offers(table)
            if offer.action.hex == home
        )
        return refused(company=turn.company, hex=home) if possible else None

    return home_has_a_tile


def ending_track(*duties: Check[EndTrack]) -> Move[EndTrack]:
    return Move(
        EndTrack,
        lambda table: (Offer(EndTrack()),),
        duties,
        lambda table, action: table.note(track_done=True),
        passive=True,
    )


def laying_track(*moves: Move[Any]) -> Step:
    """[VIII.4.2] Until the allowance is used or the director ends it."""

    def lay_track(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.track_done or turn.upgraded or turn.yellow_laid >= (2 if turn.first else 1):
            return None
        about = Message("track", {"company": turn.company, "left": (2 if turn.first else 1) - turn.yellow_laid})
        return asked_of(track_decider(table, turn.company), moves, about)

    return lay_track
