"""The part of requirements.lock that a server needs, without what only tests and tools do: for the SBOM and containers.

python tools/server_lock.py > dist/requirements.txt
"""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
ENTRY = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^]]*\])?==.*?(?=^\S|\Z)", re.M | re.S)


def server_lock() -> str:
    """Each package with its version and hashes, by name."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    entries = {canonicalize_name(found["name"]): found[0] for found in ENTRY.finditer(lock)}
    missing = sorted(name for name in needed() if name not in entries)
    if missing:
        raise SystemExit(f"not in requirements.lock: {', '.join(missing)}; run `make lock`")
    return "".join(entries[name] for name in sorted(needed()))


def needed() -> set[str]:
    """Everything that the server needs here, directly or through others, as it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting = [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["server"])]
    found: set[tuple[str, str]] = set()
    while waiting:
        requirement = waiting.pop()
        for extra in ("", *requirement.extras):
            one = canonicalize_name(requirement.name), extra
            if one in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
                continue
            found.add(one)
            waiting += _needs_of(*one)
    return {name for name, _ in found}


def _needs_of(name: str, extra: str) -> list[Requirement]:
    try:
        needs = [Requirement(text) for text in requires(name) or ()]
    except PackageNotFoundError:
        raise SystemExit(f"{name} is not installed; run `make setup`") from None
    kept = [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    for need in kept:
        need.marker = None
    return kept


if __name__ == "__main__":
    sys.stdout.write(server_lock())
