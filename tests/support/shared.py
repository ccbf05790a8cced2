"""What lies beside the project and is never copied into it: facts, rules, rulebooks."""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared"


def shared(name: str, *, folder: Path = SHARED) -> Path:
    """A file beside the project. Where it is missing the test is skipped with a notice; in CI it fails."""
    path = folder / name
    if not path.is_file():
        missing = f"../shared/{name} beside the project is missing"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return path
