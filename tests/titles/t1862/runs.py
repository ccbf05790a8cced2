"""Runs of 1862 in few words: `run(game, "3F: A10 B9 C10", "5F~1: C10 D11 E12")`, and the track for them."""

from collections.abc import Iterator

from ferrovia import Game
from ferrovia.model.board import Board, stop_id
from ferrovia.model.ids import HexId
from ferrovia.model.route import Route, read_route
from ferrovia.model.state import trains_of
from ferrovia.routing.problem import Income
from ferrovia.rules.revenue import RunTrains
from titles.t1862.tables import EasternTable, company_id, offers_of

NO_RUN = RunTrains(())


def run(game: Game, *routes: str) -> RunTrains:
    """The face of a train, perhaps with a sign, then the hexes. Of several stops on a hex the one is meant that the way
    leads through; a hex in brackets is not counted."""
    company = game.where()[-1].facts.company
    left = trains_of(game.state, company)
    found: list[Route] = []
    for text in routes:
        head, _, way = text.partition(":")
        face, tilde, sign = head.partition("~")
        train = next(t for t in left if game.state.trains[t].face == face)
        left.remove(train)
        found.append(read_route(f"{train}{tilde}{sign}: {' '.join(_way(game.state.board, way.split()))}"))
    return RunTrains(tuple(found))


def _way(board: Board, row: list[str]) -> Iterator[str]:
    hexes = [HexId(name.strip("()")) for name in row]
    for at, hex_id in enumerate(hexes):
        near = [*hexes[max(0, at - 1) : at], *hexes[at + 1 : at + 2]]
        sides = {side for side, other in board.map.neighbours[hex_id].items() if other in near}
        stops = board.picture(hex_id).stop_sides
        number = next((n for n, reached in enumerate(stops) if sides <= set(reached)), None)
        name = hex_id if number is None else stop_id(hex_id, number)
        yield f"({name})" if row[at].startswith("(") else name


def income_of(game: Game, action: RunTrains) -> Income:
    """What a legal run earns: revenue and subsidy."""
    told = next(event for event in game.play(action).events if event.key == "trains-run")
    return Income(told.params["amount"], subsidy=told.params["subsidy"])


def income(game: Game, *routes: str) -> Income:
    """What a run earns."""
    return income_of(game, run(game, *routes))


def revenue(game: Game, *routes: str) -> int:
    return income(game, *routes).revenue


def best(game: Game) -> Income:
    """What the proposed run earns."""
    return income_of(game, offers_of(game, RunTrains)[0])


def last_revenue(game: Game, name: str) -> int:
    return game.state.last_revenue[company_id(name)]


def built(table: EasternTable, rows: str) -> EasternTable:
    """Stations by what they are worth and the hexes they lead to, small ones without a worth:
    `built(table, "E2 30: D3 F3, D3: C4 E2")`."""
    for row in rows.split(","):
        head, _, towards = row.partition(":")
        hex_id, *worth = head.split()
        around = table.board.map.neighbours[HexId(hex_id)]
        wanted = {side for side, other in around.items() if other in towards.split()}
        assert len(wanted) == len(towards.split()), row
        table.lies(f"{hex_id} {_tile(table.board, HexId(hex_id), int(worth[0]) if worth else None, wanted)}")
    return table


def _tile(board: Board, hex_id: HexId, worth: int | None, wanted: set[int]) -> str:
    """The tile with the fewest exits that joins these sides."""
    label = board.map.hexes[hex_id].label
    for tile in sorted(board.map.tiles.values(), key=lambda tile: len(tile.tracks)):
        if len(tile.stops) != 1 or (tile.stops[0].revenue != worth if worth else tile.colour != "yellow"):
            continue
        if (tile.stops[0].kind == "town") is (worth is None) and tile.label in (label, "I" if worth == 80 else label):
            for turn in range(6):
                if wanted <= set(tile.turned(turn).stop_sides[0]):
                    return f"{tile.id}/{turn}"
    raise LookupError(f"no tile worth {worth} joins {wanted} on {hex_id}")
