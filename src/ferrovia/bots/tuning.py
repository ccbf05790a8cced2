"""Better parameters for the policy bot, found by play: CMA-ES over the weights of one title.

A candidate sits once at every seat of games against policy bots with the present weights; what counts is by how much it
ends ahead of them. The seeds are not those of any tournament that is reported.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from math import exp
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from ferrovia import BadData, Bot, Game, Title, automatic_answer, new_game
from ferrovia.bots import BOTS
from ferrovia.bots.foreseeing import look_further
from ferrovia.bots.policy import think_by_plan
from ferrovia.bots.weights import DEFAULT, GUESSES, WEIGHTS, Weights
from ferrovia.model.ids import PlayerId
from ferrovia.model.outlook import Foresight

FIRST_SEED = 900_000
"""Games of tuning have seeds from here on; tournaments have small ones."""
SPREAD = 0.25
"""How far the first candidates lie from the present weights: a quarter up or down."""
MOST_ANSWERS = 20_000
PRESENT = "policy"
"""Among those it plays against: the policy bot with the present weights."""

Values = Mapping[str, float]
Told = Callable[[int, float, Values], None]


@dataclass(frozen=True, slots=True)
class Study:
    """What is tuned: on how many games each candidate is tried, for how many generations, with how many players."""

    title: str
    players: int
    games: int
    generations: int
    seed: int = 1
    against: tuple[str, ...] = (PRESENT,)
    """Who sits at the other seats, one after the other and again from the first."""


def present(title: Title) -> dict[str, float]:
    """The parameters in use, by name; only those that can be a little more or less."""
    if isinstance(title.outlook, Foresight):
        return {**title.outlook.guesses, **GUESSES.get(title.id, {})}
    weights = asdict(WEIGHTS.get(title.id, DEFAULT))
    return {field.name: weights[field.name] for field in fields(Weights) if isinstance(field.default, float)}


def bot_with(title: Title, values: Values) -> Bot:
    """A policy bot with some parameters."""
    outlook = title.outlook
    if isinstance(outlook, Foresight):
        guesses = {**present(title), **values}
        return lambda game, random: look_further(game, random, lambda state: outlook.worth(state, guesses)).action
    stored: dict[str, Any] = {**asdict(WEIGHTS.get(title.id, DEFAULT)), **values}
    weights = Weights(**stored)
    return lambda game, random: think_by_plan(game, random, weights).action


def lead(study: Study, values: Values, seeds: Sequence[int]) -> float:
    """By how much a candidate ends ahead of the others on average, as a part of what they have."""
    total = 0.0
    for number, seed in enumerate(seeds):
        game = new_game(study.title, [f"{seat} bot" for seat in range(1, study.players + 1)])
        players = game.state.players
        me = players[number % len(players)]
        others = [player for player in players if player != me]
        sitting = {player: BOTS[study.against[at % len(study.against)]] for at, player in enumerate(others)}
        ended = _played(game, {**sitting, me: bot_with(game.title, values)}, Random(seed))
        worth = {standing.player: standing.worth for standing in ended.standings()}
        rest = [worth[player] for player in others]
        mean = sum(rest) / len(rest)
        total += (worth[me] - mean) / max(1.0, abs(mean))
    return total / len(seeds)


def _played(game: Game, bots: Mapping[PlayerId, Bot], random: Random) -> Game:
    for _ in range(MOST_ANSWERS):
        answer = automatic_answer(game, random, bots)
        if answer is None:
            break
        game = game.play(answer[0])
    return game


def tune(study: Study, told: Told | None = None) -> dict[str, float]:
    """Where the search has come to: the middle of its candidates, not the luckiest of them; needs the extra
    `ferrovia[tune]`."""
    import cma  # pyright: ignore[reportMissingTypeStubs]

    title = new_game(study.title, [f"{seat} bot" for seat in range(1, study.players + 1)]).title
    start = present(title)
    names = list(start)

    def values(steps: Sequence[float]) -> dict[str, float]:
        return {name: round(start[name] * exp(step), 4) for name, step in zip(names, steps, strict=True)}

    evolution: Any = cma.CMAEvolutionStrategy([0.0] * len(names), SPREAD, {"seed": study.seed, "verbose": -9})  # pyright: ignore[reportUnknownMemberType]
    for generation in range(study.generations):
        first = FIRST_SEED + 1000 * study.seed + generation * study.games
        seeds = range(first, first + study.games)
        candidates: list[Any] = evolution.ask()
        found = [lead(study, values(list(candidate)), seeds) for candidate in candidates]
        evolution.tell(candidates, [-ahead for ahead in found])
        if told is not None:
            told(generation + 1, sum(found) / len(found), values(list(evolution.result.xfavorite)))
    return values(list(evolution.result.xfavorite))


def package_file() -> Path:
    """Where the package keeps its weights."""
    return Path(str(files(__package__ or "") / "weights.json"))


STORED = TypeAdapter(dict[str, dict[str, int | float]])


def stored_in(file: Path) -> dict[str, dict[str, int | float]]:
    """The weights of a file, by title; a file that is not there yet holds none."""
    if not file.exists():
        return {}
    try:
        return STORED.validate_json(file.read_bytes())
    except ValueError:
        raise BadData(f"{file.name} is no file of weights") from None


def write(title: str, values: Values, file: Path) -> None:
    """Puts tuned weights into a file of weights, beside those of the other titles."""
    stored = stored_in(file)
    stored[title] = {**stored.get(title, {}), **values}
    lines = [f"  {json.dumps(name)}: {json.dumps(stored[name])}" for name in sorted(stored)]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
