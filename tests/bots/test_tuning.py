"""Weights are found by play and kept as data."""

import json
from pathlib import Path

import pytest

from ferrovia import BadData, find_title, titles
from ferrovia.bots.tuning import Study, bot_with, lead, package_file, present, tune, write
from ferrovia.bots.weights import GUESSES, WEIGHTS
from ferrovia.cli.arena import improve
from ferrovia.cli.language import common_words

STUDY = Study("chicago-express", players=2, games=1, generations=1)


def test_every_title_has_its_weights_in_the_package() -> None:
    stored = json.loads(package_file().read_text("utf-8"))
    assert set(stored) == {title.id for title in titles()} == {*WEIGHTS, *GUESSES}


@pytest.mark.parametrize("title", [title.id for title in titles()])
def test_the_present_weights_make_a_bot(title: str) -> None:
    assert all(isinstance(value, float) for value in present(find_title(title)).values())
    assert callable(bot_with(find_title(title), present(find_title(title))))


def test_a_candidate_is_judged_by_how_far_it_ends_ahead() -> None:
    """The same seed gives the same lead; one that never gives its money away is not ahead."""
    assert lead(STUDY, {}, [7]) == lead(STUDY, {}, [7])
    assert lead(STUDY, {"purse": 500.0}, [7, 8]) < 0


def test_the_others_may_be_simple_bots() -> None:
    """The same candidate is further ahead of weaker ones."""
    weak = Study("chicago-express", players=3, games=1, generations=1, against=("simple", "random"))
    assert lead(weak, {}, [7, 8]) > lead(Study("chicago-express", players=3, games=1, generations=1), {}, [7, 8])


def test_what_was_found_is_written_beside_the_other_titles(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(package_file().read_text("utf-8"), "utf-8")
    generations: list[int] = []
    best = tune(STUDY, lambda generation, ahead, values: generations.append(generation))
    write("chicago-express", best, file)
    stored = json.loads(file.read_text("utf-8"))
    assert generations == [1]
    assert stored["chicago-express"] == {**GUESSES["chicago-express"], **best}
    assert stored["1824"] == json.loads(package_file().read_text("utf-8"))["1824"]


def test_what_was_found_may_go_into_a_new_file(tmp_path: Path) -> None:
    write("1862", {"growth": 0.05}, tmp_path / "new.json")
    assert json.loads((tmp_path / "new.json").read_text("utf-8")) == {"1862": {"growth": 0.05}}


def test_a_file_of_something_else_is_refused_before_tuning(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("a letter", "utf-8")
    with pytest.raises(BadData, match=r"letter\.txt is no file of weights"):
        improve(find_title("chicago-express"), STUDY, file, common_words("en"))
    assert file.read_text("utf-8") == "a letter"
