"""HTTP as uvicorn speaks it, with the limits that a server on the internet needs: how large the head of a request may
be, how long a request may take to arrive and an answer to be fetched, and how many connections a network may have."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from ferrovia.server.counters import ALLOWED
from ferrovia.server.networks import UNKNOWN, network_of
from ferrovia.server.onewrite import Gathered

HEAD_BYTES = 16_384
"""The head of a request, with its address: browsers send a tenth of that."""
HEADERS = 100
HEAD_SECONDS = 10.0
"""For the head of a request, also the first one on a new connection."""
BODY_SECONDS = 60.0
"""For its body: a game file of four megabytes over a slow line."""
STALLED_SECONDS = 30.0
"""For a client that fetches nothing of an answer which waits for it."""
LOOK_EVERY = 2.0
"""Seconds between looks at the clock, for each connection."""
AT_ONCE_SECONDS = 4.0
"""Of what a network may open in the course of time, it may open at once what belongs to this many seconds."""
REMEMBERED = 20_000
"""Networks; those that came longest ago are forgotten first."""
FRAMING = 8
"""Bytes around a byte of a body that comes in pieces: its size in front of each, and the ends of lines."""


AHEAD = 16
"""Requests that may be sent before their answers are there. Browsers and proxies wait. Each is kept, and more are read
with each answer."""


class TooManyAhead(Exception):
    """More requests are waiting on one connection than anybody needs."""


class HeadTooLarge(Exception):
    """The head of a request is larger than any that we would answer."""


class Connections:
    """The connections that are open, by network. Those of our own proxies are everybody's, so they are not counted."""

    def __init__(self, most: int, proxies: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """As many as `most` from each network, and half as many new ones each second; 0: as many as they like."""
        self._most = 0 if proxies == "*" else most
        self._proxies = [ip_network(part.strip(), strict=False) for part in proxies.split(",") if part.strip("* ")]
        self._open: dict[str, int] = {}
        self._clock = clock
        self._rested_at: OrderedDict[str, float] = OrderedDict()
        """For each network that came lately, when it may again open as many at once as ever."""

    def enter(self, address: str) -> str | None:
        """The name under which one more is counted, empty where it is not; None where there are too many."""
        network = network_of(address)
        if not self._most or network == UNKNOWN or self._is_proxy(address):
            return ""
        there = self._open.get(network, 0)
        if there >= self._most or not self._has_rested(network):
            return None
        self._open[network] = there + 1
        return network

    def _has_rested(self, network: str) -> bool:
        """A request that cannot be read is refused before anybody counts it: so what counts is who comes with it."""
        now = self._clock()
        rested_at = max(now, self._rested_at.get(network, 0.0)) + 2 / self._most
        if rested_at - now > AT_ONCE_SECONDS + ALLOWED:
            return False
        self._rested_at[network] = rested_at
        self._rested_at.move_to_end(network)
        while len(self._rested_at) > REMEMBERED:
            self._rested_at.popitem(last=False)
        return True

    def leave(self, network: str) -> None:
        if network:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def _is_proxy(self, address: str) -> bool:
        found = ip_address(address)
        return any(found in network for network in self._proxies)


class Entrance(asyncio.Protocol):
    """Whoever comes. A network that has too many connections is refused here: nothing was made ready for it yet."""

    by_network: ClassVar[Connections] = Connections(0)

    def __init__(self, **given: Any) -> None:
        self._given = given

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        place = transport.get_extra_info("peername")  # nothing where they are gone again
        counted = self.by_network.enter(place[0]) if place else None
        if counted is None:
            cast("asyncio.Transport", transport).abort()
            return
        inside = Guarded(self.by_network, counted, **self._given)
        cast("asyncio.Transport", transport).set_protocol(inside)
        inside.connection_made(transport)


class Guarded(HttpToolsProtocol):
    """One connection. Head and body of an answer leave together."""

    def __init__(self, by_network: Connections, counted: str, **given: Any) -> None:
        """One that is counted under the name of its network."""
        super().__init__(**given)
        self._by_network = by_network
        self._counted = counted
        self._unanswered: deque[RequestResponseCycle] = deque()
        """The request that is being answered, and those that have come behind it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().connection_made(cast("asyncio.Transport", Gathered(cast("asyncio.Transport", transport))))
        self._head_bytes = 0
        self._in_head = True
        self._received = self._body_bytes = 0
        self._unsent, self._stalled = 0, 0.0
        self._wrong = 400
        self._due: float | None = self.loop.time() + HEAD_SECONDS
        self._watch = self.loop.call_later(LOOK_EVERY, self._look_at_the_clock)

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.cancel()
        self._by_network.leave(self._counted)
        super().connection_lost(exc)
        # uvicorn tells only the latest request that nobody is there any more: those before it would go on, live updates
        # for ever.
        self.pipeline.clear()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    # How long it takes.

    def _look_at_the_clock(self) -> None:
        if self._due is not None and self.loop.time() > self._due:
            self._refuse(408)
        self._watch = self.loop.call_later(LOOK_EVERY, self._look_at_the_clock)
        waiting = self.transport.get_write_buffer_size()
        self._stalled = self._stalled + LOOK_EVERY if 0 < self._unsent <= waiting else 0.0
        self._unsent = waiting
        if self._stalled > STALLED_SECONDS:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes, self._in_head = 0, True
        self._received = self._body_bytes = 0
        self._due = self.loop.time() + HEAD_SECONDS

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._due = self.loop.time() + BODY_SECONDS
        if len(self._unanswered) >= AHEAD:
            self._wrong = 429
            raise TooManyAhead  # told by uvicorn like a request that cannot be read
        super().on_headers_complete()
        self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        self._due = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._unanswered:
            self._unanswered.popleft()
        super().on_response_complete()

    # How large it is.

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head_bytes += len(data)  # what the parser still holds back
            if self._head_bytes > HEAD_BYTES:
                self._refuse(431)
        elif self._due is not None:  # in a body; what comes beside it may be the headers at its end, without end
            self._received += len(data)
            if self._received > 2 * HEAD_BYTES + (1 + FRAMING) * self._body_bytes:
                self._refuse(431)

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._grow(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._grow(len(name) + len(value))
        super().on_header(name, value)

    def _grow(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES or (self.headers and len(self.headers) >= HEADERS):
            self._wrong = 431
            raise HeadTooLarge  # uvicorn then answers that it cannot read the request

    # How it is refused.

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._wrong)

    def _refuse(self, status: int) -> None:
        """Says what is wrong, without a body, and hangs up."""
        self._due = None
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


def entrance(connections: Connections) -> type[Entrance]:
    """Connections that are counted, by a server of its own among others in one process."""
    return type("Entrance", (Entrance,), {"by_network": connections})
