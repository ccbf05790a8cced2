"""The commands besides playing, and everything that can be wrong with a command line."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ferrovia
from ferrovia import Title, find_title, fingerprint, state_from_json, titles
from ferrovia.cli import app
from ferrovia.cli import bench as measuring
from ferrovia.cli.language import language_of
from ferrovia.text import Words
from interop.games import exported

Run = Callable[..., Any]

BOTS = ("--seats", "simple,random", "--seed", "4")


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A finished game as its file holds it."""
    file = tmp_path_factory.mktemp("games") / "whole.json"
    result = CliRunner().invoke(app, ["play", "chicago-express", *BOTS, "--save", str(file), "--lang", "en"])
    assert result.exit_code == 0
    return file.read_text("utf-8")


@pytest.fixture
def finished(run: Run, whole_game: str) -> str:
    """The file of a finished game, in the folder where `run` runs."""
    Path("game.json").write_text(whole_game, "utf-8")
    return "game.json"


# ------------------------------------------------------------------------------------------------------------- commands


def test_titles_are_listed_with_seats_and_summary(run: Run) -> None:
    result = run("titles")
    assert result.exit_code == 0
    for told in ("chicago-express", "2 to 6", "railways", "first-bidder=1|2|3"):
        assert told in result.output
    assert "acciones" in run("titles", "--lang", "es").output


def test_show_prints_the_last_position(run: Run, finished: str) -> None:
    result = run("show", finished)
    assert result.exit_code == 0
    for told in ("Q3●", "treasury", "Result", "wins."):
        assert told in result.output


def test_show_prints_any_earlier_position(run: Run, finished: str) -> None:
    result = run("show", finished, "--at", "0")
    assert "position 0 of" in result.output
    assert "Easy 1: Bid at least $7" in result.output
    assert "Result" not in result.output


def test_replay_tells_the_whole_log_and_verifies_it(run: Run, finished: str) -> None:
    result = run("replay", finished)
    answers = len(json.loads(Path(finished).read_text())["log"])
    assert result.exit_code == 0
    assert "   1  Easy 1" in result.output
    assert f"\n{answers:>4}  " in result.output
    assert f"The log of {answers} answers leads to the stored position" in result.output


def test_replay_refuses_a_log_that_leads_elsewhere(run: Run, finished: str) -> None:
    data = json.loads(Path(finished).read_text())
    Path("cut.json").write_text(json.dumps({**data, "log": data["log"][:-1]}))
    result = run("replay", "cut.json")
    assert result.exit_code == 2
    assert "does not lead to the stored position" in result.stderr


def test_a_game_under_earlier_rules_is_told_but_not_verified(
    run: Run, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its stored position counts; what was answered is told without replaying it."""
    newer = replace(find_title("chicago-express"), rules_version=3)
    monkeypatch.setattr("ferrovia.find_title", lambda name: newer)
    result = run("replay", finished)
    assert result.exit_code == 0
    assert "   1  Easy 1: " in result.output
    assert "Result" in result.output
    assert "rules version 2, now there is 3" in result.output
    assert "leads to the stored position" not in result.output
    assert run("show", finished).exit_code == 0
    earlier = run("show", finished, "--at", "0")
    assert earlier.exit_code == 2
    assert len(earlier.stderr.splitlines()) == 1


def test_a_finished_game_can_be_resumed_to_see_its_result(run: Run, finished: str) -> None:
    result = run("play", "--resume", finished)
    assert result.exit_code == 0
    assert "Result" in result.output


def test_a_foreign_name_cannot_steer_the_terminal(run: Run, finished: str) -> None:
    text = Path(finished).read_text().replace("Easy 1", "\\u001b[2JEve")
    data = json.loads(text)
    data["fingerprint"] = fingerprint(state_from_json(find_title("chicago-express"), data["state"]))
    Path(finished).write_text(json.dumps(data))
    for command in (("show", finished), ("replay", finished), ("play", "--resume", finished)):
        result = run(*command)
        assert result.exit_code == 0
        assert "?[2JEve" in result.output
        assert "\x1b" not in result.output


def test_perft_counts_offers_to_each_depth(run: Run) -> None:
    """In the first auction of two each answer is a bid or a pass; after two passes the next auction has begun."""
    result = run("perft", "chicago-express", "--depth", "3", "--players", "2")
    rows = [line.split() for line in result.output.splitlines()[-3:]]
    assert rows == [["1", "2"], ["2", "4"], ["3", "8"]]


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing is measured once, however short, and no recorded game."""
    for name, value in (("RUNS", 1), ("GAMES", 1), ("A_MOMENT", 0.0), ("RECORDED", Path("nowhere"))):
        monkeypatch.setattr(measuring, name, value)


@pytest.mark.usefixtures("hurry")
def test_bench_prints_what_was_measured_beside_what_is_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a title with trains and of one without: they are measured in different ways."""
    both = (find_title("chicago-express"), find_title("18cz"))
    monkeypatch.setattr(ferrovia, "titles", lambda: both)
    result = run("bench")
    assert result.exit_code == 0
    for title in both:
        assert title.name in result.output
    for told in ("copy of a state", "≤ 5 µs", "play of one action", "≤ 50 µs", "random games a second", "≥ 100"):
        assert told in result.output
    for told in ("≥ 15000 /s", "≤ 20 ms", "≤ 1.5", "≤ 10 ms", "≤ 0.5 ms", "≤ 0.1 ms", "≤ 0.5 MB"):
        assert told in result.output


@pytest.mark.sampled(each=2)
@pytest.mark.parametrize("title", titles(), ids=lambda title: title.id)
@pytest.mark.usefixtures("hurry")
def test_bench_measures_every_title(title: Title) -> None:
    figures = measuring.measured(title, Words("en"))
    assert len({figure.what for figure in figures}) == len(figures) >= 4
    assert all(figure.measured for figure in figures)


@pytest.mark.usefixtures("hurry")
def test_bench_imports_recorded_games_that_lie_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "RECORDED", tmp_path)
    for folder, number in (("18CZ", 7), ("18CZ-variant", 8), ("18CZX", 9)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{number}.json").write_text(json.dumps(exported()), "utf-8")
    told = [figure.what for figure in measuring.measured(find_title("18cz"), Words("en"))]
    for name in ("18CZ/7", "18CZ-variant/8"):
        assert f"import of {name}, {len(exported()['actions'])} actions, all checks" in told
        assert any(what.startswith(f"replay of {name}, ") for what in told)
    assert not any("18CZX" in what for what in told)


def test_version(run: Run) -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.output.startswith("ferrovia 0.")


def test_help_of_every_command(run: Run) -> None:
    for command in ("titles", "play", "show", "replay", "import", "export", "routes", "perft", "bench", "serve"):
        assert run(command, "--help").exit_code == 0


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_language_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


# -------------------------------------------------------------------------------------------------------- what is wrong

CHICAGO = ("play", "chicago-express")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "monopoly"), ("monopoly", "chicago-express")),
        (("play",), ("Which title?", "chicago-express")),
        ((*CHICAGO, "--players", "Ana"), ("2 to 6 players", "not 1")),
        ((*CHICAGO, "--players", "A,B,C,D,E,F,G"), ("2 to 6 players", "not 7")),
        ((*CHICAGO, "--players", "Ana,Ana"), ("Ana", "differ")),
        ((*CHICAGO, "--players", "Ana,"), ("no name",)),
        ((*CHICAGO, "--players", "Ana,PRR"), ("PRR", "companies")),
        ((*CHICAGO, "--players", "Ana,bank"), ("bank",)),
        ((*CHICAGO, "--seats", "simple"), ("2 to 6 players",)),
        (
            (*CHICAGO, "--players", "Ana,Ben", "--seats", "human,alien"),
            ("alien", "human, simple, policy, search, random"),
        ),
        ((*CHICAGO, "--players", "Ana,Ben", "--seats", "human"), ("2 names for 1 seat",)),
        ((*CHICAGO, "--option", "colour=red"), ("colour", "first-bidder")),
        ((*CHICAGO, "--option", "first-bidder=9"), ("9", "1, 2, 3, 4, 5, 6")),
        ((*CHICAGO, "--option", "first-bidder"), ("KEY=VALUE",)),
        ((*CHICAGO, "--lang", "fr"), ("fr", "en, es")),
        ((*CHICAGO, "--seed", "seven"), ("--seed", "integer")),
        ((*CHICAGO, "--dance"), ("--dance", "--help")),
        ((*CHICAGO, "--save", "none/such.json"), ("none/such.json", "cannot be written")),
        ((*CHICAGO, "--save", "letter.txt"), ("letter.txt", "already exists")),
        ((*CHICAGO, "--save", "game.json"), ("game.json", "already exists", "--resume")),
        (("play", "--resume", "missing.json"), ("missing.json", "cannot be read")),
        (("play", "--resume", "letter.txt"), ("letter.txt", "not a complete game file")),
        (("play", "--resume", "cut.json"), ("cut.json", "not a complete game file")),
        (("play", "--resume", "other.json"), ("other.json", "not a Ferrovía game file")),
        (("play", "--resume", "newer.json"), ("newer.json", "rules version 99", "1 to 2")),
        (("play", "--resume", "."), ("cannot be read",)),
        (("play", "monopoly", "--resume", "game.json"), ("chicago-express", "monopoly")),
        (("play", "--resume", "game.json", "--players", "Ana,Ben"), ("keeps its players",)),
        (("show", "letter.txt"), ("letter.txt",)),
        (("show", "game.json", "--at", "9999"), ("positions 0 to", "9999")),
        (("show", "game.json", "--at", "-1"), ("positions 0 to", "-1")),
        (("show",), ("FILE", "--help")),
        (("replay", "cut.json"), ("cut.json",)),
        (("perft", "monopoly", "--depth", "2"), ("monopoly", "chicago-express")),
        (("perft", "chicago-express", "--depth", "0"), ("--depth",)),
        (("perft", "chicago-express", "--depth", "1", "--players", "9"), ("2 to 6 players",)),
        (("titles", "--lang", "xx"), ("xx", "en, es")),
        (("dance",), ("dance", "--help")),
    ],
    ids=lambda value: " ".join(value) if value and value[0] in ("play", "show", "replay", "perft", "titles") else "",
)
def test_what_is_wrong_is_said_in_one_line(
    run: Run, finished: str, arguments: tuple[str, ...], told: tuple[str, ...]
) -> None:
    """One line on stderr, exit code 2, nothing on stdout, no file touched."""
    text = Path(finished).read_text()
    Path("letter.txt").write_text("dear aunt")
    Path("cut.json").write_text(text[: len(text) // 2])
    Path("other.json").write_text('{"some": "data"}')
    Path("newer.json").write_text(json.dumps({**json.loads(text), "rules_version": 99}))
    before = {file.name: file.read_bytes() for file in Path().iterdir()}
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    for part in told:
        assert part in result.stderr
    assert {file.name: file.read_bytes() for file in Path().iterdir()} == before


def test_what_is_wrong_is_said_in_the_chosen_language(run: Run) -> None:
    said = run("play", "monopolio", "--lang", "es").stderr
    assert said == "No hay juego «monopolio»; hay chicago-express, 1824, 18cz, 1862, 18esp.\n"


def test_a_tournament_of_bots_is_told_as_a_table(run: Run) -> None:
    told = run("arena", "chicago-express", "--bots", "simple,random", "--games", "2").output
    for part in ("Easy bot", "/ 2", "50%"):
        assert part in told


@pytest.mark.parametrize("where", ["--file", "--png"])
def test_where_a_tournament_cannot_be_written_is_said_before_the_first_game(
    run: Run, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ferrovia.bots.arena.play_one", None)
    result = run("arena", "chicago-express", "--bots", "simple,random", "--games", "1", where, "missing/out")
    assert result.exit_code == 2
    assert result.stderr == "missing/out cannot be written: No such file or directory.\n"


def test_a_picture_may_have_any_name(run: Run) -> None:
    result = run("arena", "chicago-express", "--bots", "simple,random", "--games", "1", "--png", "picture.of-it")
    assert result.exit_code == 0
    assert Path("picture.of-it").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("bots", ["simple,clever", "simple"])
def test_a_tournament_needs_bots_that_know_the_title(run: Run, bots: str) -> None:
    result = run("arena", "chicago-express", "--bots", bots, "--games", "1")
    assert result.exit_code == 2
