"""`pip install ferrovia` gives engine, terminal and bots; the server comes with `ferrovia[server]`."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
MODULES = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
"""Packages whose module has another name."""


def name_of(requirement: str) -> str:
    return requirement.partition(">")[0].partition("[")[0].strip()


SERVER_ONLY = [MODULES.get(name, name) for name in map(name_of, PROJECT["optional-dependencies"]["server"])]


def without_the_server(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The program on a machine that has none of the server's packages."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({SERVER_ONLY!r}))"
    program = f"{hidden}; from ferrovia.cli import app; app({list(arguments)!r})"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("titles",),
        ("play", "chicago-express", "--seats", "simple,random", "--seed", "3"),
        ("perft", "18cz", "--depth", "1"),
        ("arena", "chicago-express", "--bots", "simple,random", "--games", "1"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_everything_else_works_without_the_server(arguments: tuple[str, ...]) -> None:
    done = without_the_server(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_saved_game_is_replayed_without_the_server(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    played = without_the_server("play", "chicago-express", "--seats", "simple,random", "--seed", "3", "--save", file)
    replayed = without_the_server("replay", file)
    assert (played.returncode, replayed.returncode, replayed.stderr) == (0, 0, "")
    assert "leads to the stored position" in replayed.stdout


def test_serving_without_the_server_says_one_sentence() -> None:
    done = without_the_server("serve")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "The server is not installed: pip install ferrovia[server] adds it.\n"


def test_the_server_needs_no_package_that_is_not_used() -> None:
    """aiosqlite was installed and never imported."""
    sources = "\n".join(path.read_text("utf-8") for path in (Path(__file__).parents[2] / "src").rglob("*.py"))
    for_uvicorn = {"httptools", "uvloop"}
    unused = [name for name in SERVER_ONLY if f"import {name}" not in sources and f"from {name}" not in sources]
    assert set(unused) == for_uvicorn
