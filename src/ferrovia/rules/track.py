"""Track: laying a tile, what holds for every lay, what it costs, how often it may be done.

A title lists its checks in the order of its rulebook and hands in what only it knows:

    laying(*checks, count=, put=)              the ordinary lay
    paying(cost, lay)                          the same where terrain or anything else costs money
    laying_track(*moves, allowance=, asked=)   the step that asks until nothing is left to lay
    Allowance(most, counts)                    some yellow tiles in a turn, or one other tile

A check that a rulebook states as another rule: `tile_is_in_supply.under("tile-left")`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, HexId, TileId, TurnId
from ferrovia.model.message import Message
from ferrovia.model.tiles import StopMap, Tile, stops_kept
from ferrovia.model.upgrades import Upgrade, lays
from ferrovia.model.values import made_often
from ferrovia.rules.rounds import Asked, CompanyTurn, ask_director, ending, operating

A = TypeVar("A")
L = TypeVar("L", bound="TileOnHex")


@made_often
@dataclass(frozen=True, slots=True)
class LayTile:
    hex: HexId
    tile: TileId
    turn: TurnId


@dataclass(frozen=True, slots=True)
class EndTrack:
    pass


class TileOnHex(Protocol):
    """An action that lays a tile in a certain turn."""

    @property
    def hex(self) -> HexId: ...
    @property
    def tile(self) -> TileId: ...
    @property
    def turn(self) -> int: ...


def new_tile(table: Table, action: TileOnHex) -> Tile:
    return table.box.map.tiles[action.tile]


LayIs = Callable[[Table, TileOnHex], bool]
"""Whether a lay is of a certain kind."""


def lays_yellow(table: Table, action: TileOnHex) -> bool:
    return new_tile(table, action).colour == "yellow"


def in_its_lowest_turn(table: Table, action: Any) -> Any:
    """A tile that looks alike in several turns is laid in the lowest of them."""
    turn = new_tile(table, action).lowest_turn(action.turn)[0]
    return action if turn == action.turn else replace(action, turn=turn)


def in_any_turn(move: Move[A]) -> Move[A]:
    """The same lay for records that name every turn of a tile as it was played."""
    return replace(move, plain=None)


# ----------------------------------------------------------------------------------------------- the tile and its place


@rule("tile-colour")
def colour_is_available(table: Table, action: TileOnHex) -> Refused | None:
    colour = new_tile(table, action).colour
    if colour in table.box.colours(table.state):
        return None
    return refused(tile=action.tile, colour=colour, phase=table.state.phase)


def colour_is_available_by(rules: Mapping[str, str]) -> Check[TileOnHex]:
    """Where the rulebook has a paragraph for each colour."""

    @rule("tile-colour")
    def colour_has_come(table: Table, action: TileOnHex) -> Refused | None:
        colour = new_tile(table, action).colour
        if colour in table.box.colours(table.state):
            return None
        return refused_by(rules[colour], tile=action.tile, colour=colour, phase=table.state.phase)

    return colour_has_come


@rule("tile-supply")
def tile_is_in_supply(table: Table, action: TileOnHex) -> Refused | None:
    return refused(tile=action.tile) if table.state.board.left(action.tile) == 0 else None


def suiting(rule_of: Callable[[Tile, Tile], str]) -> Check[TileOnHex]:
    """`rule_of`: the rule by which a tile (the second) does not suit what is printed or lies there (the first)."""

    @rule("tile-for-place")
    def suits_what_is_there(table: Table, action: TileOnHex) -> Refused | None:
        old, new = table.state.board.tile(action.hex), new_tile(table, action)
        if table.box.upgrades.suits(action.hex, old, new):
            return None
        return refused_by(rule_of(old, new), hex=action.hex, tile=action.tile)

    return suits_what_is_there


def rule_of_printed_stops(old: Tile) -> str:
    """The rule by which a tile does not suit an empty hex: by the stops that are printed there."""
    if not old.stops:
        return "tile-for-open-land"
    if old.stops[0].kind == "city":
        return "tile-for-city"
    return "tile-for-town" if len(old.stops) == 1 else "tile-for-two-towns"


@rule("track-on-map")
def stays_on_the_map(table: Table, action: TileOnHex) -> Refused | None:
    exits = new_tile(table, action).turned(action.turn).exits
    return refused(hex=action.hex) if exits & ~table.box.map.roads[action.hex] else None


@rule("stub")
def uses_the_printed_stub(table: Table, action: TileOnHex) -> Refused | None:
    stubs = table.box.map.stubs[action.hex]
    return refused(hex=action.hex) if stubs & ~new_tile(table, action).turned(action.turn).exits else None


@rule("track-kept")
def keeps_track_and_stops(table: Table, action: TileOnHex) -> Refused | None:
    old, new = table.state.board.picture(action.hex), new_tile(table, action).turned(action.turn)
    return None if stops_kept(old, new) else refused(hex=action.hex, tile=action.tile)


def arrivals(table: Table, action: TileOnHex) -> int:
    """The exits of a tile, as a mask, at which it continues track of the company."""
    return new_tile(table, action).turned(action.turn).exits & table.reach(operating(table)).open_on(action.hex)


def connected(*, upgrade: str, is_new: LayIs = lays_yellow) -> Check[TileOnHex]:
    """Some of its track continues the company's. `upgrade`: the rule for tiles that lie over others, not `is_new`."""

    @rule("track-connected")
    def is_connected(table: Table, action: TileOnHex) -> Refused | None:
        exits = new_tile(table, action).turned(action.turn).exits
        if table.reach(operating(table)).opens(action.hex, exits):
            return None
        key = "track-connected" if is_new(table, action) else upgrade
        return refused_by(key, company=operating(table), hex=action.hex)

    return is_connected


# ------------------------------------------------------------------------------------------------------------ allowance


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a company may lay in a turn: at most some tiles that count as yellow ones, or a single other tile."""

    most: Callable[[CompanyTurn], int]
    counts: LayIs = lays_yellow

    def left(self, turn: CompanyTurn) -> int:
        return 0 if turn.upgraded else self.most(turn) - turn.yellow_laid

    def use(self, table: Table, action: TileOnHex) -> None:
        if self.counts(table, action):
            table.note(yellow_laid=table.here(CompanyTurn).yellow_laid + 1)
        else:
            table.note(upgraded=True)


def only_yellow_after_yellow(counts: LayIs) -> Check[TileOnHex]:
    """`counts`: whether a tile counts as a yellow one."""

    @rule("track-allowance")
    def tile_is_left_to_lay(table: Table, action: TileOnHex) -> Refused | None:
        turn = table.here(CompanyTurn)
        return refused(company=turn.company) if turn.yellow_laid and not counts(table, action) else None

    return tile_is_left_to_lay


# ----------------------------------------------------------------------------------------------------------------- cost

LayCost = Callable[[Table, TileOnHex], int]


def terrain_cost(table: Table, hex_id: HexId) -> int:
    """The first tile on a hex pays for its terrain; a marker in the map's own colour is none."""
    board = table.state.board
    laid = board.tiles.get(hex_id)
    first = laid is None or board.map.tiles[laid.tile].colour == "white"
    return board.map.hexes[hex_id].cost if first else 0


def paying(cost: LayCost, lay: Move[L]) -> Move[L]:
    """A lay for which the treasury pays first."""

    @rule("terrain-cost")
    def treasury_pays_terrain(table: Table, action: L) -> Refused | None:
        price = cost(table, action)
        if not price or price <= (treasury := table.state.cash[operating(table)]):
            return None
        return refused(hex=action.hex, cost=price, treasury=treasury)

    def pay_and_lay(table: Table, action: L) -> None:
        price, company = cost(table, action), operating(table)
        if price:
            table.pay(price, source=company, to=BANK)
            table.tell("terrain-paid", company=company, hex=action.hex, amount=price)
        lay.apply(table, action)

    return replace(lay, checks=(*lay.checks, treasury_pays_terrain), apply=pay_and_lay)


# -------------------------------------------------------------------------------------------------------------- the lay


def possible_lays(table: Table) -> list[tuple[HexId, Upgrade]]:
    """Every tile in supply of a colour of this phase that continues the company's track."""
    sides = table.reach(operating(table)).open_sides
    return lays(table.state.board, table.box.upgrades, sides, table.box.colours(table.state))


def put_down(table: Table, action: TileOnHex) -> tuple[StopMap, ...]:
    """The tile replaces what was there. Says what could become of the old stops: the first of it does."""
    choices = stops_kept(table.state.board.picture(action.hex), new_tile(table, action).turned(action.turn))
    table.lay(action.hex, action.tile, action.turn, choices[0])
    table.tell("tile-laid", company=operating(table), hex=action.hex, tile=action.tile, turn=action.turn)
    return choices


def laying(
    *checks: Check[TileOnHex],
    count: Callable[[Table, TileOnHex], None],
    put: Callable[[Table, TileOnHex], object] = put_down,
) -> Move[LayTile]:
    """`count`: how a lay is counted; `put`: what happens when the tile lies."""

    def offers(table: Table) -> Iterator[Offer]:
        for hex_id, upgrade in possible_lays(table):
            yield Offer(LayTile(hex_id, upgrade.tile.id, TurnId(upgrade.turn)))

    def lay(table: Table, action: LayTile) -> None:
        count(table, action)
        put(table, action)

    return Move(LayTile, offers, checks, lay, plain=in_its_lowest_turn)


# ------------------------------------------------------------------------------------------------------------- the step


def ending_track(*duties: Check[EndTrack]) -> Move[EndTrack]:
    return ending(EndTrack, "track", *duties)


def track_is_over(turn: CompanyTurn, allowance: Allowance) -> bool:
    return "track" in turn.done or not allowance.left(turn)


def laying_track(*moves: Move[Any], allowance: Allowance, asked: Asked = ask_director) -> Step:
    """Until nothing is left to lay or whoever is `asked` ends it."""

    def lay_track(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if track_is_over(turn, allowance):
            return None
        upgrades = int(not turn.yellow_laid and len(table.box.colours(table.state)) > 1)
        about = Message("track", {"company": turn.company, "left": allowance.left(turn), "upgrades": upgrades})
        return asked(table, turn.company, moves, about)

    return lay_track
