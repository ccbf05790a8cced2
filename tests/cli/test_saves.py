"""Files of games: whole or not at all, and never over something else."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from ferrovia import Record, find_title
from ferrovia.cli.language import Trouble
from ferrovia.cli.saves import Saved, Shelf, read_game, replace_file
from ferrovia.cli.seats import Seats
from ferrovia.text import Words

WORDS = Words("en")


def a_game(answers: int = 2) -> Saved:
    seats = Seats({"Ana": "human", "Bot": "simple"})
    record = Record.new(find_title("chicago-express"), seats.names)
    for _ in range(answers):
        record.play(record.game.offers()[0].action)
    return Saved(record, seats, seed=11)


def test_a_saved_game_comes_back_with_its_table(tmp_path: Path) -> None:
    file = Shelf(WORDS).save(a_game(), tmp_path / "game.json")
    again = read_game(file, WORDS)
    assert again.record.game == a_game().record.game
    assert again.record.entries == a_game().record.entries
    assert again.seats == a_game().seats
    assert again.seed == 11


def test_the_same_game_is_written_over(tmp_path: Path) -> None:
    shelf = Shelf(WORDS, tmp_path / "game.json")
    shelf.save(a_game(1))
    shelf.save(a_game(3))
    assert len(read_game(tmp_path / "game.json", WORDS).record.entries) == 3


def test_a_resumed_game_is_written_over(tmp_path: Path) -> None:
    file = Shelf(WORDS).save(a_game(1), tmp_path / "game.json")
    Shelf(WORDS, resumed_from=file).save(a_game(2))
    assert len(read_game(file, WORDS).record.entries) == 2


@pytest.mark.parametrize("foreign", ["a letter to my aunt", '{"some": "data"}', ""])
def test_a_foreign_file_is_never_written_over(tmp_path: Path, foreign: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(foreign)
    with pytest.raises(Trouble, match="already exists"):
        Shelf(WORDS, file).save(a_game())
    assert file.read_text() == foreign


def test_another_game_is_never_written_over(tmp_path: Path) -> None:
    file = Shelf(WORDS).save(a_game(4), tmp_path / "game.json")
    with pytest.raises(Trouble, match="already exists"):
        Shelf(WORDS, file).save(a_game(0))
    assert len(read_game(file, WORDS).record.entries) == 4


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_failing_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """Whether it is full or the new file cannot take the old one's place: the old one stays, and nothing else."""
    shelf = Shelf(WORDS, tmp_path / "game.json")
    shelf.save(a_game(1))
    before = (tmp_path / "game.json").read_bytes()

    def fail(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os if broken == "fsync" else Path, broken, fail)
    with pytest.raises(Trouble, match="cannot be written: No space left"):
        shelf.save(a_game(2))
    assert (tmp_path / "game.json").read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    file.write_text("old")

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file = Shelf(WORDS).save(a_game(1), tmp_path / "game.json")
    link = tmp_path / "link.json"
    link.symlink_to(file)
    Shelf(WORDS, resumed_from=link).save(a_game(2))
    assert link.is_symlink()
    assert len(read_game(file, WORDS).record.entries) == 2


def test_no_beginning_of_a_file_is_taken_for_a_game(tmp_path: Path) -> None:
    text = Shelf(WORDS).save(a_game(), tmp_path / "game.json").read_text("utf-8").rstrip()
    cut = tmp_path / "cut.json"
    for length in range(0, len(text), 97):
        cut.write_text(text[:length], "utf-8")
        with pytest.raises(Trouble, match=r"cut\.json"):
            read_game(cut, WORDS)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "another game"},
        {"version": 99},
        {"title": "nope"},
        {"title": None},
        {"rules_version": 99},
        {"rules_version": "one"},
        {"players": 7},
        {"players": [1, [2]]},
        {"options": [1]},
        {"options": {"x": "y"}},
        {"log": 5},
        {"log": [1]},
        {"log": [{"who": "Ana", "by": "player", "action": {"type": "bid", "amount": "8"}}]},
        {"log": []},
        {"state": 3},
        {"state": {}},
        {"fingerprint": None},
        {"seats": {"Ana": "alien"}},
    ],
    ids=str,
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, change: dict[str, Any]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**a_game().to_json(), **change}))
    with pytest.raises(Trouble) as error:
        read_game(file, WORDS)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Trouble, match="not a complete Ferrovía game file"):
        read_game(file, WORDS)


def test_a_file_without_seats_is_a_game_between_people(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(a_game().record.to_json()))
    assert read_game(file, WORDS).seats == Seats({"Ana": "human", "Bot": "human"})


def test_a_seat_of_an_earlier_version_is_the_simple_bot(tmp_path: Path) -> None:
    file = Shelf(WORDS).save(a_game(), tmp_path / "game.json")
    file.write_text(file.read_text("utf-8").replace('"simple"', '"greedy"'), "utf-8")
    assert read_game(file, WORDS).seats == a_game().seats
