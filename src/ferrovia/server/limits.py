"""How often somebody may try something."""

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.server.counters import Counters
from ferrovia.server.errors import Fault
from ferrovia.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Limit:
    """A number at once, and one more each time some seconds have passed."""

    burst: int
    seconds: float


LIMITS: dict[str, Limit] = {
    "login-name": Limit(8, 30),
    "login-address": Limit(30, 10),
    "register": Limit(10, 60),
    "guest": Limit(30, 5),
    "token": Limit(20, 30),
    "create": Limit(60, 5),
    "create-address": Limit(200, 5),
    "import": Limit(10, 10),
    "import-address": Limit(40, 10),
    "chat": Limit(20, 2),
    "substitute": Limit(20, 30),
    "read": Limit(600, 1 / 60),
    "write": Limit(120, 1 / 12),
}
DAY_SECONDS = 86_400
COSTS: Mapping[str, int] = {
    "position": 2,
    "title": 3,
    "preview": 3,
    "why-not": 3,
    "board.svg": 2,
    "ending": 5,
    "reach": 5,
    "rounds": 5,
    "readyz": 5,
    "log": 5,
    "stream": 5,
    "table": 10,
    "reason": 10,
    "hint": 10,
    "openapi.json": 10,
    "chart": 20,
    "routes": 20,
    "export": 20,
    "18xx": 20,
    "clone": 10,
    "import": 20,
}
"""What an address costs by its last word, in plain requests."""
LOOKING = ("preview", "why-not")
"""What is sent like a writing but changes nothing."""


def limits_of_a_day(settings: Settings) -> dict[str, Limit]:
    """What one network may leave on the server: so much at once, and as much again in the course of a day."""
    most = {
        "day-people": settings.day_people,
        "day-games": settings.day_games,
        "day-bots": settings.day_bots,
        "day-imports": settings.day_imports,
        "day-kilobytes": settings.day_megabytes * 1_000,
    }
    return {kind: Limit(number, DAY_SECONDS / number) for kind, number in most.items()}


def kilobytes(size: int) -> int:
    """What some bytes cost."""
    return -(-size // 1_000)


class Limiter:
    """Refuses what comes too often."""

    def __init__(
        self, counters: Counters, *, active: bool, scale: float = 1.0, day: Mapping[str, Limit] | None = None
    ) -> None:
        self._limits = {**LIMITS, **(day or limits_of_a_day(Settings()))}
        self._counters = counters
        self._active = active
        self._scale = scale
        """Where many people share an address, each limit is this many times as wide."""

    async def spend(self, kind: str, key: str, cost: int = 1) -> None:
        """Counts an attempt; raises when there were too many."""
        if not self._active:
            return
        limit = self._limits[kind]
        wait = await self._counters.spend(
            f"{kind} {key}", seconds=limit.seconds / self._scale * cost, room=limit.burst * limit.seconds
        )
        if wait:
            raise Fault("too-many", "too-many", seconds=max(1, round(wait)))
