"""Position → number of offers to depth n. A change that offers more or less anywhere shows up here.

The numbers stand in `*.txt` beside this file, `ferrovia perft` counts in the same way; `pytest tests/perft --rewrite`
writes them anew.
"""

from pathlib import Path

import pytest

from ferrovia import Game, find_title
from ferrovia.cli.perft import offers_to_depth
from ferrovia.engine.record import start
from ferrovia.titles.chicago_express.title import TITLE as CHICAGO_EXPRESS
from support import story
from support.golden import Golden
from support.toy import FERRY
from titles.chicago_express.tables import ChicagoTable, a_table

Positions = dict[str, tuple[Game, int]]
"""By name: the position, and to which depth it is counted."""

FOLDER = Path(__file__).parent


def the_middle() -> ChicagoTable:
    """All companies on their way, some houses, some shares left."""
    table = a_table().sold(PRR="A B", BO="B C", NYC="A C C", CO="A B C").cash(A=21, B=14, C=30)
    table = table.with_locomotives(PRR="R5 Q5 P4 O4", BO="Q7 P6 O6 N6", NYC="S3 R3 Q3 P2", CO="Q9 P8 O8")
    return table.treasury(PRR=9, BO=6, NYC=12, CO=4).with_income(PRR=9, BO=8, NYC=11, CO=7).houses("Q3 O4")


def near_chicago() -> ChicagoTable:
    """NYC in B2, PRR in C3: the next locomotives open the Wabash."""
    table = the_middle().with_locomotives(NYC="S3 E1 D1 C2 B2", PRR="R5 D3 C3").treasury(NYC=8, PRR=5)
    return table.dials(auction=2, expansion=4, development=3).dividends_paid(3)


def the_end() -> ChicagoTable:
    """Chicago reached by all, the Wabash sold out, four houses left."""
    table = near_chicago().wabash_open(income=9).sold(Wabash="A B", PRR="A B C", BO="B C C A")
    table = table.with_locomotives(Wabash="D3 C3 B2 A2", NYC="S3 B2 A2", PRR="R5 B3 A3 A2")
    return table.houses("Q3 O4 D3", supply=4).dividends_paid(6).treasury(Wabash=6)


CHICAGO_POSITIONS: Positions = {
    **{f"start, {seats} players": (start(CHICAGO_EXPRESS, list("ABCDEF"[:seats])), 10) for seats in range(2, 7)},
    "after the initial auctions": (a_table().treasury(PRR=7, BO=6, CO=5, NYC=8).game(), 3),
    "an auction": (a_table().in_auction("NYC", by="A", opening=4, bidders="B C A", highest=9).game(), 4),
    "an auction that some cannot pay": (
        a_table().cash(B=9).in_auction("NYC", by="A", opening=4, bidders="B C A", highest=9).game(),
        4,
    ),
    "the middle": (the_middle().game(), 3),
    "the middle, two needles almost red": (the_middle().dials(auction=2, expansion=5, development=3).game(), 3),
    "near Chicago": (near_chicago().game(), 3),
    "the end in sight": (the_end().game(), 3),
    "the last turn": (the_end().houses(supply=3).dials(auction=3, expansion=4, development=3).game(), 2),
}

FERRY_POSITIONS: Positions = {
    "start, 2 players": (start(FERRY, ["A", "B"]), 5),
    "start, 3 players": (start(FERRY, ["A", "B", "C"]), 5),
}


def told(name: str, *moments: int) -> dict[str, Game]:
    """Positions of a golden game, by how many answers came before."""
    text = (STORIES / f"{name}.txt").read_text("utf-8")
    title, players = find_title(name.split("-")[0]), ["Ana", "Ben", "Eva"]
    games = [start(title, players)]
    games += games[0].walk(story.answers_of(title, text)[: max(moments)])
    return {f"after {at} answers, {_question(games[at])}": games[at] for at in moments}


def _question(game: Game) -> str:
    return game.ask.about.key if game.ask else "over"


STORIES = FOLDER.parent / "titles" / "playthroughs"
CZ_POSITIONS: Positions = {
    name: (game, 2) for name, game in told("18cz-three-simple", 0, 12, 40, 90, 200, 320, 450, 560).items()
}
EASTERN_POSITIONS: Positions = {
    name: (game, 2) for name, game in told("1862-three-simple", 32, 60, 150, 260, 420, 640, 900, 1200).items()
}
SPANISH_POSITIONS: Positions = {
    name: (game, 2) for name, game in told("18esp-three-simple", 1, 30, 60, 110, 200, 300, 489, 560).items()
}
AUSTRIAN_POSITIONS: Positions = {
    name: (game, 2) for name, game in told("1824-three-simple", 0, 12, 40, 120, 300, 600, 1000, 1500).items()
}

POSITIONS = {
    "chicago-express": CHICAGO_POSITIONS,
    "ferry": FERRY_POSITIONS,
    "18cz": CZ_POSITIONS,
    "1824": AUSTRIAN_POSITIONS,
    "1862": EASTERN_POSITIONS,
    "18esp": SPANISH_POSITIONS,
}


def counted(positions: Positions) -> str:
    """One line a position: the numbers of offers to depth 1, 2, …"""
    width = max(len(name) for name in positions) + 2
    deepest = max(depth for _, depth in positions.values())
    lines = ["depth".ljust(width) + "".join(f"{depth:>9}" for depth in range(1, deepest + 1))]
    for name, (game, deep) in positions.items():
        counts = (offers_to_depth(game, depth) for depth in range(1, deep + 1))
        lines.append(name.ljust(width) + "".join(f"{count:>9}" for count in counts))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_offers_as_ever(name: str, golden: Golden) -> None:
    golden.check(FOLDER / f"{name}.txt", counted(POSITIONS[name]))
