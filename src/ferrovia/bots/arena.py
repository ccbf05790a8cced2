"""Tournaments of bots: seeded games with seats rotated, in one process or several, that can be taken up again.

    play_all(contest, workers=2, file=path, told=print)     every game that the file does not hold yet
    standing(contest, played)                               wins with their interval, worth, time, for each bot

A game is known by its number: it gives the seed and who sits where. What was finished is written down at once, one line
a game; a tournament that was interrupted goes on with the rest.
"""

import importlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time, thread_time
from typing import Any

from pydantic import TypeAdapter

from ferrovia import BadData, Bot, Game, automatic_answer, new_game
from ferrovia.bots import BOTS, search, sure_answer
from ferrovia.model.ids import PlayerId

MOST_ANSWERS = 20_000
"""A game that has not ended after this many answers counts as one that nobody wins."""
LONGEST_ANSWER = 600.0
"""Seconds; nobody waits here, and a busy machine must not change who wins."""
BY_WORK: Mapping[str, Bot] = {**BOTS, "search": partial(search, clock=thread_time)}
"""Here a second of thought is one of work, however many others share the processor."""
LOCAL = "local"
"""In place of an address: a cluster of this machine alone."""
RETRIES = 5
"""How often a game is begun anew when its machine is lost."""
PATIENCE = {
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_worker_register_timeout_seconds": "600",
}
"""How long Ray waits for its own parts, where nobody has said otherwise."""
STORE = 100_000_000
"""Bytes that a cluster of this machine sets aside for results: a game is a line."""
BEGINNING = '{"title": '
"""With this every line of a file of games begins."""
CERTAIN = 1.96
"""Standard deviations of an interval that holds 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Which bots meet in which title, how often, and from which seed on."""

    title: str
    bots: tuple[str, ...]
    games: int
    seed: int = 1

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: from game to game everybody moves one seat on."""
        turn = number % len(self.bots)
        return self.bots[turn:] + self.bots[:turn]


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: what sat where, what each seat was worth in the end, how long its answers took."""

    title: str
    seed: int
    seats: tuple[str, ...]
    worth: tuple[int, ...]
    answers: tuple[int, ...]
    seconds: tuple[float, ...]
    ended: bool = True

    def wins(self, bot: str) -> float:
        """The part of the game that a kind of bot has won; equal winners share it."""
        best = [seat for seat, worth in zip(self.seats, self.worth, strict=True) if worth == max(self.worth)]
        return best.count(bot) / len(best) if self.ended else 0.0


PLAYED = TypeAdapter(Played)

Told = Callable[[Played], None]


def play_one(title: str, seats: tuple[str, ...], seed: int) -> Played:
    """One game; what the bots and chance do depends on the seed alone."""
    names = [f"{number} {bot}" for number, bot in enumerate(seats, 1)]
    game, random = new_game(title, names), Random(seed)
    bots = dict(zip(game.state.players, seats, strict=True))
    answers, seconds = dict.fromkeys(bots, 0), dict.fromkeys(bots, 0.0)

    def timed(player: PlayerId, game: Game, random: Random) -> Any:
        began = process_time()
        answer = sure_answer(bots[player], game, random, LONGEST_ANSWER, BY_WORK)
        seconds[player] += process_time() - began
        answers[player] += 1
        return answer

    sitting: dict[PlayerId, Bot] = {player: partial(timed, player) for player in bots}
    for _ in range(MOST_ANSWERS):
        answered = automatic_answer(game, random, sitting)
        if answered is None:
            break
        game = game.play(answered[0])
    worth = {standing.player: standing.worth for standing in game.standings()}
    ended = game.ask is None
    ordered = tuple(round(seconds[player], 3) for player in bots)
    return Played(title, seed, seats, tuple(worth[p] for p in bots), tuple(answers.values()), ordered, ended)


def play_all(
    contest: Contest,
    *,
    workers: int = 1,
    ray: str | None = None,
    file: Path | None = None,
    told: Told | None = None,
) -> list[Played]:
    """Every game of a contest, those of an earlier start read back from the file; `ray`: the address of a cluster."""
    known = {(game.seed, game.seats): game for game in read(file) if game.title == contest.title} if file else {}
    wanted = [(contest.seats(number), contest.seed + number) for number in range(contest.games)]
    found = [known[seed, seats] for seats, seed in wanted if (seed, seats) in known]
    missing = [(seats, seed) for seats, seed in wanted if (seed, seats) not in known]
    for game in found:
        _tell(told, game)
    playing = _all_of(contest.title, missing, workers) if ray is None else _on_ray(contest.title, missing, ray)
    for game in playing:
        if file is not None:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(asdict(game)) + "\n")
        found.append(game)
        _tell(told, game)
    return found


def _tell(told: Told | None, game: Played) -> None:
    if told is not None:
        told(game)


def _all_of(title: str, missing: Sequence[tuple[tuple[str, ...], int]], workers: int) -> Iterator[Played]:
    """Games as they are finished. Where a worker was killed, what it had begun is played again."""
    if workers < 2:
        yield from (play_one(title, seats, seed) for seats, seed in missing)
        return
    left = list(missing)
    while left:
        with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
            running = {pool.submit(play_one, title, seats, seed): (seats, seed) for seats, seed in left}
            before = len(left)
            try:
                for done in as_completed(running):
                    game = done.result()
                    left.remove(running[done])
                    yield game
            except BrokenExecutor:
                if len(left) == before:
                    raise


def _on_ray(title: str, missing: Sequence[tuple[tuple[str, ...], int]], address: str) -> Iterator[Played]:
    """Games as the machines of a cluster finish them; `local` starts one here. What a lost machine had begun is played
    again on another."""
    cluster = _joined(address)
    try:
        remote: Any = cluster.remote(max_retries=RETRIES, retry_exceptions=True)(play_one)
        running = [remote.remote(title, seats, seed) for seats, seed in missing]
        while running:
            done, running = cluster.wait(running, num_returns=1)
            yield from cluster.get(done)
    finally:
        cluster.shutdown()


def _joined(address: str) -> Any:
    """Ray, connected. On a busy machine its parts start slowly: it gives up on those that it does not hear of in time,
    and would start them again and again, so it is told to be patient."""
    for name, value in PATIENCE.items():
        os.environ.setdefault(name, value)
    cluster: Any = importlib.import_module("ray")  # an extra of its own: not there unless asked for
    if address != LOCAL:
        cluster.init(address=address, log_to_driver=False)
        return cluster
    for attempt in range(RETRIES):
        try:
            cluster.init(include_dashboard=False, log_to_driver=False, object_store_memory=STORE)
            break
        except Exception:
            cluster.shutdown()
            if attempt + 1 == RETRIES:
                raise
    return cluster


def read(file: Path) -> list[Played]:
    """The games in a file. A last line that was cut off is taken away: its game is played again. A file that holds
    something else stays as it is."""
    if not file.exists():
        return []
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadData(f"{file.name} holds no games of an arena") from None
    *lines, rest = text.split("\n")
    found: list[Played] = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(PLAYED.validate_json(line))
        except ValueError:
            raise BadData(f"line {number} of {file.name} is no game of an arena") from None
    if rest and not (rest.startswith(BEGINNING) or BEGINNING.startswith(rest)):
        raise BadData(f"line {len(lines) + 1} of {file.name} is no game of an arena")
    if rest:
        file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return found


# ------------------------------------------------------------------------------------------------------------ standing


@dataclass(frozen=True, slots=True)
class Line:
    """How a kind of bot has done."""

    bot: str
    games: int
    wins: float
    fair: float
    """The part of the games that it would win if all played alike."""
    low: float
    high: float
    """Between these its true part of wins lies, 95 times in 100 (Wilson)."""
    worth: float
    least: int
    most: int
    seconds: float
    """For an answer."""


def standing(contest: Contest, played: Sequence[Played]) -> list[Line]:
    """A line for each kind of bot, the one with most wins first."""
    kinds = dict.fromkeys(contest.bots)
    return sorted([_line(contest, bot, played) for bot in kinds], key=lambda line: -line.wins)


def _line(contest: Contest, bot: str, played: Sequence[Played]) -> Line:
    seats = [(game, at) for game in played for at, name in enumerate(game.seats) if name == bot]
    worth = [game.worth[at] for game, at in seats] or [0]
    wins, answers = sum(game.wins(bot) for game in played), sum(game.answers[at] for game, at in seats)
    low, high = interval(wins, len(played))
    fair = contest.bots.count(bot) / len(contest.bots)
    seconds = sum(game.seconds[at] for game, at in seats) / max(1, answers)
    mean = sum(worth) / len(worth)
    return Line(bot, len(played), wins, fair, low, high, mean, min(worth), max(worth), seconds)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a kind of bot seems by OpenSkill, and how uncertain that is."""

    mean: float
    spread: float


def ratings(played: Sequence[Played]) -> dict[str, Rating]:
    """By bot, over the games in their order (Plackett–Luce); needs the extra `ferrovia[arena]`. Seats of one kind share
    what they learn."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    known: dict[str, Any] = {}
    for game in played:
        if not game.ended or len(set(game.seats)) < 2:
            continue
        for bot in game.seats:
            known.setdefault(bot, model.rating(name=bot))
        teams = [[model.rating(mu=known[bot].mu, sigma=known[bot].sigma)] for bot in game.seats]
        after = model.rate(teams, scores=[float(worth) for worth in game.worth])
        for bot in set(game.seats):
            mine = [team[0] for team, seat in zip(after, game.seats, strict=True) if seat == bot]
            mean, spread = sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine)
            known[bot] = model.rating(mu=mean, sigma=spread)
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in known.items()}


def draw(played: Sequence[Played], file: Path) -> None:
    """What each kind of bot was worth in the end, and how many answers games took, as a picture; needs the extra
    `ferrovia[arena]`."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    plot: Any = pyplot
    figure, (left, right) = plot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for bot in dict.fromkeys(bot for game in played for bot in game.seats):
        worth = [w for game in played for w, seat in zip(game.worth, game.seats, strict=True) if seat == bot]
        left.hist(worth, bins=20, alpha=0.6, label=bot)
    left.set_xlabel("worth")
    left.legend()
    right.hist([sum(game.answers) for game in played], bins=20, color="gray")
    right.set_xlabel("answers")
    figure.savefig(file, dpi=120, format="png")  # whatever the file is called
    plot.close(figure)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a part of wins."""
    if not games:
        return 0.0, 1.0
    part, square = wins / games, CERTAIN * CERTAIN
    middle = part + square / (2 * games)
    spread = CERTAIN * sqrt(part * (1 - part) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
