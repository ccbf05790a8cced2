"""The answer to a move, without what other answers may need: no cookies, no headers of its own, no task afterwards.

What Litestar prepares for those costs as much as playing the move.
"""

from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

encode = msgspec.json.Encoder().encode


class Quick(Response[Any]):
    """Data as JSON, sent at once."""

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **_: Any) -> ASGIResponse:
        return cast(ASGIResponse, Sent(self.status_code or 200, encode(self.content)))


class Sent:
    """Head and body, ready to be sent."""

    __slots__ = ("_body", "_status")

    def __init__(self, status: int, body: bytes) -> None:
        self._status = status
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(self._body))]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})
