"""[3.2] [4.2] [6.5.3] [6.5.4] [7.5.7] [7.12] The life of a company: offered, started, launched, bankrupt, and again."""

from collections.abc import Mapping
from functools import lru_cache

from ferrovia.engine.play import Refused, Table, refused, refused_by, rule
from ferrovia.model.board import NOBODY, Board, place_of
from ferrovia.model.ids import BANK, IPO, CompanyId, HexId, StopId
from ferrovia.model.map import stop_id
from ferrovia.model.state import trains_of
from ferrovia.rules import stations, takeover
from ferrovia.rules.limits import OfCompany
from ferrovia.rules.rounds import CompanyTurn, open_turn
from ferrovia.titles.t1862.market import is_worthless
from ferrovia.titles.t1862.material import books, box, lner_formed, pay_from_bank, sale_value, variant
from ferrovia.titles.t1862.phases import leave_behind, scrap

# ------------------------------------------------------------------------------------------------------------- stations


def home_of(table: Table, company: CompanyId) -> HexId:
    return box(table).companies[company].home


def home_stop(table: Table, company: CompanyId) -> StopId:
    return stop_id(home_of(table, company), 0)


def put_station(table: Table, company: CompanyId, stop: StopId, *, beyond: bool = False) -> None:
    """A station goes from the card to the map; its turn in the order of placing is kept."""
    table.station(stop, company, beyond=beyond)
    table.keep(placed=(*books(table).placed, (place_of(stop)[0], company)))


def take_station(table: Table, company: CompanyId, stop: StopId) -> None:
    """[7.2] A station leaves the map; whoever takes it says where it goes. One that waits beside the slots moves in."""
    stations.take_station(table, stop, company)
    gone = (place_of(stop)[0], company)
    table.keep(placed=tuple(one for one in books(table).placed if one != gone))


def replace_station(table: Table, stop: StopId, company: CompanyId, *, by: CompanyId) -> None:
    """[7.5.6] Another company's station stands in the very same slot, with the same turn in the order of placing."""
    takeover.replace_station(table, stop, company, by=by)
    hex_id, placed = place_of(stop)[0], books(table).placed
    table.keep(placed=tuple((hex_id, by) if one == (hex_id, company) else one for one in placed))


def is_london(table: Table, stop: StopId) -> bool:
    return stop in box(table).london


def stations_off_london(table: Table, company: CompanyId) -> list[StopId]:
    """[7.4] [7.5.2] London stations never start a route, nor connect."""
    return [stop for stop in table.state.board.stations_of(company) if stop not in box(table).london]


def has_london(table: Table, company: CompanyId) -> bool:
    return any(stop in box(table).london for stop in table.state.board.stations_of(company))


def unhoused(board: Board, company: CompanyId) -> HexId | None:
    """[7.2] Where a company's station has no slot of a tile: on an empty hex, or beside the slots of a full one."""
    return board.remember(("unhoused", company), lambda: _unhoused(board, company))


def _unhoused(board: Board, company: CompanyId) -> HexId | None:
    for stop, present in board.stations.items():
        if company in present:
            hex_id = place_of(stop)[0]
            printed = board.map.hexes[hex_id]
            if printed.colour == "white" and hex_id not in board.tiles:
                return hex_id
            if present.index(company) >= board.stop(stop).slots:
                return hex_id
    return None


def displace(table: Table, hex_id: HexId, other: CompanyId, *, by: CompanyId) -> None:
    """[7.2] The station returns to its company, which may place it again."""
    stop = stop_id(hex_id, 0)
    take_station(table, other, stop)
    table.give_tokens(other, 1)
    table.tell("station-displaced", company=other, by=by, stop=stop)


def last_placed(table: Table, hex_id: HexId, company: CompanyId) -> CompanyId:
    """[7.2] Whoever came last."""
    return next(other for place, other in reversed(books(table).placed) if place == hex_id and other != company)


def in_highest_slot(table: Table, hex_id: HexId, company: CompanyId) -> CompanyId:
    """The site's way: whoever stands in the last slot."""
    stop = stop_id(hex_id, 0)
    return table.state.board.stations_at(stop)[table.state.board.stop(stop).slots - 1]


# ------------------------------------------------------------------------------------------------- what can be started


def row_of(table: Table, company: CompanyId) -> int | None:
    """[2.4.1] The row of the offer in which a company lies, from 0; None if it is not in this game."""
    return rows_of(books(table).offer, box(table).numbers.rows).get(company)


@lru_cache(maxsize=64)
def rows_of(offer: tuple[CompanyId, ...], sizes: tuple[int, ...]) -> Mapping[CompanyId, int]:
    """[2.4.2] Companies that were added lie in the first row."""
    rows = [number for number, size in enumerate(sizes) for _ in range(size)]
    added = len(offer) - len(rows)
    return {company: rows[max(0, at - added)] for at, company in enumerate(offer)}


def row_is_open(table: Table, company: CompanyId) -> bool:
    """[3.2] Its row's phase has come."""
    row = row_of(table, company)
    return row is not None and box(table).is_reached(table.state, box(table).numbers.row_phases[row])


def home_has_room(table: Table, company: CompanyId) -> bool:
    """[3.2] No tile, a free slot, or an upgrade that is possible now and brings one more."""
    board, home = table.state.board, home_of(table, company)
    if home not in board.tiles or board.free_slots(home_stop(table, company)) > 0:
        return True
    return a_tile_has_room(table, home, stations=standing_on(table, home) + 1)


def standing_on(table: Table, home: HexId) -> int:
    """How many stations there are on a hex with one city, beside the slots as well."""
    return sum(company != NOBODY for company in table.state.board.stations_at(stop_id(home, 0)))


def a_tile_has_room(table: Table, home: HexId, *, stations: int) -> bool:
    """[3.2] [7.2] Whether a tile that may be laid on a home now has room for that many stations."""
    material, board = box(table), table.state.board
    colours = material.phases[table.state.phase].colours
    return any(
        upgrade.tile.colour in colours and upgrade.tile.stops[0].slots >= stations and board.left(upgrade.tile.id) != 0
        for upgrade in material.upgrades.over(home, board.tiles.get(home))
    )


def why_not_available(table: Table, company: CompanyId) -> Refused | None:
    """[3.2] [4.3] [10.3] The rule by which a company cannot be started now; None if it can."""
    if lner_formed(table):
        return refused_by("no-start-after-lner", company=company)
    if company in table.state.pars or row_of(table, company) is None:
        return refused(company=company)
    if not row_is_open(table, company):
        return refused_by("row-open", company=company)
    if company in books(table).failed:
        return refused_by("failed-charter", company=company)
    if not home_has_room(table, company):
        return refused_by("home-has-room", company=company, hex=home_of(table, company))
    return None


@rule("company-on-offer")
def company_is_available(table: Table, action: OfCompany) -> Refused | None:
    return why_not_available(table, action.company)


# ------------------------------------------------------------------------------------------------------ starting again


def put_back_on_offer(table: Table, company: CompanyId) -> None:
    """[4.3] [7.5.7] [7.12] Everything of a company is collected: it lies in the offer as if it had never been started.

    Its money goes to the bank and its trains leave the game; whoever takes them over does so before.
    """
    table.hand_over_all(box(table).papers.of[company], to=IPO)
    for train in trains_of(table.state, company):
        scrap(table, train)
    for stop in table.state.board.stations_of(company):
        take_station(table, company, stop)
    table.pay(table.state.cash[company], source=company, to=BANK)
    table.begin_anew(company)
    own = books(table)
    table.keep(
        chartered=tuple(c for c in own.chartered if c != company),
        permits={c: held for c, held in own.permits.items() if c != company},
    )


# ----------------------------------------------------------------------------------------------------------- bankruptcy


def go_bankrupt(table: Table, company: CompanyId) -> None:
    """[7.12] Players get what their shares are worth; everything else is lost, and the company is on offer again."""
    worth = sale_value(box(table), table.state, company)
    table.tell("bankrupt", company=company, price=worth)
    for player in table.state.players:
        shares = box(table).papers.shares(table.state, player, company)
        if shares and worth:
            pay_from_bank(table, shares * worth, to=player)
            table.tell("compensated", company=company, player=player, shares=shares, amount=shares * worth)
    if variant(table).sells_estates:
        for train in trains_of(table.state, company):
            leave_behind(table, train, company)
    put_back_on_offer(table, company)
    end_its_turn(table, company)


def go_bankrupt_if_worthless(table: Table, company: CompanyId) -> None:
    """[7.12] On the lowest space of the market."""
    if is_worthless(table, company):
        go_bankrupt(table, company)


def end_its_turn(table: Table, company: CompanyId) -> None:
    """Its turn is over at once, whatever was going on in it."""
    turn = open_turn(table)
    if turn is not None and turn.company == company:
        table.amend(CompanyTurn, over=True)
