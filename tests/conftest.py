import pytest

from support import recorded, sampling
from support.golden import Golden


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the goldens anew; then review them as text")
    parser.addoption(
        "--complete", action="store_true", help="run every case of tests of which a few are drawn by the day"
    )


def pytest_report_header(config: pytest.Config) -> str:
    return f"cases drawn by {sampling.DAY}={sampling.day()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests that are marked so only some cases are run, drawn by the day."""
    if config.getoption("--complete"):
        return
    kept = sampling.drawn(items)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = [item for item in items if item.nodeid in kept]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with its golden file, or rewrites the file: `pytest --rewrite`."""
    return Golden(rewrite=bool(request.config.getoption("--rewrite")))


@pytest.fixture(scope="session")
def recorded_games() -> tuple[recorded.RecordedGame, ...]:
    """All games recorded elsewhere; skips where they are missing, fails in CI."""
    return recorded.recorded_games()
