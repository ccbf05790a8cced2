"""Work that may take long is done beside the event loop, so that only whoever asked for it has to wait."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from ferrovia import Title

T = TypeVar("T")


async def aside(title: Title, work: Callable[[], T]) -> T:
    """Where trains are run, playing and offering may need the best routes: found in a thread. Other games are quicker
    than a thread."""
    return work() if title.routes is None else await asyncio.to_thread(work)
