"""Golden games that read like a story. `pytest tests/titles --rewrite` lets the players play them anew.

Without it, the answers are read from the story itself: another bot changes nothing here, another rule does.
"""

import re
from pathlib import Path

import pytest

from ferrovia import Bot
from ferrovia.bots import BOTS
from ferrovia.engine.record import start
from ferrovia.rules import auction
from ferrovia.titles.chicago_express import title as title_module
from ferrovia.titles.chicago_express.title import TITLE
from support import story
from support.golden import Golden
from titles.chicago_express.players import traveller

FOLDER = Path(__file__).parent / "playthroughs"
PLAYERS: dict[str, Bot] = {**BOTS, "traveller": traveller}

GAMES = {
    "two-travellers": ("Ana traveller, Ben traveller", 1),
    "two-simple": ("Ana simple, Ben simple", 1),
    "three-random": ("Ana random, Ben random, Eva random", 2),
    "four-travellers": ("Ana traveller, Ben traveller, Eva traveller, Leo traveller", 3),
    "five-mixed": ("Ana traveller, Ben traveller, Eva traveller, Leo simple, Mia random", 4),
}


def seats_of(name: str) -> dict[str, str]:
    return dict(seat.split() for seat in GAMES[name][0].split(", "))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_is_told(name: str, golden: Golden) -> None:
    file, (table, seed), seats = FOLDER / f"{name}.txt", GAMES[name], seats_of(name)
    if golden.rewrite:
        answers = story.play_by_bots(TITLE, {player: PLAYERS[kind] for player, kind in seats.items()}, seed)
    else:
        answers = story.answers_of(TITLE, file.read_text("utf-8"))
    heading = f"{TITLE.name}: {table}; seed {seed}"
    first = start(TITLE, list(seats))
    golden.check(file, story.tell(first, answers, turn="choose-action", brief="bid", heading=heading))


def test_every_file_is_one_of_these_games() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GAMES)


def test_the_stories_tell_everything_that_can_happen() -> None:
    """Every event that the rules can tell is in one of them."""
    files = [*Path(title_module.__file__).parent.glob("*.py"), Path(auction.__file__)]
    source = "".join(file.read_text("utf-8") for file in files)
    told = set[str]()
    for name in GAMES:
        answers = story.answers_of(TITLE, (FOLDER / f"{name}.txt").read_text("utf-8"))
        told |= {event.key for game in start(TITLE, list(seats_of(name))).walk(answers) for event in game.events}
    assert told == set(re.findall(r'\.tell\(\s*"([a-z-]+)"', source))
