"""Saying what is built on the map of 1862, and reading what stands there."""

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.board import NOBODY
from ferrovia.model.ids import HexId, StopId, TileId, TurnId
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
from ferrovia.titles.t1862.track import LinkLondon, PlaceSmallStation
from support.tables import asked
from titles.t1862.tables import EasternTable, a_table, company_id


def lay(row: str) -> LayTile:
    """`lay("F11 790/1")`"""
    hex_id, tile, turn = row.replace("/", " ").split()
    return LayTile(HexId(hex_id), TileId(tile), TurnId(int(turn)))


def marker(row: str) -> PlaceSmallStation:
    """The tile as it looks with a small station more: `marker("E10 18_2/4")`"""
    lies = lay(row)
    return PlaceSmallStation(lies.hex, lies.tile, lies.turn)


def link(stop: str) -> LinkLondon:
    return LinkLondon(StopId(stop))


def station(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


def tile_on(game: Game, hex_id: str) -> str:
    laid = game.state.board.tiles[HexId(hex_id)]
    return f"{laid.tile}/{laid.turn}"


def standing(game: Game, stop: str) -> str:
    """Who stands in each slot, `-` in a free one."""
    return " ".join(company if company != NOBODY else "-" for company in game.state.board.stations_at(StopId(stop)))


def stations_of(game: Game, name: str) -> str:
    return " ".join(sorted(game.state.board.stations_of(company_id(name))))


def tokens_of(game: Game, name: str) -> int:
    return game.state.tokens[company_id(name)]


def inside(table: EasternTable) -> Table:
    """A position for questions of the rules themselves."""
    return Table(table.title, table.state)


def up_to(game: Game, question: str) -> Game:
    """Declines what is asked before a question of the same turn."""
    while asked(game).about.key != question:
        answer = game.offers().passive()
        assert answer is not None, asked(game).about
        game = game.play(answer)
    return game


def of_the_rulebook() -> EasternTable:
    """The figure of [7.4]: Ipswich is full of the WVR, the ESR and the N&B; the SVR has a station in London."""
    table = a_table().phase("C").line("G14 G12 F11 E12 D11 D9").line("E12 D13 D15").line("C8 C10 C12 C14")
    table.lies("F11 791/1, D11 14/2")
    homes = {"FDR": "G12", "WVR": "F11", "ESR": "F11", "NB": "F11", "EUR": "E12", "SVR": "D11 D15.1", "IB": "D9"}
    for name, stations in {**homes, "NGC": "C10", "EH": "C8"}.items():
        table.has(name, price=82, held="A5", stations=stations, tokens=1)
    return table
