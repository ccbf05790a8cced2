"""How often somebody may try something. Counted in the memory of this process."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from ferrovia.server.errors import Fault

REMEMBERED = 20_000
"""So many counters are kept; the longest unused are forgotten first."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and one more after each so many seconds."""

    burst: int
    seconds: float


LIMITS: Mapping[str, Limit] = {
    "login-name": Limit(8, 30),
    "login-address": Limit(30, 10),
    "register": Limit(10, 60),
    "guest": Limit(30, 5),
    "token": Limit(20, 30),
    "create": Limit(60, 5),
    "import": Limit(10, 10),
    "chat": Limit(20, 2),
}


class Limiter:
    """Refuses what comes too often."""

    def __init__(self, *, active: bool, clock: Callable[[], float] = monotonic) -> None:
        self._active = active
        self._clock = clock
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()
        """For each counter, when its whole burst is available again."""

    def spend(self, kind: str, key: str) -> None:
        """Counts one attempt; raises when there were too many."""
        if not self._active:
            return
        limit, now = LIMITS[kind], self._clock()
        full_at = max(now, self._full_at.get((kind, key), 0.0)) + limit.seconds
        wait = full_at - now - limit.burst * limit.seconds
        if wait > 0:
            raise Fault("too-many", "too-many", seconds=max(1, round(wait)))
        self._full_at[kind, key] = full_at
        self._full_at.move_to_end((kind, key))
        while len(self._full_at) > REMEMBERED:
            self._full_at.popitem(last=False)
