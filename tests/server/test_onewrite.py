"""The head of an answer leaves together with what follows it, in order, and nothing is lost."""

import asyncio
from collections.abc import Callable
from typing import Any

from ferrovia.server.onewrite import HEAD, Gathered


class Socket(asyncio.Transport):
    """Notes what it is told to send."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: Any) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed


def sent_after(use: Callable[[Gathered], None], *, turns: int = 1) -> list[bytes]:
    """What has left after something was done and a number of turns of the event loop."""

    async def run() -> list[bytes]:
        socket = Socket()
        use(Gathered(socket))
        for _ in range(turns):
            await asyncio.sleep(0)
        return [*socket.sent]

    return asyncio.run(run())


def test_head_and_body_leave_together() -> None:
    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"head")
        connection.write(b"body")
        connection.write(b"")

    assert sent_after(use, turns=0) == sent_after(use) == [HEAD + b"headbody"]


def test_a_head_alone_leaves_when_the_turn_is_over() -> None:
    """As of a line that stays open and has nothing to tell yet."""

    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"head")

    assert sent_after(use, turns=0) == []
    assert sent_after(use) == [HEAD + b"head"]


def test_a_head_without_body_leaves() -> None:
    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"head")
        connection.write(b"")

    assert sent_after(use, turns=0) == [HEAD + b"head"]


def test_what_follows_later_leaves_at_once() -> None:
    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"head")
        connection.write(b"first")
        connection.write(b"second")

    assert sent_after(use, turns=0) == [HEAD + b"headfirst", b"second"]


def test_answers_in_a_row_keep_their_order() -> None:
    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"one")
        connection.write(HEAD + b"two")
        connection.write(b"body")

    assert b"".join(sent_after(use)) == HEAD + b"one" + HEAD + b"twobody"


def test_what_is_held_back_leaves_before_the_connection_is_closed() -> None:
    def use(connection: Gathered) -> None:
        connection.write(HEAD + b"all")
        connection.close()
        assert connection.is_closing()

    assert sent_after(use, turns=0) == [HEAD + b"all"]
