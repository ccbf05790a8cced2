"""Three hundred games of each of the five set-ups beside a second set of books: every one ends, nothing is lost, and
each procedure happens."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from ferrovia import Game, find_title
from ferrovia.engine.record import start
from ferrovia.titles.t1824.exchange import ExchangeCoal
from ferrovia.titles.t1824.material import is_open
from titles.t1824.ledger import Ledger
from titles.t1824.players import PLAYERS

TITLE = find_title("1824")
GAMES = 300
SET_UPS: dict[str, tuple[Iterable[int], dict[str, str]]] = {
    "base game": (range(3, 7), {}),
    "Cisleithania for two": ((2,), {}),
    "Cisleithania for three": ((3,), {"scenario": "cisleithania"}),
    "Good Times as printed": (range(3, 7), {"scenario": "good-times"}),
    "Good Times placed by the players": (range(3, 7), {"scenario": "good-times-free", "town-tokens": "9"}),
}
PROCEDURES = {
    "company-floated": "openings",
    "train-exported": "exports",
    "train-given-up": "trains over the limit",
    "train-traded-in": "trade-ins",
    "train-traded": "trains bought between companies",
    "director-helped": "purchases with the director's help",
    "director-changed": "changes of director",
}
EXPECTED = {
    *PROCEDURES.values(),
    "formations of SD",
    "formations of KK",
    "voluntary coal exchanges",
    "compulsory coal exchanges",
    "voluntary mountain exchanges",
    "compulsory mountain exchanges",
    "exports that begin a phase",
    "overdrafts",
    "interest after stock rounds",
    "broken in an operating round",
}
ONLY_HERE = {
    "base game": {"formations of UG", "Staatsbahnen without a director"},
    "Cisleithania for two": {"broken in a stock round"},
    "Cisleithania for three": {"formations of UG", "Staatsbahnen without a director"},
}
"""What else is expected of a set-up: for two all railways are drafted, and the small bank breaks early."""


def counted(before: Game, action: object, after: Game) -> Counter[str]:
    """What an answer has led to, in the words of the rulebook."""
    assert before.ask is not None
    trading = before.ask.about.key == "trade"
    will = "voluntary" if trading else "compulsory"
    seen, keys = Counter[str](), [event.key for event in after.events]
    for number, event in enumerate(after.events):
        match event.key:
            case "staatsbahn-formed":
                seen[f"formations of {event.params['company']}"] += 1
            case "coal-exchanged":
                seen[
                    "voluntary coal exchanges" if isinstance(action, ExchangeCoal) else "compulsory coal exchanges"
                ] += 1
            case "mountain-exchanged":
                seen[f"{will} mountain exchanges"] += 1
            case "mountain-removed":
                seen["mountain railways for which no share was left"] += 1
            case "interest":
                seen["interest after stock rounds" if trading else "overdrafts"] += 1
            case "bank-broken":
                seen[f"broken {when_broken(before, keys[:number])}"] += 1
            case key if key in PROCEDURES:
                seen[PROCEDURES[key]] += 1
                seen["exports that begin a phase"] += key == "train-exported" and "phase" in keys[number:]
            case _:
                pass
    return seen


def when_broken(before: Game, earlier: list[str]) -> str:
    """[IX.1] In which part of the game the bank could not pay, by what happened just before."""
    assert before.ask is not None
    if "staatsbahn-formed" in earlier:
        return "by a formation"
    if earlier[-1:] == ["mountain-income"]:
        return "by mountain railways"
    return "in a stock round" if before.ask.about.key == "trade" else "in an operating round"


def without_director(game: Game) -> int:
    """[side 7] How many Staatsbahnen nobody directs."""
    box, state = game.title.data, game.state
    return sum(is_open(state, c) and box.director(state, c) is None for c in box.of_kind["staatsbahn"])


def played(seats: int, options: dict[str, str], seed: int) -> Counter[str]:
    """A whole game beside a second set of books, and what happened in it."""
    player = PLAYERS[seed % len(PLAYERS)]
    random, game = Random(seed), start(TITLE, [f"p{number}" for number in range(1, seats + 1)], options)
    held, seen, alone = game.title.counts(game.state), Counter[str](), 0
    ledger = Ledger(game, int(options.get("town-tokens", 0)))
    while game.ask is not None:
        before, action = game, player(game, random)
        game = ledger.follow(action, game.play(action))
        ledger.compare(game)
        assert game.title.counts(game.state) == held
        seen += counted(before, action, game)
        alone = max(alone, without_director(game))
    assert game.outcome is not None
    if not any(what.startswith("broken") for what in seen):
        seen["over because nothing could happen"] += 1
    seen["Staatsbahnen without a director"] += alone
    return seen


@pytest.mark.sweep
@pytest.mark.parametrize("name", SET_UPS)
def test_games_end_with_everything_kept(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats, options = SET_UPS[name]
    tables = tuple(seats)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        seen += played(tables[seed % len(tables)], options, seed)
    with capsys.disabled():
        print(f"\n1824, {name}, {GAMES} games:", ", ".join(f"{n} {what}" for what, n in sorted(seen.items())))
    assert seen.keys() >= EXPECTED | ONLY_HERE.get(name, set())
