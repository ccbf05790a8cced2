"""The README tells the truth: its Python session runs, its commands exist. So does the guide to adding a title."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ferrovia.cli import app

PROJECT = Path(__file__).parents[1]
README = PROJECT / "README.md"


def test_python_session_runs_as_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


def commands() -> list[str]:
    lines = (line.strip().partition("#")[0].strip() for line in README.read_text("utf-8").splitlines())
    return [line for line in lines if line.startswith("ferrovia ")]


def test_readme_shows_commands() -> None:
    assert len(commands()) >= 8


@pytest.mark.parametrize("command", commands())
def test_every_command_is_understood(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in the order of the README's own story: the file of one command is there for the next."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    if "evening.json" in command and "--save" not in command:
        seats = ["--seats", "random,random", "--seed", "3"]
        assert runner.invoke(app, ["play", "chicago-express", "--save", "evening.json", *seats]).exit_code == 0
    result = runner.invoke(app, shlex.split(command)[1:], input="")
    assert result.exit_code == 0, result.output


def test_prompt_session_is_what_the_program_says() -> None:
    """What the README shows after a prompt is what the program answers to it."""
    shown = re.findall(r"^    (.+)$", README.read_text("utf-8"), re.MULTILINE)
    typed = [line.partition("> ")[2] for line in shown if re.match(r"\w+> ", line)]
    told = [line for line in shown if line.startswith(("[", "· ", "Taken"))]
    assert len(typed) == len(told) == 3
    auctions = ["8", "pass", "pass"] * 4
    result = CliRunner().invoke(
        app,
        ["play", "chicago-express", "--players", "Ana,Ben,Eva", "--lang", "en"],
        input="\n".join([*auctions, *typed]),
        env={"COLUMNS": "200"},
    )
    assert result.exit_code == 0
    for line in told:
        assert line in result.output


def test_whoever_adds_a_title_hears_of_all_shared_rules() -> None:
    guide = (PROJECT / "docs" / "adding-a-title.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in guide.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    modules = {file.stem for file in (PROJECT / "src" / "ferrovia" / "rules").glob("*.py")} - {"__init__"}
    assert not modules - told
