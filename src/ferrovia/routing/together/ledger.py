"""What every option of a menu earns, all of them at once.

The options' earnings stand side by side in one large int, eight bytes each. An item is an int as well, with a one in
the place of each option that earns it; so when an item's worth changes, one multiplication and one addition change the
earnings of thousands of options.
"""

import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache

from ferrovia.routing.single.line import bits
from ferrovia.routing.together.options import Option

FINE = 64
"""Earnings are kept in such parts of a coin: room for prices between whole coins."""
PLACE = 8
"""Bytes for one option."""


@lru_cache(maxsize=20_000)
def members(items: int) -> tuple[int, ...]:
    """The same sets of items come again and again."""
    return tuple(bits(items))


class Ledger:
    """The options of a menu and what each of them earns."""

    def __init__(self, options: Sequence[Option], ignored: int = 0) -> None:
        """Items that are ignored are worth nothing."""
        self.options = options
        self.base = min(0, *(option.solo for option in options)) * FINE if options else 0
        """What is added to every entry; no entry is negative."""
        self._size = PLACE * len(options)
        self._earners = self._find_earners(~ignored)
        self._solo = self._joined([option.solo * FINE - self.base for option in options])
        self._entries = self._solo

    def _find_earners(self, wanted: int) -> dict[int, int]:
        found: dict[int, bytearray] = {}
        for at, option in enumerate(self.options):
            for item in members(option.items & wanted):
                if item not in found:
                    found[item] = bytearray(self._size)
                found[item][PLACE * at] = 1
        return {item: int.from_bytes(places, "little") for item, places in found.items()}

    def _joined(self, entries: list[int]) -> int:
        places = array("Q", entries)
        if sys.byteorder == "big":
            places.byteswap()
        return int.from_bytes(places.tobytes(), "little")

    def set(self, worth: Sequence[int]) -> None:
        """What each item is worth, in fine parts of a coin."""
        entries = self._solo
        for item, earners in self._earners.items():
            if worth[item]:
                entries += worth[item] * earners
        self._entries = entries

    def change(self, changes: dict[int, int]) -> None:
        """By how much some items are worth more or less than before."""
        entries, earners = self._entries, self._earners
        for item in changes.keys() & earners.keys():
            entries += changes[item] * earners[item]
        self._entries = entries

    def earnings(self) -> Sequence[int]:
        """What each option earns, less the base."""
        places = array("Q")
        places.frombytes(self._entries.to_bytes(self._size, "little"))
        if sys.byteorder == "big":
            places.byteswap()
        return places
