"""What measures the server, and what makes databases for the tests of later releases, still fits the program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("program", ["bench/server.py", "bench/abuse.py", "tools/database_fixture.py"])
def test_what_nobody_runs_every_day_can_still_be_run(program: str) -> None:
    """They named a function that there was no more, and nobody noticed."""
    path = ROOT / program
    environment = {**os.environ, "PYTHONPATH": str(path.parent)}
    command = [sys.executable, "-c", f"import {path.stem}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
