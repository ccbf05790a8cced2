"""Tournaments: seats rotate, what was finished counts, the table tells wins with their interval."""

import json
import multiprocessing
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ferrovia import BadData, Game, new_game
from ferrovia.bots import BOTS, arena, sure_answer
from ferrovia.bots.arena import LOCAL, Contest, Played, draw, interval, play_all, play_one, ratings, read, standing

CONTEST = Contest("chicago-express", ("simple", "random", "random"), games=3)


def a_game(*worth: int, seats: tuple[str, ...] = CONTEST.bots, ended: bool = True) -> Played:
    return Played("chicago-express", 1, seats, worth, (10,) * len(worth), (0.1,) * len(worth), ended)


def test_everybody_moves_one_seat_on_from_game_to_game() -> None:
    assert [CONTEST.seats(number).index("simple") for number in range(4)] == [0, 2, 1, 0]


def test_the_seed_decides_the_game() -> None:
    one, again = (play_one("chicago-express", CONTEST.bots, 5) for _ in range(2))
    assert (one.worth, one.answers, one.ended) == (again.worth, again.answers, True)
    assert one.worth != play_one("chicago-express", CONTEST.bots, 6).worth


def test_an_interrupted_tournament_goes_on_with_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    whole = play_all(CONTEST, file=file)
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], lines[2][:40]]), "utf-8")
    seeds: list[int] = []
    played = arena.play_one
    monkeypatch.setattr(arena, "play_one", lambda title, seats, seed: seeds.append(seed) or played(title, seats, seed))
    again = play_all(CONTEST, file=file)
    assert seeds == [3]
    assert sorted(game.worth for game in again) == sorted(game.worth for game in whole)
    assert len(read(file)) == 3


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({"title": "18cz"}) + "\n", "utf-8")
    with pytest.raises(BadData):
        read(file)


@pytest.mark.parametrize("text", [b"a letter", b"one\ntwo", b"{}", b"\xff\xfe\x00"])
def test_a_file_that_was_named_by_mistake_stays_as_it_is(tmp_path: Path, text: bytes) -> None:
    """Only what begins as a game does and was cut off is taken away."""
    file = tmp_path / "letter.txt"
    file.write_bytes(text)
    with pytest.raises(BadData):
        play_all(CONTEST, file=file)
    assert file.read_bytes() == text


@pytest.mark.parametrize("begun", ['{"ti', '{"title": "chicago-ex'])
def test_however_little_of_a_line_was_written_it_is_taken_away(tmp_path: Path, begun: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(begun, "utf-8")
    assert read(file) == []
    assert file.read_text("utf-8") == ""


def test_workers_play_the_same_games(tmp_path: Path) -> None:
    alone, together = play_all(CONTEST), play_all(CONTEST, workers=2)
    assert sorted(game.worth for game in alone) == sorted(game.worth for game in together)


def test_what_a_killed_worker_had_begun_is_played_again(tmp_path: Path) -> None:
    """The games that were finished count, whoever dies; the rest is played by new workers."""
    contest, file, workers = replace(CONTEST, games=8), tmp_path / "games.jsonl", list[set[int | None]]()

    def kill_after_the_first(game: Played) -> None:
        present = multiprocessing.active_children()
        workers.append({worker.pid for worker in present})
        if len(workers) == 1:
            present[0].kill()
            present[0].join()

    together = play_all(contest, workers=2, file=file, told=kill_after_the_first)
    assert sorted(game.worth for game in together) == sorted(game.worth for game in play_all(contest))
    assert sorted(game.seed for game in read(file)) == list(range(1, 9))
    assert not workers[0] & workers[-1]


def test_the_table_counts_shared_wins_and_the_fair_share() -> None:
    played = [a_game(5, 3, 1), a_game(2, 2, 1), a_game(9, 1, 1, ended=False)]
    simple, random = standing(CONTEST, played)
    assert (simple.bot, simple.wins, simple.games) == ("simple", 1.5, 3)
    assert (random.wins, random.least, random.most) == (0.5, 1, 3)
    assert simple.fair == pytest.approx(1 / 3)
    assert simple.seconds == pytest.approx(0.01)


def test_the_interval_is_wilsons() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert (interval(0, 40)[0], interval(40, 40)[1]) == (0.0, 1.0)  # and not a trifle beyond
    assert interval(190, 200) == pytest.approx((0.910, 0.973), abs=0.001)


def test_a_bot_that_fails_is_replaced_by_a_simpler_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on whatever a bot does: nothing, or something that is not legal."""

    def broken(game: Game, random: Random) -> None:
        raise ZeroDivisionError

    def leaving(game: Game, random: Random) -> None:
        sys.exit(3)

    game = new_game("chicago-express", ["A", "B", "C"])
    for bad in (broken, leaving, lambda game, random: None):
        monkeypatch.setitem(BOTS, "policy", bad)
        assert game.why_not(sure_answer("policy", game, Random(1))) is None


def test_whoever_wins_is_rated_higher_and_more_games_make_it_surer() -> None:
    few, many = (ratings([a_game(9, 3, 1)] * games) for games in (2, 20))
    assert few["simple"].mean > few["random"].mean
    assert many["simple"].mean > few["simple"].mean
    assert many["simple"].spread < few["simple"].spread


def test_games_of_one_kind_and_endless_ones_rate_nobody() -> None:
    assert ratings([a_game(1, 2, 3, seats=("simple",) * 3), a_game(9, 1, 1, ended=False)]) == {}


def test_a_tournament_can_be_drawn(tmp_path: Path) -> None:
    draw([a_game(9, 3, 1), a_game(5, 7, 2)], tmp_path / "worth.png")
    assert (tmp_path / "worth.png").read_bytes().startswith(b"\x89PNG")


class LateCluster:
    """Stands for Ray on a machine so busy that its parts come up at the third try."""

    def __init__(self) -> None:
        self.tries, self.shut = 0, 0

    def init(self, **how: Any) -> None:
        self.tries += 1
        if self.tries < 3:
            raise TimeoutError("the current node timed out during startup")

    def shutdown(self) -> None:
        self.shut += 1

    def remote(self, **how: Any) -> Any:
        return lambda played: SimpleNamespace(remote=played)

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return running[:num_returns], running[num_returns:]

    def get(self, done: list[Any]) -> list[Any]:
        return done


def test_a_cluster_that_comes_up_late_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = LateCluster()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    assert [game.worth for game in play_all(CONTEST, ray=LOCAL)] == [game.worth for game in play_all(CONTEST)]
    assert (cluster.tries, cluster.shut) == (3, 3)


@pytest.mark.long
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """A real Ray on this machine, in a process of its own: what Ray leaves open when it ends is not ours to judge."""
    pytest.importorskip("ray", reason="ferrovia[ray] is not installed")
    file, alone = tmp_path / "games.jsonl", play_all(CONTEST)
    asked = [CONTEST.title, "--bots", ",".join(CONTEST.bots), "--games", "3", "--ray", LOCAL, "--file", str(file)]
    subprocess.run([sys.executable, "-c", "from ferrovia.cli import app; app()", "arena", *asked], check=True)
    assert sorted(game.worth for game in alone) == sorted(game.worth for game in read(file))


DYING = """
import os, sys
from pathlib import Path
from ferrovia.bots import arena

whole, mark = arena.play_one, Path(sys.argv[1])

def dying(title, seats, seed):
    if seed == 2 and not mark.exists():
        mark.touch()
        os._exit(1)
    return whole(title, seats, seed)

arena.play_one = dying
arena.play_all(arena.Contest("chicago-express", ("simple", "random", "random"), 3), ray="local", file=Path(sys.argv[2]))
"""
"""A tournament on Ray in which whatever plays the second game dies in the middle of it, once."""


@pytest.mark.long
def test_what_a_cluster_has_lost_is_played_again(tmp_path: Path) -> None:
    """A real Ray: a process of it ends without a word, the game that it had begun is played by another."""
    pytest.importorskip("ray", reason="ferrovia[ray] is not installed")
    mark, file = tmp_path / "died", tmp_path / "games.jsonl"
    subprocess.run([sys.executable, "-c", DYING, str(mark), str(file)], check=True)
    assert mark.exists()
    alone = [(game.seed, game.worth) for game in play_all(CONTEST)]
    assert sorted((game.seed, game.worth) for game in read(file)) == alone
