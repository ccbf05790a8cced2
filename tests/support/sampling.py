"""A few cases of many, drawn anew every day: over the weeks all of them are run.

    @pytest.mark.sampled(each=2, by="title")     two cases of every title
    @pytest.mark.sampled(each=3)                 three cases

`TESTS_OF_DAY=2026-11-16` draws as on that day, `--complete` runs everything.
"""

import os
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

import pytest

DAY = "TESTS_OF_DAY"


def day() -> str:
    """The day by which cases are drawn; written down for the workers of a run that goes on past midnight."""
    return os.environ.setdefault(DAY, date.today().isoformat())


def drawn(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of the items that are run today."""
    kept, groups = set[str](), defaultdict[tuple[str, str], list[str]](list)
    sizes: dict[tuple[str, str], int] = {}
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is None:
            kept.add(item.nodeid)
            continue
        key = (item.nodeid.split("[")[0], _group(item, mark.kwargs.get("by")))
        groups[key].append(item.nodeid)
        sizes[key] = mark.kwargs["each"]
    for key, ids in groups.items():
        kept |= set(Random(f"{day()} {key}").sample(sorted(ids), min(sizes[key], len(ids))))
    return kept


def _group(item: pytest.Item, by: str | None) -> str:
    callspec: Any = getattr(item, "callspec", None)
    value: Any = callspec.params[by] if by and callspec else ""
    return str(getattr(value, "id", getattr(value, "__name__", value)))  # functions print otherwise in every process
