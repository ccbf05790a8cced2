"""The state of a game in the words of the recorded traces: flat keys and plain values."""

from collections.abc import Iterator, Mapping
from typing import Any

Facts = Mapping[str, Any]


def changes(before: Facts, after: Facts) -> dict[str, Any]:
    """What was set and what went away between two positions."""
    line: dict[str, Any] = {}
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    gone = [key for key in before if key not in after]
    if changed:
        line["set"] = changed
    if gone:
        line["gone"] = gone
    return line


def present(facts: Iterator[tuple[str, Any]]) -> dict[str, Any]:
    """Leaves out what is empty, as the traces do."""
    return {key: value for key, value in facts if value not in (None, [], "", {})}
