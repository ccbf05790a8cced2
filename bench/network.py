"""How quick the network is on the final boards of the recorded games: `PYTHONPATH=tests python bench/network.py`.

For every company on the board: its reach, and all connected lays of every colour, reach included. And what a lay costs:
the new board, and its track brought up to date. Each figure is the best of many runs; the median and the worst of all
companies or tiles are shown.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from ferrovia.model.board import NOBODY, Board
from ferrovia.model.network import passable_for, reach
from ferrovia.model.tiles import Colour
from ferrovia.model.upgrades import Upgrades, grows_into, lays
from support.recorded import recorded_games
from support.trackwork import moments

COLOURS: tuple[Colour, ...] = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True)
class Figure:
    game: str
    what: str
    typical: float
    worst: float


def microseconds(work: Callable[[], object], *, times: int = 100) -> float:
    """The quickest of some runs; the first one, which fills the look-up tables, is not counted."""
    work()
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best * 1e6


def reaches(board: Board) -> Iterator[Callable[[], object]]:
    for company in sorted({c for present in board.stations.values() for c in present} - {NOBODY}):
        starts, passable = board.stations_of(company), passable_for(board, company)
        yield lambda starts=starts, passable=passable: reach(board, starts, passable)


def all_lays(board: Board) -> Iterator[Callable[[], object]]:
    upgrades = Upgrades(board.map, grows_into)
    for company in sorted({c for present in board.stations.values() for c in present} - {NOBODY}):
        starts, passable = board.stations_of(company), passable_for(board, company)
        yield lambda starts=starts, passable=passable: lays(
            board, upgrades, reach(board, starts, passable).open_sides, COLOURS
        )


def laying(board: Board) -> Iterator[Callable[[], object]]:
    """Each tile laid again as it lies."""
    for hex_id, laid in board.tiles.items():
        stops = tuple(range(len(board.tile(hex_id).stops)))
        yield lambda h=hex_id, laid=laid, stops=stops: board.with_tile(h, laid.tile, laid.turn, stops).tracks


def figures() -> Iterator[Figure]:
    for game in recorded_games():
        board = list(moments(game))[-1].after
        for what, works in (("reach", reaches), ("all lays", all_lays), ("a lay, with its track", laying)):
            took = [microseconds(work) for work in works(board)]
            yield Figure(str(game), what, median(took), max(took))


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.game:20} {figure.what:24} median {figure.typical:6.0f} µs   worst {figure.worst:6.0f} µs")
