"""What is written to a connection in one turn of the event loop leaves in one piece, in order, and nothing is lost."""

import asyncio
from collections.abc import Callable
from typing import Any

from ferrovia.server.onewrite import MOST, Gathered


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


def head_and_body(connection: Gathered) -> None:
    connection.write(b"head")
    connection.write(b"body")
    connection.write(b"")


def test_head_and_body_leave_together() -> None:
    assert sent_after(head_and_body) == [b"headbody"]


def test_nothing_leaves_before_the_turn_is_over() -> None:
    assert sent_after(head_and_body, turns=0) == []


def test_what_is_held_back_leaves_before_the_connection_is_closed() -> None:
    def use(connection: Gathered) -> None:
        connection.write(b"all")
        connection.close()
        assert connection.is_closing()

    assert sent_after(use, turns=0) == [b"all"]


def test_much_leaves_at_once() -> None:
    """The socket must be able to say that it is full."""

    def use(connection: Gathered) -> None:
        connection.write(b"x" * MOST)
        connection.write(b"y")
        connection.write(b"z")

    assert [len(piece) for piece in sent_after(use, turns=0)] == [MOST + 1]
    assert [len(piece) for piece in sent_after(use)] == [MOST + 1, 1]
