"""How long a search may take, and how it is told to stop."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

LOOK_EVERY = 512
"""Nodes between two looks at the clock: some hundred microseconds."""


class OutOfTime(Exception):
    """The time is used up, or nobody wants the answer any more."""


class GivenUp(Exception):
    """A trial took more nodes than it is worth."""


def never() -> bool:
    return False


class Clock:
    """Counts what was searched, and stops the search when it must or should stop."""

    def __init__(
        self,
        budget_seconds: float | None = None,
        cancelled: Callable[[], bool] = never,
        budget_nodes: int | None = None,
    ) -> None:
        self.started = time.perf_counter()
        self.nodes = 0
        self._last_node = budget_nodes
        self._deadline = None if budget_seconds is None else self.started + budget_seconds
        self._cancelled = cancelled
        self._ceiling: int | None = None
        self._alarm: tuple[float, Callable[[], None]] | None = None

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def look(self) -> None:
        """Stops if it is time."""
        if self._cancelled() or (self._deadline is not None and time.perf_counter() >= self._deadline):
            raise OutOfTime
        if self._alarm is not None and time.perf_counter() >= self._alarm[0]:
            (_, ring), self._alarm = self._alarm, None
            ring()

    @contextmanager
    def alarm(self, seconds: float, ring: Callable[[], None]) -> Generator[None]:
        """Inside, something is done once, that many seconds after the start."""
        self._alarm = self.started + seconds, ring
        try:
            yield
        finally:
            self._alarm = None

    def count(self, nodes: int) -> None:
        """A number of nodes was searched since the last call."""
        self.nodes += nodes
        self.look()
        if self._last_node is not None and self.nodes > self._last_node:
            raise OutOfTime
        if self._ceiling is not None and self.nodes > self._ceiling:
            raise GivenUp

    @contextmanager
    def trial(self, nodes: int) -> Generator[None]:
        """Inside, the search is given up after that many nodes."""
        self._ceiling = self.nodes + nodes
        try:
            yield
        finally:
            self._ceiling = None
