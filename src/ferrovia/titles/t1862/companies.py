"""[3.2] [4.2] [6.5.3] [6.5.4] [7.5.7] The life of a company: offered, started, launched, and started again."""

from collections.abc import Mapping
from functools import lru_cache

from ferrovia.engine.play import Table
from ferrovia.model.board import NOBODY, Board, place_of
from ferrovia.model.ids import BANK, IPO, SCRAP, CompanyId, HexId, StopId, TrainId
from ferrovia.model.map import stop_id
from ferrovia.titles.t1862.material import books, box, lner_formed, trains_of

# ------------------------------------------------------------------------------------------------------------- stations


def home_of(table: Table, company: CompanyId) -> HexId:
    return box(table).companies[company].home


def home_stop(table: Table, company: CompanyId) -> StopId:
    return stop_id(home_of(table, company), 0)


def put_station(table: Table, company: CompanyId, stop: StopId, *, beyond: bool = False) -> None:
    """A station goes from the card to the map; its turn in the order of placing is kept."""
    table.state.tokens[company] -= 1
    table.state.board = table.state.board.with_station(stop, company, beyond=beyond)
    table.keep(placed=(*books(table).placed, (place_of(stop)[0], company)))


def take_station(table: Table, company: CompanyId, stop: StopId) -> None:
    """A station leaves the map; whoever takes it says where it goes. Who waits beside the slots takes the free one."""
    table.state.board = _seated(table.state.board.without_station(stop, company), stop)
    gone = (place_of(stop)[0], company)
    table.keep(placed=tuple(one for one in books(table).placed if one != gone))


def replace_station(table: Table, stop: StopId, company: CompanyId, *, by: CompanyId) -> None:
    """[7.5.6] Another company's station stands in the very same slot, with the same turn in the order of placing."""
    board, hex_id = table.state.board, place_of(stop)[0]
    present = tuple(by if one == company else one for one in board.stations_at(stop))
    table.state.board = board.with_stations(stop, present)
    placed = books(table).placed
    table.keep(placed=tuple((hex_id, by) if one == (hex_id, company) else one for one in placed))


def _seated(board: Board, stop: StopId) -> Board:
    """[7.2] A station beside the slots takes the first that is free."""
    present, slots = board.stations_at(stop), board.stop(stop).slots
    if len(present) == slots or NOBODY not in present[:slots]:
        return board
    return board.without_station(stop, present[slots]).with_station(stop, present[slots])


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


# ------------------------------------------------------------------------------------------------- what can be started


def row_of(table: Table, company: CompanyId) -> int | None:
    """[2.4.1] The row of the offer in which a company lies, from 0; None if it is not in this game."""
    return _rows(books(table).offer, box(table).numbers.rows).get(company)


@lru_cache(maxsize=64)
def _rows(offer: tuple[CompanyId, ...], sizes: tuple[int, ...]) -> Mapping[CompanyId, int]:
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
    """[3.2] [7.2] Whether a tile that may be laid on a home now has room for so many stations."""
    material, board = box(table), table.state.board
    colours = material.phases[table.state.phase].colours
    return any(
        upgrade.tile.colour in colours and upgrade.tile.stops[0].slots >= stations and board.left(upgrade.tile.id) != 0
        for upgrade in material.upgrades.over(home, board.tiles.get(home))
    )


def why_not_available(table: Table, company: CompanyId) -> tuple[str, Mapping[str, str]] | None:
    """[3.2] [4.3] [10.3] The rule by which a company cannot be started now; None if it can."""
    own = books(table)
    if lner_formed(table):
        return "no-start-after-lner", {"company": company}
    if company in own.pars or row_of(table, company) is None:
        return "company-on-offer", {"company": company}
    if not row_is_open(table, company):
        return "row-open", {"company": company}
    if company in own.failed:
        return "failed-charter", {"company": company}
    if not home_has_room(table, company):
        return "home-has-room", {"company": company, "hex": home_of(table, company)}
    return None


# ------------------------------------------------------------------------------------------------------ starting again


def scrap(table: Table, train: TrainId) -> None:
    """A train leaves the game, and its warranties with it."""
    table.give_train(train, to=SCRAP)
    own = books(table)
    if train in own.warranties:
        table.keep(warranties={other: left for other, left in own.warranties.items() if other != train})


def put_back_on_offer(table: Table, company: CompanyId) -> None:
    """[4.3] [7.5.7] [7.12] Everything of a company is collected: it lies in the offer as if it had never been started.

    Its money goes to the bank and its trains leave the game; who takes them over does so before.
    """
    for cert in box(table).papers.of[company]:
        table.hand_over(cert.id, to=IPO)
    for train in trains_of(table.state, company):
        scrap(table, train)
    for stop in table.state.board.stations_of(company):
        take_station(table, company, stop)
    table.state.tokens[company] = 0
    table.pay(table.state.cash[company], source=company, to=BANK)
    table.state.prices.pop(company, None)
    own = books(table)
    table.keep(
        pars={c: par for c, par in own.pars.items() if c != company},
        chartered=tuple(c for c in own.chartered if c != company),
        launched=tuple(c for c in own.launched if c != company),
        permits={c: held for c, held in own.permits.items() if c != company},
        has_operated=tuple(c for c in own.has_operated if c != company),
        last_revenue={c: amount for c, amount in own.last_revenue.items() if c != company},
    )
