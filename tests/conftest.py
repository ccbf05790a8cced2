import pytest

from support import recorded
from support.golden import Golden


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the goldens anew; then review them as text")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with its golden file, or rewrites the file: `pytest --rewrite`."""
    return Golden(rewrite=bool(request.config.getoption("--rewrite")))


@pytest.fixture(scope="session")
def recorded_games() -> tuple[recorded.RecordedGame, ...]:
    """All games recorded elsewhere; skips where they are missing, fails in CI."""
    return recorded.recorded_games()
