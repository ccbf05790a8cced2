"""[7.6] Track: yellow tiles, upgrades, small stations, and the link to London."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, HexId, StopId, TileId, TurnId
from ferrovia.model.tiles import Tile
from ferrovia.model.upgrades import is_next_colour
from ferrovia.rules import track
from ferrovia.rules.rounds import CompanyTurn, company_is, finish, operating
from ferrovia.rules.stations import a_slot_is_free
from ferrovia.titles.t1862 import companies
from ferrovia.titles.t1862.material import Variant, box
from ferrovia.titles.t1862.network import reaches_london


@dataclass(frozen=True, slots=True)
class PlaceSmallStation:
    """[7.6.4] A marker on a piece of track: the tile as it looks with it."""

    hex: HexId
    tile: TileId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class LinkLondon:
    """[7.6.5] Which of the spaces is taken makes no difference."""

    stop: StopId


# ------------------------------------------------------------------------------------------------------- what upgrades

OWN_BROWN = {HexId("F11"): "I", HexId("F13"): "H"}
"""[7.6.1] Ipswich and Harwich have brown tiles of their own."""
PRINTED_LABEL = {"I": "N", "H": "Y"}
"""The letter on the map under the letter of those tiles."""


def may_become(old: Tile, new: Tile) -> bool:
    """[7.6.1] [7.6.3] Next colour, the letter of the hex, the same kind and number of stations."""
    return is_next_colour(old, new) and _same_letter(old, new) and _kinds(old) == _kinds(new)


def may_lie(hex_id: HexId, tile: Tile) -> bool:
    """[7.6.1] The brown tiles of Ipswich and Harwich are the only ones there, and lie nowhere else."""
    own = OWN_BROWN.get(hex_id) if tile.colour == "brown" else None
    return tile.label == own if own else tile.label not in PRINTED_LABEL


def _same_letter(old: Tile, new: Tile) -> bool:
    return old.label == PRINTED_LABEL.get(new.label, new.label)


def _kinds(tile: Tile) -> list[str]:
    return [stop.kind for stop in tile.stops]


def has_city(tile: Tile) -> bool:
    return any(stop.kind == "city" for stop in tile.stops)


# ------------------------------------------------------------------------------------------------------ checks of tiles


def is_one_of_two(table: Table, action: track.TileOnHex) -> bool:
    """[7.6] [7.6.2] A yellow tile without an N."""
    tile = track.new_tile(table, action)
    return tile.colour == "yellow" and tile.label != "N"


ALLOWANCE = track.Allowance(lambda turn: 2, is_one_of_two)
"""[7.6] Two yellow tiles in a turn, none of them with an N, or one other tile."""


@rule("n-tile-alone")
def is_no_second_tile_with_n(table: Table, action: track.TileOnHex) -> Refused | None:
    """[7.6.2] After a yellow tile none with an N."""
    turn = table.here(CompanyTurn)
    if turn.yellow_laid and track.new_tile(table, action).label == "N":
        return refused(company=turn.company, tile=action.tile)
    return None


def rule_of_place(old: Tile, new: Tile) -> str:
    """The rule for what is printed or lies there, by which a tile does not suit it."""
    if old.colour in ("red", "blue"):
        return "track-off-edge-areas"
    if has_city(new) and not has_city(old):
        return "large-station-in-city"
    if has_city(old) and not has_city(new):
        return "small-station-in-town"
    if not is_next_colour(old, new):
        return "next-colour"
    if not _same_letter(old, new):
        return "tile-letter"
    return "no-new-small-station" if _kinds(old) != _kinds(new) else "own-brown-tile"


@rule("home-first")
def builds_its_home_first(table: Table, action: track.TileOnHex) -> Refused | None:
    """[7.2] While its station has no slot, a company's track is what gives it one."""
    company, home = operating(table), companies.unhoused(table.state.board, operating(table))
    if home is None or not _is_due(table, home):
        return None
    there, slots = companies.standing_on(table, home), track.new_tile(table, action).stops[0].slots
    houses = slots >= there or not companies.a_tile_has_room(table, home, stations=there)
    return None if action.hex == home and houses else refused(company=company, hex=home)


def _is_due(table: Table, home: HexId) -> bool:
    """[7.2] It comes first in a turn, and some tile may be laid there now: on an empty hex one with slots for all who
    stand there, over a full tile any, even if it brings no slot."""
    if table.here(CompanyTurn).yellow_laid:
        return False
    is_full = home in table.state.board.tiles
    return companies.a_tile_has_room(table, home, stations=0 if is_full else companies.standing_on(table, home))


def put_down_and_make_room(table: Table, action: track.TileOnHex) -> None:
    """[7.2] Where even the upgrade brings no slot for the home, the station that came last gives way."""
    company = operating(table)
    track.put_down(table, action)
    if action.hex == companies.unhoused(table.state.board, company):
        companies.displace(table, action.hex, companies.last_placed(table, action.hex, company), by=company)


@rule("track-on-route")
def is_on_a_route(table: Table, action: track.TileOnHex) -> Refused | None:
    """[7.6.1] Some track of a yellow tile; [7.6.3] of an upgrade some new track, or a large station."""
    board, usable = table.state.board, track.arrivals(table, action)
    if action.hex not in board.tiles:
        return None if usable else refused(company=operating(table), hex=action.hex)
    if not has_city(track.new_tile(table, action)):
        usable &= ~board.exits(action.hex)
    return None if usable else refused_by("upgrade-on-route", company=operating(table), hex=action.hex)


def laying_tile(*, home_first: bool) -> Move[track.LayTile]:
    """[7.6] `home_first`: no other track while the home has no slot."""
    home = (builds_its_home_first,) if home_first else ()
    return track.laying(
        track.only_yellow_after_yellow(track.lays_yellow).under("one-kind-of-building"),
        is_no_second_tile_with_n,
        track.colour_is_available,
        track.tile_is_in_supply,
        track.suiting(rule_of_place).under("next-colour"),
        track.stays_on_the_map,
        track.keeps_track_and_stops,
        *home,
        is_on_a_route,
        count=ALLOWANCE.use,
        put=put_down_and_make_room,
    )


# ------------------------------------------------------------------------------------------- what is done instead of it


Instead = PlaceSmallStation | LinkLondon | track.EndTrack


@rule("home-built")
def home_is_built(table: Table, action: Instead) -> Refused | None:
    """[7.2] Nobody does without a build that gives its station a slot."""
    home = companies.unhoused(table.state.board, operating(table))
    if home is None or not _is_due(table, home):
        return None
    return refused(company=operating(table), hex=home)


@rule("home-built")
def home_has_a_tile(table: Table, action: Instead) -> Refused | None:
    """The site's way: only the company's own home, and only whether there is a tile."""
    company, board, stop = operating(table), table.state.board, companies.home_stop(table, operating(table))
    home = place_of(stop)[0]
    if home in board.tiles or company not in board.stations_at(stop) or not _is_due(table, home):
        return None
    return refused(company=company, hex=home)


@rule("home-built")
def full_home_is_upgraded(table: Table, action: Instead) -> Refused | None:
    """[13] Without the third paragraph of [7.2] an empty home need not be built; a full one is upgraded even so."""
    home = companies.unhoused(table.state.board, operating(table))
    return None if home not in table.state.board.tiles else home_is_built.holds(table, action)


def duties(rules: Variant) -> tuple[Check[Instead], ...]:
    """[7.2 ¶3] [13] Whether the home must be built."""
    if rules.site:
        return (home_has_a_tile,) if rules.home_duty else ()
    return (home_is_built if rules.home_duty else full_home_is_upgraded,)


def _has_laid_none(table: Table, company: CompanyId) -> bool:
    return not table.here(CompanyTurn).yellow_laid


no_track_was_laid = company_is("one-kind-of-building", _has_laid_none)


@rule("small-station-off-cities")
def is_a_tile_without_city(table: Table, action: PlaceSmallStation) -> Refused | None:
    """[7.6.4] On a tile without large stations, anywhere on the map."""
    board = table.state.board
    return refused(hex=action.hex) if action.hex not in board.tiles or has_city(board.tile(action.hex)) else None


@rule("small-station-on-free-track")
def track_has_no_station_yet(table: Table, action: PlaceSmallStation) -> Refused | None:
    """[7.6.4] The tile stays as it lies and gets one station, on track that has none."""
    laid = table.state.board.tiles[action.hex]
    if box(table).small_stations.find(action.hex, laid, action.tile, action.turn):
        return None
    return refused(hex=action.hex)


def possible_small_stations(table: Table) -> Iterator[Offer]:
    markers = box(table).small_stations
    for hex_id, laid in table.state.board.tiles.items():
        for marked in markers.over(hex_id, laid):
            yield Offer(PlaceSmallStation(hex_id, marked.tile.id, TurnId(marked.turn)))


def place_small_station(table: Table, action: PlaceSmallStation) -> None:
    table.lay(action.hex, action.tile, action.turn)
    finish(table, "track")
    table.tell("small-station-placed", company=operating(table), hex=action.hex, tile=action.tile, turn=action.turn)


# --------------------------------------------------------------------------------------------------------------- London


@rule("london-space")
def is_a_space_of_london(table: Table, action: LinkLondon) -> Refused | None:
    return None if companies.is_london(table, action.stop) else refused(stop=action.stop)


has_a_token_for_london = company_is("london-token", lambda table, company: table.state.tokens[company] > 0)
is_not_in_london_yet = company_is("one-london-station", lambda table, company: not companies.has_london(table, company))
a_route_leads_to_london = company_is("london-on-route", reaches_london)


def spaces_of_london(table: Table) -> Iterator[Offer]:
    if table.state.tokens[operating(table)]:
        for stop in box(table).london:
            yield Offer(LinkLondon(stop))


def link_london(table: Table, action: LinkLondon) -> None:
    """[7.6.5] Neither track nor another station in this turn."""
    companies.put_station(table, operating(table), action.stop)
    finish(table, "london", "track", "stations")
    table.tell("london-linked", company=operating(table), stop=action.stop)


LONDON_CHECKS: tuple[Check[LinkLondon], ...] = (
    no_track_was_laid.under("london-instead-of-track"),
    is_a_space_of_london,
    has_a_token_for_london,
    is_not_in_london_yet,
    a_slot_is_free.under("london-full"),
    a_route_leads_to_london,
)

# ------------------------------------------------------------------------------------------------------------- the step


def steps(rules: Variant) -> tuple[Step, ...]:
    """[7.6] One N tile, one or two other yellow ones, an upgrade, a small station, London, or nothing.

    The records of the site name every turn of a tile; with a small station a tile is another one there, of which there
    may be none left.
    """
    duty = duties(rules)
    instead = () if rules.site else duty
    lay = laying_tile(home_first=not rules.site)
    supply = (track.tile_is_in_supply,) if rules.site else ()
    small_station = Move(
        PlaceSmallStation,
        possible_small_stations,
        (no_track_was_laid, *instead, is_a_tile_without_city, *supply, track_has_no_station_yet),
        place_small_station,
        plain=track.in_its_lowest_turn,
    )
    london = Move(LinkLondon, spaces_of_london, (*LONDON_CHECKS, *instead), link_london)
    if rules.site:
        lay, small_station = track.in_any_turn(lay), track.in_any_turn(small_station)
    return (track.laying_track(lay, small_station, london, track.ending_track(*duty), allowance=ALLOWANCE),)
