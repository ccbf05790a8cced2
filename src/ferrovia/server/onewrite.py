"""Head and body of an answer in one write to the socket: each write is a call into the kernel that wakes the reader."""

import asyncio
from typing import Any

MOST = 65_536
"""Bytes that are held back at most: beyond them the socket must be able to say that it is full."""


class Gathered:
    """A connection on which all that is written in one turn of the event loop is sent together."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._held: list[bytes] = []
        self._size = 0
        self._soon = asyncio.get_running_loop().call_soon

    def write(self, data: bytes) -> None:
        if not data:
            return
        if not self._held:
            self._soon(self._send)
        self._held.append(data)
        self._size += len(data)
        if self._size > MOST:
            self._send()

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._held:
            data = b"".join(self._held)
            self._held.clear()
            self._size = 0
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
