"""Every paragraph of every rulebook has a test that is marked with it, and docs/coverage.md says which."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def test_every_paragraph_has_a_test_and_the_page_says_so() -> None:
    tool = [sys.executable, str(PROJECT / "tools" / "coverage.py"), "--check"]
    run = subprocess.run(tool, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == ("", "", 0)
