"""Head and body of an answer in one write to the socket: each write is a call into the kernel that wakes the reader."""

import asyncio
from typing import Any

HEAD = b"HTTP/1.1 "
"""How the head of every answer begins."""


class Gathered:
    """A connection on which the head of an answer waits for what follows it in the same turn of the event loop.

    Nothing else waits: where a thousand people follow a game, the first reads while the last is still written to.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self._soon = asyncio.get_running_loop().call_soon

    def write(self, data: bytes) -> None:
        if data.startswith(HEAD):
            self._send()
            self._head = data
            self._soon(self._send)
        elif self._head:
            self._head += data
            self._send()
        elif data:
            self._transport.write(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._head:
            data, self._head = self._head, b""
            if not self._transport.is_closing():  # nobody is there any more
                self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
