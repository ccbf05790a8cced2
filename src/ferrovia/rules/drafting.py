"""Drafting: who picks next."""

from collections.abc import Sequence

from ferrovia.model.ids import PlayerId


def snake(order: Sequence[PlayerId], turn: int) -> PlayerId:
    """1, 2, …, n, n, …, 2, 1, 1, 2, …"""
    lap, at = divmod(turn, len(order))
    return order[at] if lap % 2 == 0 else order[-1 - at]
