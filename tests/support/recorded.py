"""Games recorded elsewhere, kept beside the project and never copied into it."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[3] / "shared" / "games"


@dataclass(frozen=True)
class RecordedGame:
    """A finished game: its log, the reference engine's trace of every action, and the routes it ran."""

    title: str
    log: Path

    @property
    def trace(self) -> Path:
        return self.log.with_suffix(".trace.jsonl")

    @property
    def routes(self) -> Path:
        return self.log.with_suffix(".routes.jsonl")

    def __str__(self) -> str:
        return f"{self.title}/{self.log.stem}"


def recorded_games(title: str | None = None, *, folder: Path = GAMES) -> tuple[RecordedGame, ...]:
    """The recorded games of a title (named as its folder), or of all: for a test, or for `parametrize(..., ids=str)`.

    Where the folder is missing, the caller is skipped with a notice; in CI it fails: there the games are required.
    """
    if not folder.is_dir():
        missing = "the recorded games (../shared/games beside the project) are missing"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing, allow_module_level=True)
    logs = sorted(folder.glob(f"{title or '*'}/*.json"))
    return tuple(RecordedGame(log.parent.name, log) for log in logs)
