"""An action of which only some fields are filled, and the whole actions that it could become."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from math import prod
from typing import Any

MOST = 1_200
"""No more ways than this are looked at to fill what is open; of more an even selection."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is filled so far: a kind of action and some of its fields, as `Beginning(LayTile, {"hex": "E16"})`."""

    kind: type[Any]
    filled: Mapping[str, Any]

    @property
    def open(self) -> list[str]:
        """The fields that are not filled."""
        return [field.name for field in fields(self.kind) if field.name not in self.filled]

    def leads_to(self, action: Any) -> bool:
        """Whether an action begins like this; a row that is filled may go on."""
        return type(action) is self.kind and all(_begins(getattr(action, n), v) for n, v in self.filled.items())

    def completed(self, values: Mapping[str, Sequence[Any]]) -> Iterator[Any]:
        """Whole actions, with these values for what is open."""
        names = self.open
        total = prod(len(values[name]) for name in names)
        for number in range(0, total, max(1, -(-total // MOST))):
            chosen: dict[str, Any] = {}
            for name in reversed(names):
                number, at = divmod(number, len(values[name]))
                chosen[name] = values[name][at]
            yield self.kind(**self.filled, **chosen)


def _begins(value: Any, start: Any) -> bool:
    if isinstance(start, str | int):
        return value == start
    return value[: len(start)] == start
