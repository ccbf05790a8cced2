"""What each of some equal trains may choose."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Menu(NamedTuple, Generic[T]):
    """What may be chosen, and how many trains choose from it."""

    options: Sequence[T]
    trains: int
