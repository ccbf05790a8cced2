"""Long work in turns: each network does few pieces at a time, so whoever asks for much waits for themselves."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Turns:
    """Lets long work begin, network by network."""

    def __init__(self, *, at_once: int, each: int = 1) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._each = each
        """Pieces of work that one network does at the same time; there are more places for all together."""
        self._own: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}
        """For each network that has work its places, and a mark for everybody who has one or waits for one."""

    @asynccontextmanager
    async def of(self, network: str) -> AsyncGenerator[None]:
        places, there = self._own.setdefault(network, (asyncio.Semaphore(self._each), []))
        there.append(None)
        try:
            async with places, self._all:
                yield
        finally:
            there.pop()
            if not there:
                del self._own[network]
