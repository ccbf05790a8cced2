"""Where requests come from: limits count by network, for one home has billions of IPv6 addresses."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count

from ferrovia.server.counters import Counters
from ferrovia.server.errors import Fault

UNKNOWN = "unknown"


LONGEST_ADDRESS = 45


def network_of(address: str) -> str:
    """The address itself, or the /64 of an IPv6 address."""
    return _network_of(address) if len(address) <= LONGEST_ADDRESS else UNKNOWN


@lru_cache(maxsize=4096)
def _network_of(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False))
    return address


class Lines:
    """Lines that stay open, by network."""

    def __init__(self, counters: Counters, *, most: int) -> None:
        self._counters = counters
        self._most = most
        """For each network; 0: as many as they like."""
        self._numbers = count()

    @asynccontextmanager
    async def open(self, network: str) -> AsyncGenerator[bool]:
        """One more; whether it may stay. Many that come at the same moment are refused only here."""
        if not self._most:
            yield True
            return
        line = str(next(self._numbers))
        try:
            yield await self._counters.opened(network, line) <= self._most
        finally:
            await self._counters.closed(network, line)

    async def refuse_more(self, network: str) -> None:
        """Raises where a network has as many as it may."""
        if self._most and await self._counters.lines(network) >= self._most:
            raise Fault("too-many", "too-many-lines", most=self._most, seconds=30)
