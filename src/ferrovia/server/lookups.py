"""Small questions to the database that come often: those that come while an answer is on its way are asked together."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import sqlalchemy as sa

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, eq=False)
class Lookup(Generic[Key, Found]):
    """How many things of one kind are found by a single statement. One key that the database cannot look for would
    fail all others: keys are never what a client has sent."""

    find: Callable[[sa.Connection, Sequence[Key]], Mapping[Key, Found]]


class Gathering(Generic[Key, Found]):
    """Asks for everything that waits, then for everything that came meanwhile.

    Each answer was read after its question came: nobody gets what was found for others before.
    """

    def __init__(self, find: Callable[[Sequence[Key]], Awaitable[Mapping[Key, Found]]]) -> None:
        self._find = find
        self._waiting: list[tuple[Key, asyncio.Future[Found | None]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, key: Key) -> Found | None:
        answer: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, answer))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_on(), name="look-ups")
        return await answer

    async def _ask_on(self) -> None:
        try:
            while self._waiting:
                asked, self._waiting = self._waiting, []
                await self._answer(asked)
        finally:
            self._asking = None

    async def _answer(self, asked: Sequence[tuple[Key, "asyncio.Future[Found | None]"]]) -> None:
        try:
            found = await self._find([key for key, _ in asked])
        except Exception as error:  # everybody who asked is told
            for _, answer in asked:
                if not answer.done():
                    answer.set_exception(error)
        else:
            for key, answer in asked:
                if not answer.done():  # whoever has gone meanwhile
                    answer.set_result(found.get(key))
