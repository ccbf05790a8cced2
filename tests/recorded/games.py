"""What the tests of recorded games share: their texts, and the runs that are not played exactly as recorded."""

from functools import lru_cache
from pathlib import Path

from support.recorded import GAMES, RecordedGame, recorded_games

TITLES = ("1824", "1824-cisleithania", "18CZ", "1862", "18ESP")

OUR_OWN_WORDS = ("acting", "round")
"""Keys that may be named differently."""


GAMES_AT_RANDOM = GAMES.parent / "random-games"


def games_at_random(*titles: str) -> list[RecordedGame]:
    """Games of the site in which nobody tried to play well."""
    found = (game for title in titles for game in recorded_games(title, folder=GAMES_AT_RANDOM))
    return [game for game in found if "." not in game.log.stem]


@lru_cache
def read(path: Path) -> str:
    return path.read_text("utf-8")


def _earns(action: int, company: str, recorded: int, ours: int) -> str:
    told = f"by the rules it earns {ours} and 0 subsidy, not {recorded} and 0"
    return f"action {action}: {company} runs for {recorded} as recorded; {told}"


NOTICES = {
    "1824/2": ["action 535: the game was broken off here"],
    "18CZ/1": ["action 345: ATE runs for 260 as recorded; [VIII.7.4 «Operar los trenes»] run-stop-once"],
    "1862/1": [
        _earns(120, "ENR", 190, 220),
        _earns(151, "ENR", 190, 220),
        _earns(161, "ECR", 230, 260),
        _earns(242, "ECR", 310, 340),
        _earns(282, "ECR", 310, 340),
        _earns(395, "ECR", 310, 340),
        _earns(464, "ECR", 610, 640),
        _earns(480, "L&E", 310, 340),
        _earns(558, "ECR", 860, 890),
        _earns(613, "WStI", 360, 390),
        _earns(619, "ENR", 230, 250),
    ],
}
"""Taken as they were recorded: in 18CZ a run that visits two cities of Praha, which the rules forbid; in 1862 freight
trains whose distance was measured by an older formula."""
