"""An import that takes long tells how far it is."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from litestar import Response

from ferrovia.server.encoding import encode
from ferrovia.server.games.files import Way
from ferrovia.server.games.stream import event
from ferrovia.server.schema import ImportedGame

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
