"""How fast the engine is: figures to look at, never a test.

What counts is the processor's time, so that other programs on the machine disturb little; the garbage collector is held
still meanwhile. Of a whole game each answer counts with the best of several runs.
"""

import gc
import json
import tracemalloc
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import ferrovia
from ferrovia import Bot, Game, Offer, Record, Title, automatic_answer, new_game, state_from_json
from ferrovia.bots import BOTS
from ferrovia.interop import Exported, import_game, import_steps, read_export
from ferrovia.model.ids import PlayerId
from ferrovia.text import Words

PLAYERS = ("1", "2", "3", "4")
RUNS = 7
GAMES = 20
A_MOMENT = 0.05
"""Seconds that one run should last at least, so that the clock's own grain does not matter."""

REPLAYED = 15_000
"""How many answers of a game should be played again in a second."""
IMPORTED: Mapping[str, int] = {"18cz": 12_000, "1824": 12_000, "1862": 10_000, "18esp": 10_000}
"""How many recorded actions should be imported in a second, by title: a record says less than our log, and what it
leaves out must be found."""

RECORDED = Path(ferrovia.__file__).parents[3] / "shared" / "games"
"""Where games recorded elsewhere lie, for those who have them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and what was wanted."""

    what: str
    measured: str
    wanted: str
    reached: bool | None


def measured(title: Title, words: Words) -> list[Figure]:
    """The figures for a title; those with tiles and trains are long games and are measured as a whole too."""
    if not title.layout.tiles:
        return [*_position(title, words), _random_games(title, words)]
    sample = a_game_of_bots(title)
    again = words.ui("bench-replay", count=len(sample.entries))
    figures = [*_position(title, words), *_replay(sample, again, words)]
    figures += [*_questions(sample, words), *_keeping(sample, words)]
    for file in recorded_games(title):
        export = read_export(file.read_text("utf-8"))
        figures += _recorded(export, f"{file.parent.name}/{file.stem}", IMPORTED[title.id], words)
    return figures


def recorded_games(title: Title) -> list[Path]:
    """Those of the title, and of its variants that the site has under a name of their own."""
    folders = [RECORDED / title.name, *sorted(RECORDED.glob(f"{title.name}-*"))]
    return [file for folder in folders for file in sorted(folder.glob("*.json"))]


# ------------------------------------------------------------------------------------------------------- one position


def _position(title: Title, words: Words) -> Iterator[Figure]:
    game = a_late_position(title)
    copying = seconds_for(game.state.copy)
    actions = [offer.action for offer in game.offers()]
    playing = seconds_for(lambda: [game.play(action) for action in actions]) / len(actions)
    offering = seconds_for(lambda: all_offers(Game(game.title, game.state, game.ask)))
    yield Figure(words.ui("bench-copy"), _micro(copying), "≤ 5 µs", copying <= 5e-6)
    if title.layout.tiles:
        yield Figure(words.ui("bench-play"), _micro(playing), "", None)
    else:
        yield Figure(words.ui("bench-play"), _micro(playing), "≤ 50 µs", playing <= 50e-6)
    yield Figure(words.ui("bench-offers", count=len(actions)), _micro(offering), "", None)


def _random_games(title: Title, words: Words) -> Figure:
    whole = median(seconds_for_games(title) for _ in range(RUNS)) / GAMES
    return Figure(words.ui("bench-games"), f"{1 / whole:.0f}", "≥ 100", whole <= 0.01)


def a_late_position(title: Title) -> Game:
    """Four fifths into a random game, at the next question with a real choice, or at the largest choice left."""
    positions = list(random_game(title, seed=7))
    late = positions[len(positions) * 4 // 5 :]
    choices = (game for game in late if len(game.offers()) > len(PLAYERS))
    return next(choices, None) or max(late, key=lambda game: len(game.offers()))


def random_game(title: Title, seed: int) -> list[Game]:
    """All positions of a game between random bots, the last one left out."""
    random, game, positions = Random(seed), new_game(title.id, PLAYERS), list[Game]()
    while game.ask is not None:
        positions.append(game)
        game = game.play(BOTS["random"](game, random))
    return positions


def seconds_for_games(title: Title) -> float:
    """How long the same row of random games takes, short and long ones."""
    started = process_time()
    for seed in range(GAMES):
        random_game(title, seed)
    return process_time() - started


# ------------------------------------------------------------------------------------------------------- a whole game


def a_game_of_bots(title: Title) -> Record:
    """A game that two kinds of bots have played, always the same."""
    record, random = Record.new(title, PLAYERS), Random(11)
    kinds = ("simple", "random", "simple", "random")
    bots: dict[PlayerId, Bot] = {
        player: BOTS[kind] for player, kind in zip(record.game.state.players, kinds, strict=True)
    }
    while answer := automatic_answer(record.game, random, bots):
        record.play(*answer)
    return record


def _replay(record: Record, what: str, words: Words) -> Iterator[Figure]:
    """Every answer of a game with all checks; `what` is told of it."""
    actions = [entry.action for entry in record.entries]

    def play() -> Iterator[None]:
        yield from (None for _ in new_game(record.title.id, record.players, record.options).walk(actions))

    times = best_times(play)
    yield _rate(what, len(actions), times, REPLAYED)
    yield from _evenness(times, words)


def _recorded(export: Exported, name: str, wanted: int, words: Words) -> Iterator[Figure]:
    """A recorded game from its first action to its last, translated and with all checks; then our own answers again,
    as far as the record could be followed."""
    times = best_times(lambda: import_steps(export))
    count = len(export.actions)
    yield _rate(words.ui("bench-import", name=name, count=count), count, times, wanted)
    yield from _evenness(times, words)
    record = import_game(export).record
    yield from _replay(record, words.ui("bench-replay-recorded", name=name, count=len(record.entries)), words)
    yield from _questions(record, words)


def _rate(what: str, count: int, times: Sequence[float], wanted: int) -> Figure:
    rate = count / sum(times)
    return Figure(what, f"{rate:.0f} /s", f"≥ {wanted} /s", rate >= wanted)


def _evenness(times: Sequence[float], words: Words) -> Iterator[Figure]:
    quarter = len(times) // 4
    late = sum(times[-quarter:]) / sum(times[:quarter])
    yield Figure(words.ui("bench-worst"), _milli(max(times)), "≤ 20 ms", max(times) <= 0.02)
    yield Figure(words.ui("bench-last-quarter"), f"{late:.2f}", "≤ 1.5", late <= 1.5)


def _questions(record: Record, words: Words) -> Iterator[Figure]:
    """What may be answered, at every position of a game; and all tiles that may be laid, wherever some may."""
    with gc_at_rest():
        offers = [_once(partial(all_offers, game)) for game in _positions(record)]
        laying = [game for game in map(_only_lays, _positions(record)) if game is not None]
        lays = [seconds for game in laying if (seconds := _once(partial(all_offers, game))) and all_offers(game)]
    yield Figure(
        words.ui("bench-offers-median", count=len(offers)), _milli(median(offers)), "≤ 1 ms", median(offers) <= 1e-3
    )
    yield Figure(words.ui("bench-offers-worst"), _milli(max(offers)), "≤ 10 ms", max(offers) <= 0.01)
    yield Figure(words.ui("bench-lays", count=len(lays)), _milli(median(lays)), "≤ 0.5 ms", median(lays) <= 5e-4)


def all_offers(game: Game) -> tuple[Offer, ...]:
    """Everything that may be answered, found and checked: `offers()` alone would only promise it."""
    return tuple(game.offers())


def _positions(record: Record) -> Iterator[Game]:
    """The positions of a game, each as if nothing had been asked about it before."""
    game = new_game(record.title.id, record.players, record.options)
    for entry in record.entries:
        yield game
        game = game.play(entry.action)


def _only_lays(game: Game) -> Game | None:
    """The same position with no other answers than laying a tile; None where no tile may be laid."""
    forms, ask = game.title.forms, game.ask
    moves = tuple(m for m in ask.moves if any(f.kind == "tile" for f in forms[m.action].fields)) if ask else ()
    return Game(game.title, game.state, replace(ask, moves=moves)) if ask and moves else None


def _keeping(record: Record, words: Words) -> Iterator[Figure]:
    """Taking back, opening a stored game, and what a game in memory takes."""
    undoing = median(_undo_once(record) for _ in range(RUNS * 20))
    yield Figure(words.ui("bench-undo"), _milli(undoing), "≤ 0.1 ms", undoing <= 1e-4)
    stored = json.dumps(record.to_json()["state"])
    opening = seconds_for(lambda: Game.at(record.title, state_from_json(record.title, json.loads(stored))))
    yield Figure(words.ui("bench-open"), _milli(opening), "≤ 10 ms", opening <= 0.01)
    size = _bytes_of(lambda: a_copy(record)) / 1e6
    yield Figure(words.ui("bench-memory"), f"{size:.2f} MB", "≤ 0.5 MB", size <= 0.5)


def a_copy(record: Record) -> Record:
    """The same game, played again."""
    again = Record.new(record.title, record.players, record.options)
    for entry in record.entries:
        again.play(entry.action)
    return again


def _undo_once(record: Record) -> float:
    again = record.entries[-1]
    record.entries[-1] = replace(again, by="player")
    seconds = _once(record.undo)
    record.play(again.action, again.by)
    return seconds


def _bytes_of(make: Callable[[], object]) -> int:
    """The memory of a thing, what it shares with others left out."""
    make()
    gc.collect()
    tracemalloc.start()
    thing = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del thing
    return size


# ---------------------------------------------------------------------------------------------------------- measuring


@contextmanager
def gc_at_rest() -> Generator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def best_times(run: Callable[[], Iterator[object]]) -> list[float]:
    """How long each step of some work takes, in the best of several runs; the first run only warms up."""
    best = [float("inf")] * sum(1 for _ in run())
    for _ in range(RUNS):
        with gc_at_rest():
            steps, last = run(), process_time()
            for number, _ in enumerate(steps):
                now = process_time()
                best[number] = min(best[number], now - last)
                last = process_time()
    return best


def _once(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def seconds_for(work: Callable[[], object]) -> float:
    """How long one piece of work takes: the median of several runs of many."""
    work()
    times = max(1, int(A_MOMENT / max(_once(work), 1e-9)))
    return median(_one_run(work, times) for _ in range(RUNS))


def _one_run(work: Callable[[], object], times: int) -> float:
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def _milli(seconds: float) -> str:
    return f"{seconds * 1e3:.3f} ms" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"
