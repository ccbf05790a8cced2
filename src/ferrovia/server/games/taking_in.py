"""Game files over HTTP; an import that takes long tells how far it has come."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

from litestar import Response, Router, post
from litestar.openapi import ResponseSpec
from litestar.params import RawBody
from litestar.response import Stream

from ferrovia.server.encoding import encode
from ferrovia.server.errors import errors, response_to
from ferrovia.server.games.endpoints import AT_ONCE
from ferrovia.server.games.files import Way, file_in
from ferrovia.server.games.stream import event
from ferrovia.server.schema import ImportedGame
from ferrovia.server.services import AppRequest, player_of, services

EVERY = 0.25
"""Seconds between words about it."""

_UNDER_WAY: set[asyncio.Task[ImportedGame]] = set()
"""Held here, so that none is forgotten before it is done."""


async def watched(
    take_in: Callable[[Way], Awaitable[ImportedGame]],
    turn: AbstractAsyncContextManager[None],
    told: Callable[[Exception], Response[Any]],
) -> AsyncIterator[bytes]:
    """`progress` with the part that is done, then `game` or `problem`. Whoever goes away meanwhile still gets it."""
    way = Way()

    async def in_turn() -> ImportedGame:
        async with turn:
            return await take_in(way)

    taking = asyncio.create_task(in_turn(), name="import")
    _UNDER_WAY.add(taking)
    taking.add_done_callback(_UNDER_WAY.discard)
    while not taking.done():
        yield event("progress", encode({"part": way.part}))
        await asyncio.wait([taking], timeout=EVERY)
    try:
        yield event("game", encode(taking.result()))
    except Exception as error:  # the answer has begun long ago: what is wrong is told in it
        yield event("problem", encode(told(error).content))


@post(
    "/import", status_code=201, summary="Import a game file", responses=errors(400, 401, 403, 413, 429), tags=["Lobby"]
)
async def import_file(request: AppRequest, body: RawBody) -> ImportedGame:
    """A game from its file, or one exported from 18xx.games: every answer is played again and checked.

    All seats are then played by you. Where a recorded action is refused, the part before it stands.
    """
    to, reader = services(request), player_of(request)
    await to.files.refuse_more(reader)
    file = file_in(body)
    async with to.replays.of(reader.network):
        return await to.files.take_in(file, reader)


@post(
    "/import/watched",
    status_code=200,
    summary="Import a game file and see how far it is",
    media_type="text/event-stream",
    responses={
        200: ResponseSpec(
            data_container=None, media_type="text/event-stream", description="`progress`, then `game` or `problem`."
        ),
        **errors(400, 401, 403, 413, 429),
    },
    tags=["Lobby"],
)
async def watched_import(request: AppRequest, body: RawBody) -> Stream:
    """The same as server-sent events: from time to time which part is done, in the end the game or what is wrong."""
    to, reader = services(request), player_of(request)
    await to.files.refuse_more(reader)
    take_in, turn = partial(to.files.take_in, file_in(body), reader), to.replays.of(reader.network)
    told = watched(take_in, turn, partial(response_to, request))
    return Stream(told, media_type="text/event-stream", headers=AT_ONCE)


def routes(max_file: int) -> Router:
    """A file may be larger than anything else that is sent."""
    return Router("/api", route_handlers=[import_file, watched_import], request_max_body_size=max_file)
