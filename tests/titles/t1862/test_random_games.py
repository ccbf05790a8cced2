"""Three hundred games over all options and numbers of players: each ends, nothing is lost, and everything happens."""

from collections import Counter
from random import Random

import pytest

from ferrovia import Game
from ferrovia.engine.record import start
from ferrovia.titles.t1862.title import TITLE
from titles.t1862.players import investor

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"profile": "site"},
    {"length": "short"},
    {"length": "long", "eight-stations": "yes"},
    {"train-kinds": "simple-express", "shorter-game": "yes"},
    {"train-kinds": "simple-freight", "home-duty": "no"},
    {"train-kinds": "advanced-freight", "h-trains": "six"},
    {"train-kinds": "advanced-express", "extra-companies": "no"},
    {"newcomers": "yes", "length": "short"},
)
GAMES = 300

PROCEDURES = {
    "companies-merged": "mergers",
    "refinanced": "refinancings",
    "bankrupt": "bankruptcies",
    "state-administration": "administrations",
    "obligation-failed": "failed charters",
    "own-shares-sold": "treasury sales",
    "hudson": "manoeuvres",
}


def ending(game: Game) -> str:
    """[10] What has ended a game."""
    own = game.state.extras
    if own.top_reached:
        return "ended by the market"
    if own.bank_broken:
        return "ended by the bank"
    return "ended by the LNER" if own.lner_limit else "ended for lack of money"


@pytest.mark.sweep
def test_games_end_with_everything_kept(capsys: pytest.CaptureFixture[str]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        seats = TITLE.seats[seed % len(TITLE.seats)]
        random = Random(f"{seats} {seed}")
        game = start(TITLE, [f"p{number}" for number in range(1, seats + 1)], OPTIONS[seed % len(OPTIONS)])
        held = game.title.counts(game.state)
        while game.ask is not None:
            game = game.play(investor(game, random))
            assert game.title.counts(game.state) == held
            seen.update(PROCEDURES[event.key] for event in game.events if event.key in PROCEDURES)
        seen[ending(game)] += 1
    with capsys.disabled():
        print(f"\n1862, {GAMES} games:", ", ".join(f"{n} {what}" for what, n in sorted(seen.items())))
    assert {*PROCEDURES.values(), "ended by the market", "ended by the bank", "ended by the LNER"} <= seen.keys()
