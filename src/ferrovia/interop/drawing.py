"""The numbers that the site draws with where a game begins or goes on by chance."""

import re
from collections.abc import Iterator

from ferrovia import BadData
from ferrovia.interop.exported import Exported

MODULUS = 2**31


def seed_of(export: Exported) -> int:
    """What the site's generator is fed with: without a seed the first number in the game's id."""
    seed, in_id = export.settings.get("seed"), re.search(r"\d+", export.id)
    if seed is None or seed == "":
        seed = in_id.group() if in_id else 0
    try:
        return int(seed)
    except (TypeError, ValueError):
        raise BadData("the seed of the export is no number") from None


def generator(seed: int) -> Iterator[int]:
    """The numbers in the order in which they are drawn."""
    state = seed % MODULUS
    while True:
        state = (1103515245 * state + 12345) % MODULUS
        yield state
