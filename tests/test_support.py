"""What the project promises about its own files."""

from pathlib import Path

import pytest

from support.recorded import RecordedGame, recorded_games
from support.shared import shared

PROJECT = Path(__file__).parents[1]


def test_locks_name_no_registry() -> None:
    """A lock is good for every registry, so it pins hashes and no addresses."""
    assert "://" not in (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    web_lock = PROJECT / "web" / "package-lock.json"
    assert not web_lock.exists() or '"resolved": "http' not in web_lock.read_text(encoding="utf-8")


def test_every_recorded_game_has_its_trace_and_routes(recorded_games: tuple[RecordedGame, ...]) -> None:
    assert recorded_games
    for game in recorded_games:
        assert game.trace.is_file() and game.routes.is_file(), game


def test_missing_recorded_games_skip_at_home_and_fail_in_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        recorded_games(folder=tmp_path / "none")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        recorded_games(folder=tmp_path / "none")


def test_missing_facts_skip_at_home_and_fail_in_ci(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        shared("facts/none.json", folder=tmp_path)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        shared("facts/none.json", folder=tmp_path)
