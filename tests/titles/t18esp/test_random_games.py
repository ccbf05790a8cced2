"""Games of both set-ups by both editions: each ends, nothing is made or lost, and whatever is rare happens."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ferrovia import Bot, Game
from ferrovia.bots import at_random, simple
from ferrovia.engine.record import start
from ferrovia.model.ids import CHANCE
from ferrovia.titles.t18esp.title import TITLE
from titles.t18esp.players import industrialist

TABLES = [("rulebook", "standard", 3), ("rulebook", "random", 4), ("site", "standard", 5), ("site", "random", 6)]
every_table = pytest.mark.parametrize(("profile", "set_up", "seats"), TABLES, ids=str)
GAMES = 300

PROCEDURES = {
    "minor-absorbed": "absorptions",
    "pass-opened": "passes opened",
    "trains-combined": "combined trains",
    "director-helped": "forced purchases",
    "loan-taken": "loans",
    "strawberry-train": "strawberry trains",
    "tender-bought": "tenders",
    "station-taken-over": "stations taken over",
    "station-paid-to": "second stations on a pass",
    "minor-frozen": "frozen minors",
    "minor-bought-out": "minors bought out",
    "objective": "objectives",
}
ENDS = {"ended by a purchase", "ended by an export"}
CASES = {"absorptions of case 1", "absorptions of case 2", "absorptions of case 3"}


def seen_in(game: Game) -> Counter[str]:
    """What has just happened that is worth counting."""
    seen = Counter(PROCEDURES[event.key] for event in game.events if event.key in PROCEDURES)
    for event in game.events:
        if event.key == "minor-absorbed":
            seen[f"absorptions of case {event.params['case']}"] += 1
        if event.key == "tile-laid" and game.state.board.tiles[event.params["hex"]].tile in MINES:
            seen["mines"] += 1
    return seen


MINES = {tile.id for tile in TITLE.data.map.tiles.values() if any(stop.kind == "halt" for stop in tile.stops)}


def founding(game: Game) -> str | None:
    """[7] How the second train of the last type has just left the pile, if it has."""
    keys = [event.key for event in game.events]
    if "8-2" not in game.state.trains or "8-3" in game.state.trains:
        return None
    return (
        "ended by an export" if "train-exported" in keys else "ended by a purchase" if "train-bought" in keys else None
    )


def play(profile: str, set_up: str, seats: int, seed: int, player: Bot) -> Counter[str]:
    """A whole game, and what happened in it."""
    random = Random(f"{profile} {set_up} {seats} {seed}")
    game = start(TITLE, [f"p{number}" for number in range(1, seats + 1)], {"profile": profile, "set-up": set_up})
    held, seen, end = game.title.counts(game.state), Counter[str](), None
    while game.ask is not None:
        game = game.play(player(game, random))
        assert game.title.counts(game.state) == held
        seen += seen_in(game)
        end = end or founding(game)
    assert game.outcome is not None
    assert end is not None
    return seen + Counter([end])


@every_table
def test_a_game_at_random_ends(profile: str, set_up: str, seats: int) -> None:
    """Whatever is answered, RENFE is founded and the last cycle played."""
    play(profile, set_up, seats, 1, at_random)


@every_table
def test_a_game_with_habits_ends(profile: str, set_up: str, seats: int) -> None:
    """Companies are launched, mines laid, objectives reached."""
    seen = play(profile, set_up, seats, 1, industrialist)
    assert seen["mines"] and seen["objectives"]


@pytest.mark.parametrize("set_up", ["standard", "random"])
def test_simple_bots_finish(set_up: str) -> None:
    """With everything that a game brings, chance answering for itself."""

    def player(game: Game, random: Random) -> Any:
        return (at_random if game.ask and game.ask.who == CHANCE else simple)(game, random)

    play("rulebook", set_up, 3, 1, player)


@pytest.mark.sweep
def test_games_end_with_everything_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """Three hundred games over both set-ups and both profiles with every number of players; everything happens."""
    seen: Counter[str] = Counter()
    kinds = [(profile, set_up) for profile in ("rulebook", "site") for set_up in ("standard", "random")]
    for seed in range(GAMES):
        profile, set_up = kinds[seed % len(kinds)]
        seats = TITLE.seats[seed // len(kinds) % len(TITLE.seats)]
        seen += play(profile, set_up, seats, seed, industrialist)
    with capsys.disabled():
        print(f"\n18ESP, {GAMES} games:", ", ".join(f"{n} {what}" for what, n in sorted(seen.items())))
    assert {*PROCEDURES.values(), *CASES, *ENDS, "mines"} <= seen.keys()
