"""Golden games of the railway titles that read like a story. `pytest tests/titles --rewrite` plays them anew.

Without it, the answers are read from the story itself: another bot changes nothing here, another rule does.
"""

from pathlib import Path

import pytest

from ferrovia import find_title
from ferrovia.bots import BOTS
from ferrovia.engine.record import start
from support import story
from support.golden import Golden

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "1824-three-simple": ("1824", "Ana Ben Eva", "trade", 1),
    "18cz-three-simple": ("18cz", "Ana Ben Eva", "trade", 3),
    "1862-three-simple": ("1862", "Ana Ben Eva", "trade", 2),
    "18esp-three-simple": ("18esp", "Ana Ben Eva", "trade", 1),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_is_told(name: str, golden: Golden) -> None:
    title_id, players, turn, seed = GAMES[name]
    title, file = find_title(title_id), FOLDER / f"{name}.txt"
    if golden.rewrite:
        answers = story.play_by_bots(title, dict.fromkeys(players.split(), BOTS["simple"]), seed)
    else:
        answers = story.answers_of(title, file.read_text("utf-8"))
    heading = f"{title.name}: {players}, all simple; seed {seed}"
    golden.check(file, story.tell(start(title, players.split()), answers, turn=turn, brief="bid", heading=heading))


def test_every_file_is_one_of_these_games() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GAMES)
