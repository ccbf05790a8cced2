"""As little HTTP as a benchmark's client needs: one connection kept open, requests one after another."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Wire:
    """One person's connection."""

    port: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookies: dict[str, str] = field(default_factory=dict)

    @staticmethod
    async def to(port: int, cookies: dict[str, str] | None = None) -> "Wire":
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        return Wire(port, reader, writer, dict(cookies or {}))

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: bench\r\ncookie: {cookies}\r\n"
            f"x-csrftoken: {self.cookies.get('csrftoken', '')}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    async def send(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer."""
        self.writer.write(self.request(method, path, body))
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b": ")
            if name == b"content-length":
                length = int(value)
            elif name == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return int(head[9:12]), await self.reader.readexactly(length)

    async def json(self, method: str, path: str, data: Any = None) -> Any:
        status, body = await self.send(method, path, b"" if data is None else json.dumps(data).encode())
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {body[:300]!r}")
        return json.loads(body or b"null")

    def close(self) -> None:
        self.writer.close()
