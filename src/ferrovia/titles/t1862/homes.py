"""[7.2] The home station: placed in a company's first turn, before anything else."""

from ferrovia.engine.play import Ask, Move, Step, Table
from ferrovia.model.message import Message
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.track import LayTile, in_any_turn
from ferrovia.titles.t1862 import companies
from ferrovia.titles.t1862.material import Variant, director, lner_formed
from ferrovia.titles.t1862.track import laying_tile


def place_home(table: Table) -> None:
    """[7.2] On the empty hex, in a free slot, or beside the slots of a full tile. [10.3] At the end only in a slot.

    A company that was run by the state before it had a home places it as soon as it has a director.
    """
    company = table.here(CompanyTurn).company
    stop, board = companies.home_stop(table, company), table.state.board
    full = not board.free_slots(stop)
    if company in board.stations_at(stop) or not table.state.tokens[company] or (full and lner_formed(table)):
        return
    companies.put_station(table, company, stop, beyond=full)
    table.tell("home-placed", company=company, stop=stop)


def making_room(*, site: bool) -> Step:
    """[7.2] Where no upgrade is possible at all, the station that came last gives way at once. The site asks for no
    upgrade that brings no slot, and takes whoever stands in the last slot."""
    leaves = companies.in_highest_slot if site else companies.last_placed

    def make_room_for_the_home(table: Table) -> None:
        company, board = table.here(CompanyTurn).company, table.state.board
        hex_id = companies.unhoused(board, company)
        if hex_id is None or hex_id not in board.tiles:
            return
        if not companies.a_tile_has_room(table, hex_id, stations=companies.standing_on(table, hex_id) if site else 0):
            companies.displace(table, hex_id, leaves(table, hex_id, company), by=company)

    return make_room_for_the_home


def upgrading_home(lay: Move[LayTile]) -> Step:
    """The site's way: a full home is upgraded before anything else, even a merger."""

    def upgrade_home(table: Table) -> Ask | None:
        turn, board = table.here(CompanyTurn), table.state.board
        home, who = companies.home_of(table, turn.company), director(table, turn.company)
        if (
            who is None
            or lner_formed(table)
            or home not in board.tiles
            or companies.unhoused(board, turn.company) != home
        ):
            return None
        return Ask(who, (lay,), Message("home-upgrade", {"company": turn.company, "hex": home}))

    return upgrade_home


def steps(rules: Variant) -> tuple[Step, ...]:
    upgrade = (upgrading_home(in_any_turn(laying_tile(home_first=True))),) if rules.site else ()
    return place_home, making_room(site=rules.site), *upgrade
