"""The seed that the site draws with where a game begins or goes on by chance."""

import re

from ferrovia import BadData
from ferrovia.interop.exported import Exported


def seed_of(export: Exported) -> int:
    """What the site's generator is fed with: the first number in the seed, without one that in the game's id."""
    seed = export.settings.get("seed")
    number = re.search(r"\d+", export.id if seed is None or seed == "" else str(seed))
    try:
        return int(number.group()) if number else 0
    except ValueError:  # thousands of digits
        raise BadData("the seed of the export is no number that the site could have drawn with") from None
