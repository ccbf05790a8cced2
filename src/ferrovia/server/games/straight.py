"""A move goes straight to its game: past what Litestar prepares for any request, which costs more than playing it.

Whatever is not plainly a move (a query with an invitation, a body in pieces or not as described) goes the usual way,
where `endpoints.act` does the same and says what is wrong.
"""

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send

from ferrovia.server.encoding import encode
from ferrovia.server.errors import response_to
from ferrovia.server.games.visits import let_in
from ferrovia.server.gate import Gate, reader_in
from ferrovia.server.schema import ActionRequest, Update
from ferrovia.server.services import Services

TEMPLATE = "/api/games/{game}/actions"
"""As Litestar calls the address."""
PATH = re.compile(r"/api/games/([^/]+)/actions")

_read = msgspec.json.Decoder(ActionRequest).decode


class StraightWay:
    """All of the application, with a shorter way for moves."""

    def __init__(self, usual_way: ASGIApp, gate: Gate, to: Services) -> None:
        self._usual_way = usual_way
        self._gate = gate
        self._to = to

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game = _game_in(scope)
        if scope["type"] != "http" or game is None:
            await self._usual_way(scope, receive, send)
            return
        first = await receive()
        wanted = self._read_whole(first)
        if wanted is None:
            await self._usual_way(scope, _with_first(first, receive), send)
            return
        scope["path_template"] = TEMPLATE
        try:
            update = await self._answer(scope, game, wanted)
        except Exception as error:  # told as it is everywhere else
            request = Request[Any, Any, Any](scope, receive, send)
            told = response_to(request, error).to_asgi_response(app=None, request=request)
            await told(scope, receive, send)
        else:
            await _send_json(send, encode(update))

    async def _answer(self, scope: HTTPScope, game: str, wanted: ActionRequest) -> Update:
        await self._gate.let_pass(scope)
        reader = reader_in(scope)
        person = reader.signed_in
        live = await let_in(self._to, game, reader, fresh=False)
        return await self._to.answering.submit(person, live, wanted.seq, [wanted.action, *wanted.then], reader.language)

    def _read_whole(self, message: HTTPReceiveMessage) -> ActionRequest | None:
        """What is wanted, where the first message holds all of it."""
        if message["type"] != "http.request" or message["more_body"]:
            return None
        if len(message["body"]) > self._to.settings.max_body:
            return None
        try:
            return _read(message["body"])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None


def _game_in(scope: Scope) -> str | None:
    """The game in which somebody wants to move, as one of its people."""
    if scope["type"] != "http" or scope["method"] != "POST" or b"invite" in scope["query_string"]:
        return None
    found = PATH.fullmatch(scope["path"])
    return found[1] if found else None


def _with_first(first: HTTPReceiveMessage, receive: Receive) -> Receive:
    """A message that was read already, then those that follow."""
    ahead = [first]

    async def again() -> Any:
        return ahead.pop() if ahead else await receive()

    return again


async def _send_json(send: Send, body: bytes) -> None:
    """A few kilobytes at once: packing them would take longer than sending them."""
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    head: Message = {"type": "http.response.start", "status": 200, "headers": headers}
    await send(head)
    await send({"type": "http.response.body", "body": body, "more_body": False})
