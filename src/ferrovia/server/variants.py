"""A title as a game plays it: its options and the number of players may make it another one."""

from collections.abc import Mapping
from functools import lru_cache

from ferrovia import Title, find_title


def as_played(title: str, options: Mapping[str, str], players: int) -> Title:
    return _as_played(title, tuple(sorted(options.items())), players)


@lru_cache(maxsize=256)
def _as_played(title: str, options: tuple[tuple[str, str], ...], players: int) -> Title:
    found = find_title(title)
    return found.variant(dict(options), players) if found.variant else found
