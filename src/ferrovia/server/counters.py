"""Where limits are counted: in the memory of one process, or in Redis or Valkey for all of them together."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex
from typing import Any, Protocol

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

LOG = structlog.get_logger("ferrovia.counters")

REMEMBERED = 20_000
"""Counters that a process keeps; the longest unused are forgotten first."""
ALLOWED = 1e-6
"""Sums of fractions are not exact."""


class Counters(Protocol):
    """Counts what is spent, and which lines are open."""

    async def spend(self, name: str, *, seconds: float, room: float) -> float:
        """Takes some seconds from a counter that holds `room` of them and fills by one each second; how long to wait
        where there are not as many left. Then nothing is taken."""
        ...

    async def lines(self, network: str) -> int:
        """How many lines a network has open."""
        ...

    async def opened(self, network: str, line: str) -> int:
        """Counts one more; how many there are now."""
        ...

    async def closed(self, network: str, line: str) -> None: ...

    async def close(self) -> None: ...


class OwnCounters:
    """Counts in the memory of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """For each counter, when all of its room is available again."""
        self._lines: dict[str, set[str]] = {}

    async def spend(self, name: str, *, seconds: float, room: float) -> float:
        now = self._clock()
        full_at = max(now, self._full_at.get(name, 0.0)) + seconds
        wait = full_at - now - room
        if wait > ALLOWED:
            return wait
        self._full_at[name] = full_at
        self._full_at.move_to_end(name)
        while len(self._full_at) > REMEMBERED:
            self._full_at.popitem(last=False)
        return 0.0

    async def lines(self, network: str) -> int:
        return len(self._lines.get(network, ()))

    async def opened(self, network: str, line: str) -> int:
        there = self._lines.setdefault(network, set())
        there.add(line)
        return len(there)

    async def closed(self, network: str, line: str) -> None:
        there = self._lines.get(network, set())
        there.discard(line)
        if not there:
            self._lines.pop(network, None)

    async def close(self) -> None:
        self._lines.clear()

    def open_lines(self) -> dict[str, set[str]]:
        """The lines of this process by network."""
        return self._lines


PREFIX = "ferrovia:"
PATIENCE = 0.5
"""Seconds for an answer: a request that waits longer counts here instead."""
PAUSE = 2.0
"""Seconds for which Redis is left alone after it gave no answer."""
ALIVE = 10
"""Seconds after which a line counts no longer: the process that had it was killed."""
RENEWED = 3.0

_SPEND = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + tonumber(ARGV[1])
local wait = full - now - tonumber(ARGV[2])
if wait > 0.000001 then return tostring(wait) end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000) + 1)
return '0'
"""
"""By the clock of Redis, so that the clocks of the hosts do not matter."""
_LINES = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZCARD', KEYS[1])
"""
_OPENED = """
local alive = tonumber(ARGV[1])
local until_then = tonumber(redis.call('TIME')[1]) + alive
for n = 2, #ARGV do redis.call('ZADD', KEYS[1], until_then, ARGV[n]) end
redis.call('EXPIRE', KEYS[1], alive)
return redis.call('ZCARD', KEYS[1])
"""


class SharedCounters:
    """Counts in Redis or Valkey, for all processes together. While it cannot be reached each process counts alone."""

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True
        )
        self._process = token_hex(6)
        self._own = OwnCounters()
        self._not_before = 0.0
        """When Redis may be asked again."""
        self._renewing: asyncio.Task[None] | None = None

    async def spend(self, name: str, *, seconds: float, room: float) -> float:
        key = PREFIX + "spent:" + sha256(name.encode()).hexdigest()[:32]  # names and addresses are nobody's business
        told = await self._ask(_SPEND, key, seconds, room)
        return await self._own.spend(name, seconds=seconds, room=room) if told is None else float(told)

    async def lines(self, network: str) -> int:
        told = await self._ask(_LINES, self._lines_of(network))
        return await self._own.lines(network) if told is None else int(told)

    async def opened(self, network: str, line: str) -> int:
        own = await self._own.opened(network, line)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew(), name="open lines")
        told = await self._ask(_OPENED, self._lines_of(network), ALIVE, f"{self._process}:{line}")
        return own if told is None else int(told)

    async def closed(self, network: str, line: str) -> None:
        await self._own.closed(network, line)
        await self._ask(
            "return redis.call('ZREM', KEYS[1], ARGV[1])", self._lines_of(network), f"{self._process}:{line}"
        )

    async def close(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self._redis.aclose()

    async def _renew(self) -> None:
        """Says again and again which lines are open."""
        while True:
            await asyncio.sleep(RENEWED)
            for network, lines in list(self._own.open_lines().items()):
                await self._ask(_OPENED, self._lines_of(network), ALIVE, *(f"{self._process}:{line}" for line in lines))

    def _lines_of(self, network: str) -> str:
        return f"{PREFIX}lines:{sha256(network.encode()).hexdigest()[:32]}"

    async def _ask(self, script: str, key: str, *given: str | float) -> Any:
        """What Redis says; None where it says nothing."""
        if time.monotonic() < self._not_before:
            return None
        try:
            return await self._redis.eval(script, 1, key, *map(str, given))  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType, reportUnknownMemberType]
        except (RedisError, OSError, TimeoutError) as error:
            LOG.warning("limits are counted by each process alone", error=str(error))
            self._not_before = time.monotonic() + PAUSE
            return None
