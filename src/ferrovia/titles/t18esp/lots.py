"""How the site draws the random set-up: from a seed."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules.lots import SEEDS, draw_next, generator
from ferrovia.titles.t18esp.material import Books, Kind, numbers
from ferrovia.titles.t18esp.setup import DrawShare, LeaveOut

LISTS: Mapping[Kind, tuple[str, ...]] = {
    "north": ("FdSB", "CFEA", "CFLG", "FdLR", "SFVA", "FdC"),
    "south": ("N", "MZA", "A", "CRB", "MCP", "ZPB", "GSSR", "AVT", "TBF"),
    "minor": ("MS", "CM", "SC", "AC", "MZ", "ZP", "CSE", "MH", "CA"),
}
"""In the order in which the site draws a number for each."""


def left_out_by_kind(draw: Iterator[int]) -> Iterator[list[CompanyId]]:
    """[1.5.2] One number for each company; those with the smallest leave."""
    for kind, names in LISTS.items():
        drawn = sorted((next(draw), name) for name in names)
        yield [CompanyId(Owner(name)) for _, name in drawn[: numbers().random[kind]]]


def northern_of_pioneers(draw: Iterator[int], without: tuple[CompanyId, ...]) -> tuple[CompanyId, CompanyId]:
    """[1.5] The northern companies of pioneers 7 and 6."""
    north = [CompanyId(Owner(name)) for name in LISTS["north"] if name not in without]
    carreno, vasco_navarro = (north[(next(draw) >> 12) % len(north)] for _ in range(2))
    return carreno, vasco_navarro


@lru_cache(maxsize=1)
def _deals() -> tuple[tuple[str, ...], ...]:
    """What some seeds draw: those that leave, then the northern companies of the pioneers."""
    found: list[tuple[str, ...]] = []
    for seed in range(SEEDS):
        draw = generator(seed)
        without = tuple(company for names in left_out_by_kind(draw) for company in names)
        found.append((*without, *northern_of_pioneers(draw, without)))
    return tuple(found)


def draw_as_the_site(game: Game, random: Random) -> Any | None:
    """One lot after the other of what a seed draws there; None where something else is drawn."""
    own: Books = game.state.extras
    shares = () if own.carreno is None else (own.carreno,)
    return draw_next(game, _deals(), (*game.state.closed, *shares), random, LeaveOut, DrawShare)
