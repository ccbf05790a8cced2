"""Small questions to the database are asked together, and each is answered as if it were alone."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from ferrovia.server.database import Unavailable
from ferrovia.server.lookups import Gathering


class Slow:
    """Answers when it is let; notes what it was asked together."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.truth = 1
        self.error: Exception | None = None
        self.may_answer = asyncio.Semaphore(0)

    async def find(self, keys: Sequence[str]) -> Mapping[str, int]:
        self.asked.append(list(keys))
        found, error = dict.fromkeys((key for key in keys if key != "nobody"), self.truth), self.error
        await self.may_answer.acquire()
        if error is not None:
            raise error
        return found


def test_whoever_comes_while_an_answer_is_on_its_way_is_asked_for_next() -> None:
    """And gets what was read after they came."""

    async def run() -> None:
        slow = Slow()
        gathering = Gathering(slow.find)
        first = [asyncio.create_task(gathering.ask(key)) for key in ("a", "nobody")]
        await asyncio.sleep(0.01)
        slow.truth = 2
        later = [asyncio.create_task(gathering.ask(key)) for key in ("a", "b", "a")]
        await asyncio.sleep(0.01)
        assert slow.asked == [["a", "nobody"]]
        slow.may_answer.release()
        assert await asyncio.gather(*first) == [1, None]
        slow.may_answer.release()
        assert await asyncio.gather(*later) == [2, 2, 2]
        assert slow.asked[1:] == [["a", "b", "a"]]

    asyncio.run(run())


def test_an_error_is_told_to_those_who_asked_and_to_nobody_else() -> None:
    async def run() -> None:
        slow = Slow()
        gathering = Gathering(slow.find)
        slow.error = Unavailable("gone")
        first = asyncio.create_task(gathering.ask("a"))
        await asyncio.sleep(0.01)
        slow.error = None
        later = asyncio.create_task(gathering.ask("a"))
        slow.may_answer.release()
        slow.may_answer.release()
        with pytest.raises(Unavailable):
            await first
        assert await later == 1

    asyncio.run(run())


def test_whoever_goes_away_takes_nobody_along() -> None:
    async def run() -> None:
        slow = Slow()
        gathering = Gathering(slow.find)
        leaving, staying = (asyncio.create_task(gathering.ask(key)) for key in ("a", "b"))
        await asyncio.sleep(0.01)
        leaving.cancel()
        slow.may_answer.release()
        assert await staying == 1

    asyncio.run(run())
