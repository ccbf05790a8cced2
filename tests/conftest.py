import pytest

from support import recorded


@pytest.fixture(scope="session")
def recorded_games() -> tuple[recorded.RecordedGame, ...]:
    """All games recorded elsewhere; skips where they are missing, fails in CI."""
    return recorded.recorded_games()
