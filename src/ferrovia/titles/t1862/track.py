"""[7.6] Track: yellow tiles, upgrades, small stations, and the link to London."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, HexId, StopId, TileId
from ferrovia.model.message import Message
from ferrovia.model.tiles import Tile
from ferrovia.model.upgrades import is_next_colour, lays
from ferrovia.rules.track import (
    in_its_lowest_turn,
    keeps_track_and_stops,
    new_tile,
    stays_on_the_map,
    tile_is_in_supply,
)
from ferrovia.titles.t1862.companies import (
    a_tile_has_room,
    has_london,
    home_stop,
    is_london,
    put_station,
    standing_on,
    unhoused,
)
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import TurnId, Variant, box, director
from ferrovia.titles.t1862.network import reaches_london, routes_of
from ferrovia.titles.t1862.untimely import open_turn, refusing, why_nothing_is_built

MOST_YELLOW = 2
"""[7.6] Yellow tiles in a turn, none of them with an N."""


@dataclass(frozen=True, slots=True)
class LayTile:
    hex: HexId
    tile: TileId
    turn: TurnId


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


@dataclass(frozen=True, slots=True)
class EndTrack:
    pass


ACTIONS: tuple[type[Any], ...] = (LayTile, PlaceSmallStation, LinkLondon, EndTrack)

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


def operating(table: Table) -> CompanyId:
    return table.here(CompanyTurn).company


@rule("one-kind-of-building")
def is_left_to_build(table: Table, action: LayTile) -> Refused | None:
    """[7.6] [7.6.2] After a yellow tile only a second one, and neither with an N."""
    turn, tile = table.here(CompanyTurn), new_tile(table, action)
    if not turn.yellow_laid:
        return None
    if tile.colour != "yellow":
        return refused(company=turn.company)
    return refused_by("n-tile-alone", company=turn.company, tile=action.tile) if tile.label == "N" else None


@rule("tile-colour")
def colour_is_available(table: Table, action: LayTile) -> Refused | None:
    colour, phase = new_tile(table, action).colour, table.state.phase
    if colour in box(table).phases[phase].colours:
        return None
    return refused(tile=action.tile, colour=colour, phase=phase)


@rule("next-colour")
def suits_what_is_there(table: Table, action: LayTile) -> Refused | None:
    old, new = table.state.board.tile(action.hex), new_tile(table, action)
    if may_become(old, new) and may_lie(action.hex, new):
        return None
    return refused_by(_rule_of_place(old, new), hex=action.hex, tile=action.tile)


def _rule_of_place(old: Tile, new: Tile) -> str:
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
def builds_its_home_first(table: Table, action: LayTile) -> Refused | None:
    """[7.2] While its station has no slot, a company's track is what gives it one."""
    company, home = operating(table), unhoused(table.state.board, operating(table))
    if home is None or not _is_due(table, home):
        return None
    houses = action.hex == home and new_tile(table, action).stops[0].slots >= standing_on(table, home)
    return None if houses else refused(company=company, hex=home)


def _is_due(table: Table, home: HexId) -> bool:
    """[7.2] It comes first in a turn, and some tile that may be laid there now has slots for all who stand there."""
    if table.here(CompanyTurn).yellow_laid:
        return False
    return a_tile_has_room(table, home, stations=standing_on(table, home))


@rule("track-on-route")
def is_on_a_route(table: Table, action: LayTile) -> Refused | None:
    """[7.6.1] Some track of a yellow tile; [7.6.3] of an upgrade some new track, or a large station."""
    board, company, new = table.state.board, operating(table), new_tile(table, action)
    arrivals = new.turned(action.turn).exits & routes_of(table, company).open_on(action.hex)
    if action.hex not in board.tiles:
        return None if arrivals else refused(company=company, hex=action.hex)
    if not has_city(new):
        arrivals &= ~board.exits(action.hex)
    return None if arrivals else refused_by("upgrade-on-route", company=company, hex=action.hex)


BEFORE_THE_HOME: tuple[Check[LayTile], ...] = (
    is_left_to_build,
    colour_is_available,
    tile_is_in_supply,
    suits_what_is_there,
    stays_on_the_map,
    keeps_track_and_stops,
)


# ----------------------------------------------------------------------------------------------------------- the tiles


def possible_lays(table: Table) -> Iterator[Offer]:
    board, material = table.state.board, box(table)
    colours = material.phases[table.state.phase].colours
    if table.here(CompanyTurn).yellow_laid:
        colours = colours[:1]
    sides = routes_of(table, operating(table)).open_sides
    for hex_id, upgrade in lays(board, material.upgrades, sides, colours):
        yield Offer(LayTile(hex_id, upgrade.tile.id, TurnId(upgrade.turn)))


def lay_tile(table: Table, action: LayTile) -> None:
    turn, tile = table.here(CompanyTurn), new_tile(table, action)
    table.state.board = table.state.board.with_tile(action.hex, action.tile, action.turn)
    table.tell("tile-laid", company=turn.company, hex=action.hex, tile=action.tile, turn=action.turn)
    if tile.colour == "yellow" and tile.label != "N":
        laid = turn.yellow_laid + 1
        table.note(yellow_laid=laid, track_done=laid == MOST_YELLOW)
    else:
        table.note(track_done=True)


def laying(rules: Variant, *, home_first: bool) -> Move[LayTile]:
    """`home_first`: no other track while the home has no slot. The records of the site name every turn of a tile."""
    home: tuple[Check[LayTile], ...] = (builds_its_home_first,) if home_first else ()
    plain = None if rules.site else in_its_lowest_turn
    return Move(LayTile, possible_lays, (*BEFORE_THE_HOME, *home, is_on_a_route), lay_tile, plain=plain)


# ------------------------------------------------------------------------------------------- what is done instead of it


Instead = PlaceSmallStation | LinkLondon | EndTrack


@rule("home-built")
def home_is_built(table: Table, action: Instead) -> Refused | None:
    """[7.2] Nobody does without a build that gives its station a slot."""
    home = unhoused(table.state.board, operating(table))
    if home is None or not _is_due(table, home):
        return None
    return refused(company=operating(table), hex=home)


@rule("home-built")
def home_has_a_tile(table: Table, action: Instead) -> Refused | None:
    """The site's way: only the company's own home, and only whether there is a tile."""
    company, board, stop = operating(table), table.state.board, home_stop(table, operating(table))
    home = place_of(stop)[0]
    if home in board.tiles or company not in board.stations_at(stop) or not _is_due(table, home):
        return None
    return refused(company=company, hex=home)


def duties(rules: Variant) -> tuple[Check[Instead], ...]:
    """[7.2 §3] [13] Whether the home must be built."""
    if not rules.home_duty:
        return ()
    return (home_has_a_tile if rules.site else home_is_built,)


@rule("one-kind-of-building")
def no_track_was_laid(table: Table, action: PlaceSmallStation) -> Refused | None:
    turn = table.here(CompanyTurn)
    return refused(company=turn.company) if turn.yellow_laid else None


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
    table.state.board = table.state.board.with_tile(action.hex, action.tile, action.turn)
    table.note(track_done=True)
    table.tell("small-station-placed", company=operating(table), hex=action.hex, tile=action.tile, turn=action.turn)


# --------------------------------------------------------------------------------------------------------------- London


@rule("london-instead-of-track")
def london_is_all_it_builds(table: Table, action: LinkLondon) -> Refused | None:
    turn = table.here(CompanyTurn)
    return refused(company=turn.company) if turn.yellow_laid else None


@rule("london-space")
def is_a_space_of_london(table: Table, action: LinkLondon) -> Refused | None:
    return None if is_london(table, action.stop) else refused(stop=action.stop)


@rule("london-token")
def has_a_token_for_london(table: Table, action: LinkLondon) -> Refused | None:
    return None if table.state.tokens[operating(table)] else refused(company=operating(table))


@rule("one-london-station")
def is_not_in_london_yet(table: Table, action: LinkLondon) -> Refused | None:
    return refused(company=operating(table)) if has_london(table, operating(table)) else None


@rule("london-full")
def london_has_a_free_space(table: Table, action: LinkLondon) -> Refused | None:
    return None if table.state.board.free_slots(action.stop) else refused(stop=action.stop)


@rule("london-on-route")
def a_route_leads_to_london(table: Table, action: LinkLondon) -> Refused | None:
    return None if reaches_london(table, operating(table)) else refused(company=operating(table))


def spaces_of_london(table: Table) -> Iterator[Offer]:
    if table.state.tokens[operating(table)]:
        for stop in box(table).london:
            yield Offer(LinkLondon(stop))


def link_london(table: Table, action: LinkLondon) -> None:
    """[7.6.5] Neither track nor another station in this turn."""
    put_station(table, operating(table), action.stop)
    table.note(linked_london=True, track_done=True, station_done=True)
    table.tell("london-linked", company=operating(table), stop=action.stop)


LONDON_CHECKS: tuple[Check[LinkLondon], ...] = (
    london_is_all_it_builds,
    is_a_space_of_london,
    has_a_token_for_london,
    is_not_in_london_yet,
    london_has_a_free_space,
    a_route_leads_to_london,
)

# ------------------------------------------------------------------------------------------------------- at other times


@rule("building-time")
def it_is_time_to_build(table: Table, action: LayTile | PlaceSmallStation | LinkLondon) -> Refused | None:
    """[7.1] [7.6] In a company's turn, once, before stations are placed and trains run."""
    reason, turn = why_nothing_is_built(table), open_turn(table)
    if reason is None and turn is not None and turn.track_done:
        return refused_by("building-over", company=turn.company)
    return reason or refused()


UNTIMELY: tuple[Move[Any], ...] = (
    refusing(LayTile, it_is_time_to_build),
    refusing(PlaceSmallStation, it_is_time_to_build),
    refusing(LinkLondon, it_is_time_to_build),
)

# ------------------------------------------------------------------------------------------------------------- the step


def steps(rules: Variant) -> tuple[Step, ...]:
    """[7.6] One N tile, one or two other yellow ones, an upgrade, a small station, London, or nothing."""
    duty = duties(rules)
    instead = () if rules.site else duty
    small_station = Move(
        PlaceSmallStation,
        possible_small_stations,
        (no_track_was_laid, *instead, is_a_tile_without_city, track_has_no_station_yet),
        place_small_station,
        plain=None if rules.site else in_its_lowest_turn,
    )
    london = Move(LinkLondon, spaces_of_london, (*LONDON_CHECKS, *instead), link_london)
    end = Move(
        EndTrack,
        lambda table: (Offer(EndTrack()),),
        duty,
        lambda table, action: table.note(track_done=True),
        passive=True,
    )
    return (asking_for_track(laying(rules, home_first=not rules.site), small_station, london, end),)


def asking_for_track(*moves: Move[Any]) -> Callable[[Table], Ask | None]:
    def lay_track(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        who = director(table, turn.company)
        if turn.track_done or who is None:
            return None
        about = Message("track", {"company": turn.company, "left": MOST_YELLOW - turn.yellow_laid})
        return Ask(who, moves, about)

    return lay_track
