"""The program as a person at a terminal meets it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ferrovia.cli import app

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `ferrovia` in an empty folder with typed lines: `run("play", "chicago-express", typed=["8", "pass"])`."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")

    def ferrovia(*arguments: str, typed: list[str] | None = None) -> Any:
        lines = "".join(f"{line}\n" for line in typed or [])
        result = CliRunner().invoke(app, list(arguments), input=lines)
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result

    return ferrovia


AUCTIONS = ["8", "pass", "pass"] * 4
"""Whoever opens an initial auction gets the share for 8: Ana all four of them."""


@pytest.fixture
def hot_seat(run: Run) -> Run:
    """Three people around one terminal; `hot_seat(["auction PRR"])` starts after the initial auctions."""

    def play(typed: list[str], *arguments: str) -> Any:
        table = ("play", "chicago-express", "--players", "Ana,Ben,Eva")
        return run(*table, *arguments, typed=[*AUCTIONS, *typed])

    return play
