"""As little HTTP as a benchmark's client needs: connections kept open, one request after another on each."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

END = b"\r\n\r\n"


class Line(asyncio.Protocol):
    """One connection. Costs little, so that it is the server that is measured."""

    def __init__(self) -> None:
        self._got = b""
        self._waiting: asyncio.Future[tuple[bytes, bytes]] | None = None
        self._writer: asyncio.Transport | None = None
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._writer = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        self._got += data
        head_ends = self._got.find(END)
        if head_ends < 0 or self._waiting is None:
            return
        end = head_ends + len(END) + _length(self._got[:head_ends])
        if len(self._got) >= end:
            head, body = self._got[:head_ends], self._got[head_ends + len(END) : end]
            self._got = self._got[end:]
            waiting, self._waiting = self._waiting, None
            waiting.set_result((head, body))

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        """Head and body of the answer."""
        assert self._writer is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self._writer.write(request)
        return await self._waiting

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


def _length(head: bytes) -> int:
    at = head.lower().find(b"content-length: ")
    return int(head[at + 16 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


def request_of(method: str, path: str, body: bytes, cookies: Mapping[str, str], **headers: str) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "host: bench",
        f"cookie: {'; '.join(f'{name}={value}' for name, value in cookies.items())}",
        f"x-csrftoken: {cookies.get('csrftoken', '')}",
        *(f"{name}: {value}" for name, value in headers.items()),
        "content-type: application/json",
        f"content-length: {len(body)}",
    ]
    return "\r\n".join(lines).encode() + END + body


class Person:
    """Somebody with cookies and a connection."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.cookies: dict[str, str] = {}

    @staticmethod
    async def at(port: int, name: str) -> "Person":
        """A new guest."""
        person = Person(await a_line(port))
        await person.json("GET", "/api/me")
        await person.json("POST", "/api/guest", {"name": name})
        return person

    async def send(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer."""
        head, answer = await self.line.ask(request_of(method, path, body, self.cookies))
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(head[9:12]), answer

    async def json(self, method: str, path: str, data: Any = None) -> Any:
        status, body = await self.send(method, path, b"" if data is None else json.dumps(data).encode())
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {body[:300]!r}")
        return json.loads(body or b"null")


async def a_line(port: int) -> Line:
    _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", port)
    return line


class Follower(asyncio.Protocol):
    """Listens to a game and tells the number of each update as it comes."""

    def __init__(self, request: bytes, heard: Callable[[int], None]) -> None:
        self._request = request
        self._heard = heard
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._writer = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """An event begins with its number; the last line may be cut off and comes again with the next piece."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line.startswith(b"id: "):
                self._heard(int(line[4:]))

    def close(self) -> None:
        self._writer.close()


async def follow(port: int, game: str, cookies: Mapping[str, str], heard: Callable[[int], None]) -> Follower:
    request = request_of("GET", f"/api/games/{game}/stream", b"", cookies)
    loop = asyncio.get_running_loop()
    _, follower = await loop.create_connection(lambda: Follower(request, heard), "127.0.0.1", port)
    return follower
